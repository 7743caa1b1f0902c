"""Run tasks: on one core or several or on a cluster, in any order, with the same results.

A task is any object with an `identity`, a dictionary that tells it from all others, and `carry_out()`, which
returns something JSON can hold. Tasks are sent to other processes, so they must pickle; nothing they return
may depend on what else was run. A task may say of what `kind` it is.
"""

from __future__ import annotations

import math
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TextIO, TypedDict, TypeVar

from monfknn_ref.data.files import PathLike
from monfknn_ref.evaluation.executors import open_workers
from monfknn_ref.evaluation.finished_tasks import Store, text_of_task

LOOK_AGAIN = 0.2
"""Seconds until the next look at what other runs have finished."""
MINUTE = 60.0
"""Seconds between two lines of progress where there is no terminal."""
WIDTH = 100


class TaskError(ValueError):
    """A task has no result; the message says which, and why."""


class Task(Protocol):
    """A piece of work on its own."""

    @property
    def identity(self) -> Mapping[str, Any]: ...

    def carry_out(self) -> Any: ...


class How(TypedDict, total=False):
    """How tasks are carried out: what those that run some of them hand on to `run`."""

    jobs: int
    out: PathLike | None
    dask: str | None
    progress: Progress | None


AnyTask = TypeVar("AnyTask", bound=Task)


def run(
    tasks: Sequence[AnyTask],
    jobs: int = 1,
    out: PathLike | None = None,
    report: Callable[[AnyTask, Any, int], None] | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
    failures: dict[Hashable, str] | None = None,
) -> list[Any]:
    """The results of the tasks, in their order; a task that is there twice is carried out once.

    Tasks whose result the file `out` already has are not run again, and each new result is added to it as
    soon as it is there. `report` is told of each task in the order in which they finish: the task, its
    result, and how many tasks are still to be done. They are carried out by so many processes, or by the Dask
    cluster at the address `dask`. The first task of each kind comes first, which shows early what fails and
    how long the others will take.

    A task that fails ends the run. Where `failures` is given, it takes the reason instead, under the task's
    kind; no other task of that kind is carried out, and the results of those that were not are None.
    """
    progress = Progress(quiet=True) if progress is None else progress
    with Store(out) as store, open_workers(jobs, dask) as workers:
        waiting = {
            text_of_task(task.identity): task for task in firsts_first(tasks) if task.identity not in store
        }
        stored = len({text_of_task(task.identity) for task in tasks}) - len(waiting)
        progress.begin(list(waiting.values()), stored, workers.count)
        try:
            while waiting:
                for task, outcome in workers.as_finished(carry_out, claimed(waiting, store)):
                    waiting.pop(text_of_task(task.identity), None)
                    if outcome.failure:
                        give_up(task, outcome.failure, waiting, failures)
                        progress.give_up(kind_of(task))
                        continue
                    store.add(task.identity, outcome.result)
                    progress.step(task, outcome.seconds)
                    if report is not None:
                        report(task, outcome.result, len(waiting))
                if waiting:  # other runs are about to finish these
                    time.sleep(LOOK_AGAIN)
        finally:
            progress.close()
        return [store.found.get(text_of_task(task.identity)) for task in tasks]


def firsts_first(tasks: Sequence[AnyTask]) -> list[AnyTask]:
    """The first task of each kind, then all others."""
    firsts = {kind_of(task): task for task in reversed(tasks)}
    chosen = list(dict.fromkeys(kind_of(task) for task in tasks))
    others = [task for task in tasks if task is not firsts[kind_of(task)]]
    return [*(firsts[kind] for kind in chosen), *others]


def give_up(
    task: AnyTask, why: str, waiting: dict[str, AnyTask], failures: dict[Hashable, str] | None
) -> None:
    """Note that a task has failed, and carry out no other of its kind."""
    if failures is None:
        raise TaskError(why)
    failures.setdefault(kind_of(task), why)
    for text, other in list(waiting.items()):
        if kind_of(other) == kind_of(task):
            del waiting[text]


def claimed(waiting: dict[str, AnyTask], store: Store) -> Iterator[AnyTask]:
    """The tasks that this run is to carry out; those that another one has finished wait no longer."""
    for text, task in list(waiting.items()):
        if text not in waiting:  # given up in the meantime
            continue
        if store.claim(task.identity):
            yield task
        elif task.identity in store:
            waiting.pop(text, None)


class Outcome(NamedTuple):
    """What came of a task: its result, or why there is none, and how long it took."""

    result: Any
    failure: str
    seconds: float


def carry_out(task: Task) -> Outcome:
    start = time.perf_counter()
    try:
        result, failure = task.carry_out(), ""
    except TaskError as error:
        result, failure = None, str(error)
    return Outcome(result, failure, time.perf_counter() - start)


# --- How far it is ----------------------------------------------------------------------------------------


def readable_time(seconds: float) -> str:
    """A span of time in units that a person uses.

    >>> [readable_time(seconds) for seconds in (0.2, 19.6, 200, 3600, 7500, 90_000)]
    ['1 s', '20 s', '3 min 20 s', '1 h', '2 h 5 min', '1 d 1 h']
    """
    left = max(1, round(seconds))
    if left >= 3600:
        left = round(left / 60) * 60
    if left >= 86_400:
        left = round(left / 3600) * 3600
    parts = []
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)):
        if left >= size:
            parts.append(f"{left // size} {unit}")
            left %= size
    return " ".join(parts[:2])


class Progress:
    """Says how many tasks a run has, and how long the rest takes as soon as the first of each kind are done.

    On a terminal that is a line that changes; elsewhere, in a log for example, there is a line each minute.
    """

    def __init__(
        self, quiet: bool = False, stream: TextIO | None = None, period: float = MINUTE, unit: str = "fold"
    ) -> None:
        self.quiet, self.period, self.unit = quiet, period, unit
        self.stream = sys.stderr if stream is None else stream
        self.terminal = self.stream.isatty()
        self.left: Counter[Hashable] = Counter()
        self.seconds: dict[Hashable, list[float]] = {}
        self.total, self.workers, self.what = 0, 1, ""
        self.ended = threading.Event()

    def begin(self, tasks: Sequence[Any], stored: int = 0, workers: int = 1) -> None:
        """These are to be carried out by so many workers; others are stored already."""
        self.total, self.workers = len(tasks), workers
        self.left = Counter(kind_of(task) for task in tasks)
        if not tasks:
            self.say(f"Nothing is left to run: all {stored} {self.unit}s are stored.")
            return
        kept = f", {stored} more are stored" if stored else ""
        folds = f"{self.total} {self.unit}{'s' if self.total > 1 else ''} to run{kept}"
        self.say(f"{folds}; the first ones will show how long it takes.")
        if not self.quiet and not self.terminal:
            threading.Thread(target=self.each_minute, daemon=True).start()

    def step(self, task: Any, seconds: float) -> None:
        """A task is done that took so many seconds."""
        kind = kind_of(task)
        first_of_its_kind = kind not in self.seconds
        self.seconds.setdefault(kind, []).append(seconds)
        self.left[kind] -= 1
        self.what = " on ".join(map(str, kind)) if isinstance(kind, tuple) else str(kind)
        if self.terminal and not self.quiet:
            self.stream.write(f"\r\x1b[K{self.line()[:WIDTH]}")
            self.stream.flush()
        elif first_of_its_kind and self.left.keys() <= self.seconds.keys() and self.remaining() >= 1:
            self.say(self.line())

    def give_up(self, kind: Hashable) -> None:
        """No more tasks of this kind will be carried out."""
        self.total -= self.left.pop(kind, 0)

    def close(self) -> None:
        self.ended.set()
        if self.terminal and not self.quiet and self.total:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def say(self, text: str) -> None:
        """A line that stays."""
        if not self.quiet:
            self.stream.write(f"{text}\n")
            self.stream.flush()

    def each_minute(self) -> None:
        while not self.ended.wait(self.period):
            self.say(self.line())

    def remaining(self) -> float:
        """The seconds that are left, by what tasks of the same kind have taken, or else all tasks so far."""
        means = {kind: math.fsum(of) / len(of) for kind, of in self.seconds.items()}
        of_any = math.fsum(means.values()) / len(means)
        left = math.fsum(count * means.get(kind, of_any) for kind, count in self.left.items())
        return left / self.workers

    def line(self) -> str:
        """How far the run is."""
        done = self.total - sum(self.left.values())
        if not done:
            return f"0 of {self.total} {self.unit}s, at work on the first"
        left = f"about {readable_time(self.remaining())} left" if done < self.total else "done"
        return f"{done} of {self.total} {self.unit}s, {left}: {self.what}"


def kind_of(task: Any) -> Hashable:
    """What a task has in common with others that take about the same time, and fail together."""
    kind: Hashable = getattr(task, "kind", "")
    return kind
