"""Which families of cases catch which mistakes: a line for each mistake, a column for each family."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby

from monfknn_ref.drawing.canvas import WIDE, Canvas, Layout, draw_legend
from monfknn_ref.oracle import FAMILIES
from tools import stored

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

LEFT, TOP, RIGHT = 88, 68, 10
ROW, GAP = 3, 6
STRENGTHS = (0.4, 0.7, 1)
"""Some of the cases of a family, more than a third of them, more than two thirds: the more, the stronger."""
WORDS = ("less than a third of the cases", "up to two thirds", "more")


def offsets(groups: Sequence[str], size: float, start: float) -> list[float]:
    """Where each column or row begins: one after another, with a gap between groups.

    >>> offsets(["a", "a", "b"], size=6, start=10)
    [10, 16, 28]
    """
    places, at = [], start
    for n, group in enumerate(groups):
        if n and group != groups[n - 1]:
            at += GAP
        places.append(at)
        at += size
    return places


def strength_of(share: float) -> int:
    """Which of the strengths stands for a share of the cases.

    >>> [strength_of(share) for share in (0.1, 0.5, 1)]
    [0, 1, 2]
    """
    return min(2, int(3 * share))


def kinds_of_families() -> dict[str, str]:
    """The kind of each family, after the module that makes it; the one that grows is a kind of its own."""
    found = {name: family.make.__module__.rpartition(".")[2] for name, family in FAMILIES.items()}
    return found | {"growing": "growing"}


def draw(layout: Layout = WIDE) -> Canvas:
    """The matrix, with the mistakes and the families in the order of the battery."""
    mistakes = stored.mistakes()
    kind_of_family = kinds_of_families()
    families = list(mistakes["families"])
    rows = sorted(mistakes["mistakes"], key=lambda one: families.index(one["family"]))
    kinds = [kind_of_family[family] for family in families]
    kinds_of_rows = [kind_of_family[row["family"]] for row in rows]
    column = (layout.width - offsets(kinds, 0, LEFT)[-1] - RIGHT) / len(families)
    x, y = offsets(kinds, column, LEFT), offsets(kinds_of_rows, ROW, TOP)
    caught = sum(len(row["caught"]) for row in rows) / len(rows)
    canvas = Canvas(
        layout.width,
        0,
        f"{len(rows)} mistakes and the {len(families)} families of cases that catch them",
        "Each line is a mistake, each column a family of cases, in the same order of kinds: "
        + ", ".join(word for word in KINDS.values() if word)
        + ". A cell is filled where some case of the family has a wrong prediction, the stronger the more. "
        f"The family aimed at a mistake always catches it; on average {caught:.0f} families do.",
    )
    heads = [
        (kind, [n for n, _ in group]) for kind, group in groupby(enumerate(kinds), key=lambda pair: pair[1])
    ]
    for number, (kind, places) in enumerate(heads):
        middle = (x[places[0]] + x[places[-1]] + column) / 2
        if KINDS[kind]:
            canvas.text(middle, TOP - 12 - 16 * (number % 2), KINDS[kind], "middle")
        canvas.line(x[places[0]], TOP - 6, x[places[-1]] + column, TOP - 6)
    for kind, group in groupby(enumerate(kinds_of_rows), key=lambda pair: pair[1]):
        at = [n for n, _ in group]
        canvas.text(LEFT - 12, (y[at[0]] + y[at[-1]] + ROW) / 2 + 4, KINDS[kind], "end")
        canvas.line(LEFT - 6, y[at[0]], LEFT - 6, y[at[-1]] + ROW)
    canvas.text(LEFT - 12, TOP - 28, "mistakes", "end", font_weight="bold")
    canvas.text(LEFT, TOP - 48, "families of cases", font_weight="bold")
    cells: list[list[str]] = [[], [], []]
    wide = f"{column * 0.85:.2f}"
    for row, top in zip(rows, y):
        for family, left in zip(families, x):
            count = row["caught"].get(family, 0)
            if count:
                share = min(1, count / mistakes["families"][family])
                cells[strength_of(share)].append(f"M{left:.4g} {top:g}h{wide}v{ROW}h-{wide}z")
    for strength, commands in zip(STRENGTHS, cells):
        canvas.path("".join(commands), fill="currentColor", fill_opacity=strength)
    keys = [(words, partial(draw_key, strength)) for strength, words in zip(STRENGTHS, WORDS)]
    bottom = draw_legend(canvas, LEFT - 8, y[-1] + ROW + 26, keys, layout.width - LEFT)
    canvas.height = bottom - 6
    return canvas


def draw_key(strength: float, canvas: Canvas, x: float, y: float) -> None:
    canvas.rect(x - 6, y - 6, 12, 12, fill="currentColor", fill_opacity=strength)
