"""Section 2.3, Eq. 2 and Eq. 3: Fuzzy k-NN, the method that MonFkNN extends and is compared with.

Keller, Gray and Givens published it in 1985. It knows nothing of order: the neighbors are the nearest of all
rows (Algorithm 2 with outRange), and the class is the one with the largest membership.

Symbols: u the memberships of the rows, nn_l the number of neighbors of class l.
"""

from __future__ import annotations

from collections.abc import Sequence

from monfknn_ref.arithmetic import Membership, Scalar, Weight
from monfknn_ref.paper.medians import Memberships
from monfknn_ref.paper.order import Class
from monfknn_ref.readings.rules import Rules


# fmt: off
# --8<-- [start:average]
def average(u: Sequence[Memberships], weights: Sequence[Weight], rules: Rules) -> list[Membership]:     # Eq 2
    """Eq. 2: the average of the neighbors' memberships, each weighted by 1 / ||x - x_j||^(m-1).

    >>> from fractions import Fraction as F
    >>> average([[F(1), F(0)], [F(0), F(1)]], [F(1, 2), F(1, 4)], Rules(c=2))
    [Fraction(2, 3), Fraction(1, 3)]
    """
    numerators, denominator = [0 for _ in rules.Y], 0
    for u_j, weight in zip(u, weights):
        for l in rules.Y:
            numerators[l] = numerators[l] + u_j[l] * weight
        denominator = denominator + weight
    if not denominator:  # 0 / 0: no neighbor has a weight
        return rules.without_neighbors((rules.Y[0], rules.Y[-1]))
    return [numerator / denominator for numerator in numerators]
# --8<-- [end:average]
# fmt: on


# fmt: off
# --8<-- [start:fuzzy_membership]
def fuzzy_membership(l: Class, y_i: Class, shares: Sequence[Scalar], rules: Rules) -> Scalar:           # Eq 3
    """Eq. 3: 0.49 times class l's share of the neighbors, plus 0.51 if l is the row's own class.

    `shares` holds nn_l / k for each class l. This is Eq. 6 with RCr = 0.51:

    >>> from fractions import Fraction
    >>> from monfknn_ref.paper.memberships import membership_with_relevance
    >>> shares = [Fraction(0), Fraction(2, 5), Fraction(3, 5)]
    >>> [str(fuzzy_membership(l, 0, shares, Rules())) for l in range(3)]
    ['51/100', '49/250', '147/500']
    >>> all(fuzzy_membership(l, 0, shares, Rules())
    ...     == membership_with_relevance(l, 0, shares, Fraction(51, 100)) for l in range(3))
    True
    """
    if y_i == l:
        return rules.share(51, 100) + rules.share(49, 100) * shares[l]
    return rules.share(49, 100) * shares[l]
# --8<-- [end:fuzzy_membership]
# fmt: on


# --8<-- [start:argmax]
def argmax(u: Memberships) -> Class:
    """The class with the largest membership; if several tie, the lowest of them.

    >>> argmax([0.2, 0.4, 0.4])
    1
    """
    best = 0
    for l in range(len(u)):
        if u[best] < u[l]:
            best = l
    return best


# --8<-- [end:argmax]
