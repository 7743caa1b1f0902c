"""Threads that share the blocks of one task: `n_jobs` as in scikit-learn.

NumPy, SciPy and compiled loops let go of Python's lock while they compute, so threads are enough. The answers
for a block do not depend on the thread that works on it, nor on how many there are.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from numbers import Integral
from typing import Any, TypeVar

__all__ = ["ALONE", "Workers"]

Part = TypeVar("Part")
Result = TypeVar("Result")


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Workers:
    """So many threads as `n_jobs` asks for.

    None is 1, unless `joblib.parallel_config` of joblib says otherwise; -1 is one for each
    processor, -2 one less, and so on.

    >>> Workers(None).count, Workers(3).map(abs, [-1, 2, -3])
    (1, [1, 2, 3])
    >>> Workers(0)
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
            self.count = jobs_of_joblib()
        else:
            jobs = int(n_jobs)
            self.count = jobs if jobs > 0 else max(1, processors() + 1 + jobs)

    def shared_by(self, tasks: int) -> Workers:
        """So many of the threads as each of several tasks gets that are worked on side by side.

        >>> Workers(5).shared_by(2).count, Workers(1).shared_by(2).count
        (2, 1)
        """
        return Workers(max(1, self.count // tasks))

    def map(self, work: Callable[[Part], Result], parts: Iterable[Part]) -> list[Result]:
        """What the work makes of each part, in their order."""
        parts = list(parts)
        if self.count == 1 or len(parts) <= 1:
            return [work(part) for part in parts]
        with ThreadPoolExecutor(min(self.count, len(parts))) as pool:
            return list(pool.map(work, parts))


def jobs_of_joblib() -> int:
    """How many jobs the caller asked joblib for; 1 where joblib is not in use."""
    joblib = sys.modules.get("joblib")
    return 1 if joblib is None else int(joblib.effective_n_jobs(None))


ALONE = Workers(1)
