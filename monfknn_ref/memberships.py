"""Section 3.2, Algorithm 1 with Eq. 5 and Eq. 6: class memberships of the training rows.

Symbols: D the rows with classes y, D' (here D_) the distinct rows, y' (here y_) their medians, u the
memberships, k the neighbors looked at, RCr the relevance of a row's own class.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from monfknn_ref.arithmetic import Arithmetic, Number, Rows
from monfknn_ref.medians import median
from monfknn_ref.neighbors import neighbors_as_mknn
from monfknn_ref.open_points import (
    Tie,
    arithmetic,
    check_tie,
    classes_of_neighbors,
    is_duplicated,
    keeps_first_labels,
    left_out,
)
from monfknn_ref.order import prepare
from monfknn_ref.ranges import valid_range
from monfknn_ref.readings import PAPER, Reading
from monfknn_ref.validation import Row, check_share, check_whole

__all__ = [
    "TrainedMemberships",
    "frequency_of_class",
    "membership_with_relevance",
    "train_class_memberships",
]


@dataclass(frozen=True)
class TrainedMemberships:
    """What Algorithm 1 returns: it unpacks as (D', u); the labels of line 13 ride along."""

    rows: Rows
    """D' in the numbers of the reading."""
    memberships: list[list[Number]]
    first_labels: list[int]
    appearances: list[int]
    """For each row of D' the position in D at which it first appears."""
    given: list[Row] | None = None
    """D in the numbers of the caller."""

    def __iter__(self) -> Iterator[Any]:
        rows = self.rows if self.given is None else [self.given[i] for i in self.appearances]
        return iter((rows, self.memberships))


# --8<-- [start:frequency_of_class]
def frequency_of_class(l: int, labels: Sequence[int], numbers: Arithmetic) -> Number:  # Eq 5
    """Eq. 5: the share of class l among the labels of the rows with equal attributes.

    >>> from monfknn_ref.arithmetic import EXACT
    >>> [frequency_of_class(l, [0, 2, 2], EXACT) for l in range(3)]
    [Fraction(1, 3), Fraction(0, 1), Fraction(2, 3)]
    """
    return numbers.ratio(labels.count(l), len(labels))
# --8<-- [end:frequency_of_class]


# --8<-- [start:membership_with_relevance]
def membership_with_relevance(  # Eq 6
    l: int, y_i: int, classes: Sequence[int], RCr: Number, numbers: Arithmetic
) -> Number:
    """Eq. 6: class l's share of the neighbors, scaled to 1 - RCr; the row's own class has RCr on top.

    `classes` are those of the k neighbors found. With RCr = 1/2 and all neighbors of one other class, both
    classes hold half, and both are medians; with 0.51, the value of Eq. 3, only the row's own class is:

    >>> from fractions import Fraction
    >>> from monfknn_ref.arithmetic import EXACT
    >>> from monfknn_ref.medians import median_range
    >>> def u(y_i, classes, RCr):
    ...     return [membership_with_relevance(l, y_i, classes, RCr, EXACT) for l in (0, 1)]
    >>> u(0, [1, 1, 1], Fraction(1, 2)), median_range(u(0, [1, 1, 1], Fraction(1, 2)))
    ([Fraction(1, 2), Fraction(1, 2)], (0, 1))
    >>> u(0, [1, 1, 1], Fraction(51, 100)), median_range(u(0, [1, 1, 1], Fraction(51, 100)))
    ([Fraction(51, 100), Fraction(49, 100)], (0, 0))

    With RCr = 0 the neighbors alone decide, with RCr = 1 the row's own class does:

    >>> u(0, [0, 1, 1], Fraction(0)), u(0, [0, 1, 1], Fraction(1))
    ([Fraction(1, 3), Fraction(2, 3)], [Fraction(1, 1), Fraction(0, 1)])
    """
    nn_l, k = classes.count(l), len(classes)
    if y_i == l:
        return RCr + numbers.ratio(nn_l, k) * (1 - RCr)
    return numbers.ratio(nn_l, k) * (1 - RCr)
# --8<-- [end:membership_with_relevance]


def remove_duplicates(D: Rows) -> list[int]:
    """The positions in D of the first appearance of each distinct row."""
    first: dict[Row, int] = {}
    for i, x_i in enumerate(D):
        first.setdefault(x_i, i)
    return list(first.values())


def labels_of_equal_rows(D: Rows, y: Sequence[int]) -> list[list[int]]:
    """For each row of D the labels of all rows equal to it, its own included."""
    labels: dict[Row, list[int]] = {}
    for x_i, y_i in zip(D, y):
        labels.setdefault(x_i, []).append(y_i)
    return [labels[x_i] for x_i in D]


# --8<-- [start:train_class_memberships]
def train_class_memberships(  # Alg 1.1
    D: Any,
    y: Any,
    k: int,
    RCr: Any,
    c: int | None = None,
    reading: Reading = PAPER,
    tie: Tie | None = None,
) -> TrainedMemberships:
    """Algorithm 1: the distinct rows D' and their class memberships u.

    Row (1, 1) appears twice, so Eq. 5 shares it between its labels 0 and 1; its median is 0. Row (4, 4) looks
    at its one nearest neighbor, (3, 3) of class 1, and row (3, 3) at (4, 4) of class 1:

    >>> D, u = train_class_memberships([(1, 1), (4, 4), (1, 1), (3, 3)], [0, 1, 1, 1], k=1, RCr=0.5)
    >>> [[str(u_il) for u_il in u_i] for u_i in u]
    [['1/2', '1/2'], ['0', '1'], ['0', '1']]
    """
    _, D, y, c = prepare(None, D, y, c, reading)
    k, tie, numbers = check_whole("k", k, 1), check_tie(tie, reading), arithmetic(reading)
    RCr = numbers.number(check_share("RCr", RCr))
    equal = labels_of_equal_rows(D, y)
    u: list[list[Number]] = [[] for _ in D]
    for i in range(len(D)):                                                     # Alg 1.2
        for l in range(c):                                                      # Alg 1.3
            if is_duplicated(equal[i], reading):                                # Alg 1.4
                u[i].append(frequency_of_class(l, equal[i], numbers))           # Alg 1.5
            else:                                                               # Alg 1.6
                u[i].append(numbers.ratio(1 if y[i] == l else 0, 1))            # Alg 1.7
    first = remove_duplicates(D)                                                # Alg 1.11
    D_, u = Rows(D[i] for i in first), [u[i] for i in first]
    y_ = []
    for i in range(len(D_)):                                                    # Alg 1.12
        y_.append(median(u[i], reading, tie))                                   # Alg 1.13
    if keeps_first_labels(RCr, reading):
        return TrainedMemberships(D_, u, y_, first, D.given)
    for i in range(len(D_)):                                                    # Alg 1.15
        if not is_duplicated(equal[first[i]], reading):                         # Alg 1.16
            itself = left_out(i, reading)
            r = valid_range(D_[i], D_, y_, c, reading, itself)                  # Alg 1.17
            nn = neighbors_as_mknn(D_[i], r, k, "inRange", D_, y_, reading, itself)  # Alg 1.19
            own = y[first[i]]
            classes = classes_of_neighbors([y_[j] for j in nn], own, k, reading)
            for l in range(c):                                                  # Alg 1.20
                u[i][l] = membership_with_relevance(l, own, classes, RCr, numbers)  # Alg 1.21
        assert sum(u[i]) == 1 or reading.arithmetic == "doubles"
    return TrainedMemberships(D_, u, y_, first, D.given)                        # Alg 1.25
# --8<-- [end:train_class_memberships]
