"""The paper's tables with our results beside them: cells, the paper's own folds, and the statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.bayesian_sign import BayesianSign, bayesian_sign_test
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.methods import METHODS
from monfknn_ref.evaluation.rank_tests import Friedman, Holm, Wilcoxon, friedman, wilcoxon
from monfknn_ref.evaluation.results import Results, TableCell, mean_over_seeds
from monfknn_ref.reproduction.findings import counts_behind
from monfknn_ref.reproduction.paper_tables import (
    FUZZY,
    HOLM,
    RESULTS,
    STATE,
    WILCOXON,
    HolmTable,
    ResultTable,
    WilcoxonRow,
)

CONTROL = "MonFkNN-PM"  # what the others are held against


def methods_for(columns: Sequence[str]) -> list[str]:
    """Our methods for some columns of the paper, in the order of the columns.

    >>> methods_for(["OLM", "OSDL"])
    ['OLM', 'OSDL', 'OSDL-published']
    """
    return [name for column in columns for name, method in METHODS.items() if method.column == column]


def cells_of(table: ResultTable, results: Results) -> list[TableCell]:
    """Each cell of a table for which there are results, row by row."""
    cells = []
    for dataset, row in table.cells.items():
        for name in methods_for(table.methods):
            if results.has(name, dataset):
                cells.append(results.cell(name, dataset, table.measure, row[METHODS[name].column]))
    return cells


# --- The paper's own folds --------------------------------------------------------------------------------


@dataclass(frozen=True)
class FoldsCell(TableCell):
    """A cell of the paper and what comes out on the folds it was measured on."""

    rows: int

    @property
    def printed_count(self) -> str:
        """The whole number behind a printed accuracy or MAE; the paper's means of three runs have thirds."""
        if self.measure == "nmi":
            return ""
        runs = 1 if counts_behind(self.paper, self.rows) else 3
        counts = counts_behind(self.paper, runs * self.rows)
        return " or ".join(str(Fraction(count, runs)) for count in counts)

    @property
    def count(self) -> str:
        """The whole number behind ours, the mean over the seeds."""
        return "" if self.measure == "nmi" else str(self.ours * self.rows)


def folds_cells(results: Results) -> list[FoldsCell]:
    """Every printed cell of a data set whose fold files were at hand."""
    cells: dict[tuple[str, str, str], FoldsCell] = {}
    for table in RESULTS:
        for dataset, row in table.cells.items():
            for name in methods_for(table.methods):
                counts = results.on_files(name, dataset)
                if counts:
                    ours, paper = mean_over_seeds(counts, table.measure), row[METHODS[name].column]
                    cell = FoldsCell(name, dataset, table.measure, paper, ours, None, counts[0].rows)
                    cells.setdefault((name, dataset, table.measure), cell)
    return list(cells.values())


# --- Statistics -------------------------------------------------------------------------------------------


def common_datasets(names: Sequence[str], results: Results) -> list[str]:
    """The data sets that all of these methods were run on."""
    return [name for name in PAPER_TABLE if all(results.has(method, name) for method in names)]


@dataclass(frozen=True)
class WilcoxonComparison:
    """A row of the Wilcoxon table and the same test on ours."""

    printed: WilcoxonRow
    ours: Wilcoxon
    datasets: tuple[str, ...]


def compare_wilcoxon(results: Results, fewest: int = 1) -> list[WilcoxonComparison]:
    """Each comparison whose two methods were run on so many data sets, or more."""
    found = []
    for row in WILCOXON:
        datasets = common_datasets([row.method, row.against], results)
        if len(datasets) >= fewest:
            ours, others = (results.column(one, datasets, row.measure) for one in (row.method, row.against))
            test = wilcoxon(ours, others, FUZZY[row.measure].best)
            found.append(WilcoxonComparison(row, test, tuple(datasets)))
    return found


def sources_of(table: ResultTable, results: Results) -> dict[str, str]:
    """Which of our methods stands for each column that was run: of a method with a defect to repeat, the run
    that repeats it."""
    sources = {}
    for column in table.methods:
        run = [name for name in methods_for([column]) if any(results.has(name, one) for one in PAPER_TABLE)]
        if run:
            sources[column] = run[-1]  # the published one stands last
    return sources


def our_columns(measure: str, results: Results) -> tuple[dict[str, list[Any]], list[str], dict[str, str]]:
    """For each column of a table of the eight methods: our values, where there are any, else the printed.

    Also returned: the data sets that all of our columns have, and which of our methods stands for which
    column.
    """
    table = STATE[measure]
    sources = sources_of(table, results)
    datasets = common_datasets(list(sources.values()), results)
    if len(sources) < len(table.methods):  # the others have printed cells on the paper's data sets only
        datasets = [name for name in datasets if name in table.cells]
    columns: dict[str, list[Any]] = {}
    for column in table.methods:
        if column in sources:
            columns[column] = results.column(sources[column], datasets, measure)
        else:
            columns[column] = [table.cells[name][column] for name in datasets]
    return columns, datasets, sources


@dataclass(frozen=True)
class FriedmanComparison:
    """A Holm table and the same tests on ours."""

    printed: HolmTable
    ours: Friedman
    holm: Holm
    datasets: tuple[str, ...]
    sources: dict[str, str]  # our method for each column; the others are as printed


def compare_friedman(results: Results, fewest: int = 1) -> list[FriedmanComparison]:
    """The mean ranks of the eight methods and what Holm says of them, in each measure."""
    found = []
    for measure, printed in HOLM.items():
        columns, datasets, sources = our_columns(measure, results)
        if len(datasets) < fewest:
            continue
        rows = list(zip(*columns.values()))
        test = friedman(rows, list(columns), printed.control, STATE[measure].best)
        found.append(FriedmanComparison(printed, test, test.holm(), tuple(datasets), sources))
    return found


@dataclass(frozen=True)
class BayesComparison:
    """The Bayesian sign test of MonFkNN-PM against a method: on the printed cells and on ours."""

    measure: str
    method: str
    from_cells: BayesianSign
    ours: BayesianSign
    datasets: tuple[str, ...]


def compare_bayes(results: Results, fewest: int = 1, samples: int = 1) -> list[BayesComparison]:
    """The tests against each method that was run; the paper draws five of the seven. Counts and means need no
    sampling, the shares that each region wins do."""
    found = []
    for measure, table in STATE.items():
        sources = sources_of(table, results)
        for method in table.methods:
            if method == CONTROL or not {CONTROL, method} <= sources.keys():
                continue
            datasets = common_datasets([sources[CONTROL], sources[method]], results)
            if len(datasets) < fewest:
                continue
            printed = [table.column(one) for one in (CONTROL, method)]
            ours = [results.column(sources[one], datasets, measure) for one in (CONTROL, method)]
            from_cells, from_ours = (
                bayesian_sign_test(a, b, MEASURES[measure].rope, table.best, edges="none", samples=samples)
                for a, b in (printed, ours)
            )
            found.append(BayesComparison(measure, method, from_cells, from_ours, tuple(datasets)))
    return found


def title_of(table: ResultTable) -> str:
    """
    >>> title_of(STATE["mae"])
    'MAE (Table 8)'
    """
    return f"{table.title} ({table.place})"
