"""Section 2.1: the order of the rows and the order of the classes.

Rows are compared attribute by attribute: x dominates z when no attribute of x is below that of z. The
classes Y = {l_1, ..., l_c} are known to the algorithms by their positions 0, ..., c - 1 in that order, and
attributes that lower the class (inverse directions) are turned before anything else looks at them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from numbers import Integral
from typing import Any

from monfknn_ref.arithmetic import Rows
from monfknn_ref.open_points import arithmetic
from monfknn_ref.readings import Reading, check_reading
from monfknn_ref.validation import Label, Row, check_row, check_table, check_targets, check_whole

__all__ = ["dominates", "in_range", "positions", "prepare", "turned"]


def dominates(x: Sequence[Any], z: Sequence[Any]) -> bool:
    """x ⪰ z: every attribute of x is at least that of z.

    >>> dominates((2, 3), (1, 3)), dominates((2, 3), (3, 1)), dominates((2, 3), (2, 3))
    (True, False, True)
    """
    if len(x) != len(z):
        raise ValueError(f"x and z must have the same attributes, got {x!r} and {z!r}")
    for a, b in zip(x, z):
        if a < b:
            return False
    return True


def in_range(l: int, r: tuple[int, int]) -> bool:
    """Whether class l is one of the range r = (y_min, y_max).

    >>> in_range(2, (1, 2)), in_range(0, (1, 2))
    (True, False)
    """
    return r[0] <= l <= r[1]


def positions(labels: Iterable[Label], classes: Sequence[Label]) -> list[int]:
    """The position of each label in the order of the classes.

    >>> positions(["high", "low"], ["low", "mid", "high"])
    [2, 0]
    """
    position = {label: l for l, label in enumerate(classes)}
    return [position[label] for label in labels]


def turned(row: Iterable[Any], directions: Sequence[int]) -> Row:
    """The row with the attributes of direction -1 negated, so that more is better everywhere.

    Turning twice gives the row back.

    >>> turned((1, 2.5), (1, -1)), turned(turned((1, 2.5), (1, -1)), (1, -1))
    ((1, -2.5), (1, 2.5))
    """
    result = []
    for value, direction in zip(row, directions):
        if isinstance(value, Integral):  # NumPy's unsigned numbers could not be negated
            value = int(value)
        if direction < 0:  # minus would round a Decimal to the precision of its context
            value = value.copy_negate() if isinstance(value, Decimal) else -value
        result.append(value)
    return tuple(result)


def prepare(x: Any, D: Any, y: Any, c: int | None, reading: Reading) -> tuple[Row, Rows, list[int], int]:
    """What the paper's functions work on, from what a caller gave them.

    Rows become whole numbers or doubles, as the reading says; y must be positions of classes, and c, when
    not given, is one more than the highest of them. Rows that went through here once are taken as they are.
    """
    if isinstance(D, Rows):
        return x, D, y, max(y) + 1 if c is None else c
    check_reading(reading)
    table = check_table(D, "D")
    if not table:
        raise ValueError("D must have at least one row, got none")
    labels = [check_whole("a class of y", label, 0) for label in check_targets(y, len(table))]
    c = max(labels) + 1 if c is None else check_whole("c", c, max(labels) + 1)
    query = table[0] if x is None else check_row(x, "x")
    if len(query) != len(table[0]):
        raise ValueError(f"x must have {len(table[0])} attributes, as the rows of D have, got {len(query)}")
    rows, queries = arithmetic(reading).tables(table, [query])
    rows.given = table
    return queries[0], rows, labels, c
