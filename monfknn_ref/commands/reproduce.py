"""Run a table of the paper and print ours beside the paper's.

    fuzzy                 accuracy, MAE and NMI of FkNN, MonFkNN-PM and MonFkNN-AM
    accuracy, mae, nmi    one measure of the eight methods
    wilcoxon              MonFkNN-PM and -AM against FkNN
    friedman              mean ranks of the eight methods and Holm's verdicts
    bayes                 Bayesian sign tests of MonFkNN-PM against the others
    orders                what the order of the training rows does (no table of the paper)
    noise                 the study of noise: MonFkNN-PM and MkNN as labels get worse (Section 5.4)
    all                   all of these but noise

Each cell is the mean over several partitions into folds; a method that depends on chance is run with several
seeds on each. The spread is the standard deviation over the partitions. Marks: "=" prints alike, "≠" lies
more than two spreads away, "?" there is only one partition. Data sets that are not at hand are left out.
--out FILE lets a run be stopped and continued. --stored shows the results that come with the package, and
--stored FILE those that were saved with --save.

To run your own methods or data sets, beside those of the paper too, use evaluate.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from monfknn_ref.commands.arguments import (
    MOST_SEEDS,
    add_output_arguments,
    add_running_arguments,
    check_running_arguments,
    how_to_run,
    use_one_thread_for_each_process,
)
from monfknn_ref.data import PAPER_TABLE, DataError, load
from monfknn_ref.data.files import STANDARD_OUTPUT, check_folder, check_place
from monfknn_ref.evaluation.folds import KEEL
from monfknn_ref.evaluation.method_comparison import why_no_test
from monfknn_ref.evaluation.methods import METHODS, run_by
from monfknn_ref.evaluation.results import Results, made_by, read_results, results_as_json, write_results
from monfknn_ref.evaluation.tables import sections_written
from monfknn_ref.evaluation.triangle import heat_map
from monfknn_ref.model.checks import check_whole
from monfknn_ref.readings import READINGS
from monfknn_ref.readings.errors import check_choice
from monfknn_ref.reproduction import STORED, stored_file
from monfknn_ref.reproduction.comparison import (
    SEVERAL,
    TABLES,
    TESTS,
    common_datasets,
    compare_bayes,
    compare_friedman,
    comparisons_as_json,
    methods_shown,
    sections_of,
)
from monfknn_ref.reproduction.noise_report import curve_charts, noise_sections
from monfknn_ref.reproduction.noise_study import PAIR, SEEDS, Curves, run_noise_study
from monfknn_ref.reproduction.paper_runs import ORDER_METHODS, Campaign, at_hand

EXAMPLE = "python -m monfknn_ref reproduce fuzzy --data DIR --jobs 2 --out folds.db"

OUTPUTS = ("save",)
SAMPLES = 20_000  # of each posterior that is drawn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("table", choices=TABLES, help="which table")
    add("--data", metavar="DIR", help="folder with the data sets, NAME.dat")
    add(
        "--dataset",
        action="append",
        choices=PAPER_TABLE,
        metavar="NAME",
        help="only this data set of the paper; repeatable",
    )
    add(
        "--method",
        action="append",
        choices=METHODS,
        metavar="METHOD",
        help=f"only this one of {', '.join(METHODS)}; repeatable",
    )
    add("--reading", choices=READINGS, default="authors", help="default: authors")
    add("--partitions", type=int, default=3, metavar="N", help="into folds (default 3)")
    add("--seeds", type=int, metavar="N", help=f"where chance counts (default 3; noise: {SEEDS})")
    add("--folds", type=int, default=10, metavar="N", help="default 10")
    add_running_arguments(parser)
    shown = "show results and run nothing: those of FILE, or of the package"
    add("--stored", nargs="?", const=STORED, metavar="FILE", help=shown)
    add("--save", metavar="FILE", help="save the results, added to those FILE has")
    add("--charts", metavar="DIR", help="noise, bayes: write the charts there")
    add_output_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.seeds is None:
        arguments.seeds = SEEDS if arguments.table == "noise" else 3
    for option in ("seeds", "partitions"):
        check_whole(f"--{option}", getattr(arguments, option), 1, MOST_SEEDS)
    check_running_arguments(arguments)
    use_one_thread_for_each_process()
    if arguments.save:
        check_place("--save", arguments.save)
    if arguments.charts:
        check_folder("--charts", arguments.charts)
    if arguments.table == "noise":
        return run_noise(arguments)
    if arguments.charts and arguments.table != "bayes":
        raise ValueError("--charts goes with noise and bayes: reproduce noise --charts DIR")
    if arguments.stored:
        results = read_tables(stored_file(arguments.stored, "results"))
    else:
        results = run_campaign(arguments)
    sections = sections_of(arguments.table, results, wide=arguments.format == "markdown")
    if not sections:
        raise DataError(nothing_to_show(arguments.table, results))
    if arguments.charts:
        os.makedirs(arguments.charts, exist_ok=True)
        for one in compare_bayes(results, SEVERAL, SAMPLES):
            for whose, test in (("paper", one.from_cells), ("ours", one.ours)):
                path = Path(arguments.charts) / f"bayes-{one.measure}-{one.method}-{whose}.svg"
                heat_map(test, "MonFkNN-PM", one.method).save(path)
    if arguments.format == "json":
        print(json.dumps(comparisons_as_json(arguments.table, results), indent=2))
    else:
        shown = methods_shown(arguments.table)
        ran = {name: by for name, by in results.implementations.items() if name in shown}
        remarks = remarks_on(arguments.table, results, ran)
        print(sections_written(sections, arguments.format, remarks))
    return 0


def nothing_to_show(table: str, results: Results) -> str:
    """Why a table has no line."""
    there = {name: [one for one in of if results.has(name, one)] for name, of in results.runs.items()}
    if table in TESTS:
        sets = list(dict.fromkeys(one for of in there.values() for one in of))
        why = why_no_test(sets if len(sets) == 1 else [])
        return f"there is nothing to show for {table}: {why}"
    named = "; ".join(f"{name} on {', '.join(of)}" for name, of in there.items() if of) or "nothing"
    return (
        f"there is nothing to show for {table}, which is about {', '.join(methods_shown(table))}: got {named}"
    )


def remarks_on(table: str, results: Results, ran: Mapping[str, str]) -> list[str]:
    """What is said below the tables: how tests are read, and which implementation ran each method."""
    remarks = []
    if table == "all" and not compare_friedman(results, SEVERAL):
        remarks.append("No tests: " + why_no_test(common_datasets(list(results.runs), results)[:1]) + ".")
    return [*remarks, run_by(ran)] if run_by(ran) else remarks


def run_noise(arguments: argparse.Namespace) -> int:
    """The study of noise, with a file of its own."""
    if arguments.dataset:
        asked = arguments.dataset
        raise ValueError(f"--dataset goes with the tables; the study of noise is on artiset, got {asked}")
    if arguments.stored:
        results = read_results(stored_file(arguments.stored, "noise"))
    else:
        results = run_noise_study(
            load("artiset", arguments.data),
            arguments.method or PAIR,
            seeds=arguments.seeds,
            folds=arguments.folds,
            reading=READINGS[arguments.reading],
            **how_to_run(arguments),
        )
        results.made_by.append(made_by(command_of(arguments)))
    curves = Curves(results)
    if arguments.save:
        write_results(arguments.save, results)
    if arguments.charts:
        os.makedirs(arguments.charts, exist_ok=True)
        for name, canvas in curve_charts(curves).items():
            canvas.save(Path(arguments.charts) / f"{name}.svg")
    if arguments.format == "json":
        print(results_as_json(results), end="")
    else:
        points = f"Run on {curves.points}, with {curves.seeds} seeds."
        remarks = [points, run_by(results.implementations)]
        print(sections_written(noise_sections(curves), arguments.format, remarks))
    return 0


def command_of(arguments: argparse.Namespace) -> str:
    """The command that makes the same numbers, wherever the folder with the data is."""
    words = [f"python -m monfknn_ref reproduce {arguments.table}"]
    if arguments.data:
        words.append("--data DIR")
    words += [f"--dataset {name}" for name in arguments.dataset or ()]
    words += [f"--method {name}" for name in arguments.method or ()]
    if arguments.table != "noise":
        words.append(f"--partitions {arguments.partitions}")
    words += [f"--seeds {arguments.seeds}", f"--folds {arguments.folds}", f"--reading {arguments.reading}"]
    return " ".join(words)


def run_campaign(arguments: argparse.Namespace) -> Results:
    """Run what the table needs and the machine has."""
    wanted = list(dict.fromkeys(arguments.dataset or PAPER_TABLE))
    datasets = at_hand(wanted, arguments.data)
    if not datasets:
        raise DataError(f"none of {', '.join(wanted)} is at hand; --data DIR names the folder with NAME.dat")
    if arguments.table in TESTS and len(datasets) < 2:
        raise ValueError(why_no_test(datasets))
    reading = READINGS[arguments.reading]
    campaign = Campaign(arguments.data, arguments.partitions, arguments.seeds, arguments.folds, reading)
    if arguments.table == "orders":
        for name in arguments.method or ():
            check_choice("--method", name, ORDER_METHODS)
    else:
        methods = list(dict.fromkeys(arguments.method or methods_shown(arguments.table)))
        check_methods(arguments.table, methods)
        campaign.add_tables([METHODS[name] for name in methods], datasets)
    if arguments.table in ("orders", "all"):
        asked = arguments.method or ORDER_METHODS
        campaign.add_orders(datasets, [name for name in ORDER_METHODS if name in asked])
    if arguments.save:
        check_same(arguments.save, campaign)
    results = campaign.run(**how_to_run(arguments))
    if arguments.save and results.runs:
        results.made_by.append(made_by(command_of(arguments), ["numpy"]))
        save(arguments.save, results)
    return results


def check_methods(table: str, methods: Sequence[str]) -> None:
    """Refuse a method that the table does not show."""
    shown = methods_shown(table)
    for method in methods:
        if method not in shown:
            others = [one for one in TABLES if one != "noise" and method in methods_shown(one)]
            raise ValueError(
                f"--method must be one of {', '.join(shown)} for the table {table}, got {method}, which is "
                f"in {', '.join(others)}"
            )


def check_same(path: str, campaign: Campaign) -> None:
    """Refuse to add results to those of other methods or data that go by the same names."""
    kept = stored(path)
    for task in campaign.tasks:
        name, described = task.method.name, task.method.describe(task.reading)
        if kept.descriptions.get(name, described) != described:
            raise DataError(
                f"{path} has results of {name} as {kept.descriptions[name]}, and these would be of "
                f"{described}; save them in another file"
            )
        data, drawn = task.dataset.name, task.arrangement.partition != KEEL
        if drawn and kept.fingerprints.get(data, task.data_fingerprint) != task.data_fingerprint:
            raise DataError(f"{path} has results on other rows that are called {data}; use another file")


def save(path: str, results: Results) -> None:
    """Add results to those a file has, if it is there."""
    kept = stored(path)
    kept.add(results)
    write_results(path, kept)


def stored(path: str) -> Results:
    """The results that a file has, if it is there; the standard output has none."""
    return read_tables(path) if path != STANDARD_OUTPUT and os.path.exists(path) else Results()


def read_tables(path: str | Path) -> Results:
    """The results of a file; those of a study are refused."""
    results = read_results(path)
    if results.study:
        raise DataError(f"{path} has results of the study {results.study!r}, which are not of these tables")
    return results
