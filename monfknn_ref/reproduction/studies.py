"""The studies: MonFkNN with many settings on the same partitions, and methods on training sets drawn again.

A setting is a configuration of the paper, PM or AM, with some parameters or answers to open points changed.
All settings see the same folds, so they are compared partition by partition: the difference of two settings
has far less spread than either has alone. In each draw all methods get the same training rows and predict the
same other rows.

- Readings: PAPER and AUTHORS side by side. Each option that PAPER does not take is tried alone: PAPER with
  one answer changed. Each answer in which AUTHORS differs is also taken back alone.
- Sensitivity: k, K, RCr, pOR and m, each swept alone, and each pair of them together, starting from the
  paper's two configurations. A parameter that has no effect there is left out: pOR under inRange, and k
  alone while RCr = 1.
- Learning: the accuracy of methods over the number of training rows.
- Ties: the bias of the tie rules of the medians.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

from monfknn_ref.data import Dataset, artiset, noisy
from monfknn_ref.evaluation.cross_validation import Counts, Split, counter, merge, stratified_folds
from monfknn_ref.evaluation.folds import Arrangement, content, fingerprint
from monfknn_ref.evaluation.methods import METHODS, Method
from monfknn_ref.evaluation.results import COUNTED, Results, made_by
from monfknn_ref.evaluation.task_runner import How, run
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
        from monfknn_ref.optimised import NumpyMonFkNN

        dataset = self.dataset
        predicted: dict[Setting, list[list[int]]] = {setting: [] for setting in self.settings}
        tables = {
            arithmetic: dataset.scaled(doubles=arithmetic == "doubles")
            for arithmetic in {setting.reading.arithmetic for setting in self.settings}
        }
        for fold, split in enumerate(self.splits, start=1):
            labels = [dataset.y[i] for i in split.train]
            for setting in self.settings:
                rows = tables[setting.reading.arithmetic]
                model = NumpyMonFkNN(**setting.arguments(1000 * self.seed + fold))
                model.fit([rows[i] for i in split.train], labels, dataset.classes)
                answers = model.predict([rows[i] for i in split.test])
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
    **how: Unpack[How],
) -> Results:
    """Run all settings on partitions of the data sets with the seeds 0, 1, ..."""
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
    results = run(tasks, **how)
    found = Results({}, data, {}, {}, [made_by(command, PACKAGES)], study, {"folds": folds})
    for task, result in zip(tasks, results, strict=True):
        rows, place = len(task.dataset), Arrangement(f"seed {task.seed}")
        for setting, kept in zip(different, result, strict=True):
            found.keep(setting.name, task.dataset.name, place, Counts(rows, *kept))
    return found


# --- Training sets that are drawn ---------------------------------------------------------------------------


TESTED = 0.3
"""The share of the rows that is predicted in learning curves."""
SMALLEST = 20
"""The number of training rows at which learning curves begin; it is doubled again and again."""


@dataclass(frozen=True)
class Competitor:
    """A method under a reading, with a name of its own."""

    name: str
    method: Method
    reading: Reading = PAPER


def fast(name: str, **parameters: Any) -> Method:
    """A method of the paper with some parameters changed; MonFkNN runs in its NumPy variant."""
    method = METHODS[name].with_parameters(parameters)
    if name.startswith("MonFkNN"):
        method = replace(method, implementation="optimised:NumpyMonFkNN")
    return method


LEARNERS = tuple(Competitor(name, fast(name)) for name in ("MonFkNN-PM", "MonFkNN-AM", "FkNN", "MkNN"))
"""The methods of the learning curves."""

RULES = (
    *(
        Competitor(f"{name}, {rule}", fast(f"MonFkNN-{name}"), replace(PAPER, median_gap=rule))
        for name in ("PM", "AM")
        for rule in ("lower", "upper", "coin")
    ),
    *(
        Competitor(f"PM RCr={RCr}, {rule}", fast("MonFkNN-PM", RCr=RCr), replace(PAPER, median_gap=rule))
        for RCr in (0.51, 0.6)
        for rule in ("lower", "upper", "coin")
    ),
    Competitor("FkNN", fast("FkNN")),
)
"""The tie rules of the medians in both configurations, with RCr a little above one half, and FkNN."""

NOISY_SETS = {"artiset, 300 noisy rows": (300, 200), "artiset, 400 noisy rows": (400, 1000)}
"""Numbers of training and of test rows; those of the first are the tour's."""
MOVED = 0.25
"""The share of the training labels that are moved by one class."""


@dataclass(frozen=True)
class DrawTask:
    """All methods on training sets of several sizes, the smaller ones being the beginning of the larger."""

    label: str
    dataset: Dataset
    data_fingerprint: str
    train: tuple[int, ...]
    test: tuple[int, ...]
    sizes: tuple[int, ...]
    competitors: tuple[Competitor, ...]
    draw: int

    @property
    def identity(self) -> dict[str, Any]:
        return {
            "study": "draws",
            "data": self.data_fingerprint,
            "rows": fingerprint((self.train, self.test)),
            "sizes": list(self.sizes),
            "methods": fingerprint(
                [(one.name, one.method.describe(one.reading)) for one in self.competitors]
            ),
            "draw": self.draw,
            "counts": COUNTED,
        }

    @property
    def kind(self) -> str:
        """Draws of the same data set take about the same time."""
        return self.label

    def carry_out(self) -> dict[str, list[int | None]]:
        """The counts of each method and size."""
        dataset = self.dataset
        tested = replace(
            dataset, X=tuple(dataset.X[i] for i in self.test), y=tuple(dataset.y[i] for i in self.test)
        )
        count = counter(tested)
        found = {}
        for one in self.competitors:
            for size in self.sizes:
                predicted = one.method.predictions(
                    dataset, self.train[:size], dataset, self.test, one.reading, self.draw
                )
                name = one.name if len(self.sizes) == 1 else f"{one.name}, {size} rows"
                found[name] = numbers(count(predicted))
        return found


def learning_sizes(rows: int) -> tuple[int, ...]:
    """The numbers of training rows of a set with so many rows: doubled from 20 on, and all there are.

    >>> learning_sizes(209)
    (20, 40, 80, 146)
    """
    available = rows - round(TESTED * rows)
    sizes, size = [], SMALLEST
    while size < 0.75 * available:
        sizes.append(size)
        size *= 2
    return (*sizes, available)


def learning_tasks(datasets: Sequence[Dataset], draws: int) -> list[DrawTask]:
    """The learning curves of some data sets."""
    tasks = []
    for draw in range(check_whole("draws", draws, 1)):
        for dataset in datasets:
            places = random.Random(draw)
            place = [places.random() for _ in dataset.y]
            order = sorted(range(len(dataset)), key=place.__getitem__)
            sizes = learning_sizes(len(dataset))
            data = fingerprint(content(dataset))
            train, test = tuple(order[: sizes[-1]]), tuple(order[sizes[-1] :])
            tasks.append(DrawTask(dataset.name, dataset, data, train, test, sizes, LEARNERS, draw))
    return tasks


def tie_tasks(draws: int) -> list[DrawTask]:
    """The tie rules on noisy draws of the paper's artificial set, tested on clean ones."""
    tasks = []
    for draw in range(check_whole("draws", draws, 1)):
        for label, (training, tests) in NOISY_SETS.items():
            given = noisy(artiset(training, seed=3 * draw + 1), MOVED, seed=3 * draw + 2)
            test = artiset(tests, seed=3 * draw + 3)
            both = replace(given, name="artiset", X=(*given.X, *test.X), y=(*given.y, *test.y))
            train = tuple(range(training))
            rest = tuple(range(training, training + tests))
            data = fingerprint(content(both))
            tasks.append(DrawTask(label, both, data, train, rest, (training,), RULES, draw))
    return tasks


def run_draws(study: str, command: str, tasks: Sequence[DrawTask], **how: Unpack[How]) -> Results:
    """Carry out the draws; what is called partitions in the results are draws."""
    results = run(tasks, **how)
    data = {task.label: task.data_fingerprint for task in tasks if task.draw == 0}
    found = Results({}, data, {}, {}, [made_by(command, PACKAGES)], study)
    for task, result in zip(tasks, results, strict=True):
        for name, kept in result.items():
            found.keep(name, task.label, Arrangement(f"draw {task.draw}"), Counts(len(task.test), *kept))
    return found
