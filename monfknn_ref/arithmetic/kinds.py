"""The types that the paper's loops compute with: rows, memberships, weights and their arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any, Protocol, TypeAlias

__all__ = ["HALF", "Arithmetic", "Membership", "Row", "Scalar", "Weight", "added"]

Row: TypeAlias = tuple[float, ...]
"""The attributes of one row: whole numbers in exact arithmetic, doubles in double precision."""

Scalar: TypeAlias = Fraction | float
"""A share or a parameter: a Fraction in exact arithmetic, a double in double precision."""

HALF = Fraction(1, 2)


def added(numbers: Iterable[Any]) -> Any:
    """The numbers added one after the other; `sum` corrects the rounding of floats from Python 3.12 on.

    >>> added([0.1] * 10)
    0.9999999999999999
    """
    return reduce(add, numbers, 0)


class Membership(Protocol):
    """How much a row belongs to a class: a Fraction, a Share of irrational weights, or a double."""

    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __lt__(self, other: Any, /) -> bool: ...
    def __ge__(self, other: Any, /) -> bool: ...
    def __float__(self) -> float: ...


class Weight(Protocol):
    """How much a neighbor counts in Eq. 7: a Fraction, a PowerSum, or a double."""

    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __float__(self) -> float: ...


class Arithmetic(Protocol):
    """One of the two ways to compute. The loops of the paper are the same in both."""

    def denominator(self, table: Iterable[Sequence[Any]]) -> int:
        """The factor that turns the values of a table into numbers of this arithmetic."""

    def rows(self, table: Iterable[Sequence[Any]], factor: int = 1) -> list[Row]:
        """The rows of a table, multiplied by the factor."""

    def number(self, value: Any) -> Scalar:
        """The value of a parameter in this arithmetic."""

    def share(self, part: int, whole: int) -> Scalar:
        """The quotient of two counts."""

    def distance(self, x: Row, z: Row) -> float:
        """The distance between two rows, or a number that puts rows in the same order."""

    def inverse_power(self, distance: float, exponent: Scalar) -> Weight:
        """1 / ||x - z||^exponent, from a result of `distance` other than 0."""

    def memberships(self, u: Sequence[Any]) -> list[Membership]:
        """The memberships that a caller gave, divided by their sum unless it is already 1."""

    def normalized(self, u: Sequence[Any]) -> list[Any]:
        """Memberships divided by their sum; in exact numbers the sum of Eq. 7 is already 1."""
