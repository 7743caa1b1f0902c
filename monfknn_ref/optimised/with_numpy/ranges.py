"""Ranges of valid classes (Eq. 1) for whole tables at once, in NumPy arrays.

y_min is the highest class with a row below x, y_max the lowest class with a row above x. Where there is no
such row, -1 stands for y_min and c for y_max.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np

__all__ = ["Array", "FrontBounds", "PlaneBounds", "RankedColumns", "blocks", "lexicographic"]

Array: TypeAlias = Any

CELLS = 1 << 20
"""Entries of a matrix of comparisons that are held at the same time."""
FRONT_BLOCK = 256
"""Rows that are compared with a growing front at the same time."""


def lexicographic(points: Array) -> Array:
    """The order of the rows by the first attribute, then by the second, and so on; equal rows stay in order.

    >>> lexicographic(np.array([[2.0, 1.0], [1.0, 3.0], [1.0, 2.0]])).tolist()
    [2, 1, 0]
    """
    order = np.argsort(points[:, 0])
    first = points[order, 0]
    if np.all(first[1:] > first[:-1]):
        return order
    return np.lexsort(points.T[::-1])


def blocks(rows: int, width: int) -> Iterator[slice]:
    """Slices of so many rows that a matrix of that width stays small."""
    height = max(1, CELLS // max(1, width))
    for start in range(0, rows, height):
        yield slice(start, min(rows, start + height))


class Stairs:
    """Rows of each class in the plane, and the highest or lowest class with a row below others.

    Sorted by the first attribute and then by the second, the rows that may lie below x are those that come
    before it, and one of them does if the lowest of their second attributes is not above that of x.
    """

    def __init__(self, points: Array, order: Array, labels: Array, c: int) -> None:
        self.order = order
        self.first, self.second = points[order, 0], points[order, -1]
        self.kind = labels.dtype
        labels = labels[order]
        by_class = np.argsort(labels, kind="stable")
        ends = np.cumsum(np.bincount(labels, minlength=c))
        self.steps = []
        for places in np.split(by_class, ends[:-1]):
            lowest = np.minimum.accumulate(self.second[places])
            self.steps.append((places, np.concatenate(([np.inf], lowest))))

    def below_rows(self, classes: range, missing: int, others: bool) -> Array:
        """For each row the last of the classes with a row below it, or with one other than itself."""
        n = len(self.order)
        ordered = np.full(n, missing, dtype=self.kind)
        for l in classes:
            places, lowest = self.steps[l]
            ends = np.concatenate((places + others, [n]))  # where another row of the class comes before
            ordered[np.repeat(lowest, np.diff(ends, prepend=0)) <= self.second] = l
        found = np.empty_like(ordered)
        found[self.order] = ordered
        return found

    def below(self, queries: Array, classes: range, missing: int) -> Array:
        """For each query the last of the classes with a row below it, `missing` where there is none."""
        before = np.searchsorted(self.first, queries[:, 0], side="right")
        found = np.full(len(queries), missing, dtype=self.kind)
        for l in classes:
            places, lowest = self.steps[l]
            found[lowest[np.searchsorted(places, before)] <= queries[:, -1]] = l
        return found


class PlaneBounds:
    """The bounds of rows with one or two attributes.

    >>> points = np.array([[1.0, 1.0], [2.0, 2.0], [4.0, 3.0]])
    >>> bounds = PlaneBounds(points, lexicographic(points), np.array([0, 1, 2]), 3)
    >>> [bound.tolist() for bound in bounds.of(np.array([[3.0, 3.0]]))]
    [[1], [2]]
    >>> [bound.tolist() for bound in bounds.of_rows(others=True)]
    [[-1, 0, 1], [1, 2, 3]]
    """

    def __init__(self, points: Array, order: Array, labels: Array, c: int) -> None:
        self.up = Stairs(points, order, labels, c)
        self.down = Stairs(-points, order[::-1], labels, c)
        self.ascending, self.descending = range(c), range(c - 1, -1, -1)

    def of_rows(self, others: bool) -> tuple[Array, Array]:
        """The bounds of the rows themselves; with `others` a row does not count for itself."""
        return (
            self.up.below_rows(self.ascending, -1, others),
            self.down.below_rows(self.descending, len(self.ascending), others),
        )

    def of(self, queries: Array) -> tuple[Array, Array]:
        """The bounds of other rows."""
        return (
            self.up.below(queries, self.ascending, -1),
            self.down.below(-queries, self.descending, len(self.ascending)),
        )


class RankedColumns:
    """The place of each value among the different values of its attribute, in the smallest whole numbers."""

    def __init__(self, points: Array) -> None:
        self.values = [np.unique(column) for column in points.T]
        self.kind = np.min_scalar_type(-len(points) - 1)
        self.of_points = self._ranks(points, "left")

    def _ranks(self, table: Array, side: Any) -> Array:
        columns = [np.searchsorted(values, column, side) for values, column in zip(self.values, table.T)]
        return np.stack(columns, axis=1).astype(self.kind)

    def for_below(self, queries: Array) -> Array:
        """A value of the points is at most that of a query exactly if its rank is."""
        return self._ranks(queries, "right") - 1

    def for_above(self, queries: Array) -> Array:
        """A value of the points is at least that of a query exactly if its rank is."""
        return self._ranks(queries, "left")


class Front:
    """Those rows of each class that lie above no other row of the class: no other matters for y_min."""

    def __init__(self, ranks: Array, labels: Array, classes: range) -> None:
        kept = []
        for l in classes:
            rows = np.flatnonzero(labels == l)
            kept.append(rows[minimal(ranks[rows])])
        rows = np.concatenate(kept)
        self.columns = np.ascontiguousarray(ranks[rows].T)
        self.labels = labels[rows]
        self.place = np.full(len(ranks), -1)  # of a row in the front
        self.place[rows] = np.arange(len(rows))

    def first_below(self, ranks: Array, others: bool, missing: int) -> Array:
        """For each row the class of the first row of the front below it, `missing` where there is none.

        With `others` the rows are those the front was made of, and do not count for themselves.
        """
        found = np.full(len(ranks), missing, dtype=self.labels.dtype)
        for block in blocks(len(ranks), len(self.labels)):
            below = all_below(self.columns, ranks[block])
            if others:
                places = self.place[block]
                own = np.flatnonzero(places >= 0)
                below[own, places[own]] = False
            first = below.argmax(axis=1)
            some = below[np.arange(len(first)), first]
            found[block][some] = self.labels[first[some]]
        return found


def all_below(columns: Array, ranks: Array) -> Array:
    """For each row of ranks and each row held in columns whether the latter is below in all attributes."""
    below = columns[0] <= ranks[:, 0, np.newaxis]
    for attribute in range(1, len(columns)):
        below &= columns[attribute] <= ranks[:, attribute, np.newaxis]
    return below


def minimal(ranks: Array) -> Array:
    """The positions of the rows that lie above no other row; the rows are distinct.

    >>> minimal(np.array([[2, 2], [1, 3], [2, 1], [3, 3]])).tolist()
    [2, 1]
    """
    order = np.argsort(ranks.sum(axis=1, dtype=np.int64), kind="stable")  # a row below another comes first
    kept = order[:0]
    for start in range(0, len(order), FRONT_BLOCK):
        block = order[start : start + FRONT_BLOCK]
        for others in (kept, block):
            below = all_below(ranks[others].T, ranks[block])
            below &= others != block[:, np.newaxis]
            block = block[~below.any(axis=1)]
        kept = np.concatenate((kept, block))
    return kept


class FrontBounds:
    """The bounds of rows with any number of attributes, by comparison with the fronts of all classes.

    >>> points = np.array([[1.0, 1.0, 0.0], [2.0, 2.0, 0.0], [4.0, 3.0, 0.0]])
    >>> bounds = FrontBounds(RankedColumns(points), np.array([0, 1, 2]), 3)
    >>> [bound.tolist() for bound in bounds.of(np.array([[3.0, 3.0, 0.0]]))]
    [[1], [2]]
    >>> [bound.tolist() for bound in bounds.of_rows(others=True)]
    [[-1, 0, 1], [1, 2, 3]]
    """

    def __init__(self, ranked: RankedColumns, labels: Array, c: int) -> None:
        self.ranked = ranked
        self.up = Front(ranked.of_points, labels, range(c - 1, -1, -1))
        self.down = Front(-ranked.of_points, labels, range(c))
        self.c = c

    def of_rows(self, others: bool) -> tuple[Array, Array]:
        """The bounds of the rows themselves; with `others` a row does not count for itself."""
        return self._bounds(self.ranked.of_points, self.ranked.of_points, others)

    def of(self, queries: Array) -> tuple[Array, Array]:
        """The bounds of other rows."""
        return self._bounds(self.ranked.for_below(queries), self.ranked.for_above(queries), False)

    def _bounds(self, below: Array, above: Array, others: bool) -> tuple[Array, Array]:
        return self.up.first_below(below, others, -1), self.down.first_below(-above, others, self.c)
