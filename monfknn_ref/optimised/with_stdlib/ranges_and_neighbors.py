"""Ranges (Eq. 1) and neighbors (Alg. 2) without a look at every row for every query.

y_min is the highest class with a row below x, y_max the lowest class with a row above x. Staircases (up to
two attributes) or bit sets find both. Neighbors come from a k-d tree whose nodes know their classes.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from monfknn_ref.model.checks import GivenRow
from monfknn_ref.optimised.error_bounds import DistanceError

# --- Ranges ---------------------------------------------------------------------------------------------

Bounds = tuple[int | None, int | None]
"""y_min and y_max of one row, None where no row lies below or above."""

BLOCK = 2000
"""Rows whose bit sets are held at the same time."""


class Staircase:
    """Rows of one class in the plane, and whether one of them lies below a given row.

    Sorted by the first attribute and then by the second, the rows that may lie below x are those that come
    before it, and one of them does if the lowest of their second attributes is not above that of x.

    >>> stairs = Staircase([(1.0, 3.0), (2.0, 1.0)])
    >>> stairs.below((1.5, 2.0), False), stairs.below((2.0, 2.0), False), stairs.below((2.0, 1.0), True)
    (False, True, False)
    """

    def __init__(self, rows: Sequence[GivenRow]) -> None:
        self.rows = sorted(rows)
        self.lowest = [math.inf]
        for row in self.rows:
            self.lowest.append(min(self.lowest[-1], row[1]))

    def below(self, x: GivenRow, others: bool) -> bool:
        """Whether a row, or one other than x, is at most x in both attributes."""
        before = bisect_left(self.rows, x) if others else bisect_right(self.rows, x)
        return bool(self.lowest[before] <= x[1])


class PlaneBounds:
    """The bounds of rows with one or two attributes, by one staircase for each class and side.

    >>> PlaneBounds([(1.0, 1.0), (2.0, 2.0), (4.0, 3.0)], [0, 1, 2], 3).of([(3.0, 3.0)])
    [(1, 2)]
    """

    def __init__(self, D: Sequence[GivenRow], y: Sequence[int], c: int) -> None:
        rows: list[list[GivenRow]] = [[] for _ in range(c)]
        for x, l in zip(D, y):
            rows[l].append(x)
        self.up = [Staircase([(x[0], x[-1]) for x in rows[l]]) for l in range(c)]
        self.down = [Staircase([(-x[0], -x[-1]) for x in rows[l]]) for l in range(c)]

    def of(self, queries: Sequence[GivenRow], itself: Sequence[int] | None = None) -> list[Bounds]:
        """The bounds of each query; given the places of the queries in D, they themselves do not count."""
        others, classes = itself is not None, range(len(self.up))
        bounds: list[Bounds] = []
        for x in queries:
            corner, opposite = (x[0], x[-1]), (-x[0], -x[-1])
            y_min = next((l for l in reversed(classes) if self.up[l].below(corner, others)), None)
            y_max = next((l for l in classes if self.down[l].below(opposite, others)), None)
            bounds.append((y_min, y_max))
        return bounds


class BitBounds:
    """The bounds of rows with any number of attributes, from sets of rows held as the bits of whole numbers.

    The rows below x are those that are at most x in the first attribute and in the second and so on: an
    intersection of sets, each a beginning of the rows sorted by that attribute. Numbering the rows by their
    class makes y_min the class of the highest bit, and y_max that of the lowest bit of the rows above x.

    >>> BitBounds([(1.0, 1.0, 0.0), (2.0, 2.0, 0.0), (4.0, 3.0, 0.0)], [0, 1, 2]).of([(3.0, 3.0, 0.0)])
    [(1, 2)]
    """

    def __init__(self, D: Sequence[GivenRow], y: Sequence[int]) -> None:
        by_class = sorted(range(len(D)), key=y.__getitem__)
        self.class_of_bit = [y[j] for j in by_class]
        self.bit = [0] * len(D)
        for number, j in enumerate(by_class):
            self.bit[j] = number
        self.up = []
        for attribute in range(len(D[0])):
            self.up.append(sorted((x[attribute], bit) for x, bit in zip(D, self.bit)))
        self.down = [[(-value, bit) for value, bit in reversed(column)] for column in self.up]

    def of(self, queries: Sequence[GivenRow], itself: Sequence[int] | None = None) -> list[Bounds]:
        """The bounds of each query; given the places of the queries in D, they themselves do not count."""
        bounds: list[Bounds] = []
        for start in range(0, len(queries), BLOCK):
            block = queries[start : start + BLOCK]
            opposite = [tuple(-value for value in x) for x in block]
            below, above = intersections(block, self.up), intersections(opposite, self.down)
            for n in range(len(block)):
                if itself is not None:
                    own = 1 << self.bit[itself[start + n]]
                    below[n], above[n] = below[n] ^ own, above[n] ^ own  # x is below and above itself
                last = below[n].bit_length() - 1
                first = (above[n] & -above[n]).bit_length() - 1
                bounds.append(
                    (
                        self.class_of_bit[last] if last >= 0 else None,
                        self.class_of_bit[first] if first >= 0 else None,
                    )
                )
        return bounds


def intersections(queries: Sequence[GivenRow], columns: Sequence[Sequence[tuple[float, int]]]) -> list[int]:
    """For each query the set of rows that are at most the query in every column."""
    sets = [-1] * len(queries)  # all bits
    for attribute, column in enumerate(columns):
        order = sorted(range(len(queries)), key=lambda n: queries[n][attribute])
        values = [queries[n][attribute] for n in order]
        for n, beginning in zip(order, beginnings(column, values)):
            sets[n] &= beginning
    return sets


def beginnings(column: Sequence[tuple[float, int]], values: Sequence[float]) -> Iterator[int]:
    """For each of the ascending values the set of rows whose value in the column is not above it.

    >>> [f"{rows:03b}" for rows in beginnings([(1.0, 2), (4.0, 0), (6.0, 1)], [0.0, 4.0, 9.0])]
    ['000', '101', '111']
    """
    bits = bytearray(len(column) // 8 + 1)
    place = 0
    for value in values:
        while place < len(column) and column[place][0] <= value:
            bit = column[place][1]
            bits[bit >> 3] |= 1 << (bit & 7)
            place += 1
        yield int.from_bytes(bits, "little")


# --- Neighbors ------------------------------------------------------------------------------------------

BUCKET = 16
"""Rows that are not split any further."""


@dataclass(slots=True)
class Node:
    """A set of rows, split in two at a value of one attribute unless it is small."""

    rows: list[int]
    attribute: int = 0
    split: float = 0.0
    lower: Node = field(init=False)
    upper: Node = field(init=False)
    lowest: int = field(init=False)
    highest: int = field(init=False)


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
