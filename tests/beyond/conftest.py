"""What several tests of commands need."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from monfknn_ref.commands import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command: its exit code, its output, its errors."""

    def run_command(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run_command
