"""Bad input: the whole message is checked, and no error comes from deep inside."""

from __future__ import annotations

import math
from typing import Any

import pytest

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
from monfknn_ref.model.containers import NotFittedError

X = [(1, 1), (2, 2), (3, 3)]
Y = [0, 1, 2]


class Thing:
    def __repr__(self) -> str:
        return "Thing()"


TIES = "tie must be None, 'lower', 'upper' or an object with getrandbits"


@pytest.mark.parametrize(
    ("parameters", "rows", "labels", "kind", "message"),
    [
        ({}, [], [], ValueError, "X must have at least one row, got none"),
        ({}, [()], [0], ValueError, "row 0 of X must have at least one attribute, got none"),
        (
            {},
            [(1, 2), (1,)],
            [0, 1],
            ValueError,
            "X must have rows of equal length, got 2 values in row 0 and 1 in row 1",
        ),
        ({}, X, [0, 1], ValueError, "y must have one label for each row of X, got 2 labels for 3 rows"),
        (
            {},
            [(1, 2), (math.nan, 1)],
            [0, 1],
            ValueError,
            "row 1 of X must hold finite numbers, got nan at attribute 0",
        ),
        (
            {},
            [(1, 2), (1, -math.inf)],
            [0, 1],
            ValueError,
            "row 1 of X must hold finite numbers, got -inf at attribute 1",
        ),
        ({}, [(1, "2")], [0], TypeError, "row 0 of X must hold numbers, got '2' at attribute 1"),
        ({}, [(1, None)], [0], TypeError, "row 0 of X must hold numbers, got None at attribute 1"),
        ({}, [(1, 2j)], [0], TypeError, "row 0 of X must hold numbers, got 2j at attribute 1"),
        ({}, [1, 2, 3], Y, TypeError, "row 0 of X must be a sequence of numbers, got 1"),
        ({}, ["12", "34"], [0, 1], TypeError, "row 0 of X must be a sequence of numbers, got '12'"),
        ({}, 7, [0], TypeError, "X must be a sequence of rows, each a sequence of numbers, got 7"),
        ({}, [{1, 2}], [0], TypeError, "row 0 of X must be a sequence of numbers, got {1, 2}"),
        ({}, {1: 2}, [0], TypeError, "X must be a sequence of rows, each a sequence of numbers, got {1: 2}"),
        ({}, X, 7, TypeError, "y must be a sequence of labels, got 7"),
        ({}, X, "abc", TypeError, "y must be a sequence of labels, got 'abc'"),
        ({}, X, [0, [1], 2], TypeError, "y must hold hashable labels, got [1] at row 1"),
        ({}, X, [0, math.nan, 2], ValueError, "y must hold labels that equal themselves, got nan at row 1"),
        (
            {},
            X,
            [0, "a", None],
            TypeError,
            "y must hold labels that can be sorted when classes is not given, got labels of type NoneType, int, "
            "str; give classes=[lowest, ..., highest]",
        ),
        ({"k": 0}, X, Y, ValueError, "k must be a whole number of at least 1, got 0"),
        ({"k": 2.5}, X, Y, ValueError, "k must be a whole number of at least 1, got 2.5"),
        ({"k": "5"}, X, Y, TypeError, "k must be a whole number of at least 1, got '5'"),
        ({"k": True}, X, Y, ValueError, "k must be a whole number of at least 1, got True"),
        ({"K": -1}, X, Y, ValueError, "K must be a whole number of at least 1, got -1"),
        ({"K": math.inf}, X, Y, ValueError, "K must be a whole number of at least 1, got inf"),
        ({"RCr": 1.1}, X, Y, ValueError, "RCr must be a number from 0 to 1, got 1.1"),
        ({"RCr": None}, X, Y, TypeError, "RCr must be a number from 0 to 1, got None"),
        ({"pOR": -0.1}, X, Y, ValueError, "pOR must be a number from 0 to 1, got -0.1"),
        ({"pOR": math.nan}, X, Y, ValueError, "pOR must be a number from 0 to 1, got nan"),
        ({"m": 0}, X, Y, ValueError, "m must be a positive number, got 0"),
        ({"m": "2"}, X, Y, TypeError, "m must be a positive number, got '2'"),
        (
            {"typeRange": "inside"},
            X,
            Y,
            ValueError,
            "typeRange must be 'inRange' or 'outRange', got 'inside'",
        ),
        ({"typeRange": None}, X, Y, TypeError, "typeRange must be 'inRange' or 'outRange', got None"),
        ({"tie": "middle"}, X, Y, ValueError, f"{TIES}, got 'middle'"),
        ({"tie": Thing()}, X, Y, TypeError, f"{TIES}, got Thing()"),
        (
            {"reading": "paper"},
            X,
            Y,
            TypeError,
            "reading must be PAPER, AUTHORS or another Reading, got 'paper'",
        ),
        (
            {"directions": "+-+"},
            X,
            Y,
            ValueError,
            "directions must have one sign for each of the 2 attributes, got 3: '+-+'",
        ),
        (
            {"directions": "+x"},
            X,
            Y,
            ValueError,
            "directions must hold '+' or '-' (or 1 or -1), got 'x' in '+x'",
        ),
        (
            {"directions": 7},
            X,
            Y,
            TypeError,
            "directions must be a string such as '+-+' or a sequence of signs, got 7",
        ),
        (
            {"directions": {"+": 0, "-": 1}},
            X,
            Y,
            TypeError,
            "directions must be a string such as '+-+' or a sequence of signs, got {'+': 0, '-': 1}",
        ),
    ],
)
def test_fit(parameters: dict[str, Any], rows: Any, labels: Any, kind: type, message: str) -> None:
    with pytest.raises(kind) as error:
        MonFkNN(**parameters).fit(rows, labels)
    assert str(error.value) == message


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
    with pytest.raises(kind) as error:
        MonFkNN().fit(X, Y, classes)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("queries", "kind", "message"),
    [
        (
            [(1, 2, 3)],
            ValueError,
            "X must have 2 attributes in each row, as the training rows have, got 3 in row 0",
        ),
        ([5], TypeError, "row 0 of X must be a sequence of numbers, got 5"),
        ((1, 2), TypeError, "row 0 of X must be a sequence of numbers, got 1"),
        (5, TypeError, "X must be a sequence of rows, each a sequence of numbers, got 5"),
        ([(1, math.nan)], ValueError, "row 0 of X must hold finite numbers, got nan at attribute 1"),
    ],
)
@pytest.mark.parametrize("model", [MonFkNN(), FkNN()], ids=["MonFkNN", "FkNN"])
def test_queries(model: Any, queries: Any, kind: type, message: str) -> None:
    model.fit(X, Y)
    for ask in (model.predict, model.predict_proba):
        with pytest.raises(kind) as error:
            ask(queries)
        assert str(error.value) == message


def test_before_fit() -> None:
    for model, ask in ((MonFkNN(), "predict"), (MonFkNN(), "predict_proba"), (FkNN(), "predict")):
        with pytest.raises(NotFittedError) as error:
            getattr(model, ask)(X)
        name = type(model).__name__
        assert str(error.value) == (
            f"this {name} is not fitted yet; call fit(X, y) before asking for predictions"
        )


def test_a_parameter_spoiled_after_fit() -> None:
    model = MonFkNN().fit(X, Y).set_params(K=0)
    with pytest.raises(ValueError, match="K must be a whole number of at least 1, got 0"):
        model.predict(X)


def test_a_failed_fit_leaves_the_old_model() -> None:
    model = MonFkNN(K=1, RCr=1).fit(X, Y)
    with pytest.raises(ValueError):
        model.fit([], [])
    assert model.predict(X) == Y


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (
            lambda: valid_range((1, 2, 3), X, Y),
            ValueError,
            "x must have 2 attributes, as the rows of D have, got 3",
        ),
        (lambda: valid_range(1, X, Y), TypeError, "x must be a sequence of numbers, got 1"),
        (lambda: valid_range((1, 2), [], []), ValueError, "D must have at least one row, got none"),
        (
            lambda: valid_range((1, 2), X, [0, 1, "a"]),
            TypeError,
            "a class of y must be a whole number of at least 0, got 'a'",
        ),
        (lambda: valid_range((1, 2), X, Y, c=2), ValueError, "c must be a whole number of at least 3, got 2"),
        (
            lambda: neighbors_as_mknn((1, 2), (0, 1), 0, "inRange", X, Y),
            ValueError,
            "k must be a whole number of at least 1, got 0",
        ),
        (
            lambda: neighbors_as_mknn((1, 2), 1, 1, "inRange", X, Y),
            TypeError,
            "r must be a pair (y_min, y_max), got 1",
        ),
        (
            lambda: neighbors_as_mknn((1, 2), (0, 1), 1, "in", X, Y),
            ValueError,
            "typeRange must be 'inRange' or 'outRange', got 'in'",
        ),
        (
            lambda: train_class_memberships(X, Y, 1, 2),
            ValueError,
            "RCr must be a number from 0 to 1, got 2",
        ),
        (
            lambda: monfknn((1, 2), X, Y, 1, 0.5, 1, "inRange", 3),
            ValueError,
            "pOR must be a number from 0 to 1, got 3",
        ),
        (
            lambda: median_range([0, 0]),
            ValueError,
            "u must hold memberships of at least 0, not all 0, got [0, 0]",
        ),
        (
            lambda: median_range([1.5, -0.5]),
            ValueError,
            "u must hold memberships of at least 0, not all 0, got [1.5, -0.5]",
        ),
        (
            lambda: median_range([float("nan"), 1]),
            ValueError,
            "u must hold memberships of at least 0, not all 0, got [nan, 1]",
        ),
        (lambda: median_range([]), ValueError, "u must hold memberships of at least 0, not all 0, got []"),
        (lambda: median_range(["a", 1]), TypeError, "u must hold numbers, got 'a' in ['a', 1]"),
        (lambda: median_range(3), TypeError, "u must be a sequence of memberships, got 3"),
        (
            lambda: dominates((1, 2), (1,)),
            ValueError,
            "x and z must have the same number of attributes, got (1, 2) and (1,)",
        ),
        (
            lambda: first_degree_dominates([1], [0, 1]),
            ValueError,
            "v and u must have the same number of memberships, got 1 and 2",
        ),
    ],
)
def test_the_papers_functions(call: Any, kind: type, message: str) -> None:
    with pytest.raises(kind) as error:
        call()
    assert str(error.value) == message
