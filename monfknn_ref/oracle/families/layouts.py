"""Tables of many rows in which a chosen row decides an answer.

All values are whole numbers. Rows (t, -t) never dominate one another, so along such a line every label is
valid and only distances matter. Several such lines, one above the other, give ranges. The gaps are drawn at
random, so that no two distances that matter are equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from monfknn_ref.oracle.cases import Dice

__all__ = ["BLOCKS", "Place", "block_ends", "moved", "pairs", "stairs"]

BLOCKS = (8, 10, 16, 30, 32, 40, 50, 64, 100, 128, 200, 256, 500, 512, 1000, 1024)
"""Sizes of blocks, leaves and buffers that implementations use."""


def block_ends(dice: Dice, n: int, count: int) -> list[int]:
    """`count` places in a table of n rows, first those where a block begins or ends.

    >>> sorted(block_ends(Dice("1"), 21, 12))
    [0, 1, 7, 8, 9, 10, 11, 15, 16, 17, 19, 20]
    """
    ends = [n - 1, 0, n - 2, 1]
    for size in reversed(BLOCKS):
        for start in (n // size * size, size):
            ends += [start, start - 1, start + 1]
    ends += dice.shuffled(range(n))
    return [place for place in dict.fromkeys(ends) if 0 <= place < n][:count]


def pairs(dice: Dice, n: int) -> list[int]:
    """n places along a line, in pairs: each place is nearest to the other one of its pair.

    >>> pairs(Dice("1"), 5)
    [0, 6, 27, 31, 85]
    """
    places = [0][:n]
    for i in range(1, n):
        places.append(places[-1] + (4 + dice.below(6) if i % 2 else 20 + dice.below(40)))
    return places


class Place(NamedTuple):
    """A row of a table: its values, and its label as a position among the classes."""

    row: tuple[int, ...]
    label: int


def stairs(dice: Dice, n: int, steps: int) -> list[Place]:
    """n rows on lines one above the other, with three classes on each line; adjacent rows differ in class.

    A row lies above all rows of lower lines. Its valid neighbors are the rows of its own line, and those rows
    of the adjacent lines that have the nearest class.

    >>> for place in stairs(Dice("1"), 6, 2): print(place.row, place.label)
    (0, 0) 0
    (6, -6) 1
    (27, -27) 2
    (158, 158) 3
    (162, 154) 4
    (216, 100) 5
    """
    shares = [n // steps + (step < n % steps) for step in range(steps)]
    lines = [pairs(dice, share) for share in shares]
    rise = 100 + max(line[-1] for line in lines)
    return [
        Place((step * rise + t, step * rise - t), 3 * step + i % 3)
        for step, line in enumerate(lines)
        for i, t in enumerate(line)
    ]


def moved(row: Iterable[int], *by: int) -> tuple[int, ...]:
    """A row whose first attributes are moved by these amounts.

    >>> moved((5, 5, 5), 1, -1)
    (6, 4, 5)
    """
    found = list(row)
    for a, difference in enumerate(by):
        found[a] += difference
    return tuple(found)
