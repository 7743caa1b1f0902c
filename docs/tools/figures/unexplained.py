"""The unexplained cells as marks along a line: how many there are, and the single runs of MonMLP."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from monfknn_ref.drawing.canvas import WIDE, Canvas, Layout, draw_legend, draw_marker, line_style
from monfknn_ref.drawing.charts import Axis, tick_text
from monfknn_ref.reproduction.paper_tables import STATE
from tools.unexplained import before_and_after, mlp_runs, values_of

Mark = Callable[[Canvas, float, float], None]


def disc(canvas: Canvas, x: float, y: float) -> None:
    color = line_style(0).color
    canvas.circle(x, y, 4, fill=color, fill_opacity=0.45, stroke=color)


def square(canvas: Canvas, x: float, y: float) -> None:
    draw_marker(canvas, line_style(1), x, y, 5)


def box(canvas: Canvas, x: float, y: float) -> None:
    """Large enough for a dot to be seen inside."""
    canvas.rect(x - 6, y - 6, 12, 12, fill="none", stroke=line_style(1).color, stroke_width=2)


def stroke(canvas: Canvas, x: float, y: float) -> None:
    canvas.line(x, y - 9, x, y + 9, stroke_width=2)


def draw_outside(layout: Layout = WIDE) -> Canvas:
    """For each column the cells outside, in the audit and with the causes, and how many chance puts there."""
    columns = before_and_after()
    return draw_rows(
        Canvas(
            layout.width,
            0,
            "Cells outside two spreads",
            "For each column of the paper a box for the cells outside in the audit, and a dot for those "
            "outside with the causes found; a line marks how many chance explains.",
        ),
        Axis(0, max(max(one.before, one.after) for one in columns), 160, layout.width - 24),
        "cells, of 36",
        {"in the audit": box, "with the causes found": disc, "what chance explains": stroke},
        {one.name: [[one.before], [one.after], [one.after_by_chance]] for one in columns},
    )


def draw_starts(layout: Layout = WIDE) -> Canvas:
    """The accuracy of each run of MonMLP from one start, and the printed mean of three runs."""
    printed = STATE["accuracy"].cells
    return draw_rows(
        Canvas(
            layout.width,
            0,
            "MonMLP: accuracy of single runs",
            "For each data set a dot for the accuracy of each run, all folds of which start alike, and a "
            "mark for the printed accuracy, which is a mean of three runs.",
        ),
        Axis(0, 1, 160, layout.width - 24),
        "accuracy",
        {"a run": disc, "printed, mean of three runs": square},
        {
            run["dataset"]: [
                list(map(float, values_of(run, "accuracy"))),
                [float(printed[run["dataset"]]["MonMLP"])],
            ]
            for run in mlp_runs()
        },
    )


def draw_rows(
    canvas: Canvas,
    axis: Axis,
    label: str,
    marks: Mapping[str, Mark],
    rows: Mapping[str, Sequence[Sequence[float]]],
) -> Canvas:
    """A row for each name, with its values for each mark along the axis."""
    top, step = 40.0, 24.0
    bottom = top + step * len(rows)
    canvas.text(12, 22, canvas.title, font_size=14, font_weight="bold")
    for tick in axis.ticks():
        x = axis.place(tick)
        canvas.line(x, top, x, bottom, stroke_opacity=0.18)
        canvas.text(x, bottom + 17, tick_text(tick), "middle")
    canvas.text((axis.start + axis.end) / 2, bottom + 36, label, "middle")
    for i, (name, values) in enumerate(rows.items()):
        y = top + step * (i + 0.5)
        canvas.text(axis.start - 8, y + 4, name, "end")
        for draw, along in zip(marks.values(), values):
            for value in along:
                draw(canvas, axis.place(value), y)
    canvas.height = draw_legend(canvas, 12, bottom + 60, list(marks.items()), axis.end + 8) - 4
    return canvas
