"""Run tasks: on one core or several or on a cluster, in any order, with the same results.

A task is any object with an `identity`, a dictionary that tells it from all others, and `carry_out()`, which
returns something JSON can hold. Tasks are sent to other processes, so they must pickle; nothing they return
may depend on what else was run. It may say of what `kind` it is, and how many `expected_seconds` it takes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from monfknn_ref.data.files import PathLike
from monfknn_ref.evaluation.executors import open_workers
from monfknn_ref.evaluation.finished_tasks import Store, text_of_task
from monfknn_ref.evaluation.progress import Progress, kind_of

__all__ = ["Task", "TaskError", "run"]

LOOK_AGAIN = 0.2
"""Seconds until the next look at what other runs have finished."""


class TaskError(ValueError):
    """A task has no result; the message says which, and why."""


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
