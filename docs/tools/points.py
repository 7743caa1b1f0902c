"""The open points of the register as Markdown."""

from __future__ import annotations

from monfknn_ref.readings import PAPER, REGISTER, OpenPoint
from monfknn_ref.reproduction.studies import CONFIGURATIONS, Setting, changes_from
from tools import stored
from tools.figures.study_maps import idle_changes
from tools.index import settled_at
from tools.pages.studies import tie_rule_lines
from tools.sources import module


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
    rows += ["", f"**Why `PAPER` takes `{point.paper}`:** {point.why}"]
    rows += ["", measured_effects(point), "", f"**Where:** {point.where}."]
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


def measured_effects(point: OpenPoint) -> str:
    """What the other options change on the data sets, and for the tie rule of the medians its bias."""
    measured = stored.study("readings")
    texts = []
    for change in changes_from(PAPER):
        if change.point != point.id:
            continue
        idle = {name: change in idle_changes(name) for name in CONFIGURATIONS}
        if all(idle.values()):
            texts.append(f"`{change.option}` changes nothing.")
            continue
        parts = []
        for name in CONFIGURATIONS:
            other, base = Setting(name, (), change.reading).name, Setting(name).name
            by = measured.overall_difference(other, base, "accuracy").signed(4)
            parts.append(f"nothing in {name}" if idle[name] else f"the accuracy of {name} by {by}")
        texts.append(f"`{change.option}` changes {' and '.join(parts)}.")
    lines = [
        "**Results** on the twelve data sets, as means over them "
        "([Readings compared](readings-compared.md#open-points)): " + " ".join(texts)
    ]
    if point.id == "median-gap":
        rules = tie_rule_lines()
        errors = "; ".join(f"`{rule}` {text}" for rule, text in rules.items())
        lines.append(
            "**The rule has a bias.** Mean signed error of MonFkNN-PM on noisy draws of the artificial set, "
            "which is 0 for a rule that favors no side: "
            f"{errors}. With `RCr=0.51` there are hardly any ties, and the bias is gone "
            "([the tie rules compared](readings-compared.md#tie-rules))."
        )
    return "\n\n".join(lines)
