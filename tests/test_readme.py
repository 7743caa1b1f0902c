"""The README says what is true: its examples run, its commands are the ones CI runs, its output is real."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()


def test_examples_run() -> None:
    failures, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 8
    assert failures == 0


def test_the_two_commands_are_the_ones_of_ci() -> None:
    commands = re.findall(r"^\$ (.+)$", README, flags=re.MULTILINE)
    ci = (ROOT / ".ci" / "run").read_text().splitlines()
    assert len(commands) == 2
    assert all(command in ci for command in commands)


def test_the_output_shown_is_printed() -> None:
    block = re.search(r"^\$ python3 -m monfknn_ref\n(.+?)```", README, flags=re.MULTILINE | re.DOTALL)
    assert block is not None
    printed = subprocess.run(
        [sys.executable, "-m", "monfknn_ref"], capture_output=True, text=True, cwd=ROOT, check=True
    ).stdout.splitlines()
    for line in block[1].splitlines():
        assert line == "  ..." or line in printed
