"""Class memberships, computed once for each case that occurs.

The memberships of a training row depend on little: by Eq. 5 on the labels of the rows equal to it, by Eq. 6
on its own class and the classes of its neighbors. Rows agree in that far more often than not, so what the
reference's functions make of it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from monfknn_ref.arithmetic import Number
from monfknn_ref.functions import cumulative, median_range
from monfknn_ref.open_points import arithmetic
from monfknn_ref.paper.memberships import frequency_of_class, membership_with_relevance
from monfknn_ref.readings import Reading

__all__ = ["Case", "Cases", "Outcome"]


class Case(NamedTuple):
    """What the memberships of a row follow from."""

    own: int
    """The row's own class, -1 where Eq. 5 or Alg. 1 line 7 applies and there is no such thing."""
    classes: tuple[int, ...]
    """The classes of its neighbors (Eq. 6) or the labels of the rows equal to it (Eq. 5), ascending."""


class Outcome:
    """The memberships of a case and what prediction asks of them."""

    def __init__(self, memberships: list[Number], reading: Reading) -> None:
        self.memberships = memberships
        self._reading = reading

    @cached_property
    def median_range(self) -> tuple[int, int]:
        return median_range(self.memberships, self._reading)

    @cached_property
    def centred(self) -> list[Fraction]:
        """2 U(l) - 1 for each class l: below 0 where less than half is at or below l."""
        return [2 * U - 1 for U in cumulative(self.memberships, self._reading)]

    @cached_property
    def centred_floats(self) -> list[float]:
        return [float(value) for value in self.centred]


class Cases:
    """The outcomes of the cases met so far, for one relevance RCr and one number of classes c.

    >>> from monfknn_ref.readings import PAPER
    >>> cases = Cases(0.5, 3, PAPER)
    >>> [str(u_l) for u_l in cases[Case(0, (0, 1, 1, 2))].memberships]                         # Eq. 6
    ['5/8', '1/4', '1/8']
    >>> [str(u_l) for u_l in cases[Case(-1, (0, 1, 1, 2))].memberships]                        # Eq. 5
    ['1/4', '1/2', '1/4']
    """

    def __init__(self, RCr: Number, c: int, reading: Reading) -> None:
        self.RCr = arithmetic(reading).number(RCr)
        self.c = c
        self.reading = reading
        self._known: dict[Case, Outcome] = {}

    def __getitem__(self, case: Case) -> Outcome:
        if case not in self._known:
            self._known[case] = Outcome(self._memberships(case.own, case.classes), self.reading)
        return self._known[case]

    def _memberships(self, own: int, classes: Sequence[int]) -> list[Number]:
        numbers = arithmetic(self.reading)
        if own < 0:
            return [frequency_of_class(l, classes, numbers) for l in range(self.c)]
        return [membership_with_relevance(l, own, classes, self.RCr, numbers) for l in range(self.c)]
