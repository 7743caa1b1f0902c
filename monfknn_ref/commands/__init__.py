"""The command line: `python -m monfknn_ref COMMAND`, or `monfknn-ref COMMAND` when installed.

A command is a module of this folder with a one-line `SUMMARY`, an `EXAMPLE`, `add_arguments(parser)` and
`run(arguments) -> exit code`; naming it in `COMMANDS` is all it takes. Exit code 0 means that all is well,
1 that a check failed or answers differ, 2 that the command could not do its work.
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
    "figures",
    "surface",
)
DEFAULT = "tour"

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
    arguments = list(sys.argv[1:] if argv is None else argv)
    parsed = build_parser().parse_args(arguments or [DEFAULT])
    try:
        return int(parsed.run(parsed))
    except BrokenPipeError:  # the reader of our output went away: nothing left to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, TypeError, OSError, ImportError) as error:
        print(f"monfknn-ref {parsed.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"monfknn-ref {parsed.command}: interrupted", file=sys.stderr)
        return 130
