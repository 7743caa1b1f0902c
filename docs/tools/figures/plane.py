"""The running example as a picture: its rows as discs on the plane of the two attributes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from monfknn_ref import example
from monfknn_ref.drawing import Canvas, Point, attribute_name, class_colors, ink_on

COLORS = dict(zip(example.CLASSES, class_colors(len(example.CLASSES))))
DISTINCT_ROWS = list(dict.fromkeys(example.ROWS))
"""The rows a to i, g once."""

RADIUS = 10


@dataclass(frozen=True)
class Plane:
    """Both attributes from 0 to `size`, the origin at (left, bottom), one step `unit` wide.

    >>> Plane(left=50, bottom=300, unit=40).place((2, 5))
    (130, 100)
    """

    left: float
    bottom: float
    unit: float
    size: Point = (7.3, 7.8)

    def place(self, x: Sequence[float]) -> Point:
        """Where a row stands."""
        return self.left + self.unit * x[0], self.bottom - self.unit * x[1]

    @property
    def right(self) -> float:
        return self.place(self.size)[0]

    @property
    def top(self) -> float:
        return self.place(self.size)[1]

    def draw_axes(self, canvas: Canvas) -> None:
        """Two axes with the whole numbers of the example and the names of the attributes."""
        canvas.line(self.left, self.bottom, self.right, self.bottom)
        canvas.line(self.left, self.bottom, self.left, self.top)
        for value in range(1, int(self.size[0]) + 1):
            x, _ = self.place((value, 0))
            canvas.line(x, self.bottom, x, self.bottom + 4)
            canvas.text(x, self.bottom + 17, value, "middle")
        for value in range(1, int(self.size[1]) + 1):
            _, y = self.place((0, value))
            canvas.line(self.left - 4, y, self.left, y)
            canvas.text(self.left - 9, y + 4, value, "end")
        canvas.text(self.right, self.bottom + 33, f"{attribute_name(0)} →", "end")
        canvas.text(self.left - 16, self.top - 7, f"↑ {attribute_name(1)}")


def draw_row(
    canvas: Canvas, plane: Plane, name: str, label: str, hollow: bool = False, ring: bool = False
) -> None:
    """A row of the example: its name on a disc of its class's color, its class beside it.

    A row that has no say is left hollow; one that decides has a ring.
    """
    x, y = plane.place(DISTINCT_ROWS[example.NAMES.index(name)])
    fill, ink = ("none", "currentColor") if hollow else (COLORS[label], ink_on(COLORS[label]))
    if ring:
        canvas.circle(x, y, RADIUS + 3.5, fill="none", stroke="currentColor", stroke_width=2)
    canvas.circle(x, y, RADIUS, fill=fill, stroke="currentColor")
    canvas.text(x, y + 4.5, name, "middle", fill=ink, font_size=13, font_weight="bold")
    canvas.text(x + RADIUS + (6 if ring else 4), y + 14, label)


def draw_query(canvas: Canvas, plane: Plane, x: Sequence[float]) -> None:
    """A query: a cross, named x."""
    across, down = plane.place(x)
    for slope in (1, -1):
        canvas.line(across - 7, down - 7 * slope, across + 7, down + 7 * slope, stroke_width=3)
    canvas.text(across + 11, down - 7, "x", font_size=14, font_style="italic", font_weight="bold")
