"""The figures of decision surfaces: of the first result, the noisy artificial set and the study of noise."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

from monfknn_ref.data import Dataset, read_csv
from monfknn_ref.drawing.canvas import WIDE, Canvas, Layout, attribute_name, draw_legend, flow, wrapped
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
from monfknn_ref.evaluation.surfaces import (
    Surface,
    artiset_rule,
    falls_in_words,
    fitted,
    rule_surface,
    surface,
    surface_of,
)
from monfknn_ref.model.door import positions
from tools.examples import File, steps
from tools.figures.draws import CELLS, STUDIES, cells_right, stored, typical
from tools.sources import ROOT

# --- The first result: what its own command draws from its own table -------------------------------------


def flats() -> Dataset:
    """The table that the page has its reader write."""
    page = (ROOT / "docs" / "first-result.md").read_text(encoding="utf-8")
    [table] = [step for step in steps(page) if isinstance(step, File) and step.name == "flats.csv"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / table.name
        path.write_text(table.text, encoding="utf-8")
        return read_csv(
            path, use=["rent", "rooms"], classes=["poor", "fair", "good"], directions={"rent": "-"}
        )


@cache
def surface_of_flats() -> Surface:
    dataset = flats()
    return surface_of("MonFkNN-PM", dataset, dataset.y)


def draw_first_result(layout: Layout) -> Canvas:
    return surface_of_flats().draw(layout)


# --- The noisy artificial set: the true surface, and those of FkNN, PM and AM ----------------------------

CONFIGURATIONS = STUDIES["configurations"]
MARKS = {0: LIGHT, 1: Mark("triangle", 4.6), -1: Mark("wedge", 4.6)}
"""A row by how far its label was moved."""
KEYS = {0: "label kept", 1: "moved up", -1: "moved down"}
PANEL = (324, 388)


def how_typical() -> list[str]:
    """What the draw that is shown has in common with the others, in sentences."""
    counts = stored()["configurations"]
    accuracy = typical(counts, CONFIGURATIONS.compared)
    falls = typical(counts, ("MonFkNN-AM falls", "MonFkNN-PM falls"))
    return [
        f"Draw {accuracy.draw} of {accuracy.of}, the one with the median difference between AM and PM.",
        f"AM has more cells right than PM in {accuracy.larger} of the {accuracy.of} draws, "
        f"and falls at more edges in {'all' if falls.larger == falls.of else falls.larger} of them.",
    ]


@cache
def panels() -> tuple[Dataset, list[Mark], list[tuple[str, str, ClassGrid]]]:
    """The rows with their marks, and the maps, each with a title and a note."""
    clean, given = CONFIGURATIONS.draw(typical(stored()["configurations"], CONFIGURATIONS.compared).draw)
    given = replace(given, attributes=[attribute_name(0), attribute_name(1)])
    moves = [b - a for a, b in zip(positions(clean.y, clean.classes), positions(given.y, given.classes))]
    truth = rule_surface(artiset_rule(len(given.classes)), given, CELLS)
    moved = f"{sum(move != 0 for move in moves)} of {len(given)} labels are moved by one class"
    maps = [("The true classes", moved, truth)]
    for method in CONFIGURATIONS.methods:
        grid = surface(fitted(method, given), given, CELLS)
        share = round(100 * cells_right(grid, truth) / CELLS**2)
        note = f"{share} % right; the class {falls_in_words(grid, given.directions)}"
        maps.append((method, note, grid))
    return given, [MARKS[move] for move in moves], maps


def draw_configurations(layout: Layout = WIDE) -> Canvas:
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


# --- The study of noise: what methods make of artiset with 35 % of noisy labels --------------------------

METHODS = {
    "noise-surface-mknn": "MkNN",
    "noise-surface-pm": "MonFkNN-PM",
    "noise-surface-am": "MonFkNN-AM",
    "noise-surface-fknn": "FkNN",
}
"""The methods that are drawn, by the names of the files."""

NOISE = STUDIES["noise"]


@cache
def surface_of_method(method: str) -> Surface:
    """The surface of a method on the typical draw."""
    clean, given = NOISE.draw(typical(stored()["noise"], NOISE.compared).draw)
    given = replace(given, attributes=[attribute_name(0), attribute_name(1)])
    return surface_of(method, given, clean.y, artiset_rule(len(clean.classes)))


def draw_method(method: str, layout: Layout = WIDE) -> Canvas:
    """The true surface with the noisy rows, and the method's with the rows it gets wrong."""
    return surface_of_method(method).draw(layout)
