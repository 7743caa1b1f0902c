"""Section 3.2, Algorithm 1 with Eq. 5 and Eq. 6: the class memberships of the training rows.

Symbols: D the rows with classes y, D' (here D_) the distinct rows, y' (here y_) their medians, u the
memberships, k the number of neighbors, RCr the relevance of a row's own class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from monfknn_ref.arithmetic import Membership, Row, Scalar
from monfknn_ref.paper.medians import median
from monfknn_ref.paper.neighbors import neighbors_as_mknn
from monfknn_ref.paper.order import Class, Classes, Rows
from monfknn_ref.paper.ranges import valid_range
from monfknn_ref.readings.rules import Rules


@dataclass(frozen=True)
class Learned:
    """What is learned from the training rows, once for all queries."""

    D: list[Row]
    """D': the distinct rows, in the order in which they first appear."""
    u: list[list[Membership]]
    """u': their memberships, which sum to 1 for each row."""
    y: list[Class]
    """y': their medians, first those of Alg. 1 line 13, then those of Alg. 3 line 3."""
    first_labels: list[Class]
    """y' as Alg. 1 line 13 sets it."""
    appearances: list[int]
    """For each row of D', the position in D at which it first appears."""


# fmt: off
# --8<-- [start:frequency_of_class]
def frequency_of_class(l: Class, labels: Classes, rules: Rules) -> Scalar:                              # Eq 5
    """Eq. 5: the share of class l among the labels of the rows with equal attributes.

    >>> [str(frequency_of_class(l, [0, 2, 2], Rules())) for l in range(3)]
    ['1/3', '0', '2/3']
    """
    return rules.share(labels.count(l), len(labels))
# --8<-- [end:frequency_of_class]
# fmt: on


# fmt: off
# --8<-- [start:membership_with_relevance]
def membership_with_relevance(l: Class, y_i: Class, shares: Sequence[Scalar], RCr: Scalar) -> Scalar:   # Eq 6
    """Eq. 6: class l's share of the neighbors times 1 - RCr, plus RCr if l is the row's own class.

    `shares` holds nn_l / k, the share of each class among the k neighbors. If RCr = 1/2 and all neighbors
    are of one other class, both classes hold half and both are medians. With RCr = 0.51, the value of Eq. 3,
    only the row's own class is a median:

    >>> from fractions import Fraction
    >>> from monfknn_ref.paper.medians import median_range
    >>> def u(y_i, shares, RCr):
    ...     return [membership_with_relevance(l, y_i, shares, RCr) for l in (0, 1)]
    >>> u(0, [0, 1], Fraction(1, 2)), median_range(u(0, [0, 1], Fraction(1, 2)))
    ([Fraction(1, 2), Fraction(1, 2)], (0, 1))
    >>> u(0, [0, 1], Fraction(51, 100)), median_range(u(0, [0, 1], Fraction(51, 100)))
    ([Fraction(51, 100), Fraction(49, 100)], (0, 0))

    With RCr = 0 the neighbors alone decide; with RCr = 1 the row's own class alone decides:

    >>> thirds = [Fraction(1, 3), Fraction(2, 3)]
    >>> u(0, thirds, Fraction(0)), u(0, thirds, Fraction(1))
    ([Fraction(1, 3), Fraction(2, 3)], [Fraction(1, 1), Fraction(0, 1)])
    """
    if y_i == l:
        return RCr + shares[l] * (1 - RCr)  # with RCr = 1/2 at least half, often exactly half
    return shares[l] * (1 - RCr)
# --8<-- [end:membership_with_relevance]
# fmt: on


def labels_of_equal_rows(D: Rows, y: Classes) -> list[list[Class]]:
    """For each row of D, the labels of all rows equal to it, its own label included.

    >>> labels_of_equal_rows([(1, 1), (2, 2), (1, 1)], [0, 1, 2])
    [[0, 2], [1], [0, 2]]
    """
    labels: dict[Row, list[Class]] = {}
    for x_i, y_i in zip(D, y):
        labels.setdefault(x_i, []).append(y_i)
    return [labels[x_i] for x_i in D]


def remove_duplicates(D: Rows) -> list[int]:
    """The positions in D of the first appearance of each distinct row.

    >>> remove_duplicates([(1, 1), (2, 2), (1, 1)])
    [0, 1]
    """
    first: dict[Row, int] = {}
    for i, x_i in enumerate(D):
        first.setdefault(x_i, i)
    return list(first.values())


# fmt: off
# --8<-- [start:train_class_memberships]
def train_class_memberships(D: Rows, y: Classes, k: int, RCr: Scalar, rules: Rules) -> Learned:     # Alg 1.1
    """Algorithm 1: the distinct rows D' and their class memberships u.

    Row (1, 1) appears twice, so Eq. 5 gives half of its membership to each of its labels 0 and 1. Its median
    is 0. Row (4, 4) has one neighbor, (3, 3) of class 1, and row (3, 3) has one neighbor, (4, 4) of class 1:

    >>> from fractions import Fraction
    >>> D, y = [(1, 1), (4, 4), (1, 1), (3, 3)], [0, 1, 1, 1]
    >>> learned = train_class_memberships(D, y, 1, Fraction(1, 2), Rules(c=2))
    >>> [[str(u_il) for u_il in u_i] for u_i in learned.u]
    [['1/2', '1/2'], ['0', '1'], ['0', '1']]
    """
    equal = labels_of_equal_rows(D, y)
    u: list[list[Membership]] = [[] for _ in D]
    for i in range(len(D)):                                                                         # Alg 1.2
        for l in rules.Y:                                                                           # Alg 1.3
            if rules.duplicated(equal[i]):                                                          # Alg 1.4
                u[i].append(frequency_of_class(l, equal[i], rules))                                 # Alg 1.5
            else:                                                                                   # Alg 1.6
                u[i].append(rules.one if y[i] == l else rules.zero)                                 # Alg 1.7
    first = remove_duplicates(D)                                                                    # Alg 1.11
    D_, u, y_ = [D[i] for i in first], [u[i] for i in first], list[Class]()
    for i in range(len(D_)):                                                                        # Alg 1.12
        y_.append(median(u[i], rules))                                                              # Alg 1.13
    for i in rules.second_look(D_, RCr):                                                            # Alg 1.15
        if not rules.duplicated(equal[first[i]]):                                                   # Alg 1.16
            r = valid_range(D_[i], D_, y_, rules, itself=i)  # y_ is still that of line 13          # Alg 1.17
            nn = neighbors_as_mknn(D_[i], r, k, "inRange", D_, y_, rules, itself=i)                 # Alg 1.19
            shares = rules.shares_of_neighbors([y_[j] for j in nn], y[first[i]], k, r)
            for l in rules.Y:                                                                       # Alg 1.20
                u[i][l] = membership_with_relevance(l, y[first[i]], shares, RCr)                    # Alg 1.21
    return Learned(D_, u, list(y_), y_, first)                                                      # Alg 1.25
# --8<-- [end:train_class_memberships]
# fmt: on
