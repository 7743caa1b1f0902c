"""A program for node, asked one question after another in lines of JSON."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = Path(__file__).resolve().parents[1] / "programs"


def command(name: str, *options: str) -> list[str]:
    """What starts a program of the folder; without node the test is skipped."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    return [node, str(PROGRAMS / name), *options]


class NodeProgram:
    def __init__(self, name: str, *options: str) -> None:
        self.process = subprocess.Popen(
            command(name, *options),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def ask(self, question: dict[str, Any]) -> Any:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self, last: str = "") -> None:
        self.process.communicate(last, timeout=10)
