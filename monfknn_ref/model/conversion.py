"""The conversion of a caller's checked input into what the algorithms work on.

Labels become positions in the order of the classes. Attributes that lower the class (inverse directions) are
negated, so that a higher value never means a lower class.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from numbers import Integral
from typing import Any

from monfknn_ref.arithmetic import Arithmetic, Row
from monfknn_ref.model.validation import GivenRow, Label

__all__ = ["on_one_grid", "positions", "turned"]


def positions(labels: Iterable[Label], classes: Sequence[Label]) -> list[int]:
    """The position of each label in the order of the classes.

    >>> positions(["high", "low"], ["low", "mid", "high"])
    [2, 0]
    """
    position = {label: l for l, label in enumerate(classes)}
    return [position[label] for label in labels]


def turned(row: Iterable[Any], directions: Sequence[int]) -> GivenRow:
    """The row with the attributes of direction -1 negated.

    Turning a row twice gives it back.

    >>> turned((1, 2.5), (1, -1)), turned(turned((1, 2.5), (1, -1)), (1, -1))
    ((1, -2.5), (1, 2.5))
    """
    result = []
    for value, direction in zip(row, directions):
        if isinstance(value, Integral):  # unsigned numbers of NumPy could not be negated
            value = int(value)
        if direction < 0:  # minus would round a Decimal to the precision of its context
            value = value.copy_negate() if isinstance(value, Decimal) else -value
        result.append(value)
    return tuple(result)


def on_one_grid(numbers: Arithmetic, *tables: Sequence[Sequence[Any]]) -> list[list[Row]]:
    """Several tables in the numbers of one arithmetic, all scaled by the same factor.

    >>> from monfknn_ref.arithmetic import EXACT
    >>> on_one_grid(EXACT, [(0.5, 2)], [(0.25, 1)])
    [[(2, 8)], [(1, 4)]]
    """
    factor = math.lcm(*(numbers.denominator(table) for table in tables))
    return [numbers.rows(table, factor) for table in tables]
