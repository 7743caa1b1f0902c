"""Decisions in doubles that are certain to be right, and exact ones for the rest.

Which rows are nearest, and whether a cumulative membership reaches one half, is computed in doubles together
with a bound on the error. Where the bound leaves no doubt the double decides; where it does, the decision is
made once more without rounding, by the reference's own exact numbers.

**What a double knows of a value.** A table of floats means their shortest decimals. With u = 2^-53, a value
a and its double x satisfy |x - a| <= u |x| (half a unit in the last place), or 2^-1075 for the smallest.

**Distances.** Let D be the distance of the exact rows a and b, and x and z their doubles. By the triangle
inequality D differs from ||x - z|| by at most ||x - a|| + ||z - b|| <= u (||x|| + ||z||), and since
||z|| <= ||x|| + ||x - z||, by at most u (2 ||x|| + ||x - z||). Computing ||x - z|| from p attributes rounds
each difference once (twice u after squaring), each square once, the sum p - 1 times in whatever order, all
halved by the square root, which rounds once more: a factor within (p/2 + 3) u of 1. `math.dist` does no
worse. Squares below 2^-1022 lose at most 2^-1075 each, which is less than 2^-530 per attribute after the
root. Altogether a computed distance d satisfies

    |d - D| <= relative * d + absolute,    relative = (p + 512) u,    absolute = 4 u ||x|| + p 2^-500.

That is generous; 10 u would do but for k-d trees. What such a tree does not list it has passed over because a
lower bound of the distance was too large, and SciPy keeps that bound, a sum of squares, up to date by adding
to it on every level: two or three roundings each on at most 64 levels. What is lost by the generosity is one
undecided case in 10^12 or so.

The bound depends on the norm of the query alone; far away rows do not spoil it. In double arithmetic the
distance that counts is itself computed from the doubles, so that 4 u ||x|| falls away. Nothing is claimed
where squares overflow: there `absolute` is infinite, and every decision is an exact one.

**Nearer.** Hence z' is certainly farther away than z if d' - relative d' - absolute > d + relative d +
absolute, and that follows from d' > reach(d) = (1 + 4 relative) d + 4 absolute.

**Weights.** Let e be the power of the distance that weights are divided by, and t = relative + absolute / d
the relative error of a distance. While t <= 0.05 and |e| t <= 0.05, the weight d^-e is within a factor
exp(1.06 |e| t) and so within 1.1 |e| t of D^-e, plus what computing it adds: 4 u where e is 1 or 2 (quotients
and products), and otherwise less than 2^-40, for the power functions of C libraries and of NumPy and for e,
which is rounded to a double: that changes a weight that does not underflow by less than 1075 u ln 2 of its
size.

**Halves.** With U_j(l) the cumulative memberships of the neighbors, U(l) >= 1/2 says that
S(l) = sum_j pOR_j D_j^-e (2 U_j(l) - 1) is not negative. The term of one neighbor is computed with the error
of its weight and four more roundings, and K terms are summed with K - 1 roundings at most, so the computed
sum is off by at most sum_j |term_j| (1.1 |e| t_j + power + (K + 8) u), and by 2^-1000 for terms that
underflow. A sum of terms that are all 0 is exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from monfknn_ref.arithmetic import EXACT, exact_value
from monfknn_ref.arithmetic.power_sums import PowerSum, inverse_power
from monfknn_ref.model.checks import GivenRow

UNIT = 2.0**-53
OVERFLOW = 1e150
"""Rows beyond this norm have squares that may not be finite."""
CLOSEST = 1e-150
"""Rows nearer than this have differences whose squares may be 0."""
UNDERFLOW = 2.0**-1000
LARGEST_ERROR = 0.05
"""The relative error of a distance, and of its power, up to which the bound for weights holds."""


@dataclass
class Tally:
    """How many decisions were made, and how many of them the doubles left open."""

    made: int = 0
    undecided: int = 0

    @property
    def share(self) -> float:
        """The share of undecided decisions.

        >>> Tally(200, 3).share, Tally().share
        (0.015, 0.0)
        """
        return self.undecided / self.made if self.made else 0.0


# --8<-- [start:distance]
class DistanceError(NamedTuple):
    """A bound on the error of computed distances: |d - D| <= relative * d + absolute."""

    relative: float
    absolute: Any
    """A number, or an array with one number for each query."""

    @classmethod
    def of(cls, norm: Any, attributes: int, exact: bool, coarseness: float = 0.0) -> DistanceError:
        """The bound for a query of this norm; `exact` says that its values stand for decimals, from which the
        smallest may be as far away as `coarseness` says."""
        of_decimals = 4 * UNIT if exact else 0.0
        smallest = attributes * max(2.0**-500, 4 * coarseness)
        return cls((attributes + 512) * UNIT, of_decimals * norm + smallest)

    def unknown(self) -> DistanceError:
        """No bound at all."""
        return self._replace(absolute=math.inf)

    def reach(self, distance: Any) -> Any:
        """The distance beyond which a row is certainly farther away than one at this distance."""
        return (1 + 4 * self.relative) * distance + 4 * self.absolute

    def share(self, distance: Any) -> Any:
        """The bound relative to the distance, which is not 0."""
        return self.relative + self.absolute / distance


# --8<-- [end:distance]


def power_error(exponent: Fraction) -> float:
    """What computing a quotient of distances to this power adds to the relative error.

    >>> power_error(Fraction(2)) < power_error(2 + Fraction(1, 10**20))          # whose double is 2.0 too
    True
    """
    return 4 * UNIT if exponent in (1, 2) else 2.0**-40


class Weights(NamedTuple):
    """The weights pOR_j d_j^-e of some neighbors, up to a common factor, with bounds for their terms in S."""

    values: list[float]
    errors: list[float]

    @classmethod
    def of(
        cls, penalties: Sequence[Any], distances: Sequence[float], exponent: Fraction, error: DistanceError
    ) -> Weights | None:
        """From penalties that are not 0 and computed distances; None where the bound does not hold.

        >>> Weights.of([1, 1], [2.0, 4.0], Fraction(1), DistanceError(0.0, 0.0)).values
        [1.0, 0.5]
        """
        roundings = (len(distances) + 8) * UNIT
        if exponent == 0:
            return cls([float(pOR_j) for pOR_j in penalties], [roundings] * len(distances))
        e = float(exponent)
        shares = [error.share(d) for d in distances]
        if not all(share * max(abs(e), 1) <= LARGEST_ERROR for share in shares):  # infinite ones included
            return None
        unit = min(distances) if e > 0 else max(distances)
        ratios = [unit / d for d in distances]  # at most 1 to a positive power, at least 1 to a negative one
        powers = [ratio if e == 1 else ratio * ratio if e == 2 else ratio**e for ratio in ratios]
        return cls(
            [float(pOR_j) * power for pOR_j, power in zip(penalties, powers)],
            [1.1 * abs(e) * share + power_error(exponent) + roundings for share in shares],
        )

    # --8<-- [start:sign]
    def sign(self, centered: Sequence[float]) -> int | None:
        """The sign of S, given the 2 U_j - 1 correctly rounded; None where the error leaves it open."""
        if not any(centered):
            return 0
        total, bound = 0.0, UNDERFLOW
        for value, error, factor in zip(self.values, self.errors, centered):
            total += value * factor
            bound += abs(value * factor) * error
        if not abs(total) > bound:
            return None
        return 1 if total > 0 else -1

    # --8<-- [end:sign]


def exact_distances(x: GivenRow, rows: Sequence[GivenRow]) -> list[int]:
    """The squared distances of x to the rows, whole numbers after multiplication with a common factor.

    >>> exact_distances((0.1, 0.2), [(0.1, 0.2), (0.4, 0.6)])
    [0, 25]
    """
    table = [[quotient(value) for value in row] for row in (x, *rows)]
    factor = math.lcm(*{denominator for row in table for _, denominator in row})
    query, *whole = [tuple(part * (factor // denominator) for part, denominator in row) for row in table]
    return [int(EXACT.distance(query, row)) for row in whole]


@lru_cache(maxsize=2**17, typed=True)  # 0.1 means 1/10, and a Fraction that equals it does not
def quotient(value: Any) -> tuple[int, int]:
    """The numerator and the denominator of a number."""
    return exact_value(value).as_integer_ratio()


def sign_of_sum(coefficients: Sequence[Fraction], distances: Sequence[int], exponent: Fraction) -> int:
    """The sign of the sum of coefficient / distance^exponent, from squared distances, without rounding.

    >>> sign_of_sum([Fraction(1), Fraction(-2)], [2, 8], Fraction(1))        # 1/sqrt(2) - 2/sqrt(8)
    0
    """
    total: Any = 0
    for coefficient, squared in zip(coefficients, distances):
        total = total + inverse_power(squared, exponent / 2) * coefficient
    if isinstance(total, PowerSum):
        return total.sign()
    return int(total > 0) - int(total < 0)
