"""The paper's tables with our results beside them: cells, the paper's own folds, and the statistics.

What is compared is followed by its table for a reader: a section with a title, rows and notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.bayesian_sign import BayesianSign, bayesian_sign_test
from monfknn_ref.evaluation.folds import ORDERS
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.method_comparison import ENOUGH, word_of_warning
from monfknn_ref.evaluation.methods import METHODS
from monfknn_ref.evaluation.rank_tests import Friedman, Holm, Wilcoxon, friedman, wilcoxon, word_of
from monfknn_ref.evaluation.results import Results, TableCell, mean_over_seeds
from monfknn_ref.evaluation.tables import Section
from monfknn_ref.reproduction.findings import counts_behind
from monfknn_ref.reproduction.paper_runs import ORDER_METHODS
from monfknn_ref.reproduction.paper_tables import (
    FUZZY,
    HOLM,
    PRINTED_AS,
    RESULTS,
    STATE,
    WILCOXON,
    HolmTable,
    ResultTable,
    WilcoxonRow,
)

CONTROL = "MonFkNN-PM"  # what the others are held against
EQUAL, WITHIN, OUTSIDE, UNKNOWN = "=", "", "≠", "?"

# --- Cells --------------------------------------------------------------------------------------------------


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


def title_of(table: ResultTable) -> str:
    """
    >>> title_of(STATE["mae"])
    'MAE (Table 8)'
    """
    return f"{table.title} ({table.place})"


def mark_of(cell: TableCell) -> str:
    """Whether the paper's value prints as ours, lies within two spreads or outside, or cannot be judged."""
    if cell.is_equal:
        return EQUAL
    if cell.spread is None:
        return UNKNOWN
    return WITHIN if cell.is_within else OUTSIDE


def count_verdicts(cells: Sequence[TableCell]) -> str:
    """
    >>> count_verdicts([])
    '0 cells: 0 print alike, 0 more lie within two spreads, 0 do not'
    """
    marks = [mark_of(cell) for cell in cells]
    text = (
        f"{len(cells)} cells: {marks.count(EQUAL)} print alike, {marks.count(WITHIN)} more lie within "
        f"two spreads, {marks.count(OUTSIDE)} do not"
    )
    unknown = marks.count(UNKNOWN)
    return text + (f", {unknown} have one partition and no spread" if unknown else "")


def cells_section(title: str, cells: Sequence[TableCell]) -> Section:
    """One line for each cell."""
    rows = [["data set", "method", "ours", "spread", "paper", "difference", ""]]
    for cell in cells:
        numbers = [f"{float(cell.ours):.4f}", "-" if cell.spread is None else f"{cell.spread:.4f}"]
        numbers += [str(cell.paper), f"{cell.difference:+.4f}", mark_of(cell)]
        rows.append([cell.dataset, cell.method, *numbers])
    return Section(title, rows, 2, [count_verdicts(cells)])


def wide_section(title: str, cells: Sequence[TableCell]) -> Section:
    """One line for each data set, for each method ours ± spread over the paper's."""
    methods = list(dict.fromkeys(cell.method for cell in cells))
    by_place = {(cell.dataset, cell.method): cell for cell in cells}
    rows = [["data set", *methods]]
    for dataset in dict.fromkeys(cell.dataset for cell in cells):
        row = [dataset]
        for method in methods:
            cell = by_place.get((dataset, method))
            if cell is None:
                row.append("")
            else:
                mark = mark_of(cell)
                row.append(f"{cell.with_spread}<br>{cell.paper}{' ' + mark if mark else ''}")
        rows.append(row)
    return Section(title, rows, 1, [count_verdicts(cells) + "."])


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


def folds_section(title: str, cells: Sequence[FoldsCell]) -> Section:
    """The cells of the paper's own folds, with the counts behind them."""
    rows = [["method", "measure", "ours", "count", "paper", "count", ""]]
    for cell in cells:
        measure, mark = MEASURES[cell.measure].title, EQUAL if cell.is_equal else OUTSIDE
        ours, paper = [f"{float(cell.ours):.4f}", cell.count], [str(cell.paper), cell.printed_count]
        rows.append([cell.method, measure, *ours, *paper, mark])
    equal = sum(cell.is_equal for cell in cells)
    return Section(title, rows, 2, [f"{equal} of {len(cells)} cells come out as printed."])


# --- The order of the training rows ----------------------------------------------------------------------


def folds_orders(results: Results) -> Section:
    """Rows predicted right on the folds of files, with the training rows in other orders."""
    reverse, shuffled = results.in_order("reversed"), results.in_order("shuffled")
    rows = [["data set", "method", "as in the files", "reversed", "shuffled", "paper"]]
    hits: dict[str, list[str]] = {"as in the files": [], "reversed": []}
    for name in ORDER_METHODS:
        tables = STATE if name in STATE["accuracy"].methods else FUZZY
        for dataset, cells in tables["accuracy"].cells.items():
            as_filed = results.on_files(name, dataset)
            backward, mixed = reverse.on_files(name, dataset), shuffled.on_files(name, dataset)
            if as_filed and backward and mixed:
                right = sorted(one.right for one in mixed)
                printed = counts_behind(cells[name], as_filed[0].rows)
                for order, counts in zip(hits, (as_filed, backward)):
                    if counts[0].right in printed:
                        hits[order].append(name)
                unmixed = [str(as_filed[0].right), str(backward[0].right)]
                shuffles = f"{right[0]} to {right[-1]} in {len(right)} orders"
                rows.append([dataset, name, *unmixed, shuffles, " or ".join(map(str, printed))])
    found = "; ".join(f"{order} {' and '.join(names) or 'none'}" for order, names in hits.items())
    title = "Rows predicted right on the folds of files, by the order of the training rows"
    return Section(title, rows, 2, [f"Come out as printed: {found}."])


def drawn_orders(results: Results) -> Section:
    """Accuracy and MAE with each partition's training rows shuffled, beside those in file order."""
    shuffled = results.in_order("shuffled").on_partitions_of(results)
    as_filed = results.on_partitions_of(shuffled)
    heading = "data set, method, measure, partitions, as in the file, shuffled, difference, paper"
    rows = [heading.split(", ")]
    notes = []
    for table in (FUZZY["accuracy"], FUZZY["mae"], STATE["accuracy"], STATE["mae"]):
        for name in ORDER_METHODS:
            differences = {}
            for dataset, cells in table.cells.items():
                if name in table.methods and shuffled.has(name, dataset):
                    before, after = (
                        some.cell(name, dataset, table.measure, cells[name]) for some in (as_filed, shuffled)
                    )
                    differences[dataset] = float(after.ours - before.ours)
                    row = [dataset, name, table.title, str(len(shuffled.drawn(name, dataset)))]
                    row += [before.with_spread, after.with_spread, f"{differences[dataset]:+.4f}"]
                    rows.append([*row, str(cells[name])])
            if differences:
                most = max(differences, key=lambda dataset: abs(differences[dataset]))
                changed = sum(difference != 0 for difference in differences.values())
                notes.append(
                    f"{name}, {table.title}: another mean on {changed} of "
                    f"{len(differences)} data sets, by {differences[most]:+.4f} on {most} at the most."
                )
    return Section("Training rows as in the file and shuffled", rows, 3, notes)


# --- Statistics -------------------------------------------------------------------------------------------


def common_datasets(names: Sequence[str], results: Results) -> list[str]:
    """The data sets that all of these methods were run on."""
    return [name for name in PAPER_TABLE if all(results.has(method, name) for method in names)]


def warnings(datasets: Iterable[Sequence[str]]) -> list[str]:
    """A word of warning where the fewest data sets of some tests are too few."""
    warning = word_of_warning(min(map(len, datasets), default=ENOUGH))
    return [warning] if warning else []


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


def wilcoxon_section(comparisons: Sequence[WilcoxonComparison]) -> Section:
    """The printed sums of signed ranks and p-values beside ours."""
    rows = [["measure", "comparison", "paper R+", "R-", "p", "ours R+", "R-", "p", "sets"]]
    for one in comparisons:
        printed, ours = one.printed, one.ours
        row = [MEASURES[printed.measure].title, f"{printed.method} against {printed.against}"]
        row += [str(printed.r_plus), str(printed.r_minus), str(printed.p_value)]
        row += [f"{ours.r_plus:g}", f"{ours.r_minus:g}", f"{ours.p_value:.4f}"]
        rows.append([*row, str(len(one.datasets))])
    notes = warnings(one.datasets for one in comparisons)
    return Section(f"Wilcoxon signed ranks ({PRINTED_AS['tab:wilcoxom']})", rows, 2, notes)


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


def friedman_section(comparison: FriedmanComparison) -> Section:
    """The printed mean ranks and verdicts beside ours."""
    printed = comparison.printed
    verdicts = {row.method: word_of(row.rejected) for row in printed.rows}
    test = comparison.holm
    found = {name: [f"{p:.4f}", word_of(no)] for name, p, no in zip(test.names, test.adjusted, test.rejected)}
    rows = [["method", "run as", "paper rank", "verdict", "our rank", "Holm's p", "verdict"]]
    for method, rank in printed.ranks().items():
        row = [method, comparison.sources.get(method, "(printed cells)"), str(rank)]
        ours = f"{float(comparison.ours.ranks[method]):.4f}"
        rows.append([*row, verdicts.get(method, "control"), ours, *found.get(method, ["", "control"])])
    title = f"{printed.title}: Friedman's mean ranks and Holm ({printed.place})"
    notes = [f"On {len(comparison.datasets)} data sets; verdicts at 0.05.", *warnings([comparison.datasets])]
    return Section(title, rows, 2, notes)


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


def bayes_section(comparisons: Sequence[BayesComparison]) -> Section:
    """Counts and posterior means of the three regions, from the printed cells and from ours."""
    rows = [["measure", "MonFkNN-PM against", "paper's cells", "means", "ours", "means", "sets"]]
    for one in comparisons:
        printed, ours = one.from_cells, one.ours
        tests = [printed.counts_text, printed.means_text, ours.counts_text, ours.means_text]
        rows.append([MEASURES[one.measure].title, one.method, *tests, str(len(one.datasets))])
    notes = [
        "Differences and posterior means: the other method better / no difference / MonFkNN-PM better. "
        "A difference exactly on the edge of the rope counts in none of the three.",
        *warnings(one.datasets for one in comparisons),
    ]
    return Section("Bayesian sign test (the paper prints heat maps, no numbers)", rows, 2, notes)


# --- What is shown -----------------------------------------------------------------------------------------


TABLES: dict[str, Sequence[ResultTable]] = {
    "fuzzy": list(FUZZY.values()),
    **{measure: [table] for measure, table in STATE.items()},
    "wilcoxon": list(FUZZY.values()),
    "friedman": list(STATE.values()),
    "bayes": list(STATE.values()),
    "orders": [],
    "noise": [],
    "all": RESULTS,
}
"""What `reproduce` shows, by name, and the tables of the paper that it is about."""
TESTS = ("wilcoxon", "friedman", "bayes")
"""Those that compare methods over data sets."""
SEVERAL = 2
"""Data sets: a test over one says nothing."""


def methods_shown(table: str) -> list[str]:
    """The methods that a table is about.

    >>> methods_shown("orders"), methods_shown("wilcoxon")
    (['FkNN', 'MkNN', 'OLM'], ['FkNN', 'MonFkNN-PM', 'MonFkNN-AM'])
    """
    if table == "orders":
        return list(ORDER_METHODS)
    return methods_for(list(dict.fromkeys(method for one in TABLES[table] for method in one.methods)))


def sections_of(name: str, results: Results, wide: bool = False) -> list[Section]:
    """What there is to show."""
    tables = () if name in TESTS else TABLES[name]
    sections = [
        (wide_section if wide else cells_section)(title_of(table), cells_of(table, results))
        for table in tables
    ]
    shown = {(method, table.measure) for table in tables for method in methods_for(table.methods)}
    on_folds = [cell for cell in folds_cells(results) if (cell.method, cell.measure) in shown]
    for dataset in dict.fromkeys(cell.dataset for cell in on_folds):
        cells_there = [cell for cell in on_folds if cell.dataset == dataset]
        sections.append(folds_section(f"{dataset} on the folds of its files", cells_there))
    if name in ("wilcoxon", "all"):
        sections.append(wilcoxon_section(compare_wilcoxon(results, SEVERAL)))
    if name in ("friedman", "all"):
        sections += map(friedman_section, compare_friedman(results, SEVERAL))
    if name in ("bayes", "all"):
        sections.append(bayes_section(compare_bayes(results, SEVERAL)))
    if name in ("orders", "all"):
        sections += [folds_orders(results), drawn_orders(results)]
    return [section for section in sections if section.rows[1:]]


def comparisons_as_json(name: str, results: Results) -> dict[str, Any]:
    """The same as plain numbers."""
    tables = TABLES[name]
    found: dict[str, Any] = {
        "table": name,
        "methods": results.descriptions,
        "implementations": results.implementations,
    }
    if name in ("wilcoxon", "all"):
        found["wilcoxon"] = [
            {
                "measure": one.printed.measure,
                "method": one.printed.method,
                "against": one.printed.against,
                "paper": [float(one.printed.r_plus), float(one.printed.r_minus), float(one.printed.p_value)],
                "ours": [one.ours.r_plus, one.ours.r_minus, one.ours.p_value],
                "datasets": one.datasets,
            }
            for one in compare_wilcoxon(results, SEVERAL)
        ]
    if name in ("friedman", "all"):
        found["friedman"] = [
            {
                "measure": one.printed.measure,
                "paper": {method: float(rank) for method, rank in one.printed.ranks().items()},
                "ours": {str(n): float(rank) for n, rank in zip(one.ours.names, one.ours.mean_ranks)},
                "adjusted": {str(n): p for n, p in zip(one.holm.names, one.holm.adjusted)},
                "run_as": one.sources,
                "datasets": one.datasets,
            }
            for one in compare_friedman(results, SEVERAL)
        ]
    if name in ("bayes", "all"):
        found["bayes"] = [
            {
                "measure": one.measure,
                "against": one.method,
                "paper": {"counts": one.from_cells.counts, "means": one.from_cells.means},
                "ours": {"counts": one.ours.counts, "means": one.ours.means},
                "datasets": one.datasets,
            }
            for one in compare_bayes(results, SEVERAL)
        ]
    if name in ("orders", "all"):
        found["orders"] = {order: counts_as_json(results.in_order(order)) for order in ORDERS}
    if tables and name not in TESTS:
        found["cells"] = [
            {
                "label": table.label,
                "measure": cell.measure,
                "dataset": cell.dataset,
                "method": cell.method,
                "ours": float(cell.ours),
                "spread": cell.spread,
                "paper": float(cell.paper),
                "difference": cell.difference,
                "within_two_spreads": None if cell.spread is None else cell.is_within,
            }
            for table in tables
            for cell in cells_of(table, results)
        ]
        found["own_folds"] = [
            {
                "dataset": cell.dataset,
                "method": cell.method,
                "measure": cell.measure,
                "ours": float(cell.ours),
                "paper": float(cell.paper),
                "equal": cell.is_equal,
            }
            for cell in folds_cells(results)
        ]
    return found


def counts_as_json(results: Results) -> list[dict[str, Any]]:
    """One entry for each method and data set: the counts of each seed by partition."""
    return [
        {
            "method": method,
            "dataset": dataset,
            "rows": next(iter(by_arrangement.values()))[0].rows,
            "right, cost, violating": {
                arrangement.partition: [[one.right, one.cost, one.violating] for one in counts]
                for arrangement, counts in by_arrangement.items()
            },
        }
        for method, by_dataset in results.runs.items()
        for dataset, by_arrangement in by_dataset.items()
    ]
