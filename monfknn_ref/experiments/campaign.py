"""Several methods on several of the paper's data sets: what the tables of the paper are made of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from monfknn_ref.data import find, load
from monfknn_ref.data.columns import PathLike
from monfknn_ref.data.sources import WORDED_CLASSES
from monfknn_ref.evaluation.cross_validation import keel_folds
from monfknn_ref.experiments.folds import KEEL, FoldTask, Partition, drawn_partition, plan, reordered
from monfknn_ref.experiments.methods import Method
from monfknn_ref.experiments.results import Results, collect
from monfknn_ref.experiments.runner import Progress, run
from monfknn_ref.readings import AUTHORS, Reading
from monfknn_ref.validation import check_whole

__all__ = ["at_hand", "partitions_of", "run_campaign"]


def at_hand(names: Sequence[str], directory: PathLike | None) -> list[str]:
    """Those of the paper's data sets that can be read."""
    return [name for name in names if find(name, directory) is not None]


def fold_folder(name: str, directory: PathLike | None) -> Path | None:
    """Where the fold files of a data set are: in the directory, or in a folder of the set's name there."""
    if directory is not None:
        for folder in (Path(directory) / name, Path(directory)):
            if folder.is_dir() and any(folder.glob(f"{name}-*-1tra.dat")):
                return folder
    return None


def partitions_of(
    name: str, directory: PathLike | None, count: int, folds: int, order: str = "file"
) -> list[Partition]:
    """One of the paper's data sets with folds of the seeds 0, 1, ..., and with those of its fold files.

    With the order "shuffled", each partition has an order of its own, and the fold files are taken in as many
    orders as there are other partitions.
    """
    dataset = load(name, directory)
    partitions = [reordered(drawn_partition(dataset, folds, seed), order, seed) for seed in range(count)]
    folder = fold_folder(name, directory)
    if folder is not None:
        by_files, splits = keel_folds(folder, name, classes=WORDED_CLASSES.get(name))
        of_files = Partition(KEEL, by_files, splits)
        orders = range(count) if order == "shuffled" else range(1)
        partitions += [reordered(of_files, order, seed) for seed in orders]
    return partitions


def run_campaign(
    methods: Sequence[Method],
    names: Sequence[str],
    directory: PathLike | None = None,
    partitions: int = 10,
    seeds: int = 3,
    folds: int = 10,
    reading: Reading = AUTHORS,
    order: str = "file",
    jobs: int = 1,
    out: PathLike | None = None,
) -> Results:
    """Cross-validate every method on every data set, with every partition and seed."""
    check_whole("partitions", partitions, 1)
    check_whole("seeds", seeds, 1)
    drawn: list[Partition] = []
    tasks: list[FoldTask] = []
    for name in names:
        of_this = partitions_of(name, directory, partitions, folds, order)
        drawn += of_this
        for method in methods:
            tasks += plan(method, reading, of_this, range(seeds))
    progress = Progress(len(tasks))

    def report(task: FoldTask, result: Sequence[int], left: int) -> None:
        progress.step(f"{task.method.name} on {task.dataset.name}, {task.partition}, fold {task.fold}", left)

    results = run(tasks, jobs, out, report)
    progress.close()
    return collect(drawn, tasks, results)
