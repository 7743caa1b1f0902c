"""Drawing predictions on a lattice: a square for each point of a grid of one or two attributes.

Each square has the color and the number of its class. Training rows are discs with their labels. An arrow
leads from a point to one that dominates it where the class falls between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from monfknn_ref.drawing.canvas import Canvas, Point, attribute_name, class_colors, ink_on, text_width

RED = "#b3261e"  # with a white edge, on the colors of the classes

Place: TypeAlias = tuple[Any, ...]
"""A point of the lattice: one or two values."""


@dataclass(frozen=True)
class Lattice:
    """Where the points of a lattice stand: the first attribute goes to the right, the second up."""

    values: Sequence[Sequence[Any]]
    left: float
    top: float
    cell: float = 44

    @property
    def columns(self) -> int:
        return len(self.values[0])

    @property
    def rows(self) -> int:
        return len(self.values[1]) if len(self.values) > 1 else 1

    @property
    def right(self) -> float:
        return self.left + self.cell * self.columns

    @property
    def bottom(self) -> float:
        return self.top + self.cell * self.rows

    def middle(self, x: Place) -> Point:
        """The middle of the square of a point.

        >>> Lattice([[0, 1], [0, 5]], left=10, top=20, cell=40).middle((1, 0))
        (70.0, 80.0)
        """
        up = list(self.values[1]).index(x[1]) if len(self.values) > 1 else 0
        across = list(self.values[0]).index(x[0])
        return self.left + self.cell * (across + 0.5), self.bottom - self.cell * (up + 0.5)

    def beside_row(self, x: Place) -> Point:
        """Where the class of a point is written: a little to the lower right, beside the disc of a row."""
        across, down = self.middle(x)
        return across + self.cell * 0.1, down + self.cell * 0.1

    def beside_class(self, x: Place) -> Point:
        """A place in the square of a point where nothing is written; arrows begin and end there."""
        across, down = self.middle(x)
        return across + self.cell * 0.33, down + self.cell * 0.33


def draw_lattice(
    canvas: Canvas,
    lattice: Lattice,
    classes: Mapping[Place, int],
    count: int,
    texts: Mapping[Place, str] | None = None,
) -> None:
    """The squares with their classes, and the axes.

    A square has the number of its class in it, or what `texts` has for it.
    """
    colors, cell = class_colors(count), lattice.cell
    for x, l in classes.items():
        across, down = lattice.middle(x)
        corner = across - cell / 2, down - cell / 2
        canvas.rect(*corner, cell, cell, fill=colors[l], stroke="#111111", stroke_width=0.4)
        if cell >= 18:
            text = (texts or {}).get(x, str(l))
            across, down = lattice.beside_row(x)
            canvas.text(across, down + 5, text, "middle", fill=ink_on(colors[l]), font_size=14)
    draw_values(canvas, lattice)


def draw_rows(canvas: Canvas, lattice: Lattice, rows: Mapping[Place, str]) -> None:
    """The training rows as discs with their labels."""
    cell = lattice.cell
    for x, label in rows.items():
        across, down = lattice.middle(x)
        radius = max(cell * 0.18, 8)
        width = max(2 * radius, text_width(label) + 8)
        left, top = across - cell / 2 + 1, down - cell / 2 + 1
        style = {"rx": radius, "fill": "#ffffff", "stroke": "#111111", "stroke_width": 1.4}
        canvas.rect(left, top, width, 2 * radius, **style)
        canvas.text(left + width / 2, top + radius + 4, label, "middle", fill="#000000", font_weight="bold")


def draw_values(canvas: Canvas, lattice: Lattice) -> None:
    """Draw the values along both sides, at most a dozen on each."""
    first = [column[0] for column in lattice.values]
    canvas.line(lattice.left, lattice.bottom, lattice.right + 8, lattice.bottom)
    for value in lattice.values[0][:: every(lattice.columns)]:
        across, _ = lattice.middle((value, *first[1:]))
        canvas.text(across, lattice.bottom + 16, f"{value:.4g}", "middle")
    canvas.text(lattice.right, lattice.bottom + 33, f"{attribute_name(0)} →", "end")
    if len(lattice.values) > 1:
        canvas.line(lattice.left, lattice.bottom, lattice.left, lattice.top - 8)
        for value in lattice.values[1][:: every(lattice.rows)]:
            _, down = lattice.middle((first[0], value))
            canvas.text(lattice.left - 7, down + 4, f"{value:.4g}", "end")
        canvas.text(lattice.left - 24, lattice.top - 14, f"↑ {attribute_name(1)}")


def every(count: int) -> int:
    """The step between the values that are written: 1 if all are written, 2 if every second is.

    >>> every(5), every(24)
    (1, 2)
    """
    return max(1, -(-count // 12))


def draw_fall(canvas: Canvas, start: Point, end: Point) -> None:
    """Draw an arrow from one point to another that is visible on every color."""
    (x1, y1), (x2, y2) = start, end
    length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1)
    across, down = (x2 - x1) / length, (y2 - y1) / length
    tip, neck = (x2, y2), (x2 - 9 * across, y2 - 9 * down)
    head = [tip, (neck[0] - 5 * down, neck[1] + 5 * across), (neck[0] + 5 * down, neck[1] - 5 * across)]
    for color, width in (("#ffffff", 6), (RED, 3)):
        canvas.line(x1, y1, neck[0], neck[1], stroke=color, stroke_width=width)
        canvas.polygon(head, fill=color, stroke=color, stroke_width=width - 2)
