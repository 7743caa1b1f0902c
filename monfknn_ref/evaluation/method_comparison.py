"""Statistical tests of several methods over several data sets, as the paper has them.

One method, the control, is held against each of the others: by Friedman's mean ranks with Holm's correction,
by Wilcoxon's signed ranks, and by the Bayesian sign test. A data set counts once, however large it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from monfknn_ref.evaluation.bayesian_sign import BayesianSign, bayesian_sign_test
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.rank_tests import Friedman, Holm, Wilcoxon, friedman, wilcoxon, word_of
from monfknn_ref.evaluation.tables import Section

ENOUGH = 10
"""Data sets from which on the approximations behind Friedman's and Holm's p-values are thought to be good."""
REJECTABLE = 6
"""Wilcoxon's smallest p-value, 2 / 2^n, is below 0.05 from so many data sets on."""


def why_no_test(datasets: Sequence[str]) -> str:
    """Why nothing can be tested on these data sets; nothing if there are two or more.

    >>> why_no_test(["car"])
    'a test over data sets needs at least two of them, got 1 (car): on one set there is one rank or one
    difference for each method, which cannot show what is chance'
    """
    if len(datasets) > 1:
        return ""
    got = f"1 ({datasets[0]})" if datasets else "none that all methods were run on"
    return (
        f"a test over data sets needs at least two of them, got {got}: on one set there is one rank or one "
        "difference for each method, which cannot show what is chance"
    )


def word_of_warning(sets: int) -> str:
    """What to keep in mind with so many data sets; nothing if they are enough.

    >>> word_of_warning(7)
    'Take these tests with care: 7 data sets are few; at least 10 are usually asked for.'
    """
    if sets >= ENOUGH:
        return ""
    text = f"Take these tests with care: {sets} data sets are few; at least {ENOUGH} are usually asked for."
    if sets < REJECTABLE:
        text += (
            f" Wilcoxon's test cannot reject anything at 0.05 here: its smallest p-value on {sets} data sets "
            f"is {2 / 2**sets:g}."
        )
    return text


@dataclass(frozen=True)
class MethodComparison:
    """The tests of a control against other methods, in one measure."""

    measure: str
    control: str
    datasets: tuple[str, ...]
    friedman: Friedman
    holm: Holm
    wilcoxon: Mapping[str, Wilcoxon]
    """For each other method; R+ is the sum of the ranks where the control is better."""
    bayes: Mapping[str, BayesianSign]
    """For each other method; right is where the control is better."""

    @classmethod
    def of(
        cls, measure: str, values: Mapping[str, Mapping[str, Fraction]], control: str, datasets: Sequence[str]
    ) -> MethodComparison:
        """Test the values of methods, each by data set, on the data sets that are named."""
        best = MEASURES[measure].best
        columns = {method: [of[name] for name in datasets] for method, of in values.items()}
        ranked = friedman(list(zip(*columns.values())), list(columns), control, best)
        ours, others = columns[control], {name: of for name, of in columns.items() if name != control}
        return cls(
            measure,
            control,
            tuple(datasets),
            ranked,
            ranked.holm(),
            {name: wilcoxon(ours, of, best) for name, of in others.items()},
            {
                name: bayesian_sign_test(ours, of, MEASURES[measure].rope, best, edges="none", samples=1)
                for name, of in others.items()
            },
        )


def method_comparison_section(tests: MethodComparison) -> Section:
    """A line for each method."""
    heading = "method, mean rank, Holm's p, verdict, R+, R-, Wilcoxon's p, worse / equal / better, means"
    rows = [heading.split(", ")]
    adjusted = {
        name: (f"{p:.4f}", word_of(rejected))
        for name, p, rejected in zip(tests.holm.names, tests.holm.adjusted, tests.holm.rejected)
    }
    for name, rank in tests.friedman.ranks.items():
        row = [str(name), f"{float(rank):.4f}"]
        if name == tests.control:
            rows.append([*row, "", "control", "", "", "", "", ""])
            continue
        signed, bayes = tests.wilcoxon[str(name)], tests.bayes[str(name)]
        row += [*adjusted[name], f"{signed.r_plus:g}", f"{signed.r_minus:g}", f"{signed.p_value:.4f}"]
        rows.append([*row, bayes.counts_text, bayes.means_text])
    notes = [
        f"On {len(tests.datasets)} data sets; Friedman's p = {tests.friedman.p_value:.4f}; Holm at 0.05."
    ]
    return Section(f"{MEASURES[tests.measure].title}: tests over the data sets", rows, 1, notes)


def method_comparison_remarks(comparisons: Sequence[MethodComparison]) -> list[str]:
    """How the tables of such tests are read, and a word of warning where the data sets are few."""
    if not comparisons:
        return []
    control, sets = comparisons[0].control, min(len(one.datasets) for one in comparisons)
    ropes = ", ".join(f"{MEASURES[one.measure].rope} in {MEASURES[one.measure].title}" for one in comparisons)
    warning = word_of_warning(sets)
    return [
        f"The tests hold {control} against each other method. R+ sums the ranks of the data sets where "
        f"{control} is better. The last two columns count where it is worse, equal (differences below "
        f"{ropes}) and better, and give the posterior means of the Bayesian sign test.",
        *([warning] if warning else []),
    ]


def method_comparison_to_json(tests: MethodComparison) -> dict[str, Any]:
    """The tests as plain numbers."""
    return {
        "measure": tests.measure,
        "control": tests.control,
        "datasets": list(tests.datasets),
        "friedman": {
            "p": tests.friedman.p_value,
            "mean_ranks": {str(name): float(rank) for name, rank in tests.friedman.ranks.items()},
        },
        "holm": {
            str(n): {"p": p, "rejected": rejected}
            for n, p, rejected in zip(tests.holm.names, tests.holm.adjusted, tests.holm.rejected)
        },
        "wilcoxon": {
            name: {"R+": one.r_plus, "R-": one.r_minus, "p": one.p_value}
            for name, one in tests.wilcoxon.items()
        },
        "bayes": {
            name: {"counts": list(one.counts), "means": list(one.means)} for name, one in tests.bayes.items()
        },
        "warning": word_of_warning(len(tests.datasets)),
    }
