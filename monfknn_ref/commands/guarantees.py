"""What MonFkNN and its rivals guarantee: theorems, and claims that a small example refutes.

The table lists every statement with its verdict; the proofs stand on the page "Guarantees". With an id it
shows one statement in full. With --search it looks for counterexamples again: for each statement first in
order, then, if there was none, at random, each for so many seconds at most. With --save it writes what it
has found after every statement, and --resume goes on where a run was interrupted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from monfknn_ref.beyond.guarantees.searches import (
    NOT_SEARCHED,
    SEARCHES,
    SearchResult,
    as_json,
    command_for,
    read_results,
    search_statement,
    stored_results,
    write_results,
)
from monfknn_ref.beyond.guarantees.statements import PROVED, REFUTED, STATEMENTS, Statement, statement_named
from monfknn_ref.commands.arguments import offer
from monfknn_ref.commands.printing import status_line
from monfknn_ref.data.files import STANDARD_OUTPUT, check_place, is_file
from monfknn_ref.evaluation.tables import text_table
from monfknn_ref.model.checks import check_positive, check_whole

EXAMPLE = "python -m monfknn_ref guarantees monotonic-pm"
EXIT_CODES = {1: "a search contradicts a proof"}
OUTPUTS = ("save",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    id = add("id", nargs="*", metavar="ID", help="statements to show in full or to search; default: all")
    offer(id, [statement.id for statement in STATEMENTS])
    add("--json", action="store_true", help="print a list of objects, counterexamples included")
    add(
        "--search", type=float, metavar="SECONDS", help="search again, so long in order and so long at random"
    )
    add("--seed", type=int, default=0, help="of the search at random (default 0)")
    add("--save", metavar="FILE", help="write what the searches found to FILE; other statements in it stay")
    add(
        "--resume", action="store_true", help="leave out what FILE has from as many seconds and the same seed"
    )


def run(arguments: argparse.Namespace) -> int:
    chosen = [statement_named(id) for id in arguments.id] or list(STATEMENTS)
    if arguments.save is not None and arguments.search is None:
        raise ValueError("--save must be given together with --search SECONDS")
    if arguments.resume and arguments.save is None:
        raise ValueError("--resume must be given together with --save FILE")
    if arguments.resume and arguments.save == STANDARD_OUTPUT:
        raise ValueError("--resume must have a file to go on from, got --save -, the standard output")
    results = stored_results()
    if arguments.search is not None:
        check_positive("--search", arguments.search)
        check_whole("--seed", arguments.seed, 0)
        if arguments.save is not None:
            check_place("--save", arguments.save)
        results = searched(chosen, arguments.search, arguments.seed, arguments.save, arguments.resume)
    if arguments.json:
        print(json.dumps([as_json(s, results.get(s.id)) for s in chosen], indent=1))
    elif arguments.id or arguments.search is not None:
        print("\n\n".join(in_full(s, results.get(s.id)) for s in chosen))
    else:
        print(overview(chosen))
    return 1 if any(contradicts(s, results.get(s.id)) for s in chosen) else 0


def searched(
    chosen: Sequence[Statement], seconds: float, seed: int, save: str | None, resume: bool
) -> dict[str, SearchResult]:
    """The results of new searches, each written as soon as it is there."""
    show = status_line()
    to_file = save is not None and save != STANDARD_OUTPUT
    results = read_results(save) if save is not None and to_file and is_file(save) else {}
    if save is not None and to_file:
        write_results(results, save)  # a file that cannot be written is noticed now
    for number, statement in enumerate(chosen, start=1):
        id, before = statement.id, results.get(statement.id)
        if id not in SEARCHES:
            continue
        if resume and before is not None and before.command == command_for(id, seconds, seed):
            continue
        results[id] = search_statement(
            id, seconds, seed, lambda text, n=number: show(f"{n} of {len(chosen)}: {text}")
        )
        show("")
        print(f"{number} of {len(chosen)}: {id}: {results[id]}", file=sys.stderr, flush=True)
        if save is not None and to_file:
            write_results(results, save)
    if save == STANDARD_OUTPUT:
        write_results(results, save)
    return results


def contradicts(statement: Statement, result: SearchResult | None) -> bool:
    """Whether a search found what a proof excludes."""
    return statement.verdict == PROVED and result is not None and result.counterexample is not None


def overview(chosen: Sequence[Statement]) -> str:
    """One line for each statement, and how many there are of each verdict."""
    lines = [["id", "verdict", "statement"]]
    lines += [[s.id, s.verdict, s.statement] for s in chosen]
    counts = ", ".join(f"{sum(s.verdict == v for s in chosen)} {v}" for v in (PROVED, REFUTED, "open"))
    return f"{text_table(lines, left=3)}\n\n{counts}"


def in_full(statement: Statement, result: SearchResult | None) -> str:
    """A statement with its conditions, its verdict and what supports that."""
    lines = [f"{statement.id}: {statement.verdict}", f"  {statement.statement}"]
    given = statement.conditions
    lines.append(
        f"  configuration: {given.configuration}; training set: {given.training} labels, "
        f"equal rows {given.equal_rows}; attributes: {given.attributes}; reading: {given.reading}, "
        f"odd median gaps: {given.tie}"
    )
    lines.append(f"  in the paper: {statement.where}")
    if statement.remark:
        lines.append(f"  {statement.remark}")
    if statement.proof:
        lines.append(f"  proof: docs/guarantees.md#{statement.proof}")
    lines.append(f"  searched: {NOT_SEARCHED if result is None else result}")
    if result is not None and result.counterexample is not None:
        for name, value in result.counterexample.to_dict().items():
            lines.append(f"    {name}: {value if isinstance(value, str) else json.dumps(value)}")
    return "\n".join(lines)
