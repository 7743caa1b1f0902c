"""The tasks of a cross-validation: one method on one fold of one data set, with one seed."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from monfknn_ref.data import Dataset
from monfknn_ref.evaluation.cross_validation import Split, stratified_folds
from monfknn_ref.evaluation.methods import AnyMethod, MethodError
from monfknn_ref.evaluation.task_runner import TaskError
from monfknn_ref.readings import Reading
from monfknn_ref.readings.errors import check_choice

KEEL = "KEEL"  # the name of a partition that comes from fold files
ORDERS = ("file", "reversed", "shuffled")  # of the training rows


class Arrangement(NamedTuple):
    """How the rows of a data set were parted into folds, and in which order the training rows stood.

    >>> for arrangement in (Arrangement("seed 0"), Arrangement("KEEL", "shuffled", 3)):
    ...     print(arrangement)
    seed 0
    KEEL, shuffled 3
    """

    partition: str
    """The name of the partition: KEEL or "seed 0" and so on."""
    order: str = "file"
    shuffle: int | None = None
    """The seed of the order, where it is "shuffled"."""

    def __str__(self) -> str:
        if self.order == "file":
            return self.partition
        return f"{self.partition}, {self.order}" + ("" if self.shuffle is None else f" {self.shuffle}")


@dataclass(frozen=True)
class Partition:
    """A data set with its rows parted into folds, the training rows of each in some order."""

    name: str
    dataset: Dataset
    splits: Sequence[Split]
    order: str = "file"
    shuffle: int | None = None

    @property
    def arrangement(self) -> Arrangement:
        return Arrangement(self.name, self.order, self.shuffle)


def drawn_partition(dataset: Dataset, folds: int, seed: int) -> Partition:
    """Stratified folds of a seed."""
    return Partition(f"seed {seed}", dataset, stratified_folds(dataset.y, folds, seed, dataset.classes))


def reordered(partition: Partition, order: str, seed: int) -> Partition:
    """The same folds with the training rows in another order, on which equal distances and rules depend.

    >>> points = Dataset("points", [[1], [2], [3], [4]], [0, 0, 1, 1])
    >>> other = reordered(drawn_partition(points, 2, 0), "reversed", 0)
    >>> other.name, other.order, other.splits[0].train
    ('seed 0', 'reversed', (2, 0))
    """
    if check_choice("order", order, ORDERS) == "file":
        return partition
    if order == "reversed":
        splits = [Split(split.train[::-1], split.test) for split in partition.splits]
        return replace(partition, splits=splits, order=order)
    generator = random.Random(seed)
    place = [generator.random() for _ in partition.dataset.y]
    splits = [
        Split(tuple(sorted(split.train, key=place.__getitem__)), split.test) for split in partition.splits
    ]
    return replace(partition, splits=splits, order=order, shuffle=seed)


def fingerprint(thing: Any) -> str:
    """Twelve digits that differ for things whose `repr` differs.

    >>> fingerprint(((1, 2), ("a", "b")))
    '0f5bc7ab16de'
    """
    return hashlib.sha256(repr(thing).encode()).hexdigest()[:12]


def content(dataset: Dataset) -> tuple[Any, ...]:
    """All that a result can depend on."""
    return dataset.X, dataset.y, dataset.classes, dataset.directions, dataset.bounds


@dataclass(frozen=True)
class FoldTask:
    """Fit a method on the training rows of a fold and predict its test rows."""

    method: AnyMethod
    reading: Reading
    arrangement: Arrangement
    dataset: Dataset
    data_fingerprint: str
    split: Split
    fold: int
    seed: int

    @property
    def identity(self) -> dict[str, Any]:
        return {
            "method": self.method.describe(self.reading),
            "dataset": self.dataset.name,
            "data": self.data_fingerprint,
            "partition": str(self.arrangement),
            "fold": self.fold,
            "rows": fingerprint(self.split),
            "seed": self.seed,
        }

    @property
    def kind(self) -> tuple[str, str]:
        """What takes about the same time, and fails together: a method on a data set."""
        return self.method.name, self.dataset.name

    def carry_out(self) -> list[int]:
        """The predicted classes of the test rows, by their positions in the order of the classes."""
        seed = self.method.seed_of_fold(self.seed, self.fold)
        train, test = self.split
        try:
            return self.method.predictions(self.dataset, train, self.dataset, test, self.reading, seed)
        except Exception as error:
            what = str(error) if isinstance(error, MethodError) else f"{type(error).__name__}: {error}"
            raise TaskError(f"{self.method.name} on {self.dataset.name}, fold {self.fold}: {what}") from error


def plan(
    method: AnyMethod, reading: Reading, partitions: Sequence[Partition], seeds: Sequence[int]
) -> list[FoldTask]:
    """The tasks of a method on some partitions: with every seed if chance plays a part, else with one."""
    tasks = []
    used = seeds if method.depends_on_chance(reading) else seeds[:1]
    for partition in partitions:
        data = fingerprint(content(partition.dataset))
        for seed in used:
            for fold, split in enumerate(partition.splits, start=1):
                where = partition.arrangement
                tasks.append(FoldTask(method, reading, where, partition.dataset, data, split, fold, seed))
    return tasks
