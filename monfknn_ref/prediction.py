"""Section 3.3, Algorithm 3 with Eq. 7: aggregate the memberships of the neighbors and predict a class.

Symbols: x the query, D' (here D_) and u' (here u_) what Algorithm 1 returned, y' (here y_) their medians,
r the range of x, nn its K neighbors, pOR' (here pOR) the penalty of neighbors out of range.

Algorithm 3 stands here in its order, cut in three where a fitted model needs it: what is done once for all
queries (lines 2 and 3), what gives a query its memberships (lines 4 to 14), and what gives it its class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from monfknn_ref.arithmetic import Number, Rows
from monfknn_ref.medians import median
from monfknn_ref.memberships import TrainedMemberships, train_class_memberships
from monfknn_ref.neighbors import neighbors_as_mknn
from monfknn_ref.open_points import (
    Tie,
    arithmetic,
    check_tie,
    inverse_distances,
    keeps_first_labels,
    settle_no_neighbor,
)
from monfknn_ref.order import in_range, prepare
from monfknn_ref.ranges import valid_range
from monfknn_ref.readings import PAPER, Reading
from monfknn_ref.validation import Row, check_positive, check_share

__all__ = ["Aggregation", "Training", "aggregate", "memberships_of_query", "monfknn", "train"]


@dataclass(frozen=True)
class Training:
    """What lines 2 and 3 leave for every query: D', u' and y', with the labels of Alg. 1 line 13."""

    rows: Rows
    memberships: list[list[Number]]
    labels: list[int]
    first_labels: list[int]
    appearances: list[int]
    c: int


class Aggregation(NamedTuple):
    """What lines 4 to 14 find out about a query."""

    range: tuple[int, int]
    neighbors: list[int]
    penalties: list[Number]
    weights: list[Number]
    """pOR_j / ||x - x_j||^(m-1), up to a common factor; 1 for a coincident row and 0 for all others."""
    memberships: list[Number]


# --8<-- [start:aggregate]
def aggregate(  # Eq 7
    u: Sequence[Sequence[Number]], pOR: Sequence[Number], factors: Sequence[Number], c: int
) -> list[Number]:
    """Eq. 7: the memberships of the neighbors averaged, each weighted by pOR_j / ||x - x_j||^(m-1).

    `factors` are the 1 / ||x - x_j||^(m-1).

    A penalty of 1 changes nothing, and a penalty of 0 is as good as not being a neighbor:

    >>> from fractions import Fraction as F
    >>> u = [[F(1), F(0)], [F(1, 2), F(1, 2)], [F(0), F(1)]]
    >>> from monfknn_ref.classifiers.fknn import aggregate as without_penalty           # Eq. 2
    >>> factors = [F(1), F(1, 2), F(1, 2)]
    >>> aggregate(u, [1, 1, 1], factors, 2) == without_penalty(u, factors, 2)
    True
    >>> aggregate(u, [1, 1, 0], factors, 2) == without_penalty(u[:2], factors[:2], 2)
    True
    >>> [str(u_l) for u_l in aggregate(u, [1, 1, F(1, 2)], factors, 2)]
    ['5/7', '2/7']
    """
    denominator: Number = 0
    for pOR_j, factor in zip(pOR, factors):
        denominator = denominator + pOR_j * factor
    u_x = []
    for l in range(c):
        numerator: Number = 0
        for u_j, pOR_j, factor in zip(u, pOR, factors):
            numerator = numerator + u_j[l] * (pOR_j * factor)
        u_x.append(numerator / denominator)
    return u_x
# --8<-- [end:aggregate]


# --8<-- [start:monfknn]
def monfknn(  # Alg 3.1
    x: Any,
    D: Any,
    y: Any,
    k: int,
    RCr: Any,
    K: int,
    typeRange: str,
    pOR: Any,
    m: Any = 2,
    c: int | None = None,
    reading: Reading = PAPER,
    tie: Tie | None = None,
) -> int:
    """Algorithm 3: the class of x, from the training rows D with classes y.

    >>> D, y = [(1, 1), (2, 1), (2, 3), (4, 4)], [0, 0, 1, 2]
    >>> monfknn((3, 3), D, y, k=2, RCr=0.5, K=3, typeRange="inRange", pOR=1)
    1
    """
    x, D, y, c = prepare(x, D, y, c, reading)
    tie = check_tie(tie, reading)
    training = train(D, y, k, RCr, c, reading, tie)
    u_x = memberships_of_query(x, training, K, typeRange, pOR, m, reading, tie).memberships
    return class_of_query(u_x, reading, tie)


def train(
    D: Rows, y: Sequence[int], k: int, RCr: Any, c: int, reading: Reading, tie: Tie
) -> Training:
    """Lines 2 and 3: the same for every query."""
    learnt = train_class_memberships(D, y, k, RCr, c, reading, tie)             # Alg 3.2
    y_ = medians_of_rows(learnt, RCr, reading, tie)                             # Alg 3.3
    return Training(learnt.rows, learnt.memberships, y_, learnt.first_labels, learnt.appearances, c)


def memberships_of_query(
    x: Row, training: Training, K: int, typeRange: str, pOR: Any, m: Any, reading: Reading, tie: Tie
) -> Aggregation:
    """Lines 4 to 14: the range of x, its neighbors, their penalties, its memberships."""
    D_, u_, y_, c = training.rows, training.memberships, training.labels, training.c
    numbers = arithmetic(reading)
    pOR = numbers.number(check_share("pOR", pOR))
    check_positive("m", m)
    r = valid_range(x, D_, y_, c, reading)                                      # Alg 3.4
    nn = neighbors_as_mknn(x, r, K, typeRange, D_, y_, reading)                 # Alg 3.6
    penalties: list[Number] = []
    for j in nn:                                                                # Alg 3.7
        if typeRange == "inRange" or in_range(y_[j], r):                        # Alg 3.8
            penalties.append(1)                                                 # Alg 3.9
        else:                                                                   # Alg 3.10
            penalties.append(pOR)                                               # Alg 3.11
    factors = inverse_distances(x, D_, nn, m, reading)
    weights = [pOR_j * factor for pOR_j, factor in zip(penalties, factors)]
    if not any(weights):  # no neighbor, or none that counts
        return Aggregation(r, nn, penalties, weights, settle_no_neighbor(r, c, tie, reading))
    u_x = aggregate([u_[j] for j in nn], penalties, factors, c)                 # Alg 3.14
    return Aggregation(r, nn, penalties, weights, numbers.normalised(u_x))


def class_of_query(u_x: Sequence[Number], reading: Reading, tie: Tie) -> int:
    """Line 15: the median of the memberships."""
    return median(u_x, reading, tie)                                            # Alg 3.15
# --8<-- [end:monfknn]


def medians_of_rows(learnt: TrainedMemberships, RCr: Any, reading: Reading, tie: Tie) -> list[int]:
    """y' of Alg. 3 line 3: the median of each row's memberships."""
    if keeps_first_labels(arithmetic(reading).number(RCr), reading):
        return learnt.first_labels
    return [median(u_i, reading, tie) for u_i in learnt.memberships]
