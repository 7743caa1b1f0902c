"""What the sentences are held against: tables, printed or of our runs, and what follows from them.

What can be counted is judged: which method is best, on how many data sets, whether a test rejects. Words of
degree ("clearly", "slightly") are not; the numbers stand beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from monfknn_ref.evaluation.bayesian_sign import Regions, count_regions
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.rank_tests import Friedman, Wilcoxon, friedman, wilcoxon
from monfknn_ref.reproduction.audit_in_print import best_in
from monfknn_ref.reproduction.findings import (
    AGREES,
    CONTRADICTED,
    NOTHING,
    PARTLY,
    RECOMPUTED,
    SUPPORTED,
    UNTESTED,
    Finding,
    Judgment,
)
from monfknn_ref.reproduction.paper_tables import FUZZY, STATE, ResultTable
from monfknn_ref.reproduction.sentences.register import CLAIMS

FKNN, PM, AM = "FkNN", "MonFkNN-PM", "MonFkNN-AM"
TREES = ("MID", "RDMT", "PMDT")
DRAWN = ("MkNN", "OSDL", "OLM", "MonMLP", "PMDT")  # the heat maps of each figure

Answer = tuple[str, str]
"""What runs say of a sentence: a verdict, and the numbers behind it."""


@dataclass(frozen=True, eq=False)
class Tables:
    """The three tables of FkNN, PM and AM and the three of the eight methods, printed or of our runs."""

    fuzzy: Mapping[str, ResultTable]
    state: Mapping[str, ResultTable]
    evidence: str = RECOMPUTED

    @property
    def printed(self) -> bool:
        """Whether they are the paper's own."""
        return self.evidence == RECOMPUTED

    def with_column(self, measure: str, *methods: str) -> ResultTable:
        """The table of a measure that has these methods; of MonFkNN-PM, both kinds have it."""
        state = self.state[measure]
        return state if set(methods) <= set(state.methods) else self.fuzzy[measure]

    # --- Averages ---

    def mean(self, measure: str, method: str) -> float:
        """The average over the data sets."""
        return float(self.with_column(measure, method).averages[method])

    def means(self, measure: str, *methods: str) -> str:
        """Averages in words.

        >>> PRINTED.means("accuracy", "MonFkNN-PM", "FkNN")
        'Accuracy 0.7565 and 0.7400'
        """
        *first, last = (f"{self.mean(measure, one):.4f}" for one in methods)
        return f"{MEASURES[measure].title} {', '.join(first)}{' and ' if first else ''}{last}"

    def listed(self, measure: str, methods: Sequence[str]) -> str:
        """Averages with the names of the methods.

        >>> PRINTED.listed("accuracy", ["MonFkNN-PM", "FkNN"])
        'MonFkNN-PM 0.7565, FkNN 0.7400'
        """
        return ", ".join(f"{one} {self.mean(measure, one):.4f}" for one in methods)

    def better(self, measure: str, a: str, b: str) -> bool:
        """Whether a has the better average."""
        sign = MEASURES[measure].sign
        return sign * self.mean(measure, a) > sign * self.mean(measure, b)

    def in_order(self, measure: str) -> list[str]:
        """The eight methods, the one with the best average first."""
        sign = MEASURES[measure].sign
        return sorted(self.state[measure].methods, key=lambda method: -sign * self.mean(measure, method))

    # --- Data sets ---

    def wins(self, measure: str, a: str, b: str) -> tuple[list[str], list[str], list[str]]:
        """The data sets on which a is better, where they tie, and where b is better."""
        found: tuple[list[str], list[str], list[str]] = ([], [], [])
        for name, row in self.with_column(measure, a, b).cells.items():
            gain = MEASURES[measure].sign * (row[a] - row[b])
            found[0 if gain > 0 else 1 if gain == 0 else 2].append(name)
        return found

    def best_on(self, tables: str, measure: str, method: str) -> tuple[list[str], int]:
        """The data sets on which a method is best, and on how many of these others tie with it."""
        table = (self.fuzzy if tables == "fuzzy" else self.state)[measure]
        best = {name: best_in(table, name) for name in table.cells}
        names = [name for name, methods in best.items() if method in methods]
        return names, sum(len(best[name]) > 1 for name in names)

    # --- Tests ---

    @cached_property
    def ranks(self) -> dict[str, Friedman]:
        """Friedman's test in each measure, with MonFkNN-PM as the control."""
        return {
            measure: friedman(table.rows(), table.methods, PM, table.best)
            for measure, table in self.state.items()
        }

    def rank(self, measure: str, method: str) -> float:
        return float(self.ranks[measure].ranks[method])

    def by_rank(self, measure: str) -> list[str]:
        """The eight methods, the one with the best mean rank first."""
        return sorted(self.state[measure].methods, key=lambda method: self.rank(measure, method))

    def ranks_of(self, measure: str, methods: Sequence[str]) -> str:
        """Mean ranks in words."""
        return "mean ranks: " + ", ".join(f"{one} {self.rank(measure, one):.4f}" for one in methods)

    def p_value(self, measure: str, method: str) -> float:
        test = self.ranks[measure]
        return test.p_values[test.names.index(method)]

    def told_apart(self, measure: str, alpha: float = 0.05) -> list[str]:
        """The methods that Holm's procedure tells from MonFkNN-PM."""
        return list(map(str, self.ranks[measure].holm(alpha).rejected_names))

    def regions(self, measure: str, method: str) -> Regions:
        """On how many data sets the method, neither and MonFkNN-PM are better, as rNPBST counts them."""
        table = self.state[measure]
        columns = table.column(PM), table.column(method)
        return count_regions(*columns, MEASURES[measure].rope, table.best, edges="none")[0]

    def regions_of(self, measure: str, *methods: str) -> str:
        """The regions of some methods in words.

        >>> PRINTED.regions_of("accuracy", "OLM")
        'OLM: left 0, rope 1, right 11'
        """
        return "; ".join(f"{one}: {regions_text(self.regions(measure, one))}" for one in methods)

    def signed_ranks(self, measure: str, method: str) -> Wilcoxon:
        """Wilcoxon's test of PM or AM against FkNN; R+ is for the method."""
        table = self.fuzzy[measure]
        return wilcoxon(table.column(method), table.column(FKNN), table.best)


PRINTED = Tables(FUZZY, STATE)


def verdict_of(parts: Sequence[bool]) -> str:
    """
    >>> verdict_of((True, True)), verdict_of((True, False)), verdict_of((False,))
    ('supported', 'partly', 'contradicted')
    """
    return SUPPORTED if all(parts) else PARTLY if any(parts) else CONTRADICTED


def say(
    where: str,
    sentence: str,
    found: str,
    *parts: bool,
    otherwise: str = "not-everywhere",
    because: str = "",
) -> Finding:
    """A sentence, the numbers, and whether they bear out each part of it; `otherwise` is the cause if not."""
    verdict = verdict_of(parts)
    judged = Judgment(verdict, because, AGREES if verdict == SUPPORTED else otherwise)
    return judged.on(CLAIMS[where, sentence], "", found, where, sentence=sentence)


def untested(where: str, sentence: str, why: str) -> Finding:
    """A reason or a judgment that no number decides."""
    judged = Judgment(UNTESTED, cause="no-number")
    return judged.on(CLAIMS[where, sentence], "", why, where, NOTHING, sentence)


def mostly(regions: Regions, name: str) -> tuple[bool, bool]:
    """Whether no region has more data sets than this one, and whether none has as many.

    >>> mostly(Regions(1, 5, 5), "right"), mostly(Regions(1, 7, 4), "right")
    ((True, False), (False, False))
    """
    most = getattr(regions, name)
    return most == max(regions), most == max(regions) and regions.count(most) == 1


def regions_text(regions: Regions) -> str:
    """
    >>> regions_text(Regions(1, 7, 4))
    'left 1, rope 7, right 4'
    """
    return f"left {regions.left}, rope {regions.rope}, right {regions.right}"


def names(methods: list[str]) -> str:
    return ", ".join(methods) or "none"
