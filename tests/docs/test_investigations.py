"""The unexplained cells: the quick variants equal the package's classes, and the page follows the stored counts."""

from __future__ import annotations

import random
import re
from collections import Counter
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import outside
import pytest
from tools import unexplained as page
from tools import write

from monfknn_ref.classifiers import OLM, FkNN, MkNN
from monfknn_ref.classifiers.osdl import OSDL
from monfknn_ref.data import Dataset, load
from monfknn_ref.evaluation.cross_validation import cross_validate, measure, stratified_folds
from monfknn_ref.readings import AUTHORS
from monfknn_ref.reproduction.audit import cause_of_distance
from monfknn_ref.reproduction.paper_tables import STATE

ROOT = Path(__file__).resolve().parents[2]
PAGE = " ".join((ROOT / "docs" / "investigations.md").read_text(encoding="utf-8").split())
STUDIES = page.studies()


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
    from tools.investigating.variants import fknn, mknn, olm

    data = survey(seed)
    arrays = from_dataset(data)
    quick = {
        "fknn": partial(fknn, arrays),
        "mknn": lambda fold: mknn(arrays, fold, arrays.labels[fold.train]),
        "olm": partial(olm, arrays),
    }
    models = {"fknn": FkNN(reading=AUTHORS), "mknn": MkNN(k=5, reading=AUTHORS), "olm": OLM()}
    for name, predict in quick.items():
        assert cross_validated(arrays, predict, [0]) == [counts_of(models[name], data)], name
    other = cross_validated(arrays, partial(fknn, arrays, crisp=True), [0])
    assert other != [counts_of(models["fknn"], data)]  # crisp memberships are another method


@pytest.mark.parametrize("seed", range(3))
def test_relabelings_are_monotone_where_they_say_so(seed: int) -> None:
    np = pytest.importorskip("numpy")
    from tools.investigating.arrays import Fold, from_dataset
    from tools.investigating.variants import RELABELINGS, relabeled

    arrays = from_dataset(survey(seed))
    everything = Fold(0, 1, np.arange(len(arrays)), np.array([]))
    monotone = {}
    for how in RELABELINGS:
        y = relabeled(arrays, everything, how)
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
    assert osdl_counts(arrays, cells, 1) == [[found.right, found.cost, found.violating]]


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


def test_the_pictures_are_those_of_the_stored_counts() -> None:
    """Regenerate: python3 docs/tools/write.py investigations"""
    assert write.main(["investigations", "--check"]) == 0


def test_what_made_each_study_is_stored() -> None:
    assert set(STUDIES) == {"FkNN", "limits", "MkNN", "MonMLP", "OLM", "MID"}
    for study in STUDIES.values():
        assert {"command", "python", "monfknn_ref", "numpy", "seeds", "cpu seconds"} <= set(study["made by"])


RUN = {"dataset": "LEV", "rows": 1000, "counts": [[600, 440, 1000], [604, 436, 1100], [602, 433, 1049]]}
MOVED = {**RUN, "counts": [[right + 50, cost, violating] for right, cost, violating in RUN["counts"]]}


def test_the_table_follows_the_counts() -> None:
    """With other counts, cells are outside that were within."""
    cells = page.cells_of([RUN], "FkNN")
    assert cells[0].ours == Fraction(602, 1000)  # printed .6020
    assert [cell.is_within for cell in cells] == [True, True, True]
    moved = page.cells_of([MOVED], "FkNN")
    assert [cell.is_within for cell in moved] == [False, True, True]
    assert page.names_of(page.outside(moved)) == "LEV (Accuracy)"


def test_verdicts_follow_from_chance() -> None:
    """Six of 33 cells are what chance reaches, seven are not; and no cell outside always fits."""
    cells, apart = page.cells_of([RUN] * 11, "FkNN"), page.cells_of([MOVED], "FkNN")[:1]
    assert page.verdict_of(cells, 10) == "fits"
    assert page.verdict_of(cells[6:] + apart * 6, 10) == "fits"
    assert page.verdict_of(cells[7:] + apart * 7, 10) == "does not fit"


def test_runs_that_are_not_there_are_named() -> None:
    with pytest.raises(LookupError, match="no run is called 'MkNN / lowest / aside'"):
        page.cells("MkNN / lowest / aside")


# --- What the page says in words follows from the stored counts -------------------------------------------


def variants(study: str) -> dict[str, str]:
    """What the page inserts for each variant of a study, by its name."""
    return {what: page.tried(what) for what in re.findall(rf"<!-- here: tried ({study} / .*?) -->", PAGE)}


def test_two_variants_of_fknn_fit() -> None:
    found = variants("FkNN")
    assert len(found) == 7 and "Of these 7 variants 2 fit: " in PAGE
    assert [what for what, said in found.items() if said.endswith("| fits")] == [
        "FkNN / crisp",
        "FkNN / crisp, shuffled",
    ]
    for what, spread in (("FkNN / crisp", "0.0057"), ("FkNN / crisp, shuffled", "0.0085")):
        assert f"a mean spread of {spread} in accuracy" in found[what]
    assert "is 0.0057 in the file's order and 0.0085 if they are shuffled" in PAGE
    for what in (*found, *variants("OLM")):
        assert f"{page.expected(page.cells(what), 10):.0f}" == "3", what  # "about 3, by chance"


def test_crisp_memberships_mend_all_nmis_that_eq_3_misses() -> None:
    missed = {c.dataset for c in page.outside(page.cells("FkNN / fuzzy")) if c.measure == "nmi"}
    still = {c.dataset for c in page.outside(page.cells("FkNN / crisp")) if c.measure == "nmi"}
    assert f"the {len(missed)} NMI cells that Eq. 3 misses | 6 of 6 come out | fits" in PAGE
    assert len(missed) == 6 and not missed & still


def test_blocks_are_the_only_classes_that_give_both_counts_of_osdl() -> None:
    """61 right, 189 in errors: read off the printed .2919 and .9043 of 209 rows."""
    rules = {"machineCPU": [], "bostonhousing4cl": []}
    for run in STUDIES["limits"]["rules"]:
        if run["target"] != "estimated performance" and page.osdl_under(run)[1] != "does not fit":
            rules[run["dataset"]].append(run["variant"])
    [blocks] = rules["machineCPU"]
    assert blocks == page.BLOCKS and blocks in rules["bostonhousing4cl"]
    named = "; ".join(f"{name}: {', '.join(fitting)}" for name, fitting in rules.items())
    tried = Counter(run["dataset"] for run in STUDIES["limits"]["rules"])
    numbers = " and ".join(f"{number} ({name})" for name, number in tried.items())
    assert f"{named}; on both: {blocks}. Tried were {numbers}, so one may fit by chance | possible" in PAGE
    counts = [run["counts"] for run in STUDIES["limits"]["rules"] if run["variant"] == blocks][:2]
    assert all(count[:2] == [61, 189] for of_target in counts for count in of_target)
    [quartiles, *_] = [run for run in STUDIES["limits"]["rules"] if run["variant"] == page.QUARTILES]
    assert {count[0] for count in quartiles["counts"]} == {64}  # "on every partition"


def test_the_cells_of_olm_stay_outside_with_blocks() -> None:
    for dataset in page.BY_BLOCKS:
        stay = {cell.measure for cell in page.outside(page.cells_under(page.BLOCKS, dataset, "OLM"))}
        assert {"accuracy", "mae"} <= stay


def test_the_other_orders_in_which_the_cells_of_olm_come_out() -> None:
    stay = {
        order: {cell.dataset: None for cell in page.outside(page.cells(f"OLM / {order}"))}
        for order in ("file", "reversed", "ascending")
    }
    found = []
    for dataset in stay["file"]:
        words = {"reversed": "reversed", "ascending": "lowest class first"}
        fitting = [words[order] for order in words if dataset not in stay[order]]
        found.append(f"{dataset} ({', '.join(fitting) or 'none'})")
    assert f"in which all their cells come out: {', '.join(sorted(found, key=str.lower))}." in PAGE


def test_a_failed_start_of_monmlp_fails_in_all_folds() -> None:
    runs = {run["dataset"]: run for run in page.runs_of("MonMLP", "one start")}
    folds = [failed for run in runs.values() for failed in run["failed folds"]]
    mixed = sum(0 < failed < 10 for failed in folds)
    assert f"| {mixed} of {len(folds)} runs mix them; on wisconsin 0 of 12 | fits |" in PAGE
    run = runs["wisconsin"]
    assert set(run["failed folds"]) == {0, 10}
    failed = [counts[0] for counts, folds in zip(run["counts"], run["failed folds"]) if folds]
    good = sorted(counts[0] for counts, folds in zip(run["counts"], run["failed folds"]) if not folds)
    assert set(failed) == {444}  # the rows of the larger class
    low, high = (f"{(sum(two) + 444) / 2049:.4f}" for two in (good[:2], good[-2:]))
    assert low <= "0.8604" <= high
    nmi = max(page.values_of(run, "nmi"))
    assert (
        f"{len(failed)} of 12 starts fail, with 444 of 683 rows right; the others have {good[0]} to {good[-1]}. "
        f"Two good runs and a failed one make {low} to {high}, with an NMI of at most {float(nmi):.4f} | fits |"
    ) in PAGE


def test_the_cells_of_monmlp_that_stay_outside() -> None:
    means, audited = page.means_of_three(), page.outside(page.cells("audit / MonMLP"))
    assert f"{len(page.outside(means))} of {len(means)} cells stay outside." in PAGE
    higher = [cell.difference > 0 for cell in audited if cell.measure == "nmi"]
    assert f"of the {len(higher)} NMIs outside, ours is higher in {sum(higher)};" in PAGE


def test_the_best_variants_of_mknn() -> None:
    found = {what: page.relabeled(what) for what in re.findall(r"<!-- here: relabeled (.*?) -->", PAGE)}
    within, hard = (
        {what: int(said.split(" | ")[place].split()[0]) for what, said in found.items()} for place in (0, 1)
    )
    assert f"All {len(found)} variants, each on {STUDIES['MkNN']['partitions']} partitions." in PAGE
    best = max(hard, key=lambda what: hard[what])
    assert best == "MkNN / middle, coin / left out"
    assert f"rows equal to the query left out): {hard[best]} of 18 of their cells | does not fit |" in PAGE
    votes = [what for what in found if what.count(" / ") == 1]
    best_vote = max(votes, key=lambda what: within[what])
    assert f"the best of {len(votes)}: {best_vote.removeprefix('MkNN / ')} |" in PAGE


@pytest.mark.parametrize("dataset", ["artiset", "car"])
def test_the_trees_of_mid_come_near_only_if_cut_off(dataset: str) -> None:
    printed = [table.cells[dataset]["MID"] for table in STATE.values()]
    assert f"{dataset} {', '.join(map(str, printed))}" in PAGE
    of_variants, of_depths = (
        {run["variant"]: run for run in STUDIES["MID"][kind] if run["dataset"] == dataset}
        for kind in ("runs", "depths")
    )
    accuracies = [page.cells_of([run], "MID")[0].ours for run in of_variants.values()]
    assert f"{dataset} from {float(min(accuracies)):.3f} to {float(max(accuracies)):.3f}" in PAGE
    cut = min(of_depths.values(), key=lambda run: abs(page.cells_of([run], "MID")[0].difference))
    numbers = ", ".join(f"{float(cell.ours):.4f}" for cell in page.cells_of([cut], "MID"))
    leaves = f"{cut['leaves']:g} leaves of {of_variants['as run']['leaves']:g}"
    assert f"nearest with {cut['variant']} questions, {leaves}: {numbers} | fits accuracy" in PAGE


# --- Further ----------------------------------------------------------------------------------------------


@pytest.mark.needs_data("data")
def test_stored_counts_are_computed_again() -> None:
    pytest.importorskip("numpy")
    from tools.investigating.arrays import cross_validated, from_dataset
    from tools.investigating.variants import fknn

    arrays = from_dataset(load("machineCPU", outside.DATA))
    for name, crisp in (("fuzzy", False), ("crisp", True)):
        [run] = [run for run in page.runs_of("FkNN", name) if run["dataset"] == "machineCPU"]
        again = cross_validated(arrays, partial(fknn, arrays, crisp=crisp), [3])
        assert again == run["counts"][3:4]


def test_the_audit_names_a_start_only_where_it_explains_the_cell() -> None:
    """What the audit lays to MonMLP's starts and to FkNN's memberships comes out with them."""
    for column, of, cause in (
        ("MonMLP", page.means_of_three(), "one-start"),
        ("FkNN", page.cells("FkNN / crisp"), "crisp-memberships"),
    ):
        for cell in of:
            explained = cause_of_distance(column, cell.dataset, cell.measure) == cause
            assert cell.is_within or not explained, cell


def test_all_limits_that_fit_are_listed() -> None:
    heading, *lines = (ROOT / "docs" / "data" / "class-limits.csv").read_text(encoding="utf-8").splitlines()
    assert heading.split(",")[0] == "data set" and len(lines) == len(set(lines))
    for search in STUDIES["limits"]["searches"]:
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
