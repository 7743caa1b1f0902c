"""Double precision: sums from left to right, distances with their square root taken."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from monfknn_ref.numbers.kinds import Membership, Row

__all__ = ["DOUBLES"]

ROUNDING = 1e-9
"""How far doubles that ought to sum to 1 may be from it."""


class DoubleArithmetic:
    """IEEE doubles, by the operations of the authors' program in its order."""

    def __reduce__(self) -> str:
        return "DOUBLES"  # there is only one, in copies and pickles too

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
                f"double arithmetic holds numbers up to {sys.float_info.max:.3g} in size, got {value!r}"
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

    def memberships(self, u: Sequence[Any]) -> list[Membership]:
        """As they are if they sum to 1 but for rounding, which is the authors' to keep; normalised if not.

        >>> DOUBLES.memberships([0.1, 0.2, 0.7]), DOUBLES.memberships([1, 3])
        ([0.1, 0.2, 0.7], [0.25, 0.75])
        """
        vector = [float(value) for value in u]
        return list(vector) if abs(sum(vector) - 1) < ROUNDING else self.normalised(vector)

    def normalised(self, u: Sequence[Any]) -> list[Any]:
        total = 0.0
        for value in u:  # sum() of floats is not the same in all versions of Python
            total += value
        if not 0 < total < math.inf:
            raise ValueError(
                f"memberships that add up to {total!r} cannot be normalised in doubles; "
                "scale the attributes, choose another m, or read with arithmetic='exact'"
            )
        return [value / total for value in u]


DOUBLES = DoubleArithmetic()
