"""Ranges of valid classes (Eq. 1) for whole tables at once, in NumPy arrays.

y_min is the highest class with a row below x, y_max the lowest class with a row above x. Where there is no
such row, -1 stands for y_min and c for y_max.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from threading import Lock
from typing import Any, TypeAlias

import numpy as np

from monfknn_ref.optimised.with_numpy.loops_and_threads import ALONE, Loops, Threads, numba_is_there
from monfknn_ref.optimised.with_numpy.rank_tree import RankTree

Array: TypeAlias = Any
Counter: TypeAlias = Callable[[Array], Array]

CELLS = 1 << 20
"""Entries of a matrix of comparisons that are held at the same time."""
CHUNK = 2048
"""Rows that one set of bits holds: its tables stay in the processor's cache."""
QUERIES = 2048
"""Rows that are looked up in such tables at the same time."""
LAST = 4
"""Chunks that tell how many more there will be."""
LEFT = 32
"""Queries that are finished by comparing ranks when no more of them are left."""
IN_BITS = 12
"""Attributes that compiled loops have tables for: few rows are left after so many."""
COMPILED = 10_000
"""Rows to be looked up that are worth compiling loops for."""
FEW = 128
"""Rows for which the tables are not worth making: these are compared one by one."""


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

    def way(self) -> tuple[str, str]:
        """How bounds are found, and why."""
        return "staircases", "no more than 2 attributes"

    def of_rows(self, others: bool, threads: Threads = ALONE) -> tuple[Array, Array]:
        """The bounds of the rows themselves; with `others` a row does not count for itself."""
        sides = ((self.up, self.ascending, -1), (self.down, self.descending, len(self.ascending)))
        up, down = threads.map(lambda side: side[0].below_rows(*side[1:], others), sides)
        return up, down

    def of(self, queries: Array, threads: Threads = ALONE) -> tuple[Array, Array]:
        """The bounds of other rows."""
        return (
            self.up.below(queries, self.ascending, -1),
            self.down.below(-queries, self.descending, len(self.ascending)),
        )


class RankedColumns:
    """The place of each value among the different values of its attribute, counted from 1."""

    def __init__(self, points: Array, threads: Threads = ALONE) -> None:
        columns = threads.map(lambda column: np.unique(column, return_inverse=True), points.T)
        self.values = [values for values, _ in columns]
        self.sizes = [len(values) for values in self.values]
        self.kind = np.min_scalar_type(-max(self.sizes) - 1)
        self.of_points = np.array([rank + 1 for _, rank in columns], dtype=self.kind)

    def for_below(self, queries: Array) -> Array:
        """A value of the points is at most that of a query exactly if its rank is."""
        return self._ranks(queries, "right")

    def for_above(self, queries: Array) -> Array:
        """The same from above: a value is at least that of a query exactly if its rank is at least this."""
        return self._ranks(queries, "left") + 1

    def _ranks(self, queries: Array, side: Any) -> Array:
        columns = [np.searchsorted(values, column, side) for values, column in zip(self.values, queries.T)]
        return np.array(columns).astype(self.kind)

    def from_above(self, ranks: Array) -> Array:
        """The same ranks counted from the highest value of each attribute."""
        return (np.array(self.sizes)[:, np.newaxis] + 1 - ranks).astype(self.kind)


class Chunk:
    """Some rows as the bits of words, and which of them is the first below a given row.

    The rows below x are those that are at most x in the first attribute and in the second and so on: an
    intersection of sets, each of which holds the lowest rows by one attribute. A table for each attribute has
    all of these sets, and how many rows it takes says which one. Where nothing is left after some of many
    attributes, the tables of the others are never made.

    >>> chunk = Chunk(np.array([[2, 1, 3], [1, 2, 3]]), [3, 3], queries=3)
    >>> chunk.first_below(np.array([[1, 3, 2], [2, 3, 1]]), np.array([1, -1, 0])).tolist()
    [-1, 0, -1]
    """

    def __init__(self, ranks: Array, sizes: list[int], queries: int) -> None:
        self.ranks, self.sizes, self.queries = ranks, sizes, queries
        self._sets: list[tuple[Array, Counter]] = []
        self._making = Lock()

    def sets(self, attribute: int) -> tuple[Array, Counter]:
        """The sets of rows by an attribute, and a function that counts the rows which have at most a rank."""
        with self._making:
            while len(self._sets) <= attribute:
                made = len(self._sets)
                self._sets.append((self._table(self.ranks[made]), self._counter(made)))
        return self._sets[attribute]

    def _table(self, ranks: Array) -> Array:
        short = ranks.dtype.itemsize <= 2  # numbers that are sorted by their digits then, which takes no time
        bit, order = np.arange(len(ranks)), np.argsort(ranks, kind="stable" if short else None)
        table = np.zeros((len(ranks) + 1, (len(ranks) + 63) // 64), dtype=np.uint64)
        table[bit + 1, order >> 6] = np.left_shift(np.uint64(1), (order & 63).astype(np.uint64))
        np.bitwise_or.accumulate(table, axis=0, out=table)
        return table

    def _counter(self, attribute: int) -> Counter:
        ranks, size = self.ranks[attribute], self.sizes[attribute]
        if 8 * self.queries < size:
            return partial(np.searchsorted, np.sort(ranks), side="right")
        total = np.cumsum(np.bincount(ranks, minlength=size + 1)).astype(np.int32)
        return total.__getitem__

    def first_below(self, queries: Array, own: Array) -> Array:
        """The first row below each query, -1 where there is none, given the ranks of the queries.

        `own` is the place of the query itself, which does not count, or -1.
        """
        size = queries.shape[1]
        first = np.full(size, -1)
        room = np.empty((2, min(size, QUERIES), (self.ranks.shape[1] + 63) // 64), dtype=np.uint64)
        for start in range(0, size, QUERIES):
            block = slice(start, start + QUERIES)
            self._fill(first[block], queries[:, block], own[block], room)
        return first

    def first_below_by_loops(self, queries: Array, own: Array) -> Array:
        """The same as `first_below`, by loops that are worth compiling."""
        made = [self.sets(attribute) for attribute in range(min(len(queries), IN_BITS))]
        tables = np.stack([table for table, _ in made])
        counts = np.stack([count(ranks) for (_, count), ranks in zip(made, queries)])
        first = np.empty(queries.shape[1], dtype=np.int64)
        first_by_loops(tables, counts, self.ranks, queries, own, first)
        return first

    def _fill(self, first: Array, queries: Array, own: Array, room: Array) -> None:
        """Write down the first row below each query of a block."""
        left = np.arange(queries.shape[1])
        bits, low = room[:, : len(left)]
        table, count = self.sets(0)
        np.take(table, count(queries[0]), axis=0, out=bits, mode="clip")
        itself = np.flatnonzero(own >= 0)
        place = own[itself]
        bits[itself, place >> 6] &= ~np.left_shift(np.uint64(1), (place & 63).astype(np.uint64))
        for attribute in range(1, len(queries)):
            if attribute % 4 == 0:
                some = bits.any(axis=1)
                if 2 * np.count_nonzero(some) < len(some):  # the others have nothing below them
                    bits, left = bits[some], left[some]
                    low = low[: len(left)]
                if len(left) <= LEFT:
                    first[left] = first_below(self.ranks, queries[:, left], own[left])
                    return
            table, count = self.sets(attribute)
            np.take(table, count(queries[attribute, left]), axis=0, out=low, mode="clip")
            np.bitwise_and(bits, low, out=bits)
        word = (bits != 0).argmax(axis=1)
        value = bits[np.arange(len(bits)), word]
        some = np.flatnonzero(value)
        lowest = value[some] & (~value[some] + np.uint64(1))
        first[left[some]] = 64 * word[some] + np.frexp(lowest.astype(float))[1] - 1


@Loops
def first_by_loops(
    tables: Array, counts: Array, ranks: Array, queries: Array, own: Array, first: Array
) -> None:
    """Fill in the first row below each query: sets for some attributes, comparisons for the others."""
    attributes, words = len(tables), tables.shape[2]
    bits = np.empty(words, dtype=np.uint64)
    nothing, lowest = np.uint64(0), np.uint64(1)
    for query in range(len(first)):
        for word in range(words):
            bits[word] = tables[0, counts[0, query], word]
        for attribute in range(1, attributes):
            table = tables[attribute, counts[attribute, query]]
            for word in range(words):
                bits[word] &= table[word]
        first[query] = -1
        for word in range(words):
            value, row = bits[word], 64 * word
            while value != nothing and first[query] < 0:
                if value & lowest != nothing and row != own[query]:
                    below = True
                    for attribute in range(attributes, len(queries)):
                        if ranks[attribute, row] > queries[attribute, query]:
                            below = False
                            break
                    if below:
                        first[query] = row
                value >>= lowest
                row += 1
            if first[query] >= 0:
                break


def first_below(chunk: Array, queries: Array, own: Array) -> Array:
    """The same as `Chunk.first_below` by comparing ranks: every row of a chunk with every query."""
    below = chunk[0] <= queries[0, :, np.newaxis]
    itself = np.flatnonzero(own >= 0)
    below[itself, own[itself]] = False
    for attribute in range(1, len(chunk)):
        if attribute % 4 == 0 and not below.any():
            break
        below &= chunk[attribute] <= queries[attribute, :, np.newaxis]
    first = below.argmax(axis=1)
    return np.where(below[np.arange(len(first)), first], first, -1)


class Sweep:
    """The highest class with a row below others: a sweep over the rows from the highest class down.

    A row above another one of its own or a higher class cannot matter: whatever lies above it lies above that
    one too. When the rows themselves are looked up, each is known to be of that kind before its turn comes,
    and left out; later sweeps leave them out as well.
    """

    def __init__(self, ranks: Array, sizes: list[int], labels: Array) -> None:
        self.ranks, self.sizes, self.labels = ranks, sizes, labels
        self.by_tree = False
        """Whether a tree had to help."""
        self.compiled = False
        """Whether loops were compiled."""

    @cached_property
    def order(self) -> Array:
        """The rows that may matter, from the highest class down; a row below another comes before it."""
        height = self.ranks.sum(axis=0, dtype=np.int64)
        return np.argsort(height - self.labels.astype(np.int64) * (height.max(initial=0) + 1))

    def of_rows(self, others: bool, threads: Threads) -> Array:
        """For each row the highest class with a row below it, -1 where there is none.

        With `others` a row does not count for itself.
        """
        found = self._run(self.ranks, True, others, threads)
        if others:
            self.order = self.order[found[self.order] < self.labels[self.order]]
        return found

    def of(self, queries: Array, threads: Threads) -> Array:
        """For each query the highest class with a row below it, -1 where there is none."""
        return self._run(queries, False, False, threads)

    def _run(self, queries: Array, rows: bool, others: bool, threads: Threads) -> Array:
        found = np.full(queries.shape[1], -1, dtype=self.labels.dtype)
        own = np.full(queries.shape[1], -1)
        waiting, rest = np.arange(queries.shape[1]), self.order
        self.left: list[int] = []
        while len(waiting) and len(rest):
            self.left.append(len(rest))
            if self._is_too_much(len(waiting)):
                self.by_tree = True
                if others:
                    own[rest] = np.arange(len(rest))
                tree = RankTree(self.ranks[:, rest], self.labels[rest])
                found[waiting] = tree.highest_below(queries[:, waiting], own[waiting], threads)
                break
            members, rest = rest[:CHUNK], rest[CHUNK:]
            if others:
                own[members] = np.arange(len(members))
            first = self._first(members, queries, own, waiting, threads)
            if others:
                own[members] = -1
            hit = first >= 0
            found[waiting[hit]] = self.labels[members[first[hit]]]
            waiting = waiting[~hit]
            if rows:
                rest = rest[found[rest] < self.labels[rest]]
        return found

    def _is_too_much(self, waiting: int) -> bool:
        """Whether a tree takes less time for what is left.

        Measured, a query takes as long in a compiled tree as in 12 chunks for each attribute. How many chunks
        are still to come is told by how many rows the last few have done away with.
        """
        if len(self.left) <= LAST or waiting < self.left[-1] // 4:
            return False
        rows_a_chunk = (self.left[-1 - LAST] - self.left[-1]) / LAST
        return self.left[-1] > 12 * len(self.ranks) * rows_a_chunk and numba_is_there()

    def _first(self, members: Array, queries: Array, own: Array, waiting: Array, threads: Threads) -> Array:
        ranks = self.ranks[:, members]
        if len(waiting) <= FEW:
            return first_below(ranks, queries[:, waiting], own[waiting])
        chunk = Chunk(ranks, self.sizes, len(waiting))
        compiled = len(waiting) >= COMPILED and numba_is_there()
        self.compiled |= compiled
        find = chunk.first_below_by_loops if compiled else chunk.first_below

        def look(block: slice) -> Array:
            looked_up = waiting[block]
            return find(queries[:, looked_up], own[looked_up])

        size = max(QUERIES, -(-len(waiting) // (4 * threads.count)))
        parts = [slice(start, start + size) for start in range(0, len(waiting), size)]
        return np.concatenate(threads.map(look, parts))


class BitBounds:
    """The bounds of rows with any number of attributes, from sets of rows held as bits.

    >>> points = np.array([[1.0, 1.0, 0.0], [2.0, 2.0, 0.0], [4.0, 3.0, 0.0]])
    >>> bounds = BitBounds(RankedColumns(points), np.array([0, 1, 2]), 3)
    >>> [bound.tolist() for bound in bounds.of(np.array([[3.0, 3.0, 0.0]]))]
    [[1], [2]]
    >>> [bound.tolist() for bound in bounds.of_rows(others=True)]
    [[-1, 0, 1], [1, 2, 3]]
    """

    def __init__(self, ranked: RankedColumns, labels: Array, c: int) -> None:
        self.ranked, self.c = ranked, c
        self.up = Sweep(ranked.of_points, ranked.sizes, labels)
        self.down = Sweep(ranked.from_above(ranked.of_points), ranked.sizes, c - 1 - labels)

    def way(self) -> tuple[str, str]:
        """How bounds are found, and why."""
        attributes, rows = self.ranked.of_points.shape
        why = f"rows: {rows}, attributes: {attributes}, more than 2"
        if self.up.by_tree or self.down.by_tree:
            return "sets of rows as bits, then a tree, compiled", f"{why}; too few rows could be left out"
        if self.up.compiled or self.down.compiled:
            return "sets of rows as bits, compiled", f"{why}, enough to compile loops"
        if rows < COMPILED:
            return "sets of rows as bits", f"{why}, too few to compile loops"
        if numba_is_there():
            return "sets of rows as bits", f"{why}, most of which are duplicated or were not looked up"
        return "sets of rows as bits", f"{why}; Numba, which would compile loops, is not installed"

    def of_rows(self, others: bool, threads: Threads = ALONE) -> tuple[Array, Array]:
        """The bounds of the rows themselves; with `others` a row does not count for itself."""
        half = threads.shared_by(2)
        up, down = threads.map(lambda side: side.of_rows(others, half), (self.up, self.down))
        return up, self.c - 1 - down

    def of(self, queries: Array, threads: Threads = ALONE) -> tuple[Array, Array]:
        """The bounds of other rows."""
        above = self.ranked.from_above(self.ranked.for_above(queries))
        asked = ((self.up, self.ranked.for_below(queries)), (self.down, above))
        half = threads.shared_by(2)
        up, down = threads.map(lambda side: side[0].of(side[1], half), asked)
        return up, self.c - 1 - down
