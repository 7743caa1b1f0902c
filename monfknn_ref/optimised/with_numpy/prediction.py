"""Eq. 7 and its median for many queries at once, in certified doubles or in the reference's doubles."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from monfknn_ref.arithmetic import DOUBLES
from monfknn_ref.optimised.error_bounds import (
    LARGEST_ERROR,
    UNDERFLOW,
    UNIT,
    DistanceError,
    Tally,
    exact_distances,
    power_error,
    sign_of_sum,
)
from monfknn_ref.optimised.with_numpy.distances import distances
from monfknn_ref.optimised.with_numpy.memberships import Ballots, medians_of_doubles
from monfknn_ref.optimised.with_numpy.ranges import Array
from monfknn_ref.optimised.with_numpy.values import Values


@dataclass
class NeighborsOfQueries:
    """Queries with what Algorithm 3 knows of them at line 14: a row for each, a column for each neighbor."""

    queries: Values
    rows: Values
    """The training rows."""
    ballots: Ballots
    places: Array
    """The places of the neighbors among the training rows; 0 where there are not so many."""
    present: Array
    """Whether there are so many."""
    inside: Array
    """Whether the class of the neighbor is in the range of the query."""

    def chosen(self, block: slice) -> NeighborsOfQueries:
        """The same for some of the queries."""
        return NeighborsOfQueries(
            self.queries.chosen(block),
            self.rows,
            self.ballots,
            self.places[block],
            self.present[block],
            self.inside[block],
        )

    @cached_property
    def distances(self) -> Array:
        """The computed distance of each neighbor."""
        return distances(self.queries.doubles, self.rows.doubles, self.places)

    def of_neighbors(self, written: Any) -> Array:
        """What a function makes of the training rows, for each neighbor; no row is asked for twice."""
        different, inverse = np.unique(self.places, return_inverse=True)
        return written(different)[inverse.reshape(self.places.shape)]


def certified_medians(
    found: NeighborsOfQueries,
    counted: Array,
    pOR: Fraction,
    exponent: Fraction,
    error: DistanceError,
    tally: Tally,
) -> tuple[Array, Array]:
    """The median range of each query in exact numbers, if any of its neighbors is counted.

    It follows from the sign of S(l) for each class: whether less than, just or more than half is below.
    """
    values, errors, bounded = weights(found, counted, pOR, exponent, error)
    centered = found.of_neighbors(found.ballots.centered) * counted[:, :, np.newaxis]
    terms = values[:, :, np.newaxis] * centered
    total = terms.sum(axis=1)
    bound = np.sum(np.abs(terms) * errors[:, :, np.newaxis], axis=1) + UNDERFLOW
    bound[~bounded] = np.inf
    # Cumulative memberships ascend, so what is true of one class may be known from another one.
    positive = np.logical_or.accumulate(total > bound, axis=1)
    negative = np.logical_or.accumulate(total[:, ::-1] < -bound[:, ::-1], axis=1)[:, ::-1]
    signs = positive.astype(np.int8) - negative
    nothing = ~np.any(centered, axis=1)
    undecided = ~(positive | negative | nothing)
    tally.made += len(signs)
    for query in np.flatnonzero(undecided.any(axis=1)):
        tally.undecided += 1
        neighbors = np.flatnonzero(counted[query])
        places = found.places[query, neighbors]
        squared = exact_distances(found.queries.given[query].tolist(), found.rows.given[places].tolist())
        penalties = [1 if inside else pOR for inside in found.inside[query, neighbors]]
        outcomes = [found.ballots.known[found.ballots.ballot(j)] for j in places]
        for l in np.flatnonzero(undecided[query]):
            factors = [pOR_j * outcome.centered[l] for pOR_j, outcome in zip(penalties, outcomes)]
            signs[query, l] = sign_of_sum(factors, squared, exponent)
    return np.sum(signs < 0, axis=1), np.sum(signs <= 0, axis=1)


def weights(
    found: NeighborsOfQueries, counted: Array, pOR: Fraction, exponent: Fraction, error: DistanceError
) -> tuple[Array, Array, Array]:
    """`error_bounds.Weights` for many queries: values, errors, and for which queries the bound holds."""
    penalties = np.where(found.inside, 1.0, float(pOR))
    roundings = (counted.shape[1] + 8) * UNIT
    if exponent == 0:
        always = np.ones(len(counted), dtype=bool)
        return penalties * counted, np.full(counted.shape, roundings), always
    e = float(exponent)
    distance = np.where(counted, found.distances, np.inf if e > 0 else 0.0)
    nearest, farthest = distance.min(axis=1, keepdims=True), distance.max(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        share = np.where(counted, error.relative + error.absolute[:, np.newaxis] / distance, 0.0)
        ratio = (nearest if e > 0 else farthest) / distance
        power = ratio if e == 1 else ratio * ratio if e == 2 else ratio**e
        values = np.where(counted, penalties * power, 0.0)
    bounded = np.all(share * max(abs(e), 1) <= LARGEST_ERROR, axis=1)  # not where anything overflowed
    values[~bounded] = share[~bounded] = 0.0
    return values, 1.1 * abs(e) * share + power_error(exponent) + roundings, bounded


def medians_in_doubles(
    found: NeighborsOfQueries, pOR: float, exponent: float
) -> tuple[Array, Array, Array, Array]:
    """The median range of each query by the reference's operations on doubles, neighbors nearest first.

    With it come whether any neighbor counts at all, and whether all numbers stayed finite.
    """
    factors = inverse_distances(found, exponent)
    weights = np.where(found.present, np.where(found.inside, 1.0, pOR) * factors, 0.0)
    some = np.any(weights != 0, axis=1)
    u = found.of_neighbors(found.ballots.doubles)
    numerator, denominator = np.zeros((len(u), u.shape[2])), np.zeros((len(u), 1))
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        for j in range(weights.shape[1]):
            weight = weights[:, j, np.newaxis]
            numerator += u[:, j] * weight
            denominator += weight
        memberships = numerator / denominator
        total = np.zeros(len(u))
        for l in range(u.shape[2]):
            total += memberships[:, l]
        memberships /= total[:, np.newaxis]
    low, high = medians_of_doubles(memberships)
    return low, high, some, np.all(np.isfinite(memberships), axis=1)


def inverse_distances(found: NeighborsOfQueries, exponent: float) -> Array:
    """The factor 1 / ||x - x_j||^e of each neighbor in doubles, or its limit at 0."""
    distance = found.distances
    zero = found.present & (distance == 0)
    limit = zero.any(axis=1, keepdims=True) & (exponent > 0)
    factors = np.where(limit | (exponent == 0), zero, 0.0)
    apart = found.present & ~zero & ~limit
    if exponent == 2:
        with np.errstate(over="ignore", divide="ignore"):
            factors[apart] = 1 / (distance[apart] * distance[apart])
        apart &= np.isinf(factors)
    if apart.any():  # by the C library's power, or a complaint about infinite weights
        factors[apart] = [DOUBLES.inverse_power(d, exponent) for d in distance[apart].tolist()]
    return factors
