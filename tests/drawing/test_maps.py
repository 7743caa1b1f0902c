"""Maps of classes: the outlines of the regions, where the class falls, and where its name stands."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from monfknn_ref.drawing.maps import falls, labels, outlines

grids = st.integers(1, 6).flatmap(
    lambda columns: st.lists(
        st.lists(st.integers(0, 2), min_size=columns, max_size=columns), min_size=1, max_size=6
    )
)


def inside(loops: list[list[tuple[int, int]]], x: float, y: float) -> bool:
    """By the even-odd rule: whether a ray to the right crosses the lines an odd number of times."""
    crossings = 0
    for loop in loops:
        for (x1, y1), (x2, y2) in zip(loop, loop[1:] + loop[:1]):
            crossings += x1 == x2 > x and min(y1, y2) < y < max(y1, y2)
    return crossings % 2 == 1


@given(grids)
def test_outlines_hold_exactly_the_cells_of_their_class(grid: list[list[int]]) -> None:
    for l in range(3):
        loops = outlines(grid, l)
        for row, line in enumerate(grid):
            for column, y in enumerate(line):
                assert inside(loops, column + 0.5, row + 0.5) == (y == l)
        for loop in loops:  # it turns at every corner, along the cells
            for i, (x, y) in enumerate(loop):
                before, after = loop[i - 1], loop[(i + 1) % len(loop)]
                assert (before[0] == x) != (after[0] == x) and (before[1] == y) != (after[1] == y)


@given(grids, st.sampled_from(["++", "+-", "-+", "--"]))
def test_a_surface_without_falls_is_monotone_and_one_with_falls_is_not(
    grid: list[list[int]], directions: str
) -> None:
    across, up = (1 if sign == "+" else -1 for sign in directions)
    cells = [(across * column, up * row, y) for row, line in enumerate(grid) for column, y in enumerate(line)]
    violated = any(a <= c and b <= d and y > z for a, b, y in cells for c, d, z in cells)
    assert bool(falls(grid, directions)) == violated


@given(grids, st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5))))
def test_labels_stand_in_the_middle_of_a_free_square_of_their_class(
    grid: list[list[int]], taken: set[tuple[int, int]]
) -> None:
    found = labels(grid, taken)
    for label in found:
        reach = label.room // 2
        for i, j in product(range(-reach, reach + 1), repeat=2):
            column, row = label.column + i, label.row + j
            assert row >= 0 and column >= 0 and grid[row][column] == label.l
            assert (column, row) not in taken
    free = {y for row, line in enumerate(grid) for column, y in enumerate(line) if (column, row) not in taken}
    assert {label.l for label in found} == free
