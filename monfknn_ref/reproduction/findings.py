"""The parts of an audit: findings, what they rest on, and the values that a printed number can stand for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from monfknn_ref.evaluation.results import unit_of

EXACT, ROUNDING, SUPPORTED, PARTLY = "exact", "rounding", "supported", "partly"
UNDETERMINED, CONTRADICTED, APART = "undetermined", "contradicted", "apart"
UNSTATED, UNTESTED = "unstated", "untested"
VERDICTS = {
    EXACT: "every printed digit comes out",
    ROUNDING: "all comes out but for the rounding of a last digit",
    SUPPORTED: "the numbers bear the statement out",
    PARTLY: "the numbers bear a part of the statement out, and not the rest",
    UNDETERMINED: "left open: the printed digits are too few to decide, or a difference may be chance",
    CONTRADICTED: "the numbers say otherwise; of printed numbers, no values that round to them give it",
    APART: "the printed number lies more than two spreads from the mean of our runs",
    UNSTATED: "the paper does not say it; the printed numbers imply it",
    UNTESTED: "nothing that is printed or was run decides it",
}
"""What came of a statement; in words, neither more nor less."""

RECOMPUTED, RERUN, INFERRED, ASSUMED, NOTHING = "recomputed", "rerun", "inferred", "assumed", "none"
EVIDENCE = {
    RECOMPUTED: "computed again from numbers that the paper prints",
    RERUN: "measured by running the experiment again, on other folds than the paper's",
    INFERRED: "a conclusion from printed numbers or from runs that the paper does not confirm",
    ASSUMED: "measured on classes whose limits the paper does not print, so that they had to be assumed",
    NOTHING: "no number bears on it",
}
"""What a verdict rests on."""

AGREES = "agrees"
"""The cause of a finding with nothing to explain."""


@dataclass(frozen=True)
class Finding:
    """What the paper says, what was found, and why the two agree or differ.

    `where` is the table, figure or section as the paper numbers it. A statement of the text has a `sentence`
    too: "3.2" is the second sentence of the third paragraph. `verdict` is one of `VERDICTS`, `evidence` one
    of `EVIDENCE`, and `cause` the id of one of the causes in `monfknn_ref.reproduction.causes`. `printed` is
    empty where the claim itself has all that the paper says.
    """

    claim: str
    printed: str
    found: str
    verdict: str
    reason: str
    where: str
    cause: str = AGREES
    evidence: str = RECOMPUTED
    sentence: str = ""

    def __str__(self) -> str:
        numbers = f"printed {self.printed}, found {self.found}" if self.printed else self.found
        reason = f" ({self.reason})" if self.reason else ""
        return f"{self.verdict}: {self.claim}: {numbers}{reason}"

    @property
    def place(self) -> str:
        """Where the statement stands.

        >>> Finding("AM is best", "", "on 6", PARTLY, "", "Section 5.1", sentence="3.1").place
        'Section 5.1, sentence 3.1'
        """
        return f"{self.where}, sentence {self.sentence}" if self.sentence else self.where


def counts_behind(cell: Decimal, rows: int) -> list[int]:
    """The counts whose share of the rows rounds to the cell.

    >>> counts_behind(Decimal("0.3589"), 209), counts_behind(Decimal("0.9309"), 1000)
    ([75], [])
    """
    low, high = (rows * (Fraction(cell) + side * unit_of(cell) / 2) for side in (-1, 1))
    return list(range(math.ceil(low), math.floor(high) + 1))
