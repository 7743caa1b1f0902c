"""Fit MonFkNN on the rows of a KEEL or CSV file and predict other rows.

The rows to predict come from a file with the same attributes, or are given directly, as in "1,2;3,4". Values
may be text where the training file has text. A CSV file may have the attributes in any order, and other
columns too. An array in NumPy's format (*.npy) has them
in the order of the training file. With --scaled, all attributes count equally in distances: each is scaled to
[0, 1] by the bounds that the training file declares, or else by the values that occur in it.

With --out the predictions are written to a CSV file, block by block. So the table may be larger than memory,
and --jobs or --dask share the blocks among several processes. The three implementations give the same
answers; on large tables the optimised ones are much faster.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Callable, Sequence
from typing import Any

from monfknn_ref import optimised
from monfknn_ref.commands.arguments import (
    add_file_arguments,
    add_model_arguments,
    add_worker_arguments,
    check_worker_arguments,
    description_of,
    fitted,
    read_dataset,
)
from monfknn_ref.commands.printing import status_line
from monfknn_ref.data import DataError, Dataset
from monfknn_ref.data.description import Description
from monfknn_ref.data.files import STANDARD_INPUT, check_place, is_file, replacing
from monfknn_ref.data.tables import ROWS_IN_A_BLOCK, blocks_of_file, rows_of_file, written_rows
from monfknn_ref.evaluation.executors import open_workers
from monfknn_ref.evaluation.tables import text_table
from monfknn_ref.model.checks import GivenRow, check_whole
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.readings.errors import shown

EXAMPLE = 'python -m monfknn_ref predict --train houses.csv --query "3,1;5,2" --proba'

OUTPUTS = ("out",)
CONFIGURATIONS = {"PM": "pure_monotonic", "AM": "approximate_monotonic"}
IMPLEMENTATIONS = {"reference": "MonFkNN", "stdlib": "StdlibMonFkNN", "numpy": "NumpyMonFkNN"}
MOST_IN_A_BLOCK = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--train", required=True, metavar="FILE", help="KEEL file, or CSV file (*.csv)")
    add("--query", required=True, metavar="FILE|ROWS", help='a file, or rows as "1,2;3,4"')
    add("--configuration", choices=CONFIGURATIONS, default="PM", help="pure or approximate; default: PM")
    add_model_arguments(parser)
    add_file_arguments(parser)
    add("--proba", action="store_true", help="print the memberships too")
    add("--json", action="store_true", help="print the predictions as JSON")
    add("--implementation", choices=IMPLEMENTATIONS, default="reference", help="who predicts")
    add("--out", metavar="FILE.csv", help="write the predictions of a file, of any size")
    add(
        "--block",
        type=int,
        default=ROWS_IN_A_BLOCK,
        metavar="N",
        help="rows predicted at a time with --out (default %(default)s)",
    )
    add_worker_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    check_worker_arguments(arguments)
    if arguments.train == arguments.query == STANDARD_INPUT:
        raise ValueError("--train and --query must not both be -, the standard input")
    if arguments.out is not None:
        return predict_to_file(arguments)
    if arguments.jobs != 1 or arguments.dask is not None:
        raise ValueError("--jobs and --dask go with --out FILE.csv, got them without it")
    train = read_dataset(arguments.train, arguments)
    queries = read_queries(arguments.query, train, description_of(arguments.train, arguments))
    model, rows = fitted(builder(arguments), arguments, train, queries)
    labels, memberships = model.predict(rows), model.predict_proba(rows)
    if arguments.json:
        found = predictions_as_json(model, train, queries, labels, memberships)
        print(json.dumps(found, indent=2, default=str))
    else:
        print(as_text(train, queries, labels, memberships if arguments.proba else None))
    return 0


def builder(arguments: argparse.Namespace) -> Callable[..., MonFkNN]:
    """What makes a model of the implementation and the configuration asked for."""
    name = IMPLEMENTATIONS[arguments.implementation]
    implementation: Any = MonFkNN if name == "MonFkNN" else getattr(optimised, name)
    made: Callable[..., MonFkNN] = getattr(implementation, CONFIGURATIONS[arguments.configuration])
    return made


# --- A file of any size -----------------------------------------------------------------------------------


def predict_to_file(arguments: argparse.Namespace) -> int:
    """Predict the rows of a file in blocks; the predictions are put in their place when they are complete."""
    if arguments.json:
        raise ValueError("--json goes with predictions that are printed, got it with --out")
    check_whole("--block", arguments.block, 1, MOST_IN_A_BLOCK)
    check_place("--out", arguments.out)
    if not is_file(arguments.query):
        raise DataError(f"--query must be a file when --out is given, got {shown(arguments.query)}")
    train = read_dataset(arguments.train, arguments)
    model, _ = fitted(builder(arguments), arguments, train, ())
    show, done = status_line(), 0
    with open_workers(arguments.jobs, arguments.dask) as workers, replacing(arguments.out) as file:
        shared = workers.share((model, train if arguments.scaled else None, arguments.proba))
        heading = ["class", *(f"u({label})" for label in train.classes if arguments.proba)]
        file.write(as_csv([heading]))
        asked = description_of(arguments.train, arguments)
        blocks = blocks_of_file(arguments.query, train, arguments.block, asked)
        for text in workers.in_order(predictions_of_block, blocks, shared):
            file.write(text)
            done += text.count(b"\n")
            show(f"{done:,} rows")
        show("")
        if not done:
            raise DataError(f"--query must have at least one row, got none in {arguments.query!r}")
    print(f"{arguments.out}: {done} predictions")
    return 0


def predictions_of_block(block: Any, shared: tuple[MonFkNN, Dataset | None, bool]) -> bytes:
    """The lines of the file for a block of rows."""
    model, scaled_by, with_memberships = shared
    if scaled_by is not None:
        block = scaled_by.scaled(model.reading.arithmetic == "doubles", block)
    lines = [[label] for label in model.predict(block)]
    if with_memberships:
        for line, u in zip(lines, model.predict_proba(block)):
            line += [repr(float(share)) for share in u]
    return as_csv(lines)


def as_csv(lines: Sequence[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue().encode("utf-8")


# --- A few rows -------------------------------------------------------------------------------------------


def read_queries(text: str, train: Dataset, asked: Description) -> list[GivenRow]:
    """The rows to predict, from a file or from the text itself."""
    if is_file(text):
        rows = rows_of_file(text, train, asked)
    else:
        rows = written_rows(text, train, 'be a file, or rows as "1,2;3,4"')
    if not rows:
        raise DataError(f"--query must have at least one row, got none in {text!r}")
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
            {"row": values_of(row, train), "label": label, "memberships": u}
            for row, label, u in zip(queries, labels, memberships)
        ],
    }


def values_of(row: GivenRow, train: Dataset) -> list[str | float]:
    """The values of a row: text as text, numbers as doubles."""
    return [value if isinstance(value, str) else float(value) for value in train.in_words(row)]


def as_text(
    train: Dataset,
    queries: Sequence[GivenRow],
    labels: Sequence[Any],
    memberships: Sequence[Sequence[float]] | None,
) -> str:
    """One line for each row: its values, its class and, if asked for, its memberships."""
    heading = [*train.attributes, "class"]
    lines = []
    for row, label in zip(queries, labels):
        values = [value if isinstance(value, str) else f"{value:g}" for value in values_of(row, train)]
        lines.append([*values, str(label)])
    if memberships is not None:
        heading += [f"u({label})" for label in train.classes]
        for line, u in zip(lines, memberships):
            line += [f"{share:.4f}" for share in u]
    return text_table([heading, *lines], left=0)
