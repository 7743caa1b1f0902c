"""Readings: one answer to every point that the paper leaves open.

Two readings have names. `PAPER` is the printed text, completed so that every result is defined, repeatable
and exact. `AUTHORS` is what the program of the paper's authors does, and what their tables show. Any other
combination of answers is a `Reading` too:

>>> from dataclasses import replace
>>> replace(PAPER, weights="keller")
Reading(weights='keller')
>>> Reading(median_gap="mean")
Traceback (most recent call last):
ValueError: median_gap must be 'lower' or 'upper' or 'coin', got 'mean'
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from monfknn_ref.readings.errors import check_choice, shown
from monfknn_ref.readings.register import REGISTER

__all__ = ["AUTHORS", "PAPER", "READINGS", "Reading", "check_reading"]


@dataclass(frozen=True)
class Reading:
    """One answer to every open point of the register; the defaults are those of `PAPER`."""

    weights: str = "printed"
    coincident: str = "limit"
    leave_one_out: str = "yes"
    open_bound: str = "all-classes"
    crossed_range: str = "all-classes"
    duplicated: str = "equal"
    fewer_than_k: str = "found"
    no_neighbor: str = "uniform"
    median_gap: str = "lower"
    rcr_one: str = "as-written"
    neighbor_ties: str = "earlier"
    arithmetic: str = "exact"

    def __post_init__(self) -> None:
        for point in REGISTER:
            check_choice(point.field, getattr(self, point.field), point.options)

    def __repr__(self) -> str:
        if self == PAPER:
            return "PAPER"
        if self == AUTHORS:
            return "AUTHORS"
        changed = [
            f"{field.name}={getattr(self, field.name)!r}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        ]
        return f"Reading({', '.join(changed)})"


PAPER = Reading(
    weights="printed",
    coincident="limit",
    leave_one_out="yes",
    open_bound="all-classes",
    crossed_range="all-classes",
    duplicated="equal",
    fewer_than_k="found",
    no_neighbor="uniform",
    median_gap="lower",
    rcr_one="as-written",
    neighbor_ties="earlier",
    arithmetic="exact",
)
"""The printed text, completed where it leaves a point open."""

AUTHORS = Reading(
    weights="keller",
    coincident="excluded",
    leave_one_out="yes",
    open_bound="highest-in-training",
    crossed_range="all-classes",
    duplicated="conflicting",
    fewer_than_k="found",
    no_neighbor="drawn",
    median_gap="coin",
    rcr_one="skipped",
    neighbor_ties="earlier",
    arithmetic="doubles",
)
"""What the authors' program does."""

READINGS = {"paper": PAPER, "authors": AUTHORS}
"""The named readings, under the names that commands and files use."""


def check_reading(reading: object) -> Reading:
    """The reading as it is; anything that is not a Reading is refused."""
    if not isinstance(reading, Reading):
        raise TypeError(f"reading must be PAPER, AUTHORS or another Reading, got {shown(reading)}")
    return reading
