"""Section 5.4, and what other sections say of noise: each statement and each sentence tested on our curves.

The paper prints curves without numbers, so only a run can decide. A sentence may join several statements.

PM and MkNN are compared on the same training sets, so the differences are taken seed by seed. A difference
counts as clear if the 95 % interval of its mean, by Student's t, lies on one side of 0. The intervals speak
of other draws of folds and noise from the same points, not of other points.

A verdict that is undetermined says that chance may have made the difference; the reason gives the numbers,
each mean with its standard error.

What is large is taken from the ropes of the paper's own tests: up to 0.01 in accuracy and MAE, and up to
0.0001 in NMI, a difference does not matter.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.student_t import Mean
from monfknn_ref.reproduction.findings import (
    CONTRADICTED,
    NOTHING,
    PARTLY,
    RERUN,
    SUPPORTED,
    UNDETERMINED,
    UNTESTED,
    Finding,
    cause_on_runs,
)
from monfknn_ref.reproduction.noise_study import PAIR, Curves, SurfaceMeasures
from monfknn_ref.reproduction.sentences.checks import verdict_of

PM, MKNN = PAIR
TURN = 25
"""The noise, in percent, from which on the paper sees the curves change."""


class NoiseVerdict(NamedTuple):
    """A statement, whether it holds of our curves, and the numbers."""

    statement: str
    verdict: str
    reason: str


def noise_verdicts(curves: Curves) -> list[NoiseVerdict]:
    """The paper's statements about MonFkNN-PM and MkNN, tested, in the order of the paper."""
    words = [(name, measure.word) for name, measure in MEASURES.items()]
    return [
        proportional(curves),
        *(gets_worse(curves, method) for method in PAIR),
        always_better(curves, "accuracy", "MonFkNN-PM is more accurate than MkNN at every noise level"),
        always_better(curves, "mae", "MonFkNN-PM has the lower MAE at every noise level"),
        always_better(curves, "nmi", "MonFkNN-PM has the lower NMI at every noise level"),
        *(large(curves, measure, f"the gap in {name} is usually large") for measure, name in words),
        *(widening(curves, measure, f"the gap in {name} widens as noise grows") for measure, name in words),
        *(
            not_steeper(curves, measure, f"MonFkNN-PM's {name} worsens no faster from 25 % on than before")
            for measure, name in words
        ),
        steeper(curves, "accuracy", "MkNN's accuracy falls faster from 25 % on than before"),
        steeper(curves, "mae", "MkNN's MAE rises faster from 25 % on than before"),
        steeper(curves, "nmi", "MkNN's NMI rises faster from 25 % on than before"),
        above_all_nmi(curves),
        slower(curves, "nmi", "MonFkNN-PM's NMI rises more slowly from 25 % on than before"),
        *surface_verdicts(curves),
    ]


# --- Differences ------------------------------------------------------------------------------------------


def at_levels(curves: Curves, chosen: Sequence[bool]) -> str:
    """The levels that are chosen, in words.

    >>> from monfknn_ref.evaluation.results import Results
    >>> curves = Curves(Results(study="noise", details={"levels": [0, 5, 10]}))
    >>> at_levels(curves, [True, False, True])
    '0 and 10 %'
    """
    names = [str(level) for level, one in zip(curves.levels, chosen) if one]
    if len(names) > 1:
        names = [", ".join(names[:-1]), names[-1]]
    return f"{' and '.join(names)} %" if names else "none"


def slope_of(xs: Sequence[int], ys: Sequence[float]) -> float:
    """The slope of the least-squares line.

    >>> slope_of([0, 5, 10], [1.0, 2.0, 3.0])
    0.2
    """
    return statistics.linear_regression(xs, ys).slope


def of_each_seed(levels: Sequence[Sequence[float]], question: Callable[[list[float]], float]) -> Mean:
    """The answer of each seed's values, one for each level, to a question; and their mean."""
    return Mean.of([question(list(one)) for one in zip(*levels, strict=True)])


class Slopes(NamedTuple):
    """How much worse a method gets with each percentage point of noise."""

    before: Mean
    """Below 25 %."""
    after: Mean
    """From there on."""
    change: Mean


def slopes(curves: Curves, method: str, measure: str) -> Slopes:
    """The slopes of each seed's curve, and the mean of each."""
    turn = next((i for i, level in enumerate(curves.levels) if level >= TURN), len(curves.levels) - 1)
    worse = -MEASURES[measure].sign
    values = curves.values(method, measure)

    def before(one: list[float]) -> float:
        return worse * slope_of(curves.levels[: turn + 1], one[: turn + 1])

    def after(one: list[float]) -> float:
        return worse * slope_of(curves.levels[turn:], one[turn:])

    return Slopes(
        of_each_seed(values, before),
        of_each_seed(values, after),
        of_each_seed(values, lambda one: after(one) - before(one)),
    )


def slope_digits(measure: str) -> int:
    """A slope is a difference for a hundredth of the range of noise: three digits more than the rope has."""
    return 3 - int(MEASURES[measure].rope.as_tuple().exponent)


def slopes_in_words(curves: Curves, method: str, measure: str) -> str:
    before, after, change = slopes(curves, method, measure)
    digits = slope_digits(measure)
    return (
        f"{before.with_error(digits)} per percentage point below 25 %, {after.with_error(digits)} from there "
        f"on; the difference is {change.with_error(digits)}"
    )


# --- The statements ---------------------------------------------------------------------------------------


def proportional(curves: Curves) -> NoiseVerdict:
    """NMI = a * noise, by least squares through the origin: how far the points lie from the line.

    In fractions, so that values which are all equal have a variation of exactly 0 on every Python.
    """
    statement = "the NMI of the training sets is proportional to the noise"
    points = [(level, Fraction(mean)) for level, (mean, _) in zip(curves.levels, curves.training)]
    values = [y for _, y in points]
    average = sum(values) / len(values)
    variation = sum((y - average) ** 2 for y in values)
    product = sum(x * y for x, y in points)
    if not variation or not product:  # no line through the origin rises as these values do
        span = f"{float(min(values)):.5f} to {float(max(values)):.5f}"
        return NoiseVerdict(statement, CONTRADICTED, f"the NMI does not grow with the noise: it is {span}")
    slope = product / sum(x * x for x, _ in points)
    largest = max(abs(y - slope * x) / (slope * x) for x, y in points if x)
    explained = 1 - sum((y - slope * x) ** 2 for x, y in points) / variation
    in_part = PARTLY if explained >= 0.9 else CONTRADICTED
    return NoiseVerdict(
        statement,
        SUPPORTED if largest <= 0.1 else in_part,
        f"a line through the origin explains {float(explained):.1%} of the variance; the NMI at a level lies "
        f"up to {float(largest):.0%} off it",
    )


def gets_worse(curves: Curves, method: str) -> NoiseVerdict:
    """Each measure at each level against the level before."""
    clear, back, words = 0, 0, []
    for measure, of in MEASURES.items():
        worse = -of.sign
        steps = [
            Mean.of([worse * (late - early) for early, late in zip(before, after, strict=True)])
            for before, after in pairwise(curves.values(method, measure))
        ]
        clear += sum(step.sign > 0 for step in steps)
        back += sum(step.sign < 0 for step in steps)
        first, *_, last = (value.mean for value in curves.means(method, measure))
        words.append(f"{of.word} from {first:.{of.digits}f} to {last:.{of.digits}f}")
    total = len(MEASURES) * (len(curves.levels) - 1)
    verdict = CONTRADICTED if back > clear else PARTLY if back else SUPPORTED
    reason = f"clearly worse at {clear} of {total} steps, clearly better at {back}: {', '.join(words)}"
    return NoiseVerdict(f"{method} gets worse in every measure as noise grows", verdict, reason)


def always_better(curves: Curves, measure: str, statement: str) -> NoiseVerdict:
    found = curves.gaps(measure)
    better = [gap.sign > 0 for gap in found]
    worse = [gap.sign < 0 for gap in found]
    least, most = min(found, key=lambda gap: gap.mean), max(found, key=lambda gap: gap.mean)
    span = f"by {least.with_error(MEASURES[measure].digits)} to {most.with_error(MEASURES[measure].digits)}"
    if all(better):
        return NoiseVerdict(statement, SUPPORTED, span)
    verdict = PARTLY if sum(better) > len(found) / 2 else CONTRADICTED
    reasons = [f"clearly at {sum(better)} of {len(found)} levels"]
    if any(worse):
        reasons.append(f"clearly worse at {at_levels(curves, worse)}")
    neither = [not (b or w) for b, w in zip(better, worse)]
    if any(neither):
        reasons.append(f"no clear difference at {at_levels(curves, neither)}")
    return NoiseVerdict(statement, verdict, f"{'; '.join(reasons)}; {span}")


def large(curves: Curves, measure: str, statement: str) -> NoiseVerdict:
    """Larger than the rope, with the whole interval, at most levels; the paper excepts NMI at low noise."""
    found, rope = curves.gaps(measure), float(MEASURES[measure].rope)
    above = [gap.mean - gap.half_width > rope for gap in found]
    counted = above[1:] if measure == "nmi" else above
    verdict = SUPPORTED if all(counted) else PARTLY if sum(above) > len(above) / 2 else CONTRADICTED
    rest = at_levels(curves, [not one for one in above])
    return NoiseVerdict(
        statement, verdict, f"clearly above {rope:g} at {sum(above)} of {len(above)} levels; not at {rest}"
    )


def widening(curves: Curves, measure: str, statement: str) -> NoiseVerdict:
    """Whether the gap grows on the whole, and whether it shrinks clearly anywhere.

    The slope of the gap over all levels must be clearly positive, and no level may have a clearly smaller
    gap than there is without noise.
    """
    levels = curves.advantages(measure)
    overall = of_each_seed(levels, lambda one: slope_of(curves.levels, one))
    since = [
        Mean.of([late - first for first, late in zip(levels[0], level, strict=True)]) for level in levels
    ]
    shrunk = [change.sign < 0 for change in since]
    found, digits = curves.gaps(measure), MEASURES[measure].digits
    lowest = min(range(len(found)), key=lambda i: found[i].mean)
    shape = [f"{found[0].with_error(digits)} at {curves.levels[0]} %"]
    if lowest not in (0, len(found) - 1):
        shape.append(f"{found[lowest].with_error(digits)} at {curves.levels[lowest]} %")
    shape.append(f"{found[-1].with_error(digits)} at {curves.levels[-1]} %")
    if overall.sign <= 0:
        verdict = UNDETERMINED if overall.sign == 0 else CONTRADICTED
    else:
        verdict = PARTLY if any(shrunk) else SUPPORTED
    reason = f"it is {', '.join(shape)}"
    if any(shrunk):
        reason += f"; clearly smaller than without noise at {at_levels(curves, shrunk)}"
    return NoiseVerdict(statement, verdict, reason)


def steeper(curves: Curves, measure: str, statement: str, method: str = MKNN) -> NoiseVerdict:
    change = slopes(curves, method, measure).change
    verdict = (UNDETERMINED, SUPPORTED, CONTRADICTED)[change.sign]
    return NoiseVerdict(statement, verdict, slopes_in_words(curves, method, measure))


def slower(curves: Curves, measure: str, statement: str, method: str = PM) -> NoiseVerdict:
    change = slopes(curves, method, measure).change
    verdict = (UNDETERMINED, CONTRADICTED, SUPPORTED)[change.sign]
    return NoiseVerdict(statement, verdict, slopes_in_words(curves, method, measure))


def not_steeper(curves: Curves, measure: str, statement: str) -> NoiseVerdict:
    """A slope that stays as it is, or falls: it may not be clearly steeper."""
    change = slopes(curves, PM, measure).change
    verdict = CONTRADICTED if change.sign > 0 else SUPPORTED
    return NoiseVerdict(statement, verdict, slopes_in_words(curves, PM, measure))


def above_all_nmi(curves: Curves) -> NoiseVerdict:
    """By which factor MkNN's slope grows at 25 %, in NMI and in the two other measures."""
    factors = {}
    for measure in MEASURES:
        before, after, _ = slopes(curves, MKNN, measure)
        factors[measure] = after.mean / before.mean if before.mean > 0 else float("inf")
    words = ", ".join(f"{MEASURES[name].word} {factor:.2f}" for name, factor in factors.items())
    most = factors["nmi"] > max(factors["accuracy"], factors["mae"])
    return NoiseVerdict(
        "MkNN's turn at 25 % is sharpest in NMI",
        SUPPORTED if most else CONTRADICTED,
        f"its slopes grow by the factors {words}",
    )


# --- The surfaces -----------------------------------------------------------------------------------------


def surface_verdicts(curves: Curves) -> list[NoiseVerdict]:
    """The statements about the figure with decision surfaces, where these were measured."""
    if not set(PAIR) <= set(curves.surfaces):
        return []
    pairs = list(zip(curves.surfaces[PM], curves.surfaces[MKNN], strict=True))

    def difference(of: Callable[[SurfaceMeasures], float]) -> Mean:
        return Mean.of([of(mknn) - of(pm) for pm, mknn in pairs])

    def both(of: Callable[[SurfaceMeasures], float], digits: int) -> str:
        pm, mknn = (statistics.fmean(of(one[i]) for one in pairs) for i in (0, 1))
        return f"{pm:.{digits}f} with MonFkNN-PM, {mknn:.{digits}f} with MkNN"

    def verdict(change: Mean) -> str:
        return (UNDETERMINED, SUPPORTED, CONTRADICTED)[change.sign]

    wrong = difference(lambda one: one.wrong_rows)
    right = difference(lambda one: -100 * one.right / one.cells)
    least = difference(lambda one: -100 * one.least_kept)
    pieces = difference(lambda one: one.extra_pieces)
    edges = difference(lambda one: one.falls)
    shrunk = difference(lambda one: -100 * one.least_area)
    lost, lost_by_pm = (sum(pair[i].least_kept < 0.1 for pair in pairs) for i in (1, 0))
    return [
        NoiseVerdict(
            "on the surface at 35 % noise MonFkNN-PM gets far fewer training rows wrong",
            verdict(wrong),
            f"{both(lambda one: one.wrong_rows, 1)}; difference {wrong.with_error(1)} rows",
        ),
        NoiseVerdict(
            "MonFkNN-PM keeps the regions of the classes better",
            verdict(right),
            f"cells with their true class: {both(lambda one: 100 * one.right / one.cells, 1)}, in percent; "
            f"difference {right.with_error(1)}",
        ),
        NoiseVerdict(
            "MkNN can lose nearly the whole region of a class",
            SUPPORTED if lost else CONTRADICTED,
            f"less than a tenth of some class is left in {lost} of {len(pairs)} draws (with MonFkNN-PM in "
            f"{lost_by_pm}); of the class that lost most there is left "
            f"{both(lambda one: 100 * one.least_kept, 1)}, in percent; difference {least.with_error(1)}",
        ),
        NoiseVerdict(
            "MkNN shrinks the regions of some classes more than MonFkNN-PM does",
            verdict(shrunk),
            f"area of the class that shrank most: {both(lambda one: 100 * one.least_area, 1)}, in percent of "
            f"its true area; difference {shrunk.with_error(1)}",
        ),
        NoiseVerdict(
            "the regions of MonFkNN-PM are less broken up (to the eye, in the figure)",
            verdict(pieces),
            f"pieces beyond one a class: {both(lambda one: one.extra_pieces, 1)}; difference "
            f"{pieces.with_error(1)}",
        ),
        NoiseVerdict(
            "the surface of MonFkNN-PM falls at fewer edges (to the eye, in the figure)",
            verdict(edges),
            f"{both(lambda one: one.falls, 1)}; difference {edges.with_error(1)} edges",
        ),
    ]


# --- The sentences of the paper ---------------------------------------------------------------------------


Answer = tuple[str, str]
"""A verdict and the numbers behind it."""


@dataclass(frozen=True)
class NoiseRuns:
    """What was run of the study of noise: each part may be missing."""

    curves: Curves | None = None
    draws: Sequence[Mapping[str, int]] = ()
    """Rows that MkNN and MonFkNN-PM get wrong at 35 % noise, by draw."""
    effects: Mapping[str, Any] | None = None
    """Accuracies under noise with parts of the method switched off."""


Check: TypeAlias = Callable[[NoiseRuns], Answer | None]
"""What runs say of a sentence; None if nothing was run that bears on it."""


def noise_findings(runs: NoiseRuns = NoiseRuns()) -> list[Finding]:
    """Every sentence about noise; those for which nothing was run are untested."""
    findings = []
    for where, number, claim, check in NOISE:
        answer = check(runs)
        if answer is not None:
            verdict, found = answer
            cause = cause_on_runs(verdict)
            findings.append(Finding(claim, "", found, verdict, "", where, cause, RERUN, number))
        else:
            found = "the paper prints no numbers"
            findings.append(Finding(claim, "", found, UNTESTED, "", where, "not-run", NOTHING, number))
    return findings


def on_curves(answer: Callable[[Curves], Answer | None]) -> Check:
    """The check that such an answer is, for which the curves are needed."""
    return lambda runs: None if runs.curves is None else answer(runs.curves)


def joined(verdicts: Sequence[NoiseVerdict]) -> Answer:
    """Several statements as one."""
    words = {verdict.verdict for verdict in verdicts}
    verdict = words.pop() if len(words) == 1 else PARTLY
    if len(verdicts) == 1:
        return verdict, verdicts[0].reason
    return verdict, "; ".join(f"{one.statement}: {one.reason}" for one in verdicts)


def of_each_measure(statement: Callable[[Curves, str, str], NoiseVerdict]) -> Check:
    """A statement made of all three measures."""
    return on_curves(
        lambda curves: joined([statement(curves, measure, of.title) for measure, of in MEASURES.items()])
    )


better_everywhere = of_each_measure(always_better)
large_gaps = of_each_measure(large)
wider_gaps = of_each_measure(widening)
faster_declines = of_each_measure(steeper)


@on_curves
def in_proportion(curves: Curves) -> Answer:
    return joined([proportional(curves)])


@on_curves
def with_much_noise(curves: Curves) -> Answer:
    """From 25 % of noise on, whether PM is better by more than the rope, with the whole 95 % interval."""
    parts, words = [], []
    for measure, of in MEASURES.items():
        found = [gap for level, gap in zip(curves.levels, curves.gaps(measure)) if level >= 25]
        parts.append(bool(found) and min(gap.mean - gap.half_width for gap in found) > float(of.rope))
        ends = [gap.mean for gap in found]
        words.append(f"{of.title} by {min(ends):.5f} to {max(ends):.5f}" if ends else f"{of.title}: not run")
    return verdict_of(tuple(parts)), f"from 25 % of noise on PM is better in {', '.join(words)}"


@on_curves
def training_sets(curves: Curves) -> Answer:
    values = [mean for mean, _ in curves.training]
    grown = sum(after > before for before, after in pairwise(values))
    found = f"their NMI grows at {grown} of {len(values) - 1} steps, from {values[0]:.5f} to {values[-1]:.5f}"
    return verdict_of((values[-1] > values[0], grown == len(values) - 1)), found


@on_curves
def both_get_worse(curves: Curves) -> Answer:
    return joined([gets_worse(curves, method) for method in (PM, MKNN)])


@on_curves
def largest_gaps(curves: Curves) -> Answer:
    largest = {measure: max(gap.mean for gap in curves.gaps(measure)) for measure in MEASURES}
    words = ", ".join(f"{MEASURES[measure].title} {gap:.5f}" for measure, gap in largest.items())
    return (
        verdict_of(tuple(gap > float(MEASURES[measure].rope) for measure, gap in largest.items())),
        f"largest differences: {words}",
    )


@on_curves
def slopes_of_both(curves: Curves) -> Answer:
    """PM's slopes do not get steeper, MkNN's do."""
    stable = [not_steeper(curves, measure, f"{of.title} of PM") for measure, of in MEASURES.items()]
    faster = [steeper(curves, measure, f"{of.title} of MkNN") for measure, of in MEASURES.items()]
    return joined([*stable, *faster])


@on_curves
def slower_nmi(curves: Curves) -> Answer:
    return joined([slower(curves, "nmi", "NMI of PM")])


@on_curves
def kept_regions(curves: Curves) -> Answer | None:
    """Where surfaces were measured, whether their regions are kept, and whether one can be lost."""
    verdicts = surface_verdicts(curves)
    return joined(verdicts[1:3]) if verdicts else None


@on_curves
def shrunk_regions(curves: Curves) -> Answer | None:
    verdicts = surface_verdicts(curves)
    return joined(verdicts[3:4]) if verdicts else None


def wrong_rows(runs: NoiseRuns) -> Answer | None:
    """How many rows are wrong in the surfaces at 35 % noise."""
    differences = [draw["MkNN wrong"] - draw["MonFkNN-PM wrong"] for draw in runs.draws]
    if not differences:
        return None
    more = sum(difference > 0 for difference in differences)
    middle = statistics.median(differences)
    found = (
        f"MkNN gets more rows wrong than PM in {more} of {len(differences)} draws; the median difference is "
        f"{middle:g} rows"
    )
    return verdict_of((middle > 0, more == len(differences))), found


def parts_of_the_method(runs: NoiseRuns) -> Answer | None:
    """What the range and shared memberships gain, each alone, over a method that has neither."""
    effects = runs.effects
    if effects is None:
        return None
    heavy = [one for level, one in zip(effects["levels"], effects["accuracy"]) if level >= 25]
    gained = {
        part: statistics.fmean(one[left] - one["without both"] for one in heavy)
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


NOISE: Sequence[tuple[str, str, str, Check]] = (
    ("Abstract", "1.6", "MonFkNN does better than MkNN with much class noise", with_much_noise),
    ("Section 1", "10.5", "MonFkNN does much better than MkNN with much class noise", with_much_noise),
    ("Section 5.4", "4.3", "Class noise makes the training sets less monotonic", training_sets),
    ("Section 5.4", "4.4", "The NMI of the training sets grows in proportion to the noise", in_proportion),
    ("Section 5.4", "5.2", "Noise makes both methods worse in all three measures", both_get_worse),
    ("Section 5.4", "5.3", "The two methods differ much", largest_gaps),
    ("Section 5.4", "6.1", "PM is better than MkNN under noise in every measure", better_everywhere),
    (
        "Section 5.4",
        "6.2",
        "PM's curve lies on the better side of MkNN's at every level, in each measure",
        better_everywhere,
    ),
    ("Section 5.4", "6.3", "The distance is large, but for NMI at low noise", large_gaps),
    ("Section 5.4", "6.4", "The distance grows with the noise", wider_gaps),
    ("Section 5.4", "7.1", "PM declines steadily or more slowly, MkNN ever faster", slopes_of_both),
    ("Section 5.4", "7.2", "From 25 % of noise on MkNN declines faster, above all in NMI", faster_declines),
    ("Section 5.4", "7.3", "From there on PM's NMI rises more slowly", slower_nmi),
    ("Section 5.4", "7.4", "So PM is robust to monotonic violations", with_much_noise),
    ("Section 5.4", "9.1", "The surfaces differ in the number of wrong rows", wrong_rows),
    ("Section 5.4", "9.2", "PM gets far fewer rows wrong than MkNN", wrong_rows),
    ("Section 5.4", "9.3", "PM keeps the regions of the classes, MkNN nearly loses some", kept_regions),
    ("Section 5.4", "9.4", "MkNN shrinks the regions of two low classes", shrunk_regions),
    ("Section 5.4", "10.1", "PM keeps the boundaries and does well in all three measures", with_much_noise),
    (
        "Section 5.4",
        "10.2",
        "This is due to all parts, and mainly to the memberships of training rows",
        parts_of_the_method,
    ),
    ("Section 6", "2.3", "MonFkNN withstands much noise", with_much_noise),
)
"""The sentences about noise: the place of each, what it says in our words, and how it is checked. The paper
prints curves and no numbers for them, so that only a run can decide."""
