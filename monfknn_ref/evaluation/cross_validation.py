"""Section 4: cross-validation as in the paper.

Each row is predicted once, by a model that has not seen it. The predictions of all folds are merged and then
measured once. Folds are drawn from a seed, with each class spread evenly over them, or are read from KEEL's
files (NAME-10-1tra.dat, NAME-10-1tst.dat, ...).

    dataset = car()
    predictions = cross_validate(MonFkNN(), dataset, stratified_folds(dataset.y))
    measure(dataset, predictions)
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

from monfknn_ref.data import DataError, Dataset, read_keel
from monfknn_ref.data.comparable import rows_below, rows_with_higher_label
from monfknn_ref.data.files import PathLike
from monfknn_ref.model.checks import Label, check_whole
from monfknn_ref.model.door import (
    check_classes,
    check_directions,
    check_table,
    check_targets,
    positions,
    sorted_labels,
)
from monfknn_ref.model.estimator import Classifier
from monfknn_ref.readings.errors import shown


class Split(NamedTuple):
    """The rows a model is trained on and the rows it predicts, by their positions in the data set."""

    train: tuple[int, ...]
    test: tuple[int, ...]


# --- Folds ------------------------------------------------------------------------------------------------


def stratified_folds(y: Any, folds: int = 10, seed: int = 0, classes: Any = None) -> list[Split]:
    """Folds in which each row is in one test set, and the classes are spread as evenly as possible.

    The rows of the lowest class, in random order, are dealt to the folds one by one like cards. Then come
    those of the next class, starting with the fold after the last one used. So the sizes of the folds differ
    by at most one row, and so do the numbers of rows of each class. The random order sorts the rows by one
    draw of `random()` each, whose values Python guarantees, so a seed gives the same folds everywhere. Within
    a fold, rows keep their order.

    >>> y = ["a", "b", "a", "a", "b", "a"]
    >>> [split.test for split in stratified_folds(y, folds=2, seed=1)]
    [(0, 4, 5), (1, 2, 3)]
    >>> stratified_folds(y, folds=2, seed=1)[0].train
    (1, 2, 3)
    """
    if not hasattr(y, "__len__"):
        raise TypeError(f"y must be a sequence of labels, got {shown(y)}")
    labels = check_targets(y, len(y))
    folds = check_whole("folds", folds, 2)
    if folds > len(labels):
        raise ValueError(f"folds must be at most the number of rows, {len(labels)}, got {folds}")
    ordered = sorted_labels(labels) if classes is None else check_classes(labels, classes)
    generator = random.Random(check_whole("seed", seed, 0))
    draws = [generator.random() for _ in labels]
    ranks = positions(labels, ordered)
    dealt = sorted(range(len(labels)), key=lambda i: (ranks[i], draws[i]))
    fold_of = {i: place % folds for place, i in enumerate(dealt)}
    return [
        Split(
            tuple(i for i in range(len(labels)) if fold_of[i] != fold),
            tuple(i for i in range(len(labels)) if fold_of[i] == fold),
        )
        for fold in range(folds)
    ]


FOLD_FILE = re.compile(r"(.+)-([0-9]+)-([0-9]+)(tra|tst)\.dat")


def keel_folds(
    directory: PathLike, name: str, *, classes: Any = None, directions: Any = None
) -> tuple[Dataset, list[Split]]:
    """A data set and its folds from the files NAME-N-1tra.dat, NAME-N-1tst.dat, ..., NAME-N-Ntst.dat.

    The rows of the data set are those of the test files, one file after the other. Training rows keep the
    order of their file, which some methods depend on. classes and directions are as in `read_keel`.
    """
    number = count_keel_folds(directory, name)
    sets: dict[tuple[int, str], Dataset] = {}
    for fold in range(1, number + 1):
        for part in ("tra", "tst"):
            path = Path(directory) / f"{name}-{number}-{fold}{part}.dat"
            sets[fold, part] = read_keel(path, classes=classes, directions=directions)
    tests = [sets[fold, "tst"] for fold in range(1, number + 1)]
    for found in sets.values():
        if (found.classes, found.attributes, found.directions) != (
            tests[0].classes,
            tests[0].attributes,
            tests[0].directions,
        ):
            raise DataError(f"the fold files of {name} in {directory} differ in their attributes or classes")
    dataset = Dataset(
        name,
        [row for test in tests for row in test.X],
        [label for test in tests for label in test.y],
        tests[0].classes,
        tests[0].attributes,
        tests[0].directions,
        [
            (min(low for low, _ in bounds), max(high for _, high in bounds))
            for bounds in zip(*(found.bounds for found in sets.values()))
        ],
    )
    splits = []
    start = 0
    for fold, test in enumerate(tests, start=1):
        end = start + len(test)
        inside = tuple(range(start, end))
        outside = [*range(start), *range(end, len(dataset))]
        start = end
        splits.append(Split(find_rows(dataset, sets[fold, "tra"], outside, f"fold {fold} of {name}"), inside))
    return dataset, splits


def count_keel_folds(directory: PathLike, name: str) -> int:
    """The number of folds that the file names mention; all of these files must exist."""
    folder = Path(directory)
    if not folder.is_dir():
        raise DataError(f"directory must be a folder with fold files, got {str(folder)!r}")
    matches = [FOLD_FILE.fullmatch(path.name) for path in folder.iterdir()]
    found = {match.groups()[1:] for match in matches if match and match[1] == name}
    numbers = {int(number) for number, _, _ in found}
    if len(numbers) != 1:
        what = f"of {len(numbers)} different partitions" if numbers else "none"
        raise DataError(f"expected files {name}-10-1tra.dat, {name}-10-1tst.dat, ... in {folder}, got {what}")
    number = numbers.pop()
    for fold in range(1, number + 1):
        for part in ("tra", "tst"):
            if (str(number), str(fold), part) not in found:
                raise DataError(f"{folder} lacks the fold file {name}-{number}-{fold}{part}.dat")
    return number


def find_rows(dataset: Dataset, part: Dataset, among: Sequence[int], where: str) -> tuple[int, ...]:
    """The positions, among those given, of the rows of a part; the part must have exactly these rows."""
    places: dict[tuple[Any, Label], list[int]] = {}
    for i in reversed(among):
        places.setdefault((dataset.X[i], dataset.y[i]), []).append(i)
    found = []
    for x, label in zip(part.X, part.y):
        if not places.get((x, label)):
            raise DataError(f"the training file of {where} has a row no other test file has: {x}, {label}")
        found.append(places[x, label].pop())
    if len(found) != len(among):
        raise DataError(
            f"the training file of {where} must have the {len(among)} rows of the other test files, "
            f"got {len(found)}"
        )
    return tuple(found)


def check_splits(splits: Sequence[Split], rows: int) -> None:
    """Check that every row is in exactly one test set, and not in the training set of the same split.

    >>> check_splits([Split((1,), (0,)), Split((1,), (0,))], 2)
    Traceback (most recent call last):
    ValueError: splits must test each of the 2 rows once, got row 0 2 times
    """
    tested = [0] * rows
    for split in splits:
        for i in split.test:
            tested[i] += 1
        both = set(split.test) & set(split.train)
        if both:
            raise ValueError(f"splits must not train on rows that they test, got row {min(both)} in both")
    for i, times in enumerate(tested):
        if times != 1:
            raise ValueError(f"splits must test each of the {rows} rows once, got row {i} {times} times")


# --- Predictions ------------------------------------------------------------------------------------------


def merge(splits: Sequence[Split], predictions: Sequence[Sequence[Any]], rows: int) -> list[Any]:
    """The predictions of all folds in the order of the rows.

    >>> merge([Split((0, 2), (1,)), Split((1,), (0, 2))], [["b"], ["a", "c"]], 3)
    ['a', 'b', 'c']
    """
    check_splits(splits, rows)
    merged: list[Any] = [None] * rows
    for split, found in zip(splits, predictions, strict=True):
        for i, label in zip(split.test, found, strict=True):
            merged[i] = label
    return merged


def cross_validate(
    model: Classifier, dataset: Dataset, splits: Sequence[Split], rows: Any = None
) -> list[Label]:
    """The merged predictions of copies of the model, one for each fold.

    `rows` are the attributes that the model gets; by default they are scaled to [0, 1] and ascending.

    >>> from monfknn_ref.classifiers import OLM
    >>> points = Dataset("points", [[1], [2], [3], [4], [5], [6]], [0, 0, 0, 1, 1, 1])
    >>> cross_validate(OLM(), points, stratified_folds(points.y, folds=3))
    [0, 0, 0, 0, 1, 1]
    """
    table = dataset.scaled() if rows is None else check_table(rows, "rows")
    if len(table) != len(dataset):
        raise ValueError(f"rows must have one row for each of the {len(dataset)} labels, got {len(table)}")
    predictions = []
    for train, test in splits:
        fitted = copy.deepcopy(model)
        fitted.fit([table[i] for i in train], [dataset.y[i] for i in train], classes=dataset.classes)
        predictions.append(fitted.predict([table[i] for i in test]))
    return merge(splits, predictions, len(dataset))


# --- Measuring --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counts:
    """The counts behind the measures of predictions for all rows; each measure is a quotient of counts.

    A count that was not kept is None; the measures that need it cannot be had.
    """

    rows: int
    right: int
    """Rows that are predicted correctly."""
    cost: int
    """The sum of the distances between true and predicted classes."""
    violating: int
    """Pairs of rows whose predictions violate monotonicity."""
    above: int | None = None
    """The sum of the predicted classes minus that of the true ones."""

    @property
    def accuracy(self) -> Fraction:
        return Fraction(self.right, self.rows)

    @property
    def mae(self) -> Fraction:
        return Fraction(self.cost, self.rows)

    @property
    def nmi(self) -> Fraction:
        return Fraction(self.violating, comb(self.rows, 2)) if self.rows > 1 else Fraction(0)

    @property
    def bias(self) -> Fraction:
        """The mean signed error, in classes."""
        if self.above is None:
            raise ValueError("the signed errors of these predictions were not kept")
        return Fraction(self.above, self.rows)

    def __str__(self) -> str:
        return (
            f"accuracy {float(self.accuracy):.4f}, MAE {float(self.mae):.4f}, NMI {float(self.nmi):.4f} "
            f"({self.right} of {self.rows} right)"
        )


def counter(dataset: Dataset) -> Callable[[Sequence[int]], Counts]:
    """A function that counts what predictions get right and wrong, given by the positions of the classes.

    What is below each row is found once, for all predictions.

    >>> count = counter(Dataset("points", [[1], [2], [3]], ["low", "mid", "high"], ["low", "mid", "high"]))
    >>> count([0, 2, 1])
    Counts(rows=3, right=1, cost=2, violating=1, above=0)
    """
    table = [tuple(row) for row in dataset.X]
    below = rows_below(table, check_directions(dataset.directions, len(table[0])))
    actual = positions(dataset.y, dataset.classes)

    def count(predicted: Sequence[int]) -> Counts:
        higher = rows_with_higher_label(predicted)
        return Counts(
            len(actual),
            sum(a == p for a, p in zip(actual, predicted, strict=True)),
            sum(abs(a - p) for a, p in zip(actual, predicted)),
            sum((dominated & higher[p]).bit_count() for dominated, p in zip(below, predicted)),
            sum(predicted) - sum(actual),
        )

    return count


def measure(dataset: Dataset, predictions: Sequence[Label]) -> Counts:
    """Compare predictions for all rows of a data set with its labels and its order.

    >>> points = Dataset("points", [[1], [2], [3], [4]], [0, 1, 1, 2])
    >>> print(measure(points, [0, 1, 2, 0]))
    accuracy 0.5000, MAE 0.7500, NMI 0.3333 (2 of 4 right)
    """
    labels = check_targets(predictions, len(dataset), "predictions")
    return counter(dataset)(positions(labels, dataset.classes))
