"""The figure of the noisy artificial set: the true surface, and those of FkNN, PM and AM."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from monfknn_ref.data import Dataset
from monfknn_ref.drawing import WIDE, Canvas, Layout, attribute_name, draw_legend, flow, wrapped
from monfknn_ref.drawing.maps import (
    FALL_KEY,
    LIGHT,
    ClassGrid,
    Frame,
    Mark,
    draw_axes,
    draw_classes,
    draw_map,
    draw_rows,
)
from monfknn_ref.evaluation.surfaces import artiset_rule, falls_in_words, fitted, rule_surface, surface
from monfknn_ref.model.door import positions
from tools.figures.draws import CELLS, STUDIES, cells_right, stored, typical

__all__ = ["draw", "how_typical"]

STUDY = STUDIES["configurations"]
MARKS = {0: LIGHT, 1: Mark("triangle", 4.6), -1: Mark("wedge", 4.6)}
"""A row by how far its label was moved."""
KEYS = {0: "label kept", 1: "moved up", -1: "moved down"}
PANEL = (324, 388)


def how_typical() -> list[str]:
    """What the draw that is shown has in common with the others, in sentences."""
    counts = stored()["configurations"]
    accuracy = typical(counts, STUDY.compared)
    falls = typical(counts, ("MonFkNN-AM falls", "MonFkNN-PM falls"))
    return [
        f"Draw {accuracy.draw} of {accuracy.of}, the one with the median difference between AM and PM.",
        f"AM has more cells right than PM in {accuracy.larger} of the {accuracy.of} draws, "
        f"and falls at more edges in {'all' if falls.larger == falls.of else falls.larger} of them.",
    ]


@cache
def panels() -> tuple[Dataset, list[Mark], list[tuple[str, str, ClassGrid]]]:
    """The rows with their marks, and the maps, each with a title and a note."""
    clean, given = STUDY.draw(typical(stored()["configurations"], STUDY.compared).draw)
    given = replace(given, attributes=[attribute_name(0), attribute_name(1)])
    moves = [b - a for a, b in zip(positions(clean.y, clean.classes), positions(given.y, given.classes))]
    truth = rule_surface(artiset_rule(len(given.classes)), given, CELLS)
    moved = f"{sum(move != 0 for move in moves)} of {len(given)} labels are moved by one class"
    maps = [("The true classes", moved, truth)]
    for method in STUDY.methods:
        grid = surface(fitted(method, given), given, CELLS)
        share = round(100 * cells_right(grid, truth) / CELLS**2)
        note = f"{share} % right; the class {falls_in_words(grid, given.directions)}"
        maps.append((method, note, grid))
    return given, [MARKS[move] for move in moves], maps


def draw(layout: Layout = WIDE) -> Canvas:
    """Four maps with the training rows on them."""
    given, marks, maps = panels()
    said = " ".join([*(f"{title}: {note}." for title, note, _ in maps), *how_typical()])
    canvas = Canvas(
        layout.width,
        0,
        "Decision surfaces of FkNN, MonFkNN-PM and MonFkNN-AM on the noisy artificial set",
        f"Four square maps of {len(given.classes)} classes that rise from the lower left to the upper right. "
        f"{said}",
    )
    corners, bottom = flow([PANEL] * len(maps), layout.width, gap=(22, 12))
    for (left, top), (title, note, grid) in zip(corners, maps):
        frame = Frame(left + 36, top + 64, side=288)
        canvas.text(frame.left, top + 20, title, font_size=15, font_weight="bold")
        canvas.text(frame.left, top + 39, note)
        draw_map(canvas, frame, given, grid)
        draw_rows(canvas, frame, given, marks)
        draw_axes(canvas, frame, given)
    room = layout.width - 40
    bottom = draw_classes(canvas, 36, bottom + 10, given, room) + 18
    keys = [(text, MARKS[move].draw_key) for move, text in KEYS.items()]
    bottom = draw_legend(canvas, 36, bottom, [*keys, FALL_KEY], room) + 8
    for sentence in how_typical():
        bottom = canvas.lines(36, bottom, wrapped(sentence, room))
    canvas.height = bottom - 8
    return canvas
