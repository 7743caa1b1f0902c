"""The figure of Algorithm 2 and Eq. 7: the neighbors of a query, in range or out of it, and their weights."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import accumulate

from monfknn_ref import example
from monfknn_ref.arithmetic import EXACT, HALF
from monfknn_ref.drawing.canvas import WIDE, Canvas, Layout, flow, wrapped
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.paper.order import in_range
from monfknn_ref.paper.prediction import Query
from tools.figures.example_parts import (
    RADIUS,
    Plane,
    draw_bar,
    draw_half,
    draw_query,
    draw_row,
    rational,
    share_text,
)

QUERY = example.QUERIES[0]
PENALTIES = {1: "1", HALF: "½"}
BAR_LEFT, BAR_WIDTH, BARS_HEIGHT = 108, 205, 130
PANEL = (340, 646)
NOTE = "A line leads to each neighbor, the wider the more it counts. Dashed and hollow: out of range."


def found_by(model: MonFkNN) -> tuple[Query, list[Fraction]]:
    """What Algorithm 3 finds out about the query, and the share each neighbor has in the total weight.

    >>> found, shares = found_by(example.approximate())
    >>> [example.NAMES[j] for j in found.neighbors], [str(share) for share in shares]
    (['b', 'd', 'e'], ['4/7', '2/7', '1/7'])
    """
    [found] = model.predict_in_detail([QUERY])
    weights = model.rules_.penalized_weights(QUERY, model.learned_.D, found.penalties, model.m)
    total = sum(weights.values())
    return found, [weights[j] / total for j in found.neighbors]


def draw(layout: Layout = WIDE) -> Canvas:
    """PM, then AM."""
    panels = (
        ("MonFkNN-PM", "only rows in range are neighbors", example.pure()),
        ("MonFkNN-AM", "rows out of range count half", example.approximate()),
    )
    said = []
    for name, _, model in panels:
        found, shares = found_by(model)
        parts = [f"{example.NAMES[j]} has {share}" for j, share in zip(found.neighbors, shares)]
        u, label = ", ".join(map(str, found.memberships)), example.CLASSES[found.label]
        said.append(
            f"{name}: the range is {words(found.range)}; of the weight {', '.join(parts)}; "
            f"memberships {u}; the class is {label}."
        )
    canvas = Canvas(
        layout.width,
        0,
        f"The neighbors of the query {QUERY} and what each of them counts",
        "The running example twice, with the query's three neighbors. " + " ".join(said),
    )
    corners, bottom = flow([PANEL] * len(panels), layout.width, gap=(5, 14))
    for (left, top), (name, rule, model) in zip(corners, panels):
        draw_panel(canvas, left + 24, top, name, rule, model)
    bottom = canvas.lines(24, bottom + 16, wrapped(NOTE, layout.width - 30))
    canvas.height = bottom - 8
    return canvas


def words(r: tuple[int, int]) -> str:
    """
    >>> words((1, 2)), words((2, 2))
    ('mid to high', 'high')
    """
    low, high = (example.CLASSES[l] for l in r)
    return low if low == high else f"{low} to {high}"


def draw_panel(canvas: Canvas, left: float, top: float, name: str, rule: str, model: MonFkNN) -> None:
    """The plane with the neighbors, and below it how their memberships are averaged."""
    found, shares = found_by(model)
    canvas.text(left, top + 20, name, font_size=15, font_weight="bold")
    canvas.text(left, top + 40, rule, font_size=13)
    plane = Plane(left, bottom=top + 362, unit=37)
    plane.draw_axes(canvas)
    draw_links(canvas, plane, model, found, shares)
    for row, l in zip(example.NAMES, model.learned_.y):
        draw_row(canvas, plane, row, example.CLASSES[l], hollow=not in_range(l, found.range))
    draw_query(canvas, plane, QUERY)
    canvas.text(plane.left + 10, plane.top + 14, f"range of x: {words(found.range)}", font_size=13)
    draw_average(canvas, left, plane.bottom + 62, model, found, shares)


def draw_links(canvas: Canvas, plane: Plane, model: MonFkNN, found: Query, shares: list[Fraction]) -> None:
    """A line to each neighbor, bent so that none hides another."""
    x0, y0 = plane.place(QUERY)
    for j, share in zip(found.neighbors, shares):
        x1, y1 = plane.place(model.learned_.D[j])
        bend_x, bend_y = (x0 + x1) / 2 + (y0 - y1) / 4, (y0 + y1) / 2 + (x1 - x0) / 4
        short = RADIUS / math.sqrt((x1 - bend_x) ** 2 + (y1 - bend_y) ** 2)  # it ends where the disc begins
        x1, y1 = x1 + (bend_x - x1) * short, y1 + (bend_y - y1) * short
        canvas.path(
            f"M {x0:.2f} {y0:.2f} Q {bend_x:.2f} {bend_y:.2f} {x1:.2f} {y1:.2f}",
            fill="none",
            stroke="currentColor",
            stroke_opacity=0.6,
            stroke_width=float(16 * share),
            stroke_dasharray="none" if in_range(model.learned_.y[j], found.range) else "5 3",
        )


def draw_average(
    canvas: Canvas, left: float, y: float, model: MonFkNN, found: Query, shares: list[Fraction]
) -> None:
    """The memberships of the neighbors as bars as high as their shares, and their average below."""
    canvas.text(left, y, "weight", font_weight="bold")
    canvas.text(left + BAR_LEFT - 12, y, "share", "end", font_weight="bold")
    canvas.text(left + BAR_LEFT, y, "memberships of the row", font_weight="bold")
    y += 9
    tops = accumulate(shares, initial=Fraction(0))
    for j, share, above in zip(found.neighbors, shares, tops):
        top, height = y + float(BARS_HEIGHT * above), float(BARS_HEIGHT * share)
        q = EXACT.distance(QUERY, model.learned_.D[j])
        weight = f"{PENALTIES[found.penalties[j]]}/√{q}"
        canvas.text(left, top + height / 2 + 4.5, example.NAMES[j], font_size=13, font_weight="bold")
        canvas.text(left + 16, top + height / 2 + 4.5, weight)
        canvas.text(left + BAR_LEFT - 12, top + height / 2 + 4.5, share_text(share), "end")
        draw_bar(canvas, left + BAR_LEFT, top, BAR_WIDTH, height, rational(model.training_memberships_[j]))
    y += BARS_HEIGHT + 22
    label = example.CLASSES[found.label]
    canvas.text(left, y + 20, f"x is {label}", font_size=15, font_weight="bold")
    draw_half(canvas, left + BAR_LEFT, BAR_WIDTH, y - 5, y + 36)
    u = rational(found.memberships)
    draw_bar(canvas, left + BAR_LEFT, y, BAR_WIDTH, 30, u)
    vector = ", ".join(map(share_text, u))
    canvas.text(left + BAR_LEFT, y + 52, f"u = ({vector})", font_size=13)
