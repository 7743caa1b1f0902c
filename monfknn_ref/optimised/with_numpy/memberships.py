"""Eq. 5, Eq. 6 and their medians for whole tables at once.

The memberships of a row are kept as what they were counted from: the labels of the rows equal to it, or its
own class and the classes of its neighbors.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from monfknn_ref.optimised.exact_floats import LARGEST_WHOLE
from monfknn_ref.optimised.variant import Ballot, KnownMemberships
from monfknn_ref.optimised.with_numpy.ranges import Array, blocks


class Ballots:
    """For each row of D' its own class, or -1 where Eq. 5 applies, and the classes counted, ascending.

    >>> from monfknn_ref.readings import Rules
    >>> known = KnownMemberships(Fraction(1, 2), Rules(c=3))
    >>> ballots = Ballots(np.array([-1, 0]), np.array([1, 2, 2, 0, 1, 1]), np.array([3, 3]), known)
    >>> ballots.ballot(0), ballots.ballot(1)
    (Ballot(own=-1, classes=(1, 2, 2)), Ballot(own=0, classes=(0, 1, 1)))
    >>> ballots.counts(np.array([0, 1])).tolist()
    [[0, 1, 2], [1, 2, 0]]
    >>> [bound.tolist() for bound in ballots.median_ranges()]
    [[2, 0], [2, 0]]
    """

    def __init__(self, own: Array, classes: Array, sizes: Array, known: KnownMemberships) -> None:
        self.own = own
        self.classes = classes
        self.sizes = sizes
        self.starts = np.cumsum(sizes) - sizes
        self.known = known

    def replaced(self, rows: Array, own: Array, classes: Array, sizes: Array) -> Ballots:
        """The same with other classes for some rows: of each row of a matrix as many as its size says."""
        order = np.argsort(rows)
        rows, own, classes, sizes = rows[order], own[order], classes[order], sizes[order]
        all_own, all_sizes = self.own.copy(), self.sizes.copy()
        all_own[rows], all_sizes[rows] = own, sizes
        listed = classes[np.arange(classes.shape[1]) < sizes[:, np.newaxis]]
        if len(rows) == len(all_own):
            return Ballots(all_own, listed, all_sizes, self.known)
        new = Ballots(all_own, np.empty(all_sizes.sum(), dtype=classes.dtype), all_sizes, self.known)
        kept = np.ones(len(all_own), dtype=bool)
        kept[rows] = False
        kept = np.flatnonzero(kept)
        new.classes[new.places(rows)] = listed
        new.classes[new.places(kept)] = self.classes[self.places(kept)]
        return new

    def unanimous(self) -> Array:
        """Whether all classes counted for a row are the same."""
        return self.classes[self.starts] == self.classes[self.starts + self.sizes - 1]

    def places(self, rows: Array) -> Array:
        """Where the classes of the rows are, one row's after the other's."""
        sizes = self.sizes[rows]
        before = np.cumsum(sizes) - sizes
        return np.arange(sizes.sum()) + np.repeat(self.starts[rows] - before, sizes)

    def ballot(self, i: int) -> Ballot:
        """The same for one row."""
        start = self.starts[i]
        return Ballot(int(self.own[i]), tuple(self.classes[start : start + self.sizes[i]].tolist()))

    def counts(self, rows: Array) -> Array:
        """For each of the rows how often each class is counted."""
        c = len(self.known.rules.Y)
        owner = np.repeat(np.arange(len(rows)), self.sizes[rows])
        cells = owner * c + self.classes[self.places(rows)]
        return np.bincount(cells, minlength=len(rows) * c).reshape(len(rows), c)

    def median_ranges(self) -> tuple[Array, Array]:
        """Eq. 4 for every row, in exact numbers.

        At or below class l are N of g classes counted, and the row's own class or not. Half is reached if N
        is at least t0 without it, or at least t1 with it, where t0 and t1 depend on g alone. So l_m is the
        t0-th of the ascending classes, or the own class and the t1-th, whichever of the two comes first.
        """
        least, least_with_own = self._least()
        beyond, nothing = len(self.known.rules.Y), -1

        def ascending(n: Array) -> Array:
            inside = self.classes[self.starts + np.clip(n, 1, self.sizes) - 1]
            return np.where(n < 1, nothing, np.where(n > self.sizes, beyond, inside))

        with_own = self.own >= 0
        low, high = ascending(least), ascending(self.sizes + 1 - least)
        own_low = np.maximum(self.own, ascending(least_with_own))
        own_high = np.minimum(self.own, ascending(self.sizes + 1 - least_with_own))
        return (
            np.where(with_own, np.minimum(low, own_low), low),
            np.where(with_own, np.maximum(high, own_high), high),
        )

    def _least(self) -> tuple[Array, Array]:
        """t0 and t1 for every row."""
        half, RCr = Fraction(1, 2), self.known.RCr
        largest = int(self.sizes[self.own >= 0].max(initial=0))
        without, with_own = [], []
        for g in range(largest + 1):
            never = g + 1
            without.append(never if RCr == 1 else min(never, math.ceil(g * half / (1 - RCr))))
            with_own.append(0 if RCr >= half else math.ceil(g * (half - RCr) / (1 - RCr)))
        by_frequency = (self.sizes + 1) // 2
        g = np.minimum(self.sizes, largest)
        return np.where(self.own >= 0, np.array(without)[g], by_frequency), np.array(with_own)[g]

    def centered(self, rows: Array) -> Array:
        """2 U(l) - 1 of each row, correctly rounded."""
        RCr = Fraction(self.known.RCr)
        if 2 * RCr.denominator * int(self.sizes[rows].max(initial=1)) > LARGEST_WHOLE:
            return np.array([self.known[self.ballot(i)].centered_floats for i in rows])
        below, g, own = np.cumsum(self.counts(rows), axis=1), self.sizes[rows, np.newaxis], self.own[rows]
        with_own = own[:, np.newaxis] >= 0
        P = np.where(with_own, RCr.numerator, 0)
        Q = np.where(with_own, RCr.denominator, 1)
        reached = own[:, np.newaxis] <= np.arange(len(self.known.rules.Y))
        return (2 * (P * g * reached + (Q - P) * below) - Q * g) / (Q * g)

    def doubles(self, rows: Array) -> Array:
        """The memberships of each row by the same operations on doubles as the reference's."""
        RCr, own = self.known.RCr, self.own[rows]
        share = self.counts(rows) / self.sizes[rows, np.newaxis]
        with_own = np.flatnonzero(own >= 0)
        share[with_own] *= 1 - RCr
        share[with_own, own[with_own]] += RCr
        return share

    def median_ranges_in_doubles(self) -> tuple[Array, Array]:
        """Eq. 4 for every row, in doubles."""
        low, high = np.empty_like(self.own), np.empty_like(self.own)
        for block in blocks(len(self.sizes), len(self.known.rules.Y)):
            low[block], high[block] = medians_of_doubles(self.doubles(np.arange(block.start, block.stop)))
        return low, high


def medians_of_doubles(u: Array) -> tuple[Array, Array]:
    """Eq. 4 for rows of memberships, summed from left to right for l_m and from right to left for l_M."""
    c = u.shape[1]
    low, high = np.full(len(u), c - 1), np.zeros(len(u), dtype=np.intp)
    for found, classes in ((low, range(c)), (high, range(c - 1, -1, -1))):
        total, short = np.zeros(len(u)), np.ones(len(u), dtype=bool)
        for l in classes:
            total += u[:, l]
            reached = short & (total >= 0.5)
            found[reached] = l
            short &= ~reached
    return low, high
