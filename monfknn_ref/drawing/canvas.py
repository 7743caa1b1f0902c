"""A small canvas for every figure, with its colors, lines, markers, legend and layouts.

The same input gives the same text, byte for byte. Text and axes are drawn in `currentColor` and what else
stands on the page in the variables of `INKS`, so that a figure placed inside a page takes the page's colors,
light or dark; a figure opened on its own brings both. Classes are shades of one scale, ordered from light to
dark, the same on every page, and have their names or their shapes beside the color; what is drawn on them is
black or white. Lines differ in dash and marker as well as in color.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from numbers import Real
from os import PathLike
from typing import NamedTuple

from monfknn_ref.data.files import write_text

Point = tuple[float, float]

INKS = {
    "color": ("#1f2328", "#e6e6e6"),
    "background": ("#ffffff", "#1b1d21"),
    "--line-1": ("#1f6fb5", "#5aa9ea"),
    "--line-2": ("#c04f1a", "#f08a55"),
    "--line-3": ("#14795a", "#3dbf97"),
    "--line-4": ("#9a4a8c", "#d490c8"),
    "--line-5": ("#8a6508", "#d9ac3c"),
    "--line-6": ("#5f6a73", "#a3adb6"),
    "--box": ("#e9eaee", "#33373e"),
    "--alarm": ("#b3261e", "#ff8a80"),
}
"""The colors of a figure on a light and on a dark page; the stylesheet of the site has the same."""


def _declared(dark: bool) -> str:
    return " ".join(f"{name}: {colors[dark]};" for name, colors in INKS.items())


# `svg:root` is the figure itself only where the file is opened alone or as an image: inside a page the root
# is the page, and none of this applies.
STYLE = (
    f"svg:root {{ {_declared(False)} }}"
    f" @media (prefers-color-scheme: dark) {{ svg:root {{ {_declared(True)} }} }}"
)


def ink(name: str) -> str:
    """A color that differs between light and dark pages; programs that know no variables take the light one.

    >>> ink("line-2")
    'var(--line-2, #c04f1a)'
    """
    return f"var(--{name}, {INKS[f'--{name}'][0]})"


NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML may have, not even escaped."""


def in_xml(text: str, quote: bool = False) -> str:
    """A text as XML has it; characters that it cannot have are shown as a replacement character.

    >>> in_xml("a < b\\x1b")
    'a &lt; b\ufffd'
    """
    return escape(NOT_IN_XML.sub("\ufffd", text), quote=quote)


def format_number(value: float) -> str:
    """A coordinate with at most two decimals.

    >>> [format_number(value) for value in (3, 2.5, 1 / 3, -0.001)]
    ['3', '2.5', '0.33', '0']
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class Canvas:
    """A drawing of a given size, with a title and a description for those who cannot see it.

    Each primitive takes SVG attributes as keywords, with underscores for hyphens.

    >>> canvas = Canvas(20, 10, "A dot")
    >>> canvas.circle(10, 5, 2.5, fill="none", stroke_width=1)
    >>> print(canvas.svg())  # doctest: +ELLIPSIS
    <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10" role="img" ...>
    <title>A dot</title>
    <style>...</style>
    <circle cx="10" cy="5" r="2.5" fill="none" stroke-width="1"/>
    </svg>
    """

    def __init__(self, width: float, height: float, title: str, description: str = "") -> None:
        self.width = width
        self.height = height
        self.title = title
        self.description = description
        self.role = "img"
        self.style = STYLE
        self.marks: dict[str, str] = {}
        """Further attributes of the figure."""
        self._lines: list[str] = []

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: object) -> None:
        self._add("line", x1=x1, y1=y1, x2=x2, y2=y2, **{"stroke": "currentColor", **style})

    def rect(self, x: float, y: float, width: float, height: float, **style: object) -> None:
        self._add("rect", x=x, y=y, width=width, height=height, **style)

    def circle(self, x: float, y: float, radius: float, **style: object) -> None:
        self._add("circle", cx=x, cy=y, r=radius, **style)

    def polygon(self, points: Sequence[Point], **style: object) -> None:
        self._add("polygon", points=_join(points), **style)

    def polyline(self, points: Sequence[Point], **style: object) -> None:
        self._add("polyline", points=_join(points), **{"fill": "none", "stroke": "currentColor", **style})

    def path(self, commands: str, **style: object) -> None:
        self._add("path", d=commands, **style)

    def text(self, x: float, y: float, content: object, anchor: str = "start", **style: object) -> None:
        """Write one line; `anchor` says which part of it stands at x: "start", "middle" or "end".

        What stands between _{ and } is set as a subscript.
        """
        attributes = {"x": x, "y": y, "text_anchor": anchor, "fill": "currentColor", **style}
        self._lines.append(f"<text{_attributes(attributes)}>{_with_subscripts(str(content))}</text>")

    def lines(self, x: float, y: float, lines: Sequence[str], **style: object) -> float:
        """Write lines below each other, and return where the next one would stand."""
        for line in lines:
            self.text(x, y, line, **style)  # type: ignore[arg-type]
            y += 18
        return y

    def raw(self, markup: str) -> None:
        """Add an element as it is written in the file."""
        self._lines.append(markup)

    @contextmanager
    def group(self, **style: object) -> Iterator[None]:
        """Everything drawn inside shares the attributes."""
        self._lines.append(f"<g{_attributes(style)}>")
        yield
        self._lines.append("</g>")

    def svg(self) -> str:
        """The figure as the text of an SVG file."""
        width, height = format_number(self.width), format_number(self.height)
        head = (
            f'xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="{self.role}" '
            'font-family="system-ui, sans-serif" font-size="12"'
        )
        head += "".join(f' {name}="{in_xml(value, quote=True)}"' for name, value in self.marks.items())
        lines = [f"<svg {head}>", f"<title>{in_xml(self.title)}</title>"]
        if self.description:
            lines.append(f"<desc>{in_xml(self.description)}</desc>")
        return "\n".join([*lines, f"<style>{self.style}</style>", *self._lines, "</svg>"]) + "\n"

    def save(self, path: str | PathLike[str]) -> None:
        """Write the figure to a file."""
        write_text(path, self.svg())

    def _add(self, tag: str, **attributes: object) -> None:
        self._lines.append(f"<{tag}{_attributes(attributes)}/>")


def _attributes(values: dict[str, object]) -> str:
    text = ""
    for name, value in values.items():
        written = format_number(float(value)) if isinstance(value, Real) else str(value)
        text += f' {name.replace("_", "-")}="{in_xml(written, quote=True)}"'
    return text


def _join(points: Sequence[Point]) -> str:
    return " ".join(f"{format_number(x)},{format_number(y)}" for x, y in points)


def path_through(points: Sequence[Point], closed: bool = False) -> str:
    """The commands of a path along straight lines.

    >>> path_through([(0, 0), (4, 0), (4, 1 / 3)], closed=True)
    'M0,0 4,0 4,0.33z'
    """
    return f"M{_join(points)}{'z' if closed else ''}"


SUBSCRIPT = re.compile(r"_\{(.*?)\}")
LOWERED, SUBSCRIPT_SIZE = 3, 11  # not smaller: it must stay legible


def _with_subscripts(content: str) -> str:
    text = ""
    for i, part in enumerate(SUBSCRIPT.split(content)):  # plain, subscript, plain, ..., plain
        part = in_xml(part)
        if i % 2:
            text += f'<tspan dy="{LOWERED}" font-size="{SUBSCRIPT_SIZE}">{part}</tspan>'
        elif i and part:
            text += f'<tspan dy="-{LOWERED}">{part}</tspan>'
        else:
            text += part
    return text


def text_width(content: object, font_size: float = 12) -> float:
    """The approximate width of a text; fonts differ, so this is the width in a wide font.

    >>> text_width("y_{min} = mid")
    74.4
    """
    return len(SUBSCRIPT.sub(r"\1", str(content))) * font_size * 62 / 100


# --- Colors, lines and markers ---------------------------------------------------------------------------

# Yellow, green, teal, indigo: told apart by lightness alone, so in any color vision and in print, and
# neither end so extreme as to vanish on a white or on a dark page.
ANCHORS = ((246, 218, 72), (120, 198, 92), (38, 145, 140), (62, 74, 137))


def shade(share: float) -> str:
    """The color at a share from 0 (light) to 1 (dark) of the scale.

    >>> shade(0), shade(0.5), shade(1)
    ('#f6da48', '#4fac74', '#3e4a89')
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share must be a number from 0 to 1, got {share!r}")
    place = share * (len(ANCHORS) - 1)
    below = min(int(place), len(ANCHORS) - 2)
    mix = place - below
    parts = (a + (b - a) * mix for a, b in zip(ANCHORS[below], ANCHORS[below + 1]))
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def class_colors(count: int) -> list[str]:
    """One color for each class, from the lowest (light) to the highest (dark).

    >>> class_colors(2)
    ['#f6da48', '#3e4a89']
    """
    if count < 1:
        raise ValueError(f"count must be at least 1, got {count!r}")
    return [shade(i / max(count - 1, 1)) for i in range(count)]


CLASS_SHAPES = ("circle", "square", "triangle", "diamond", "wedge", "star")


def class_shape(l: int) -> str:
    """The shape of a row of class l where rows are drawn by their class, so that color is not alone.

    >>> [class_shape(l) for l in (0, 1, 6)]
    ['circle', 'square', 'circle']
    """
    return CLASS_SHAPES[l % len(CLASS_SHAPES)]


def attribute_name(a: int) -> str:
    """What an attribute without a name of its own is called, counted from 1 for the reader.

    >>> attribute_name(0)
    'attribute 1'
    """
    return f"attribute {a + 1}"


def ink_on(color: str) -> str:
    """Black or white, whichever is easier to read on a color.

    >>> ink_on(shade(0)), ink_on(shade(1))
    ('#000000', '#ffffff')
    """
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 105_000 else "#ffffff"


@dataclass(frozen=True)
class LineStyle:
    """A color, a dash pattern and a marker."""

    color: str
    dash: str
    marker: str


STYLES = (
    LineStyle(ink("line-1"), "none", "circle"),
    LineStyle(ink("line-2"), "7 3", "square"),
    LineStyle(ink("line-3"), "2 3", "triangle"),
    LineStyle(ink("line-4"), "9 3 2 3", "diamond"),
    LineStyle(ink("line-5"), "12 4", "star"),
    LineStyle(ink("line-6"), "2 2 6 2", "wedge"),
)


def line_style(i: int) -> LineStyle:
    """The style of line i. The first six differ in all three respects, the first 36 in one at least.

    >>> line_style(1)
    LineStyle(color='var(--line-2, #c04f1a)', dash='7 3', marker='square')
    """
    again = i // len(STYLES)
    color, dash, marker = (STYLES[(i + shift) % len(STYLES)] for shift in (0, again, 2 * again))
    return LineStyle(color.color, dash.dash, marker.marker)


# Corners of the markers around (0, 0), in units of their size.
MARKERS: dict[str, tuple[Point, ...]] = {
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "triangle": ((0, -1.2), (1.1, 0.8), (-1.1, 0.8)),
    "diamond": ((0, -1.3), (1.1, 0), (0, 1.3), (-1.1, 0)),
    "wedge": ((0, 1.2), (1.1, -0.8), (-1.1, -0.8)),
    "star": ((0, -1.5), (0.4, -0.4), (1.5, 0), (0.4, 0.4), (0, 1.5), (-0.4, 0.4), (-1.5, 0), (-0.4, -0.4)),
}


def draw_shape(canvas: Canvas, shape: str, x: float, y: float, size: float = 3.5, **style: object) -> None:
    """Draw a circle, or one of `MARKERS`, at a point."""
    if shape == "circle":
        canvas.circle(x, y, size, **style)
    else:
        canvas.polygon([(x + size * a, y + size * b) for a, b in MARKERS[shape]], **style)


def draw_marker(canvas: Canvas, style: LineStyle, x: float, y: float, size: float = 3.5) -> None:
    """Draw the marker of a line style at a point."""
    draw_shape(canvas, style.marker, x, y, size, fill=style.color)


Key = LineStyle | str | Callable[[Canvas, float, float], None]
"""What a legend explains: a line style, a color, or whatever the function draws at a point."""


def draw_legend(
    canvas: Canvas, x: float, y: float, entries: Sequence[tuple[str, Key]], room: float = 0
) -> float:
    """Keys with their names, beside each other where there is room; return where the next line would stand.

    A color is drawn as a swatch. Without room the keys stand in a column.
    """
    left = x
    for name, key in entries:
        width = 34 + text_width(name) + 12
        if left > x and left + width > x + room:
            left, y = x, y + 20
        if isinstance(key, LineStyle):
            ends = [(left, y), (left + 28, y)]
            canvas.polyline(ends, stroke=key.color, stroke_width=2, stroke_dasharray=key.dash)
            draw_marker(canvas, key, left + 14, y)
        elif callable(key):
            key(canvas, left + 14, y)
        else:
            canvas.rect(left + 8, y - 6, 12, 12, fill=key, stroke="currentColor", stroke_width=0.5)
        canvas.text(left + 34, y + 4, name)
        left += width
    return y + 20


# --- The room that a figure has ---------------------------------------------------------------------------
#
# A figure is drawn by one function for every layout: its panels, keys and notes take the room there is. On a
# phone that is one panel beside the other, or none.


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
