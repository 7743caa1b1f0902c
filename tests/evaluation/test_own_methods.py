"""`evaluate` with the reader's own methods and data sets."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from importlib.util import find_spec

import pytest
from command_line import ROOT, environment, python
from tools import own_methods

from monfknn_ref import PAPER
from monfknn_ref.data import balance, read_keel
from monfknn_ref.evaluation.cross_validation import measure, merge, stratified_folds
from monfknn_ref.evaluation.finished_tasks import Store
from monfknn_ref.evaluation.own_methods import chosen_methods, own_method
from monfknn_ref.evaluation.rank_tests import friedman, holm, wilcoxon
from monfknn_ref.model.classes_by_name import load, missing, origin_of

MINE = '''
import random


class Majority:
    """Plain Python: it gets lists, in which y.count works."""

    def __init__(self, bonus=0):
        self.bonus = bonus

    def fit(self, X, y):
        assert type(X) is list and type(X[0]) is list and all(0 <= v <= 1 for row in X for v in row)
        self.most = min(max(set(y), key=y.count) + self.bonus, max(y))
        return self

    def predict(self, X):
        return [self.most] * len(X)


class Dice:
    """Depends on chance, and has no other seed than that of its constructor."""

    def __init__(self, random_state=None):
        self.random_state = random_state

    def fit(self, X, y):
        self.classes = sorted(set(y))
        return self

    def predict(self, X):
        generator = random.Random(self.random_state)
        return [generator.choice(self.classes) for _ in X]


class Careless(Dice):
    """Uses the generator that everybody shares."""

    def __init__(self):
        self.random_state = None

    def predict(self, X):
        return [random.choice(self.classes) for _ in X]


class Direct:
    """Wants to know the classes and the directions."""

    def __init__(self, directions=None):
        self.directions = directions

    def fit(self, X, y, classes):
        self.found = (classes, self.directions, X[0])
        return self

    def predict(self, X):
        raise ValueError(f"{self.found}")


class Bad:
    def __init__(self, how):
        self.how = how

    def fit(self, X, y):
        print("this must not get into the output")
        if self.how == "fit":
            raise KeyError("nothing")
        if self.how == "exit":
            raise SystemExit(7)
        return self

    def predict(self, X):
        return {
            "predict": lambda: 1 / 0,
            "few": lambda: [0],
            "none": lambda: None,
            "text": lambda: "0" * len(X),
            "words": lambda: ["0"] * len(X),
            "nan": lambda: [float("nan")] * len(X),
            "between": lambda: [0.5] * len(X),
            "beyond": lambda: [3] * len(X),
            "hang": lambda: __import__("time").sleep(1000),
            "column": lambda: [[0.0]] * len(X),
        }.get(self.how)()


class NoFit:
    def predict(self, X):
        return [0] * len(X)


number = 3
'''
GRADES = """@relation grades
@attribute size integer [0, 40]
@attribute age integer [0, 40]
@attribute grade {bad, fair, good}
@directions +, -
@data
""" + "".join(f"{i}, {40 - i}, {('bad', 'fair', 'good')[i // 14]}\n" for i in range(40))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The working directory of a reader with methods and data of their own."""
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    (tmp_path / "grades.dat").write_text(GRADES, encoding="utf-8")
    rows = "".join(f"{i},{i % 3},{i // 10}\n" for i in range(30))
    (tmp_path / "levels.csv").write_text("a,b,level\n" + rows, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    yield tmp_path
    sys.modules.pop("mine", None)


def outcome_of(commands, options):
    return commands.found(f"evaluate {options} --folds 2 --format json --quiet")


# -------------------------------------------------------------------------------- what is run


def test_a_class_of_a_file_is_cross_validated_as_by_hand(commands, folder):
    found = outcome_of(commands, "--dataset grades.dat --method mine.py:Majority")
    dataset = read_keel("grades.dat")
    splits = stratified_folds(dataset.y, 2, 0, dataset.classes)
    by_fold = []
    for train, test in splits:
        labels = [dataset.classes.index(dataset.y[i]) for i in train]
        most = max(set(labels), key=labels.count)
        by_fold.append([dataset.classes[most]] * len(test))
    wanted = merge(splits, by_fold, len(dataset))
    assert found["runs"][0]["predictions"] == wanted
    assert found["runs"][0]["right"] == measure(dataset, wanted).right
    assert found["classifier"].startswith("mine.py:Majority(), source ")


@pytest.mark.system
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_modules_of_the_working_directory_in_other_processes_too(folder, jobs):
    line = f"evaluate --dataset grades.dat --method mine:Majority --set bonus=1 --folds 3 --jobs {jobs}"
    shown = python("-m", "monfknn_ref", *line.split(), cwd=folder)
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith("Majority on grades: mine:Majority(bonus=1), source ")
    assert shown.stderr.startswith("3 folds to run; the first ones will show how long it takes.\n")


def test_settings_and_sources_are_never_mixed_in_a_database(commands, folder):
    line = "--dataset grades.dat --method mine.py:Majority --out folds.db"
    plain = outcome_of(commands, line)
    raised = outcome_of(commands, f"{line} --set bonus=1")
    assert plain["runs"] != raised["runs"]
    given = outcome_of(commands, f"{line} --set bonus=2")
    with Store("folds.db") as store:
        assert len(store.found) == 3 * 2
    assert outcome_of(commands, f"{line} --set bonus=1") == raised
    (folder / "mine.py").write_text(MINE.replace("+ self.bonus", "+ 2 + self.bonus"), encoding="utf-8")
    sys.modules.pop("mine")
    edited = outcome_of(commands, line)
    assert edited["runs"] == given["runs"] != plain["runs"]
    assert edited["classifier"] != plain["classifier"]


def test_a_seed_that_is_left_open_is_set_and_said(commands, folder):
    line = "--dataset grades.dat --method mine.py:Dice --seeds 2"
    first, again = outcome_of(commands, line), outcome_of(commands, line)
    assert first == again
    assert first["notes"] == ["Dice: random_state was left open and is set from the seed."]
    one, other = first["runs"]
    assert one["predictions"] != other["predictions"]
    fixed = outcome_of(commands, f"{line} --set random_state=5")
    assert len(fixed["runs"]) == 1 and fixed["notes"] == []


def test_the_generator_that_everybody_shares_is_seeded_and_left_as_it_was(commands, folder):
    line = "--dataset grades.dat --method mine.py:Careless"
    random.seed(1)
    first = outcome_of(commands, line)
    drawn = random.random()
    random.seed(1)
    assert random.random() == drawn
    assert outcome_of(commands, line) == first


def test_rows_as_given_come_with_classes_and_directions(commands, folder):
    line = "evaluate --dataset grades.dat --method mine.py:Direct --folds 2 --quiet"
    said = commands.refused(f"{line} --rows given")
    assert "predict raised ValueError: ([0, 1, 2], '+-', [" in said
    assert "([0, 1, 2], None, [0." in commands.refused(line)


def test_a_method_of_the_paper_under_another_name(commands, folder):
    found = outcome_of(commands, "--dataset balance --method FkNN --method near=FkNN --set near.K=1")
    first, near = found["cross_validations"]
    assert first["classifier"] == "FkNN(k=5, K=9, reading=PAPER)"
    assert near["classifier"] == "FkNN(k=5, K=1, reading=PAPER)"
    assert first["runs"] != near["runs"]


# -------------------------------------------------------------------------------- several


THREE_SETS = "--dataset grades.dat --dataset levels.csv --dataset balance"
SEVERAL = f"{THREE_SETS} --method MonFkNN-PM --method OLM --method mine.py:Majority"


def test_tests_over_data_sets_are_those_of_the_evaluation(commands, folder):
    found = outcome_of(commands, SEVERAL)
    names = ["MonFkNN-PM", "OLM", "Majority"]
    assert [(one["dataset"], one["method"]) for one in found["cross_validations"]] == [
        (dataset, method) for dataset in ("grades", "levels", "balance") for method in names
    ]
    values = [one["mean"]["mae"] for one in found["cross_validations"]]
    table = [values[i : i + 3] for i in range(0, 9, 3)]
    ranked = friedman(table, names, "MonFkNN-PM", "lowest")
    [mae] = [one for one in found["tests"] if one["measure"] == "mae"]
    assert list(mae["friedman"]["mean_ranks"].values()) == [float(rank) for rank in ranked.mean_ranks]
    adjusted = holm([p for n, p in zip(names, ranked.p_values) if n != "MonFkNN-PM"]).adjusted
    assert [one["p"] for one in mae["holm"].values()] == list(adjusted)
    signed = wilcoxon([row[2] for row in table], [row[0] for row in table])  # lower is better
    assert mae["wilcoxon"]["Majority"] == {"R+": signed.r_plus, "R-": signed.r_minus, "p": signed.p_value}
    assert mae["warning"].startswith("Take these tests with care: 3 data sets are few; ")
    assert "its smallest p-value on 3 data sets is 0.25." in mae["warning"]


def test_the_first_method_is_the_control(commands, folder):
    tests = outcome_of(commands, f"{THREE_SETS} --method OLM --method MonFkNN-PM")["tests"]
    assert {one["control"] for one in tests} == {"OLM"}


def test_every_form_of_several_results(commands, folder):
    text, markdown, as_csv = (
        commands.printed(f"evaluate {SEVERAL} --folds 2 --format {form} --quiet")
        for form in ("text", "markdown", "csv")
    )
    assert "Accuracy, highest is best\n\ndata set  MonFkNN-PM     OLM  Majority\ngrades " in text
    assert "\nNMI: tests over the data sets\n" in text and text.count("Take these tests with care") == 1
    assert "| data set | MonFkNN-PM | OLM | Majority |\n|:--|--:|--:|--:|\n| grades |" in markdown
    rows = list(csv.DictReader(io.StringIO(as_csv)))
    assert len(rows) == 9
    [mine] = [row for row in rows if (row["data set"], row["method"]) == ("balance", "Majority")]
    assert float(mine["accuracy"]) == int(mine["right"]) / 625


def test_no_test_on_one_data_set_and_the_reason(commands, folder):
    methods = "--method OLM --method mine.py:Majority"
    assert (
        "No tests: a test over data sets needs at least two of them, got 1 (grades): on one set there is one "
        "rank or one difference for each method, which cannot show what is chance.\n"
    ) in commands.printed(f"evaluate --dataset grades.dat {methods} --folds 2 --quiet")


# -------------------------------------------------------------------------------- what can go wrong


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("fit", "fit raised KeyError: 'nothing'"),
        ("exit", "fit raised SystemExit: 7"),
        ("predict", "predict raised ZeroDivisionError: division by zero"),
        ("few", "predict must give a label for each of 20 rows, got 1 labels"),
        ("none", "predict must give a label for each of 20 rows, got None"),
        ("text", f"predict must give a label for each of 20 rows, got '{'0' * 20}'"),
        ("words", "predict gave '0', which is none of the labels 0 to 2"),
        ("nan", "predict gave nan, which is none of the labels 0 to 2"),
        ("between", "predict gave 0.5, which is none of the labels 0 to 2"),
        ("beyond", "predict gave 3, which is none of the labels 0 to 2"),
    ],
)
def test_a_method_that_fails_is_named_and_the_others_are_kept(commands, folder, how, message):
    bad = f"evaluate --dataset grades.dat --method mine.py:Bad --set Bad.how={how} --out folds.db"
    failure = f"Bad on grades, fold 1: {message}"
    said = commands(f"{bad} --folds 2 --quiet")
    assert (said.code, said.out) == (2, "")
    assert said.err.endswith(f"monfknn-ref evaluate: {failure}\n")
    said = commands(f"{bad} --method OLM --folds 2 --quiet --format json")
    assert said.code == 1
    assert said.err.endswith(f"monfknn-ref evaluate: {failure}\n")
    found = json.loads(said.out)
    assert [one["method"] for one in found["cross_validations"]] == ["OLM"]
    assert found["failures"] == [failure]
    with Store("folds.db") as store:
        assert len(store.found) == 2  # a failure is no result


def test_a_column_of_labels_is_taken(commands, folder):
    found = outcome_of(commands, "--dataset grades.dat --method mine.py:Bad --set how=column")
    assert set(found["runs"][0]["predictions"]) == {"bad"}


NO_METHOD = {
    "mine.py:NoFit": "the method NoFit must have the methods fit and predict, got a NoFit without fit",
    "mine.py:number": "the method number must be a class or a function that makes a model, got 3",
    "mine.py:Nothing": "the method Nothing must be something in mine.py, got 'Nothing', which is not there",
    "gone.py:Mine": "the method Mine must be in a file that is there, got 'gone.py'",
    "random.py:Mine": "the method Mine must be in a file that is there, got 'random.py'",
    "no_such_module:Mine": "No module named 'no_such_module'; it is neither in the working directory nor ",
    "mine.py:Majority --set k=3": "Majority has no parameter 'k'; its parameters are bonus",
    "mine.py:Bad": "the method Bad cannot be built: TypeError: ",
    "mine.py:Dice --method mine:Dice": "--method must give each method a name of its own, got 'Dice' 2 ",
    "OLM=mine.py:Dice": "--method must give 'mine.py:Dice' another name than a method of the paper has",
    "OLM --method FkNN --set k=3": "--set k must say whose parameter it is: OLM.k or FkNN.k",
    "OLM --set FkNN.k=3": "--set FkNN.k must be of one of OLM, got 'FkNN'",
    "OLM --dataset copy/grades.dat": "--dataset must name data sets with different names, got 2 called",
}


@pytest.mark.parametrize(("method", "message"), NO_METHOD.items())
def test_what_cannot_be_run_is_refused_beforehand(commands, folder, method, message):
    (folder / "copy").mkdir()
    (folder / "copy" / "grades.dat").write_text(GRADES, encoding="utf-8")
    said = commands(f"evaluate --dataset grades.dat --method {method}")
    assert (said.code, said.out) == (2, "")
    assert message in said.err and "folds to run" not in said.err


def test_a_file_must_not_hide_a_module(folder):
    for name in ("random.py", "pytest.py"):
        (folder / name).write_text("class Mine: pass", encoding="utf-8")
        with pytest.raises(ValueError, match="must be in a file with a name of its own, got .*: rename it"):
            load(f"{name}:Mine")
    (folder / "broken.py").write_text("1 / 0", encoding="utf-8")
    with pytest.raises(ValueError, match="the module 'broken.py' fails: ZeroDivisionError: division by zero"):
        load("broken.py:Mine")
    assert "broken" not in sys.modules


def test_a_package_is_identified_by_all_of_its_files(folder):
    (folder / "house").mkdir()
    (folder / "house" / "__init__.py").write_text("", encoding="utf-8")
    (folder / "house" / "models.py").write_text("class Mine: pass", encoding="utf-8")
    found = origin_of(load("house.models:Mine"))
    (folder / "house" / "help.py").write_text("x = 1", encoding="utf-8")
    assert origin_of(load("house.models:Mine")) != found
    sys.modules.pop("house.models"), sys.modules.pop("house")
    assert origin_of(json.JSONDecoder).startswith("Python 3.")


@pytest.mark.system
@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name == "nt", reason="needs signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_method_that_hangs_is_ended_with_ctrl_c(folder, jobs):
    line = f"evaluate --dataset grades.dat --jobs {jobs} --method mine.py:Bad --set how=hang --folds 2"
    command = [sys.executable, "-m", "monfknn_ref", *line.split()]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=folder, env=environment())
    assert running.stderr is not None
    assert "2 folds to run" in running.stderr.readline()
    time.sleep(1)
    running.send_signal(signal.SIGINT)
    _, words = running.communicate(timeout=20)
    assert running.returncode == 130 and words.endswith("monfknn-ref evaluate: interrupted\n")


# -------------------------------------------------------------------------------- scikit-learn

needs_sklearn = pytest.mark.skipif(find_spec("sklearn") is None, reason="needs scikit-learn")


@needs_sklearn
def test_classifiers_of_scikit_learn_give_what_they_give_by_hand(commands):
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.neighbors import KNeighborsClassifier

    dataset = balance()
    splits = stratified_folds(dataset.y, 2, 0, dataset.classes)
    rows = dataset.scaled(doubles=True)
    labels = [dataset.classes.index(label) for label in dataset.y]
    near = "--method near=sklearn.neighbors:KNeighborsClassifier --set near.n_neighbors=9"
    forest = "--method forest=sklearn.ensemble:RandomForestClassifier --set forest.n_estimators=5"
    found = outcome_of(commands, f"--dataset balance --seeds 1 {near} {forest}")["cross_validations"]

    def by_hand(build):
        by_fold = []
        for fold, (train, test) in enumerate(splits, start=1):
            model = build(fold).fit([rows[i] for i in train], [labels[i] for i in train])
            by_fold.append([dataset.classes[l] for l in model.predict([rows[i] for i in test])])
        return merge(splits, by_fold, len(dataset))

    assert [one["runs"][0]["predictions"] for one in found] == [
        by_hand(lambda fold: KNeighborsClassifier(n_neighbors=9)),
        by_hand(lambda fold: RandomForestClassifier(n_estimators=5, random_state=fold)),
    ]
    assert found[1]["notes"] == ["forest: random_state was left open and is set from the seed."]
    assert "scikit-learn" in found[0]["classifier"]


@needs_sklearn
def test_a_pipeline_gets_its_seeds_and_arrays(commands, folder):
    (folder / "pipelines.py").write_text(
        "import numpy as np\n"
        "from sklearn.pipeline import make_pipeline\n"
        "from sklearn.preprocessing import FunctionTransformer\n"
        "from sklearn.tree import DecisionTreeClassifier\n"
        "def checked(X):\n"
        "    assert isinstance(X, np.ndarray)\n"
        "    return X\n"
        "def make_model(depth=2):\n"
        "    tree = DecisionTreeClassifier(max_depth=depth)\n"
        "    return make_pipeline(FunctionTransformer(checked), tree)\n",
        encoding="utf-8",
    )
    found = outcome_of(commands, "--dataset grades.dat --method pipelines.py:make_model --set depth=3")
    seed = "decisiontreeclassifier__random_state"
    assert found["notes"] == [f"make_model: {seed} was left open and is set from the seed."]
    assert found["mean"]["accuracy"] > 0.8
    sys.modules.pop("pipelines")


@needs_sklearn
@pytest.mark.slow
def test_the_example_of_the_page_comes_out_again(commands):
    """A small version: fewer trees, two folds; the whole is `python docs/tools/own_methods.py`."""
    options = "--dataset balance --dataset car --dataset artiset --seeds 1"
    for method in ("MonFkNN-PM", "MonFkNN-AM", "sklearn.neighbors:KNeighborsClassifier"):
        options += f" --method {method}"
    for name, setting in (("RandomForest", "n_estimators=20"), ("HistGradientBoosting", "max_iter=10")):
        options += f" --method {name}=sklearn.ensemble:{name}Classifier --set {name}.{setting}"
    found = outcome_of(commands, options)
    assert len(found["cross_validations"]) == 15 and found["failures"] == []
    means = {(one["dataset"], one["method"]): one["mean"] for one in found["cross_validations"]}
    for dataset in ("balance", "car", "artiset"):
        assert means[dataset, "MonFkNN-PM"]["nmi"] < means[dataset, "KNeighborsClassifier"]["nmi"]
    assert means["balance", "MonFkNN-PM"]["accuracy"] > means["balance", "RandomForest"]["accuracy"]


def test_methods_from_python():
    near, own = chosen_methods(["near=FkNN", "monfknn_ref:MonFkNN"], {"near.K": 3, "MonFkNN.K": 1})
    assert (near.name, near.column, own.column) == ("near", "", "")
    assert own_method("nearest", "monfknn_ref:MonFkNN", {"K": 1}).describe(PAPER) == own.describe(PAPER)


# -------------------------------------------------------------------------------- what the page shows


def test_the_page_shows_what_its_command_gave():
    stored = json.loads(own_methods.STORED.read_text(encoding="utf-8"))
    assert stored["command"] == " ".join(own_methods.COMMAND)
    means = {(one["dataset"], one["method"]): one for one in stored["cross_validations"]}
    assert len(means) == 15
    page = (ROOT / "docs" / "your-own-methods.md").read_text(encoding="utf-8")
    row = [f"{means['car', name]['mean']['accuracy']:.4f}" for name in ("MonFkNN-PM", "MonFkNN-AM", "kNN")]
    assert f"| car | {' | '.join(row)} |" in page
    for dataset in ("balance", "car", "artiset"):  # what the page says of monotonicity
        ours, others = (
            [means[dataset, name]["mean"]["nmi"] for name in names]
            for names in (("MonFkNN-PM", "MonFkNN-AM"), ("kNN", "forest", "boosting"))
        )
        assert max(ours) < min(others)
    for name in ("kNN", "forest", "boosting"):
        assert means["car", name]["mean"]["accuracy"] <= means["car", "boosting"]["mean"]["accuracy"]
        for dataset in ("balance", "artiset"):
            best = min(means[dataset, one]["mean"]["accuracy"] for one in ("MonFkNN-PM", "MonFkNN-AM"))
            assert best > means[dataset, name]["mean"]["accuracy"]


def test_a_package_under_another_name_is_named_as_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    error = ModuleNotFoundError("No module named 'sklearn'", name="sklearn")
    monkeypatch.delitem(sys.modules, "sklearn", raising=False)
    assert missing(error) == "No module named 'sklearn'; pip install scikit-learn"
    monkeypatch.setitem(sys.modules, "sklearn", sys)
    assert missing(error) == "No module named 'sklearn'"
