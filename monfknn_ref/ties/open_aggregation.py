"""Eq. 7 when it is open which memberships the neighbors have and which of them tie for the last places.

A `Sum` stands for many sums at once. Its bounds say between which classes all their medians lie, and `split`
divides it where that is not enough. Doubles are good enough for bounds, since whatever comes near the half is
left undecided.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple, TypeAlias

from monfknn_ref.numbers import Scalar, Weight
from monfknn_ref.numbers.power_sums import PowerSum, context_of

__all__ = ["Part", "PossibleMemberships", "Sum", "Vector", "in_decimals"]

Vector: TypeAlias = tuple[Scalar, ...]
"""The memberships of one row."""

NEAR = 1e-9
"""What is further than this from the half, as a share of all weights, is on the side where it seems to be."""


class PossibleMemberships(NamedTuple):
    """PossibleMemberships that a row may have, and their cumulative function in doubles."""

    u: Vector
    U: tuple[float, ...]


class Part(NamedTuple):
    """A neighbor's part in Eq. 7."""

    group: int
    """The place of its distance among all distances."""
    pOR: Scalar
    factor: Weight
    """1 / ||x - x_j||^(m-1)"""
    weight: float
    """pOR * factor as a share of a weight that is the same for all."""
    memberships: tuple[PossibleMemberships, ...]
    """All that it may have."""

    def least(self, l: int) -> float:
        """The least that the cumulative function at l may get from this part, less the part's half."""
        return self.weight * (min(memberships.U[l] for memberships in self.memberships) - 0.5)

    def most(self, l: int) -> float:
        """The most that the cumulative function at l may get from this part, less the part's half."""
        return self.weight * (max(memberships.U[l] for memberships in self.memberships) - 0.5)


class Sum(NamedTuple):
    """The parts of neighbors that are certain, and of so many more out of those that tie."""

    parts: tuple[Part, ...]
    places: int = 0
    tied: tuple[tuple[Part, ...], ...] = ()
    """For each row that ties, what its part may be."""

    def bounds(self, c: int) -> tuple[int, int]:
        """A lowest and a highest class for the median of c classes, whatever is chosen.

        The cumulative function is at least one half at l when the parts, each less its half, are together at
        least 0. The most they can be is 0 at the lowest class that a median can be; the least at the highest.

        >>> def part(weight, *cumulative):
        ...     return Part(0, 1, weight, weight, tuple(PossibleMemberships((), U) for U in cumulative))
        >>> low, high, open_part = part(1, (1, 1)), part(1, (0, 1)), part(3, (1, 1), (0, 1))
        >>> Sum((low, low, high)).bounds(2), Sum((low, low, open_part)).bounds(2)
        ((0, 0), (0, 1))
        >>> Sum((low, low), 1, ((low,), (high,))).bounds(2), Sum((low,), 1, ((low,), (high,))).bounds(2)
        ((0, 0), (0, 1))
        """
        near = NEAR * sum(part.weight for options in (self.parts, *self.tied) for part in options)
        lowest = highest = c - 1
        for l in reversed(range(c)):
            least = [min(part.least(l) for part in options) for options in self.tied]
            most = [max(part.most(l) for part in options) for options in self.tied]
            least = [part.least(l) for part in self.parts] + sorted(least)[: self.places]
            most = [part.most(l) for part in self.parts] + sorted(most, reverse=True)[: self.places]
            if sum(most) >= -near:
                lowest = l
            if sum(least) > near:
                highest = l
        return lowest, highest

    def split(self) -> list[Sum]:
        """Several sums that together stand for the same; none when there is no choice left."""
        for j, part in enumerate(self.parts):
            half = len(part.memberships) // 2
            if half:
                halves = part.memberships[:half], part.memberships[half:]
                before, after = self.parts[:j], self.parts[j + 1 :]
                return [
                    self._replace(parts=(*before, part._replace(memberships=some), *after)) for some in halves
                ]
        if not self.places:
            return []
        first, others = self.tied[0], self.tied[1:]
        left = others if self.places > 1 else ()
        sums = [Sum((*self.parts, part), self.places - 1, left) for part in first]
        without = tuple(options for options in others if options != first)
        if len(without) >= self.places:
            sums.append(Sum(self.parts, self.places, without))
        return sums


def in_decimals(number: Any) -> Decimal:
    """The number to 30 digits, whatever its kind and size.

    >>> from fractions import Fraction
    >>> in_decimals(Fraction(1, 10**400)), in_decimals(0.5)
    (Decimal('1E-400'), Decimal('0.5'))
    """
    if isinstance(number, PowerSum):
        return number.enclosed(30)[0]
    numerator, denominator = number.as_integer_ratio()
    return context_of(30).divide(Decimal(numerator), Decimal(denominator))
