"""Algorithms 1 and 3 with every tie left open: all possible results for each row and for each query.

All ways of settling the ties are covered, yet only a few have to be tried one by one:

1. Line 13 of Alg. 1 treats each row separately.
2. Given the labels of line 13, the rest of Alg. 1 and Alg. 3 line 3 treat each row separately too. So each
   row has its own set of outcomes, each of them a label with memberships.
3. The outcomes that matter to a query depend on each other only through open labels of line 13 that several
   of them use. They are first treated as independent. If that leads to one class, no other is possible. If
   not, such a label is fixed one way, then the other, until none is left.
4. Bounds on the sums of Eq. 7 often leave only one class for the median, and then no choice has to be tried.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from math import fsum
from typing import Any, NamedTuple, TypeAlias

from monfknn_ref.arithmetic import EXACT, Membership, Row, Scalar, Weight
from monfknn_ref.arithmetic.power_sums import PowerSum, context_of
from monfknn_ref.paper.medians import median_range
from monfknn_ref.paper.memberships import (
    frequency_of_class,
    labels_of_equal_rows,
    membership_with_relevance,
    remove_duplicates,
)
from monfknn_ref.paper.prediction import aggregate
from monfknn_ref.readings.rules import Rules
from monfknn_ref.readings.ties.open_neighborhoods import (
    Labels,
    OpenNeighbor,
    OpenNeighborhood,
    OpenSurroundings,
    WaysCounter,
)

# --- Eq. 7 with open memberships ------------------------------------------------------------------------

Vector: TypeAlias = tuple[Scalar, ...]
"""The memberships of one row."""

NEAR = 1e-9
"""Beyond this distance from one half, as a share of all weights, doubles show the right side for sure."""


class PossibleMemberships(NamedTuple):
    """Memberships that a row may have, and their cumulative function in doubles."""

    u: Vector
    U: tuple[float, ...]


class Part(NamedTuple):
    """A neighbor's part in Eq. 7."""

    group: int
    """The place of its distance among all distances."""
    pOR: Scalar
    factor: Weight
    """1 / ||x - x_j||^(m-1)"""
    weight: float
    """pOR * factor in doubles, divided by a number that is the same for all parts."""
    memberships: tuple[PossibleMemberships, ...]
    """All memberships that the neighbor may have."""

    def least(self, l: int) -> float:
        """The least that this part can add to the cumulative function at l, minus half of its weight."""
        return self.weight * (min(memberships.U[l] for memberships in self.memberships) - 0.5)

    def most(self, l: int) -> float:
        """The most that this part can add to the cumulative function at l, minus half of its weight."""
        return self.weight * (max(memberships.U[l] for memberships in self.memberships) - 0.5)


class Sum(NamedTuple):
    """The parts of the neighbors that are certain, and of `places` more among those that tie."""

    parts: tuple[Part, ...]
    places: int = 0
    tied: tuple[tuple[Part, ...], ...] = ()
    """For each tied row, the parts that it may have."""

    def bounds(self, c: int) -> tuple[int, int]:
        """The lowest and the highest class that the median of c classes can be, whatever is chosen.

        The cumulative function at l is at least one half when the parts, each minus half of its weight, add
        up to at least 0. The lowest possible median is the lowest class at which their largest sum is at
        least 0. The highest possible median is the lowest class at which even their smallest sum is above 0.

        >>> def part(weight, *cumulative):
        ...     return Part(0, 1, weight, weight, tuple(PossibleMemberships((), U) for U in cumulative))
        >>> low, high, open_part = part(1, (1, 1)), part(1, (0, 1)), part(3, (1, 1), (0, 1))
        >>> Sum((low, low, high)).bounds(2), Sum((low, low, open_part)).bounds(2)
        ((0, 0), (0, 1))
        >>> Sum((low, low), 1, ((low,), (high,))).bounds(2), Sum((low,), 1, ((low,), (high,))).bounds(2)
        ((0, 0), (0, 1))
        """
        near = NEAR * fsum(part.weight for options in (self.parts, *self.tied) for part in options)
        lowest = highest = c - 1
        for l in reversed(range(c)):
            least = [min(part.least(l) for part in options) for options in self.tied]
            most = [max(part.most(l) for part in options) for options in self.tied]
            least = [part.least(l) for part in self.parts] + sorted(least)[: self.places]
            most = [part.most(l) for part in self.parts] + sorted(most, reverse=True)[: self.places]
            if fsum(most) >= -near:
                lowest = l
            if fsum(least) > near:
                highest = l
        return lowest, highest

    def split(self) -> list[Sum]:
        """Several smaller sums that together stand for this one; none if no choice is left."""
        for j, part in enumerate(self.parts):
            half = len(part.memberships) // 2
            if half:
                halves = part.memberships[:half], part.memberships[half:]
                before, after = self.parts[:j], self.parts[j + 1 :]
                return [
                    self._replace(parts=(*before, part._replace(memberships=some), *after)) for some in halves
                ]
        if not self.places:
            return []
        first, others = self.tied[0], self.tied[1:]
        left = others if self.places > 1 else ()
        sums = [Sum((*self.parts, part), self.places - 1, left) for part in first]
        without = tuple(options for options in others if options != first)
        if len(without) >= self.places:
            sums.append(Sum(self.parts, self.places, without))
        return sums


def in_decimals(number: Any) -> Decimal:
    """The number to 30 digits, whatever its type and size.

    >>> from fractions import Fraction
    >>> in_decimals(Fraction(1, 10**400)), in_decimals(0.5)
    (Decimal('1E-400'), Decimal('0.5'))
    """
    if isinstance(number, PowerSum):
        return number.enclosed(30)[0]
    numerator, denominator = number.as_integer_ratio()
    return context_of(30).divide(Decimal(numerator), Decimal(denominator))


# --- The algorithms -------------------------------------------------------------------------------------

Outcomes = dict[int, tuple[Vector, ...]]
"""The labels that a row may have, each with the memberships that may go with it."""


def middles(u: Sequence[Membership]) -> set[int]:
    """The classes that the median range of u may stand for: one, or two when its gap is odd.

    >>> middles([0.5, 0, 0.5]), middles([0.5, 0.5])
    ({1}, {0, 1})
    """
    l_m, l_M = median_range(u)
    return {(l_m + l_M) // 2, (l_m + l_M + 1) // 2}


class FixedDraw(random.Random):
    """A generator that always draws the same number."""

    def __init__(self, value: float) -> None:
        super().__init__()
        self.value = value

    def random(self) -> float:
        return self.value


def every_draw(r: tuple[int, int], rules: Rules) -> Iterator[Rules]:
    """The rules once for each class of the range that may be drawn; just once if the reading draws none."""
    size = r[1] - r[0] + 1
    for n in range(size if rules.reading.no_neighbor == "drawn" else 1):
        yield rules.with_chance(FixedDraw((n + 0.5) / size))


class AllOutcomes:
    """All possible results for one training set with the checked `Parameters` of MonFkNN."""

    def __init__(self, D: list[Row], y: list[int], rules: Rules, parameters: Any, limit: int) -> None:
        self.rules, self.parameters, self.limit = rules, parameters, limit
        self.RCr, self.pOR, self.m = (parameters.scalar(name) for name in ("RCr", "pOR", "m"))
        self.counters: list[WaysCounter] = []
        equal, first = labels_of_equal_rows(D, y), remove_duplicates(D)
        self.rows = [D[i] for i in first]
        self.equal = [equal[i] for i in first]
        self.frequencies: list[Vector] = [
            tuple(frequency_of_class(l, labels, rules) for l in rules.Y) for labels in self.equal
        ]
        self.first_labels: Labels = [frozenset(middles(u)) for u in self.frequencies]
        self._around_row: dict[int, tuple[OpenSurroundings, list[int]]] = {}
        self._outcomes_of_row: dict[Any, tuple[Outcomes, set[int]]] = {}

    def ways(self) -> int:
        """How many ways of settling ties were tried."""
        return sum(counter.seen for counter in self.counters)

    def _new_counter(self) -> WaysCounter:
        self.counters.append(WaysCounter(self.limit))
        return self.counters[-1]

    def of_row(self, i: int, first_labels: Labels) -> tuple[Outcomes, set[int]]:
        """The outcomes of row i of D', and the rows on whose open labels of line 13 they depend."""
        u = self.frequencies[i]
        if i not in self.rules.second_look(self.rows, self.RCr):
            return dict.fromkeys(first_labels[i], (u,)), set()
        if self.rules.duplicated(self.equal[i]):
            return dict.fromkeys(middles(u), (u,)), set()
        if i not in self._around_row:
            k = int(self.parameters.k)
            around = OpenSurroundings(self.rows[i], self.rows, k, "inRange", self.rules, itself=i)
            self._around_row[i] = around, sorted(hangs_on(around, self.first_labels))
        around, said_by = self._around_row[i]
        key = i, *(first_labels[j] for j in said_by)
        if key not in self._outcomes_of_row:
            outcomes = self._by_neighbors(self.equal[i][0], around, first_labels)
            self._outcomes_of_row[key] = outcomes, hangs_on(around, first_labels)
        return self._outcomes_of_row[key]

    def _by_neighbors(self, own: int, around: OpenSurroundings, first_labels: Labels) -> Outcomes:
        """Alg. 1 lines 17 to 21 and Alg. 3 line 3, for a row of class `own` that is not duplicated."""
        ways = self._new_counter()
        alike = [0] * len(self.rows)  # Eq. 6 counts only the labels of neighbors
        several: set[tuple[tuple[int, int], tuple[int, ...]]] = set()
        for nn in around.neighborhoods(first_labels, alike, ways):
            several |= {(nn.range, classes) for classes in nn.classes(ways)}
        found: dict[int, list[Vector]] = {}
        for u in {u for r, classes in several for u in self._by_eq_6(own, classes, r)}:
            for label in middles(u):
                found.setdefault(label, []).append(u)
        return {label: tuple(vectors) for label, vectors in found.items()}

    def _by_eq_6(self, own: int, classes: Sequence[int], r: tuple[int, int]) -> Iterator[Vector]:
        """The memberships of a row of class `own`; without neighbors, those of every possible draw."""
        for rules in [self.rules] if classes else every_draw(r, self.rules):
            shares = rules.shares_of_neighbors(classes, own, int(self.parameters.k), r)
            yield tuple(membership_with_relevance(l, own, shares, self.RCr) for l in rules.Y)

    def around_query(self, x: Row) -> OpenSurroundings:
        """The rows that bound the range of x, and those that may be its neighbors."""
        given, decides = self.parameters, self.rules.exponent(self.m) > 0
        return OpenSurroundings(
            x, self.rows, int(given.K), given.typeRange, self.rules, coincident_decides=decides
        )

    def of_query(self, x: Row) -> set[int]:
        """The classes that x may get."""
        ways, around = self._new_counter(), self.around_query(x)
        found: set[int] = set()
        unsettled = [self.first_labels]
        while unsettled:
            first_labels = unsettled.pop()
            outcomes, said_by = zip(*(self.of_row(i, first_labels) for i in range(len(self.rows))))
            classes = AggregationOfQuery(x, around, outcomes, self, ways).classes()
            looked_at = around.looked_at([frozenset(of_row) for of_row in outcomes])
            open_labels = {j for i in looked_at for j in said_by[i]}
            if len(classes) == 1 or not open_labels:
                found |= classes
            elif not classes <= found:
                j = min(open_labels)
                for l in first_labels[j]:
                    unsettled.append([*first_labels[:j], frozenset({l}), *first_labels[j + 1 :]])
        return found


def hangs_on(around: OpenSurroundings, first_labels: Labels) -> set[int]:
    """The rows whose label of line 13 is open and affects the range or the neighbors."""
    return {j for j in around.looked_at(first_labels) if len(first_labels[j]) > 1}


class AggregationOfQuery:
    """Alg. 3 lines 4 to 15 for one query, when the outcomes of the rows are independent of each other."""

    def __init__(
        self,
        x: Row,
        around: OpenSurroundings,
        outcomes: Sequence[Outcomes],
        training: AllOutcomes,
        ways: WaysCounter,
    ) -> None:
        self.around, self.training, self.ways, self.rules = around, training, ways, training.rules
        self.labels: Labels = [frozenset(of_row) for of_row in outcomes]
        numbered: dict[Any, int] = {}
        self.kinds = [
            numbered.setdefault(tuple(sorted(of_row.items())), len(numbered)) for of_row in outcomes
        ]
        self.outcomes_of_kind: list[Outcomes] = [dict(items) for items in numbered]
        near = [group[0] for group in around.near(self.labels)]  # one row for each distance
        self.factors = [self.rules.weights(x, training.rows, [j], training.m)[0] for j in near]
        decimals = [in_decimals(factor) for factor in self.factors]
        largest = max(decimals, default=0) or 1
        self.weights = [float(decimal / largest) for decimal in decimals]
        self._parts: dict[OpenNeighbor, Part] = {}

    def classes(self) -> set[int]:
        """The classes that the query may get."""
        found: set[int] = set()
        seen: set[OpenNeighborhood] = set()
        for nn in self.around.neighborhoods(self.labels, self.kinds, self.ways):
            if nn not in seen:
                seen.add(nn)
                found |= self._classes_of(nn)
        return found

    def memberships(self) -> Iterator[tuple[list[Membership], set[int]]]:
        """The memberships that the query may get, one by one, each with the classes they may stand for."""
        for nn in self.around.neighborhoods(self.labels, self.kinds, self.ways):
            unsettled = [self._sum_over(nn)]
            while unsettled:
                one = unsettled.pop()
                self.ways.count()
                several = one.split()
                unsettled.extend(several)
                if not several:
                    for u in self._vectors(nn.range, one.parts):
                        yield u, middles(u)

    def _sum_over(self, nn: OpenNeighborhood) -> Sum:
        """Eq. 7 over these neighbors."""
        taken = tuple(self._part(neighbor) for neighbor in nn.taken)
        tied = tuple(tuple(self._part(neighbor) for neighbor in options) for options in nn.tied)
        return Sum(taken, nn.places, tied)

    def _classes_of(self, nn: OpenNeighborhood) -> set[int]:
        """The classes that come out of Eq. 7, whichever neighbors are taken with whichever memberships."""
        found: set[int] = set()
        unsettled = [self._sum_over(nn)]
        while unsettled:
            one = unsettled.pop()
            self.ways.count()
            lowest, highest = one.bounds(len(self.rules.Y))
            if found.issuperset(range(lowest, highest + 1)):
                continue
            if lowest == highest:
                found.add(lowest)
                continue
            several = one.split()
            unsettled.extend(several)
            if not several:
                found |= {l for u in self._vectors(nn.range, one.parts) for l in middles(u)}
        return found

    def _part(self, neighbor: OpenNeighbor) -> Part:
        """What the neighbor adds to Eq. 7."""
        if neighbor not in self._parts:
            outcomes = self.outcomes_of_kind[neighbor.kind]
            vectors = {u for l in neighbor.labels for u in outcomes[l]}
            several = [PossibleMemberships(u, tuple(map(float, itertools.accumulate(u)))) for u in vectors]
            several.sort(key=lambda memberships: (math.fsum(memberships.U), memberships.U))
            pOR = 1 if neighbor.valid else self.training.pOR
            factor, weight = self.factors[neighbor.group], self.weights[neighbor.group] * float(pOR)
            self._parts[neighbor] = Part(neighbor.group, pOR, factor, weight, tuple(several))
        return self._parts[neighbor]

    def _vectors(self, r: tuple[int, int], parts: Sequence[Part]) -> Iterator[list[Membership]]:
        """The memberships that Eq. 7 gives when only the order of addition is open."""
        counting = [part for part in parts if part.pOR * part.factor]
        if not counting:
            yield from (rules.without_neighbors(r) for rules in every_draw(r, self.rules))
        elif self.rules.numbers is EXACT:
            yield self._added(r, counting)
        else:
            groups = itertools.groupby(counting, lambda part: part.group)
            for orders in itertools.product(*(self._orders(group) for _, group in groups)):
                self.ways.count()
                yield self._added(r, list(itertools.chain(*orders)))

    def _orders(self, parts: Iterable[Part]) -> list[tuple[Part, ...]]:
        """All different orders of the parts."""
        orders: list[tuple[Part, ...]] = [()]
        for part in parts:
            longer = (
                (*order[:place], part, *order[place:]) for order in orders for place in range(len(order) + 1)
            )
            orders = list(dict.fromkeys(longer))
            self.ways.count(len(orders))
        return orders

    def _added(self, r: tuple[int, int], parts: Sequence[Part]) -> list[Membership]:
        """The memberships that Eq. 7 gives when the parts are added up in this order."""
        u = [part.memberships[0].u for part in parts]
        pOR, factors = {j: part.pOR for j, part in enumerate(parts)}, [part.factor for part in parts]
        return aggregate(u, pOR, factors, r, self.rules)
