"""Tables as people have them: a CSV or KEEL file, read as a description beside it and the caller say.

Rows to predict come from files of any size: these are read in blocks, and only some blocks are in memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import chain, islice
from typing import Any

from monfknn_ref.data.columns import Column, misread
from monfknn_ref.data.csv_files import delimiter_of, read_described_csv, read_rows
from monfknn_ref.data.dataset import Dataset
from monfknn_ref.data.description import KEYS, Description, describe, find_description
from monfknn_ref.data.files import STANDARD_INPUT, DataError, PathLike, open_file
from monfknn_ref.data.keel import read_described_keel, read_keel
from monfknn_ref.model.checks import GivenRow, install_command
from monfknn_ref.readings.errors import shown

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


# --- Rows to predict --------------------------------------------------------------------------------------

ROWS_IN_A_BLOCK = 1000
NOTHING_SAID = Description()
NUMBER = Column("a number")


def blocks_of_file(
    path: PathLike, train: Dataset, size: int = ROWS_IN_A_BLOCK, asked: Description = NOTHING_SAID
) -> Iterator[Any]:
    """The rows of a file with the attributes of the training set, so many at a time: CSV, .npy, or KEEL.

    A CSV file has the attributes by the names of its columns. If it has no names, it has the attributes by
    position, or all columns that the training file is said to have. An array stays in its file until a block
    of it is taken. A KEEL file is read as a whole.
    """
    if os.fspath(path).lower().endswith(".npy"):
        yield from array_blocks(path, train, size)
        return
    rows = csv_rows(path, train, asked) if is_csv(path) else iter(keel_rows(path, train))
    while block := list(islice(rows, size)):
        yield block


def rows_of_file(path: PathLike, train: Dataset, asked: Description = NOTHING_SAID) -> list[GivenRow]:
    """All rows of a file that fits into memory."""
    return [tuple(row) for block in blocks_of_file(path, train, asked=asked) for row in block]


def attribute_columns(train: Dataset) -> list[Column]:
    """What the values of each attribute are read by: an order of text, or numbers of any size."""
    return [Column(name, values=tuple(values)) for name, values in zip(train.attributes, train.order)]


def csv_rows(path: PathLike, train: Dataset, asked: Description) -> Iterator[GivenRow]:
    """The rows of a CSV file, one after the other."""
    lines = read_rows(path, delimiter_of(path, asked))
    first_line, first = next(lines, (1, []))
    if not first:
        raise misread(path, 1, "a row of values", "an empty file")
    columns = attribute_columns(train)
    if set(train.attributes) <= set(first):
        names, is_header = first, True
    else:
        complete = asked.columns is not None and len(first) == len(asked.columns)
        names = list(asked.columns or ()) if complete else list(train.attributes)
        is_header = not complete and not is_row(first, columns)
    places = places_of(path, first_line, first if is_header else names, train)
    for line, fields in lines if is_header else chain([(first_line, first)], lines):
        if len(fields) != len(names):
            raise misread(path, line, f"{len(names)} values", str(len(fields)))
        row = []
        for place, column in zip(places, columns):
            value = column.parse(fields[place])
            if value is None:
                missing = column.is_missing(fields[place])
                wanted = f"a value for {column.name}" if missing else column.expected()
                raise misread(path, line, wanted, repr(fields[place]))
            row.append(value)
        yield tuple(row)


def is_row(fields: Sequence[str], columns: Sequence[Column]) -> bool:
    """Whether the first line of a file is a row of values rather than names; numbers never are names."""
    known = [column.parse(text) is not None for column, text in zip(columns, fields)]
    return (all(known) and len(fields) == len(columns)) or all(
        NUMBER.parse(text) is not None for text in fields
    )


def places_of(path: PathLike, line: int, names: Sequence[str], train: Dataset) -> list[int]:
    """Where the attributes stand among the columns."""
    place = {name: i for i, name in reversed(list(enumerate(names)))}
    missing = [name for name in train.attributes if name not in place]
    if missing:
        wanted = f"columns named {', '.join(train.attributes)}"
        raise misread(path, line, wanted, f"none named {', '.join(missing)}")
    return [place[name] for name in train.attributes]


def written_rows(text: str, train: Dataset, wanted: str) -> list[GivenRow]:
    """The rows of a text, with commas between values and semicolons between rows; numbers may be fractions.

    `wanted` says what else --query may be, after the word must.
    """
    rows = []
    columns = attribute_columns(train)
    names = ", ".join(train.attributes)
    for part in text.split(";"):
        fields = [field.strip() for field in part.split(",")]
        values = [column.parse(field) for column, field in zip(columns, fields)]
        if len(fields) != len(columns):
            if all(NUMBER.parse(field) is None for field in fields):
                raise DataError(f"--query must {wanted}, got {shown(text)}")
            raise DataError(
                f"a row of --query must have {len(columns)} values ({names}), got {part.strip()!r}"
            )
        for column, field, value in zip(columns, fields, values):
            if value is None:
                raise DataError(
                    f"--query must {wanted}, with {column.expected()}, got {field!r} in {shown(text)}"
                )
        rows.append(tuple(values))
    return rows


def keel_rows(path: PathLike, train: Dataset) -> list[GivenRow]:
    """The rows of a KEEL file with the attributes of the training file."""
    dataset = read_keel(path)
    if dataset.attributes != train.attributes:
        wanted, got = ", ".join(train.attributes), ", ".join(dataset.attributes)
        raise DataError(f"{path} must have the attributes {wanted}, got {got}")
    for name, values, known in zip(train.attributes, dataset.order, train.order):
        if values != known:
            wanted, got = (f"{', '.join(one)}" or "numbers" for one in (known, values))
            raise DataError(f"{path} must have for {name} {wanted}, as the training rows have, got {got}")
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
