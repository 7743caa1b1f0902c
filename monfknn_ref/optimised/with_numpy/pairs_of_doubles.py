"""Distances in pairs of doubles, for rows whose distances doubles cannot tell apart.

A number is kept as the sum of two doubles: the nearest one x, and r, the one nearest to what is missing then.
Differences, squares and sums of such pairs follow Dekker: the rounding error of a sum or a product of two
doubles is itself a double. With N = ||x|| + ||z|| each step loses less than 2^-103 N^2 or 2^-52 |r| N. So a
squared distance of p attributes is off by less than

    (p + 16) (2^-100 N^2 + 2^-51 max|r| N).

But for the smallest numbers |r| is at most 2^-53 |x|, so that is about 2^47 times less than doubles leave
open.
Rows of a circle, which are all equally far from the points of its axis but for the last digits of their
decimals, are told apart by it; true ties are not.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.optimised.with_numpy.ranges import Array

__all__ = ["Pairs", "doubtful_ones", "missing_parts"]

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
    high, low = squared_distances(query, rows)
    last = np.lexsort((low, high))[k - 1]
    gap = (high - high[last]) + (low - low[last])
    missing = max(np.abs(query.missing).max(), np.abs(rows.missing).max())
    bound = 4 * (query.doubles.shape[1] + 16) * (2.0**-100 * norm**2 + 2.0**-51 * missing * norm)
    return np.flatnonzero(gap < -bound), np.flatnonzero(~(np.abs(gap) > bound))


def squared_distances(x: Pairs, z: Pairs) -> tuple[Array, Array]:
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
