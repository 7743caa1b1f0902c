"""Learning curves: a small chart for each data set, a line with its band for each method."""

from __future__ import annotations

from collections.abc import Sequence

from monfknn_ref.drawing.canvas import (
    PHONE,
    WIDE,
    Canvas,
    Layout,
    draw_legend,
    draw_marker,
    flow,
    line_style,
    wrapped,
)
from monfknn_ref.drawing.charts import Axis, nice_ticks
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.student_t import Mean
from monfknn_ref.reproduction.studies import LEARNERS, SMALLEST
from monfknn_ref.reproduction.study_tables import learning_curve
from tools import stored

METHODS = tuple(learner.name for learner in LEARNERS)
HEIGHT, MARGIN, GAP = 172, 6, 12
LEFT, TOP, BOTTOM = 42, 22, 24
SMALL = 11


def draw(measure: str, layout: Layout = WIDE) -> Canvas:
    """All data sets."""
    measured = stored.study("learning")
    name = MEASURES[measure].word
    canvas = Canvas(
        layout.width,
        0,
        f"{name[0].upper()}{name[1:]} over the number of training rows",
        f"A chart for each data set: the {name} of {', '.join(METHODS)} over the number of training rows, "
        f"from {SMALLEST} on, on a logarithmic axis. Bands are standard deviations over "
        f"{measured.partitions} draws.",
    )
    room = layout.width - 2 * MARGIN
    below = canvas.lines(MARGIN, 20, wrapped(canvas.title, room, 14), font_size=14, font_weight="bold")
    keys = [(method, line_style(number)) for number, method in enumerate(METHODS)]
    below = draw_legend(canvas, MARGIN, below, keys, room)
    columns = 2 if layout == PHONE else 3
    width = (room - GAP * (columns - 1)) / columns
    sizes = [(width, HEIGHT)] * len(measured.datasets)
    corners, bottom = flow(sizes, room + 1, (GAP, GAP), (MARGIN, below - 6))
    for dataset, (left, top) in zip(measured.datasets, corners):
        curves = [learning_curve(measured, dataset, method, measure) for method in METHODS]
        draw_chart(canvas, left, top, width, dataset, curves)
    canvas.text(layout.width / 2, bottom + 14, "training rows, on a logarithmic axis", "middle")
    canvas.height = bottom + 24
    return canvas


def draw_chart(
    canvas: Canvas,
    left: float,
    top: float,
    width: float,
    dataset: str,
    curves: Sequence[list[tuple[int, Mean]]],
) -> None:
    """One data set."""
    ends = [end for curve in curves for _, value in curve for end in band(value)]
    highest = max(ends)
    across = Axis(SMALLEST, curves[0][-1][0], left + LEFT + 4, left + width - 6, log=True)
    up = Axis(min(ends), highest if highest > min(ends) else highest + 0.01, top + HEIGHT - BOTTOM, top + TOP)
    canvas.text(left, top + 12, dataset, font_weight="bold")
    for tick in nice_ticks(up.low, up.high, 4):
        y = up.place(tick)
        canvas.line(left + LEFT, y, left + width, y, stroke_opacity=0.18)
        canvas.text(left + LEFT - 4, y + 4, f"{tick:g}", "end", font_size=SMALL)
    tick = SMALLEST
    while tick <= across.high:
        x = across.place(tick)
        canvas.line(x, top + HEIGHT - BOTTOM, x, top + HEIGHT - BOTTOM + 4)
        canvas.text(x, top + HEIGHT - BOTTOM + 16, str(tick), "middle", font_size=SMALL)
        tick *= 4
    canvas.line(left + LEFT, top + HEIGHT - BOTTOM, left + width, top + HEIGHT - BOTTOM)
    for number, curve in enumerate(curves):
        lower = [(across.place(rows), up.place(band(value)[0])) for rows, value in curve]
        upper = [(across.place(rows), up.place(band(value)[1])) for rows, value in curve]
        canvas.polygon(lower + upper[::-1], fill=line_style(number).color, fill_opacity=0.12)
    for number, curve in enumerate(curves):
        style = line_style(number)
        places = [(across.place(rows), up.place(value.mean)) for rows, value in curve]
        canvas.polyline(places, stroke=style.color, stroke_width=1.8, stroke_dasharray=style.dash)
        for x, y in places:
            draw_marker(canvas, style, x, y, 2.6)


def band(value: Mean) -> tuple[float, float]:
    """The ends of the band at a point; no measure is below 0."""
    return max(0.0, value.mean - value.spread), value.mean + value.spread
