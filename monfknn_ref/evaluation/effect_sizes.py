"""How large a difference is: the typical paired difference, with an exact interval, and how one-sided it is.

A test says whether there is a difference; a reader wants to know how large. The differences of two methods on
the same data sets are summarized by the Hodges-Lehmann estimate, the median of the averages of all pairs of
differences, and by the interval that belongs to Wilcoxon's signed ranks. The interval is exact: it assumes
that the differences are spread evenly to both sides of their center, and no other shape. Nothing is drawn at
random.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.evaluation.rank_tests import BEST, check_differences, exact_two_sided_p, wilcoxon
from monfknn_ref.model.checks import check_share
from monfknn_ref.readings.errors import check_choice


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
    check_choice("best", best, BEST)
    check_share("confidence", confidence)
    sign = 1 if best == "highest" else -1
    differences = [sign * difference for difference in check_differences(a, b)]
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
