"""The page on mistakes: what the wrong implementations show about the battery, from stored results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from monfknn_ref.drawing import Canvas, Layout
from monfknn_ref.oracle import FAMILIES
from tools.figures import mistakes as figure
from tools.pages import included_figure


def kinds() -> dict[str, str]:
    """The kind of each family, after the module that makes it; the one that grows is a kind of its own."""
    found = {name: family.make.__module__.rpartition(".")[2] for name, family in FAMILIES.items()}
    return found | {"growing": "growing"}


def matrix_figure(mistakes: Mapping[str, Any], layout: Layout) -> Canvas:
    """The picture of the matrix."""
    return figure.draw(mistakes, kinds(), layout)


def mistakes_page(mistakes: Mapping[str, Any]) -> str:
    """The page."""
    rows, families = mistakes["mistakes"], mistakes["families"]
    alone = [row for row in rows if set(row["caught"]) == {row["family"]}]
    few = Counter(row["kind"] for row in rows if len(row["caught"]) <= 3)
    small = [name for name, kind in kinds().items() if kind == "small_sets"]
    unseen = [row for row in rows if not set(row["caught"]) & set(small)]
    most = max(families, key=lambda name: sum(name in row["caught"] for row in rows))
    by_most = sum(most in row["caught"] for row in rows)
    parts = [
        HEAD.format(
            mistakes=len(rows), families=len(families), figure=included_figure("mistakes-by-families")
        ),
        TEXT.format(
            mistakes=len(rows),
            unseen=len(unseen),
            small=len(small),
            alone=len(alone),
            rare=sum(few.values()),
            most=most,
            count=mistakes["count"],
            rows=mistakes["rows"],
            by_most=by_most,
            few=", ".join(f"{n} about {figure.KINDS[kind]}" for kind, n in few.most_common()) or "none",
        ),
    ]
    for kind, words in figure.KINDS.items():
        chosen = [row for row in rows if row["kind"] == kind]
        if chosen:
            parts.append(f"### {words.capitalize()}\n\n{table(chosen)}")
    return "\n".join(parts)


def table(rows: list[Mapping[str, Any]]) -> str:
    """A line for each mistake."""
    lines = ["| The mistake | Family aimed at it | Cases | Other families |", "|---|---|---:|---:|"]
    for row in rows:
        own, others = row["caught"].get(row["family"], 0), len(set(row["caught"]) - {row["family"]})
        link = f"[`{row['family']}`](check-your-own.md#family-{row['family']})"
        mistake = " ".join(row["mistake"].split()).replace("|", "\\|").replace("<", "&lt;")
        lines.append(f"| {mistake} | {link} | {own} | {others} |")
    return "\n".join(lines) + "\n"


HEAD = """\
---
needs: monfknn_ref.oracle
---

# Mistakes

A test suite is only as good as the mistakes it finds, and a check that never fails proves nothing. So the
check of this package is itself checked. The folder `tests/helpers/mutants/` holds {mistakes} implementations
of MonFkNN. Each contains one mistake of the kind that people make, above all when they make a method faster.
This page shows which of the {families} [families of cases](check-your-own.md#families) catch which of these
mistakes.

A program writes the tables and the numbers of this page from a stored run.

## The matrix

Each line of the picture is a mistake, and each column is a family of cases. A cell is filled if the
implementation with that mistake gives a wrong prediction in some case of the family, or fails on it. The
color of the cell shows in how many cases this happens. Mistakes and families stand in the same order.

{figure}

"""

TEXT = """\
The picture shows three things.

- **The family aimed at a mistake always catches it**, with at least three of its cases. This is the
  diagonal of the picture. A report relies on it when it names the most telling family first.
- **Small sets are not enough.** The {small} families of small sets, on the left, miss {unseen} of the
  {mistakes} mistakes completely. These mistakes need many rows, a long batch, numbers that are almost
  equal, or a second call.
- **Some mistakes show almost everywhere, and others show in one place only.** For {alone} of the mistakes,
  the family aimed at the mistake is the only one that catches it. For {rare} of them, at most three
  families do: {few}. The family `{most}` catches the most mistakes: {by_most}.

The run asked up to {count} cases of each family. It left out cases with more than {rows} rows, unless a
family has no smaller ones. So the true numbers are larger. Where fewer than three of these cases were
wrong, the run asked all cases of the family aimed at the mistake.

The first of these commands computes the matrix, which takes about five minutes. The second command writes
this page.

```sh
python3 -m tests.helpers.mutants --out docs/data/mistakes.json
python3 docs/tools/write.py mistakes
```

## The mistakes

The column "Cases" counts the cases of the family aimed at the mistake in which a prediction was wrong. The
column "Other families" counts the other families in which the mistake shows too.

"""
