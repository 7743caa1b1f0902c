"""The families of test vectors as Markdown."""

from __future__ import annotations

__all__ = ["listed"]


def listed() -> str:
    """What each family is aimed at, with the anchor family-NAME; nothing where there is no oracle."""
    try:
        from monfknn_ref.oracle import FAMILIES
    except ImportError:
        return ""
    rows = ["| Family | The mistake | What it costs | Where |", "|---|---|---|---|"]
    for name, family in FAMILIES.items():
        anchor, where = f'<span id="family-{name}">`{name}`</span>', ", ".join(family.exercises)
        rows.append(f"| {anchor} | {family.cause} | {family.effect} | {where} |")
    return "\n".join(rows)
