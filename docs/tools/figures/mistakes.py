"""Which families of cases catch which mistakes: a line for each mistake, a column for each family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from monfknn_ref.drawing.canvas import Canvas, shade, text_width

__all__ = ["KINDS", "draw"]

KINDS = {
    "small_sets": "small sets",
    "labels": "labels",
    "near_misses": "near misses",
    "sizes": "sizes",
    "search_structures": "searches",
    "state": "state",
    "growing": "",
}
"""The kinds of mistakes and of families, after the modules they stand in."""

LEFT, TOP, RIGHT = 92, 64, 14
COLUMN, ROW, GAP = 5, 3, 8
SHADES = (0.08, 0.45, 0.88)
"""Some of the cases of a family, more than a third of them, more than two thirds."""
WORDS = ("less than a third of the cases", "up to two thirds", "more")


def offsets(groups: Sequence[str], size: float, start: float) -> list[float]:
    """Where each column or row begins: one after another, with a gap between groups.

    >>> offsets(["a", "a", "b"], size=6, start=10)
    [10, 16, 30]
    """
    places, at = [], start
    for n, group in enumerate(groups):
        if n and group != groups[n - 1]:
            at += GAP
        places.append(at)
        at += size
    return places


def shade_of(share: float) -> int:
    """Which of the shades stands for a share of the cases.

    >>> [shade_of(share) for share in (0.1, 0.5, 1)]
    [0, 1, 2]
    """
    return min(2, int(3 * share))


def draw(mistakes: Mapping[str, Any], kind_of_family: Mapping[str, str]) -> Canvas:
    """The matrix, with the mistakes and the families in the order of the battery."""
    families = list(mistakes["families"])
    rows = sorted(mistakes["mistakes"], key=lambda one: families.index(one["family"]))
    kinds = [kind_of_family[family] for family in families]
    kinds_of_rows = [kind_of_family[row["family"]] for row in rows]
    x, y = offsets(kinds, COLUMN, LEFT), offsets(kinds_of_rows, ROW, TOP)
    width, height = x[-1] + COLUMN + RIGHT, y[-1] + ROW + 44
    caught = sum(len(row["caught"]) for row in rows) / len(rows)
    canvas = Canvas(
        width,
        height,
        f"{len(rows)} mistakes and the {len(families)} families of cases that catch them",
        "Each line is a mistake, each column a family of cases, in the same order of kinds: "
        + ", ".join(word for word in KINDS.values() if word)
        + ". A cell is filled where some case of the family has a wrong prediction, darker the more of them. "
        f"The family aimed at a mistake always catches it; on average {caught:.0f} families do.",
    )
    heads = [
        (kind, [n for n, _ in group]) for kind, group in groupby(enumerate(kinds), key=lambda pair: pair[1])
    ]
    for number, (kind, places) in enumerate(heads):
        middle = (x[places[0]] + x[places[-1]] + COLUMN) / 2
        if KINDS[kind]:
            canvas.text(middle, TOP - 12 - 16 * (number % 2), KINDS[kind], "middle", font_size=11)
        canvas.line(x[places[0]], TOP - 6, x[places[-1]] + COLUMN, TOP - 6)
    for kind, places in groupby(enumerate(kinds_of_rows), key=lambda pair: pair[1]):
        at = [n for n, _ in places]
        canvas.text(LEFT - 12, (y[at[0]] + y[at[-1]] + ROW) / 2 + 4, KINDS[kind], "end", font_size=11)
        canvas.line(LEFT - 6, y[at[0]], LEFT - 6, y[at[-1]] + ROW)
    canvas.text(LEFT - 12, TOP - 28, "mistakes", "end", font_weight="bold", font_size=11)
    canvas.text(LEFT, TOP - 48, "families of cases", font_weight="bold", font_size=11)
    cells: list[list[str]] = [[], [], []]
    for row, top in zip(rows, y):
        for family, left in zip(families, x):
            count = row["caught"].get(family, 0)
            if count:
                share = min(1, count / mistakes["families"][family])
                cells[shade_of(share)].append(f"M{left:g} {top:g}h{COLUMN - 1}v{ROW}h-{COLUMN - 1}z")
    for one, commands in zip(SHADES, cells):
        canvas.path("".join(commands), fill=shade(one))
    left: float = LEFT
    for one, words in zip(SHADES, WORDS):
        canvas.rect(left, height - 28, 12, 12, fill=shade(one))
        canvas.text(left + 18, height - 18, words)
        left += 24 + text_width(words)
    return canvas
