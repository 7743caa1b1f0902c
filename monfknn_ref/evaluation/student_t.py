"""Student's t distribution: how far a mean of a few values can lie from its expectation by chance.

Two questions of the studies are answered with it. Is a mean difference over some seeds more than chance? And
how many printed values should lie outside two spreads of ours if nothing but chance tells them apart?
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from monfknn_ref.model.checks import check_whole

__all__ = ["MeanDifference", "chance_outside", "mean_difference", "t_limit", "two_sided"]


def two_sided(t: float, degrees: int) -> float:
    """The probability that |T| exceeds t, by the finite sums there are for whole degrees of freedom.

    >>> round(two_sided(2.262157, 9), 6), round(two_sided(4.302653, 2), 6), two_sided(0, 5)
    (0.05, 0.05, 1.0)
    """
    check_whole("degrees", degrees, 1)
    angle = math.atan(abs(t) / math.sqrt(degrees))
    cosine = math.cos(angle)
    if degrees % 2:
        term, total = cosine, cosine if degrees > 1 else 0.0
        for i in range(3, degrees, 2):
            term *= (i - 1) / i * cosine**2
            total += term
        inside = 2 / math.pi * (angle + math.sin(angle) * total)
    else:
        term = total = 1.0
        for i in range(2, degrees, 2):
            term *= (i - 1) / i * cosine**2
            total += term
        inside = math.sin(angle) * total
    return 1 - inside


def t_limit(degrees: int, level: float = 0.05) -> float:
    """The t that |T| exceeds with this probability, by halving an interval.

    >>> round(t_limit(9), 3), round(t_limit(2), 3)
    (2.262, 4.303)
    """
    if not 0 < level < 1:
        raise ValueError(f"level must be above 0 and below 1, got {level!r}")
    low, high = 0.0, 1.0
    while two_sided(high, degrees) > level:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        if two_sided(middle, degrees) > level:
            low = middle
        else:
            high = middle
    return high


def chance_outside(values: int, spreads: float = 2) -> float:
    """How likely one more value lies more than so many spreads from the mean of so many values.

    All are draws from one normal distribution, and the spread is the standard deviation of the earlier ones.

    >>> round(chance_outside(10), 3), round(chance_outside(3), 3)
    (0.089, 0.225)
    """
    check_whole("values", values, 2)
    return two_sided(spreads / math.sqrt(1 + 1 / values), values - 1)


@dataclass(frozen=True)
class MeanDifference:
    """The mean of some differences, its standard error, and half the width of its 95 % interval."""

    mean: float
    error: float
    half_width: float

    @property
    def sign(self) -> int:
        """1 or -1 if the interval lies on one side of 0, otherwise 0: chance may have made the difference."""
        if self.mean > self.half_width:
            return 1
        return -1 if self.mean < -self.half_width else 0

    def text(self, digits: int) -> str:
        """
        >>> mean_difference([0.5, 0.7, 0.6]).text(2)
        '0.60 ± 0.06'
        """
        return f"{self.mean:.{digits}f} ± {self.error:.{digits}f}"


def mean_difference(differences: Sequence[float]) -> MeanDifference:
    """The mean of paired differences. A single one has no standard error, and is taken as it is.

    >>> mean_difference([0.02, 0.03, 0.01, 0.02]).sign, mean_difference([0.02, -0.03, 0.01]).sign
    (1, 0)
    """
    mean = statistics.fmean(differences)
    if len(differences) < 2:
        return MeanDifference(mean, 0.0, 0.0)
    error = statistics.stdev(differences) / math.sqrt(len(differences))
    return MeanDifference(mean, error, t_limit(len(differences) - 1) * error)
