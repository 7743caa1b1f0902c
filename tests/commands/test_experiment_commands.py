"""`evaluate`, `reproduce`, `audit` and `predict` as a person and as a program use them."""

from __future__ import annotations

from dataclasses import replace

import outside
import pytest
from command_line import ROOT
from tools.pages import audit as audit_tables

from monfknn_ref import AUTHORS, PAPER, MonFkNN
from monfknn_ref.classifiers import OLM
from monfknn_ref.commands import reproduce
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

ROWS = "1,9,bad\n2,7,bad\n3,8,fair\n5,4,fair\n6,3,good\n8,1,good\n"
CSV = f"size,age,grade\n{ROWS}"
KEEL = f"""@relation fruit
@attribute size integer [0, 10]
@attribute age integer [0, 10]
@attribute grade {{bad, fair, good}}
@directions +, -
@data
{ROWS}"""


@pytest.fixture
def no_packages(monkeypatch):
    monkeypatch.setattr(paper_sets, "find_spec", lambda name: None)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The working folder, with the same six rows as CSV and as KEEL."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fruit.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "fruit.dat").write_text(KEEL, encoding="utf-8")
    return tmp_path


# -------------------------------------------------------------------------------------------- evaluate


def test_a_stored_cell_comes_out_again_on_its_partition(commands):
    line = "evaluate --dataset balance --method OLM --reading authors --partition 5 --format json"
    [run] = commands.found(line)["runs"]
    [stored] = read_results(STORED / "results.json").drawn("OLM", "balance")["seed 5"]
    assert (run["right"], run["cost"], run["violating"]) == (stored.right, stored.cost, stored.violating)


def test_evaluate_gives_what_cross_validation_gives(commands):
    outcome = commands.found("evaluate --dataset balance --method OLM --folds 5 --format json")
    dataset = balance()
    splits = stratified_folds(dataset.y, 5, classes=dataset.classes)
    predictions = cross_validate(OLM(directions=dataset.directions), dataset, splits, dataset.X)
    [run] = outcome["runs"]
    assert run["predictions"] == predictions
    assert run["accuracy"] == accuracy(dataset.y, predictions) == outcome["mean"]["accuracy"]
    assert run["right"] == measure(dataset, predictions).right
    assert (outcome["rows"], outcome["folds"], outcome["partition"]) == (625, 5, "seed 0")
    assert outcome["paper"] == {}  # that is for the authors' reading


def test_evaluate_shows_the_paper_beside_its_own_reading(commands):
    said = commands("evaluate --dataset balance --method PMDT --reading authors --folds 3 --quiet")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == "PMDT on balance: PMDT(threshold=0, items_per_leaf=2)"
    assert lines[1] == "625 rows in 3 folds (seed 0), merged and measured once"
    assert lines[2] == "PMDT was run by its own class."
    assert lines[4].split() == ["Accuracy", "MAE", "NMI", "right", "ranks", "missed", "violating", "pairs"]
    assert lines[-1].split() == ["paper", "0.7792", "0.2560", "0.0010"]


@pytest.mark.parametrize(
    "described", ["fruit.csv --directions=+- --classes bad,fair,good --label grade", "fruit.dat"]
)
def test_evaluate_a_file_with_parameters_and_seeds(commands, described):
    settings = "--method MonFkNN-PM --folds 2 --set k=1 --set K=2 --reading authors --seeds 2 --format json"
    outcome = commands.found(f"evaluate {settings} --dataset {described}")
    assert outcome["classifier"] == "MonFkNN(k=1, K=2, RCr=0.5, typeRange='inRange', reading=AUTHORS)"
    assert outcome["implementation"] == "StdlibMonFkNN"
    assert [run["seed"] for run in outcome["runs"]] == [0, 1]
    assert len(outcome["runs"][0]["predictions"]) == 6


@pytest.mark.needs_data("data/wisconsin")
def test_evaluate_on_fold_files(commands):
    folds = str(outside.DATA / "wisconsin")
    outcome = commands.found("evaluate --dataset wisconsin --method PMDT --format json --folds", folds)
    assert (outcome["partition"], outcome["runs"][0]["right"]) == ("KEEL", 653)  # .9561 as printed
    assert round(outcome["mean"]["nmi"], 4) == 0


METHODS = "MonFkNN-PM, MonFkNN-AM, FkNN, MkNN, OSDL, OSDL-published, OLM, MonMLP, MID, RDMT"
HOW_TO_GET = "put ERA.dat (KEEL format) into a folder and name it (--data DIR or directory=DIR)"
OF_KEEL = "is for CSV files; the KEEL file 'fruit.dat' declares its columns itself"
NO_EVALUATION = {
    "car --method SVM": "--method must be module:Class, file.py:Class or one of "
    f"{METHODS}, RDMT-published, PMDT, got 'SVM'",
    "car --method OLM --set k=3": "OLM has no parameter 'k'; its parameters are directions, classes",
    "car --method OLM --set k": "--set must be NAME=VALUE, got 'k'",
    "fruit.dat --method OLM": "folds must be at most the number of rows, 6, got 10",
    "fruit.dat --method OLM --label grade": f"--label {OF_KEEL}",
    "fruit.dat --method OLM --folds 2 --jobs 0": "--jobs must be a whole number of at least 1, got 0",
    "ERA --method OLM": f"ERA is not at hand: {HOW_TO_GET}, or {install_command('data')}",
}


@pytest.mark.parametrize(("options", "message"), NO_EVALUATION.items())
def test_errors_of_evaluate(commands, no_packages, options, message):
    assert commands.refused(f"evaluate --dataset {options}") == message


def test_a_data_set_that_is_none_is_refused_with_the_names_of_those_there_are(commands):
    said = commands.refused("evaluate --dataset nowhere.csv --method OLM")
    assert said.startswith("--dataset must be a file or one of artiset, balance, ")


# -------------------------------------------------------------------------------------------- reproduce


def test_reproduce_runs_what_is_at_hand_and_saves_it(commands, folder, no_packages):
    few = "--dataset balance --partitions 2 --folds 3 --out folds.jsonl --save results.json"
    shown = commands.printed(f"reproduce accuracy --method OLM --method PMDT {few}").splitlines()
    assert shown[0] == "Accuracy (Table 6)"
    assert [line.split()[:2] for line in shown[3:5]] == [["balance", "OLM"], ["balance", "PMDT"]]
    assert shown[3].split()[4] == "0.8320"
    assert shown[-1] == "OLM and PMDT were run by their own classes."
    with Store(folder / "folds.jsonl") as store:
        assert len(store.found) == 2 * 2 * 3
    assert set(read_results(folder / "results.json").runs) == {"OLM", "PMDT"}

    assert commands.printed("reproduce accuracy --stored results.json").splitlines() == shown
    commands.printed(f"reproduce mae --method OSDL {few}")
    results = read_results(folder / "results.json")
    assert set(results.runs) == {"OLM", "PMDT", "OSDL"}
    how = "--partitions 2 --seeds 3 --folds 3 --reading authors"
    assert [record["command"].removeprefix("python -m monfknn_ref ") for record in results.made_by] == [
        f"reproduce accuracy --dataset balance --method OLM --method PMDT {how}",
        f"reproduce mae --dataset balance --method OSDL {how}",
    ]
    assert all({"python", "monfknn_ref"} <= set(record) for record in results.made_by)


@pytest.fixture
def small_results(folder):
    """Two partitions of every method of two tables on two sets, made up; they are stored in small.json too."""
    results = Results()
    methods = ["FkNN", "MonFkNN-PM", "MonFkNN-AM", "MkNN", "OSDL", "OSDL-published", "OLM", "RDMT", "PMDT"]
    for place, method in enumerate(methods):
        results.descriptions[method] = f"{method}()"
        for dataset, rows in (("balance", 625), ("LEV", 1000)):
            for seed in (0, 1):
                counts = Counts(rows, 500 + place + seed, 150 - place, 20 + 3 * place)
                results.keep(method, dataset, Arrangement(f"seed {seed}"), counts)
    for method in ("FkNN", "OLM"):
        for seed in (0, 1):
            shuffled = Arrangement(f"seed {seed}", "shuffled", seed)
            results.keep(method, "LEV", shuffled, Counts(1000, 550, 500, 9))
    for order, right in (([], 590), (["reversed"], 606), (["shuffled", 0], 600)):
        results.keep("OLM", "wisconsin", Arrangement("KEEL", *order), Counts(683, right, 683 - right, 0))
    write_results(folder / "small.json", results)
    return results


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
def test_every_table_as_text_markdown_and_json(commands, small_results, table, title):
    stored = f"reproduce {table} --stored small.json"
    assert f"{title}\n\n" in commands.printed(stored)
    assert f"### {title}\n\n| " in commands.printed(f"{stored} --format markdown")
    assert commands.found(f"{stored} --format json")["table"] == table


def test_numbers_of_a_cell(commands, small_results):
    cells = commands.found("reproduce fuzzy --stored small.json --format json")["cells"]
    by_place = {(cell["method"], cell["dataset"], cell["measure"]): cell for cell in cells}
    cell = by_place["FkNN", "balance", "accuracy"]
    assert cell["ours"] == 500.5 / 625
    assert cell["spread"] == pytest.approx(0.5**0.5 / 625)
    assert cell["paper"] == 0.8896
    assert cell["within_two_spreads"] is False


def test_heat_maps_of_the_bayesian_sign_tests(commands, small_results, folder, monkeypatch):
    monkeypatch.setattr(reproduce, "SAMPLES", 50)
    commands.printed("reproduce bayes --stored small.json --charts .")
    names = sorted(path.name for path in folder.glob("*.svg"))
    assert len(names) == 3 * 5 * 2
    assert names[0] == "bayes-accuracy-MkNN-ours.svg"
    text = (folder / "bayes-accuracy-OLM-paper.svg").read_text(encoding="utf-8")
    assert "<title>MonFkNN-PM against OLM: Bayesian sign test</title>" in text
    assert "Of 50 samples" in text


def test_orders_on_fold_files(commands, small_results):
    shown = commands.printed("reproduce orders --stored small.json")
    assert "wisconsin  OLM                 590       606  600 to 600 in 1 orders    606\n" in shown
    assert "\nCome out as printed: as in the files none; reversed OLM.\n" in shown


def test_only_the_methods_asked_for_are_run_in_other_orders(commands, folder, no_packages):
    few = "--dataset balance --partitions 1 --folds 2 --save results.json"
    shown = commands.printed(f"reproduce orders --method OLM {few}")
    title, _, _, first, second, *notes, _, run_by = shown.splitlines()
    assert run_by == "OLM was run by its own class."
    assert title == "Training rows as in the file and shuffled"
    assert len(notes) == 2
    assert first.split()[:3] == ["balance", "OLM", "Accuracy"]
    assert second.split()[:3] == ["balance", "OLM", "MAE"]
    results = read_results(folder / "results.json")
    assert list(results.runs) == ["OLM"]
    arrangements = [Arrangement("seed 0"), Arrangement("seed 0", "shuffled", 0)]
    assert list(results.runs["OLM"]["balance"]) == arrangements
    refusal = commands.refused(f"reproduce orders --method PMDT {few}")
    assert refusal == "--method must be 'FkNN' or 'MkNN' or 'OLM', got 'PMDT'"
    (folder / "results.json").unlink()
    commands.printed(f"reproduce all --method PMDT {few}")
    assert list(read_results(folder / "results.json").runs) == ["PMDT"]


NOT_OF_TABLE_6 = "PMDT for the table accuracy, got FkNN, which is in fuzzy, wilcoxon, orders, all"
NO_REPRODUCTION = {
    "noise --dataset balance": "--dataset goes with the tables; the study of noise is on artiset, got ['balance']",
    "fuzzy --dataset ERA --dataset LEV": "none of ERA, LEV is at hand; --data DIR names the folder with NAME.dat",
    "fuzzy --dataset balance --partitions 0": "--partitions must be a whole number of at least 1, got 0",
    "accuracy --dataset balance --method FkNN": "--method must be one of MonFkNN-PM, MkNN, OSDL, "
    f"OSDL-published, OLM, MonMLP, MID, RDMT, RDMT-published, {NOT_OF_TABLE_6}",
    "fuzzy --stored nothing.json": "[Errno 2] No such file or directory: 'nothing.json'",
}


@pytest.mark.parametrize(("options", "message"), NO_REPRODUCTION.items())
def test_errors_of_reproduce(commands, no_packages, options, message):
    assert commands.refused(f"reproduce {options}") == message


def test_a_data_set_that_the_paper_does_not_have_is_refused(commands):
    said = commands("reproduce fuzzy --dataset iris")
    assert said.code == 2 and "argument --dataset: invalid choice: 'iris'" in said.err


QUICK = "--partitions 2 --folds 2 --quiet"


def test_saved_results_of_other_settings_are_not_mixed(commands, folder):
    path, saved = folder / "artiset.dat", folder / "saved.json"
    rows = KEEL.replace("fruit", "artiset").replace("+, -", "+, +")
    path.write_text(rows, encoding="utf-8")
    line = f"reproduce mae --method MonFkNN-PM --dataset artiset --seeds 1 {QUICK} --data . --save saved.json"
    commands.printed(line)
    before = saved.read_text(encoding="utf-8")
    said = commands.refused(f"{line} --reading paper")
    assert "saved.json has results of MonFkNN-PM as MonFkNN(k=5, K=9, " in said
    path.write_text(rows.replace("2,7,bad", "2,7,good"), encoding="utf-8")
    assert "saved.json has results on other rows that are called artiset" in commands.refused(line)
    assert saved.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("table", ["wilcoxon", "friedman", "bayes"])
def test_no_test_over_data_sets_on_one_of_them(commands, table):
    said = commands.refused(f"reproduce {table} --method MonFkNN-PM --dataset balance {QUICK}")
    assert "a test over data sets needs at least two of them, got 1 (" in said


def test_nothing_prints_nothing(commands):
    commands.printed(f"reproduce accuracy --dataset balance --method OLM {QUICK} --save saved.json")
    for table in ("fuzzy", "wilcoxon", "friedman", "bayes", "orders"):
        for form in ("text", "json"):
            said = commands.refused(f"reproduce {table} --stored saved.json --format {form}")
            assert f"there is nothing to show for {table}" in said


# -------------------------------------------------------------------------------------------- audit


def test_audit_lists_the_findings(commands, audit_once):
    found = commands.found("audit --json")
    everything = whole_audit(StoredRuns.read(STORED))
    assert [one["claim"] for one in found] == [finding.claim for finding in everything]
    assert set(found[0]) >= {"claim", "verdict", "evidence", "cause", "where", "sentence", "printed", "found"}
    lines = commands.printed("audit --verdict contradicted --evidence recomputed").splitlines()
    assert lines[0] == "Table 2"
    assert lines[1].startswith("  contradicted: artiset, number of rows: printed 1000, found 999")
    wrong = [f for f in everything if (f.verdict, f.evidence) == ("contradicted", "recomputed")]
    assert sum("contradicted: " in line and line.startswith("  ") for line in lines) >= len(wrong)
    assert f"{len(wrong)} of {len(everything)} findings" in lines
    assert "   6 holm: The printed verdicts are not Holm's" in lines
    assert lines[-1] == f"{len(wrong):4d} recomputed: computed again from numbers that the paper prints"


def test_audit_can_be_asked_for_a_place_and_a_cause(commands, audit_once):
    out = commands.printed("audit --where", "Table 7", "--cause", "holm")
    start = "Table 7\n  contradicted: Accuracy, MID equals the control: printed rejected, found"
    assert out.startswith(start)
    out = commands.printed("audit --where", "Section 4", "--verdict", "apart")
    assert out.startswith("No finding is of that kind.\n\n0 of ")
    said = commands.refused("audit --where", "Table 12")
    assert said.startswith("--where must be one of Table 2, ") and said.endswith("got 'Table 12'")


def test_audit_without_runs_says_what_was_not_run(commands, folder):
    said = "--runs must be a folder with results.json or noise.json, got '.'"
    assert said in commands.refused("audit --runs .")
    (folder / "noise.json").write_bytes((STORED / "noise.json").read_bytes())
    found = commands.found("audit --runs . --json")
    assert sum(one["cause"] == "not-run" for one in found) == 3  # what needs draws or parts switched off
    assert not any(one["verdict"] == "apart" for one in found)


def test_the_pages_explain_the_causes_by_the_numbers_of_printed_tables(small_results):
    causes = audit_tables.causes(whole_audit(StoredRuns(small_results)))
    assert "### The printed verdicts are not Holm's { #holm }" in causes
    assert "| Table&nbsp;7 | Accuracy, MID equals the control | rejected | not rejected," in causes
    for page in ("audit", "audit-data", "audit-sentences"):
        assert "tab:" not in (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")


def test_page_says_how_much_of_each_method_was_run(small_results):
    small_results.descriptions["MonMLP"] = "MonMLP()"
    one = Counts(1000, 500, 600, 9)
    for seed in range(4):
        for _ in range(3):
            small_results.keep("MonMLP", "LEV", Arrangement(f"seed {seed}"), one)
    small_results.keep("PMDT", "LEV", Arrangement("seed 2"), one)
    rows = audit_tables.what_was_run(small_results).splitlines()
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
        if method == "MkNN":
            one = replace(one, right=one.right - 900)
        for seed in (0, 1):
            results.keep(method, "balance", Arrangement(f"seed {seed}"), one)
    for seed in (0, 1):
        results.keep("OSDL", "balance", Arrangement(f"seed {seed}"), Counts(10_000, 10 + seed, 9000, 0))
    first, second = audit_tables.eight_methods("accuracy", results).split("OSDL without the defect:")
    assert "| data set | MonFkNN-PM | MkNN | OSDL-published |" in first
    assert "| data set | OSDL |" in second
    for row in (
        "MonFkNN-PM | 1 | 0 | 0",
        "MkNN | 0 | 0 | 1",
        "OSDL-published | 1 | 0 | 0",
        "OSDL | 0 | 0 | 1",
    ):
        assert f"| {row} |" in second


def test_orders_are_compared_on_the_same_partitions(commands, small_results, folder):
    """There is no run on shuffled rows of the third partition."""
    small_results.keep("OLM", "LEV", Arrangement("seed 2"), Counts(1000, 1000, 0, 0))
    write_results(folder / "small.json", small_results)
    lines = commands.printed("reproduce orders --stored small.json --format markdown").splitlines()
    assert "| LEV | OLM | Accuracy | 2 | 0.5065 ± 0.0007 | 0.5500 ± 0.0000 | +0.0435 | 0.4250 |" in lines
    assert "OLM, Accuracy: another mean on 1 of 1 data sets, by +0.0435 on LEV at the most." in lines


# -------------------------------------------------------------------------------------------- predict


def test_predict_rows_written_out(commands):
    asked = "predict --train fruit.dat --k 1 --K 3 --scaled --query"
    found = commands.found(asked, "4, 5; 9,0", "--json")
    train = read_keel("fruit.dat")
    model = MonFkNN(k=1, K=3, reading=PAPER).fit(train.scaled(), train.y, classes=train.classes)
    rows = [(0.4, 0.5), (0.9, 1.0)]
    assert [one["label"] for one in found["predictions"]] == model.predict(rows)
    assert [one["memberships"] for one in found["predictions"]] == model.predict_proba(rows)
    assert found["model"] == "MonFkNN(k=1, K=3)"
    lines = commands.printed(asked, "4, 5; 9,0", "--proba").splitlines()
    assert lines[0].split() == ["size", "age", "class", "u(bad)", "u(fair)", "u(good)"]
    assert lines[2].split()[:3] == ["9", "0", found["predictions"][1]["label"]]


def test_predict_unscaled_approximate_in_the_authors_reading(commands):
    described = "--train fruit.csv --directions=+- --classes bad,fair,good"
    model = "--configuration AM --reading authors --pOR 0.25"
    [found] = commands.found(f"predict {described} {model} --query 4,5 --json")["predictions"]
    train = read_csv("fruit.csv", classes=["bad", "fair", "good"])
    model = MonFkNN.approximate_monotonic(pOR=0.25, reading=AUTHORS, directions="+-")
    model.fit(train.X, train.y, classes=train.classes)
    assert [found["label"]] == model.predict([(4, 5)])
    assert [found["memberships"]] == model.predict_proba([(4, 5)])


def test_predict_rows_of_a_keel_file(commands, folder):
    header, _ = KEEL.split("@data")
    (folder / "rows.dat").write_text(f"{header}@data\n4, 5, bad\n9, 0, bad\n", encoding="utf-8")
    wanted = commands.printed("predict --train fruit.dat --query 4,5;9,0")
    assert commands.printed("predict --train fruit.dat --query rows.dat") == wanted


NO_PREDICTION = {
    "nowhere.csv --query 1,2": "there is no file 'nowhere.csv'",
    "fruit.dat --query apples.csv": "--query must be a file, or rows as \"1,2;3,4\", got 'apples.csv'",
    "fruit.dat --query 1,2 --RCr 3": "RCr must be a number from 0 to 1, got 3",
    "fruit.dat --query none.csv": "--query must have at least one row, got none in 'none.csv'",
    "fruit.dat --query other.dat": "other.dat must have the attributes size, age, got size, weight",
}


@pytest.mark.parametrize(("options", "message"), NO_PREDICTION.items())
def test_errors_of_predict(commands, folder, options, message):
    (folder / "none.csv").write_text("size,age\n", encoding="utf-8")
    (folder / "other.dat").write_text(KEEL.replace("age", "weight"), encoding="utf-8")
    assert commands.refused(f"predict --train {options}") == message


def test_rows_beyond_the_bounds_of_training_are_no_error(commands):
    assert commands.printed("predict --train fruit.dat --query 99,-5").split()[-1] == "good"
