"""What all classifiers of the package share: parameters, a repr to paste, and scikit-learn's conventions.

`monfknn_ref.model.containers` says what becomes of arrays and data frames. This module imports scikit-learn
only when scikit-learn itself asks for tags (`__sklearn_tags__`).
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Sequence
from typing import Any, TypeVar

from monfknn_ref.model import containers
from monfknn_ref.model.checks import GivenRow, Label, is_finite, is_number, is_sequence
from monfknn_ref.model.containers import HandedIn
from monfknn_ref.model.door import check_row, check_table, check_targets
from monfknn_ref.readings.errors import shown

Self = TypeVar("Self", bound="Classifier")


class Classifier:
    """The interface of an estimator.

    A subclass stores each constructor argument unchanged under its own name. One of them is `classes`, the
    labels from lowest to highest. It checks the arguments in `fit`, which calls `_remember_input` when all
    else has succeeded, and predicts in `_predicted`.
    """

    _estimator_type = "classifier"
    _needs_monotonic_data = False
    """Whether other data lead to poor predictions, which scikit-learn's checks then do not mind."""
    classes: Any
    classes_: Any
    """The labels from lowest to highest: an array if y was one, else a list."""
    order_: list[Label]
    """The same labels as plain Python values."""
    n_features_in_: int
    feature_names_in_: Any
    """The names of the columns, if X was a data frame whose columns have text as names."""

    def fit(self: Self, X: Any, y: Any, classes: Any = None) -> Self:
        raise NotImplementedError

    def predict(self, X: Any) -> Any:
        """The class of each row: in an array for arrays and data frames, in a list for lists."""
        positions = self._predicted(self._rows(X))
        return containers.labels_like(X, self.order_, positions, self._dtype)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of rows that are predicted correctly, or of their weight."""
        table = self._rows(X)
        if not len(table):
            raise ValueError("X must have at least one row to score, got none")
        wanted = check_targets(containers.labels_and_order(y)[0], len(table))
        right = [self.order_[l] == label for l, label in zip(self._predicted(table), wanted)]
        if sample_weight is None:
            return sum(right) / len(right)
        weights = check_weights(sample_weight, len(right))
        return math.fsum(w for w, is_right in zip(weights, right) if is_right) / math.fsum(weights)

    # --- Parameters ---------------------------------------------------------------------------------------

    @classmethod
    def _parameters(cls) -> dict[str, Any]:
        """The constructor's arguments with their defaults, in its order."""
        signature = inspect.signature(cls.__init__)
        return {name: p.default for name, p in list(signature.parameters.items())[1:]}

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name, as scikit-learn asks for them."""
        return {name: getattr(self, name) for name in self._parameters()}

    def set_params(self: Self, **params: Any) -> Self:
        """Change parameters by name; an unknown name is refused with the list of known ones."""
        known = list(self._parameters())
        for name in params:
            if name not in known:
                raise ValueError(
                    f"{type(self).__name__} has no parameter {name!r}; its parameters are {', '.join(known)}"
                )
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        changed = []
        for name, default in self._parameters().items():
            value = getattr(self, name)
            if value is not default and repr(value) != repr(default):
                changed.append(f"{name}={value!r}")
        return f"{type(self).__name__}({', '.join(changed)})"

    def _repr_html_(self) -> str:
        """The parameters as a table, which notebooks show."""
        if self.is_fitted():
            state = f"fitted, attributes: {self.n_features_in_}, classes: {len(self.order_)}"
        else:
            state = "not fitted"
        cells = [(name, shown(value)) for name, value in self.get_params().items()]
        return containers.html_table(type(self).__name__, state, cells)

    # --- What fit and predict begin and end with ----------------------------------------------------------

    def _handed_in(self, X: Any, y: Any, classes: Any) -> HandedIn:
        """What fit was handed; the argument `classes` of fit wins over the one of the constructor."""
        return containers.handed_in(X, y, self.classes if classes is None else classes)

    def _remember_input(self, given: HandedIn, order: list[Label], attributes: int) -> None:
        """Store what all models have. This is the last step of fit, so that a failed fit changes nothing."""
        self.order_ = order
        self._dtype = given.dtype if given.array else None
        self.classes_ = order
        if given.array:
            self.classes_ = containers.array_of_labels(order, self._dtype)
        self.n_features_in_ = attributes
        self._names = given.names
        if given.names is None:
            vars(self).pop("feature_names_in_", None)
        else:
            self.feature_names_in_ = containers.array_of_names(given.names)

    def _predicted(self, table: Any) -> Sequence[int]:
        """The class of each checked row, by its position in `order_`."""
        raise NotImplementedError

    def _rows(self, X: Any) -> Any:
        """The rows of a table to predict, checked."""
        return check_table(self._unwrapped(X), attributes=self.n_features_in_)

    def _unwrapped(self, X: Any) -> Any:
        """An array or a plain sequence of rows, whose columns are those of fit."""
        self.check_fitted()
        name = type(self).__name__
        containers.check_columns(name, self._names, X)
        table = containers.as_table(X)
        containers.check_width(name, table, self.n_features_in_)
        return table

    def checked_row(self, x: Any) -> GivenRow:
        """One row to explain, checked."""
        self.check_fitted()
        containers.check_row_columns(self._names, x)
        row = check_row(x)
        if len(row) != self.n_features_in_:
            raise ValueError(
                f"x must have {self.n_features_in_} attributes, as the training rows have, got {len(row)}"
            )
        return row

    def is_fitted(self) -> bool:
        """Whether `fit` has been called."""
        return "order_" in vars(self)

    def check_fitted(self) -> None:
        """Raise an error unless `fit` has been called."""
        if not self.is_fitted():
            raise containers.not_fitted(
                f"this {type(self).__name__} is not fitted yet; call fit(X, y) before asking for predictions"
            )

    def __sklearn_is_fitted__(self) -> bool:
        return self.is_fitted()

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
            ClassifierTags,
            Tags,
            TargetTags,
        )

        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(poor_score=self._needs_monotonic_data),
        )


def check_weights(sample_weight: Any, rows: int) -> list[float]:
    """A weight for each row.

    >>> check_weights([1, -1], 2)
    Traceback (most recent call last):
    ValueError: sample_weight must hold finite numbers of at least 0, got -1 at row 1
    """
    given = containers.as_sequence(sample_weight, "sample_weight")
    if not is_sequence(given):
        raise TypeError(f"sample_weight must be a sequence of numbers, got {shown(given)}")
    weights = list(given)
    if len(weights) != rows:
        raise ValueError(
            f"sample_weight must have one weight for each row of X, got {len(weights)} for {rows} rows"
        )
    for i, weight in enumerate(weights):
        if not is_number(weight):
            raise TypeError(f"sample_weight must hold numbers, got {shown(weight)} at row {i}")
        if not is_finite(weight) or weight < 0:
            raise ValueError(
                f"sample_weight must hold finite numbers of at least 0, got {shown(weight)} at row {i}"
            )
    if not any(weights):
        raise ValueError("sample_weight must hold at least one number above 0, got none")
    return [float(weight) for weight in weights]
