"""Lists of the rows that are nearest to queries, and distances that doubles cannot tell apart.

Rows are listed in three ways: by a k-d tree, by products of matrices, all. Each list comes with a distance
that no row which is not listed falls short of, so that whoever reads it knows whether it is long enough.

Where doubles cannot tell distances apart, pairs of them can. A number is kept as the sum of two doubles: the
nearest one x, and r, the one nearest to what is missing then. Differences, squares and sums of such pairs
follow Dekker: the rounding error of a sum or a product of two doubles is itself a double. With N = ||x|| +
||z|| each step loses less than 2^-103 N^2 or 2^-52 |r| N. So a squared distance of p attributes is off by
less than

    (p + 16) (2^-100 N^2 + 2^-51 max|r| N).

But for the smallest numbers |r| is at most 2^-53 |x|, so that is about 2^47 times less than doubles leave
open. Rows of a circle, which are all equally far from the points of its axis but for the last digits of their
decimals, are told apart by it; true ties are not.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from scipy.spatial import cKDTree  # type: ignore[import-not-found,import-untyped,unused-ignore]

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.optimised.with_numpy.ranges import Array

# --- Lists of the nearest rows --------------------------------------------------------------------------

TILE = 64
"""Rows whose products with a query are summed up by their smallest."""
TILES = 512
"""Tiles that are multiplied at the same time."""
QUERIES = 64
"""Queries that are multiplied at the same time: few enough for a product of a tile to need one thread."""


class ListedRows(NamedTuple):
    """For each query the nearest rows, in any order."""

    distances: Array
    places: Array
    beyond: Array
    """No other row is nearer than this; infinite if there is no other row."""


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
    with np.errstate(over="ignore", invalid="ignore"):
        for attribute in range(queries.shape[1]):
            difference = queries[:, attribute, np.newaxis] - points[:, attribute][places]
            total += difference * difference
    return total


class TreeOfRows:
    """Lists from a k-d tree, of all rows or of some."""

    def __init__(self, points: Array, tree: Any, members: Array | None = None) -> None:
        self.members = members
        self.tree = tree if members is None else cKDTree(points[members], compact_nodes=False)
        self.size = self.tree.n

    def nearest(self, queries: Array, width: int) -> ListedRows:
        distance, places = self.tree.query(queries, k=range(1, width + 1))
        beyond = np.full(len(queries), np.inf) if width == self.size else distance[:, -1]
        return ListedRows(distance, places if self.members is None else self.members[places], beyond)


class AllRows:
    """Lists of all members; without `measured` the distances are 0."""

    def __init__(self, points: Array, members: Array, measured: bool = True) -> None:
        self.points, self.members, self.measured = points[members], members, measured
        self.size = len(members)

    def nearest(self, queries: Array, width: int) -> ListedRows:
        total = np.zeros((len(queries), self.size))
        if self.measured:
            for query, point in zip(queries.T, self.points.T):
                difference = query[:, np.newaxis] - point
                total += difference * difference
        places = np.broadcast_to(self.members, total.shape)
        return ListedRows(np.sqrt(total), places, np.full(len(queries), np.inf))


class Products:
    """Rows ordered by class, so that those of a range are next to each other, in tiles that are multiplied.

    ||x - z||^2 - ||x||^2 = ||z||^2 - 2 x·z is a product of (x, 1) and (-2 z, ||z||^2). The rows are moved to
    their middle and divided by a power of two, so that none is longer than 1 and single precision will do.
    Let v be its unit (2^-24, or 2^-53 for doubles), X and Z the rounded vectors. A product of p + 1 terms,
    summed in any order, is off by at most (p + 6) v (||X|| + ||Z||)^2, the rounding of ||Z||^2 and ||X||^2
    included. ||X - Z|| differs from the distance before rounding by at most v (||X|| + ||Z||) and a little
    more. So the largest product listed says what no other row is nearer than. The rows that are listed are
    measured once more, without products.
    """

    def __init__(self, points: Array, labels: Array) -> None:
        self.points = points
        self.order = np.argsort(labels, kind="stable")
        self.labels = labels[self.order]
        self.middle = (points.min(axis=0) + points.max(axis=0)) / 2
        longest = norms(points - self.middle).max()
        self.scale = 2.0 ** -np.frexp(longest)[1] if longest > 0 else 1.0
        self._tiles: dict[Any, tuple[Array, float]] = {}

    def tiles(self, kind: Any) -> tuple[Array, float]:
        """The tiles in numbers of this kind, and the length of the longest row."""
        if kind not in self._tiles:
            n, p = self.points.shape
            moved = ((self.points[self.order] - self.middle) * self.scale).astype(kind)
            length = norms(moved.astype(float))
            table = np.zeros((-(-n // TILE) * TILE, p + 1), dtype=kind)
            table[:n, :p], table[:n, p] = -2 * moved, length**2
            self._tiles[kind] = table.reshape(-1, TILE, p + 1), float(length.max())
        return self._tiles[kind]

    def of_range(self, low: int, high: int, kind: Any) -> RowsOfRange:
        """The lists of the rows with a class in the range."""
        start, stop = np.searchsorted(self.labels, [low, high + 1]).tolist()
        return RowsOfRange(self, start, stop, kind)


class RowsOfRange:
    """Lists of the rows from a start to a stop, by products."""

    def __init__(self, products: Products, start: int, stop: int, kind: Any) -> None:
        self.products, self.start, self.stop, self.kind = products, start, stop, kind
        self.size = stop - start

    def nearest(self, queries: Array, width: int) -> ListedRows:
        if width == self.size:
            return AllRows(self.products.points, self.products.order[self.start : self.stop]).nearest(
                queries, 0
            )
        parts = [self._nearest(queries[i : i + QUERIES], width) for i in range(0, len(queries), QUERIES)]
        return ListedRows(*(np.concatenate(part) for part in zip(*parts)))

    def _nearest(self, queries: Array, width: int) -> ListedRows:
        products = self.products
        tiles, longest = products.tiles(self.kind)
        p = queries.shape[1]
        with np.errstate(over="ignore", invalid="ignore"):
            moved = np.ones((p + 1, len(queries)), dtype=self.kind)
            moved[:p] = ((queries - products.middle) * products.scale).T
            values, ranks = self._smallest(tiles, moved, width)
            length = norms(moved[:p].T.astype(float))
            unit = float(np.finfo(self.kind).eps) / 2
            together = length + longest
            least = values.max(axis=1).astype(float) + length**2 - (p + 6) * unit * together**2
            beyond = np.sqrt(np.maximum(least, 0.0)) - 1.1 * (unit + 2.0**-50) * together
            beyond = (1 - 2.0**-40) * beyond / products.scale
        places = products.order[np.clip(ranks, self.start, self.stop - 1)]  # where anything overflowed
        return ListedRows(distances(queries, products.points, places), places, beyond)

    def _smallest(self, tiles: Array, moved: Array, width: int) -> tuple[Array, Array]:
        """The smallest products of each query, and the ranks of their rows by class."""
        values, ranks = [], []
        first, last = self.start // TILE, -(-self.stop // TILE)
        for begin in range(first, last, TILES):
            end = min(begin + TILES, last)
            product = np.matmul(tiles[begin:end], moved)
            if begin == first:
                product[0, : self.start - begin * TILE] = np.inf
            if end == last:
                product[-1, TILE - (end * TILE - self.stop) :] = np.inf
            best = smallest(product.min(axis=1).T, width)  # no other tile holds one of so many smallest
            queries = np.arange(moved.shape[1])[:, np.newaxis]
            value = product[best, :, queries].reshape(len(queries), -1)
            rank = ((begin + best) * TILE)[:, :, np.newaxis] + np.arange(TILE)
            rank = rank.reshape(len(queries), -1)
            chosen = smallest(value, width)
            values.append(np.take_along_axis(value, chosen, axis=1))
            ranks.append(np.take_along_axis(rank, chosen, axis=1))
        value, rank = np.concatenate(values, axis=1), np.concatenate(ranks, axis=1)
        chosen = smallest(value, width)
        return np.take_along_axis(value, chosen, axis=1), np.take_along_axis(rank, chosen, axis=1)


Lists: TypeAlias = TreeOfRows | AllRows | RowsOfRange
"""What lists the rows nearest to queries, so many of them for each; `size` says how many rows there are."""


def smallest(values: Array, count: int) -> Array:
    """The places of so many smallest values of each row, or of all if there are no more."""
    if count >= values.shape[1]:
        return np.broadcast_to(np.arange(values.shape[1]), values.shape)
    return np.argpartition(values, count - 1, axis=1)[:, :count]


# --- Pairs of doubles -----------------------------------------------------------------------------------

LONGEST, SHORTEST = 2.0**450, 2.0**-350
"""Norms for which nothing overflows and nothing of weight underflows."""
SPLITTER = 2.0**27 + 1


class Pairs(NamedTuple):
    """Numbers as nearest doubles and what these miss."""

    doubles: Array
    missing: Array


def missing_parts(doubles: Array, given: Array, exponent: int) -> Array:
    """What doubles miss of the given numbers times a power of two."""
    scale = Fraction(2) ** exponent
    missing = [
        float(exact_value(value) * scale - Fraction(double))
        for double, value in zip(doubles.ravel().tolist(), given.ravel().tolist())
    ]
    return np.array(missing).reshape(doubles.shape)


def doubtful_ones(query: Pairs, rows: Pairs, k: int) -> tuple[Array, Array]:
    """Which of the rows are certainly among the k nearest of a query, and which may be, in their order.

    >>> rows = Pairs(np.array([[1.0], [1.0], [1.0]]), np.array([[1e-20], [3e-20], [2e-20]]))
    >>> [places.tolist() for places in doubtful_ones(Pairs(np.zeros((1, 1)), np.zeros((1, 1))), rows, 2)]
    [[0], [2]]
    """
    everyone = np.arange(len(rows.doubles))
    norm = np.sqrt(np.square(query.doubles).sum()) + np.sqrt(np.square(rows.doubles).sum(axis=1)).max()
    if not SHORTEST < norm < LONGEST:
        return everyone[:0], everyone
    high, low = squares_of_pairs(query, rows)
    last = np.lexsort((low, high))[k - 1]
    gap = (high - high[last]) + (low - low[last])
    missing = max(np.abs(query.missing).max(), np.abs(rows.missing).max())
    bound = 4 * (query.doubles.shape[1] + 16) * (2.0**-100 * norm**2 + 2.0**-51 * missing * norm)
    return np.flatnonzero(gap < -bound), np.flatnonzero(~(np.abs(gap) > bound))


def squares_of_pairs(x: Pairs, z: Pairs) -> tuple[Array, Array]:
    """The squared distances of a query to rows."""
    total = np.zeros(len(z.doubles)), np.zeros(len(z.doubles))
    for attribute in range(z.doubles.shape[1]):
        high, error = sum_of(x.doubles[:, attribute], -z.doubles[:, attribute])
        difference = sum_of(high, error + (x.missing[:, attribute] - z.missing[:, attribute]))
        square, error = product_of(difference[0], difference[0])
        high, low = sum_of(total[0], square)
        total = sum_of(high, low + (total[1] + (error + 2 * difference[0] * difference[1])))
    return total


def sum_of(a: Array, b: Array) -> tuple[Array, Array]:
    """The sum of doubles and its rounding error."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def product_of(a: Array, b: Array) -> tuple[Array, Array]:
    """The product of doubles and its rounding error."""
    total = a * b
    (a1, a2), (b1, b2) = halves(a), halves(b)
    return total, ((a1 * b1 - total) + a1 * b2 + a2 * b1) + a2 * b2


def halves(a: Array) -> tuple[Array, Array]:
    """A double as the sum of two that have half of its digits."""
    scaled = SPLITTER * a
    high = scaled - (scaled - a)
    return high, a - high
