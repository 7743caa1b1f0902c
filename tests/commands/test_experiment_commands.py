"""`evaluate`, `reproduce`, `audit` and `predict` as a person and as a program use them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import outside
import pytest
from tools.pages import audit as audit_tables

from monfknn_ref import AUTHORS, PAPER, MonFkNN
from monfknn_ref.classifiers import OLM
from monfknn_ref.commands import main, reproduce
from monfknn_ref.data import balance, paper_sets, read_csv, read_keel
from monfknn_ref.evaluation import accuracy
from monfknn_ref.evaluation.cross_validation import Counts, cross_validate, measure, stratified_folds
from monfknn_ref.evaluation.finished_tasks import Store
from monfknn_ref.evaluation.folds import Arrangement
from monfknn_ref.evaluation.results import Results, read_results, write_results
from monfknn_ref.model.checks import install_command
from monfknn_ref.reproduction import STORED
from monfknn_ref.reproduction.audit import StoredRuns, whole_audit
from monfknn_ref.reproduction.paper_tables import STATE

ROOT = Path(__file__).resolve().parents[2]

CSV = "size,age,grade\n1,9,bad\n2,7,bad\n3,8,fair\n5,4,fair\n6,3,good\n8,1,good\n"
KEEL = """@relation fruit
@attribute size integer [0, 10]
@attribute age integer [0, 10]
@attribute grade {bad, fair, good}
@directions +, -
@data
1, 9, bad
2, 7, bad
3, 8, fair
5, 4, fair
6, 3, good
8, 1, good
"""


@pytest.fixture
def no_packages(monkeypatch):
    monkeypatch.setattr(paper_sets, "find_spec", lambda name: None)


@pytest.fixture
def fruit(tmp_path):
    """The same six rows as CSV and as KEEL."""
    (tmp_path / "fruit.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "fruit.dat").write_text(KEEL, encoding="utf-8")
    return tmp_path


def refused(capsys, message, *arguments):
    """The command could not do its work, and says why."""
    assert main(list(arguments)) == 2
    assert capsys.readouterr().err == f"monfknn-ref {arguments[0]}: {message}\n"


# -------------------------------------------------------------------------------------------- evaluate


def test_a_stored_cell_comes_out_again_on_its_partition(capsys):
    arguments = ["--dataset", "balance", "--method", "OLM", "--reading", "authors", "--partition", "5"]
    assert main(["evaluate", *arguments, "--format", "json"]) == 0
    [run] = json.loads(capsys.readouterr().out)["runs"]
    [stored] = read_results(STORED / "results.json").drawn("OLM", "balance")["seed 5"]
    assert (run["right"], run["cost"], run["violating"]) == (stored.right, stored.cost, stored.violating)


def test_evaluate_gives_what_cross_validation_gives(capsys):
    assert (
        main(["evaluate", "--dataset", "balance", "--method", "OLM", "--folds", "5", "--format", "json"]) == 0
    )
    outcome = json.loads(capsys.readouterr().out)
    dataset = balance()
    splits = stratified_folds(dataset.y, 5, classes=dataset.classes)
    predictions = cross_validate(OLM(directions=dataset.directions), dataset, splits, dataset.X)
    [run] = outcome["runs"]
    assert run["predictions"] == predictions
    assert run["accuracy"] == accuracy(dataset.y, predictions) == outcome["mean"]["accuracy"]
    assert run["right"] == measure(dataset, predictions).right
    assert (outcome["rows"], outcome["folds"], outcome["partition"]) == (625, 5, "seed 0")
    assert outcome["paper"] == {}  # that is for the authors' reading


def test_evaluate_shows_the_paper_beside_its_own_reading(capsys):
    arguments = [
        "evaluate",
        "--dataset",
        "balance",
        "--method",
        "PMDT",
        "--reading",
        "authors",
        "--folds",
        "3",
        "--quiet",
    ]
    assert main(arguments) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    lines = shown.out.splitlines()
    assert lines[0] == "PMDT on balance: PMDT(threshold=0, items_per_leaf=2)"
    assert lines[1] == "625 rows in 3 folds (seed 0), merged and measured once"
    assert lines[2] == "PMDT was run by its own class."
    assert lines[4].split() == ["Accuracy", "MAE", "NMI", "right", "ranks", "missed", "violating", "pairs"]
    assert lines[-1].split() == ["paper", "0.7792", "0.2560", "0.0010"]


def test_evaluate_a_file_with_parameters_and_seeds(capsys, fruit):
    for path, extra in (
        ("fruit.csv", ["--directions=+-", "--classes", "bad,fair,good", "--label", "grade"]),
        ("fruit.dat", []),
    ):
        arguments = ["evaluate", "--dataset", str(fruit / path), "--method", "MonFkNN-PM", "--folds", "2"]
        arguments += [
            "--set",
            "k=1",
            "--set",
            "K=2",
            "--reading",
            "authors",
            "--seeds",
            "2",
            "--format",
            "json",
            *extra,
        ]
        assert main(arguments) == 0
        outcome = json.loads(capsys.readouterr().out)
        assert outcome["classifier"] == "MonFkNN(k=1, K=2, RCr=0.5, typeRange='inRange', reading=AUTHORS)"
        assert outcome["implementation"] == "StdlibMonFkNN"
        assert [run["seed"] for run in outcome["runs"]] == [0, 1]
        assert len(outcome["runs"][0]["predictions"]) == 6


@pytest.mark.needs_data("data/wisconsin")
def test_evaluate_on_fold_files(capsys):
    arguments = [
        "evaluate",
        "--dataset",
        "wisconsin",
        "--folds",
        str(outside.DATA / "wisconsin"),
        "--format",
        "json",
    ]
    assert main([*arguments, "--method", "PMDT"]) == 0
    outcome = json.loads(capsys.readouterr().out)
    assert (outcome["partition"], outcome["runs"][0]["right"]) == ("KEEL", 653)  # .9561 as printed
    assert round(outcome["mean"]["nmi"], 4) == 0


def test_errors_of_evaluate(capsys, fruit, no_packages):
    names = "MonFkNN-PM, MonFkNN-AM, FkNN, MkNN, OSDL, OSDL-published, OLM, MonMLP, MID"
    refused(
        capsys,
        f"--method must be module:Class, file.py:Class or one of {names}, RDMT, RDMT-published, PMDT, got 'SVM'",
        *["evaluate", "--dataset", "car", "--method", "SVM"],
    )
    refused(
        capsys,
        "ERA is not at hand: put ERA.dat (KEEL format) into a folder and name it (--data DIR or directory=DIR), "
        f"or {install_command('data')}",
        *["evaluate", "--dataset", "ERA", "--method", "OLM"],
    )
    assert main(["evaluate", "--dataset", "nowhere.csv", "--method", "OLM"]) == 2
    assert "--dataset must be a file or one of artiset, balance, " in capsys.readouterr().err
    refused(
        capsys,
        "OLM has no parameter 'k'; its parameters are directions, classes",
        *["evaluate", "--dataset", "car", "--method", "OLM", "--set", "k=3"],
    )
    refused(
        capsys,
        "--set must be NAME=VALUE, got 'k'",
        *["evaluate", "--dataset", "car", "--method", "OLM", "--set", "k"],
    )
    refused(
        capsys,
        "folds must be at most the number of rows, 6, got 10",
        *f"evaluate --dataset {fruit / 'fruit.dat'} --method OLM".split(),
    )
    refused(
        capsys,
        f"--label is for CSV files; the KEEL file '{fruit / 'fruit.dat'}' declares its columns itself",
        *f"evaluate --dataset {fruit / 'fruit.dat'} --method OLM --label grade".split(),
    )
    refused(
        capsys,
        "--jobs must be a whole number of at least 1, got 0",
        *f"evaluate --dataset {fruit / 'fruit.dat'} --method OLM --folds 2 --jobs 0".split(),
    )


# -------------------------------------------------------------------------------------------- reproduce


def test_reproduce_runs_what_is_at_hand_and_saves_it(capsys, tmp_path, no_packages):
    out, saved = tmp_path / "folds.jsonl", tmp_path / "results.json"
    arguments = ["reproduce", "accuracy", "--method", "OLM", "--method", "PMDT", "--dataset", "balance"]
    arguments += ["--partitions", "2", "--folds", "3", "--out", str(out), "--save", str(saved)]
    assert main(arguments) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "Accuracy (Table 6)"
    assert [line.split()[:2] for line in shown[3:5]] == [["balance", "OLM"], ["balance", "PMDT"]]
    assert shown[3].split()[4] == "0.8320"
    assert shown[-1] == "OLM and PMDT were run by their own classes."
    with Store(out) as store:
        assert len(store.found) == 2 * 2 * 3
    results = read_results(saved)
    assert set(results.runs) == {"OLM", "PMDT"}

    assert main(["reproduce", "accuracy", "--stored", str(saved)]) == 0
    assert capsys.readouterr().out.splitlines() == shown
    assert main(["reproduce", "mae", "--method", "OSDL", *arguments[6:]]) == 0
    results = read_results(saved)
    assert set(results.runs) == {"OLM", "PMDT", "OSDL"}
    how = "--partitions 2 --seeds 3 --folds 3 --reading authors"
    assert [record["command"].removeprefix("python -m monfknn_ref ") for record in results.made_by] == [
        f"reproduce accuracy --dataset balance --method OLM --method PMDT {how}",
        f"reproduce mae --dataset balance --method OSDL {how}",
    ]
    assert all({"python", "monfknn_ref"} <= set(record) for record in results.made_by)


def small_results(tmp_path):
    """Two partitions of every method of two tables on two sets, made up."""
    results = Results()
    methods = ["FkNN", "MonFkNN-PM", "MonFkNN-AM", "MkNN", "OSDL", "OSDL-published", "OLM", "RDMT", "PMDT"]
    for place, method in enumerate(methods):
        results.descriptions[method] = f"{method}()"
        for dataset, rows in (("balance", 625), ("LEV", 1000)):
            runs = {
                Arrangement(f"seed {seed}"): [Counts(rows, 500 + place + seed, 150 - place, 20 + 3 * place)]
                for seed in (0, 1)
            }
            results.runs.setdefault(method, {})[dataset] = runs
    for method in ("FkNN", "OLM"):
        for seed in (0, 1):
            results.runs[method]["LEV"][Arrangement(f"seed {seed}", "shuffled", seed)] = [
                Counts(1000, 550, 500, 9)
            ]
    for order, right in (([], 590), (["reversed"], 606), (["shuffled", 0], 600)):
        where = Arrangement("KEEL", *order)
        results.runs["OLM"].setdefault("wisconsin", {})[where] = [Counts(683, right, 683 - right, 0)]
    path = tmp_path / "results.json"
    write_results(path, results)
    return path


@pytest.mark.parametrize(
    ("table", "title"),
    [
        ("fuzzy", "NMI (Table 4)"),
        ("nmi", "NMI (Table 10)"),
        ("wilcoxon", "Wilcoxon signed ranks (Table 5)"),
        ("friedman", "MAE: Friedman's mean ranks and Holm (Table 9)"),
        ("bayes", "Bayesian sign test (the paper prints heat maps, no numbers)"),
        ("orders", "Training rows as in the file and shuffled"),
        ("all", "Rows predicted right on the folds of files, by the order of the training rows"),
    ],
)
def test_every_table_as_text_markdown_and_json(capsys, tmp_path, table, title):
    stored = ["--stored", str(small_results(tmp_path))]
    assert main(["reproduce", table, *stored]) == 0
    assert f"{title}\n\n" in capsys.readouterr().out
    assert main(["reproduce", table, *stored, "--format", "markdown"]) == 0
    assert f"### {title}\n\n| " in capsys.readouterr().out
    assert main(["reproduce", table, *stored, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["table"] == table


def test_numbers_of_a_cell(capsys, tmp_path):
    assert main(["reproduce", "fuzzy", "--stored", str(small_results(tmp_path)), "--format", "json"]) == 0
    cells = json.loads(capsys.readouterr().out)["cells"]
    [cell] = [
        c for c in cells if (c["method"], c["dataset"], c["measure"]) == ("FkNN", "balance", "accuracy")
    ]
    assert cell["ours"] == 500.5 / 625
    assert cell["spread"] == pytest.approx(0.5**0.5 / 625)
    assert cell["paper"] == 0.8896
    assert cell["within_two_spreads"] is False


def test_heat_maps_of_the_bayesian_sign_tests(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(reproduce, "SAMPLES", 50)
    assert (
        main(["reproduce", "bayes", "--stored", str(small_results(tmp_path)), "--charts", str(tmp_path)]) == 0
    )
    names = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert len(names) == 3 * 5 * 2
    assert names[0] == "bayes-accuracy-MkNN-ours.svg"
    text = (tmp_path / "bayes-accuracy-OLM-paper.svg").read_text(encoding="utf-8")
    assert "<title>MonFkNN-PM against OLM: Bayesian sign test</title>" in text
    assert "Of 50 samples" in text


def test_orders_on_fold_files(capsys, tmp_path):
    assert main(["reproduce", "orders", "--stored", str(small_results(tmp_path))]) == 0
    shown = capsys.readouterr().out
    assert "wisconsin  OLM                 590       606  600 to 600 in 1 orders    606\n" in shown
    assert "\nCome out as printed: as in the files none; reversed OLM.\n" in shown


def test_only_the_methods_asked_for_are_run_in_other_orders(capsys, tmp_path, no_packages):
    arguments = ["--method", "OLM", "--dataset", "balance", "--partitions", "1", "--folds", "2"]
    saved = tmp_path / "results.json"
    assert main(["reproduce", "orders", *arguments, "--save", str(saved)]) == 0
    title, _, _, first, second, *notes, _, run_by = capsys.readouterr().out.splitlines()
    assert run_by == "OLM was run by its own class."
    assert title == "Training rows as in the file and shuffled"
    assert len(notes) == 2
    assert (first.split()[:3], second.split()[:3]) == (
        ["balance", "OLM", "Accuracy"],
        ["balance", "OLM", "MAE"],
    )
    assert list(read_results(saved).runs) == ["OLM"]
    assert list(read_results(saved).runs["OLM"]["balance"]) == [
        Arrangement("seed 0"),
        Arrangement("seed 0", "shuffled", 0),
    ]
    arguments[1] = "PMDT"
    refused(
        capsys, "--method must be 'FkNN' or 'MkNN' or 'OLM', got 'PMDT'", "reproduce", "orders", *arguments
    )
    saved.unlink()
    assert main(["reproduce", "all", *arguments, "--save", str(saved)]) == 0
    assert list(read_results(saved).runs) == ["PMDT"]


def test_options_that_a_table_does_not_have_are_refused(capsys, tmp_path):
    refused(
        capsys,
        "--dataset goes with the tables; the study of noise is on artiset, got ['balance']",
        *["reproduce", "noise", "--dataset", "balance"],
    )


def test_errors_of_reproduce(capsys, tmp_path, no_packages):
    refused(
        capsys,
        "none of ERA, LEV is at hand; --data DIR names the folder with NAME.dat",
        *["reproduce", "fuzzy", "--dataset", "ERA", "--dataset", "LEV"],
    )
    with pytest.raises(SystemExit) as stop:
        main(["reproduce", "fuzzy", "--dataset", "iris"])
    assert stop.value.code == 2
    assert "argument --dataset: invalid choice: 'iris'" in capsys.readouterr().err
    refused(
        capsys,
        "--partitions must be a whole number of at least 1, got 0",
        *["reproduce", "fuzzy", "--dataset", "balance", "--partitions", "0"],
    )
    assert main(["reproduce", "fuzzy", "--stored", str(tmp_path / "nothing.json")]) == 2
    assert "nothing.json" in capsys.readouterr().err


QUICK = ["--partitions", "2", "--folds", "2", "--quiet"]


def test_saved_results_of_other_settings_are_not_mixed(capsys, tmp_path):
    path, saved = tmp_path / "artiset.dat", tmp_path / "saved.json"
    rows = KEEL.replace("fruit", "artiset").replace("+, -", "+, +")
    path.write_text(rows, encoding="utf-8")
    arguments = ["reproduce", "mae", "--method", "MonFkNN-PM", "--dataset", "artiset", "--seeds", "1", *QUICK]
    arguments += ["--data", str(tmp_path), "--save", str(saved)]
    assert main(arguments) == 0
    before = saved.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main([*arguments, "--reading", "paper"]) == 2
    assert "saved.json has results of MonFkNN-PM as MonFkNN(k=5, K=9, " in capsys.readouterr().err
    path.write_text(rows.replace("2, 7, bad", "2, 7, good"), encoding="utf-8")
    assert main(arguments) == 2
    assert "saved.json has results on other rows that are called artiset" in capsys.readouterr().err
    assert saved.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("table", ["wilcoxon", "friedman", "bayes"])
def test_no_test_over_data_sets_on_one_of_them(capsys, table):
    assert main(["reproduce", table, "--method", "MonFkNN-PM", "--dataset", "balance", *QUICK]) == 2
    assert "a test over data sets needs at least two of them, got 1 (" in capsys.readouterr().err


def test_nothing_prints_nothing(capsys, tmp_path):
    assert main(["reproduce", "accuracy", "--dataset", "balance", "--method", "FkNN", *QUICK]) == 2
    assert (
        "--method must be one of MonFkNN-PM, MkNN, OSDL, OSDL-published, OLM, MonMLP, MID, RDMT, RDMT-published, "
        "PMDT for the table accuracy, got FkNN, which is in fuzzy, wilcoxon, orders, all\n"
    ) in capsys.readouterr().err
    saved = str(tmp_path / "saved.json")
    quick = ["--dataset", "balance", "--method", "OLM", *QUICK, "--save", saved]
    assert main(["reproduce", "accuracy", *quick]) == 0
    for table in ("fuzzy", "wilcoxon", "friedman", "bayes", "orders"):
        for form in ("text", "json"):
            capsys.readouterr()
            assert main(["reproduce", table, "--stored", saved, "--format", form]) == 2
            shown = capsys.readouterr()
            assert shown.out == "" and f"there is nothing to show for {table}" in shown.err


# -------------------------------------------------------------------------------------------- audit


def test_audit_lists_the_findings(capsys):
    assert main(["audit", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    everything = whole_audit(StoredRuns.read(STORED))
    assert [one["claim"] for one in found] == [finding.claim for finding in everything]
    assert set(found[0]) >= {"claim", "verdict", "evidence", "cause", "where", "sentence", "printed", "found"}
    assert main(["audit", "--verdict", "contradicted", "--evidence", "recomputed"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Table 2"
    assert lines[1].startswith("  contradicted: artiset, number of rows: printed 1000, found 999")
    wrong = [f for f in everything if (f.verdict, f.evidence) == ("contradicted", "recomputed")]
    assert sum("contradicted: " in line and line.startswith("  ") for line in lines) >= len(wrong)
    assert f"{len(wrong)} of {len(everything)} findings" in lines
    assert "   6 holm: The printed verdicts are not Holm's" in lines
    assert lines[-1] == f"{len(wrong):4d} recomputed: computed again from numbers that the paper prints"


def test_audit_can_be_asked_for_a_place_and_a_cause(capsys):
    assert main(["audit", "--where", "Table 7", "--cause", "holm"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "Table 7\n  contradicted: Accuracy, MID equals the control: printed rejected, found"
    )
    assert main(["audit", "--where", "Section 4", "--verdict", "apart"]) == 0
    assert capsys.readouterr().out.startswith("No finding is of that kind.\n\n0 of ")
    assert main(["audit", "--where", "Table 12"]) == 2
    err = capsys.readouterr().err
    assert "--where must be one of Table 2, " in err and err.rstrip().endswith("got 'Table 12'")


def test_audit_without_runs_says_what_was_not_run(capsys, tmp_path):
    assert main(["audit", "--runs", str(tmp_path)]) == 2
    said = f"--runs must be a folder with results.json or noise.json, got {str(tmp_path)!r}"
    assert said in capsys.readouterr().err
    (tmp_path / "noise.json").write_bytes((STORED / "noise.json").read_bytes())
    assert main(["audit", "--runs", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert sum(one["cause"] == "not-run" for one in found) == 3  # what needs draws or parts switched off
    assert not any(one["verdict"] == "apart" for one in found)


def test_the_pages_explain_the_causes_by_the_numbers_of_printed_tables(tmp_path):
    findings = whole_audit(StoredRuns(read_results(small_results(tmp_path))))
    causes = audit_tables.causes(findings)
    assert "### The printed verdicts are not Holm's { #holm }" in causes
    assert "| Table&nbsp;7 | Accuracy, MID equals the control | rejected | not rejected," in causes
    for page in ("audit", "audit-data", "audit-sentences"):
        assert "tab:" not in (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")


def test_page_says_how_much_of_each_method_was_run(tmp_path):
    results = read_results(small_results(tmp_path))
    results.runs["MonMLP"] = {
        "LEV": {Arrangement(f"seed {seed}"): [Counts(1000, 500, 600, 9)] * 3 for seed in range(4)}
    }
    results.runs["PMDT"]["LEV"][Arrangement("seed 2")] = [Counts(1000, 500, 600, 9)]
    results.descriptions["MonMLP"] = "MonMLP()"
    rows = audit_tables.what_was_run(results).splitlines()
    assert "| FkNN | `FkNN()` | 2 | 2 | 1 |" in rows
    assert "| MonMLP | `MonMLP()` | 1 | 4 | 3 |" in rows
    assert "| PMDT | `PMDT()` | 2 | 2 to 3 | 1 |" in rows


def test_page_counts_the_cells_of_the_eight_methods():
    """Three methods as printed on balance, but for one cell; the sound OSDL, far from print, does not count."""
    results = Results(descriptions=dict.fromkeys(("MonFkNN-PM", "MkNN", "OSDL", "OSDL-published"), "itself"))
    pairs = 10_000 * 9_999 // 2
    for method, column in (("MonFkNN-PM", "MonFkNN-PM"), ("MkNN", "MkNN"), ("OSDL-published", "OSDL")):
        share, cost, violating = (
            STATE[measure].cells["balance"][column] for measure in ("accuracy", "mae", "nmi")
        )
        one = Counts(10_000, int(share * 10_000), int(cost * 10_000), round(violating * pairs))
        results.runs[method] = {"balance": {Arrangement("seed 0"): [one], Arrangement("seed 1"): [one]}}
    results.runs["MkNN"]["balance"] = {
        name: [replace(one, right=one.right - 900)] for name, [one] in results.runs["MkNN"]["balance"].items()
    }
    results.runs["OSDL"] = {
        "balance": {Arrangement(f"seed {seed}"): [Counts(10_000, 10 + seed, 9000, 0)] for seed in (0, 1)}
    }
    table = audit_tables.eight_methods("accuracy", results)
    first, second = table.split("OSDL without the defect:")
    assert "| data set | MonFkNN-PM | MkNN | OSDL-published |" in first
    assert "| data set | OSDL |" in second
    for method, counts in (
        ("MonFkNN-PM", "1 | 0 | 0"),
        ("MkNN", "0 | 0 | 1"),
        ("OSDL-published", "1 | 0 | 0"),
    ):
        assert f"| {method} | {counts} |" in second
    assert "| OSDL | 0 | 0 | 1 |" in second


def test_orders_are_compared_on_the_same_partitions(capsys, tmp_path):
    results = read_results(small_results(tmp_path))
    results.runs["OLM"]["LEV"][Arrangement("seed 2")] = [
        Counts(1000, 1000, 0, 0)
    ]  # there is no run of it on shuffled rows
    write_results(tmp_path / "results.json", results)
    assert (
        main(["reproduce", "orders", "--stored", str(tmp_path / "results.json"), "--format", "markdown"]) == 0
    )
    lines = capsys.readouterr().out.splitlines()
    assert "| LEV | OLM | Accuracy | 2 | 0.5065 ± 0.0007 | 0.5500 ± 0.0000 | +0.0435 | 0.4250 |" in lines
    assert "OLM, Accuracy: another mean on 1 of 1 data sets, by +0.0435 on LEV at the most." in lines


@pytest.mark.parametrize(
    "command",
    [
        "figures",
        "audit --page p.md",
        "bench --page p.md",
        "reproduce noise --page p.md",
    ],
)
def test_writing_the_documentation_is_no_business_of_the_package(command, capsys):
    with pytest.raises(SystemExit) as stop:
        main(command.split())
    assert stop.value.code == 2
    assert re.search(
        "invalid choice: 'figures'|unrecognized arguments: --(page|stored)", capsys.readouterr().err
    )


# -------------------------------------------------------------------------------------------- predict


def test_predict_rows_written_out(capsys, fruit):
    arguments = [
        "predict",
        "--train",
        str(fruit / "fruit.dat"),
        "--query",
        "4, 5; 9,0",
        "--k",
        "1",
        "--K",
        "3",
        "--scaled",
    ]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    train = read_keel(fruit / "fruit.dat")
    model = MonFkNN(k=1, K=3, reading=PAPER).fit(train.scaled(), train.y, classes=train.classes)
    rows = [(0.4, 0.5), (0.9, 1.0)]
    assert [one["label"] for one in found["predictions"]] == model.predict(rows)
    assert [one["memberships"] for one in found["predictions"]] == model.predict_proba(rows)
    assert found["model"] == "MonFkNN(k=1, K=3)"
    assert main([*arguments, "--proba"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["size", "age", "class", "u(bad)", "u(fair)", "u(good)"]
    assert lines[2].split()[:3] == ["9", "0", found["predictions"][1]["label"]]


def test_predict_unscaled_approximate_in_the_authors_reading(capsys, fruit):
    arguments = ["predict", "--train", str(fruit / "fruit.csv"), "--query", "4,5", "--directions=+-"]
    arguments += ["--classes", "bad,fair,good", "--configuration", "AM", "--reading", "authors"]
    arguments += ["--pOR", "0.25", "--json"]
    assert main(arguments) == 0
    [found] = json.loads(capsys.readouterr().out)["predictions"]
    train = read_csv(fruit / "fruit.csv", classes=["bad", "fair", "good"])
    model = MonFkNN.approximate_monotonic(pOR=0.25, reading=AUTHORS, directions="+-")
    model.fit(train.X, train.y, classes=train.classes)
    assert [found["label"]] == model.predict([(4, 5)])
    assert [found["memberships"]] == model.predict_proba([(4, 5)])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("named.csv", "grade,age,size,note\n?,5,4,a\n?,0,9,b\n"),
        ("bare.csv", "4,5\n9,0\n"),
        ("rows.dat", KEEL.split("@data")[0] + "@data\n4, 5, bad\n9, 0, bad\n"),
    ],
)
def test_predict_rows_of_a_file(capsys, fruit, name, text):
    (fruit / name).write_text(text, encoding="utf-8")
    assert main(["predict", "--train", str(fruit / "fruit.dat"), "--query", "4,5;9,0"]) == 0
    wanted = capsys.readouterr().out
    assert main(["predict", "--train", str(fruit / "fruit.dat"), "--query", str(fruit / name)]) == 0
    assert capsys.readouterr().out == wanted


def test_errors_of_predict(capsys, fruit):
    train = ["predict", "--train", str(fruit / "fruit.dat")]
    refused(capsys, "there is no file 'nowhere.csv'", "predict", "--train", "nowhere.csv", "--query", "1,2")
    refused(
        capsys,
        "--query must be a file, or rows as \"1,2;3,4\", got 'apples.csv'",
        *train,
        "--query",
        "apples.csv",
    )
    refused(
        capsys, "a row of --query must have 2 values (size, age), got '1,2,3'", *train, "--query", "1,2,3"
    )
    bad = fruit / "bad.csv"
    for text, message in (
        ("size,weight\n1,2\n", "line 1: expected columns named size, age, got none named age"),
        ("size,age\n1,old\n", "line 2: expected a number for age, got 'old'"),
        ("size,age\n1,2,3\n", "line 2: expected 2 values, got 3"),
        ("", "line 1: expected a row of values, got an empty file"),
    ):
        bad.write_text(text, encoding="utf-8")
        refused(capsys, f"{bad}, {message}", *train, "--query", str(bad))
    bad.write_text("size,age\n", encoding="utf-8")
    refused(capsys, f"--query must have at least one row, got none in '{bad}'", *train, "--query", str(bad))
    other = fruit / "other.dat"
    other.write_text(KEEL.replace("age", "weight"), encoding="utf-8")
    refused(
        capsys,
        f"{other} must have the attributes size, age, got size, weight",
        *train,
        "--query",
        str(other),
    )
    refused(capsys, "RCr must be a number from 0 to 1, got 3", *train, "--query", "1,2", "--RCr", "3")


def test_rows_beyond_the_bounds_of_training_are_no_error(capsys, fruit):
    assert main(["predict", "--train", str(fruit / "fruit.dat"), "--query", "99,-5"]) == 0
    assert capsys.readouterr().out.split()[-1] == "good"


@pytest.mark.system
@pytest.mark.parametrize("command", ["evaluate", "reproduce", "audit", "predict"])
def test_nothing_outside_the_standard_library_is_needed(command):
    arguments = {
        "evaluate": ["--dataset", "balance", "--method", "OLM", "--folds", "2", "--quiet"],
        "reproduce": [
            "mae",
            "--dataset",
            "balance",
            "--method",
            "PMDT",
            "--folds",
            "2",
            "--partitions",
            "1",
            "--quiet",
        ],
        "audit": [],
        "predict": ["--help"],
    }[command]
    shown = subprocess.run(
        [sys.executable, "-S", "-m", "monfknn_ref", command, *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert (shown.returncode, shown.stderr) == (0, "")
    assert re.search(r"\S", shown.stdout)
