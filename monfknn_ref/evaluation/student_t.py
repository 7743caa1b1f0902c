"""Student's t distribution: how far a mean of a few values can lie from its expectation by chance.

Two questions of the studies are answered with it. Is a mean difference over some seeds more than chance? And
how many printed values should lie outside two spreads of ours if nothing but chance tells them apart?
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Self

from monfknn_ref.model.checks import check_whole


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


@cache
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
class Mean:
    """The mean of some values, with their standard deviation and the standard error of the mean.

    A single value has no spread: it is printed alone, and nothing is clear about it, for how far the next one
    would lie from it is unknown.
    """

    mean: float
    spread: float
    error: float
    values: int
    """Of how many values it is the mean."""

    @classmethod
    def of(cls, values: Sequence[float]) -> Self:
        """
        >>> Mean.of([0.5, 0.75, 1.0])
        Mean(mean=0.75, spread=0.25, error=0.14433756729740646, values=3)
        """
        spread = statistics.stdev(values) if len(values) > 1 else 0.0
        return cls(statistics.fmean(values), spread, spread / math.sqrt(len(values)), len(values))

    @classmethod
    def over_sets(cls, by_set: Sequence[Sequence[float]]) -> Self:
        """The mean over data sets, each with as many values, one for each partition."""
        return cls.of([statistics.fmean(of_partition) for of_partition in zip(*by_set)])

    @property
    def half_width(self) -> float:
        """Half the length of the 95 % interval of the mean, by Student's t; infinite for a single value.

        >>> [round(Mean(0, 1, 1, count).half_width, 2) for count in (1, 5, 10, 11, 30)]
        [inf, 2.78, 2.26, 2.23, 2.05]
        """
        return t_limit(self.values - 1) * self.error if self.values > 1 else math.inf

    @property
    def sign(self) -> int:
        """1 or -1 if the interval lies on one side of 0, otherwise 0: chance may have made the difference.

        >>> Mean.of([0.02, 0.03, 0.01, 0.02]).sign, Mean.of([0.02, -0.03, 0.01]).sign, Mean.of([5]).sign
        (1, 0, 0)
        """
        if self.mean > self.half_width:
            return 1
        return -1 if self.mean < -self.half_width else 0

    @property
    def is_clear(self) -> bool:
        """Whether 0 is outside the 95 % interval."""
        return self.sign != 0

    def with_error(self, digits: int, sign: str = "") -> str:
        """
        >>> Mean.of([0.5, 0.7, 0.6]).with_error(2), Mean.of([0.5]).with_error(2)
        ('0.60 ± 0.06', '0.50')
        """
        return plus_minus(self.mean, self.error if self.values > 1 else None, digits, sign)

    def signed(self, digits: int) -> str:
        """A difference: its sign is always shown.

        >>> Mean.of([-0.5, -0.7, -0.6]).signed(2)
        '−0.60 ± 0.06'
        """
        return self.with_error(digits, "+")

    def with_spread(self, digits: int) -> str:
        """
        >>> Mean.of([0.5, 0.7, 0.6]).with_spread(2)
        '0.60 ± 0.10'
        """
        return plus_minus(self.mean, self.spread if self.values > 1 else None, digits)


def plus_minus(value: float, deviation: float | None, digits: int, sign: str = "") -> str:
    """A value and how far others lie from it, if that is known; with a sign before it that is "+".

    >>> plus_minus(-0.0123, 0.004, 4, "+"), plus_minus(0.5, None, 1)
    ('−0.0123 ± 0.0040', '0.5')
    """
    text = f"{value:{sign}.{digits}f}" + ("" if deviation is None else f" ± {deviation:.{digits}f}")
    return text.replace("-", "−") if sign else text
