"""The audit with our runs: cells beside means and spreads, sentences on our tables and on our curves."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from made_up_curves import LEVELS, made_up

from monfknn_ref.evaluation.cross_validation import Counts
from monfknn_ref.evaluation.folds import Arrangement
from monfknn_ref.evaluation.results import Results, TableCell
from monfknn_ref.reproduction import STORED
from monfknn_ref.reproduction.audit import (
    StoredRuns,
    audit_cells_again,
    audit_data_sets,
    finding_of_cell,
    our_tables,
    whole_audit,
)
from monfknn_ref.reproduction.findings import Finding
from monfknn_ref.reproduction.paper_tables import FUZZY, STATE
from monfknn_ref.reproduction.sentences import audit_sentences, sentences_on
from monfknn_ref.reproduction.sentences.checks import PRINTED, Tables
from monfknn_ref.reproduction.sentences.noise import NOISE, NoiseRuns, noise_findings
from monfknn_ref.reproduction.sentences.summaries import with_settings
from monfknn_ref.reproduction.studies import sensitivity_settings, setting_of

RUNS = StoredRuns.read(STORED)


def test_each_printed_cell_is_audited_once() -> None:
    assert RUNS.results is not None
    findings = audit_cells_again(RUNS.results)
    assert len(findings) == len({finding.claim for finding in findings}) == 12 * 3 * (3 + 7)
    assumed = [f for f in findings if f.evidence == "assumed"]
    assert {f.claim.rsplit(" ", 1)[1] for f in assumed} == {"bostonhousing4cl", "machineCPU"}
    assert len(assumed) == 2 * 3 * 10
    for finding in findings:
        assert (finding.verdict == "apart") <= (finding.cause != "agrees")


def cell(ours: str, spread: float, method: str = "OSDL", dataset: str = "LEV") -> TableCell:
    return TableCell(method, dataset, "accuracy", Decimal("0.6400"), Fraction(ours), spread)


@pytest.mark.parametrize(
    ("ours", "sound", "verdict", "cause"),
    [
        (cell("0.64", 0.01), cell("0.64", 0.01), "exact", "agrees"),
        (cell("0.65", 0.01), cell("0.65", 0.01), "supported", "agrees"),
        (cell("0.65", 0.01), cell("0.9", 0.01), "supported", "whole-numbers"),
        (cell("0.7", 0.01), cell("0.9", 0.01), "apart", "unexplained"),
        (cell("0.7", 0.01, dataset="machineCPU"), cell("0.9", 0.01), "apart", "equal-blocks"),
    ],
)
def test_verdict_and_cause_of_a_cell(ours: TableCell, sound: TableCell, verdict: str, cause: str) -> None:
    finding = finding_of_cell(STATE["accuracy"], "OSDL", ours, sound)
    assert (finding.verdict, finding.cause, finding.where) == (verdict, cause, "Table 6")


def test_the_table_of_the_data_sets() -> None:
    counted = json.loads((STORED / "data-sets.json").read_text(encoding="utf-8"))
    findings = list(audit_data_sets(counted))
    wrong = [f for f in findings if f.verdict != "exact"]
    assert [(f.claim, f.cause) for f in wrong] == [("artiset, the data set", "artiset-rows")]
    counted["car"]["comparable"] += 1000
    (spoiled,) = (f for f in audit_data_sets(counted) if f.claim.startswith("car"))
    assert (spoiled.verdict, spoiled.cause) == ("contradicted", "unexplained")


def with_cell(tables: Tables, kind: str, measure: str, dataset: str, method: str, value: str) -> Tables:
    """The printed tables with one cell changed, and its average."""
    by_measure = dict(getattr(tables, kind))
    table = by_measure[measure]
    cells = {name: dict(row) for name, row in table.cells.items()}
    cells[dataset][method] = Decimal(value)
    average = sum((row[method] for row in cells.values()), Decimal(0)) / len(cells)
    by_measure[measure] = replace(table, cells=cells, averages={**table.averages, method: average})
    return replace(tables, **{kind: by_measure})


def verdict_on(tables: Tables, where: str, sentence: str) -> str:
    (found,) = (f for f in sentences_on(tables) if (f.where, f.sentence) == (where, sentence))
    return found.verdict


@pytest.mark.parametrize(
    ("where", "sentence", "verdict", "change", "changed"),
    [
        (
            "Section 5.1",
            "3.1",
            "contradicted",
            ("fuzzy", "accuracy", "LEV", "MonFkNN-AM", "0.7"),
            "supported",
        ),
        ("Section 5.1", "2.2", "supported", ("fuzzy", "accuracy", "LEV", "MonFkNN-AM", "0.1"), "partly"),
        ("Section 5.1", "3.7", "partly", ("fuzzy", "nmi", "balance", "MonFkNN-AM", "0.0000"), "supported"),
        ("Section 5.2", "2.5", "supported", ("state", "accuracy", "balance", "OLM", "0.99"), "contradicted"),
        ("Section 5.2", "2.7", "supported", ("state", "accuracy", "LEV", "PMDT", "0.99"), "contradicted"),
        ("Section 5.2", "7.4", "contradicted", ("state", "mae", "LEV", "PMDT", "0.99"), "supported"),
        ("Section 5.3", "1.5", "supported", ("state", "nmi", "car", "OLM", "0.5"), "partly"),
        ("Section 5.3", "2.2", "supported", ("state", "nmi", "car", "MonFkNN-PM", "0.5"), "contradicted"),
    ],
)
def test_a_sentence_follows_the_cells(
    where: str, sentence: str, verdict: str, change: Any, changed: str
) -> None:
    assert verdict_on(PRINTED, where, sentence) == verdict
    assert verdict_on(with_cell(PRINTED, *change), where, sentence) == changed


def test_counts_in_the_text_that_are_not_those_of_the_tables() -> None:
    by_place = {(f.where, f.sentence): f for f in audit_sentences()}
    assert by_place["Section 5.1", "3.1"].found == "on 6 of 12, 1 of them tied"
    ten = by_place["Section 5.1", "3.2"]
    assert ten.found.startswith("better on 5, equal on 5, worse on 2 (ESL, SWD)")
    assert (ten.verdict, ten.cause) == ("partly", "ties-as-wins")
    rank = by_place["Section 5.2", "7.4"]
    assert rank.found.startswith("1.7083 ranks in MAE and 1.7083 in accuracy")
    assert (rank.verdict, rank.cause) == ("contradicted", "broken-ties")


def test_our_tables_have_our_means_and_the_sentences_are_held_against_them() -> None:
    assert RUNS.results is not None
    tables = our_tables(RUNS.results)
    assert tables is not None
    value = RUNS.results.value("OSDL-published", "car", "mae")
    assert float(tables.state["mae"].cells["car"]["OSDL"]) == pytest.approx(float(value), abs=1e-12)
    assert len(sentences_on(tables)) == len(sentences_on(PRINTED)) - 1  # bold type is the paper's alone
    assert our_tables(Results()) is None


def test_a_copy_of_the_printed_tables_gives_the_printed_verdicts() -> None:
    same = Tables(FUZZY, STATE)
    assert sentences_on(same) == sentences_on(PRINTED)


def losing(slope: float) -> list[float]:
    """Accuracies that lose so much with each percentage point of noise."""
    return [0.9 - slope * level for level in LEVELS]


def on_noise(runs: NoiseRuns) -> dict[str, Finding]:
    """What is found of the sentences of Section 5.4, by sentence."""
    return {found.sentence: found for found in noise_findings(runs) if found.where == "Section 5.4"}


def test_sentences_about_noise_on_curves_with_a_known_answer() -> None:
    training = [0.0001 * level for level in LEVELS]
    better = on_noise(NoiseRuns(made_up(losing(0.001), losing(0.004), training)))
    worse = on_noise(NoiseRuns(made_up(losing(0.004), losing(0.001), training)))
    assert {better[sentence].verdict for sentence in ("4.4", "5.2", "7.4")} == {"supported"}
    assert {worse[sentence].verdict for sentence in ("6.1", "6.2", "7.4")} == {"contradicted"}
    assert worse["5.2"].verdict == "supported"  # both still get worse


def test_sentences_about_noise_without_a_run_are_untested() -> None:
    findings = noise_findings()
    assert [(f.where, f.sentence) for f in findings] == [one[:2] for one in NOISE]
    assert {(f.verdict, f.cause, f.evidence) for f in findings} == {("untested", "not-run", "none")}


def test_wrong_rows_and_parts_of_the_method() -> None:
    draws = [{"MkNN wrong": 9, "MonFkNN-PM wrong": 4}] * 3
    effects = {
        "levels": [0, 50],
        "accuracy": [
            {"without the range": 0.9, "without shared memberships": 0.9, "without both": 0.9},
            {"without the range": 0.8, "without shared memberships": 0.6, "without both": 0.5},
        ],
    }
    by_sentence = on_noise(NoiseRuns(None, draws, effects))
    assert by_sentence["9.2"].verdict == by_sentence["10.2"].verdict == "supported"
    assert by_sentence["9.2"].found.endswith("in 3 of 3 draws; the median difference is 5 rows")
    draws[0] = {"MkNN wrong": 4, "MonFkNN-PM wrong": 9}
    assert on_noise(NoiseRuns(None, draws))["9.2"].verdict == "partly"


def swept(accuracy: dict[str, int]) -> Results:
    """A sweep on two sets of a hundred rows, where every setting has as many rows right, but for these."""
    measured = Results(study="sensitivity")
    for setting in sensitivity_settings():
        for dataset in ("one", "two"):
            for seed in range(3):
                right = accuracy.get(setting.name, 80) + (0, 0, 1)[seed] * (setting.name in accuracy)
                where = Arrangement(f"seed {seed}")
                measured.keep(setting.name, dataset, where, Counts(100, right, 20, 5, 0))
    return measured


def test_sentences_about_parameters_on_sweeps_with_a_known_answer() -> None:
    printed = [finding for finding in audit_sentences() if finding.verdict == "untested"]

    def verdicts(measured: Results) -> dict[tuple[str, str], str]:
        return {(f.where, f.sentence): f.verdict for f in with_settings(printed, measured)}

    as_before = verdicts(swept({}))
    assert as_before["Section 3.2", "14.8"] == as_before["Section 3.3", "9.8"] == "supported"
    assert as_before["Section 5.1", "5.3"] == "partly"  # no gain, and no loss
    assert as_before["Section 5.1", "5.2"] == "untested"
    beaten = verdicts(swept({setting_of("PM", RCr=0.25).name: 90, setting_of("AM", pOR=1).name: 95}))
    assert beaten["Section 3.2", "14.8"] == beaten["Section 3.3", "9.8"] == "partly"
    worse = verdicts(swept({setting_of("PM", RCr=1).name: 60}))
    assert worse["Section 3.2", "14.8"] == worse["Section 5.1", "5.3"] == "supported"


def test_the_whole_audit_is_the_same_every_time() -> None:
    once = whole_audit(RUNS)
    assert whole_audit(RUNS) == once
    assert len(whole_audit()) < len(once)
