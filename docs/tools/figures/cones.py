"""The figure of Eq. 1: the rows below and above a query, and the range of classes they leave valid."""

from __future__ import annotations

from typing import NamedTuple

from monfknn_ref import example
from monfknn_ref.drawing.canvas import WIDE, Canvas, Layout, flow, ink_on, wrapped
from monfknn_ref.model.door import positions
from monfknn_ref.model.functions import valid_range
from monfknn_ref.paper.order import dominates, in_range
from tools.figures.example_parts import COLORS, DISTINCT_ROWS, Plane, draw_query, draw_row

QUERIES = ((4, 2), (4, 4))  # one that cannot be high, one whose bounds cross
PANEL = (340, 496)
NOTES = (
    "Ring: the row sets a bound. Hollow: the row is not comparable with x and has no say.",
    "The labels are as given; g, given both low and high, stands for their middle.",
)


class Bounds(NamedTuple):
    """The rows that are comparable with a query, by name, and the classes they bound it with."""

    below: list[str]
    above: list[str]
    y_min: str
    y_max: str
    valid: list[str]

    @property
    def crossed(self) -> bool:
        return example.CLASSES.index(self.y_min) > example.CLASSES.index(self.y_max)


def labels() -> dict[str, str]:
    """The labels of Alg. 1 line 13: as given, only that g, both low and high, stands for mid."""
    return dict(zip(example.NAMES, map(str, example.pure().first_labels_)))


def bounds_of(x: tuple[int, int]) -> Bounds:
    """What Eq. 1 says of a query that has rows below and above it.

    >>> bounds_of((4, 2))
    Bounds(below=['a', 'c'], above=['e', 'f', 'g', 'h', 'i'], y_min='low', y_max='mid', valid=['low', 'mid'])
    >>> bounds_of((4, 4)).crossed
    True
    """
    label = labels()
    below = [name for name, row in zip(example.NAMES, DISTINCT_ROWS) if dominates(x, row)]
    above = [name for name, row in zip(example.NAMES, DISTINCT_ROWS) if dominates(row, x)]
    y_min = max((label[name] for name in below), key=example.CLASSES.index)
    y_max = min((label[name] for name in above), key=example.CLASSES.index)
    r = valid_range(x, DISTINCT_ROWS, positions(label.values(), example.CLASSES), len(example.CLASSES))
    valid = [name for l, name in enumerate(example.CLASSES) if in_range(l, r)]
    return Bounds(below, above, y_min, y_max, valid)


def listed(names: list[str]) -> str:
    """Rows by class in words.

    >>> listed(["d", "e", "h"])
    'd e mid, h high'
    """
    label = labels()
    groups = []
    for y in example.CLASSES:
        group = [name for name in names if label[name] == y]
        if group:
            groups.append(f"{' '.join(group)} {y}")
    return ", ".join(groups)


def draw(layout: Layout = WIDE) -> Canvas:
    """Two queries, each with its two cones."""
    sentences = []
    for x in QUERIES:
        found = bounds_of(x)
        sentences.append(
            f"Below {x} lie {listed(found.below)}: y_min is {found.y_min}. "
            f"Above it lie {listed(found.above)}: y_max is {found.y_max}. "
            f"So {verdict(found)}."
        )
    canvas = Canvas(
        layout.width,
        0,
        "The range of a query: what the rows below and above it leave valid",
        "The nine distinct rows of the running example, twice. " + " ".join(sentences),
    )
    corners, bottom = flow([PANEL] * len(QUERIES), layout.width, gap=(5, 18))
    for (left, top), x in zip(corners, QUERIES):
        draw_panel(canvas, Plane(left + 28, top + 372, unit=41), x)
    bottom += 24
    for note in NOTES:
        bottom = canvas.lines(28, bottom, wrapped(note, layout.width - 36))
    canvas.height = bottom - 8
    return canvas


def verdict(found: Bounds) -> str:
    """What the range comes to.

    >>> verdict(bounds_of((4, 2)))
    'high is ruled out'
    """
    if found.crossed:
        return "the bounds cross: all valid"
    return f"{' and '.join(y for y in example.CLASSES if y not in found.valid)} is ruled out"


def draw_panel(canvas: Canvas, plane: Plane, x: tuple[int, int]) -> None:
    """The plane with the two cones of one query, and below it what they say."""
    found, label = bounds_of(x), labels()
    across, down = plane.place(x)
    cone = {"fill": "currentColor", "fill_opacity": 0.09, "stroke": "currentColor"}
    canvas.text(plane.left, plane.top - 32, f"x = {x}", font_size=15, font_weight="bold")
    canvas.text(plane.left + 92, plane.top - 32, verdict(found), font_size=13)
    canvas.rect(plane.left, down, across - plane.left, plane.bottom - down, **cone)
    canvas.rect(across, plane.top, plane.right - across, down - plane.top, **cone, stroke_dasharray="5 3")
    canvas.text(plane.left + 6, plane.bottom - 7, "rows below x", font_style="italic")
    canvas.text(plane.right - 6, plane.top + 16, "rows above x", "end", font_style="italic")
    plane.draw_axes(canvas)
    for name in example.NAMES:
        bounds = (name in found.below and label[name] == found.y_min) or (
            name in found.above and label[name] == found.y_max
        )
        hollow = name not in found.below + found.above
        draw_row(canvas, plane, name, label[name], hollow=hollow, ring=bounds)
    draw_query(canvas, plane, x)

    y = plane.bottom + 58
    canvas.text(plane.left, y, f"y_{{min}} = {found.y_min}", font_size=14, font_weight="bold")
    canvas.text(plane.left + 100, y, f"max of {listed(found.below)}")
    canvas.text(plane.left, y + 24, f"y_{{max}} = {found.y_max}", font_size=14, font_weight="bold")
    canvas.text(plane.left + 100, y + 24, f"min of {listed(found.above)}")
    draw_valid_classes(canvas, plane.left, y + 44, found)


def draw_valid_classes(canvas: Canvas, x: float, y: float, found: Bounds) -> None:
    """The classes in their order, the valid ones filled, the others struck out."""
    canvas.text(x, y + 11, "valid", font_size=14, font_weight="bold")
    for i, name in enumerate(example.CLASSES):
        valid = name in found.valid
        fill = COLORS[name] if valid else "none"
        ink = ink_on(COLORS[name]) if valid else "currentColor"
        canvas.rect(x + 100 + 48 * i, y - 4, 48, 21, fill=fill, stroke="currentColor")
        canvas.text(x + 124 + 48 * i, y + 11, name, "middle", fill=ink)
        if not valid:
            canvas.line(x + 100 + 48 * i, y + 17, x + 148 + 48 * i, y - 4)
