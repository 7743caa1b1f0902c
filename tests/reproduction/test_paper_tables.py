"""The transcribed tables, compared with the paper's source, and the audit of which numbers follow from others."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import outside
import pytest

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation import friedman, wilcoxon
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.results import rounds_to
from monfknn_ref.reproduction.audit import audit
from monfknn_ref.reproduction.audit_in_print import (
    bold_in,
    explain_ranks,
    hidden_differences,
    printed_ranks,
    single_run_methods,
    values_behind,
)
from monfknn_ref.reproduction.findings import CAUSES, EVIDENCE, VERDICTS, Finding, counts_behind
from monfknn_ref.reproduction.paper_tables import AVERAGE, FUZZY, HOLM, STATE, WILCOXON

SOURCE = outside.FOLDER / "paper" / "monfknn.tex"
needs_source = pytest.mark.needs_data("paper/monfknn.tex")


def printed_table(label: str) -> str:
    """The lines of a table of the paper."""
    source = SOURCE.read_text(encoding="utf-8")
    tables = re.findall(r"\\begin\{table\}.*?\\end\{table\}", source, flags=re.DOTALL)
    [table] = [table for table in tables if rf"\label{{{label}}}" in table]
    body = table[table.index(r"\toprule") : table.index(r"\bottomrule")]
    return re.sub(r"\\(toprule|midrule|hline)", "", body)


def printed_rows(label: str) -> list[list[str]]:
    """The cells of a table of the paper, row by row, as plain text."""
    body = re.sub(r"\\multicolumn\{\d\}\{\w\}", "", printed_table(label))
    body = re.sub(r"\\text(bf|it)", "", body)
    body = body.replace(r"\%", "").replace(r"\_", "_").replace(r"\{", "").replace(r"\}", "")
    rows = [re.sub(r"[{}$]", "", row).split("&") for row in body.split(r"\\")]
    return [[cell.strip() for cell in row] for row in rows if any(cell.strip() for cell in row)]


@needs_source
def test_the_data_sets() -> None:
    rows = [row for row in printed_rows("tab:data-sets") if row[0] in PAPER_TABLE]
    assert [row[0] for row in rows] == list(PAPER_TABLE)
    for name, size, attributes, classes, directions, comparable in rows:
        ours = PAPER_TABLE[name]
        assert [str(ours.rows), str(ours.attributes), str(ours.classes)] == [size, attributes, classes]
        assert str(ours.comparable_pairs) == comparable
        if directions.startswith("All"):
            sign = "+" if "direct " in directions else "-"
            assert ours.directions == sign * ours.attributes
        else:
            assert list(ours.directions) == [sign.strip() for sign in directions.split(",")]


@needs_source
def test_the_fuzzy_table() -> None:
    rows = printed_rows("tab:fknns")
    assert rows[0][1:] == ["Accuracy", "MAE", "NMI"]
    assert rows[1][1:] == list(FUZZY["accuracy"].methods) * 3
    tables = [FUZZY[measure] for measure in MEASURES]
    lines = {name: [table.cells[name] for table in tables] for name in PAPER_TABLE}
    lines["Avg:"] = [table.averages for table in tables]
    ours = {name: [str(v) for cells in line for v in cells.values()] for name, line in lines.items()}
    assert rows[2:] == [[name, *cells] for name, cells in ours.items()]


@needs_source
@pytest.mark.parametrize("measure", MEASURES)
def test_the_state_of_the_art_tables(measure: str) -> None:
    table = STATE[measure]
    ours = [["", *table.methods]]
    ours += [[name, *map(str, row.values())] for name, row in table.cells.items()]
    ours += [["Avg:", *map(str, table.averages.values())]]
    assert printed_rows(table.label) == ours


@needs_source
def test_the_wilcoxon_table() -> None:
    numbers = {"MonFkNN-PM": "(2)", "MonFkNN-AM": "(3)", "FkNN": "(1)"}
    ours = []
    for measure, title in zip(MEASURES, ("Accuracy:", "MAE:", "NMI:")):
        rows = [row for row in WILCOXON if row.measure == measure]
        ours += [[title]]
        for row in rows:
            verdict = "Rejected" if row.rejected else "Not Rejected"
            pair = f"{numbers[row.method]} vs. {numbers[row.against]}"
            ours.append([pair, str(row.r_plus), str(row.r_minus), verdict, str(row.p_value)])
    rows = printed_rows("tab:wilcoxom")
    assert re.sub(r"\s", "", rows[0][3]) == r"Hypothesis(\alpha=0.1)"
    assert rows[1:] == ours


@needs_source
@pytest.mark.parametrize("measure", MEASURES)
def test_the_holm_tables(measure: str) -> None:
    table = HOLM[measure]
    rows = printed_rows(table.label)
    assert rows[0][0] == f"Control Method: {table.control} ({table.control_rank})"
    assert re.sub(r"\s", "", rows[1][4]) == r"Hypothesis(\alpha=0.05)"
    ours = []
    for row in table.rows:
        verdict = "Rejected" if row.rejected else "Not Rejected"
        ours.append([str(row.i), f"{row.method} ({row.rank})", str(row.z), str(row.p_value), verdict])
    assert rows[2:] == ours


def test_the_shape_of_the_tables() -> None:
    tables = [*FUZZY.values(), *STATE.values()]
    assert sum(len(row) for table in tables for row in table.cells.values()) == 12 * 3 * (3 + 8)
    assert all(len(table.column("MonFkNN-PM")) == 12 for table in tables)
    assert STATE["nmi"].rows()[0][5] == Decimal("0.0039")
    assert (STATE["accuracy"].best, STATE["mae"].best) == ("highest", "lowest")


@pytest.fixture(scope="module")
def findings() -> list[Finding]:
    return audit()


def by_claim(findings: list[Finding], start: str, end: str = "") -> dict[str, Finding]:
    return {f.claim: f for f in findings if f.claim.startswith(start) and f.claim.endswith(end)}


def test_the_audit_is_complete_and_repeatable(findings: list[Finding]) -> None:
    assert findings == audit()
    assert len({(f.where, f.sentence, f.claim) for f in findings}) == len(findings)
    assert {f.verdict for f in findings} == set(VERDICTS) - {"apart"}
    numbers = [f for f in findings if not f.sentence and ", bold " not in f.claim]
    assert len(numbers) == 147
    assert all(f.reason for f in numbers if f.verdict in ("rounding", "undetermined", "contradicted"))
    told = {"exact": 84, "supported": 23, "contradicted": 11}
    assert Counter(f.verdict for f in numbers) == {**told, "rounding": 7, "undetermined": 12, "unstated": 10}


def test_every_finding_has_a_known_cause_and_evidence(findings: list[Finding]) -> None:
    for f in findings:
        assert f.cause in CAUSES and f.evidence in EVIDENCE and f.verdict in VERDICTS, f
        assert (f.cause == "agrees") == (f.verdict in ("exact", "supported")) or f.verdict == "unstated", f
    assert {cause.evidence for cause in CAUSES.values()} <= set(EVIDENCE)


def test_the_contradictions_of_printed_numbers_by_cause(findings: list[Finding]) -> None:
    wrong = [f for f in findings if f.verdict == "contradicted" and not f.sentence]
    once = {"artiset-rows": 1, "different-runs": 1, "unmarked-tie": 1}
    assert Counter(f.cause for f in wrong) == {**once, "broken-ties": 3, "holm": 6}
    assert {f.evidence for f in wrong} == {"recomputed"}


def test_what_the_paper_does_not_say_is_not_held_against_it(findings: list[Finding]) -> None:
    runs = by_claim(findings, "", ", runs").values()
    assert {(f.verdict, f.evidence, f.printed) for f in runs} == {("unstated", "inferred", "nothing")}


def printed_bold(label: str) -> dict[str, list[bool]]:
    """Which cells of a table of the paper are bold, by the name of the line."""
    found = {}
    for row in printed_table(label).split(r"\\"):
        first, *cells = row.split("&")
        name = re.sub(r"\\textit\{(.*?)\}", r"\1", first).replace(r"\_", "_").strip().rstrip(":")
        if name in PAPER_TABLE or name == AVERAGE:
            found[name] = [r"\textbf" in cell for cell in cells]
    return found


@needs_source
@pytest.mark.parametrize("label", ["tab:fknns", "tab:state-acc", "tab:state-mae", "tab:state-nmi"])
def test_bold_cells_are_those_of_the_paper(label: str) -> None:
    tables = [table for table in (*FUZZY.values(), *STATE.values()) if table.label == label]
    ours = {
        name: [method in table.bold[name] for table in tables for method in table.methods]
        for name in tables[0].bold
    }
    assert ours == printed_bold(label) and len(ours) == 13


def test_every_line_has_its_bold_cells_audited(findings: list[Finding]) -> None:
    lines = [f for f in findings if ", bold " in f.claim]
    assert len(lines) == 6 * 13
    named = sum(len(f.printed.split(", ")) for f in lines)
    assert named == sum(len(bold) for t in (*FUZZY.values(), *STATE.values()) for bold in t.bold.values())
    (wrong,) = (f for f in lines if f.verdict != "exact")
    assert (wrong.where, wrong.printed, wrong.found) == ("Table 6", "PMDT", "MID, PMDT")
    assert wrong.reason == "MID and PMDT are equal, 341 of 506 rows each"


def test_bold_cells_that_are_wrong_or_may_be_are_noticed() -> None:
    table = STATE["nmi"]
    fewer = replace(table, bold={**table.bold, "car": frozenset(["OSDL"])})
    assert bold_in(fewer, "car").verdict == "undetermined"  # cells that print alike may differ
    wrong = replace(table, bold={**table.bold, "car": frozenset(["MID"])})
    assert bold_in(wrong, "car").verdict == "contradicted"


def test_wilcoxon_rows(findings: list[Finding]) -> None:
    rows = [f for f in findings if f.where == "Table 5"]
    assert [f.verdict for f in rows] == ["exact"] * 4 + ["undetermined"] * 2
    assert [f.found for f in rows[4:]] == ["R+ 73, R- 5, p 0.0049", "R+ 61.5, R- 4.5, p 0.0083"]
    assert "2 of the 4 printed ties" in rows[4].reason and "1 of the 3 printed ties" in rows[5].reason


def test_wilcoxon_by_hand_for_one_row() -> None:
    """MAE of AM against FkNN: one zero, and the three losses have the ranks 2, 3 and 4."""
    table = FUZZY["mae"]
    test = wilcoxon(table.column("FkNN"), table.column("MonFkNN-AM"))
    assert (test.r_plus, test.r_minus, test.zeros) == (57, 9, 1)
    assert rounds_to(test.p_value, Decimal("0.0322"))


def test_no_hidden_difference_can_give_other_sums() -> None:
    advantages = [Fraction(0), Fraction(0), Fraction(1), Fraction(2)]
    assert hidden_differences(advantages, WILCOXON[0]) is None


def test_accuracy_ranks_are_exact_and_the_others_explained(findings: list[Finding]) -> None:
    accuracy = by_claim(findings, "Accuracy, mean rank")
    assert len(accuracy) == 8 and {f.verdict for f in accuracy.values()} == {"exact"}
    mae = by_claim(findings, "MAE, mean rank")
    wrong = {claim.split()[-1] for claim, f in mae.items() if f.verdict == "contradicted"}
    assert wrong == {"OLM", "RDMT", "PMDT"}
    assert {f.verdict for f in mae.values()} == {"exact", "contradicted"}
    assert "OLM before RDMT on machineCPU (75/209 each)" in mae["MAE, mean rank of OLM"].reason
    assert "OLM before PMDT on windsorhousing (133/546 each)" in mae["MAE, mean rank of OLM"].reason
    nmi = by_claim(findings, "NMI, mean rank")
    assert len(nmi) == 8 and {f.verdict for f in nmi.values()} == {"undetermined"}


def test_only_one_way_to_break_ties_gives_the_mae_ranks() -> None:
    """All 3^5 ways to keep or break the five tied pairs of the MAE table."""
    table, target = STATE["mae"], printed_ranks(HOLM["mae"])
    pairs = []
    for name, row in table.cells.items():
        pairs += [(name, a, b) for a, b in itertools.combinations(table.methods, 2) if row[a] == row[b]]
    assert len(pairs) == 5
    solutions = []
    for signs in itertools.product((0, 1, -1), repeat=5):
        cells = {name: {m: Fraction(c) for m, c in row.items()} for name, row in table.cells.items()}
        for (name, first, _), sign in zip(pairs, signs):
            cells[name][first] += sign * Fraction(1, 10**6)
        test = friedman([list(row.values()) for row in cells.values()], table.methods, best="lowest")
        if dict(zip(table.methods, test.mean_ranks)) == target:
            solutions.append({pair: sign for pair, sign in zip(pairs, signs) if sign})
    assert solutions == [{("machineCPU", "OLM", "RDMT"): -1, ("windsorhousing", "OLM", "PMDT"): -1}]


def test_values_behind_the_nmi_table_print_as_it_and_rank_as_printed() -> None:
    table, target = STATE["nmi"], printed_ranks(HOLM["nmi"])
    values = values_behind(table, target)
    assert values is not None
    for unrounded, cells in zip(values, table.rows()):
        assert all(rounds_to(value, cell) and value >= 0 for value, cell in zip(unrounded, cells))
    ranks = friedman(values, table.methods, best="lowest").mean_ranks
    assert dict(zip(table.methods, ranks)) == target


def test_ranks_that_no_tie_can_explain_are_not_explained() -> None:
    table = STATE["accuracy"]
    target = dict.fromkeys(table.methods, Fraction(9, 2))
    assert values_behind(table, target, steps=300) is None
    untied = replace(table, cells={"LEV": table.cells["LEV"]})
    assert explain_ranks(untied, target)[0] == "contradicted"


def test_z_values_follow_from_the_printed_ranks(findings: list[Finding]) -> None:
    rows = [f for f in findings if f.claim.endswith("against the control")]
    assert len(rows) == 21
    assert Counter(f.verdict for f in rows) == {"exact": 15, "rounding": 6}
    twice = [f for f in rows if "again" in f.reason]
    assert [f.claim for f in twice] == ["MAE, MkNN against the control"]


def test_four_holm_verdicts_do_not_survive(findings: list[Finding]) -> None:
    rows = by_claim(findings, "", "equals the control")
    assert len(rows) == 21
    wrong = {claim.split(" equals")[0]: f.found for claim, f in rows.items() if f.verdict != "exact"}
    assert wrong == {
        "Accuracy, MID": "not rejected, adjusted p 0.0526",
        "Accuracy, MkNN": "not rejected, adjusted p 0.0605",
        "MAE, MonMLP": "not rejected, adjusted p 0.0733",
        "MAE, MkNN": "not rejected, adjusted p 0.0824",
    }
    whole = [f.found for f in by_claim(findings, "", "told from the control").values()]
    assert whole == ["OSDL, OLM, MonMLP, RDMT", "OSDL, OLM, MID, RDMT", "MID, RDMT"]


def test_averages(findings: list[Finding]) -> None:
    rows = [f for f in findings if ", average of " in f.claim]
    assert len(rows) == 33
    assert [f.claim for f in rows if f.verdict != "exact"] == ["NMI, average of MonFkNN-AM"]
    columns = [f for f in findings if f.claim.endswith("as in Table 4")]
    assert [f.verdict for f in columns] == ["exact"] * 3


def test_what_the_cells_say_about_rows_and_runs(findings: list[Finding]) -> None:
    (artiset,) = by_claim(findings, "artiset").values()
    assert (artiset.printed, artiset.found, artiset.verdict) == ("1000", "999", "contradicted")
    assert single_run_methods() == ("FkNN", "MkNN", "OSDL", "OLM", "MID", "RDMT", "PMDT")
    averaged = {c: f for c, f in by_claim(findings, "", ", runs").items() if f.cause == "three-runs"}
    assert list(averaged) == ["MonFkNN-PM, runs", "MonFkNN-AM, runs", "MonMLP, runs"]
    assert all(f.found.endswith("24 are k/3N") for f in averaged.values())


def test_accuracy_and_mae_of_mknn_are_of_different_runs(findings: list[Finding]) -> None:
    rows = by_claim([f for f in findings if not f.sentence], "", "accuracy and MAE")
    wrong = [f for f in rows.values() if f.verdict == "contradicted"]
    assert len(rows) == 10 and [f.claim for f in wrong] == ["MkNN, accuracy and MAE"]
    assert re.findall(r"(\w+) \(errors", wrong[0].found) == ["artiset", "windsorhousing", "wisconsin"]


def test_the_text_on_the_heat_maps(findings: list[Finding]) -> None:
    rows = [f for f in findings if "Bayesian" in f.claim]
    assert len(rows) == 15
    assert [f.claim for f in rows if f.verdict != "supported"] == ["NMI, Bayesian sign test against MonMLP"]


def test_counts_behind_a_cell_by_trying_all() -> None:
    for text, rows in (("0.9309", 999), ("0.9309", 1000), ("0.3589", 209), ("1.6897", 999), ("0.0040", 750)):
        shares = {k: Fraction(k, rows) for k in range(2 * rows + 1)}
        possible = [k for k, share in shares.items() if abs(share - Fraction(text)) <= Fraction(1, 20000)]
        assert counts_behind(Decimal(text), rows) == possible
