"""Models to be certified: classes by the names of their modules, and programs that speak the oracle's
protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.beyond.certificate.asking import Predictor, blamed
from monfknn_ref.data import Dataset
from monfknn_ref.evaluation.own_methods import plain_rows, takes_classes
from monfknn_ref.model.classes_by_name import load
from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.program import Program
from monfknn_ref.readings.errors import check_choice

PARAMETERS = ("k", "K", "RCr", "typeRange", "pOR", "m")
"""What the oracle's protocol has."""


def built(name: str, settings: Mapping[str, Any]) -> Any:
    """A classifier from "module:Class" or "file.py:Class" with some parameters.

    >>> built("monfknn_ref:MonFkNN", {"K": 3})
    MonFkNN(K=3)
    >>> built("monfknn_ref", {})
    Traceback (most recent call last):
    ValueError: the model must be given as module:Class, got 'monfknn_ref'; file.py:Class does too
    """
    thing = load(name)
    with blamed(name.rpartition(":")[2]):
        model = thing(**settings)
    for method in ("fit", "predict"):
        if not callable(getattr(model, method, None)):
            raise ValueError(f"the model must have methods fit and predict, got a {type(model).__name__}")
    return model


def fitted(model: Any, dataset: Dataset) -> Predictor:
    """The model fitted to a data set, its labels being the positions of the classes.

    A model of this package is told the classes and, where it has that parameter, the directions.
    """
    y = [dataset.classes.index(label) for label in dataset.y]
    if "-" in dataset.directions and hasattr(model, "set_params") and "directions" in model.get_params():
        model.set_params(directions=dataset.directions)
    rows, told = conversion_for(model)(plain_rows(dataset)), {}
    if takes_classes(model.fit):
        told["classes"] = list(range(len(dataset.classes)))
    with blamed("fit"):
        model.fit(rows, y, **told)
    predictor: Predictor = model
    return predictor


def conversion_for(model: Any) -> Callable[[list[list[Any]]], Any]:
    """What makes of a list of rows what the model takes: an array for models of other packages, if NumPy is
    there."""
    if type(model).__module__.split(".")[0] != "monfknn_ref" and find_spec("numpy") is not None:
        to_array: Callable[[list[list[Any]]], Any] = import_module("numpy").array
        return to_array
    return list


class ProgramModel:
    """A program that speaks the oracle's protocol, fitted to a data set, as something with `predict`."""

    def __init__(self, program: Program, dataset: Dataset, settings: Mapping[str, Any]) -> None:
        for name in settings:
            check_choice("--set with --program", name, PARAMETERS)
        given: dict[str, Any] = {n: v if isinstance(v, str) else as_value(v) for n, v in settings.items()}
        self.case = Case(
            X=tuple(tuple(map(as_value, row)) for row in dataset.X),
            y=tuple(dataset.classes.index(label) for label in dataset.y),
            classes=tuple(range(len(dataset.classes))),
            queries=(),
            directions=dataset.directions if "-" in dataset.directions else None,
            id="certify",
            **given,
        )
        self.model = program.model(self.case)
        with blamed("fit"):
            self.model.fit(self.case)

    def predict(self, X: Sequence[Sequence[Any]]) -> Sequence[Any]:
        """The rows as queries of the model that the program keeps, or of a case with all training rows."""
        queries = tuple(tuple(map(as_value, row)) for row in X)
        return self.model.answer(replace(self.case, queries=queries)).predictions


def as_value(value: Any) -> int | str:
    """A number as a program is told it: whole, or a decimal in a string.

    >>> as_value(3), as_value(0.1), as_value(2.0)
    (3, '0.1', 2)
    """
    exact = exact_value(value)
    return exact.numerator if exact.denominator == 1 else repr(float(exact))
