"""The README says what is true: its examples run, its commands are the ones CI runs, its output is real."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_examples_run() -> None:
    failures, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 8
    assert failures == 0


def test_the_two_commands_are_the_ones_of_ci() -> None:
    commands = re.findall(r"^\$ (.+)$", README, flags=re.MULTILINE)
    ci = [line.strip() for line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()]
    assert len(commands) == 2
    assert all(command in ci for command in commands)


def links(text: str) -> list[str]:
    """Where the links and pictures of a text in Markdown lead."""
    code = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
    inline = re.findall(r"\]\(\s*<?([^)\s>]+)", code)
    return inline + re.findall(r"""(?:href|src)=["']([^"']+)|^\[[^]]+\]:\s*(\S+)""", code, flags=re.MULTILINE)


def test_links_work_on_a_package_index_too() -> None:
    """There is no folder beside the text on an index: a link to a file would lead nowhere."""
    assert [link for link in links(README) if not link.startswith("https://")] == []
    assert links("[a](b.md) `[c](d)` ![e](https://f)") == ["b.md", "https://f"]


def test_the_output_shown_is_printed() -> None:
    block = re.search(r"^\$ python3 -m monfknn_ref\n(.+?)```", README, flags=re.MULTILINE | re.DOTALL)
    assert block is not None
    printed = subprocess.run(
        [sys.executable, "-m", "monfknn_ref"], capture_output=True, text=True, cwd=ROOT, check=True
    ).stdout.splitlines()
    for line in block[1].splitlines():
        assert line == "  ..." or line in printed
