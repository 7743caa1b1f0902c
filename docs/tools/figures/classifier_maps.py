"""The other classifiers on the running example: the class that each gives to every point of the plane.

MonMLP is left out: its weights depend on the last digits of the machine's exponentials.
"""

from __future__ import annotations

from dataclasses import replace

from monfknn_ref import example
from monfknn_ref.classifiers import OLM
from monfknn_ref.data import Dataset
from monfknn_ref.drawing import Canvas, draw_legend
from monfknn_ref.drawing.maps import (
    DARK,
    LIGHT,
    Frame,
    draw_axes,
    draw_classes,
    draw_fall_key,
    draw_map,
    draw_rows,
)
from monfknn_ref.experiments.surfaces import falls_in_words, fitted, predicted, surface

__all__ = ["draw", "draw_orders"]

METHODS = ("MkNN", "OLM", "OSDL", "RDMT", "PMDT", "MID")
CELLS = 32  # four between two whole numbers
ROWS = Dataset(
    "the running example",
    example.ROWS,
    example.LABELS,
    example.CLASSES,
    attributes=["x[0]", "x[1]"],
    bounds=[(0, 8), (0, 8)],
)


def draw() -> Canvas:
    """One map for each method, the rows it gives a wrong class dark."""
    panels = []
    for method in METHODS:
        model = fitted(method, ROWS)
        grid = surface(model, ROWS, CELLS)
        wrong = [found != label for found, label in zip(predicted(model, ROWS, ROWS.X), ROWS.y)]
        note = f"{sum(wrong)} rows wrong; {falls_in_words(grid, ROWS.directions)}"
        panels.append((method, note, grid, wrong))

    said = " ".join(f"{method}: {note}." for method, note, _, _ in panels)
    canvas = Canvas(
        690,
        640,
        "Six classifiers on the running example: their decision surfaces",
        f"Six square maps of the classes low, mid and high, drawn light to dark. {said}",
    )
    for i, (method, note, grid, wrong) in enumerate(panels):
        frame = Frame(left=30 + 228 * (i % 3), top=60 + 285 * (i // 3), side=184)
        canvas.text(frame.left, frame.top - 42, method, font_size=15, font_weight="bold")
        canvas.text(frame.left, frame.top - 25, note)
        draw_map(canvas, frame, ROWS, grid)
        draw_rows(canvas, frame, ROWS, [DARK if is_wrong else LIGHT for is_wrong in wrong])
        draw_axes(canvas, frame, ROWS)
    draw_classes(canvas, 30, 584, ROWS)
    for x, text, mark in ((258, "right class", LIGHT), (380, "wrong class", DARK)):
        draw_legend(canvas, x, 594, [(text, mark.draw)])
    draw_fall_key(canvas, 258, 620)
    return canvas


def draw_orders() -> Canvas:
    """What OLM learns from the rows in their order, and from the same rows in reverse; the rules dark."""
    reverse = replace(ROWS, X=ROWS.X[::-1], y=ROWS.y[::-1])
    panels = []
    for title, dataset in (("The rows in their order", ROWS), ("The rows in reverse order", reverse)):
        model = fitted("OLM", dataset)
        assert isinstance(model, OLM)
        rules = {rule.row for rule in model.rules_}
        right = sum(found == label for found, label in zip(predicted(model, dataset, dataset.X), dataset.y))
        note = f"{len(rules)} rules, {right} of {len(dataset)} rows right"
        panels.append((title, note, dataset, surface(model, dataset, CELLS), rules))

    said = " ".join(f"{title}: {note}." for title, note, *_ in panels)
    canvas = Canvas(
        690,
        452,
        "The rules of OLM on the running example, learned in two orders",
        f"Two square maps of the classes low, mid and high; the corner of each area is a rule. {said}",
    )
    for i, (title, note, dataset, grid, rules) in enumerate(panels):
        frame = Frame(left=44 + 354 * i, top=64, side=280)
        canvas.text(frame.left, 20, title, font_size=15, font_weight="bold")
        canvas.text(frame.left, 40, note)
        draw_map(canvas, frame, dataset, grid)
        draw_rows(canvas, frame, dataset, [DARK if j in rules else LIGHT for j in range(len(dataset))])
        draw_axes(canvas, frame, dataset)
    draw_classes(canvas, 44, 406, ROWS)
    for x, text, mark in ((276, "a rule", DARK), (380, "no rule", LIGHT)):
        draw_legend(canvas, x, 416, [(text, mark.draw)])
    return canvas
