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
--out FILE lets a run be stopped and continued, and --stored FILE shows results that were saved with --save.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from monfknn_ref.commands.arguments import (
    MOST_SEEDS,
    READINGS,
    add_running_arguments,
    check_running_arguments,
)
from monfknn_ref.data import PAPER_TABLE, DataError, load
from monfknn_ref.evaluation.paper_tables import FUZZY, STATE, ResultTable
from monfknn_ref.evaluation.triangle import heat_map
from monfknn_ref.experiments.comparison import (
    cells_of,
    compare_bayes,
    compare_friedman,
    compare_wilcoxon,
    folds_cells,
    methods_for,
    title_of,
)
from monfknn_ref.experiments.comparison_tables import (
    Section,
    bayes_section,
    cells_section,
    drawn_orders,
    folds_orders,
    folds_section,
    friedman_section,
    wide_section,
    wilcoxon_section,
)
from monfknn_ref.experiments.folds import ORDERS
from monfknn_ref.experiments.measured_runs import Results, read_results, write_results
from monfknn_ref.experiments.methods import METHODS, method_named, run_by
from monfknn_ref.experiments.noise_study import (
    PAIR,
    SEEDS,
    curve_charts,
    curves_as_json,
    read_curves,
    run_noise_study,
    write_curves,
)
from monfknn_ref.experiments.noise_tables import noise_sections
from monfknn_ref.experiments.paper_runs import ORDER_METHODS, Campaign, at_hand
from monfknn_ref.experiments.provenance import made_by
from monfknn_ref.files import check_folder, check_place
from monfknn_ref.validation import check_choice, check_whole

SUMMARY = "run a table of the paper and print ours beside the paper's"
EXAMPLE = "python -m monfknn_ref reproduce fuzzy --data DIR --jobs 2 --out folds.db"

SAMPLES = 20_000  # of each posterior that is drawn

TABLES: dict[str, Sequence[ResultTable]] = {
    "fuzzy": list(FUZZY.values()),
    **{measure: [table] for measure, table in STATE.items()},
    "wilcoxon": list(FUZZY.values()),
    "friedman": list(STATE.values()),
    "bayes": list(STATE.values()),
    "orders": [],
    "noise": [],
    "all": [*FUZZY.values(), *STATE.values()],
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", choices=TABLES, help="which table")
    parser.add_argument("--data", metavar="DIR", help="folder with the data sets, NAME.dat")
    parser.add_argument("--dataset", action="append", metavar="NAME", help="only this data set; repeatable")
    parser.add_argument("--method", action="append", metavar="NAME", help="only this method; repeatable")
    parser.add_argument("--reading", choices=READINGS, default="authors", help="default: authors")
    parser.add_argument("--partitions", type=int, default=3, metavar="N", help="into folds (default 3)")
    parser.add_argument(
        "--seeds", type=int, metavar="N", help=f"where chance counts (default 3; noise: {SEEDS})"
    )
    parser.add_argument("--folds", type=int, default=10, metavar="N", help="default 10")
    add_running_arguments(parser)
    parser.add_argument("--stored", metavar="FILE", help="show saved results and run nothing")
    parser.add_argument("--save", metavar="FILE", help="save the results, added to those FILE has")
    parser.add_argument("--charts", metavar="DIR", help="noise, bayes: write the charts there")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print as JSON")
    form.add_argument("--markdown", action="store_true", help="print as Markdown")


def run(arguments: argparse.Namespace) -> int:
    if arguments.seeds is None:
        arguments.seeds = SEEDS if arguments.table == "noise" else 3
    for option in ("seeds", "partitions"):
        check_whole(f"--{option}", getattr(arguments, option), 1, MOST_SEEDS)
    check_running_arguments(arguments)
    if arguments.save:
        check_place("--save", arguments.save)
    if arguments.charts:
        check_folder("--charts", arguments.charts)
    if arguments.table == "noise":
        return run_noise(arguments)
    if arguments.charts and arguments.table != "bayes":
        raise ValueError("--charts goes with noise and bayes: reproduce noise --charts DIR")
    tables = TABLES[arguments.table]
    results = read_results(arguments.stored) if arguments.stored else run_campaign(arguments)
    if arguments.charts:
        os.makedirs(arguments.charts, exist_ok=True)
        for one in compare_bayes(results, SAMPLES):
            for whose, test in (("paper", one.from_cells), ("ours", one.ours)):
                path = Path(arguments.charts) / f"bayes-{one.measure}-{one.method}-{whose}.svg"
                heat_map(test, "MonFkNN-PM", one.method).save(path)
    if arguments.json:
        print(json.dumps(comparisons_as_json(arguments.table, tables, results), indent=2))
        return 0
    print_sections(
        sections_of(arguments.table, tables, results, arguments.markdown),
        {name: by for name, by in results.implementations.items() if name in methods_shown(arguments.table)},
        arguments.markdown,
    )
    return 0


def methods_shown(table: str) -> list[str]:
    """The methods that a table is about.

    >>> methods_shown("orders"), methods_shown("wilcoxon")
    (['FkNN', 'MkNN', 'OLM'], ['FkNN', 'MonFkNN-PM', 'MonFkNN-AM'])
    """
    if table == "orders":
        return list(ORDER_METHODS)
    return methods_for(list(dict.fromkeys(method for one in TABLES[table] for method in one.methods)))


def print_sections(sections: Sequence[Section], implementations: Mapping[str, str], markdown: bool) -> None:
    """The tables, and below them which implementation ran each method."""
    parts = [section.markdown() if markdown else section.text() for section in sections]
    if sections and implementations:
        parts.append(run_by(implementations))
    print("\n\n".join(parts))


def run_noise(arguments: argparse.Namespace) -> int:
    """The study of noise; as `--save` and `--stored` it has a file of its own kind."""
    if arguments.dataset:
        asked = arguments.dataset
        raise ValueError(f"--dataset goes with the tables; the study of noise is on artiset, got {asked}")
    if arguments.stored:
        curves = read_curves(arguments.stored)
    else:
        curves = run_noise_study(
            load("artiset", arguments.data),
            arguments.method or PAIR,
            seeds=arguments.seeds,
            folds=arguments.folds,
            reading=READINGS[arguments.reading],
            jobs=arguments.jobs,
            out=arguments.out,
            dask=arguments.dask,
        )
        curves = replace(curves, made_by=made_by(noise_command(arguments)))
    if arguments.save:
        write_curves(arguments.save, curves)
    if arguments.charts:
        os.makedirs(arguments.charts, exist_ok=True)
        for name, canvas in curve_charts(curves).items():
            canvas.save(Path(arguments.charts) / f"{name}.svg")
    if arguments.json:
        print(json.dumps(curves_as_json(curves), indent=2))
    else:
        implementations = {name: METHODS[name].runs_as() for name in curves.methods}
        if curves.points:
            print(f"On {curves.points}, with {curves.seeds} seeds.\n")
        print_sections(noise_sections(curves), implementations, arguments.markdown)
    return 0


def noise_command(arguments: argparse.Namespace) -> str:
    """The command that carries out the same study, wherever the folder with the data is."""
    words = ["python -m monfknn_ref reproduce noise"]
    if arguments.data:
        words.append("--data DIR")
    words += [f"--method {name}" for name in arguments.method or ()]
    words += [f"--seeds {arguments.seeds}", f"--folds {arguments.folds}", f"--reading {arguments.reading}"]
    return " ".join(words)


def run_campaign(arguments: argparse.Namespace) -> Results:
    """Run what the table needs and the machine has."""
    names = arguments.method or methods_shown(arguments.table)
    wanted = arguments.dataset or list(PAPER_TABLE)
    for name in wanted:
        check_choice("--dataset", name, PAPER_TABLE)
    datasets = at_hand(wanted, arguments.data)
    if not datasets:
        raise DataError(f"none of {', '.join(wanted)} is at hand; --data DIR names the folder with NAME.dat")
    reading = READINGS[arguments.reading]
    campaign = Campaign(arguments.data, arguments.partitions, arguments.seeds, arguments.folds, reading)
    if arguments.table != "orders":
        campaign.add_tables([method_named(name) for name in names], datasets)
    else:
        for name in arguments.method or ():
            check_choice("--method", name, ORDER_METHODS)
    if arguments.table in ("orders", "all"):
        asked = arguments.method or ORDER_METHODS
        campaign.add_orders(datasets, [name for name in ORDER_METHODS if name in asked])
    results = campaign.run(arguments.jobs, arguments.out, arguments.dask)
    if arguments.save:
        save(arguments.save, results)
    return results


def save(path: str, results: Results) -> None:
    """Add results to those a file has, if it is there."""
    try:
        kept = read_results(path)
    except FileNotFoundError:
        kept = Results()
    kept.add(results)
    write_results(path, kept)


def sections_of(
    name: str, tables: Sequence[ResultTable], results: Results, wide: bool = False
) -> list[Section]:
    """What there is to show of a table."""
    sections: list[Section] = []
    if name == "wilcoxon":
        return [wilcoxon_section(compare_wilcoxon(results))]
    if name == "friedman":
        return [friedman_section(one) for one in compare_friedman(results)]
    if name == "bayes":
        return [bayes_section(compare_bayes(results))]
    if name == "orders":
        return [section for section in (folds_orders(results), drawn_orders(results)) if section.rows[1:]]
    for table in tables:
        cells = cells_of(table, results)
        if cells:
            sections.append((wide_section if wide else cells_section)(title_of(table), cells))
    shown = {(method, table.measure) for table in tables for method in methods_for(table.methods)}
    on_folds = [cell for cell in folds_cells(results) if (cell.method, cell.measure) in shown]
    for dataset in dict.fromkeys(cell.dataset for cell in on_folds):
        cells_there = [cell for cell in on_folds if cell.dataset == dataset]
        sections.append(folds_section(f"{dataset} on the folds of its files", cells_there))
    if name == "all":
        for other in ("wilcoxon", "friedman", "bayes", "orders"):
            sections += sections_of(other, tables, results)
    return sections


def comparisons_as_json(name: str, tables: Sequence[ResultTable], results: Results) -> dict[str, Any]:
    """The comparisons of a table as plain numbers."""
    found: dict[str, Any] = {
        "table": name,
        "methods": results.descriptions,
        "implementations": results.implementations,
    }
    if name in ("wilcoxon", "all"):
        found["wilcoxon"] = [
            {
                "measure": one.printed.measure,
                "method": one.printed.method,
                "against": one.printed.against,
                "paper": [float(one.printed.r_plus), float(one.printed.r_minus), float(one.printed.p_value)],
                "ours": [one.ours.r_plus, one.ours.r_minus, one.ours.p_value],
                "datasets": one.datasets,
            }
            for one in compare_wilcoxon(results)
        ]
    if name in ("friedman", "all"):
        found["friedman"] = [
            {
                "measure": one.printed.measure,
                "paper": {method: float(rank) for method, rank in one.printed.ranks().items()},
                "ours": {str(n): float(rank) for n, rank in zip(one.ours.names, one.ours.mean_ranks)},
                "adjusted": {str(n): p for n, p in zip(one.holm.names, one.holm.adjusted)},
                "run_as": one.sources,
                "datasets": one.datasets,
            }
            for one in compare_friedman(results)
        ]
    if name in ("bayes", "all"):
        found["bayes"] = [
            {
                "measure": one.measure,
                "against": one.method,
                "paper": {"counts": one.from_cells.counts, "means": one.from_cells.means},
                "ours": {"counts": one.ours.counts, "means": one.ours.means},
                "datasets": one.datasets,
            }
            for one in compare_bayes(results)
        ]
    if name in ("orders", "all"):
        found["orders"] = {order: counts_as_json(results.in_order(order)) for order in ORDERS}
    if tables and name not in ("wilcoxon", "friedman", "bayes"):
        found["cells"] = [
            {
                "label": table.label,
                "measure": cell.measure,
                "dataset": cell.dataset,
                "method": cell.method,
                "ours": float(cell.ours),
                "spread": cell.spread,
                "paper": float(cell.paper),
                "difference": cell.difference,
                "within_two_spreads": None if cell.spread is None else cell.is_within,
            }
            for table in tables
            for cell in cells_of(table, results)
        ]
        found["own_folds"] = [
            {
                "dataset": cell.dataset,
                "method": cell.method,
                "measure": cell.measure,
                "ours": float(cell.ours),
                "paper": float(cell.paper),
                "equal": cell.is_equal,
            }
            for cell in folds_cells(results)
        ]
    return found


def counts_as_json(results: Results) -> list[dict[str, Any]]:
    """One entry for each method and data set: the counts of each seed by partition."""
    return [
        {
            "method": method,
            "dataset": dataset,
            "rows": next(iter(by_arrangement.values()))[0].rows,
            "right, cost, violating": {
                arrangement.partition: [[one.right, one.cost, one.violating] for one in counts]
                for arrangement, counts in by_arrangement.items()
            },
        }
        for method, by_dataset in results.runs.items()
        for dataset, by_arrangement in by_dataset.items()
    ]
