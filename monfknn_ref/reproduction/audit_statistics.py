"""The audit's second half: which of the printed statistics follow from the printed results.

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
from monfknn_ref.reproduction.audit_cells import rows_of, single_run_methods
from monfknn_ref.reproduction.findings import (
    CONTRADICTED,
    EXACT,
    ROUNDING,
    SUPPORTED,
    UNDETERMINED,
    Finding,
    Judgment,
    counts_behind,
)
from monfknn_ref.reproduction.paper_tables import (
    FUZZY,
    HOLM,
    PRINTED_AS,
    STATE,
    WILCOXON,
    HolmTable,
    ResultTable,
    WilcoxonRow,
)


def audit_statistics() -> Iterator[Finding]:
    """The printed statistics, from the cells or from each other."""
    yield from audit_wilcoxon()
    yield from audit_ranks()
    yield from audit_z_values()
    yield from audit_holm()
    yield from audit_bayesian_sign()


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
