"""Section 3.1, Eq. 4: from class memberships to a class, by the median and not by the largest membership.

Symbols: u the memberships of one row, one for each class, summing to 1; U their cumulative sums;
[l_m, l_M] the median range; ⪯_FSD first-degree stochastic dominance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from monfknn_ref.arithmetic import HALF, Membership
from monfknn_ref.paper.order import Class, Range
from monfknn_ref.readings.rules import Rules

Memberships: TypeAlias = Sequence[Membership]
"""u(x, .): how much a row belongs to each class, in the order of the classes."""


def cumulative(u: Memberships) -> list[Membership]:
    """U(l) = u_1 + ... + u_l, the cumulative distribution function.

    >>> from fractions import Fraction
    >>> [str(U_l) for U_l in cumulative([Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)])]
    ['1/4', '3/4', '1']
    """
    U: list[Membership] = []
    total: Membership = 0
    for u_l in u:
        total = total + u_l
        U.append(total)
    return U


def first_degree_dominates(v: Memberships, u: Memberships) -> bool:
    """u ⪯_FSD v: the cumulative function of u is nowhere below that of v, so v leans toward higher classes.

    >>> first_degree_dominates([0, 0.5, 0.5], [0.5, 0, 0.5]), first_degree_dominates([1, 0], [0, 1])
    (True, False)
    """
    for U_v, U_u in zip(cumulative(v), cumulative(u)):
        if U_u < U_v:
            return False
    return True


# fmt: off
# --8<-- [start:median_range]
def median_range(u: Memberships) -> Range:                                                              # Eq 4
    """Eq. 4: the lowest class with half of the membership at or below it, the highest with half at or above.

    >>> median_range([0.25, 0.25, 0.25, 0.25])               # the half is reached exactly, from both sides
    (1, 2)
    """
    below: Membership = 0
    for l_m in range(len(u)):
        below = below + u[l_m]  # U{X <= l_m}
        if below >= HALF:  # exactly one half is enough, so this sum must not be rounded
            break
    above: Membership = 0
    for l_M in reversed(range(len(u))):
        above = above + u[l_M]  # U{X >= l_M}
        if above >= HALF:
            break
    return l_m, l_M
# --8<-- [end:median_range]
# fmt: on


# --8<-- [start:median]
def median(u: Memberships, rules: Rules) -> Class:
    """med(u): the class in the middle of the median range.

    >>> median([0.5, 0, 0.5], Rules()), median([0.5, 0.5], Rules()), median([0.5, 0.5], Rules(tie="upper"))
    (1, 0, 1)
    """
    l_m, l_M = median_range(u)
    return rules.middle(l_m, l_M)


# --8<-- [end:median]
