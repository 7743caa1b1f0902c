"""The statements and their counterexamples as Markdown."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from pathlib import Path

from monfknn_ref.beyond.guarantees.counterexamples import Counterexample
from monfknn_ref.beyond.guarantees.searches import stored_results
from monfknn_ref.beyond.guarantees.statements import PROVED, STATEMENTS, statement_named
from tools.pages import included_figure

EXPLORER = Path(__file__).resolve().parents[1] / "explorer.md"


def table() -> str:
    """Every statement with its verdict, linked to its proof or its counterexample."""
    rows = ["| Statement | In the paper | Verdict |", "|---|---|---|"]
    for statement in STATEMENTS:
        anchor = statement.proof if statement.verdict == PROVED else statement.id
        where = statement.where if statement.where != "-" else "silent"
        verdict = f"[{statement.verdict}](guarantees.md#{anchor})"
        rows.append(f"| {statement.statement} | {where} | {verdict} |")
    return "\n".join(rows)


def refutation(id: str) -> str:
    """A statement that does not hold: the figure of its counterexample, and how it was found."""
    statement, result = statement_named(id), stored_results()[id]
    if result.counterexample is None:
        raise LookupError(f"{id} has no counterexample")
    conditions = statement.conditions
    about = f"Configuration: {conditions.configuration}. Training labels: {conditions.training}."
    about += f" Equal rows: {conditions.equal_rows}. Attributes: {conditions.attributes}."
    if statement.remark:
        about += f" {statement.remark}"
    found = f"Found: {result}." if not result.smallest else f"The smallest: {result} ({result.scope})."
    lines = [f"#### Refuted: {statement.statement} {{ #{id} }}", "", about, ""]
    lines += [
        included_figure(f"refuted-{id}"),
        "",
        f"{found} In numbers: `python -m monfknn_ref guarantees {id}`.",
    ]
    lines[-1] += explorer_link(result.counterexample)
    return "\n".join(lines)


def explorer_link(example: Counterexample) -> str:
    """A link that opens the example in the explorer; nothing where that is not there or has no such model."""
    if not EXPLORER.is_file() or not is_for_the_explorer(example):
        return ""
    return f' <a href="explorer.html{escape(address_of(example))}">Open it in the explorer.</a>'


def is_for_the_explorer(example: Counterexample) -> bool:
    """MonFkNN as it is read, without a coin."""
    return example.classifier == "MonFkNN" and example.tie == "lower"


def address_of(example: Counterexample) -> str:
    """The example as the explorer has it in its address: classes, rows with their labels, the last query.

    >>> example = Counterexample(((0, 1), (1, 0)), (0, 1), (0, 1), {"k": 1, "K": 1}, ((1, 1),), (0,), "")
    >>> address_of(example)
    '#classes=0,1&rows=0,1,0;1,0,1&x=1,1&k=1&K=1'
    """

    def joined(values: Iterable[object]) -> str:
        return ",".join(map(str, values))

    rows = ";".join(joined((*x, example.classes.index(l))) for x, l in zip(example.X, example.y))
    fields = {"classes": joined(example.classes), "rows": rows, "x": joined(example.queries[-1])}
    fields |= {name: str(value) for name, value in example.parameters.items()}
    return "#" + "&".join(f"{name}={value}" for name, value in fields.items())


def cases_for_the_explorer() -> str:
    """The counterexamples that the explorer can show, each once, as JSON."""
    listed: dict[str, dict[str, object]] = {}
    for statement in STATEMENTS:
        result = stored_results().get(statement.id)
        example = None if result is None else result.counterexample
        if example is not None and is_for_the_explorer(example):
            case = {
                "X": example.X,
                "y": example.y,
                "classes": example.classes,
                "queries": example.queries[::-1],
                **example.parameters,
            }
            note = f"Refuted: {statement.statement} {example.shows[0].upper()}{example.shows[1:]}."
            listed.setdefault(address_of(example), {"name": statement.id, "note": note, "case": case})
    return "[\n" + ",\n".join(map(json.dumps, listed.values())) + "\n]\n"
