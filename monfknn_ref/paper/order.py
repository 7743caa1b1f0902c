"""Section 2.1: the order of the rows, and the order of the classes.

Rows are compared attribute by attribute. The classes Y = {l_1, ..., l_c} are known by their positions
0, ..., c - 1 in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from monfknn_ref.arithmetic import Row

Rows: TypeAlias = Sequence[Row]
"""D: the attributes of several rows."""
Class: TypeAlias = int
"""l or y_i: a class by its position in Y."""
Classes: TypeAlias = Sequence[Class]
"""y: the class of each row of D."""
Range: TypeAlias = tuple[Class, Class]
"""r = (y_min, y_max): all classes from y_min to y_max."""


def dominates(x: Row, z: Row) -> bool:
    """x ⪰ z: every attribute of x is at least that of z.

    >>> dominates((2, 3), (1, 3)), dominates((2, 3), (3, 1)), dominates((2, 3), (2, 3))
    (True, False, True)
    """
    for a, b in zip(x, z):
        if a < b:
            return False
    return True


def in_range(l: Class, r: Range) -> bool:
    """Whether class l lies in the range r = (y_min, y_max).

    >>> in_range(2, (1, 2)), in_range(0, (1, 2))
    (True, False)
    """
    return r[0] <= l <= r[1]
