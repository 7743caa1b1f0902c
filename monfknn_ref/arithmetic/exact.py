"""Exact arithmetic: whole numbers, fractions, and the irrational shares that Eq. 7 makes of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any

from monfknn_ref.arithmetic.kinds import Membership, Row, added
from monfknn_ref.arithmetic.power_sums import PowerSum, Share, inverse_power

__all__ = ["EXACT", "exact_value"]

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
        """
        >>> EXACT.rows([(0.5, 2)], 4)
        [(2, 8)]
        """
        return [tuple(int(exact_value(value) * factor) for value in row) for row in table]

    def number(self, value: Any) -> Fraction:
        """The exact value; a float stands for its shortest decimal: 0.51 is 51/100."""
        return exact_value(value)

    def share(self, part: int, whole: int) -> Fraction:
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
        if any(isinstance(value, Share) for value in u):  # made by Eq. 7: a sum of exactly 1
            return list(u)
        return self.normalized([exact_value(value) for value in u])

    def normalized(self, u: Sequence[Any]) -> list[Any]:
        """
        >>> EXACT.normalized([1, 3])
        [Fraction(1, 4), Fraction(3, 4)]
        """
        total = added(u)
        return list(u) if total == 1 else [Fraction(value) / total for value in u]


EXACT = ExactArithmetic()
