"""What the readers of KEEL and CSV files share: columns of text become an exact Dataset, or a DataError.

Every DataError of a file reads "FILE, line N: expected ..., got ...".
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, BinaryIO

from monfknn_ref.data.dataset import Bounds, DataError, Dataset, Number, exact_number
from monfknn_ref.files import PathLike, check_size, open_file
from monfknn_ref.validation import Label, check_choice, check_classes, check_directions, cut

MISSING_MARKS = ("", "?", "<null>", "na")
DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
LARGEST = 10**300  # so that no difference of two numbers leaves the range of doubles
MOST_CHARACTERS = 1000
LONGEST_LINE = 50_000_000

__all__ = [
    "Column",
    "PathLike",
    "Record",
    "Table",
    "asked_directions",
    "lines_in",
    "misread",
    "parse_number",
    "read_lines",
]


def misread(path: PathLike, line: int, expected: str, got: str) -> DataError:
    """The error that says where a file is wrong and what was expected there.

    >>> misread("scale.dat", 7, "a number for weight", "'heavy'")
    DataError("scale.dat, line 7: expected a number for weight, got 'heavy'")
    """
    return DataError(f"{os.fspath(path)}, line {line}: expected {cut(expected)}, got {cut(got)}")


def read_lines(path: PathLike) -> list[str]:
    """The lines of a text file in UTF-8, whatever their ends, of a file that is read as a whole."""
    check_size(path)
    with open_file(path) as file:
        return list(lines_in(path, file))


def lines_in(path: PathLike, file: BinaryIO) -> Iterator[str]:
    """The lines of an open text file one after the other, in the memory that the longest of them needs.

    As with `split`, there is one more line than there are line ends.
    """
    number, ended = 0, True
    while content := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(content) > LONGEST_LINE:
            raise misread(path, number, f"a line of at most {LONGEST_LINE} bytes", "a longer one")
        try:
            text = content.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            wrong = f"the byte 0x{error.object[error.start]:02x}"
            raise misread(path, number, "text in UTF-8", wrong) from None
        ended = text.endswith("\n")
        yield from text.removesuffix("\n").removesuffix("\r").split("\r")
    if ended:
        yield ""


def asked_directions(path: PathLike, line: int, directions: Any, inputs: int) -> str:
    """The directions asked for as signs, one for each input the file has; all + when none were asked for.

    >>> asked_directions("scale.dat", 5, (1, -1), 2)
    '+-'
    """
    if directions is None:
        return "+" * inputs
    signs = "".join("+" if sign == 1 else "-" for sign in check_directions(directions, len(directions)))
    if len(signs) != inputs:
        wanted = f"{len(signs)} input attributes for the directions asked for, {signs}"
        raise misread(path, line, wanted, str(inputs))
    return signs


def parse_number(text: str) -> Number | None:
    """The exact value of a decimal of at most 1e300 in size, or None for any other text.

    >>> parse_number("1.0"), parse_number("-2.5e-1"), parse_number("1/3"), parse_number("1e301")
    (1, Fraction(-1, 4), None, None)
    """
    if len(text) > MOST_CHARACTERS or not DECIMAL.fullmatch(text):
        return None
    value = Fraction(text)
    return exact_number(value) if abs(value) <= LARGEST else None


@dataclass(frozen=True)
class Column:
    """An attribute as a file declares it: numbers, perhaps whole or bounded, or ordered values."""

    name: str
    whole: bool = False
    bounds: Bounds | None = None
    bounds_as_written: str = ""
    values: tuple[str, ...] = ()
    places: dict[str, int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", {text: place for place, text in enumerate(self.values)})

    def parse(self, text: str) -> Number | None:
        """The number the text stands for in this column, or None where it does not belong.

        >>> Column("safety", values=("low", "med", "high")).parse("high")
        2
        >>> Column("doors", whole=True, bounds=(2, 5)).parse("6") is None
        True
        """
        if self.values:
            return self.places.get(text)
        value = parse_number(text)
        if value is None or (self.whole and not isinstance(value, int)):
            return None
        if self.bounds is not None and not self.bounds[0] <= value <= self.bounds[1]:
            return None
        return value

    def expected(self) -> str:
        """What `parse` accepts, in words."""
        if self.values:
            return f"one of {', '.join(self.values)} for {self.name}"
        kind = "a whole number" if self.whole else "a number"
        within = f" within {self.bounds_as_written}" if self.bounds is not None else ""
        return f"{kind}{within} for {self.name}"

    def is_missing(self, text: str) -> bool:
        """Whether the text marks a missing value; a value that the column declares never does."""
        return text.casefold() in MISSING_MARKS and text not in self.places

    def limits(self, found: Sequence[Number]) -> Bounds:
        """The bounds: of the ordered values, as declared, or as found."""
        if self.values:
            return 0, len(self.values) - 1
        return self.bounds or (min(found), max(found))


@dataclass(frozen=True)
class Record:
    """One line of data: the texts of the input attributes in order, and the text of the label."""

    line: int
    inputs: Sequence[str]
    label: str


@dataclass(frozen=True)
class Table:
    """A file taken apart, its values still text."""

    path: PathLike
    name: str
    columns: Sequence[Column]
    label: Column
    records: Sequence[Record]
    lines: int

    def dataset(self, classes: Any, directions: str, missing: str) -> Dataset:
        """The data set of the records, each value read by its column."""
        check_choice("missing", missing, ("error", "drop"))
        records = []
        X = []
        for record in self.records:
            if self.is_complete(record, missing):
                records.append(record)
                X.append(self.parse_inputs(record))
        if not records:
            raise misread(self.path, self.lines, "at least one complete row of data", "none")
        forms, ordered = label_forms(self.label, [record.label for record in records], classes)
        for record in records:
            if record.label not in forms:
                expected = f"one of {', '.join(forms)} for {self.label.name}"
                raise misread(self.path, record.line, expected, repr(record.label))
        return Dataset(
            name=self.name,
            X=X,
            y=[forms[record.label] for record in records],
            classes=ordered,
            attributes=[column.name for column in self.columns],
            directions=directions,
            bounds=[column.limits(found) for column, found in zip(self.columns, zip(*X))],
        )

    def is_complete(self, record: Record, missing: str) -> bool:
        """Whether no value is missing, which is an error unless such rows are to be dropped."""
        for column, text in zip((*self.columns, self.label), (*record.inputs, record.label)):
            if column.is_missing(text):
                if missing == "error":
                    wanted = f"a value for {column.name} (missing='drop' leaves such rows out)"
                    raise misread(self.path, record.line, wanted, repr(text))
                return False
        return True

    def parse_inputs(self, record: Record) -> list[Number]:
        """The input attributes of a record as numbers."""
        row = []
        for column, text in zip(self.columns, record.inputs):
            value = column.parse(text)
            if value is None:
                raise misread(self.path, record.line, column.expected(), repr(text))
            row.append(value)
        return row


def label_forms(label: Column, found: Sequence[str], classes: Any) -> tuple[dict[str, Label], list[Label]]:
    """The label each text stands for, and the labels in order.

    The order is the one asked for, else the declared one, else the sorted one. Labels asked for keep their
    form; other labels become numbers when all of them are, and differ as such.

    >>> label_forms(Column("class", values=("low", "high")), ["high", "low"], None)
    ({'low': 'low', 'high': 'high'}, ['low', 'high'])
    >>> label_forms(Column("class"), ["10", "9"], None)
    ({'10': 10, '9': 9}, [9, 10])
    """
    if classes is not None:
        asked = check_classes((), classes)
        return {str(one): one for one in asked}, asked
    texts = label.values or tuple(dict.fromkeys(found))
    numbers = [parse_number(text) for text in texts]
    are_numbers = None not in numbers and len(set(numbers)) == len(texts)
    labels: list[Label] = list(numbers if are_numbers else texts)
    return dict(zip(texts, labels)), labels if label.values else check_classes(labels)
