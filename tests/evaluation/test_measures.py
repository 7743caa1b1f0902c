"""The measures, compared with their definitions pair by pair."""

from __future__ import annotations

import itertools
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

from monfknn_ref.evaluation import (
    PairCounts,
    accuracy,
    comparable_pairs,
    mean_absolute_error,
    non_monotonic_index,
    pair_counts,
    violating_comparable_pairs,
    violating_rows,
    violations,
)

tables = st.integers(1, 3).flatmap(
    lambda attributes: st.lists(
        st.tuples(st.lists(st.integers(0, 3), min_size=attributes, max_size=attributes), st.integers(0, 3)),
        min_size=1,
        max_size=12,
    )
)


def dominates(x: list[int], other: list[int]) -> bool:
    return all(a >= b for a, b in zip(x, other))


def violating_pairs(X: list[list[int]], p: list[int]) -> list[tuple[int, int]]:
    """The definition: all ordered pairs with x_i ⪰ x_j and y_i < y_j."""
    pairs = itertools.product(range(len(X)), repeat=2)
    return [(i, j) for i, j in pairs if dominates(X[i], X[j]) and p[i] < p[j]]


@given(tables)
def test_everything_follows_from_the_definition(rows: list[tuple[list[int], int]]) -> None:
    X, p = [list(x) for x, _ in rows], [label for _, label in rows]
    n = len(X)
    pairs = list(itertools.combinations(range(n), 2))
    comparable = [(i, j) for i, j in pairs if dominates(X[i], X[j]) or dominates(X[j], X[i])]
    violating = violating_pairs(X, p)
    both_orders = {*violating, *((j, i) for i, j in violating)}

    assert violations(X, p) == violating
    involved = {i for i, _ in both_orders}
    assert pair_counts(X, p) == PairCounts(n, len(comparable), len(violating), len(involved))
    assert non_monotonic_index(X, p) == (len(both_orders) / (n**2 - n) if n > 1 else 0)
    assert violating_rows(X, p) == len(involved) / n
    assert violating_comparable_pairs(X, p) == (len(violating) / len(comparable) if comparable else 0)
    assert comparable_pairs(X) == (len(comparable) / len(pairs) if pairs else 0)


@given(tables)
def test_turning_the_attributes_and_the_classes(rows: list[tuple[list[int], int]]) -> None:
    X, p = [list(x) for x, _ in rows], [label for _, label in rows]
    down = "-" * len(X[0])
    turned = [[-value for value in x] for x in X]
    assert violations(turned, p, directions=down) == violations(X, p)
    assert comparable_pairs(X, down) == comparable_pairs(X)
    swapped = violations(X, p, classes=[3, 2, 1, 0], directions=down)
    assert sorted((j, i) for i, j in swapped) == violations(X, p)


def test_equal_rows_with_different_labels_are_one_violation() -> None:
    assert violations([[1, 2], [1, 2]], [1, 0]) == [(1, 0)]
    assert non_monotonic_index([[1, 2], [1, 2]], [1, 0]) == 1.0
    assert non_monotonic_index([[1, 2], [1, 2]], [1, 1]) == 0.0
    assert comparable_pairs([[1, 2], [1, 2]]) == 1.0


def test_the_three_indices_differ() -> None:
    X, p = [[1, 9], [2, 9], [3, 1], [4, 2]], [1, 0, 0, 0]
    assert non_monotonic_index(X, p) == 1 / 6
    assert violating_rows(X, p) == 1 / 2
    assert violating_comparable_pairs(X, p) == 1 / 2
    assert pair_counts(X, p) == PairCounts(rows=4, comparable=2, violating=1, violating_rows=2)


def test_numbers_of_different_types_are_compared_exactly() -> None:
    X = [[0.1], [Fraction(1, 10)], [Decimal("0.1")], [1]]
    assert comparable_pairs(X) == 1.0
    assert violations(X, [1, 1, 1, 0]) == [(3, 0), (3, 1), (3, 2)]
    assert violations([[0.1 + 0.2], [0.3]], [0, 1]) == [(0, 1)]
    assert violations([[0.3], [0.1 + 0.2]], [0, 1]) == []


def test_accuracy_and_mean_absolute_error() -> None:
    assert accuracy(["a", "b", "c"], ["a", "c", "c"]) == 2 / 3
    assert accuracy([True, False], [1, 0]) == 1.0
    assert mean_absolute_error([0, 4, 2], [0, 1, 3]) == 4 / 3
    assert mean_absolute_error([1.0, 4.0], [2.0, 1.0]) == 2.0
    assert mean_absolute_error([-3], [3]) == 6.0


def test_ranks_come_from_classes_if_given() -> None:
    assert mean_absolute_error([10, 30], [30, 10]) == 20.0
    assert mean_absolute_error([10, 30], [30, 10], classes=[10, 20, 30]) == 2.0
    assert mean_absolute_error([0.5, 2.5], [2.5, 0.5]) == 1.0
    assert mean_absolute_error(["x", "z"], ["z", "x"], classes=["z", "y", "x"]) == 2.0
    with pytest.raises(ValueError, match="classes must give the order of labels that are not numbers"):
        mean_absolute_error(["x", "z"], ["z", "x"])


def test_arrays_and_frames(np: Any, pandas: Any) -> None:
    X, p = [[1, 2], [2, 3], [3, 3]], [0, 2, 1]
    assert violations(np.array(X), np.array(p)) == violations(X, p) == [(2, 1)]
    assert violations(pandas.DataFrame(X), pandas.Series(p)) == [(2, 1)]
    assert accuracy(np.array(p), pandas.Series([0, 2, 2])) == 2 / 3
    assert mean_absolute_error(np.array(["a", "b"]), ["b", "b"], ["a", "b"]) == 0.5
    ordered = pandas.Series(["z", "x"], dtype=pandas.CategoricalDtype(["z", "y", "x"], ordered=True))
    assert mean_absolute_error(ordered, ["z", "z"]) == 1.0
    assert violations([[1], [2]], ordered) == [] and violations([[2], [1]], ordered) == [(0, 1)]
    assert comparable_pairs(np.array(X, dtype="float32")) == 1.0


AMONG = "must hold labels of classes ['a', 'b']"
AB, ROWS = ["a", "b"], [[1], [2]]


@pytest.mark.parametrize(
    ("measure", "arguments", "message"),
    [
        (accuracy, ([], []), "y must have at least one label, got none"),
        (accuracy, ([1, 2], [1]), "p must have one prediction for each label of y, got 1 for 2 labels"),
        (mean_absolute_error, (AB, ["c", "a"], AB), f"p {AMONG}, got 'c' at row 0"),
        (mean_absolute_error, (["a", "c"], AB, AB), f"y {AMONG}, got 'c' at row 1"),
        (non_monotonic_index, ([], []), "X must have at least one row, got none"),
        (
            non_monotonic_index,
            (ROWS, [0]),
            "p must have one label for each row of X, got 1 labels for 2 rows",
        ),
        (comparable_pairs, ([],), "X must have at least one row, got none"),
        (
            comparable_pairs,
            (ROWS, "+-"),
            "directions must have one sign for each of the 1 attributes, got 2: '+-'",
        ),
        (violations, (ROWS, [0, 3], [0, 1]), "p must hold labels of classes [0, 1], got 3 at row 1"),
    ],
)
def test_values_that_are_wrong(measure: Any, arguments: tuple[Any, ...], message: str) -> None:
    with refused(ValueError, message):
        measure(*arguments)


@pytest.mark.parametrize(
    ("measure", "arguments", "message"),
    [
        (accuracy, ("abc", "abc"), "y must be a sequence of labels, got 'abc'"),
        (accuracy, ([1], 1), "p must be a sequence of labels, got 1"),
        (accuracy, ([1], [[1]]), "p must hold hashable labels, got [1] at row 0"),
        (
            mean_absolute_error,
            (["a", 1], AB),
            "y must hold labels that can be sorted when classes is not given, "
            "got labels of type int, str; give classes=[lowest, ..., highest]",
        ),
    ],
)
def test_what_are_no_labels(measure: Any, arguments: tuple[Any, ...], message: str) -> None:
    with refused(TypeError, message):
        measure(*arguments)
