"""The tables of the study of noise: its curves in numbers, and the verdicts on what the paper says."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

from monfknn_ref.evaluation.student_t import mean_difference
from monfknn_ref.evaluation.tables import Section
from monfknn_ref.reproduction.noise_claims import noise_verdicts
from monfknn_ref.reproduction.noise_study import MEASURE_NAMES, PAIR, Curves, advantage

__all__ = ["gap_section", "measure_section", "noise_sections", "surface_section", "training_section"]


def noise_sections(curves: Curves) -> list[Section]:
    """The curves as tables, the surfaces, and the verdicts on what the paper says of them."""
    sections = [training_section(curves), *(measure_section(curves, measure) for measure in MEASURE_NAMES)]
    if curves.surfaces:
        sections.append(surface_section(curves))
    if set(PAIR) <= set(curves.methods):
        sections.append(gap_section(curves))
        verdicts = [list(verdict) for verdict in noise_verdicts(curves)]
        heading = ["statement", "verdict", "numbers"]
        sections.append(Section("What the paper says of these curves", [heading, *verdicts], 3))
    return sections


def training_section(curves: Curves) -> Section:
    """The NMI of the training sets."""
    rows = [[f"{level} %", cell(pair, 5)] for level, pair in zip(curves.levels, curves.training)]
    note = "Mean over seeds and folds ± standard deviation."
    return Section("NMI of the training sets", [["noise", "NMI"], *rows], notes=[note])


def measure_section(curves: Curves, measure: str) -> Section:
    """One measure of all methods."""
    digits = 5 if measure == "nmi" else 4
    rows = [["noise", *curves.methods]]
    for i, level in enumerate(curves.levels):
        rows.append([f"{level} %", *(cell(of[measure][i], digits) for of in curves.methods.values())])
    title = MEASURE_NAMES[measure]
    note = "Predictions merged over the folds; mean and standard deviation over the seeds."
    return Section(title[0].upper() + title[1:], rows, notes=[note])


def gap_section(curves: Curves) -> Section:
    """By how much PM is better than MkNN, with standard errors; what chance may have made is in brackets."""
    rows = [["noise", *MEASURE_NAMES.values()]]
    for i, level in enumerate(curves.levels):
        line = [f"{level} %"]
        for measure in MEASURE_NAMES:
            gap = mean_difference(advantage(curves, measure, *PAIR)[i])
            text = gap.text(5 if measure == "nmi" else 4)
            line.append(text if gap.sign else f"({text})")
        rows.append(line)
    note = (
        "Mean of the paired differences over the seeds ± its standard error, counted so that more is better "
        f"for {PAIR[0]}. In brackets: the 95 % interval holds 0."
    )
    return Section(f"By how much {PAIR[0]} is better than {PAIR[1]}", rows, notes=[note])


def surface_section(curves: Curves) -> Section:
    """What was measured of the decision surfaces, one line for each method."""
    heading = (
        "method|cells right (%)|rows wrong|falling edges|pieces beyond one a class|least left of a class (%)"
    )
    rows = [heading.split("|")]
    for method, measured in curves.surfaces.items():
        numbers: list[list[float]] = [
            [100 * one.right / one.cells for one in measured],
            [one.wrong_rows for one in measured],
            [one.falls for one in measured],
            [one.extra_pieces for one in measured],
            [100 * one.least_kept for one in measured],
        ]
        rows.append([method, *(spread_of(values) for values in numbers)])
    note = (
        "Mean and standard deviation over the draws, one for each seed. Extra pieces are those beyond one "
        "for each class; the last column is of the class that lost most of its region."
    )
    return Section("Decision surfaces at 35 % noise", rows, notes=[note])


def spread_of(values: Sequence[float]) -> str:
    """
    >>> spread_of([81.25, 80.75]), spread_of([3])
    ('81.0 ± 0.4', '3.0')
    """
    if len(values) < 2:
        return f"{values[0]:.1f}"
    return f"{fmean(values):.1f} ± {stdev(values):.1f}"


def cell(pair: tuple[float, float], digits: int) -> str:
    """
    >>> cell((0.85612, 0.0101), 3)
    '0.856 ± 0.010'
    """
    return f"{pair[0]:.{digits}f} ± {pair[1]:.{digits}f}"
