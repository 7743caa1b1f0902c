"""Cross-validate classifiers on data sets, as the paper does: the predictions of all folds are merged and
measured once. A method that depends on chance is run with several seeds.

A method is one of the paper's, or any class with fit and predict: module:Class or file.py:Class, those of
scikit-learn too. NAME=METHOD gives it another name. Classes get rows scaled to [0, 1], as MonFkNN does, and
labels 0, 1, ... from the lowest class to the highest; a random_state that is left open is set from the seed.

A data set is one of the paper's, from --data DIR where it is not built in, or a KEEL or CSV file. Folds are
drawn from a seed, or read from a folder with KEEL's fold files (NAME-10-1tra.dat, NAME-10-1tst.dat, ...).
Several methods on several data sets are compared by the paper's statistical tests.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import sys
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from monfknn_ref.commands.arguments import (
    MOST_SEEDS,
    add_file_arguments,
    add_output_arguments,
    add_running_arguments,
    check_running_arguments,
    dataset_of,
    file_options,
    how_to_run,
    offer,
    parse_settings,
    use_one_thread_for_each_process,
)
from monfknn_ref.data import PAPER_TABLE, DataError, Dataset, load
from monfknn_ref.data.paper_sets import WORDED_CLASSES
from monfknn_ref.evaluation.cross_validation import Counts, keel_folds, measure, merge
from monfknn_ref.evaluation.folds import KEEL, FoldTask, Partition, drawn_partition, plan
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.method_comparison import (
    MethodComparison,
    method_comparison_remarks,
    method_comparison_section,
    method_comparison_to_json,
    why_no_test,
)
from monfknn_ref.evaluation.methods import GIVEN, METHODS, SCALED, AnyMethod, Method, run_by
from monfknn_ref.evaluation.own_methods import OwnMethod, chosen_methods
from monfknn_ref.evaluation.results import mean_over_seeds
from monfknn_ref.evaluation.tables import Section, sections_written, text_table
from monfknn_ref.evaluation.task_runner import run as run_tasks
from monfknn_ref.model.checks import check_whole
from monfknn_ref.readings import AUTHORS, READINGS, Reading

COUNTED = ("right", "cost", "violating")
"""The counts that are printed beside the measures."""
TRIAL = [(0, 1), (1, 0), (1, 2), (2, 1), (3, 2), (3, 3)], [0, 0, 0, 1, 1, 1]
"""Rows and labels on which values of parameters are refused before anything is run."""
EXAMPLE = "python -m monfknn_ref evaluate --dataset balance --method MonFkNN-PM"
EXIT_CODES = {1: "some methods failed; the results of the others are printed"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    dataset = add(
        "--dataset",
        action="append",
        required=True,
        metavar="NAME|FILE",
        help="a set of the paper, or a file; repeatable",
    )
    offer(dataset, PAPER_TABLE, files=True)
    method = add(
        "--method",
        action="append",
        required=True,
        metavar="METHOD",
        help=f"module:Class, file.py:Class or one of {', '.join(METHODS)}; repeatable",
    )
    offer(method, METHODS, files=True)
    add(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter of the method; METHOD.NAME=VALUE where there are several methods",
    )
    add(
        "--rows",
        choices=(SCALED, GIVEN),
        default=SCALED,
        help="what your own classes see: attributes scaled to [0, 1] and ascending (default), or as given",
    )
    add("--data", metavar="DIR", help="folder with the paper's data sets, NAME.dat")
    add("--reading", choices=READINGS, default="paper", help="of the paper (default: paper)")
    add("--folds", default="10", metavar="N|DIR", help="how many, or a folder of fold files (default 10)")
    add("--partition", type=int, default=0, metavar="SEED", help="of the folds (default 0)")
    add("--seeds", type=int, default=3, metavar="N", help="runs if chance counts (default 3)")
    add_file_arguments(parser)
    add_running_arguments(parser)
    add_output_arguments(parser, csv=True)


def methods_of(arguments: argparse.Namespace, reading: Reading) -> list[AnyMethod]:
    """The methods that the arguments name, with their parameters, each of which can be built."""
    methods = chosen_methods(
        arguments.method, parse_settings(arguments.set), arguments.rows, folder=os.getcwd()
    )
    for method in methods:
        if isinstance(method, Method):
            model = method.build(reading, 0)
            if arguments.set:
                model.fit(*TRIAL, classes=[0, 1])
    return methods


def run(arguments: argparse.Namespace) -> int:
    check_whole("--seeds", arguments.seeds, 1, MOST_SEEDS)
    check_running_arguments(arguments)
    use_one_thread_for_each_process()
    reading = READINGS[arguments.reading]
    methods = methods_of(arguments, reading)
    partitions = [partition_of(name, arguments) for name in arguments.dataset]
    check_different([partition.dataset.name for partition in partitions])
    tasks = [task for method in methods for task in plan(method, reading, partitions, range(arguments.seeds))]
    failures: dict[Hashable, str] = {}
    results = run_tasks(tasks, failures=failures, **how_to_run(arguments))
    outcomes = []
    for partition in partitions:
        for method in methods:
            kind = (method.name, partition.dataset.name)
            mine = [(task, result) for task, result in zip(tasks, results) if task.kind == kind]
            if kind not in failures:
                outcomes.append(describe(partition, mine))
    if not outcomes:
        raise ValueError("; ".join(failures.values()))
    if arguments.format == "csv":
        print(runs_as_csv(outcomes))
    elif len(methods) * len(partitions) == 1:
        print(one_written(outcomes[0], arguments.format))
    else:
        print(several_written(outcomes, methods[0].name, failures, arguments.format))
    for why in failures.values():
        print(f"monfknn-ref evaluate: {why}", file=sys.stderr)
    return 1 if failures else 0


def check_different(names: Sequence[str]) -> None:
    """Results go by the names of the data sets."""
    for name in names:
        if names.count(name) > 1:
            raise DataError(
                f"--dataset must name data sets with different names, got {names.count(name)} called {name!r}"
            )


def dataset_named(name: str, arguments: argparse.Namespace) -> Dataset:
    """A data set of the paper or of a file; what is said about files is no business of the paper's."""
    if name in PAPER_TABLE and any(other not in PAPER_TABLE for other in arguments.dataset):
        return load(name, arguments.data)
    return dataset_of(name, arguments.data, arguments)


def partition_of(name: str, arguments: argparse.Namespace) -> Partition:
    """A data set and its folds as the arguments say."""
    if arguments.folds.isdecimal():
        dataset = dataset_named(name, arguments)
        return drawn_partition(dataset, int(arguments.folds), arguments.partition)
    asked = file_options(arguments)
    for option in ("description", *asked):
        if getattr(arguments, option) is not None and option not in ("classes", "directions"):
            raise ValueError(f"--{option} is for tables; the files of folds declare their columns themselves")
    classes = asked.get("classes") or WORDED_CLASSES.get(name)
    dataset, splits = keel_folds(arguments.folds, name, classes=classes, directions=asked.get("directions"))
    return Partition(KEEL, dataset, splits)


def describe(partition: Partition, found: Sequence[tuple[FoldTask, Sequence[int]]]) -> dict[str, Any]:
    """Everything there is to say about a cross-validation, from the predictions of each fold and seed."""
    dataset, first = partition.dataset, found[0][0]
    method, reading = first.method, first.reading
    runs = []
    counts = []
    for seed in sorted({task.seed for task, _ in found}):
        by_fold = [result for task, result in found if task.seed == seed]
        merged = merge(partition.splits, by_fold, len(dataset))
        predictions = [dataset.classes[position] for position in merged]
        one = measure(dataset, predictions)
        counts.append(one)
        shares = {name: float(getattr(one, name)) for name in MEASURES}
        whole = {name: getattr(one, name) for name in COUNTED}
        runs.append({"seed": seed, **shares, **whole, "predictions": predictions})
    note = method.note() if isinstance(method, OwnMethod) else ""
    return {
        "method": method.name,
        "classifier": method.describe(reading),
        "dataset": dataset.name,
        "rows": len(dataset),
        "folds": len(partition.splits),
        "partition": partition.name,
        "implementation": method.runs_as(),
        "depends_on_chance": method.depends_on_chance(reading),
        "notes": [note] if note else [],
        "runs": runs,
        "mean": {name: float(mean_over_seeds(counts, name)) for name in MEASURES},
        "paper": paper_cells(method.column, dataset.name) if reading == AUTHORS else {},
    }


def paper_cells(column: str, dataset: str) -> dict[str, str]:
    """What the paper prints for a method on a data set, by measure."""
    from monfknn_ref.reproduction.paper_tables import FUZZY, STATE

    found = {}
    for tables in (STATE, FUZZY):
        for name, table in tables.items():
            if column in table.methods and dataset in table.cells:
                found[name] = str(table.cells[dataset][column])
    return found


# --- One method on one data set ---------------------------------------------------------------------------


def one_written(outcome: dict[str, Any], form: str) -> str:
    """The result of a cross-validation."""
    if form == "json":
        return json.dumps(outcome, indent=2, default=str)
    folds = "KEEL's files" if outcome["partition"] == KEEL else outcome["partition"]
    title = f"{outcome['method']} on {outcome['dataset']}: {outcome['classifier']}"
    ran = run_by({outcome["method"]: outcome["implementation"]})
    lines = [
        f"{outcome['rows']} rows in {outcome['folds']} folds ({folds}), merged and measured once",
        *([ran] if ran else []),
        *outcome["notes"],
    ]
    rows = [
        ["", *(measure.title for measure in MEASURES.values()), "right", "ranks missed", "violating pairs"]
    ]
    for one in outcome["runs"]:
        name = f"seed {one['seed']}" if outcome["depends_on_chance"] else "ours"
        shares = [f"{one[key]:.4f}" for key in MEASURES]
        rows.append([name, *shares, str(one["right"]), str(one["cost"]), str(one["violating"])])
    if len(outcome["runs"]) > 1:
        rows.append(["mean", *(f"{outcome['mean'][key]:.4f}" for key in MEASURES), "", "", ""])
    if outcome["paper"]:
        rows.append(["paper", *(outcome["paper"][key] for key in MEASURES), "", "", ""])
    if form == "text":
        return "\n".join([title, *lines, "", text_table(rows)])
    return sections_written([Section(title, rows, 1, lines)], form)


def runs_as_csv(outcomes: Sequence[dict[str, Any]]) -> str:
    """One line for each run, with all digits, as a spreadsheet or pandas reads it."""
    numbers = (*MEASURES, *COUNTED)
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    write(["data set", "method", "seed", "rows", *numbers])
    for outcome in outcomes:
        for one in outcome["runs"]:
            row = [outcome["dataset"], outcome["method"], one["seed"], outcome["rows"]]
            write([*row, *(one[name] for name in numbers)])
    return text.getvalue().rstrip("\n")


# --- Several ----------------------------------------------------------------------------------------------


def several_written(
    outcomes: Sequence[dict[str, Any]], control: str, failures: Mapping[Hashable, str], form: str
) -> str:
    """The methods side by side, and the tests over the data sets."""
    cells = cells_of(outcomes)
    comparisons, why_none = comparisons_of(cells, control)
    if form == "json":
        return json.dumps(
            {
                "cross_validations": outcomes,
                "tests": [method_comparison_to_json(one) for one in comparisons],
                "no_tests": why_none,
                "failures": list(failures.values()),
            },
            indent=2,
            default=str,
        )
    sections = [method_comparison_section(one) for one in comparisons]
    remarks = [f"No tests: {why_none}."] if why_none else method_comparison_remarks(comparisons)
    measures = [measure_section(name, of) for name, of in cells.items()]
    return sections_written([*measures, methods_section(outcomes), *sections], form, remarks)


Cells: TypeAlias = Mapping[str, Mapping[str, Mapping[str, Fraction]]]
"""A value for each measure, method and data set."""


def cells_of(outcomes: Sequence[Mapping[str, Any]]) -> Cells:
    """The means over the seeds of all cross-validations."""
    cells: dict[str, dict[str, dict[str, Fraction]]] = {name: {} for name in MEASURES}
    for outcome in outcomes:
        counts = [Counts(outcome["rows"], *(run[name] for name in COUNTED)) for run in outcome["runs"]]
        for name, of in cells.items():
            of.setdefault(outcome["method"], {})[outcome["dataset"]] = mean_over_seeds(counts, name)
    return cells


def methods_section(outcomes: Sequence[Mapping[str, Any]]) -> Section:
    """What stands behind the names of the methods."""
    ran = {outcome["method"]: outcome["classifier"] for outcome in outcomes}
    notes = dict.fromkeys(note for outcome in outcomes for note in outcome["notes"])
    return Section("What was run", [["method", "what it is"], *map(list, ran.items())], 2, list(notes))


def comparisons_of(cells: Cells, control: str) -> tuple[list[MethodComparison], str]:
    """The tests over the data sets that all methods have, or why there are none."""
    found = cells["accuracy"]
    if len(found) < 2:
        return [], "there is one method, and nothing to compare it with"
    if control not in found:
        return [], f"the control, {control}, failed"
    common = [name for name in datasets_of(found) if all(name in of for of in found.values())]
    why = why_no_test(common)
    if why:
        return [], why
    return [MethodComparison.of(name, of, control, common) for name, of in cells.items()], ""


def datasets_of(cells: Mapping[str, Mapping[str, Fraction]]) -> list[str]:
    """Every data set that some method has a value on."""
    return list(dict.fromkeys(name for of in cells.values() for name in of))


def measure_section(name: str, cells: Mapping[str, Mapping[str, Fraction]]) -> Section:
    """One measure: a line for each data set, a column for each method."""
    rows = [["data set", *cells]]
    for dataset in datasets_of(cells):
        values = [of.get(dataset) for of in cells.values()]
        shown = ["-" if value is None else f"{float(value):.{MEASURES[name].digits}f}" for value in values]
        rows.append([dataset, *shown])
    return Section(f"{MEASURES[name].title}, {MEASURES[name].best} is best", rows)
