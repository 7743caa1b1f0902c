"""MonFkNN with many settings on the same partitions: the work behind the studies of readings and parameters.

A setting is a configuration of the paper, PM or AM, with some parameters or answers to open points changed.
All settings see the same folds, so they are compared partition by partition: the difference of two settings
has far less spread than either has alone.
"""

from __future__ import annotations

import json
import random
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import comb, inf, sqrt
from typing import Any, NamedTuple

from monfknn_ref.data import DataError, Dataset
from monfknn_ref.data.comparable import rows_below, rows_with_higher_label
from monfknn_ref.data.files import PathLike, read_text, write_text
from monfknn_ref.evaluation.cross_validation import Split, merge, stratified_folds
from monfknn_ref.evaluation.folds import content, fingerprint
from monfknn_ref.evaluation.methods import METHODS
from monfknn_ref.evaluation.provenance import versions
from monfknn_ref.evaluation.student_t import t_limit
from monfknn_ref.evaluation.task_runner import Progress, run
from monfknn_ref.model.checks import check_whole
from monfknn_ref.model.door import check_directions, positions
from monfknn_ref.readings import PAPER, Reading

__all__ = [
    "CONFIGURATIONS",
    "MEASURES",
    "PACKAGES",
    "Mean",
    "Measured",
    "Outcome",
    "Setting",
    "average",
    "counter",
    "measured_as_json",
    "read_measured",
    "run_settings",
    "write_measured",
]

CONFIGURATIONS = {name: dict(METHODS[f"MonFkNN-{name}"].parameters) | {"m": 2} for name in ("PM", "AM")}
"""The parameters of the paper's two configurations."""
MEASURES = {"accuracy": "accuracy", "mae": "MAE", "nmi": "NMI"}
"""The paper's measures, and what they are called."""
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


class Outcome(NamedTuple):
    """The counts behind the measures of one partition's predictions."""

    right: int
    """Rows that are predicted correctly."""
    cost: int
    """The sum of the distances between true and predicted classes."""
    above: int
    """The sum of the predicted classes minus that of the true ones."""
    violating: int
    """Pairs of rows whose predictions violate monotonicity."""

    def value(self, measure: str, rows: int) -> float:
        """A measure of the paper, or the mean signed error "bias".

        >>> outcome = Outcome(right=6, cost=5, above=-3, violating=9)
        >>> [outcome.value(measure, 10) for measure in ("accuracy", "mae", "bias", "nmi")]
        [0.6, 0.5, -0.3, 0.2]
        """
        counted = {"accuracy": self.right, "mae": self.cost, "bias": self.above, "nmi": self.violating}
        return counted[measure] / (comb(rows, 2) if measure == "nmi" else rows)


class Mean(NamedTuple):
    """A mean over partitions or draws, with the standard deviation and the standard error."""

    mean: float
    spread: float
    error: float
    values: int
    """Of how many values it is the mean."""

    @property
    def reach(self) -> float:
        """Half the length of the 95 % interval; infinite for a single value.

        >>> [round(Mean(0, 1, 1, count).reach, 2) for count in (1, 5, 10, 11, 30)]
        [inf, 2.78, 2.26, 2.23, 2.05]
        """
        freedom = self.values - 1
        if freedom == 0:
            return inf
        return errors_to_the_end(freedom) * self.error

    @property
    def is_clear(self) -> bool:
        """Whether 0 is outside the 95 % interval."""
        return abs(self.mean) > self.reach


@cache
def errors_to_the_end(freedom: int) -> float:
    """How many standard errors reach from the middle of a 95 % interval to its end."""
    return t_limit(freedom)


def average(values: Sequence[float]) -> Mean:
    """
    >>> average([0.5, 0.75, 1.0])
    Mean(mean=0.75, spread=0.25, error=0.14433756729740646, values=3)
    """
    spread = statistics.stdev(values) if len(values) > 1 else 0.0
    return Mean(statistics.fmean(values), spread, spread / sqrt(len(values)), len(values))


@dataclass
class Measured:
    """What came out: for each data set and setting, one outcome for each partition."""

    study: str
    command: str
    partitions: int
    folds: int
    versions: dict[str, str]
    rows: dict[str, int]
    """The number of rows of each data set."""
    data: dict[str, str]
    """The fingerprint of each data set."""
    outcomes: dict[str, dict[str, list[Outcome]]] = field(default_factory=dict)

    @property
    def datasets(self) -> list[str]:
        return list(self.outcomes)

    @property
    def settings(self) -> list[str]:
        """All that some data set was run with."""
        return list(dict.fromkeys(name for of_set in self.outcomes.values() for name in of_set))

    def values(self, dataset: str, setting: str, measure: str) -> list[float]:
        """One value for each partition, of the setting with this name."""
        outcomes = self.outcomes[dataset][setting]
        return [outcome.value(measure, self.rows[dataset]) for outcome in outcomes]

    def mean(self, dataset: str, setting: str, measure: str) -> Mean:
        return average(self.values(dataset, setting, measure))

    def difference(self, dataset: str, setting: str, other: str, measure: str) -> Mean:
        """By how much a setting exceeds another, partition by partition."""
        pairs = zip(self.values(dataset, setting, measure), self.values(dataset, other, measure), strict=True)
        return average([one - two for one, two in pairs])

    def overall(self, setting: str, measure: str) -> Mean:
        """The mean over the data sets, partition by partition."""
        return self._over_sets([self.values(name, setting, measure) for name in self.outcomes])

    def overall_difference(self, setting: str, other: str, measure: str) -> Mean:
        """The mean difference over the data sets, partition by partition."""
        return self._over_sets(
            [
                [
                    a - b
                    for a, b in zip(self.values(name, setting, measure), self.values(name, other, measure))
                ]
                for name in self.outcomes
            ]
        )

    def _over_sets(self, by_set: Sequence[Sequence[float]]) -> Mean:
        return average([statistics.fmean(of_partition) for of_partition in zip(*by_set)])


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
        }

    @property
    def kind(self) -> str:
        """Partitions of the same data set take about the same time."""
        return self.dataset.name

    def carry_out(self) -> list[list[int]]:
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
            list(count(merge(self.splits, predicted[setting], len(dataset)))) for setting in self.settings
        ]


def counter(dataset: Dataset) -> Callable[[Sequence[int]], Outcome]:
    """A function that counts what predictions get right and wrong, given by the positions of the classes.

    >>> count = counter(Dataset("points", [[1], [2], [3]], ["low", "mid", "high"], ["low", "mid", "high"]))
    >>> count([0, 2, 1])
    Outcome(right=1, cost=2, above=0, violating=1)
    """
    below = rows_below(
        [tuple(row) for row in dataset.X], check_directions(dataset.directions, len(dataset.X[0]))
    )
    actual = positions(dataset.y, dataset.classes)

    def count(predicted: Sequence[int]) -> Outcome:
        higher = rows_with_higher_label(predicted)
        return Outcome(
            sum(a == p for a, p in zip(actual, predicted)),
            sum(abs(a - p) for a, p in zip(actual, predicted)),
            sum(predicted) - sum(actual),
            sum((dominated & higher[p]).bit_count() for dominated, p in zip(below, predicted)),
        )

    return count


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
) -> Measured:
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
    measured = Measured(
        study, command, partitions, folds, versions(PACKAGES), {one.name: len(one) for one in datasets}, data
    )
    for task, result in zip(tasks, results, strict=True):
        of_set = measured.outcomes.setdefault(task.dataset.name, {one.name: [] for one in different})
        for setting, counts in zip(different, result, strict=True):
            of_set[setting.name].append(Outcome(*counts))
    return measured


def write_measured(path: PathLike, measured: Measured) -> None:
    """Store what came out."""
    write_text(path, measured_as_json(measured))


def measured_as_json(measured: Measured) -> str:
    """What came out as JSON, a line for each data set and setting."""
    head = {
        "study": measured.study,
        "command": measured.command,
        "partitions": measured.partitions,
        "folds": measured.folds,
        "versions": measured.versions,
        "datasets": {
            name: {"rows": measured.rows[name], "data": measured.data[name]} for name in measured.rows
        },
        "settings": measured.settings,
        "counts": list(Outcome._fields),
    }
    lines = [json.dumps(head, indent=1, ensure_ascii=False)[:-2], ',\n "outcomes": {\n']
    parts = []
    for dataset, of_set in measured.outcomes.items():
        rows = ",\n   ".join(
            json.dumps([list(outcome) for outcome in of_set.get(setting, ())], separators=(",", ":"))
            for setting in measured.settings
        )
        parts.append(f"  {json.dumps(dataset)}: [\n   {rows}\n  ]")
    return "".join([*lines, ",\n".join(parts), "\n }\n}\n"])


def read_measured(path: PathLike) -> Measured:
    """What was stored."""
    try:
        stored = json.loads(read_text(path))
        return Measured(
            stored["study"],
            stored["command"],
            stored["partitions"],
            stored["folds"],
            stored["versions"],
            {name: of["rows"] for name, of in stored["datasets"].items()},
            {name: of["data"] for name, of in stored["datasets"].items()},
            {
                dataset: {
                    setting: [Outcome(*counts) for counts in of_setting]
                    for setting, of_setting in zip(stored["settings"], of_set, strict=True)
                    if of_setting
                }
                for dataset, of_set in stored["outcomes"].items()
            },
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise DataError(f"{path} is not a file of stored outcomes of settings: {error!r}") from None
