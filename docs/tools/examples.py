"""The examples of a page: doctests in its code blocks, commands with their output, files it has one write."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

from tools.sources import ROOT

FENCE = re.compile(
    r"^(?P<indent>[ ]*)```[ ]*(?P<language>\w+)?(?P<options>[^\n]*)\n(?P<body>.*?)^(?P=indent)```[ ]*$",
    re.MULTILINE | re.DOTALL,
)
TITLE = re.compile(r'title="([\w-]+\.\w+)"')


@dataclass(frozen=True)
class File:
    """A file that the page shows in full and has one write."""

    name: str
    text: str


@dataclass(frozen=True)
class Command:
    """A command line and the output shown under it; a line `...` stands for any number of lines."""

    line: str
    shown: list[str]


def needs(page: str) -> list[str]:
    """The modules without which the page's examples do not run: `needs` of its front matter."""
    match = re.match(r"---\n(?:.*\n)*?needs: (\S+)\n(?:.*\n)*?---\n", page)
    return match[1].split(",") if match else []


def run_doctests(page: str, name: str) -> tuple[int, str]:
    """Run the examples of a page in one namespace; how many there were, and what failed in words."""
    text = re.sub(r"^[ ]*```.*$", "", page, flags=re.MULTILINE)  # a fence would pass for expected output
    test = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, name, name, 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test, out=report.append)
    return len(test.examples), "".join(report)


def steps(page: str) -> list[File | Command]:
    """What a reader is to do: write the files with a bare name as title, run the `console` blocks."""
    found: list[File | Command] = []
    for match in FENCE.finditer(page):
        body = textwrap.dedent(match["body"])
        title = TITLE.search(match["options"])
        if title:
            found.append(File(title[1], body))
        elif match["language"] == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                line, *shown = part.rstrip("\n").split("\n")
                found.append(Command(line, shown))
    return found


def run_commands(page: str, folder: Path) -> tuple[int, str]:
    """Do what the page says in a folder; how many commands there were, and what differs in words."""
    report = []
    run = 0
    for step in steps(page):
        if isinstance(step, File):
            (folder / step.name).write_text(step.text, encoding="utf-8")
        else:
            run += 1
            report += differences(step, folder)
    return run, "\n".join(report)


def differences(command: Command, folder: Path) -> list[str]:
    """What the command prints in the folder beside what the page shows; nothing when they are the same."""
    printed = subprocess.run(
        re.sub(r"\bpython3?(?= )", sys.executable, command.line),
        shell=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ).stdout.rstrip("\n")
    rows = [r"(?:.*\n)*?.*" if row.strip() == "..." else re.escape(row) for row in command.shown]
    if re.fullmatch("\n".join(rows), printed):
        return []
    return [f"$ {command.line}", "printed:", printed, "the page shows:", *command.shown]
