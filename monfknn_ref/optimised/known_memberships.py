"""Class memberships, computed once for each ballot.

The memberships of a training row depend on little: by Eq. 5 on the labels of the rows equal to it, by Eq. 6
on its own class and the classes of its neighbors. Rows agree in that far more often than not, so what the
reference's functions make of it is kept.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from monfknn_ref.arithmetic import Scalar
from monfknn_ref.paper.medians import cumulative, median_range
from monfknn_ref.paper.memberships import frequency_of_class, membership_with_relevance
from monfknn_ref.readings import Rules

__all__ = ["Ballot", "KnownMemberships", "MembershipsOfRow"]


class Ballot(NamedTuple):
    """What the memberships of a row are counted from."""

    own: int
    """The row's own class, -1 where Eq. 5 or Alg. 1 line 7 applies and there is no such thing."""
    classes: tuple[int, ...]
    """The classes of its neighbors (Eq. 6) or the labels of the rows equal to it (Eq. 5), ascending."""


class MembershipsOfRow:
    """Memberships and what prediction asks of them."""

    def __init__(self, memberships: list[Scalar]) -> None:
        self.memberships = memberships

    @cached_property
    def median_range(self) -> tuple[int, int]:
        return median_range(self.memberships)

    @cached_property
    def centered(self) -> list[Fraction]:
        """2 U(l) - 1 for each class l: below 0 where less than half is at or below l."""
        U: list[Any] = list(cumulative(self.memberships))
        return [2 * U_l - 1 for U_l in U]

    @cached_property
    def centered_floats(self) -> list[float]:
        return [float(value) for value in self.centered]


class KnownMemberships:
    """The memberships of the ballots met so far, for one relevance RCr.

    >>> known = KnownMemberships(Fraction(1, 2), Rules(c=3))
    >>> [str(u_l) for u_l in known[Ballot(0, (0, 1, 1, 2))].memberships]                       # Eq. 6
    ['5/8', '1/4', '1/8']
    >>> [str(u_l) for u_l in known[Ballot(-1, (0, 1, 1, 2))].memberships]                      # Eq. 5
    ['1/4', '1/2', '1/4']
    """

    def __init__(self, RCr: Scalar, rules: Rules) -> None:
        self.RCr = RCr
        self.rules = rules
        self._known: dict[Ballot, MembershipsOfRow] = {}

    def __getitem__(self, ballot: Ballot) -> MembershipsOfRow:
        if ballot not in self._known:
            self._known[ballot] = MembershipsOfRow(self._memberships(ballot))
        return self._known[ballot]

    def _memberships(self, ballot: Ballot) -> list[Scalar]:
        shares = [frequency_of_class(l, ballot.classes, self.rules) for l in self.rules.Y]
        if ballot.own < 0:
            return shares
        return [membership_with_relevance(l, ballot.own, shares, self.RCr) for l in self.rules.Y]
