"""The command line's manners: version, exit codes, encodings, widths, -, completion, and folders left clean."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import ROOT, CommandLine, environment, python

import monfknn_ref
from monfknn_ref.commands import ALL_EXIT_CODES, COMMANDS, build_parser, exit_codes, main, module_of
from monfknn_ref.commands.printing import IN_ASCII, folded
from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.results import read_results
from monfknn_ref.reproduction import STORED

TABLE = "size,age,class\n1,5,0\n2,9,0\n4,2,1\n5,1,1\n3,3,1\n"
EVERY_COMMAND = {
    "tour": "",
    "predict": "--train TABLE --query 3,4",
    "explain": "",
    "crosscheck": "monfknn_ref:MonFkNN --family own-range --quick",
    "vectors": "--check VECTORS",
    "datasets": "",
    "evaluate": "--dataset TABLE --method OLM --folds 2 --quiet",
    "reproduce": "accuracy --stored RESULTS",
    "audit": "",
    "bench": "--stored BENCH",
    "surface": "--dataset TABLE --grid 3 --out -",
    "guarantees": "",
    "certify": "FkNN --train TABLE",
    "study": "ties --stored STUDY",
}
"""Quick work for each command."""


@pytest.fixture
def places(tmp_path: Path) -> dict[str, str]:
    table = tmp_path / "table.csv"
    table.write_text(TABLE, encoding="utf-8")
    files = sorted((ROOT / "tests" / "vectors").rglob("*.json"), key=lambda one: one.stat().st_size)
    small = next(one for one in files if b'"cases"' in one.read_bytes())
    return {
        "TABLE": str(table),
        "VECTORS": str(small),
        "RESULTS": str(STORED / "results.json"),
        "BENCH": str(STORED / "bench.json"),
        "STUDY": str(STORED / "study-ties.json"),
    }


@pytest.fixture
def quick(audit_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Less work for the commands that take seconds."""
    monkeypatch.setattr("monfknn_ref.commands.tour.TRAINING", 30)
    monkeypatch.setattr("monfknn_ref.commands.tour.TEST", 20)
    some = {name: PAPER_TABLE[name] for name in ("balance", "qualitative_bankruptcy")}
    monkeypatch.setattr("monfknn_ref.commands.datasets.PAPER_TABLE", some)


def work(command: str, places: dict[str, str]) -> list[str]:
    return [command, *(places.get(one, one) for one in EVERY_COMMAND[command].split())]


class Stream(io.TextIOWrapper):
    """An output in some encoding, perhaps a terminal."""

    def __init__(self, encoding: str, columns: int | None = None) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self.columns = columns

    def isatty(self) -> bool:
        return self.columns is not None

    def content(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode(self.encoding, "surrogateescape")  # type: ignore[attr-defined,no-any-return]


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that runs a command with output in an encoding, and gives its code and both texts.

    With `columns` the output is a terminal of that width.
    """

    def run(encoding: str, arguments: list[str], columns: int | None = None) -> tuple[int, str, str]:
        out, err = Stream(encoding, columns), Stream(encoding)
        with monkeypatch.context() as patch:
            patch.setattr("sys.stdout", out)
            patch.setattr("sys.stderr", err)
            if columns is not None:
                patch.setenv("COLUMNS", str(columns))
            try:
                code = main(arguments)
            except SystemExit as end:
                code = int(end.code or 0)
        return code, out.content(), err.content()

    return run


def test_every_command_is_tried_here() -> None:
    assert list(EVERY_COMMAND) == list(COMMANDS)


# --- Version and exit codes -------------------------------------------------------------------------------


def test_version(commands: CommandLine) -> None:
    assert commands.printed("--version") == f"monfknn-ref {monfknn_ref.__version__}\n"


def test_exit_codes_are_listed_in_every_help(streams: Any) -> None:
    _, top, _ = streams("utf-8", ["--help"])
    for code, meaning in ALL_EXIT_CODES.items():
        assert re.search(rf"^  {code}\s+{meaning}$", top, re.MULTILINE)
    for command in COMMANDS:
        text = " ".join(streams("utf-8", [command, "--help"])[1].split())
        for code, meaning in exit_codes(module_of(command)).items():
            assert f" {code} {meaning}" in text
    assert exit_codes(module_of("certify"))[3] == "the command could not do its work"


# --- Encodings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "cp437"])
def test_help_in_every_encoding(encoding: str, streams: Any) -> None:
    for arguments in (["--help"], *([command, "--help"] for command in COMMANDS)):
        code, out, err = streams(encoding, arguments)
        assert (code, err) == (0, "") and "usage: monfknn-ref" in out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_in_ascii_in_an_empty_folder(
    command: str,
    places: dict[str, str],
    tmp_path: Path,
    streams: Any,
    quick: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.chmod(0o555)
    before = folder.stat().st_mtime_ns
    code, out, err = streams("ascii" if command != "surface" else "utf-8", work(command, places))
    assert list(folder.iterdir()) == []
    assert folder.stat().st_mtime_ns == before  # nor was anything there in between
    folder.chmod(0o755)
    assert code in exit_codes(module_of(command))
    assert code == (1 if command == "certify" else 0), err
    assert err.isascii() and (out.isascii() or command == "surface")  # a file is in UTF-8, wherever it goes
    if command not in ("surface", "certify"):  # this one tells the time
        wanted = streams("utf-8", work(command, places))[1]
        for character, spelled in IN_ASCII.items():
            wanted = wanted.replace(character, spelled)
        assert out == wanted


def test_marks_that_the_encoding_lacks_are_spelled(places: dict[str, str], streams: Any) -> None:
    stored = ["reproduce", "noise", "--stored", str(STORED / "noise.json")]
    assert "±" in streams("utf-8", stored)[1]
    assert "+/-" in streams("ascii", stored)[1]
    assert "±" in streams("cp1252", stored)[1]
    assert '"!=" lies' in " ".join(streams("cp1252", ["reproduce", "--help"])[1].split())


def test_words_of_the_caller_survive(tmp_path: Path, streams: Any) -> None:
    table = tmp_path / "größe.csv"
    table.write_text("größe,class\n1,klein\n2,groß\n3,groß\n", encoding="utf-8")
    asked = ["predict", "--train", str(table), "--query", "3", "--classes", "klein,groß", "--K", "1"]
    code, out, _ = streams("ascii", asked)
    assert code == 0 and "gr\\xf6\\xdfe" in out and "gro\\xdf" in out
    code, _, err = streams("ascii", ["predict", "--train", str(table), "--query", "2"])
    assert code == 2 and "gr\\xf6\\xdfe.csv, line 2" in err
    code, _, err = streams("ascii", ["predict", "--train", "\udce4.csv", "--query", "2"])
    assert code == 2 and "there is no file '\\udce4.csv'" in err


@pytest.mark.system
@pytest.mark.parametrize("variable", ["PYTHONIOENCODING=ascii", "PYTHONIOENCODING=cp1252", "LC_ALL=C"])
def test_in_a_process_of_its_own(variable: str) -> None:
    name, _, value = variable.partition("=")
    command = ["-m", "monfknn_ref", "reproduce", "--help"]
    found = python(*command, env=environment(**{name: value}), errors="replace")
    assert (found.returncode, found.stderr) == (0, "")


# --- Widths -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [50, 80, 130])
def test_help_is_as_wide_as_the_terminal(width: int, streams: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    longest = 0
    for arguments in (["--help"], *([command, "--help"] for command in COMMANDS)):
        usage, text = streams("utf-8", arguments)[1].split("\n\n", 1)
        assert len(usage.splitlines()[0]) <= width  # argparse keeps an option and its value together
        for line in text.splitlines():
            assert len(line) <= width or " " not in line.strip(), line
            longest = max(longest, len(line))
    assert longest > width - 15


@pytest.mark.parametrize(
    "command", ["audit", "guarantees", "tour", "datasets", "explain", "reproduce", "certify"]
)
def test_what_is_printed_is_as_wide_as_the_terminal(
    command: str, places: dict[str, str], streams: Any, quick: None
) -> None:
    whole = streams("utf-8", work(command, places))[1]
    for width in (60, 100, 400):
        narrow = streams("utf-8", work(command, places), width)[1]
        assert max(map(len, narrow.splitlines())) <= width
        if command != "certify":  # it tells the time
            words, narrow_words = ([w for w in text.split() if set(w) != {"-"}] for text in (whole, narrow))
            assert narrow_words == words
            assert (narrow == whole) == (width >= max(map(len, whole.splitlines())))


def test_what_is_for_programs_is_not_folded(streams: Any) -> None:
    [first, *_] = json.loads(streams("utf-8", ["explain", "--json"], 40)[1])
    assert first["class"] == "mid"


@pytest.mark.system
@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is needed")
def test_on_a_terminal() -> None:
    import pty
    import termios

    above, below = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    termios.tcsetwinsize(below, (24, 50))
    command = [sys.executable, "-m", "monfknn_ref", "explain", "--query", "2,5"]
    content = b""
    with subprocess.Popen(command, stdout=below, cwd=ROOT, env=environment) as process:
        os.close(below)
        with contextlib.suppress(OSError):  # how Linux says that the other side is gone
            while piece := os.read(above, 10_000):
                content += piece
    os.close(above)
    assert process.returncode == 0
    assert 40 < max(map(len, content.decode().splitlines())) <= 50


def test_folded_lines_keep_their_words() -> None:
    line = "  name  " + " ".join(f"word{i}" for i in range(40)) + " " + "x" * 90
    for width in (30, 47, 200):
        text = folded(line, width)
        assert text.split() == line.split()
        assert all(len(one) <= width for one in text.splitlines() if "xxx" not in one)
        assert all(one.startswith(" " * 8) for one in text.splitlines()[1:])


# --- The standard input and output ------------------------------------------------------------------------


def given(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    content = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))


@pytest.mark.parametrize(
    "line",
    [
        "predict --train TABLE --query 3,4",
        "explain --train TABLE --query 3,4",
        "evaluate --dataset TABLE --method OLM --folds 2 --format json",
        "certify FkNN --train TABLE --json",
        "surface --dataset TABLE --grid 3 --out -",
    ],
)
def test_data_from_the_standard_input(
    line: str, places: dict[str, str], streams: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def comparable(text: str, name: str) -> str:
        return re.sub(r'"seconds": [\d.e-]+', "", text.replace(f'"{name}"', "").replace(f"on {name}:", ""))

    code, out, _ = streams("utf-8", [places.get(one, one) for one in line.split()])
    given(monkeypatch, TABLE)
    again, piped, err = streams("utf-8", line.replace("TABLE", "-").split())
    assert again == code, err
    assert comparable(piped, "-") == comparable(out, "table")


@pytest.mark.parametrize("options", ["--query -", "--query 3,4 --description -"])
def test_only_one_thing_is_read_from_the_standard_input(options: str, commands: CommandLine) -> None:
    said = commands.refused(f"predict --train - {options}")
    assert "must not both be -, the standard input" in said


def test_other_files_from_the_standard_input(
    places: dict[str, str], streams: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for arguments, name in (
        (["vectors", "--check"], "VECTORS"),
        (["reproduce", "accuracy", "--stored"], "RESULTS"),
        (["bench", "--stored"], "BENCH"),
        (["study", "ties", "--stored"], "STUDY"),
    ):
        code, out, _ = streams("utf-8", [*arguments, places[name]])
        given(monkeypatch, Path(places[name]).read_bytes())
        assert streams("utf-8", [*arguments, "-"])[:2] == (code, out.replace(places[name], "-"))
    given(monkeypatch, 'directions = "+-"')
    asked = ["predict", "--train", places["TABLE"], "--query", "3,4"]
    described = streams("utf-8", [*asked, "--description", "-"])
    assert described == streams("utf-8", [*asked, "--directions=+-"])


@pytest.mark.parametrize(
    "line",
    [
        "predict --train TABLE --query TABLE --proba --out",
        "surface --dataset TABLE --grid 3 --out",
        "certify FkNN --train TABLE --out",
        "bench --stored BENCH --chart",
        "study ties --stored STUDY --save",
        "vectors --out FOLDER --family own-range --count 1 --zip",
        "reproduce mae --dataset balance --method OLM --folds 2 --partitions 1 --quiet --save",
    ],
)
def test_files_to_the_standard_output(
    line: str, places: dict[str, str], streams: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = [{**places, "FOLDER": str(tmp_path / "vectors")}.get(one, one) for one in line.split()]
    code, reported, _ = streams("utf-8", [*asked, "file"])
    written = Path("file").read_bytes().decode("utf-8", "surrogateescape")
    code_again, piped, said = streams("utf-8", [*asked, "-"])
    assert code == code_again
    seconds = re.compile(r"\d+\.\d s")
    assert seconds.sub("", piped) == seconds.sub("", written)  # and nothing else
    assert seconds.sub("", said) == seconds.sub("", reported.replace("file:", "-:"))
    assert not Path("-").exists()


def test_searches_saved_to_the_standard_output(commands: CommandLine) -> None:
    asked = "guarantees labels-stay-half --search 0.05 --save -"
    said = commands(asked)
    assert said.code in (0, 1)
    assert [one["id"] for one in json.loads(said.out)] == ["labels-stay-half"]
    assert "labels-stay-half" in said.err
    assert commands(f"{asked} --resume").code == 2


def test_results_saved_to_the_standard_output_can_be_shown(tmp_path: Path, commands: CommandLine) -> None:
    saved = commands.printed("reproduce mae --dataset balance --method OLM --folds 2 --partitions 1 --save -")
    (tmp_path / "saved.json").write_text(saved, encoding="utf-8")
    assert list(read_results(tmp_path / "saved.json").runs) == ["OLM"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "bench --stored - --chart - --attributes-chart -",
            "only one file can be -, the standard output, got --chart and --attributes-chart",
        ),
        (
            "evaluate --dataset balance --method OLM --out -",
            "a database cannot be the standard output; for a file of that name say ./-",
        ),
    ],
)
def test_one_file_at_a_time_and_no_database_goes_to_the_standard_output(
    line: str, message: str, commands: CommandLine
) -> None:
    assert message in commands.refused(line)


# --- Completion -------------------------------------------------------------------------------------------


def completed(line: str, folder: Path) -> list[str]:
    """What argcomplete offers at the end of a line, asked as a shell asks it."""
    answers = folder / "answers"
    asked = environment(
        _ARGCOMPLETE="1",
        _ARGCOMPLETE_STDOUT_FILENAME=str(answers),
        _ARGCOMPLETE_IFS="\n",
        COMP_LINE=line,
        COMP_POINT=str(len(line)),
    )
    python("-m", "monfknn_ref", env=asked, cwd=folder, check=True)
    return sorted(offered.strip() for offered in answers.read_text(encoding="utf-8").split("\n"))


@pytest.mark.system
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("pre", ["predict"]),
        ("--v", ["--version"]),
        ("", [*COMMANDS, "-h", "--help", "--version"]),
        ("predict --im", ["--implementation"]),
        ("predict --implementation ", ["reference", "stdlib", "numpy"]),
        ("predict --train ca", ["cars.csv"]),
        ("evaluate --dataset ca", ["car", "cars.csv"]),
        ("certify MonFk", ["MonFkNN-PM", "MonFkNN-AM"]),
        ("reproduce wil", ["wilcoxon"]),
        ("crosscheck --family own-", ["own-range"]),
    ],
)
def test_a_shell_completes_commands_options_and_values(
    words: str, offered: list[str], tmp_path: Path
) -> None:
    pytest.importorskip("argcomplete")
    (tmp_path / "cars.csv").touch()
    assert completed(f"monfknn-ref {words}", tmp_path) == sorted(offered)


@pytest.mark.system
def test_every_option_of_every_command_is_completed(tmp_path: Path) -> None:
    pytest.importorskip("argcomplete")
    for command, parser in parsers_of_commands().items():
        options = [option for action in vars(parser)["_actions"] for option in action.option_strings]
        assert completed(f"monfknn-ref {command} -", tmp_path) == sorted(options)


# --- Options ----------------------------------------------------------------------------------------------


def parsers_of_commands() -> dict[str, argparse.ArgumentParser]:
    """The parser of each command, of which argparse has no public list."""
    [commands] = [one for one in vars(build_parser())["_actions"] if isinstance(one.choices, dict)]
    return dict(commands.choices)


def test_options_stay_few() -> None:
    """Those of all commands together, without --help."""
    actions = [action for parser in parsers_of_commands().values() for action in vars(parser)["_actions"]]
    assert sum(bool(action.option_strings) and action.dest != "help" for action in actions) <= 181
