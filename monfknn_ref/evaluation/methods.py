"""The methods of the paper's tables: how each is built with the paper's parameters, and what it is fed."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from monfknn_ref.data import Dataset
from monfknn_ref.evaluation.measures import pair_counts
from monfknn_ref.model.checks import GivenRow, Label
from monfknn_ref.model.door import positions
from monfknn_ref.model.estimator import Classifier
from monfknn_ref.readings import Reading
from monfknn_ref.readings.errors import check_choice

SCALED, GIVEN, STORED = "scaled", "given", "stored"


class MethodError(ValueError):
    """A method did something because of which it has no result."""


class AnyMethod(Protocol):
    """What a cross-validation asks of a method: of the paper, or of the reader."""

    @property
    def name(self) -> str: ...

    @property
    def column(self) -> str:
        """The paper's name of it, nothing if it has none."""

    def runs_as(self) -> str:
        """The name of the class that runs."""

    def describe(self, reading: Reading) -> str:
        """What is run, in words that identify it."""

    def depends_on_chance(self, reading: Reading) -> bool:
        """Whether different seeds can give different predictions."""

    def seed_of_fold(self, seed: int, fold: int) -> int:
        """The seed of one fold."""

    def predictions(
        self,
        training: Dataset,
        train: Sequence[int],
        queries: Dataset,
        test: Sequence[int],
        reading: Reading,
        seed: int,
    ) -> list[int]:
        """The predicted classes, as positions, of rows of `queries`, after training on rows of `training`."""


@dataclass(frozen=True)
class Method:
    """A classifier with its parameters. Plain data, so that it can be sent to another process.

    classifier: "module:class" below `monfknn_ref`, imported when it is needed.
    implementation: "module:class" of what runs in its place, if anything does; it must give the same answers.
    numpy_engine: whether it runs with engine="numpy" where NumPy is installed, with the same bits.
    column: the paper's name of it.
    coin: the parameter that takes the seed of a method that depends on chance: "tie", a generator, or "seed".
    takes_reading: whether it has the parameter `reading`.
    relabels: whether its training labels are made monotone first (lowest optimal labels).
    rows: what it sees: attributes "scaled" to [0, 1] and ascending; "given" as they are, with their
        directions; or "stored" as the authors' program does, scaled only if some attribute is inverse.
    """

    name: str
    classifier: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    implementation: str = ""
    numpy_engine: bool = False
    column: str = ""
    coin: str = ""
    takes_reading: bool = False
    relabels: bool = False
    rows: str = GIVEN
    note: str = ""

    def with_parameters(self, changes: Mapping[str, Any]) -> Method:
        """The same method with some parameters changed; unknown names are refused when it is built."""
        return replace(self, parameters={**self.parameters, **changes})

    @property
    def engine(self) -> dict[str, str]:
        """The parameter that chooses NumPy, where the method takes it and nothing else was asked for."""
        uses_numpy = self.numpy_engine and "engine" not in self.parameters and find_spec("numpy") is not None
        return {"engine": "numpy"} if uses_numpy else {}

    def runs_as(self) -> str:
        """The name of the class that runs, and its engine if NumPy was chosen for it.

        >>> METHODS["MonFkNN-PM"].runs_as(), METHODS["FkNN"].runs_as()
        ('StdlibMonFkNN', 'FkNN')
        """
        _, name = (self.implementation or self.classifier).split(":")
        return f"{name}({in_parentheses(self.engine)})" if self.engine else name

    def depends_on_chance(self, reading: Reading) -> bool:
        """Whether different seeds can give different predictions.

        >>> from monfknn_ref import AUTHORS, PAPER
        >>> METHODS["MonFkNN-PM"].depends_on_chance(AUTHORS), METHODS["MonFkNN-PM"].depends_on_chance(PAPER)
        (True, False)
        """
        return self.coin == "seed" or (self.coin == "tie" and reading.median_gap == "coin")

    def seed_of_fold(self, seed: int, fold: int) -> int:
        """The seed of one fold: another for each fold where it starts a fit, as a new run would have."""
        return 1000 * seed + fold if self.coin == "seed" else seed

    def build(self, reading: Reading, seed: int, directions: str | None = None) -> Classifier:
        """The classifier, ready to be fitted."""
        parameters = dict(self.parameters)
        if self.takes_reading:
            parameters["reading"] = reading
        if self.depends_on_chance(reading):
            parameters[self.coin] = random.Random(seed) if self.coin == "tie" else seed
        if directions is not None:
            parameters["directions"] = directions
        module, name = (self.implementation or self.classifier).split(":")
        classifier: type[Classifier] = getattr(import_module(f"monfknn_ref.{module}"), name)
        known = classifier().get_params()
        for name in parameters:
            if name not in known:
                raise ValueError(
                    f"{self.name} has no parameter {name!r}; its parameters are {', '.join(known)}"
                )
        return classifier(**parameters, **self.engine)

    def describe(self, reading: Reading) -> str:
        """What is run, in words that identify it.

        >>> from monfknn_ref import AUTHORS
        >>> METHODS["MkNN"].describe(AUTHORS)
        "MkNN(k=5, typeRange='inRange', reading=AUTHORS) on relabeled training sets"
        """
        values = dict(self.parameters)
        if self.takes_reading:
            values["reading"] = reading
        _, classifier = self.classifier.split(":")
        relabeled = " on relabeled training sets" if self.relabels else ""
        stored = " on rows as the authors stored them" if self.rows == STORED else ""
        return f"{classifier}({in_parentheses(values)}){relabeled}{stored}"

    def rows_of(self, dataset: Dataset, reading: Reading) -> tuple[Sequence[GivenRow], str | None]:
        """The rows as the method sees them, and their directions unless all are ascending."""
        scaled = self.rows == SCALED or (self.rows == STORED and "-" in dataset.directions)
        if scaled:
            exact = self.takes_reading and reading.arithmetic == "exact"
            return dataset.scaled(doubles=not exact), None
        return [tuple(row) for row in dataset.X], dataset.directions if "-" in dataset.directions else None

    def training_labels(self, dataset: Dataset, train: Sequence[int]) -> list[Label]:
        """The labels of the training rows, relabeled if the method asks for it."""
        labels = [dataset.y[i] for i in train]
        rows = [dataset.X[i] for i in train]
        if not self.relabels or not pair_counts(rows, labels, dataset.classes, dataset.directions).violating:
            return labels  # labels without a violation are the nearest monotone ones themselves
        from monfknn_ref.classifiers.relabeling import relabel

        return list(relabel(rows, labels, classes=dataset.classes, directions=dataset.directions))

    def predictions(
        self,
        training: Dataset,
        train: Sequence[int],
        queries: Dataset,
        test: Sequence[int],
        reading: Reading,
        seed: int,
    ) -> list[int]:
        """The predicted classes, as positions, of rows of `queries`, after training on rows of `training`."""
        rows, directions = self.rows_of(training, reading)
        asked = rows if queries is training else self.rows_of(queries, reading)[0]
        model = self.build(reading, seed, directions)
        model.fit([rows[i] for i in train], self.training_labels(training, train), classes=training.classes)
        return positions(model.predict([asked[i] for i in test]), training.classes)


def in_parentheses(arguments: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in arguments.items())


MONFKNN = Method(
    "MonFkNN",
    "model.estimator:MonFkNN",
    implementation="optimised:StdlibMonFkNN",
    coin="tie",
    takes_reading=True,
    rows=SCALED,
)
PURE = {"k": 5, "K": 9, "RCr": 0.5, "typeRange": "inRange"}
APPROXIMATE = {"k": 5, "K": 9, "RCr": 1, "typeRange": "outRange", "pOR": 0.5}
PUBLISHED = "a defect of the program behind the paper's numbers repeated"

METHODS: dict[str, Method] = {
    method.name: replace(method, column=method.column or method.name)
    for method in (
        replace(MONFKNN, name="MonFkNN-PM", parameters=PURE),
        replace(MONFKNN, name="MonFkNN-AM", parameters=APPROXIMATE),
        Method("FkNN", "classifiers.fknn:FkNN", {"k": 5, "K": 9}, takes_reading=True, rows=SCALED),
        Method(
            "MkNN",
            "classifiers.mknn:MkNN",
            {"k": 5, "typeRange": "inRange"},
            takes_reading=True,
            relabels=True,
            rows=SCALED,
        ),
        Method("OSDL", "classifiers.osdl:OSDL", {"s": 0.5}),
        Method(
            "OSDL-published",
            "classifiers.osdl:OSDL",
            {"s": 0.5, "truncate": True},
            column="OSDL",
            rows=STORED,
            note=f"{PUBLISHED}: every value is cast to a whole number",
        ),
        Method("OLM", "classifiers.olm:OLM"),
        Method(
            "MonMLP",
            "classifiers.monmlp:MonMLP",
            {"hidden": 8, "iterations": 1000},
            numpy_engine=True,
            coin="seed",
            rows=SCALED,
        ),
        Method("MID", "classifiers.mid:MID", {"R": 1, "confidence": 0.25, "items_per_leaf": 2}),
        Method("RDMT", "classifiers.rdmt:RDMT", {"threshold": 0, "items_per_leaf": 2}),
        Method(
            "RDMT-published",
            "classifiers.rdmt:RDMT",
            {"threshold": 0, "items_per_leaf": 2, "constant_ends_branch": True},
            column="RDMT",
            note=f"{PUBLISHED}: a node with a constant attribute is a leaf",
        ),
        Method("PMDT", "classifiers.pmdt:PMDT", {"threshold": 0, "items_per_leaf": 2}),
    )
}


def method_named(name: str) -> Method:
    """A method of the registry.

    >>> method_named("SVM")
    Traceback (most recent call last):
    ValueError: method must be 'MonFkNN-PM' or 'MonFkNN-AM' or 'FkNN' or 'MkNN' or 'OSDL' or 'OSDL-published'
    or 'OLM' or 'MonMLP' or 'MID' or 'RDMT' or 'RDMT-published' or 'PMDT', got 'SVM'
    """
    return METHODS[check_choice("method", name, METHODS)]


def run_by(implementations: Mapping[str, str]) -> str:
    """Which implementation ran each method, in words; given are the names of methods and what ran them. A
    class of the reader that goes by its own name is not mentioned.

    >>> print(run_by({"MonFkNN-PM": "StdlibMonFkNN", "MonFkNN-AM": "StdlibMonFkNN", "OLM": "OLM"}))
    MonFkNN-PM and MonFkNN-AM were run by StdlibMonFkNN, which gives the same answers as MonFkNN.
    OLM was run by its own class.
    """
    by_class: dict[tuple[str, str], list[str]] = {}
    themselves = []
    for name, implementation in implementations.items():
        classifier = METHODS[name].classifier.split(":")[1] if name in METHODS else ""
        if implementation == classifier:
            themselves.append(name)
        elif implementation != name:
            by_class.setdefault((implementation, classifier), []).append(name)
    sentences = []
    for (implementation, classifier), names in by_class.items():
        same = f", which gives the same answers as {classifier}" if classifier else ""
        sentences.append(f"{with_verb(names)} run by {implementation}{same}.")
    if themselves:
        whose = "its own class" if len(themselves) == 1 else "their own classes"
        sentences.append(f"{with_verb(themselves)} run by {whose}.")
    return " ".join(sentences)


def with_verb(names: Sequence[str]) -> str:
    """Names of methods as the subject of a sentence about what ran them.

    >>> with_verb(["FkNN"]), with_verb(["FkNN", "OLM", "MID"])
    ('FkNN was', 'FkNN, OLM and MID were')
    """
    if len(names) == 1:
        return f"{names[0]} was"
    return f"{', '.join(names[:-1])} and {names[-1]} were"
