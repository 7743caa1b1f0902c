"""Algorithm 2 for whole tables at once: the k nearest rows of a valid class.

The nearest rows are listed, a few more than asked for. Most searches end there: among the listed rows of a
valid class the k-th is certainly nearer than the next one, and than all that are not listed. The others get
longer lists, and at last all rows. In few attributes the lists come from SciPy's k-d tree, in many from
products of matrices. Which of the rows that may be among the k nearest are so is then settled without
rounding. On a decimal grid, and in double arithmetic, doubles can be compared. Otherwise it takes pairs of
doubles, and the reference's exact numbers where these leave a doubt.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy.spatial import cKDTree  # type: ignore[import-not-found,import-untyped,unused-ignore]

from monfknn_ref.optimised.error_bounds import CLOSEST, OVERFLOW, DistanceError, Tally, exact_distances
from monfknn_ref.optimised.exact_floats import Grid
from monfknn_ref.optimised.with_numpy.distances import (
    AllRows,
    Lists,
    Pairs,
    Products,
    TreeOfRows,
    distances,
    doubtful_ones,
    missing_parts,
    norms,
    squared_distances,
)
from monfknn_ref.optimised.with_numpy.loops_and_threads import ALONE, Threads
from monfknn_ref.optimised.with_numpy.ranges import Array, blocks
from monfknn_ref.optimised.with_numpy.values import Values
from monfknn_ref.readings import Reading

SPARE = 3
"""Rows listed at first in addition to the k that are asked for."""
LONGER = 4
"""How many times longer the next list is."""
PASSES = 3
"""Lists of all classes that are tried before those of the range alone."""
FEW = 128
"""Queries times attributes for which a tree is not worth growing."""
MANY = 4
"""How many times k rows at hardly different distances are worth a look in pairs of doubles."""
AT_ONCE = 4096
"""Queries that are searched for at the same time, at most."""
LEAST_AT_ONCE = 256
"""The same at least, if there are so many: fewer are not worth sharing."""


def grid_of(table: Array) -> Grid | None:
    """The coarsest grid that holds all values, None if that is too fine: `Grid.of` for an array."""
    grid = Grid.of(table[:8].tolist())
    if grid is not None:
        grid = grid._replace(highest=float(np.abs(table).max()))
        while grid.is_exact() and np.any(np.rint(table * grid.factor) / grid.factor != table):
            grid = grid._replace(decimals=grid.decimals + 1)
    return grid if grid is not None and grid.is_exact() else None


def products_are_faster(rows: int, attributes: int) -> bool:
    """Whether products of matrices list neighbors in less time than a k-d tree.

    Products take the same time for every row. A tree opens few of its nodes in few attributes, and most of
    them in many. By measurement a tree is faster below 8 attributes, and from there on if there are at least
    40 rows times 2 to the power of the number of attributes.

    >>> products_are_faster(500, 5), products_are_faster(20_000, 10), products_are_faster(100_000, 10)
    (False, True, False)
    """
    return attributes >= 8 and rows < 40 * 2**attributes


class Neighbors:
    """The rows of D' and, as they change, their classes."""

    def __init__(self, rows: Values, reading: Reading, tally: Tally, exponent: int = 0) -> None:
        self.rows = rows
        self.points = rows.doubles
        self.reading = reading
        self.exact = reading.arithmetic == "exact"
        self.tally = tally
        self.exponent = exponent
        """The power of two that the given numbers were multiplied by."""
        self.norm = norms(self.points).max()
        self.by_products = products_are_faster(*self.points.shape)

    @cached_property
    def tree(self) -> Any:
        """The tree of all rows, None where squares overflow."""
        return cKDTree(self.points, compact_nodes=False) if self.norm <= OVERFLOW else None

    @cached_property
    def grid(self) -> Grid | None:
        """The grid of the rows, if they are on one that doubles compute on exactly."""
        return grid_of(self.points) if self.rows.are_doubles else None

    def way(self) -> tuple[str, str]:
        """How neighbors are listed, and why."""
        rows, attributes = self.points.shape
        if self.norm > OVERFLOW:
            return "exact distances to all rows", "squares of the doubles overflow"
        if self.by_products:
            why = (
                f"with {attributes} attributes, a k-d tree of no more than {rows} rows would open most nodes"
            )
            return "products of matrices", why
        few = "fewer than 8" if attributes < 8 else "few for so many rows"
        return "k-d tree", f"rows: {rows}, attributes: {attributes}, {few}"

    def label(self, labels: Array) -> None:
        """Give the rows their classes."""
        self.labels = labels
        vars(self).pop("products", None)

    @cached_property
    def products(self) -> Products:
        """The rows by class, for products of matrices."""
        return Products(self.points, self.labels)

    def order(self) -> Array:
        """An order of the rows in which neighbors come soon after one another."""
        if self.by_products or self.tree is None:
            return np.arange(len(self.points))
        return self.tree.indices

    def error(self, queries: Array) -> DistanceError:
        """The error of computed distances from each query."""
        norm = norms(queries)
        coarseness = math.ldexp(1.0, self.exponent - 1074)
        bound = DistanceError.of(np.minimum(norm, OVERFLOW), queries.shape[1], self.exact, coarseness)
        known = np.maximum(norm, self.norm) <= OVERFLOW
        return DistanceError(bound.relative, np.where(known, bound.absolute, np.inf))

    def nearest(
        self,
        queries: Values,
        low: Array,
        high: Array,
        k: int,
        itself: Array | None = None,
        threads: Threads = ALONE,
    ) -> Array:
        """For each query the places of its k nearest rows with a class from low to high, -1 for missing ones.

        `itself` holds for each query the place of a row that does not count.
        """
        search = Search(self, queries, low, high, min(k, len(self.points)), itself, threads)
        search.run()
        self.tally.made += len(queries.doubles)
        return search.found

    def nearest_first(self, queries: Array, places: Array) -> Array:
        """The same neighbors by distance in doubles, and by place where that is equal; missing ones last."""
        n = len(self.points)
        ranks = n - 1 - places if self.reading.neighbor_ties == "later" else places
        places = np.take_along_axis(places, np.argsort(ranks, axis=1), axis=1)
        distance = np.where(places >= 0, distances(queries, self.points, places), np.inf)
        missing = places < 0
        order = np.lexsort((distance, missing), axis=1)
        return np.take_along_axis(places, order, axis=1)

    def pairs(self, places: Array) -> Pairs:
        """Some rows in pairs of doubles; what the doubles miss is found out once."""
        unknown = places[np.isnan(self._missing[places, 0])]
        if len(unknown):
            doubles, given = self.points[unknown], self.rows.given[unknown]
            self._missing[unknown] = missing_parts(doubles, given, self.exponent)
        return Pairs(self.points[places], self._missing[places])

    @cached_property
    def _missing(self) -> Array:
        return np.full(self.points.shape, np.nan)


@dataclass
class Search:
    """The searches of many queries."""

    rows: Neighbors
    given: Values
    low: Array
    high: Array
    k: int
    itself: Array | None
    threads: Threads

    def __post_init__(self) -> None:
        self.queries = self.given.doubles
        self.error = self.rows.error(self.queries)
        kind = np.int32 if len(self.rows.points) < 2**31 else np.int64
        self.found = np.full((len(self.queries), self.k), -1, dtype=kind)
        self.undecided: list[int] = []

    def run(self) -> None:
        """Fill in `found`."""
        rows = self.rows
        known = np.isfinite(self.error.absolute)
        waiting = np.flatnonzero(known)
        if not rows.by_products and len(waiting):
            tree, width = TreeOfRows(rows.points, rows.tree), self.k + SPARE
            for _ in range(PASSES):
                waiting = self._look(waiting, tree, width, self.threads)
                width *= LONGER
        if rows.by_products:  # whose blocks are shared among the threads
            for group in self._by_range(waiting):
                self._look_in_range(group, self.threads)
        else:
            self.threads.map(lambda group: self._look_in_range(group, ALONE), self._by_range(waiting))
        for chosen, low, high in self._by_range(np.flatnonzero(~known)):
            lists = AllRows(rows.points, self._members(low, high), measured=False)
            self._look(chosen, lists, 0, self.threads)
        rows.tally.undecided += sum(self.undecided)

    def _by_range(self, waiting: Array) -> list[tuple[Array, int, int]]:
        """The queries of each range, the most queries first."""
        ranges = np.stack((self.low[waiting], self.high[waiting]), axis=1)
        different, group = np.unique(ranges, axis=0, return_inverse=True)
        groups = [
            (waiting[group.ravel() == n], low, high) for n, (low, high) in enumerate(different.tolist())
        ]
        return sorted(groups, key=lambda group: -len(group[0]))

    def _look_in_range(self, group: tuple[Array, int, int], threads: Threads) -> None:
        """Settle the queries of one range, by lists of its rows alone."""
        chosen, low, high = group
        for lists, width in self._lists_of_range(low, high, len(chosen)):
            chosen = self._look(chosen, lists, width, threads)
            if not len(chosen):
                break

    def _members(self, low: int, high: int) -> Array:
        return np.flatnonzero((self.rows.labels >= low) & (self.rows.labels <= high))

    def _lists_of_range(self, low: int, high: int, queries: int) -> Iterator[tuple[Lists, int]]:
        """Longer and longer lists of the rows with a class in the range; for few queries no tree is grown."""
        width = self.k + SPARE
        if self.rows.by_products:
            for kind in (np.float32, np.float64):
                yield self.rows.products.of_range(low, high, kind), width
            yield self.rows.products.of_range(low, high, np.float64), LONGER * width
        members = self._members(low, high)
        if not self.rows.by_products and queries * self.queries.shape[1] > FEW:
            tree = TreeOfRows(self.rows.points, None, members)
            for _ in range(PASSES):
                yield tree, width
                width *= LONGER
        yield AllRows(self.rows.points, members), 0

    def _look(self, waiting: Array, lists: Lists, width: int, threads: Threads) -> Array:
        """Settle what lists of the given width can settle, and return the queries that need longer ones."""
        width = min(width, lists.size) or lists.size
        if not width or not len(waiting):  # no row is valid, and no neighbor is found
            return waiting[:0]
        at_once = min(AT_ONCE, max(LEAST_AT_ONCE, len(waiting) // 8))
        cells = max(width * self.queries.shape[1], 2**20 // at_once)
        parts = [waiting[block] for block in blocks(len(waiting), cells)]
        looked = threads.map(lambda part: self._look_through(part, lists, width), parts)
        self.undecided.append(sum(undecided for _, undecided in looked))
        return np.concatenate([left for left, _ in looked])

    def _look_through(self, chosen: Array, lists: Lists, width: int) -> tuple[Array, int]:
        """The queries that are not settled, and how many needed exact numbers."""
        distance, places, beyond = lists.nearest(self.queries[chosen], width)
        valid = self._valid(chosen, distance, places)
        last = np.full(len(chosen), np.inf)
        if distance.shape[1] >= self.k:
            last = np.partition(np.where(valid, distance, np.inf), self.k - 1, axis=1)[:, self.k - 1]
        with np.errstate(invalid="ignore"):
            reach = DistanceError(self.error.relative, self.error.absolute[chosen]).reach(last)
            near = valid & ~(distance > reach[:, np.newaxis])
            complete = (reach < beyond) | (beyond == np.inf)
        undecided = self._settle(chosen[complete], places[complete], near[complete])
        return chosen[~complete], undecided

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

    def _settle(self, chosen: Array, places: Array, near: Array) -> int:
        """Choose the k nearest from all that may be among them."""
        size = near.sum(axis=1)
        just, few = size == self.k, size < self.k
        self.found[chosen[just]] = places[just][near[just]].reshape(-1, self.k)
        for count in np.unique(size[few & (size > 0)]):
            rows = size == count
            self.found[chosen[rows], :count] = places[rows][near[rows]].reshape(-1, count)
        many = size > self.k
        return self._settle_ties(chosen[many], places[many], near[many], size[many]) if many.any() else 0

    def _settle_ties(self, chosen: Array, places: Array, near: Array, size: Array) -> int:
        """Choose the k nearest, by place where distances are equal: `neighbor-ties`."""
        n = len(self.rows.points)
        later = self.rows.reading.neighbor_ties == "later"
        ranks = np.sort(np.where(near, n - 1 - places if later else places, n), axis=1)[:, : size.max()]
        listed = ranks < n
        places = np.where(listed, n - 1 - ranks if later else ranks, 0)
        keys = self._keys(chosen, places)
        if keys is None:
            for query, row, count in zip(chosen, places, size):
                self.found[query] = self._exactly_nearest(query, row[:count])
            return len(chosen)
        order = np.argsort(np.where(listed, keys, np.inf), axis=1, kind="stable")[:, : self.k]
        self.found[chosen] = np.take_along_axis(places, order, axis=1)
        return 0

    def _exactly_nearest(self, query: int, candidates: Array) -> Array:
        """The k nearest of the candidates, which are in the order that ties go by."""
        certain, doubtful = np.arange(0), np.arange(len(candidates))
        if len(candidates) > MANY * self.k and np.isfinite(self.error.absolute[query]):
            x = self.queries[[query]]
            missing_parts_of_x = missing_parts(x, self.given.given[[query]], self.rows.exponent)
            certain, doubtful = doubtful_ones(
                Pairs(x, missing_parts_of_x), self.rows.pairs(candidates), self.k
            )
        missing = self.k - len(certain)
        if missing < len(doubtful):
            rows = self.rows.rows.given[candidates[doubtful]]
            exact = exact_distances(self.given.given[query].tolist(), rows.tolist())
            nearest = sorted(range(len(doubtful)), key=exact.__getitem__)
            doubtful = doubtful[nearest[:missing]]
        return candidates[np.concatenate((certain, doubtful))]

    def _keys(self, chosen: Array, places: Array) -> Array | None:
        """Doubles that order the rows as the reading's distances do, None if there are none."""
        queries, points = self.queries[chosen], self.rows.points
        if not self.rows.exact:
            return distances(queries, points, places)
        own = self.rows.grid
        grid = own.joined(grid_of(queries)) if own and self.given.are_doubles else None
        if grid is None:
            return None
        used, inverse = np.unique(places, return_inverse=True)
        return squared_distances(
            np.rint(queries * grid.factor),
            np.rint(points[used] * grid.factor),
            inverse.reshape(places.shape),
        )
