"""Numbers that stand for too much work, files that never end, names that break what they are written into."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_line import CommandLine, environment, python
from refusals import refused

from monfknn_ref import MonFkNN, dominates, median, train_class_memberships, valid_range
from monfknn_ref.classifiers import OLM, FkNN, MkNN
from monfknn_ref.commands import COMMANDS
from monfknn_ref.data import DataError, Dataset, files, read_csv, read_keel
from monfknn_ref.data.columns import parse_number
from monfknn_ref.data.files import check_folder, check_place, read_file, write_text
from monfknn_ref.data.keel import split_fields
from monfknn_ref.drawing.canvas import Canvas
from monfknn_ref.optimised import StdlibMonFkNN
from monfknn_ref.oracle.vector_checks import parsed

X = [(1, 1), (2, 2), (3, 3)]
Y = [0, 1, 2]
HUGE = Decimal("1e99999999")
TINY = Decimal("1e-99999999")
TOO_LONG = "of at most 2000 digits on each side of its decimal point or fraction bar, got"


@pytest.fixture(autouse=True)
def quick() -> Any:
    """Nothing here takes long; what hangs would otherwise take all day."""
    start = time.process_time()
    yield
    assert time.process_time() - start < (5 if sys.gettrace() is None else 30)  # coverage traces every line


def nested(depth: int, kind: Callable[[list[Any]], Any] = list) -> Any:
    value = kind([])
    for _ in range(depth):
        value = kind([value])
    return value


# ------------------------------------------------------------------------------- numbers that are too long


@pytest.mark.parametrize("model", [MonFkNN, StdlibMonFkNN, FkNN, MkNN, OLM])
@pytest.mark.parametrize("value", [HUGE, TINY, HUGE.copy_negate(), 10**3000, Fraction(1, 10**3000)])
def test_rows_with_numbers_that_are_too_long_are_refused(model: Any, value: Any) -> None:
    with pytest.raises(ValueError, match=f"row 1 of X must hold numbers {TOO_LONG} .* at attribute 0"):
        model().fit([(1, 1), (value, 2)], [0, 1])
    with pytest.raises(ValueError, match=f"row 0 of X must hold numbers {TOO_LONG} .* at attribute 1"):
        model().fit(X, Y).predict([(1, value)])


@pytest.mark.parametrize(
    ("name", "value"),
    [("k", HUGE), ("K", HUGE), ("RCr", TINY), ("pOR", TINY), ("m", HUGE), ("m", TINY), ("k", 10**3000)],
)
def test_parameters_that_are_too_long_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{name} must be a (whole )?number {TOO_LONG}"):
        MonFkNN(**{name: value}).fit(X, Y)


def test_long_numbers_within_the_limit_are_exact() -> None:
    low, high = Decimal("1e-1999"), Decimal("1e1999")
    model = MonFkNN(k=1, K=1, RCr=1).fit([(low,), (2 * low,), (high,)], [0, 1, 2])
    assert model.predict([(low,), (Decimal("1.6e-1999"),), (high,)]) == [0, 1, 2]
    assert "valid" in str(model.explain((low,))) or str(model.explain((low,)))


def test_powers_that_are_too_long_are_refused() -> None:
    model = MonFkNN(m=10_001).fit([(1e300, 0), (0, 1e300), (1, 1)], Y)
    with pytest.raises(ValueError, match="the distance to the power 10000 has more than 100000 bits"):
        model.predict([(5, 5e299)])
    assert MonFkNN(m=10_001).fit(X, Y).predict([(2, 3)]) == [1]


def test_memberships_and_bounds_are_limited_too() -> None:
    with pytest.raises(ValueError, match=f"u must hold numbers {TOO_LONG}"):
        median([HUGE, 1])
    with pytest.raises(ValueError, match=TOO_LONG):
        Dataset("d", [[1], [2]], [0, 1], bounds=[(0, HUGE)])


def test_classes_are_limited() -> None:
    with refused(ValueError, "classes must name at most 10000 labels, got more"):
        MonFkNN().fit(X, Y, classes=range(10**12))
    with refused(ValueError, "c must be a whole number of at most 10000, got 1000000000"):
        valid_range((1, 1), X, Y, c=10**9)
    with refused(ValueError, "a class of y must be a whole number of at most 9999, got 1000000000"):
        train_class_memberships(X, [0, 1, 10**9], 1, 0.5)
    with refused(ValueError, "y must hold at most 10000 different labels, got 10001"):
        MonFkNN().fit([(i,) for i in range(10_001)], list(range(10_001)))


@pytest.mark.parametrize(
    "text", ["1e999999999", "1e-999999999", "9" * 2000, "1/1e999999999", "1//2", "", "nan"]
)
@pytest.mark.parametrize("option", ["--m", "--RCr", "--pOR"])
def test_options_that_are_too_long_are_refused(option: str, text: str, commands: CommandLine) -> None:
    said = commands(f"explain {option}={text}")
    assert said.code == 2
    assert f"argument {option}: a number must be a decimal of at most 1e300" in said.err


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("-" * 100_000, "--set k must have a value of at most 1000 characters, got 100000"),
        ("-" * 1000, ""),
        ("[" * 1000, ""),
        ("(" * 500 + "1" + ")" * 500, ""),
        ("{[]: 1}", ""),
        ("1e999999999", "k must be a whole number of at least 1, got inf"),
    ],
)
def test_settings_that_are_too_deep_are_refused(value: str, message: str, commands: CommandLine) -> None:
    line = "evaluate --dataset balance --method MonFkNN-PM --folds 2 --set"
    said = commands.refused(line, f"k={value}")
    assert not message or said == message


@pytest.mark.parametrize(
    "line",
    [
        f"reproduce noise --seeds {10**9}",
        f"reproduce fuzzy --partitions {10**9}",
        f"evaluate --dataset balance --method OLM --seeds {10**9}",
        f"evaluate --dataset balance --method OLM --folds {10**9}",
        f"evaluate --dataset balance --method OLM --folds {'9' * 5000}",
        f"evaluate --dataset balance --method OLM --jobs {10**9}",
        f"surface --size {10**12} --out no.svg",
        f"surface --grid {10**9} --out no.svg",
        "surface --noise nan --out no.svg",
    ],
    ids=lambda line: line[:60],
)
def test_options_that_stand_for_too_much_work_are_refused(
    line: str, commands: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    commands.refused(line)
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------------------------------- raw errors


@pytest.mark.parametrize("label", [Decimal("sNaN"), Decimal("NaN"), float("nan")])
def test_labels_that_are_no_number_are_refused(label: Any) -> None:
    wanted = f"must hold labels that equal themselves, got {label!r}"
    with refused(ValueError, f"y {wanted} at row 1"):
        MonFkNN().fit(X, [0, label, 2])
    with refused(ValueError, f"classes {wanted}"):
        MonFkNN().fit(X, Y, classes=[0, 1, 2, label])


def test_a_memoryview_is_a_table() -> None:
    table = memoryview(bytes([1, 1, 2, 2, 3, 3])).cast("B", (3, 2))
    assert MonFkNN(K=1, RCr=1).fit(table, memoryview(bytes(Y))).predict(table) == Y


@pytest.mark.parametrize("depth", [60, 5000, 100_000])
@pytest.mark.parametrize("kind", [list, tuple])
def test_whatever_is_nested_too_deep_is_refused(depth: int, kind: Any) -> None:
    """The nested thing is handed over in every place that takes one."""
    deep = nested(depth, kind)
    model = MonFkNN().fit(X, Y)
    calls: list[Callable[[], Any]] = [
        lambda: MonFkNN().fit(deep, [0]),
        lambda: MonFkNN().fit([deep], [0]),
        lambda: MonFkNN().fit([(deep,)], [0]),
        lambda: MonFkNN().fit([(1,)], [deep]),
        lambda: MonFkNN().fit(X, Y, classes=[0, 1, 2, deep]),
        lambda: model.predict(deep),
        lambda: model.explain(deep),
        lambda: valid_range(deep, X, Y),
        lambda: median(deep),
        lambda: dominates(deep, 3),  # type: ignore[arg-type]
        lambda: Dataset("d", [[1]], [0], attributes=[deep], bounds=deep),
    ]
    calls += [
        lambda name=name: MonFkNN(**{name: deep}).fit(X, Y)  # type: ignore[misc]
        for name in ("k", "K", "RCr", "typeRange", "pOR", "m", "reading", "tie", "directions")
    ]
    for call in calls:
        with pytest.raises((ValueError, TypeError)) as error:
            call()
        assert len(str(error.value)) < 2500


def test_a_label_with_something_unhashable_inside_is_refused() -> None:
    with refused(TypeError, "y must hold hashable labels, got ([1],) at row 0"):
        MonFkNN().fit([(1,)], [([1],)])


# ------------------------------------------------------------------------------------------------ readers


def seconds(work: Callable[[], Any]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


@pytest.mark.parametrize("line", ["1{}2", "{}1", "'a'{}x", '"a"{}x', "'{}", "1,{}"])
def test_fields_take_time_in_proportion_to_the_length_of_a_line(line: str) -> None:
    assert seconds(lambda: split_fields(line.format(" " * 300_000))) < 0.5
    assert seconds(lambda: split_fields(line.format("'\", " * 100_000))) < 1


def test_numbers_take_time_in_proportion_to_their_length() -> None:
    texts = ["1" * 990 + "x"] * 2000
    assert seconds(lambda: [parse_number(text) for text in texts]) < 0.5


def test_fields_as_before() -> None:
    assert split_fields(" 1.5 ,'low, or none', ?") == ["1.5", "low, or none", "?"]
    assert split_fields("'a' b, \"c\" , 'd, e f ,,") == ["'a' b", "c", "'d", "e f", "", ""]
    assert split_fields("") == [""]


def test_headers_take_time_in_proportion_to_their_length(tmp_path: Path, commands: CommandLine) -> None:
    names = [f"a{i}" for i in range(10_000)]
    values = ", ".join(f"v{i}" for i in range(10_000))
    path = tmp_path / "wide.dat"
    header = "".join(f"@attribute {name} integer\n" for name in names)
    row = ", ".join("1" for _ in names)
    path.write_text(
        f"@relation wide\n{header}@attribute class {{{values}}}\n@inputs {', '.join(names)}\n@outputs class\n"
        f"@data\n{row}, v9999\n{row}, v0\n",
        encoding="utf-8",
    )
    assert len(read_keel(path).attributes) == 10_000
    (tmp_path / "wide.csv").write_text(",".join([*names, "class"]) + "\n" + row + ",1\n", encoding="utf-8")
    assert len(read_csv(tmp_path / "wide.csv").attributes) == 10_000
    commands.printed(f"predict --train {tmp_path / 'wide.csv'} --query {tmp_path / 'wide.csv'} --json")


def test_long_lines_make_no_long_messages(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("a,b\n" + "x" * 100_000 + ",1\n", encoding="utf-8")
    with pytest.raises(DataError) as error:
        read_csv(path)
    assert len(str(error.value)) < 1500


def test_an_object_with_many_names_is_read_in_proportion_to_its_length() -> None:
    names = ", ".join(f'"n{i}": 0' for i in range(100_000))
    with pytest.raises(ValueError, match="an object has 'last' twice"):
        parsed(f'{{{names}, "last": 1, "last": 2}}')


# --------------------------------------------------------------------------------- files that are no files


INPUTS = [
    "predict --train {} --query 1,2",
    "predict --train train.csv --query {}",
    "predict --train train.csv --query 1,2 --description {}",
    "explain --train {} --query 1,2",
    "evaluate --dataset {} --method OLM",
    "surface --dataset {} --out out.svg",
    "vectors --check {}",
    "reproduce fuzzy --stored {}",
    "reproduce noise --stored {}",
    "bench --stored {}",
    "study ties --stored {}",
    "certify OLM --train {}",
]


@pytest.fixture
def train_csv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of that name in the working folder."""
    monkeypatch.chdir(tmp_path)
    Path("train.csv").write_text("a,b,class\n1,2,0\n3,4,1\n", encoding="utf-8")


def posix(what: str) -> Any:
    return pytest.param(what, marks=pytest.mark.posix)


@pytest.mark.parametrize("line", INPUTS)
@pytest.mark.parametrize("what", [posix("pipe"), posix("endless"), "folder", "missing"])
@pytest.mark.parametrize("suffix", [".csv", ".dat"])
def test_input_that_is_no_file_is_refused_at_once(
    line: str, what: str, suffix: str, train_csv: None, commands: CommandLine
) -> None:
    path = Path(f"input{suffix}")
    if what == "pipe":
        os.mkfifo(path)
    elif what == "endless":
        path.symlink_to("/dev/zero")
    elif what == "folder":
        path.mkdir()
    said = commands.refused(line.format(path), code=3 if line.startswith("certify") else 2)
    assert "input" in said
    there = [] if what == "missing" else [path.name]
    assert sorted(os.listdir()) == [*there, "train.csv"]


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sparse"
    with open(path, "wb") as file:
        file.truncate(2**40)
    with pytest.raises(OSError, match="must be a file of at most 1000 bytes, got a larger one"):
        read_file(path, 1000)


def test_a_line_without_an_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("monfknn_ref.data.columns.LONGEST_LINE", 1000)
    path = tmp_path / "endless.csv"
    path.write_text("a,b\n" + "1" * 2000, encoding="utf-8")
    with pytest.raises(DataError, match="line 2: expected a line of at most 1000 bytes, got a longer one"):
        read_csv(path)


@pytest.mark.system
def test_the_standard_input_is_a_file() -> None:
    command = "-m monfknn_ref predict --train - --query 1,2 --K 1"
    result = python(*command.split(), input="a,b,class\n1,2,0\n3,4,1\n")
    assert result.stderr == ""
    assert result.stdout.split() == ["a", "b", "class", "1", "2", "0"]


OUTPUTS = [
    "study ties --repeats 1 --save {}",
    "study ties --repeats 1 --out {}",
    "surface --grid 3 --size 20 --out {}",
    "certify OLM --train train.csv --out {}",
    "vectors --family one-row --out {}",
    "vectors --family one-row --out folder --zip {}",
    "reproduce fuzzy --save {}",
    "reproduce noise --save {}",
    "reproduce noise --charts {}",
    "reproduce fuzzy --out {}",
    "evaluate --dataset balance --method OLM --out {}",
    "guarantees monotonic-pm --search 1000 --save {}",
    "bench --out {}",
    "bench --chart {}",
]


@pytest.mark.parametrize("line", OUTPUTS)
@pytest.mark.parametrize("what", [posix("pipe"), posix("device"), "no folder"])
def test_output_that_cannot_be_written_is_refused_before_the_run(
    line: str, what: str, train_csv: None, commands: CommandLine
) -> None:
    if what == "pipe":
        os.mkfifo("place")
    elif what == "device":
        Path("place").symlink_to("/dev/null")
    place = "train.csv/place" if what == "no folder" else "place"
    said = commands.refused(line.format(place), code=3 if line.startswith("certify") else 2)
    assert f"{line.split()[-2]} must be a f" in said
    assert not Path("folder").exists()
    if what == "device":
        assert Path("/dev/null").is_char_device()


def test_every_command_with_a_file_is_among_these() -> None:
    """A new option that takes a file belongs into the lists above."""
    asked = {line.split()[0] for line in (*INPUTS, *OUTPUTS)}
    assert set(COMMANDS) - asked == {"tour", "crosscheck", "datasets", "audit"}


# --------------------------------------------------------------------------------------- writing at once


@pytest.mark.posix
def test_a_file_is_replaced_at_once_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(path)
    seen = []
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            seen.append(path.read_text(encoding="utf-8"))

    looking = threading.Thread(target=look)
    looking.start()
    for turn in range(50):
        write_text(link, f"new {turn}" * 1000)
    stop.set()
    looking.join()
    assert {len(text) for text in seen} <= {3, 5000, 6000}
    assert path.stat().st_mode & 0o777 == 0o640 and link.is_symlink()
    assert sorted(found.name for found in tmp_path.iterdir()) == ["file", "link"]


@pytest.mark.system
@pytest.mark.posix
@pytest.mark.parametrize("limit", [0, 1, 500, 4000])
def test_a_size_limit_leaves_the_old_file(tmp_path: Path, limit: int) -> None:
    path = tmp_path / "file"
    path.write_text("old", encoding="utf-8")
    program = (
        "import resource, sys; from monfknn_ref.data.files import write_text\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
        "write_text(sys.argv[1], 'new' * 10000)"
    )
    unmeasured = {name: value for name, value in environment().items() if not name.startswith("COVERAGE_")}
    last = python("-c", program, path, env=unmeasured).stderr.splitlines()[-1]
    assert (
        last == f"OSError: {str(path)!r} could not be written (file too large); what was there is unchanged"
    )
    assert path.read_text(encoding="utf-8") == "old" and len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("step", ["create", "fsync", "replace"])
def test_each_step_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "file"
    path.write_text("old", encoding="utf-8")

    def fails(*arguments: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files if step == "create" else os, step, fails)
    wanted = "could not be written (no space left on device); what was there is unchanged"
    with pytest.raises(OSError, match=re.escape(wanted)):
        write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "old" and len(list(tmp_path.iterdir())) == 1


def test_places_are_checked(tmp_path: Path) -> None:
    check_place("--out", tmp_path / "new")
    check_folder("--out", tmp_path / "new" / "folder")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError, match=r"--out must be a file that can be written, got .* \(it is a folder\)"):
        check_place("--out", tmp_path)
    with pytest.raises(OSError, match="null character|null byte"):
        check_place("--out", "a\0b")
    with pytest.raises(OSError, match="file name too long"):
        check_place("--out", tmp_path / ("x" * 300))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_read_only_places_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o444)
    with pytest.raises(OSError, match="it is read-only"):
        check_place("--out", path)
    tmp_path.chmod(0o555)
    with pytest.raises(OSError, match="permission denied"):
        check_place("--out", tmp_path / "new")


# ------------------------------------------------------------------------------------------------ pictures


@pytest.mark.parametrize("code", [*range(0x20), 0x7F, 0x85, 0xD800, 0xDFFF, 0xFFFE, 0xFFFF, 0x1F600])
def test_names_with_any_character_make_well_formed_pictures(code: int, tmp_path: Path) -> None:
    name = f"a{chr(code)}b<&\"'"
    canvas = Canvas(10, 10, name, name)
    canvas.text(1, 1, f"{name}_{{{name}}}", font_family=name)
    path = tmp_path / "picture.svg"
    canvas.save(path)
    root = ElementTree.fromstring(path.read_bytes())
    assert "".join(root.itertext()).count("b<&\"'") == 4


def test_a_picture_of_a_file_with_control_characters(tmp_path: Path, commands: CommandLine) -> None:
    path = tmp_path / "names.csv"
    path.write_text("a\x01,b\x1b[31m,class\x02\n1,2,lo\x03w\n3,4,high\n2,3,high\n", encoding="utf-8")
    out = tmp_path / "picture.svg"
    line = f"surface --dataset {path} --grid 3 --out {out} --classes"
    commands.printed(line, "lo\x03w,high")
    ElementTree.fromstring(out.read_bytes())
