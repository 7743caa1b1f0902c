"""Dataset: exact, immutable, scaled to [0, 1] with inverse attributes turned."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import outside
import pytest
from refusals import refused

from monfknn_ref.data import Dataset


def test_fields_are_exact_and_immutable():
    dataset = Dataset("d", [[1, 0.1], [2.0, Decimal("0.3")]], ["b", "a"], ["b", "a"], ["u", "v"], "+-")
    assert list(dataset.X) == [(1, Fraction(1, 10)), (2, Fraction(3, 10))]
    assert type(dataset.X[1][0]) is int
    assert (dataset.y, dataset.classes, dataset.attributes) == (("b", "a"), ("b", "a"), ("u", "v"))
    assert dataset.directions == "+-"
    assert dataset.bounds == ((1, 2), (Fraction(1, 10), Fraction(3, 10)))
    assert len(dataset) == 2
    assert hash(dataset) == hash(dataclasses.replace(dataset))
    with pytest.raises(dataclasses.FrozenInstanceError):
        dataset.name = "e"


def test_what_may_be_left_out():
    dataset = Dataset("d", [[1, 5], [2, 4]], [7, 3])
    assert dataset.classes == (3, 7)
    assert dataset.attributes == ("x1", "x2")
    assert dataset.directions == "++"
    assert dataset.bounds == ((1, 2), (4, 5))
    assert dataclasses.replace(dataset, directions=(1, -1)).directions == "+-"


def test_numpy_and_pandas_are_taken(np, pandas):
    plain = Dataset("d", [[1, 2.5], [3, 4]], [0, 1])
    assert Dataset("d", np.array([[1, 2.5], [3, 4]]), np.array([0, 1])) == plain
    frame = pandas.DataFrame({"x1": [1, 3], "x2": [2.5, 4]})
    assert Dataset("d", frame, pandas.Series([0, 1]), np.array([0, 1])) == plain


PAIRS = "bounds must have a pair (lowest, highest) for each of the 2 attributes, got"
ABC = ["a", "b", "c"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"X": []}, "X must have at least one row, got none"),
        ({"X": [[1, 2], [3]]}, "X must have rows of equal length, got 2 values in row 0 and 1 in row 1"),
        ({"y": [0]}, "y must have one label for each row of X, got 1 labels for 2 rows"),
        ({"classes": [0]}, "y must hold labels of classes [0], got 1 at row 1"),
        ({"attributes": ABC}, f"attributes must have one name for each of the 2 columns of X, got 3: {ABC}"),
        ({"directions": "+"}, "directions must have one sign for each of the 2 attributes, got 1: '+'"),
        ({"bounds": [(0, 9)]}, f"{PAIRS} [(0, 9)]"),
        ({"bounds": [(0, 9, 1), (0, 9, 1)]}, f"{PAIRS} [(0, 9, 1), (0, 9, 1)]"),
        ({"bounds": [(0, 9), (3, 9)]}, "X must lie within bounds, got 2 for x2 in row 0, outside [3, 9]"),
    ],
)
def test_values_that_do_not_fit_are_refused(changes, message):
    fields = {"name": "d", "X": [[1, 2], [3, 4]], "y": [0, 1], **changes}
    with refused(ValueError, message):
        Dataset(**fields)


def test_attributes_must_be_a_sequence_of_names():
    with refused(TypeError, "attributes must be a sequence of names, got 'ab'"):
        Dataset("d", [[1, 2]], [0], attributes="ab")


def test_scaled_by_the_bounds_not_by_what_occurs():
    dataset = Dataset("d", [[2, 2], [4, 4]], [0, 1], directions="+-", bounds=[(0, 8), (0, 8)])
    assert dataset.scaled() == [(Fraction(1, 4), Fraction(3, 4)), (Fraction(1, 2), Fraction(1, 2))]
    assert all(type(value) is Fraction for row in dataset.scaled() for value in row)
    assert dataset.scaled(doubles=True) == [(0.25, 0.75), (0.5, 0.5)]
    assert all(type(value) is float for row in dataset.scaled(doubles=True) for value in row)


@pytest.mark.parametrize("direction", ["+", "-"])
def test_constant_attribute_scales_to_zero(direction):
    dataset = Dataset("d", [[3], [3]], [0, 1], directions=direction)
    assert dataset.scaled() == [(0,), (0,)]
    assert dataset.scaled(doubles=True) == [(0.0,), (0.0,)]


def test_bounds_that_differ_only_beyond_doubles():
    close = Fraction(10**17 + 1, 10**17)
    dataset = Dataset("d", [[1], [close]], [0, 1])
    assert dataset.scaled() == [(0,), (1,)]
    assert dataset.scaled(doubles=True) == [(0.0,), (0.0,)]


def test_scaling_keeps_or_turns_the_order_and_stays_within_0_and_1():
    generator = random.Random(4)
    for _ in range(200):
        X = [[generator.uniform(-1e6, 1e6), generator.randrange(9)] for _ in range(6)]
        dataset = Dataset("d", X, [0] * 6, directions="+-")
        exact = dataset.scaled()
        for i, row in enumerate(exact):
            assert all(0 <= value <= 1 for value in row)
            assert all(0 <= value <= 1 for value in dataset.scaled(doubles=True)[i])
            for j, other in enumerate(exact):
                assert (row[0] < other[0]) == (X[i][0] < X[j][0])
                assert (row[1] < other[1]) == (X[i][1] > X[j][1])
        for exact_row, row in zip(exact, dataset.scaled(doubles=True)):
            assert row == pytest.approx([float(value) for value in exact_row], abs=1e-12)


@pytest.mark.parametrize("name", ["machineCPU", "balance", "LEV", "artiset"])
@pytest.mark.needs_data("authors", "data")
def test_doubles_are_those_of_the_authors_program(name, authors_split):
    split = authors_split(name)
    theirs = Counter(tuple(row) for part in ("train", "test") for row in split[part]["X"])
    assert Counter(outside.keel_file(name).scaled(doubles=True)) == theirs


def test_other_rows_are_scaled_only_if_they_have_the_same_attributes():
    dataset = Dataset("two", [[0, 10], [4, 20]], [0, 1], directions="+-")
    assert dataset.scaled(rows=[(2, 10)]) == [(Fraction(1, 2), 1)]
    with pytest.raises(ValueError, match="rows must have 2 attributes in each row"):
        dataset.scaled(rows=[(2, 10, 3)])
