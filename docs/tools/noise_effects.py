"""What noise does inside MonFkNN-PM, step by step: the numbers of the page "Why noise does what it does".

    python3 docs/tools/noise_effects.py --jobs 2 --out monfknn_ref/reproduction/stored/noise-effects.json

It goes through training sets of the study of noise, those of ten seeds on the built-in points, and looks at
what `reproduce noise` does not keep: the labels that training makes of the given ones, the ranges of the
queries, and how accurate the method is when one of its parts is switched off. It takes a few minutes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from pathlib import Path
from statistics import fmean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the package of this clone

from monfknn_ref import AUTHORS
from monfknn_ref.classifiers.relabeling import relabel
from monfknn_ref.data import Dataset, artiset
from monfknn_ref.evaluation.cross_validation import Split, stratified_folds
from monfknn_ref.evaluation.executors import open_workers
from monfknn_ref.evaluation.measures import non_monotonic_index
from monfknn_ref.evaluation.methods import Method, method_named
from monfknn_ref.evaluation.results import made_by
from monfknn_ref.model.door import positions
from monfknn_ref.reproduction.noise_study import LEVELS, noisy_training_set

SEEDS, FOLDS = 10, 10
PM = method_named("MonFkNN-PM")
NO_SHARING = {"RCr": 1}
NO_RANGE = {"typeRange": "outRange", "pOR": 1}
VARIANTS: Mapping[str, Method] = {
    "MonFkNN-PM": PM,
    "without the range": PM.with_parameters(NO_RANGE),
    "without shared memberships": PM.with_parameters(NO_SHARING),
    "without both": PM.with_parameters(NO_SHARING | NO_RANGE),
    "without both, relabeled": replace(PM.with_parameters(NO_SHARING), relabels=True),
    "MkNN": method_named("MkNN"),
}
"""MonFkNN-PM, and what is left of it without its defenses: memberships that training shares among classes,
and the range in prediction. The fifth keeps the range and has relabeled rows in place of shared memberships,
which is MkNN with another vote: nine neighbors and a median where MkNN has five and a majority."""


@dataclass(frozen=True)
class Fold:
    """One training set of the study."""

    dataset: Dataset
    split: Split
    fold: int
    seed: int
    level: int


def repairs(true: Sequence[int], given: Sequence[int], made: Sequence[int]) -> dict[str, int]:
    """How many labels were wrong before and after, and how many were put right or made wrong.

    >>> repairs([0, 0, 1, 1], [0, 1, 1, 2], [0, 0, 0, 2])
    {'wrong before': 2, 'wrong after': 2, 'repaired': 1, 'spoiled': 1}
    """
    rows = list(zip(true, given, made))
    return {
        "wrong before": sum(g != t for t, g, _ in rows),
        "wrong after": sum(m != t for t, _, m in rows),
        "repaired": sum(g != t == m for t, g, m in rows),
        "spoiled": sum(g == t != m for t, g, m in rows),
    }


def bounds(
    x: Sequence[float], rows: Sequence[Sequence[float]], labels: Sequence[int], c: int
) -> tuple[int, int]:
    """y_min and y_max of Eq. 1, crossed or not.

    >>> bounds((1, 1), [(0, 0), (2, 2), (0, 2)], [2, 1, 0], 3)
    (2, 1)
    """
    below = [l for row, l in zip(rows, labels) if all(a >= b for a, b in zip(x, row))]
    above = [l for row, l in zip(rows, labels) if all(a <= b for a, b in zip(x, row))]
    return max(below, default=0), min(above, default=c - 1)


def ranges(
    queries: Sequence[tuple[Sequence[float], int]],
    rows: Sequence[Sequence[float]],
    labels: Sequence[int],
    c: int,
) -> dict[str, float]:
    """Of queries with their true classes, the shares whose bounds cross and whose range holds the true class,
    and the mean number of valid classes.

    >>> ranges([((1,), 1), ((3,), 1)], [(0,), (2,)], [1, 0], 3)
    {'crossed': 0.5, 'holds the true class': 1.0, 'valid classes': 2.5}
    """
    found = [(bounds(x, rows, labels, c), true) for x, true in queries]
    valid = [((0, c - 1) if low > high else (low, high), true) for (low, high), true in found]
    return {
        "crossed": fmean(low > high for (low, high), _ in found),
        "holds the true class": fmean(low <= true <= high for (low, high), true in valid),
        "valid classes": fmean(high - low + 1 for (low, high), _ in valid),
    }


def effects_of_fold(task: Fold) -> dict[str, Any]:
    """Everything that is looked at in one training set."""
    dataset, c = task.dataset, len(task.dataset.classes)
    draw = 1000 * task.seed + task.fold
    clean = noisy_training_set(dataset, task.split.train, 0, draw)
    training = noisy_training_set(dataset, task.split.train, task.level, draw)
    rows, _ = PM.rows_of(training, AUTHORS)
    scaled, _ = PM.rows_of(dataset, AUTHORS)
    asked = [scaled[i] for i in task.split.test]
    truth = positions([dataset.y[i] for i in task.split.test], dataset.classes)
    right, fitted = {}, {}
    for name, method in VARIANTS.items():
        labels_of = method.training_labels(training, range(len(training)))
        fitted[name] = method.build(AUTHORS, task.seed).fit(rows, labels_of, classes=training.classes)
        predicted = positions(fitted[name].predict(asked), dataset.classes)
        right[name] = sum(p == t for p, t in zip(predicted, truth))
    model: Any = fitted["MonFkNN-PM"]
    assert [tuple(row) for row in model.training_rows_] == [tuple(row) for row in rows]  # all are distinct
    true, given = (positions(some.y, dataset.classes) for some in (clean, training))
    labels = {
        "given": given,
        "MonFkNN-PM": positions(model.training_labels_, dataset.classes),
        "relabeled": positions(relabel(rows, training.y, classes=training.classes), dataset.classes),
    }
    noisy = [i for i, (t, g) in enumerate(zip(true, given)) if t != g]
    u = [[float(u_l) for u_l in row] for row in model.training_memberships_]
    queries = list(zip(asked, truth))
    return {
        "rows": len(rows),
        "queries": len(asked),
        "right": right,
        "labels": {who: repairs(true, given, labels[who]) for who in ("MonFkNN-PM", "relabeled")},
        "noisy rows": {
            "membership of the true class": fsum(u[i][true[i]] for i in noisy),
            "membership of the given class": fsum(u[i][given[i]] for i in noisy),
        },
        "NMI": {who: non_monotonic_index(rows, made, classes=range(c)) for who, made in labels.items()},
        "ranges": {who: ranges(queries, rows, made, c) for who, made in labels.items()},
    }


def measured(
    levels: Sequence[int] = LEVELS, seeds: int = SEEDS, folds: int = FOLDS, jobs: int = 1, rows: int = 1000
) -> dict[str, Any]:
    """The averages over all seeds and folds, one list for each thing looked at, one entry for each level."""
    dataset = artiset(rows)
    splits = {seed: stratified_folds(dataset.y, folds, seed, dataset.classes) for seed in range(seeds)}
    tasks = [
        Fold(dataset, split, fold, seed, level)
        for level in levels
        for seed in range(seeds)
        for fold, split in enumerate(splits[seed], start=1)
    ]
    with open_workers(jobs) as workers:
        found = list(workers.in_order(effects_of_fold, tasks))
    by_level = [summary([one for task, one in zip(tasks, found) if task.level == level]) for level in levels]
    return {
        "dataset": dataset.name,
        "reading": repr(AUTHORS),
        "seeds": seeds,
        "folds": folds,
        "levels": list(levels),
        **{key: [level[key] for level in by_level] for key in by_level[0]},
    }


def summary(folds: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The folds of one level in one: sums of counts over sums of rows, means of the rest."""
    rows, queries = (sum(fold[key] for fold in folds) for key in ("rows", "queries"))
    noisy = sum(fold["labels"]["MonFkNN-PM"]["wrong before"] for fold in folds)
    return {
        "accuracy": {
            name: round(sum(fold["right"][name] for fold in folds) / queries, 10) for name in VARIANTS
        },
        "labels": {
            who: {key: round(sum(fold["labels"][who][key] for fold in folds) / rows, 10) for key in counts}
            for who, counts in folds[0]["labels"].items()
        },
        "noisy rows": {
            key: round(fsum(fold["noisy rows"][key] for fold in folds) / noisy, 10) if noisy else None
            for key in folds[0]["noisy rows"]
        },
        "NMI": {who: round(fmean(fold["NMI"][who] for fold in folds), 10) for who in folds[0]["NMI"]},
        "ranges": {
            who: {key: round(fmean(fold["ranges"][who][key] for fold in folds), 10) for key in of}
            for who, of in folds[0]["ranges"].items()
        },
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="docs/tools/noise_effects.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes to use (1)")
    parser.add_argument("--out", required=True, metavar="FILE", help="where the numbers go, as JSON")
    arguments = parser.parse_args()
    command = "python3 docs/tools/noise_effects.py --out monfknn_ref/reproduction/stored/noise-effects.json"
    effects = {"made by": made_by(command), **measured(jobs=arguments.jobs)}
    Path(arguments.out).write_text(json.dumps(effects, indent=1) + "\n", encoding="utf-8", newline="\n")
