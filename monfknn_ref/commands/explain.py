"""Explain why a query gets its class: what bounds its range, which neighbors count, where half is reached.

Without --train, the command explains the queries of the running example, with k = 2 and K = 3 unless other
values are given. With --scaled, all attributes are first scaled to [0, 1], and the explanation shows the
scaled rows.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from monfknn_ref import example
from monfknn_ref.commands.arguments import (
    add_file_arguments,
    add_model_arguments,
    exact_number,
    fitted,
    parameters,
    read_dataset,
)
from monfknn_ref.estimator import MonFkNN
from monfknn_ref.validation import GivenRow, check_table

SUMMARY = "explain why a query gets its class, with a training file or the running example"
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
    parser.add_argument("--limit", type=int, default=10_000, help="ways of settling ties to try (10000)")
    parser.add_argument("--json", action="store_true", help="print a list of explanations as JSON")


def run(arguments: argparse.Namespace) -> int:
    queries: Sequence[GivenRow] = [query_of(text) for text in arguments.query or ()]
    if arguments.train is None:
        model, queries = fitted_to_example(arguments), queries or example.QUERIES
    elif not queries:
        raise ValueError('--query must be given with --train, such as --query "3,4"')
    else:
        train = read_dataset(arguments.train, arguments)
        check_table(queries, "--query", attributes=len(train.attributes))
        model, queries = fitted(MonFkNN, arguments, train, queries)
    explanations = [model.explain(query, arguments.limit) for query in queries]
    if arguments.json:
        print(json.dumps([explanation.to_dict() for explanation in explanations], indent=2))
    else:
        print("\n\n\n".join(map(str, explanations)))
    return 0


def fitted_to_example(arguments: argparse.Namespace) -> MonFkNN:
    """The model with the parameters asked for, fitted to the running example."""
    for option in ("label", "classes", "directions", "scaled"):
        if getattr(arguments, option):
            raise ValueError(f"--{option} must be given together with --train FILE")
    model = MonFkNN(**{"k": 2, "K": 3, **parameters(arguments)})
    return model.fit(example.ROWS, example.LABELS, example.CLASSES)


def query_of(text: str) -> GivenRow:
    """The attributes of a query from what was typed.

    >>> query_of("3, 0.5")
    (3, Fraction(1, 2))
    >>> query_of("3,low")
    Traceback (most recent call last):
    ValueError: --query must hold numbers with commas between them, got '3,low'
    """
    try:
        return tuple(exact_number(value) for value in text.split(","))
    except ValueError:
        raise ValueError(f"--query must hold numbers with commas between them, got {text!r}") from None
