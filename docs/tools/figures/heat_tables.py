"""Tables of differences as heat maps: what gets better is blue, what gets worse is orange.

The number in a cell is the difference from the paper's choice, so that color is never alone. A panel that is
too wide for the page is cut into parts that stand below each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil
from typing import NamedTuple

from monfknn_ref.drawing.canvas import (
    WIDE,
    Canvas,
    Layout,
    draw_legend,
    flow,
    format_number,
    ink,
    text_width,
    wrapped,
)

SMALL = 11  # the size of the text; not smaller on a phone
ROW, GAP, MARGIN = 21, 18, 6
STRONGEST = 0.5
"""The opacity of the strongest color: more would make the numbers hard to read."""
LEVELS = 8
"""Different strengths of a color."""


class Cell(NamedTuple):
    """A difference from the paper's choice; None if there is none to show."""

    difference: float | None
    clear: bool = False
    """With a 95 % interval that leaves out 0."""
    chosen: bool = False
    """The paper's choice itself."""
    best: bool = False
    """The best of its row, or of the panel."""


class Panel(NamedTuple):
    """A table with a title, the names of its columns and rows, and what these are."""

    title: str
    across: str
    columns: Sequence[str]
    rows: Sequence[str]
    cells: Sequence[Sequence[Cell]]

    @property
    def label_width(self) -> float:
        lines = [line for row in self.rows for line in row.split("\n")]
        return max(width_of(line) for line in lines) + 8

    @property
    def row_height(self) -> float:
        return ROW + 9 * max(row.count("\n") for row in self.rows)

    @property
    def turned(self) -> bool:
        return any(width_of(column) > self.column_width for column in self.columns)

    @property
    def column_width(self) -> float:
        return 34 if len(self.columns) > 7 else 32 if len(self.columns) > 6 else 35

    @property
    def head(self) -> float:
        """The room above the cells: the title, what the columns are, and their names."""
        names = self.name_width + 8 if self.turned else 16
        return 20 + (16 if self.across else 0) + names

    @property
    def name_width(self) -> float:
        return max(map(width_of, self.columns))

    @property
    def size(self) -> tuple[float, float]:
        width = self.label_width + self.column_width * len(self.columns)
        return max(width, width_of(self.title, 13) * 1.08), self.head + self.row_height * len(self.rows) + 4


class Scale(NamedTuple):
    """In which unit differences are written, which is drawn strongest, and whether more is better."""

    unit: float
    strongest: float
    higher_is_better: bool
    words: str


def width_of(text: str, font_size: float = SMALL) -> float:
    return 0.93 * text_width(text, font_size)


def difference_text(difference: float, unit: float) -> str:
    """A difference in its unit, with a decimal as long as it is small.

    >>> [difference_text(value, 0.01) for value in (0.0123, -0.1234, 0.0001, 0)]
    ['1.2', '−12', '0.0', '·']
    """
    if difference == 0:
        return "·"
    value = difference / unit
    text = f"{value:.1f}" if abs(value) < 9.95 else f"{value:.0f}"
    return ("0.0" if text == "-0.0" else text).replace("-", "−")


def parts(panel: Panel, room: float) -> Iterator[Panel]:
    """The panel, or parts of it with as many columns as fit."""
    fitting = max(1, int((room - panel.label_width) / panel.column_width))
    if panel.size[0] <= room or len(panel.columns) <= fitting:
        yield panel
        return
    count = -(-len(panel.columns) // fitting)
    each = -(-len(panel.columns) // count)
    for start in range(0, len(panel.columns), each):
        chosen = slice(start, start + each)
        title = panel.title if start == 0 else f"{panel.title} (continued)"
        cells = [row[chosen] for row in panel.cells]
        yield panel._replace(title=title, columns=panel.columns[chosen], cells=cells)


def draw_panels(
    title: str,
    description: str,
    panels: Sequence[Panel],
    scale: Scale,
    layout: Layout = WIDE,
    marks: Sequence[str] = ("paper", "best", "clear"),
) -> Canvas:
    """The panels beside each other where there is room, and what the marks mean below them."""
    canvas = Canvas(layout.width, 0, title, description)
    room = layout.width - 2 * MARGIN
    pieces = [part for panel in panels for part in parts(panel, room)]
    below = canvas.lines(MARGIN, 20, wrapped(title, room, 14), font_size=14, font_weight="bold")
    below = canvas.lines(MARGIN, below, wrapped(scale.words, room, 11)) - 4
    corners, bottom = flow([piece.size for piece in pieces], room, (GAP, GAP), (MARGIN, below))
    for corner, piece in zip(corners, pieces):
        draw_panel(canvas, *corner, piece, scale)
    keys = [("better", partial(draw_swatch, "line-1")), ("worse", partial(draw_swatch, "line-2"))]
    words = {"paper": "the paper's choice", "best": "the best", "clear": "bold: clear (95 %)"}
    drawn = {"paper": draw_frame, "best": draw_dot, "clear": draw_bold}
    keys += [(words[mark], drawn[mark]) for mark in marks]  # type: ignore[misc]
    canvas.height = draw_legend(canvas, MARGIN, bottom + 22, keys, room) - 4
    return canvas


def draw_panel(canvas: Canvas, left: float, top: float, panel: Panel, scale: Scale) -> None:
    """One table."""
    start, below, width, height = (
        left + panel.label_width,
        top + panel.head,
        panel.column_width,
        panel.row_height,
    )
    canvas.text(left, top + 14, panel.title, font_size=13, font_weight="bold")
    if panel.across:
        canvas.text(start, top + 32, f"{panel.across} →", font_size=SMALL)
    for number, column in enumerate(panel.columns):
        x = start + width * (number + 0.5)
        if panel.turned:
            y = below - 6 - width_of(column) / 2
            turn = f"rotate(-90 {format_number(x + 4)} {format_number(y)})"
            canvas.text(x + 4, y, column, "middle", font_size=SMALL, transform=turn)
        else:
            canvas.text(x, below - 5, column, "middle", font_size=SMALL)
    for number, row in enumerate(panel.rows):
        lines = row.split("\n")
        for place, line in enumerate(lines):
            shift = 12 * (place - (len(lines) - 1) / 2)
            middle = below + height * (number + 0.5) + 4 + shift
            canvas.text(start - 6, middle, line, "end", font_size=SMALL)
    cells = [
        (start + width * place, below + height * number, cell)
        for number, row in enumerate(panel.cells)
        for place, cell in enumerate(row)
        if cell.difference is not None
    ]
    draw_cells(canvas, cells, width, height, scale)


def draw_cells(
    canvas: Canvas, cells: Sequence[tuple[float, float, Cell]], width: float, height: float, scale: Scale
) -> None:
    """The cells with their left upper corners; all that have one color are one path, so files stay small."""
    box = f"h{width:g}v{height:g}h-{width:g}z"
    colored: dict[tuple[str, int], list[str]] = {}
    for x, y, cell in cells:
        if level := level_of(cell, scale):
            color = "line-1" if level > 0 else "line-2"
            colored.setdefault((color, abs(level)), []).append(f"M{format_number(x)} {format_number(y)}{box}")
    for (color, level), boxes in sorted(colored.items()):
        canvas.path("".join(boxes), fill=ink(color), fill_opacity=STRONGEST * level / LEVELS)
    left, right = min(x for x, _, _ in cells), max(x for x, _, _ in cells) + width
    top, bottom = min(y for _, y, _ in cells), max(y for _, y, _ in cells) + height
    across = "".join(f"M{left:g} {y:g}H{right:g}" for y in sorted({y for _, y, _ in cells} | {bottom}))
    down = "".join(f"M{x:g} {top:g}V{bottom:g}" for x in sorted({x for x, _, _ in cells} | {right}))
    canvas.path(across + down, fill="none", stroke="currentColor", stroke_opacity=0.15)
    for clear in (False, True):
        weight = "bold" if clear else "normal"
        with canvas.group(fill="currentColor", text_anchor="middle", font_size=SMALL, font_weight=weight):
            for x, y, cell in cells:
                if cell.clear == clear:
                    across, down = format_number(x + width / 2), format_number(y + height / 2 + 4)
                    text = difference_text(cell.difference or 0, scale.unit)
                    canvas.raw(f'<text x="{across}" y="{down}">{text}</text>')
    for x, y, cell in cells:
        if cell.best:
            canvas.circle(x + width - 5, y + 5, 2.5, fill="currentColor")
        if cell.chosen:
            style = {"fill": "none", "stroke": "currentColor", "stroke_width": 2}
            canvas.rect(x + 1, y + 1, width - 2, height - 2, **style)


def level_of(cell: Cell, scale: Scale) -> int:
    """How strong the color is, from 1 to `LEVELS`, negative where the cell is worse; 0 for no difference.

    >>> scale = Scale(0.01, strongest=0.03, higher_is_better=False, words="")
    >>> [level_of(Cell(difference), scale) for difference in (0, 0.001, 0.03, -0.5)]
    [0, -1, -8, 8]
    """
    if not cell.difference:
        return 0
    level = ceil(LEVELS * min(1.0, abs(cell.difference) / scale.strongest) ** 0.7)
    return level if (cell.difference > 0) == scale.higher_is_better else -level


def draw_swatch(name: str, canvas: Canvas, x: float, y: float) -> None:
    canvas.rect(x - 10, y - 8, 20, 16, fill=ink(name), fill_opacity=STRONGEST)


def draw_frame(canvas: Canvas, x: float, y: float) -> None:
    canvas.rect(x - 10, y - 8, 20, 16, fill="none", stroke="currentColor", stroke_width=2)


def draw_dot(canvas: Canvas, x: float, y: float) -> None:
    canvas.circle(x, y, 2.5, fill="currentColor")


def draw_bold(canvas: Canvas, x: float, y: float) -> None:
    canvas.text(x, y + 4, "1.2", "middle", font_size=SMALL, font_weight="bold")
