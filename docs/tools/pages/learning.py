"""The table of the page "Learning curves", and by how much one method is ahead of another."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping
from functools import partial

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.results import Results
from monfknn_ref.evaluation.student_t import Mean
from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction.studies import LEARNERS, SMALLEST
from monfknn_ref.reproduction.study_tables import learning_curve, learning_section
from tools import stored
from tools.pages import folded_section, region

METHODS = [learner.name for learner in LEARNERS]
PLACES = {0: f"{SMALLEST} rows", 1: f"{2 * SMALLEST} rows", 2: f"{4 * SMALLEST} rows", -1: "all rows"}
"""The places of the curves that every data set has, and what they are called."""


def ends() -> str:
    """The means over the data sets with few rows and with all, and who is best how often."""
    measured = stored.study("learning")
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
    return region("Few rows and all rows", markdown_table(rows), numbers=True)


def lead(measured: Results, method: str, over: str, measure: str, place: int) -> Mean:
    """By how much one method exceeds another, on average over the data sets, draw by draw."""
    by_set = []
    for dataset in measured.datasets:
        size = learning_curve(measured, dataset, method, measure)[place][0]
        ours, theirs = (measured.values(f"{one}, {size} rows", dataset, measure) for one in (method, over))
        by_set.append([a - b for a, b in zip(ours, theirs)])
    return Mean.over_sets(by_set)


def curves(measure: str) -> str:
    return folded_section(learning_section(stored.study("learning"), measure))


TABLES: Mapping[str, Callable[[], str]] = {
    "ends": ends,
    **{measure: partial(curves, measure) for measure in MEASURES},
}
"""What the page asks for."""
