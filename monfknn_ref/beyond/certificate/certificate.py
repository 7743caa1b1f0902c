"""What a certificate says: the verdict, on what it rests, and the violation if there is one."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

from monfknn_ref.model.checks import Label

PROVED, VIOLATED, NONE_FOUND = "proved", "violated", "none found"
EXIT_CODES = {PROVED: 0, VIOLATED: 1, NONE_FOUND: 2}


@dataclass(frozen=True)
class Violation:
    """Two points that differ in one attribute, and whose classes contradict that.

    `lower` is the point that should not have the higher class.
    """

    lower: tuple[Any, ...]
    upper: tuple[Any, ...]
    lower_label: Label
    upper_label: Label
    attribute: int

    def __str__(self) -> str:
        """
        >>> print(Violation((1, 2), (1, 3), "high", "low", 1))
        (1, 2) gets 'high'; (1, 3), better in attribute 1 alone (2 to 3), gets 'low'
        """
        a = self.attribute
        lower, upper = map(point_text, (self.lower, self.upper))
        return (
            f"{lower} gets {self.lower_label!r}; {upper}, better in attribute {a} alone "
            f"({self.lower[a]} to {self.upper[a]}), gets {self.upper_label!r}"
        )


def point_text(row: Sequence[Any]) -> str:
    return f"({', '.join(map(str, row))})"


@dataclass(frozen=True)
class PairShare:
    """How many of some pairs of comparable points violate."""

    violating: int
    pairs: int
    """How many were looked at."""
    total: int | None
    """How many there are, where points were asked in order; None where pairs were drawn at random."""

    @property
    def share(self) -> float:
        return self.violating / self.pairs if self.pairs else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share of all pairs lies: with 95 % confidence if these were drawn at random, else surely.

        >>> PairShare(3, 50, total=50).interval, PairShare(3, 40, total=50).interval
        ((0.06, 0.06), (0.06, 0.26))
        """
        if self.total is None:
            return share_interval(self.violating, self.pairs)
        if self.total == 0:
            return 0.0, 0.0
        unknown = self.total - self.pairs
        return self.violating / self.total, (self.violating + unknown) / self.total

    def __str__(self) -> str:
        """
        >>> print(PairShare(3, 50, total=50))
        3 of 50 comparable pairs violate, 6 %
        >>> print(PairShare(0, 40, total=50))
        0 of the 40 comparable pairs that were asked violate; of all 50 pairs, between 0 % and 20 % do
        >>> print(PairShare(0, 1000, total=None))
        0 of 1,000 random pairs violate: with 95 % confidence at most 0.37 % of all such pairs do
        >>> print(PairShare(3, 100, total=None))
        3 of 100 random pairs violate, 3 % (95 % interval 0.62 % to 8.5 %)
        """
        low, high = map(percent, self.interval)
        if self.total == self.pairs:
            return f"{self.violating:,} of {self.pairs:,} comparable pairs violate, {percent(self.share)}"
        if self.total is not None:
            return (
                f"{self.violating:,} of the {self.pairs:,} comparable pairs that were asked violate; "
                f"of all {self.total:,} pairs, between {low} and {high} do"
            )
        if not self.violating:
            return (
                f"0 of {self.pairs:,} random pairs violate: with 95 % confidence at most {high} "
                "of all such pairs do"
            )
        return (
            f"{self.violating:,} of {self.pairs:,} random pairs violate, {percent(self.share)} "
            f"(95 % interval {low} to {high})"
        )


def percent(share: float) -> str:
    """
    >>> percent(0.0029912), percent(0), percent(1), percent(0.999), percent(0.0000000123)
    ('0.3 %', '0 %', '100 %', '99.9 %', '0.0000012 %')
    """
    digits = 2 if share < 0.1 else 3
    return f"{Decimal(f'{100 * share:.{digits}g}'):f} %"


@dataclass(frozen=True)
class Certificate:
    """What is known about the monotonicity of a model."""

    verdict: str
    """"proved", "violated" or "none found"."""
    model: str
    domain: str
    """Where it was looked, in words."""
    asked: int
    """How many points the model was asked about."""
    points: int | None
    """How many points there are; None where there is no end to them."""
    pairs: PairShare
    violation: Violation | None
    seconds: float
    seed: int
    complete: bool = True
    """Whether everything that was planned was done before the time was over."""

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.verdict]

    def __str__(self) -> str:
        headline = {
            PROVED: f"proved: {self.model} is monotonic on {self.domain}",
            VIOLATED: f"violated: {self.model} is not monotonic",
            NONE_FOUND: f"none found: no violation of {self.model} was found, which proves nothing",
        }[self.verdict]
        lines = [headline]
        if self.verdict != PROVED:
            lines.append(f"  searched: {self.domain}")
        of_all = "" if self.points is None or self.points == self.asked else f" of {self.points:,}"
        lines.append(f"  asked about {self.asked:,}{of_all} points in {self.seconds:.1f} s")
        if not self.complete:
            lines.append("  the time was over before all that was planned was done")
        if self.violation is not None:
            lines.append(f"  {self.violation}")
        lines.append(f"  {self.pairs}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The certificate as an object of JSON."""
        found = asdict(self)
        confidence = 0.95 if self.pairs.total is None else 1.0
        found["pairs"] |= {
            "exact": self.pairs.total == self.pairs.pairs,
            "share": self.pairs.share,
            "interval": list(self.pairs.interval),
            "confidence": confidence,
        }
        return found


# The interval in which a share lies, from how often something happened in so many independent trials: that of
# Clopper and Pearson, which never claims more confidence than it has, whatever the share


def share_interval(happened: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """The interval for the share, with half of the doubt below it and half above.

    >>> [round(bound, 4) for bound in share_interval(3, 100)]
    [0.0062, 0.0852]
    >>> [round(bound, 4) for bound in share_interval(0, 1000)]
    [0.0, 0.0037]
    """
    if trials == 0:
        return 0.0, 1.0
    tail = (1 - confidence) / 2
    low = solved(lambda p: 1 - at_most(happened - 1, trials, p), tail) if happened > 0 else 0.0
    high = solved(lambda p: 1 - at_most(happened, trials, p), 1 - tail) if happened < trials else 1.0
    return low, high


def solved(rising: Callable[[float], float], wanted: float) -> float:
    """Where a rising function of a share reaches a value."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < wanted else (low, middle)
    return (low + high) / 2


def at_most(happened: int, trials: int, share: float) -> float:
    """The chance that something of this share happens at most so often.

    >>> round(at_most(1, 3, 0.5), 10)
    0.5
    """
    if happened < 0:
        return 0.0
    if share in (0.0, 1.0):
        return 1.0 if share == 0.0 or happened >= trials else 0.0
    logs = [
        math.lgamma(trials + 1)
        - math.lgamma(i + 1)
        - math.lgamma(trials - i + 1)
        + i * math.log(share)
        + (trials - i) * math.log1p(-share)
        for i in range(happened + 1)
    ]
    return min(1.0, math.fsum(map(math.exp, logs)))
