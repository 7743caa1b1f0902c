"""Runs tasks with a store while one call of the C library after the other fails, and checks what is left.

    LD_PRELOAD=faults.so python store_faults.py FOLDER TASKS

For each kind of call the n-th one fails once, n = 1, 2, 3, ..., until a run has no n-th call. After each the
results that a run had told of must be in the file, and a run without faults must come to the right results.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from monfknn_ref.data.files import write_text
from monfknn_ref.evaluation import finished_tasks
from monfknn_ref.evaluation.finished_tasks import Store
from monfknn_ref.evaluation.task_runner import run

WRITES, SYNCS, OPENS, SHORT = 1, 2, 4, 8
KINDS = {"write": WRITES, "short write": WRITES | SHORT, "sync": SYNCS, "open": OPENS, "any": 7}
finished_tasks.PAUSES = (0, 0, 0)


@dataclass(frozen=True)
class Square:
    number: int

    @property
    def identity(self) -> dict[str, Any]:
        return {"square": self.number, "options": "x" * 300}

    def carry_out(self) -> int:
        return self.number**2


def scenarios(folder: Path, tasks: list[Square]) -> dict[str, Callable[[], None]]:
    """What is there when calls begin to fail: nothing, or a store with two results."""
    out = folder / "results"

    def new() -> None:
        pass

    def going_on() -> None:
        run(tasks[:2], out=out)

    return {"new": new, "going on": going_on}


def main(folder: Path, count: int) -> None:
    faults = ctypes.CDLL(None)
    tasks = [Square(number) for number in range(count)]
    out, other = folder / "results", folder / "saved"
    injected = refused = 0
    for name, prepare in scenarios(folder, tasks).items():
        for kind, which in KINDS.items():
            for n in itertools.count(1):
                for path in folder.iterdir():
                    path.unlink()
                write_text(other, "old")
                prepare()
                told = [0, 1] if name != "new" else []
                faults.faults_arm(os.fsencode(folder), which, n)
                try:
                    run(tasks, out=out, report=lambda task, result, left, told=told: told.append(task.number))
                    write_text(other, "new")
                except OSError as error:
                    assert "results" in str(error) or "saved" in str(error), error
                    refused += 1
                happened = faults.faults_count()
                faults.faults_arm(b"", 0, 0)
                if happened < n:
                    break
                injected += 1
                assert other.read_text(encoding="utf-8") in ("old", "new"), (name, kind, n)
                again: list[int] = []
                found = run(
                    tasks, out=out, report=lambda task, result, left, again=again: again.append(task.number)
                )
                assert found == [task.carry_out() for task in tasks], (name, kind, n, found)
                assert not set(again) & set(told), (name, kind, n, told, again)
                with Store(out) as store:
                    assert len(store.found) == count
                left = sorted(path.name for path in folder.iterdir())
                assert left == ["results", "saved"], (name, kind, n, left)
    print(f"{injected} faults, {refused} of them refused, no result lost")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
