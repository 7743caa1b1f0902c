"""The unexplained cells: the quick variants equal the package's classes, and the page follows the stored counts."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import outside
import pytest
from tools import write
from tools.pages import investigations as page

from monfknn_ref.classifiers import OLM, FkNN, MkNN
from monfknn_ref.classifiers.osdl import OSDL
from monfknn_ref.data import Dataset, load
from monfknn_ref.evaluation.cross_validation import cross_validate, measure, stratified_folds
from monfknn_ref.readings import AUTHORS
from monfknn_ref.reproduction.audit import cause_of_distance

ROOT = Path(__file__).resolve().parents[2]
STORED = json.loads((ROOT / "docs" / "data" / "investigations.json").read_text(encoding="utf-8"))


def survey(seed: int, rows: int = 60) -> Dataset:
    """Few values and many equal rows, with labels that contradict each other."""
    generator = random.Random(seed)
    X = [[generator.randrange(4) for _ in range(3)] for _ in range(rows)]
    y = [min(3, max(0, sum(x) // 3 + generator.choice((-1, 0, 0, 1)))) for x in X]
    y[:4] = [0, 1, 2, 3]
    return Dataset("survey", X, y, range(4))


def counts_of(model: Any, data: Dataset) -> list[int]:
    """What the package's class makes of ten folds."""
    rows = data.scaled(doubles=True)
    predicted = cross_validate(model, data, stratified_folds(data.y, 10, 0, data.classes), rows)
    found = measure(data, predicted)
    return [found.right, found.cost, found.violating]


@pytest.mark.parametrize("seed", range(3))
def test_the_quick_variants_equal_the_package(seed: int) -> None:
    pytest.importorskip("numpy")
    from tools.investigating.arrays import cross_validated, from_dataset
    from tools.investigating.variants import FkNNVariant, MkNNVariant, fknn, mknn, olm

    data = survey(seed)
    arrays = from_dataset(data)
    quick = {
        "fknn": lambda fold, y: fknn(arrays, fold.train, fold.test, y, FkNNVariant()),
        "mknn": lambda fold, y: mknn(arrays, fold.train, fold.test, y[fold.train], MkNNVariant()),
        "olm": lambda fold, y: olm(arrays, fold.train, fold.test, y),
    }
    models = {"fknn": FkNN(reading=AUTHORS), "mknn": MkNN(k=5, reading=AUTHORS), "olm": OLM()}
    for name, predict in quick.items():
        assert cross_validated(arrays, predict, 0) == counts_of(models[name], data), name
    other = cross_validated(
        arrays,
        lambda fold, y: fknn(arrays, fold.train, fold.test, y, FkNNVariant(crisp=True)),
        0,
    )
    assert other != counts_of(models["fknn"], data)  # crisp memberships are another method


@pytest.mark.parametrize("seed", range(3))
def test_relabelings_are_monotone_where_they_say_so(seed: int) -> None:
    np = pytest.importorskip("numpy")
    from tools.investigating.arrays import from_dataset
    from tools.investigating.variants import RELABELINGS, relabeled

    arrays = from_dataset(survey(seed))
    train = np.arange(len(arrays))
    monotone = {}
    for how in RELABELINGS:
        y = relabeled(arrays, train, how, np.random.default_rng(0))
        monotone[how] = not (arrays.dominates & (y[:, None] < y[None, :])).any()
    for how in ("lowest", "highest", "from above", "from below", "middle, down", "middle, up"):
        assert monotone[how], how
    assert not monotone["none"]


def test_osdl_by_groups_equals_osdl() -> None:
    np = pytest.importorskip("numpy")
    from tools.investigating.arrays import from_dataset
    from tools.investigating.class_limits import Cells, osdl_counts

    data = survey(4)
    arrays = from_dataset(data)
    distinct, group = np.unique(np.array(data.X), axis=0, return_inverse=True)
    cells = Cells(group.ravel(), (distinct[:, None] >= distinct[None]).all(2))
    splits = stratified_folds(data.y, 10, 0, data.classes)
    found = measure(data, cross_validate(OSDL(truncate=True), data, splits, data.X))
    assert osdl_counts(arrays, cells, arrays.labels, 1) == [[found.right, found.cost, found.violating]]


def test_a_triple_fits_only_if_the_printed_counts_can_come_out() -> None:
    np = pytest.importorskip("numpy")
    from tools.investigating.arrays import from_dataset
    from tools.investigating.class_limits import search

    target = np.arange(40.0)
    data = Dataset(
        "line", [[0.5]] * 39 + [[1.0]], [0, 1, 2, 3] * 10, range(4), bounds=[(0, 1)], directions="-"
    )
    arrays = from_dataset(data)
    some, none = search(arrays, target, 12, 39), search(arrays, target, 40, 500)
    assert some.tried == none.tried == 9139 == 39 * 38 * 37 // 6
    assert some.fitting and not none.fitting


def test_the_page_and_its_pictures_are_those_of_the_stored_counts() -> None:
    """Regenerate: python3 docs/tools/write.py investigations"""
    assert write.main(["investigations", "--check"]) == 0


def test_what_made_each_study_is_stored() -> None:
    assert list(STORED["studies"]) and set(STORED["studies"]) == {
        "FkNN",
        "limits",
        "MkNN",
        "MonMLP",
        "OLM",
        "MID",
    }
    for study in STORED["studies"].values():
        assert {"command", "python", "monfknn_ref", "numpy", "seeds", "cpu seconds"} <= set(study["made by"])


def test_the_table_follows_the_counts() -> None:
    """With other counts, cells are outside that were within."""
    run = {"dataset": "LEV", "rows": 1000, "counts": [[600, 440, 1000], [604, 436, 1100], [602, 433, 1049]]}
    accuracy, mae, nmi = page.run_cells(run, "FkNN")
    assert accuracy.ours == Fraction(602, 1000) and accuracy.is_within  # printed .6020
    assert mae.is_within and nmi.is_within
    moved = {**run, "counts": [[right + 50, cost, v] for right, cost, v in run["counts"]]}
    assert [cell.is_within for cell in page.run_cells(moved, "FkNN")] == [False, True, True]
    assert page.names_of(page.outside(page.run_cells(moved, "FkNN"))) == "LEV (Accuracy)"


def test_blocks_are_the_only_classes_that_give_both_counts_of_osdl() -> None:
    """61 right, 189 in errors: read off the printed .2919 and .9043 of 209 rows."""
    rules = [run for run in STORED["studies"]["limits"]["rules"] if run["target"] == "published performance"]
    exact = [run["variant"] for run in rules if all(counts[:2] == [61, 189] for counts in run["counts"])]
    assert exact == ["blocks of a quarter, rounded up"]


def test_a_failed_start_fails_in_all_folds_of_wisconsin() -> None:
    [run] = [run for run in STORED["studies"]["MonMLP"]["runs"] if run["dataset"] == "wisconsin"]
    assert set(run["failed folds"]) == {0, 10}
    failed = {counts[0] for counts, folds in zip(run["counts"], run["failed folds"]) if folds}
    good = [counts[0] for counts, folds in zip(run["counts"], run["failed folds"]) if not folds]
    assert failed == {444}  # the rows of the larger class
    assert f"{(2 * min(good) + 444) / 2049:.4f}" <= "0.8604" <= f"{(2 * max(good) + 444) / 2049:.4f}"


@pytest.mark.needs_data("data")
def test_stored_counts_are_computed_again() -> None:
    pytest.importorskip("numpy")
    from tools.investigating.arrays import cross_validated, from_dataset
    from tools.investigating.variants import FkNNVariant, fknn

    arrays = from_dataset(load("machineCPU", outside.DATA))
    for name, crisp in (("fuzzy", False), ("crisp", True)):
        run = page.one_run(STORED["studies"]["FkNN"]["runs"], name, "machineCPU")
        variant = FkNNVariant(crisp=crisp)
        again = cross_validated(
            arrays, lambda fold, y, v=variant: fknn(arrays, fold.train, fold.test, y, v), 3
        )
        assert again == run["counts"][3]


def test_the_audit_names_a_start_only_where_it_explains_the_cell() -> None:
    """What the audit lays to MonMLP's starts and to FkNN's memberships comes out with them."""
    found = {(cell.dataset, cell.measure): cell.inside for cell in page.mlp_cells(STORED)}
    for (dataset, measured), inside in found.items():
        if cause_of_distance("MonMLP", dataset, measured) == "one-start":
            assert inside, (dataset, measured)
    crisp = page.cells_of_runs(page.chosen(STORED["studies"]["FkNN"]["runs"], "crisp"), "FkNN")
    for cell in crisp:
        explained = cause_of_distance("FkNN", cell.dataset, cell.measure) == "crisp-memberships"
        assert cell.is_within or not explained, (cell.dataset, cell.measure)


def test_verdicts_follow_from_chance() -> None:
    """Six of 33 cells are what chance reaches, seven are not; and no cell outside always fits."""
    run = {"dataset": "LEV", "rows": 1000, "counts": [[600, 440, 1000], [604, 436, 1100], [602, 433, 1049]]}
    moved = {**run, "counts": [[right + 50, cost, v] for right, cost, v in run["counts"]]}
    cells = [cell for _ in range(11) for cell in page.run_cells(run, "FkNN")]
    apart = page.run_cells(moved, "FkNN")[:1]
    assert page.verdict_of(cells, 10) == "fits"
    assert page.verdict_of(cells[6:] + apart * 6, 10) == "fits"
    assert page.verdict_of(cells[7:] + apart * 7, 10) == "does not fit"


def test_all_limits_that_fit_are_listed() -> None:
    heading, *lines = (ROOT / "docs" / "data" / "class-limits.csv").read_text(encoding="utf-8").splitlines()
    assert heading.split(",")[0] == "data set" and len(lines) == len(set(lines))
    for search in STORED["studies"]["limits"]["searches"]:
        intervals = [
            [float(limit) for limit in line.split(",")[1:]]
            for line in lines
            if line.split(",")[0] == search["dataset"]
        ]
        assert 0 < len(intervals) < search["fitting"]
        assert all(first < second < low <= high for first, second, low, high in intervals)
        for fit in search["most even"]:
            first, second, third = fit["limits"]
            assert any([first, second] == two and low <= third <= high for *two, low, high in intervals)
