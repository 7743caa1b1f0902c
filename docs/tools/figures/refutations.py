"""The figures of the refutations: training rows, predictions around them, and where these go wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from monfknn_ref.drawing import Canvas
from monfknn_ref.drawing.lattice import Lattice, draw_fall, draw_lattice, draw_rows
from monfknn_ref.guarantees.counterexample import Counterexample, Point
from monfknn_ref.guarantees.results import stored_results
from monfknn_ref.guarantees.statements import REFUTED, STATEMENTS, statement_named

__all__ = ["NAMES", "draw"]

NAMES = {f"refuted-{s.id}": s.id for s in STATEMENTS if s.verdict == REFUTED}
"""The figures by the names of their files, each with the id of its statement."""

CELL = 60
LEFT, TOP = 42, 74
"""Where the first lattice begins, below its heading."""


def draw(id: str) -> Canvas:
    """The counterexample to a statement, with the one it is compared with before it."""
    statement, example = statement_named(id), stored_results()[id].counterexample
    assert example is not None
    panels = [one for one in (example.compared_with, example) if one is not None]
    lattices = list(placed(panels))
    notes = [f"{example.shows[0].upper()}{example.shows[1:]}.", *legend(example)]
    bottom = max(lattice.bottom for lattice in lattices) + 46
    texts = [*notes, *(part for panel in panels for part in heading(panel))]
    width = max(max(lattice.right for lattice in lattices) + 40, LEFT + 7 * max(map(len, texts)))
    canvas = Canvas(width, bottom + 18 * len(notes), f"Refuted: {statement.statement}", " ".join(notes))
    for panel, lattice in zip(panels, lattices):
        name, given = heading(panel)
        if panel is not example:
            name += f", {panel.shows}"
        canvas.text(lattice.left - 24, lattice.top - 54, name, font_size=13, font_weight="bold")
        canvas.text(lattice.left - 24, lattice.top - 36, given)
        draw_panel(canvas, lattice, panel)
    for i, note in enumerate(notes):
        canvas.text(LEFT - 24, bottom + 18 * i, note)
    return canvas


def placed(panels: list[Counterexample]) -> Iterator[Lattice]:
    """The lattices of the panels: side by side in the plane, one below the other on the line."""
    left, top = float(LEFT), float(TOP)
    for panel in panels:
        points = [*panel.X, *panel.queries]
        values = [range(int(max(x[a] for x in points)) + 1) for a in range(len(points[0]))]
        lattice = Lattice(values, left, top, CELL)
        yield lattice
        if len(values) == 1:
            top = lattice.bottom + TOP + 24
        else:
            left = max(lattice.right, left + 7 * len(heading(panel)[1])) + 50


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
        across, down = lattice.middle(panel.queries[0])
        side = lattice.cell * 0.47
        for color, width in (("#ffffff", 5), ("#b3261e", 3)):
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
        learnt = ", ".join(f"{l} for {text_of(x)}" for x, l in zip(rows, example.training_labels))
        notes.append(f"The labels learnt are {learnt}.")
    return notes


def text_of(x: Point) -> str:
    return f"({', '.join(map(str, x))})"
