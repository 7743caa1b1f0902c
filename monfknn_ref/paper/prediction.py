"""Section 3.3, Algorithm 3 with Eq. 7: aggregate the memberships of the neighbors and predict a class.

Symbols: x the query, D', u' and y' what was learned from the rows, r the range of x, nn its K
neighbors, pOR_j the penalty of neighbor x_j, pOR' (here pOR_) that of the neighbors out of range.

Algorithm 3 is split into two functions, so that a fitted model can answer many queries: `learn` carries out
lines 2 and 3 once, and `classify` carries out lines 4 to 15 for each query.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from monfknn_ref.arithmetic import Membership, Row, Scalar, Weight
from monfknn_ref.paper.medians import Memberships, median
from monfknn_ref.paper.memberships import Learned, train_class_memberships
from monfknn_ref.paper.neighbors import neighbors_as_mknn
from monfknn_ref.paper.order import Class, Classes, Range, Rows, in_range
from monfknn_ref.paper.ranges import valid_range
from monfknn_ref.readings.rules import Rules


@dataclass(frozen=True)
class Query:
    """What Algorithm 3 finds out about a query."""

    range: Range
    neighbors: list[int]
    """Their positions in D', nearest first."""
    penalties: Mapping[int, Scalar]
    """pOR_j of each neighbor."""
    memberships: list[Membership]
    label: Class


# fmt: off
# --8<-- [start:aggregate]
def aggregate(u: Sequence[Memberships], pOR: Mapping[int, Scalar], weights: Sequence[Weight],       # Eq 7
              r: Range, rules: Rules) -> list[Membership]:
    """Eq. 7: the average of the neighbors' memberships, each weighted by pOR_j / ||x - x_j||^(m-1).

    `pOR` has an entry for each neighbor j, and `weights` holds 1 / ||x - x_j||^(m-1) in the same order. A
    neighbor with penalty 1 counts in full, and one with penalty 0 does not count at all:

    >>> from fractions import Fraction as F
    >>> from monfknn_ref.paper.fknn import average                                                   # Eq. 2
    >>> u, weights = [[F(1), F(0)], [F(1, 2), F(1, 2)], [F(0), F(1)]], [F(1), F(1, 2), F(1, 2)]
    >>> rules = Rules(c=2)
    >>> aggregate(u, {0: 1, 1: 1, 2: 1}, weights, (0, 1), rules) == average(u, weights, rules)
    True
    >>> aggregate(u, {0: 1, 1: 1, 2: 0}, weights, (0, 1), rules) == average(u[:2], weights[:2], rules)
    True
    >>> [str(u_l) for u_l in aggregate(u, {0: 1, 1: 1, 2: F(1, 2)}, weights, (0, 1), rules)]
    ['5/7', '2/7']
    """
    numerators, denominator = [0 for _ in rules.Y], 0
    for j, weight in zip(pOR, weights):
        for l in rules.Y:
            numerators[l] = numerators[l] + u[j][l] * (pOR[j] * weight)
        denominator = denominator + pOR[j] * weight
    if not denominator:  # 0 / 0: no neighbor has a weight
        return rules.without_neighbors(r, pOR.values(), weights)
    return rules.normalized([numerator / denominator for numerator in numerators])
# --8<-- [end:aggregate]
# fmt: on


# fmt: off
# --8<-- [start:monfknn]
def learn(D: Rows, y: Classes, k: int, RCr: Scalar, rules: Rules) -> Learned:                       # Alg 3.1
    """Algorithm 3, lines 2 and 3: what is learned once, for all queries.

    >>> from fractions import Fraction
    >>> learn([(1, 1), (2, 1), (2, 3), (4, 4)], [0, 0, 1, 2], 2, Fraction(1, 2), Rules(c=3)).y
    [0, 0, 0, 1]
    """
    model = train_class_memberships(D, y, k, RCr, rules)                                            # Alg 3.2
    for i in rules.second_look(model.D, RCr):
        model.y[i] = median(model.u[i], rules)                                                      # Alg 3.3
    return model


def classify(x: Row, model: Learned, K: int, typeRange: str, pOR_: Scalar, m: Scalar, rules: Rules) -> Query:
    """Algorithm 3, lines 4 to 15: the class of x, and the steps that lead to it.

    >>> from fractions import Fraction
    >>> rules = Rules(c=3)
    >>> model = learn([(1, 1), (2, 1), (2, 3), (4, 4)], [0, 0, 1, 2], 2, Fraction(1, 2), rules)
    >>> found = classify((3, 3), model, 3, "inRange", 1, 2, rules)
    >>> found.range, found.neighbors, found.label
    ((0, 1), [2, 3, 1], 1)
    """
    r = valid_range(x, model.D, model.y, rules)  # by y' of line 3, not by the given y              # Alg 3.4
    nn = neighbors_as_mknn(x, r, K, typeRange, model.D, model.y, rules)                             # Alg 3.6
    pOR: dict[int, Scalar] = {}
    for j in nn:                                                                                    # Alg 3.7
        if typeRange == "inRange" or in_range(model.y[j], r):                                       # Alg 3.8
            pOR[j] = 1                                                                              # Alg 3.9
        else:                                                                                       # Alg 3.10
            pOR[j] = pOR_                                                                           # Alg 3.11
    u = aggregate(model.u, pOR, rules.weights(x, model.D, nn, m), r, rules)                         # Alg 3.14
    return Query(r, nn, pOR, u, median(u, rules))                                                   # Alg 3.15
# --8<-- [end:monfknn]
# fmt: on
