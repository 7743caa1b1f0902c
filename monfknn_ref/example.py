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

Below the example stand the paper's own statements as checks that can fail: `CLAIMS` lists them, and `python
-m monfknn_ref` runs them. The expected numbers are those printed in the paper, or those above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from monfknn_ref.arithmetic import EXACT, Scalar
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.model.functions import (
    cumulative,
    first_degree_dominates,
    median,
    median_range,
    neighbors_as_mknn,
    valid_range,
)
from monfknn_ref.paper.fknn import argmax, average, fuzzy_membership
from monfknn_ref.paper.memberships import frequency_of_class, membership_with_relevance
from monfknn_ref.paper.prediction import aggregate
from monfknn_ref.readings import Rules

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

U_I = [0.2, 0.2, 0.4, 0.2, 0.0]
U_J = [0.0, 0.4, 0.3, 0.2, 0.1]
U_T = [0.2, 0.3, 0.0, 0.3, 0.2]


class Claim(NamedTuple):
    """A statement, the place where the paper makes it, and a check of it."""

    where: str
    statement: str
    holds: Callable[[], bool]


CLAIMS: list[Claim] = []


def claim(where: str, statement: str) -> Callable[[Callable[[], bool]], Callable[[], bool]]:
    """Add the decorated check to `CLAIMS`."""

    def register(holds: Callable[[], bool]) -> Callable[[], bool]:
        CLAIMS.append(Claim(where, statement, holds))
        return holds

    return register


@claim("Section 3.1", "the largest membership breaks monotonicity: argmax gives u_i class 3, u_j class 2")
def argmax_breaks_monotonicity() -> bool:
    return (argmax(U_I) + 1, argmax(U_J) + 1) == (3, 2)


@claim("Section 3.1", "u_j dominates u_i stochastically, with the cumulative vectors as printed")
def u_j_dominates_u_i() -> bool:
    U_i = [Fraction(n, 10) for n in (2, 4, 8, 10, 10)]
    U_j = [Fraction(n, 10) for n in (0, 4, 7, 9, 10)]
    return cumulative(U_I) == U_i and cumulative(U_J) == U_j and first_degree_dominates(U_J, U_I)


@claim("Section 3.1", "the median keeps monotonicity: it gives u_i and u_j class 3")
def medians_agree() -> bool:
    return median(U_I) + 1 == median(U_J) + 1 == 3


@claim("Section 3.1", "u_t has the medians 2 and 4, one half is reached exactly at both, and its class is 3")
def median_between() -> bool:
    l_m, l_M = median_range(U_T)
    half_reached = cumulative(U_T)[l_m] == cumulative(U_T[::-1])[-1 - l_M] == Fraction(1, 2)
    return (l_m + 1, l_M + 1) == (2, 4) and half_reached and median(U_T) + 1 == 3


def shares(classes: list[int], c: int) -> list[Scalar]:
    """nn_l / k, the share of each class among some neighbors."""
    return [frequency_of_class(l, classes, Rules()) for l in range(c)]


def eq_6(own: int, classes: list[int], RCr: Fraction, c: int) -> list[Scalar]:
    """All memberships of a row by Eq. 6."""
    return [membership_with_relevance(l, own, shares(classes, c), RCr) for l in range(c)]


def neighborhoods(k: int, c: int, lowest: int = 0) -> Iterator[list[int]]:
    """Every combination of classes that k neighbors can have, sorted."""
    if k == 0:
        yield []
        return
    for l in range(lowest, c):
        for rest in neighborhoods(k - 1, c, l):
            yield [l, *rest]


@claim("Section 3.2", "if RCr = 1/2 and all neighbors are of one other class, both classes are medians")
def relevance_one_half_gives_both() -> bool:
    return median_range(eq_6(0, [2, 2, 2, 2, 2], Fraction(1, 2), 3)) == (0, 2)


@claim("Section 3.2", "if RCr = 0.51, the value of FkNN, only the row's own class is a median")
def relevance_of_fknn_keeps_own() -> bool:
    return median_range(eq_6(0, [2, 2, 2, 2, 2], Fraction(51, 100), 3)) == (0, 0)


@claim("Section 3.2", "if RCr = 1/2, a row's own class lies in its median range (all cases, k <= 7, c = 4)")
def relevance_one_half_keeps_own_within() -> bool:
    for k in range(1, 8):
        for classes in neighborhoods(k, 4):
            for own in range(4):
                l_m, l_M = median_range(eq_6(own, classes, Fraction(1, 2), 4))
                if not l_m <= own <= l_M:
                    return False
    return True


@claim("Section 3.2", "if RCr = 0, the neighbors alone decide")
def relevance_zero() -> bool:
    return eq_6(0, [1, 1, 2], Fraction(0), 3) == [Fraction(0), Fraction(2, 3), Fraction(1, 3)]


@claim("Section 3.2", "if RCr = 1, only rows with equal attributes change: all other labels stay")
def relevance_one() -> bool:
    model = MonFkNN(k=2, RCr=1).fit(ROWS, LABELS, ["low", "mid", "high"])
    crisp = [sorted(u) == [0, 0, 1] for u in model.training_memberships_]
    return model.training_labels_ == model.first_labels_ and crisp.count(False) == 1 and not crisp[6]


@claim("Section 3.4", "Eq. 6 with RCr = 0.51 is Eq. 3 (all cases, k <= 5, c = 3)")
def eq_6_generalizes_eq_3() -> bool:
    for k in range(1, 6):
        for classes in neighborhoods(k, 3):
            u = [fuzzy_membership(l, 1, shares(classes, 3), Rules()) for l in range(3)]
            if u != eq_6(1, classes, Fraction(51, 100), 3):
                return False
    return True


NEIGHBORS = [eq_6(own, [own, 2], Fraction(1, 2), 3) for own in range(3)]
WEIGHTS = [EXACT.inverse_power(q, Fraction(1)) for q in (2, 3, 5)]


@claim("Section 3.3", "if pOR = 1, there is no penalty, and Eq. 7 is Eq. 2")
def no_penalty() -> bool:
    rules = Rules(c=3)
    return aggregate(NEIGHBORS, {0: 1, 1: 1, 2: 1}, WEIGHTS, (0, 2), rules) == average(
        NEIGHBORS, WEIGHTS, rules
    )


@claim("Section 3.3", "if pOR = 0, a neighbor out of range does not count")
def full_penalty() -> bool:
    rules = Rules(c=3)
    without = average(NEIGHBORS[::2], WEIGHTS[::2], rules)
    return aggregate(NEIGHBORS, {0: 1, 1: 0, 2: 1}, WEIGHTS, (0, 2), rules) == without


@claim("running example", "Alg. 1 lines 2 to 14: the labels of the distinct rows")
def first_labels() -> bool:
    return pure().first_labels_ == PENCIL["first labels"]


@claim("running example", "Alg. 1 line 17: the range of every row that is not duplicated")
def ranges() -> bool:
    D, y = pure().learned_.D, pure().learned_.first_labels
    found = [valid_range(x_i, D, y, 3, leave_out=i) for i, x_i in enumerate(D)]
    return all(r == wanted for r, wanted in zip(found, PENCIL["ranges"]) if wanted is not None)


@claim("running example", "Alg. 1 line 19: the neighbors of every such row")
def neighbors() -> bool:
    D, y = pure().learned_.D, pure().learned_.first_labels
    for i, (r, wanted) in enumerate(zip(PENCIL["ranges"], PENCIL["neighbors"])):
        if wanted is not None:
            nn = neighbors_as_mknn(D[i], r, 2, "inRange", D, y, leave_out=i)
            if "".join(NAMES[j] for j in nn) != wanted:
                return False
    return True


@claim("running example", "Alg. 1 line 25: the memberships")
def memberships() -> bool:
    return pure().training_memberships_ == PENCIL["memberships"]


@claim("running example", "Alg. 3 line 3: the labels")
def labels() -> bool:
    return pure().training_labels_ == PENCIL["labels"]


@claim("running example", "Alg. 3 line 14: the memberships of the queries, PM and AM")
def query_memberships() -> bool:
    found = pure().predict_memberships(QUERIES), approximate().predict_memberships(QUERIES)
    return found == (PENCIL["queries PM"], PENCIL["queries AM"])


@claim("running example", "Alg. 3 line 15: the classes of the queries, PM and AM")
def query_classes() -> bool:
    found = pure().predict(QUERIES), approximate().predict(QUERIES)
    return found == (PENCIL["classes PM"], PENCIL["classes AM"])
