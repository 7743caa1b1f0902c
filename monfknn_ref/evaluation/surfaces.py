"""Decision surfaces: the class that a classifier gives to each cell of a plane of two attributes.

Any classifier of the package on any data set with two attributes. As in the paper's experiments, a method is
trained on rows that are scaled to [0, 1] with all attributes ascending; the map is in the units of the data
set. A cell has the class of its middle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import starmap
from typing import NamedTuple, TypeAlias

from monfknn_ref.data import Dataset
from monfknn_ref.data.dataset import Number
from monfknn_ref.data.generators import artiset_class
from monfknn_ref.drawing.canvas import WIDE, Canvas, Layout, class_colors, class_shape, draw_legend, flow
from monfknn_ref.drawing.maps import (
    DARK,
    FALL_KEY,
    LIGHT,
    ClassGrid,
    Frame,
    Mark,
    draw_axes,
    draw_classes,
    draw_map,
    draw_rows,
    falls,
)
from monfknn_ref.evaluation.methods import method_named
from monfknn_ref.model.checks import Label, check_whole
from monfknn_ref.model.door import positions
from monfknn_ref.model.estimator import Classifier
from monfknn_ref.readings import PAPER, Reading

Points: TypeAlias = Sequence[Sequence[Number]]
TrueClass: TypeAlias = Callable[[Number, Number], Label]
"""The true class of a point, where it is known."""
RowsDone: TypeAlias = Callable[[int], None]
"""Is told how many rows of cells are done."""


NOT_ITS_OWN_NEIGHBOR = replace(PAPER, coincident="excluded")


def fitted(method: str, dataset: Dataset, reading: Reading = NOT_ITS_OWN_NEIGHBOR) -> Classifier:
    """A method trained on the scaled rows of a data set.

    Unless another reading is asked for, a training row is not its own neighbor, as in the authors' program:
    then its class is that of the surface around it. No other point of the surface is changed by that. MkNN
    asks for monotone labels, and gets them by relabeling.
    """
    chosen = method_named(method)
    model = chosen.build(reading, seed=0)
    labels = chosen.training_labels(dataset, range(len(dataset)))
    return model.fit(dataset.scaled(), labels, classes=dataset.classes)


def predicted(model: Classifier, dataset: Dataset, points: Points) -> list[Label]:
    """The classes of points that are given in the units of the data set."""
    located = replace(dataset, X=points, y=[dataset.classes[0]] * len(points))
    return list(model.predict(located.scaled()))


def centers(dataset: Dataset, cells: int) -> list[list[tuple[Number, Number]]]:
    """The middles of the cells, row by row from below.

    >>> for row in centers(Dataset("square", [(0, 0), (8, 4)], [0, 1]), 2):
    ...     print([tuple(map(str, point)) for point in row])
    [('2', '1'), ('6', '1')]
    [('2', '3'), ('6', '3')]
    """
    if len(dataset.attributes) != 2:
        raise ValueError(
            f"dataset must have 2 attributes to be drawn, got {dataset.name} with {len(dataset.attributes)}"
        )
    check_whole("cells", cells, 1)
    shares = [Fraction(2 * i + 1, 2 * cells) for i in range(cells)]
    across, up = ([low + share * (high - low) for share in shares] for low, high in dataset.bounds)
    return [[(x, y) for x in across] for y in up]


def surface(
    model: Classifier, dataset: Dataset, cells: int, rows_done: RowsDone = lambda done: None
) -> ClassGrid:
    """The class of each cell, by position.

    >>> corners = Dataset("corners", [(0, 0), (1, 1)], ["low", "high"], ["low", "high"])
    >>> surface(fitted("FkNN", corners), corners, 3)
    [[0, 0, 0], [0, 0, 1], [0, 1, 1]]
    """
    grid = []
    for done, row in enumerate(centers(dataset, cells), start=1):
        grid.append(positions(predicted(model, dataset, row), dataset.classes))
        rows_done(done)
    return grid


def rule_surface(rule: TrueClass, dataset: Dataset, cells: int) -> ClassGrid:
    """The class of each cell, by position, where a rule gives it."""
    return [positions(starmap(rule, row), dataset.classes) for row in centers(dataset, cells)]


def artiset_rule(classes: int) -> TrueClass:
    """The formula of the paper's artificial set.

    >>> artiset_rule(10)(Fraction(1, 2), Fraction(1, 2))
    5
    """
    return lambda x1, x2: artiset_class(Fraction(x1), Fraction(x2), classes)


def falls_in_words(grid: ClassGrid, directions: str) -> str:
    """
    >>> falls_in_words([[0, 1], [1, 1]], "++"), falls_in_words([[0, 1], [1, 0]], "++")
    ('never falls', 'falls at 2 edges')
    """
    count = len(falls(grid, directions))
    return f"falls at {count} edge{'s' if count > 1 else ''}" if count else "never falls"


class Surface(NamedTuple):
    """A data set with its labels before any noise, and what a method makes of it."""

    method: str
    given: Dataset
    grid: ClassGrid
    true_grid: ClassGrid | None
    moved: list[bool]
    """The rows whose label is not the true one."""
    wrong: list[bool]
    """The rows that the method gives another class than the true one."""

    def draw(self, layout: Layout = WIDE) -> Canvas:
        """The data, on the true surface if it is known, and the surface of the method; dark what is wrong."""
        given = self.given
        panels: tuple[tuple[str, str, tuple[str, str], list[bool], ClassGrid | None], ...] = (
            (
                "The data" if self.true_grid is None else "The true classes",
                f"{len(given)} rows, {sum(self.moved)} labels moved",
                ("label as it was", "label moved"),
                self.moved,
                self.true_grid,
            ),
            (
                self.method,
                f"{sum(self.wrong)} rows wrong; the class {falls_in_words(self.grid, given.directions)}",
                ("right class", "wrong class"),
                self.wrong,
                self.grid,
            ),
        )
        said = " ".join(f"{title}: {note}." for title, note, *_ in panels)
        canvas = Canvas(
            layout.width,
            0,
            f"{self.method} on {given.name}: the data and the decision surface",
            f"Two square maps of {len(given.classes)} classes, drawn light to dark. {said}",
        )
        corners, bottom = flow([(324, 416)] * len(panels), layout.width, gap=(30, 10))
        for (left, top), (title, note, keys, dark, shown) in zip(corners, panels):
            frame = Frame(left + 44, top + 64, side=280)
            canvas.text(frame.left, top + 20, title, font_size=15, font_weight="bold")
            canvas.text(frame.left, top + 40, note)
            if shown is None:
                of_labels = marks_of_labels(given)
                draw_rows(canvas, frame, given, [of_labels[label] for label in given.y])
            else:
                draw_map(canvas, frame, given, shown)
            draw_rows(canvas, frame, given, [DARK if is_dark else LIGHT for is_dark in dark])
            draw_axes(canvas, frame, given)
            marks = [(key, mark.draw_key) for key, mark in zip(keys, (LIGHT, DARK))]
            draw_legend(canvas, frame.left, frame.bottom + 58, marks, frame.side + 20)
        bottom = draw_classes(canvas, 12, bottom + 8, given, layout.width - 16) + 18
        if self.true_grid is None:
            marks = [(f"given as {label}", mark.draw_key) for label, mark in marks_of_labels(given).items()]
            bottom = draw_legend(canvas, 12, bottom, marks, layout.width - 16)
        canvas.height = draw_legend(canvas, 12, bottom, [FALL_KEY]) - 2
        return canvas


def surface_of(
    method: str,
    given: Dataset,
    truth: Sequence[Label],
    rule: TrueClass | None = None,
    cells: int = 50,
    rows_done: RowsDone = lambda done: None,
) -> Surface:
    """What a method makes of a data set.

    `given` has the labels to train with, `truth` are the labels before any noise, `rule` is the true class of
    every point where it is known.
    """
    model = fitted(method, given)
    return Surface(
        method,
        given,
        surface(model, given, cells, rows_done),
        None if rule is None else rule_surface(rule, given, cells),
        moved=[label != true for label, true in zip(given.y, truth)],
        wrong=[label != true for label, true in zip(predicted(model, given, given.X), truth)],
    )


def marks_of_labels(given: Dataset) -> dict[Label, Mark]:
    """A shape and a color for the rows of each label."""
    colors = class_colors(len(given.classes))
    return {
        label: Mark(class_shape(l), 6, color, "currentColor")  # no color of a class lies below
        for l, (label, color) in enumerate(zip(given.classes, colors))
    }
