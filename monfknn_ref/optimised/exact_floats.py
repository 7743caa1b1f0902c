"""Tables as the optimised variants use them: plain floats that stand for exact values.

A float means its shortest decimal, and doubles and their shortest decimals are in the same order: rounding a
decimal to the nearest double never changes the order of two decimals, and two doubles that differ come from
different decimals. So equality and dominance may be decided on the doubles themselves. The same holds for
every number that is the shortest decimal of some double: whole numbers up to 2^53, decimals of up to 15
digits. Tables with other numbers (1/3, or times in nanoseconds) are shifted attribute by attribute and
multiplied by a common factor, which changes no answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from monfknn_ref.arithmetic import DOUBLES, Row, exact_value
from monfknn_ref.model.checks import GivenRow
from monfknn_ref.model.door import turned
from monfknn_ref.readings import Reading

LARGEST_WHOLE = 2**53
MOST_DECIMALS = 22  # 10^22 is the largest power of ten that is a double


def as_float(exact: Fraction) -> float | None:
    """The float whose shortest decimal the number is, None if there is none.

    >>> as_float(Fraction(1, 8)), as_float(Fraction(1, 3)), as_float(Fraction(2**53 + 1))
    (0.125, None, None)
    """
    try:
        nearest = float(exact)
    except OverflowError:
        return None
    return nearest if exact_value(nearest) == exact else None


class Units(NamedTuple):
    """What is taken off each attribute, and the factor that everything is multiplied by then.

    Neither changes an order, a tie or a share of weights.
    """

    shifts: tuple[Fraction, ...] = ()
    """Empty if nothing is taken off."""
    factor: Fraction = Fraction(1)

    def exact(self, row: Sequence[Any]) -> list[Fraction]:
        """The numbers of a row in these units.

        >>> units = Units((Fraction(10**18), Fraction(0)), Fraction(3))
        >>> [str(value) for value in units.exact((10**18 + 1, 0.1))]
        ['3', '3/10']
        """
        shifts = self.shifts or [Fraction(0)] * len(row)
        return [(exact_value(value) - shift) * self.factor for value, shift in zip(row, shifts)]


UNCHANGED = Units()


def possible_units(rows: Sequence[Sequence[Any]]) -> Iterator[Units]:
    """Units to be tried one after the other, in which floats may stand for all numbers.

    Attributes that need it are counted from their lowest value; everything is multiplied by the common
    denominator; both, and the common divisor is divided out.

    >>> [float(units.factor) for units in possible_units([(2**60, Fraction(1, 3)), (2**60 + 2, 1)])]
    [1.0, 1.0, 3.0, 1.5]
    """
    yield UNCHANGED
    columns = []
    for column in zip(*rows):
        different = {(type(value), value) for value in column}
        columns.append([exact_value(value) for _, value in different])
    lowest = tuple(map(min, columns))
    plain = [all(as_float(value) is not None for value in column) for column in columns]
    yield Units(tuple(Fraction(0) if fits else low for fits, low in zip(plain, lowest)))
    denominator = math.lcm(*(value.denominator for column in columns for value in column))
    yield Units((), Fraction(denominator))
    gaps = (int((value - low) * denominator) for column, low in zip(columns, lowest) for value in column)
    yield Units(lowest, Fraction(denominator, math.gcd(*gaps) or 1))


def floats(
    table: Iterable[GivenRow], directions: Sequence[int], reading: Reading, units: Units = UNCHANGED
) -> list[Row] | None:
    """The rows turned, in these units and as floats; None if one is not the shortest decimal of a float.

    In double arithmetic every number becomes a double, as it does in the reference.
    """
    if any(sign < 0 for sign in directions):
        table = [turned(row, directions) for row in table]
    if reading.arithmetic == "doubles":
        return DOUBLES.rows(table)
    rows = list(table)
    kinds = {type(value) for row in rows for value in row}
    if units == UNCHANGED and all(issubclass(kind, float) for kind in kinds):
        return rows if kinds == {float} else [tuple(map(float, row)) for row in rows]
    shifts = units.shifts or (Fraction(0),) * len(directions)
    known = [PlainValues(shift, units.factor) for shift in shifts]
    plain: list[Any] = []
    for row in rows:
        plain.append(tuple(values[type(value), value] for values, value in zip(known, row)))
        if None in plain[-1]:
            return None
    return plain


class PlainValues(dict[tuple[type, Any], float | None]):
    """The floats that the values of an attribute stand for in some units.

    They are known by their types too: 0.1 means 1/10, and a Fraction that equals it does not.
    """

    def __init__(self, shift: Fraction, factor: Fraction) -> None:
        super().__init__()
        self.shift, self.factor = shift, factor

    def __missing__(self, key: tuple[type, Any]) -> float | None:
        self[key] = as_float((exact_value(key[1]) - self.shift) * self.factor)
        return self[key]


class Grid(NamedTuple):
    """A grid on which doubles compute squared distances without rounding.

    Values with few decimals are whole numbers up to a common power of ten, and doubles subtract, square and
    add them exactly as long as the sums stay below 2^53.

    That r / 10^d rounds to the double v says that v means r / 10^d: two decimals of at most 15 digits never
    share a double, so no other one is as short.

    >>> Grid.of([(1.0, 2.5), (0.25, 3.0)])
    Grid(decimals=2, highest=3.0, attributes=2)
    >>> Grid.of([(0.1234567890123,)]) is None
    True
    """

    decimals: int
    highest: float
    attributes: int

    @classmethod
    def of(cls, rows: Sequence[GivenRow]) -> Grid | None:
        """The coarsest grid that holds all values, None if that is too fine."""
        grid = cls(0, max(abs(value) for row in rows for value in row), len(rows[0]))
        for row in rows:
            for value in row:
                while grid.is_exact() and round(value * grid.factor) / grid.factor != value:
                    grid = grid._replace(decimals=grid.decimals + 1)
        return grid if grid.is_exact() else None

    @property
    def factor(self) -> float:
        return float(10**self.decimals)  # NumPy 1 has no numbers for whole ones of 10^20

    def is_exact(self) -> bool:
        """Whether the squared distance of any two rows on the grid is below 2^53 units."""
        if self.decimals > MOST_DECIMALS:
            return False
        return 2 * self.highest * self.factor <= math.sqrt(LARGEST_WHOLE / 2 / self.attributes)

    def joined(self, other: Grid | None) -> Grid | None:
        """The grid that holds the values of both, None if that is too fine."""
        if other is None:
            return None
        grid = Grid(max(self.decimals, other.decimals), max(self.highest, other.highest), self.attributes)
        return grid if grid.is_exact() else None

    def place(self, row: GivenRow) -> GivenRow:
        """The values as whole numbers, in units of the last decimal."""
        return tuple(float(round(value * self.factor)) for value in row)
