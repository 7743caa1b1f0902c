"""What the two variants share: the estimator around them, and everything that is rarely asked for.

A variant learns and predicts in its own way. The attributes of the reference are made from what it learnt
when somebody asks for them; memberships of queries are those of the reference's functions, given the
neighbors that the variant found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Protocol

from monfknn_ref.arithmetic import Number, Rows
from monfknn_ref.conversion import turned
from monfknn_ref.estimator import MonFkNN
from monfknn_ref.numbers import EXACT, exact_value
from monfknn_ref.open_points import (
    Tie,
    arithmetic,
    check_tie,
    inverse_distances,
    place,
    settle_no_neighbor,
)
from monfknn_ref.optimised.error_bounds import Tally
from monfknn_ref.optimised.exact_floats import common_denominator
from monfknn_ref.optimised.known_memberships import Case, Cases
from monfknn_ref.paper.order import in_range
from monfknn_ref.paper.prediction import aggregate
from monfknn_ref.prediction import Aggregation, Training
from monfknn_ref.readings import Reading
from monfknn_ref.validation import GivenRow, Label, check_directions

__all__ = ["Learnt", "Neighborhood", "OptimisedMonFkNN"]

Neighborhood = tuple[tuple[int, int], list[int]]
"""The range of a query and the positions of its neighbors in D', in any order."""

LAZY = (
    "training_",
    "training_rows_",
    "training_memberships_",
    "training_labels_",
    "first_labels_",
    "_given",
    "_divisor",
)
"""Attributes that are made when they are asked for."""


class Learnt(Protocol):
    """What a variant keeps of the training rows, by their position in D'."""

    cases: Cases
    tally: Tally
    factor: int
    """What the values were multiplied with."""

    def appearances(self) -> list[int]:
        """For each row of D' the position in D at which it first appears."""

    def labels(self) -> list[int]:
        """y' of Alg. 3 line 3."""

    def first_labels(self) -> list[int]:
        """y' of Alg. 1 line 13."""

    def case(self, i: int) -> Case:
        """What the memberships of row i follow from."""

    def neighborhoods(self, queries: Any, K: int, typeRange: str) -> list[Neighborhood]:
        """Lines 4 and 6 of Algorithm 3 for each query."""


class OptimisedMonFkNN(MonFkNN):
    """The estimator of a variant: parameters, attributes and errors are those of `MonFkNN`."""

    _learnt: Learnt | None
    _table: Any
    _fitted_to: dict[str, Any]

    def fit(self, X: Any, y: Any, classes: Any = None) -> OptimisedMonFkNN:
        """The same as `MonFkNN.fit`, in less time."""
        self._check_parameters()
        table, labels, ordered = self._check_training(X, y, classes)
        signs = check_directions(self.directions, len(table[0]))
        coin = check_tie(self.tie, self.reading)
        factor = 1
        rows = self._floats(table, signs, self.reading, factor)
        if rows is None:
            factor = common_denominator(table)
            rows = self._floats(table, signs, self.reading, factor)
        learnt = None if rows is None else self._train(rows, factor, labels, len(ordered), coin)
        for name in LAZY:
            vars(self).pop(name, None)
        self._learnt = learnt
        if learnt is None:  # no floats stand for these numbers
            super().fit(table, [ordered[l] for l in labels], ordered)
            return self
        self.classes_ = ordered
        self.n_features_in_ = len(table[0])
        self.directions_ = signs
        self.reading_ = self.reading
        self._coin_after_fit = coin
        self._table = table
        self._fitted_to = {"y": labels, "k": self.k, "RCr": self.RCr}
        return self

    def predict(self, X: Any) -> list[Label]:
        """The same as `MonFkNN.predict`, in less time."""
        coin = self._coin()
        self._check_parameters()
        table = self._check_table(X)
        queries = self._plain(table)
        if queries is None:
            return super().predict(table)
        return [self.classes_[l] for l in self._classify(table, queries, coin)]

    @property
    def decisions_(self) -> Tally:
        """How many decisions were made since `fit`, and how many of them needed exact arithmetic."""
        self.check_fitted()
        return Tally() if self._learnt is None else self._learnt.tally

    # --- What a variant fills in --------------------------------------------------------------------------

    def _check_training(self, X: Any, y: Any, classes: Any) -> tuple[Any, Any, list[Label]]:
        """The checked rows, the positions of their classes, and the ordered classes."""
        raise NotImplementedError

    def _check_table(self, X: Any) -> Any:
        """The checked rows to predict."""
        raise NotImplementedError

    def _floats(self, table: Any, directions: Sequence[int], reading: Reading, factor: int) -> Any:
        """The rows turned, times the factor and as floats; None if these do not stand for their values."""
        raise NotImplementedError

    def _train(self, rows: Any, factor: int, y: Any, c: int, coin: Tie) -> Learnt:
        """Lines 2 and 3 of Algorithm 3."""
        raise NotImplementedError

    def _classify(self, table: Any, queries: Any, coin: Tie) -> list[int]:
        """The class of each query."""
        raise NotImplementedError

    def _rows(self, positions: Sequence[int]) -> list[GivenRow]:
        """Rows of the training table as they were given."""
        return [self._table[i] for i in positions]

    # --- The reference's attributes -----------------------------------------------------------------------

    def _fitted(self) -> Learnt:
        self.check_fitted()
        assert self._learnt is not None  # else the reference has set the attributes itself
        return self._learnt

    @cached_property
    def training_rows_(self) -> list[GivenRow]:  # type: ignore[override]
        return self._rows(self._fitted().appearances())

    @cached_property
    def training_memberships_(self) -> list[list[Number]]:  # type: ignore[override]
        learnt = self._fitted()
        return [list(learnt.cases[learnt.case(i)].memberships) for i in range(len(learnt.labels()))]

    @cached_property
    def training_labels_(self) -> list[Label]:  # type: ignore[override]
        return [self.classes_[l] for l in self._fitted().labels()]

    @cached_property
    def first_labels_(self) -> list[Label]:  # type: ignore[override]
        return [self.classes_[l] for l in self._fitted().first_labels()]

    @cached_property
    def training_(self) -> Training:  # type: ignore[override]
        learnt = self._fitted()
        [rows] = arithmetic(self.reading_).tables(self._turned(self.training_rows_))
        return Training(
            rows,
            self.training_memberships_,
            learnt.labels(),
            learnt.first_labels(),
            learnt.appearances(),
            len(self.classes_),
        )

    @cached_property
    def _given(self) -> dict[str, Any]:  # type: ignore[override]
        self._fitted()
        rows = self._rows(range(len(self._table)))
        return {**self._fitted_to, "X": rows, "y": [self.classes_[l] for l in self._fitted_to["y"]]}

    # --- Memberships of queries ---------------------------------------------------------------------------

    @cached_property
    def _divisor(self) -> int:
        """The common denominator of all training values."""
        return common_denominator(self.training_rows_)

    def _plain(self, table: Any) -> Any:
        """The queries as floats like the training rows; None if either have to be left to the reference."""
        if self._learnt is None:
            return None
        return self._floats(table, self.directions_, self.reading_, self._learnt.factor)

    def _turned(self, table: Iterable[GivenRow]) -> list[GivenRow]:
        return [turned(row, self.directions_) for row in table]

    def _aggregations(self, X: Any, coin: Tie) -> Iterator[Aggregation]:
        """Lines 4 to 14 of Algorithm 3 by the reference's functions, on the neighbors alone."""
        self._check_parameters()
        table = self._check_table(X)
        queries = self._plain(table)
        if self._learnt is None or queries is None:
            yield from super()._aggregations(table, coin)
            return
        appearances, labels = self._learnt.appearances(), self._learnt.labels()
        found = self._learnt.neighborhoods(queries, int(self.K), self.typeRange)
        used = sorted({j for _, nn in found for j in nn})
        tables = [self._turned(self._rows([appearances[j] for j in used])), self._turned(table)]
        numbers = arithmetic(self.reading_)
        if numbers is EXACT:  # the other rows have a say in the common factor
            tables.append([(exact_value(1) / self._divisor,)])
        D, points = numbers.tables(*tables)[:2]
        row = dict(zip(used, D))
        for x, (r, nn) in zip(points, found):
            order = sorted((numbers.distance(x, row[j]), place(j, self.reading_)) for j in nn)
            nearest = [abs(j) for _, j in order]
            yield self._aggregation(x, r, nearest, Rows(row[j] for j in nearest), labels, coin)

    def _aggregation(
        self, x: GivenRow, r: tuple[int, int], nn: list[int], D: Rows, labels: Sequence[int], coin: Tie
    ) -> Aggregation:
        """Lines 7 to 14: what the neighbors nn, whose rows are D, make of a query x of range r."""
        learnt, reading, c = self._fitted(), self.reading_, len(self.classes_)
        numbers = arithmetic(reading)
        pOR = numbers.number(self.pOR)
        penalties = [1 if self.typeRange == "inRange" or in_range(labels[j], r) else pOR for j in nn]
        factors = inverse_distances(x, D, range(len(nn)), self.m, reading)
        weights = [pOR_j * factor for pOR_j, factor in zip(penalties, factors)]
        if not any(weights):
            return Aggregation(r, nn, penalties, weights, settle_no_neighbor(r, c, coin, reading))
        u = [learnt.cases[learnt.case(j)].memberships for j in nn]
        return Aggregation(r, nn, penalties, weights, numbers.normalised(aggregate(u, penalties, factors, c)))
