"""MonMLP (Lang, 2005; Zhang and Zhang, 1999): a perceptron that is monotone by construction.

It has one hidden layer of tanh units and one linear output. It is fitted to the positions 0, 1, ... of the
classes by least squares. Weights that must be positive are optimized through their logarithms W:

    h_j = tanh(1/2 (sum_a exp(W1[a][j]) x[a] + W1[bias][j]))      the hidden units j
    o   = sum_j exp(W2[j]) h_j + W2[bias]                         the output

Here x and the class positions are standardized. Raising an input can only raise the output, and rounding the
output to a class preserves this. An input that is not declared monotone has ordinary weights. All this, the
starting weights and the optimizer are those of the R package monmlp with its defaults (one start, no
ensemble). The package is for regression. To get a class, the output is rounded here to the nearest class, and
halves upward.

A fit can fail without a message: then the last of `costs_` is near 1, and another `seed` may help.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any, Self

from monfknn_ref.arithmetic import DOUBLES
from monfknn_ref.classifiers.bfgs import Metric, NumpyMetric, Vector, dot, minimize
from monfknn_ref.classifiers.ordered import OrderedClassifier, text_of
from monfknn_ref.model.checks import GivenRow, Label, check_whole, install_command
from monfknn_ref.model.door import check_row, turned
from monfknn_ref.readings.errors import check_choice, shown


@dataclass(frozen=True)
class Scale:
    """How a column is standardized: minus its mean, divided by its standard deviation (1 if that is 0)."""

    mean: float
    deviation: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Scale:
        """The scale of a column.

        >>> Scale.of([1.0, 2.0, 3.0]), Scale.of([7.0, 7.0])
        (Scale(mean=2.0, deviation=1.0), Scale(mean=7.0, deviation=1.0))
        """
        try:
            mean = math.fsum(values) / len(values)
            squares = math.fsum((value - mean) ** 2 for value in values)
        except OverflowError:
            squares = math.inf
        if squares == math.inf:
            raise ValueError(
                "X must hold numbers whose squares can be added up in doubles, "
                f"got an attribute from {min(values)!r} to {max(values)!r}"
            )
        if squares == 0 or min(values) == max(values):
            return cls(values[0], 1.0)
        return cls(mean, math.sqrt(squares / (len(values) - 1)))


# The mean squared error and its slope. The weights are those of the network, after exp. For each hidden unit,
# `units` holds the weights of its inputs and its bias; `output` holds the weights of the hidden units. Both
# engines add in the same order, so that they agree in every bit.


class PythonEngine:
    """The error of a network over the training rows, in plain Python; the last column is all 1."""

    new_metric = Metric

    def __init__(self, columns: Sequence[Vector], targets: Vector) -> None:
        self.columns, self.targets = columns, targets

    # --8<-- [start:network]
    def forward(self, units: list[Vector], output: Vector, bias: float) -> tuple[list[Vector], Vector]:
        """The activations of each hidden unit, and the errors of the output, over the rows."""
        activations = []
        for unit in units:
            sums = combine(unit, self.columns)
            activations.append([math.tanh(0.5 * s) for s in sums])
        errors = [o + bias - y for o, y in zip(combine(output, activations), self.targets)]
        return activations, errors

    # --8<-- [end:network]

    def error(self, errors: Vector) -> float:
        """The mean squared error."""
        return dot(errors, errors) / len(errors)

    def slope(self, output: Vector, activations: list[Vector], errors: Vector) -> Vector:
        """The derivatives of the mean squared error by the weights."""
        by_output = [2 / len(errors) * error for error in errors]
        slope: Vector = []
        for weight, h in zip(output, activations):
            by_sum = [d * weight * 0.5 * (1 - h_i * h_i) for d, h_i in zip(by_output, h)]
            slope += [dot(by_sum, column) for column in self.columns]
        return slope + [dot(by_output, h) for h in (*activations, self.columns[-1])]


def combine(weights: Vector, columns: Sequence[Vector]) -> Vector:
    """The sum of the columns, each times its weight.

    >>> combine([1.0, 10.0], [[1.0, 2.0], [3.0, 4.0]])
    [31.0, 42.0]
    """
    sums = [weights[0] * value for value in columns[0]]
    for weight, column in zip(weights[1:], columns[1:]):
        sums = [s + weight * value for s, value in zip(sums, column)]
    return sums


class NumpyEngine:
    """The same computation with NumPy arrays."""

    new_metric = NumpyMetric

    def __init__(self, columns: Sequence[Vector], targets: Vector) -> None:
        try:
            import numpy
        except ImportError:
            raise ImportError(
                f"engine='numpy' needs NumPy ({install_command('fast')}); engine='python' does without"
            ) from None
        self.numpy: Any = numpy
        self.columns, self.targets = numpy.array(columns), numpy.array(targets)

    def forward(self, units: list[Vector], output: Vector, bias: float) -> tuple[Any, Any]:
        numpy = self.numpy
        with numpy.errstate(over="ignore", invalid="ignore"):  # the optimizer may try any weights
            sums = sum(numpy.outer(weights, column) for weights, column in zip(zip(*units), self.columns))
            halves = (0.5 * sums).ravel().tolist()
            activations = numpy.array([math.tanh(half) for half in halves]).reshape(sums.shape)
            outputs = sum(weight * h for weight, h in zip(output, activations))
            return activations, outputs + bias - self.targets

    def error(self, errors: Any) -> float:
        with self.numpy.errstate(over="ignore", invalid="ignore"):
            return float(self.total(errors * errors)) / len(errors)

    def slope(self, output: Vector, activations: Any, errors: Any) -> Vector:
        numpy = self.numpy
        by_output = 2 / len(errors) * errors
        by_sums = numpy.outer(output, by_output) * 0.5 * (1 - activations * activations)
        by_units = self.total(by_sums[:, None, :] * self.columns[None, :, :])
        by_outputs = self.total(by_output * numpy.vstack([activations, self.columns[-1]]))
        return [*by_units.ravel().tolist(), *by_outputs.tolist()]

    def total(self, products: Any) -> Any:
        """The sums over the rows, from left to right; NumPy's sum adds in another order."""
        return self.numpy.cumsum(products, axis=-1)[..., -1]


ENGINES: dict[str, type[PythonEngine] | type[NumpyEngine]] = {"python": PythonEngine, "numpy": NumpyEngine}


def split_weights(weights: Vector, hidden: int) -> tuple[list[Vector], Vector, float]:
    """The weights of each hidden unit, those of the output, and the output's bias.

    >>> split_weights([1, 2, 3, 4, 5, 6, 7], hidden=2)
    ([[1, 2], [3, 4]], [5, 6], 7)
    """
    *rest, bias = weights
    width = len(rest) // hidden - 1
    units = [rest[j * width : (j + 1) * width] for j in range(hidden)]
    return units, rest[width * hidden :], bias


class Problem:
    """The error as a function of the optimized numbers; positive weights are given by their logarithms."""

    def __init__(self, engine: PythonEngine | NumpyEngine, hidden: int, positive: Sequence[bool]) -> None:
        self.engine, self.hidden, self.positive = engine, hidden, positive
        self.last_point: Vector = []
        self.last_network: Any = None

    # --8<-- [start:problem]
    def weights(self, point: Vector) -> Vector:
        """The weights of the network."""
        return [math.exp(p) if positive else p for p, positive in zip(point, self.positive)]

    # --8<-- [end:problem]

    def forward(self, point: Vector) -> Any:
        """Output weights, activations and errors; kept, because the gradient is asked for after the cost."""
        if point != self.last_point:
            units, output, bias = split_weights(self.weights(point), self.hidden)
            self.last_network = output, *self.engine.forward(units, output, bias)
            self.last_point = point
        return self.last_network

    def cost(self, point: Vector) -> float:
        """The mean squared error; infinite if a weight is too large for a float."""
        try:
            _, _, errors = self.forward(point)
        except OverflowError:
            return math.inf
        return self.engine.error(errors)

    def gradient(self, point: Vector) -> Vector:
        """The derivatives of the cost; by a logarithm, the derivative by the weight times the weight."""
        slope = self.engine.slope(*self.forward(point))
        factors = [w if positive else 1.0 for w, positive in zip(self.weights(point), self.positive)]
        return list(map(mul, slope, factors))


@dataclass(frozen=True)
class NetworkAnswer:
    """Why x gets its label: the hidden units, the output that they add up to, and the nearest class.

    Contributions and bias are in standard deviations of the class position. The output is a class position.
    """

    x: GivenRow
    standardized: tuple[float, ...]
    activations: tuple[float, ...]
    contributions: tuple[float, ...]
    bias: float
    output: float
    position: int
    label: Label

    def __str__(self) -> str:
        lines = [f"{text_of(self.x)} is {self.label!r}:"]
        lines.append("  standardized: " + ", ".join(f"{value:.4g}" for value in self.standardized))
        for j, (activation, contribution) in enumerate(zip(self.activations, self.contributions)):
            lines.append(f"  hidden unit {j}: activation {activation:+.4f} contributes {contribution:+.4f}")
        lines.append(f"  bias: {self.bias:+.4f}")
        lines.append(f"  output: {self.output:.4f}, so class {self.position}, counted from 0")
        return "\n".join(lines)


@dataclass(eq=False, repr=False)
class MonMLP(OrderedClassifier):
    """The monotone perceptron.

    `monotone` holds the positions of the monotone attributes; None means all. `iterations` is the largest
    number of times that the gradient is computed. The starting weights are drawn with `seed`, or given as
    `initial_weights`: for each hidden unit the numbers W1 of its inputs and of its bias, then the numbers W2.
    engine="numpy" computes the same numbers faster. `classes` lists all labels from lowest to highest; those
    given to `fit` win.

    >>> X = [[1, 1], [2, 1], [1, 3], [4, 2], [3, 5], [6, 4], [5, 6]]
    >>> y = ["low", "low", "low", "mid", "mid", "high", "high"]
    >>> model = MonMLP(hidden=2, iterations=100).fit(X, y, classes=["low", "mid", "high"])
    >>> model.predict([[1, 2], [4, 3], [9, 9]])
    ['low', 'mid', 'high']
    """

    _needs_monotonic_data = True

    hidden: int = 8
    iterations: int = 1000
    monotone: Any = None
    seed: int = 0
    initial_weights: Any = None
    engine: str = "python"
    directions: Any = None
    classes: Any = None

    def fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Fit the weights to the rows X with labels y.

        Sets `classes_`, `weights_` (as in `initial_weights`), and `costs_`: the mean squared error of the
        standardized classes at the start and after each iteration.
        """
        hidden = check_whole("hidden", self.hidden, 1)
        iterations = check_whole("iterations", self.iterations, 0)
        engine = ENGINES[check_choice("engine", self.engine, list(ENGINES))]
        training = self._training_set(X, y, classes)
        attributes = len(training.directions)
        monotone = check_monotone(self.monotone, attributes)
        start = self._start(attributes, hidden)

        ascending = DOUBLES.rows(training.rows)
        scales = [Scale.of(column) for column in zip(*ascending)]
        classes_of_rows = [float(l) for l in training.positions]
        target_scale = Scale.of(classes_of_rows)
        columns = [list(column) for column in zip(*(standardize(x, scales) for x in ascending))]
        targets = [(p - target_scale.mean) / target_scale.deviation for p in classes_of_rows]

        problem = Problem(engine(columns, targets), hidden, positive_weights(attributes, hidden, monotone))
        if not math.isfinite(problem.cost(start)):
            raise ValueError("initial_weights must give a finite error, got weights too large for that")
        weights, costs = minimize(problem.cost, problem.gradient, start, iterations, engine.new_metric)

        self._remember(training)
        self.weights_ = weights
        self.costs_ = costs
        self._scales = scales
        self._target_scale = target_scale
        self._network = split_weights(problem.weights(weights), hidden)
        return self

    def _predicted(self, table: Sequence[GivenRow]) -> list[int]:
        return [self._answer(x).position for x in self._turned(table)]

    def explain(self, x: Any) -> NetworkAnswer:
        """How the network comes to the label of one row."""
        return self._answer(self._query(x))

    def _answer(self, x: GivenRow) -> NetworkAnswer:
        units, output_weights, bias = self._network
        inputs = standardize([DOUBLES.number(value) for value in x], self._scales)
        activations = [math.tanh(0.5 * dot(unit, inputs)) for unit in units]
        contributions = list(map(mul, output_weights, activations))
        standardized = dot(output_weights, activations) + bias
        output = self._target_scale.mean + self._target_scale.deviation * standardized
        if math.isnan(output):  # one attribute overflows upward, another downward
            raise ValueError(
                f"x must be nearer to the training rows, got {text_of(turned(x, self.directions_))}, "
                "which is so far away that doubles overflow"
            )
        position = min(max(math.floor(output + 0.5), 0), len(self.order_) - 1)
        return NetworkAnswer(
            x=turned(x, self.directions_),
            standardized=tuple(inputs[:-1]),
            activations=tuple(activations),
            contributions=tuple(contributions),
            bias=bias,
            output=output,
            position=position,
            label=self.order_[position],
        )

    def _start(self, attributes: int, hidden: int) -> Vector:
        """The weights to start from, W1 unit by unit, then W2."""
        size = (attributes + 1) * hidden + hidden + 1
        if self.initial_weights is not None:
            given = check_row(self.initial_weights, "initial_weights")
            if len(given) != size:
                raise ValueError(
                    f"initial_weights must hold {size} numbers for {attributes} attributes and "
                    f"{hidden} hidden units, got {len(given)}"
                )
            return [DOUBLES.number(weight) for weight in given]
        generator = random.Random(check_whole("seed", self.seed, 0))
        limit = 0.8 / math.sqrt(attributes + 1)
        start = [generator.uniform(-limit, limit) for _ in range((attributes + 1) * hidden)]
        return start + [generator.uniform(-0.5, 0.5) for _ in range(hidden + 1)]


def standardize(x: Sequence[float], scales: Sequence[Scale]) -> Vector:
    """The standardized inputs of a row, and a 1 for the bias.

    >>> standardize([4.0], [Scale(mean=2.0, deviation=4.0)])
    [0.5, 1.0]
    """
    return [*((value - scale.mean) / scale.deviation for value, scale in zip(x, scales)), 1.0]


def positive_weights(attributes: int, hidden: int, monotone: Sequence[int]) -> list[bool]:
    """Which weights must be positive: those of monotone inputs and, if there is such an input, of the output.

    >>> positive_weights(attributes=2, hidden=1, monotone=[1])
    [False, True, False, True, False]
    """
    unit = [a in monotone for a in range(attributes)] + [False]
    return unit * hidden + [len(monotone) > 0] * hidden + [False]


def check_monotone(monotone: Any, attributes: int) -> list[int]:
    """The positions of the monotone attributes.

    >>> check_monotone([0, 3], attributes=3)
    Traceback (most recent call last):
    ValueError: monotone must hold attribute positions from 0 to 2, got 3
    """
    if monotone is None:
        return list(range(attributes))
    if isinstance(monotone, (str, bytes)) or not hasattr(monotone, "__iter__"):
        raise TypeError(f"monotone must be a sequence of attribute positions, got {shown(monotone)}")
    positions = [check_whole("each position in monotone", position, 0) for position in monotone]
    for position in positions:
        if position >= attributes:
            raise ValueError(
                f"monotone must hold attribute positions from 0 to {attributes - 1}, got {position}"
            )
    return positions
