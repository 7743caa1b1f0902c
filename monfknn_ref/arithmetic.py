"""The two number systems the algorithms run on: exact numbers and doubles.

The loops of the paper are written once. What they compare and add is made here, and nothing else differs
between the exact reading and the one in double precision.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from monfknn_ref.exact import Share, inverse_power
from monfknn_ref.validation import Row, exact_value, is_finite, is_number, is_sequence

Number: TypeAlias = Any
"""An int, Fraction, PowerSum or Share in exact arithmetic, a float in doubles."""

__all__ = ["ARITHMETICS", "HALF", "Arithmetic", "Number", "Rows"]

HALF = Fraction(1, 2)
LARGEST_EXPONENT = 10_000
ROUNDING = 1e-9
"""How far doubles that ought to sum to 1 may be from it."""


class Rows(list[Row]):
    """Rows that were checked and brought to the numbers of one arithmetic: no function checks them again."""

    given: list[Row] | None = None
    """The rows in the numbers of the caller, where one of the paper's functions was called with them."""


class Arithmetic(Protocol):
    """What the algorithms ask of their numbers."""

    def tables(self, *tables: Iterable[Row]) -> list[Rows]:
        """Several tables in numbers that can be subtracted from one another."""

    def number(self, value: Any) -> Number:
        """One parameter."""

    def ratio(self, part: int, whole: int) -> Number:
        """A quotient of two counts."""

    def distance(self, x: Row, z: Row) -> Number:
        """The distance of two rows, or a number that orders all distances alike."""

    def inverse_power(self, distance: Number, exponent: Number) -> Number:
        """1 / ||x - z||^exponent from what `distance` gave, which is not 0."""

    def memberships(self, u: Sequence[Any]) -> list[Number]:
        """A vector of memberships as a caller gave it."""

    def normalised(self, u: Sequence[Number]) -> list[Number]:
        """Memberships divided by their sum; in exact numbers that of Eq. 7 is 1 already."""


def listed(u: Any) -> list[Any]:
    """The vector of memberships as a list."""
    if not is_sequence(u):
        raise TypeError(f"u must be a sequence of memberships, got {u!r}")
    return list(u)


def check_memberships(vector: list[Any]) -> list[Any]:
    """The vector, refused unless it has a membership above 0 and none below."""
    for value in vector:
        if not is_number(value):
            raise TypeError(f"u must hold numbers, got {value!r} in {vector!r}")
    if not all(is_finite(value) and value >= 0 for value in vector) or not any(vector):
        raise ValueError(f"u must hold memberships of at least 0, not all 0, got {vector!r}")
    return vector


class ExactArithmetic:
    """Fractions and whole numbers, and the irrational shares that Eq. 7 makes of them."""

    def tables(self, *tables: Iterable[Row]) -> list[Rows]:
        """The tables multiplied by one common factor that makes every value a whole number.

        Order, ties among distances and shares of weights are the same for all common factors.

        >>> EXACT.tables([(0.5, 2)], [(0.25, 1)])
        [[(2, 8)], [(1, 4)]]
        """
        exact = [[tuple(map(exact_value, row)) for row in table] for table in tables]
        factor = math.lcm(*(value.denominator for table in exact for row in table for value in row))
        return [
            Rows(tuple(value.numerator * (factor // value.denominator) for value in row) for row in table)
            for table in exact
        ]

    def number(self, value: Any) -> Fraction:
        """A float at its shortest decimal: 0.51 is 51/100."""
        return exact_value(value)

    def ratio(self, part: int, whole: int) -> Fraction:
        return Fraction(part, whole)

    def distance(self, x: Row, z: Row) -> Number:
        """The squared distance, which is whole and orders distances alike.

        >>> EXACT.distance((0, 0), (3, 4))
        25
        """
        total = 0
        for a, b in zip(x, z):
            total += (a - b) * (a - b)
        return total

    def inverse_power(self, distance: int, exponent: Fraction) -> Number:
        if abs(exponent) > LARGEST_EXPONENT:
            raise ValueError(
                f"the distance to the power {exponent} is too long a number for exact arithmetic, which goes "
                f"up to {LARGEST_EXPONENT}; choose another m, or read with arithmetic='doubles'"
            )
        return inverse_power(distance, exponent / 2)  # the distance is squared

    def memberships(self, u: Sequence[Any]) -> list[Number]:
        vector = listed(u)
        if any(isinstance(value, Share) for value in vector):  # made by Eq. 7: a sum of exactly 1
            return vector
        return self.normalised([exact_value(value) for value in check_memberships(vector)])

    def normalised(self, u: Sequence[Number]) -> list[Number]:
        """
        >>> EXACT.normalised([1, 3])
        [Fraction(1, 4), Fraction(3, 4)]
        """
        total = sum(u)
        return list(u) if total == 1 else [Fraction(value) / total for value in u]


class DoubleArithmetic:
    """IEEE doubles, sums from left to right, distances with their square root taken."""

    def tables(self, *tables: Iterable[Row]) -> list[Rows]:
        return [Rows(tuple(map(self.number, row)) for row in table) for table in tables]

    def number(self, value: Any) -> float:
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isinf(number):
            raise ValueError(
                f"double arithmetic holds numbers up to {sys.float_info.max:.3g} in size, got {value!r}"
            )
        return number

    def ratio(self, part: int, whole: int) -> float:
        return part / whole

    def distance(self, x: Row, z: Row) -> float:
        """
        >>> DOUBLES.distance((0.0, 0.0), (3.0, 4.0))
        5.0
        """
        total = 0.0
        for a, b in zip(x, z):
            total += (a - b) * (a - b)
        return math.sqrt(total)

    def inverse_power(self, distance: float, exponent: float) -> float:
        try:
            if exponent == 2:  # a product is rounded correctly everywhere, the C library's pow is not
                weight = 1 / (distance * distance)
            else:
                weight = float(1 / distance**exponent)
        except OverflowError:
            return 0.0
        except ZeroDivisionError:
            weight = math.inf
        if math.isinf(weight):
            raise ValueError(
                f"the distance {distance!r} to the power {exponent!r} is too small for doubles; "
                "scale the attributes up, or read with arithmetic='exact'"
            )
        return weight

    def memberships(self, u: Sequence[Any]) -> list[float]:
        """As they are if they sum to 1 but for rounding, which is the authors' to keep; normalised if not.

        >>> DOUBLES.memberships([0.1, 0.2, 0.7]), DOUBLES.memberships([1, 3])
        ([0.1, 0.2, 0.7], [0.25, 0.75])
        """
        vector = [float(value) for value in check_memberships(listed(u))]
        return vector if abs(sum(vector) - 1) < ROUNDING else self.normalised(vector)

    def normalised(self, u: Sequence[Number]) -> list[Number]:
        total = 0.0
        for value in u:  # sum() of floats is not the same in all versions of Python
            total += value
        return [value / total for value in u]


EXACT = ExactArithmetic()
DOUBLES = DoubleArithmetic()
ARITHMETICS: dict[str, Arithmetic] = {"exact": EXACT, "doubles": DOUBLES}
