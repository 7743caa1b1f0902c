"""Section 2.2, Eq. 1: the range of classes that monotonicity allows for x.

Symbols: D the training rows, y their classes, r = (y_min, y_max).
"""

from __future__ import annotations

from monfknn_ref.arithmetic import Row
from monfknn_ref.paper.order import Classes, Range, Rows, dominates
from monfknn_ref.readings.rules import Rules


# fmt: off
# --8<-- [start:valid_range]
def valid_range(x: Row, D: Rows, y: Classes, rules: Rules, itself: int | None = None) -> Range:         # Eq 1
    """Eq. 1: from the highest class of the rows below x to the lowest class of the rows above x.

    `itself` is the position of x in D if x is one of the training rows.

    >>> D, y, rules = [(1, 1), (2, 2), (4, 3), (5, 5)], [0, 1, 1, 2], Rules(c=3)
    >>> valid_range((3, 3), D, y, rules)           # (2, 2) of class 1 lies below, (4, 3) of class 1 above
    (1, 1)
    >>> valid_range((0, 9), D, y, rules)           # no row below, no row above: all classes
    (0, 2)
    >>> valid_range((3, 3), [(1, 1), (4, 4)], [2, 0], rules)           # the bounds cross: all classes
    (0, 2)
    """
    lowest, highest = rules.open_bounds(y)
    others = rules.others(D, itself)  # a row must not bound its own range
    y_min = max((y[i] for i in others if dominates(x, D[i])), default=lowest)
    y_max = min((y[i] for i in others if dominates(D[i], x)), default=highest)
    return rules.crossed(y_min, y_max)
# --8<-- [end:valid_range]
# fmt: on
