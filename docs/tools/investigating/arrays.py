"""A data set as arrays, with what every variant needs of it: distances, dominance, folds and measures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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
    classes: int
    dominates: Any
    """dominates[i, j]: row i is at least row j in every attribute."""
    distances: Any

    @property
    def name(self) -> str:
        return self.dataset.name

    def __len__(self) -> int:
        return len(self.labels)

    def counts(self, predicted: Any, labels: Any = None) -> Counted:
        """What the measures of these predictions are made of."""
        truth = self.labels if labels is None else labels
        violating = self.dominates & (predicted[:, None] < predicted[None, :])
        return [
            int((predicted == truth).sum()),
            int(np.abs(predicted - truth).sum()),
            int(violating.sum()),
        ]


def from_dataset(dataset: Dataset) -> ArrayData:
    """The arrays of a data set."""
    rows = np.array(dataset.scaled(doubles=True), float)
    labels = np.array(positions(dataset.y, dataset.classes))
    dominates = (rows[:, None, :] >= rows[None, :, :]).all(2)
    squares = np.zeros((len(rows), len(rows)))
    for column in rows.T:  # attribute by attribute from left to right, as the package adds
        squares += (column[:, None] - column[None, :]) ** 2
    return ArrayData(dataset, rows, labels, len(dataset.classes), dominates, np.sqrt(squares))


@dataclass(frozen=True)
class Fold:
    """The training rows of a fold, in the order in which a method sees them, and its test rows."""

    number: int
    train: Any
    test: Any


ORDERS = {
    "file": "as in the file",
    "reversed": "reversed",
    "shuffled": "shuffled once for all folds",
    "fold by fold": "shuffled anew for each fold",
    "ascending": "lowest class first",
}


def folds_of(labels: Any, classes: int, seed: int, order: str = "file") -> Iterator[Fold]:
    """The stratified folds of a seed, the training rows of each in some order."""
    splits = stratified_folds(labels.tolist(), 10, seed, list(range(classes)))
    yield from in_order(splits, labels, seed, order)


def in_order(splits: Sequence[Split], labels: Any, seed: int, order: str) -> Iterator[Fold]:
    """The folds of some splits, the training rows in an order.

    >>> [fold] = in_order([Split((4, 2, 7), (1,))], np.zeros(8), 0, "reversed")
    >>> fold.train.tolist(), fold.test.tolist()
    ([7, 2, 4], [1])
    """
    if order not in ORDERS:
        raise ValueError(f"order must be one of {', '.join(ORDERS)}, got {order!r}")
    generator = np.random.default_rng(seed)
    place = generator.permutation(len(labels))
    for number, split in enumerate(splits, start=1):
        train = np.array(split.train)
        if order == "reversed":
            train = train[::-1]
        elif order == "shuffled":
            train = train[np.argsort(place[train])]
        elif order == "fold by fold":
            train = generator.permutation(train)
        elif order == "ascending":
            train = train[np.argsort(labels[train], kind="stable")]
        yield Fold(number, train, np.array(split.test))


def cross_validated(
    data: ArrayData,
    predict: Callable[[Fold, Any], Any],
    seed: int,
    order: str = "file",
    labels: Any = None,
    splits: Sequence[Split] | None = None,
) -> Counted:
    """The counts of the merged predictions of ten folds; `predict` gets a fold and the labels of all rows."""
    y = data.labels if labels is None else labels
    chosen = folds_of(y, data.classes, seed, order) if splits is None else in_order(splits, y, seed, order)
    predicted = np.zeros(len(y), int)
    for fold in chosen:
        predicted[fold.test] = predict(fold, y)
    return data.counts(predicted, y)
