"""The figures of the other classifiers on the running example: their maps, and their trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from monfknn_ref import PAPER, example
from monfknn_ref.classifiers import MID, OLM, PMDT, RDMT
from monfknn_ref.data import Dataset
from monfknn_ref.drawing.canvas import (
    WIDE,
    Canvas,
    Key,
    Layout,
    attribute_name,
    draw_legend,
    flow,
    text_width,
)
from monfknn_ref.drawing.maps import (
    DARK,
    FALL_KEY,
    LIGHT,
    ClassGrid,
    Frame,
    draw_axes,
    draw_classes,
    draw_map,
    draw_rows,
)
from monfknn_ref.drawing.trees import draw_tree, draw_trees
from monfknn_ref.evaluation.surfaces import falls_in_words, fitted, predicted, surface

METHODS = ("MkNN", "OLM", "OSDL", "RDMT", "PMDT", "MID")
CELLS = 32  # four between two whole numbers
ROWS = Dataset(
    "the running example",
    example.ROWS,
    example.LABELS,
    example.CLASSES,
    attributes=[attribute_name(0), attribute_name(1)],
    bounds=[(0, 8), (0, 8)],
)


class Panel(NamedTuple):
    """A map with what is said over it, and the rows on it that are drawn dark."""

    title: str
    note: str
    dataset: Dataset
    grid: ClassGrid
    dark: list[bool]

    def notes(self, side: float) -> list[str]:
        """The note in the lines it takes over a map of this size."""
        return [self.note] if text_width(self.note) <= side + 40 else self.note.split("; ")

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        """The map, with its title and its note, which may take two lines, above it."""
        notes = self.notes(frame.side)
        top = frame.top - 27 - 18 * len(notes)
        canvas.text(frame.left, top, self.title, font_size=15, font_weight="bold")
        canvas.lines(frame.left, top + 18, notes)
        draw_map(canvas, frame, self.dataset, self.grid)
        draw_rows(canvas, frame, self.dataset, [DARK if is_dark else LIGHT for is_dark in self.dark])
        draw_axes(canvas, frame, self.dataset)


def draw_panels(
    title: str, description: str, panels: Sequence[Panel], side: float, keys: Sequence[tuple[str, Key]],
    layout: Layout,
) -> Canvas:  # fmt: skip
    """The maps, as many beside each other as there is room for, and their keys below."""
    said = " ".join(f"{panel.title}: {panel.note}." for panel in panels)
    canvas = Canvas(layout.width, 0, title, f"{description} {said}")
    head = 46 + 18 * max(len(panel.notes(side)) for panel in panels)
    corners, bottom = flow([(side + 32, head + side + 42)] * len(panels), layout.width, gap=(8, 10))
    for (left, top), panel in zip(corners, panels):
        panel.draw(canvas, Frame(left + 26, top + head, side))
    room = layout.width - 30
    bottom = draw_classes(canvas, 26, bottom + 12, panels[0].dataset, room) + 18
    canvas.height = draw_legend(canvas, 26, bottom, keys, room) - 4
    return canvas


@cache
def classifiers() -> list[Panel]:
    """One map for each method, the rows it gives a wrong class dark."""
    panels = []
    for method in METHODS:
        model = fitted(method, ROWS, PAPER)
        grid = surface(model, ROWS, CELLS)
        wrong = [found != label for found, label in zip(predicted(model, ROWS, ROWS.X), ROWS.y)]
        note = f"{sum(wrong)} rows wrong; {falls_in_words(grid, ROWS.directions)}"
        panels.append(Panel(method, note, ROWS, grid, wrong))
    return panels


def draw_maps(layout: Layout = WIDE) -> Canvas:
    """The six methods."""
    keys: list[tuple[str, Key]] = [("right class", LIGHT.draw_key), ("wrong class", DARK.draw_key), FALL_KEY]
    return draw_panels(
        "Six classifiers on the running example: their decision surfaces",
        "Six square maps of the classes low, mid and high, drawn light to dark.",
        classifiers(),
        192 if layout == WIDE else 132,
        keys,
        layout,
    )


@cache
def orders() -> list[Panel]:
    """What OLM learns from the rows in their order, and from the same rows in reverse; the rules dark."""
    reverse = replace(ROWS, X=ROWS.X[::-1], y=ROWS.y[::-1])
    panels = []
    for title, dataset in (("The rows in their order", ROWS), ("The rows in reverse order", reverse)):
        model = fitted("OLM", dataset)
        assert isinstance(model, OLM)
        rules = {rule.row for rule in model.rules_}
        right = sum(found == label for found, label in zip(predicted(model, dataset, dataset.X), dataset.y))
        note = f"{len(rules)} rules, {right} of {len(dataset)} rows right"
        dark = [j in rules for j in range(len(dataset))]
        panels.append(Panel(title, note, dataset, surface(model, dataset, CELLS), dark))
    return panels


def draw_orders(layout: Layout = WIDE) -> Canvas:
    """The rules of OLM in both orders."""
    return draw_panels(
        "The rules of OLM on the running example, learned in two orders",
        "Two square maps of the classes low, mid and high; the corner of each area is a rule.",
        orders(),
        290,
        [("a rule", DARK.draw_key), ("no rule", LIGHT.draw_key)],
        layout,
    )


# --- Trees -----------------------------------------------------------------------------------------------

MONOTONE_ROWS = [(1, 1), (1, 4), (2, 2), (3, 1), (3, 2), (3, 4), (5, 2), (6, 3), (4, 4), (4, 6)]
MONOTONE_LABELS = ["low"] * 5 + ["mid"] * 3 + ["high"] * 2
"""Rows that violate nothing, on which C4.5 grows a tree that does."""


def draw_pmdt(layout: Layout = WIDE) -> Canvas:
    """The tree that PMDT grows from the running example."""
    model = PMDT().fit(example.ROWS, example.LABELS, example.CLASSES)
    return draw_tree(model.tree_, "PMDT on the running example", layout)


def draw_rdmt(layout: Layout = WIDE) -> Canvas:
    """The tree that RDMT grows from the running example."""
    model = RDMT().fit(example.ROWS, example.LABELS, example.CLASSES)
    return draw_tree(model.tree_, "RDMT on the running example", layout)


def draw_mid(layout: Layout = WIDE) -> Canvas:
    """The trees of C4.5 and of MID on the same ten rows."""
    models = [MID(R=R).fit(MONOTONE_ROWS, MONOTONE_LABELS, example.CLASSES) for R in (0, 1)]
    names = ("R = 0: C4.5", "R = 1")
    trees = [
        (f"{name}, index {model.non_monotonicity_:.2f}", model.tree_) for name, model in zip(names, models)
    ]
    return draw_trees(trees, "The trees of MID with R = 0 and with R = 1", layout)
