"""A k-d tree in plain Python that finds every row which may be among the k nearest of a valid class."""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Sequence

from monfknn_ref.model.checks import GivenRow
from monfknn_ref.optimised.error_bounds import DistanceError

__all__ = ["KDTree"]

BUCKET = 16
"""Rows that are not split any further."""


class Node:
    """A set of rows, split in two at a value of one attribute unless it is small."""

    __slots__ = ("attribute", "highest", "lower", "lowest", "rows", "split", "upper")

    lower: Node
    upper: Node

    def __init__(self, rows: list[int]) -> None:
        self.rows = rows
        self.attribute = 0
        self.split = 0.0
        self.lowest = 0
        self.highest = 0


class KDTree:
    """Rows by their place, nodes with the lowest and the highest class among their rows."""

    def __init__(self, points: Sequence[GivenRow]) -> None:
        self.points = points
        self.root = self._grow(list(range(len(points))))

    def _grow(self, rows: list[int]) -> Node:
        points = self.points
        node = Node(rows)
        if len(rows) <= BUCKET:
            return node
        spreads = []
        for attribute in range(len(points[0])):
            values = [points[j][attribute] for j in rows]
            spreads.append(max(values) - min(values))
        node.attribute = attribute = spreads.index(max(spreads))
        rows.sort(key=lambda j: points[j][attribute])
        middle = len(rows) // 2
        node.split = points[rows[middle]][attribute]  # between the lower and the upper half
        node.lower, node.upper = self._grow(rows[:middle]), self._grow(rows[middle:])
        node.rows = []
        return node

    def label(self, labels: Sequence[int]) -> None:
        """Give the rows their classes, so that whole nodes without a valid class can be passed over."""
        self.labels = labels
        self._bound(self.root)

    def _bound(self, node: Node) -> None:
        if node.rows:
            classes = [self.labels[j] for j in node.rows]
            node.lowest, node.highest = min(classes), max(classes)
        else:
            self._bound(node.lower)
            self._bound(node.upper)
            node.lowest = min(node.lower.lowest, node.upper.lowest)
            node.highest = max(node.lower.highest, node.upper.highest)

    def candidates(
        self, x: GivenRow, k: int, r: tuple[int, int], error: DistanceError, leave_out: int | None
    ) -> list[tuple[float, int]]:
        """Distance and place of all rows of a class in r that may be among the k nearest, nearest first.

        They are k, or fewer where the range has no more, when the error of the distances leaves no doubt.

        >>> tree = KDTree([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (3.0, 0.0)])
        >>> tree.label([0, 1, 1, 0])
        >>> tree.candidates((0.0, 0.0), 1, (1, 1), DistanceError(1e-15, 0.0), None)
        [(1.0, 1), (1.0, 2)]
        """
        points, labels, distance = self.points, self.labels, math.dist
        lowest, highest = r
        nearest: list[tuple[float, int]] = []
        limit = math.inf
        waiting = [(0.0, self.root)]
        while waiting:
            gap, node = waiting.pop()
            if gap > limit or node.lowest > highest or node.highest < lowest:
                continue
            while not node.rows:
                gap = x[node.attribute] - node.split
                if gap < 0:
                    waiting.append((-gap, node.upper))
                    node = node.lower
                else:
                    waiting.append((gap, node.lower))
                    node = node.upper
            for j in node.rows:
                if lowest <= labels[j] <= highest:
                    d = distance(x, points[j])
                    if d <= limit and j != leave_out:
                        insort(nearest, (d, j))
                        if len(nearest) >= k:
                            limit = error.reach(nearest[k - 1][0])
                            while nearest[-1][0] > limit:
                                nearest.pop()
        return nearest
