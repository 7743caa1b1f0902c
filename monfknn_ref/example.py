"""The running example: ten rows that you can carry through the three algorithms by hand.

There are two attributes and three classes low < mid < high; k = 2, K = 3, m = 2. The distinct rows are named
a to i.

      7 |  .  .  .  .  .  i          a (1, 1)  low         f (5, 4)  mid
      6 |  .  .  .  .  .  h          b (1, 4)  high        g (6, 3)  low
      5 |  .  .  .  .  .  .          c (4, 1)  low         g (6, 3)  high
      4 |  b  .  d  .  f  .          d (3, 4)  mid         h (6, 6)  high
      3 |  .  .  .  e  .  g          e (4, 3)  mid         i (6, 7)  high
      2 |  .  .  .  .  .  .
      1 |  a  .  .  c  .  .
        +-------------------
           1  2  3  4  5  6

Algorithm 1, lines 2 to 13 (Eq. 5, Eq. 4). Only g is duplicated, once low and once high: u = (1/2, 0, 1/2),
its medians are low and high, and the class in the middle is mid, a label that it never had. Every other row
starts with all of its membership on its own class.

Lines 15 to 24 (Eq. 1, Algorithm 2, Eq. 6 with RCr = 1/2), for every row but g. The row itself is left out;
d2 is a squared distance; of equally distant rows the one that comes first is taken.

    row  below          above            range         neighbors in range (d2)     memberships      medians
    a    -              b c d e f g h i  [low, low]    c (9), no other is low      (1, 0, 0)        low
    b    a              d f h i          [low, mid]    d (4), a (9)                (1/4, 1/4, 1/2)  mid, high
    c    a              e f g h i        [low, mid]    e (4), g (8)                (1/2, 1/2, 0)    low, mid
    d    a b            f h i            high > mid:   e (2), and of b (4), f (4)  (0, 3/4, 1/4)    mid
                                         all classes   the first, b
    e    a c            f g h i          [low, mid]    d (2), f (2)                (0, 1, 0)        mid
    f    a b c d e      h i              [high, high]  h (5), i (10)               (0, 1/2, 1/2)    mid, high
    h    a b c d e f g  i                [high, high]  i (1), b (29)               (0, 0, 1)        high
    i    all            -                [high, high]  h (1), b (34)               (0, 0, 1)        high

Row b is labeled high although the rows around it are low and mid. It limits f's range to high, and it makes
the bounds of d's range cross. After Eq. 6 its own medians are mid and high, so the lower middle makes it mid:
the noisy label is gone. The labels of Alg. 3 line 3 (the lower middle where there are two) are: a low, b
mid, c low, d e f g mid, h i high.

Algorithm 3 for the query (2, 5). Below: a, b, so y_min = mid; above: h, i, so y_max = high.
    PM   in range: b (d2 = 2), d (2), e (8). Weights 1/sqrt(2), 1/sqrt(2), 1/sqrt(8), that is 2 : 2 : 1.
         u = (2 (1/4, 1/4, 1/2) + 2 (0, 3/4, 1/4) + (0, 1, 0)) / 5 = (1/10, 3/5, 3/10): mid.
    AM   With RCr = 1 row b stays high, so the range is [high, high]; d and e are out of it and count half:
         weights 2 : 1 : 1/2. u = (2 (0, 0, 1) + (0, 1, 0) + 1/2 (0, 1, 0)) / (7/2) = (0, 3/7, 4/7): high.
The query (6, 4). Below: all rows but h and i; y_min = mid for PM, high for AM (because of b); above: h, i.
    PM   f (1), g (1), h (4): weights 2 : 2 : 1. u = (1/5, 1/5, 3/5): high.
    AM   f and g count half: weights 1 : 1 : 1. u = (1/6, 1/3, 1/2): medians mid and high, because one half is
         reached exactly; the lower middle is mid.
The query (6, 3) equals row g, so g alone decides: u = (1/2, 0, 1/2), which is mid, under PM and under AM.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from monfknn_ref.estimator import MonFkNN

__all__ = ["CLASSES", "LABELS", "NAMES", "PENCIL", "QUERIES", "ROWS", "approximate", "pure"]

CLASSES = ["low", "mid", "high"]
NAMES = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
"""The names of the distinct rows."""
ROWS = [(1, 1), (1, 4), (4, 1), (3, 4), (4, 3), (5, 4), (6, 3), (6, 3), (6, 6), (6, 7)]
LABELS = ["low", "high", "low", "mid", "mid", "mid", "low", "high", "high", "high"]
QUERIES = [(2, 5), (6, 4), (6, 3)]


def pure() -> MonFkNN:
    """MonFkNN-PM fitted to the example.

    >>> pure().predict(QUERIES)
    ['mid', 'high', 'mid']
    """
    return MonFkNN.pure_monotonic(k=2, K=3).fit(ROWS, LABELS, CLASSES)


def approximate() -> MonFkNN:
    """MonFkNN-AM fitted to the example.

    >>> approximate().predict(QUERIES)
    ['high', 'mid', 'mid']
    """
    return MonFkNN.approximate_monotonic(k=2, K=3).fit(ROWS, LABELS, CLASSES)


def _fractions(*values: str) -> list[Fraction]:
    return [Fraction(value) for value in values]


PENCIL: dict[str, list[Any]] = {
    "first labels": ["low", "high", "low", "mid", "mid", "mid", "mid", "high", "high"],
    "ranges": [(0, 0), (0, 1), (0, 1), (0, 2), (0, 1), (2, 2), None, (2, 2), (2, 2)],
    "neighbors": ["c", "da", "eg", "eb", "df", "hi", None, "ib", "hb"],
    "memberships": [
        _fractions("1", "0", "0"),
        _fractions("1/4", "1/4", "1/2"),
        _fractions("1/2", "1/2", "0"),
        _fractions("0", "3/4", "1/4"),
        _fractions("0", "1", "0"),
        _fractions("0", "1/2", "1/2"),
        _fractions("1/2", "0", "1/2"),
        _fractions("0", "0", "1"),
        _fractions("0", "0", "1"),
    ],
    "labels": ["low", "mid", "low", "mid", "mid", "mid", "mid", "high", "high"],
    "queries PM": [
        _fractions("1/10", "3/5", "3/10"),
        _fractions("1/5", "1/5", "3/5"),
        _fractions("1/2", "0", "1/2"),
    ],
    "queries AM": [
        _fractions("0", "3/7", "4/7"),
        _fractions("1/6", "1/3", "1/2"),
        _fractions("1/2", "0", "1/2"),
    ],
    "classes PM": ["mid", "high", "mid"],
    "classes AM": ["high", "mid", "mid"],
}
"""The results worked out by hand, stage by stage; the code must find the same."""
