"""Tables as people have them: an id, text, both directions and missing values; said once, understood everywhere."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from command_line import ROOT, CommandLine
from refusals import refused

from monfknn_ref import MonFkNN
from monfknn_ref.data import DataError, Dataset, car, read_csv, read_keel, read_table
from monfknn_ref.data.description import KEYS, describe, read_description

FLATS = """\
id,rent,quiet,rooms,verdict
f1,900,no,1,poor
f2,700,a bit,2,fair
f3,650,a bit,2,fair
f4,500,yes,3,good
f5,800,yes,2,fair
f6,450,yes,4,good
f7,950,a bit,1,poor
"""
DESCRIPTION = """\
label = "verdict"
ignore = ["id"]
classes = ["poor", "fair", "good"]

[order]
quiet = ["no", "a bit", "yes"]

[directions]
rent = "-"
"""
ARGUMENTS: dict[str, Any] = {
    "label": "verdict",
    "ignore": ["id"],
    "classes": ["poor", "fair", "good"],
    "order": {"quiet": ["no", "a bit", "yes"]},
    "directions": {"rent": "-"},
}
OPTIONS = [
    *("--label", "verdict"),
    *("--ignore", "id"),
    *("--classes", "poor,fair,good"),
    *("--order", "quiet=no,a bit,yes"),
    *("--directions", "rent=-"),
]
BY_HAND = Dataset(
    "flats",
    [(900, 0, 1), (700, 1, 2), (650, 1, 2), (500, 2, 3), (800, 2, 2), (450, 2, 4), (950, 1, 1)],
    ["poor", "fair", "fair", "good", "fair", "good", "poor"],
    ["poor", "fair", "good"],
    ["rent", "quiet", "rooms"],
    "-++",
    [(450, 950), (0, 2), (1, 4)],
    [(), ("no", "a bit", "yes"), ()],
)


@pytest.fixture(autouse=True)
def flats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The table, and its folder as the working folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "flats.csv"
    path.write_text(FLATS, encoding="utf-8")
    return path


@pytest.fixture
def described(flats: Path) -> Path:
    """The table with its description beside it."""
    flats.with_suffix(".toml").write_text(DESCRIPTION, encoding="utf-8")
    return flats


# --- The same said in each way ----------------------------------------------------------------------------


def test_arguments(flats: Path) -> None:
    dataset = read_csv(flats, **ARGUMENTS)
    assert dataset == BY_HAND
    assert dataset.order == BY_HAND.order
    assert read_table(flats, **ARGUMENTS) == BY_HAND


def test_a_description_beside_the_table_or_elsewhere(described: Path) -> None:
    assert read_table(described) == BY_HAND
    described.with_suffix(".toml").rename("elsewhere.txt")
    assert read_table(described, "elsewhere.txt") == BY_HAND
    with pytest.raises(DataError, match="such as --classes poor,fair,good"):
        read_table(described, ignore=["id", "quiet"])


COMMANDS = {
    "predict": ["--train flats.csv --K 3 --proba --query", "600,yes,2;950,no,1"],
    "explain": ["--train flats.csv --K 3 --query", "600, a bit, 2"],
    "evaluate": ["--dataset flats.csv --method OLM --folds 2 --quiet"],
    "certify": ["MonFkNN-PM --train flats.csv --set K=3 --json"],
    "surface": ["--dataset flats.csv --use rent,quiet --grid 4 --out picture.svg"],
}


def quick(command: str) -> list[str]:
    """Quick work for a command: its line, and the words that have spaces."""
    line, *words = COMMANDS[command]
    return [f"{command} {line}", *words]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_understand_options_and_the_file_alike(
    command: str, described: Path, commands: CommandLine
) -> None:
    def run(*more: str) -> Any:
        said = commands(*quick(command), *more)
        assert (said.code, said.err) == (0, "")
        picture = Path("picture.svg").read_text(encoding="utf-8") if command == "surface" else ""
        return re.sub(r'"seconds": [\d.e-]+', "", said.out) + picture

    by_file = run()
    Path("flats.toml").rename("another.toml")
    assert run(*OPTIONS) == by_file
    assert run("--description", "another.toml") == by_file


def test_predictions_are_those_of_the_data_set_written_by_hand(
    described: Path, commands: CommandLine
) -> None:
    model = MonFkNN(K=3, directions="-++").fit(BY_HAND.X, BY_HAND.y, BY_HAND.classes)
    rows = [(600, 2, 2), (950, 0, 1)]
    found = commands.found(*quick("predict"), "--json")["predictions"]
    assert [one["label"] for one in found] == model.predict(rows)
    assert [one["memberships"] for one in found] == model.predict_proba(rows)
    assert [one["row"] for one in found] == [[600, "yes", 2], [950, "no", 1]]


def test_options_win_over_the_file(described: Path, commands: CommandLine) -> None:
    asked = "predict --train flats.csv --json --query"
    found = commands.found(f"{asked} 600,yes,2 --classes good,fair,poor")
    assert found["classes"] == ["good", "fair", "poor"]
    assert commands.found(f"{asked} 1 --use rooms")["attributes"] == ["rooms"]
    assert commands.found(f"{asked} 1 --ignore id,rent,quiet --use rooms")["attributes"] == ["rooms"]
    assert read_table(described, directions={"rooms": "-"}).directions == "-+-"
    assert read_table(described, directions={"rent": "+"}).directions == "+++"
    assert read_table(described, directions="++-").directions == "++-"
    assert read_table(described, order={"quiet": ["yes", "a bit", "no"]}).X[0] == (900, 2, 1)
    assert read_table(described, use=["rooms", "rent"]).attributes == ("rooms", "rent")
    use = 'use = ["rent", "quiet", "rooms"]'
    Path("flats.toml").write_text(DESCRIPTION.replace('ignore = ["id"]', use), encoding="utf-8")
    assert read_table(described, ignore=["id", "rooms"]).attributes == ("rent", "quiet")


def test_repeated_options_add_up(commands: CommandLine) -> None:
    Path("two.csv").write_text("a,b,c,d,class\n1,2,low,x,0\n2,1,high,y,1\n", encoding="utf-8")
    asked = "predict --train two.csv --json --order c=low,high --order d=x,y"
    found = commands.found(f"{asked} --query 1,2,low,x --directions a=- --directions b=-")
    assert found["attributes"] == ["a", "b", "c", "d"]
    assert commands.found(f"{asked} --query low,y --ignore a --ignore b")["attributes"] == ["c", "d"]


# --- Queries ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("named.csv", "quiet,note,rooms,rent\nyes,a,2,600\nno,b,1,950\n"),
        ("bare.csv", "600,yes,2\n950,no,1\n"),
        ("as_in_training.csv", "id,rent,quiet,rooms,verdict\nq1,600,yes,2,?\nq2,950,no,1,?\n"),
        ("tabs.tsv", "rent\tquiet\trooms\n600\tyes\t2\n950\tno\t1\n"),
        ("-", "rent,quiet,rooms\n600,yes,2\n950,no,1\n"),
    ],
)
@pytest.mark.parametrize("block", ["1", "1000"])
def test_query_files_understand_text(
    name: str,
    text: str,
    block: str,
    described: Path,
    commands: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def read_again() -> None:
        if name == "-":
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))

    if name != "-":
        Path(name).write_text(text, encoding="utf-8")
    wanted = commands.printed(*quick("predict"))
    asked = f"predict --train flats.csv --query {name} --K 3 --proba"
    read_again()
    assert commands.printed(asked) == wanted
    read_again()
    commands.printed(f"{asked} --out predicted.csv --block {block}")
    labels = [line.split(",")[0] for line in Path("predicted.csv").read_text(encoding="utf-8").splitlines()]
    assert labels == ["class", *(line.split()[3] for line in wanted.splitlines()[1:])]


WANTED = "expected columns named rent, quiet, rooms, got none named"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rent,quiet,rooms\n600,loud,2\n", "line 2: expected one of no, a bit, yes for quiet, got 'loud'"),
        ("rent,quiet,rooms\n600,yes,NaN\n", "line 2: expected a value for rooms, got 'NaN'"),
        ("rent,quiet,rooms\n600,,2\n", "line 2: expected a value for quiet, got ''"),
        ("rent,quiet,rooms\nold,no,2\n", "line 2: expected a number for rent, got 'old'"),
        ("rent,quiet,rooms\n600,no,2,3\n", "line 2: expected 3 values, got 4"),
        ("rent,quiet\n600,yes\n", f"line 1: {WANTED} rooms"),
        ("600,yes,two\n", f"line 1: {WANTED} rent, quiet, rooms"),
        ("", "line 1: expected a row of values, got an empty file"),
    ],
)
@pytest.mark.parametrize("more", ["", "--out predicted.csv"])
def test_query_files_that_are_wrong(
    text: str, message: str, more: str, described: Path, commands: CommandLine
) -> None:
    Path("query.csv").write_text(text, encoding="utf-8")
    said = commands.refused(f"predict --train flats.csv --query query.csv {more}")
    assert said == f"query.csv, {message}"
    assert not Path("predicted.csv").exists()


@pytest.mark.parametrize(
    ("command", "query", "message"),
    [
        (
            "predict",
            "600,loud,2",
            '--query must be a file, or rows as "1,2;3,4", with one of no, a bit, yes for quiet, '
            "got 'loud' in '600,loud,2'",
        ),
        ("predict", "600,yes", "a row of --query must have 3 values (rent, quiet, rooms), got '600,yes'"),
        ("explain", "600,yes", "--query must have 3 attributes (rent, quiet, rooms), got 2 in '600,yes'"),
        (
            "explain",
            "600,loud,2",
            "--query must hold one of no, a bit, yes for quiet, got 'loud' in '600,loud,2'",
        ),
    ],
)
def test_written_queries_that_are_wrong(
    command: str, query: str, message: str, described: Path, commands: CommandLine
) -> None:
    assert commands.refused(f"{command} --train flats.csv --query {query}") == message


def test_a_query_file_of_keel_must_have_the_same_order(commands: CommandLine) -> None:
    keel = "@attribute size {{{}}}\n@attribute class {{bad, good}}\n@data\nsmall, bad\nbig, good\n"
    Path("train.dat").write_text(keel.format("small, big"), encoding="utf-8")
    Path("query.dat").write_text(keel.format("big, small"), encoding="utf-8")
    said = commands.refused("predict --train train.dat --query query.dat")
    assert said == "query.dat must have for size small, big, as the training rows have, got big, small"
    assert commands.printed("predict --train train.dat --query small").split()[-1] == "bad"


def test_explanations_show_the_text(described: Path, commands: CommandLine) -> None:
    text = commands.printed(*quick("explain"))
    assert text.startswith("(600, a bit, 2): class fair\n")
    assert "(650, a bit, 2)" in text
    [found] = commands.found(*quick("explain"), "--json")
    assert found["query"] == [600, "a bit", 2]
    assert all(one["values"][1] in ("no", "a bit", "yes") for one in found["neighbors"])


def test_a_violation_is_shown_in_text(described: Path, commands: CommandLine) -> None:
    Path("odd.csv").write_text("quiet,verdict\nno,good\na bit,fair\nyes,poor\n", encoding="utf-8")
    told = "certify FkNN --train odd.csv --set K=1 --classes poor,fair,good --order"
    text = commands.printed(told, "quiet=no,a bit,yes", code=1)
    assert "(no) gets" in text and "better in attribute 0 alone (no to a bit)" in text


# --- Missing values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "mark",
    ["", *["?", "NA", "na", "NaN", "nan", "null", "NULL", "<null>", "None", "N/A", "#N/A", "<NA>", "."]],
)
@pytest.mark.parametrize(("row", "column"), [(2, "rent"), (4, "quiet"), (6, "verdict")])
def test_missing_values_are_refused_with_row_and_column(
    mark: str, row: int, column: str, flats: Path, commands: CommandLine
) -> None:
    lines = [line.split(",") for line in FLATS.splitlines()]
    lines[row - 1][lines[0].index(column)] = mark
    flats.write_text("\n".join(map(",".join, lines)) + "\n", encoding="utf-8")
    asked = "predict --train flats.csv --query 1,no,2"
    hint = "(--missing drop, in Python missing='drop', leaves such rows out)"
    wanted = f"flats.csv, line {row}: expected a value for {column} {hint}, got {mark!r}"
    assert commands.refused(asked, *OPTIONS) == wanted
    without = [x for number, x in enumerate(BY_HAND.X, start=2) if number != row]
    assert list(read_csv(flats, **ARGUMENTS, missing="drop").X) == without
    commands.printed(f"{asked} --missing drop", *OPTIONS)


def test_what_is_missing_in_ignored_columns_does_not_matter(flats: Path) -> None:
    flats.write_text(FLATS.replace("f3", ""), encoding="utf-8")
    assert read_csv(flats, **ARGUMENTS) == BY_HAND


def test_a_declared_value_is_not_missing(tmp_path: Path) -> None:
    path = tmp_path / "damage.csv"
    path.write_text("rust,damage\nNone,none\nheavy,NA\n", encoding="utf-8")
    dataset = read_csv(path, order={"rust": ["None", "heavy"]}, classes=["none", "NA"])
    assert (dataset.X, dataset.y) == (((0,), (1,)), ("none", "NA"))


# --- What is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_text_classes_without_an_order_are_refused(command: str, commands: CommandLine) -> None:
    at = OPTIONS.index("--classes")
    told = OPTIONS[:at] + OPTIONS[at + 2 :]
    said = commands.refused(*quick(command), *told, code=3 if command == "certify" else 2)
    assert said == (
        "flats.csv, line 2: expected a number for verdict, or an order of the classes, lowest first, such as "
        "--classes poor,fair,good, in Python classes=['poor', 'fair', 'good'], got 'poor'"
    )


LINE_1 = "flats.csv, line 1: expected"
COLUMNS = "got the columns id, rent, quiet, rooms, verdict"
LABELS = "got 'verdict', the column of the labels"
VALUES = "must list the values of 'quiet' from lowest to highest, each once, got"
NO_OPTIONS = {
    "--order quiet=no,yes": "flats.csv, line 3: expected one of no, yes for quiet, got 'a bit'",
    "--order quit=no,yes": f"{LINE_1} a column 'quit' for --order, {COLUMNS}",
    "--order verdict=no,yes": f"{LINE_1} attributes for --order, {LABELS}",
    "--order quiet": "--order must be like safety=low,med,high, got 'quiet'",
    "--order quiet=": f"--order {VALUES} []",
    "--order quiet=a,a": f"--order {VALUES} ['a', 'a']",
    "--order quiet=a --order quiet=b": "--order must name each column once, got ['quiet=a', 'quiet=b']",
    '--order quiet="no': "values must have commas between them, got '\"no' (unexpected end of data)",
    "--ignore idd": f"{LINE_1} a column 'idd' for --ignore, {COLUMNS}",
    "--use rent,verdict": f"{LINE_1} attributes for --use, {LABELS}",
    "--use rent,rent": "--use must name each column once, got ['rent', 'rent']",
    "--use id,rent": f"{LINE_1} each column in one of --use and --ignore, got 'id' in both",
    "--label grade": f"{LINE_1} a column 'grade' for the labels, {COLUMNS}",
    "--directions rant=-": f"{LINE_1} a column 'rant' for --directions, {COLUMNS}",
    "--directions rent=down": "--directions must hold '+' or '-', got 'down' for 'rent' in {'rent': 'down'}",
    "--directions rent": "--directions must hold '+' or '-', got 'r' in 'rent'",
    "--directions rent=-,rent=+": "--directions must name each column once, got 'rent=-,rent=+'",
    "--directions=+-": f"{LINE_1} 2 attributes for --directions, +-, got 3 (rent, quiet, rooms)",
    "--classes poor,fair": "flats.csv, line 5: expected one of poor, fair for verdict, got 'good'",
    "--classes poor,fair,fair": "--classes must name each label once, got 'fair' more than once",
    "--delimiter ;;": "--delimiter must be one character, such as ';', got ';;'",
    "--columns id,rent,quiet,rooms,verdict": f"{LINE_1} values, since --columns says that the "
    "file has no header, got the names of the columns",
    "--columns a,b": f"{LINE_1} a column 'verdict' for the labels, got the columns a, b",
    "--description nowhere.toml": "there is no file 'nowhere.toml'",
}


@pytest.mark.parametrize(("options", "message"), NO_OPTIONS.items())
def test_options_that_do_not_fit(options: str, message: str, commands: CommandLine) -> None:
    told = list(OPTIONS)
    for option in ("--order", "--directions", "--classes", "--label"):
        if option in options:
            at = told.index(option)
            del told[at : at + 2]
    assert commands.refused(f"predict --train flats.csv --query 1,no,2 {options}", *told) == message


def test_text_in_a_column_without_an_order_says_how_to_give_it_one(commands: CommandLine) -> None:
    told = [one for one in OPTIONS if one not in ("--order", "quiet=no,a bit,yes")]
    assert commands.refused("predict --train flats.csv --query 1,no,2", *told) == (
        "flats.csv, line 2: expected a number for quiet, or an order of its values, lowest first, such as "
        "--order 'quiet=no,a bit,yes', got 'no'"
    )


NO_KEYS = f"flats.toml must have no keys but {', '.join(KEYS)}, got"
LIST = "ignore in flats.toml must be a list of names of columns, got"
IGNORE, LABEL, RENT = 'ignore = ["id"]', 'label = "verdict"', 'rent = "-"'
CLASSES, QUIET = 'classes = ["poor", "fair", "good"]', 'quiet = ["no", "a bit", "yes"]'
ASCENDING = "must be a sequence of labels in ascending order"
NO_TOML = "flats.toml must be a description in TOML, got one with a fault: "


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("label =", "lable =", f"{NO_KEYS} 'lable' (did you mean label?)"),
        ("[order]", "[kinds]", f"{NO_KEYS} 'kinds'"),
        (IGNORE, 'ignore = "id"', f"{LIST} 'id'"),
        (IGNORE, "ignore = [1]", f"{LIST} [1]"),
        (IGNORE, 'ignore = ["ID"]', f"{LINE_1} a column 'ID' for ignore in flats.toml, {COLUMNS}"),
        (LABEL, "label = 1.5", "label in flats.toml must be the name or the position of a column, got 1.5"),
        (IGNORE, 'missing = "guess"', "missing in flats.toml must be 'error' or 'drop', got 'guess'"),
        (LABEL, "label = verdict", NO_TOML),
        (CLASSES, 'classes = "poor"', f"classes in flats.toml {ASCENDING}, got 'poor'"),
        (CLASSES, "classes = []", "classes in flats.toml must name at least one label, got none"),
        ('"a bit", "yes"]', '"yes"]', "flats.csv, line 3: expected one of no, yes for quiet, got 'a bit'"),
        (QUIET, 'quiet = "no"', f"order in flats.toml {VALUES} 'no'"),
        (QUIET, 'calm = ["no"]', f"{LINE_1} a column 'calm' for order in flats.toml, {COLUMNS}"),
        (
            f"[order]\n{QUIET}",
            'order = ["no"]',
            "order in flats.toml must say for each column its values from lowest to highest, got ['no']",
        ),
        (
            RENT,
            'rent = "minus"',
            "directions in flats.toml must hold '+' or '-', got 'minus' for 'rent' in {'rent': 'minus'}",
        ),
        (RENT, 'rant = "-"', f"{LINE_1} a column 'rant' for directions in flats.toml, {COLUMNS}"),
        (f"[directions]\n{RENT}", "[[directions]]", "directions in flats.toml must "),
    ],
)
def test_descriptions_that_are_wrong(
    old: str, new: str, message: str, described: Path, commands: CommandLine
) -> None:
    assert old in DESCRIPTION
    changed = DESCRIPTION.replace(old, new)
    if new.startswith("order ="):  # keys before tables
        changed = new + "\n" + DESCRIPTION.replace(old, "")
    Path("flats.toml").write_text(changed, encoding="utf-8")
    said = commands.refused("predict --train flats.csv --query 1,no,2")
    assert said.startswith(message) if message.endswith(" ") else said == message


def test_signs_for_all_and_signs_by_name_are_not_mixed(described: Path) -> None:
    whole = 'directions = "-++"\n' + DESCRIPTION.split("[directions]")[0]
    Path("flats.toml").write_text(whole, encoding="utf-8")
    assert read_table(described).directions == "-++"
    wanted = "directions must be signs for all attributes, such as -++, because directions in flats.toml is"
    with refused(DataError, f"{wanted}, got {{'rooms': '-'}}"):
        read_table("flats.csv", directions={"rooms": "-"})


def test_descriptions_nested_too_deep_or_not_in_utf8(tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    path.write_text("label = " + "[" * 100_000, encoding="utf-8")
    with pytest.raises(DataError, match="deep.toml must be a description in TOML, got one"):
        read_description(path)
    path.write_bytes(b'label = "caf\xe9"')
    with pytest.raises(ValueError, match="must be text in UTF-8, got the byte 0xe9"):
        read_description(path)
    path.write_bytes(b'\xef\xbb\xbflabel = "class"\r\n')
    assert read_description(path).label == "class"


@pytest.mark.parametrize(
    ("line", "option", "name"),
    [
        ("evaluate --dataset balance --method OLM --classes L,B,R", "--classes", "balance"),
        ("surface --use a,b --out p.svg", "--use", "artiset"),
    ],
)
def test_options_are_refused_for_data_sets_of_the_paper(
    line: str, option: str, name: str, commands: CommandLine
) -> None:
    wanted = f"{option} is for files; the paper's data sets, such as {name}, are described already"
    assert commands.refused(line) == wanted


def test_a_picture_needs_two_attributes(commands: CommandLine) -> None:
    assert commands.refused("surface --dataset flats.csv --out p.svg", *OPTIONS) == (
        "--dataset must have 2 attributes to be drawn, got 3 in 'flats.csv' (rent, quiet, rooms); "
        "--use A,B chooses two"
    )


# --- Forms of tables --------------------------------------------------------------------------------------


def test_other_delimiters_quotes_and_marks_at_the_start(flats: Path, commands: CommandLine) -> None:
    flats.write_text(FLATS.replace("a bit", "partly").replace(",", " "), encoding="utf-8")
    order = {"quiet": ["no", "partly", "yes"]}
    assert read_csv(flats, delimiter=" ", **{**ARGUMENTS, "order": order}) == BY_HAND
    semicolons = "\ufeff" + FLATS.replace(",", ";").replace("a bit", '"a bit"').replace("\n", "\r\n")
    flats.write_bytes(semicolons.encode())
    assert read_csv(flats, delimiter=";", **ARGUMENTS) == BY_HAND
    tabs = Path("flats.tsv")
    tabs.write_text(FLATS.replace(",", "\t"), encoding="utf-8")
    assert read_table(tabs, **ARGUMENTS) == BY_HAND
    of_tabs = commands.printed("predict --query 600,yes,2 --train flats.tsv", *OPTIONS)
    tabs.rename("flats.txt")
    for other in ("flats.csv --delimiter ;", "flats.txt --delimiter \\t"):
        assert commands.printed(f"predict --query 600,yes,2 --train {other}", *OPTIONS) == of_tabs


def test_a_column_without_a_name_must_be_ignored(flats: Path) -> None:
    flats.write_text(FLATS.replace("id,", ",", 1), encoding="utf-8")
    arguments = {**ARGUMENTS, "ignore": []}
    with pytest.raises(DataError, match="line 1: expected a name for column 1, or that 'column 1' is"):
        read_csv(flats, **arguments)
    assert read_csv(flats, **{**ARGUMENTS, "ignore": ["column 1"]}) == BY_HAND
    assert read_csv(flats, **arguments, use=["rent", "quiet", "rooms"]) == BY_HAND


def test_labels_with_commas_and_spaces(commands: CommandLine) -> None:
    Path("t.csv").write_text('a,class\n1,"so, so"\n2,very good\n', encoding="utf-8")
    asked = "predict --train t.csv --query 2 --json"
    assert "such as --classes '\"so, so\",very good'" in commands.refused(asked)
    assert commands.found(asked, "--classes", '"so, so",very good')["classes"] == ["so, so", "very good"]


def test_classes_that_are_numbers_are_found_in_any_form(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a,class\n1,1.0\n2,2\n3,0.5\n", encoding="utf-8")
    dataset = read_csv(path, classes=[0.5, 1, 2, 3])
    assert (dataset.y, dataset.classes) == ((1, 2, 0.5), (0.5, 1, 2, 3))
    assert read_csv(path).classes == read_csv(path, missing="drop").classes
    assert list(read_csv(path).classes) == sorted(read_csv(path).classes)


def test_keel_files_by_their_columns(tmp_path: Path, commands: CommandLine) -> None:
    path = tmp_path / "scale.dat"
    path.write_text(
        "@attribute weight real [0, 9]\n@attribute side {left, right}\n@attribute id integer\n"
        "@attribute class {light, heavy}\n@inputs weight, side, id\n@directions +, -, +\n@data\n"
        "1, left, ?, light\n8, right, ?, heavy\n",
        encoding="utf-8",
    )
    assert read_keel(path, ignore=["id"]).attributes == ("weight", "side")
    assert read_keel(path, use=["side", "weight"]).directions == "-+"
    assert read_table(path, ignore=["id"], directions={"side": "-"}).X == ((1, 0), (8, 1))
    with pytest.raises(DataError, match=r"line 6: expected the directions asked for, \+\+, got \+-"):
        read_keel(path, ignore=["id"], directions={"side": "+"})
    asked = f"predict --train {path} --ignore id --query 2,left"
    assert "light" in commands.printed(asked)
    for option, value in (("order", "side=left,right"), ("label", "class"), ("columns", "a,b")):
        said = commands.refused(f"{asked} --{option} {value}")
        assert said == f"--{option} is for CSV files; the KEEL file '{path}' declares its columns itself"


def test_unknown_arguments_of_read_table(flats: Path) -> None:
    with pytest.raises(TypeError, match="takes no argument but description, columns, .*, got 'levels'"):
        read_table(flats, levels={})
    with pytest.raises(TypeError, match="directions must be a sign for each attribute, such as .*, got 3"):
        read_table(flats, directions=3)
    assert describe({"directions": (1, -1)}).directions == "+-"


# --- Car, from its original text --------------------------------------------------------------------------

CAR = """\
columns = ["buying", "maint", "doors", "persons", "lug_boot", "safety", "class"]
classes = ["unacc", "acc", "good", "vgood"]

[order]
buying = ["low", "med", "high", "vhigh"]
maint = ["low", "med", "high", "vhigh"]
doors = ["2", "3", "4", "5more"]
persons = ["2", "4", "more"]
lug_boot = ["small", "med", "big"]
safety = ["low", "med", "high"]

[directions]
buying = "-"
maint = "-"
"""


def test_car_from_its_text(commands: CommandLine) -> None:
    """The file as it was published: six columns of text and the class, without a header."""
    whole = car()
    lines = [",".join([*whole.in_words(row), str(label)]) for row, label in zip(whole.X, whole.y)]
    assert lines[0] == "vhigh,vhigh,2,2,small,low,unacc" and lines[-1] == "low,low,5more,more,big,high,vgood"
    Path("car.data").write_text("\n".join(lines) + "\n", encoding="utf-8")
    Path("car.toml").write_text(CAR, encoding="utf-8")
    dataset = read_table("car.data")
    assert dataset.directions == "--++++"
    assert dataset.scaled() == whole.scaled()  # price counts the other way round, and is turned
    assert (dataset.y, dataset.classes) == (whole.y, whole.classes)
    with_class, without = lines[::400], [line.rpartition(",")[0] for line in lines[::400]]
    Path("query.csv").write_text("\n".join(with_class) + "\n", encoding="utf-8")
    Path("bare.csv").write_text("\n".join(without) + "\n", encoding="utf-8")
    asked = "predict --train car.data --implementation stdlib --query"
    text = commands.printed(f"{asked} query.csv")
    assert commands.printed(f"{asked} bare.csv") == text
    assert [line.split()[-1] for line in text.splitlines()[1:]] == list(whole.y[::400])


# --- Frames -----------------------------------------------------------------------------------------------


def in_pandas() -> Any:
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_csv(io.StringIO(FLATS))
    frame["quiet"] = pandas.Categorical(frame["quiet"], ["no", "a bit", "yes"], ordered=True)
    frame["verdict"] = pandas.Categorical(frame["verdict"], ["poor", "fair", "good"], ordered=True)
    return frame


def in_polars() -> Any:
    polars = pytest.importorskip("polars")
    frame = polars.read_csv(io.StringIO(FLATS))
    return frame.with_columns(
        polars.col("quiet").cast(polars.Enum(["no", "a bit", "yes"])),
        polars.col("verdict").cast(polars.Enum(["poor", "fair", "good"])),
    )


@pytest.fixture(params=[in_pandas, in_polars])
def frame(request: pytest.FixtureRequest) -> Any:
    return request.param()


def test_frames_bring_their_orders(frame: Any) -> None:
    told = {"label": "verdict", "ignore": ["id"]}
    dataset = Dataset.from_frame(frame, **told, directions={"rent": "-"}, name="flats")
    assert dataset == BY_HAND
    assert dataset.order == BY_HAND.order
    assert Dataset.from_frame(frame, label="verdict", use=["rooms"]).X[0] == (1,)
    turned = Dataset.from_frame(frame, label="verdict", ignore=["id"], classes=["good", "fair", "poor"])
    assert turned.classes == ("good", "fair", "poor")
    assert dataset.rows_of(frame[:2]) == [(900, 0, 1), (700, 1, 2)]
    model = MonFkNN(K=3, directions=dataset.directions).fit(dataset.X, dataset.y, dataset.classes)
    assert model.predict(dataset.rows_of(frame)) == model.predict(BY_HAND.X)


def test_frames_with_plain_text_need_orders(frame: Any) -> None:
    if hasattr(frame, "astype"):  # of pandas
        frame = frame.astype({"quiet": str, "verdict": str})
    else:
        frame = frame.with_columns(frame["quiet"].cast(str), frame["verdict"].cast(str))
    wanted = (
        "row 0 of the frame: expected a number for quiet, or an order of its values, lowest first, such as "
        "order={'quiet': ['no', 'a bit', 'yes']}, got 'no'"
    )
    with refused(DataError, wanted):
        Dataset.from_frame(frame, label="verdict", ignore=["id"], classes=["poor", "fair", "good"])
    wanted = (
        "the labels of verdict are text and must be given an order, lowest first, as an ordered categorical or "
        "such as classes=['poor', 'fair', 'good'], got no order"
    )
    with refused(DataError, wanted):
        Dataset.from_frame(frame, label="verdict", ignore=["id"], order={"quiet": ["no", "a bit", "yes"]})
    told = {**ARGUMENTS, "name": "flats"}
    assert Dataset.from_frame(frame, **told) == BY_HAND


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"label": "grade"}, "label must be a column of the frame (id, rent, quiet, rooms, verdict), got 'grade'"),
        ({"ignore": ["ID"]}, "ignore must name attributes of the frame (id, rent, quiet, rooms), got 'ID'"),
        ({"directions": {"x": "-"}}, "directions must name attributes of the frame (id, rent, quiet, rooms), got 'x'"),
        ({"ignore": "id"}, "ignore must be a list of names of columns, got 'id'"),
        ({"use": ["rent"], "ignore": ["rent"]}, "the frame must have at least one attribute besides verdict, got none"),
        ({"directions": "+"}, "directions must have one sign for each of the 3 attributes, got 1: '+'"),
    ],
)  # fmt: skip
def test_frames_that_do_not_fit(frame: Any, arguments: dict[str, Any], message: str) -> None:
    with refused(ValueError, message):
        Dataset.from_frame(frame, **{"label": "verdict", "ignore": ["id"], **arguments})


def test_missing_values_of_frames(frame: Any) -> None:
    if hasattr(frame, "astype"):  # of pandas
        frame["rooms"] = frame["rooms"].astype("Int64")
        frame.loc[2, "rooms"] = None
        shown = "<NA>"
    else:
        polars = pytest.importorskip("polars")
        frame = frame.with_columns(
            polars.Series("rooms", [None if i == 2 else room for i, room in enumerate(frame["rooms"])])
        )
        shown = "None"
    wanted = "row 2 of the frame: expected a value for rooms (missing='drop' leaves such rows out)"
    with refused(DataError, f"{wanted}, got {shown}"):
        Dataset.from_frame(frame, label="verdict", ignore=["id"])
    assert len(Dataset.from_frame(frame, label="verdict", ignore=["id"], missing="drop")) == 6


def test_pandas_values_that_are_no_numbers(pandas: Any) -> None:
    dates = pandas.to_datetime(["2020-01-01", "2020-01-02"])
    for name, values, words in (
        ("day", dates, "row 0 of the frame: expected a number for day, got Timestamp"),
        ("a", [1.5, float("inf")], "row 1 of the frame: expected a finite number for a, got inf"),
    ):
        with pytest.raises(DataError, match=words):
            Dataset.from_frame(pandas.DataFrame({name: values, "y": [True, False]}), label="y")
    frame = pandas.DataFrame({0: [1.5, 2.5], "y": [True, False]})
    assert Dataset.from_frame(frame, label="y").classes == (False, True)
    both = pandas.DataFrame([[1, 2, 3]], columns=["a", "a", "y"])
    with pytest.raises(DataError, match="the frame must have a name of its own for each column"):
        Dataset.from_frame(both, label="y")


def test_what_is_no_frame(polars: Any) -> None:
    with refused(TypeError, "frame must be a frame of pandas or polars, got 3"):
        Dataset.from_frame(3, label="y")
    with refused(TypeError, "frame must hold its rows, got a lazy frame; call its method collect first"):
        Dataset.from_frame(polars.LazyFrame({"a": [1], "y": [2]}), label="y")


PAGE = (ROOT / "docs" / "your-table.md").read_text(encoding="utf-8")


def test_the_frame_on_the_page(pandas: Any) -> None:
    [code] = [one for one in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "from_frame" in one]
    names: dict[str, Any] = {}
    exec(code, names)
    assert (names["shirts"].directions, names["shirts"].X[2]) == ("-+", (10, 2))
    assert list(names["labels"]) == list(names["model"].predict(names["shirts"].X))


@pytest.mark.parametrize("key", KEYS)
def test_the_page_and_the_commands_name_every_key(key: str, commands: CommandLine) -> None:
    assert re.search(rf"^\| `{key}[ .]", PAGE, re.MULTILINE)
    for command in COMMANDS:
        assert f"--{key} " in commands.printed(f"{command} --help")
