"""The command line: `python -m monfknn_ref COMMAND`, or `monfknn-ref COMMAND` when installed.

A command is a line of `COMMANDS` and a module of this folder with an `EXAMPLE`, `add_arguments(parser)` and
`run(arguments) -> exit code`. Only the module of the command that is asked for is imported. Exit code 0 means
that all is well, 1 that a check failed or answers differ, 2 that the command could not do its work. A module
may have more: `EXIT_CODES` says what a code means where that is more than the usual, `FAILED` is the code for
work that could not be done where 2 means something else, and `OUTPUTS` are the options whose file may be the
standard output.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Container, Sequence
from contextlib import ExitStack
from importlib import import_module
from typing import Any

from monfknn_ref.commands.printing import HelpFormatter, as_wide_as_the_terminal, survive_any_encoding

COMMANDS = {
    "tour": "walk through the algorithms and check the paper's examples (the default)",
    "predict": "fit MonFkNN on a file and predict rows",
    "explain": "explain why a query gets its class, with a training file or the running example",
    "crosscheck": "check another implementation, in Python or in any language, against the reference",
    "vectors": "write the oracle's cases and answers as JSON files, or check such a file",
    "datasets": "the paper's 12 data sets: what is at hand, next to the paper's table",
    "evaluate": "cross-validate classifiers, the paper's or your own, on data sets",
    "reproduce": "run a table of the paper and print ours beside the paper's",
    "audit": "what came of the paper's numbers and sentences",
    "bench": "time, growth and memory of the reference and its optimised variants",
    "surface": "draw the decision surface of a classifier on a data set with two attributes",
    "guarantees": "what is guaranteed: statements proved, and refuted by the smallest example",
    "certify": "certify that any classifier is monotonic, or show where it is not",
    "study": "vary readings, tie rules, parameters and training sizes on the paper's data sets",
}
"""The commands, each with its line in the list that `--help` prints."""
DEFAULT = "tour"
FAILED = 2
INTERRUPTED = 130
EXIT_CODES = {
    0: "all is well",
    FAILED: "the command could not do its work",
    INTERRUPTED: "it was interrupted by Ctrl-C",
}
"""What the exit codes of every command mean, unless it says otherwise."""
ALL_EXIT_CODES = {**EXIT_CODES, 1: "a check failed, or answers differ"}


class ListOfCommands(HelpFormatter):
    """Leaves room for the longest command, as only newer versions of Python do by themselves."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._action_max_length = 4 + max(map(len, COMMANDS))  # they are indented by four


def build_parser(wanted: Container[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser with one subparser for each command; only those wanted are imported and have options."""
    name, version = "monfknn-ref", import_module("monfknn_ref").__version__
    parser = argparse.ArgumentParser(
        prog=name,
        description="Monotonic Fuzzy k-NN as an executable reading of its paper.",
        epilog=f"{table_of_codes(ALL_EXIT_CODES)}\n  Commands say in their help what else a code means.\n\n"
        f"example:\n  python -m monfknn_ref predict --help",
        formatter_class=ListOfCommands,
    )
    parser.add_argument("--version", action="version", version=f"{name} {version}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, summary in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=summary, formatter_class=HelpFormatter)
        if name in wanted:
            module = module_of(name)
            subparser.description = module.__doc__
            subparser.epilog = f"{table_of_codes(exit_codes(module))}\n\nexample:\n  {module.EXAMPLE}"
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    return parser


def module_of(command: str) -> Any:
    return import_module(f"monfknn_ref.commands.{command}")


def exit_codes(module: Any) -> dict[int, str]:
    """What the exit codes of a command mean."""
    failed = getattr(module, "FAILED", FAILED)
    return {**EXIT_CODES, failed: EXIT_CODES[FAILED], **getattr(module, "EXIT_CODES", {})}


def table_of_codes(codes: dict[int, str]) -> str:
    """Exit codes for a reader.

    >>> print(table_of_codes({0: "all is well", 130: "it was interrupted"}))
    exit codes:
      0    all is well
      130  it was interrupted
    """
    return "\n".join(["exit codes:", *(f"  {code:<3}  {codes[code]}" for code in sorted(codes))])


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv) or [DEFAULT]
    code = 0
    survive_any_encoding()
    if "_ARGCOMPLETE" in os.environ:
        complete(os.environ.get("COMP_LINE", ""))
    try:
        try:
            code = run(build_parser(arguments).parse_args(arguments))
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
        code = INTERRUPTED
    return code


def complete(line: str) -> None:
    """Tell a shell that asks by way of argcomplete what can stand next on a line, and end the process."""
    import argcomplete

    argcomplete.autocomplete(build_parser(line.split()))


def run(parsed: argparse.Namespace) -> int:
    """Run the command that was asked for; tables and sentences are folded, what is for programs is not."""
    if parsed.command is None:
        raise ValueError(f"a command must be given, one of {', '.join(COMMANDS)}, got none")
    from monfknn_ref.data.files import STANDARD_OUTPUT, standard_output_for_a_file

    outputs = getattr(module_of(parsed.command), "OUTPUTS", ())
    to_standard_output = [one for one in outputs if str(getattr(parsed, one, "")) == STANDARD_OUTPUT]
    if len(to_standard_output) > 1:
        names = " and ".join(f"--{one.replace('_', '-')}" for one in to_standard_output)
        raise ValueError(f"only one file can be -, the standard output, got {names}")
    for_a_program = getattr(parsed, "json", False) or getattr(parsed, "format", "text") != "text"
    with ExitStack() as stack:
        if to_standard_output:
            stack.enter_context(standard_output_for_a_file())
        elif not for_a_program:
            stack.enter_context(as_wide_as_the_terminal())
        return int(parsed.run(parsed))


def failure_code(command: str) -> int:
    """The exit code of a command that could not do its work.

    >>> failure_code("predict"), failure_code("certify")
    (2, 3)
    """
    if command not in COMMANDS:
        return FAILED
    return int(getattr(module_of(command), "FAILED", FAILED))


def write_out() -> None:
    """Write out what was printed; where that fails, Python is not to try again when it ends."""
    try:
        if sys.stdout is not None:  # it is closed in `python -m monfknn_ref >&-`
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise
