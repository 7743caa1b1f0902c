"""The noise study for a reader: tables, and the documentation page, written from stored curves."""

from __future__ import annotations

from collections.abc import Sequence

from monfknn_ref.experiments.comparison_tables import Section
from monfknn_ref.experiments.noise_claims import noise_verdicts
from monfknn_ref.experiments.noise_study import MEASURES, PAIR, Curves
from monfknn_ref.experiments.tables import markdown_figure, markdown_table

__all__ = ["SURFACES", "noise_page", "noise_sections"]

SURFACES = {
    "noise-surface-mknn": "MkNN",
    "noise-surface-pm": "MonFkNN-PM",
    "noise-surface-am": "MonFkNN-AM",
    "noise-surface-fknn": "FkNN",
}
"""The decision surfaces at 35 % noise: file names and methods."""


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
    for measure, title in MEASURES.items():
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


INTRODUCTION = """\
# Noise

The paper's last experiment asks what class noise does to MonFkNN-PM and to MkNN. The training part of each
fold is cut down to a quarter; then a share of its labels is drawn anew, each from the classes of the row's 15
nearest neighbors, those of its own class left out. MkNN gets its training set relabelled first. The tables
and the numbers of this page are written by a program from a stored run."""

RUN_IT_YOURSELF = """\
## Run it yourself

```sh
python -m monfknn_ref reproduce noise --jobs 2 --out noise.jsonl --save noise.json --charts .
python -m monfknn_ref surface --method MkNN --noise 0.35 --out surface.svg
```

The first command can be stopped at any time; started again, it goes on and ends with the same bytes. The
second draws any classifier of the package on any data set with two attributes."""


def noise_page(curves: Curves, surfaces: Sequence[str] = tuple(SURFACES)) -> str:
    """The whole page in Markdown."""
    training, *measured, verdicts = noise_sections(curves)
    parts = [INTRODUCTION, what_was_run(curves), RUN_IT_YOURSELF]
    parts += ["## What the paper says, tested", verdict_table(verdicts)]
    parts += ["## The training sets", markdown_figure("noise-data"), folded(training)]
    for section, measure in zip(measured, MEASURES):
        parts += [f"## {section.title}", markdown_figure(f"noise-{measure}"), folded(section)]
    parts += ["## Decision surfaces at 35 % noise", SURFACES_IN_WORDS]
    for name in surfaces:
        parts += [f"### {SURFACES[name]}", markdown_figure(name)]
    return "\n\n".join(parts) + "\n"


SURFACES_IN_WORDS = """\
On the left the true classes with the training rows, noisy ones dark; on the right what the method makes of
them, rows with a wrong class dark. Classes go from light to dark and have their number; double lines mark
edges at which the class falls although the attributes rise. The surfaces are drawn under `PAPER`."""


def what_was_run(curves: Curves) -> str:
    return (
        f"Run on the built-in {curves.dataset} under the reading `{curves.reading}`: {curves.seeds} seeds, "
        f"{curves.folds} folds, {len(curves.levels)} noise levels from {curves.levels[0]} to "
        f"{curves.levels[-1]} %, methods {', '.join(curves.methods)}. The points are not the paper's own, so "
        "its curves cannot come out number by number; what it says of them can be tested."
    )


def verdict_table(section: Section) -> str:
    return markdown_table(section.rows, section.left)


def folded(section: Section) -> str:
    """A table behind a line to click on."""
    table = markdown_table(section.rows, section.left)
    lines = [f'??? note "{section.title} in numbers"', "", *table.splitlines(), "", *section.notes]
    return "\n".join([lines[0], *(f"    {line}" if line else "" for line in lines[1:])])
