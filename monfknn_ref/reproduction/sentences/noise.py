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
    Judgment,
    cause_on_runs,
)
from monfknn_ref.reproduction.noise_study import PAIR, Curves, SurfaceMeasures
from monfknn_ref.reproduction.sentences.checks import Answer, verdict_of
from monfknn_ref.reproduction.sentences.register import CLAIMS

PM, MKNN = PAIR
TURN = 25
"""The noise, in percent, from which on the paper sees the curves change."""
SINCE = "from 25 % on than before"


class NoiseVerdict(NamedTuple):
    """A statement, whether it holds of our curves, and the numbers."""

    statement: str
    verdict: str
    reason: str


def noise_verdicts(curves: Curves) -> list[NoiseVerdict]:
    """The paper's statements about MonFkNN-PM and MkNN, tested, in the order of the paper."""
    words = [(name, measure.word) for name, measure in MEASURES.items()]
    answers: dict[str, Answer] = {
        "the NMI of the training sets is proportional to the noise": proportional(curves),
        **{f"{one} gets worse in every measure as noise grows": gets_worse(curves, one) for one in PAIR},
        "MonFkNN-PM is more accurate than MkNN at every noise level": always_better(curves, "accuracy"),
        "MonFkNN-PM has the lower MAE at every noise level": always_better(curves, "mae"),
        "MonFkNN-PM has the lower NMI at every noise level": always_better(curves, "nmi"),
        **{f"the gap in {word} is usually large": large(curves, name) for name, word in words},
        **{f"the gap in {word} widens as noise grows": widening(curves, name) for name, word in words},
        **{
            f"MonFkNN-PM's {word} worsens no faster {SINCE}": turning(curves, name, PM, NOT_STEEPER)
            for name, word in words
        },
        f"MkNN's accuracy falls faster {SINCE}": turning(curves, "accuracy"),
        f"MkNN's MAE rises faster {SINCE}": turning(curves, "mae"),
        f"MkNN's NMI rises faster {SINCE}": turning(curves, "nmi"),
        "MkNN's turn at 25 % is sharpest in NMI": above_all_nmi(curves),
        f"MonFkNN-PM's NMI rises more slowly {SINCE}": turning(curves, "nmi", PM, GENTLER),
        **on_the_surfaces(curves),
    }
    return [NoiseVerdict(statement, *answer) for statement, answer in answers.items()]


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


def slopes(curves: Curves, method: str, measure: str) -> tuple[Mean, Mean, Mean]:
    """How much worse a method gets with each percentage point of noise: below 25 %, from there on, and by how
    much the second is more; each is the mean over the seeds."""
    turn = next((i for i, level in enumerate(curves.levels) if level >= TURN), len(curves.levels) - 1)
    worse = -MEASURES[measure].sign
    values = curves.values(method, measure)

    def before(one: list[float]) -> float:
        return worse * slope_of(curves.levels[: turn + 1], one[: turn + 1])

    def after(one: list[float]) -> float:
        return worse * slope_of(curves.levels[turn:], one[turn:])

    change = of_each_seed(values, lambda one: after(one) - before(one))
    return of_each_seed(values, before), of_each_seed(values, after), change


# --- The statements ---------------------------------------------------------------------------------------


def proportional(curves: Curves) -> Answer:
    """NMI = a * noise, by least squares through the origin: how far the points lie from the line.

    In fractions, so that values which are all equal have a variation of exactly 0 on every Python.
    """
    points = [(level, Fraction(mean)) for level, (mean, _) in zip(curves.levels, curves.training)]
    values = [y for _, y in points]
    average = sum(values) / len(values)
    variation = sum((y - average) ** 2 for y in values)
    product = sum(x * y for x, y in points)
    if not variation or not product:  # no line through the origin rises as these values do
        span = f"{float(min(values)):.5f} to {float(max(values)):.5f}"
        return CONTRADICTED, f"the NMI does not grow with the noise: it is {span}"
    slope = product / sum(x * x for x, _ in points)
    largest = max(abs(y - slope * x) / (slope * x) for x, y in points if x)
    explained = 1 - sum((y - slope * x) ** 2 for x, y in points) / variation
    verdict = SUPPORTED if largest <= 0.1 else PARTLY if explained >= 0.9 else CONTRADICTED
    return verdict, (
        f"a line through the origin explains {float(explained):.1%} of the variance; the NMI at a level lies "
        f"up to {float(largest):.0%} off it"
    )


def gets_worse(curves: Curves, method: str) -> Answer:
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
    return verdict, f"clearly worse at {clear} of {total} steps, clearly better at {back}: {', '.join(words)}"


def always_better(curves: Curves, measure: str) -> Answer:
    found = curves.gaps(measure)
    better = [gap.sign > 0 for gap in found]
    worse = [gap.sign < 0 for gap in found]
    least, most = min(found, key=lambda gap: gap.mean), max(found, key=lambda gap: gap.mean)
    span = f"by {least.with_error(MEASURES[measure].digits)} to {most.with_error(MEASURES[measure].digits)}"
    if all(better):
        return SUPPORTED, span
    verdict = PARTLY if sum(better) > len(found) / 2 else CONTRADICTED
    reasons = [f"clearly at {sum(better)} of {len(found)} levels"]
    if any(worse):
        reasons.append(f"clearly worse at {at_levels(curves, worse)}")
    neither = [not (b or w) for b, w in zip(better, worse)]
    if any(neither):
        reasons.append(f"no clear difference at {at_levels(curves, neither)}")
    return verdict, f"{'; '.join(reasons)}; {span}"


def large(curves: Curves, measure: str) -> Answer:
    """Larger than the rope, with the whole interval, at most levels; the paper excepts NMI at low noise."""
    found, rope = curves.gaps(measure), float(MEASURES[measure].rope)
    above = [gap.mean - gap.half_width > rope for gap in found]
    counted = above[1:] if measure == "nmi" else above
    verdict = SUPPORTED if all(counted) else PARTLY if sum(above) > len(above) / 2 else CONTRADICTED
    rest = at_levels(curves, [not one for one in above])
    return verdict, f"clearly above {rope:g} at {sum(above)} of {len(above)} levels; not at {rest}"


def widening(curves: Curves, measure: str) -> Answer:
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
    return verdict, reason


STEEPER = (UNDETERMINED, SUPPORTED, CONTRADICTED)
GENTLER = (UNDETERMINED, CONTRADICTED, SUPPORTED)
NOT_STEEPER = (SUPPORTED, CONTRADICTED, SUPPORTED)
"""The verdicts where a slope does not clearly change, where it gets steeper, and where it gets gentler."""


def turning(curves: Curves, measure: str, method: str = MKNN, verdicts: Sequence[str] = STEEPER) -> Answer:
    """How a slope changes at 25 %."""
    before, after, change = slopes(curves, method, measure)
    digits = 3 - int(MEASURES[measure].rope.as_tuple().exponent)  # a slope is for a hundredth of the noise
    return verdicts[change.sign], (
        f"{before.with_error(digits)} per percentage point below 25 %, {after.with_error(digits)} from there "
        f"on; the difference is {change.with_error(digits)}"
    )


def above_all_nmi(curves: Curves) -> Answer:
    """By which factor MkNN's slope grows at 25 %, in NMI and in the two other measures."""
    factors = {}
    for measure in MEASURES:
        before, after, _ = slopes(curves, MKNN, measure)
        factors[measure] = after.mean / before.mean if before.mean > 0 else float("inf")
    words = ", ".join(f"{MEASURES[name].word} {factor:.2f}" for name, factor in factors.items())
    most = factors["nmi"] > max(factors["accuracy"], factors["mae"])
    return SUPPORTED if most else CONTRADICTED, f"its slopes grow by the factors {words}"


# --- The surfaces -----------------------------------------------------------------------------------------


def on_the_surfaces(curves: Curves) -> dict[str, Answer]:
    """The statements about the figure with decision surfaces, where these were measured."""
    if not set(PAIR) <= set(curves.surfaces):
        return {}

    def compared(of: Callable[[SurfaceMeasures], float], sign: int = -1) -> tuple[str, str, str]:
        """The verdict on "PM has less of it", or more if the sign is 1; both means, and the difference."""
        ours, others = ([of(one) for one in curves.surfaces[method]] for method in PAIR)
        gain = Mean.of([sign * (one - other) for one, other in zip(ours, others, strict=True)])
        verdict = (UNDETERMINED, SUPPORTED, CONTRADICTED)[gain.sign]
        both = f"{statistics.fmean(ours):.1f} with MonFkNN-PM, {statistics.fmean(others):.1f} with MkNN"
        return verdict, both, f"difference {gain.with_error(1)}"

    wrong, wrong_rows, fewer_wrong = compared(lambda one: one.wrong_rows)
    keeps, right, more_right = compared(lambda one: 100 * one.right / one.cells, sign=1)
    _, least_kept, more_kept = compared(lambda one: 100 * one.least_kept, sign=1)
    shrinks, least_area, more_area = compared(lambda one: 100 * one.least_area, sign=1)
    whole, pieces, fewer_pieces = compared(lambda one: one.extra_pieces)
    rises, falls, fewer_falls = compared(lambda one: one.falls)
    lost_by_pm, lost = (sum(one.least_kept < 0.1 for one in curves.surfaces[method]) for method in PAIR)
    return {
        "on the surface at 35 % noise MonFkNN-PM gets far fewer training rows wrong": (
            wrong,
            f"{wrong_rows}; {fewer_wrong} rows",
        ),
        "MonFkNN-PM keeps the regions of the classes better": (
            keeps,
            f"cells with their true class: {right}, in percent; {more_right}",
        ),
        "MkNN can lose nearly the whole region of a class": (
            SUPPORTED if lost else CONTRADICTED,
            f"less than a tenth of some class is left in {lost} of {len(curves.surfaces[PM])} draws (with "
            f"MonFkNN-PM in {lost_by_pm}); of the class that lost most there is left {least_kept}, in "
            f"percent; {more_kept}",
        ),
        "MkNN shrinks the regions of some classes more than MonFkNN-PM does": (
            shrinks,
            f"area of the class that shrank most: {least_area}, in percent of its true area; {more_area}",
        ),
        "the regions of MonFkNN-PM are less broken up (to the eye, in the figure)": (
            whole,
            f"pieces beyond one a class: {pieces}; {fewer_pieces}",
        ),
        "the surface of MonFkNN-PM falls at fewer edges (to the eye, in the figure)": (
            rises,
            f"{falls}; {fewer_falls} edges",
        ),
    }


# --- The sentences of the paper ---------------------------------------------------------------------------


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
    for where, sentence, check in NOISE:
        verdict, found = check(runs) or (UNTESTED, "the paper prints no numbers")
        tested = verdict != UNTESTED
        judged = Judgment(verdict, cause=cause_on_runs(verdict) if tested else "not-run")
        evidence = RERUN if tested else NOTHING
        findings.append(judged.on(CLAIMS[where, sentence], "", found, where, evidence, sentence))
    return findings


def on_curves(answer: Callable[[Curves], Answer | None]) -> Check:
    """The check that such an answer is, for which the curves are needed."""
    return lambda runs: None if runs.curves is None else answer(runs.curves)


def joined(answers: Mapping[str, Answer]) -> Answer:
    """Several statements as one."""
    verdicts = {verdict for verdict, _ in answers.values()}
    verdict = verdicts.pop() if len(verdicts) == 1 else PARTLY
    if len(answers) == 1:
        return next(iter(answers.values()))
    return verdict, "; ".join(f"{statement}: {reason}" for statement, (_, reason) in answers.items())


def of_each_measure(answer: Callable[[Curves, str], Answer]) -> Check:
    """A statement made of all three measures."""
    return on_curves(
        lambda curves: joined({of.title: answer(curves, measure) for measure, of in MEASURES.items()})
    )


better_everywhere = of_each_measure(always_better)
large_gaps = of_each_measure(large)
wider_gaps = of_each_measure(widening)
faster_declines = of_each_measure(turning)
in_proportion = on_curves(proportional)
slower_nmi = on_curves(lambda curves: turning(curves, "nmi", PM, GENTLER))


@on_curves
def both_get_worse(curves: Curves) -> Answer:
    return joined(
        {f"{one} gets worse in every measure as noise grows": gets_worse(curves, one) for one in PAIR}
    )


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
    titles = [(name, measure.title) for name, measure in MEASURES.items()]
    stable = {f"{title} of PM": turning(curves, name, PM, NOT_STEEPER) for name, title in titles}
    return joined({**stable, **{f"{title} of MkNN": turning(curves, name) for name, title in titles}})


def on_surfaces(first: int, last: int) -> Check:
    """Some of the statements about surfaces, where these were measured."""

    def answer(curves: Curves) -> Answer | None:
        answers = list(on_the_surfaces(curves).items())
        return joined(dict(answers[first : last + 1])) if answers else None

    return on_curves(answer)


kept_regions, shrunk_regions = on_surfaces(1, 2), on_surfaces(3, 3)


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


NOISE: Sequence[tuple[str, str, Check]] = (
    ("Abstract", "1.6", with_much_noise),
    ("Section 1", "10.5", with_much_noise),
    ("Section 5.4", "4.3", training_sets),
    ("Section 5.4", "4.4", in_proportion),
    ("Section 5.4", "5.2", both_get_worse),
    ("Section 5.4", "5.3", largest_gaps),
    ("Section 5.4", "6.1", better_everywhere),
    ("Section 5.4", "6.2", better_everywhere),
    ("Section 5.4", "6.3", large_gaps),
    ("Section 5.4", "6.4", wider_gaps),
    ("Section 5.4", "7.1", slopes_of_both),
    ("Section 5.4", "7.2", faster_declines),
    ("Section 5.4", "7.3", slower_nmi),
    ("Section 5.4", "7.4", with_much_noise),
    ("Section 5.4", "9.1", wrong_rows),
    ("Section 5.4", "9.2", wrong_rows),
    ("Section 5.4", "9.3", kept_regions),
    ("Section 5.4", "9.4", shrunk_regions),
    ("Section 5.4", "10.1", with_much_noise),
    ("Section 5.4", "10.2", parts_of_the_method),
    ("Section 6", "2.3", with_much_noise),
)
"""The sentences about noise, and how each is checked."""
