"""The command line as a new user meets it: in a fresh clone, with nothing installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import ROOT, CommandLine, python

from monfknn_ref import example
from monfknn_ref.commands import COMMANDS

BARE = ["-S", "-m", "monfknn_ref"]
"""The command in an interpreter without site-packages, from the root of the clone."""


@pytest.mark.system
def test_tour_passes_every_check_within_ten_seconds() -> None:
    before = os.times().children_user
    result = python(*BARE)
    assert (result.returncode, result.stderr) == (0, "")
    assert f"{len(example.CLAIMS)} of {len(example.CLAIMS)} checks passed." in result.stdout
    assert "FAILED" not in result.stdout
    assert "MonFkNN-AM on 200 new rows" in result.stdout
    assert os.times().children_user - before < 10  # processor time: others may be busy here


@pytest.mark.system
@pytest.mark.parametrize(
    "line",
    [
        "evaluate --dataset balance --method OLM --folds 2 --quiet",
        "reproduce mae --dataset balance --method PMDT --folds 2 --partitions 1 --quiet",
        "audit",
        "predict --help",
    ],
)
def test_nothing_outside_the_standard_library_is_needed(line: str) -> None:
    result = python(*BARE, *line.split())
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.strip()


def test_tour_exits_with_1_when_a_check_fails(monkeypatch: pytest.MonkeyPatch, commands: CommandLine) -> None:
    failing = [*example.CLAIMS[:-1], example.CLAIMS[-1]._replace(holds=lambda: False)]
    for name, value in (("CLAIMS", failing), ("TRAINING", 30), ("TEST", 20)):
        monkeypatch.setattr(f"monfknn_ref.commands.tour.{name}", value)
    printed = commands.printed("tour", code=1)
    assert f"{len(failing) - 1} of {len(failing)} checks passed." in printed
    assert printed.count("FAILED") == 1


def test_help_names_every_command_and_shows_examples(commands: CommandLine) -> None:
    shown = commands.printed("--help")
    for name in COMMANDS:
        assert re.search(rf"^    {name}\s", shown, re.MULTILINE)
        assert "example:\n  python -m monfknn_ref" in commands.printed(f"{name} --help")


@pytest.mark.system
@pytest.mark.parametrize("line", ["explain", "explain --json", "crosscheck --list", "--help"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_goes_away_is_no_error(line: str, unbuffered: str) -> None:
    command = [sys.executable, *BARE, *line.split()]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.system
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full is needed")
def test_output_that_cannot_be_written_is_exit_code_2() -> None:
    command, environment = [sys.executable, *BARE, "explain"], {**os.environ, "PYTHONUNBUFFERED": ""}
    with open("/dev/full", "w", encoding="utf-8") as full:
        result = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment
        )
    assert result.returncode == 2
    assert result.stderr.startswith("monfknn-ref explain: ") and result.stderr.count("\n") == 1


def test_an_unknown_command_is_refused(commands: CommandLine) -> None:
    said = commands("no-such-command")
    assert said.code == 2
    assert "invalid choice: 'no-such-command'" in said.err


@pytest.mark.parametrize("command", ["explain", "predict"])
def test_numbers_may_be_fractions_but_not_divided_by_nothing(
    command: str, tmp_path: Path, commands: CommandLine
) -> None:
    path = tmp_path / "train.csv"
    path.write_text("a,b,label\n1,2,0\n3,4,1\n", encoding="utf-8")
    asked = f"{command} --train {path} --query 2,2 --typeRange outRange --pOR"
    assert commands(f"{asked} 1/3").code == 0
    said = commands(f"{asked} 1/0")
    assert said.code == 2
    assert "argument --pOR: a number must not be divided by 0, got '1/0'" in said.err
