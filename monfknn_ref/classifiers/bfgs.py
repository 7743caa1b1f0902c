"""The variable metric method of Broyden, Fletcher, Goldfarb and Shanno, as in R's `optim(method="BFGS")`.

R uses Nash's (1990) compact version. Its line search only shortens the step. Its metric starts as the
identity and is reset to it whenever it is no longer useful. The cost never rises.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import add, mul
from typing import Any, TypeAlias

Vector: TypeAlias = list[float]

STEP_REDUCTION = 0.2  # a step that is too long is multiplied by this
SUFFICIENT_DECREASE = 1e-4  # the share of the decrease promised by the slope that a step must bring
RELATIVE_CHANGE = math.sqrt(sys.float_info.epsilon)  # a smaller change of the cost does not count as progress
OFFSET = 10.0  # a coordinate has not moved if adding this to it hides the difference


def dot(a: Iterable[float], b: Iterable[float]) -> float:
    """The inner product, added up from left to right (`sum` does so only before Python 3.12).

    >>> dot([1.0, 2.0], [3.0, 4.0])
    11.0
    """
    total: float = reduce(add, map(mul, a, b))
    return total


class Metric:
    """The approximate inverse of the matrix of second derivatives; it starts as the identity."""

    def __init__(self, size: int) -> None:
        self.rows = [[float(i == j) for j in range(size)] for i in range(size)]

    def apply(self, vector: Vector) -> Vector:
        """The matrix times the vector."""
        return [dot(row, vector) for row in self.rows]

    def update(self, moved: Vector, turned: Vector) -> None:
        """Change the matrix as little as possible so that it maps the change of the slope onto the move.

        >>> metric = Metric(2)
        >>> metric.update(moved=[1.0, 0.0], turned=[4.0, 2.0])
        >>> metric.apply([4.0, 2.0])
        [1.0, 0.0]
        """
        mapped, along, across = self._corrections(moved, turned)
        self.rows = [
            [old + a * m - b * t for old, m, t in zip(row, moved, mapped)]
            for row, a, b in zip(self.rows, along, across)
        ]

    def _corrections(self, moved: Vector, turned: Vector) -> tuple[Vector, Vector, Vector]:
        """The change of the slope, mapped by the old matrix, and for each row two factors of the update."""
        mapped = self.apply(turned)
        curvature = dot(moved, turned)
        factor = 1 + dot(mapped, turned) / curvature
        along = [(factor * m - t) / curvature for m, t in zip(moved, mapped)]
        return mapped, along, [m / curvature for m in moved]


class NumpyMetric(Metric):
    """The same metric as a NumPy array; its numbers are equal in every bit."""

    def __init__(self, size: int) -> None:
        import numpy

        self.numpy: Any = numpy
        self.array = numpy.identity(size)

    def apply(self, vector: Vector) -> Vector:
        products = self.array * vector
        return [float(total) for total in self.numpy.cumsum(products, axis=1)[:, -1]]

    def update(self, moved: Vector, turned: Vector) -> None:
        mapped, along, across = self._corrections(moved, turned)
        self.array = self.array + self.numpy.outer(along, moved) - self.numpy.outer(across, mapped)


# --8<-- [start:minimize]
def minimize(
    cost: Callable[[Vector], float],
    gradient: Callable[[Vector], Vector],
    start: Sequence[float],
    iterations: int,
    new_metric: Callable[[int], Metric] = Metric,
) -> tuple[Vector, list[float]]:
    """The point reached, and the costs on the way to it; each evaluation of the gradient is an iteration.

    >>> bowl, slope = lambda p: (p[0] - 3) ** 2 + p[1] ** 2, lambda p: [2 * (p[0] - 3), 2 * p[1]]
    >>> point, costs = minimize(bowl, slope, start=[0.0, 1.0], iterations=100)
    >>> f"({point[0]:.6f}, {point[1] + 1:.6f}) costs {costs[-1]:.6f}"
    '(3.000000, 1.000000) costs 0.000000'
    """
    point, value = list(start), cost(list(start))
    if not math.isfinite(value):
        raise ValueError(f"start must have a finite cost, got {value!r}")
    costs = [value]
    if iterations == 0:
        return point, costs
    slope = gradient(point)
    age = 0  # the number of gradients since the metric was the identity
    while True:
        if age == 0:
            metric = new_metric(len(point))
        direction = [-component for component in metric.apply(slope)]
        found = search_line(cost, point, value, direction, dot(direction, slope))
        progress = False
        if found is not None:
            step, point, new_value = found
            progress = value - new_value > RELATIVE_CHANGE * (abs(value) + RELATIVE_CHANGE)
            value = new_value
        if progress:
            costs.append(value)
            new_slope = gradient(point)
            moved = [step * d for d in direction]
            turned = [new - old for new, old in zip(new_slope, slope)]
            slope = new_slope
            age += 1
            if dot(moved, turned) > 0:
                metric.update(moved, turned)
            else:
                age = 0
        elif age > 0:
            age = 0  # try once more from here, straight down the last slope
        else:
            return point, costs
        if len(costs) >= iterations:
            return point, costs
        if age > 2 * len(point):
            age = 0


# --8<-- [end:minimize]


# --8<-- [start:search_line]
def search_line(
    cost: Callable[[Vector], float], point: Vector, value: float, direction: Vector, descent: float
) -> tuple[float, Vector, float] | None:
    """The first of the steps 1, 0.2, 0.04, ... that lowers the cost enough, the point reached and its cost.

    None if the direction does not lead down, or if the steps no longer move the point.
    """
    if not descent < 0:
        return None
    step = 1.0
    while True:
        trial = [p + step * d for p, d in zip(point, direction)]
        if all(OFFSET + p == OFFSET + t for p, t in zip(point, trial)):
            return None
        trial_value = cost(trial)
        if math.isfinite(trial_value) and trial_value <= value + SUFFICIENT_DECREASE * step * descent:
            return step, trial, trial_value
        step *= STEP_REDUCTION


# --8<-- [end:search_line]
