"""What figures of the running example share: the plane with its rows, and memberships as bars.

A bar has the length 1 and one piece for each class: a median is where it is halved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from monfknn_ref import example
from monfknn_ref.drawing.canvas import Canvas, Point, attribute_name, class_colors, ink_on, text_width
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.model.functions import neighbors_as_mknn, valid_range

# --- The plane -------------------------------------------------------------------------------------------

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


# --- What training finds ---------------------------------------------------------------------------------


def learned_about(i: int, model: MonFkNN) -> tuple[list[str], list[int]]:
    """The valid classes of a training row and its two neighbors, as Algorithm 1 finds them.

    >>> learned_about(example.NAMES.index("f"), example.pure())
    (['high'], [7, 8])
    """
    D, y = model.learned_.D, model.learned_.first_labels
    low, high = valid_range(D[i], D, y, len(example.CLASSES), leave_out=i)
    nn = neighbors_as_mknn(D[i], (low, high), 2, "inRange", D, y, leave_out=i)
    return example.CLASSES[low : high + 1], list(nn)


# --- Bars ------------------------------------------------------------------------------------------------


def rational(u: Sequence[object]) -> list[Fraction]:
    """The memberships, which are all rational numbers in the figures; others could not be drawn to scale."""
    found = [u_l for u_l in u if isinstance(u_l, Fraction)]
    assert len(found) == len(u), u
    return found


def share_text(share: Fraction) -> str:
    """A share as it is best read: a small fraction, or a decimal.

    >>> share_text(Fraction(3, 7)), share_text(Fraction(245, 1000)), share_text(Fraction(0))
    ('3/7', '0.245', '0')
    """
    return str(share) if share.denominator <= 20 else f"{float(share):.3g}"


def cuts(u: Sequence[Fraction], x: float, width: float) -> list[float]:
    """Where the pieces of a bar begin, and where the last one ends.

    >>> cuts([Fraction(1, 4), Fraction(3, 4)], x=100, width=200)
    [100.0, 150.0, 300.0]
    """
    return [float(x + width * U_l) for U_l in accumulate(u, initial=Fraction(0))]


def draw_bar(canvas: Canvas, x: float, y: float, width: float, height: float, u: Sequence[Fraction]) -> None:
    """The memberships of the example's classes from left to right, each with its name or its first letter."""
    edges = cuts(u, x, width)
    for l, (name, u_l) in enumerate(zip(example.CLASSES, u)):
        if not u_l:
            continue
        left, piece = edges[l], edges[l + 1] - edges[l]
        canvas.rect(left, y, piece, height, fill=COLORS[name], stroke="currentColor")
        share, middle = share_text(u_l), (left + piece / 2, y + height / 2 + 4.5)
        whole, short = f"{name} {share}", f"{name[0]} {share}"
        for text, size in ((whole, 12), (whole, 11), (short, 12), (name[0], 12)):
            if text_width(text, size) + 3 < piece:
                canvas.text(*middle, text, "middle", fill=ink_on(COLORS[name]), font_size=size)
                break


def draw_half(canvas: Canvas, x: float, width: float, top: float, bottom: float) -> None:
    """The line that halves the bars that are drawn over it."""
    middle = x + width / 2
    canvas.line(middle, top, middle, bottom, stroke_width=2)
    canvas.text(middle, top - 5, "½", "middle", font_size=14)
