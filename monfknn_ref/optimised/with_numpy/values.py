"""Tables of any numbers as arrays of doubles, without a loss.

Distances are computed from doubles that are nearest to the numbers; `error_bounds` knows how much that may
cost. Order is another matter: two numbers that share a double must not count as equal. So a table comes in
three forms: doubles for distances, doubles that are in the same order as the numbers, and the numbers
themselves for decisions that must be exact. Mostly the three are the same array.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.model.door import turned
from monfknn_ref.optimised.exact_floats import LARGEST_WHOLE, UNCHANGED, Units, floats, possible_units
from monfknn_ref.optimised.with_numpy.ranges import Array
from monfknn_ref.readings import Reading

LARGEST = sys.float_info.max
MODERATE = 400
"""Squares of doubles up to 2^400 do not overflow, and those of doubles above 2^-400 do not underflow."""


class Values(NamedTuple):
    """The numbers of some rows."""

    doubles: Array
    """The nearest doubles: what distances are computed from."""
    order: Array
    """Doubles that compare with those of the training rows as the numbers do."""
    given: Array
    """What `exact_value` makes the numbers of, in the same units for all rows."""

    @property
    def are_doubles(self) -> bool:
        """Whether the doubles are the numbers."""
        return self.given is self.doubles

    def chosen(self, rows: Array) -> Values:
        """Some of the rows."""
        doubles = self.doubles[rows]
        order = doubles if self.order is self.doubles else self.order[rows]
        given = doubles if self.are_doubles else order if self.given is self.order else self.given[rows]
        return Values(doubles, order, given)


class EqualRows:
    """Which row equals another one: found by a number made of all values, and then compared.

    >>> EqualRows(np.array([[1.0, 2.0], [0.0, 3.0]])).of(np.array([[-0.0, 3.0], [2.0, 1.0]])).tolist()
    [1, -1]
    """

    def __init__(self, rows: Array) -> None:
        self.rows = rows
        keys = self._keys(rows)
        self.order = np.argsort(keys)
        self.keys = keys[self.order]

    @staticmethod
    def _keys(rows: Array) -> Array:
        keys = np.zeros(len(rows), dtype=np.uint64)
        for column in rows.T:
            bits = (column + 0.0).view(np.uint64)  # -0.0 equals 0.0
            keys = (keys ^ bits) * np.uint64(0x9E3779B97F4A7C15)
            keys ^= keys >> np.uint64(29)
        return keys

    def of(self, queries: Array) -> Array:
        """For each query the place of the row that equals it, -1 where there is none; the rows differ."""
        keys = self._keys(queries)
        found = np.full(len(queries), -1)
        waiting, place = np.arange(len(queries)), np.atleast_1d(np.searchsorted(self.keys, keys))
        while len(waiting):  # once, but for rows that share a key
            there = (place < len(self.keys)) & (
                self.keys[np.minimum(place, len(self.keys) - 1)] == keys[waiting]
            )
            waiting, place = waiting[there], place[there]
            rows = self.order[place]
            equal = np.all(self.rows[rows] == queries[waiting], axis=1)
            found[waiting[equal]] = rows[equal]
            waiting, place = waiting[~equal], place[~equal] + 1
        return found


class TrainingValues:
    """The training rows as doubles, and how queries are made like them.

    >>> from monfknn_ref.readings import PAPER
    >>> times = np.array([[10**18], [10**18 + 1]])
    >>> training = TrainingValues(times, [1], PAPER)
    >>> training.rows.doubles.tolist(), training.queries(times + 5).doubles.tolist()
    ([[0.0], [1.0]], [[5.0], [6.0]])
    """

    def __init__(self, table: Any, directions: Sequence[int], reading: Reading) -> None:
        self.directions, self.reading = directions, reading
        self.units = UNCHANGED
        self.exponent = 0
        """What doubles are multiplied by, as a power of two, to keep their squares in range."""
        self.ranked = False
        """Whether the order of the rows is told by the ranks of their numbers."""
        table = whole_numbers(table)
        doubles = self._doubles(table)
        if doubles is None:
            doubles = self._doubles_in_other_units(table)
        if doubles is None:
            self.rows = self._rounded(table)
        else:
            self.rows = self._in_range(doubles)

    def least_gap(self) -> float:
        """The least difference of two different values of an attribute; 0 if all rows are equal."""
        ordered = np.sort(self.rows.order, axis=0)
        with np.errstate(over="ignore"):
            gaps = ordered[1:] - ordered[:-1]
        return float(gaps[gaps > 0].min(initial=np.inf)) if np.any(gaps > 0) else 0.0

    def way(self) -> tuple[str, str]:
        """What is done to the numbers, and why."""
        if self.ranked:
            return "nearest doubles and ranks", "some numbers share a double, whatever is taken off them"
        if self.exponent:
            return "doubles times a power of two", "squares would overflow or underflow"
        if self.units != UNCHANGED:
            return "shifted and scaled doubles", "those of the table are no doubles themselves"
        return "doubles", "they are doubles already"

    def _doubles(self, table: Any) -> Array | None:
        """The rows turned and in the units as doubles, None if these do not stand for the numbers."""
        if is_array(table):
            are_doubles = table.dtype == np.float64 and self.units == UNCHANGED
            if are_doubles or self.reading.arithmetic == "doubles":
                return table * np.array(self.directions, dtype=float)
            if self._are_whole(table):
                return self._doubles_of_whole(table)
        rows = floats(map(tuple, table), self.directions, self.reading, self.units)
        return None if rows is None else np.array(rows, dtype=float).reshape(len(rows), len(self.directions))

    def _doubles_of_whole(self, table: Array) -> Array | None:
        gaps, below = self._gaps(table)
        divisor = self.units.factor.denominator
        if divisor > 1:
            if np.any(gaps % np.uint64(divisor)):
                return None
            gaps = gaps // np.uint64(divisor)
        if gaps.size and int(gaps.max()) * self.units.factor.numerator > LARGEST_WHOLE:
            return None
        return np.where(below, -1.0, 1.0) * gaps * self.units.factor.numerator

    def _are_whole(self, table: Any) -> bool:
        """Whether a table is an array of whole numbers less than 2^64 away from the shifts."""
        if not is_array(table) or table.dtype.kind not in "iu":
            return False
        if any(shift.denominator > 1 for shift in self.units.shifts):
            return False
        ends = int(table.min()), int(table.max())
        return all(abs(end - sign * int(shift)) < 2**64 for end in ends for sign, shift in self._shifts())

    def _shifts(self) -> Iterator[tuple[int, Fraction]]:
        return zip(self.directions, self.units.shifts or (Fraction(0),) * len(self.directions))

    def _gaps(self, table: Array) -> tuple[Array, Array]:
        """How far the values are from the shifts, and whether they are below these, turned."""
        turn = np.array(self.directions)
        gaps, below = np.empty(table.shape, dtype=np.uint64), np.empty(table.shape, dtype=bool)
        for attribute, (direction, shift) in enumerate(self._shifts()):
            column, start = table[:, attribute], direction * int(shift)
            below[:, attribute] = less(column, start)
            away = column.astype(np.uint64) - np.uint64(start % 2**64)  # modulo 2^64
            gaps[:, attribute] = np.where(below[:, attribute], np.uint64(0) - away, away)
        return gaps, np.where(turn < 0, ~below & (gaps > 0), below)

    def _doubles_in_other_units(self, table: Any) -> Array | None:
        if is_array(table) and table.dtype.kind in "iu":
            attempts = whole_units(table, self.directions)
        else:
            attempts = list(possible_units([turned(row, self.directions) for row in table]))[1:]
        for self.units in attempts:
            doubles = self._doubles(table)
            if doubles is not None:
                return doubles
        return None

    def _in_range(self, doubles: Array) -> Values:
        """The same rows with moderate doubles."""
        if self.reading.arithmetic == "exact":
            exponent = math.frexp(np.abs(doubles).max())[1]
            if abs(exponent) > MODERATE and np.any(doubles):
                self.exponent = -exponent
        return self._scaled(doubles, doubles)

    def _scaled(self, order: Array, given: Array) -> Values:
        if not self.exponent:
            return Values(order, order, given)
        with np.errstate(over="ignore", under="ignore"):
            return Values(np.ldexp(order, self.exponent), order, given)

    # --- Numbers that share doubles -----------------------------------------------------------------------

    def _rounded(self, table: Any) -> Values:
        """Nearest doubles for distances, ranks for the order."""
        self.ranked = True
        if is_array(table):
            self.units = Units(self.units.shifts)  # a divisor is of no use
        given = self._given(table)
        if given.dtype == object:
            highest = max(abs(value) for value in given.flat)
            bits = highest.numerator.bit_length() - highest.denominator.bit_length()
            self.exponent = -bits if abs(bits) > MODERATE else 0
        self.columns, ranks = [], []
        for column in given.T:
            values, rank = np.unique(column, return_inverse=True)
            self.columns.append(values)
            ranks.append(2.0 * rank)
        return Values(self._nearest(given), np.array(ranks).T.copy(), given)

    def _given(self, table: Any) -> Array:
        """The numbers in the units: an array of whole numbers if they are not negative, else of objects."""
        if self.units.factor == 1 and self._are_whole(table):
            gaps, below = self._gaps(table)
            return np.where(below, -gaps.astype(object), gaps) if below.any() else gaps
        given = np.empty((len(table), len(self.directions)), dtype=object)
        for i, row in enumerate(table):
            given[i] = self.units.exact(turned(row, self.directions))
        return given

    def _nearest(self, given: Array) -> Array:
        if given.dtype != object:
            return given.astype(float)
        scale = Fraction(2) ** self.exponent
        return np.array([[nearest_double(value * scale) for value in row] for row in given])

    # --- Queries ------------------------------------------------------------------------------------------

    def queries(self, table: Any) -> Values | None:
        """Queries like the training rows; None if no double would be in the right place among theirs."""
        if not len(table):
            nothing = np.empty((0, len(self.directions)))
            return Values(nothing, nothing, nothing)
        table = whole_numbers(table)
        doubles = None if self.ranked else self._doubles(table)
        if doubles is not None:
            return self._scaled(doubles, doubles)
        given = self._given(table)
        order = self._ranks(given) if self.ranked else self._placed(given)
        return None if order is None else Values(self._nearest(given), order, given)

    def _ranks(self, given: Array) -> Array:
        order = np.empty(given.shape)
        for attribute, values in enumerate(self.columns):
            column = given[:, attribute]
            if column.dtype != values.dtype:
                values, column = values.astype(object), column.astype(object)
            rank = np.searchsorted(values, column)
            there = np.minimum(rank, len(values) - 1)
            order[:, attribute] = 2.0 * rank - (values[there] != column)
        return order

    def _placed(self, given: Array) -> Array | None:
        """Doubles between those of the training rows for numbers that are between these."""
        order = np.empty(given.shape)
        for (row, attribute), value in np.ndenumerate(given):
            x = max(-LARGEST, min(LARGEST, nearest_double(Fraction(value))))
            exact = exact_value(x)
            if exact != value and x in self._training_values[attribute]:
                x = math.nextafter(x, math.inf if value > exact else -math.inf)
                if math.isinf(x) or x in self._training_values[attribute]:
                    return None
            order[row, attribute] = x
        return order

    @cached_property
    def _training_values(self) -> list[set[float]]:
        return [set(column) for column in self.rows.order.T.tolist()]


def is_array(table: Any) -> bool:
    """Whether a table is an array of numbers of the machine."""
    return isinstance(table, np.ndarray) and table.dtype.kind in "iuf" and table.dtype.itemsize <= 8


def whole_numbers(table: Any) -> Any:
    """An array for a list of rows of whole numbers, if there is a kind that holds them; else the table."""
    if isinstance(table, list) and table and {type(value) for row in table for value in row} == {int}:
        lowest, highest = min(map(min, table)), max(map(max, table))
        for kind in (np.int64, np.uint64):
            if np.iinfo(kind).min <= lowest and highest <= np.iinfo(kind).max:
                return np.array(table, dtype=kind)
    return table


def less(column: Array, value: int) -> Array:
    """Which whole numbers are below a value that their kind may not hold."""
    bounds = np.iinfo(column.dtype)
    if value <= bounds.min:
        return np.zeros(len(column), dtype=bool)
    if value > bounds.max:
        return np.ones(len(column), dtype=bool)
    return column < column.dtype.type(value)


def whole_units(table: Array, directions: Sequence[int]) -> list[Units]:
    """Units that may make doubles of an array of whole numbers."""
    ends = [
        int(column.min()) if direction > 0 else -int(column.max())
        for column, direction in zip(table.T, directions)
    ]
    shifts = tuple(map(Fraction, ends))
    starts = np.array([end * sign % 2**64 for end, sign in zip(ends, directions)], dtype=np.uint64)
    gaps = table.astype(np.uint64) - starts
    for attribute, direction in enumerate(directions):
        if direction < 0:
            gaps[:, attribute] = np.uint64(0) - gaps[:, attribute]
    divisor = int(np.gcd.reduce(gaps, axis=None)) or 1
    return [Units(shifts), Units(shifts, Fraction(1, divisor))]


def nearest_double(value: Fraction) -> float:
    """The double that is nearest to a number, infinite beyond all of them.

    >>> nearest_double(Fraction(1, 3)), nearest_double(Fraction(-(10**400)))
    (0.3333333333333333, -inf)
    """
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
