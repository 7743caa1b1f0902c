"""What the paper says of its noise figures, each statement tested on our curves.

A verdict is "holds", "holds in part" or "does not hold"; the reason gives the numbers.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from monfknn_ref.experiments.noise_study import Curves

__all__ = ["NoiseVerdict", "noise_verdicts"]

PM, MKNN = "MonFkNN-PM", "MkNN"


class NoiseVerdict(NamedTuple):
    """A statement, whether it holds of our curves, and the numbers."""

    statement: str
    verdict: str
    reason: str


def noise_verdicts(curves: Curves) -> list[NoiseVerdict]:
    """The paper's statements about MonFkNN-PM and MkNN, tested."""
    return [
        proportional(curves),
        always_better(curves, "accuracy", "MonFkNN-PM is more accurate than MkNN at every noise level"),
        always_better(curves, "mae", "MonFkNN-PM has the lower MAE at every noise level"),
        always_better(curves, "nmi", "MonFkNN-PM has the lower NMI at every noise level"),
        widening(curves, "accuracy", "the gap in accuracy widens as noise grows"),
        widening(curves, "mae", "the gap in MAE widens as noise grows"),
        widening(curves, "nmi", "the gap in NMI widens as noise grows"),
        steeper(curves, "accuracy", "MkNN's accuracy falls faster from 25 % on than before"),
        steeper(curves, "nmi", "MkNN's NMI rises faster from 25 % on than before"),
    ]


def means(curves: Curves, method: str, measure: str) -> list[float]:
    return [mean for mean, _ in curves.methods[method][measure]]


def advantages(curves: Curves, measure: str) -> list[float]:
    """By how much PM is better at each level; higher is better for accuracy, lower for the others."""
    sign = 1 if measure == "accuracy" else -1
    return [sign * (pm - mk) for pm, mk in zip(means(curves, PM, measure), means(curves, MKNN, measure))]


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


def always_better(curves: Curves, measure: str, statement: str) -> NoiseVerdict:
    gains = advantages(curves, measure)
    better = [level for level, gain in zip(curves.levels, gains) if gain > 0]
    if len(better) == len(gains):
        return NoiseVerdict(statement, "holds", f"by {min(gains):.5f} to {max(gains):.5f}")
    others = ", ".join(f"{level} %" for level in curves.levels if level not in better)
    verdict = "holds in part" if len(better) > len(gains) / 2 else "does not hold"
    return NoiseVerdict(statement, verdict, f"at {len(better)} of {len(gains)} levels; not at {others}")


def widening(curves: Curves, measure: str, statement: str) -> NoiseVerdict:
    gains = advantages(curves, measure)
    steps = [after - before for before, after in pairwise(gains)]
    grown = sum(step > 0 for step in steps)
    if grown == len(steps):
        verdict = "holds"
    else:
        verdict = "holds in part" if fmean(gains[-3:]) > fmean(gains[:3]) else "does not hold"
    return NoiseVerdict(
        statement,
        verdict,
        f"it grows at {grown} of {len(steps)} steps, from {fmean(gains[:3]):.5f} (mean of the three lowest "
        f"levels) to {fmean(gains[-3:]):.5f} (of the three highest)",
    )


def steeper(curves: Curves, measure: str, statement: str) -> NoiseVerdict:
    values = means(curves, MKNN, measure)
    turn = next((i for i, level in enumerate(curves.levels) if level >= 25), len(values) - 1)
    sign = -1 if measure == "accuracy" else 1
    before = sign * slope_of(curves.levels[: turn + 1], values[: turn + 1])
    after = sign * slope_of(curves.levels[turn:], values[turn:])
    return NoiseVerdict(
        statement,
        "holds" if after > before else "does not hold",
        f"{before:.5f} per percentage point below 25 %, {after:.5f} from there on",
    )


def slope_of(xs: Sequence[int], ys: Sequence[float]) -> float:
    """The slope of the least-squares line.

    >>> slope_of([0, 5, 10], [1.0, 2.0, 3.0])
    0.2
    """
    return statistics.linear_regression(xs, ys).slope
