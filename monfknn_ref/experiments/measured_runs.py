"""What cross-validations came to: counts for each method, data set, partition and seed; means and spreads.

The value of a partition is the mean over its seeds, as in the paper, whose methods with coin tosses are means
of three runs. Ours is the mean of the partitions' values, and the spread is their standard deviation: how far
apart the values of two people lie who draw different folds. The paper's own folds are one more draw, so a
printed value from the same method should mostly lie within two spreads of ours.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from monfknn_ref.data import DataError
from monfknn_ref.data.columns import PathLike
from monfknn_ref.evaluation.cross_validation import Counts, measure, merge
from monfknn_ref.evaluation.findings import rounds_to, unit_of
from monfknn_ref.experiments.folds import KEEL, FoldTask, Partition

__all__ = ["Cell", "Results", "collect", "read_results", "write_results"]

FORMAT = 1


@dataclass
class Results:
    """Counts by method, data set and partition, one for each seed; and what was run, in words."""

    descriptions: dict[str, str] = field(default_factory=dict)
    fingerprints: dict[str, str] = field(default_factory=dict)
    runs: dict[str, dict[str, dict[str, list[Counts]]]] = field(default_factory=dict)

    def has(self, method: str, dataset: str) -> bool:
        """Whether the method was run on the data set, on folds drawn for it."""
        return bool(self.drawn(method, dataset))

    def in_order(self, order: str) -> Results:
        """The runs with the training rows in this order, as if there were no other."""
        found = Results(self.descriptions, self.fingerprints)
        for method, by_dataset in self.runs.items():
            for dataset, by_partition in by_dataset.items():
                for name, counts in by_partition.items():
                    partition, _, words = name.partition(", ")  # as in "KEEL, shuffled 3"
                    if (words or "file").split()[0] == order:
                        kept = found.runs.setdefault(method, {}).setdefault(dataset, {})
                        kept.setdefault(partition, []).extend(counts)
        return found

    def on_partitions_of(self, other: Results) -> Results:
        """The runs on partitions that the same method has in the other results too."""
        found = Results(self.descriptions, self.fingerprints)
        for method, by_dataset in self.runs.items():
            for dataset, by_partition in by_dataset.items():
                there = other.runs.get(method, {}).get(dataset, {})
                shared = {name: counts for name, counts in by_partition.items() if name in there}
                if shared:
                    found.runs.setdefault(method, {})[dataset] = shared
        return found

    def drawn(self, method: str, dataset: str) -> dict[str, list[Counts]]:
        """The counts on folds drawn from a seed, training rows as they stand in the file."""
        found = self.runs.get(method, {}).get(dataset, {})
        return {name: counts for name, counts in found.items() if name != KEEL and ", " not in name}

    def on_files(self, method: str, dataset: str) -> list[Counts]:
        """The counts on the folds of KEEL's files, or []."""
        return self.runs.get(method, {}).get(dataset, {}).get(KEEL, [])

    def value(self, method: str, dataset: str, measure: str) -> Fraction:
        """Ours: the mean over the partitions."""
        values = partition_values(self.drawn(method, dataset), measure)
        return sum(values, Fraction(0)) / len(values)

    def spread(self, method: str, dataset: str, measure: str) -> float | None:
        """The standard deviation over the partitions; None if there is only one."""
        values = partition_values(self.drawn(method, dataset), measure)
        return statistics.stdev(map(float, values)) if len(values) > 1 else None

    def cell(self, method: str, dataset: str, measure: str, paper: Decimal) -> Cell:
        """Ours beside the paper's."""
        return Cell(
            method,
            dataset,
            measure,
            paper,
            self.value(method, dataset, measure),
            self.spread(method, dataset, measure),
        )

    def as_json(self) -> list[dict[str, Any]]:
        """One entry for each method and data set."""
        return [
            {
                "method": method,
                "dataset": dataset,
                "rows": next(iter(by_partition.values()))[0].rows,
                "right, cost, violating": {
                    partition: [[one.right, one.cost, one.violating] for one in counts]
                    for partition, counts in by_partition.items()
                },
            }
            for method, by_dataset in self.runs.items()
            for dataset, by_partition in by_dataset.items()
        ]

    def add(self, other: Results) -> None:
        """Take in the runs of another one; what both have is replaced."""
        self.descriptions.update(other.descriptions)
        self.fingerprints.update(other.fingerprints)
        for method, by_dataset in other.runs.items():
            for dataset, by_partition in by_dataset.items():
                self.runs.setdefault(method, {}).setdefault(dataset, {}).update(by_partition)


def partition_values(drawn: Mapping[str, Sequence[Counts]], measure: str) -> list[Fraction]:
    """The measure on each partition, the mean over its seeds."""
    return [mean_over_seeds(counts, measure) for counts in drawn.values()]


def mean_over_seeds(counts: Sequence[Counts], measure: str) -> Fraction:
    """
    >>> mean_over_seeds([Counts(10, 7, 4, 0), Counts(10, 8, 3, 0)], "accuracy")
    Fraction(3, 4)
    """
    values: list[Fraction] = [getattr(one, measure) for one in counts]
    return sum(values, Fraction(0)) / len(values)


@dataclass(frozen=True)
class Cell:
    """One cell of a table of the paper beside ours."""

    method: str
    dataset: str
    measure: str
    paper: Decimal
    ours: Fraction
    spread: float | None

    @property
    def difference(self) -> float:
        """Ours less the paper's."""
        return float(self.ours - Fraction(self.paper))

    @property
    def is_equal(self) -> bool:
        """Whether ours, rounded, prints as the paper's."""
        return rounds_to(self.ours, self.paper)

    @property
    def spreads_apart(self) -> float:
        """How many spreads lie between ours and the nearest value that prints as the paper's.

        >>> Cell("FkNN", "LEV", "accuracy", Decimal("0.6020"), Fraction(6, 10), 0.001).spreads_apart
        1.95
        """
        gap = abs(self.ours - Fraction(self.paper)) - unit_of(self.paper) / 2
        if gap <= 0:
            return 0.0
        return round(float(gap) / self.spread, 6) if self.spread else float("inf")

    @property
    def is_within(self) -> bool:
        """Whether the paper's value lies within two spreads of ours."""
        return self.spreads_apart <= 2


def collect(
    partitions: Sequence[Partition], tasks: Sequence[FoldTask], results: Sequence[Sequence[int]]
) -> Results:
    """Merge the predictions of the folds and count, for each method, partition and seed that is complete."""
    by_run: dict[tuple[str, str, str, int], dict[int, Sequence[int]]] = {}
    found = Results()
    for task, result in zip(tasks, results, strict=True):
        run = (task.method.name, task.dataset.name, task.partition, task.seed)
        by_run.setdefault(run, {})[task.fold] = result
        found.descriptions[task.method.name] = task.method.describe(task.reading)
        if not task.partition.startswith(KEEL):
            found.fingerprints[task.dataset.name] = task.data_fingerprint
    places = {(partition.dataset.name, partition.name): partition for partition in partitions}
    for (method, name, partition_name, _), folds in by_run.items():
        partition = places[name, partition_name]
        dataset = partition.dataset
        if len(folds) < len(partition.splits):
            continue
        merged = merge(partition.splits, [folds[fold] for fold in sorted(folds)], len(dataset))
        counts = measure(dataset, [dataset.classes[position] for position in merged])
        by_partition = found.runs.setdefault(method, {}).setdefault(name, {})
        by_partition.setdefault(partition_name, []).append(counts)
    return found


# --- Stored results ---------------------------------------------------------------------------------------


def write_results(path: PathLike, results: Results) -> None:
    """Store results as JSON, one line for each method and data set."""
    lines = ["{", f'"format": {FORMAT},']
    lines.append(f'"methods": {json.dumps(results.descriptions, indent=1)},')
    lines.append(f'"data": {json.dumps(results.fingerprints, indent=1)},')
    lines.append('"runs": [')
    lines.append(",\n".join(json.dumps(entry) for entry in results.as_json()))
    lines += ["]", "}"]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_results(path: PathLike) -> Results:
    """Results as they were stored."""
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        if content["format"] != FORMAT:
            raise DataError(f"{path} must be of format {FORMAT}, got {content['format']!r}")
        found = Results(content["methods"], content["data"])
        for entry in content["runs"]:
            found.runs.setdefault(entry["method"], {})[entry["dataset"]] = {
                partition: [Counts(entry["rows"], *numbers) for numbers in counts]
                for partition, counts in entry["right, cost, violating"].items()
            }
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        raise DataError(f"{path} is not a file of stored results: {error!r}") from None
    return found
