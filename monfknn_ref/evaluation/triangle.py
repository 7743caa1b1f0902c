"""The heat map of the Bayesian sign test: the posterior samples over the triangle of the three regions.

A sample (left, rope, right) is a point of the triangle. The nearer it is to a corner, the more likely is that
region. Lines divide the triangle into the areas in which each of the three regions is the most likely one.
"""

from __future__ import annotations

import math
from collections import Counter

from monfknn_ref.drawing import Canvas, Point, draw_legend, shade
from monfknn_ref.evaluation.bayesian_sign import BayesianSign, Regions
from monfknn_ref.validation import check_whole

__all__ = ["heat_map"]

SIDE, LEFT, TOP = 320, 60, 64
HEIGHT = SIDE * math.sqrt(3) / 2


def heat_map(test: BayesianSign, a: str = "a", b: str = "b", cells: int = 32) -> Canvas:
    """Draw the samples of a test of a against b; each side of the triangle is divided into `cells` cells.

    >>> from monfknn_ref.evaluation.bayesian_sign import bayesian_sign_test
    >>> test = bayesian_sign_test([0.9, 0.8, 0.7], [0.8, 0.7, 0.7], rope=0.01, samples=500)
    >>> heat_map(test, "PM", "MkNN").svg().startswith("<svg")
    True
    """
    check_whole("cells", cells, 1)
    samples = Counter(cell_of(draw, cells) for draw in test.draws())
    most = max(samples.values())
    title = f"{a} against {b}: Bayesian sign test"
    description = (
        f"Of {test.samples} samples, {b} is better in {test.wins.left:.1%}, "
        f"neither in {test.wins.rope:.1%} and {a} in {test.wins.right:.1%}."
    )
    canvas = Canvas(2 * LEFT + SIDE, TOP + HEIGHT + 84, title, description)
    canvas.text(16, 22, title, font_size=14, font_weight="bold")
    for cell in sorted(samples):
        color = shade(math.sqrt(samples[cell] / most))  # the root keeps sparse parts visible
        canvas.polygon(corners_of(cell, cells), fill=color, stroke=color, stroke_width=0.4)

    canvas.polygon([place(1, 0, 0), place(0, 1, 0), place(0, 0, 1)], fill="none", stroke="currentColor")
    for middle in (place(1, 1, 0), place(0, 1, 1), place(1, 0, 1)):
        canvas.line(*place(1, 1, 1), *middle, stroke="#000", stroke_opacity=0.6)  # black and white: one of
        canvas.line(*place(1, 1, 1), *middle, stroke="#fff", stroke_dasharray="4 4")  # them always shows
    below = TOP + HEIGHT + 20
    canvas.text(LEFT + SIDE / 2, TOP - 12, f"no difference: {test.wins.rope:.1%}", "middle")
    canvas.text(LEFT / 2, below, f"{b} better: {test.wins.left:.1%}")
    canvas.text(1.5 * LEFT + SIDE, below, f"{a} better: {test.wins.right:.1%}", "end")
    for i, share in enumerate((0.05, 0.25, 0.5, 1)):
        entry = (f"{share:.0%}", shade(math.sqrt(share)))
        draw_legend(canvas, LEFT / 2 + 60 + 64 * i, below + 34, [entry])
    canvas.text(LEFT / 2, below + 38, "of peak:")
    return canvas


def place(left: float, rope: float, right: float) -> Point:
    """The point where the three weights balance; left and right are the lower corners, rope the upper one."""
    total = left + rope + right
    return LEFT + SIDE * (right + rope / 2) / total, TOP + HEIGHT * (1 - rope / total)


def cell_of(draw: Regions, cells: int) -> tuple[int, int, int]:
    """The small triangle that holds a sample, named by its distance from each side in whole cells."""
    left, rope, right = (min(int(share * cells), cells - 1) for share in draw)
    return left, rope, right


def corners_of(cell: tuple[int, int, int], cells: int) -> list[Point]:
    """The corners of a small triangle; it points up if its numbers sum to cells - 1, and down otherwise."""
    left, rope, right = cell
    if left + rope + right == cells - 1:
        corners = [(left + 1, rope, right), (left, rope + 1, right), (left, rope, right + 1)]
    else:
        corners = [(left, rope + 1, right + 1), (left + 1, rope, right + 1), (left + 1, rope + 1, right)]
    return [place(*corner) for corner in corners]
