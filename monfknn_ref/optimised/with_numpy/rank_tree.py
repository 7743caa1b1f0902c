"""The highest class with a row below others, by a k-d tree whose nodes know their highest class.

The search goes down into the part with the higher class first, and passes over every node that has no class
above the best one found so far, or no row that can be below x. A node all of whose rows are below x is never
opened: its highest class counts at once. That is a loop for each query, worth its while when it is compiled.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from monfknn_ref.optimised.with_numpy.loops_and_threads import Loops, Threads

Array = Any

LEAF = 16
"""Rows of a node that is not split any further."""
AT_ONCE = 4096
"""Queries that one thread looks up before it takes the next ones."""


class RankTree:
    """Rows by their ranks, in a tree that is split in halves by one attribute after the other.

    The two parts of node i are 2 i + 1 and 2 i + 2. Rows of the class -1, which is never found, are added
    to make all halves equal.

    >>> from monfknn_ref.optimised.with_numpy.loops_and_threads import ALONE
    >>> tree = RankTree(np.array([[1, 2, 3], [1, 2, 2]]), np.array([0, 1, 0]))
    >>> tree.highest_below(np.array([[1, 2, 3], [1, 2, 2]]), np.array([0, 1, 2]), ALONE).tolist()
    [-1, 0, 1]
    """

    def __init__(self, ranks: Array, labels: Array) -> None:
        attributes, n = ranks.shape
        depth = max(0, int(np.ceil(np.log2(n / LEAF))))
        size = LEAF << depth
        rows = np.full((size, attributes), np.iinfo(ranks.dtype).max, dtype=ranks.dtype)
        rows[:n] = ranks.T
        order = np.arange(size)
        for level in range(depth):
            parts = order.reshape(1 << level, -1)
            middle = parts.shape[1] // 2
            split = np.argpartition(rows[parts, level % attributes], middle, axis=1)
            order = np.take_along_axis(parts, split, axis=1).ravel()
        self.rows = rows[order]
        self.labels = np.where(order < n, labels[np.minimum(order, n - 1)], -1).astype(np.int64)
        self.place = np.empty(size, dtype=np.int64)
        self.place[order] = np.arange(size)
        self._bound(depth, attributes)

    def _bound(self, depth: int, attributes: int) -> None:
        """The corners, the highest class and the rows of each node, from the leaves up."""
        leaves = self.rows.reshape(1 << depth, LEAF, attributes)
        low, high = [leaves.min(axis=1)], [leaves.max(axis=1)]
        top = [self.labels.reshape(1 << depth, LEAF).max(axis=1)]
        for _ in range(depth):
            low.append(low[-1].reshape(-1, 2, attributes).min(axis=1))
            high.append(high[-1].reshape(-1, 2, attributes).max(axis=1))
            top.append(top[-1].reshape(-1, 2).max(axis=1))
        self.low, self.high, self.top = (np.concatenate(part[::-1]) for part in (low, high, top))
        starts, stops = [], []
        for level in range(depth + 1):
            width = len(self.rows) >> level
            starts.append(np.arange(1 << level) * width)
            stops.append(starts[-1] + width)
        self.start, self.stop = np.concatenate(starts), np.concatenate(stops)

    def highest_below(self, queries: Array, own: Array, threads: Threads) -> Array:
        """For each column of ranks the highest class with a row below, -1 where there is none; `own` is the
        place of the query itself among the rows, which does not count, or -1."""
        places = np.where(own >= 0, self.place[own], -1)
        order = np.argsort(places)  # rows that are near to each other take the same way through the tree
        table, places = np.ascontiguousarray(queries.T[order]), places[order]
        ordered = np.empty(len(table), dtype=np.int64)
        nodes = (self.low, self.high, self.top, self.start, self.stop)

        def look(start: int) -> None:
            part = slice(start, start + AT_ONCE)
            highest_below(*nodes, self.rows, self.labels, table[part], places[part], ordered[part])

        threads.map(look, range(0, len(table), AT_ONCE))
        found = np.empty_like(ordered)
        found[order] = ordered
        return found


@Loops
def highest_below(
    low: Array,
    high: Array,
    top: Array,
    start: Array,
    stop: Array,
    rows: Array,
    labels: Array,
    queries: Array,
    own: Array,
    found: Array,
) -> None:
    """Fill in for each query the highest class with a row below it, other than itself."""
    waiting = np.empty(128, dtype=np.int64)
    for query in range(len(queries)):
        x, itself, best = queries[query], own[query], -1
        waiting[0] = 0
        count = 1
        while count > 0:
            count -= 1
            node = waiting[count]
            if top[node] <= best:
                continue
            some, all_of_them = True, True
            for attribute in range(len(x)):
                if low[node, attribute] > x[attribute]:
                    some = False
                    break
                if high[node, attribute] > x[attribute]:
                    all_of_them = False
            if not some:
                continue
            left = 2 * node + 1
            if all_of_them and not start[node] <= itself < stop[node]:
                best = top[node]
            elif left < len(top):
                nearer = left + 1 if top[left + 1] > top[left] else left
                waiting[count] = 2 * left + 1 - nearer
                waiting[count + 1] = nearer
                count += 2
            else:
                for row in range(start[node], stop[node]):
                    if labels[row] > best and row != itself:
                        below = True
                        for attribute in range(len(x)):
                            if rows[row, attribute] > x[attribute]:
                                below = False
                                break
                        if below:
                            best = labels[row]
        found[query] = best
