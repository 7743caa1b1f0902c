"""The paper's functions for callers: each checks and converts its arguments, then calls its namesake.

The namesakes are in `monfknn_ref.paper`, where nothing is checked. Classes are given and returned as
positions 0, ..., c - 1. If the number of classes c is not given, it is one more than the highest class in y.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from monfknn_ref.arithmetic import ARITHMETICS, EXACT, Membership, Row, Scalar
from monfknn_ref.arithmetic.power_sums import Share
from monfknn_ref.model.checks import (
    MOST_CLASSES,
    GivenRow,
    check_memberships,
    check_positive,
    check_range,
    check_share,
    check_whole,
    is_sequence,
)
from monfknn_ref.model.door import check_influence, check_row, check_table, check_targets, on_one_grid
from monfknn_ref.paper import medians, memberships, neighbors, order, prediction, ranges
from monfknn_ref.readings import PAPER, Reading, Rules, Tie, check_reading
from monfknn_ref.readings.errors import check_choice, shown


def dominates(x: Sequence[Any], z: Sequence[Any]) -> bool:
    """x ⪰ z: every attribute of x is at least that of z.

    >>> dominates((2, 3), (1, 3)), dominates((2, 3), (3, 1)), dominates((2, 3), (2, 3))
    (True, False, True)
    """
    for name, row in (("x", x), ("z", z)):
        if not is_sequence(row):
            raise TypeError(f"{name} must be a sequence of numbers, got {shown(row)}")
    if len(x) != len(z):
        raise ValueError(f"x and z must have the same number of attributes, got {shown(x)} and {shown(z)}")
    return order.dominates(tuple(x), tuple(z))


def cumulative(u: Sequence[Any], reading: Reading = PAPER) -> list[Membership]:
    """U(l) = u_1 + ... + u_l, the cumulative distribution function.

    The paper's u_i and u_j:

    >>> [float(U) for U in cumulative([0.2, 0.2, 0.4, 0.2, 0.0])]
    [0.2, 0.4, 0.8, 1.0, 1.0]
    >>> [float(U) for U in cumulative([0.0, 0.4, 0.3, 0.2, 0.1])]
    [0.0, 0.4, 0.7, 0.9, 1.0]
    """
    return medians.cumulative(checked_memberships(u, reading))


def first_degree_dominates(v: Sequence[Any], u: Sequence[Any], reading: Reading = PAPER) -> bool:
    """u ⪯_FSD v: the cumulative function of u is nowhere below that of v, so v leans toward higher classes.

    In the paper's example u_j dominates u_i, yet the largest membership gives x_i the higher class:

    >>> u_i, u_j = [0.2, 0.2, 0.4, 0.2, 0.0], [0.0, 0.4, 0.3, 0.2, 0.1]
    >>> first_degree_dominates(u_j, u_i), first_degree_dominates(u_i, u_j)
    (True, False)
    >>> u_i.index(max(u_i)) + 1, u_j.index(max(u_j)) + 1                     # argmax: l_3 > l_2
    (3, 2)
    >>> median(u_i) + 1, median(u_j) + 1                                     # median: l_3 = l_3
    (3, 3)
    """
    if len(v) != len(u):
        raise ValueError(f"v and u must have the same number of memberships, got {len(v)} and {len(u)}")
    return medians.first_degree_dominates(checked_memberships(v, reading), checked_memberships(u, reading))


def median_range(u: Sequence[Any], reading: Reading = PAPER) -> tuple[int, int]:
    """Eq. 4: the lowest class with half of the membership at or below it, the highest with half at or above.

    >>> median_range([0.2, 0.3, 0, 0.3, 0.2])                # the paper's u_t: classes 2 and 4
    (1, 3)
    """
    return medians.median_range(checked_memberships(u, reading))


def median(u: Sequence[Any], reading: Reading = PAPER, tie: Tie | None = None) -> int:
    """med(u): the class in the middle of the median range.

    >>> median([0.2, 0.3, 0, 0.3, 0.2]) + 1                  # the paper's u_t: [2, 4] stands for 3
    3
    >>> median([0.5, 0.5]), median([0.5, 0.5], tie="upper")  # two middles: the paper leaves it open
    (0, 1)
    """
    return medians.median(checked_memberships(u, reading), Rules(reading, len(u), tie))


def valid_range(
    x: Any, D: Any, y: Any, c: int | None = None, reading: Reading = PAPER, leave_out: int | None = None
) -> tuple[int, int]:
    """Eq. 1: from the highest class of the rows below x to the lowest class of the rows above x.

    `leave_out` is the position of a row of D that does not count.

    >>> D, y = [(1, 1), (2, 2), (4, 3), (5, 5)], [0, 1, 1, 2]
    >>> valid_range((3, 3), D, y)                  # (2, 2) of class 1 lies below, (4, 3) of class 1 above
    (1, 1)
    >>> valid_range((0, 9), D, y)                  # no row below, no row above: all classes
    (0, 2)
    >>> valid_range((3, 3), [(1, 1), (4, 4)], [2, 0])              # the bounds cross: all classes
    (0, 2)
    """
    given = checked_rows(x, D, y, c, leaving_out(reading))
    return ranges.valid_range(given.x, given.rows, given.y, given.rules(), given.place(leave_out))


def neighbors_as_mknn(
    x: Any,
    r: tuple[int, int],
    k: int,
    typeRange: str,
    D: Any,
    y: Any,
    reading: Reading = PAPER,
    leave_out: int | None = None,
) -> list[int]:
    """Algorithm 2: the positions in D of the k nearest rows, nearest first.

    `leave_out` is the position of a row of D that does not count.

    >>> D, y = [(0, 0), (1, 0), (0, 2), (3, 0)], [0, 1, 1, 0]
    >>> neighbors_as_mknn((0, 0), (1, 1), 2, "inRange", D, y)
    [1, 2]
    >>> neighbors_as_mknn((0, 0), (1, 1), 2, "outRange", D, y)
    [0, 1]
    """
    given = checked_rows(x, D, y, None, leaving_out(reading))
    r, k = check_range(r), check_whole("k", k, 1)
    check_choice("typeRange", typeRange, neighbors.TYPES_OF_RANGE)
    return neighbors.neighbors_as_mknn(
        given.x, r, k, typeRange, given.rows, given.y, given.rules(), given.place(leave_out)
    )


@dataclass(frozen=True)
class TrainedMemberships:
    """What Algorithm 1 returns. It unpacks as (D', u), and it also holds the labels of line 13."""

    rows: list[GivenRow]
    """D' in the caller's own numbers."""
    memberships: list[list[Membership]]
    first_labels: list[int]
    appearances: list[int]
    """For each row of D', the position in D at which it first appears."""

    def __iter__(self) -> Iterator[Any]:
        return iter((self.rows, self.memberships))


def train_class_memberships(
    D: Any,
    y: Any,
    k: int,
    RCr: Any,
    c: int | None = None,
    reading: Reading = PAPER,
    tie: Tie | None = None,
) -> TrainedMemberships:
    """Algorithm 1: the distinct rows D' and their class memberships u.

    Row (1, 1) appears twice, so Eq. 5 gives half of its membership to each of its labels 0 and 1. Its median
    is 0. Row (4, 4) has one neighbor, (3, 3) of class 1, and row (3, 3) has one neighbor, (4, 4) of class 1:

    >>> D, u = train_class_memberships([(1, 1), (4, 4), (1, 1), (3, 3)], [0, 1, 1, 1], k=1, RCr=0.5)
    >>> [[str(u_il) for u_il in u_i] for u_i in u]
    [['1/2', '1/2'], ['0', '1'], ['0', '1']]
    """
    given = checked_rows(None, D, y, c, reading)
    k, rules = check_whole("k", k, 1), given.rules(tie)
    learned = memberships.train_class_memberships(given.rows, given.y, k, given.number("RCr", RCr), rules)
    rows = [given.table[i] for i in learned.appearances]
    return TrainedMemberships(rows, learned.u, learned.first_labels, learned.appearances)


def monfknn(
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
    given = checked_rows(x, D, y, c, reading)
    rules = given.rules(tie)
    k, RCr = check_whole("k", k, 1), given.number("RCr", RCr)
    check_choice("typeRange", typeRange, neighbors.TYPES_OF_RANGE)
    K, pOR = check_whole("K", K, 1), given.number("pOR", pOR)
    m = rules.numbers.number(check_influence(check_positive("m", m), reading))
    learned = prediction.learn(given.rows, given.y, k, RCr, rules)
    return prediction.classify(given.x, learned, K, typeRange, pOR, m, rules).label


# --- Checking and converting ------------------------------------------------------------------------------


class CheckedRows(NamedTuple):
    """A row x and a table D with classes y, all in the numbers of the reading and scaled by one factor."""

    x: Row
    rows: list[Row]
    y: list[int]
    c: int
    reading: Reading
    table: list[GivenRow]
    """D in the caller's own numbers."""

    def rules(self, tie: Tie | None = None) -> Rules:
        return Rules(self.reading, self.c, tie, highest=max(self.y))

    def number(self, name: str, share: Any) -> Scalar:
        """A parameter from 0 to 1 in the numbers of the reading."""
        return ARITHMETICS[self.reading.arithmetic].number(check_share(name, share))

    def place(self, leave_out: int | None) -> int | None:
        """The position of the row that the caller wants to leave out, or None."""
        if leave_out is None:
            return None
        i = check_whole("leave_out", leave_out, 0)
        if i >= len(self.rows):
            raise ValueError(
                f"leave_out must be the position of one of the {len(self.rows)} rows of D, got {i}"
            )
        return i


def checked_rows(x: Any, D: Any, y: Any, c: int | None, reading: Reading) -> CheckedRows:
    """A caller's arguments, checked and converted; if x is None, the first row of D stands in for it."""
    check_reading(reading)
    table = check_table(D, "D")
    if not table:
        raise ValueError("D must have at least one row, got none")
    labels = [
        check_whole("a class of y", label, 0, MOST_CLASSES - 1) for label in check_targets(y, len(table))
    ]
    c = max(labels) + 1 if c is None else check_whole("c", c, max(labels) + 1, MOST_CLASSES)
    query = table[0] if x is None else check_row(x, "x")
    if len(query) != len(table[0]):
        raise ValueError(f"x must have {len(table[0])} attributes, as the rows of D have, got {len(query)}")
    [row], rows = on_one_grid(ARITHMETICS[reading.arithmetic], [query], table)
    return CheckedRows(row, rows, labels, c, reading, table)


def leaving_out(reading: Reading) -> Reading:
    """The reading with leave_one_out="yes", because here the caller says which row to leave out."""
    return replace(check_reading(reading), leave_one_out="yes")


def checked_memberships(u: Any, reading: Reading) -> list[Membership]:
    """Memberships in the numbers of the reading; those that Eq. 7 computed are taken as they are."""
    numbers = ARITHMETICS[check_reading(reading).arithmetic]
    if numbers is EXACT and isinstance(u, (list, tuple)) and any(isinstance(u_l, Share) for u_l in u):
        return list(u)
    return numbers.memberships(check_memberships(u))
