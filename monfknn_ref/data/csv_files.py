"""CSV files: rows of values between commas, one column of them the labels."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from monfknn_ref.data.columns import (
    Column,
    PathLike,
    Record,
    Table,
    asked_directions,
    lines_in,
    misread,
)
from monfknn_ref.data.dataset import Dataset
from monfknn_ref.files import check_size, open_file
from monfknn_ref.validation import shown

__all__ = ["read_csv"]


def read_csv(
    path: PathLike,
    *,
    header: bool = True,
    label: str | int = -1,
    classes: Any = None,
    directions: Any = None,
    levels: Mapping[str, Sequence[str]] | None = None,
    missing: str = "error",
    delimiter: str = ",",
) -> Dataset:
    """The data set of a CSV file, its numbers exact; all columns but the labels are attributes.

    header: whether the first row names the columns; without it they are x1, x2, ...
    label: the column of the labels, by name or by position from 0; negative positions count from the end.
    classes: the labels from lowest to highest; default: sorted, as numbers when all of them are.
    directions: a sign for each attribute, such as "+-+"; default: all "+".
    levels: for attributes that are no numbers, by name: the values from lowest to highest.
    missing: a row with a missing value ("?", "<null>", "NA" or nothing) is an "error", or "drop" it.

    A file that is not as it should be raises DataError with its name, the line and what was expected.
    """
    check_size(path)
    rows = list(read_rows(path, delimiter))
    if not rows:
        raise misread(path, 1, "a row of values", "an empty file")
    first_line, first = rows[0]
    names = first if header else [f"x{place + 1}" for place in range(len(first))]
    if len(names) < 2 or "" in names or len(set(names)) != len(names):
        raise misread(path, first_line, "names for at least 2 columns, each once", repr(names))
    label_place = find_label(path, first_line, names, label)
    records = []
    for line, fields in rows[1:] if header else rows:
        if len(fields) != len(names):
            raise misread(path, line, f"{len(names)} values ({', '.join(names)})", f"{len(fields)}")
        label_text = fields.pop(label_place)
        records.append(Record(line, fields, label_text))
    label_column = Column(names.pop(label_place))
    columns = read_columns(path, first_line, names, levels or {})
    signs = asked_directions(path, first_line, directions, len(columns))
    table = Table(path, Path(path).stem, columns, label_column, records, rows[-1][0])
    return table.dataset(classes, signs, missing)


def read_rows(path: PathLike, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, each with the number of its last line, read as they are asked for."""
    with open_file(path) as file:
        lines = (line + "\n" for line in lines_in(path, file))
        reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
        try:
            for row in reader:
                fields = [text.strip() for text in row]
                if fields not in ([], [""]):
                    yield reader.line_num, fields
        except csv.Error as error:
            raise misread(path, reader.line_num, "a row of CSV", f"one with a fault: {error}") from None


def find_label(path: PathLike, line: int, names: Sequence[str], label: str | int) -> int:
    """The position of the column of labels."""
    if isinstance(label, bool) or not isinstance(label, (str, int)):
        raise TypeError(f"label must be the name or the position of a column, got {shown(label)}")
    if label in names:
        return names.index(str(label))
    if isinstance(label, int) and -len(names) <= label < len(names):
        return label % len(names)
    raise misread(path, line, f"a column {label!r} for the labels", f"the columns {', '.join(names)}")


def read_columns(
    path: PathLike, line: int, names: Sequence[str], levels: Mapping[str, Sequence[str]]
) -> list[Column]:
    """A column for each attribute: of ordered values where levels are given, of numbers elsewhere."""
    for name, values in levels.items():
        if isinstance(values, str) or not values or len(set(values)) != len(values):
            raise ValueError(
                f"levels must list the values of {name!r} from lowest to highest, each once, "
                f"got {shown(values)}"
            )
        if name not in names:
            wanted = f"an attribute {name!r} for its levels"
            raise misread(path, line, wanted, f"the attributes {', '.join(names)}")
    return [Column(name, values=tuple(map(str, levels.get(name, ())))) for name in names]
