"""Measure the reference and its optimised variants side by side: time, growth, memory, undecided decisions.

All fit the same rows of the noisy artiset and predict the same queries, in turns; scikit-learn's plain
neighbor search takes part when it is installed. The command fails when any two disagree on a prediction.
With --out, what has been measured is written after each sample, so that a run that is stopped leaves it.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from functools import partial
from pathlib import Path

from monfknn_ref.commands.printing import status_line
from monfknn_ref.data.files import STANDARD_OUTPUT, check_place, open_file, write_text
from monfknn_ref.reproduction import STORED, stored_file
from monfknn_ref.reproduction.benchmark import BenchmarkReport, Plan
from monfknn_ref.reproduction.benchmark import run as run_plan
from monfknn_ref.reproduction.benchmark_report import (
    attributes_chart,
    benchmark_text,
    read_report,
    rows_chart,
)

EXAMPLE = "python -m monfknn_ref bench --quick"
EXIT_CODES = {1: "two implementations disagree on a prediction"}
OUTPUTS = ("out", "chart", "attributes_chart")


def number(text: str, least: int = 1) -> int:
    """A whole number that is not below the least one."""
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"must be a whole number of at least {least}, got {text!r}")
    return int(text)


def numbers(text: str, least: int = 1) -> tuple[int, ...]:
    """Whole numbers separated by commas.

    >>> numbers("1000,5000")
    (1000, 5000)
    """
    try:
        return tuple(number(part, least) for part in text.split(","))
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            f"must be whole numbers of at least {least} separated by commas, got {text!r}"
        ) from None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quick", action="store_true", help="small samples, for a few seconds")
    parser.add_argument("--sizes", type=numbers, metavar="N,N", help="numbers of rows")
    at_least_two = partial(numbers, least=2)
    parser.add_argument("--attributes", type=at_least_two, metavar="P,P", help="numbers of attributes")
    parser.add_argument("--queries", type=number, metavar="Q", help="rows to predict")
    parser.add_argument("--repeats", type=number, metavar="R", help="turns of which the median counts")
    parser.add_argument("--data", metavar="DIR", help="folder with ERA.dat and SWD.dat (KEEL format)")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--out", metavar="FILE", help="write the report as JSON")
    shown = "show a written report, or that of the package, and measure nothing"
    parser.add_argument("--stored", nargs="?", const=STORED, metavar="FILE", help=shown)
    parser.add_argument("--chart", metavar="FILE", help="draw seconds over rows (SVG)")
    parser.add_argument("--attributes-chart", metavar="FILE", help="draw seconds over attributes (SVG)")


def run(arguments: argparse.Namespace) -> int:
    for option in ("out", "chart", "attributes_chart"):
        if getattr(arguments, option):  # better refused now than when everything is measured
            check_place(f"--{option.replace('_', '-')}", getattr(arguments, option))
    report = stored_report(arguments.stored) if arguments.stored else measure(arguments)
    try:
        if arguments.chart:
            rows_chart(report).save(arguments.chart)
        if arguments.attributes_chart:
            attributes_chart(report).save(arguments.attributes_chart)
    finally:
        print(json.dumps(report, indent=2) if arguments.json else benchmark_text(report))
    return 0 if report["agree"] else 1


def stored_report(given: str | Path) -> BenchmarkReport:
    """A written report; what is no file is refused."""
    path = stored_file(given, "bench")
    with open_file(path):
        return read_report(path)


def measure(arguments: argparse.Namespace) -> BenchmarkReport:
    """Run what the options ask for."""
    given = {name: getattr(arguments, name) for name in ("sizes", "attributes", "queries", "repeats", "data")}
    plan = replace(
        Plan.quick() if arguments.quick else Plan(),
        **{name: value for name, value in given.items() if value is not None},
    )

    def keep(report: BenchmarkReport) -> None:
        if arguments.out and arguments.out != STANDARD_OUTPUT:
            write_text(arguments.out, json.dumps(report, indent=2) + "\n")

    progress = status_line()
    report = run_plan(plan, progress, keep)
    progress("")
    if arguments.out == STANDARD_OUTPUT:
        write_text(arguments.out, json.dumps(report, indent=2) + "\n")
    return report
