"""Which rows of a table are comparable, as sets of rows.

A set of rows is one whole number: row i belongs to it if bit i is set. Two sets of a thousand rows are then
intersected by a single `&`, and a single `bit_count` counts the rows of a set. So questions about all pairs
of rows need no loop over the pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.model.checks import GivenRow


def members(rows: int) -> Iterator[int]:
    """The rows of a set in ascending order.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while rows:
        lowest = rows & -rows
        yield lowest.bit_length() - 1
        rows ^= lowest


def rows_below(table: Sequence[GivenRow], signs: Sequence[int]) -> list[int]:
    """For each row, the set of the rows that it dominates, including itself and the rows equal to it.

    >>> below = rows_below([(1, 1), (2, 3), (3, 2), (3, 3)], (1, 1))
    >>> [list(members(rows)) for rows in below]
    [[0], [0, 1], [0, 2], [0, 1, 2, 3]]
    """
    everything = (1 << len(table)) - 1
    below = [everything] * len(table)
    for attribute, sign in enumerate(signs):
        rows_with: dict[Fraction, list[int]] = {}
        for i, row in enumerate(table):
            rows_with.setdefault(sign * exact_value(row[attribute]), []).append(i)
        reached = 0
        for value in sorted(rows_with):
            for i in rows_with[value]:
                reached |= 1 << i
            for i in rows_with[value]:
                below[i] &= reached
    return below


def rows_with_higher_label(ranks: Sequence[int]) -> dict[int, int]:
    """For each rank that occurs, the set of the rows whose label is above it.

    >>> {rank: list(members(rows)) for rank, rows in rows_with_higher_label([0, 2, 0, 5]).items()}
    {5: [], 2: [3], 0: [1, 3]}
    """
    higher: dict[int, int] = {}
    seen = 0
    for rank in sorted(set(ranks), reverse=True):
        higher[rank] = seen
        for i, other in enumerate(ranks):
            if other == rank:
                seen |= 1 << i
    return higher
