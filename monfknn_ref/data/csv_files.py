"""CSV files: rows of values between commas, one column of them the labels."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from monfknn_ref.data.columns import (
    Column,
    Record,
    Table,
    asked_directions,
    check_column,
    chosen_columns,
    lines_in,
    misread,
)
from monfknn_ref.data.dataset import Dataset
from monfknn_ref.data.description import Description, describe
from monfknn_ref.data.files import PathLike, check_size, open_file


def read_csv(
    path: PathLike,
    *,
    header: bool = True,
    columns: Sequence[str] | None = None,
    delimiter: str | None = None,
    label: str | int = -1,
    use: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    classes: Any = None,
    order: Mapping[str, Sequence[Any]] | None = None,
    directions: Any = None,
    missing: str = "error",
) -> Dataset:
    """The data set of a CSV file, its numbers exact; all columns but the labels are attributes.

    header: whether the first row names the columns; without it they are x1, x2, ...
    columns: names for the columns of a file without a header.
    delimiter: what stands between values; default: a comma, in a file *.tsv a tab.
    label: the column of the labels, by name or by position from 0; negative positions count from the end.
    use: the columns that are attributes, in this order; default: all but the labels.
    ignore: columns that are no attributes, such as an id.
    classes: the labels from lowest to highest; default: numbers in their order. Text has no default.
    order: for attributes that are text, by name: the values from lowest to highest.
    directions: a sign for each attribute, such as "+-+", or signs by name; default: all "+".
    missing: a row with a missing value ("?", "NA", "nan", nothing, ...) is an "error", or "drop" it.

    A file that is not as it should be raises DataError with its name, the line and what was expected.
    """
    if label is None:
        raise TypeError("label must be the name or the position of a column, got None")
    given = {
        "columns": columns,
        "delimiter": delimiter,
        "label": label,
        "use": use,
        "ignore": ignore,
        "classes": classes,
        "order": order,
        "directions": directions,
        "missing": missing,
    }
    return read_described_csv(path, describe(given), header)


def read_described_csv(path: PathLike, asked: Description, header: bool = True) -> Dataset:
    """The data set of a CSV file that is described."""
    check_size(path)
    rows = list(read_rows(path, delimiter_of(path, asked)))
    if not rows:
        raise misread(path, 1, "a row of values", "an empty file")
    first_line, first = rows[0]
    names = column_names(path, first_line, first, header, asked)
    label = find_label(path, first_line, names, -1 if asked.label is None else asked.label)
    used = chosen_columns(path, first_line, names, label, asked)
    for place, text in enumerate(first):
        if text == "" and header and asked.columns is None and names[place] in (label, *used):
            wanted = f"a name for column {place + 1}, or that {names[place]!r} is ignored"
            raise misread(path, first_line, wanted, "none")
    for name in asked.order:
        check_column(path, first_line, names, label, name, asked.name("order"))
    signs = asked_directions(path, first_line, names, label, used, asked)
    places, label_place = [names.index(name) for name in used], names.index(label)
    records = []
    for line, fields in rows[1:] if header and asked.columns is None else rows:
        if len(fields) != len(names):
            raise misread(path, line, f"{len(names)} values ({', '.join(names)})", f"{len(fields)}")
        records.append(Record(line, [fields[place] for place in places], fields[label_place]))
    table = Table(
        path,
        Path(path).stem,
        [Column(name, values=asked.order.get(name, ())) for name in used],
        Column(label, values=tuple(map(str, asked.classes or ()))),
        records,
        rows[-1][0],
        declared=False,
    )
    directions = "".join(signs.get(name, "+") for name in used)
    return table.dataset(asked.classes, directions, asked.missing or "error")


def delimiter_of(path: PathLike, asked: Description) -> str:
    """What stands between the values of a file.

    >>> delimiter_of("cars.csv", Description()), delimiter_of("cars.tsv", Description())
    (',', '\\t')
    """
    return asked.delimiter or ("\t" if os.fspath(path).lower().endswith(".tsv") else ",")


def column_names(
    path: PathLike, line: int, first: Sequence[str], header: bool, asked: Description
) -> list[str]:
    """The names of the columns; one without a name is called by its number."""
    if asked.columns is not None:
        names = list(asked.columns)
        if names == list(first):
            wanted = f"values, since {asked.name('columns')} says that the file has no header"
            raise misread(path, line, wanted, "the names of the columns")
    elif header:
        names = [text or f"column {place}" for place, text in enumerate(first, start=1)]
    else:
        names = [f"x{place + 1}" for place in range(len(first))]
    if len(names) < 2 or len(set(names)) != len(names):
        raise misread(path, line, "names for at least 2 columns, each once", repr(names))
    return names


def read_rows(path: PathLike, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, each with the number of its last line, read as they are asked for."""
    with open_file(path) as file:
        lines = (line + "\n" for line in lines_in(path, file))
        spaces = delimiter != " "
        reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=spaces, strict=True)
        try:
            for row in reader:
                fields = [text.strip() for text in row]
                if fields not in ([], [""]):
                    yield reader.line_num, fields
        except csv.Error as error:
            raise misread(path, reader.line_num, "a row of CSV", f"one with a fault: {error}") from None


def find_label(path: PathLike, line: int, names: Sequence[str], label: str | int) -> str:
    """The name of the column of labels."""
    if label in names:
        return str(label)
    if isinstance(label, int) and -len(names) <= label < len(names):
        return names[label]
    raise misread(path, line, f"a column {label!r} for the labels", f"the columns {', '.join(names)}")
