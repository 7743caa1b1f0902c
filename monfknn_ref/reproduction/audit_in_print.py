"""The paper held against itself: which of its cells, bold cells and statistics follow from others.

An accuracy or MAE over N rows is a whole number divided by N. So four decimals reveal a lot about the origin
of a cell: how many rows there were, how many runs were averaged, and whether two cells can come from the same
run. Bold type is meant to mark the best result on each data set, and the best average.

A printed cell stands for every value that rounds to it. If a statistic does not follow from the printed
cells, the question is whether it follows from values that round to them.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.bayesian_sign import Regions, count_regions
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.rank_tests import (
    Holm,
    Wilcoxon,
    advantages,
    average_ranks,
    friedman,
    holm,
    two_sided_normal_p,
    wilcoxon,
    word_of,
)
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
from monfknn_ref.reproduction.paper_tables import (
    AVERAGE,
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


def audit_of_tables() -> Iterator[Finding]:
    """Everything about the printed tables."""
    yield from audit_rows_of_artiset()
    yield from audit_runs()
    yield from audit_errors()
    yield from audit_averages()
    yield from audit_repeated_columns()
    for table in RESULTS:
        for name in (*table.cells, AVERAGE):
            yield bold_in(table, name)
    yield from audit_wilcoxon()
    yield from audit_ranks()
    yield from audit_z_values()
    yield from audit_holm()
    yield from audit_bayesian_sign()


# --- Cells ------------------------------------------------------------------------------------------------


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


# --- Wilcoxon ---------------------------------------------------------------------------------------------


def audit_wilcoxon() -> Iterator[Finding]:
    """The sums of signed ranks and their p-values, from the cells."""
    for row in WILCOXON:
        table = FUZZY[row.measure]
        gains = advantages(table.column(row.method), table.column(row.against), table.best)
        test = _signed_ranks(gains)
        hidden = hidden_differences(gains, row)
        if hidden == 0:
            judged = Judgment(EXACT)
        elif hidden is None:
            reason = "no differences hidden by rounding give the printed sums"
            judged = Judgment(CONTRADICTED, reason, "unexplained")
        else:
            reason = (
                f"all comes out as printed if {hidden} of the {test.zeros} printed ties hide "
                "a difference beyond the fourth decimal"
            )
            judged = Judgment(UNDETERMINED, reason, "four-decimals")
        claim = f"{table.title}, {row.method} against {row.against}"
        printed = f"R+ {row.r_plus}, R- {row.r_minus}, p {row.p_value}"
        found = f"R+ {test.r_plus:g}, R- {test.r_minus:g}, p {test.p_value:.4f}"
        yield judged.on(claim, printed, found, PRINTED_AS["tab:wilcoxom"])


def hidden_differences(gains: Sequence[Fraction], row: WilcoxonRow) -> int | None:
    """The least number of ties that must hide tiny differences to give the printed row; None if none do."""
    tiny = Fraction(1, 10**5)
    ties = [i for i, gain in enumerate(gains) if gain == 0]
    solutions = []
    for signs in itertools.product((0, 1, -1), repeat=len(ties)):
        unrounded = list(gains)
        for i, sign in zip(ties, signs):
            unrounded[i] = sign * tiny
        if _agrees(_signed_ranks(unrounded), row):
            solutions.append(sum(map(abs, signs)))
    return min(solutions, default=None)


def _signed_ranks(gains: Sequence[Fraction]) -> Wilcoxon:
    return wilcoxon(gains, [0] * len(gains))


def _agrees(test: Wilcoxon, row: WilcoxonRow) -> bool:
    """Whether the test gives the printed row, its verdict at 0.1 included."""
    sums = (test.r_plus, test.r_minus) == (float(row.r_plus), float(row.r_minus))
    return sums and rounds_to(test.p_value, row.p_value) and (test.p_value <= 0.1) == row.rejected


# --- Friedman ---------------------------------------------------------------------------------------------


def printed_ranks(table: HolmTable) -> dict[str, Fraction]:
    """The exact mean ranks behind the printed ones: sums of halves over 12 sets, thus multiples of 1/24."""
    step = Fraction(1, 2 * len(PAPER_TABLE))
    ranks = {method: round(Fraction(rank) / step) * step for method, rank in table.ranks().items()}
    assert all(rounds_to(ranks[method], printed) for method, printed in table.ranks().items())
    return ranks


def audit_ranks() -> Iterator[Finding]:
    """Friedman's mean ranks, from the cells."""
    for measure, table in STATE.items():
        printed, target = HOLM[measure], printed_ranks(HOLM[measure])
        test = friedman(table.rows(), table.methods, printed.control, table.best)
        explained = Judgment(EXACT) if test.ranks == target else explain_ranks(table, target)
        for method, rank in zip(table.methods, test.mean_ranks):
            judged = Judgment(EXACT) if rank == target[method] else explained
            claim = f"{table.title}, mean rank of {method}"
            yield judged.on(claim, str(printed.ranks()[method]), f"{float(rank):.4f}", printed.place)


def explain_ranks(table: ResultTable, target: dict[str, Fraction]) -> Judgment:
    """A judgment on printed mean ranks that do not follow from the printed cells."""
    tied = sum(len(set(row.values())) < len(row) for row in table.cells.values())
    if not tied:
        reason = "there are no printed ties, so the cells determine the ranks"
        return Judgment(CONTRADICTED, reason, "unexplained")
    values = values_behind(table, target)
    if values is None:
        reason = "a search found no values that print as the cells and have the printed ranks"
        return Judgment(UNDETERMINED, reason, "unexplained")
    broken, counts = [], []
    for (name, row), unrounded in zip(table.cells.items(), values):
        order = dict(zip(table.methods, unrounded))
        for a, b in itertools.permutations(table.methods, 2):
            if row[a] == row[b] and order[a] < order[b]:
                broken.append(f"{a} before {b} on {name}")
                possible = counts_behind(row[a], rows_of(name))
                if table.measure != "nmi" and {a, b} <= set(single_run_methods()) and len(possible) == 1:
                    counts.append(f"{possible[0]}/{rows_of(name)}")
    if len(counts) == len(broken):
        ties = ", ".join(f"{order} ({count} each)" for order, count in zip(broken, counts))
        return Judgment(CONTRADICTED, f"the printed ranks put {ties}, but those are equal", "broken-ties")
    reason = f"{tied} rows have printed ties, and some values behind them have the printed ranks"
    return Judgment(UNDETERMINED, reason, "four-decimals")


def values_behind(
    table: ResultTable, target: dict[str, Fraction], steps: int = 10_000
) -> list[list[Fraction]] | None:
    """Values that print as the cells, some of them tied, and have the target mean ranks; None if not found.

    Tied cells are moved apart by millionths, one at a time and at random. A move is kept if it brings the
    rank sums no farther from the target. Now and then a worse move is kept too, so that the search does not
    get stuck.
    """
    generator = random.Random(0)
    sign = -1 if table.best == "highest" else 1
    cells = [[Fraction(cell) for cell in row] for row in table.rows()]
    tied = [(i, j) for i, row in enumerate(cells) for j, cell in enumerate(row) if row.count(cell) > 1]
    values = [list(row) for row in cells]
    ranks = [average_ranks([sign * value for value in row]) for row in values]
    gaps = [sum(column) - target[method] * len(cells) for column, method in zip(zip(*ranks), table.methods)]
    for _ in range(steps):
        if not any(gaps):
            return values
        i, j = generator.choice(tied)
        moved = list(values[i])
        moved[j] = cells[i][j] + Fraction(generator.randrange(len(moved)), 10**6)
        moved_ranks = average_ranks([sign * value for value in moved])
        moved_gaps = [gap + new - old for gap, new, old in zip(gaps, moved_ranks, ranks[i])]
        if sum(map(abs, moved_gaps)) <= sum(map(abs, gaps)) or generator.random() < 0.02:
            values[i], ranks[i], gaps = moved, moved_ranks, moved_gaps
    return None


def audit_z_values() -> Iterator[Finding]:
    """z and p of each method against the control, from the printed ranks."""
    for table in HOLM.values():
        ranks = printed_ranks(table)
        standard_error = math.sqrt(len(ranks) * (len(ranks) + 1) / (6 * len(PAPER_TABLE)))
        for row in table.rows:
            z = float(ranks[row.method] - ranks[table.control]) / standard_error
            p = exact_value(two_sided_normal_p(z))
            six_digits = Fraction(round(p * 10**6), 10**6)
            if not rounds_to(z, row.z):
                judged = Judgment(CONTRADICTED, "another z follows from the printed ranks", "unexplained")
            elif rounds_to(p, row.p_value):
                judged = Judgment(EXACT)
            elif 0 <= p - Fraction(row.p_value) < unit_of(row.p_value):
                judged = Judgment(ROUNDING, "p looks cut off, not rounded", "last-digit")
            elif rounds_to(six_digits, row.p_value):
                judged = Judgment(
                    ROUNDING, "p looks rounded to six digits first, and then again", "last-digit"
                )
            else:
                judged = Judgment(CONTRADICTED, "another p follows from the printed ranks", "unexplained")
            claim = f"{table.title}, {row.method} against the control"
            found = f"z {z:.3f}, p {float(p):.7f}"
            yield judged.on(claim, f"z {row.z}, p {row.p_value}", found, table.place)


# --- Holm -------------------------------------------------------------------------------------------------


def audit_holm() -> Iterator[Finding]:
    """Holm's verdicts, from the printed p-values."""
    for table in HOLM.values():
        p_values = [row.p_value for row in table.rows]
        test = holm(p_values, names=[row.method for row in table.rows])
        stated = [row.rejected for row in table.rows]
        rules = {
            "p < 0.05": [p < Decimal("0.05") for p in p_values],
            "Finner's procedure": finner_rejects([float(p) for p in p_values], 0.05),
        }
        followed = " and of ".join(rule for rule, verdicts in rules.items() if verdicts == stated)
        for row, adjusted, rejected in zip(table.rows, test.adjusted, test.rejected):
            judged = Judgment(EXACT)
            if rejected != row.rejected:
                reason = f"Holm's threshold for {row.p_value} is 0.05/{row.i} = {0.05 / row.i:.4f}"
                if followed:
                    reason += f"; the printed verdicts are those of {followed}"
                judged = Judgment(CONTRADICTED, reason, "holm")
            claim = f"{table.title}, {row.method} equals the control"
            found = f"{word_of(rejected)}, adjusted p {adjusted:.4f}"
            yield judged.on(claim, word_of(row.rejected), found, table.place)
        yield _holm_from_cells(table, test)


def _holm_from_cells(table: HolmTable, from_printed: Holm) -> Finding:
    """The methods that Holm's procedure tells from the control, computed from the cells alone."""
    results = STATE[table.measure]
    test = friedman(results.rows(), results.methods, table.control, results.best)
    from_cells = set(test.holm().rejected_names)
    stated = {row.method for row in table.rows if row.rejected}
    if from_cells == stated:
        judged = Judgment(EXACT)
    elif from_cells == set(from_printed.rejected_names):
        judged = Judgment(CONTRADICTED, "Holm's procedure gives others", "holm")
    else:
        judged = Judgment(UNDETERMINED, "the cells do not determine the ranks", "four-decimals")
    printed, found = (
        ", ".join(method for method in results.methods if method in which) for which in (stated, from_cells)
    )
    return judged.on(f"{table.title}, methods told from the control", printed, found, table.place)


def finner_rejects(p_values: Sequence[float], alpha: float) -> list[bool]:
    """Whether Finner's procedure rejects each hypothesis.

    The i-th smallest of n p-values may be at most 1 - (1 - alpha)^(i/n). The first that is larger, and all
    after it, are not rejected.

    >>> finner_rejects([0.03, 0.01, 0.2], 0.05)
    [True, True, False]
    >>> finner_rejects([0.03, 0.02, 0.04], 0.05)
    [False, False, False]
    """
    rejected = [False] * len(p_values)
    for place, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__), start=1):
        if p_values[i] > 1 - (1 - alpha) ** (place / len(p_values)):
            break
        rejected[i] = True
    return rejected


# --- Bayesian sign test -----------------------------------------------------------------------------------


# Where the text sees most of each distribution (the heat maps show no numbers); right is MonFkNN-PM.
REGIONS = {
    "accuracy": {"MkNN": "right", "OSDL": "right", "OLM": "right", "MonMLP": "right", "PMDT": "rope"},
    "mae": {"MkNN": "right", "OSDL": "right", "OLM": "right", "MonMLP": "right", "PMDT": "rope"},
    "nmi": {"MkNN": "rope", "OSDL": "rope", "OLM": "right", "MonMLP": "rope", "PMDT": "right"},
}
FIGURES = {"accuracy": "fig:bayes-acc", "mae": "fig:bayes-mae", "nmi": "fig:bayes-nmi"}


def audit_bayesian_sign() -> Iterator[Finding]:
    """The region with the most differences; with equal prior weights it is the most likely one."""
    for measure, regions in REGIONS.items():
        table, rope = STATE[measure], MEASURES[measure].rope
        for method, stated in regions.items():
            columns = table.column("MonFkNN-PM"), table.column(method)
            counts, on_edge = count_regions(*columns, rope, table.best, edges="rope")
            without_edge, _ = count_regions(*columns, rope, table.best, edges="none")
            answers = {_largest(counts), _largest(without_edge)}
            if answers == {stated}:
                judged = Judgment(SUPPORTED)
            elif stated in answers:
                reason = f"{on_edge} differences lie exactly on the edge of the rope"
                judged = Judgment(UNDETERMINED, reason, "four-decimals")
            else:
                judged = Judgment(CONTRADICTED, "another region has more differences", "unexplained")
            claim = f"{table.title}, Bayesian sign test against {method}"
            found = f"left {counts.left}, rope {counts.rope} ({on_edge} on its edge), right {counts.right}"
            yield judged.on(claim, f"most in {stated}", found, PRINTED_AS[FIGURES[measure]])


def _largest(counts: Regions) -> str | None:
    """The region with the most differences, or None if two regions tie."""
    names = [name for name, count in zip(Regions._fields, counts) if count == max(counts)]
    return names[0] if len(names) == 1 else None
