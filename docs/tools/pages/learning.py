"""The page "Learning curves", written from stored results."""

from __future__ import annotations

import statistics

from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction.drawn_sets import LEARNERS, SMALLEST
from monfknn_ref.reproduction.settings_study import MEASURES, Mean, Measured, average
from monfknn_ref.reproduction.study_tables import HIGHER_IS_BETTER, learning_curve, learning_section
from tools.pages import filled, included_figure, region
from tools.pages.readings_compared import folded_section, signed

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
            folded_section(learning_section(measured, measure)),
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
[relabeled](glossary.md#term-relabeled) rows. Bands are standard deviations over the
draws. NMI counts pairs of predicted rows."""


def ends(measured: Measured) -> str:
    """The means over the data sets with few rows and with all, and who is best how often."""
    rows = [["measure", *METHODS]]
    for measure, name in MEASURES.items():
        digits = 5 if measure == "nmi" else 3
        for place, words in PLACES.items():
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
    table = region("Few rows and all rows", markdown_table(rows), numbers=True)
    note = "In parentheses: on how many of the twelve sets the method is the best, ties counted for each."
    return "\n\n".join([filled(ahead(measured)), table, note])


PLACES = {0: f"{SMALLEST} rows", 1: f"{2 * SMALLEST} rows", 2: f"{4 * SMALLEST} rows", -1: "all rows"}
"""The places of the curves that every data set has, and what they are called."""


def lead(measured: Measured, method: str, over: str, measure: str, place: int) -> Mean:
    """By how much one method exceeds another, on average over the data sets, draw by draw."""
    by_set = []
    for dataset in measured.datasets:
        size = learning_curve(measured, dataset, method, measure)[place][0]
        ours, theirs = (measured.values(dataset, f"{one}, {size} rows", measure) for one in (method, over))
        by_set.append([a - b for a, b in zip(ours, theirs)])
    return average([statistics.fmean(of_draw) for of_draw in zip(*by_set)])


def ahead(measured: Measured) -> str:
    """Where monotonicity helps most."""
    few, all_rows = (signed(lead(measured, "MonFkNN-PM", "FkNN", "accuracy", place)) for place in (0, -1))
    also, still = (signed(lead(measured, "MonFkNN-AM", "FkNN", "accuracy", place)) for place in (0, -1))
    return f"""\
Monotonicity helps most where rows are few: what the neighbors cannot tell, the range often can. With
{SMALLEST} rows PM is ahead of FkNN by {few} in accuracy and AM by {also}; with all rows by {all_rows} and
{still}. With up to {2 * SMALLEST} rows PM also has the fewest violations, with more rows MkNN has. AM has
more of them than both, and fewer than FkNN."""


RUN_IT_YOURSELF = """\
## Run it yourself

```sh
{command} --out study.db --save learning.json
```

`DIR` is the folder with the data sets, as [Experimental framework](experimental-framework.md) says. A
draw of all data sets takes about half a minute of processor time."""
