"""The tables of the page on mistakes: what the wrong implementations show about the battery."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from tools import stored
from tools.figures.mistakes import KINDS


def of_kind(kind: str) -> str:
    """The mistakes of a kind."""
    return table([row for row in stored.mistakes()["mistakes"] if row["kind"] == kind])


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """A line for each mistake."""
    lines = ["| The mistake | Family aimed at it | Cases | Other families |", "|---|---|---:|---:|"]
    for row in rows:
        own, others = row["caught"].get(row["family"], 0), len(set(row["caught"]) - {row["family"]})
        link = f"[`{row['family']}`](check-your-own.md#family-{row['family']})"
        mistake = " ".join(row["mistake"].split()).replace("|", "\\|").replace("<", "&lt;")
        lines.append(f"| {mistake} | {link} | {own} | {others} |")
    return "\n".join(lines)


TABLES: Mapping[str, Callable[[], str]] = {kind: partial(of_kind, kind) for kind in KINDS if KINDS[kind]}
"""What the page asks for."""
