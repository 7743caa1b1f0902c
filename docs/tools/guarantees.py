"""The statements and their counterexamples as Markdown."""

from __future__ import annotations

from monfknn_ref.guarantees.results import stored_results
from monfknn_ref.guarantees.statements import PROVED, STATEMENTS, statement_named
from tools.pages import included_figure

__all__ = ["refutation", "table"]


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
    if statement.remark:
        about += f" {statement.remark}"
    found = f"Found: {result}." if not result.smallest else f"Smallest in order: {result} ({result.scope})."
    lines = [f"### Refuted: {statement.statement} {{ #{id} }}", "", about, ""]
    lines += [
        included_figure(f"refuted-{id}"),
        "",
        f"{found} In numbers: `python -m monfknn_ref guarantees {id}`.",
    ]
    return "\n".join(lines)
