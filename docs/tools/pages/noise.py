"""The tables of the page "Noise"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.tables import Section, markdown_table
from monfknn_ref.reproduction.noise_report import (
    gap_section,
    measure_section,
    surface_section,
    training_section,
)
from monfknn_ref.reproduction.sentences.noise import noise_verdicts
from tools import stored
from tools.pages import folded_section, region, shown


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


TABLES: Mapping[str, Callable[[], str]] = {
    "verdicts": verdicts,
    "gaps": lambda: in_numbers(gap_section(stored.curves())),
    "training-sets": lambda: in_numbers(training_section(stored.curves())),
    **{measure: partial(measured, measure) for measure in MEASURES},
    "surfaces": lambda: shown(surface_section(stored.curves())),
}
"""What the page asks for."""
