"""Explain why a query gets its class: what bounds its range, which neighbors count, where half is reached.

Without --train, the command explains the queries of the running example, with k = 2 and K = 3 unless other
values are given. Values may be text where the training file has text. With --scaled, all attributes are first
scaled to [0, 1]: the rows are shown as the file has them, the distances are those of the scaled rows.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from monfknn_ref import example
from monfknn_ref.commands.arguments import (
    add_file_arguments,
    add_model_arguments,
    exact_number,
    fitted,
    parameters,
    read_dataset,
)
from monfknn_ref.data import Dataset
from monfknn_ref.data.description import KEYS
from monfknn_ref.model.checks import GivenRow
from monfknn_ref.model.estimator import MonFkNN

EXAMPLE = 'python -m monfknn_ref explain --train FILE.csv --query "3,4" --K 5'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--train", metavar="FILE", help="KEEL file, or CSV file (*.csv)")
    parser.add_argument(
        "--query",
        metavar="A,B,...",
        action="append",
        help="the attributes of a query; may be repeated. Write --query=-1,2 if the first is negative",
    )
    add_model_arguments(parser)
    add_file_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print a list of explanations as JSON")


def run(arguments: argparse.Namespace) -> int:
    asked: Sequence[str] = arguments.query or ()
    if arguments.train is None:
        queries: Sequence[GivenRow] = [query_of(text) for text in asked] or example.QUERIES
        model = fitted_to_example(arguments)
        explanations = [model.explain(query) for query in queries]
    elif not asked:
        raise ValueError('--query must be given with --train, such as --query "3,4"')
    else:
        train = read_dataset(arguments.train, arguments)
        queries = [query_of(text, train) for text in asked]
        model, scaled = fitted(MonFkNN, arguments, train, queries)
        rows = [train.in_words(row) for row in train.X]
        explanations = [
            model.explain(x).with_values(train.in_words(query), rows) for query, x in zip(queries, scaled)
        ]
    if arguments.json:
        print(json.dumps([explanation.to_dict() for explanation in explanations], indent=2))
    else:
        print("\n\n\n".join(map(str, explanations)))
    return 0


def fitted_to_example(arguments: argparse.Namespace) -> MonFkNN:
    """The model with the parameters asked for, fitted to the running example."""
    for option in ("description", *KEYS, "scaled"):
        if getattr(arguments, option):
            raise ValueError(f"--{option} must be given together with --train FILE")
    model = MonFkNN(**{"k": 2, "K": 3, **parameters(arguments)})
    return model.fit(example.ROWS, example.LABELS, example.CLASSES)


def query_of(text: str, train: Dataset | None = None) -> GivenRow:
    """The attributes of a query from what was typed; text becomes its position in the order of its attribute.

    >>> query_of("3, 0.5")
    (3, Fraction(1, 2))
    >>> query_of("3,low")
    Traceback (most recent call last):
    ValueError: --query must hold numbers with commas between them, got '3,low'
    >>> shoes = Dataset("shoes", [[38, 0], [40, 1]], [0, 1], attributes=["size", "sole"],
    ...                 order=[[], ["thin", "thick"]])
    >>> query_of("39, thick", shoes)
    (39, 1)
    >>> query_of("39, solid", shoes)
    Traceback (most recent call last):
    ValueError: --query must hold one of thin, thick for sole, got 'solid' in '39, solid'
    """
    words = [word.strip() for word in text.split(",")]
    if train is not None and len(words) != len(train.attributes):
        listed = ", ".join(train.attributes)
        raise ValueError(
            f"--query must have {len(train.attributes)} attributes ({listed}), got {len(words)} in {text!r}"
        )
    row: list[Any] = []
    orders = train.order if train is not None else [()] * len(words)
    names = train.attributes if train is not None else words
    for word, name, known in zip(words, names, orders):
        if known and word not in known:
            wanted = f"one of {', '.join(known)} for {name}"
            raise ValueError(f"--query must hold {wanted}, got {word!r} in {text!r}")
        try:
            row.append(known.index(word) if known else exact_number(word))
        except ValueError:
            raise ValueError(f"--query must hold numbers with commas between them, got {text!r}") from None
    return tuple(row)
