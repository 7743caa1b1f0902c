"""How the work is done faster: loops that Numba compiles, and threads that share the blocks of one task.

The extra `jit` brings Numba. Where it is not installed, loops run as they stand. Nothing depends on it but
time: a compiled function is the same function, and the tests run both. MONFKNN_JIT=0 in the environment does
without it.

`n_jobs` is as in scikit-learn. NumPy, SciPy and compiled loops let go of Python's lock while they compute, so
threads are enough. The answers for a block do not depend on the thread that works on it, nor on how many
there are.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, cached_property, update_wrapper
from numbers import Integral
from typing import Any, TypeVar

# --- Loops ----------------------------------------------------------------------------------------------

wanted = os.environ.get("MONFKNN_JIT") != "0"
"""Whether Numba is used where it is there."""


def numba_is_there() -> bool:
    """Whether Numba is installed, works with this NumPy, and is wanted."""
    return wanted and can_be_imported()


@cache
def can_be_imported() -> bool:
    try:
        import numba  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: F401
    except ImportError:
        return False
    return True


@contextmanager
def without_numba() -> Iterator[None]:
    """Do without Numba for a while."""
    global wanted
    before, wanted = wanted, False
    try:
        yield
    finally:
        wanted = before


class Loops:
    """A function of plain loops over arrays, compiled when it is called for the first time.

    >>> @Loops
    ... def total(values):
    ...     result = 0
    ...     for value in values:
    ...         result += value
    ...     return result
    >>> total.as_written([1, 2, 3])
    6
    """

    def __init__(self, as_written: Callable[..., Any]) -> None:
        self.as_written = as_written
        update_wrapper(self, as_written)

    def __call__(self, *arguments: Any) -> Any:
        return self.compiled(*arguments) if numba_is_there() else self.as_written(*arguments)

    @cached_property
    def compiled(self) -> Any:
        import numba

        try:
            return numba.njit(nogil=True, cache=True)(self.as_written)
        except RuntimeError:  # there is no place to keep machine code
            return numba.njit(nogil=True)(self.as_written)


# --- Threads --------------------------------------------------------------------------------------------

Part = TypeVar("Part")
Found = TypeVar("Found")


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Threads:
    """So many threads as `n_jobs` asks for.

    None is 1, unless `joblib.parallel_config` of joblib says otherwise; -1 is one for each
    processor, -2 one less, and so on.

    >>> Threads(None).count, Threads(3).map(abs, [-1, 2, -3])
    (1, [1, 2, 3])
    >>> Threads(0)
    Traceback (most recent call last):
    ValueError: n_jobs must be None or a whole number other than 0, got 0
    """

    def __init__(self, n_jobs: Any = None) -> None:
        if n_jobs is not None and (
            isinstance(n_jobs, bool) or not isinstance(n_jobs, Integral) or n_jobs == 0
        ):
            error = ValueError if isinstance(n_jobs, Integral) else TypeError
            raise error(f"n_jobs must be None or a whole number other than 0, got {n_jobs!r}")
        if n_jobs is None:
            joblib = sys.modules.get("joblib")
            n_jobs = 1 if joblib is None else joblib.effective_n_jobs(None)
        jobs = int(n_jobs)
        self.count = jobs if jobs > 0 else max(1, processors() + 1 + jobs)

    def shared_by(self, tasks: int) -> Threads:
        """So many of the threads as each of several tasks gets that are worked on side by side.

        >>> Threads(5).shared_by(2).count, Threads(1).shared_by(2).count
        (2, 1)
        """
        return Threads(max(1, self.count // tasks))

    def map(self, work: Callable[[Part], Found], parts: Iterable[Part]) -> list[Found]:
        """What the work makes of each part, in their order."""
        parts = list(parts)
        if self.count == 1 or len(parts) <= 1:
            return [work(part) for part in parts]
        with ThreadPoolExecutor(min(self.count, len(parts))) as pool:
            return list(pool.map(work, parts))


ALONE = Threads(1)
