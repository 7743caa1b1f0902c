"""MonFkNN with many settings on the same partitions: the studies of readings and of parameters.

A setting is a configuration of the paper, PM or AM, with some parameters or answers to open points changed.
All settings see the same folds, so they are compared partition by partition: the difference of two settings
has far less spread than either has alone.

The study of readings has PAPER and AUTHORS side by side. Each option that PAPER does not take is tried alone:
PAPER with one answer changed. Each answer in which AUTHORS differs is also taken back alone: AUTHORS with one
answer of PAPER. The study of sensitivity sweeps k, K, RCr, pOR and m, each alone, and each pair of them
together, starting from the paper's two configurations. A parameter that has no effect there is left out: pOR
under inRange, and k alone while RCr = 1.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from monfknn_ref.data import Dataset
from monfknn_ref.data.files import PathLike
from monfknn_ref.evaluation.cross_validation import Counts, Split, counter, merge, stratified_folds
from monfknn_ref.evaluation.folds import Arrangement, content, fingerprint
from monfknn_ref.evaluation.methods import METHODS
from monfknn_ref.evaluation.provenance import made_by
from monfknn_ref.evaluation.results import COUNTED, Results
from monfknn_ref.evaluation.task_runner import Progress, run
from monfknn_ref.model.checks import check_whole
from monfknn_ref.model.door import positions
from monfknn_ref.readings import AUTHORS, PAPER, REGISTER, Reading

CONFIGURATIONS = {name: dict(METHODS[f"MonFkNN-{name}"].parameters) | {"m": 2} for name in ("PM", "AM")}
"""The parameters of the paper's two configurations."""
PACKAGES = ("numpy", "scipy")
"""What takes part in the studies beside this package."""


@dataclass(frozen=True)
class Setting:
    """One of the two configurations with some parameters changed, under a reading.

    >>> setting = Setting("PM", (("k", 3), ("RCr", 0.51)))
    >>> setting.name, setting.parameters["K"]
    ('PM k=3 RCr=0.51, PAPER', 9)
    """

    configuration: str
    changes: tuple[tuple[str, Any], ...] = ()
    reading: Reading = PAPER

    @property
    def parameters(self) -> dict[str, Any]:
        return CONFIGURATIONS[self.configuration] | dict(self.changes)

    @property
    def name(self) -> str:
        changed = "".join(f" {name}={value}" for name, value in self.changes)
        return f"{self.configuration}{changed}, {self.reading!r}"

    def arguments(self, seed: int) -> dict[str, Any]:
        """What the model is built with; a coin is started with the seed."""
        chance = {"tie": random.Random(seed)} if self.reading.median_gap == "coin" else {}
        return {**self.parameters, "reading": self.reading, **chance}


# --- What is varied ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """One open point answered otherwise than a named reading does."""

    start: Reading
    point: str
    option: str
    reading: Reading

    @property
    def name(self) -> str:
        return f"{self.point}: {self.option}"


def changes_from(start: Reading) -> Iterator[Change]:
    """From PAPER every other option of every point; from AUTHORS every point taken back to PAPER's option.

    >>> [change.name for change in changes_from(PAPER)][:4]
    ['weights: keller', 'coincident: excluded', 'leave-one-out: no', 'open-bound: present-classes']
    >>> next(changes_from(AUTHORS)).name
    'weights: printed'
    """
    for point in REGISTER:
        now = getattr(start, point.field)
        options = point.options if start == PAPER else [point.paper]
        for option in options:
            if option != now:
                yield Change(start, point.id, option, replace(start, **{point.field: option}))


def reading_settings() -> list[Setting]:
    """Everything that the study runs: both readings, and each change, in both configurations."""
    readings = [PAPER, AUTHORS]
    for start in (PAPER, AUTHORS):
        readings += [change.reading for change in changes_from(start)]
    return [Setting(name, (), reading) for name in CONFIGURATIONS for reading in readings]


GRID: Mapping[str, Sequence[Any]] = {
    "k": (1, 3, 5, 9, 15, 25),
    "K": (1, 3, 5, 9, 15, 25),
    "RCr": (0, 0.25, 0.5, 0.51, 0.6, 0.75, 1),
    "pOR": (0, 0.25, 0.5, 0.75, 1),
    "m": (1, 1.5, 2, 3, 5),
}
"""The values of each parameter; the paper's are among them."""

SINGLE: Mapping[str, Sequence[str]] = {"PM": ("k", "K", "RCr", "m"), "AM": ("K", "RCr", "pOR", "m")}
"""The parameters that are swept alone."""

PAIRS: Mapping[str, Sequence[tuple[str, str]]] = {
    "PM": (("k", "K"), ("k", "RCr"), ("k", "m"), ("K", "RCr"), ("K", "m"), ("RCr", "m")),
    "AM": (("K", "RCr"), ("K", "pOR"), ("K", "m"), ("RCr", "pOR"), ("RCr", "m"), ("pOR", "m"), ("k", "RCr")),
}
"""The parameters that are swept together."""


def setting_of(configuration: str, **values: Any) -> Setting:
    """The configuration with these values; those that the paper has too are no change.

    >>> setting_of("PM", K=3, RCr=0.5).name
    'PM K=3, PAPER'
    """
    paper = CONFIGURATIONS[configuration]
    changed = ((name, values[name]) for name in GRID if name in values and values[name] != paper.get(name))
    return Setting(configuration, tuple(changed))


def chosen(configuration: str) -> Setting:
    """The paper's own values."""
    return Setting(configuration)


def sensitivity_settings() -> Iterator[Setting]:
    """Everything that the study runs, the paper's choice first."""
    for configuration, pairs in PAIRS.items():
        yield chosen(configuration)
        for first, second in pairs:
            for one in GRID[first]:
                for two in GRID[second]:
                    yield setting_of(configuration, **{first: one, second: two})


# --- Runs -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SettingsTask:
    """All settings on one partition of one data set."""

    dataset: Dataset
    data_fingerprint: str
    splits: tuple[Split, ...]
    seed: int
    settings: tuple[Setting, ...]

    @property
    def identity(self) -> dict[str, Any]:
        return {
            "study": "settings",
            "dataset": self.dataset.name,
            "data": self.data_fingerprint,
            "rows": fingerprint(self.splits),
            "seed": self.seed,
            "settings": fingerprint([setting.name for setting in self.settings]),
            "counts": COUNTED,
        }

    @property
    def kind(self) -> str:
        """Partitions of the same data set take about the same time."""
        return self.dataset.name

    def carry_out(self) -> list[list[int | None]]:
        """For each setting the counts of its outcome."""
        from monfknn_ref.reproduction.many_settings import ManySettings

        dataset = self.dataset
        predicted: dict[Setting, list[list[int]]] = {setting: [] for setting in self.settings}
        tables = {
            arithmetic: dataset.scaled(doubles=arithmetic == "doubles")
            for arithmetic in {setting.reading.arithmetic for setting in self.settings}
        }
        for fold, split in enumerate(self.splits, start=1):
            labels = [dataset.y[i] for i in split.train]
            many = {
                arithmetic: ManySettings(
                    [rows[i] for i in split.train], labels, dataset.classes, [rows[i] for i in split.test]
                )
                for arithmetic, rows in tables.items()
            }
            for setting in self.settings:
                arguments = setting.arguments(1000 * self.seed + fold)
                answers = many[setting.reading.arithmetic].predict(**arguments)
                predicted[setting].append(positions(answers, dataset.classes))
        count = counter(dataset)
        return [
            numbers(count(merge(self.splits, predicted[setting], len(dataset)))) for setting in self.settings
        ]


def numbers(counts: Counts) -> list[int | None]:
    """Counts as they are kept for a finished task."""
    return [getattr(counts, name) for name in COUNTED]


def run_settings(
    study: str,
    command: str,
    datasets: Sequence[Dataset],
    settings: Sequence[Setting],
    partitions: int,
    folds: int = 10,
    jobs: int = 1,
    out: PathLike | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
) -> Results:
    """Run all settings on partitions of the data sets with the seeds 0, 1, ...; `out` keeps what is done."""
    check_whole("partitions", partitions, 1)
    data = {dataset.name: fingerprint(content(dataset)) for dataset in datasets}
    different = tuple(dict.fromkeys(settings))
    tasks = [
        SettingsTask(
            dataset,
            data[dataset.name],
            tuple(stratified_folds(dataset.y, folds, seed, dataset.classes)),
            seed,
            different,
        )
        for seed in range(partitions)
        for dataset in datasets
    ]
    results = run(tasks, jobs, out, None, dask, progress)
    found = Results({}, data, {}, {}, [made_by(command, PACKAGES)], study, {"folds": folds})
    for task, result in zip(tasks, results, strict=True):
        rows, place = len(task.dataset), Arrangement(f"seed {task.seed}")
        for setting, kept in zip(different, result, strict=True):
            found.keep(setting.name, task.dataset.name, place, Counts(rows, *kept))
    return found
