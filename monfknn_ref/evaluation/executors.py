"""Where independent pieces of work are carried out: here, in processes of this machine, or on a Dask cluster.

Behind each stands an executor in the manner of `concurrent.futures`. Results do not depend on which it is: a
piece of work is a function of a module, called with arguments that pickle, and knows nothing of the others.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from monfknn_ref.model.checks import check_whole, install_command

MOST_JOBS = 500
LOOK_AFTER = 2.0
"""Seconds after which a look is taken whether anybody is still at work."""
SECONDS_TO_CONNECT = 10
SECONDS_WITHOUT_WORKERS = 60

Item = TypeVar("Item")


class Workers:
    """An executor, and how many pieces of work it takes at a time.

    Work is handed over as it is needed, so that a run may have more of it than fits into memory.
    """

    def __init__(
        self,
        executor: Executor,
        count: int,
        share: Callable[[Any], Any] = lambda thing: thing,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self.executor, self.count, self.share, self.check = executor, count, share, check
        self.ahead = 2 * count if count > 1 else 1

    def as_finished(
        self, function: Callable[..., Any], items: Iterable[Item], *shared: Any
    ) -> Iterator[tuple[Item, Any]]:
        """Each item with what the function makes of it, in the order in which they are done.

        What else the function is to be given, the same for all items, is made by `share`.
        """
        return self.finished(function, items, shared, list)

    def in_order(self, function: Callable[..., Any], items: Iterable[Any], *shared: Any) -> Iterator[Any]:
        """What the function makes of each item, in the order of the items."""
        found = self.finished(function, items, shared, lambda running: [next(iter(running))])
        return (result for _, result in found)

    def finished(
        self,
        function: Callable[..., Any],
        items: Iterable[Item],
        shared: tuple[Any, ...],
        awaited: Callable[[Iterable[Future[Any]]], list[Future[Any]]],
    ) -> Iterator[tuple[Item, Any]]:
        """Each item and its result; `awaited` says which of the running pieces of work may come next."""
        running: dict[Future[Any], Item] = {}
        waiting = iter(items)
        try:
            while True:
                for item in islice(waiting, self.ahead - len(running)):
                    running[self.executor.submit(function, item, *shared)] = item
                if not running:
                    return
                done = wait(awaited(running), LOOK_AFTER, FIRST_COMPLETED).done
                for future in done:
                    yield running.pop(future), result_of(future)
                if not done:
                    self.check()
        finally:
            for future in running:
                future.cancel()


def result_of(future: Future[Any]) -> Any:
    """What came out, or what went wrong."""
    try:
        return future.result()
    except BrokenProcessPool:
        raise OSError("a worker process was ended from outside; what was finished is kept") from None
    except Exception as error:
        if type(error).__name__ == "KilledWorker":
            raise OSError(f"workers of the cluster ended while they were at work: {error}") from None
        raise


def open_workers(jobs: int = 1, dask: str | None = None) -> AbstractContextManager[Workers]:
    """So many processes of this machine, this one if it is one, or those of the cluster at an address.

    >>> with open_workers() as workers:
    ...     list(workers.in_order(abs, [-2, 3]))
    [2, 3]
    """
    check_whole("jobs", jobs, 1, MOST_JOBS)
    if dask is not None:
        return cluster(dask)
    return nullcontext(Workers(Here(), 1)) if jobs == 1 else processes(jobs)


class Here(Executor):
    """Carries out each piece of work at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


# --- Processes of this machine ----------------------------------------------------------------------------


class Processes(ProcessPoolExecutor):
    """Processes that a Ctrl-C on the terminal does not reach: the first process sees to their end."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with interrupted_later():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def interrupted_later() -> Iterator[None]:
    """Let a Ctrl-C wait while processes are started, so that none is left half started: they begin with the
    signal blocked, and this process hears of it afterwards."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread is ever interrupted
        return
    came: list[int] = []
    earlier = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    blocks = hasattr(signal, "pthread_sigmask")
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]) if blocks else set()
    try:
        yield
    finally:
        if blocks:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, earlier if earlier is not None else signal.SIG_DFL)
        if came:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def processes(jobs: int) -> Iterator[Workers]:
    """Worker processes; when the block ends with an error, or with Ctrl-C, they end at once."""
    context = multiprocessing.get_context("spawn")  # the way that works alike on every system
    heard, held = context.Pipe(duplex=False)
    pool = Processes(jobs, context, initializer=start_worker, initargs=(heard,))
    close_queue = queue_closer(pool)
    try:
        yield Workers(pool, jobs, Shared)
        pool.shutdown()
    finally:
        held.close()
        close_queue()
        pool.shutdown(cancel_futures=True)
        heard.close()


def queue_closer(pool: ProcessPoolExecutor) -> Callable[[], None]:
    """A way to let nobody wait until work is taken that nobody is left to take. Before Python 3.11.5 the pool
    does not see to that itself, and would never end; its own threads may close the same pipe at the same
    moment, so one waits for the other."""
    if sys.version_info >= (3, 11, 5):
        return lambda: None
    reader, lock = vars(vars(pool)["_call_queue"])["_reader"], threading.Lock()
    close_reader = reader.close

    def close() -> None:
        with lock:
            close_reader()  # does nothing the second time

    reader.close = close
    return close


def start_worker(heard: Connection) -> None:
    """Work until the first process lets go of its end of a pipe, or has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with, args=(heard,), daemon=True).start()


def end_with(heard: Connection) -> None:
    """Wait for the other end of a pipe to be closed, and end in the middle of whatever is going on."""
    try:
        heard.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)


class Shared:
    """Something that every piece of work needs; a process that is sent it again knows it already."""

    def __init__(self, thing: Any) -> None:
        try:
            self.key, self.content = secrets.token_hex(8), pickle.dumps(thing)
        except Exception as error:  # classes say in many ways that they do not pickle
            why = f"{type(error).__name__}: {error}"
            raise TypeError(
                f"what other processes work with must pickle, got one that does not ({why})"
            ) from None

    def __reduce__(self) -> tuple[Any, ...]:
        return known, (self.key, self.content)  # it arrives as the thing itself


KNOWN: dict[str, Any] = {}
"""What this process was sent last."""


def known(key: str, content: bytes) -> Any:
    if key not in KNOWN:
        KNOWN.clear()
        KNOWN[key] = pickle.loads(content)
    return KNOWN[key]


# --- A Dask cluster ---------------------------------------------------------------------------------------


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of a Dask scheduler; work of a worker that ends is given to another."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise ImportError(
            "a cluster needs the package distributed, got no such module; "
            f"{install_command('cluster')} brings it"
        ) from None
    try:
        client = distributed.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except Exception as error:  # addresses can be wrong in many ways
        why = str(error) or type(error).__name__
        raise OSError(
            "the cluster must be the address of a Dask scheduler, such as tcp://HOST:8786, "
            f"got {address!r} ({why})"
        ) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
        except Exception:
            raise OSError(
                f"the scheduler at {address} has no workers; start some with: dask worker {address}"
            ) from None
        check_versions(client)
        count = sum(client.nthreads().values())
        seen = [time.monotonic()]

        def check() -> None:
            """Refuse to wait for a cluster without workers for ever."""
            if client.status == "running" and client.nthreads():
                seen[0] = time.monotonic()
            elif time.monotonic() - seen[0] > SECONDS_WITHOUT_WORKERS:
                raise OSError(f"the cluster at {address} has no workers left; what was finished is kept")

        def share(thing: Any) -> Any:
            return client.scatter(thing, broadcast=True, hash=False)

        executor = client.get_executor(pure=False)
        try:
            yield Workers(executor, count, share, check)
        finally:
            executor.shutdown(wait=False)


def check_versions(client: Any) -> None:
    """Every worker must run this package in this version, or results would depend on where work is done."""
    ours = package_version()
    try:
        theirs = client.run(package_version)
    except Exception as error:
        raise OSError(
            f"the workers of the cluster must have monfknn-ref {ours} installed, got {error!r}"
        ) from None
    for worker, version in theirs.items():
        if version != ours:
            raise OSError(
                f"the workers of the cluster must have monfknn-ref {ours} installed, "
                f"got {version} at {worker}"
            )


def package_version() -> str:
    return str(import_module("monfknn_ref").__version__)
