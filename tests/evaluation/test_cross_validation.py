"""Folds, merged predictions and counts, compared with their definitions."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import outside
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused

from monfknn_ref.classifiers import OLM, PMDT
from monfknn_ref.data import DataError, Dataset, artiset, balance, read_keel
from monfknn_ref.evaluation import accuracy, mean_absolute_error, non_monotonic_index
from monfknn_ref.evaluation.cross_validation import (
    Counts,
    Split,
    check_splits,
    cross_validate,
    keel_folds,
    measure,
    merge,
    stratified_folds,
)
from monfknn_ref.model.estimator import Classifier


@settings(max_examples=60)
@given(
    labels=st.lists(st.integers(0, 4), min_size=2, max_size=80), folds=st.integers(2, 10), seed=st.integers(0)
)
def test_folds_partition_the_rows_evenly(labels, folds, seed):
    if folds > len(labels):
        folds = len(labels)
    splits = stratified_folds(labels, folds, seed)
    check_splits(splits, len(labels))
    sizes = [len(split.test) for split in splits]
    assert max(sizes) - min(sizes) <= 1
    for split in splits:
        assert sorted(split.train + split.test) == list(range(len(labels)))
        assert list(split.test) == sorted(split.test)
        assert list(split.train) == sorted(split.train)
    for label in set(labels):
        of_label = [sum(labels[i] == label for i in split.test) for split in splits]
        assert max(of_label) - min(of_label) <= 1


def test_folds_are_the_same_everywhere():
    """Written down once: a change of platform, Python or code that moves a row would show."""
    assert [split.test for split in stratified_folds(list("aabbbbcccccc"), 4, seed=7)] == [
        (1, 4, 10),
        (0, 2, 11),
        (3, 8, 9),
        (5, 6, 7),
    ]
    assert stratified_folds([0, 0, 1, 1], 2, 5) == stratified_folds([0, 0, 1, 1], 2, 5)
    assert len({tuple(stratified_folds(balance().y, 10, seed)) for seed in range(20)}) == 20


def test_every_row_is_as_likely_in_any_fold():
    counts = Counter(
        fold
        for seed in range(300)
        for fold, split in enumerate(stratified_folds([0] * 10 + [1] * 10, 5, seed))
        if 3 in split.test
    )
    assert all(30 < counts[fold] < 95 for fold in range(5))


def test_the_order_of_classes_is_the_one_given():
    first = stratified_folds(["b", "a", "b", "a", "a"], 2, 0, classes=["b", "a"])
    check_splits(first, 5)
    with refused(ValueError, "y must hold labels of classes ['a'], got 'b' at row 0"):
        stratified_folds(["b", "a"], 2, classes=["a"])


@pytest.mark.parametrize(
    ("y", "folds", "kind", "message"),
    [
        (3, 10, TypeError, "y must be a sequence of labels, got 3"),
        ([0, 1, 1], 4, ValueError, "folds must be at most the number of rows, 3, got 4"),
        ([0, 1, 1], 1, ValueError, "folds must be a whole number of at least 2, got 1"),
    ],
)
def test_folds_that_cannot_be_drawn(y, folds, kind, message):
    with refused(kind, message):
        stratified_folds(y, folds)


def test_splits_that_are_wrong():
    with refused(ValueError, "splits must not train on rows that they test, got row 1 in both"):
        check_splits([Split((0, 1), (1,)), Split((1,), (0,))], 2)
    with refused(ValueError, "splits must test each of the 2 rows once, got row 1 0 times"):
        check_splits([Split((1,), (0,))], 2)


HEADER = "@relation toy\n@attribute a integer [0, 9]\n@attribute class {low, high}\n@data\n"


def write_folds(folder, tests, trainings):
    """Files of as many folds as there are tests, each a list of lines."""
    for fold, (test, train) in enumerate(zip(tests, trainings, strict=True), start=1):
        for part, lines in (("tst", test), ("tra", train)):
            path = folder / f"toy-{len(tests)}-{fold}{part}.dat"
            path.write_text(HEADER + "".join(line + "\n" for line in lines), encoding="utf-8")


def test_fold_files(tmp_path):
    write_folds(
        tmp_path,
        [["1, low", "7, high"], ["1, low", "2, low", "8, high"]],
        [["8, high", "1, low", "2, low"], ["7, high", "1, low"]],
    )
    (tmp_path / "other-10-1tra.dat").write_text("not ours", encoding="utf-8")
    dataset, splits = keel_folds(tmp_path, "toy")
    assert dataset.X == ((1,), (7,), (1,), (2,), (8,))
    assert dataset.y == ("low", "high", "low", "low", "high")
    assert dataset.bounds == ((0, 9),)
    assert splits == [Split((4, 2, 3), (0, 1)), Split((1, 0), (2, 3, 4))]  # in the order of the files
    check_splits(splits, 5)


def test_errors_of_fold_files(tmp_path):
    with refused(DataError, f"expected files toy-10-1tra.dat, toy-10-1tst.dat, ... in {tmp_path}, got none"):
        keel_folds(tmp_path, "toy")
    with refused(DataError, f"directory must be a folder with fold files, got '{tmp_path}/nowhere'"):
        keel_folds(tmp_path / "nowhere", "toy")
    write_folds(tmp_path, [["1, low"], ["8, high"]], [["8, high"], ["2, low"]])
    with refused(DataError, "the training file of fold 2 of toy has a row no other test file has: (2,), low"):
        keel_folds(tmp_path, "toy")
    write_folds(tmp_path, [["1, low", "2, low"], ["8, high"]], [["8, high"], ["2, low"]])
    other_rows = "must have the 2 rows of the other test files, got 1"
    with refused(DataError, f"the training file of fold 2 of toy {other_rows}"):
        keel_folds(tmp_path, "toy")
    (tmp_path / "toy-2-2tst.dat").unlink()
    with refused(DataError, f"{tmp_path} lacks the fold file toy-2-2tst.dat"):
        keel_folds(tmp_path, "toy")
    (tmp_path / "toy-3-1tra.dat").write_text("", encoding="utf-8")
    with pytest.raises(DataError, match="of 2 different partitions"):
        keel_folds(tmp_path, "toy")


@pytest.mark.needs_data("data/wisconsin")
def test_the_papers_folds_of_wisconsin():
    dataset, splits = keel_folds(outside.DATA / "wisconsin", "wisconsin")
    whole = outside.keel_file("wisconsin")
    check_splits(splits, 683)
    assert Counter(zip(dataset.X, dataset.y)) == Counter(zip(whole.X, whole.y))
    assert (dataset.classes, dataset.bounds) == (whole.classes, whole.bounds)
    assert dataset.directions == whole.directions
    for fold, split in enumerate(splits, start=1):
        train = read_keel(outside.DATA / "wisconsin" / f"wisconsin-10-{fold}tra.dat")
        assert [dataset.X[i] for i in split.train] == list(train.X)
        assert [dataset.y[i] for i in split.train] == list(train.y)


class Majority(Classifier):
    """Always the commonest training label; it remembers what it saw."""

    def __init__(self):
        self.fits = []

    def fit(self, X, y, classes=None):
        self.classes_ = list(classes)
        self.label = Counter(y).most_common(1)[0][0]
        self.fits.append((list(X), list(y)))
        return self

    def predict(self, X):
        return [self.label for _ in X]


def test_each_row_is_predicted_by_a_model_that_has_not_seen_it():
    dataset = Dataset("four", [[1], [2], [3], [4]], ["a", "a", "b", "b"], ["a", "b"])
    splits = [Split((1, 2, 3), (0,)), Split((0, 2, 3), (1,)), Split((0, 1), (2, 3))]
    model = Majority()
    assert cross_validate(model, dataset, splits) == ["b", "b", "a", "a"]
    assert model.fits == []  # copies were fitted, not the model itself


def test_rows_as_the_model_is_to_see_them():
    dataset = artiset(60)
    splits = stratified_folds(dataset.y, 5)
    assert cross_validate(PMDT(), dataset, splits) == cross_validate(PMDT(), dataset, splits, dataset.X)
    X = [[-a, -b] for a, b in dataset.X]
    inverse = Dataset("inverse", X, dataset.y, dataset.classes, directions="--")
    assert cross_validate(OLM(), inverse, splits) == cross_validate(OLM(), dataset, splits)
    with refused(ValueError, "rows must have one row for each of the 60 labels, got 1"):
        cross_validate(OLM(), dataset, splits, [(1, 2)])


def test_merging_wants_every_row_once():
    with refused(ValueError, "splits must test each of the 2 rows once, got row 0 2 times"):
        merge([Split((), (0,)), Split((), (0, 1))], [["a"], ["a", "b"]], 2)
    with pytest.raises(ValueError, match=r"zip\(\) argument"):
        merge([Split((1,), (0,)), Split((0,), (1,))], [["a"]], 2)


@pytest.mark.parametrize("seed", range(5))
def test_counts_give_the_measures(seed):
    """One merged set, MAE on ranks, NMI over the scaled ascending rows."""
    generator = random.Random(seed)
    X = [[generator.randrange(4), generator.randrange(4)] for _ in range(25)]
    classes = ["bad", "fair", "good"]
    y, p = ([generator.choice(classes) for _ in X] for _ in range(2))
    dataset = Dataset("mixed", X, y, classes, directions="+-")
    counts = measure(dataset, p)
    assert float(counts.accuracy) == accuracy(y, p)
    assert float(counts.mae) == mean_absolute_error(y, p, classes)
    assert float(counts.nmi) == non_monotonic_index(dataset.scaled(), p, classes)
    assert counts.violating > 0


def test_counts_in_words_and_at_the_edge():
    assert str(Counts(4, 3, 2, 1)) == "accuracy 0.7500, MAE 0.5000, NMI 0.1667 (3 of 4 right)"
    assert Counts(1, 1, 0, 0).nmi == Fraction(0)
    dataset = Dataset("two", [[1], [2]], [0, 1])
    with pytest.raises(ValueError, match="predictions must have one label for each row of X, got 1"):
        measure(dataset, [0])
