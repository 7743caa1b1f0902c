"""Cross-validate one classifier on one data set, as the paper does: the predictions of all folds are merged
and measured once. A method that depends on chance is run with several seeds.

The data set is one of the paper's, from --data DIR where it is not built in, or a KEEL or CSV file. Folds are
drawn from a seed, or read from a folder with KEEL's fold files (NAME-10-1tra.dat, NAME-10-1tst.dat, ...).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from monfknn_ref.commands.arguments import (
    MOST_SEEDS,
    READINGS,
    add_file_arguments,
    add_running_arguments,
    check_running_arguments,
    dataset_of,
    parse_settings,
)
from monfknn_ref.data.sources import WORDED_CLASSES
from monfknn_ref.evaluation.cross_validation import Counts, keel_folds, measure, merge
from monfknn_ref.evaluation.paper_tables import FUZZY, MEASURES, STATE, TITLES
from monfknn_ref.experiments.folds import KEEL, FoldTask, Partition, drawn_partition, plan
from monfknn_ref.experiments.measured_runs import mean_over_seeds
from monfknn_ref.experiments.methods import METHODS, method_named, run_by
from monfknn_ref.experiments.tables import text_table
from monfknn_ref.experiments.task_runner import Progress
from monfknn_ref.experiments.task_runner import run as run_tasks
from monfknn_ref.readings import AUTHORS
from monfknn_ref.validation import check_whole

SUMMARY = "cross-validate one classifier on one data set"
EXAMPLE = "python -m monfknn_ref evaluate --dataset balance --method MonFkNN-PM"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dataset", required=True, metavar="NAME|FILE", help="a set of the paper, or a file")
    parser.add_argument("--method", required=True, metavar="NAME", help=f"one of {', '.join(METHODS)}")
    parser.add_argument("--data", metavar="DIR", help="folder with the paper's data sets, NAME.dat")
    parser.add_argument("--reading", choices=READINGS, default="paper", help="of the paper (default: paper)")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the method"
    )
    parser.add_argument(
        "--folds", default="10", metavar="N|DIR", help="how many, or a folder of fold files (default 10)"
    )
    parser.add_argument("--partition", type=int, default=0, metavar="SEED", help="of the folds (default 0)")
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="runs if chance counts (default 3)")
    add_file_arguments(parser)
    add_running_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print the result, predictions included, as JSON")


def run(arguments: argparse.Namespace) -> int:
    check_whole("--seeds", arguments.seeds, 1, MOST_SEEDS)
    check_running_arguments(arguments)
    method = method_named(arguments.method).with_parameters(parse_settings(arguments.set))
    reading = READINGS[arguments.reading]
    method.build(reading, 0)  # refuses unknown parameters before anything is read
    partition = partition_of(arguments)
    tasks = plan(method, reading, [partition], range(arguments.seeds))
    progress = Progress(len(tasks))

    def report(task: FoldTask, result: Sequence[int], left: int) -> None:
        wanted = [task.dataset.classes.index(task.dataset.y[i]) for i in task.split.test]
        right = sum(a == b for a, b in zip(wanted, result))
        progress.line(f"seed {task.seed}, fold {task.fold}: {right} of {len(wanted)} right")
        progress.step(task.method.name, left)

    results = run_tasks(tasks, arguments.jobs, arguments.out, report, arguments.dask)
    progress.close()
    outcome = describe(partition, tasks, results)
    if arguments.json:
        print(json.dumps(outcome, indent=2, default=str))
    else:
        print(as_text(outcome))
    return 0


def partition_of(arguments: argparse.Namespace) -> Partition:
    """The data set and its folds as the arguments say."""
    if arguments.folds.isdecimal():
        dataset = dataset_of(arguments.dataset, arguments.data, arguments)
        return drawn_partition(dataset, int(arguments.folds), arguments.partition)
    classes = arguments.classes.split(",") if arguments.classes else WORDED_CLASSES.get(arguments.dataset)
    dataset, splits = keel_folds(
        arguments.folds, arguments.dataset, classes=classes, directions=arguments.directions
    )
    return Partition(KEEL, dataset, splits)


def describe(
    partition: Partition, tasks: Sequence[FoldTask], results: Sequence[Sequence[int]]
) -> dict[str, Any]:
    """Everything there is to say about a cross-validation."""
    dataset, first = partition.dataset, tasks[0]
    runs = []
    counts = []
    for seed in sorted({task.seed for task in tasks}):
        by_fold = [result for task, result in zip(tasks, results) if task.seed == seed]
        merged = merge(partition.splits, by_fold, len(dataset))
        predictions = [dataset.classes[position] for position in merged]
        one = measure(dataset, predictions)
        counts.append(one)
        runs.append({"seed": seed, **numbers_of(one), "predictions": predictions})
    printed = paper_cells(first.method.column, dataset.name) if first.reading == AUTHORS else {}
    return {
        "method": first.method.name,
        "classifier": first.method.describe(first.reading),
        "dataset": dataset.name,
        "rows": len(dataset),
        "folds": len(partition.splits),
        "partition": partition.name,
        "implementation": first.method.runs_as(),
        "depends_on_chance": first.method.depends_on_chance(first.reading),
        "runs": runs,
        "mean": {name: float(mean_over_seeds(counts, name)) for name in MEASURES},
        "paper": printed,
    }


def numbers_of(counts: Counts) -> dict[str, Any]:
    shares: dict[str, Fraction] = {name: getattr(counts, name) for name in MEASURES}
    return {
        **{name: float(share) for name, share in shares.items()},
        "right": counts.right,
        "cost": counts.cost,
        "violating": counts.violating,
    }


def paper_cells(column: str, dataset: str) -> dict[str, str]:
    """What the paper prints for a method on a data set, by measure."""
    found = {}
    for tables in (STATE, FUZZY):
        for name, table in tables.items():
            if column in table.methods and dataset in table.cells:
                found[name] = str(table.cells[dataset][column])
    return found


def as_text(outcome: dict[str, Any]) -> str:
    """The result for a reader."""
    folds = "KEEL's files" if outcome["partition"] == KEEL else outcome["partition"]
    lines = [
        f"{outcome['method']} on {outcome['dataset']}: {outcome['classifier']}",
        f"{outcome['rows']} rows in {outcome['folds']} folds ({folds}), merged and measured once",
        run_by({outcome["method"]: outcome["implementation"]}),
        "",
    ]
    rows = [["", *TITLES.values(), "right", "ranks missed", "violating pairs"]]
    for one in outcome["runs"]:
        name = f"seed {one['seed']}" if outcome["depends_on_chance"] else "ours"
        shares = [f"{one[key]:.4f}" for key in MEASURES]
        rows.append([name, *shares, str(one["right"]), str(one["cost"]), str(one["violating"])])
    if len(outcome["runs"]) > 1:
        rows.append(["mean", *(f"{outcome['mean'][key]:.4f}" for key in MEASURES), "", "", ""])
    if outcome["paper"]:
        rows.append(["paper", *(outcome["paper"][key] for key in MEASURES), "", "", ""])
    return "\n".join([*lines, text_table(rows)])
