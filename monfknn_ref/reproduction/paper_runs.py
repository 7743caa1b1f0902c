"""Several methods on several of the paper's data sets: what the tables of the paper are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Unpack

from monfknn_ref.data import find, load
from monfknn_ref.data.files import PathLike
from monfknn_ref.data.paper_sets import WORDED_CLASSES
from monfknn_ref.evaluation.cross_validation import keel_folds
from monfknn_ref.evaluation.folds import KEEL, FoldTask, Partition, drawn_partition, plan, reordered
from monfknn_ref.evaluation.methods import METHODS, Method
from monfknn_ref.evaluation.results import Results, collect
from monfknn_ref.evaluation.task_runner import How, run
from monfknn_ref.model.checks import check_whole
from monfknn_ref.readings import AUTHORS, Reading

ORDER_METHODS = ("FkNN", "MkNN", "OLM")  # those that depend on the order of the training rows


def at_hand(names: Sequence[str], directory: PathLike | None) -> list[str]:
    """Those of the paper's data sets that can be read."""
    return [name for name in names if find(name, directory) is not None]


def partition_of_files(name: str, directory: PathLike | None) -> list[Partition]:
    """The folds of a set's fold files, in the directory or in a folder of its name there; [] if none."""
    if directory is not None:
        for folder in (Path(directory) / name, Path(directory)):
            if folder.is_dir() and any(folder.glob(f"{name}-*-1tra.dat")):
                dataset, splits = keel_folds(folder, name, classes=WORDED_CLASSES.get(name))
                return [Partition(KEEL, dataset, splits)]
    return []


@dataclass
class Campaign:
    """A plan of cross-validations, to be filled and then run.

    Each data set has `partitions` partitions into folds, of the seeds 0, 1, ..., and that of its fold files.
    """

    directory: PathLike | None = None
    partitions: int = 10
    seeds: int = 3
    folds: int = 10
    reading: Reading = AUTHORS
    planned: list[Partition] = field(default_factory=list)
    tasks: list[FoldTask] = field(default_factory=list)

    def __post_init__(self) -> None:
        check_whole("partitions", self.partitions, 1)
        check_whole("seeds", self.seeds, 1)

    def drawn(self, name: str) -> list[Partition]:
        """The partitions of a data set that are drawn from seeds."""
        dataset = load(name, self.directory)
        return [drawn_partition(dataset, self.folds, seed) for seed in range(self.partitions)]

    def add(self, methods: Sequence[Method], partitions: Sequence[Partition]) -> None:
        self.planned += partitions
        for method in methods:
            self.tasks += plan(method, self.reading, partitions, range(self.seeds))

    def add_tables(self, methods: Sequence[Method], names: Sequence[str]) -> None:
        """Plan every method on every data set."""
        for name in names:
            self.add(methods, [*self.drawn(name), *partition_of_files(name, self.directory)])

    def add_orders(self, names: Sequence[str], methods: Sequence[str] = ORDER_METHODS) -> None:
        """Plan to find out what the order of the training rows does: FkNN and OLM on rows as in the file and
        shuffled, and everything that depends on the order on fold files, as they are, reversed and shuffled.
        """
        for name in names:
            drawn = self.drawn(name)
            shuffled = [reordered(one, "shuffled", seed) for seed, one in enumerate(drawn)]
            quick = [METHODS[method] for method in ("FkNN", "OLM") if method in methods]
            self.add(quick, [*drawn, *shuffled])
            for of_files in partition_of_files(name, self.directory):
                others = [reordered(of_files, "shuffled", seed) for seed in range(self.partitions)]
                every = [METHODS[method] for method in methods]
                self.add(every, [of_files, reordered(of_files, "reversed", 0), *others])

    def run(self, **how: Unpack[How]) -> Results:
        return collect(self.planned, self.tasks, run(self.tasks, **how))
