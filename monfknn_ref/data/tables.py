"""Tables as people have them: a CSV or KEEL file, read as a description beside it and the caller say."""

from __future__ import annotations

import os
from typing import Any

from monfknn_ref.data.csv_files import read_described_csv
from monfknn_ref.data.dataset import Dataset
from monfknn_ref.data.description import KEYS, Description, describe, find_description
from monfknn_ref.data.errors import DataError
from monfknn_ref.data.files import STANDARD_INPUT, PathLike
from monfknn_ref.data.keel import read_described_keel

__all__ = ["is_csv", "read_described", "read_table"]

CSV_ENDINGS = (".csv", ".tsv", ".data", ".txt")
OF_KEEL = ("use", "ignore", "classes", "directions", "missing")
"""What can be said of a KEEL file, which declares the rest itself."""


def read_table(path: PathLike, description: PathLike | None = None, **options: Any) -> Dataset:
    """The data set of a file: CSV if its name ends in .csv, .tsv, .data or .txt, else KEEL.

    description: a file of TOML that says how the table is to be read (`monfknn_ref.data.description` lists
        its keys); default: the file of the same name that ends in .toml, if there is one.
    options: the same keys as arguments; they win over the description.
    """
    for key in options:
        if key not in KEYS:
            raise TypeError(f"read_table takes no argument but description, {', '.join(KEYS)}, got {key!r}")
    return read_described(path, describe(options).over(find_description(path, description)))


def read_described(path: PathLike, asked: Description) -> Dataset:
    """The data set of a file that is described."""
    if is_csv(path):
        return read_described_csv(path, asked)
    for key in asked.said:
        if key not in OF_KEEL:
            raise DataError(
                f"{asked.name(key)} is for CSV files; the KEEL file {os.fspath(path)!r} declares its columns "
                "itself"
            )
    return read_described_keel(path, asked)


def is_csv(path: PathLike) -> bool:
    """Whether a file is CSV by its name; the standard input, -, is.

    >>> is_csv("cars.csv"), is_csv("car.data"), is_csv("cars.dat"), is_csv("-")
    (True, True, False, True)
    """
    text = os.fspath(path).lower()
    return text == STANDARD_INPUT or text.endswith(CSV_ENDINGS)
