"""Abstract, introduction, method, framework and conclusion; and references that lead elsewhere.

The paper recommends values of its parameters, and prints results for these values only. The study of
sensitivity has the others, on the same partitions, so that two values are compared partition by partition.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.results import Results
from monfknn_ref.evaluation.student_t import Mean
from monfknn_ref.reproduction.findings import CONTRADICTED, INFERRED, RERUN, Finding, Judgment, cause_on_runs
from monfknn_ref.reproduction.sentences.checks import AM, FKNN, PM, Answer, Tables, say, untested, verdict_of
from monfknn_ref.reproduction.studies import GRID, chosen, setting_of


def summaries(of: Tables) -> Iterator[Finding]:
    told = {measure: of.told_apart(measure) for measure in ("accuracy", "mae")}
    nmi, first = of.in_order("nmi"), of.in_order("accuracy")[0]
    matching = of.mean("nmi", PM) <= of.mean("nmi", nmi[0]) + 0.0001
    lowest = of.listed("nmi", nmi[:1])
    best = f"lowest NMI on average: {lowest}" + ("" if nmi[0] == PM else f"; {of.listed('nmi', [PM])}")
    significant = f"Holm's procedure tells {len(told['accuracy'])} of 7 methods from PM in accuracy"
    all_told = [len(found) == 7 for found in told.values()]
    yield say(
        "Abstract", "1.5", f"{significant}; {best}", first == PM, all_told[0], matching, otherwise="holm"
    )
    shown = f"best accuracy on average: {of.listed('accuracy', [first])}; {best}"
    yield say("Section 1", "10.3", shown, first == PM, matching)
    both = f"PM and AM: {of.means('accuracy', PM, AM)}, {of.means('nmi', PM, AM)}"
    yield say("Section 6", "2.1", both, of.better("accuracy", AM, PM), of.better("nmi", PM, AM))
    yield say(
        "Section 6",
        "2.2",
        f"{significant} and {len(told['mae'])} of 7 in MAE; {best}",
        first == PM and of.in_order("mae")[0] == PM,
        all(all_told),
        matching,
        otherwise="holm",
    )
    three = "FkNN, PM and AM: " + "; ".join(of.means(measure, FKNN, PM, AM) for measure in MEASURES)
    better = [of.better(measure, one, FKNN) for measure in MEASURES for one in (PM, AM)]
    yield say("Section 3.4", "3.1", three, *better)


def framework() -> Iterator[Finding]:
    shares = [float(row.comparable_pairs) for row in PAPER_TABLE.values()]
    mean = math.fsum(shares) / len(shares)
    shown = f"the mean of the printed shares is {mean:.2f} %"
    yield say("Section 4", "1.9", shown, abs(mean - 100 / 3) < 1)
    for where, sentence in (("Section 3.2", "14.8"), ("Section 3.3", "9.8")):
        yield untested(where, sentence, "the tables have one value of the parameter only")


def references() -> Iterator[Finding]:
    """Slips that no number is needed for."""
    twice = Judgment(CONTRADICTED, "the text names Section 5.3 twice", "reference")
    claim, printed = "Two subsections treat prediction and monotonicity", "Section 5.3 and Section 5.3"
    yield twice.on(claim, printed, "Section 5.2 and Section 5.3", "Section 5", INFERRED, "1.3")
    other = Judgment(CONTRADICTED, "Figure 1 (d) is against MonMLP", "reference")
    claim = "The heat map against PMDT"
    yield other.on(claim, "Figure 1 (d)", "Figure 1 (e)", "Section 5.2", INFERRED, "5.5")


# --- Parameters, by our sweeps ------------------------------------------------------------------------------


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
