"""The figures of the refutations: training rows, predictions around them, and where these go wrong."""

from __future__ import annotations

from typing import Any

from monfknn_ref.beyond.guarantees.counterexamples import Counterexample, Point
from monfknn_ref.beyond.guarantees.searches import stored_results
from monfknn_ref.beyond.guarantees.statements import REFUTED, STATEMENTS, statement_named
from monfknn_ref.drawing.canvas import LAYOUTS, PHONE, WIDE, Canvas, Layout, flow, text_width, wrapped
from monfknn_ref.drawing.lattice import RED, Lattice, draw_fall, draw_lattice, draw_rows

NAMES = {f"refuted-{s.id}": s.id for s in STATEMENTS if s.verdict == REFUTED}
"""The figures by the names of their files, each with the id of its statement."""

CELL = 60
LEFT, TOP = 36, 78
"""Where a lattice begins in its panel, below its heading."""
MARGIN = 12


def layouts(id: str) -> tuple[Layout, ...]:
    """The layouts that a figure is drawn in: only the narrow one if everything fits into that as well."""
    panels = panels_of(id)
    values = [values_of(panel) for panel in panels]
    narrow = len(panels) == 1 and LEFT + CELL * len(values[0][0]) <= PHONE.width
    return (PHONE,) if narrow else LAYOUTS


def panels_of(id: str) -> list[Counterexample]:
    """The counterexample to a statement, with the one it is compared with before it."""
    example = stored_results()[id].counterexample
    assert example is not None
    return [one for one in (example.compared_with, example) if one is not None]


def values_of(panel: Counterexample) -> list[range]:
    """The values of the lattice on which an example is drawn, by attribute."""
    points = [*panel.X, *panel.queries]
    return [range(int(max(x[a] for x in points)) + 1) for a in range(len(points[0]))]


def draw(id: str, layout: Layout = WIDE) -> Canvas:
    """The counterexample to a statement, with the one it is compared with before it."""
    statement, panels = statement_named(id), panels_of(id)
    example = panels[-1]
    lattices, bottom = placed(panels, layout)
    notes = [f"{example.shows[0].upper()}{example.shows[1:]}.", *legend(example)]
    canvas = Canvas(layout.width, 0, f"Refuted: {statement.statement}", " ".join(notes))
    for panel, lattice in zip(panels, lattices):
        name, given = heading(panel)
        if panel is not example:
            name += f", {panel.shows}"
        left, top = lattice.left - LEFT + MARGIN, lattice.top - top_of(values_of(panel))
        canvas.text(left, top + 20, name, font_size=13, font_weight="bold")
        canvas.text(left, top + 38, given)
        draw_panel(canvas, lattice, panel)
    for note in notes:
        bottom = canvas.lines(MARGIN, bottom + 2, wrapped(note, layout.width - 2 * MARGIN))
    canvas.height = bottom - 8
    return canvas


def placed(panels: list[Counterexample], layout: Layout) -> tuple[list[Lattice], float]:
    """The lattices of the panels, side by side where there is room, and how far down they reach."""
    values = [values_of(panel) for panel in panels]
    cell = min(CELL, (layout.width - LEFT - 16) / max(len(one[0]) for one in values))
    sizes = [
        (
            max(LEFT + cell * len(one[0]) + 16, *(text_width(text, 13) + MARGIN for text in heading(panel))),
            top_of(one) + cell * (len(one[1]) if len(one) > 1 else 1) + 58,
        )
        for panel, one in zip(panels, values)
    ]
    corners, bottom = flow(sizes, layout.width, gap=(20, 10))
    return [Lattice(one, x + LEFT, y + top_of(one), cell) for (x, y), one in zip(corners, values)], bottom


def top_of(values: list[range]) -> float:
    """Where a lattice begins below the top of its panel: the second attribute has its name above."""
    return TOP if len(values) > 1 else TOP - 24


def heading(panel: Counterexample) -> tuple[str, str]:
    """The classifier, and the parameters that matter."""
    given = panel.parameters
    if panel.classifier != "MonFkNN":
        return panel.classifier, ", ".join(f"{name} = {value}" for name, value in given.items())
    names = ["k", "K", "RCr"] + ["pOR"] * (given["typeRange"] == "outRange")
    shown = ", ".join(f"{name} = {given[name]}" for name in names)
    return "MonFkNN", f"{shown}, {given['typeRange']}"


def draw_panel(canvas: Canvas, lattice: Lattice, panel: Counterexample) -> None:
    """One model: its predictions everywhere, its training rows, and the queries marked."""
    labels: dict[Point, list[str]] = {}
    for x, l in zip(panel.X, panel.y):
        labels.setdefault(x, []).append(str(l))
    classes, texts = predicted(lattice, panel)
    draw_lattice(canvas, lattice, classes, len(panel.classes), texts)
    if falls(panel):
        draw_fall(canvas, *(lattice.beside_class(x) for x in panel.queries))
    elif len(panel.queries) == 1:
        across, down = lattice.beside_row(panel.queries[0])
        side = lattice.cell * 0.42
        for color, width in (("#ffffff", 6), (RED, 3)):
            canvas.rect(
                across - side / 2, down - side / 2, side, side, fill="none", stroke=color, stroke_width=width
            )
    draw_rows(canvas, lattice, {x: shortened(given) for x, given in labels.items()})


def falls(panel: Counterexample) -> bool:
    """Whether the second of two different queries gets the lower class."""
    return len(set(panel.queries)) == len(panel.queries) == 2 and panel.predictions[0] > panel.predictions[1]


def predicted(lattice: Lattice, panel: Counterexample) -> tuple[dict[Point, int], dict[Point, str]]:
    """The class of every point, and what is written instead of it where a coin was tossed."""
    if panel.tie == "coin":
        said: dict[Point, list[str]] = {}
        for x, l in zip(panel.queries, panel.predictions):
            said.setdefault(x, []).append(str(l))
        classes = dict(zip(panel.queries, panel.predictions))
        return classes, {x: ", ".join(texts) for x, texts in said.items()}
    points: list[Any] = [(x1,) for x1 in lattice.values[0]]
    if len(lattice.values) > 1:
        points = [(x1, x2) for x1 in lattice.values[0] for x2 in lattice.values[1]]
    model = panel.model().fit(panel.X, panel.y, list(panel.classes))
    found: list[Any] = model.predict(points)
    return dict(zip(points, found)), {}


def shortened(labels: list[str]) -> str:
    """The labels of equal rows.

    >>> shortened(["0", "1"]), shortened(["2", "2"]), shortened(["1"] * 7)
    ('0,1', '2,2', '7×')
    """
    return ",".join(labels) if len(labels) < 3 else f"{len(labels)}×"


def legend(example: Counterexample) -> list[str]:
    """What the marks mean."""
    notes = ["Squares: predicted classes. Discs: training rows with their labels."]
    if len(example.queries) == 1:
        notes[0] += " Frame: the query."
    elif falls(example):
        notes[0] += " Arrow: to the higher query."
    if example.tie == "coin":
        notes.append(f"The coin falls {', '.join(map(str, example.tosses))}.")
    if example.training_labels is not None and example.tie != "coin":
        rows = dict.fromkeys(example.X)
        learned = ", ".join(f"{l} for {text_of(x)}" for x, l in zip(rows, example.training_labels))
        notes.append(f"The labels learned are {learned}.")
    return notes


def text_of(x: Point) -> str:
    return f"({', '.join(map(str, x))})"
