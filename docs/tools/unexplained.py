"""The unexplained cells: what the stored counts say, as tables and as parts of lines of investigations.md.

A line asks for runs by their names, which are those of data/investigations.json: the study, the variant, and
what else tells them apart, as in `MkNN / lowest / count`; `audit / OLM` is what the audit has of a column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, fsum
from statistics import fmean, stdev
from typing import Any, NamedTuple

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.methods import METHODS
from monfknn_ref.evaluation.results import Counts, TableCell
from monfknn_ref.evaluation.student_t import chance_outside
from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction.paper_tables import FUZZY, STATE, ResultTable
from tools.pages import folded, region
from tools.stored import investigations, results

Run = Mapping[str, Any]
"""The name of a variant, a data set, its number of rows, and the counts of each partition."""

REPEATED = {method.column: name for name, method in METHODS.items()}
"""The run of the audit that is held against each column. Of two it is the one that repeats the defects of a
published program."""
COLUMNS = {name: REPEATED[name] for name in (*FUZZY["accuracy"].methods, *STATE["accuracy"].methods)}
"""The same, column by column as the paper prints them."""
BY_BLOCKS = ("machineCPU", "bostonhousing4cl")
QUARTILES = "quartiles, closed on the right"
BLOCKS = "blocks of a quarter, rounded up"
GROUPS = (("FkNN", "MonFkNN-PM", "MonFkNN-AM", "RDMT", "PMDT"), ("MkNN", "OLM", "MID"))
"""Columns that come out on the other data sets, and columns that do not come out there either."""
HARD = ("bostonhousing4cl", "ERA", "ESL", "LEV", "SWD", "windsorhousing")
"""The data sets on which MkNN stays far from ours."""


def studies() -> dict[str, Any]:
    found: dict[str, Any] = investigations()["studies"]
    return found


# --- Cells ------------------------------------------------------------------------------------------------


def tables_of(column: str) -> Mapping[str, ResultTable]:
    """The three tables that print a column."""
    return STATE if column in STATE["accuracy"].methods else FUZZY


def values_of(run: Run, measure: str) -> list[Fraction]:
    """A measure on each partition."""
    return [getattr(Counts(run["rows"], *map(Fraction, counts)), measure) for counts in run["counts"]]


def cells_of(runs: Iterable[Run], column: str) -> list[TableCell]:
    """The three cells of each data set: the mean over the partitions, their spread, and what is printed."""
    found = []
    for run in runs:
        for measure, table in tables_of(column).items():
            values = values_of(run, measure)
            spread = stdev(map(float, values)) if len(values) > 1 else None
            mean = sum(values, Fraction(0)) / len(values)
            printed = table.cells[run["dataset"]][column]
            found.append(TableCell(column, run["dataset"], measure, printed, mean, spread))
    return found


def audit_cells(column: str) -> list[TableCell]:
    """The cells of a column as the audit has them."""
    method = COLUMNS[column]
    return [
        results().cell(method, name, measure, table.cells[name][column])
        for measure, table in tables_of(column).items()
        for name in PAPER_TABLE
    ]


def runs_of(study: str, variant: str, *more: str) -> list[Run]:
    """The runs of a variant on every data set; `more` are the rows equal to the query, or the rule."""
    stored = studies()[study]
    found = [
        run
        for run in [*stored["runs"], *stored.get("votes", [])]
        if run["variant"] == variant and {*more} <= {run.get("equal rows"), run.get("rule")}
    ]
    if not found:
        raise LookupError(f"no run is called {' / '.join((study, variant, *more))!r}")
    return found


def cells(what: str) -> list[TableCell]:
    """The cells of runs that a line of the page names."""
    study, *names = what.split(" / ")
    return audit_cells(*names) if study == "audit" else cells_of(runs_of(study, *names), study)


def cells_under(rule: str, dataset: str, column: str) -> list[TableCell]:
    """The cells of a column on a data set with the classes of a rule; FkNN with crisp memberships always."""
    if rule != QUARTILES:
        found = cells_of(runs_of("limits", COLUMNS[column], rule), column)
    else:
        found = cells("FkNN / crisp") if column == "FkNN" else audit_cells(column)
    return [cell for cell in found if cell.dataset == dataset]


class MeanOfThree(NamedTuple):
    """A printed cell of MonMLP beside the means of any three runs."""

    dataset: str
    measure: str
    paper: float
    low: float
    high: float
    """The ends of the middle 95 % of the means."""

    @property
    def is_within(self) -> bool:
        return self.low - 5e-5 <= self.paper <= self.high + 5e-5


def mlp_runs() -> list[Run]:
    """The runs from one start, on the two sets with the classes by blocks."""
    own = [run for run in runs_of("MonMLP", "one start") if run["dataset"] not in BY_BLOCKS]
    runs = own + runs_of("limits", "MonMLP", BLOCKS)
    return sorted(runs, key=lambda run: list(PAPER_TABLE).index(run["dataset"]))


def means_of_three() -> list[MeanOfThree]:
    """The three cells of each data set."""
    found = []
    for run in mlp_runs():
        for measure, table in STATE.items():
            values = map(float, values_of(run, measure))
            means = sorted(fmean(three) for three in combinations(values, 3))
            cut = len(means) // 40
            paper = float(table.cells[run["dataset"]]["MonMLP"])
            found.append(MeanOfThree(run["dataset"], measure, paper, means[cut], means[-1 - cut]))
    return found


Cells = Sequence[TableCell] | Sequence[MeanOfThree]


def outside(of: Cells) -> list[Any]:
    return [cell for cell in of if not cell.is_within]


def number_within(of: Cells) -> str:
    return f"{len(of) - len(outside(of))} of {len(of)}"


def names_of(of: Cells) -> str:
    """Which cells, by data set.

    >>> names_of([MeanOfThree("LEV", "mae", 0.5, 0.4, 0.6)]), names_of([])
    ('LEV (MAE)', 'none')
    """
    found: dict[str, list[str]] = {}
    for cell in of:
        found.setdefault(cell.dataset, []).append(MEASURES[cell.measure].title)
    return ", ".join(f"{name} ({', '.join(measures)})" for name, measures in found.items()) or "none"


def marked(cell: TableCell) -> str:
    return cell.with_spread + ("" if cell.is_within else " ≠")


# --- Chance -----------------------------------------------------------------------------------------------


def expected(of: Sequence[TableCell], values: int) -> float:
    """How many of the cells chance alone puts outside two spreads; a cell without any spread is left out."""
    return sum(bool(cell.spread) for cell in of) * chance_outside(values)


def most_by_chance(count: int, chance: float) -> int:
    """The number of cells outside that chance does not exceed in 95 of 100 cases, if cells were independent.

    >>> most_by_chance(33, 0.089), most_by_chance(36, 0)
    (6, 0)
    """
    reached = 0.0
    for number in range(count + 1):
        reached += comb(count, number) * chance**number * (1 - chance) ** (count - number)
        if reached >= 0.95:
            return number
    return count


def verdict_of(of: Sequence[TableCell], values: int) -> str:
    """Whether chance explains the cells outside."""
    counted = sum(bool(cell.spread) for cell in of)
    fits = len(outside(of)) <= most_by_chance(counted, chance_outside(values))
    return "fits" if fits else "does not fit"


def partitions_of(column: str) -> int:
    """On how many partitions the audit has a column."""
    return min(len(results().drawn(COLUMNS[column], name)) for name in PAPER_TABLE)


# --- Parts of lines ---------------------------------------------------------------------------------------


def tried(what: str) -> str:
    """What came out of a variant on all data sets, and whether it fits."""
    of, study = cells(what), what.split(" / ")[0]
    partitions = partitions_of(what.split(" / ")[1]) if study == "audit" else studies()[study]["partitions"]
    spread = fmean(cell.spread or 0.0 for cell in of if cell.measure == "accuracy")
    found = f"{number_within(of)} cells within two spreads, with a mean spread of {spread:.4f} in accuracy"
    return f"{found}; outside: {names_of(outside(of))} | {verdict_of(of, partitions)}"


def relabeled(what: str) -> str:
    """The cells of MkNN within two spreads, of all and of the hard sets, and three of its accuracies."""
    of = cells(what)
    accuracies = {cell.dataset: cell for cell in of if cell.measure == "accuracy"}
    three = [accuracies[name] for name in ("LEV", "windsorhousing", "ESL")]
    hard = [cell for cell in of if cell.dataset in HARD]
    shown = (f"{float(cell.ours):.3f}{'' if cell.is_within else ' ≠'}" for cell in three)
    return " | ".join([number_within(of), number_within(hard), *shown])


def tree(what: str) -> str:
    """The accuracy, MAE and NMI of MID on a data set, and the mean number of leaves."""
    variant, dataset = what.split(" / ")
    [run] = [run for run in runs_of("MID", variant) if run["dataset"] == dataset]
    return " | ".join([*(f"{float(cell.ours):.4f}" for cell in cells_of([run], "MID")), f"{run['leaves']:g}"])


def under_blocks(dataset: str) -> str:
    """How many cells of the other methods come out with the quartiles, and how many with the blocks."""
    counts = []
    for rule in (QUARTILES, BLOCKS):
        found = [cell for group in GROUPS for column in group for cell in cells_under(rule, dataset, column)]
        counts.append(len(found) - len(outside(found)))
    before, after = counts
    verdict = "supported" if after > before else "not supported"
    return (
        f"more of their {len(found)} cells come out than the {before} with quartiles | {after} come out | "
        f"{verdict}"
    )


def on_folds() -> str:
    """FkNN's right rows on wisconsin's own folds, and which variants reach the printed 661."""
    runs = studies()["FkNN"]["wisconsin folds"]
    reached = [run["variant"] for run in runs if any(counts[0] == 661 for counts in run["counts"])]
    found = "; ".join(f"{run['variant']}: {span(run, 0)}" for run in runs)
    return f"{found} | does not decide: reached by {'; '.join(reached)}"


def one_start() -> str:
    """How many cells of MonMLP the means of three runs embrace."""
    found = means_of_three()
    fits = len(outside(found)) <= most_by_chance(len(found), 0.05)
    return f"{number_within(found)}; not: {names_of(outside(found))} | {'fits' if fits else 'fits in part'}"


def span(run: Run, place: int) -> str:
    """One of the counts, or from the lowest to the highest.

    >>> span({"counts": [[660, 23], [662, 21]]}, 0), span({"counts": [[660, 23]]}, 1)
    ('660 to 662', '23')
    """
    found = [counts[place] for counts in run["counts"]]
    low, high = min(found), max(found)
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


# --- Tables -----------------------------------------------------------------------------------------------


class Column(NamedTuple):
    """How many cells of a column do not come out, in the audit and with the causes that the page finds."""

    name: str
    cells: int
    before: int
    before_by_chance: float
    after: int
    after_by_chance: float


def before_and_after() -> list[Column]:
    """One for each column of the paper."""
    columns = []
    for column in COLUMNS:
        audited, partitions = audit_cells(column), partitions_of(column)
        if column == "MonMLP":
            means = means_of_three()
            after, by_chance = len(outside(means)), 0.05 * len(means)
        else:
            found = cells("FkNN / crisp") if column == "FkNN" else audited
            found = [cell for cell in found if cell.dataset not in BY_BLOCKS]
            for dataset in BY_BLOCKS:
                found += cells_under(BLOCKS, dataset, column)
            after, by_chance = len(outside(found)), expected(found, partitions)
        before = len(outside(audited)), expected(audited, partitions)
        columns.append(Column(column, len(audited), *before, after, by_chance))
    return columns


def summary() -> str:
    heading = [
        "column",
        "cells",
        "outside, audit",
        "by chance",
        "outside, with the causes below",
        "by chance",
    ]
    columns = before_and_after()
    totals: list[Any] = ["all"]
    for numbers in list(zip(*columns))[1:]:
        totals.append(fsum(numbers) if isinstance(numbers[0], float) else sum(numbers))
    rows = [[f"{x:.1f}" if isinstance(x, float) else str(x) for x in column] for column in [*columns, totals]]
    return region("Cells outside two spreads, and how many chance explains", markdown_table([heading, *rows]))


def triples() -> str:
    """The limits between the classes under which OSDL's printed counts can come out."""
    rows = [["data set", "printed: right, sum of errors", "triples tried", "that fit", "most even that fit"]]
    for one in studies()["limits"]["searches"]:
        best = "; ".join(
            f"up to {', '.join(f'{edge:g}' for edge in fit['limits'])} ({'/'.join(map(str, fit['sizes']))})"
            for fit in one["most even"][:3]
        )
        printed = ", ".join(map(str, one["printed"]))
        rows.append([one["dataset"], printed, f"{one['tried']:,}", f"{one['fitting']:,}", best])
    return region("Triples of limits", markdown_table(rows))


def osdl_under(run: Run) -> tuple[int, str]:
    """On how many partitions a rule gives both of OSDL's printed counts, and whether it fits."""
    searches = {one["dataset"]: one for one in studies()["limits"]["searches"]}
    printed = searches[run["dataset"]]["printed"]
    exact = sum(counts[:2] == printed for counts in run["counts"])
    if exact == len(run["counts"]):
        return exact, "fits"
    return exact, "possible" if embraced(run, printed) else "does not fit"


def embraced(run: Run, printed: Sequence[int]) -> bool:
    """Whether each printed number lies between the least and the most of the partitions.

    >>> embraced({"counts": [[60, 190, 0], [62, 188, 1]]}, (61, 189))
    True
    >>> embraced({"counts": [[64, 188, 0]]}, (61, 189))
    False
    """
    return all(min(found) <= number <= max(found) for number, found in zip(printed, zip(*run["counts"])))


def rules() -> str:
    heading = ["data set", "number", "rule", "verdict", "class sizes", "right", "sum of errors"]
    rows = [[*heading, "both as printed"]]
    for run in studies()["limits"]["rules"]:
        exact, verdict = osdl_under(run)
        names = [run["dataset"], run["target"], run["variant"], verdict]
        counts = ["/".join(map(str, run["sizes"])), span(run, 0), span(run, 1)]
        rows.append([*names, *counts, f"{exact} of {len(run['counts'])}"])
    return region("Rules for four classes, and OSDL's counts", markdown_table(rows, left=4))


def groups() -> str:
    """How many cells come out under each rule that OSDL allows, in two groups of methods."""
    rows = [["data set", "rule", *(", ".join(group) for group in GROUPS)]]
    for dataset in BY_BLOCKS:
        runs = [run for run in studies()["limits"]["runs"] if run["dataset"] == dataset]
        for rule in [QUARTILES, *dict.fromkeys(run["rule"] for run in runs)]:
            run_under = {run["variant"] for run in runs if run["rule"] == rule}
            line = [dataset, rule]
            for group in GROUPS:
                if rule == QUARTILES or {COLUMNS[column] for column in group} <= run_under:
                    line.append(number_within([c for one in group for c in cells_under(rule, dataset, one)]))
                else:
                    line.append("not run")
            rows.append(line)
    return region("Cells that come out under each rule", markdown_table(rows, left=2))


def all_cells() -> str:
    rows = [["data set", "column", "measure", "quartiles", "blocks", "paper"]]
    for dataset in BY_BLOCKS:
        for column in COLUMNS:
            if column != "MonMLP":
                both = (cells_under(rule, dataset, column) for rule in (QUARTILES, BLOCKS))
                for old, new in zip(*both, strict=True):
                    names = [dataset, column, MEASURES[new.measure].title]
                    rows.append([*names, marked(old), marked(new), str(new.paper)])
    return folded_table("All cells on the two sets", rows, left=3)


def mlp_cells() -> str:
    old = {(cell.dataset, cell.measure): cell for cell in audit_cells("MonMLP")}
    rows = [["data set", "measure", "paper", "a start for each fold", "one start: 95 % of means of three"]]
    for cell in means_of_three():
        names = [cell.dataset, MEASURES[cell.measure].title]
        means = f"{cell.low:.4f} to {cell.high:.4f}{'' if cell.is_within else ' ≠'}"
        rows.append([*names, f"{cell.paper:.4f}", marked(old[cell.dataset, cell.measure]), means])
    return folded_table("Every cell of MonMLP", rows, left=2)


def folded_table(title: str, rows: Sequence[Sequence[str]], left: int) -> str:
    return folded(title, region(title, markdown_table(rows, left), numbers=True))


def what_was_run() -> str:
    rows = [["study", "command", "versions", "CPU seconds"]]
    for name, study in studies().items():
        by = study["made by"]
        versions = [f"{key} {by[key]}" for key in by if key not in ("command", "seeds", "cpu seconds")]
        rows.append([name, f"`{by['command']}`", ", ".join(versions), by["cpu seconds"]])
    return region("What made the stored counts", markdown_table(rows, left=3))


TABLES = {
    "summary": summary,
    "triples": triples,
    "rules": rules,
    "groups": groups,
    "all cells": all_cells,
    "MonMLP": mlp_cells,
    "what was run": what_was_run,
}
"""The tables of the page."""

PARTS: Mapping[str, Callable[[str], str]] = {
    "unexplained": lambda what: TABLES[what](),
    "within": lambda what: number_within(cells(what)),
    "tried": tried,
    "relabeled": relabeled,
    "tree": tree,
    "blocks": under_blocks,
    "wisconsin": lambda _: on_folds(),
    "means": lambda _: one_start(),
}
"""What the page can ask for."""
