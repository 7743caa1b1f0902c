"""The audit of bold type: it is meant to mark the best result on each data set, and the best average."""

from __future__ import annotations

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.reproduction.audit_cells import rows_of, single_run_methods
from monfknn_ref.reproduction.findings import (
    AGREES,
    CONTRADICTED,
    EXACT,
    UNDETERMINED,
    Finding,
    counts_behind,
)
from monfknn_ref.reproduction.paper_tables import AVERAGE, FUZZY, PRINTED_AS, STATE, ResultTable


def audit_bold() -> list[Finding]:
    """For each line of the six tables of results: are the bold cells the best ones, and all of them?"""
    tables = (*FUZZY.values(), *STATE.values())
    return [bold_in(table, name) for table in tables for name in (*table.cells, AVERAGE)]


def bold_in(table: ResultTable, name: str) -> Finding:
    """The bold cells of one line beside its best ones."""
    best, bold = best_in(table, name), sorted(table.bold[name], key=table.methods.index)
    unmarked, wrong = [m for m in best if m not in bold], [m for m in bold if m not in best]
    verdict, reason, cause = EXACT, "", AGREES
    if wrong:
        verdict, reason, cause = CONTRADICTED, f"{', '.join(wrong)} is not best", "unexplained"
    elif unmarked:
        cells = table.averages if name == AVERAGE else table.cells[name]
        counts = counts_behind(cells[best[0]], rows_of(name)) if name != AVERAGE else []
        if table.measure != "nmi" and len(counts) == 1 and set(best) <= set(single_run_methods()):
            tied = f"{counts[0]} of {rows_of(name)} rows each"
            verdict, reason, cause = CONTRADICTED, f"{' and '.join(best)} are equal, {tied}", "unmarked-tie"
        else:
            verdict, reason, cause = UNDETERMINED, "cells that print alike may differ", "four-decimals"
    claim = f"{MEASURES[table.measure].title}, bold {'average' if name == AVERAGE else f'on {name}'}"
    where = PRINTED_AS[table.label]
    return Finding(claim, ", ".join(bold), ", ".join(best), verdict, reason, where, cause)


def best_in(table: ResultTable, name: str) -> list[str]:
    """The methods with the best printed cell in a line, in the order of the columns.

    >>> best_in(STATE["accuracy"], "bostonhousing4cl")
    ['MID', 'PMDT']
    """
    cells = table.averages if name == AVERAGE else table.cells[name]
    best = max(cells.values()) if table.best == "highest" else min(cells.values())
    return [method for method, cell in cells.items() if cell == best]
