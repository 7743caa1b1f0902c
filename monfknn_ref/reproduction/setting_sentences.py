"""The paper's sentences about its parameters, held against our sweeps.

The paper recommends values, and prints results for these values only. The study of sensitivity has the
others, on the same partitions, so that two values are compared partition by partition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.results import Results
from monfknn_ref.evaluation.student_t import Mean
from monfknn_ref.reproduction.causes import cause_on_runs
from monfknn_ref.reproduction.findings import RERUN, Finding
from monfknn_ref.reproduction.sentences.checks import verdict_of
from monfknn_ref.reproduction.settings_study import GRID, chosen, setting_of

Answer = tuple[str, str]
"""A verdict and the numbers behind it."""


def with_settings(findings: Sequence[Finding], measured: Results) -> list[Finding]:
    """The findings, where those that nothing in print decides get a verdict if the sweeps give one."""
    answers = dict(answers_of(measured))
    judged = []
    for finding in findings:
        if (finding.where, finding.sentence) in answers:
            verdict, found = answers[finding.where, finding.sentence]
            cause = cause_on_runs(verdict)
            finding = replace(finding, found=found, verdict=verdict, cause=cause, evidence=RERUN)
        judged.append(finding)
    return judged


def answers_of(measured: Results) -> Iterator[tuple[tuple[str, str], Answer]]:
    needed = [setting_of("PM", RCr=value) for value in GRID["RCr"]]
    needed += [setting_of("AM", pOR=value) for value in GRID["pOR"]]
    if all(setting.name in measured.runs for setting in needed):
        yield ("Section 3.2", "14.8"), against_other_values(measured, "PM", "RCr")
        yield ("Section 3.3", "9.8"), against_other_values(measured, "AM", "pOR")
        yield ("Section 5.1", "5.3"), care_for_noisy_rows(measured)


def against_other_values(measured: Results, configuration: str, parameter: str) -> Answer:
    """For each measure, whether no other value of a parameter is clearly better than the paper's."""
    paper = chosen(configuration)
    others = {value: setting_of(configuration, **{parameter: value}) for value in GRID[parameter]}
    clearly = {
        measure: [
            str(value)
            for value, other in others.items()
            if is_better(measured.overall_difference(other.name, paper.name, measure), measure)
        ]
        for measure in MEASURES
    }
    words = "; ".join(
        f"{MEASURES[measure].word}: {f'{parameter} = ' if values else 'none'}{', '.join(values)}"
        for measure, values in clearly.items()
    )
    return (
        verdict_of(tuple(not values for values in clearly.values())),
        f"other values that are clearly better on average over {len(measured.datasets)} data sets: {words}",
    )


def care_for_noisy_rows(measured: Results) -> Answer:
    """PM without it is PM with RCr = 1, where the label of a row stays as it was given."""
    paper, without = chosen("PM").name, setting_of("PM", RCr=1).name
    overall = measured.overall_difference(paper, without, "accuracy")
    by_set = [measured.difference(paper, without, name, "accuracy") for name in measured.datasets]
    more, less = (sum(one.is_clear and sign * one.mean > 0 for one in by_set) for sign in (1, -1))
    return (
        verdict_of((is_better(overall, "accuracy"), less == 0)),
        f"RCr = 0.5 in place of 1 raises the accuracy of PM by {overall.with_error(4)} on "
        f"average; it is clearly higher on {more} of {len(by_set)} data sets and clearly lower on {less}",
    )


def is_better(difference: Mean, measure: str) -> bool:
    """Whether a difference is a clear gain."""
    return difference.sign == MEASURES[measure].sign
