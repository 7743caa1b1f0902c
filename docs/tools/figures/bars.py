"""Memberships as a bar of length 1, cut into one piece for each class: a median is where it is halved."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from monfknn_ref import example
from monfknn_ref.drawing import Canvas, ink_on, text_width
from tools.figures.plane import COLORS


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
