"""The order of the classes comes from the caller, from an ordered categorical or from numbers. It is never guessed."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

import pytest
from every_estimator import ESTIMATORS, new
from refusals import refused

from monfknn_ref import MonFkNN
from monfknn_ref.classifiers import relabel
from monfknn_ref.data import Dataset
from monfknn_ref.evaluation import mean_absolute_error
from monfknn_ref.evaluation.cross_validation import stratified_folds
from monfknn_ref.oracle import accepted_answers

EVERY = pytest.mark.parametrize("name", list(ESTIMATORS))
X = [(1, 1), (2, 1), (2, 3), (4, 4), (5, 4), (5, 5), (6, 7), (7, 7)]
Y = ["low", "low", "mid", "mid", "mid", "high", "high", "high"]
ORDER = ["low", "mid", "high"]
NUMBERS = [ORDER.index(label) for label in Y]
QUERIES = [(1, 2), (3, 3), (6, 6), (9, 9)]
REFUSED = (
    "classes must give the order of labels that are not numbers, got none for y with 'high', 'low', 'mid'; "
    "write classes=['high', 'low', 'mid'] with the labels arranged from lowest to highest"
)


def ordered(pandas: Any, labels: Any, order: Any = ORDER) -> Any:
    """Labels as an ordered categorical of pandas."""
    return pandas.Series(labels, dtype=pandas.CategoricalDtype(order, ordered=True))


def named(predictions: Any) -> list[str]:
    return [ORDER[l] for l in predictions]


@EVERY
def test_text_without_an_order_is_refused_and_the_message_shows_how_to_give_it(name: str) -> None:
    with refused(ValueError, REFUSED):
        new(name).fit(X, Y)
    (advice,) = re.findall(r"classes=(\[.*\])", REFUSED)
    assert sorted(eval(advice)) == sorted(ORDER)
    new(name).fit(X, Y, classes=ORDER)


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ([b"b", b"a"] * 4, "got none for y with b'a', b'b';"),
        ([("a", 1), ("a", 2)] * 4, "got none for y with ('a', 1), ('a', 2);"),
        (["1", "10", "9", "1"] * 2, "got none for y with '1', '10', '9';"),
    ],
)
def test_other_labels_that_are_no_numbers_are_refused_too(labels: list[Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        MonFkNN().fit(X, labels)


def test_the_message_does_not_list_thousands_of_labels() -> None:
    with pytest.raises(ValueError) as error:
        MonFkNN().fit([(i,) for i in range(5000)], [f"label {i}" for i in range(5000)])
    assert len(str(error.value)) < 1300


@EVERY
def test_one_label_has_no_order_to_guess(name: str) -> None:
    assert new(name).fit(X, ["only"] * 8).predict(QUERIES) == ["only"] * 4


@EVERY
@pytest.mark.parametrize(
    ("labels", "sorted_labels"),
    [
        ([10, 9, 9, 10, 11, 11, 11, 11], [9, 10, 11]),
        ([True, False] * 4, [False, True]),
        ([2.0, 1.0] * 4, [1.0, 2.0]),
        ([Fraction(1, 2), Fraction(1, 3)] * 4, [Fraction(1, 3), Fraction(1, 2)]),
    ],
)
def test_numbers_and_booleans_are_sorted(name: str, labels: list[Any], sorted_labels: list[Any]) -> None:
    assert new(name).fit(X, labels).classes_ == sorted_labels


@EVERY
def test_classes_of_the_constructor_and_of_fit(name: str) -> None:
    expected = named(new(name).fit(X, NUMBERS).predict(QUERIES))
    model = new(name, classes=ORDER)
    assert model.get_params()["classes"] is ORDER
    assert f"classes={ORDER!r}" in repr(model)
    assert model.fit(X, Y).predict(QUERIES) == expected
    assert model.classes_ == ORDER
    assert model.fit(X, Y, classes=[*ORDER, "top"]).classes_ == [*ORDER, "top"]  # the argument of fit wins
    assert model.fit(X, Y).classes_ == ORDER  # and is forgotten afterwards
    assert model.set_params(classes=["none", *ORDER]).fit(X, Y).classes_ == ["none", *ORDER]


@EVERY
def test_classes_may_be_absent_from_a_fold(name: str) -> None:
    model = new(name, classes=ORDER).fit(X[:5], Y[:5])
    assert model.classes_ == ORDER
    assert set(model.predict(QUERIES)) <= set(ORDER)
    with refused(ValueError, "y must hold labels of classes ['low', 'mid'], got 'high' at row 5"):
        new(name, classes=ORDER[:2]).fit(X, Y)


@EVERY
@pytest.mark.parametrize("labels", [[0.5, 1.5, 2.25, 0.1, 0, 1, 2, 3], [1.0, 2.0, math.inf, 1, 1, 1, 1, 1]])
def test_measurements_are_not_classes(name: str, labels: list[float]) -> None:
    with pytest.raises(ValueError, match="^Unknown label type: continuous. y must hold classes, got "):
        new(name).fit(X, labels)


def test_measurements_can_be_declared_classes() -> None:
    halves = [n / 2 for n in NUMBERS]
    assert MonFkNN().fit(X, halves, classes=[0, 0.5, 1]).predict(X[:1]) == [0]


@EVERY
def test_ordered_categoricals_of_pandas_bring_their_order(name: str, pandas: Any) -> None:
    expected = named(new(name).fit(X, NUMBERS).predict(QUERIES))
    series, other_index = ordered(pandas, Y), ordered(pandas, Y).set_axis(range(100, 108))
    for y in (series, other_index, pandas.Categorical(series), pandas.CategoricalIndex(series)):
        model = new(name).fit(X, y)
        assert model.classes_.tolist() == ORDER
        assert model.predict(QUERIES) == expected


def test_a_category_without_rows_counts_as_a_class(pandas: Any) -> None:
    y = ordered(pandas, Y, ["none", *ORDER])
    assert MonFkNN().fit(X, y).classes_.tolist() == ["none", *ORDER]
    assert MonFkNN(classes=ORDER).fit(X, y).classes_.tolist() == ORDER  # what is said wins
    assert MonFkNN(classes=["none", *ORDER]).fit(X, y, ORDER).classes_.tolist() == ORDER


@EVERY
def test_unordered_categoricals_of_pandas(name: str, pandas: Any) -> None:
    with pytest.raises(ValueError, match="classes must give the order of labels that are not numbers"):
        new(name).fit(X, pandas.Series(pandas.Categorical(Y, ORDER)))
    numbers = pandas.Series(pandas.Categorical(NUMBERS, [2, 0, 1]))
    assert new(name).fit(X, numbers).classes_.tolist() == [0, 1, 2]


def test_ordered_categories_of_numbers_keep_their_order(pandas: Any) -> None:
    y = ordered(pandas, NUMBERS, [2, 1, 0])
    assert MonFkNN().fit(X, y).classes_.tolist() == [2, 1, 0]


def test_intervals_that_pandas_cut(pandas: Any) -> None:
    y = pandas.cut(pandas.Series([float(a + b) for a, b in X]), 3)
    model = MonFkNN(k=2).fit(pandas.DataFrame(X), y)
    assert model.classes_.tolist() == list(y.cat.categories)
    assert set(model.predict(pandas.DataFrame(X))) <= set(y.cat.categories)


def test_a_missing_category_is_refused(pandas: Any) -> None:
    y = ordered(pandas, [*Y[:7], None])
    with pytest.raises(ValueError, match="y must hold labels that equal themselves, got nan at row 7"):
        MonFkNN().fit(X, y)


@EVERY
def test_enums_of_polars_bring_their_order_and_its_categoricals_do_not(name: str, polars: Any) -> None:
    expected = named(new(name).fit(X, NUMBERS).predict(QUERIES))
    model = new(name).fit(X, polars.Series(Y, dtype=polars.Enum(ORDER)))
    assert list(model.classes_) == ORDER
    assert model.predict(QUERIES) == expected
    with pytest.raises(ValueError, match="classes must give the order of labels that are not numbers"):
        new(name).fit(X, polars.Series(Y, dtype=polars.Categorical))


def test_a_frame_with_one_column_brings_its_order(pandas: Any, polars: Any) -> None:
    of_pandas = pandas.DataFrame({"class": ordered(pandas, Y)})
    for y in (of_pandas, polars.DataFrame({"class": polars.Series(Y, dtype=polars.Enum(ORDER))})):
        with pytest.warns(UserWarning, match="A column-vector y was passed"):
            assert MonFkNN().fit(X, y).classes_.tolist() == ORDER


def test_functions_and_data_sets_do_not_guess_either(pandas: Any) -> None:
    y = ordered(pandas, Y)
    noisy = ["high", *Y[1:]]
    for call in (
        lambda: relabel(X, Y),
        lambda: accepted_answers(X, Y, QUERIES),
        lambda: Dataset("rows", X, Y),
        lambda: mean_absolute_error(Y, noisy),
    ):
        with pytest.raises(ValueError, match="classes must give the order of labels that are not numbers"):
            call()
    assert relabel(X, y).tolist() == relabel(X, Y, classes=ORDER) == Y
    assert accepted_answers(X, y, QUERIES) == accepted_answers(X, Y, QUERIES, ORDER)
    assert Dataset("rows", X, y) == Dataset("rows", X, Y, ORDER)
    assert mean_absolute_error(y, noisy) == mean_absolute_error(Y, noisy, ORDER) == 0.25


def test_folds_need_groups_and_no_order() -> None:
    assert len(stratified_folds(Y, folds=2)) == 2


def test_an_explanation_and_the_paper_attributes_hold_plain_values(np: Any) -> None:
    model = MonFkNN(k=2, K=3, classes=ORDER).fit(np.array(X), np.array(Y))
    told = model.explain(np.array([3, 3]))
    assert (told.label, type(told.label)) == ("mid", str)
    assert all(type(label) is str for label in (*told.classes, *model.training_labels_, *model.first_labels_))
    assert all(isinstance(u, Fraction) for row in model.training_memberships_ for u in row)


def test_ordered_text_among_the_attributes_is_refused_with_the_way_to_go(pandas: Any) -> None:
    size = pandas.Categorical(["S", "M", "L"], ["S", "M", "L"], ordered=True)
    frame = pandas.DataFrame({"price": [3, 2, 1], "size": size})
    words = "X must hold numbers, got the column 'size' with the ordered values 'S', 'M', 'L'"
    with refused(TypeError, f"{words}; monfknn_ref.data.Dataset.from_frame makes numbers of them"):
        MonFkNN().fit(frame, [0, 1, 1])
    numbers = frame.assign(size=pandas.Categorical([1, 2, 3], [1, 2, 3], ordered=True))
    assert MonFkNN().fit(numbers, [0, 1, 1]).predict(numbers).tolist() == [0, 1, 1]
