"""Many settings of MonFkNN on the same training rows and queries.

A study of parameters and readings asks for hundreds of models of the same rows. Checking the rows and turning
exact numbers into doubles takes most of the time of each. Here both are done once, and what is learned is
learned once for all models that differ only in prediction: in K, typeRange, pOR and m.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from monfknn_ref.model.checks import Label
from monfknn_ref.model.door import Parameters, TrainingSet
from monfknn_ref.optimised.with_numpy.model import ArrayTraining, NumpyMonFkNN
from monfknn_ref.optimised.with_numpy.ranges import Array
from monfknn_ref.optimised.with_numpy.values import TrainingValues, Values
from monfknn_ref.readings import Rules

Thing = TypeVar("Thing")


class ManySettings:
    """Training rows with their labels, and queries that models with any parameters are to predict.

    >>> X, y = [(1, 1), (2, 1), (2, 3), (4, 4), (5, 4), (5, 5)], [0, 0, 1, 1, 2, 2]
    >>> many = ManySettings(X, y, [0, 1, 2], queries=[(1, 2), (3, 3), (6, 6)])
    >>> many.predict(k=2, K=3), many.predict(k=2, K=6, RCr=0)
    ([0, 1, 2], [0, 0, 2])
    """

    def __init__(self, X: Any, y: Sequence[Label], classes: Sequence[Label], queries: Any) -> None:
        self.X, self.y, self.classes, self.queries = X, y, classes, queries
        self._kept: dict[Hashable, Any] = {}

    def predict(self, **parameters: Any) -> list[Label]:
        """What `NumpyMonFkNN` with these parameters predicts for the queries."""
        model = ModelOfSameRows(**parameters)
        model.many = self
        answers: list[Label] = model.fit(self.X, self.y, self.classes).predict(self.queries)
        return answers

    def once(self, key: Hashable, make: Callable[[], Thing]) -> Thing:
        """What `make` returned when the key was new."""
        if key not in self._kept:
            self._kept[key] = make()
        kept: Thing = self._kept[key]
        return kept


class ModelOfSameRows(NumpyMonFkNN):
    """`NumpyMonFkNN`, but for what a model of the same rows has made before."""

    many: ManySettings

    def _training_set(self, X: Any, y: Any, classes: Any) -> TrainingSet:
        key = ("checked", str(self.directions))
        return self.many.once(key, lambda: super(ModelOfSameRows, self)._training_set(X, y, classes))

    def _rows(self, X: Any) -> Any:
        return self.many.once("queries", lambda: super(ModelOfSameRows, self)._rows(X))

    def _in_floats(self, given: TrainingSet) -> TrainingValues:
        key = ("training", self.reading.arithmetic, tuple(given.directions))
        return self.many.once(key, lambda: super(ModelOfSameRows, self)._in_floats(given))

    def _queries_in_floats(self, table: Any) -> Values | None:
        if self._training is None:
            return None
        key = ("queries", self.reading.arithmetic, tuple(self._training.values.directions))
        plain: Values | None = self.many.once(
            key, lambda: super(ModelOfSameRows, self)._queries_in_floats(table)
        )
        return plain

    def _learned(self, rows: TrainingValues, y: Array, parameters: Parameters, rules: Rules) -> ArrayTraining:
        learn = super()._learned
        if not isinstance(rules.tie, str):  # tosses belong to one model
            return learn(rows, y, parameters, rules)
        key = (self.k, self.RCr, self.reading, rules.tie, tuple(rows.directions))
        return self.many.once(key, lambda: learn(rows, y, parameters, rules))
