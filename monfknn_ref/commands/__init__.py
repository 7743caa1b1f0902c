"""The command line: `python -m monfknn_ref COMMAND`, or `monfknn-ref COMMAND` when installed.

A command is a module of this folder with a one-line `SUMMARY`, an `EXAMPLE`, `add_arguments(parser)` and
`run(arguments) -> exit code`; naming it in `COMMANDS` is all it takes. Exit code 0 means that all is well,
1 that a check failed or answers differ, 2 that the command could not do its work; a command for which 2 means
something else names another code, `FAILED`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

COMMANDS: tuple[str, ...] = (
    "tour",
    "predict",
    "explain",
    "crosscheck",
    "vectors",
    "datasets",
    "evaluate",
    "reproduce",
    "audit",
    "bench",
    "surface",
    "guarantees",
    "certify",
    "study",
)
DEFAULT = "tour"
FAILED = 2

__all__ = ["COMMANDS", "main"]


def build_parser() -> argparse.ArgumentParser:
    """The parser with one subparser for each command."""
    parser = argparse.ArgumentParser(
        prog="monfknn-ref",
        description="Monotonic Fuzzy k-NN as an executable reading of its paper.",
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name in COMMANDS:
        module = import_module(f"monfknn_ref.commands.{name}")
        subparser = subparsers.add_parser(
            name,
            help=module.SUMMARY,
            description=module.__doc__,
            epilog=f"example:\n  {module.EXAMPLE}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(subparser)
        subparser.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv) or [DEFAULT]
    code = 0
    try:
        try:
            parsed = build_parser().parse_args(arguments)
            code = int(parsed.run(parsed))
        finally:
            write_out()
    except SystemExit as end:
        if end.code == FAILED:  # wrong arguments
            end.code = failure_code(arguments[0])
        raise
    except BrokenPipeError:  # the reader of our output went away: nothing left to say
        pass
    except (ValueError, TypeError, OSError, ImportError) as error:
        print(f"monfknn-ref {arguments[0]}: {error}", file=sys.stderr)
        code = failure_code(arguments[0])
    except (ArithmeticError, RecursionError, MemoryError) as error:
        why = f" ({error})" if str(error) else ""
        print(f"monfknn-ref {arguments[0]}: too large to be computed{why}", file=sys.stderr)
        code = failure_code(arguments[0])
    except KeyboardInterrupt:
        print(f"monfknn-ref {arguments[0]}: interrupted", file=sys.stderr)
        code = 130
    return code


def failure_code(command: str) -> int:
    """The exit code of a command that could not do its work.

    >>> failure_code("predict"), failure_code("certify")
    (2, 3)
    """
    if command not in COMMANDS:
        return FAILED
    return int(getattr(import_module(f"monfknn_ref.commands.{command}"), "FAILED", FAILED))


def write_out() -> None:
    """Write out what was printed; where that fails, Python is not to try again when it ends."""
    try:
        if sys.stdout is not None:  # it is closed in `python -m monfknn_ref >&-`
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise
