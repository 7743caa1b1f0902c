"""Models to be certified, and how they are asked: in batches, within their time, and without trusting them.

A model is a class by the name of its module, or a program that speaks the oracle's protocol. What it may do
wrong is told apart from what it predicts: it may raise an exception, give too few labels or none, give labels
that have no order, never return, or answer differently when it is asked again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, islice
from threading import Thread
from typing import Any, Protocol, TypeAlias

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.data import Dataset
from monfknn_ref.evaluation.executors import Here, Workers
from monfknn_ref.evaluation.own_methods import in_words, plain_rows, takes_classes
from monfknn_ref.model.arrays_and_frames import as_python
from monfknn_ref.model.checks import Label, is_finite, is_number
from monfknn_ref.model.classes_by_name import load
from monfknn_ref.model.door import check_classes
from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.program import Program
from monfknn_ref.readings.errors import check_choice

Point: TypeAlias = tuple[Any, ...]
"""What a model is asked about: a value of each attribute."""

FIRST_BATCH, LARGEST_BATCH = 50, 5000
BRISK = 0.2
"""A batch that takes fewer seconds is followed by one twice as large, a slower one by a smaller one."""
PATIENCE = 5.0
"""So many seconds after its time is over a model may still answer what it was asked before."""
MOST_ASKED_AGAIN = 200


class Predictor(Protocol):
    """Anything that predicts labels for rows."""

    def predict(self, X: Any) -> Any: ...


class ModelError(ValueError):
    """A model did something because of which nothing can be said about it."""


@contextmanager
def blamed(what: str) -> Iterator[None]:
    """Whatever goes wrong inside is the fault of the model.

    >>> with blamed("predict"):
    ...     1 / 0
    Traceback (most recent call last):
    monfknn_ref.beyond.certificate.models.ModelError: predict raised ZeroDivisionError: division by zero
    """
    try:
        yield
    except (Exception, SystemExit) as error:
        raise fault(what, error) from error


def fault(what: str, error: BaseException) -> ModelError:
    """An exception of the model in words."""
    if isinstance(error, ModelError):
        return error
    return ModelError(f"{what} raised {in_words(error)}")


def ended_in_time(call: Callable[[], Any], seconds: float) -> Future[Any] | None:
    """The call when it has ended; None if it has not within so many seconds.

    It runs in a thread of its own, so that one that never returns can be given up.
    """
    future: Future[Any] = Future()

    def work() -> None:
        try:
            future.set_result(call())
        except BaseException as error:
            future.set_exception(error)

    Thread(target=copy_context().run, args=(work,), daemon=True).start()
    return future if wait([future], seconds).done else None


class Asking:
    """A model with all that it said so far."""

    def __init__(
        self,
        model: Predictor,
        classes: Sequence[Label] | None = None,
        seconds: float = 60,
        convert: Callable[[list[list[Any]]], Any] = list,
        progress: Callable[[str], None] = lambda text: None,
        workers: Workers | None = None,
    ) -> None:
        if not callable(getattr(model, "predict", None)):
            raise TypeError(f"the model must have a method predict, got {model!r}")
        self.workers = Workers(Here(), 1) if workers is None else workers
        self.shared, self.progress = self.workers.share((model, convert)), progress
        self.classes = None if classes is None else check_classes([], classes)
        self.seconds, self.start = seconds, time.monotonic()
        self.known: dict[Point, Label] = {}
        self.rank: dict[Point, Any] = {}
        """What orders the labels of the points that were asked."""
        self.batch = FIRST_BATCH

    @property
    def asked(self) -> int:
        return len(self.known)

    @property
    def left(self) -> float:
        """The seconds that are left; negative if the time is over."""
        return self.start + self.seconds - time.monotonic()

    def ask(self, points: Iterable[Point], of_all: str = "") -> bool:
        """Ask about the points that are new; False if the time is over before all of them were asked."""
        new = iter([x for x in dict.fromkeys(points) if x not in self.known])
        while batch := list(islice(new, self.batch)):
            if self.left <= 0:
                return False
            begun = time.monotonic()
            self.note(batch)
            brisk = time.monotonic() - begun < BRISK
            self.batch = min(2 * self.batch, LARGEST_BATCH) if brisk else max(self.batch // 2, 1)
            self.progress(f"{self.asked:,}{of_all} points, {max(self.left, 0):.0f} s left at most")
        return True

    def falls(self, lower: Point, upper: Point) -> bool:
        """Whether the point that should not be lower is."""
        for x in (lower, upper):
            if x not in self.known:
                self.note([x])
        return bool(self.rank[lower] > self.rank[upper])

    def note(self, batch: Sequence[Point]) -> None:
        """Ask about these points, and keep what the model says."""
        for x, label in zip(batch, self.answers(batch)):
            self.rank[x], self.known[x] = self.rank_of(label), label

    def ask_again(self, *points: Point) -> None:
        """Refuse a model that contradicts itself, on these points or on some of the others."""
        known = list(self.known)
        again = max(10, min(len(known) // 10, MOST_ASKED_AGAIN))
        chosen = list(dict.fromkeys([*points, *known[:: -max(1, len(known) // again)]]))
        for x, label in zip(chosen, self.answers(chosen)):
            if self.rank_of(label) != self.rank[x]:
                raise ModelError(
                    "predict must give the same label whenever it is asked about a row, got "
                    f"{self.known[x]!r} and then {label!r} for {x!r}"
                )

    def answers(self, batch: Sequence[Point]) -> list[Label]:
        """What the model says of some points."""
        patience = max(self.left, 0) + PATIENCE
        ended = ended_in_time(partial(self.from_workers, batch), patience)
        if ended is None:
            raise ModelError(
                f"predict must answer within its time, got nothing for {len(batch)} rows in {patience:.0f} s"
            )
        error = ended.exception()
        if error is not None:
            raise fault("predict", error) from error
        return list(ended.result())

    def from_workers(self, batch: Sequence[Point]) -> list[Label]:
        """The answers of all workers, each of which is asked about a part of the points."""
        size = -(-len(batch) // self.workers.ahead)
        parts = [batch[start : start + size] for start in range(0, len(batch), size)]
        return list(chain.from_iterable(self.workers.in_order(predicted, parts, self.shared)))

    def rank_of(self, label: Label) -> Any:
        """What orders the labels: their place among the classes, or the numbers that they are."""
        if self.classes is not None:
            if label not in self.classes:
                raise ModelError(
                    f"classes must name every label that is predicted, got {self.classes!r} and {label!r}"
                )
            return self.classes.index(label)
        if not is_number(label) and not isinstance(label, bool):
            raise ModelError(
                f"classes must name the labels from lowest to highest, got none and the label {label!r}"
            )
        if not is_finite(label):
            raise ModelError(f"predict must give labels that have an order, got {label!r}")
        return label


def predicted(
    rows: Sequence[Point], shared: tuple[Predictor, Callable[[list[list[Any]]], Any]]
) -> list[Label]:
    """One label for each row, from a model and what converts rows for it."""
    model, convert = shared
    found = model.predict(convert([list(x) for x in rows]))
    if not hasattr(found, "__iter__"):
        raise ModelError("predict must give a list or an array of labels, got something else")
    labels = list(islice(found, len(rows) + 1))
    if len(labels) != len(rows):
        several = "more" if len(labels) > len(rows) else str(len(labels))
        raise ModelError(f"predict must give {len(rows)} labels for as many rows, got {several}")
    return [as_label(label) for label in labels]


def as_label(label: Any) -> Label:
    """A label as Python has it, also where an array had it."""
    if getattr(label, "size", 1) != 1:
        raise ModelError(f"predict must give one label for each row, got {label!r}")
    python: Label = as_python(label)
    return python


# --- Building and fitting ----------------------------------------------------------------------------------

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
