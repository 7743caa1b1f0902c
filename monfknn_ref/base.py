"""What all classifiers of the package share: parameters, a repr to paste, and scikit-learn's conventions.

This module imports scikit-learn only when scikit-learn itself asks for tags (`__sklearn_tags__`).
"""

from __future__ import annotations

import inspect
from typing import Any, TypeVar

from monfknn_ref.validation import Label, NotFittedError, check_targets

Self = TypeVar("Self", bound="Classifier")

__all__ = ["Classifier"]


class Classifier:
    """The interface of an estimator.

    A subclass stores each constructor argument unchanged under its own name. It checks the arguments in
    `fit`, and sets `classes_` there.
    """

    _estimator_type = "classifier"
    classes_: list[Label]

    def fit(self: Self, X: Any, y: Any, classes: Any = None) -> Self:
        raise NotImplementedError

    def predict(self, X: Any) -> list[Label]:
        raise NotImplementedError

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

    def score(self, X: Any, y: Any) -> float:
        """The share of rows that are predicted correctly."""
        predicted = self.predict(X)
        wanted = check_targets(y, len(predicted))
        if not predicted:
            raise ValueError("X must have at least one row to score, got none")
        return sum(p == w for p, w in zip(predicted, wanted)) / len(predicted)

    def __repr__(self) -> str:
        changed = []
        for name, default in self._parameters().items():
            value = getattr(self, name)
            if value is not default and repr(value) != repr(default):
                changed.append(f"{name}={value!r}")
        return f"{type(self).__name__}({', '.join(changed)})"

    def check_fitted(self) -> None:
        """Raise an error unless `fit` has been called."""
        if "classes_" not in vars(self):
            raise NotFittedError(
                f"this {type(self).__name__} is not fitted yet; call fit(X, y) before asking for predictions"
            )

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
            ClassifierTags,
            Tags,
            TargetTags,
        )

        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(),
        )
