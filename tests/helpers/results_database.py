"""A database of results, read without the code under test while others write to it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path


def rows(path: Path) -> dict[str, str]:
    """What the database has, task by task."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        return dict(database.execute("SELECT task, result FROM results"))


def finished(path: Path) -> int:
    """How many results there are."""
    try:
        return len(rows(path))
    except sqlite3.Error:  # not there yet, or just being written
        return 0


def wait_for(condition: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)
