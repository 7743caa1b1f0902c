"""Models to be certified: classes by the names of their modules, methods by their names in the paper, and
programs
that speak the oracle's protocol."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from monfknn_ref.certificate.certifying import Predictor
from monfknn_ref.data import Dataset
from monfknn_ref.numbers import exact_value
from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.program import Program

__all__ = ["ProgramModel", "built", "conversion_for", "fitted", "plain_rows"]


def built(name: str, settings: Mapping[str, Any]) -> Any:
    """A classifier from "module:Class" with some parameters; modules of the working directory are found too.

    >>> built("monfknn_ref:MonFkNN", {"K": 3})
    MonFkNN(K=3)
    >>> built("monfknn_ref", {})
    Traceback (most recent call last):
    ValueError: the model must be given as module:Class, got 'monfknn_ref'
    """
    module, colon, attribute = name.partition(":")
    if not module or not attribute or not colon:
        raise ValueError(f"the model must be given as module:Class, got {name!r}")
    if "" not in sys.path:
        sys.path.insert(0, "")
    thing: Any = import_module(module)
    for part in attribute.split("."):
        if not hasattr(thing, part):
            raise ValueError(
                f"the model must be something in {module}, got {attribute!r}, which is not there"
            )
        thing = getattr(thing, part)
    return thing(**settings)


def plain_rows(dataset: Dataset) -> list[list[int | float]]:
    """The rows in numbers that every library takes: whole ones as they are, others as doubles."""
    return [[value if isinstance(value, int) else float(value) for value in row] for row in dataset.X]


def fitted(model: Any, dataset: Dataset) -> Predictor:
    """The model fitted to a data set, its labels being the positions of the classes.

    A model of this package is told the classes and, where it has that parameter, the directions.
    """
    y = [dataset.classes.index(label) for label in dataset.y]
    accepted = inspect.signature(model.fit).parameters
    if "-" in dataset.directions and hasattr(model, "set_params") and "directions" in model.get_params():
        model.set_params(directions=dataset.directions)
    rows = conversion_for(model)(plain_rows(dataset))
    if "classes" in accepted:
        model.fit(rows, y, classes=list(range(len(dataset.classes))))
    else:
        model.fit(rows, y)
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
    """A program that speaks the oracle's protocol, as something with `predict`."""

    def __init__(self, program: Program, dataset: Dataset, settings: Mapping[str, Any]) -> None:
        self.program, self.asked = program, 0
        y = tuple(dataset.classes.index(label) for label in dataset.y)
        directions = dataset.directions if "-" in dataset.directions else None
        self.given: dict[str, Any] = {
            "X": tuple(tuple(map(as_value, row)) for row in dataset.X),
            "y": y,
            "classes": tuple(range(len(dataset.classes))),
            "directions": directions,
            **{
                name: as_value(value) if not isinstance(value, str) else value
                for name, value in settings.items()
            },
        }

    def predict(self, X: Sequence[Sequence[Any]]) -> Sequence[Any]:
        """One case, with the rows as its queries."""
        self.asked += 1
        queries = tuple(tuple(map(as_value, row)) for row in X)
        case = Case(**self.given, queries=queries, id=f"certify/{self.asked}")
        labels: Sequence[Any] = self.program.ask(case).predictions
        return labels


def as_value(value: Any) -> int | str:
    """A number as a program is told it: whole, or a decimal in a string.

    >>> as_value(3), as_value(0.1), as_value(2.0)
    (3, '0.1', 2)
    """
    exact = exact_value(value)
    return exact.numerator if exact.denominator == 1 else repr(float(exact))
