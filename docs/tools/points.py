"""The open points of the register as Markdown."""

from __future__ import annotations

from monfknn_ref.readings import REGISTER, OpenPoint
from tools.index import settled_at
from tools.sources import module

__all__ = ["compared", "described"]


def described(id: str) -> str:
    """One point: where it is, what is open, the options, who takes which, and why."""
    point = next((point for point in REGISTER if point.id == id), None)
    if point is None:
        raise LookupError(f"no open point is called {id!r}")
    place = settled_at(id, module("readings/rules"))
    rows = [
        f"**What is open:** {point.text}",
        "",
        "| Option | Meaning | Taken by |",
        "|---|---|---|",
    ]
    for option, meaning in point.options.items():
        rows.append(f"| `{option}` | {meaning} | {takers(point, option)} |")
    rows += ["", f"**Why `PAPER` takes `{point.paper}`:** {point.why}", "", f"**Where:** {point.where}."]
    rows += [f"**Field:** `{point.field}`. **Code:** " + (f"[{place}]({place.url})" if place else "none")]
    return "\n".join(rows)


def takers(point: OpenPoint, option: str) -> str:
    """Which of the two named readings take the option, in words."""
    names = {"`PAPER`": point.paper, "`AUTHORS`": point.authors}
    return ", ".join(name for name, taken in names.items() if taken == option) or "neither"


def compared() -> str:
    """The two named readings side by side, point by point."""
    rows = ["| Open point | `PAPER` | `AUTHORS` |", "|---|---|---|"]
    for point in REGISTER:
        authors = "the same" if point.authors == point.paper else f"`{point.authors}`"
        rows.append(f"| [`{point.id}`](readings.md#{point.id}) | `{point.paper}` | {authors} |")
    return "\n".join(rows)
