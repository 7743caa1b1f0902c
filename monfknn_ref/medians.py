"""Section 3.1, Eq. 4: from class memberships to a class, by the median and not by the largest membership.

Symbols: u the memberships of one row, one for each class, summing to 1; U their cumulative sums;
[l_m, l_M] the median range; ⪯_FSD first-degree stochastic dominance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from monfknn_ref.arithmetic import HALF, Number
from monfknn_ref.open_points import Tie, arithmetic, check_tie, settle_gap
from monfknn_ref.readings import PAPER, Reading

__all__ = ["cumulative", "first_degree_dominates", "median", "median_range"]


def cumulative(u: Sequence[Any], reading: Reading = PAPER) -> list[Number]:
    """U(l) = u_1 + ... + u_l, the cumulative distribution function.

    The paper's u_i and u_j:

    >>> [float(U) for U in cumulative([0.2, 0.2, 0.4, 0.2, 0.0])]
    [0.2, 0.4, 0.8, 1.0, 1.0]
    >>> [float(U) for U in cumulative([0.0, 0.4, 0.3, 0.2, 0.1])]
    [0.0, 0.4, 0.7, 0.9, 1.0]
    """
    U: list[Number] = []
    total: Number = 0
    for u_l in arithmetic(reading).memberships(u):
        total = total + u_l
        U.append(total)
    return U


def first_degree_dominates(v: Sequence[Any], u: Sequence[Any], reading: Reading = PAPER) -> bool:
    """u ⪯_FSD v: the cumulative function of u is nowhere below that of v, so v leans to higher classes.

    In the paper's example u_j dominates u_i, yet the largest membership gives x_i the higher class:

    >>> u_i, u_j = [0.2, 0.2, 0.4, 0.2, 0.0], [0.0, 0.4, 0.3, 0.2, 0.1]
    >>> first_degree_dominates(u_j, u_i), first_degree_dominates(u_i, u_j)
    (True, False)
    >>> u_i.index(max(u_i)) + 1, u_j.index(max(u_j)) + 1                     # argmax: l_3 > l_2
    (3, 2)
    >>> median(u_i) + 1, median(u_j) + 1                                     # median: l_3 = l_3
    (3, 3)
    """
    if len(v) != len(u):
        raise ValueError(f"v and u must have a membership for each class, got {len(v)} and {len(u)}")
    for U_v, U_u in zip(cumulative(v, reading), cumulative(u, reading)):
        if U_u < U_v:
            return False
    return True


# --8<-- [start:median_range]
def median_range(u: Sequence[Any], reading: Reading = PAPER) -> tuple[int, int]:  # Eq 4
    """Eq. 4: the lowest class with half of the membership at or below it, the highest with half at or above.

    >>> median_range([0.2, 0.3, 0, 0.3, 0.2])                # the paper's u_t: classes 2 and 4
    (1, 3)
    """
    u = arithmetic(reading).memberships(u)
    below: Number = 0
    for l_m in range(len(u)):
        below = below + u[l_m]  # U{X <= l_m}
        if below >= HALF:
            break
    above: Number = 0
    for l_M in reversed(range(len(u))):
        above = above + u[l_M]  # U{X >= l_M}
        if above >= HALF:
            break
    return l_m, l_M
# --8<-- [end:median_range]


# --8<-- [start:median]
def median(u: Sequence[Any], reading: Reading = PAPER, tie: Tie | None = None) -> int:
    """med(u): the class in the middle of the median range.

    >>> median([0.2, 0.3, 0, 0.3, 0.2]) + 1                  # the paper's u_t: [2, 4] stands for 3
    3
    >>> median([0.5, 0.5]), median([0.5, 0.5], tie="upper")  # two middles: the paper leaves it open
    (0, 1)
    """
    l_m, l_M = median_range(u, reading)
    return settle_gap(l_m, l_M, check_tie(tie, reading))
# --8<-- [end:median]
