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
from typing import TypeAlias

from monfknn_ref.base import Classifier
from monfknn_ref.conversion import positions
from monfknn_ref.data import Dataset
from monfknn_ref.data.dataset import Number
from monfknn_ref.data.generators import artiset_class
from monfknn_ref.drawing import Canvas, class_colors, draw_legend
from monfknn_ref.drawing.maps import (
    DARK,
    LIGHT,
    Frame,
    Mark,
    draw_axes,
    draw_classes,
    draw_fall_key,
    draw_map,
    draw_rows,
)
from monfknn_ref.drawing.regions import ClassGrid, falls
from monfknn_ref.experiments.methods import method_named
from monfknn_ref.readings import PAPER
from monfknn_ref.validation import Label, check_whole

__all__ = [
    "TrueClass",
    "artiset_rule",
    "draw_surface",
    "falls_in_words",
    "fitted",
    "predicted",
    "rule_surface",
    "surface",
]

Points: TypeAlias = Sequence[Sequence[Number]]
TrueClass: TypeAlias = Callable[[Number, Number], Label]
"""The true class of a point, where it is known."""
RowsDone: TypeAlias = Callable[[int], None]
"""Is told how many rows of cells are done."""


def fitted(method: str, dataset: Dataset) -> Classifier:
    """A method trained on the scaled rows of a data set.

    Where there is a choice, a training row is not its own neighbor, as in the authors' program: then its
    class is that of the surface around it. No other point of the surface is changed by that. MkNN asks for
    monotone labels, and gets them by relabelling.
    """
    chosen = method_named(method)
    model = chosen.build(replace(PAPER, coincident="excluded"), seed=0)
    labels = chosen.training_labels(dataset, range(len(dataset)))
    return model.fit(dataset.scaled(), labels, classes=dataset.classes)


def predicted(model: Classifier, dataset: Dataset, points: Points) -> list[Label]:
    """The classes of points that are given in the units of the data set."""
    located = replace(dataset, X=points, y=[dataset.classes[0]] * len(points))
    return model.predict(located.scaled())


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


def draw_surface(
    method: str,
    given: Dataset,
    truth: Sequence[Label],
    rule: TrueClass | None = None,
    cells: int = 50,
    rows_done: RowsDone = lambda done: None,
) -> Canvas:
    """The data on the left, on the true surface if there is a rule; the surface of a method on the right.

    `given` has the labels to train with, `truth` are the labels before any noise. Dark are, on the left, the
    rows whose label is not the true one; on the right, the rows that the method gives another class than the
    true one.
    """
    model = fitted(method, given)
    grid = surface(model, given, cells, rows_done)
    moved = [label != true for label, true in zip(given.y, truth)]
    wrong = [label != true for label, true in zip(predicted(model, given, given.X), truth)]
    panels = (
        (
            Frame(left=44, top=64, side=280),
            "The data" if rule is None else "The true classes",
            f"{len(given)} rows, {sum(moved)} labels moved",
            ("label as it was", "label moved"),
            moved,
            None if rule is None else rule_surface(rule, given, cells),
        ),
        (
            Frame(left=398, top=64, side=280),
            method,
            f"{sum(wrong)} rows wrong; the class {falls_in_words(grid, given.directions)}",
            ("right class", "wrong class"),
            wrong,
            grid,
        ),
    )
    said = " ".join(f"{title}: {note}." for _, title, note, *_ in panels)
    canvas = Canvas(
        690,
        492,
        f"{method} on {given.name}: the data and the decision surface",
        f"Two square maps of {len(given.classes)} classes, drawn light to dark. {said}",
    )
    for frame, title, note, keys, dark, shown in panels:
        canvas.text(frame.left, 20, title, font_size=15, font_weight="bold")
        canvas.text(frame.left, 40, note)
        if shown is None:
            draw_labelled_rows(canvas, frame, given)
        else:
            draw_map(canvas, frame, given, shown)
        draw_rows(canvas, frame, given, [DARK if is_dark else LIGHT for is_dark in dark])
        draw_axes(canvas, frame, given)
        for i, (key, mark) in enumerate(zip(keys, (LIGHT, DARK))):
            draw_legend(canvas, frame.left + 130 * i, frame.bottom + 54, [(key, mark.draw)])
    draw_classes(canvas, 44, 428, given)
    draw_fall_key(canvas, 86, 466)
    return canvas


def draw_labelled_rows(canvas: Canvas, frame: Frame, given: Dataset) -> None:
    """A disc in the color of its label for each row."""
    colors = dict(zip(given.classes, class_colors(len(given.classes))))
    draw_rows(canvas, frame, given, [Mark("circle", 6, colors[label], "currentColor") for label in given.y])
