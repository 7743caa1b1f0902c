"""The figure of Eq. 4: three membership vectors, their largest membership and where half is reached."""

from __future__ import annotations

from collections.abc import Sequence

from monfknn_ref.drawing.canvas import (
    WIDE,
    Canvas,
    Layout,
    class_colors,
    draw_shape,
    flow,
    format_number,
    wrapped,
)
from monfknn_ref.drawing.charts import Axis
from monfknn_ref.example import U_I, U_J, U_T
from monfknn_ref.model.functions import cumulative, median, median_range

VECTORS = (("i", U_I), ("j", U_J), ("t", U_T))
STEP = 36  # the width of a class
LEFT = 66  # of the first panel; the names of the heights stand before it
PANEL = (STEP * 5, 352)


def draw(layout: Layout = WIDE) -> Canvas:
    """The paper's u_i, u_j and u_t."""
    said = "; ".join(
        f"u_{name} has its largest membership at class {' and '.join(str(l + 1) for l in largest(u))} "
        f"and its median at {median(u) + 1}"
        for name, u in VECTORS
    )
    canvas = Canvas(
        layout.width,
        0,
        "Median against largest membership for the paper's three vectors",
        f"Bars show the memberships of five classes, a staircase their sums from the left: {said}. "
        "Though u_j leans to higher classes than u_i, its largest membership is at a lower one.",
    )
    corners, bottom = flow([PANEL] * len(VECTORS), layout.width - LEFT, gap=(34, 12), start=(LEFT, 0))
    for (left, top), (name, u) in zip(corners, VECTORS):
        up = Axis(0, 1, start=top + 250, end=top + 50)  # memberships and their sums
        if left == LEFT:
            draw_heights(canvas, up)
        draw_panel(canvas, left, up, name, u)
    [high], [low] = largest(U_I), largest(U_J)
    l_m, l_M = median_range(U_T)
    notes = (
        "U_{j} is nowhere above U_{i}: u_{j} leans to higher classes. Yet argmax falls from "
        f"{high + 1} to {low + 1}; the median stays at {median(U_J) + 1}.",
        f"u_{{t}} keeps its half from {l_m + 1} to {l_M + 1}: the middle is {median(U_T) + 1}.",
    )
    for note in notes:
        bottom = canvas.lines(12, bottom, wrapped(note, layout.width - 24, 13), font_size=13)
    canvas.height = bottom - 6
    return canvas


def draw_heights(canvas: Canvas, up: Axis) -> None:
    """What stands at the heights of a row of panels."""
    for height, text in ((0, "0"), (0.5, "½"), (1, "1")):
        canvas.text(LEFT - 8, up.place(height) + 4, text, "end", font_size=13)
    canvas.text(LEFT - 8, up.start + 46, "argmax", "end")
    canvas.text(LEFT - 8, up.start + 70, "median", "end")


def largest(u: Sequence[float]) -> list[int]:
    """The classes with the largest membership.

    >>> largest(U_I), largest(U_T)
    ([2], [1, 3])
    """
    return [l for l, u_l in enumerate(u) if u_l == max(u)]


def draw_panel(canvas: Canvas, left: float, up: Axis, name: str, u: Sequence[float]) -> None:
    """Bars and staircase of one vector; below, the class by argmax and the class by median."""
    zero, half = up.place(0), up.place(0.5)
    right = left + STEP * len(u)
    l_m, l_M = median_range(u)
    canvas.text(left, up.end - 28, f"u_{{{name}}} = ({', '.join(map(format_number, u))})", font_weight="bold")
    canvas.rect(
        left + STEP * l_m, up.end, STEP * (l_M + 1 - l_m), zero + 78 - up.end,
        fill="currentColor", fill_opacity=0.1,
    )  # fmt: skip
    corners = [(left, zero)]
    for l, (u_l, U_l, color) in enumerate(zip(u, cumulative(u), class_colors(len(u)))):
        x, top = left + STEP * l, up.place(u_l)
        if u_l:
            canvas.rect(x + 5, top, STEP - 10, zero - top, fill=color, stroke="currentColor")
        canvas.text(x + STEP / 2, top - 5, format_number(u_l), "middle")
        canvas.text(x + STEP / 2, zero + 19, f"l_{{{l + 1}}}", "middle", font_size=14)
        corners += [(x, up.place(float(U_l))), (x + STEP, up.place(float(U_l)))]
    canvas.line(left, half, right, half, stroke_dasharray="6 4")
    canvas.polyline(corners, stroke_width=2.5)
    canvas.line(left, zero, right, zero)
    canvas.line(left, zero, left, up.end)

    canvas.text(right, up.end - 8, f"U_{{{name}}}", "end", font_size=14)
    for l in (l_m, l_M):
        canvas.circle(left + STEP * l, half, 4.5, fill="currentColor")

    outline = {"fill": "none", "stroke": "currentColor", "stroke_width": 2}
    centers = [left + STEP * (l + 0.5) for l in range(len(u))]
    for l in largest(u):
        draw_shape(canvas, "triangle", centers[l], zero + 42, 6, **outline)
    canvas.line(centers[l_m], zero + 66, centers[l_M], zero + 66, stroke_width=2)
    for l in (l_m, l_M):
        canvas.line(centers[l], zero + 60, centers[l], zero + 72, stroke_width=2)
    canvas.circle(centers[median(u)], zero + 66, 6, fill="currentColor")
