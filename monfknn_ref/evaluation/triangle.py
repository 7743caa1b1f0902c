"""The heat map of the Bayesian sign test: the posterior samples over the triangle of the three regions.

A sample (left, rope, right) is a point of the triangle. The nearer it is to a corner, the more likely is that
region. Lines divide the triangle into the areas in which each of the three regions is the most likely one.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import partial
from typing import NamedTuple

from monfknn_ref.drawing.canvas import Canvas, Point, draw_legend, ink, path_through
from monfknn_ref.evaluation.bayesian_sign import BayesianSign, Regions
from monfknn_ref.model.checks import check_whole

SIDE, LEFT, TOP = 320, 60, 64


class Triangle(NamedTuple):
    """Where the triangle stands: its left and upper edge and the length of its sides."""

    left: float
    top: float
    side: float

    @property
    def height(self) -> float:
        return self.side * math.sqrt(3) / 2

    def place(self, left: float, rope: float, right: float) -> Point:
        """The point where the three weights balance; left and right are the lower corners, rope the upper."""
        total = left + rope + right
        x = self.left + self.side * (right + rope / 2) / total
        return x, self.top + self.height * (1 - rope / total)

    def corners_of(self, cell: tuple[int, int, int], cells: int) -> list[Point]:
        """The corners of a small triangle; it points up if its numbers sum to cells - 1, else down."""
        left, rope, right = cell
        if left + rope + right == cells - 1:
            corners = [(left + 1, rope, right), (left, rope + 1, right), (left, rope, right + 1)]
        else:
            corners = [(left, rope + 1, right + 1), (left + 1, rope, right + 1), (left + 1, rope + 1, right)]
        return [self.place(*corner) for corner in corners]


def heat_map(test: BayesianSign, a: str = "a", b: str = "b", cells: int = 32) -> Canvas:
    """Draw the samples of a test of a against b; each side of the triangle is divided into `cells` cells.

    >>> from monfknn_ref.evaluation.bayesian_sign import bayesian_sign_test
    >>> test = bayesian_sign_test([0.9, 0.8, 0.7], [0.8, 0.7, 0.7], rope=0.01, samples=500)
    >>> heat_map(test, "PM", "MkNN").svg().startswith("<svg")
    True
    """
    check_whole("cells", cells, 1)
    title = f"{a} against {b}: Bayesian sign test"
    description = (
        f"Of {test.samples} samples, {b} is better in {test.wins.left:.1%}, "
        f"neither in {test.wins.rope:.1%} and {a} in {test.wins.right:.1%}."
    )
    triangle = Triangle(LEFT, TOP, SIDE)
    canvas = Canvas(2 * LEFT + SIDE, TOP + triangle.height + 84, title, description)
    canvas.text(16, 22, title, font_size=14, font_weight="bold")
    draw_samples(canvas, test, triangle, cells)
    below = TOP + triangle.height + 20
    canvas.text(LEFT + SIDE / 2, TOP - 12, f"no difference: {test.wins.rope:.1%}", "middle")
    canvas.text(LEFT / 2, below, f"{b} better: {test.wins.left:.1%}")
    canvas.text(1.5 * LEFT + SIDE, below, f"{a} better: {test.wins.right:.1%}", "end")
    for i, share in enumerate((0.05, 0.25, 0.5, 1)):
        key = partial(draw_swatch, share=share)
        draw_legend(canvas, LEFT / 2 + 60 + 64 * i, below + 34, [(f"{share:.0%}", key)])
    canvas.text(LEFT / 2, below + 38, "of peak:")
    return canvas


STEPS = 8
"""How many strengths of color there are."""


def strength(share: float) -> float:
    """How strong the color of a cell is, by its share of the fullest; the root keeps sparse parts visible.

    >>> [strength(share) for share in (0.001, 0.25, 1)]
    [0.125, 0.5, 1.0]
    """
    return math.ceil(STEPS * math.sqrt(share)) / STEPS


def draw_swatch(canvas: Canvas, x: float, y: float, share: float) -> None:
    """A key of the legend: the color of cells with that share of the fullest one."""
    canvas.rect(x - 6, y - 6, 12, 12, fill=ink("line-1"), fill_opacity=strength(share), stroke="currentColor")


def draw_samples(canvas: Canvas, test: BayesianSign, triangle: Triangle, cells: int = 32) -> None:
    """The samples in a triangle, with the lines between the areas where each region is the most likely."""
    samples = Counter(cell_of(draw, cells) for draw in test.draws())
    most = max(samples.values())
    by_strength: dict[float, list[str]] = {}
    for cell in sorted(samples):
        outline = path_through(triangle.corners_of(cell, cells), closed=True)
        by_strength.setdefault(strength(samples[cell] / most), []).append(outline)
    for opacity, outlines in sorted(by_strength.items()):
        canvas.path("".join(outlines), fill=ink("line-1"), fill_opacity=f"{opacity:g}")
    place = triangle.place
    canvas.polygon([place(1, 0, 0), place(0, 1, 0), place(0, 0, 1)], fill="none", stroke="currentColor")
    for middle in (place(1, 1, 0), place(0, 1, 1), place(1, 0, 1)):
        canvas.line(*place(1, 1, 1), *middle, stroke_dasharray="4 3")


def cell_of(draw: Regions, cells: int) -> tuple[int, int, int]:
    """The small triangle that holds a sample, named by its distance from each side in whole cells."""
    left, rope, right = (min(int(share * cells), cells - 1) for share in draw)
    return left, rope, right
