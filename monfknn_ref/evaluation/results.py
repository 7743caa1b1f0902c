"""What came out of runs: counts by method, data set, partition and seed; means and spreads; stored as JSON.

The value of a partition is the mean over its seeds, as in the paper, whose methods with coin tosses are means
of three runs. Ours is the mean of the partitions' values, and the spread is their standard deviation: how far
apart the values of two people lie who draw different folds. The paper's own folds are one more draw, so a
printed value from the same method should mostly lie within two spreads of ours.

A method may also be a setting of MonFkNN, a data set one with noise in its training sets, and a partition a
random draw of training rows: two of them on the same partitions are compared partition by partition.
"""

from __future__ import annotations

import json
import platform
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.data import DataError
from monfknn_ref.data.files import PathLike, read_text, write_text
from monfknn_ref.evaluation.cross_validation import Counts, measure, merge
from monfknn_ref.evaluation.folds import KEEL, ORDERS, Arrangement, FoldTask, Partition
from monfknn_ref.evaluation.student_t import Mean, plus_minus
from monfknn_ref.readings.errors import check_choice

FORMAT = "monfknn_ref results 1"
OVERALL = ""
"""Stands for all data sets where one is named."""
COUNTED = tuple(one.name for one in fields(Counts) if one.name != "rows")
"""What can be stored of counts, in this order."""


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
    study: str = ""
    """What was studied, where it was no table of the paper."""
    details: dict[str, Any] = field(default_factory=dict)
    """What else a study has measured or fixed, as plain values."""

    @property
    def command(self) -> str:
        """The command that made it, or the first of them."""
        return self.made_by[0]["command"]

    @property
    def datasets(self) -> list[str]:
        return list(dict.fromkeys(name for by_dataset in self.runs.values() for name in by_dataset))

    @property
    def partitions(self) -> int:
        """The number of partitions or draws that the first method was run on."""
        return max((len(of) for by_dataset in self.runs.values() for of in by_dataset.values()), default=0)

    def methods_on(self, dataset: str) -> list[str]:
        """The methods that were run on a data set."""
        return [method for method, by_dataset in self.runs.items() if dataset in by_dataset]

    def has(self, method: str, dataset: str) -> bool:
        """Whether the method was run on the data set, on folds drawn for it."""
        return bool(self.drawn(method, dataset))

    def keep(self, method: str, dataset: str, arrangement: Arrangement, counts: Counts) -> None:
        """Take in what one seed gave."""
        by_arrangement = self.runs.setdefault(method, {}).setdefault(dataset, {})
        by_arrangement.setdefault(arrangement, []).append(counts)

    def each(self) -> Iterator[tuple[str, str, Arrangement, list[Counts]]]:
        """The counts of each method, data set and arrangement."""
        for method, by_dataset in self.runs.items():
            for dataset, by_arrangement in by_dataset.items():
                for arrangement, counts in by_arrangement.items():
                    yield method, dataset, arrangement, counts

    def in_order(self, order: str) -> Results:
        """The runs with the training rows in this order, as if there were no other."""
        found = replace(self, runs={})
        for method, dataset, arrangement, counts in self.each():
            if arrangement.order == order:
                for one in counts:
                    found.keep(method, dataset, Arrangement(arrangement.partition), one)
        return found

    def on_partitions_of(self, other: Results) -> Results:
        """The runs that the same method has, arranged alike, in the other results too."""
        found = replace(self, runs={})
        for method, dataset, arrangement, counts in self.each():
            if arrangement in other.runs.get(method, {}).get(dataset, {}):
                found.runs.setdefault(method, {}).setdefault(dataset, {})[arrangement] = counts
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

    def add(self, other: Results) -> None:
        """Take in the runs of another one; what both have is replaced."""
        self.descriptions.update(other.descriptions)
        self.fingerprints.update(other.fingerprints)
        self.implementations.update(other.implementations)
        self.made_by += [record for record in other.made_by if record not in self.made_by]
        for method, dataset, arrangement, counts in other.each():
            self.runs.setdefault(method, {}).setdefault(dataset, {})[arrangement] = counts

    # --- Values, partition by partition ---

    def exact_values(self, method: str, dataset: str, measure: str) -> list[Fraction]:
        """A measure on each partition, the mean over its seeds."""
        return [mean_over_seeds(counts, measure) for counts in self.drawn(method, dataset).values()]

    def values(self, method: str, dataset: str, measure: str) -> list[float]:
        """The same as doubles."""
        return list(map(float, self.exact_values(method, dataset, measure)))

    def value(self, method: str, dataset: str, measure: str) -> Fraction:
        """Ours: the mean over the partitions, exactly."""
        values = self.exact_values(method, dataset, measure)
        return sum(values, Fraction(0)) / len(values)

    def column(self, method: str, datasets: Sequence[str], measure: str) -> list[Fraction]:
        """Ours on several data sets."""
        return [self.value(method, name, measure) for name in datasets]

    def mean(self, method: str, dataset: str, measure: str) -> Mean:
        """The same with its spread."""
        if dataset == OVERALL:
            return self.overall(method, measure)
        return Mean.of(self.values(method, dataset, measure))

    def spread(self, method: str, dataset: str, measure: str) -> float | None:
        """The standard deviation over the partitions; None if there is only one."""
        values = self.values(method, dataset, measure)
        return statistics.stdev(values) if len(values) > 1 else None

    def differences(self, method: str, other: str, dataset: str, measure: str) -> list[float]:
        """By how much a method exceeds another, on each partition."""
        pairs = zip(self.values(method, dataset, measure), self.values(other, dataset, measure), strict=True)
        return [one - two for one, two in pairs]

    def difference(self, method: str, other: str, dataset: str, measure: str) -> Mean:
        """By how much a method exceeds another, on average."""
        if dataset == OVERALL:
            return self.overall_difference(method, other, measure)
        return Mean.of(self.differences(method, other, dataset, measure))

    def overall(self, method: str, measure: str) -> Mean:
        """The mean over all data sets, partition by partition."""
        return Mean.over_sets([self.values(method, name, measure) for name in self.datasets])

    def overall_difference(self, method: str, other: str, measure: str) -> Mean:
        """The mean difference over all data sets, partition by partition."""
        return Mean.over_sets([self.differences(method, other, name, measure) for name in self.datasets])

    def cell(self, method: str, dataset: str, measure: str, paper: Decimal) -> TableCell:
        """Ours beside the paper's."""
        ours, spread = self.value(method, dataset, measure), self.spread(method, dataset, measure)
        return TableCell(method, dataset, measure, paper, ours, spread)


def mean_over_seeds(counts: Sequence[Counts], measure: str) -> Fraction:
    """
    >>> mean_over_seeds([Counts(10, 7, 4, 0), Counts(10, 8, 3, 0)], "accuracy")
    Fraction(3, 4)
    """
    values: list[Fraction] = [getattr(one, measure) for one in counts]
    return values[0] if len(values) == 1 else sum(values, Fraction(0)) / len(values)


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
    def with_spread(self) -> str:
        """
        >>> TableCell("FkNN", "LEV", "accuracy", Decimal("0.6020"), Fraction(3, 5), 0.001).with_spread
        '0.6000 ± 0.0010'
        """
        return plus_minus(float(self.ours), self.spread, 4)

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
        found.keep(method, name, arrangement, counts)
    return found


# --- Stored results ---------------------------------------------------------------------------------------


def write_results(path: PathLike, results: Results) -> None:
    write_text(path, results_as_json(results))


def results_as_json(results: Results) -> str:
    """Results as JSON, a line for the counts of each method on a data set; a reader can see what is whose.

    Methods with the same partitions of a data set stand together. A partition is its name, followed by the
    order of the training rows and its seed where that is not the order of the file.
    """
    counted = [
        name
        for name in COUNTED
        if all(getattr(one, name) is not None for *_, counts in results.each() for one in counts)
    ]
    head = {
        "format": FORMAT,
        "study": results.study,
        "made by": results.made_by,
        "methods": list(results.runs),
        "descriptions": results.descriptions,
        "implementations": results.implementations,
        "data": results.fingerprints,
        "counts": counted,
    }
    groups: dict[str, dict[str, list[list[list[int]]]]] = {}
    for dataset in results.datasets:
        for method in results.methods_on(dataset):
            found = results.runs[method][dataset]
            shown = [[part for part in one if part is not None] for one in found]
            places = [place[:1] if place[1:] == ["file"] else place for place in shown]
            rows = next(iter(found.values()))[0].rows
            group = json.dumps({"dataset": dataset, "rows": rows, "partitions": places})
            groups.setdefault(group, {})[method] = [
                [[getattr(one, name) for name in counted] for one in counts] for counts in found.values()
            ]
    lines = [f"{json_text(head)[:-3]},", ' "runs": [']
    for group, by_method in groups.items():
        lines.append(f'  {group[:-1]}, "methods": {{')
        for method, numbers in by_method.items():
            lines.append(f"   {json.dumps(method)}: {json.dumps(numbers, separators=(',', ':'))},")
        lines[-1] = lines[-1][:-1]
        lines.append("  }},")
    lines[-1] = lines[-1].rstrip(",")
    lines += [" ],", f' "details": {json_text(results.details, " ")[:-1]}', "}"]
    return "\n".join(lines) + "\n"


def json_text(plain: Any, indent: str = "") -> str:
    """JSON with a line for each innermost list or dictionary.

    >>> print(json_text({"a": [[1, 2], [3]], "b": {"c": 4}}), end="")
    {
     "a": [
      [1, 2],
      [3]
     ],
     "b": {"c": 4}
    }
    """
    return nested(plain, indent) + "\n"


def nested(plain: Any, indent: str) -> str:
    inner = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ()
    if not any(isinstance(one, (dict, list)) for one in inner):
        return json.dumps(plain)
    deeper = indent + " "
    if isinstance(plain, dict):
        parts = [f"{json.dumps(key)}: {nested(value, deeper)}" for key, value in plain.items()]
        opening, closing = "{", "}"
    else:
        parts = [nested(value, deeper) for value in plain]
        opening, closing = "[", "]"
    lines = ",\n".join(deeper + part for part in parts)
    return f"{opening}\n{lines}\n{indent}{closing}"


def read_results(path: PathLike) -> Results:
    """Results as they were stored."""
    try:
        content = json.loads(read_text(path))
        if content["format"] == FORMAT:
            return stored_results(content)
        raise ValueError(f"the format must be {FORMAT!r}, got {content['format']!r}")
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise DataError(f"{path} is not a file of stored results: {error!r}") from None


def stored_results(content: Mapping[str, Any]) -> Results:
    """The results in the content of a file."""
    found = Results(
        content["descriptions"],
        content["data"],
        {method: {} for method in content["methods"]},
        content["implementations"],
        content["made by"],
        content["study"],
        content["details"],
    )
    for group in content["runs"]:
        places = [Arrangement(*place) for place in group["partitions"]]
        for place in places:
            check_choice("order", place.order, ORDERS)
        for method, numbers in group["methods"].items():
            found.runs[method][group["dataset"]] = {
                place: [Counts(group["rows"], **dict(zip(content["counts"], one))) for one in of_place]
                for place, of_place in zip(places, numbers, strict=True)
            }
    return found


# --- What made them ---------------------------------------------------------------------------------------


def made_by(command: str, packages: Sequence[str] = ()) -> dict[str, str]:
    """The command, and the versions of Python, of this package and of others that are installed.

    >>> list(made_by("python -m monfknn_ref reproduce noise"))
    ['command', 'python', 'monfknn_ref']
    """
    return {"command": command, **versions(packages)}


def versions(packages: Sequence[str] = ()) -> dict[str, str]:
    ours: str = import_module("monfknn_ref").__version__
    found = {"python": platform.python_version(), "monfknn_ref": ours}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
