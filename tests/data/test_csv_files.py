"""The CSV reader: the same Dataset as from KEEL, and the whole message for each thing it refuses."""

from __future__ import annotations

from fractions import Fraction

import pytest
from refusals import refused

from monfknn_ref.data import DataError, Dataset, read_csv, read_keel

SCALE = """\
weight,count,side,class
2.5,3,left,light
5.0,0,right,heavy
"""
SIDES = {"side": ["left", "middle", "right"]}


@pytest.fixture
def read(tmp_path):
    def read_text(text=SCALE, **options):
        path = tmp_path / "scale.csv"
        path.write_text(text, encoding="utf-8")
        return read_csv(path, **options)

    return read_text


def test_same_dataset_as_from_keel(read, tmp_path):
    path = tmp_path / "scale.dat"
    path.write_text(
        "@relation scale\n@attribute weight real [2.5, 5]\n@attribute count integer [0, 3]\n"
        "@attribute side {left, middle, right}\n@attribute class {light, heavy}\n@directions +, -, +\n"
        "@data\n2.5, 3, left, light\n5.0, 0, right, heavy\n",
        encoding="utf-8",
    )
    dataset = read(classes=["light", "heavy"], directions="+-+", order=SIDES)
    assert dataset == read_keel(path)
    assert isinstance(dataset, Dataset)


def test_numbers_are_exact(read):
    dataset = read("a,b,y\n0.1,-3,1\n1e-2,4.0,0\n")
    assert list(dataset.X) == [(Fraction(1, 10), -3), (Fraction(1, 100), 4)]
    assert (dataset.name, dataset.attributes, dataset.directions) == ("scale", ("a", "b"), "++")


def test_without_header(read):
    dataset = read("1,2,9\n3,4,10\n", header=False)
    assert dataset.attributes == ("x1", "x2")
    assert list(dataset.X) == [(1, 2), (3, 4)]
    assert dataset.y == (9, 10)
    assert dataset.classes == (9, 10)
    assert read("9,1,2\n10,3,4\n", header=False, label=0).attributes == ("x2", "x3")


@pytest.mark.parametrize("label", ["b", 1, -2])
def test_label_column_by_name_or_position(read, label):
    dataset = read("a,b,c\n1,low,2\n3,high,4\n", label=label, classes=["low", "high"])
    assert dataset.attributes == ("a", "c")
    assert list(dataset.X) == [(1, 2), (3, 4)]
    assert dataset.y == ("low", "high")


def test_numbers_and_truth_values_are_sorted_and_text_is_not(read):
    assert read("a,y\n1,10\n2,9\n3,10\n").classes == (9, 10)
    assert read("a,y\n1,True\n2,False\n").classes == ("False", "True")
    with pytest.raises(ValueError, match="order of the classes, lowest first, such as --classes low,high"):
        read("a,y\n1,low\n2,high\n")
    assert read("a,y\n1,low\n2,high\n", classes=["low", "mid", "high"]).classes == ("low", "mid", "high")


def test_quotes_blank_lines_spaces_and_other_delimiters(read):
    text = '\ufeff"a"; b ;y\r\n\r\n"1"; 2 ;"one; two"\r\n   \r\n3;4; five\r\n'
    dataset = read(text, delimiter=";", classes=["one; two", "five"])
    assert dataset.attributes == ("a", "b")
    assert list(dataset.X) == [(1, 2), (3, 4)]
    assert dataset.y == ("one; two", "five")


@pytest.mark.parametrize(
    ("text", "options", "line", "complaint"),
    [
        ("", {}, 1, "a row of values, got an empty file"),
        ("a\n1\n", {}, 1, "names for at least 2 columns, each once, got ['a']"),
        ("a,,y\n1,2,3\n", {}, 1, "a name for column 2, or that 'column 2' is ignored, got none"),
        ("a,a,y\n1,2,3\n", {}, 1, "names for at least 2 columns, each once, got ['a', 'a', 'y']"),
        ("a,b,y\n1,2\n", {}, 2, "3 values (a, b, y), got 2"),
        ("a,b,y\n\n1,2,3\n1,2,3,4\n", {}, 4, "3 values (a, b, y), got 4"),
        ("a,b,y\n1,2,3\n,,\n", {}, 3, "a value for a (--missing drop, in Python missing='drop', leaves such rows out), got ''"),
        ("a,b,y\n1,two,3\n", {}, 2, "a number for b, or an order of its values, lowest first, such as --order b=two, got 'two'"),
        ("a,y\n1,2\n", {"order": {"a": ["low", "high"]}}, 2, "one of low, high for a, got '1'"),
        ("a,y\n", {}, 1, "at least one complete row of data, got none"),
        ("a,y\n1,2\n", {"label": "class"}, 1, "a column 'class' for the labels, got the columns a, y"),
        ("a,y\n1,2\n", {"label": 2}, 1, "a column 2 for the labels, got the columns a, y"),
        ("a,y\n1,2\n", {"label": -3}, 1, "a column -3 for the labels, got the columns a, y"),
        ("a,y\n1,2\n2,3\n", {"classes": [2]}, 3, "one of 2 for y, got '3'"),
        ("a,y\n1,2\n", {"directions": "++"}, 1,
         "2 attributes for directions, ++, got 1 (a)"),
        ("a,y\n1,2\n", {"order": SIDES}, 1, "a column 'side' for order, got the columns a, y"),
        ('a,y\n1,"2"3\n', {}, 2, "a row of CSV, got one with a fault: ',' expected after '\"'"),
    ],
)  # fmt: skip
def test_refused_with_file_line_and_what_was_expected(read, tmp_path, text, options, line, complaint):
    with refused(DataError, f"{tmp_path / 'scale.csv'}, line {line}: expected {complaint}"):
        read(text, **options)


def test_wrong_arguments(read):
    with refused(TypeError, "label must be the name or the position of a column, got None"):
        read(label=None)
    with refused(ValueError, "missing must be 'error' or 'drop', got 'ignore'"):
        read(missing="ignore")
    for values in ("left", [], ["left", "left"]):
        message = f"order must list the values of 'side' from lowest to highest, each once, got {values!r}"
        with refused(ValueError, message):
            read(order={"side": values})
