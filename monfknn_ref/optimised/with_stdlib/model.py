"""MonFkNN with nothing but the standard library, and better algorithms than the reference's plain scans.

Equal rows are merged in a dictionary. Ranges come from staircases (up to two attributes) or bit sets, and
neighbors from a k-d tree whose nodes know their classes. Memberships are computed once for each case that
occurs. Doubles decide wherever their error bound allows it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from monfknn_ref.arithmetic import DOUBLES, EXACT, Row
from monfknn_ref.model.checks import GivenRow
from monfknn_ref.model.door import Parameters, TrainingSet
from monfknn_ref.optimised.error_bounds import (
    CLOSEST,
    OVERFLOW,
    DistanceError,
    Tally,
    Weights,
    exact_distances,
    sign_of_sum,
)
from monfknn_ref.optimised.exact_floats import UNCHANGED, Grid, Units, floats, possible_units
from monfknn_ref.optimised.variant import (
    Ballot,
    KnownMemberships,
    OptimisedMonFkNN,
    Path,
    Paths,
    RangeAndNeighbors,
)
from monfknn_ref.optimised.with_stdlib.ranges_and_neighbors import BitBounds, KDTree, PlaneBounds
from monfknn_ref.paper.medians import median
from monfknn_ref.paper.memberships import labels_of_equal_rows, remove_duplicates
from monfknn_ref.paper.order import in_range
from monfknn_ref.readings import Rules

Near = tuple[float, int]
"""The computed distance of a row and its place in D'."""


class FloatRows(NamedTuple):
    """The training rows, turned and as floats."""

    rows: list[Row]
    units: Units
    directions: tuple[int, ...]

    def least_gap(self) -> float:
        columns = [sorted(set(column)) for column in zip(*self.rows)]
        return min((b - a for column in columns for a, b in itertools.pairwise(column)), default=0.0)


class StdlibTraining:
    """Lines 2 and 3 of Algorithm 3, and what the queries need of them."""

    def __init__(self, given: FloatRows, y: Sequence[int], parameters: Parameters, rules: Rules) -> None:
        rows, self.units, self.directions = given
        self.c = len(rules.Y)
        self.rules = rules
        self.exact = rules.numbers is EXACT
        self.tally = Tally()
        self.known = KnownMemberships(parameters.scalar("RCr"), rules)
        self.appearances = remove_duplicates(rows)
        self.points = [rows[i] for i in self.appearances]
        self.place = {x: j for j, x in enumerate(self.points)}
        self.norm = max(math.hypot(*x) for x in self.points)
        self.tree = KDTree(self.points)

        labels_of_equal = labels_of_equal_rows(rows, y)
        equal = [labels_of_equal[i] for i in self.appearances]
        self._ballots = [Ballot(-1, tuple(sorted(labels))) for labels in equal]
        self.first_labels = self.labels = self._medians()
        self._label()
        if rules.second_look(self.points, self.known.RCr):
            if self.known.RCr != 1:  # else Eq. 6 changes nothing
                self._look_around(equal, int(parameters.k))
            self.labels = self._medians()
            self._label()

    def _look_around(self, equal: Sequence[Sequence[int]], k: int) -> None:
        """Eq. 6 for the rows that are not duplicated, given the labels of the rows equal to each."""
        rules = self.rules
        single = [j for j, labels in enumerate(equal) if not rules.duplicated(labels)]
        alone = rules.reading.leave_one_out == "yes"
        ranges = self._ranges([self.points[j] for j in single], single if alone else None)
        for j, r in zip(single, ranges):
            own = equal[j][0]
            nn = self._neighbors(self.points[j], r, k, j if alone else None)
            classes = rules.counted([self.labels[i] for _, i in nn], own, k)
            self._ballots[j] = Ballot(own, tuple(sorted(classes)))

    def _medians(self) -> list[int]:
        """The class of each row, by the median of its memberships."""
        return [self.rules.middle(*self.known[ballot].median_range) for ballot in self._ballots]

    def _label(self) -> None:
        """Let ranges and neighbors go by the classes of now."""
        self.tree.label(self.labels)
        if len(self.points[0]) <= 2:
            self.bounds: PlaneBounds | BitBounds = PlaneBounds(self.points, self.labels, self.c)
        else:
            self.bounds = BitBounds(self.points, self.labels)
        self.open_bounds = self.rules.open_bounds(self.labels)

    def _ranges(self, queries: Sequence[Row], itself: Sequence[int] | None = None) -> list[tuple[int, int]]:
        """Eq. 1 for each query, with the classes of now."""
        lowest, highest = self.open_bounds
        ranges = []
        for y_min, y_max in self.bounds.of(queries, itself):
            y_min = lowest if y_min is None else y_min
            y_max = highest if y_max is None else y_max
            ranges.append(self.rules.crossed(y_min, y_max))
        return ranges

    def _error(self, x: Row) -> DistanceError:
        """The error of computed distances from x."""
        norm = math.hypot(*x)
        error = DistanceError.of(norm, len(x), self.exact)
        return error.unknown() if max(norm, self.norm) > OVERFLOW else error

    def _neighbors(self, x: Row, r: tuple[int, int], k: int, leave_out: int | None = None) -> list[Near]:
        """Algorithm 2 with inRange: computed distance and place of the k nearest rows."""
        if leave_out is None and self.rules.reading.coincident == "excluded":
            leave_out = self.place.get(x)
        nearest = self.tree.candidates(x, k, r, self._error(x), leave_out)
        self.tally.made += 1
        if self.exact:
            return nearest if len(nearest) <= k else self._exactly_nearest(x, nearest, k)
        return self._nearest_in_doubles(x, nearest, r, k, leave_out)

    def _exactly_nearest(self, x: Row, candidates: Sequence[Near], k: int) -> list[Near]:
        """The k nearest of the candidates by exact distances, by place where these are equal."""
        rows = [self.points[j] for _, j in candidates]
        grid = self.grid.joined(Grid.of([x])) if self.grid else None
        distances: Sequence[float]
        if grid:
            query = grid.place(x)
            distances = [EXACT.distance(query, grid.place(row)) for row in rows]
        else:
            self.tally.undecided += 1
            distances = exact_distances(x, rows)
        places = [self.rules.place(j) for _, j in candidates]
        order = sorted(zip(distances, places, candidates))
        return [candidate for _, _, candidate in order[:k]]

    @cached_property
    def grid(self) -> Grid | None:
        """The grid of the rows, if they are on one that doubles compute on exactly."""
        return Grid.of(self.points)

    def _nearest_in_doubles(
        self, x: Row, candidates: Sequence[Near], r: tuple[int, int], k: int, leave_out: int | None
    ) -> list[Near]:
        """The k nearest by the reference's distances in doubles, by place where these are equal."""
        rows: Sequence[int] = [j for _, j in candidates]
        excluded = self.rules.reading.coincident == "excluded"
        if excluded and candidates and candidates[0][0] < CLOSEST:  # unequal rows may have distance 0
            rows = [j for j, l in enumerate(self.labels) if in_range(l, r) and j != leave_out]
        found = []
        for j in rows:
            d = DOUBLES.distance(x, self.points[j])
            if self.rules.may_be_neighbor(d):
                found.append((d, self.rules.place(j), j))
        return [(d, j) for d, _, j in sorted(found)[:k]]

    # --- What the estimator asks for ----------------------------------------------------------------------

    def ballot(self, i: int) -> Ballot:
        return self._ballots[i]

    def paths(self) -> Paths:
        p = len(self.points[0])
        numbers = Path("numbers", "doubles", "they are floats already")
        if self.units != UNCHANGED:
            numbers = Path(
                "numbers", "shifted and scaled doubles", "those of the table are no floats themselves"
            )
        if p <= 2:
            ranges = Path("ranges", "staircases", "no more than 2 attributes")
        else:
            ranges = Path("ranges", "sets of rows as bits", f"attributes: {p}, more than 2")
        return Paths([numbers, ranges, Path("neighbors", "k-d tree", "always")])

    def queries(self, table: Sequence[GivenRow]) -> list[Row] | None:
        return floats(table, self.directions, self.rules.reading, self.units)

    def neighborhoods(self, queries: Sequence[Row], K: int, typeRange: str) -> list[RangeAndNeighbors]:
        distinct = list(dict.fromkeys(queries))
        found = dict(zip(distinct, self._measured(distinct, K, typeRange)))
        return [(r, [j for _, j in nn]) for r, nn in map(found.__getitem__, queries)]

    def _measured(
        self, queries: Sequence[Row], K: int, typeRange: str
    ) -> Iterator[tuple[tuple[int, int], list[Near]]]:
        """The range of each query and its neighbors, with their computed distances."""
        for x, r in zip(queries, self._ranges(queries)):
            yield r, self._neighbors(x, r if typeRange == "inRange" else (0, self.c - 1), K)

    def classify(self, queries: Sequence[Row], parameters: Parameters, rules: Rules) -> Iterator[int]:
        """Algorithm 3 from line 4 in exact numbers: the class of each query."""
        pOR = EXACT.number(parameters.pOR)
        exponent = Fraction(rules.exponent(EXACT.number(parameters.m)))
        medians: dict[Row, tuple[int, int] | None] = {}
        if exponent > 0 and self.rules.reading.coincident == "limit":
            for x in queries:
                if x in self.place:  # the limit of Eq. 7: the memberships of the coincident row
                    medians[x] = self.known[self._ballots[self.place[x]]].median_range
        others = [x for x in dict.fromkeys(queries) if x not in medians]
        ranges = {}
        for x, (r, nn) in zip(others, self._measured(others, int(parameters.K), parameters.typeRange)):
            medians[x], ranges[x] = self._median_range(x, r, nn, pOR, exponent), r
        for x in queries:  # chance is asked in the order of the queries
            found = medians[x]
            if found is None:
                yield median(rules.without_neighbors(ranges[x]), rules)
            else:
                yield rules.middle(*found)

    def _median_range(
        self, x: Row, r: tuple[int, int], nn: list[Near], pOR: Fraction, exponent: Fraction
    ) -> tuple[int, int] | None:
        """Eq. 4 of the memberships of Eq. 7, None where no neighbor counts."""
        apart = [(d, j) for d, j in nn if j != self.place.get(x)]
        if apart:
            EXACT.inverse_power(1, exponent)  # complains where the reference does
        if exponent < 0:  # a coincident row has no weight
            nn = apart
        if pOR == 0:
            nn = [(d, j) for d, j in nn if in_range(self.labels[j], r)]
        if not nn:
            return None
        penalties = [1 if in_range(self.labels[j], r) else pOR for _, j in nn]
        outcomes = [self.known[self._ballots[j]] for _, j in nn]
        weights = Weights.of(penalties, [d for d, _ in nn], exponent, self._error(x))
        exact: list[int] = []
        l_m = l_M = 0
        for l in range(self.c):
            sign = weights.sign([outcome.centered_floats[l] for outcome in outcomes]) if weights else None
            if sign is None:
                exact = exact or exact_distances(x, [self.points[j] for _, j in nn])
                factors = [pOR_j * outcome.centered[l] for pOR_j, outcome in zip(penalties, outcomes)]
                sign = sign_of_sum(factors, exact, exponent)
            if sign > 0:  # more than half at or below l
                break
            l_m += sign < 0
            l_M += 1
        self.tally.made += 1
        self.tally.undecided += bool(exact)
        return l_m, l_M


class StdlibMonFkNN(OptimisedMonFkNN):
    """`MonFkNN` with the same answers in less time, without any dependency.

    >>> X = [(1, 1), (2, 1), (2, 3), (4, 4), (5, 4), (5, 5)]
    >>> y = ["low", "low", "mid", "mid", "high", "high"]
    >>> model = StdlibMonFkNN(k=2, K=3).fit(X, y, classes=["low", "mid", "high"])
    >>> model.predict([(1, 2), (3, 3), (6, 6)])
    ['low', 'mid', 'high']
    """

    def _in_floats(self, given: TrainingSet) -> FloatRows | None:
        for units in possible_units(given.rows):
            rows = floats(given.given, given.directions, self.reading, units)
            if rows is not None:
                return FloatRows(rows, units, given.directions)
        return None

    def _learned(self, rows: FloatRows, y: list[int], parameters: Parameters, rules: Rules) -> StdlibTraining:
        return StdlibTraining(rows, y, parameters, rules)

    def _classify(
        self, table: list[GivenRow], queries: list[Row], parameters: Parameters, rules: Rules
    ) -> list[int]:
        training: StdlibTraining = self._fitted()
        if training.exact:
            return list(training.classify(queries, parameters, rules))
        return [query.label for query in self._detailed(table, queries, parameters, rules)]
