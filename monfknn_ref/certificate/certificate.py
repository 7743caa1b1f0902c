"""What a certificate says: the verdict, on what it rests, and the violation if there is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from monfknn_ref.certificate.confidence import share_interval
from monfknn_ref.validation import Label

__all__ = ["EXIT_CODES", "NONE_FOUND", "PROVED", "VIOLATED", "Certificate", "PairShare", "Violation"]

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
        return (
            f"{shown(self.lower)} gets {self.lower_label!r}; {shown(self.upper)}, better in attribute {a} "
            f"alone ({self.lower[a]} to {self.upper[a]}), gets {self.upper_label!r}"
        )


def shown(row: Sequence[Any]) -> str:
    return f"({', '.join(map(str, row))})"


@dataclass(frozen=True)
class PairShare:
    """How many of some pairs of comparable points violate."""

    violating: int
    pairs: int
    exact: bool
    """Whether these are all pairs there are, not a sample."""

    @property
    def share(self) -> float:
        return self.violating / self.pairs if self.pairs else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The share itself, or the 95 % interval around it if it comes from a sample."""
        return (self.share, self.share) if self.exact else share_interval(self.violating, self.pairs)

    def __str__(self) -> str:
        """
        >>> print(PairShare(0, 1000, exact=False))
        0 of 1,000 random pairs violate: with 95 % confidence less than 0.3 % of all such pairs do
        >>> print(PairShare(3, 100, exact=False))
        3 of 100 random pairs violate, 3 % (95 % interval 0.62 % to 8.5 %)
        """
        if self.exact:
            return f"{self.violating:,} of {self.pairs:,} comparable pairs violate, {percent(self.share)}"
        low, high = self.interval
        if not self.violating:
            return (
                f"0 of {self.pairs:,} random pairs violate: with 95 % confidence less than {percent(high)} "
                "of all such pairs do"
            )
        return (
            f"{self.violating:,} of {self.pairs:,} random pairs violate, {percent(self.share)} "
            f"(95 % interval {percent(low)} to {percent(high)})"
        )


def percent(share: float) -> str:
    """
    >>> percent(0.0029912), percent(0)
    ('0.3 %', '0 %')
    """
    return f"{100 * share:.2g} %"


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
        found["pairs"] |= {"share": self.pairs.share, "interval": list(self.pairs.interval)}
        return found
