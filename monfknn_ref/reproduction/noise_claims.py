"""What the paper says of its noise figures, each statement tested on our curves.

PM and MkNN are compared on the same training sets, so the differences are taken seed by seed. A difference
counts as clear if the 95 % interval of its mean, by Student's t, lies on one side of 0. The intervals speak
of other draws of folds and noise from the same points, not of other points.

A verdict is "holds", "holds in part", "does not hold" or "undecided", which says that chance may have made
the difference; the reason gives the numbers, each mean with its standard error.

What is large is taken from the ropes of the paper's own tests: up to 0.01 in accuracy and MAE, and up to
0.0001 in NMI, a difference does not matter.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from monfknn_ref.evaluation.student_t import MeanDifference, mean_difference
from monfknn_ref.reproduction.noise_study import MEASURE_NAMES, PAIR, Curves, advantage
from monfknn_ref.reproduction.noise_surfaces import SurfaceMeasures

__all__ = ["NoiseVerdict", "noise_verdicts", "surface_verdicts"]

PM, MKNN = PAIR
TURN = 25
"""The noise, in percent, from which on the paper sees the curves change."""
ROPES = {"accuracy": 0.01, "mae": 0.01, "nmi": 0.0001}
DIGITS = {"accuracy": 4, "mae": 4, "nmi": 5}
SLOPE_DIGITS = {"accuracy": 5, "mae": 5, "nmi": 7}


class NoiseVerdict(NamedTuple):
    """A statement, whether it holds of our curves, and the numbers."""

    statement: str
    verdict: str
    reason: str


def noise_verdicts(curves: Curves) -> list[NoiseVerdict]:
    """The paper's statements about MonFkNN-PM and MkNN, tested, in the order of the paper."""
    named = list(MEASURE_NAMES.items())
    return [
        proportional(curves),
        *(gets_worse(curves, method) for method in PAIR),
        always_better(curves, "accuracy", "MonFkNN-PM is more accurate than MkNN at every noise level"),
        always_better(curves, "mae", "MonFkNN-PM has the lower MAE at every noise level"),
        always_better(curves, "nmi", "MonFkNN-PM has the lower NMI at every noise level"),
        *(large(curves, measure, f"the gap in {name} is usually large") for measure, name in named),
        *(widening(curves, measure, f"the gap in {name} widens as noise grows") for measure, name in named),
        *(
            not_steeper(curves, measure, f"MonFkNN-PM's {name} worsens no faster from 25 % on than before")
            for measure, name in named
        ),
        steeper(curves, "accuracy", "MkNN's accuracy falls faster from 25 % on than before"),
        steeper(curves, "mae", "MkNN's MAE rises faster from 25 % on than before"),
        steeper(curves, "nmi", "MkNN's NMI rises faster from 25 % on than before"),
        above_all_nmi(curves),
        slower(curves, "nmi", "MonFkNN-PM's NMI rises more slowly from 25 % on than before"),
        *surface_verdicts(curves),
    ]


# --- Differences ------------------------------------------------------------------------------------------


def means(curves: Curves, method: str, measure: str) -> list[float]:
    return [mean for mean, _ in curves.methods[method][measure]]


def advantages(curves: Curves, measure: str) -> list[float]:
    """By how much PM is better at each level, on average."""
    return [gap.mean for gap in gaps(curves, measure)]


def gaps(curves: Curves, measure: str) -> list[MeanDifference]:
    """By how much PM is better at each level, seed by seed."""
    return [mean_difference(of_seeds) for of_seeds in advantage(curves, measure, PM, MKNN)]


def at_levels(curves: Curves, chosen: Sequence[bool]) -> str:
    """The levels that are chosen, in words.

    >>> from monfknn_ref.reproduction.noise_study import Curves
    >>> at_levels(Curves("", "", 1, 2, (0, 5, 10), (), {}, {}), [True, False, True])
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


def of_each_seed(
    levels: Sequence[Sequence[float]], question: Callable[[list[float]], float]
) -> MeanDifference:
    """The answer of each seed's values, one for each level, to a question; and their mean."""
    return mean_difference([question(list(one)) for one in zip(*levels, strict=True)])


class Slopes(NamedTuple):
    """How much worse a method gets with each percentage point of noise."""

    before: MeanDifference
    """Below 25 %."""
    after: MeanDifference
    """From there on."""
    change: MeanDifference


def slopes(curves: Curves, method: str, measure: str) -> Slopes:
    """The slopes of each seed's curve, and the mean of each."""
    turn = next((i for i, level in enumerate(curves.levels) if level >= TURN), len(curves.levels) - 1)
    sign = -1 if measure == "accuracy" else 1
    values = curves.values(method, measure)

    def before(one: list[float]) -> float:
        return sign * slope_of(curves.levels[: turn + 1], one[: turn + 1])

    def after(one: list[float]) -> float:
        return sign * slope_of(curves.levels[turn:], one[turn:])

    return Slopes(
        of_each_seed(values, before),
        of_each_seed(values, after),
        of_each_seed(values, lambda one: after(one) - before(one)),
    )


def slopes_in_words(curves: Curves, method: str, measure: str) -> str:
    before, after, change = slopes(curves, method, measure)
    digits = SLOPE_DIGITS[measure]
    return (
        f"{before.text(digits)} per percentage point below 25 %, {after.text(digits)} from there on; "
        f"the difference is {change.text(digits)}"
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
        return NoiseVerdict(statement, "does not hold", f"the NMI does not grow with the noise: it is {span}")
    slope = product / sum(x * x for x, _ in points)
    largest = max(abs(y - slope * x) / (slope * x) for x, y in points if x)
    explained = 1 - sum((y - slope * x) ** 2 for x, y in points) / variation
    in_part = "holds in part" if explained >= 0.9 else "does not hold"
    return NoiseVerdict(
        statement,
        "holds" if largest <= 0.1 else in_part,
        f"a line through the origin explains {float(explained):.1%} of the variance; the NMI at a level lies "
        f"up to {float(largest):.0%} off it",
    )


def gets_worse(curves: Curves, method: str) -> NoiseVerdict:
    """Each measure at each level against the level before."""
    clear, back, words = 0, 0, []
    for measure, name in MEASURE_NAMES.items():
        sign = -1 if measure == "accuracy" else 1
        steps = [
            mean_difference([sign * (late - early) for early, late in zip(before, after, strict=True)])
            for before, after in pairwise(curves.values(method, measure))
        ]
        clear += sum(step.sign > 0 for step in steps)
        back += sum(step.sign < 0 for step in steps)
        values = means(curves, method, measure)
        words.append(f"{name} from {values[0]:.{DIGITS[measure]}f} to {values[-1]:.{DIGITS[measure]}f}")
    total = len(MEASURE_NAMES) * (len(curves.levels) - 1)
    verdict = "does not hold" if back > clear else "holds in part" if back else "holds"
    reason = f"clearly worse at {clear} of {total} steps, clearly better at {back}: {', '.join(words)}"
    return NoiseVerdict(f"{method} gets worse in every measure as noise grows", verdict, reason)


def always_better(curves: Curves, measure: str, statement: str) -> NoiseVerdict:
    found = gaps(curves, measure)
    better = [gap.sign > 0 for gap in found]
    worse = [gap.sign < 0 for gap in found]
    least, most = min(found, key=lambda gap: gap.mean), max(found, key=lambda gap: gap.mean)
    span = f"by {least.text(DIGITS[measure])} to {most.text(DIGITS[measure])}"
    if all(better):
        return NoiseVerdict(statement, "holds", span)
    verdict = "holds in part" if sum(better) > len(found) / 2 else "does not hold"
    reasons = [f"clearly at {sum(better)} of {len(found)} levels"]
    if any(worse):
        reasons.append(f"clearly worse at {at_levels(curves, worse)}")
    neither = [not (b or w) for b, w in zip(better, worse)]
    if any(neither):
        reasons.append(f"no clear difference at {at_levels(curves, neither)}")
    return NoiseVerdict(statement, verdict, f"{'; '.join(reasons)}; {span}")


def large(curves: Curves, measure: str, statement: str) -> NoiseVerdict:
    """Larger than the rope, with the whole interval, at most levels; the paper excepts NMI at low noise."""
    found, rope = gaps(curves, measure), ROPES[measure]
    above = [gap.mean - gap.half_width > rope for gap in found]
    counted = above[1:] if measure == "nmi" else above
    verdict = "holds" if all(counted) else "holds in part" if sum(above) > len(above) / 2 else "does not hold"
    rest = at_levels(curves, [not one for one in above])
    return NoiseVerdict(
        statement, verdict, f"clearly above {rope:g} at {sum(above)} of {len(above)} levels; not at {rest}"
    )


def widening(curves: Curves, measure: str, statement: str) -> NoiseVerdict:
    """Whether the gap grows on the whole, and whether it shrinks clearly anywhere.

    The slope of the gap over all levels must be clearly positive, and no level may have a clearly smaller
    gap than there is without noise.
    """
    levels = advantage(curves, measure, PM, MKNN)
    overall = of_each_seed(levels, lambda one: slope_of(curves.levels, one))
    since = [
        mean_difference([late - first for first, late in zip(levels[0], level, strict=True)])
        for level in levels
    ]
    shrunk = [change.sign < 0 for change in since]
    found, digits = gaps(curves, measure), DIGITS[measure]
    lowest = min(range(len(found)), key=lambda i: found[i].mean)
    shape = [f"{found[0].text(digits)} at {curves.levels[0]} %"]
    if lowest not in (0, len(found) - 1):
        shape.append(f"{found[lowest].text(digits)} at {curves.levels[lowest]} %")
    shape.append(f"{found[-1].text(digits)} at {curves.levels[-1]} %")
    if overall.sign <= 0:
        verdict = "undecided" if overall.sign == 0 else "does not hold"
    else:
        verdict = "holds in part" if any(shrunk) else "holds"
    reason = f"it is {', '.join(shape)}"
    if any(shrunk):
        reason += f"; clearly smaller than without noise at {at_levels(curves, shrunk)}"
    return NoiseVerdict(statement, verdict, reason)


def steeper(curves: Curves, measure: str, statement: str, method: str = MKNN) -> NoiseVerdict:
    change = slopes(curves, method, measure).change
    verdict = ("undecided", "holds", "does not hold")[change.sign]
    return NoiseVerdict(statement, verdict, slopes_in_words(curves, method, measure))


def slower(curves: Curves, measure: str, statement: str, method: str = PM) -> NoiseVerdict:
    change = slopes(curves, method, measure).change
    verdict = ("undecided", "does not hold", "holds")[change.sign]
    return NoiseVerdict(statement, verdict, slopes_in_words(curves, method, measure))


def not_steeper(curves: Curves, measure: str, statement: str) -> NoiseVerdict:
    """A slope that stays as it is, or falls: it may not be clearly steeper."""
    change = slopes(curves, PM, measure).change
    verdict = "does not hold" if change.sign > 0 else "holds"
    return NoiseVerdict(statement, verdict, slopes_in_words(curves, PM, measure))


def above_all_nmi(curves: Curves) -> NoiseVerdict:
    """By which factor MkNN's slope grows at 25 %, in NMI and in the two other measures."""
    factors = {}
    for measure in MEASURE_NAMES:
        before, after, _ = slopes(curves, MKNN, measure)
        factors[measure] = after.mean / before.mean if before.mean > 0 else float("inf")
    words = ", ".join(f"{name} {factors[measure]:.2f}" for measure, name in MEASURE_NAMES.items())
    most = factors["nmi"] > max(factors["accuracy"], factors["mae"])
    return NoiseVerdict(
        "MkNN's turn at 25 % is sharpest in NMI",
        "holds" if most else "does not hold",
        f"its slopes grow by the factors {words}",
    )


# --- The surfaces -----------------------------------------------------------------------------------------


def surface_verdicts(curves: Curves) -> list[NoiseVerdict]:
    """The statements about the figure with decision surfaces, where these were measured."""
    if not set(PAIR) <= set(curves.surfaces):
        return []
    pairs = list(zip(curves.surfaces[PM], curves.surfaces[MKNN], strict=True))

    def difference(of: Callable[[SurfaceMeasures], float]) -> MeanDifference:
        return mean_difference([of(mknn) - of(pm) for pm, mknn in pairs])

    def both(of: Callable[[SurfaceMeasures], float], digits: int) -> str:
        pm, mknn = (statistics.fmean(of(one[i]) for one in pairs) for i in (0, 1))
        return f"{pm:.{digits}f} with MonFkNN-PM, {mknn:.{digits}f} with MkNN"

    def verdict(change: MeanDifference) -> str:
        return ("undecided", "holds", "does not hold")[change.sign]

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
            f"{both(lambda one: one.wrong_rows, 1)}; difference {wrong.text(1)} rows",
        ),
        NoiseVerdict(
            "MonFkNN-PM keeps the regions of the classes better",
            verdict(right),
            f"cells with their true class: {both(lambda one: 100 * one.right / one.cells, 1)}, in percent; "
            f"difference {right.text(1)}",
        ),
        NoiseVerdict(
            "MkNN can lose nearly the whole region of a class",
            "holds" if lost else "does not hold",
            f"less than a tenth of some class is left in {lost} of {len(pairs)} draws (with MonFkNN-PM in "
            f"{lost_by_pm}); of the class that lost most there is left "
            f"{both(lambda one: 100 * one.least_kept, 1)}, in percent; difference {least.text(1)}",
        ),
        NoiseVerdict(
            "MkNN shrinks the regions of some classes more than MonFkNN-PM does",
            verdict(shrunk),
            f"area of the class that shrank most: {both(lambda one: 100 * one.least_area, 1)}, in percent of "
            f"its true area; difference {shrunk.text(1)}",
        ),
        NoiseVerdict(
            "the regions of MonFkNN-PM are less broken up (to the eye, in the figure)",
            verdict(pieces),
            f"pieces beyond one a class: {both(lambda one: one.extra_pieces, 1)}; difference "
            f"{pieces.text(1)}",
        ),
        NoiseVerdict(
            "the surface of MonFkNN-PM falls at fewer edges (to the eye, in the figure)",
            verdict(edges),
            f"{both(lambda one: one.falls, 1)}; difference {edges.text(1)} edges",
        ),
    ]
