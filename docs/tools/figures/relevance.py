"""The figure of Eq. 6: what the relevance RCr of its own class does to a noisy row, b of the example."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from monfknn_ref import example
from monfknn_ref.drawing.canvas import WIDE, Canvas, Layout, wrapped
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.model.functions import median_range
from tools.figures.example_parts import COLORS, cuts, draw_bar, draw_half, learned_about, rational

B = example.NAMES.index("b")
RELEVANCES = {0: "only neighbors count", 0.5: "MonFkNN-PM", 0.51: "as FkNN has it", 1: "MonFkNN-AM"}
HEIGHT, MARGIN = 30, 12
BESIDE = 176
"""Where the bars begin if there is room for their names beside them; else these stand above."""


def memberships_of_b(RCr: float) -> tuple[list[Fraction], list[str], str]:
    """The memberships of b after Algorithm 1, their medians, and the class they stand for.

    >>> u, medians, label = memberships_of_b(0.5)
    >>> [str(u_l) for u_l in u], medians, label
    (['1/4', '1/4', '1/2'], ['mid', 'high'], 'mid')
    """
    model = MonFkNN(k=2, RCr=RCr).fit(example.ROWS, example.LABELS, example.CLASSES)
    u = rational(model.training_memberships_[B])
    l_m, l_M = median_range(u)
    return u, example.CLASSES[l_m : l_M + 1], str(model.training_labels_[B])


def neighbors_of_b() -> str:
    """The neighbors that Alg. 1 line 19 finds for b, in words.

    >>> neighbors_of_b()
    'd (mid) and a (low)'
    """
    model = example.pure()
    _, nn = learned_about(B, model)
    return " and ".join(f"{example.NAMES[j]} ({model.first_labels_[j]})" for j in nn)


def draw(layout: Layout = WIDE) -> Canvas:
    """One bar for each relevance."""
    found = [(RCr, *memberships_of_b(RCr)) for RCr in RELEVANCES]
    said = "; ".join(
        f"RCr {RCr}: {', '.join(map(str, u))}, median {' and '.join(medians)}, label {label}"
        for RCr, u, medians, label in found
    )
    canvas = Canvas(
        layout.width,
        0,
        "What RCr does to the noisy row b",
        f"Row b is given high; its neighbors in range are {neighbors_of_b()}. "
        f"Its memberships of low, mid and high: {said}.",
    )
    beside = layout == WIDE
    left, width = (BESIDE, 330) if beside else (MARGIN, layout.width - 2 * MARGIN)
    step = 62 if beside else 92
    opening = f"Row b is given high, but its neighbors in range are {neighbors_of_b()}."
    top = canvas.lines(MARGIN, 20, wrapped(opening, layout.width - 2 * MARGIN, 14), font_size=14) + 6
    if beside:
        heads = {"RCr": MARGIN, "memberships of b": left, "medians": left + width + 20}
        for text, x in heads.items():
            canvas.text(x, top + 8, text, font_weight="bold")
        canvas.text(layout.width - MARGIN, top + 8, "label", "end", font_weight="bold")
    top += 38 if beside else 34

    edges = [cuts(u, left, width) for _, u, _, _ in found]
    for i, (upper, lower) in enumerate(pairwise(edges)):
        start, end = top + step * i + HEIGHT, top + step * (i + 1)
        for l, name in enumerate(example.CLASSES):
            flow = [(upper[l], start), (upper[l + 1], start), (lower[l + 1], end), (lower[l], end)]
            canvas.polygon(flow, fill=COLORS[name], fill_opacity=0.25)
    draw_half(canvas, left, width, top - 8, top + step * (len(found) - 1) + HEIGHT + 8)
    for i, (RCr, u, medians, label) in enumerate(found):
        y = top + step * i
        draw_bar(canvas, left, y, width, HEIGHT, u)
        in_words = f"{'medians' if len(medians) > 1 else 'median'} {' and '.join(medians)}"
        if beside:
            canvas.text(MARGIN, y + 13, RCr, font_size=15, font_weight="bold")
            canvas.text(MARGIN, y + 29, RELEVANCES[RCr])
            canvas.text(left + width + 20, y + 20, " and ".join(medians), font_size=13)
            canvas.text(layout.width - MARGIN, y + 20, label, "end", font_size=13, font_weight="bold")
        else:
            canvas.text(left, y - 8, f"RCr = {RCr}", font_size=14, font_weight="bold")
            canvas.text(left + width, y - 8, RELEVANCES[RCr], "end")
            canvas.text(left, y + HEIGHT + 17, in_words)
            canvas.text(left + width, y + HEIGHT + 17, f"label {label}", "end", font_weight="bold")
    bottom = top + step * (len(found) - 1) + HEIGHT + (30 if beside else 42)
    note = "Of two neighboring medians the lower one is the label."
    canvas.height = canvas.lines(MARGIN, bottom, wrapped(note, layout.width - 2 * MARGIN)) - 8
    return canvas
