"""The audit of the cells of the result tables: what they say about themselves, and which are in bold type.

An accuracy or MAE over N rows is a whole number divided by N. So four decimals reveal a lot about the origin
of a cell: how many rows there were, how many runs were averaged, and whether two cells can come from the same
run. Bold type is meant to mark the best result on each data set, and the best average.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.results import rounds_to, unit_of
from monfknn_ref.reproduction.findings import (
    CONTRADICTED,
    EXACT,
    INFERRED,
    ROUNDING,
    SUPPORTED,
    UNDETERMINED,
    UNSTATED,
    Finding,
    Judgment,
    counts_behind,
)
from monfknn_ref.reproduction.paper_tables import AVERAGE, FUZZY, PRINTED_AS, RESULTS, STATE, ResultTable


@cache
def accuracies_and_errors() -> dict[str, dict[str, tuple[Decimal, Decimal]]]:
    """The accuracy and the MAE of each method on each data set."""
    found: dict[str, dict[str, tuple[Decimal, Decimal]]] = {}
    for tables in (FUZZY, STATE):
        for name, row in tables["accuracy"].cells.items():
            for method, cell in row.items():
                found.setdefault(method, {})[name] = (cell, tables["mae"].cells[name][method])
    return found


@cache
def single_run_methods() -> tuple[str, ...]:
    """The methods whose accuracies and MAEs are all counts over the rows (without artiset)."""
    methods = []
    for method, row in accuracies_and_errors().items():
        cells = [(cell, PAPER_TABLE[name].rows) for name in row if name != "artiset" for cell in row[name]]
        if all(counts_behind(cell, rows) for cell, rows in cells):
            methods.append(method)
    return tuple(methods)


@cache
def sizes_of_artiset() -> tuple[int, ...]:
    """The sizes, within a tenth of the printed one, that explain all single-run cells of artiset."""
    printed = PAPER_TABLE["artiset"].rows
    cells = [cell for method in single_run_methods() for cell in accuracies_and_errors()[method]["artiset"]]
    sizes = range(printed - printed // 10, printed + printed // 10 + 1)
    return tuple(size for size in sizes if all(counts_behind(cell, size) for cell in cells))


def rows_of(name: str) -> int:
    """The number of rows of a data set, as printed; for artiset, the number that its cells imply."""
    return sizes_of_artiset()[0] if name == "artiset" else PAPER_TABLE[name].rows


def audit_cells() -> Iterator[Finding]:
    """What the cells say about themselves, and the bold ones."""
    yield from audit_rows_of_artiset()
    yield from audit_runs()
    yield from audit_errors()
    yield from audit_averages()
    yield from audit_repeated_columns()
    for table in RESULTS:
        for name in (*table.cells, AVERAGE):
            yield bold_in(table, name)


def audit_rows_of_artiset() -> Iterator[Finding]:
    """How many rows does artiset have?"""
    printed, sizes = PAPER_TABLE["artiset"].rows, sizes_of_artiset()
    reason = f"within 10% of {printed}, of no other size are all accuracies and MAEs shares"
    judged = Judgment(EXACT) if printed in sizes else Judgment(CONTRADICTED, reason, "artiset-rows")
    found = " or ".join(map(str, sizes))
    yield judged.on("artiset, number of rows", str(printed), found, PRINTED_AS["tab:data-sets"])


def audit_runs() -> Iterator[Finding]:
    """How many runs are behind each accuracy and MAE? One run over N rows gives counts divided by N."""
    for method, row in accuracies_and_errors().items():
        cells = [(cell, rows_of(name)) for name in row for cell in row[name]]
        once = sum(bool(counts_behind(cell, rows)) for cell, rows in cells)
        thrice = sum(bool(counts_behind(cell, 3 * rows)) for cell, rows in cells)
        if once == len(cells):
            judged = Judgment(UNSTATED, "the cells can be of one run")
        elif thrice == len(cells):
            reason = "the cells can be means of three runs, and not of one"
            judged = Judgment(UNSTATED, reason, "three-runs")
        else:
            judged = Judgment(UNSTATED, "the cells are neither of one run nor means of three", "unexplained")
        found = f"{once} of {len(cells)} cells are k/N, {thrice} are k/3N"
        yield judged.on(f"{method}, runs", "nothing", found, _where(method), INFERRED)


def audit_errors() -> Iterator[Finding]:
    """Can the accuracy and the MAE be of the same predictions? An error costs 1 to c - 1 ranks."""
    for method, row in accuracies_and_errors().items():
        impossible = []
        for name, (right, cost) in row.items():
            most = PAPER_TABLE[name].classes - 1
            half = unit_of(cost) / 2
            fewest_errors, most_errors = 1 - Fraction(right) - half, 1 - Fraction(right) + half
            if not fewest_errors - half <= Fraction(cost) <= most * most_errors + half:
                impossible.append(f"{name} (errors {1 - right}, MAE {cost})")
        judged, found = Judgment(SUPPORTED), "possible on all data sets"
        if impossible:
            judged = Judgment(CONTRADICTED, "an error costs 1 to c - 1 ranks", "different-runs")
            found = "impossible on " + ", ".join(impossible)
        yield judged.on(f"{method}, accuracy and MAE", "of the same predictions", found, _where(method))


def audit_averages() -> Iterator[Finding]:
    """Is each average the mean of its column?"""
    for table in RESULTS:
        for method, printed in table.averages.items():
            column = table.column(method)
            mean = sum(map(Fraction, column), Fraction(0)) / len(column)
            if rounds_to(mean, printed):
                judged = Judgment(EXACT)
            elif abs(mean - Fraction(printed)) <= unit_of(printed):  # half for the cells, half for the mean
                judged = Judgment(ROUNDING, "the mean was taken before the cells were rounded", "last-digit")
            else:
                reason = "more than the rounding of the cells can explain"
                judged = Judgment(CONTRADICTED, reason, "unexplained")
            claim = f"{table.title}, average of {method}"
            yield judged.on(claim, str(printed), f"{float(mean):.6f}", table.place)


def audit_repeated_columns() -> Iterator[Finding]:
    """MonFkNN-PM is printed twice for each measure: is it the same column?"""
    for measure, table in STATE.items():
        first, second = FUZZY[measure].column("MonFkNN-PM"), table.column("MonFkNN-PM")
        equal = sum(a == b for a, b in zip(first, second))
        judged = Judgment(EXACT) if equal == len(first) else Judgment(CONTRADICTED, cause="unexplained")
        claim = f"{table.title}, MonFkNN-PM as in {FUZZY[measure].place}"
        yield judged.on(claim, f"{len(first)} cells", f"{equal} equal", table.place)


def _where(method: str) -> str:
    """The first table that has a column for the method."""
    return next(table.place for table in RESULTS if method in table.methods)


# --- Bold type ----------------------------------------------------------------------------------------------


def bold_in(table: ResultTable, name: str) -> Finding:
    """A line of a table: are the bold cells the best ones, and all of them?"""
    best, bold = best_in(table, name), sorted(table.bold[name], key=table.methods.index)
    unmarked, wrong = [m for m in best if m not in bold], [m for m in bold if m not in best]
    judged = Judgment(EXACT)
    if wrong:
        judged = Judgment(CONTRADICTED, f"{', '.join(wrong)} is not best", "unexplained")
    elif unmarked:
        judged = Judgment(UNDETERMINED, "cells that print alike may differ", "four-decimals")
        counts = counts_behind(table.cells[name][best[0]], rows_of(name)) if name != AVERAGE else []
        if table.measure != "nmi" and len(counts) == 1 and set(best) <= set(single_run_methods()):
            tied = f"{' and '.join(best)} are equal, {counts[0]} of {rows_of(name)} rows each"
            judged = Judgment(CONTRADICTED, tied, "unmarked-tie")
    claim = f"{table.title}, bold {'average' if name == AVERAGE else f'on {name}'}"
    return judged.on(claim, ", ".join(bold), ", ".join(best), table.place)


def best_in(table: ResultTable, name: str) -> list[str]:
    """The methods with the best printed cell in a line, in the order of the columns.

    >>> best_in(STATE["accuracy"], "bostonhousing4cl")
    ['MID', 'PMDT']
    """
    cells = table.averages if name == AVERAGE else table.cells[name]
    best = max(cells.values()) if table.best == "highest" else min(cells.values())
    return [method for method, cell in cells.items() if cell == best]
