"""Finished pieces of work kept in a file, so that a run that was killed goes on where it stopped.

The file has one line of JSON for each finished task, {"task": what it was, "result": what came out}, after a
first line that says what the file is. A line is written at once when its task is done; a last line cut short
by a kill is dropped, and its task is done again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from monfknn_ref.data import DataError
from monfknn_ref.data.columns import PathLike

__all__ = ["Store", "text_of_task"]

FIRST_LINE = '{"file": "monfknn_ref results, one finished task a line"}\n'


def text_of_task(identity: Mapping[str, Any]) -> str:
    """What tells one task from another, the same text for the same task.

    >>> text_of_task({"b": 1, "a": "x"})
    '{"a": "x", "b": 1}'
    """
    return json.dumps(identity, sort_keys=True)


class Store:
    """The results in a file, or in memory only when there is no path; to be used in a `with` block."""

    def __init__(self, path: PathLike | None = None) -> None:
        self.path = None if path is None else Path(path)
        self.found: dict[str, Any] = {}
        self.file: int | None = None

    def __enter__(self) -> Store:
        if self.path is not None:
            end = self.read() if self.path.exists() else 0
            self.file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
            os.ftruncate(self.file, end)
            if not end:
                self.write_line(FIRST_LINE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.file is not None:
            os.close(self.file)
            self.file = None

    def read(self) -> int:
        """Take in the lines of the file; returns the length of its undamaged part."""
        assert self.path is not None
        content = self.path.read_bytes()
        first = FIRST_LINE.encode()
        if not content.startswith(first):
            if first.startswith(content):  # killed while writing the first line
                return 0
            raise DataError(f"{self.path} is not a file of results, and is left as it is")
        end = content.rfind(b"\n") + 1
        for number, line in enumerate(content[len(first) : end].splitlines(), start=2):
            try:
                entry = json.loads(line)
                self.found[text_of_task(entry["task"])] = entry["result"]
            except (ValueError, TypeError, KeyError):
                raise DataError(
                    f"{self.path}, line {number}: expected a finished task as JSON, got {line[:60]!r}"
                ) from None
        return end

    def write_line(self, line: str) -> None:
        """One line in one piece, on the disk before anything else happens."""
        assert self.file is not None
        os.write(self.file, line.encode())
        os.fsync(self.file)

    def __contains__(self, identity: Mapping[str, Any]) -> bool:
        return text_of_task(identity) in self.found

    def __getitem__(self, identity: Mapping[str, Any]) -> Any:
        return self.found[text_of_task(identity)]

    def add(self, identity: Mapping[str, Any], result: Any) -> None:
        """Keep a result, in the file first."""
        if self.file is not None:
            self.write_line(json.dumps({"task": identity, "result": result}) + "\n")
        self.found[text_of_task(identity)] = result
