"""Loops that Numba compiles where it is installed, and that run as they stand where it is not.

The extra `jit` brings Numba. Nothing depends on it but time: a compiled function is the same
function, and the tests run both. MONFKNN_JIT=0 in the environment does without it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, update_wrapper
from typing import Any

__all__ = ["Loops", "numba_is_there", "without_numba"]


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
        self._compiled: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        if not numba_is_there():
            return self.as_written(*arguments)
        if self._compiled is None:
            self._compiled = self._compile()
        return self._compiled(*arguments)

    def _compile(self) -> Callable[..., Any]:
        import numba

        compiled: Callable[..., Any]
        try:
            compiled = numba.njit(nogil=True, cache=True)(self.as_written)
        except RuntimeError:  # there is no place to keep machine code
            compiled = numba.njit(nogil=True)(self.as_written)
        return compiled
