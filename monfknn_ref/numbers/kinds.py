"""What the paper's loops compute with, as types: rows, memberships, weights and their arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

__all__ = ["HALF", "Arithmetic", "Membership", "Row", "Scalar", "Weight"]

Row: TypeAlias = tuple[float, ...]
"""The attributes of one row: whole numbers in exact arithmetic, doubles in the other."""

Scalar: TypeAlias = Fraction | float
"""A share or a parameter: a Fraction in exact arithmetic, a double in the other."""

HALF = Fraction(1, 2)


class Membership(Protocol):
    """How much a row belongs to a class: a Fraction, a Share of irrational weights, or a double."""

    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __lt__(self, other: Any, /) -> bool: ...
    def __ge__(self, other: Any, /) -> bool: ...
    def __float__(self) -> float: ...


class Weight(Protocol):
    """What a neighbor counts in Eq. 7: a Fraction, a PowerSum, or a double."""

    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __float__(self) -> float: ...


class Arithmetic(Protocol):
    """One of the two ways to compute. The loops of the paper are the same in both."""

    def denominator(self, table: Iterable[Sequence[Any]]) -> int:
        """The factor that brings the values of a table to this arithmetic's grid."""

    def rows(self, table: Iterable[Sequence[Any]], factor: int = 1) -> list[Row]:
        """The rows of a table times the factor."""

    def number(self, value: Any) -> Scalar:
        """One parameter."""

    def share(self, part: int, whole: int) -> Scalar:
        """A quotient of two counts."""

    def distance(self, x: Row, z: Row) -> float:
        """The distance of two rows, or a number that orders all distances alike."""

    def inverse_power(self, distance: float, exponent: Scalar) -> Weight:
        """1 / ||x - z||^exponent from what `distance` gave, which is not 0."""

    def memberships(self, u: Sequence[Any]) -> list[Membership]:
        """A vector of memberships as a caller gave it, divided by its sum unless that is 1 already."""

    def normalised(self, u: Sequence[Any]) -> list[Any]:
        """Memberships divided by their sum; in exact numbers that of Eq. 7 is 1 already."""
