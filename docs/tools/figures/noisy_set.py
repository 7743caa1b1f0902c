"""The figure of the noisy artificial set: the true surface, and those of FkNN, PM and AM."""

from __future__ import annotations

from monfknn_ref.conversion import positions
from monfknn_ref.data import artiset, noisy
from monfknn_ref.drawing import Canvas, draw_legend
from monfknn_ref.drawing.maps import (
    LIGHT,
    Frame,
    Mark,
    draw_axes,
    draw_classes,
    draw_fall_key,
    draw_map,
    draw_rows,
)
from monfknn_ref.drawing.regions import ClassGrid
from monfknn_ref.experiments.surfaces import artiset_rule, falls_in_words, fitted, rule_surface, surface

__all__ = ["draw"]

ROWS, CLASSES, NOISE, CELLS = 100, 5, 0.25, 36
METHODS = ("FkNN", "MonFkNN-PM", "MonFkNN-AM")
MARKS = {0: LIGHT, 1: Mark("triangle", 4.6), -1: Mark("wedge", 4.6)}
"""A row by how far its label was moved."""


def share_right(grid: ClassGrid, truth: ClassGrid) -> int:
    """How many cells in a hundred have their true class.

    >>> share_right([[0, 1], [1, 1]], [[0, 1], [1, 2]])
    75
    """
    right = sum(a == b for line, true in zip(grid, truth) for a, b in zip(line, true))
    return round(100 * right / (len(grid) * len(grid[0])))


def draw() -> Canvas:
    """Four maps with the training rows on them."""
    clean = artiset(ROWS, CLASSES, seed=1)
    given = noisy(clean, NOISE, seed=2)
    moves = [b - a for a, b in zip(positions(clean.y, clean.classes), positions(given.y, given.classes))]
    marks = [MARKS[move] for move in moves]
    truth = rule_surface(artiset_rule(CLASSES), given, CELLS)
    moved = sum(move != 0 for move in moves)
    panels = [("The true classes", f"{moved} of {ROWS} training labels are moved by one class", truth)]
    for method in METHODS:
        grid = surface(fitted(method, given), given, CELLS)
        note = f"{share_right(grid, truth)} % right; the class {falls_in_words(grid, given.directions)}"
        panels.append((method, note, grid))

    said = " ".join(f"{title}: {note}." for title, note, _ in panels)
    canvas = Canvas(
        690,
        842,
        "Decision surfaces of FkNN, MonFkNN-PM and MonFkNN-AM on the noisy artificial set",
        f"Four square maps of {CLASSES} classes that rise from the lower left to the upper right. {said}",
    )
    for i, (title, note, grid) in enumerate(panels):
        frame = Frame(left=36 + 346 * (i % 2), top=64 + 384 * (i // 2), side=288)
        canvas.text(frame.left, frame.top - 44, title, font_size=15, font_weight="bold")
        canvas.text(frame.left, frame.top - 25, note)
        draw_map(canvas, frame, given, grid)
        draw_rows(canvas, frame, given, marks)
        draw_axes(canvas, frame, given)
    draw_classes(canvas, 36, 784, given)
    for move, x, text in ((0, 250, "label kept"), (1, 370, "moved up"), (-1, 490, "moved down")):
        draw_legend(canvas, x, 794, [(text, MARKS[move].draw)])
    draw_fall_key(canvas, 250, 820)
    return canvas
