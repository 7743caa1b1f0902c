"""Vary what the paper fixes, on its twelve data sets, and print what changes.

    readings       PAPER and AUTHORS side by side, and each open point answered otherwise
    ties           the tie rules of the medians on noisy draws of the artificial set
    sensitivity    k, K, RCr, pOR and m swept, one and two at a time
    learning       MonFkNN-PM, MonFkNN-AM, FkNN and MkNN over the number of training rows

All settings get the same partitions or draws, so differences are taken pair by pair. MonFkNN runs in its
NumPy variant, which gives the same answers. One partition of all data sets takes half a minute of readings
and five minutes of sensitivity; a draw takes 2 seconds of ties and half a minute of learning. --out FILE lets
a run be stopped and continued. --stored shows the results that come with the package, and --stored FILE
those that were saved with --save.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from monfknn_ref.commands.arguments import (
    MOST_SEEDS,
    add_output_arguments,
    add_running_arguments,
    check_running_arguments,
    how_to_run,
    offer,
)
from monfknn_ref.data import PAPER_TABLE, DataError, Dataset, load
from monfknn_ref.data.files import check_place
from monfknn_ref.evaluation.results import Results, read_results, results_as_json, write_results
from monfknn_ref.evaluation.tables import sections_written
from monfknn_ref.model.checks import check_whole
from monfknn_ref.readings.errors import check_choice
from monfknn_ref.reproduction import STORED, stored_file
from monfknn_ref.reproduction.paper_runs import at_hand
from monfknn_ref.reproduction.studies import (
    learning_tasks,
    reading_settings,
    run_draws,
    run_settings,
    sensitivity_settings,
    tie_tasks,
)
from monfknn_ref.reproduction.study_tables import sections_of_study

EXAMPLE = "python -m monfknn_ref study sensitivity --data DIR --dataset ESL --out study.db"
OUTPUTS = ("save",)

REPEATS = {"readings": 10, "ties": 30, "sensitivity": 5, "learning": 8}
"""Partitions or draws, unless --repeats says otherwise."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("study", choices=REPEATS, help="what is varied")
    add("--data", metavar="DIR", help="folder with the data sets, NAME.dat")
    dataset = add("--dataset", action="append", metavar="NAME", help="only this data set; repeatable")
    offer(dataset, PAPER_TABLE)
    add(
        "--repeats",
        type=int,
        metavar="N",
        help="partitions into folds (readings 10, sensitivity 5) or draws (ties 30, learning 8)",
    )
    add("--folds", type=int, default=10, metavar="N", help="of a partition (default 10)")
    add_running_arguments(parser)
    shown = "show results and run nothing: those of FILE, or of the package"
    add("--stored", nargs="?", const=STORED, metavar="FILE", help=shown)
    add("--save", metavar="FILE", help="save the results")
    add_output_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.repeats is not None:
        check_whole("--repeats", arguments.repeats, 1, MOST_SEEDS)
    check_running_arguments(arguments)
    if arguments.save:
        check_place("--save", arguments.save)
    if arguments.stored:
        measured = read_results(stored_file(arguments.stored, f"study-{arguments.study}"))
    else:
        measured = run_study(arguments)
    if measured.study != arguments.study:
        raise DataError(f"{arguments.stored} holds the study {measured.study!r}, not {arguments.study!r}")
    if arguments.save:
        write_results(arguments.save, measured)
    if arguments.format == "json":
        print(results_as_json(measured), end="")
    else:
        print(sections_written(sections_of_study(measured), arguments.format))
    return 0


def run_study(arguments: argparse.Namespace) -> Results:
    from monfknn_ref.optimised import NumpyMonFkNN  # noqa: F401  (says what to install)

    study = arguments.study
    repeats = REPEATS[study] if arguments.repeats is None else arguments.repeats
    unit = "draw" if study in ("ties", "learning") else "partition"
    how = how_to_run(arguments, unit)
    command = f"python -m monfknn_ref study {study} --repeats {repeats}"
    if study == "ties":
        if arguments.dataset or arguments.data:
            raise ValueError("ties takes no --data and no --dataset; it draws the artificial set itself")
        return run_draws(study, command, tie_tasks(repeats), **how)
    datasets = chosen_datasets(arguments.dataset, arguments.data)
    command += f"{' --data DIR' if arguments.data else ''}"
    command += "".join(f" --dataset {name}" for name in arguments.dataset or ())
    if study == "learning":
        return run_draws(study, command, learning_tasks(datasets, repeats), **how)
    settings = list(reading_settings() if study == "readings" else sensitivity_settings())
    command += f" --folds {arguments.folds}"
    return run_settings(study, command, datasets, settings, repeats, arguments.folds, **how)


def chosen_datasets(names: Sequence[str] | None, directory: str | None) -> list[Dataset]:
    """The data sets that are asked for, or all that are at hand."""
    wanted = names or list(PAPER_TABLE)
    for name in wanted:
        check_choice("--dataset", name, PAPER_TABLE)
    found = at_hand(wanted, directory)
    if not found or (names and len(found) < len(names)):
        missing = ", ".join(name for name in wanted if name not in found)
        raise DataError(f"{missing} must be at hand; --data DIR names the folder with NAME.dat")
    return [load(name, directory) for name in found]
