"""MonFkNN in NumPy arrays: no loop over rows where doubles can decide.

Equal rows are merged by sorting, ranges come from staircases or fronts, neighbors from SciPy's k-d tree. The
memberships of Eq. 5 and Eq. 6 are kept as the classes they were counted from, and only those of the neighbors
of a query are ever written out as numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from monfknn_ref.conversion import positions
from monfknn_ref.numbers import DOUBLES, EXACT
from monfknn_ref.optimised.error_bounds import Tally
from monfknn_ref.optimised.exact_floats import (
    LARGEST_WHOLE,
    floats,
    quickly_checked_labels,
    quickly_checked_rows,
)
from monfknn_ref.optimised.known_memberships import Ballot, KnownMemberships
from monfknn_ref.optimised.variant import OptimisedMonFkNN, RangeAndNeighbors
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
from monfknn_ref.paper.medians import median
from monfknn_ref.parameters import Parameters
from monfknn_ref.readings import Reading, Rules, Tie
from monfknn_ref.validation import GivenRow, Label, as_sequence, check_classes, check_training

__all__ = ["NumpyMonFkNN"]

ARRAYS = (np.ndarray, np.memmap)
"""Arrays that are no more than their values; masked ones, for instance, are read value by value."""


class ArrayTraining:
    """Lines 2 and 3 of Algorithm 3, and what the queries need of them."""

    def __init__(self, rows: Array, factor: int, y: Array, parameters: Parameters, rules: Rules) -> None:
        self.c = len(rules.Y)
        y = y.astype(np.min_scalar_type(-2 * self.c - 1))  # the sum of two classes fits
        self.factor = factor
        self.rules = rules
        self.reading = rules.reading
        self.exact = rules.numbers is EXACT
        self.tally = Tally()
        self.known = KnownMemberships(parameters.scalar("RCr"), rules)
        labels, sizes = self._merge(rows, y)
        self.points = rows[self._first]
        self.neighbors = Neighbors(self.points, self.reading, self.tally)

        self.ballots = Ballots(np.full(len(sizes), -1, dtype=y.dtype), labels, sizes, self.known)
        self._first_labels = self._labels = self._medians()
        self._label()
        if rules.second_look(self.points, self.known.RCr):
            if self.known.RCr != 1:  # else Eq. 6 changes nothing
                self._look_around(y[self._first], int(parameters.k))
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
        if self.points.shape[1] <= 2:
            return PlaneBounds(self.points, self.order, self._labels, self.c)
        return BitBounds(self.ranked, self._labels, self.c)

    @cached_property
    def ranked(self) -> RankedColumns:
        return RankedColumns(self.points)

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

    def _look_around(self, own: Array, k: int) -> None:
        """Eq. 6 for the rows that are not duplicated, given the own class of each."""
        single = self.ballots.sizes == 1
        if self.reading.duplicated == "conflicting":
            single = self.ballots.unanimous()
        if not single.any():
            return
        alone = self.reading.leave_one_out == "yes"
        low, high = self._ranges(*self.bounds.of_rows(alone))
        rows = self.neighbors.order()
        rows = rows[single[rows]]
        itself = rows if alone or self.reading.coincident == "excluded" else None
        found = self.neighbors.nearest(self.points[rows], low[rows], high[rows], k, itself)
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

    def appearances(self) -> list[int]:
        return list(self._first.tolist())

    def labels(self) -> list[int]:
        return list(self._labels.tolist())

    def first_labels(self) -> list[int]:
        return list(self._first_labels.tolist())

    def ballot(self, i: int) -> Ballot:
        return self.ballots.ballot(i)

    def neighborhoods(self, queries: Array, K: int, typeRange: str) -> list[RangeAndNeighbors]:
        itself = self.neighbors.coincident(queries) if self.exact else None
        low, high, places = self._neighborhoods(queries, K, typeRange, itself)
        ranges = zip(low.tolist(), high.tolist())
        return [(r, [j for j in nn if j >= 0]) for r, nn in zip(ranges, places.tolist())]

    def _neighborhoods(
        self, queries: Array, K: int, typeRange: str, coincident: Array | None
    ) -> tuple[Array, Array, Array]:
        """The range of each query, and its neighbors; in doubles a distance of 0 tells what coincides."""
        low, high = self._ranges(*self.bounds.of(queries))
        lowest, highest = low, high
        if typeRange == "outRange":
            lowest, highest = np.zeros_like(low), np.full_like(high, self.c - 1)
        itself = coincident if self.reading.coincident == "excluded" else None
        return low, high, self.neighbors.nearest(queries, lowest, highest, K, itself)

    def _described(self, queries: Array, low: Array, high: Array, places: Array) -> NeighborsOfQueries:
        present = places >= 0
        places = np.where(present, places, 0)
        labels = self._labels[places]
        inside = (low[:, np.newaxis] <= labels) & (labels <= high[:, np.newaxis])
        return NeighborsOfQueries(queries, self.points, self.ballots, places, present, inside)

    def answers(self, queries: Array, parameters: Parameters) -> Iterator[MediansOfQueries]:
        """Algorithm 3 from line 4 up to the toss of a coin, for one block of queries after the other."""
        numbers: Any = EXACT if self.exact else DOUBLES
        K, pOR = int(parameters.K), numbers.number(parameters.pOR)
        exponent: Any = self.rules.exponent(numbers.number(parameters.m))
        answers = self._exact_answers if self.exact else self._double_answers
        for block in blocks(len(queries), min(K, len(self.points)) * self.c):
            yield answers(queries[block], K, parameters.typeRange, pOR, exponent)

    def _exact_answers(
        self, queries: Array, K: int, typeRange: str, pOR: Fraction, exponent: Fraction
    ) -> MediansOfQueries:
        coincident = self.neighbors.coincident(queries)
        limit = (coincident >= 0) & (exponent > 0 and self.reading.coincident == "limit")
        low, high, l_m, l_M = (np.zeros(len(queries), dtype=np.intp) for _ in range(4))
        counted, finite = np.ones(len(queries), dtype=bool), np.ones(len(queries), dtype=bool)

        l_m[limit], l_M[limit] = (bound[coincident[limit]] for bound in self.medians)  # of that row
        rest = ~limit
        if not rest.any():
            return MediansOfQueries(low, high, l_m, l_M, counted, finite)
        queries, coincident = queries[rest], coincident[rest]
        low[rest], high[rest], places = self._neighborhoods(queries, K, typeRange, coincident)
        found = self._described(queries, low[rest], high[rest], places)
        apart = found.places != coincident[:, np.newaxis]
        if np.any(found.present & apart):
            EXACT.inverse_power(1, exponent)  # complains where the reference does
        with_weight = found.present & (found.inside | (pOR != 0))
        if exponent < 0:  # a coincident row has none
            with_weight &= apart
        counted[rest] = with_weight.any(axis=1)
        error = self.neighbors.error(queries)
        l_m[rest], l_M[rest] = certified_medians(found, with_weight, pOR, exponent, error, self.tally)
        return MediansOfQueries(low, high, l_m, l_M, counted, finite)

    def _double_answers(
        self, queries: Array, K: int, typeRange: str, pOR: float, exponent: float
    ) -> MediansOfQueries:
        low, high, places = self._neighborhoods(queries, K, typeRange, None)
        found = self._described(queries, low, high, self.neighbors.nearest_first(queries, places))
        return MediansOfQueries(low, high, *medians_in_doubles(found, pOR, exponent))


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
    """`settle_gap` for many rows: the coin is tossed for one odd gap after the other."""
    middle = (l_m + l_M) // 2
    odd = (l_M - l_m) % 2 == 1
    if coin == "upper":
        middle += odd
    elif coin != "lower":
        for i in np.flatnonzero(odd):
            middle[i] += coin.getrandbits(1)  # type: ignore[union-attr]
    return middle


def checked_array(X: Any, attributes: int | None = None) -> Any:
    """An array as it is if it holds rows of finite numbers, else what `quickly_checked_rows` returns."""
    X = as_sequence(X)
    usable = type(X) in ARRAYS and X.ndim == 2 and X.size and X.dtype.kind in "fiu"
    if usable and attributes in (None, X.shape[1]) and np.all(np.isfinite(X)):
        return X
    return quickly_checked_rows(X, attributes)


def float_array(table: Any, directions: Sequence[int], reading: Reading, factor: int) -> Array | None:
    """`floats` for rows or an array of them."""
    if isinstance(table, np.ndarray) and factor == 1 and table.dtype.itemsize <= 8:
        highest = max(abs(table.min().item()), abs(table.max().item()))
        whole = table.dtype.kind in "iu" and highest <= LARGEST_WHOLE
        if whole or table.dtype == np.float64 or reading.arithmetic == "doubles":
            return table * np.array(directions, dtype=float)
    rows = floats(map(tuple, table), directions, reading, factor)
    return None if rows is None else np.array(rows, dtype=float).reshape(len(rows), len(directions))


class NumpyMonFkNN(OptimisedMonFkNN):
    """`MonFkNN` with the same answers in far less time, on NumPy and SciPy.

    >>> X = [(1, 1), (2, 1), (2, 3), (4, 4), (5, 4), (5, 5)]
    >>> y = ["low", "low", "mid", "mid", "high", "high"]
    >>> model = NumpyMonFkNN(k=2, K=3).fit(X, y, classes=["low", "mid", "high"])
    >>> model.predict([(1, 2), (3, 3), (6, 6)])
    ['low', 'mid', 'high']
    """

    _training: ArrayTraining | None

    def _check_training(self, X: Any, y: Any, classes: Any) -> tuple[Any, Array, list[Label]]:
        table = checked_array(X)
        if isinstance(table, np.ndarray):
            table = table.copy()  # the caller may change it later
        if not len(table):
            check_training(table, y)  # says what is wrong
        y = as_sequence(y)
        if type(y) in ARRAYS and y.shape == (len(table),) and y.dtype.kind in "biuU":
            different, y = np.unique(y, return_inverse=True)
            labels = different.tolist()
            if classes is None:
                return table, y, labels
            ordered = check_classes([], classes)
            if set(labels) <= set(ordered):
                return table, np.array(positions(labels, ordered))[y], ordered
            classes, y = ordered, different[y]
        labels = quickly_checked_labels(y, len(table))
        ordered = check_classes(labels, classes)
        return table, np.array(positions(labels, ordered)), ordered

    def _check_table(self, X: Any) -> Any:
        return checked_array(X, self.n_features_in_)

    def _floats(self, table: Any, directions: Sequence[int], reading: Reading, factor: int) -> Array | None:
        return float_array(table, directions, reading, factor)

    def _highest(self, labels: Array) -> int:
        return int(labels.max())

    def _least_gap(self, rows: Array) -> float:
        ordered = np.sort(rows, axis=0)
        gaps = ordered[1:] - ordered[:-1]
        return float(gaps[gaps > 0].min(initial=np.inf)) if np.any(gaps > 0) else 0.0

    def _train(
        self, rows: Array, factor: int, y: Array, parameters: Parameters, rules: Rules
    ) -> ArrayTraining:
        return ArrayTraining(rows, factor, y, parameters, rules)

    def _rows(self, positions: Sequence[int]) -> list[GivenRow]:
        if isinstance(self._table, np.ndarray):
            return list(map(tuple, self._table[positions]))
        return super()._rows(positions)

    def _classify(self, table: Any, queries: Array, parameters: Parameters, rules: Rules) -> list[int]:
        training = self._training
        assert training is not None
        first, place, _ = distinct(queries)
        parts = list(training.answers(queries[first], parameters))
        if not parts:
            return []
        answers = MediansOfQueries(*(np.concatenate(columns)[place] for columns in zip(*parts)))
        easy = answers.counted & answers.finite
        if easy.all():
            return list(settled_gaps(answers.l_m, answers.l_M, rules.tie).tolist())
        found: list[int] = []
        for i in range(len(easy)):  # chance is asked in the order of the queries
            if easy[i]:
                found.append(rules.middle(int(answers.l_m[i]), int(answers.l_M[i])))
            elif training.exact:
                r = int(answers.low[i]), int(answers.high[i])
                found.append(median(rules.without_neighbors(r), rules))
            else:  # no neighbor, or weights that doubles cannot hold
                [query] = self._detailed(table[i : i + 1], queries[i : i + 1], parameters, rules)
                found.append(query.label)
        return found
