"""What commands show while they work."""

from __future__ import annotations

import sys
from collections.abc import Callable

__all__ = ["status_line"]


def status_line() -> Callable[[str], None]:
    """Shows a text in place of the last one, on a line of the terminal; does nothing where there is none."""
    return show if sys.stderr.isatty() else ignore


def show(text: str) -> None:
    print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def ignore(text: str) -> None:
    """No terminal, no progress."""
