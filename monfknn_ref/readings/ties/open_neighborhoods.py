"""All possible results of Eq. 1 and Algorithm 2 for one x when labels and ties are not settled.

Each row of D' has a set of labels that it may have, independently of the other rows. For such sets,
`OpenSurroundings` lists every range that x may get, and for each range every choice of neighbors. Two
shortcuts keep the lists small, and both are exact:

- A bound of the range is the highest or lowest label of some rows. It has a given value when no label goes
  beyond the value and some row, the witness, has exactly this label. Nothing else about those rows matters.
- Neighbors at the same distance are distinguished only by their possible labels and memberships, not by which
  rows they are.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from monfknn_ref.arithmetic import Row
from monfknn_ref.paper.order import Rows, dominates, in_range
from monfknn_ref.readings.rules import Rules

Labels = Sequence[frozenset[int]]
"""For each row of D', the labels that it may have."""


class TooManyWays(Exception):
    """Raised when there are more ways than the limit; then nothing is concluded from those tried."""


class WaysCounter:
    """Counts the ways that were tried, and stops at the limit."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.seen = 0

    def count(self, ways: int = 1) -> None:
        self.seen += ways
        if self.seen > self.limit:
            raise TooManyWays(f"more than {self.limit} ways")


class OpenNeighbor(NamedTuple):
    """What Eq. 6 and Eq. 7 need to know about a neighbor; which row it is does not matter."""

    group: int
    """The place of its distance among all distances, nearest first."""
    valid: bool
    """Whether its label is in the range."""
    labels: tuple[int, ...]
    """The labels that it may have, all of them in the range or all of them out of it."""
    kind: int
    """Rows of the same kind have the same possible memberships."""


class OpenNeighborhood(NamedTuple):
    """A range with its neighbors: those taken, and `places` more among those that tie for the last places."""

    range: tuple[int, int]
    taken: tuple[OpenNeighbor, ...]
    places: int
    tied: tuple[tuple[OpenNeighbor, ...], ...]
    """For each tied row, what it may be as a neighbor."""

    def classes(self, ways: WaysCounter) -> set[tuple[int, ...]]:
        """The sorted labels that the neighbors may have, for every choice.

        >>> low, open_label = OpenNeighbor(0, True, (0,), 0), OpenNeighbor(0, True, (1, 2), 0)
        >>> sorted(OpenNeighborhood((0, 2), (low,), 1, ((low,), (open_label,))).classes(WaysCounter(99)))
        [(0, 0), (0, 1), (0, 2)]
        """
        several: set[tuple[int, ...]] = {()}
        for neighbor in self.taken:
            several = {tuple(sorted((*labels, l))) for labels in several for l in neighbor.labels}
            ways.count(len(several))
        k = len(self.taken) + self.places
        for options in self.tied:
            possible = {l for neighbor in options for l in neighbor.labels}
            shorter = {labels for labels in several if len(labels) < k}
            several |= {tuple(sorted((*labels, l))) for labels in shorter for l in possible}
            ways.count(len(several))
        return {labels for labels in several if len(labels) == k}


class OpenBound(NamedTuple):
    """A bound of the range: the highest or the lowest label of some rows."""

    rows: list[int]
    highest: bool

    def values(self, labels: Labels) -> list[int]:
        """All values that the bound may have.

        >>> OpenBound([0, 1], highest=True).values([frozenset({0, 3}), frozenset({1, 2})])
        [1, 2, 3]
        """
        several = {l for j in self.rows for l in labels[j]}
        if self.highest:
            certain = max(min(labels[j]) for j in self.rows)
            return sorted(l for l in several if l >= certain)
        certain = min(max(labels[j]) for j in self.rows)
        return sorted(l for l in several if l <= certain)

    def within(self, label: int, value: int) -> bool:
        """Whether the bound can have this value when a row has this label."""
        return label <= value if self.highest else label >= value

    def matters(self, labels: Labels) -> set[int]:
        """The rows whose label is open and may change the bound."""
        values = self.values(labels)
        if len(values) == 1:
            return set()
        return {j for j in self.rows if len(labels[j]) > 1 and not labels[j].isdisjoint(values)}


class OpenSurroundings:
    """x among the rows of D': which rows bound its range, and which may be its neighbors, nearest first."""

    def __init__(
        self,
        x: Row,
        D: Rows,
        k: int,
        typeRange: str,
        rules: Rules,
        itself: int | None = None,
        coincident_decides: bool = False,
    ) -> None:
        """With `coincident_decides`, a neighbor at distance 0 makes all others irrelevant."""
        self.k, self.typeRange, self.rules = k, typeRange, rules
        counted = rules.others(D, itself)
        below = [j for j in counted if dominates(x, D[j])]
        above = [j for j in counted if dominates(D[j], x)]
        everything = list(range(len(D))) if rules.reading.open_bound == "present-classes" else []
        self.lower = OpenBound(below, highest=True) if below else OpenBound(everything, highest=False)
        self.upper = OpenBound(above, highest=False) if above else OpenBound(everything, highest=True)
        self.lowest, self.highest = rules.open_bounds(())
        by_distance: dict[float, list[int]] = {}
        for candidate in rules.candidates(x, D, itself):
            by_distance.setdefault(candidate.distance, []).append(candidate.row)
        self.groups = [by_distance[d] for d in sorted(by_distance)]
        """The rows that may be neighbors, gathered by their distance, nearest first."""
        self.decided_at = 0 if coincident_decides and 0 in by_distance else None

    def near(self, labels: Labels) -> list[list[int]]:
        """The groups of rows that may be neighbors, up to the group at which k candidates are certain.

        A row is a certain candidate when all of its labels are in every range that x may have.
        """
        lows = self.lower.values(labels) if self.lower.rows else [self.lowest]
        highs = self.upper.values(labels) if self.upper.rows else [self.highest]
        ranges = {self.rules.crossed(low, high) for low, high in itertools.product(lows, highs)}
        certain = 0
        for g, group in enumerate(self.groups):
            for j in group:
                if self.typeRange == "outRange" or all(in_range(l, r) for r in ranges for l in labels[j]):
                    certain += 1
            if certain >= (1 if g == self.decided_at else self.k):
                return self.groups[: g + 1]
        return self.groups

    def looked_at(self, labels: Labels) -> set[int]:
        """The rows that affect the range or the neighbors of x."""
        rows = {j for group in self.near(labels) for j in group}
        for bound in (self.lower, self.upper):
            if bound.rows:
                rows |= bound.matters(labels)
        return rows

    def ranges(self, labels: Labels, near: set[int]) -> Iterator[tuple[tuple[int, int], Labels]]:
        """Every range that x may have, each with sets of labels from which any choice gives this range."""
        for low, left in self._settled(self.lower, self.lowest, labels, near | set(self.upper.rows)):
            for high, kept in self._settled(self.upper, self.highest, left, near):
                yield self.rules.crossed(low, high), kept

    def _settled(
        self, bound: OpenBound, without_rows: int, labels: Labels, involved: set[int]
    ) -> Iterator[tuple[int, Labels]]:
        """Every value of one bound, with the labels that are left when the bound has that value.

        If no row is certainly a witness, each possible witness is tried. A witness that is not involved in
        anything else leaves everything else open, so then no other has to be tried.
        """
        if not bound.rows:
            yield without_rows, labels
            return
        for value in bound.values(labels):
            kept = list(labels)
            for j in bound.rows:
                kept[j] = frozenset(l for l in labels[j] if bound.within(l, value))
            if any(kept[j] == {value} for j in bound.rows):
                yield value, kept
                continue
            witnesses = [j for j in bound.rows if value in kept[j]]
            for j in [j for j in witnesses if j not in involved][:1] or witnesses:
                yield value, [frozenset({value}) if i == j else kept[i] for i in range(len(kept))]

    def neighborhoods(
        self, labels: Labels, kinds: Sequence[int], ways: WaysCounter
    ) -> Iterator[OpenNeighborhood]:
        """Every range of x with every choice of neighbors."""
        near = self.near(labels)
        for r, kept in self.ranges(labels, {j for group in near for j in group}):
            unfinished: list[tuple[OpenNeighbor, ...]] = [()]
            for g, group in enumerate(near):
                grown: list[tuple[OpenNeighbor, ...]] = []
                as_neighbors = [self._as_neighbor(g, j, r, kept, kinds) for j in group]
                candidates = tuple(sorted(options for options, _ in as_neighbors if options))
                certain = sum(not may_be_out for _, may_be_out in as_neighbors)
                by_places: dict[int, list[tuple[OpenNeighbor, ...]]] = {}
                for nn in unfinished:
                    places = self.k - len(nn)
                    ways.count()
                    if certain >= places and len(candidates) > places:
                        yield OpenNeighborhood(r, nn, places, candidates)
                        continue
                    if places not in by_places:
                        by_places[places] = self._taken(as_neighbors, places, ways)
                    for taken in by_places[places]:
                        if len(taken) == places or (g == self.decided_at and taken):
                            yield OpenNeighborhood(r, nn + taken, 0, ())
                        else:
                            grown.append(nn + taken)
                unfinished = grown
            for nn in unfinished:
                yield OpenNeighborhood(r, nn, 0, ())

    def _as_neighbor(
        self, g: int, j: int, r: tuple[int, int], labels: Labels, kinds: Sequence[int]
    ) -> tuple[tuple[OpenNeighbor, ...], bool]:
        """What row j may be as a neighbor, and whether its label may keep it from being one."""
        inside = tuple(l for l in sorted(labels[j]) if in_range(l, r))
        outside = tuple(l for l in sorted(labels[j]) if not in_range(l, r))
        as_neighbor = (OpenNeighbor(g, True, inside, kinds[j]),) if inside else ()
        if self.typeRange == "inRange":
            return as_neighbor, bool(outside)
        if outside:
            as_neighbor = (*as_neighbor, OpenNeighbor(g, False, outside, kinds[j]))
        return as_neighbor, False

    def _taken(
        self,
        as_neighbors: Sequence[tuple[tuple[OpenNeighbor, ...], bool]],
        places: int,
        ways: WaysCounter,
    ) -> list[tuple[OpenNeighbor, ...]]:
        """The choices among the rows at one distance when this many places are left.

        A row that may be a neighbor is passed over only when the places run out.
        """
        choices: dict[tuple[tuple[OpenNeighbor, ...], bool], None] = {((), False): None}
        for options, may_be_out in as_neighbors:
            more: dict[tuple[tuple[OpenNeighbor, ...], bool], None] = {}
            for taken, passed_over in choices:
                if may_be_out:
                    more[taken, passed_over] = None
                if options:
                    more[taken, True] = None
                if len(taken) < places:
                    for neighbor in options:
                        more[tuple(sorted((*taken, neighbor))), passed_over] = None
            ways.count(len(more))
            choices = more
        possible = (taken for taken, over in choices if len(taken) == places or not over)
        return list(dict.fromkeys(possible))
