"""Eq. 7 when the memberships of the neighbors are still open, and also which tied rows get the last places.

A `Sum` stands for many sums at once. Its bounds are the classes between which all their medians lie. If the
bounds differ, `split` divides the sum into smaller ones. Doubles are precise enough for bounds, because
anything close to one half is left undecided.
"""

from __future__ import annotations

from decimal import Decimal
from math import fsum
from typing import Any, NamedTuple, TypeAlias

from monfknn_ref.arithmetic import Scalar, Weight
from monfknn_ref.arithmetic.power_sums import PowerSum, context_of

__all__ = ["Part", "PossibleMemberships", "Sum", "Vector", "in_decimals"]

Vector: TypeAlias = tuple[Scalar, ...]
"""The memberships of one row."""

NEAR = 1e-9
"""Beyond this distance from one half, as a share of all weights, doubles show the right side for sure."""


class PossibleMemberships(NamedTuple):
    """Memberships that a row may have, and their cumulative function in doubles."""

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
    """pOR * factor in doubles, divided by a number that is the same for all parts."""
    memberships: tuple[PossibleMemberships, ...]
    """All memberships that the neighbor may have."""

    def least(self, l: int) -> float:
        """The least that this part can add to the cumulative function at l, minus half of its weight."""
        return self.weight * (min(memberships.U[l] for memberships in self.memberships) - 0.5)

    def most(self, l: int) -> float:
        """The most that this part can add to the cumulative function at l, minus half of its weight."""
        return self.weight * (max(memberships.U[l] for memberships in self.memberships) - 0.5)


class Sum(NamedTuple):
    """The parts of the neighbors that are certain, and of `places` more among those that tie."""

    parts: tuple[Part, ...]
    places: int = 0
    tied: tuple[tuple[Part, ...], ...] = ()
    """For each tied row, the parts that it may have."""

    def bounds(self, c: int) -> tuple[int, int]:
        """The lowest and the highest class that the median of c classes can be, whatever is chosen.

        The cumulative function at l is at least one half when the parts, each minus half of its weight, add
        up to at least 0. The lowest possible median is the lowest class at which their largest sum is at
        least 0. The highest possible median is the lowest class at which even their smallest sum is above 0.

        >>> def part(weight, *cumulative):
        ...     return Part(0, 1, weight, weight, tuple(PossibleMemberships((), U) for U in cumulative))
        >>> low, high, open_part = part(1, (1, 1)), part(1, (0, 1)), part(3, (1, 1), (0, 1))
        >>> Sum((low, low, high)).bounds(2), Sum((low, low, open_part)).bounds(2)
        ((0, 0), (0, 1))
        >>> Sum((low, low), 1, ((low,), (high,))).bounds(2), Sum((low,), 1, ((low,), (high,))).bounds(2)
        ((0, 0), (0, 1))
        """
        near = NEAR * fsum(part.weight for options in (self.parts, *self.tied) for part in options)
        lowest = highest = c - 1
        for l in reversed(range(c)):
            least = [min(part.least(l) for part in options) for options in self.tied]
            most = [max(part.most(l) for part in options) for options in self.tied]
            least = [part.least(l) for part in self.parts] + sorted(least)[: self.places]
            most = [part.most(l) for part in self.parts] + sorted(most, reverse=True)[: self.places]
            if fsum(most) >= -near:
                lowest = l
            if fsum(least) > near:
                highest = l
        return lowest, highest

    def split(self) -> list[Sum]:
        """Several smaller sums that together stand for this one; none if no choice is left."""
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
    """The number to 30 digits, whatever its type and size.

    >>> from fractions import Fraction
    >>> in_decimals(Fraction(1, 10**400)), in_decimals(0.5)
    (Decimal('1E-400'), Decimal('0.5'))
    """
    if isinstance(number, PowerSum):
        return number.enclosed(30)[0]
    numerator, denominator = number.as_integer_ratio()
    return context_of(30).divide(Decimal(numerator), Decimal(denominator))
