"""Run tasks: on one core or several, in any order, with the same results.

A task is any object with an `identity`, a dictionary that tells it from all others, and `carry_out()`, which
returns something JSON can hold. Tasks are sent to other processes, so they must pickle; nothing they return
may depend on what else was run.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TextIO, TypeVar

from monfknn_ref.data.columns import PathLike
from monfknn_ref.experiments.finished_tasks import Store, text_of_task
from monfknn_ref.validation import check_whole

__all__ = ["Progress", "Task", "run"]


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
) -> list[Any]:
    """The results of the tasks, in their order; a task that is there twice is carried out once.

    Tasks whose result the file `out` already has are not run again, and each new result is added to it as
    soon as it is there. `report` is told of each task in the order in which they finish: the task, its
    result, and how many tasks are still to be done.
    """
    check_whole("jobs", jobs, 1)
    with Store(out) as store:
        waiting = {text_of_task(task.identity): task for task in tasks if task.identity not in store}
        left = len(waiting)
        for task, result in finished(list(waiting.values()), jobs):
            store.add(task.identity, result)
            left -= 1
            if report is not None:
                report(task, result, left)
        return [store[task.identity] for task in tasks]


def finished(tasks: Sequence[AnyTask], jobs: int) -> Iterator[tuple[AnyTask, Any]]:
    """Each task with its result as it comes."""
    if jobs == 1 or len(tasks) < 2:
        for task in tasks:
            yield task, task.carry_out()
        return
    context = multiprocessing.get_context("spawn")  # the way that works alike on every system
    with ProcessPoolExecutor(min(jobs, len(tasks)), context, initializer=start_worker) as pool:
        futures = {pool.submit(carry_out, task): task for task in tasks}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BrokenProcessPool:
            raise OSError("a worker process was ended from outside; what was finished is kept") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def start_worker() -> None:
    """Ctrl-C reaches all processes of a terminal; the first one sees to it, after what is running. When the
    first one is killed there is nobody left to work for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait until the process that started this one has ended, and end at once."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


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
