"""The smallest example on which each open point of the register changes a prediction.

`python docs/tools/smallest.py` searches and prints the examples as doctests; the page of readings holds them,
and a test searches again. One attribute is enough for all of them. Training sets are tried in order of size:
fewest rows, then fewest classes, then smallest whole numbers; with each of them the configurations in the
order of `CONFIGURATIONS`. The first on which every other option of a point departs from the paper's is taken.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from monfknn_ref import PAPER, MonFkNN, Reading
from monfknn_ref.model.checks import GivenRow, Label
from monfknn_ref.readings import REGISTER, OpenPoint

CONFIGURATIONS: list[dict[str, Any]] = [
    *({"k": k, "K": K} for K in (1, 2, 3) for k in (1, 2)),
    *({"K": K, "RCr": 1, "typeRange": "outRange"} for K in (1, 2, 3)),
    *({"k": k, "K": K, "RCr": 0} for K in (1, 2, 3) for k in (1, 2)),
    *({"K": K, "RCr": 1, "typeRange": "outRange", "pOR": 0} for K in (1, 2, 3)),
]
"""PM and AM first, then PM with labels that nobody trusts and AM with a full penalty."""


@dataclass(frozen=True)
class Example:
    """Training rows with classes 1, ..., c, a configuration, and a query with its class for each option."""

    X: list[GivenRow]
    y: list[int]
    c: int
    configuration: dict[str, Any]
    query: GivenRow
    predicted: dict[str, Label]


def tables(rows: int) -> Iterator[tuple[list[GivenRow], list[int], int, list[GivenRow]]]:
    """Every training set of so many rows on a short line, its number of classes, and the line as queries."""
    for c, end in itertools.product((2, 3, 4) if rows < 3 else (2, 3), (1, 2, 3)):
        line = [(value,) for value in range(end + 1)]
        pairs = itertools.product(line, range(1, c + 1))
        for chosen in itertools.combinations_with_replacement(pairs, rows):
            yield [row for row, _ in chosen], [label for _, label in chosen], c, line


def base(point: OpenPoint) -> Reading:
    """The reading in which the options of a point are compared.

    `rcr-one` skips lines whose results differ only where medians are tossed for.
    """
    return replace(PAPER, median_gap="coin") if point.id == "rcr-one" else PAPER


def first_change(
    point: OpenPoint, X: list[GivenRow], y: list[int], c: int, queries: list[GivenRow]
) -> Example | None:
    """The first configuration and query for which every other option departs from the paper's."""
    if point.id == "arithmetic":  # in tenths, which doubles cannot hold
        X, queries = ([tuple(value / 10 for value in row) for row in table] for table in (X, queries))
    for configuration in CONFIGURATIONS:
        if configuration["K"] > len(X):  # as good as a smaller one
            continue
        predicted = {
            option: MonFkNN(**configuration, reading=replace(base(point), **{point.field: option}))
            .fit(X, y, range(1, c + 1))
            .predict(queries)
            for option in point.options
        }
        for i, query in enumerate(queries):
            classes = {option: labels[i] for option, labels in predicted.items()}
            if list(classes.values()).count(classes[point.paper]) == 1:
                return Example(X, y, c, configuration, query, classes)
    return None


def smallest_example(point: OpenPoint, most_rows: int = 3) -> Example:
    """The first training set on which the point matters."""
    for rows in range(1, most_rows + 1):
        for X, y, c, queries in tables(rows):
            found = first_change(point, X, y, c, queries)
            if found is not None:
                return found
    raise LookupError(f"{point.id} changes no prediction for up to {most_rows} rows")


def as_doctest(point: OpenPoint, example: Example) -> str:
    """The example as it stands on the page."""
    parameters = ", ".join(f"{name}={value!r}" for name, value in example.configuration.items())
    others = ', median_gap="coin"' if base(point) != PAPER else ""
    lines = [
        f">>> X, y, classes = {example.X}, {example.y}, {list(range(1, example.c + 1))}",
        f">>> for option in {tuple(point.options)}:",
        f"...     reading = replace(PAPER, {point.field}=option{others})",
        f"...     model = MonFkNN({parameters}, reading=reading).fit(X, y, classes)",
        f"...     print(option, model.predict([{example.query}]))",
    ]
    answers = [f"{option} [{label}]" for option, label in example.predicted.items()]
    return "\n".join([line.replace("'", '"') for line in lines] + answers)


if __name__ == "__main__":
    for open_point in REGISTER:
        print(f"{open_point.id}\n\n{as_doctest(open_point, smallest_example(open_point))}\n")
