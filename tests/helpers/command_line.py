"""Commands as a person types them, carried out in this process or in one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from monfknn_ref.commands import main

ROOT = Path(__file__).resolve().parents[2]


class Said(NamedTuple):
    code: int
    out: str
    err: str


class CommandLine:
    """Commands in this process: a line with spaces between its words, and words that have spaces themselves.

    The fixture `commands` is one.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, line: str, *words: str) -> Said:
        self.capsys.readouterr()
        try:
            code = main([*line.split(), *words])
        except SystemExit as end:
            code = int(end.code or 0)
        return Said(code, *self.capsys.readouterr())

    def printed(self, line: str, *words: str, code: int = 0) -> str:
        said = self(line, *words)
        assert said.code == code, said.err
        return said.out

    def found(self, line: str, *words: str, code: int = 0) -> Any:
        """What a command prints as JSON."""
        return json.loads(self.printed(line, *words, code=code))

    def refused(self, line: str, *words: str, code: int = 2) -> str:
        """Why a command could not do its work, in the one line that it prints."""
        said = self(line, *words)
        start = f"monfknn-ref {line.split()[0]}: "
        assert (said.code, said.out, said.err.count("\n")) == (code, "", 1), said
        assert said.err.startswith(start) and said.err.endswith("\n")
        return said.err.removeprefix(start).removesuffix("\n")


def python(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """Python in a process of its own that finds this package, in the folder of the project unless told otherwise."""
    options = {"cwd": ROOT, "timeout": 120, "env": environment()} | options
    return subprocess.run([sys.executable, *arguments], capture_output=True, encoding="utf-8", **options)


def environment(*folders: Path, **variables: str) -> dict[str, str]:
    """That of a process that finds this package, and what is in these folders."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, *folders))), **variables}
