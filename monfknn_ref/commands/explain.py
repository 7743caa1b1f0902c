"""Why a query gets its class: who bounds the range, which neighbors count, where one half is reached.

Without --train it explains the queries of the running example. A training file is CSV with a header and the
labels in the last column, or a KEEL file (.dat); its attributes are taken as they are, as by predict --raw.
Parameters that are not given are those of MonFkNN, and k = 2, K = 3 for the running example.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from monfknn_ref import example
from monfknn_ref.commands.arguments import READINGS, exact_number
from monfknn_ref.estimator import MonFkNN
from monfknn_ref.neighbors import TYPES_OF_RANGE

SUMMARY = "why a query gets its class, from a file or the running example"
EXAMPLE = 'python -m monfknn_ref explain --train FILE.csv --query "3,4" --K 5'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--train", metavar="FILE", help="training data: CSV, or KEEL if it ends in .dat")
    parser.add_argument("--label", metavar="COLUMN", help="of a CSV file: the name of the column of labels")
    parser.add_argument("--classes", metavar="A,B,...", help="the labels from lowest to highest (sorted)")
    parser.add_argument("--directions", metavar="SIGNS", help="a sign for each attribute: --directions=+-+")
    parser.add_argument(
        "--query",
        metavar="A,B,...",
        action="append",
        help="the attributes of a query; may be given again. --query=-1,2 when the first is negative",
    )
    parser.add_argument("--k", type=int, help="neighbors of a training row")
    parser.add_argument("--K", type=int, help="neighbors of a query")
    parser.add_argument("--RCr", type=exact_number, help="relevance of a row's own class, 0 to 1")
    parser.add_argument("--typeRange", "--type-range", choices=TYPES_OF_RANGE, help="neighbors to take")
    parser.add_argument("--pOR", type=exact_number, help="what a neighbor out of range counts, 0 to 1")
    parser.add_argument("--m", type=exact_number, help="influence of the distance")
    parser.add_argument("--reading", choices=READINGS, default="paper", help="how open points are read")
    parser.add_argument("--limit", type=int, default=10_000, help="ways of settling ties to look at (10000)")
    parser.add_argument("--json", action="store_true", help="print a list of explanations as JSON")


def run(arguments: argparse.Namespace) -> int:
    model = fitted(arguments)
    queries: Sequence[Sequence[Any]] = example.QUERIES
    if arguments.query:
        queries = [query_of(text) for text in arguments.query]
    elif arguments.train is not None:
        raise ValueError('--query must be given with --train, such as --query "3,4"')
    explanations = [model.explain(query, arguments.limit) for query in queries]
    if arguments.json:
        print(json.dumps([explanation.to_dict() for explanation in explanations], indent=2))
    else:
        print("\n\n\n".join(map(str, explanations)))
    return 0


def fitted(arguments: argparse.Namespace) -> MonFkNN:
    """The model with the parameters asked for, fitted to the file or to the running example."""
    names = ("k", "K", "RCr", "typeRange", "pOR", "m")
    asked = {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}
    reading = READINGS[arguments.reading]
    if arguments.train is None:
        for option in ("label", "classes", "directions"):
            if getattr(arguments, option) is not None:
                raise ValueError(f"--{option} must be given together with --train FILE")
        model = MonFkNN(**{"k": 2, "K": 3, **asked}, reading=reading)
        return model.fit(example.ROWS, example.LABELS, example.CLASSES)
    dataset = read_training(arguments)
    model = MonFkNN(**asked, reading=reading, directions=dataset.directions)
    return model.fit(dataset.X, dataset.y, dataset.classes)


def read_training(arguments: argparse.Namespace) -> Any:
    """The data set of the file."""
    from monfknn_ref.data import read_csv, read_keel  # not needed for the running example

    classes = arguments.classes.split(",") if arguments.classes else None
    if Path(arguments.train).suffix == ".dat":
        if arguments.label is not None:
            raise ValueError("--label must not be given with a KEEL file, which names its own labels")
        return read_keel(arguments.train, classes=classes, directions=arguments.directions)
    label = -1 if arguments.label is None else arguments.label
    return read_csv(arguments.train, label=label, classes=classes, directions=arguments.directions)


def query_of(text: str) -> list[int | Fraction]:
    """The attributes of a query from what was typed.

    >>> query_of("3, 0.5")
    [3, Fraction(1, 2)]
    >>> query_of("3,low")
    Traceback (most recent call last):
    ValueError: --query must hold numbers with commas between them, got '3,low'
    """
    try:
        return [exact_number(value) for value in text.split(",")]
    except ValueError:
        raise ValueError(f"--query must hold numbers with commas between them, got {text!r}") from None
