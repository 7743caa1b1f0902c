"""Double precision: sums are taken from left to right, and distances are square roots."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from monfknn_ref.arithmetic.kinds import Membership, Row, added

__all__ = ["DOUBLES"]

ROUNDING = 1e-9
"""How far the sum of doubles that should add up to 1 may be from 1."""


class DoubleArithmetic:
    """IEEE doubles, with the operations of the authors' program in the same order."""

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
