"""The KEEL reader: what it takes, and the whole message for each thing it refuses."""

from __future__ import annotations

from fractions import Fraction

import pytest
from refusals import refused

from monfknn_ref.data import DataError, Dataset, read_keel

SCALE = """\
@relation scale
@attribute weight real [1.0, 5.5]
@attribute count integer [0, 9]
@attribute side {left, middle, right}
@attribute class {light, heavy}
@inputs weight, count, side
@outputs class
@directions +, -, +
@data
2.5, 3, left, light
5.0, 0, right, heavy
"""


@pytest.fixture
def read(tmp_path):
    """Read a text as a KEEL file with the given line numbers replaced."""

    def read_text(text=SCALE, replace=None, **options):
        lines = text.split("\n")
        for number, line in (replace or {}).items():
            lines[number - 1] = line
        path = tmp_path / "scale.dat"
        path.write_text("\n".join(lines), encoding="utf-8")
        return read_keel(path, **options)

    return read_text


def test_the_parts_of_a_file(read):
    dataset = read()
    assert dataset == Dataset(
        name="scale",
        X=[(Fraction(5, 2), 3, 0), (5, 0, 2)],
        y=["light", "heavy"],
        classes=["light", "heavy"],
        attributes=["weight", "count", "side"],
        directions="+-+",
        bounds=[(1, Fraction(11, 2)), (0, 9), (0, 2)],
    )


def test_spacing_case_comments_quotes_and_line_ends_do_not_matter(tmp_path, read):
    odd = (
        "\ufeff% made by hand\r\n"
        "\r\n"
        "  @RELATION   'scale'  \r\n"
        "@Attribute\tweight REAL[1.0,5.5]\r\n"
        "@attribute 'count' Integer  [ 0 , 9 ]\r\n"
        '@attribute side{left,  "middle",right }\r\n'
        "   % another comment\r\n"
        '@ATTRIBUTE "class" { light ,heavy}\r\n'
        "@input weight,count ,  side\r\n"
        "@output class\r\n"
        "@directions + - +\r\n"
        "@Data\r\n"
        "2.5,3,'left',light\r\n"
        "% a row is missing here\r\n"
        "\r\n"
        "  +5e0 ,\t0.0,right,   heavy  "
    )
    path = tmp_path / "odd.dat"
    path.write_bytes(odd.encode("utf-8"))
    assert read_keel(path) == read_keel(str(path)) == read()


def test_what_the_header_may_leave_out(tmp_path):
    path = tmp_path / "short.dat"
    header = "@attribute a real\n@attribute b integer\n@attribute c {no, yes}\n@data\n"
    path.write_text(header + "7,1,no\n0.5,4,yes\n", encoding="utf-8")
    dataset = read_keel(path)
    assert dataset.name == "short"
    assert dataset.attributes == ("a", "b")
    assert dataset.directions == "++"
    assert dataset.bounds == ((Fraction(1, 2), 7), (1, 4))
    assert read_keel(path, directions="+-").directions == "+-"


def test_inputs_decide_which_columns_and_in_which_order(read):
    dataset = read(replace={6: "@inputs side, weight", 8: "@directions -, +"})
    assert dataset.attributes == ("side", "weight")
    assert list(dataset.X) == [(0, Fraction(5, 2)), (2, 5)]
    assert dataset.directions == "-+"
    assert dataset.bounds == ((0, 2), (1, Fraction(11, 2)))


def test_output_that_is_not_named_is_the_last_attribute_that_is_no_input(read):
    dataset = read(replace={6: "@inputs weight, class", 7: "", 8: ""})
    assert dataset.attributes == ("weight", "class")
    assert dataset.classes == ("left", "middle", "right")
    assert dataset.y == ("left", "right")


def test_labels_that_are_all_numbers_become_numbers(read):
    numbers = {5: "@attribute class {10, 9}", 10: "2.5, 3, left, 9", 11: "5.0, 0, right, 10"}
    assert read(replace=numbers).y == (9, 10)
    assert read(replace=numbers).classes == (10, 9)
    assert read(replace=numbers, classes=["9", "10"]).y == ("9", "10")
    mixed = {5: "@attribute class {10, 9, none}", 10: "2.5, 3, left, 9", 11: "5.0, 0, right, 10"}
    assert read(replace=mixed).y == ("9", "10")
    alike = {5: "@attribute class {1, 1.0}", 10: "2.5, 3, left, 1", 11: "5.0, 0, right, 1.0"}
    assert read(replace=alike).classes == ("1", "1.0")


def test_whole_numbers_as_output_are_the_classes_that_occur(read):
    whole = {5: "@attribute class integer [1, 9]", 10: "2.5, 3, left, 7", 11: "5.0, 0, right, 2"}
    assert read(replace=whole).classes == (2, 7)
    assert read(replace=whole, classes=range(1, 10)).classes == tuple(range(1, 10))


def test_classes_in_another_order(read):
    assert read(classes=["heavy", "light"]).classes == ("heavy", "light")
    assert read(classes=["heavy", "light"]).y == ("light", "heavy")


@pytest.mark.parametrize("mark", ["<null>", "?", "", "<NULL>", "NA"])
def test_missing_values_are_refused_or_their_rows_dropped(read, mark):
    for row in (f"{mark}, 3, left, light", f"2.5, 3, left, {mark}"):
        with pytest.raises(DataError):
            read(replace={10: row})
        dataset = read(replace={10: row}, missing="drop")
        assert list(dataset.X) == [(5, 0, 2)]


def test_a_declared_value_is_never_missing(read):
    marks = {4: "@attribute side {?, NA, right}", 10: "2.5, 3, NA, light"}
    assert read(replace=marks).X[0] == (Fraction(5, 2), 3, 1)


def test_missing_value_of_an_unused_attribute_does_not_matter(read):
    assert len(read(replace={6: "@inputs count, side", 8: "", 10: "?, 3, left, light"})) == 2


KEYWORDS = "@relation, @attribute, @inputs, @outputs, @directions or @data"
KINDS = "integer [lowest, highest], real [lowest, highest] or {value, ...}"
NAMES = "one of the attributes weight, count, side, class"
SIGNS = "3 signs, each + or -, one for each input"
COMPLETE = "(--missing drop, in Python missing='drop', leaves such rows out)"
ONCE = "values for side, each once, between commas"
REFUSED = [
    # the header
    ({1: "relation scale"}, 1, f"{KEYWORDS}, got 'relation scale'"),
    ({1: "@relatoin scale"}, 1, f"{KEYWORDS}, got '@relatoin scale'"),
    ({2: "@relation again"}, 2, "@relation once, got it again"),
    ({2: "@attribute"}, 2, "a name after @attribute, got ''"),
    ({3: "@attribute weight real"}, 3, "an attribute with a name of its own, got 'weight' again"),
    ({2: "@attribute weight"}, 2, f"{KINDS} for weight, got ''"),
    ({2: "@attribute weight float [1, 5]"}, 2, f"{KINDS} for weight, got 'float [1, 5]'"),
    ({4: "@attribute side {left, right"}, 4, f"{KINDS} for side, got '{{left, right'"),
    ({4: "@attribute side {left, , right}"}, 4, f"{ONCE}, got '{{left, , right}}'"),
    ({4: "@attribute side {left, right, left}"}, 4, f"{ONCE}, got '{{left, right, left}}'"),
    ({4: "@attribute side {}"}, 4, f"{ONCE}, got '{{}}'"),
    ({2: "@attribute weight real [5, 1]"}, 2, "bounds [lowest, highest] for weight, got '[5, 1]'"),
    ({2: "@attribute weight real [1]"}, 2, "bounds [lowest, highest] for weight, got '[1]'"),
    ({2: "@attribute weight real [low, high]"}, 2, "bounds [lowest, highest] for weight, got '[low, high]'"),
    ({6: "@inputs weight, color"}, 6, f"{NAMES} in @inputs, got 'color'"),
    ({6: "@inputs weight, weight, side"}, 6,
     "each name once in @inputs, got ['weight', 'weight', 'side']"),
    ({6: "@inputs weight, class, side"}, 6,
     "at least one input attribute besides the output class, got ['weight', 'class', 'side']"),
    ({7: "@outputs class, side"}, 7, "one output attribute, got 2"),
    ({7: "@outputs"}, 7, f"{NAMES} in @outputs, got ''"),
    ({6: "@inputs weight, count, side, class", 7: ""}, 9, "one output attribute, got 0"),
    ({6: "@inputs side", 7: "@outputs weight"}, 7,
     "ordered values or whole numbers for the output weight, got real numbers"),
    ({8: "@directions +, -"}, 8, f"{SIGNS}, got '+, -'"),
    ({8: "@directions"}, 8, f"{SIGNS}, got ''"),
    ({8: "@directions +, -, *"}, 8, f"{SIGNS}, got '+, -, *'"),
    ({9: "% no data", 10: "", 11: ""}, 12, "@data after the header, got the end of the file"),
    ({2: "", 3: "", 4: "", 5: "", 6: "", 7: ""}, 9, "one output attribute, got 0"),
    # the rows
    ({10: "", 11: ""}, 12, "at least one complete row of data, got none"),
    ({10: "2.5, 3, left"}, 10, "4 values (weight, count, side, class), got 3"),
    ({10: "2.5, 3, left, light,"}, 10, "4 values (weight, count, side, class), got 5"),
    ({10: "much, 3, left, light"}, 10, "a number within [1.0, 5.5] for weight, got 'much'"),
    ({11: "5.6, 3, left, light"}, 11, "a number within [1.0, 5.5] for weight, got '5.6'"),
    ({11: "0.9999, 3, left, light"}, 11, "a number within [1.0, 5.5] for weight, got '0.9999'"),
    ({2: "@attribute weight real", 11: "nan, 3, left, light"}, 11, f"a value for weight {COMPLETE}, got 'nan'"),
    ({2: "@attribute weight real", 11: "1e301, 3, left, light"}, 11, "a number for weight, got '1e301'"),
    ({2: "@attribute weight real", 11: "1e99999, 3, left, light"}, 11,
     "a number for weight, got '1e99999'"),
    ({11: "2.5, 3.5, left, light"}, 11, "a whole number within [0, 9] for count, got '3.5'"),
    ({11: "2.5, 3, Left, light"}, 11, "one of left, middle, right for side, got 'Left'"),
    ({11: "2.5, 3, left, medium"}, 11, "one of light, heavy for class, got 'medium'"),
    ({5: "@attribute class integer [1, 3]", 10: "2.5, 3, left, 4"}, 10,
     "a whole number within [1, 3] for class, got '4'"),
    ({11: "2.5, <null>, left, light"}, 11, f"a value for count {COMPLETE}, got '<null>'"),
    ({11: "2.5, 3, left, ?"}, 11, f"a value for class {COMPLETE}, got '?'"),
]  # fmt: skip


@pytest.mark.parametrize(("replace", "line", "complaint"), REFUSED)
def test_refused_with_file_line_and_what_was_expected(read, tmp_path, replace, line, complaint):
    with refused(DataError, f"{tmp_path / 'scale.dat'}, line {line}: expected {complaint}"):
        read(replace=replace)


@pytest.mark.parametrize(
    ("options", "line", "complaint"),
    [
        ({"directions": "+++"}, 8, "the directions asked for, +++, got +-+"),
        ({"directions": "++"}, 6, "2 attributes for directions, ++, got 3 (weight, count, side)"),
        ({"classes": ["light"]}, 11, "one of light for class, got 'heavy'"),
    ],
)
def test_file_that_contradicts_what_was_asked_for(read, tmp_path, options, line, complaint):
    with refused(DataError, f"{tmp_path / 'scale.dat'}, line {line}: expected {complaint}"):
        read(**options)
    assert read(directions=(1, -1, 1)).directions == "+-+"


def test_dropping_every_row_is_refused(read, tmp_path):
    message = f"{tmp_path / 'scale.dat'}, line 12: expected at least one complete row of data, got none"
    with refused(DataError, message):
        read(replace={10: "?, 3, left, light", 11: ""}, missing="drop")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (
            b"@relation scale\n@attribute gr\xf6\xdfe real\n",
            "line 2: expected text in UTF-8, got the byte 0xf6",
        ),
        (b"", "line 1: expected @data after the header, got the end of the file"),
    ],
)
def test_files_that_hold_no_table(tmp_path, content, complaint):
    path = tmp_path / "file.dat"
    path.write_bytes(content)
    with refused(DataError, f"{path}, {complaint}"):
        read_keel(path)


def test_wrong_arguments(read):
    with refused(ValueError, "missing must be 'error' or 'drop', got 'ignore'"):
        read(missing="ignore")
    with refused(TypeError, "classes must be a sequence of labels in ascending order, got 'light'"):
        read(classes="light")


def test_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_keel(tmp_path / "nothing.dat")
