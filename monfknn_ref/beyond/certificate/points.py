"""The points that a model is asked about.

A function on a finite product of values is monotonic if and only if it never falls from a point to the next
one in a single attribute: any two comparable points are joined by such steps. So all points, each asked
once, decide. Where attributes are continuous there is no end of points, and some are drawn: mixtures of the
values that occur in the rows, and midpoints between neighboring values.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise, product
from typing import Any, TypeAlias

MOST_ON_GRID = 2500
"""So many points at most has the grid on which every step is looked at where attributes are continuous."""
LONGEST_LINE = 200
"""So many points of a line are asked at most."""

Row: TypeAlias = tuple[Any, ...]
Values: TypeAlias = list[list[Any]]
"""The values of each attribute, from the one that lowers the class most to the one that raises it most."""


class Domain:
    """The values of each attribute in the order of its direction, and whether there are others between them.

    >>> domain = Domain([[1, 2], [5, 6, 7]], (1, -1), continuous=False)
    >>> domain.size, list(domain)[:3]
    (6, [(1, 7), (1, 6), (1, 5)])
    """

    def __init__(self, values: Sequence[Sequence[Any]], signs: Sequence[int], continuous: bool) -> None:
        self.values: Values = [
            sorted(set(column), reverse=sign < 0) for column, sign in zip(values, signs, strict=True)
        ]
        self.signs, self.continuous = signs, continuous

    @property
    def size(self) -> int:
        """How many points there are."""
        return math.prod(map(len, self.values))

    @property
    def pairs(self) -> int:
        """How many pairs of comparable points there are, none of them of a point with itself.

        >>> Domain([[1, 2], [5, 6, 7]], (1, 1), continuous=False).pairs
        12
        """
        return math.prod(math.comb(len(column) + 1, 2) for column in self.values) - self.size

    def __iter__(self) -> Iterator[Row]:
        return product(*self.values)

    def steps(self) -> Iterator[tuple[Row, Row, int]]:
        """Every point with the next one in each attribute, and that attribute."""
        following = [dict(pairwise(column)) for column in self.values]
        for x in self:
            for a, next_value in enumerate(following):
                if x[a] in next_value:
                    yield x, (*x[:a], next_value[x[a]], *x[a + 1 :]), a

    def counts_below(self, chosen: Sequence[bool]) -> list[int]:
        """For each point, how many chosen ones lie at or below it; points in the order of iteration.

        >>> Domain([[0, 1], [0, 1]], (1, 1), continuous=False).counts_below([True, True, False, True])
        [1, 2, 1, 3]
        """
        counts, stride = [int(one) for one in chosen], 1
        for column in reversed(self.values):
            for i in range(len(counts)):
                if i // stride % len(column):
                    counts[i] += counts[i - stride]
            stride *= len(column)
        return counts

    @cached_property
    def lines(self) -> Values:
        """The values of each attribute, and the midpoints between them where there are others."""
        if not self.continuous:
            return self.values
        return [
            list(dict.fromkeys(v for low, high in pairwise(column) for v in (low, middle(low, high), high)))
            or column
            for column in self.values
        ]

    def coarse(self, most: int) -> Domain | None:
        """Some values of each attribute, evenly spread, with so many points at most; None if that cannot be.

        >>> Domain([range(100), range(100)], (1, 1), continuous=True).coarse(16).values
        [[0, 33, 66, 99], [0, 33, 66, 99]]
        """
        each = 2
        while (each + 1) ** len(self.varying) <= most and each < max(map(len, self.values)):
            each += 1
        if each ** len(self.varying) > most:
            return None
        return Domain([evenly(sorted(column), each) for column in self.values], self.signs, continuous=False)

    def point(self, generator: random.Random) -> Row:
        """A random point: for each attribute one of its values, or a midpoint."""
        return tuple(column[int(generator.random() * len(column))] for column in self.lines)

    def line(self, generator: random.Random) -> list[Row]:
        """A random line along one attribute, on all of its values or on some if they are many."""
        a = self.varying[int(generator.random() * len(self.varying))]
        x, column = self.point(generator), self.lines[a]
        every = -(-len(column) // LONGEST_LINE)
        shift = int(generator.random() * every)
        return [(*x[:a], value, *x[a + 1 :]) for value in column[shift::every]]

    def pair(self, generator: random.Random) -> tuple[Row, Row]:
        """Two random points that differ in one attribute, the lower one first."""
        a = self.varying[int(generator.random() * len(self.varying))]
        x, column = self.point(generator), self.lines[a]
        i = int(generator.random() * len(column))
        j = int(generator.random() * (len(column) - 1))
        j += j >= i
        lower, upper = ((*x[:a], column[place], *x[a + 1 :]) for place in sorted((i, j)))
        return lower, upper

    @property
    def varying(self) -> list[int]:
        """The attributes that have more than one value."""
        return [a for a, column in enumerate(self.values) if len(column) > 1]


def evenly(column: list[Any], most: int) -> list[Any]:
    """So many values at most, evenly spread over a column with both of its ends.

    >>> evenly([1, 2, 3], 5), evenly(list(range(11)), 3)
    ([1, 2, 3], [0, 5, 10])
    """
    if len(column) <= most:
        return column
    return [column[i * (len(column) - 1) // (most - 1)] for i in range(most)]


def middle(low: Any, high: Any) -> Any:
    """The number halfway, or one of the two if no number of their kind is between them.

    >>> middle(1, 2), middle(0, 4), middle(1e308, 1.2e308), middle(10**400, 10**400 + 1) == 10**400
    (1.5, 2, 1.1e+308, True)
    """
    if isinstance(low, int) and isinstance(high, int):
        total = low + high
        return total // 2 if total % 2 == 0 or abs(total) > 2**53 else total / 2
    half = low / 2 + high / 2
    return half if min(low, high) <= half <= max(low, high) else low
