"""The two number systems that the algorithms run on: exact numbers and doubles.

The loops of the paper are written once. This package makes the numbers that they compare and add. Nothing
else differs between exact arithmetic and double precision. First come the types that the loops compute with,
then the two systems; `monfknn_ref.arithmetic.power_sums` holds the irrational shares that Eq. 7 makes.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from numbers import Rational
from operator import add
from typing import Any, Protocol, TypeAlias

from monfknn_ref.arithmetic.power_sums import PowerSum, Share, inverse_power

Row: TypeAlias = tuple[float, ...]
"""The attributes of one row: whole numbers in exact arithmetic, doubles in double precision."""

Scalar: TypeAlias = Fraction | float
"""A share or a parameter: a Fraction in exact arithmetic, a double in double precision."""

HALF = Fraction(1, 2)


def added(numbers: Iterable[Any]) -> Any:
    """The numbers added one after the other; `sum` corrects the rounding of floats from Python 3.12 on.

    >>> added([0.1] * 10)
    0.9999999999999999
    """
    return reduce(add, numbers, 0)


class Membership(Protocol):
    """How much a row belongs to a class: a Fraction, a Share of irrational weights, or a double."""

    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __lt__(self, other: Any, /) -> bool: ...
    def __ge__(self, other: Any, /) -> bool: ...
    def __float__(self) -> float: ...


class Weight(Protocol):
    """How much a neighbor counts in Eq. 7: a Fraction, a PowerSum, or a double."""

    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __float__(self) -> float: ...


# --- Exact numbers --------------------------------------------------------------------------------------

LARGEST_EXPONENT = 10_000
MOST_BITS = 100_000
"""Sums of fractions with longer numbers take seconds each."""


def exact_value(value: Any) -> Fraction:
    """The number that was meant: a float stands for its shortest decimal, any other number for itself.

    >>> exact_value(0.51), exact_value(3), exact_value(Decimal("2.50"))
    (Fraction(51, 100), Fraction(3, 1), Fraction(5, 2))
    """
    if isinstance(value, float):
        return Fraction(Decimal(float.__repr__(value)))
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Decimal):
        return Fraction(value)
    return Fraction(Decimal(str(value)))


class ExactArithmetic:
    """Exact numbers: every comparison is decided without rounding."""

    def __reduce__(self) -> str:
        return "EXACT"  # there is only one object, also after copying and pickling

    def denominator(self, table: Iterable[Sequence[Any]]) -> int:
        """The least factor that makes every value a whole number.

        A common factor changes neither the order of values, nor ties among distances, nor shares of weights.

        >>> EXACT.denominator([(Fraction(1, 3), 0.5), (2, 0.25)])
        12
        """
        # told apart by type too: a float and a Fraction of equal value may mean different numbers
        different = {(type(value), value) for row in table for value in row}
        return math.lcm(*(exact_value(value).denominator for _, value in different))

    def rows(self, table: Iterable[Sequence[Any]], factor: int = 1) -> list[Row]:
        """The rows of a table, multiplied by the factor.

        >>> EXACT.rows([(0.5, 2)], 4)
        [(2, 8)]
        """
        return [tuple(int(exact_value(value) * factor) for value in row) for row in table]

    def number(self, value: Any) -> Fraction:
        """The value of a parameter; a float stands for its shortest decimal: 0.51 is 51/100."""
        return exact_value(value)

    def share(self, part: int, whole: int) -> Fraction:
        """The quotient of two counts."""
        return Fraction(part, whole)

    def distance(self, x: Row, z: Row) -> float:
        """The squared distance: a whole number that puts rows in the same order as the distance.

        >>> EXACT.distance((0, 0), (3, 4))
        25
        """
        total: float = 0
        for a, b in zip(x, z):
            total += (a - b) * (a - b)
        return total

    def inverse_power(self, distance: float, exponent: Any) -> Fraction | PowerSum:
        """1 / ||x - z||^exponent, from a result of `distance` other than 0."""
        if abs(exponent) > LARGEST_EXPONENT:
            raise ValueError(
                f"the distance to the power {exponent} is too long a number for exact arithmetic, which takes"
                f" exponents up to {LARGEST_EXPONENT}; choose another m, or use a reading with "
                "arithmetic='doubles'"
            )
        q, s = int(distance), Fraction(exponent) / 2  # the distance is squared
        if s.denominator == 1 and abs(s) * q.bit_length() > MOST_BITS:
            raise ValueError(
                f"the distance to the power {exponent} has more than {MOST_BITS} bits, which is too long "
                "a number for exact arithmetic; choose another m, or read with arithmetic='doubles'"
            )
        return inverse_power(q, s)

    def memberships(self, u: Sequence[Any]) -> list[Membership]:
        """The memberships that a caller gave, divided by their sum unless it is already 1."""
        if any(isinstance(value, Share) for value in u):  # made by Eq. 7: a sum of exactly 1
            return list(u)
        return self.normalized([exact_value(value) for value in u])

    def normalized(self, u: Sequence[Any]) -> list[Any]:
        """Memberships divided by their sum, which those of Eq. 7 do not need: theirs is 1.

        >>> EXACT.normalized([1, 3])
        [Fraction(1, 4), Fraction(3, 4)]
        """
        total = added(u)
        return list(u) if total == 1 else [Fraction(value) / total for value in u]


EXACT = ExactArithmetic()


# --- Doubles --------------------------------------------------------------------------------------------

ROUNDING = 1e-9
"""How far the sum of doubles that should add up to 1 may be from 1."""


class DoubleArithmetic:
    """The same for IEEE doubles, with the operations of the authors' program in the same order."""

    def __reduce__(self) -> str:
        return "DOUBLES"  # there is only one object, also after copying and pickling

    def denominator(self, table: Iterable[Sequence[Any]]) -> int:
        """1: doubles are taken as they are."""
        return 1

    def rows(self, table: Iterable[Sequence[Any]], factor: int = 1) -> list[Row]:
        return [tuple(map(self.number, row)) for row in table]

    def number(self, value: Any) -> float:
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isinf(number):
            raise ValueError(
                f"double arithmetic can hold numbers of size up to {sys.float_info.max:.3g}, got {value!r}"
            )
        return number

    def share(self, part: int, whole: int) -> float:
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

    def inverse_power(self, distance: float, exponent: Any) -> float:
        try:
            if exponent == 2:  # a product is correctly rounded everywhere; the C library's pow is not
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
                "scale the attributes up, or use a reading with arithmetic='exact'"
            )
        return weight

    def memberships(self, u: Sequence[Any]) -> list[Membership]:
        """Memberships as given if they sum to 1 up to rounding, as in the authors' program; else normalized.

        >>> DOUBLES.memberships([0.1, 0.2, 0.7]), DOUBLES.memberships([1, 3])
        ([0.1, 0.2, 0.7], [0.25, 0.75])
        """
        vector = [float(value) for value in u]
        return list(vector) if abs(math.fsum(vector) - 1) < ROUNDING else self.normalized(vector)

    def normalized(self, u: Sequence[Any]) -> list[Any]:
        total = added(u)
        if not 0 < total < math.inf:
            raise ValueError(
                f"memberships that add up to {total!r} cannot be normalized in doubles; "
                "scale the attributes, choose another m, or use a reading with arithmetic='exact'"
            )
        return [value / total for value in u]


DOUBLES = DoubleArithmetic()

Arithmetic: TypeAlias = ExactArithmetic | DoubleArithmetic

ARITHMETICS: dict[str, Arithmetic] = {"exact": EXACT, "doubles": DOUBLES}
"""The number systems, under the names that readings use."""
