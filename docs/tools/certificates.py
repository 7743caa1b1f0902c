"""The comparison of the page "Certify your own model": who is monotonic on all points of a data set?

    python docs/tools/certificates.py --data DIR

measures again what is installed, into docs/data/certificates.json. Each model is fitted to a random part of
the rows and asked about every point of the product of the values. A model whose package is not there is left
out and keeps its stored result.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from monfknn_ref.beyond import Certificate, certify
from monfknn_ref.beyond.certificate.models import conversion_for, fitted
from monfknn_ref.classifiers.relabeling import relabel
from monfknn_ref.data import Dataset, load

os.environ.setdefault("OMP_NUM_THREADS", "1")  # the models are small: several threads would only wait

STORED = Path(__file__).resolve().parents[1] / "data" / "certificates.json"
SETS = {"car": 4, "LEV": 2}
"""The data sets, each with the share of rows that a model is fitted to: one in so many."""


def ours(module: str, name: str, **parameters: Any) -> Callable[[int], Any]:
    return lambda attributes: getattr(import_module(f"monfknn_ref.{module}"), name)(**parameters)


class Rival(NamedTuple):
    """A model, the package it needs, and what is done to the labels."""

    build: Callable[[int], Any]
    """From the number of attributes to a model that is not fitted."""
    package: str = ""
    labels: str = ""
    """"relabeled" to be monotonic, or "two classes": the lowest against all others."""


def sklearn(name: str, **parameters: Any) -> Any:
    return getattr(import_module("sklearn.ensemble"), name)(random_state=0, **parameters)


def lightgbm(attributes: int) -> Any:
    build = import_module("lightgbm").LGBMClassifier
    return build(monotone_constraints=[1] * attributes, random_state=0, verbose=-1, n_jobs=1)


def xgboost(attributes: int) -> Any:
    build = import_module("xgboost").XGBClassifier
    return build(monotone_constraints=(1,) * attributes, random_state=0, n_jobs=1)


MODELS: dict[str, Rival] = {
    "MonFkNN-PM": Rival(ours("optimised", "StdlibMonFkNN")),
    "MonFkNN-AM": Rival(ours("optimised", "StdlibMonFkNN", RCr=1, typeRange="outRange")),
    "FkNN": Rival(ours("classifiers.fknn", "FkNN")),
    "MkNN, relabeled": Rival(ours("classifiers.mknn", "MkNN"), labels="relabeled"),
    "OLM": Rival(ours("classifiers.olm", "OLM")),
    "OSDL, exact": Rival(ours("classifiers.osdl", "OSDL", arithmetic="exact")),
    "scikit-learn RandomForestClassifier": Rival(
        lambda attributes: sklearn("RandomForestClassifier"), "sklearn"
    ),
    "scikit-learn RandomForestClassifier, monotonic_cst, two classes": Rival(
        lambda attributes: sklearn("RandomForestClassifier", monotonic_cst=[1] * attributes),
        "sklearn",
        "two classes",
    ),
    "scikit-learn HistGradientBoostingClassifier, monotonic_cst, two classes": Rival(
        lambda attributes: sklearn("HistGradientBoostingClassifier", monotonic_cst=[1] * attributes),
        "sklearn",
        "two classes",
    ),
    "LightGBM LGBMClassifier, monotone_constraints": Rival(lightgbm, "lightgbm"),
    "LightGBM LGBMClassifier, monotone_constraints, two classes": Rival(lightgbm, "lightgbm", "two classes"),
    "XGBoost XGBClassifier, monotone_constraints": Rival(xgboost, "xgboost"),
    "XGBoost XGBClassifier, monotone_constraints, two classes": Rival(xgboost, "xgboost", "two classes"),
}
DISTRIBUTIONS = {"sklearn": "scikit-learn", "lightgbm": "lightgbm", "xgboost": "xgboost"}


def part_of(dataset: Dataset, one_in: int) -> tuple[Dataset, Dataset]:
    """A random part of the rows, and the others; the order in which a source has the rows does not matter."""
    generator = random.Random(0)
    ordered = sorted(range(len(dataset.y)), key=lambda i: (dataset.X[i], dataset.classes.index(dataset.y[i])))
    draws = {i: generator.random() for i in ordered}  # the same in every version of Python
    chosen = set(sorted(ordered, key=draws.__getitem__)[: len(dataset.y) // one_in])
    parts = []
    for inside in (True, False):
        places = [i for i in ordered if (i in chosen) == inside]
        rows, labels = [dataset.X[i] for i in places], [dataset.y[i] for i in places]
        parts.append(
            Dataset(dataset.name, rows, labels, dataset.classes, dataset.attributes, dataset.directions)
        )
    return parts[0], parts[1]


def two_classes(dataset: Dataset) -> Dataset:
    """The lowest class against all others."""
    labels = [int(label != dataset.classes[0]) for label in dataset.y]
    return Dataset(dataset.name, dataset.X, labels, [0, 1], dataset.attributes, dataset.directions)


def measured(rival: Rival, dataset: Dataset, one_in: int, name: str) -> tuple[Certificate, float]:
    """The certificate of a model fitted to a part of a data set, and its accuracy on the other rows."""
    if rival.labels == "two classes":
        dataset = two_classes(dataset)
    train, test = part_of(dataset, one_in)
    if rival.labels == "relabeled":
        labels = relabel(train.X, train.y, train.classes, directions=train.directions)
        train = Dataset(train.name, train.X, labels, train.classes, train.attributes, train.directions)
    model = rival.build(len(dataset.attributes))
    predictor, convert = fitted(model, train), conversion_for(model)
    values = [sorted({int(row[a]) for row in dataset.X}) for a in range(len(dataset.attributes))]
    classes = list(range(len(dataset.classes)))
    certificate = certify(predictor, values=values, classes=classes, convert=convert, seconds=600, name=name)
    found = predictor.predict(convert([[int(value) for value in row] for row in test.X]))
    right = sum(int(l) == test.classes.index(label) for l, label in zip(found, test.y))
    return certificate, right / len(test.y)


def table() -> str:
    """The stored comparison as Markdown, one table for each data set."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    parts = []
    for name, results in stored["sets"].items():
        first = next(iter(results.values()))
        head = f"**{name}**: fitted to {first['rows']:,} rows, asked about all {first['points']:,} points."
        rows = [
            "| Model | Verdict | Violating pairs | Share | Right on the other rows |",
            "|---|---|---|---|---|",
        ]
        for model, found in results.items():
            share = f"{100 * found['violating'] / found['pairs']:.2g} %"
            pairs = f"{found['violating']:,} of {found['pairs']:,}"
            rows.append(
                f"| {model} | {found['verdict']} | {pairs} | {share} | {100 * found['right']:.1f} % |"
            )
        parts += [head, "\n".join(rows)]
    used = ", ".join(f"{package} {number}" for package, number in stored["versions"].items())
    return "\n\n".join([*parts, f"Measured with {used}."])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", metavar="DIR", help="folder with LEV.dat")
    arguments = parser.parse_args()
    stored = (
        json.loads(STORED.read_text(encoding="utf-8")) if STORED.is_file() else {"sets": {}, "versions": {}}
    )
    for set_name, one_in in SETS.items():
        dataset = load(set_name, arguments.data if set_name == "LEV" else None)
        before, results = stored["sets"].get(set_name, {}), {}
        for name, rival in MODELS.items():
            if rival.package and find_spec(rival.package) is None:
                if name in before:
                    results[name] = before[name]
                continue
            certificate, right = measured(rival, dataset, one_in, name)
            print(f"{set_name}: {certificate}\n  right on the other rows: {right:.4f}", flush=True)
            results[name] = {
                "rows": len(dataset.y) // one_in,
                "points": certificate.points,
                "verdict": certificate.verdict,
                "violating": certificate.pairs.violating,
                "pairs": certificate.pairs.pairs,
                "right": round(right, 4),
                "seconds": round(certificate.seconds, 1),
            }
            if rival.package:
                package = DISTRIBUTIONS[rival.package]
                stored["versions"][package] = version(package)
        stored["sets"][set_name] = results
    STORED.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
