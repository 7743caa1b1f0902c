"""Bad input: the whole message is checked, and no error comes from deep inside."""

from __future__ import annotations

import math
from typing import Any

import pytest
from refusals import refused

from monfknn_ref import (
    MonFkNN,
    dominates,
    first_degree_dominates,
    median_range,
    monfknn,
    neighbors_as_mknn,
    train_class_memberships,
    valid_range,
)
from monfknn_ref.classifiers import FkNN
from monfknn_ref.model.arrays_and_frames import NotFittedError

X = [(1, 1), (2, 2), (3, 3)]
Y = [0, 1, 2]
RAGGED = [(1, 2), (1,)]


class Thing:
    def __repr__(self) -> str:
        return "Thing()"


UNSORTED = (
    "y must hold labels that can be sorted when classes is not given, got labels of type NoneType, int, str"
)


@pytest.mark.parametrize(
    ("rows", "labels", "kind", "message"),
    [
        ([], [], ValueError, "X must have at least one row, got none"),
        ([()], [0], ValueError, "row 0 of X must have at least one attribute, got none"),
        (
            RAGGED,
            [0, 1],
            ValueError,
            "X must have rows of equal length, got 2 values in row 0 and 1 in row 1",
        ),
        (X, [0, 1], ValueError, "y must have one label for each row of X, got 2 labels for 3 rows"),
        (X, 7, TypeError, "y must be a sequence of labels, got 7"),
        (X, "abc", TypeError, "y must be a sequence of labels, got 'abc'"),
        (X, [0, [1], 2], TypeError, "y must hold hashable labels, got [1] at row 1"),
        (X, [0, math.nan, 2], ValueError, "y must hold labels that equal themselves, got nan at row 1"),
        (X, [0, "a", None], TypeError, f"{UNSORTED}; give classes=[lowest, ..., highest]"),
    ],
)
def test_rows_and_labels(rows: Any, labels: Any, kind: type, message: str) -> None:
    with refused(kind, message):
        MonFkNN().fit(rows, labels)


@pytest.mark.parametrize(
    ("rows", "kind", "message"),
    [
        ([(1, 2), (math.nan, 1)], ValueError, "row 1 of X must hold finite numbers, got nan at attribute 0"),
        (
            [(1, 2), (1, -math.inf)],
            ValueError,
            "row 1 of X must hold finite numbers, got -inf at attribute 1",
        ),
        ([(1, "2")], TypeError, "row 0 of X must hold numbers, got '2' at attribute 1"),
        ([(1, None)], TypeError, "row 0 of X must hold numbers, got None at attribute 1"),
        ([(1, 2j)], TypeError, "row 0 of X must hold numbers, got 2j at attribute 1"),
        ([1, 2, 3], TypeError, "row 0 of X must be a sequence of numbers, got 1"),
        ((1, 2), TypeError, "row 0 of X must be a sequence of numbers, got 1"),
        (["12", "34"], TypeError, "row 0 of X must be a sequence of numbers, got '12'"),
        ([{1, 2}], TypeError, "row 0 of X must be a sequence of numbers, got {1, 2}"),
        (7, TypeError, "X must be a sequence of rows, each a sequence of numbers, got 7"),
        ({1: 2}, TypeError, "X must be a sequence of rows, each a sequence of numbers, got {1: 2}"),
    ],
)
@pytest.mark.parametrize("new", [MonFkNN, FkNN])
def test_rows_to_learn_and_to_predict(new: Any, rows: Any, kind: type, message: str) -> None:
    with refused(kind, message):
        new().fit(rows, [0] * (len(rows) if isinstance(rows, (list, tuple)) else 1))
    model = new().fit(X, Y)
    for ask in (model.predict, model.predict_proba):
        with refused(kind, message):
            ask(rows)


@pytest.mark.parametrize("new", [MonFkNN, FkNN])
def test_queries_of_another_length(new: Any) -> None:
    model = new().fit(X, Y)
    for ask in (model.predict, model.predict_proba):
        wanted = "X must have 2 attributes in each row, as the training rows have, got 3 in row 0"
        with refused(ValueError, wanted):
            ask([(1, 2, 3)])


@pytest.mark.parametrize(
    ("name", "wanted", "values", "kind"),
    [
        ("k", "a whole number of at least 1", [0, 2.5, True], ValueError),
        ("k", "a whole number of at least 1", ["5"], TypeError),
        ("K", "a whole number of at least 1", [-1, math.inf], ValueError),
        ("RCr", "a number from 0 to 1", [1.1], ValueError),
        ("RCr", "a number from 0 to 1", [None], TypeError),
        ("pOR", "a number from 0 to 1", [-0.1, math.nan], ValueError),
        ("m", "a positive number", [0], ValueError),
        ("m", "a positive number", ["2"], TypeError),
        ("typeRange", "'inRange' or 'outRange'", ["inside"], ValueError),
        ("typeRange", "'inRange' or 'outRange'", [None], TypeError),
        ("tie", "None, 'lower', 'upper' or an object with getrandbits", ["middle"], ValueError),
        ("tie", "None, 'lower', 'upper' or an object with getrandbits", [Thing()], TypeError),
        ("reading", "PAPER, AUTHORS or another Reading", ["paper"], TypeError),
        ("directions", "a string such as '+-+' or a sequence of signs", [7, {"+": 0, "-": 1}], TypeError),
    ],
)
def test_parameters(name: str, wanted: str, values: list[Any], kind: type) -> None:
    for value in values:
        with refused(kind, f"{name} must be {wanted}, got {value!r}"):
            MonFkNN(**{name: value}).fit(X, Y)


@pytest.mark.parametrize(
    ("directions", "message"),
    [
        ("+-+", "directions must have one sign for each of the 2 attributes, got 3: '+-+'"),
        ("+x", "directions must hold '+' or '-' (or 1 or -1), got 'x' in '+x'"),
    ],
)
def test_directions(directions: str, message: str) -> None:
    with refused(ValueError, message):
        MonFkNN(directions=directions).fit(X, Y)


@pytest.mark.parametrize(
    ("classes", "kind", "message"),
    [
        ([0, 1], ValueError, "y must hold labels of classes [0, 1], got 2 at row 2"),
        ([], ValueError, "classes must name at least one label, got none"),
        ([0, 1, 2, 1], ValueError, "classes must name each label once, got 1 more than once"),
        (3, TypeError, "classes must be a sequence of labels in ascending order, got 3"),
        ("012", TypeError, "classes must be a sequence of labels in ascending order, got '012'"),
        ([0, 1, [2]], TypeError, "classes must hold hashable labels, got [2]"),
    ],
)
def test_classes(classes: Any, kind: type, message: str) -> None:
    with refused(kind, message):
        MonFkNN().fit(X, Y, classes)


@pytest.mark.parametrize(
    ("model", "ask"), [(MonFkNN(), "predict"), (MonFkNN(), "predict_proba"), (FkNN(), "predict")]
)
def test_before_fit(model: Any, ask: str) -> None:
    name = type(model).__name__
    message = f"this {name} is not fitted yet; call fit(X, y) before asking for predictions"
    with refused(NotFittedError, message):
        getattr(model, ask)(X)


def test_a_parameter_spoiled_after_fit() -> None:
    model = MonFkNN().fit(X, Y).set_params(K=0)
    with refused(ValueError, "K must be a whole number of at least 1, got 0"):
        model.predict(X)


def test_a_failed_fit_leaves_the_old_model() -> None:
    model = MonFkNN(K=1, RCr=1).fit(X, Y)
    with pytest.raises(ValueError):
        model.fit([], [])
    assert model.predict(X) == Y


WHOLE = "must be a whole number of at least"
NONE_BELOW_0 = "u must hold memberships of at least 0, not all 0, got"


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (valid_range, ((1, 2, 3), X, Y), "x must have 2 attributes, as the rows of D have, got 3"),
        (valid_range, ((1, 2), [], []), "D must have at least one row, got none"),
        (valid_range, ((1, 2), X, Y, 2), f"c {WHOLE} 3, got 2"),
        (neighbors_as_mknn, ((1, 2), (0, 1), 0, "inRange", X, Y), f"k {WHOLE} 1, got 0"),
        (
            neighbors_as_mknn,
            ((1, 2), (0, 1), 1, "in", X, Y),
            "typeRange must be 'inRange' or 'outRange', got 'in'",
        ),
        (train_class_memberships, (X, Y, 1, 2), "RCr must be a number from 0 to 1, got 2"),
        (monfknn, ((1, 2), X, Y, 1, 0.5, 1, "inRange", 3), "pOR must be a number from 0 to 1, got 3"),
        (median_range, ([0, 0],), f"{NONE_BELOW_0} [0, 0]"),
        (median_range, ([1.5, -0.5],), f"{NONE_BELOW_0} [1.5, -0.5]"),
        (median_range, ([float("nan"), 1],), f"{NONE_BELOW_0} [nan, 1]"),
        (median_range, ([],), f"{NONE_BELOW_0} []"),
        (dominates, ((1, 2), (1,)), "x and z must have the same number of attributes, got (1, 2) and (1,)"),
        (
            first_degree_dominates,
            ([1], [0, 1]),
            "v and u must have the same number of memberships, got 1 and 2",
        ),
    ],
)
def test_values_that_the_papers_functions_refuse(function: Any, arguments: Any, message: str) -> None:
    with refused(ValueError, message):
        function(*arguments)


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (valid_range, (1, X, Y), "x must be a sequence of numbers, got 1"),
        (valid_range, ((1, 2), X, [0, 1, "a"]), f"a class of y {WHOLE} 0, got 'a'"),
        (neighbors_as_mknn, ((1, 2), 1, 1, "inRange", X, Y), "r must be a pair (y_min, y_max), got 1"),
        (median_range, (["a", 1],), "u must hold numbers, got 'a' in ['a', 1]"),
        (median_range, (3,), "u must be a sequence of memberships, got 3"),
    ],
)
def test_types_that_the_papers_functions_refuse(function: Any, arguments: Any, message: str) -> None:
    with refused(TypeError, message):
        function(*arguments)
