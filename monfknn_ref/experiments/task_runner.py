"""Run tasks: on one core or several or on a cluster, in any order, with the same results.

A task is any object with an `identity`, a dictionary that tells it from all others, and `carry_out()`, which
returns something JSON can hold. Tasks are sent to other processes, so they must pickle; nothing they return
may depend on what else was run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TextIO, TypeVar

from monfknn_ref.executors import open_workers
from monfknn_ref.experiments.finished_tasks import Store, text_of_task
from monfknn_ref.files import PathLike

__all__ = ["Progress", "Task", "run"]

LOOK_AGAIN = 0.2
"""Seconds until the next look at what other runs have finished."""


class Task(Protocol):
    """A piece of work on its own."""

    @property
    def identity(self) -> Mapping[str, Any]: ...

    def carry_out(self) -> Any: ...


AnyTask = TypeVar("AnyTask", bound=Task)


def run(
    tasks: Sequence[AnyTask],
    jobs: int = 1,
    out: PathLike | None = None,
    report: Callable[[AnyTask, Any, int], None] | None = None,
    dask: str | None = None,
) -> list[Any]:
    """The results of the tasks, in their order; a task that is there twice is carried out once.

    Tasks whose result the file `out` already has are not run again, and each new result is added to it as
    soon as it is there. `report` is told of each task in the order in which they finish: the task, its
    result, and how many tasks are still to be done. They are carried out by so many processes, or by the Dask
    cluster at the address `dask`.
    """
    with Store(out) as store, open_workers(jobs, dask) as workers:
        waiting = {text_of_task(task.identity): task for task in tasks if task.identity not in store}
        while waiting:
            for task, result in workers.as_finished(carry_out, claimed(waiting, store)):
                store.add(task.identity, result)
                del waiting[text_of_task(task.identity)]
                if report is not None:
                    report(task, result, len(waiting))
            if waiting:  # other runs are about to finish these
                time.sleep(LOOK_AGAIN)
        return [store[task.identity] for task in tasks]


def claimed(waiting: dict[str, AnyTask], store: Store) -> Iterator[AnyTask]:
    """The tasks that this run is to carry out; those that another one has finished wait no longer."""
    for text, task in list(waiting.items()):
        if store.claim(task.identity):
            yield task
        elif task.identity in store:
            del waiting[text]


def carry_out(task: Task) -> Any:
    return task.carry_out()


class Progress:
    """A line on the terminal that says how far a run is; nothing where the output is no terminal."""

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self.total = total
        self.stream = sys.stderr if stream is None else stream
        self.shown = self.stream.isatty()
        self.start = time.monotonic()
        self.done = 0

    def step(self, what: str, left: int) -> None:
        """One more task is done, `what` in words."""
        self.done += 1
        if self.shown:
            seconds = (time.monotonic() - self.start) / self.done * left
            text = f"{self.total - left} of {self.total}, about {seconds:.0f} s left: {what}"
            self.stream.write(f"\r\x1b[K{text[:100]}")
            self.stream.flush()

    def line(self, text: str) -> None:
        """A line that stays."""
        if self.shown:
            self.stream.write(f"\r\x1b[K{text}\n")
            self.stream.flush()

    def close(self) -> None:
        if self.shown and self.done:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
