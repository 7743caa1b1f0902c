"""What the proofs say, checked for every vector, neighborhood or training set up to a size.

A proof holds for all sizes; these checks are for readers who trust programs more. Each function
returns how many cases it went through and raises `Disproved` at the first one that contradicts the theorem.
They use their own definitions of medians and dominance where that is what the theorem is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from monfknn_ref.beyond.guarantees.searches import SEARCHES, exhaustive
from monfknn_ref.paper.medians import median_range
from monfknn_ref.paper.memberships import membership_with_relevance
from monfknn_ref.readings import Rules

HALF = Fraction(1, 2)


class Disproved(Exception):
    """A case that contradicts a theorem."""


def vectors(c: int, parts: int) -> Iterator[tuple[Fraction, ...]]:
    """Every vector of c memberships that are multiples of 1 / parts.

    >>> [[str(u_l) for u_l in u] for u in vectors(2, 2)]
    [['0', '1'], ['1/2', '1/2'], ['1', '0']]
    """
    for whole in product(range(parts + 1), repeat=c):
        if sum(whole) == parts:
            yield tuple(Fraction(n, parts) for n in whole)


def dominated(u: Sequence[Fraction], v: Sequence[Fraction]) -> bool:
    """u ⪯_FSD v, by the membership at or above each class."""
    return all(sum(u[l:]) <= sum(v[l:]) for l in range(len(u)))


def medians_respect_dominance(c: int, parts: int) -> int:
    """u ⪯_FSD v implies l_m(u) <= l_m(v) and l_M(u) <= l_M(v), and the same for both middles.

    >>> medians_respect_dominance(c=3, parts=4)
    105
    """
    everything, checked = list(vectors(c, parts)), 0
    for u, v in product(everything, repeat=2):
        if dominated(u, v):
            checked += 1
            (a, b), (a_, b_) = median_range(u), median_range(v)
            lower, upper = ([Rules(c=c, tie=tie).middle(*r) for r in ((a, b), (a_, b_))] for tie in TIES)
            if a > a_ or b > b_ or lower[0] > lower[1] or upper[0] > upper[1]:
                raise Disproved(f"{u} is dominated by {v}, yet its medians are higher")
    return checked


TIES = ("lower", "upper")


def neighborhoods(k: int, classes: range) -> Iterator[tuple[int, ...]]:
    """The classes of up to k neighbors."""
    for size in range(k + 1):
        yield from combinations_with_replacement(classes, size)


def memberships(own: int, neighbors: Sequence[int], RCr: Fraction, c: int) -> list[Any]:
    """Eq. 6; a row without neighbors keeps its own class."""
    shares = Rules(c=c).shares_of_neighbors(neighbors, own, max(len(neighbors), 1), (0, c - 1))
    return [membership_with_relevance(l, own, shares, RCr) for l in range(c)]


def own_class_is_a_median(c: int, k: int, RCr: Fraction) -> int:
    """For RCr >= 1/2: the own class is a median, for RCr > 1/2 the only one, and for RCr = 1/2 the range is
    [min(y_i, highest neighbor), max(y_i, lowest neighbor)].

    >>> own_class_is_a_median(c=4, k=4, RCr=Fraction(1, 2))
    280
    """
    checked = 0
    for own, neighbors in product(range(c), neighborhoods(k, range(c))):
        checked += 1
        expected = (own, own)
        if RCr == HALF and neighbors:
            expected = min(own, max(neighbors)), max(own, min(neighbors))
        if median_range(memberships(own, neighbors, RCr, c)) != expected:
            raise Disproved(f"own class {own}, neighbors {neighbors}, RCr {RCr}: not {expected}")
    return checked


def memberships_are_ordered(c: int, k: int, RCr: Fraction) -> int:
    """Two rows of a monotonic set, x_j ⪯ x_i: u_j ⪯_FSD u_i for every neighborhood they can have.

    >>> memberships_are_ordered(c=3, k=3, RCr=Fraction(1, 2))
    1060
    """
    checked = 0
    for y_j in range(c):
        for y_i in range(y_j, c):
            of_j = [memberships(y_j, nn, RCr, c) for nn in neighborhoods(k, range(y_i + 1))]
            of_i = [memberships(y_i, nn, RCr, c) for nn in neighborhoods(k, range(y_j, c))]
            for u_j, u_i in product(of_j, of_i):
                checked += 1
                if not dominated(u_j, u_i):
                    raise Disproved(f"classes {y_j} and {y_i}: {u_j} is not dominated by {u_i}")
    return checked


def mixtures_stay_between(c: int, parts: int, neighbors: int, weights: Sequence[int] = (1, 2)) -> int:
    """The sum l_m + l_M of a mixture lies between the smallest and the largest such sum of what is mixed.

    >>> mixtures_stay_between(c=3, parts=2, neighbors=2)
    84
    """
    everything, checked = list(vectors(c, parts)), 0
    for mixed in combinations_with_replacement(everything, neighbors):
        sums = [sum(median_range(u)) for u in mixed]
        for chosen in product(weights, repeat=neighbors):
            checked += 1
            total = sum(chosen)
            u = [sum((w * u_j[l] for w, u_j in zip(chosen, mixed)), Fraction(0)) / total for l in range(c)]
            if not min(sums) <= sum(median_range(u)) <= max(sums):
                raise Disproved(f"{mixed} with weights {chosen}")
    return checked


def no_counterexample(id: str, rows: int | None = None, seconds: float = 60) -> int:
    """Every training set within the limits of the search for a statement; how many there were.

    `rows` lowers the limit of the rows.

    >>> no_counterexample("set-stays-monotonic-half")
    1912
    """
    search = SEARCHES[id]
    if rows is not None:
        search = replace(search, limits=replace(search.limits, rows=rows))
    outcome = exhaustive(search, seconds)
    if outcome.counterexample is not None:
        raise Disproved(f"{id}: {outcome.counterexample}")
    if not outcome.complete:
        raise Disproved(f"{id}: not finished within {seconds:g} s")
    return outcome.training_sets
