"""The parts of an audit: findings, what they rest on, and why the paper and the numbers differ.

Every finding names a cause. A cause has an evidence class of its own: that a number does not follow can be
certain while the reason for it is only inferred.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

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
    of `EVIDENCE`, and `cause` the id of one of `CAUSES`. `printed` is empty where the claim itself has all
    that the paper says.
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


class Judgment(NamedTuple):
    """A verdict, the reason for it and its cause."""

    verdict: str
    reason: str = ""
    cause: str = AGREES

    def on(
        self, claim: str, printed: str, found: str, where: str, evidence: str = RECOMPUTED, sentence: str = ""
    ) -> Finding:
        """The finding that this is the judgment on."""
        verdict, reason, cause = self
        return Finding(claim, printed, found, verdict, reason, where, cause, evidence, sentence)


def counts_behind(cell: Decimal, rows: int) -> list[int]:
    """The counts whose share of the rows rounds to the cell.

    >>> counts_behind(Decimal("0.3589"), 209), counts_behind(Decimal("0.9309"), 1000)
    ([75], [])
    """
    low, high = (rows * (Fraction(cell) + side * unit_of(cell) / 2) for side in (-1, 1))
    return list(range(math.ceil(low), math.floor(high) + 1))


# --- Causes -------------------------------------------------------------------------------------------------


class Cause(NamedTuple):
    """A cause: a title, an explanation, and how it is known (one of `EVIDENCE`)."""

    id: str
    title: str
    words: str
    evidence: str


def _causes(text: str) -> dict[str, Cause]:
    """Read the list below: the id of each cause, its evidence and its title, and the explanation indented."""
    found = {}
    for cause in re.split(r"\n(?=\S)", text.strip()):
        heading, *words = cause.splitlines()
        id, evidence, title = heading.split(maxsplit=2)
        found[id] = Cause(id, title, " ".join(line.strip() for line in words), evidence.strip("():"))
    return found


CAUSES = _causes(
    """
agrees (recomputed): Nothing to explain
    What the paper says and what was found agree.
artiset-rows (inferred): artiset seems to have 999 rows
    The table of the data sets says 1000. But the accuracies and MAEs of single runs on artiset are
    whole numbers divided by 999; divided by 1000 they would print otherwise. The authors' file has 999
    rows.
three-runs (inferred): Some columns look like means of three runs
    The paper does not say how often it ran a method. The accuracies and MAEs of a single run of the ten
    folds are counts divided by the number of rows N. Three columns have cells that are no such count,
    and all of their cells are counts divided by 3N. This is no mistake of the paper; it is something
    that it leaves out.
different-runs (recomputed): MkNN's accuracy and MAE are not of the same predictions
    A wrong prediction misses its class by at least one rank, and with two classes by exactly one. So
    the MAE is at least the share of errors, and with two classes equal to it. On three data sets MkNN's
    two cells break that rule. Presumably they come from two runs.
broken-ties (inferred): Two ties were broken
    Methods with equal MAE share a rank. The printed mean ranks put OLM ahead of two methods that have
    exactly its MAE. Presumably doubles that ought to be equal differed in their last bit.
holm (recomputed): The printed verdicts are not Holm's
    Holm's procedure compares the smallest p-value with 0.05/7, the next with 0.05/6, and so on, and
    stops at the first that is too large. Four printed rejections do not survive it. Two other rules
    give all the printed verdicts: to compare each p-value with 0.05, and Finner's procedure. The paper
    does not say which one was used, if either.
four-decimals (recomputed): Four decimals are too few for NMI
    NMIs are so small that many print alike, and some of these hide a difference. Whether two values are
    tied decides ranks and signed ranks; whether a value lies just inside the rope decides its region.
    Some values that print as the cells give the paper's statement, others do not.
last-digit (inferred): A last digit was cut off, or rounded twice
    All digits but the last come out.
unmarked-tie (recomputed): A tied best cell is not bold
    Bold type marks the best result on each data set. Two methods have the best accuracy on
    bostonhousing4cl, 341 of 506 rows each, and only one of them is bold.
ties-as-wins (recomputed): Ties are counted as wins
    The text counts the data sets on which a method is at least as good as the other, and calls it
    better on all of them.
half (recomputed): Half of the data sets, not more
    The text says more than half; the table has exactly half, and on one of these data sets the others
    are as good.
not-everywhere (recomputed): It holds in general, with exceptions
    The statement is put without exceptions, and the numbers have some.
reference (recomputed): A reference to another figure or section
    The text names one part of the paper and describes another.
whole-numbers (inferred): OSDL's program seems to have cut values to whole numbers
    The printed column agrees better with an OSDL that sees whole numbers only, as Weka's program does,
    than with the sound method. It is an inference: on some data sets the cells lie apart from both.
constant-attribute (inferred): RDMT's program seems to have stopped at constant attributes
    The printed column agrees with an RDMT that makes a leaf of any node with a constant attribute, and
    not with the sound method. It is an inference from the cells.
crisp-memberships (inferred): FkNN seems to have been run with crisp memberships
    With a membership of 1 for the given class instead of Eq. 3, and rows at distance 0 left out, 35 of
    the 36 cells of FkNN lie within two spreads of ours, and all 36 if the training rows are shuffled.
    With Eq. 3, 26 do. It is an inference from the cells: see [the unexplained
    cells](investigations.md#fknn).
equal-blocks (inferred): The classes may be blocks of equally many rows
    A candidate: if the rows of machineCPU are sorted by their target and cut into four blocks of equal
    size, so that equal values can fall into two classes, the two cells of OSDL come out exactly, by
    which the rule was found, and those of MonFkNN-AM come out too. Cells of other methods do not gain,
    and on bostonhousing4cl several rules do as well. The paper does not say how the classes were made.
    See [the unexplained cells](investigations.md#limits).
one-start (inferred): MonMLP may have had one starting point for each run
    It fits in part: if all ten folds of a run begin with the same weights, a run fails on all folds or
    on none, and half of the cells that lie apart come out. Here each fold has a start of its own;
    failed and good folds are mixed, and their predictions violate monotonicity. It is an inference from
    the cells: see [the unexplained cells](investigations.md#monmlp).
other-data (rerun): Our runs do not show it
    The printed numbers bear the statement out, and the runs of the same methods here, on other folds,
    do not, or the other way round. Differences of this size depend on the folds and on details of the
    programs.
class-limits (assumed): The class limits are assumed
    bostonhousing4cl and machineCPU turn a number into four classes, and the paper does not print the
    limits. Quarters are taken here. Other limits give other results.
not-shown (rerun): Only runs can tell, and ours do not show it
    Only a run can decide the statement, and in ours the difference is absent, or so small that it may
    be chance.
no-number (none): An explanation, or a judgment, without a number
    The text gives a reason or a judgment that no printed number and no run here can decide.
not-run (none): Not run here
    The paper prints no numbers, and no stored run was given.
unexplained (none): Unexplained
    The printed number lies more than two spreads from ours, and no cause is known. Some of these are
    the work of chance: of a hundred right cells a few lie that far away.
"""
)
"""The causes by their ids, in the order of the page."""


def cause_on_runs(verdict: str) -> str:
    """The cause behind what our runs say of a statement for which the paper prints no numbers.

    >>> cause_on_runs(SUPPORTED), cause_on_runs(PARTLY), cause_on_runs("contradicted")
    ('agrees', 'not-everywhere', 'not-shown')
    """
    return {SUPPORTED: AGREES, PARTLY: "not-everywhere"}.get(verdict, "not-shown")
