"""Regions of a grid of cells: their outlines, where the class falls, and where there is room for a label.

A grid is a list of rows of cells, the lowest row first; a cell holds a class, by its position. The corner
(column, row) is the lower left one of that cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from monfknn_ref.model.door import check_directions

ClassGrid: TypeAlias = Sequence[Sequence[int]]
Corner: TypeAlias = tuple[int, int]
Cell: TypeAlias = tuple[int, int]

__all__ = ["ClassGrid", "Corner", "RegionLabel", "falls", "labels", "outlines"]


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
