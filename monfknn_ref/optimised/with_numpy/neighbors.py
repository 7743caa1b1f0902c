"""Algorithm 2 for whole tables at once: the k nearest rows of a valid class, by SciPy's k-d tree.

The tree lists a few rows more than asked for, nearest first, of all classes. Most searches end there: among
the listed rows of a valid class the k-th is certainly nearer than the next one. The others get longer lists,
and then lists of the rows of their range alone, until these hold every row that may be among the k nearest.
Which of them are is then settled without rounding: on a decimal grid, and in double arithmetic, by comparing
doubles, otherwise by the reference's exact numbers.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from scipy.spatial import cKDTree  # type: ignore[import-not-found,import-untyped,unused-ignore]

from monfknn_ref.optimised.error_bounds import CLOSEST, OVERFLOW, DistanceError, Tally, exact_distances
from monfknn_ref.optimised.exact_floats import Grid
from monfknn_ref.optimised.with_numpy.ranges import Array, blocks
from monfknn_ref.readings import Reading

__all__ = ["Neighbors", "distances", "norms"]

SPARE = 3
"""Rows listed at first in addition to the k that are asked for."""
LONGER = 4
"""How many times longer the next list is."""
PASSES = 3
"""Lists of all classes that are tried before those of the range alone."""


def norms(table: Array) -> Array:
    """The norm of each row; squares that overflow make it infinite."""
    with np.errstate(over="ignore"):
        return np.sqrt(np.einsum("ij,ij->i", table, table))


def distances(queries: Array, points: Array, places: Array) -> Array:
    """The distance of each query to its rows, by the same operations in the same order as the reference's."""
    return np.sqrt(squared_distances(queries, points, places))


def squared_distances(queries: Array, points: Array, places: Array) -> Array:
    """The squares of `distances`: without rounding where the values are whole numbers on a grid."""
    total = np.zeros(places.shape)
    with np.errstate(over="ignore"):
        for attribute in range(queries.shape[1]):
            difference = queries[:, attribute, np.newaxis] - points[places, attribute]
            total += difference * difference
    return total


def grid_of(table: Array) -> Grid | None:
    """The coarsest grid that holds all values, None if that is too fine: `Grid.of` for an array."""
    grid = Grid.of(table[:8].tolist())
    if grid is not None:
        grid = grid._replace(highest=float(np.abs(table).max()))
        while grid.is_exact() and np.any(np.rint(table * grid.factor) / grid.factor != table):
            grid = grid._replace(decimals=grid.decimals + 1)
    return grid if grid is not None and grid.is_exact() else None


class Neighbors:
    """The rows of D' and, as they change, their classes."""

    def __init__(self, points: Array, reading: Reading, tally: Tally) -> None:
        self.points = points
        self.reading = reading
        self.exact = reading.arithmetic == "exact"
        self.tally = tally
        self.norm = norms(points).max()

    @cached_property
    def tree(self) -> Any:
        """The tree of all rows, None where squares overflow."""
        return cKDTree(self.points, compact_nodes=False) if self.norm <= OVERFLOW else None

    @cached_property
    def grid(self) -> Grid | None:
        """The grid of the rows, if they are on one that doubles compute on exactly."""
        return grid_of(self.points)

    def label(self, labels: Array) -> None:
        """Give the rows their classes."""
        self.labels = labels

    def order(self) -> Array:
        """An order of the rows in which neighbors come soon after one another."""
        return np.arange(len(self.points)) if self.tree is None else self.tree.indices

    def error(self, queries: Array) -> DistanceError:
        """The error of computed distances from each query."""
        norm = norms(queries)
        bound = DistanceError.of(np.minimum(norm, OVERFLOW), queries.shape[1], self.exact)
        unknown = np.maximum(norm, self.norm) > OVERFLOW
        return DistanceError(bound.relative, np.where(unknown, np.inf, bound.absolute))

    def nearest(self, queries: Array, low: Array, high: Array, k: int, itself: Array | None = None) -> Array:
        """For each query the places of its k nearest rows with a class from low to high, -1 for missing ones.

        `itself` holds for each query the place of a row that does not count.
        """
        search = Search(self, queries, low, high, min(k, len(self.points)), itself)
        search.run()
        self.tally.made += len(queries)
        return search.found

    def coincident(self, queries: Array) -> Array:
        """For each query the place of the row that equals it, -1 where there is none."""
        found = np.full(len(queries), -1)
        doubtful = np.ones(len(queries), dtype=bool)
        if self.tree is not None:
            distance, nearest = self.tree.query(queries)
            close = np.flatnonzero(distance < CLOSEST)
            equal = close[np.all(queries[close] == self.points[nearest[close]], axis=1)]
            found[equal] = nearest[equal]
            doubtful = (distance < CLOSEST) & (found < 0)
        for i in np.flatnonzero(doubtful):  # squares underflow or overflow
            places = np.flatnonzero(np.all(self.points == queries[i], axis=1))
            found[i] = places[0] if len(places) else -1
        return found

    def nearest_first(self, queries: Array, places: Array) -> Array:
        """The same neighbors by distance in doubles, and by place where that is equal; missing ones last."""
        n = len(self.points)
        ranks = n - 1 - places if self.reading.neighbor_ties == "later" else places
        places = np.take_along_axis(places, np.argsort(ranks, axis=1), axis=1)
        distance = np.where(places >= 0, distances(queries, self.points, places), np.inf)
        missing = places < 0
        order = np.lexsort((distance, missing), axis=1)
        return np.take_along_axis(places, order, axis=1)


class Search:
    """The searches of many queries."""

    def __init__(
        self, rows: Neighbors, queries: Array, low: Array, high: Array, k: int, itself: Array | None
    ) -> None:
        self.rows = rows
        self.queries = queries
        self.low = low
        self.high = high
        self.k = k
        self.itself = itself
        self.error = rows.error(queries)
        kind = np.int32 if len(rows.points) < 2**31 else np.int64
        self.found = np.full((len(queries), k), -1, dtype=kind)

    def run(self) -> None:
        """Fill in `found`."""
        size, width = len(self.rows.points), self.k + SPARE
        unknown = np.isinf(self.error.absolute)
        self._look(np.flatnonzero(unknown), None, None, size)
        waiting = np.flatnonzero(~unknown)
        for _ in range(PASSES):
            waiting = self._look(waiting, self.rows.tree, None, min(width, size))
            width *= LONGER
        ranges = np.stack((self.low[waiting], self.high[waiting]), axis=1)
        different, group = np.unique(ranges, axis=0, return_inverse=True)
        for n, (low, high) in enumerate(different):
            members = np.flatnonzero((self.rows.labels >= low) & (self.rows.labels <= high))
            self._look_among(waiting[group.ravel() == n], members)

    def _look_among(self, waiting: Array, members: Array) -> None:
        """Finish the searches of queries whose valid rows are the members."""
        tree = cKDTree(self.rows.points[members], compact_nodes=False)
        width = self.k + SPARE
        while len(waiting):
            waiting = self._look(waiting, tree, members, min(width, len(members)))
            width *= LONGER

    def _look(self, waiting: Array, tree: Any, members: Array | None, width: int) -> Array:
        """Settle what lists of the given width can settle, and return the queries that need longer ones."""
        if not width:  # no row is valid, and no neighbor is found
            return waiting[:0]
        left = [waiting[:0]]
        for block in blocks(len(waiting), width * self.queries.shape[1]):
            left.append(self._look_through(waiting[block], tree, members, width))
        return np.concatenate(left)

    def _look_through(self, chosen: Array, tree: Any, members: Array | None, width: int) -> Array:
        everything = width == len(self.rows.points if members is None else members)
        if tree is None:
            places = np.broadcast_to(np.arange(width), (len(chosen), width))
            distance = np.zeros(places.shape)
        else:
            distance, places = tree.query(self.queries[chosen], k=range(1, width + 1))
            places = places if members is None else members[places]
        valid = self._valid(chosen, distance, places)
        count = np.cumsum(valid, axis=1)
        last = distance[np.arange(len(chosen)), np.argmax(count >= self.k, axis=1)]
        last[count[:, -1] < self.k] = np.inf
        reach = DistanceError(self.error.relative, self.error.absolute[chosen]).reach(last)
        near = valid & (distance <= reach[:, np.newaxis])
        if everything:
            self._settle(chosen, places, near)
            return chosen[:0]
        complete = reach < distance[:, -1]  # every row that is not listed is farther away than the last one
        self._settle(chosen[complete], places[complete], near[complete])
        return chosen[~complete]

    def _valid(self, chosen: Array, distance: Array, places: Array) -> Array:
        """Which of the listed rows may be neighbors at all."""
        labels = self.rows.labels[places]
        valid = (labels >= self.low[chosen, np.newaxis]) & (labels <= self.high[chosen, np.newaxis])
        if self.itself is not None:
            valid &= places != self.itself[chosen, np.newaxis]
        if not self.rows.exact and self.rows.reading.coincident == "excluded":
            row, column = np.nonzero(distance < CLOSEST)
            there = places[row, column, np.newaxis]
            zero = distances(self.queries[chosen[row]], self.rows.points, there)[:, 0] == 0
            valid[row[zero], column[zero]] = False
        return valid

    def _settle(self, chosen: Array, places: Array, near: Array) -> None:
        """Choose the k nearest from all that may be among them."""
        size = near.sum(axis=1)
        just, few = size == self.k, size < self.k
        self.found[chosen[just]] = places[just][near[just]].reshape(-1, self.k)
        for count in np.unique(size[few & (size > 0)]):
            rows = size == count
            self.found[chosen[rows], :count] = places[rows][near[rows]].reshape(-1, count)
        many = size > self.k
        if many.any():
            self._settle_ties(chosen[many], places[many], near[many], size[many])

    def _settle_ties(self, chosen: Array, places: Array, near: Array, size: Array) -> None:
        """Choose the k nearest, by place where distances are equal: `neighbor-ties`."""
        n = len(self.rows.points)
        later = self.rows.reading.neighbor_ties == "later"
        ranks = np.sort(np.where(near, n - 1 - places if later else places, n), axis=1)[:, : size.max()]
        listed = ranks < n
        places = np.where(listed, n - 1 - ranks if later else ranks, 0)
        keys = self._keys(chosen, places)
        if keys is None:
            self.rows.tally.undecided += len(chosen)
            for query, row, count in zip(chosen, places.tolist(), size):
                x, candidates = self.queries[query].tolist(), row[:count]
                exact = exact_distances(x, self.rows.points[candidates].tolist())
                nearest = sorted(range(count), key=exact.__getitem__)
                self.found[query] = [candidates[i] for i in nearest[: self.k]]
            return
        order = np.argsort(np.where(listed, keys, np.inf), axis=1, kind="stable")[:, : self.k]
        self.found[chosen] = np.take_along_axis(places, order, axis=1)

    def _keys(self, chosen: Array, places: Array) -> Array | None:
        """Doubles that order the rows as the reading's distances do, None if there are none."""
        queries, points = self.queries[chosen], self.rows.points
        if not self.rows.exact:
            return distances(queries, points, places)
        own = self.rows.grid
        grid = own.joined(grid_of(queries)) if own else None
        if grid is None:
            return None
        used, inverse = np.unique(places, return_inverse=True)
        return squared_distances(
            np.rint(queries * grid.factor),
            np.rint(points[used] * grid.factor),
            inverse.reshape(places.shape),
        )
