"""What commands show: while they work, and in which form they print their results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from monfknn_ref.evaluation.tables import FORMS

__all__ = ["add_output_arguments", "status_line"]


def add_output_arguments(parser: argparse.ArgumentParser, json_holds: str = "") -> None:
    """The form of the output, and whether anything is said on the way to it."""
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument(
        "--format", choices=[*FORMS, "json"], default="text", help="how results are printed (default text)"
    )
    forms.add_argument(
        "--json",
        action="store_const",
        const="json",
        dest="format",
        help=f"as --format json{json_holds}",
    )
    forms.add_argument(
        "--markdown",
        action="store_const",
        const="markdown",
        dest="format",
        help="as --format markdown",
    )
    parser.add_argument(
        "--quiet", action="store_true", help="say nothing of how long it takes and how far it is"
    )


def status_line() -> Callable[[str], None]:
    """Shows a text in place of the last one, on a line of the terminal; does nothing where there is none."""
    return show if sys.stderr.isatty() else ignore


def show(text: str) -> None:
    print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def ignore(text: str) -> None:
    """No terminal, no progress."""
