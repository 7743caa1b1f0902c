"""MonFkNN in NumPy arrays: no loop over rows where doubles can decide.

Equal rows are merged by sorting, ranges come from staircases or fronts, neighbors from SciPy's k-d tree. The
memberships of Eq. 5 and Eq. 6 are kept as the classes they were counted from, and only those of the neighbors
of a query are ever written out as numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from monfknn_ref.arithmetic import DOUBLES, EXACT
from monfknn_ref.model.checks import GivenRow, Label
from monfknn_ref.model.door import (
    Parameters,
    TrainingSet,
    check_classes,
    check_order,
    checked_labels,
    checked_rows,
    positions,
    training_set,
)
from monfknn_ref.optimised.error_bounds import Tally
from monfknn_ref.optimised.variant import (
    Ballot,
    KnownMemberships,
    OptimisedMonFkNN,
    Path,
    Paths,
    RangeAndNeighbors,
)
from monfknn_ref.optimised.with_numpy.loops_and_threads import ALONE, Threads
from monfknn_ref.optimised.with_numpy.memberships import Ballots
from monfknn_ref.optimised.with_numpy.neighbors import Neighbors
from monfknn_ref.optimised.with_numpy.prediction import (
    NeighborsOfQueries,
    certified_medians,
    medians_in_doubles,
)
from monfknn_ref.optimised.with_numpy.ranges import (
    Array,
    BitBounds,
    PlaneBounds,
    RankedColumns,
    blocks,
    lexicographic,
)
from monfknn_ref.optimised.with_numpy.values import EqualRows, TrainingValues, Values
from monfknn_ref.paper.medians import median
from monfknn_ref.readings import Rules, Tie

ARRAYS = (np.ndarray, np.memmap)
"""Arrays that are no more than their values; masked ones, for instance, are read value by value."""


class ArrayTraining:
    """Lines 2 and 3 of Algorithm 3, and what the queries need of them."""

    def __init__(
        self, values: TrainingValues, y: Array, parameters: Parameters, rules: Rules, threads: Threads
    ) -> None:
        self.c = len(rules.Y)
        y = y.astype(np.min_scalar_type(-2 * self.c - 1))  # the sum of two classes fits
        self.values = values
        self.threads_of_fit = threads
        self.rules = rules
        self.reading = rules.reading
        self.exact = rules.numbers is EXACT
        self.tally = Tally()
        self.way_of_ranges: tuple[str, str] | None = None
        """How those of the rows were found."""
        self.known = KnownMemberships(parameters.scalar("RCr"), rules)
        labels, sizes = self._merge(values.rows.order, y)
        self.rows = values.rows if len(self._first) == len(y) else values.rows.chosen(self._first)
        self.neighbors = Neighbors(self.rows, self.reading, self.tally, values.exponent)

        self.ballots = Ballots(np.full(len(sizes), -1, dtype=y.dtype), labels, sizes, self.known)
        self._first_labels = self._labels = self._medians()
        self._label()
        if rules.second_look(self._first, self.known.RCr):
            if self.known.RCr != 1:  # else Eq. 6 changes nothing
                self._look_around(y[self._first], int(parameters.k), threads)
            self._labels = self._medians()
            self._label()

    def _merge(self, rows: Array, y: Array) -> tuple[Array, Array]:
        """Merge equal rows: the labels of each distinct row, ascending, one row's after the other's, and
        how many they are."""
        self._first, place, self.order = distinct(rows)
        if len(self._first) == len(rows):
            return y, np.ones(len(rows), dtype=np.intp)
        return y[np.lexsort((y, place))], np.bincount(place)

    def _medians(self) -> Array:
        """The class of each row, by the median of its memberships."""
        ballots = self.ballots
        self.medians = ballots.median_ranges() if self.exact else ballots.median_ranges_in_doubles()
        return settled_gaps(*self.medians, self.rules.tie)

    def _label(self) -> None:
        """Let ranges and neighbors go by the classes of now."""
        self.neighbors.label(self._labels)
        vars(self).pop("bounds", None)

    @cached_property
    def bounds(self) -> PlaneBounds | BitBounds:
        """The bounds of ranges by the classes of now."""
        if self.rows.order.shape[1] <= 2:
            return PlaneBounds(self.rows.order, self.order, self._labels, self.c)
        return BitBounds(self.ranked, self._labels, self.c)

    @cached_property
    def ranked(self) -> RankedColumns:
        return RankedColumns(self.rows.order, self.threads_of_fit)

    @cached_property
    def equal_rows(self) -> EqualRows:
        return EqualRows(self.rows.order)

    def _ranges(self, y_min: Array, y_max: Array) -> tuple[Array, Array]:
        """Eq. 1 from bounds that may be open or crossed."""
        present = [int(self._labels.min()), int(self._labels.max())]
        lowest, highest = self.rules.open_bounds(present)
        low = np.where(y_min < 0, lowest, y_min)
        high = np.where(y_max == self.c, highest, y_max)
        crossed = low > high
        if self.reading.crossed_range == "swapped":
            return np.where(crossed, high, low), np.where(crossed, low, high)
        return np.where(crossed, 0, low), np.where(crossed, self.rules.highest, high)

    def _look_around(self, own: Array, k: int, threads: Threads) -> None:
        """Eq. 6 for the rows that are not duplicated, given the own class of each."""
        single = self.ballots.sizes == 1
        if self.reading.duplicated == "conflicting":
            single = self.ballots.unanimous()
        if not single.any():
            return
        alone = self.reading.leave_one_out == "yes"
        low, high = self._ranges(*self.bounds.of_rows(alone, threads))
        self.way_of_ranges = self.bounds.way()
        rows = self.neighbors.order()
        rows = rows[single[rows]]
        itself = rows if alone or self.reading.coincident == "excluded" else None
        found = self.neighbors.nearest(self.rows.chosen(rows), low[rows], high[rows], k, itself, threads)
        present = found >= 0
        sizes = present.sum(axis=1)
        classes = np.where(present, self._labels[found], self.c)
        if self.reading.fewer_than_k == "own-class":
            missing = np.full((len(rows), k - classes.shape[1]), self.c)
            classes = np.concatenate((classes, missing), axis=1)
            classes = np.where(classes < self.c, classes, own[rows, np.newaxis])
            sizes[:] = k
        else:
            nobody = sizes == 0
            classes[nobody, 0] = own[rows[nobody]]
            sizes[nobody] = 1
        classes.sort(axis=1)
        self.ballots = self.ballots.replaced(rows, own[rows], classes, sizes)

    # --- What the estimator asks for ----------------------------------------------------------------------

    @property
    def appearances(self) -> list[int]:
        """For each row of D' the position in D at which it first appears."""
        return list(self._first.tolist())

    @property
    def labels(self) -> list[int]:
        """y' of Alg. 3 line 3."""
        return list(self._labels.tolist())

    @property
    def first_labels(self) -> list[int]:
        """y' of Alg. 1 line 13."""
        return list(self._first_labels.tolist())

    def ballot(self, i: int) -> Ballot:
        return self.ballots.ballot(i)

    def paths(self) -> Paths:
        return Paths(
            [
                Path("numbers", *self.values.way()),
                Path("ranges", *self.way_of_ranges or self.bounds.way()),
                Path("neighbors", *self.neighbors.way()),
            ]
        )

    def queries(self, table: Any) -> Values | None:
        return self.values.queries(table)

    def neighborhoods(self, queries: Values, K: int, typeRange: str) -> list[RangeAndNeighbors]:
        itself = self.equal_rows.of(queries.order) if self.exact else None
        low, high, places = self._neighborhoods(queries, K, typeRange, itself, ALONE)
        ranges = zip(low.tolist(), high.tolist())
        return [(r, [j for j in nn if j >= 0]) for r, nn in zip(ranges, places.tolist())]

    def _neighborhoods(
        self, queries: Values, K: int, typeRange: str, coincident: Array | None, threads: Threads
    ) -> tuple[Array, Array, Array]:
        """The range of each query, and its neighbors; in doubles a distance of 0 tells what coincides."""
        low, high = self._ranges(*self.bounds.of(queries.order, threads))
        lowest, highest = low, high
        if typeRange == "outRange":
            lowest, highest = np.zeros_like(low), np.full_like(high, self.c - 1)
        itself = coincident if self.reading.coincident == "excluded" else None
        return low, high, self.neighbors.nearest(queries, lowest, highest, K, itself, threads)

    def _described(self, queries: Values, low: Array, high: Array, places: Array) -> NeighborsOfQueries:
        present = places >= 0
        places = np.where(present, places, 0)
        labels = self._labels[places]
        inside = (low[:, np.newaxis] <= labels) & (labels <= high[:, np.newaxis])
        return NeighborsOfQueries(queries, self.rows, self.ballots, places, present, inside)

    def answers(self, queries: Values, parameters: Parameters, threads: Threads) -> MediansOfQueries:
        """Algorithm 3 from line 4 up to the toss of a coin."""
        numbers: Any = EXACT if self.exact else DOUBLES
        K, pOR = int(parameters.K), numbers.number(parameters.pOR)
        exponent: Any = self.rules.exponent(numbers.number(parameters.m))
        answers = self._exact_answers if self.exact else self._double_answers
        return answers(queries, K, parameters.typeRange, pOR, exponent, threads)

    def _exact_answers(
        self, queries: Values, K: int, typeRange: str, pOR: Fraction, exponent: Fraction, threads: Threads
    ) -> MediansOfQueries:
        coincident = self.equal_rows.of(queries.order)
        size = len(coincident)
        limit = (coincident >= 0) & (exponent > 0 and self.reading.coincident == "limit")
        low, high, l_m, l_M = (np.zeros(size, dtype=np.intp) for _ in range(4))
        counted, finite = np.ones(size, dtype=bool), np.ones(size, dtype=bool)

        l_m[limit], l_M[limit] = (bound[coincident[limit]] for bound in self.medians)  # of that row
        rest = np.flatnonzero(~limit)
        if not len(rest):
            return MediansOfQueries(low, high, l_m, l_M, counted, finite)
        queries, coincident = queries.chosen(rest), coincident[rest]
        low[rest], high[rest], places = self._neighborhoods(queries, K, typeRange, coincident, threads)
        found = self._described(queries, low[rest], high[rest], places)
        apart = found.places != coincident[:, np.newaxis]
        if np.any(found.present & apart):
            EXACT.inverse_power(1, exponent)  # complains where the reference does
        with_weight = found.present & (found.inside | (pOR != 0))
        if exponent < 0:  # a coincident row has none
            with_weight &= apart
        counted[rest] = with_weight.any(axis=1)

        def medians(block: slice) -> tuple[Array, Array, Tally]:
            part, tally = found.chosen(block), Tally()
            error = self.neighbors.error(part.queries.doubles)
            return *certified_medians(part, with_weight[block], pOR, exponent, error, tally), tally

        for block, (first, last, tally) in self._by_blocks(medians, places, threads):
            l_m[rest[block]], l_M[rest[block]] = first, last
            self.tally.made += tally.made
            self.tally.undecided += tally.undecided
        return MediansOfQueries(low, high, l_m, l_M, counted, finite)

    def _by_blocks(self, work: Any, places: Array, threads: Threads) -> Iterator[tuple[slice, Any]]:
        """What a function makes of each block of queries, whose memberships are numbers then."""
        parts = list(blocks(len(places), places.shape[1] * self.c))
        return zip(parts, threads.map(work, parts))

    def _double_answers(
        self, queries: Values, K: int, typeRange: str, pOR: float, exponent: float, threads: Threads
    ) -> MediansOfQueries:
        low, high, places = self._neighborhoods(queries, K, typeRange, None, threads)
        found = self._described(queries, low, high, self.neighbors.nearest_first(queries.doubles, places))
        parts = self._by_blocks(
            lambda block: medians_in_doubles(found.chosen(block), pOR, exponent), places, threads
        )
        medians = [np.concatenate(columns) for columns in zip(*(part for _, part in parts))]
        return MediansOfQueries(low, high, *medians)


class MediansOfQueries(NamedTuple):
    """For each query its range and its median range."""

    low: Array
    high: Array
    l_m: Array
    l_M: Array
    counted: Array
    """Whether any neighbor counts: the medians mean nothing where none does,"""
    finite: Array
    """or where weights are too large for doubles."""


def distinct(rows: Array) -> tuple[Array, Array, Array]:
    """Where each distinct row first appears, which of these each row is, and their lexicographic order.

    >>> [array.tolist() for array in distinct(np.array([[2.0], [1.0], [2.0], [0.0]]))]
    [[0, 1, 3], [0, 1, 0, 2], [2, 1, 0]]
    """
    order = lexicographic(rows)
    new = np.zeros(len(rows), dtype=bool)
    new[:1] = True
    for column in rows.T:
        ordered = column[order]
        new[1:] |= ordered[1:] != ordered[:-1]
        if new.all():
            break
    if new.all():
        return np.arange(len(rows)), np.arange(len(rows)), order
    appearance = order[new]  # equal rows are ordered by their position
    by_appearance = np.argsort(appearance)
    order_of_distinct = np.empty(len(appearance), dtype=np.intp)
    order_of_distinct[by_appearance] = np.arange(len(appearance))
    place = np.empty(len(rows), dtype=np.intp)
    place[order] = order_of_distinct[np.cumsum(new) - 1]
    return appearance[by_appearance], place, order_of_distinct


def settled_gaps(l_m: Array, l_M: Array, coin: Tie) -> Array:
    """`Rules.middle` for many rows: the coin is tossed for one odd gap after the other."""
    middle = (l_m + l_M) // 2
    odd = (l_M - l_m) % 2 == 1
    if coin == "upper":
        middle += odd
    elif coin != "lower":
        for i in np.flatnonzero(odd):
            middle[i] += coin.getrandbits(1)  # type: ignore[union-attr]
    return middle


def checked_array(table: Any, attributes: int | None = None) -> Any:
    """An array as it is if it holds rows of numbers, else what `checked_rows` returns."""
    usable = type(table) in ARRAYS and table.ndim == 2 and table.size and table.dtype.kind in "fiu"
    if usable and attributes in (None, table.shape[1]):
        return table
    return checked_rows(table, attributes=attributes)


def copied_array(table: Any) -> Any:
    """What `checked_array` returns, as the model keeps it: the caller may change an array later."""
    rows = checked_array(table)
    return rows.copy() if isinstance(rows, np.ndarray) else rows


def places_in_array(y: Any, rows: int, classes: Any) -> tuple[Array, list[Label]]:
    """The positions of the labels and the ordered classes, without a look at each label of an array."""
    if type(y) in ARRAYS and y.shape == (rows,) and y.dtype.kind in "biuU":
        different, places = np.unique(y, return_inverse=True)
        labels = different.tolist()
        if classes is None:
            return places, check_classes(labels)
        classes = check_classes([], classes)
        if set(labels) <= set(classes):
            return np.array(positions(labels, classes))[places], classes
    labels = checked_labels(y, rows)
    ordered = check_order(labels, classes)
    return np.array(positions(labels, ordered)), ordered


@dataclass(eq=False, repr=False)
class NumpyMonFkNN(OptimisedMonFkNN):
    """`MonFkNN` with the same answers in far less time, on NumPy and SciPy.

    >>> X = [(1, 1), (2, 1), (2, 3), (4, 4), (5, 4), (5, 5)]
    >>> y = ["low", "low", "mid", "mid", "high", "high"]
    >>> model = NumpyMonFkNN(k=2, K=3).fit(X, y, classes=["low", "mid", "high"])
    >>> model.predict([(1, 2), (3, 3), (6, 6)])
    ['low', 'mid', 'high']

    `n_jobs` is as in scikit-learn: so many threads share the work, -1 for one on each processor, and None for
    one unless joblib was told otherwise. Answers do not depend on it.
    """

    n_jobs: int | None = None

    def _training_set(self, X: Any, y: Any, classes: Any) -> TrainingSet:
        classes = self.classes if classes is None else classes
        return training_set(X, y, classes, self.directions, copied_array, places_in_array)

    def _checked_rows(self, table: Any) -> Any:
        return checked_array(table, self.n_features_in_)

    def _checked_parameters(self) -> Parameters:
        Threads(self.n_jobs)  # refuses what is no number of jobs
        return super()._checked_parameters()

    def _in_floats(self, given: TrainingSet) -> TrainingValues:
        return TrainingValues(given.given, given.directions, self.reading)

    def _learned(self, rows: TrainingValues, y: Array, parameters: Parameters, rules: Rules) -> ArrayTraining:
        return ArrayTraining(rows, y, parameters, rules, Threads(self.n_jobs))

    def _given_rows(self, positions: Sequence[int]) -> list[GivenRow]:
        if isinstance(self._table, np.ndarray):
            return list(map(tuple, self._table[positions]))
        return super()._given_rows(positions)

    def _classify(self, table: Any, queries: Values, parameters: Parameters, rules: Rules) -> Any:
        training: ArrayTraining = self._fitted()
        if not len(queries.order):
            return []
        if queries.are_doubles:
            first, place, _ = distinct(queries.order)
        else:  # what is in one place among the training rows need not be equal
            first = place = np.arange(len(queries.order))
        try:
            parts = training.answers(queries.chosen(first), parameters, Threads(self.n_jobs))
        except ValueError:  # the first query with something to complain about has the word
            return [query.label for query in self._detailed(table, queries, parameters, rules)]
        answers = MediansOfQueries(*(column[place] for column in parts))
        easy = answers.counted & answers.finite
        if easy.all():
            return settled_gaps(answers.l_m, answers.l_M, rules.tie)
        found: list[int] = []
        for i in range(len(easy)):  # chance is asked in the order of the queries
            if easy[i]:
                found.append(rules.middle(int(answers.l_m[i]), int(answers.l_M[i])))
            elif training.exact:
                r = int(answers.low[i]), int(answers.high[i])
                found.append(median(rules.without_neighbors(r), rules))
            else:  # no neighbor, or weights that doubles cannot hold
                one = queries.chosen(slice(i, i + 1))
                [query] = self._detailed(table[i : i + 1], one, parameters, rules)
                found.append(query.label)
        return found
