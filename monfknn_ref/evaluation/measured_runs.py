"""What cross-validations came to: counts for each method, data set, partition and seed; means and spreads.

The value of a partition is the mean over its seeds, as in the paper, whose methods with coin tosses are means
of three runs. Ours is the mean of the partitions' values, and the spread is their standard deviation: how far
apart the values of two people lie who draw different folds. The paper's own folds are one more draw, so a
printed value from the same method should mostly lie within two spreads of ours.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.data import DataError
from monfknn_ref.data.files import PathLike, read_text, write_text
from monfknn_ref.evaluation.cross_validation import Counts, measure, merge
from monfknn_ref.evaluation.folds import KEEL, ORDERS, Arrangement, FoldTask, Partition
from monfknn_ref.readings.errors import check_choice

__all__ = ["Results", "TableCell", "collect", "read_results", "write_results"]

FORMAT = 2
COUNTED = ("right", "cost", "violating")
"""What is stored of counts, in this order."""


@dataclass
class Results:
    """Counts by method, data set and arrangement, one for each seed; and what was run, in words."""

    descriptions: dict[str, str] = field(default_factory=dict)
    fingerprints: dict[str, str] = field(default_factory=dict)
    runs: dict[str, dict[str, dict[Arrangement, list[Counts]]]] = field(default_factory=dict)
    implementations: dict[str, str] = field(default_factory=dict)
    """The class that ran each method, where that is known."""
    made_by: list[dict[str, str]] = field(default_factory=list)
    """The commands that made it, with the versions of what took part."""

    def has(self, method: str, dataset: str) -> bool:
        """Whether the method was run on the data set, on folds drawn for it."""
        return bool(self.drawn(method, dataset))

    def in_order(self, order: str) -> Results:
        """The runs with the training rows in this order, as if there were no other."""
        found = replace(self, runs={})
        for method, by_dataset in self.runs.items():
            for dataset, by_arrangement in by_dataset.items():
                for arrangement, counts in by_arrangement.items():
                    if arrangement.order == order:
                        kept = found.runs.setdefault(method, {}).setdefault(dataset, {})
                        kept.setdefault(Arrangement(arrangement.partition), []).extend(counts)
        return found

    def on_partitions_of(self, other: Results) -> Results:
        """The runs that the same method has, arranged alike, in the other results too."""
        found = replace(self, runs={})
        for method, by_dataset in self.runs.items():
            for dataset, by_arrangement in by_dataset.items():
                there = other.runs.get(method, {}).get(dataset, {})
                shared = {one: counts for one, counts in by_arrangement.items() if one in there}
                if shared:
                    found.runs.setdefault(method, {})[dataset] = shared
        return found

    def drawn(self, method: str, dataset: str) -> dict[str, list[Counts]]:
        """The counts on folds drawn from a seed, by partition, training rows as they stand in the file."""
        found = self.runs.get(method, {}).get(dataset, {})
        return {
            one.partition: counts
            for one, counts in found.items()
            if one.partition != KEEL and one.order == "file"
        }

    def on_files(self, method: str, dataset: str) -> list[Counts]:
        """The counts on the folds of KEEL's files, or []."""
        return self.runs.get(method, {}).get(dataset, {}).get(Arrangement(KEEL), [])

    def value(self, method: str, dataset: str, measure: str) -> Fraction:
        """Ours: the mean over the partitions."""
        values = partition_values(self.drawn(method, dataset), measure)
        return sum(values, Fraction(0)) / len(values)

    def spread(self, method: str, dataset: str, measure: str) -> float | None:
        """The standard deviation over the partitions; None if there is only one."""
        values = partition_values(self.drawn(method, dataset), measure)
        return statistics.stdev(map(float, values)) if len(values) > 1 else None

    def cell(self, method: str, dataset: str, measure: str, paper: Decimal) -> TableCell:
        """Ours beside the paper's."""
        return TableCell(
            method,
            dataset,
            measure,
            paper,
            self.value(method, dataset, measure),
            self.spread(method, dataset, measure),
        )

    def add(self, other: Results) -> None:
        """Take in the runs of another one; what both have is replaced."""
        self.descriptions.update(other.descriptions)
        self.fingerprints.update(other.fingerprints)
        self.implementations.update(other.implementations)
        self.made_by += [record for record in other.made_by if record not in self.made_by]
        for method, by_dataset in other.runs.items():
            for dataset, by_arrangement in by_dataset.items():
                self.runs.setdefault(method, {}).setdefault(dataset, {}).update(by_arrangement)


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


def unit_of(printed: Decimal) -> Fraction:
    """One unit of the last printed digit.

    >>> unit_of(Decimal("0.9300"))
    Fraction(1, 10000)
    """
    return Fraction(10) ** int(printed.as_tuple().exponent)


def rounds_to(value: Fraction | float, printed: Decimal) -> bool:
    """Whether the value rounds to the printed number; a value halfway between two numbers rounds to either.

    >>> rounds_to(Fraction(49, 8), Decimal("6.13")), rounds_to(0.0412, Decimal("0.042"))
    (True, False)
    """
    return abs(exact_value(value) - Fraction(printed)) <= unit_of(printed) / 2


@dataclass(frozen=True)
class TableCell:
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

        >>> TableCell("FkNN", "LEV", "accuracy", Decimal("0.6020"), Fraction(6, 10), 0.001).spreads_apart
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
    partitions: Sequence[Partition], tasks: Sequence[FoldTask], results: Sequence[Sequence[int] | None]
) -> Results:
    """Merge the predictions of the folds and count, for each method, partition and seed that is complete.

    A task without a result, None, has failed.
    """
    by_run: dict[tuple[str, str, Arrangement, int], dict[int, Sequence[int]]] = {}
    found = Results()
    for task, result in zip(tasks, results, strict=True):
        if result is None:
            continue
        run = (task.method.name, task.dataset.name, task.arrangement, task.seed)
        by_run.setdefault(run, {})[task.fold] = result
        found.descriptions[task.method.name] = task.method.describe(task.reading)
        found.implementations[task.method.name] = task.method.runs_as()
        if task.arrangement.partition != KEEL:
            found.fingerprints[task.dataset.name] = task.data_fingerprint
    places = {(partition.dataset.name, partition.arrangement): partition for partition in partitions}
    for (method, name, arrangement, _), folds in by_run.items():
        partition = places[name, arrangement]
        dataset = partition.dataset
        if len(folds) < len(partition.splits):
            continue
        merged = merge(partition.splits, [folds[fold] for fold in sorted(folds)], len(dataset))
        counts = measure(dataset, [dataset.classes[position] for position in merged])
        by_arrangement = found.runs.setdefault(method, {}).setdefault(name, {})
        by_arrangement.setdefault(arrangement, []).append(counts)
    return found


# --- Stored results ---------------------------------------------------------------------------------------


def write_results(path: PathLike, results: Results) -> None:
    """Store results as JSON, one line for each method and data set."""
    lines = ["{", f'"format": {FORMAT},']
    lines.append(f'"made by": {json.dumps(results.made_by, indent=1)},')
    lines.append(f'"methods": {json.dumps(results.descriptions, indent=1)},')
    lines.append(f'"implementations": {json.dumps(results.implementations, indent=1)},')
    lines.append(f'"data": {json.dumps(results.fingerprints, indent=1)},')
    lines.append(f'"counts": {json.dumps(COUNTED)},')
    lines.append('"runs": [')
    entries = [
        {"method": method, "dataset": dataset, **stored_counts(by_arrangement)}
        for method, by_dataset in results.runs.items()
        for dataset, by_arrangement in by_dataset.items()
    ]
    lines.append(",\n".join(json.dumps(entry) for entry in entries))
    lines += ["]", "}"]
    write_text(path, "\n".join(lines) + "\n")


def stored_counts(by_arrangement: Mapping[Arrangement, Sequence[Counts]]) -> dict[str, Any]:
    """The number of rows, and for each arrangement the counts of each seed."""
    runs = []
    for arrangement, counts in by_arrangement.items():
        run: dict[str, Any] = {"partition": arrangement.partition}
        if arrangement.order != "file":
            run["order"] = arrangement.order
        if arrangement.shuffle is not None:
            run["shuffle"] = arrangement.shuffle
        run["counts"] = [[getattr(one, name) for name in COUNTED] for one in counts]
        runs.append(run)
    return {"rows": next(iter(by_arrangement.values()))[0].rows, "runs": runs}


def read_results(path: PathLike) -> Results:
    """Results as they were stored, in this format or in the first one."""
    try:
        content = json.loads(read_text(path))
        stored_format = content["format"]
        if stored_format in READERS:
            return stored_results(content, READERS[stored_format])
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise DataError(f"{path} is not a file of stored results: {error!r}") from None
    raise DataError(f"{path} must be of format {' or '.join(map(str, READERS))}, got {stored_format!r}")


StoredRuns: TypeAlias = Iterator[tuple[Arrangement, list[list[int]]]]


def stored_results(content: Mapping[str, Any], runs_of: Callable[[Mapping[str, Any]], StoredRuns]) -> Results:
    """The results in the content of a file, whose entries are read by `runs_of`."""
    found = Results(content["methods"], content["data"], {}, content.get("implementations", {}))
    found.made_by += content.get("made by", [])
    for entry in content["runs"]:
        by_arrangement = found.runs.setdefault(entry["method"], {}).setdefault(entry["dataset"], {})
        for arrangement, counts in runs_of(entry):
            check_choice("order", arrangement.order, ORDERS)
            by_arrangement[arrangement] = [Counts(entry["rows"], *numbers) for numbers in counts]
    return found


def stored_runs(entry: Mapping[str, Any]) -> StoredRuns:
    """The arrangements and counts of an entry."""
    for run in entry["runs"]:
        arrangement = Arrangement(run["partition"], run.get("order", "file"), run.get("shuffle"))
        yield arrangement, run["counts"]


def stored_runs_of_format_1(entry: Mapping[str, Any]) -> StoredRuns:
    """The same of an entry in the first format, which had the order in the name, as in "KEEL, shuffled 3".

    >>> entry = {"right, cost, violating": {"seed 0": [[5, 9, 2]], "KEEL, shuffled 3": [[6, 8, 1]]}}
    >>> for arrangement, counts in stored_runs_of_format_1(entry):
    ...     print(repr(arrangement), counts)
    Arrangement(partition='seed 0', order='file', shuffle=None) [[5, 9, 2]]
    Arrangement(partition='KEEL', order='shuffled', shuffle=3) [[6, 8, 1]]
    """
    for name, counts in entry["right, cost, violating"].items():
        partition, _, words = name.partition(", ")
        order, _, shuffle = (words or "file").partition(" ")
        yield Arrangement(partition, order, int(shuffle) if shuffle else None), counts


READERS = {1: stored_runs_of_format_1, FORMAT: stored_runs}
"""How the entries of a file are read, by its format."""
