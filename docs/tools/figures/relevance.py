"""The figure of Eq. 6: what the relevance RCr of its own class does to a noisy row, b of the example."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from monfknn_ref import example
from monfknn_ref.drawing import Canvas
from monfknn_ref.estimator import MonFkNN
from monfknn_ref.functions import median_range, neighbors_as_mknn, valid_range
from tools.figures.bars import cuts, draw_bar, draw_half, rational
from tools.figures.plane import COLORS

__all__ = ["draw"]

B = example.NAMES.index("b")
RELEVANCES = {0: "only its neighbors count", 0.5: "MonFkNN-PM", 0.51: "as FkNN has it", 1: "MonFkNN-AM"}
LEFT, WIDTH, HEIGHT, TOP, STEP = 176, 330, 30, 92, 62


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
    learnt = example.pure().learnt_
    D, y = learnt.D, learnt.first_labels
    r = valid_range(D[B], D, y, len(example.CLASSES), leave_out=B)
    nn = neighbors_as_mknn(D[B], r, 2, "inRange", D, y, leave_out=B)
    return " and ".join(f"{example.NAMES[j]} ({example.CLASSES[y[j]]})" for j in nn)


def draw() -> Canvas:
    """One bar for each relevance."""
    found = [(RCr, *memberships_of_b(RCr)) for RCr in RELEVANCES]
    said = "; ".join(
        f"RCr {RCr}: {', '.join(map(str, u))}, median {' and '.join(medians)}, label {label}"
        for RCr, u, medians, label in found
    )
    canvas = Canvas(
        690,
        TOP + STEP * len(RELEVANCES) + 14,
        "What RCr does to the noisy row b",
        f"Row b is given high; its neighbors in range are {neighbors_of_b()}. "
        f"Its memberships of low, mid and high: {said}.",
    )
    opening = f"Row b is given high, but its neighbors in range are {neighbors_of_b()}."
    canvas.text(12, 20, opening, font_size=14)
    canvas.text(12, TOP - 30, "RCr", font_weight="bold")
    canvas.text(LEFT, TOP - 30, "memberships of b", font_weight="bold")
    canvas.text(LEFT + WIDTH + 20, TOP - 30, "medians", font_weight="bold")
    canvas.text(678, TOP - 30, "label", "end", font_weight="bold")

    edges = [cuts(u, LEFT, WIDTH) for _, u, _, _ in found]
    for i, (upper, lower) in enumerate(pairwise(edges)):
        top, bottom = TOP + STEP * i + HEIGHT, TOP + STEP * (i + 1)
        for l, name in enumerate(example.CLASSES):
            flow = [(upper[l], top), (upper[l + 1], top), (lower[l + 1], bottom), (lower[l], bottom)]
            canvas.polygon(flow, fill=COLORS[name], fill_opacity=0.25)
    draw_half(canvas, LEFT, WIDTH, TOP - 12, TOP + STEP * len(RELEVANCES) - 18)
    for i, (RCr, u, medians, label) in enumerate(found):
        y = TOP + STEP * i
        canvas.text(12, y + 15, RCr, font_size=15, font_weight="bold")
        canvas.text(12, y + 31, RELEVANCES[RCr])
        draw_bar(canvas, LEFT, y, WIDTH, HEIGHT, u)
        canvas.text(LEFT + WIDTH + 20, y + 20, " and ".join(medians), font_size=13)
        canvas.text(678, y + 20, label, "end", font_size=13, font_weight="bold")
    canvas.text(12, TOP + STEP * len(found) + 4, "Of two neighboring medians the lower one is the label.")
    return canvas
