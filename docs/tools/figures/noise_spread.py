"""The figure of noise that travels: what the label of row b does to row f and to a query beside it.

Two pictures that stand side by side, or below each other on a phone: b as it was given, and as it should be.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from monfknn_ref import example
from monfknn_ref.drawing.canvas import PHONE, Canvas, Layout
from monfknn_ref.model.estimator import MonFkNN
from tools.figures.example_parts import (
    COLORS,
    Plane,
    draw_bar,
    draw_half,
    draw_query,
    draw_row,
    learned_about,
    rational,
)

LABELS_OF_B: Mapping[str, str] = {"noise-spread-high": "high", "noise-spread-mid": "mid"}
"""The label of row b in each picture, by the names of the files."""

B, F = example.NAMES.index("b"), example.NAMES.index("f")
QUERY = example.QUERIES[1]


def example_with_b(label: str) -> MonFkNN:
    """MonFkNN-PM fitted to the running example, but for the label of row b.

    >>> example_with_b("mid").predict([QUERY]), example_with_b("high").predict([QUERY])
    (['mid'], ['high'])
    """
    labels = [label if row == example.ROWS[B] else given for row, given in zip(example.ROWS, example.LABELS)]
    return MonFkNN.pure_monotonic(k=2, K=3).fit(example.ROWS, labels, example.CLASSES)


def draw(label: str, layout: Layout = PHONE) -> Canvas:
    """The plane with the neighbors of f, the memberships of f, and those of the query."""
    model = example_with_b(label)
    valid, neighbors = learned_about(F, model)
    names = " and ".join(example.NAMES[j] for j in neighbors)
    of_f = rational(model.training_memberships_[F])
    [found] = model.predict_in_detail([QUERY])
    of_query, answer = rational(found.memberships), example.CLASSES[found.label]
    canvas = Canvas(
        layout.width,
        548,
        f"Row b is {label}: what that does to row f",
        f"The running example. All rows to the right of b and above it must be at least {label}. Row f "
        f"may be {' or '.join(valid)}; its neighbors are {names}; its memberships are "
        f"{', '.join(map(str, of_f))}. The query {QUERY} gets {', '.join(map(str, of_query))}: {answer}.",
    )
    canvas.text(6, 20, f"b is {label}", font_size=15, font_weight="bold")
    plane = Plane(34, bottom=336, unit=37)
    draw_cone(canvas, plane, label)
    plane.draw_axes(canvas)
    for j in neighbors:
        ends = (*plane.place(model.training_rows_[F]), *plane.place(model.training_rows_[j]))
        canvas.line(*ends, stroke_width=5, stroke_opacity=0.5)
    for i, name in enumerate(example.NAMES):
        draw_row(canvas, plane, name, str(model.first_labels_[i]), ring=i in (B, F))
    draw_query(canvas, plane, QUERY)
    top = plane.bottom + 60
    draw_memberships(canvas, top, f"f: valid {', '.join(valid)}; neighbors {names}", of_f)
    draw_memberships(canvas, top + 78, f"query x: {answer}", of_query)
    return canvas


def draw_cone(canvas: Canvas, plane: Plane, label: str) -> None:
    """Where rows lie that dominate b."""
    left, bottom = plane.place(example.ROWS[B])
    width, height = plane.right - left, bottom - plane.top
    canvas.rect(left, plane.top, width, height, fill=COLORS[label], fill_opacity=0.18, stroke="none")
    canvas.line(left, plane.top, left, bottom, stroke_dasharray="4 3")
    canvas.line(left, bottom, plane.right, bottom, stroke_dasharray="4 3")
    canvas.text(left + 8, plane.top + 15, f"not below {label}, says b")


def draw_memberships(canvas: Canvas, y: float, words: str, u: list[Fraction]) -> None:
    """A bar with what it stands for above it."""
    canvas.text(6, y, words, font_size=13, font_weight="bold")
    draw_half(canvas, 6, 322, y + 22, y + 52)
    draw_bar(canvas, 6, y + 24, 322, 26, u)
