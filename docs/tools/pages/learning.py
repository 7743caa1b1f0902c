"""The page "Learning curves", written from stored results."""

from __future__ import annotations

import statistics

from monfknn_ref.experiments.drawn_sets import LEARNERS, SMALLEST
from monfknn_ref.experiments.settings_study import MEASURES, Measured
from monfknn_ref.experiments.study_tables import HIGHER_IS_BETTER, learning_curve, learning_section
from monfknn_ref.experiments.tables import markdown_table
from tools.pages import filled, included_figure, region
from tools.pages.readings_compared import folded

__all__ = ["learning_page"]

METHODS = [learner.name for learner in LEARNERS]


def learning_page(measured: Measured) -> str:
    """The whole page in Markdown."""
    parts = [filled(introduction(measured)), ends(measured)]
    for measure, name in MEASURES.items():
        title = name[0].upper() + name[1:]
        parts += [
            f"## {title} {{ #{measure} }}",
            included_figure(f"learning-{measure}"),
            folded(learning_section(measured, measure)),
        ]
    parts.append(filled(RUN_IT_YOURSELF.format(command=measured.command)))
    return "\n\n".join(parts) + "\n"


def introduction(measured: Measured) -> str:
    return f"""\
# Learning curves

How many labeled rows does MonFkNN need, and how do its parents do with the same rows? In each of
{measured.partitions} draws the rows of a data set are shuffled. The last three tenths are predicted, and
the methods learn from the first {SMALLEST}, {2 * SMALLEST}, {4 * SMALLEST}, ... of the others, up to
all of them. Each method has the paper's parameters and the reading `PAPER`; MkNN gets
[relabelled](glossary.md#term-relabelled) rows. Bands are standard deviations over the
draws. NMI counts pairs of predicted rows."""


def ends(measured: Measured) -> str:
    """The means over the data sets at both ends of the curves, and who is best how often."""
    rows = [["", *METHODS]]
    for measure, name in MEASURES.items():
        digits = 5 if measure == "nmi" else 3
        for place, words in ((0, f"{SMALLEST} rows"), (-1, "all rows")):
            values = [
                [learning_curve(measured, dataset, method, measure)[place][1].mean for method in METHODS]
                for dataset in measured.datasets
            ]
            means = [statistics.fmean(column) for column in zip(*values)]
            choose = max if HIGHER_IS_BETTER[measure] else min
            best = [sum(row[i] == choose(row) for row in values) for i in range(len(METHODS))]
            rows.append(
                [f"{name}, {words}", *(f"{mean:.{digits}f} ({count})" for mean, count in zip(means, best))]
            )
    table = region("Both ends of the curves", markdown_table(rows), numbers=True)
    note = "In parentheses: on how many of the twelve sets the method is the best, ties counted for each."
    return "\n\n".join(["Both ends of the curves, as means over the data sets:", table, note])


RUN_IT_YOURSELF = """\
## Run it yourself

```sh
{command} --out study.db --save learning.json
```

`DIR` is the folder with the data sets, as [Experimental framework](experimental-framework.md) says. A
draw of all data sets takes about half a minute of processor time."""
