"""Find out whether, where and why another implementation departs from the paper.

The command asks the implementation a battery of cases. It prints a table by family, what is most likely
wrong, the line of the paper at which each kind of disagreement first shows, and the smallest case found that
shows it. The implementation is a class or factory in Python, given as module:name or file.py:name, or any
program that speaks the line protocol described in monfknn_ref.oracle.program.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from dataclasses import replace

from monfknn_ref.commands.arguments import offer
from monfknn_ref.commands.printing import status_line
from monfknn_ref.model.checks import check_positive
from monfknn_ref.model.classes_by_name import load
from monfknn_ref.oracle.checking import Asked, check
from monfknn_ref.oracle.families import FAMILIES, cases
from monfknn_ref.oracle.program import check_program
from monfknn_ref.readings import READINGS

EXAMPLE = "python -m monfknn_ref crosscheck monfknn_ref:MonFkNN --family own-range"
EXIT_CODES = {
    0: "all answers agree, ties allowed",
    1: "some answers do not agree, a case failed, or nothing agreed at all",
    2: "the check could not be completed",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("candidate", nargs="?", metavar="MODULE:NAME", help="a class or factory in Python")
    add("--program", metavar="COMMAND", help="a program and its arguments; no shell is used")
    add("--reading", choices=READINGS, default="paper", help="default: paper")
    family = add("--family", action="append", metavar="NAME", help="only this family; may be repeated")
    offer(family, FAMILIES)
    add("--case", action="append", metavar="ID", help="only this case; may be repeated")
    add("--seed", type=int, default=0, help="draw the cases from another seed; default: 0")
    add("--quick", action="store_true", help="only a few cases of each family")
    add("--seconds", type=float, default=0.0, metavar="S", help="then go on with random cases for S seconds")
    add(
        "--timeout",
        type=float,
        default=10.0,
        metavar="S",
        help="seconds a program may take for each answer, the first at least 30, in proportion more beyond "
        "200 rows; default: 10",
    )
    add(
        "--crashes",
        type=int,
        default=3,
        metavar="N",
        help="give up when a program has failed N times; default: 3",
    )
    add("--json", action="store_true", help="print the report as JSON")
    add("--list", action="store_true", help="list the families and what they are aimed at")


def run(arguments: argparse.Namespace) -> int:
    if arguments.list:
        width = max(map(len, FAMILIES)) + 2
        for family in FAMILIES.values():
            print(f"{family.name:{width}}{family.cause}")
        return 0
    if (arguments.candidate is None) == (arguments.program is None):
        raise ValueError("give either MODULE:NAME or --program COMMAND")
    reading = READINGS[arguments.reading]
    if arguments.seconds != 0:
        check_positive("--seconds", arguments.seconds)
    progress = status_line()
    asked: Asked = {"seed": arguments.seed, "quick": arguments.quick, "seconds": arguments.seconds}
    asked |= {"cases": cases(arguments.family, arguments.case, arguments.seed), "progress": progress}
    if arguments.program is not None:
        limits = {name: getattr(arguments, name) for name in ("timeout", "crashes")}
        report = check_program(arguments.program, reading, **asked, **limits)
    else:
        with contextlib.redirect_stdout(sys.stderr):  # the candidate's own output is not part of the report
            report = check(load(arguments.candidate, "the candidate", form="MODULE:NAME"), reading, **asked)
        report = replace(report, command=arguments.candidate)
    progress("")
    print(json.dumps(report.to_json(), indent=1) if arguments.json else report)
    if report.trouble:
        return 2
    return 0 if report.ok else 1
