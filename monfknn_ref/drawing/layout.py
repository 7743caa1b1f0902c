"""The room that a figure has, and how its parts flow into it as words flow into lines.

A figure is drawn by one function for every layout: its panels, keys and notes take the room there is. On a
phone that is one panel beside the other, or none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from monfknn_ref.drawing.canvas import Point, text_width

__all__ = ["LAYOUTS", "PHONE", "WIDE", "Layout", "flow", "wrapped"]


class Layout(NamedTuple):
    """A name, and the width of a figure; its height is what it takes."""

    name: str
    width: float


WIDE = Layout("wide", 690)
PHONE = Layout("phone", 340)  # a phone of 390 pixels leaves 358, one of 360 leaves 328
LAYOUTS = (WIDE, PHONE)


def flow(
    sizes: Sequence[tuple[float, float]], room: float, gap: Point = (0, 0), start: Point = (0, 0)
) -> tuple[list[Point], float]:
    """The upper left corners of boxes that follow each other, and how far down they reach.

    A box that does not fit beside the one before it begins a new line.

    >>> flow([(100, 50), (100, 60), (100, 50)], room=250, gap=(10, 5), start=(0, 20))
    ([(0, 20), (110, 20), (0, 85)], 135)
    """
    corners: list[Point] = []
    left, top = start
    bottom = top
    for width, height in sizes:
        if left > start[0] and left + width > start[0] + room:
            left, top = start[0], bottom + gap[1]
        corners.append((left, top))
        left, bottom = left + width + gap[0], max(bottom, top + height)
    return corners, bottom


def wrapped(text: str, room: float, font_size: float = 12) -> list[str]:
    """The lines of a text that is given so much room.

    >>> wrapped("Ring: the row sets a bound.", room=120)
    ['Ring: the row', 'sets a bound.']
    """
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, font_size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
