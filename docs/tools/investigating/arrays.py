"""A data set as arrays, with what every variant needs of it: distances, dominance, folds and measures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from monfknn_ref.data import Dataset
from monfknn_ref.evaluation.cross_validation import Split, stratified_folds
from monfknn_ref.model.door import positions

Counted = list[int]
"""Rows predicted right, the sum of the rank differences, and the violating pairs of the predictions."""


@dataclass(frozen=True)
class ArrayData:
    """Rows scaled to [0, 1], all attributes ascending, and what follows from them."""

    dataset: Dataset
    rows: Any
    labels: Any
    dominates: Any
    """dominates[i, j]: row i is at least row j in every attribute."""
    distances: Any

    @property
    def name(self) -> str:
        return self.dataset.name

    @property
    def classes(self) -> int:
        return len(self.dataset.classes)

    def __len__(self) -> int:
        return len(self.labels)

    def with_labels(self, labels: Any) -> ArrayData:
        """The same rows with other labels."""
        y = [self.dataset.classes[l] for l in labels]
        return replace(self, dataset=replace(self.dataset, y=y), labels=labels)


def from_dataset(dataset: Dataset) -> ArrayData:
    """The arrays of a data set."""
    rows = np.array(dataset.scaled(doubles=True), float)
    labels = np.array(positions(dataset.y, dataset.classes))
    dominates = (rows[:, None, :] >= rows[None, :, :]).all(2)
    squares = np.zeros((len(rows), len(rows)))
    for column in rows.T:  # attribute by attribute from left to right, as the package adds
        squares += (column[:, None] - column[None, :]) ** 2
    return ArrayData(dataset, rows, labels, dominates, np.sqrt(squares))


@dataclass(frozen=True)
class Fold:
    """The training rows of a fold, in the order in which a method sees them, and its test rows."""

    seed: int
    number: int
    train: Any
    test: Any


ORDERS = ("file", "reversed", "shuffled", "fold by fold", "ascending")
"""Of the training rows: as in the file or reversed, shuffled once for all folds or anew for each of them, or
the lowest class first."""


def folds_of(
    data: ArrayData, seed: int, order: str = "file", splits: Sequence[Split] | None = None
) -> Iterator[Fold]:
    """The stratified folds of a seed, or those of the splits, the training rows of each in some order.

    >>> line = from_dataset(Dataset("line", [[0], [1], [2]], [0, 1, 1], [0, 1]))
    >>> [fold] = folds_of(line, 0, "reversed", [Split((0, 2), (1,))])
    >>> fold.train.tolist(), fold.test.tolist()
    ([2, 0], [1])
    """
    if order not in ORDERS:
        raise ValueError(f"order must be one of {', '.join(ORDERS)}, got {order!r}")
    if splits is None:
        splits = stratified_folds(data.labels.tolist(), 10, seed, list(range(data.classes)))
    generator = np.random.default_rng(seed)
    place = generator.permutation(len(data))
    for number, split in enumerate(splits, start=1):
        train = np.array(split.train)
        if order == "reversed":
            train = train[::-1]
        elif order == "shuffled":
            train = train[np.argsort(place[train])]
        elif order == "fold by fold":
            train = generator.permutation(train)
        elif order == "ascending":
            train = train[np.argsort(data.labels[train], kind="stable")]
        yield Fold(seed, number, train, np.array(split.test))


def cross_validated(
    data: ArrayData,
    predict: Callable[[Fold], Any],
    seeds: Iterable[int],
    order: str = "file",
    splits: Sequence[Split] | None = None,
) -> list[Counted]:
    """For each seed the counts of the merged predictions of its folds; `predict` gets one after the other."""
    found = []
    for seed in seeds:
        predicted = np.zeros(len(data), int)
        for fold in folds_of(data, seed, order, splits):
            predicted[fold.test] = predict(fold)
        right, cost = (predicted == data.labels).sum(), np.abs(predicted - data.labels).sum()
        violating = (data.dominates & (predicted[:, None] < predicted[None, :])).sum()
        found.append([int(right), int(cost), int(violating)])
    return found
