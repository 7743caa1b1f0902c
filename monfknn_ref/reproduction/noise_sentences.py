"""The paper's sentences about noise, held against our curves.

The paper prints curves without numbers, so only a run can decide. `noise_claims` has the single statements; a
sentence may join several of them. How much is large is judged by the rope of the paper's own tests: a
difference of at most 0.01 in accuracy or MAE, or of 0.0001 in NMI, does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import fmean, median
from typing import Any

from monfknn_ref.reproduction.audit_statistics import ROPES
from monfknn_ref.reproduction.causes import cause_on_runs
from monfknn_ref.reproduction.findings import (
    CONTRADICTED,
    NOTHING,
    PARTLY,
    RERUN,
    SUPPORTED,
    UNDETERMINED,
    UNTESTED,
    Finding,
)
from monfknn_ref.reproduction.noise_claims import (
    MKNN,
    PM,
    NoiseVerdict,
    advantages,
    always_better,
    gaps,
    gets_worse,
    large,
    not_steeper,
    proportional,
    slower,
    steeper,
    surface_verdicts,
    widening,
)
from monfknn_ref.reproduction.noise_study import Curves
from monfknn_ref.reproduction.paper_tables import TITLES
from monfknn_ref.reproduction.sentences import NOISE
from monfknn_ref.reproduction.sentences.checks import verdict_of

__all__ = ["noise_findings"]

VERDICT_OF = {
    "holds": SUPPORTED,
    "holds in part": PARTLY,
    "does not hold": CONTRADICTED,
    "undecided": UNDETERMINED,
}
Answer = tuple[str, str]
"""A verdict and the numbers behind it."""


def noise_findings(
    curves: Curves | None = None,
    draws: Sequence[Mapping[str, int]] = (),
    effects: Mapping[str, Any] | None = None,
) -> list[Finding]:
    """Every sentence about noise; those for which nothing was run are untested.

    `draws` are counts of wrong rows on surfaces at 35 % noise, `effects` accuracies with parts of the method
    switched off.
    """
    answers: dict[tuple[str, str], Answer] = {}
    if curves is not None:
        answers.update(from_curves(curves))
    if draws:
        answers.update(from_draws(draws))
    if effects is not None:
        answers["Section 5.4", "10.2"] = parts_of_the_method(effects)
    findings = []
    for where, sentence, claim in NOISE:
        if (where, sentence) in answers:
            verdict, found = answers[where, sentence]
            cause = cause_on_runs(verdict)
            findings.append(Finding(claim, "", found, verdict, "", where, cause, RERUN, sentence))
        else:
            found = "the paper prints no numbers"
            findings.append(Finding(claim, "", found, UNTESTED, "", where, "not-run", NOTHING, sentence))
    return findings


def from_curves(curves: Curves) -> dict[tuple[str, str], Answer]:
    """The sentences that speak of the curves."""
    better = [always_better(curves, measure, TITLES[measure]) for measure in TITLES]
    wider = [widening(curves, measure, TITLES[measure]) for measure in TITLES]
    faster = [steeper(curves, measure, TITLES[measure]) for measure in TITLES]
    heavy = with_much_noise(curves)
    section = {
        "4.3": training_sets(curves),
        "4.4": joined([proportional(curves)]),
        "5.2": both_get_worse(curves),
        "5.3": largest_gaps(curves),
        "6.1": joined(better),
        "6.2": joined(better),
        "6.3": large_gaps(curves),
        "6.4": joined(wider),
        "7.1": slopes_of_both(curves),
        "7.2": joined(faster),
        "7.3": slower_nmi(curves),
        "7.4": heavy,
        "10.1": heavy,
        **from_surfaces(curves),
    }
    return {
        ("Abstract", "1.6"): heavy,
        ("Section 1", "10.5"): heavy,
        ("Section 6", "2.3"): heavy,
        **{("Section 5.4", sentence): answer for sentence, answer in section.items()},
    }


def from_surfaces(curves: Curves) -> dict[str, Answer]:
    """The sentences on the regions of the classes, where surfaces were measured."""
    verdicts = surface_verdicts(curves)
    if not verdicts:
        return {}
    _, kept, lost, shrunk, *_ = verdicts
    return {"9.3": joined([kept, lost]), "9.4": joined([shrunk])}


def joined(verdicts: Sequence[NoiseVerdict]) -> Answer:
    """Several statements as one."""
    words = {VERDICT_OF[verdict.verdict] for verdict in verdicts}
    verdict = words.pop() if len(words) == 1 else PARTLY
    if len(verdicts) == 1:
        return verdict, verdicts[0].reason
    return verdict, "; ".join(f"{one.statement}: {one.reason}" for one in verdicts)


def with_much_noise(curves: Curves) -> Answer:
    """From 25 % of noise on, whether PM is better by more than the rope, with the whole 95 % interval."""
    parts, words = [], []
    for measure, title in TITLES.items():
        found = [gap for level, gap in zip(curves.levels, gaps(curves, measure)) if level >= 25]
        parts.append(bool(found) and min(gap.mean - gap.half_width for gap in found) > float(ROPES[measure]))
        ends = [gap.mean for gap in found]
        words.append(f"{title} by {min(ends):.5f} to {max(ends):.5f}" if ends else f"{title}: not run")
    return verdict_of(tuple(parts)), f"from 25 % of noise on PM is better in {', '.join(words)}"


def training_sets(curves: Curves) -> Answer:
    values = [mean for mean, _ in curves.training]
    grown = sum(after > before for before, after in pairwise(values))
    found = f"their NMI grows at {grown} of {len(values) - 1} steps, from {values[0]:.5f} to {values[-1]:.5f}"
    return verdict_of((values[-1] > values[0], grown == len(values) - 1)), found


def both_get_worse(curves: Curves) -> Answer:
    return joined([gets_worse(curves, method) for method in (PM, MKNN)])


def largest_gaps(curves: Curves) -> Answer:
    largest = {measure: max(advantages(curves, measure)) for measure in TITLES}
    words = ", ".join(f"{TITLES[measure]} {gap:.5f}" for measure, gap in largest.items())
    return (
        verdict_of(tuple(gap > float(ROPES[measure]) for measure, gap in largest.items())),
        f"largest differences: {words}",
    )


def large_gaps(curves: Curves) -> Answer:
    return joined([large(curves, measure, title) for measure, title in TITLES.items()])


def slopes_of_both(curves: Curves) -> Answer:
    """PM's slopes do not get steeper, MkNN's do."""
    stable = [not_steeper(curves, measure, f"{title} of PM") for measure, title in TITLES.items()]
    return joined([*stable, *(steeper(curves, m, f"{title} of MkNN") for m, title in TITLES.items())])


def slower_nmi(curves: Curves) -> Answer:
    return joined([slower(curves, "nmi", "NMI of PM")])


def from_draws(draws: Sequence[Mapping[str, int]]) -> Iterator[tuple[tuple[str, str], Answer]]:
    """The sentences on wrong rows in the surfaces at 35 % noise."""
    differences = [draw["MkNN wrong"] - draw["MonFkNN-PM wrong"] for draw in draws]
    more = sum(difference > 0 for difference in differences)
    found = (
        f"MkNN gets more rows wrong than PM in {more} of {len(draws)} draws; the median difference is "
        f"{median(differences):g} rows"
    )
    for sentence in ("9.1", "9.2"):
        yield ("Section 5.4", sentence), (verdict_of((median(differences) > 0, more == len(draws))), found)


def parts_of_the_method(effects: Mapping[str, Any]) -> Answer:
    """What the range and shared memberships gain, each alone, over a method that has neither."""
    heavy = [one for level, one in zip(effects["levels"], effects["accuracy"]) if level >= 25]
    gained = {
        part: fmean(one[left] - one["without both"] for one in heavy)
        for part, left in (
            ("shared memberships", "without the range"),
            ("the range", "without shared memberships"),
        )
    }
    words = ", ".join(f"{part} {gain:.4f}" for part, gain in gained.items())
    mainly = gained["shared memberships"] > 1.25 * gained["the range"]
    return (
        verdict_of((min(gained.values()) > 0, mainly)),
        f"accuracy gained by each part alone, from 25 % of noise on: {words}",
    )
