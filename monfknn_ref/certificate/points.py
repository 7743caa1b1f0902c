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
from itertools import pairwise, product
from typing import Any, TypeAlias

__all__ = ["Domain", "Values"]

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
        self.continuous = continuous

    @property
    def size(self) -> int:
        return math.prod(map(len, self.values))

    def __iter__(self) -> Iterator[Row]:
        return product(*self.values)

    def steps(self) -> Iterator[tuple[Row, Row, int]]:
        """Every point with the next one in each attribute, and that attribute."""
        following = [dict(pairwise(column)) for column in self.values]
        for x in self:
            for a, next_value in enumerate(following):
                if x[a] in next_value:
                    yield x, (*x[:a], next_value[x[a]], *x[a + 1 :]), a

    def line_values(self, a: int) -> list[Any]:
        """The values of one attribute, and the midpoints between them where it is continuous."""
        if not self.continuous:
            return self.values[a]
        column = self.values[a]
        return [value for low, high in pairwise(column) for value in (low, middle(low, high))] + column[-1:]

    def point(self, generator: random.Random) -> Row:
        """A random point: for each attribute one of its values, or a midpoint."""
        columns = (self.line_values(a) for a in range(len(self.values)))
        return tuple(column[int(generator.random() * len(column))] for column in columns)

    def line(self, generator: random.Random) -> tuple[list[Row], int]:
        """A random line along one attribute."""
        a = self.varying[int(generator.random() * len(self.varying))]
        x = self.point(generator)
        return [(*x[:a], value, *x[a + 1 :]) for value in self.line_values(a)], a

    def pair(self, generator: random.Random) -> tuple[Row, Row, int]:
        """Two random points that differ in one attribute, the lower one first."""
        line, a = self.line(generator)
        i = int(generator.random() * len(line))
        j = int(generator.random() * (len(line) - 1))
        j += j >= i
        return line[min(i, j)], line[max(i, j)], a

    @property
    def varying(self) -> list[int]:
        """The attributes that have more than one value."""
        return [a for a, column in enumerate(self.values) if len(column) > 1]


def middle(low: Any, high: Any) -> Any:
    """
    >>> middle(1, 2), middle(0, 4)
    (1.5, 2)
    """
    half = (low + high) / 2
    return int(half) if isinstance(low, int) and isinstance(high, int) and half == int(half) else half
