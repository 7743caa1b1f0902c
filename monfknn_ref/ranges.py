"""Section 2.2, Eq. 1: the range of classes that monotonicity leaves valid for x.

Symbols: D the training rows, y their classes (positions 0, ..., c - 1), r = (y_min, y_max).
"""

from __future__ import annotations

from typing import Any

from monfknn_ref.open_points import settle_crossed_range, settle_open_bounds
from monfknn_ref.order import dominates, prepare
from monfknn_ref.readings import PAPER, Reading

__all__ = ["valid_range"]


# --8<-- [start:valid_range]
def valid_range(  # Eq 1
    x: Any, D: Any, y: Any, c: int | None = None, reading: Reading = PAPER, leave_out: int | None = None
) -> tuple[int, int]:
    """Eq. 1: from the highest class of the rows below x to the lowest class of the rows above x.

    `leave_out` is the position of a row of D that does not count.

    >>> D, y = [(1, 1), (2, 2), (4, 3), (5, 5)], [0, 1, 1, 2]
    >>> valid_range((3, 3), D, y)                  # (2, 2) of class 1 lies below, (4, 3) of class 1 above
    (1, 1)
    >>> valid_range((0, 9), D, y)                  # nothing below, nothing above: all classes
    (0, 2)
    >>> valid_range((3, 3), [(1, 1), (4, 4)], [2, 0])                            # crossed: all classes
    (0, 2)
    """
    x, D, y, c = prepare(x, D, y, c, reading)
    y_min, y_max = None, None
    for i, x_i in enumerate(D):
        if i == leave_out:
            continue
        if dominates(x, x_i) and (y_min is None or y[i] > y_min):
            y_min = y[i]  # max { y_i : x ⪰ x_i }
        if dominates(x_i, x) and (y_max is None or y[i] < y_max):
            y_max = y[i]  # min { y_i : x_i ⪰ x }
    lowest, highest = settle_open_bounds(y, c, reading)
    return settle_crossed_range(
        lowest if y_min is None else y_min, highest if y_max is None else y_max, c, reading
    )
# --8<-- [end:valid_range]
