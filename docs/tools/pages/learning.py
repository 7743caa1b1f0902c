"""The page "Learning curves", written from stored results."""

from __future__ import annotations

import statistics

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.results import Results
from monfknn_ref.evaluation.student_t import Mean
from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction.studies import LEARNERS, SMALLEST
from monfknn_ref.reproduction.study_tables import learning_curve, learning_section
from tools.pages import filled, included_figure, region
from tools.pages.readings_compared import folded_section

METHODS = [learner.name for learner in LEARNERS]


def learning_page(measured: Results) -> str:
    """The whole page in Markdown."""
    parts = [filled(introduction(measured)), ends(measured)]
    for measure, of in MEASURES.items():
        parts += [
            f"## {of.title} {{ #{measure} }}",
            included_figure(f"learning-{measure}"),
            folded_section(learning_section(measured, measure)),
        ]
    parts.append(filled(RUN_IT_YOURSELF.format(command=measured.command)))
    return "\n\n".join(parts) + "\n"


def introduction(measured: Results) -> str:
    return f"""\
# Learning curves

How many labeled rows does MonFkNN need, and how do its parents do with the same rows? In each of
{measured.partitions} draws the rows of a data set are shuffled. The last three tenths are predicted, and
the methods learn from the first {SMALLEST}, {2 * SMALLEST}, {4 * SMALLEST}, ... of the others, up to
all of them. Each method has the paper's parameters and the reading `PAPER`; MkNN gets
[relabeled](glossary.md#term-relabeled) rows. Bands are standard deviations over the
draws. NMI counts pairs of predicted rows."""


def ends(measured: Results) -> str:
    """The means over the data sets with few rows and with all, and who is best how often."""
    rows = [["measure", *METHODS]]
    for measure, of in MEASURES.items():
        digits = 5 if measure == "nmi" else 3
        for place, words in PLACES.items():
            values = [
                [learning_curve(measured, dataset, method, measure)[place][1].mean for method in METHODS]
                for dataset in measured.datasets
            ]
            means = [statistics.fmean(column) for column in zip(*values)]
            choose = max if MEASURES[measure].sign > 0 else min
            best = [sum(row[i] == choose(row) for row in values) for i in range(len(METHODS))]
            rows.append(
                [f"{of.word}, {words}", *(f"{mean:.{digits}f} ({count})" for mean, count in zip(means, best))]
            )
    table = region("Few rows and all rows", markdown_table(rows), numbers=True)
    note = "In parentheses: on how many of the twelve sets the method is the best, ties counted for each."
    return "\n\n".join([filled(ahead(measured)), table, note])


PLACES = {0: f"{SMALLEST} rows", 1: f"{2 * SMALLEST} rows", 2: f"{4 * SMALLEST} rows", -1: "all rows"}
"""The places of the curves that every data set has, and what they are called."""


def lead(measured: Results, method: str, over: str, measure: str, place: int) -> Mean:
    """By how much one method exceeds another, on average over the data sets, draw by draw."""
    by_set = []
    for dataset in measured.datasets:
        size = learning_curve(measured, dataset, method, measure)[place][0]
        ours, theirs = (measured.values(f"{one}, {size} rows", dataset, measure) for one in (method, over))
        by_set.append([a - b for a, b in zip(ours, theirs)])
    return Mean.over_sets(by_set)


def ahead(measured: Results) -> str:
    """Where monotonicity helps most."""
    few, all_rows = (lead(measured, "MonFkNN-PM", "FkNN", "accuracy", place).signed(3) for place in (0, -1))
    also, still = (lead(measured, "MonFkNN-AM", "FkNN", "accuracy", place).signed(3) for place in (0, -1))
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
