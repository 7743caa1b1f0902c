"""Maps: the regions of a grid of classes, the rows of a data set on it, the axes and the key.

A grid is a list of rows of cells, the lowest row first; a cell holds a class, by its position. The corner
(column, row) is the lower left one of that cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from monfknn_ref.data import Dataset
from monfknn_ref.data.dataset import Number
from monfknn_ref.drawing.canvas import (
    Canvas,
    Key,
    Point,
    class_colors,
    draw_shape,
    ink_on,
    path_through,
    shade,
    text_width,
)
from monfknn_ref.drawing.charts import Axis
from monfknn_ref.model.door import check_directions

ClassGrid: TypeAlias = Sequence[Sequence[int]]
Corner: TypeAlias = tuple[int, int]
Cell: TypeAlias = tuple[int, int]

BLACK, WHITE = "#111111", "#ffffff"  # on the colors of the classes, which are the same on every page


class Mark(NamedTuple):
    """What a row looks like on a map."""

    shape: str
    size: float
    fill: str = BLACK
    edge: str = WHITE

    @property
    def style(self) -> dict[str, object]:
        return {"fill": self.fill, "stroke": self.edge, "stroke_width": 0.9}

    def draw_key(self, canvas: Canvas, x: float, y: float) -> None:
        """The mark for a legend: on a ground like that of a map, so that it shows on every page."""
        draw_ground(canvas, x, y)
        draw_shape(canvas, self.shape, x, y, self.size, **self.style)


def draw_ground(canvas: Canvas, x: float, y: float) -> None:
    """A piece of a map for a legend."""
    canvas.rect(x - 13, y - 8, 26, 16, fill=shade(0.5), stroke="currentColor", stroke_width=0.5)


LIGHT = Mark("circle", 3.2, WHITE, BLACK)
DARK = Mark("circle", 4)


@dataclass(frozen=True)
class Frame:
    """The square of the canvas on which a map is drawn."""

    left: float
    top: float
    side: float

    @property
    def right(self) -> float:
        return self.left + self.side

    @property
    def bottom(self) -> float:
        return self.top + self.side

    def axes(self, dataset: Dataset) -> tuple[Axis, Axis]:
        """The first attribute from left to right, the second from below."""
        across, up = ([float(low), float(high)] for low, high in dataset.bounds)
        return Axis.around(across, self.left, self.right), Axis.around(up, self.bottom, self.top)

    def place(self, dataset: Dataset, row: Sequence[Number]) -> Point:
        """Where a row of a data set stands."""
        across, up = self.axes(dataset)
        return across.place(float(row[0])), up.place(float(row[1]))

    def corner(self, corner: Corner, cells: int) -> Point:
        """Where a corner of a grid of cells stands.

        >>> Frame(left=100, top=50, side=200).corner((1, 1), cells=4)
        (150.0, 200.0)
        """
        step = self.side / cells
        return self.left + step * corner[0], self.bottom - step * corner[1]

    def cell(self, point: Point, cells: int) -> Corner:
        """The cell in which a point of the canvas lies.

        >>> Frame(left=100, top=50, side=200).cell((155, 199), cells=4)
        (1, 1)
        """
        step = self.side / cells
        column, row = int((point[0] - self.left) / step), int((self.bottom - point[1]) / step)
        return min(column, cells - 1), min(row, cells - 1)


def draw_map(canvas: Canvas, frame: Frame, dataset: Dataset, grid: ClassGrid) -> None:
    """Draw each region in the color of its class, with outline and label; a double line shows where it falls.

    A region is labeled if there is room for a label beside the rows of the data set.
    """
    colors, cells = class_colors(len(dataset.classes)), len(grid)
    for l, color in enumerate(colors):
        loops = [[frame.corner(corner, cells) for corner in loop] for loop in outlines(grid, l)]
        if loops:
            commands = "".join(path_through(loop, closed=True) for loop in loops)
            canvas.path(commands, fill=color, fill_rule="evenodd", stroke=BLACK, stroke_width=0.8)
    edges = [[frame.corner(corner, cells) for corner in edge] for edge in falls(grid, dataset.directions)]
    if edges:
        draw_fall(canvas, "".join(map(path_through, edges)))

    taken = {frame.cell(frame.place(dataset, row), cells) for row in dataset.X}
    step = frame.side / cells
    for label in labels(grid, taken):
        text, ink = str(dataset.classes[label.l]), ink_on(colors[label.l])
        if label.room * step >= max(14, text_width(text, 14)):
            x, y = frame.corner((label.column, label.row), cells)
            canvas.text(
                x + step / 2, y - step / 2 + 5, text, "middle", font_size=14, font_weight="bold", fill=ink
            )


def draw_fall(canvas: Canvas, commands: str) -> None:
    canvas.path(commands, stroke=BLACK, stroke_width=5, stroke_linecap="round")
    canvas.path(commands, stroke=WHITE, stroke_width=2, stroke_linecap="round")


ROOM_LEFT = 36
"""How wide a value beside the map may be."""


def ticks(axis: Axis, order: Sequence[str], room: float) -> list[tuple[float, str]]:
    """Round values and how they are written; for text its values, as long as there is room for them."""
    if not order:
        return [(tick, f"{tick:g}") for tick in axis.ticks()]
    if room > ROOM_LEFT:
        room /= len(order)
    return [(place, shortened(text, room)) for place, text in enumerate(order)]


def shortened(text: str, room: float) -> str:
    """A text, or as much of it as there is room for.

    >>> shortened("excellent", 36), shortened("low", 36)
    ('exc…', 'low')
    """
    if text_width(text) <= room:
        return text
    while text and text_width(f"{text}…") > room:
        text = text[:-1]
    return f"{text}…"


def draw_axes(canvas: Canvas, frame: Frame, dataset: Dataset) -> None:
    """The frame with round values of both attributes, and their names."""
    across, up = frame.axes(dataset)
    canvas.rect(frame.left, frame.top, frame.side, frame.side, fill="none", stroke="currentColor")
    for tick, text in ticks(across, dataset.order[0], frame.side):
        x = across.place(tick)
        canvas.line(x, frame.bottom, x, frame.bottom + 4)
        canvas.text(x, frame.bottom + 17, text, "middle")
    for tick, text in ticks(up, dataset.order[1], ROOM_LEFT):
        y = up.place(tick)
        canvas.line(frame.left - 4, y, frame.left, y)
        canvas.text(frame.left - 7, y + 4, text, "end")
    names = [
        name if direction == "+" else f"{name} (less is better)"
        for name, direction in zip(dataset.attributes, dataset.directions)
    ]
    canvas.text(frame.right, frame.bottom + 33, f"{names[0]} →", "end")
    canvas.text(frame.left, frame.top - 7, f"↑ {names[1]}")


def draw_rows(canvas: Canvas, frame: Frame, dataset: Dataset, marks: Sequence[Mark]) -> None:
    """The mark of each row of the data set, the small ones first."""
    for mark in sorted(set(marks), key=lambda mark: (mark.size, mark)):
        with canvas.group(**mark.style):
            for row, its_mark in zip(dataset.X, marks):
                if its_mark == mark:
                    draw_shape(canvas, mark.shape, *frame.place(dataset, row), mark.size)


def draw_classes(canvas: Canvas, x: float, y: float, dataset: Dataset, room: float) -> float:
    """The classes in their order, each on its color, in as many lines as it takes; return the bottom."""
    width = max([26.0, *(text_width(label) + 10 for label in dataset.classes)])
    canvas.text(x, y + 14, "classes")
    first = x + 56
    left = first
    for label, color in zip(dataset.classes, class_colors(len(dataset.classes))):
        if left > first and left + width > x + room:
            left, y = first, y + 20
        canvas.rect(left, y, width, 20, fill=color, stroke="currentColor")
        canvas.text(left + width / 2, y + 14, label, "middle", fill=ink_on(color))
        left += width
    return y + 20


def draw_fall_key(canvas: Canvas, x: float, y: float) -> None:
    """The double line for a legend."""
    draw_ground(canvas, x, y)
    draw_fall(canvas, path_through([(x - 9, y), (x + 9, y)]))


FALL_KEY: tuple[str, Key] = ("the better side has the lower class", draw_fall_key)
"""What the double line means, for a legend."""


# --- Regions of one class ---------------------------------------------------------------------------------


def outlines(grid: ClassGrid, l: int) -> list[list[Corner]]:
    """The closed lines around the cells of class l, those around holes included.

    >>> outlines([[1, 1, 0],
    ...           [0, 1, 0]], 1)
    [[(0, 0), (2, 0), (2, 2), (1, 2), (1, 1), (0, 1)]]
    """
    ends: dict[Corner, list[Corner]] = {}
    cells = {(column, row) for row, line in enumerate(grid) for column, y in enumerate(line) if y == l}
    for column, row in sorted(cells):
        lower_left, lower_right = (column, row), (column + 1, row)
        upper_right, upper_left = (column + 1, row + 1), (column, row + 1)
        for neighbor, start, end in (  # counter-clockwise; no line between two cells of the class
            ((column, row - 1), lower_left, lower_right),
            ((column + 1, row), lower_right, upper_right),
            ((column, row + 1), upper_right, upper_left),
            ((column - 1, row), upper_left, lower_left),
        ):
            if neighbor not in cells:
                ends.setdefault(start, []).append(end)

    loops = []
    while ends:  # as many lines end in a corner as start from it, so a walk can only end where it began
        first = next(iter(ends))
        loop = [first]
        while True:
            corner = ends[loop[-1]].pop()
            if not ends[loop[-1]]:
                del ends[loop[-1]]
            if corner == first:
                break
            loop.append(corner)
        loops.append(without_straight_corners(loop))
    return loops


def without_straight_corners(loop: Sequence[Corner]) -> list[Corner]:
    """The corners of a closed line at which it turns.

    >>> without_straight_corners([(0, 0), (1, 0), (2, 0), (2, 1), (0, 1)])
    [(0, 0), (2, 0), (2, 1), (0, 1)]
    """
    turns = []
    for i, (x, y) in enumerate(loop):
        before, after = loop[i - 1], loop[(i + 1) % len(loop)]
        if not (before[0] == x == after[0] or before[1] == y == after[1]):
            turns.append((x, y))
    return turns


def falls(grid: ClassGrid, directions: str = "++") -> list[tuple[Corner, Corner]]:
    """The edges at which the class falls although the attribute gets better; a monotone surface has none.

    >>> falls([[0, 1, 1],
    ...        [1, 0, 2]])
    [((1, 1), (2, 1)), ((1, 1), (1, 2))]
    >>> falls([[1, 1], [0, 0]]), falls([[1, 1], [0, 0]], "+-")       # less of the second attribute is better
    ([((0, 1), (1, 1)), ((1, 1), (2, 1))], [])
    """
    across, up = check_directions(directions, 2)
    found = []
    for row, line in enumerate(grid):
        for column, y in enumerate(line):
            if row and up * (grid[row - 1][column] - y) > 0:
                found.append(((column, row), (column + 1, row)))
            if column and across * (line[column - 1] - y) > 0:
                found.append(((column, row), (column, row + 1)))
    return found


class RegionLabel(NamedTuple):
    """A class and the cell to write it on, the middle of a square of its cells with sides of `room` cells."""

    l: int
    column: int
    row: int
    room: int


def labels(grid: ClassGrid, taken: Collection[Cell] = ()) -> list[RegionLabel]:
    """One label for each connected region with cells that are not taken, where it has most room.

    >>> grid = [[0, 0, 0, 1],
    ...         [0, 0, 0, 1],
    ...         [0, 0, 0, 2]]
    >>> for label in labels(grid):
    ...     print(label)
    RegionLabel(l=0, column=1, row=1, room=3)
    RegionLabel(l=1, column=3, row=0, room=1)
    RegionLabel(l=2, column=3, row=2, room=1)
    >>> labels(grid, taken=[(1, 1), (3, 0), (3, 2)])
    [RegionLabel(l=0, column=0, row=1, room=1), RegionLabel(l=1, column=3, row=1, room=1)]
    """
    found = []
    for l, region in regions(grid):
        free = region.difference(taken)
        room = 1
        while inner := {cell for cell in free if all(near in free for near in around(cell))}:
            free, room = inner, room + 2
        if free:
            found.append(RegionLabel(l, *middle(free), room))
    return found


def regions(grid: ClassGrid) -> Iterator[tuple[int, set[Cell]]]:
    """The connected cells of one class, region by region."""
    rest = {(column, row): y for row, line in enumerate(grid) for column, y in enumerate(line)}
    while rest:
        cell = next(iter(rest))
        l = rest.pop(cell)
        region, pending = {cell}, [cell]
        while pending:
            column, row = pending.pop()
            for near in ((column, row - 1), (column, row + 1), (column - 1, row), (column + 1, row)):
                if rest.get(near) == l:
                    del rest[near]
                    region.add(near)
                    pending.append(near)
        yield l, region


def around(cell: Cell) -> list[Cell]:
    """The eight cells around a cell."""
    column, row = cell
    return [(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]


def middle(cells: set[Cell]) -> Cell:
    """The cell nearest to the mean of all.

    >>> middle({(0, 0), (1, 0), (2, 0), (2, 1)})
    (1, 0)
    """
    n, columns, rows = len(cells), sum(x for x, _ in cells), sum(y for _, y in cells)
    return min(sorted(cells), key=lambda cell: (n * cell[0] - columns) ** 2 + (n * cell[1] - rows) ** 2)
