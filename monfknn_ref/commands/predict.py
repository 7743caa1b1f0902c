"""Fit MonFkNN on the rows of a KEEL or CSV file and predict others.

Rows to predict come from a file with the same attributes (a CSV file may have them in any order and others
besides), or are written out: "1,2;3,4". With --scaled all attributes weigh alike in distances: they are
brought to [0, 1] by the bounds that the training file declares, or by the values that occur in it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from monfknn_ref.commands.arguments import add_file_arguments, add_model_arguments, fitted, read_dataset
from monfknn_ref.data import DataError, Dataset, read_keel
from monfknn_ref.data.columns import misread, parse_number
from monfknn_ref.data.csv_files import read_rows
from monfknn_ref.estimator import MonFkNN
from monfknn_ref.experiments.tables import text_table
from monfknn_ref.files import is_file
from monfknn_ref.validation import GivenRow

SUMMARY = "fit MonFkNN on a file and predict rows"
EXAMPLE = 'python -m monfknn_ref predict --train houses.csv --query "3,1;5,2" --proba'

CONFIGURATIONS = {"PM": MonFkNN.pure_monotonic, "AM": MonFkNN.approximate_monotonic}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--train", required=True, metavar="FILE", help="KEEL file, or CSV file (*.csv)")
    parser.add_argument("--query", required=True, metavar="FILE|ROWS", help='a file, or rows as "1,2;3,4"')
    parser.add_argument(
        "--configuration", choices=CONFIGURATIONS, default="PM", help="pure or approximate (default: PM)"
    )
    add_model_arguments(parser)
    add_file_arguments(parser)
    parser.add_argument("--proba", action="store_true", help="print the memberships too")
    parser.add_argument("--json", action="store_true", help="print the predictions as JSON")


def run(arguments: argparse.Namespace) -> int:
    train = read_dataset(arguments.train, arguments)
    queries = read_queries(arguments.query, train)
    model, rows = fitted(CONFIGURATIONS[arguments.configuration], arguments, train, queries)
    labels, memberships = model.predict(rows), model.predict_proba(rows)
    if arguments.json:
        found = predictions_as_json(model, train, queries, labels, memberships)
        print(json.dumps(found, indent=2, default=str))
    else:
        print(as_text(train, queries, labels, memberships if arguments.proba else None))
    return 0


def read_queries(text: str, train: Dataset) -> list[GivenRow]:
    """The rows to predict, from a file or from the text itself."""
    if is_file(text):
        rows = csv_queries(text, train) if text.lower().endswith(".csv") else keel_queries(text, train)
    else:
        rows = written_queries(text, train)
    if not rows:
        raise DataError(f"--query must have at least one row, got none in {text!r}")
    return rows


def written_queries(text: str, train: Dataset) -> list[GivenRow]:
    """Rows written out, values between commas and rows between semicolons."""
    rows = []
    for part in text.split(";"):
        values = [parse_number(value.strip()) for value in part.split(",")]
        if None in values:
            raise DataError(f'--query must be a file, or rows of numbers as "1,2;3,4", got {text!r}')
        if len(values) != len(train.attributes):
            names = ", ".join(train.attributes)
            raise DataError(
                f"a row of --query must have {len(train.attributes)} values ({names}), got {part.strip()!r}"
            )
        rows.append(tuple(values))
    return rows


def keel_queries(path: str, train: Dataset) -> list[GivenRow]:
    """The rows of a KEEL file with the attributes of the training file."""
    dataset = read_keel(path)
    if dataset.attributes != train.attributes:
        wanted, got = ", ".join(train.attributes), ", ".join(dataset.attributes)
        raise DataError(f"{path} must have the attributes {wanted}, got {got}")
    return [tuple(row) for row in dataset.X]


def csv_queries(path: str, train: Dataset) -> list[GivenRow]:
    """The rows of a CSV file: by the names of its columns, or by position if it has none."""
    lines = list(read_rows(path, ","))
    if not lines:
        raise misread(path, 1, "a row of values", "an empty file")
    first_line, first = lines[0]
    has_names = any(parse_number(text) is None for text in first)
    if has_names:
        missing = [name for name in train.attributes if name not in first]
        if missing:
            wanted = f"columns named {', '.join(train.attributes)}"
            raise misread(path, first_line, wanted, f"none named {', '.join(missing)}")
        places = [first.index(name) for name in train.attributes]
    else:
        places = list(range(len(train.attributes)))
    width = len(first) if has_names else len(places)
    rows = []
    for line, fields in lines[1:] if has_names else lines:
        if len(fields) != width:
            raise misread(path, line, f"{width} values", str(len(fields)))
        row = []
        for place, name in zip(places, train.attributes):
            value = parse_number(fields[place])
            if value is None:
                raise misread(path, line, f"a number for {name}", repr(fields[place]))
            row.append(value)
        rows.append(tuple(row))
    return rows


def predictions_as_json(
    model: MonFkNN,
    train: Dataset,
    queries: Sequence[GivenRow],
    labels: Sequence[Any],
    memberships: Sequence[Sequence[float]],
) -> dict[str, Any]:
    return {
        "model": repr(model),
        "attributes": train.attributes,
        "classes": train.classes,
        "predictions": [
            {"row": [float(value) for value in row], "label": label, "memberships": u}
            for row, label, u in zip(queries, labels, memberships)
        ],
    }


def as_text(
    train: Dataset,
    queries: Sequence[GivenRow],
    labels: Sequence[Any],
    memberships: Sequence[Sequence[float]] | None,
) -> str:
    """One line for each row: its values, its class and, if asked for, its memberships."""
    heading = [*train.attributes, "class"]
    lines = [[*(f"{float(value):g}" for value in row), str(label)] for row, label in zip(queries, labels)]
    if memberships is not None:
        heading += [f"u({label})" for label in train.classes]
        for line, u in zip(lines, memberships):
            line += [f"{share:.4f}" for share in u]
    return text_table([heading, *lines], left=0)
