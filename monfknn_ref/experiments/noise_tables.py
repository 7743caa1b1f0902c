"""The tables of the noise study: its curves in numbers, and the verdicts on what the paper says of them."""

from __future__ import annotations

from monfknn_ref.experiments.noise_claims import noise_verdicts
from monfknn_ref.experiments.noise_study import MEASURE_NAMES, PAIR, Curves
from monfknn_ref.experiments.tables import Section

__all__ = ["noise_sections"]


def noise_sections(curves: Curves) -> list[Section]:
    """The curves as tables, and the verdicts on what the paper says of them."""
    sections = [
        Section(
            "NMI of the training sets",
            [["noise", "NMI"]]
            + [[f"{level} %", cell(pair, 5)] for level, pair in zip(curves.levels, curves.training)],
            notes=["Mean over seeds and folds ± standard deviation."],
        )
    ]
    for measure, title in MEASURE_NAMES.items():
        digits = 5 if measure == "nmi" else 4
        rows = [["noise", *curves.methods]]
        for i, level in enumerate(curves.levels):
            rows.append([f"{level} %", *(cell(of[measure][i], digits) for of in curves.methods.values())])
        note = "Predictions merged over the folds; mean and standard deviation over the seeds."
        sections.append(Section(title[0].upper() + title[1:], rows, notes=[note]))
    if set(PAIR) <= set(curves.methods):
        verdicts = [list(verdict) for verdict in noise_verdicts(curves)]
        heading = ["statement", "verdict", "numbers"]
        sections.append(Section("What the paper says of these curves", [heading, *verdicts], 3))
    return sections


def cell(pair: tuple[float, float], digits: int) -> str:
    """
    >>> cell((0.85612, 0.0101), 3)
    '0.856 ± 0.010'
    """
    return f"{pair[0]:.{digits}f} ± {pair[1]:.{digits}f}"
