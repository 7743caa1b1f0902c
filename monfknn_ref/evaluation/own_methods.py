"""Methods of the reader: any class with fit and predict, beside those of the paper.

It is given as module:Class or file.py:Class with constructor arguments. Each fold builds it anew. It is
handed rows of numbers and, as labels, the positions of the classes from 0, and has to predict such positions.
"""

from __future__ import annotations

import contextlib
import inspect
import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from monfknn_ref.data import Dataset
from monfknn_ref.evaluation.methods import GIVEN, METHODS, SCALED, AnyMethod, MethodError, in_parentheses
from monfknn_ref.model.classes_by_name import load, origin_of
from monfknn_ref.model.estimator import Classifier
from monfknn_ref.readings import Reading
from monfknn_ref.readings.errors import shown

SEEDS = ("random_state", "random_seed", "seed")
"""What the parameter is called that takes a seed."""
NAME = re.compile(r"\w[\w +-]*")
"""Of a method: without a dot, so that METHOD.parameter can be told apart."""


@dataclass(frozen=True)
class OwnMethod:
    """A classifier of the reader with its parameters. Plain data, so that it can be sent to another process,
    which imports the class itself.

    classifier: "module:Class" or "file.py:Class", looked for in `folder`.
    rows: what it sees: attributes "scaled" to [0, 1] and ascending, as MonFkNN does, or "given" as they are.
    origin: which code it is, so that results of one version are never taken for those of another.
    seeds: the parameters that were left open and take the seed.
    """

    name: str
    classifier: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    rows: str = SCALED
    folder: str = ""
    origin: str = ""
    seeds: tuple[str, ...] = ()
    column: str = ""

    def runs_as(self) -> str:
        """The name of the class."""
        return self.classifier.rpartition(":")[2]

    def depends_on_chance(self, reading: Reading) -> bool:
        """Whether it takes a seed that was left open."""
        return bool(self.seeds)

    def seed_of_fold(self, seed: int, fold: int) -> int:
        """Another seed for each fold, as a new run would have."""
        return 1000 * seed + fold

    def describe(self, reading: Reading) -> str:
        """What is run, in words that identify it."""
        module, _, attribute = self.classifier.rpartition(":")
        where = Path(module).name if module.endswith(".py") else module
        given = " on rows as given" if self.rows == GIVEN else ""
        return f"{where}:{attribute}({in_parentheses(self.parameters)}){given}, {self.origin}"

    def note(self) -> str:
        """What is done about chance, in words; nothing if there is nothing to say."""
        if not self.seeds:
            return ""
        return f"{self.name}: {' and '.join(self.seeds)} was left open and is set from the seed."

    def build(self, seed: int, directions: str | None = None) -> Any:
        """The estimator, ready to be fitted; it is told the directions if it can be."""
        make = load(self.classifier, f"the method {self.name}", self.folder)
        if self.origin and origin_of(make) != self.origin:
            raise MethodError(
                f"this process has other code ({origin_of(make)}) than the first ({self.origin})"
            )
        with blamed(self.runs_as()):
            own: dict[str, Any] = {name: seed for name in self.seeds if constructor_takes(make, name)}
            others = {name: seed for name in self.seeds if name not in own}  # those of parts of a pipeline
            if directions is not None and constructor_takes(make, "directions"):
                own.setdefault("directions", directions)
            model = make(**{**own, **self.parameters})
            if others:
                model.set_params(**others)
        return model

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
        given = self.rows == GIVEN and "-" in training.directions
        model = self.build(seed, training.directions if given else None)
        convert = conversion_for(model)
        told: dict[str, Any] = {}
        if takes_classes(model.fit):
            told["classes"] = list(range(len(training.classes)))
        place = {label: position for position, label in enumerate(training.classes)}
        labels = [place[training.y[i]] for i in train]
        rows, asked = self.rows_of(training), self.rows_of(queries)
        with seeded(seed), contextlib.redirect_stdout(sys.stderr):
            with blamed("fit"):
                model.fit(convert([rows[i] for i in train]), convert(labels), **told)
            with blamed("predict"):
                predicted = model.predict(convert([asked[i] for i in test]))
            return as_positions(predicted, len(test), len(training.classes))

    def rows_of(self, dataset: Dataset) -> list[list[int | float]]:
        """The rows as the method sees them."""
        if self.rows == GIVEN:
            return plain_rows(dataset)
        return [[float(value) for value in row] for row in dataset.scaled(doubles=True)]


def own_method(
    name: str, classifier: str, parameters: Mapping[str, Any], rows: str = SCALED, folder: str = ""
) -> OwnMethod:
    """A method of the reader that was built once, which shows what is wrong with it before anything is run.

    >>> own_method("nearest", "monfknn_ref:MonFkNN", {"K": 1}).describe(None)[:33]
    'monfknn_ref:MonFkNN(K=1), source '
    >>> own_method("number", "fractions:Fraction", {})
    Traceback (most recent call last):
    ValueError: the method number must have the methods fit and predict, got a Fraction without fit
    """
    what = f"the method {name}"
    make = load(classifier, what, folder)
    known = constructor_parameters(make)
    for given in parameters:
        if known is not None and given not in known and "__" not in given:
            raise ValueError(
                f"{name} has no parameter {given!r}; its parameters are {', '.join(known) or 'none'}"
            )
    try:
        model = make(**parameters)
    except (Exception, SystemExit) as error:
        raise ValueError(f"{what} cannot be built: {in_words(error)}") from error
    for needed in ("fit", "predict"):
        if not callable(getattr(model, needed, None)):
            raise ValueError(
                f"{what} must have the methods fit and predict, got a {type(model).__name__} without {needed}"
            )
    seeds = open_seeds(make, model, parameters)
    return OwnMethod(name, classifier, dict(parameters), rows, folder, origin_of(make), seeds)


# --- Which methods are meant ------------------------------------------------------------------------------


def chosen_methods(
    given: Sequence[str], settings: Mapping[str, Any], rows: str = SCALED, folder: str = ""
) -> list[AnyMethod]:
    """Methods by their names in the paper, as module:Class or as file.py:Class, each with its parameters.

    NAME=METHOD gives a method another name. A parameter is set as "name", where there is one method, or as
    "METHOD.name".

    >>> near, far = chosen_methods(["near=FkNN", "FkNN"], {"near.K": 3})
    >>> near.name, near.parameters, far.parameters
    ('near', {'k': 5, 'K': 3}, {'k': 5, 'K': 9})
    """
    meanings = [name_and_class(text) for text in given]
    names = [name for name, _ in meanings]
    for name, meant in meanings:
        if names.count(name) > 1:
            raise ValueError(
                f"--method must give each method a name of its own, got {name!r} {names.count(name)} times; "
                f"write --method OTHER={meant}"
            )
    parameters = parameters_by_method(settings, names)
    methods: list[AnyMethod] = []
    for name, meant in meanings:
        if meant in METHODS:
            method = METHODS[meant].with_parameters(parameters[name])
            methods.append(method if name == meant else replace(method, name=name, column=""))
        else:
            methods.append(own_method(name, meant, parameters[name], rows, folder))
    return methods


def name_and_class(text: str) -> tuple[str, str]:
    """The name of a method and what it is, as it was given.

    >>> name_and_class("OLM"), name_and_class("mine.py:Mine"), name_and_class("three=sklearn.neighbors:KNN")
    (('OLM', 'OLM'), ('Mine', 'mine.py:Mine'), ('three', 'sklearn.neighbors:KNN'))
    >>> name_and_class("mine.py:OLM")
    Traceback (most recent call last):
    ValueError: --method must give 'mine.py:OLM' another name than a method of the paper has: write
    --method OTHER=mine.py:OLM
    """
    name, equals, meant = text.partition("=")
    if not equals or not NAME.fullmatch(name):
        name, meant = text.rpartition(":")[2].rpartition(".")[2], text
    if meant in METHODS:
        if not equals or name not in METHODS:
            return name, meant
    elif ":" not in meant:
        known = ", ".join(METHODS)
        raise ValueError(f"--method must be module:Class, file.py:Class or one of {known}, got {text!r}")
    if name in METHODS:
        raise ValueError(
            f"--method must give {meant!r} another name than a method of the paper has: write "
            f"--method OTHER={meant}"
        )
    if not NAME.fullmatch(name):
        raise ValueError(f"--method must be module:Class or file.py:Class, got {text!r}")
    return name, meant


def parameters_by_method(settings: Mapping[str, Any], names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The parameters of each method, from "name" or "METHOD.name".

    >>> parameters_by_method({"k": 3}, ["FkNN", "OLM"])
    Traceback (most recent call last):
    ValueError: --set k must say whose parameter it is: FkNN.k or OLM.k
    """
    found: dict[str, dict[str, Any]] = {name: {} for name in names}
    for setting, value in settings.items():
        name, dot, parameter = setting.rpartition(".")
        if not dot and len(names) == 1:
            name = names[0]
        elif not dot:
            whose = " or ".join(f"{name}.{setting}" for name in names)
            raise ValueError(f"--set {setting} must say whose parameter it is: {whose}")
        elif name not in found:
            raise ValueError(f"--set {setting} must be of one of {', '.join(names)}, got {name!r}")
        found[name][parameter] = value
    return found


# --- What a class takes -----------------------------------------------------------------------------------


def constructor_parameters(make: Callable[..., Any]) -> list[str] | None:
    """The names of its parameters; None where it takes any, or does not tell.

    >>> constructor_parameters(lambda k, *, m=2: None), constructor_parameters(lambda **more: None)
    (['k', 'm'], None)
    """
    try:
        found = inspect.signature(make).parameters.values()
    except (TypeError, ValueError):  # it is not written in Python
        return None
    if any(one.kind is one.VAR_KEYWORD for one in found):
        return None
    return [one.name for one in found if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]


def constructor_takes(make: Callable[..., Any], name: str) -> bool:
    return name in (constructor_parameters(make) or [])


def parameters_of(model: Any) -> dict[str, Any]:
    """The parameters that scikit-learn's way of asking finds, those of parts of a pipeline too."""
    if not callable(getattr(model, "get_params", None)) or not callable(getattr(model, "set_params", None)):
        return {}
    with blamed("get_params"):
        return dict(model.get_params())


def open_seeds(make: Callable[..., Any], model: Any, given: Mapping[str, Any]) -> tuple[str, ...]:
    """The parameters for a seed that were left open."""
    found = [name for name in SEEDS if constructor_takes(make, name) and name not in given]
    for name, value in parameters_of(model).items():
        if value is None and name.split("__")[-1] in SEEDS and name not in given and name not in found:
            found.append(name)
    return tuple(found)


def conversion_for(model: Any) -> Callable[[list[Any]], Any]:
    """Makes of a list what the model works with: an array if its module uses NumPy, else the list itself.

    >>> conversion_for(Classifier())([1, 2])
    [1, 2]
    """
    if isinstance(model, Classifier) or not any(map(uses_numpy, type(model).__mro__)):
        return list
    to_array: Callable[[list[Any]], Any] = import_module("numpy").array
    return to_array


def uses_numpy(kind: type) -> bool:
    """Whether the module of a class has anything of NumPy in it."""
    module = sys.modules.get(kind.__module__)
    for value in list(vars(module).values()) if module is not None else ():
        home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
        if isinstance(home, str) and home.split(".")[0] == "numpy":
            return True
    return False


# --- What it does -----------------------------------------------------------------------------------------


def in_words(error: BaseException) -> str:
    """
    >>> in_words(ValueError("too small")), in_words(MemoryError())
    ('ValueError: too small', 'MemoryError')
    """
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


@contextlib.contextmanager
def blamed(what: str) -> Iterator[None]:
    """Whatever goes wrong inside is the fault of the method."""
    try:
        yield
    except MethodError:
        raise
    except (Exception, SystemExit) as error:
        raise MethodError(f"{what} raised {in_words(error)}") from error


@contextlib.contextmanager
def seeded(seed: int) -> Iterator[None]:
    """The generators that everybody shares start from a seed, and go on afterwards as if nothing had been."""
    earlier = random.getstate()
    numpy = sys.modules.get("numpy")
    its_earlier = None if numpy is None else numpy.random.get_state()
    random.seed(seed)
    if numpy is not None:
        numpy.random.seed(seed)
    try:
        yield
    finally:
        random.setstate(earlier)
        if numpy is not None:
            numpy.random.set_state(its_earlier)


def as_positions(predicted: Any, rows: int, classes: int) -> list[int]:
    """What `predict` gave as positions of classes: one for each row, and each a class that exists.

    >>> as_positions([0, 2.0, [1]], 3, 3)
    [0, 2, 1]
    >>> as_positions([0, 3], 2, 3)
    Traceback (most recent call last):
    monfknn_ref.evaluation.methods.MethodError: predict gave 3, which is none of the labels 0 to 2
    """
    given = predicted.tolist() if hasattr(predicted, "tolist") else predicted
    if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
        raise MethodError(f"predict must give a label for each of {rows} rows, got {shown(given)}")
    with blamed("predict"):
        labels = list(given)
    if len(labels) != rows:
        raise MethodError(f"predict must give a label for each of {rows} rows, got {len(labels)} labels")
    return [as_position(label, classes) for label in labels]


def as_position(label: Any, classes: int) -> int:
    """A label as a position; a row of one label, as some libraries give, is that label."""
    one = label.tolist() if hasattr(label, "tolist") else label
    if isinstance(one, (list, tuple)) and len(one) == 1:
        one = one[0]
    if isinstance(one, (int, float)) and one in range(classes):
        return int(one)
    raise MethodError(f"predict gave {shown(one)}, which is none of the labels 0 to {classes - 1}")


def plain_rows(dataset: Dataset) -> list[list[int | float]]:
    """The rows in numbers that every library takes: whole ones as they are, others as doubles."""
    return [[value if isinstance(value, int) else float(value) for value in row] for row in dataset.X]


def takes_classes(fit: Callable[..., Any]) -> bool:
    """Whether a method `fit` has a parameter for the classes."""
    try:
        return "classes" in inspect.signature(fit).parameters
    except (TypeError, ValueError):  # it is not written in Python
        return False
