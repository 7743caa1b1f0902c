"""The command line as a new user meets it: in a fresh clone, with nothing installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from monfknn_ref import example
from monfknn_ref.commands import COMMANDS, main

ROOT = Path(__file__).resolve().parents[2]


def bare(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in an interpreter without site-packages, from the root of the clone."""
    return subprocess.run(
        [sys.executable, "-S", "-m", "monfknn_ref", *arguments], capture_output=True, text=True, cwd=ROOT
    )


@pytest.mark.system
def test_tour_passes_every_check_within_ten_seconds() -> None:
    before = os.times().children_user
    result = bare()
    assert result.returncode == 0, result.stderr
    assert f"{len(example.CLAIMS)} of {len(example.CLAIMS)} checks passed." in result.stdout
    assert "FAILED" not in result.stdout
    assert "MonFkNN-AM on 200 new rows" in result.stdout
    assert result.stderr == ""
    assert os.times().children_user - before < 10  # processor time: others may be busy here


def test_tour_exits_with_1_when_a_check_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failing = [*example.CLAIMS[:-1], example.CLAIMS[-1]._replace(holds=lambda: False)]
    monkeypatch.setattr("monfknn_ref.commands.tour.CLAIMS", failing)
    assert main(["tour"]) == 1
    printed = capsys.readouterr().out
    assert f"{len(failing) - 1} of {len(failing)} checks passed." in printed
    assert printed.count("FAILED") == 1


@pytest.mark.system
def test_help_names_every_command() -> None:
    result = bare("--help")
    assert result.returncode == 0
    for name in COMMANDS:
        assert re.search(rf"^    {name}\s", result.stdout, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_shows_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([name, "--help"])
    assert stop.value.code == 0
    assert "example:\n  python -m monfknn_ref" in capsys.readouterr().out


@pytest.mark.system
@pytest.mark.parametrize(
    "arguments", [["explain"], ["explain", "--json"], ["crosscheck", "--list"], ["--help"]]
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_goes_away_is_no_error(arguments: list[str], unbuffered: str) -> None:
    command = [sys.executable, "-S", "-m", "monfknn_ref", *arguments]
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
    with open("/dev/full", "w", encoding="utf-8") as full:
        result = subprocess.run(
            [sys.executable, "-S", "-m", "monfknn_ref", "explain"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": ""},
        )
    assert result.returncode == 2
    assert result.stderr.startswith("monfknn-ref explain: ") and result.stderr.count("\n") == 1


@pytest.mark.system
def test_an_unknown_command_is_refused() -> None:
    result = bare("no-such-command")
    assert result.returncode == 2
    assert "invalid choice: 'no-such-command'" in result.stderr


@pytest.mark.parametrize("command", ["explain", "predict"])
def test_numbers_may_be_fractions_but_not_divided_by_nothing(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "train.csv"
    path.write_text("a,b,label\n1,2,0\n3,4,1\n", encoding="utf-8")
    asked = [command, "--train", str(path), "--query", "2,2", "--typeRange", "outRange"]
    assert main([*asked, "--pOR", "1/3"]) == 0
    with pytest.raises(SystemExit) as stop:
        main([*asked, "--pOR", "1/0"])
    assert stop.value.code == 2
    assert "argument --pOR: a number must not be divided by 0, got '1/0'" in capsys.readouterr().err
