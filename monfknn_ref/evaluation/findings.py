"""The parts of an audit of printed numbers: findings, and the values that a printed number can stand for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from monfknn_ref.numbers import exact_value

__all__ = [
    "CONTRADICTED",
    "EXACT",
    "ROUNDING",
    "SUPPORTED",
    "UNDETERMINED",
    "VERDICTS",
    "Finding",
    "counts_behind",
    "rounds_to",
    "unit_of",
]

EXACT, ROUNDING, SUPPORTED = "exact", "rounding", "supported"
UNDETERMINED, CONTRADICTED = "undetermined", "contradicted"
VERDICTS = {
    EXACT: "every printed digit comes out",
    ROUNDING: "all comes out but for the rounding of a last digit",
    SUPPORTED: "a statement without a number of its own, which the printed numbers bear out",
    UNDETERMINED: "the printed cells are too coarse: some values that round to them give it, others do not",
    CONTRADICTED: "no values that round to the printed cells give it",
}


@dataclass(frozen=True)
class Finding:
    """What the paper prints, what its own tables say, and why the two agree or differ.

    `table` is the label of the table or figure in the paper's source; `verdict` is one of `VERDICTS`.
    """

    claim: str
    printed: str
    recomputed: str
    verdict: str
    reason: str
    table: str

    def __str__(self) -> str:
        reason = f" ({self.reason})" if self.reason else ""
        return f"{self.verdict}: {self.claim}: printed {self.printed}, recomputed {self.recomputed}{reason}"


def unit_of(printed: Decimal) -> Fraction:
    """One unit of the last printed digit.

    >>> unit_of(Decimal("0.9300"))
    Fraction(1, 10000)
    """
    return Fraction(10) ** int(printed.as_tuple().exponent)


def rounds_to(value: Fraction | float, printed: Decimal) -> bool:
    """Whether the value rounds to the printed number; a value halfway between two numbers rounds to either.

    >>> rounds_to(Fraction(49, 8), Decimal("6.13")), rounds_to(0.0412, Decimal("0.042"))
    (True, False)
    """
    return abs(exact_value(value) - Fraction(printed)) <= unit_of(printed) / 2


def counts_behind(cell: Decimal, rows: int) -> list[int]:
    """The counts whose share of the rows rounds to the cell.

    >>> counts_behind(Decimal("0.3589"), 209), counts_behind(Decimal("0.9309"), 1000)
    ([75], [])
    """
    low, high = (rows * (Fraction(cell) + side * unit_of(cell) / 2) for side in (-1, 1))
    return list(range(math.ceil(low), math.floor(high) + 1))
