"""The tables of the pages "Noise" and "Why noise does what it does"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.tables import Section, markdown_table
from monfknn_ref.reproduction.noise_report import (
    gap_section,
    measure_section,
    surface_section,
    training_section,
)
from monfknn_ref.reproduction.sentences.noise import noise_verdicts, slope_of
from tools import stored
from tools.figures.effects import LABELS
from tools.pages import folded, folded_section, region, shown


def verdicts() -> str:
    """The verdicts on both sets of points, with the numbers of the first."""
    other = {
        verdict.statement: verdict.verdict for verdict in noise_verdicts(stored.curves("noise-built-in"))
    }
    rows = [["statement", "verdict", "numbers", "on the built-in points"]]
    for statement, verdict, reason in noise_verdicts(stored.curves()):
        rows.append([statement, verdict, reason, other[statement]])
    return region("What the paper says of these curves", markdown_table(rows, 4))


def in_numbers(section: Section) -> str:
    return folded_section(section, f"{section.title} in numbers")


def measured(measure: str) -> str:
    return in_numbers(measure_section(stored.curves(), measure))


NOISE: Mapping[str, Callable[[], str]] = {
    "verdicts": verdicts,
    "gaps": lambda: in_numbers(gap_section(stored.curves())),
    "training-sets": lambda: in_numbers(training_section(stored.curves())),
    **{measure: partial(measured, measure) for measure in MEASURES},
    "surfaces": lambda: shown(surface_section(stored.curves())),
}


# --- Why noise does what it does --------------------------------------------------------------------------

TURN = 25
"""The share of noisy labels, in percent, from which on the paper sees MkNN fall faster."""


def many_labels() -> str:
    """The slopes before and after a quarter."""
    curves = stored.curves()
    turn = curves.levels.index(TURN)
    rows = [
        ["method", "at 0 %", f"at {TURN} %", "at 50 %", f"lost per point to {TURN} %", "and from there on"]
    ]
    for method in curves.methods:
        values = [value.mean for value in curves.means(method, "accuracy")]
        before = -slope_of(curves.levels[: turn + 1], values[: turn + 1])
        after = -slope_of(curves.levels[turn:], values[turn:])
        rows.append([method, *(f"{values[i]:.3f}" for i in (0, turn, -1)), f"{before:.4f}", f"{after:.4f}"])
    return region("Accuracy lost to noise", markdown_table(rows))


def at_levels(levels: Sequence[int]) -> list[tuple[int, int]]:
    """The levels with their places in the stored lists."""
    return [(level, stored.effects()["levels"].index(level)) for level in levels]


def percent(share: float) -> str:
    """
    >>> percent(0.2057)
    '20.6 %'
    """
    return f"{100 * share:.1f} %"


def repaired() -> str:
    """What training makes of the labels."""
    rows = [
        [
            "noise",
            "wrong labels given",
            "wrong after training",
            "of these, right before",
            "wrong if relabeled",
        ]
    ]
    for level, i in at_levels((5, 15, 25, 35, 50)):
        labels = stored.effects()["labels"][i]
        ours, theirs = labels["MonFkNN-PM"], labels["relabeled"]
        numbers = [ours["wrong before"], ours["wrong after"], ours["spoiled"], theirs["wrong after"]]
        rows.append([f"{level} %", *map(percent, numbers)])
    return region("Wrong labels before and after training", markdown_table(rows))


def crossed() -> str:
    """What becomes of the ranges."""
    rows = [["noise", "labels as given", "crossed", "after training", "crossed", "relabeled", "crossed"]]
    for level, i in at_levels((5, 15, 25, 35, 50)):
        row = [f"{level} %"]
        for who in LABELS:
            of = stored.effects()["ranges"][i][who]
            row += [percent(of["holds the true class"]), percent(of["crossed"])]
        rows.append(row)
    table = region("Ranges in numbers", markdown_table(rows))
    note = "Shares of queries: with the true class in range, and with a crossed range."
    return folded("Ranges in numbers", f"{table}\n\n{note}")


VARIANTS = {
    "MonFkNN-PM": "MonFkNN-PM",
    "without the range": "without the range (outRange, pOR = 1)",
    "without shared memberships": "without shared memberships (RCr = 1)",
    "without both": "without both",
    "without both, relabeled": "relabeled rows and the range in place of both",
    "MkNN": "MkNN",
}


def parts() -> str:
    """The accuracy without some parts."""
    levels = at_levels((0, 10, TURN, 40, 50))
    accuracy, places = stored.effects()["accuracy"], dict(levels)
    rows = [["method", *(f"{level} %" for level, _ in levels), f"lost from {TURN} to 50 %"]]
    for name, words in VARIANTS.items():
        lost = accuracy[places[TURN]][name] - accuracy[places[50]][name]
        rows.append([words, *(f"{accuracy[i][name]:.3f}" for _, i in levels), f"{lost:.3f}"])
    return region("Accuracy without some parts", markdown_table(rows))


WHY: Mapping[str, Callable[[], str]] = {
    "many-labels": many_labels,
    "repaired": repaired,
    "crossed": crossed,
    "parts": parts,
}
