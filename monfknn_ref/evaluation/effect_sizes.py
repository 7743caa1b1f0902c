"""How large a difference is: the typical paired difference, with an exact interval; the critical difference.

A test says whether there is a difference; a reader wants to know how large. The differences of two methods on
the same data sets are summarized by the Hodges-Lehmann estimate, the median of the averages of all pairs of
differences, and by the interval that belongs to Wilcoxon's signed ranks. The interval is exact: it assumes
that the differences are spread evenly to both sides of their center, and no other shape. Nothing is drawn at
random.

Two of many methods differ by Nemenyi's test if their mean ranks lie farther apart than the critical
difference. All pairs are compared, so it is larger than what a comparison with one control needs.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.evaluation.rank_tests import advantages, exact_two_sided_p, wilcoxon
from monfknn_ref.model.checks import check_share, check_whole


@dataclass(frozen=True)
class PairedEffect:
    """How much better a is than b.

    `differences` are positive where a is better, `estimate` is the Hodges-Lehmann estimate, and the interval
    from `low` to `high` covers the center with probability `coverage` at least. `one_sided` is the
    rank-biserial correlation (R+ - R-) / (R+ + R-): 1 if a is always better, 0 if neither is, -1 if b always
    is.
    """

    differences: tuple[Fraction, ...]
    estimate: Fraction
    low: Fraction
    high: Fraction
    coverage: Fraction
    one_sided: float

    def __str__(self) -> str:
        return (
            f"{float(self.estimate):+.4f}, {float(self.coverage):.1%} interval {float(self.low):+.4f} to "
            f"{float(self.high):+.4f}, rank-biserial {self.one_sided:+.2f}"
        )


def paired_effect(a: Any, b: Any, best: str = "highest", confidence: float = 0.95) -> PairedEffect:
    """The effect of a over b, paired value by value; `best` says if the highest or the lowest value wins.

    >>> print(paired_effect([0.93, 0.91, 0.66, 0.97, 0.24, 0.70], [0.92, 0.89, 0.63, 0.93, 0.19, 0.64]))
    +0.0350, 96.9% interval +0.0100 to +0.0600, rank-biserial +1.00
    """
    check_share("confidence", confidence)
    differences = advantages(a, b, best)
    n = len(differences)
    walsh = sorted((differences[i] + differences[j]) / 2 for i in range(n) for j in range(i, n))
    outside = 1 - exact_value(confidence)
    cut = -1  # the largest rank sum that is too rare
    while cut + 1 < len(walsh) / 2 and exact_two_sided_p(Fraction(cut + 1), n) <= outside:
        cut += 1
    if cut < 0:
        raise ValueError(
            f"confidence must be at most {float(1 - exact_two_sided_p(Fraction(0), n)):.4f} with {n} pairs, "
            f"got {confidence!r}"
        )
    test = wilcoxon(differences, [0] * n)
    total = test.r_plus + test.r_minus
    return PairedEffect(
        tuple(differences),
        statistics.median(walsh),
        walsh[cut],
        walsh[-1 - cut],
        1 - exact_two_sided_p(Fraction(cut), n),
        (test.r_plus - test.r_minus) / total if total else 0.0,
    )


# --- Mean ranks -------------------------------------------------------------------------------------------


def critical_difference(methods: int, rows: int, alpha: float = 0.05) -> float:
    """How far apart two of the mean ranks must lie for Nemenyi's test to reject at alpha.

    >>> round(critical_difference(8, 12), 3), round(critical_difference(3, 30), 3)
    (3.031, 0.605)
    """
    check_whole("methods", methods, 2)
    check_whole("rows", rows, 1)
    check_share("alpha", alpha)
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie between 0 and 1, got {alpha!r}")
    return studentized_range(methods, alpha) / math.sqrt(2) * math.sqrt(methods * (methods + 1) / (6 * rows))


def studentized_range(count: int, alpha: float) -> float:
    """The value that the range of so many standard normal variables exceeds with probability alpha."""
    low, high = 0.0, 20.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        if range_probability(middle, count) < 1 - alpha:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def range_probability(width: float, count: int) -> float:
    """The probability that standard normal variables all lie within such a width of each other.

    It is the integral of count φ(x) (Φ(x + width) - Φ(x))^(count - 1), by Simpson's rule.
    """
    steps, start, end = 800, -9.0, 9.0
    size = (end - start) / steps
    total = 0.0
    for i in range(steps + 1):
        x = start + i * size
        density = math.exp(-x * x / 2) / math.sqrt(2 * math.pi)
        inside = (math.erf((x + width) / math.sqrt(2)) - math.erf(x / math.sqrt(2))) / 2
        total += (1 if i in (0, steps) else 4 if i % 2 else 2) * density * inside ** (count - 1)
    return count * total * size / 3


def groups_within(ranks: Sequence[float], distance: float) -> list[tuple[int, int]]:
    """The largest groups of sorted ranks that span at most the distance, by their first and last position.

    >>> groups_within([1.0, 2.0, 4.5, 5.0], 3.0)
    [(0, 1), (1, 3)]
    """
    groups: list[tuple[int, int]] = []
    for first in range(len(ranks)):
        last = max(i for i in range(len(ranks)) if ranks[i] - ranks[first] <= distance)
        if last > first and (not groups or last > groups[-1][1]):
            groups.append((first, last))
    return groups
