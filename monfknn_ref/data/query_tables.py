"""Rows to predict, from files of any size: they are read in blocks, and only some blocks are in memory."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice
from typing import Any

from monfknn_ref.data.columns import misread, parse_number
from monfknn_ref.data.csv_files import read_rows
from monfknn_ref.data.dataset import DataError, Dataset
from monfknn_ref.data.keel import read_keel
from monfknn_ref.files import STANDARD_INPUT, PathLike, open_file
from monfknn_ref.installation import install_command
from monfknn_ref.validation import GivenRow

__all__ = ["ROWS_IN_A_BLOCK", "blocks_of_file", "rows_of_file"]

ROWS_IN_A_BLOCK = 1000


def blocks_of_file(path: PathLike, train: Dataset, size: int = ROWS_IN_A_BLOCK) -> Iterator[Any]:
    """The rows of a file with the attributes of the training set, so many at a time: CSV, .npy, or KEEL.

    A CSV file has the attributes by the names of its columns, or by position if it has no names. An array
    stays in its file until a block of it is taken. A KEEL file is read as a whole.
    """
    text = os.fspath(path).lower()
    if text.endswith(".npy"):
        yield from array_blocks(path, train, size)
        return
    csv = text.endswith(".csv") or text == STANDARD_INPUT
    rows = csv_rows(path, train) if csv else iter(keel_rows(path, train))
    while block := list(islice(rows, size)):
        yield block


def rows_of_file(path: PathLike, train: Dataset) -> list[GivenRow]:
    """All rows of a file that fits into memory."""
    return [tuple(row) for block in blocks_of_file(path, train) for row in block]


def csv_rows(path: PathLike, train: Dataset) -> Iterator[GivenRow]:
    """The rows of a CSV file, one after the other."""
    lines = read_rows(path, ",")
    first_line, first = next(lines, (1, []))
    if not first:
        raise misread(path, 1, "a row of values", "an empty file")
    has_names = any(parse_number(text) is None for text in first)
    places = places_of(path, first_line, first, train) if has_names else list(range(len(train.attributes)))
    width = len(first) if has_names else len(places)
    if not has_names:
        yield csv_row(path, first_line, first, width, places, train.attributes)
    for line, fields in lines:
        yield csv_row(path, line, fields, width, places, train.attributes)


def places_of(path: PathLike, line: int, names: Sequence[str], train: Dataset) -> list[int]:
    """Where the attributes stand among the columns."""
    place = {name: i for i, name in reversed(list(enumerate(names)))}
    missing = [name for name in train.attributes if name not in place]
    if missing:
        wanted = f"columns named {', '.join(train.attributes)}"
        raise misread(path, line, wanted, f"none named {', '.join(missing)}")
    return [place[name] for name in train.attributes]


def csv_row(
    path: PathLike, line: int, fields: Sequence[str], width: int, places: Sequence[int], names: Sequence[str]
) -> GivenRow:
    """The attributes among the fields of a line."""
    if len(fields) != width:
        raise misread(path, line, f"{width} values", str(len(fields)))
    row = []
    for place, name in zip(places, names):
        value = parse_number(fields[place])
        if value is None:
            raise misread(path, line, f"a number for {name}", repr(fields[place]))
        row.append(value)
    return tuple(row)


def keel_rows(path: PathLike, train: Dataset) -> list[GivenRow]:
    """The rows of a KEEL file with the attributes of the training file."""
    dataset = read_keel(path)
    if dataset.attributes != train.attributes:
        wanted, got = ", ".join(train.attributes), ", ".join(dataset.attributes)
        raise DataError(f"{path} must have the attributes {wanted}, got {got}")
    return [tuple(row) for row in dataset.X]


def array_blocks(path: PathLike, train: Dataset, size: int) -> Iterator[Any]:
    """Blocks of a two-dimensional array in NumPy's format, its columns the attributes in their order."""
    try:
        numpy: Any = import_module("numpy")
    except ImportError:
        raise ImportError(
            f"a file .npy needs the package numpy, got no such module; {install_command('fast')} brings it"
        ) from None
    with open_file(path):
        pass  # what is no file is refused here
    try:
        table = numpy.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise DataError(
            f"{os.fspath(path)} must be an array in NumPy's format, got one with a fault: {error}"
        ) from None
    if getattr(table, "ndim", 0) != 2 or table.dtype.kind not in "biuf":
        found = f"{getattr(table, 'ndim', 0)} dimensions of {getattr(table, 'dtype', type(table).__name__)}"
        raise DataError(f"{os.fspath(path)} must be a table of numbers, two dimensions of them, got {found}")
    if table.shape[1] != len(train.attributes):
        raise DataError(
            f"{os.fspath(path)} must have {len(train.attributes)} columns ({', '.join(train.attributes)}), "
            f"got {table.shape[1]}"
        )
    for start in range(0, len(table), size):
        yield numpy.array(table[start : start + size])  # out of the file, for whoever predicts it
