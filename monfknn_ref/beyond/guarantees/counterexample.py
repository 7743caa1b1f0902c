"""A counterexample: a training set, the parameters, some queries, and the classes they get.

It holds whole numbers wherever it can, so that it can be checked with a pencil, and everything that another
implementation needs to come to the same predictions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from typing import Any, TypeAlias

from monfknn_ref.arithmetic import Row
from monfknn_ref.model.estimator import Classifier, MonFkNN
from monfknn_ref.readings import READINGS

Point: TypeAlias = Row
"""A row or a query: a point with whole coordinates."""

CLASSIFIERS = {
    "FkNN": "classifiers.fknn",
    "MkNN": "classifiers.mknn",
    "OLM": "classifiers.olm",
    "OSDL": "classifiers.osdl",
    "RDMT": "classifiers.rdmt",
    "PMDT": "classifiers.pmdt",
    "MID": "classifiers.mid",
    "MonMLP": "classifiers.monmlp",
    "MonFkNN": "model.estimator",
}
"""Where each classifier is defined."""


class ScriptedCoin:
    """A coin whose tosses are known beforehand; it counts how many were made.

    >>> coin = ScriptedCoin([1, 0])
    >>> coin.getrandbits(1), coin.getrandbits(1), coin.tossed
    (1, 0, 2)
    """

    def __init__(self, tosses: Sequence[int]) -> None:
        self.tosses, self.tossed = list(tosses), 0

    def getrandbits(self, bits: int, /) -> int:
        self.tossed += 1
        return self.tosses[self.tossed - 1]


@dataclass(frozen=True)
class Counterexample:
    """What refutes a statement, and all that is needed to see it happen."""

    X: tuple[Point, ...]
    y: tuple[int, ...]
    classes: tuple[int, ...]
    parameters: Mapping[str, Any]
    queries: tuple[Point, ...]
    predictions: tuple[int, ...]
    shows: str
    """What is wrong, in words."""
    classifier: str = "MonFkNN"
    reading: str = "paper"
    tie: str = "lower"
    tosses: tuple[int, ...] = ()
    """The tosses of the coin, in the order in which they are made, where `tie` is "coin"."""
    training_labels: tuple[int, ...] | None = None
    """The labels of Alg. 3 line 3, where the statement is about them."""
    compared_with: Counterexample | None = field(default=None)
    """The other model, where the statement compares two."""

    def model(self) -> Classifier:
        """The classifier with these parameters, not yet fitted."""
        module = import_module(f"monfknn_ref.{CLASSIFIERS[self.classifier]}")
        parameters = dict(self.parameters)
        if self.classifier == "MonFkNN":
            parameters["reading"] = READINGS[self.reading]
            parameters["tie"] = ScriptedCoin(self.tosses) if self.tie == "coin" else self.tie
        built: Classifier = getattr(module, self.classifier)(**parameters)
        return built

    def recomputed(self) -> tuple[int, ...]:
        """The predictions, computed anew."""
        fitted = self.model().fit(self.X, self.y, list(self.classes))
        predicted: list[Any] = fitted.predict(list(self.queries))
        return tuple(predicted)

    def recomputed_labels(self) -> tuple[int, ...]:
        """The labels of Alg. 3 line 3, computed anew."""
        fitted = self.model().fit(self.X, self.y, list(self.classes))
        assert isinstance(fitted, MonFkNN)
        labels: list[Any] = fitted.training_labels_
        return tuple(labels)

    def models(self) -> Iterator[Counterexample]:
        """This and the one it is compared with."""
        yield self
        if self.compared_with is not None:
            yield from self.compared_with.models()

    def to_dict(self) -> dict[str, Any]:
        """What is written as JSON; what does not apply is left out.

        The predictions are always those of a fixed rule, so that any implementation can repeat them; what
        the coin does instead, which is what refutes the statement, stands under "with_coin".
        """
        if self.tie == "coin":
            fixed = replace(self, tie="lower", tosses=(), training_labels=None)
            fixed = replace(fixed, predictions=fixed.recomputed(), training_labels=fixed.recomputed_labels())
            coin = {name: getattr(self, name) for name in ("tosses", "predictions", "training_labels")}
            return {**fixed.to_dict(), "with_coin": coin}
        found = {"classifier": self.classifier, **asdict(self)}
        del found["tosses"]
        for name in ("training_labels", "compared_with"):
            if found[name] is None:
                del found[name]
        if self.compared_with is not None:
            found["compared_with"] = self.compared_with.to_dict()
        if self.classifier != "MonFkNN":
            del found["tie"], found["reading"]
        return found

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Counterexample:
        """The inverse of `to_dict`."""
        read = dict(stored)
        if "with_coin" in read:
            read |= {"tie": "coin", **read.pop("with_coin")}
        for name in ("X", "queries"):
            read[name] = tuple(tuple(row) for row in read[name])
        for name in ("y", "classes", "predictions", "tosses", "training_labels"):
            if name in read:
                read[name] = tuple(read[name])
        if "compared_with" in read:
            read["compared_with"] = cls.from_dict(read["compared_with"])
        return cls(**read)
