"""A task for tests of what runs tasks and keeps their results."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Square:
    """A task that leaves a trace in a folder each time it is carried out."""

    number: int
    folder: Path

    @property
    def identity(self) -> dict[str, Any]:
        return {"square": self.number}

    def carry_out(self) -> int:
        (self.folder / f"{self.number}-{time.monotonic_ns()}").touch()
        return self.number**2


def carried_out(folder: Path) -> list[int]:
    """The numbers of the squares that were carried out."""
    return sorted(int(path.name.split("-")[0]) for path in folder.iterdir())
