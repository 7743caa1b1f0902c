"""What the readers of KEEL and CSV files share: columns of text become an exact Dataset, or a DataError.

Every DataError of a file reads "FILE, line N: expected ..., got ...".
"""

from __future__ import annotations

import csv
import io
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import BinaryIO

from monfknn_ref.data.dataset import Bounds, Dataset, Number, exact_number
from monfknn_ref.data.description import MOST_ADVISED, Description
from monfknn_ref.data.files import DataError, PathLike, check_size, open_file
from monfknn_ref.model.checks import Label, is_number
from monfknn_ref.model.door import check_classes
from monfknn_ref.readings.errors import cut

MISSING_MARKS = ("", "?", ".", "<null>", "null", "none", "nan", "na", "n/a", "<na>", "#n/a")
DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
LARGEST = 10**300  # so that no difference of two numbers leaves the range of doubles
MOST_CHARACTERS = 1000
LONGEST_LINE = 50_000_000


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


def chosen_columns(
    path: PathLike, line: int, names: Sequence[str], label: str, asked: Description
) -> list[str]:
    """The columns that are attributes: those to use, in that order, or else all but those to be ignored."""
    for key, chosen in (("use", asked.use or ()), ("ignore", asked.ignore)):
        for name in chosen:
            check_column(path, line, names, label, name, asked.name(key))
    for name in asked.use or ():
        if name in asked.ignore:
            both = f"{asked.name('use')} and {asked.name('ignore')}"
            raise misread(path, line, f"each column in one of {both}", f"{name!r} in both")
    used = [name for name in names if name != label] if asked.use is None else list(asked.use)
    used = [name for name in used if name not in asked.ignore]
    if not used:
        raise misread(path, line, f"at least one attribute besides {label}", "none")
    return used


def check_column(
    path: PathLike, line: int, names: Sequence[str], label: str, name: str, purpose: str
) -> None:
    """Refuse a name that no column has, or that the labels have."""
    if name == label:
        raise misread(path, line, f"attributes for {purpose}", f"{name!r}, the column of the labels")
    if name not in names:
        raise misread(path, line, f"a column {name!r} for {purpose}", f"the columns {', '.join(names)}")


def asked_directions(
    path: PathLike, line: int, names: Sequence[str], label: str, used: Sequence[str], asked: Description
) -> dict[str, str]:
    """The signs asked for, by the names of attributes; none of those about which nothing was said.

    >>> asked = Description(directions={"age": "-"})
    >>> asked_directions("people.csv", 1, ["id", "size", "age"], "class", ["size", "age"], asked)
    {'age': '-'}
    """
    if asked.directions is None:
        return {}
    if isinstance(asked.directions, str):
        if len(asked.directions) != len(used):
            wanted = f"{len(asked.directions)} attributes for {asked.name('directions')}, {asked.directions}"
            raise misread(path, line, wanted, f"{len(used)} ({', '.join(used)})")
        return dict(zip(used, asked.directions))
    for name in asked.directions:
        check_column(path, line, names, label, name, asked.name("directions"))
    return {name: sign for name, sign in asked.directions.items() if name in used}


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

    @cached_property
    def places(self) -> dict[str, int]:
        """The position of each ordered value."""
        return {text: place for place, text in enumerate(self.values)}

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
    declared: bool = True
    """Whether the file itself says which columns are text and in which order their values stand."""

    def dataset(self, classes: Sequence[Label] | None, directions: str, missing: str) -> Dataset:
        """The data set of the records, each value read by its column."""
        records = []
        X = []
        for record in self.records:
            if self.is_complete(record, missing):
                records.append(record)
                X.append(self.parse_inputs(record))
        if not records:
            raise misread(self.path, self.lines, "at least one complete row of data", "none")
        found = list(dict.fromkeys(record.label for record in records))
        try:
            forms, ordered = label_forms(self.label, found, classes)
        except NoOrder:
            texts = [record for record in records if parse_number(record.label) is None]
            wanted = (
                f"a number for {self.label.name}, or an order of the classes, lowest first, such as "
                f"--classes {as_option(found)}, in Python classes={some(found)}"
            )
            raise misread(self.path, texts[0].line, wanted, repr(texts[0].label)) from None
        for record in records:
            if record.label not in forms:
                expected = f"one of {', '.join(map(str, ordered))} for {self.label.name}"
                raise misread(self.path, record.line, expected, repr(record.label))
        return Dataset(
            name=self.name,
            X=X,
            y=[forms[record.label] for record in records],
            classes=ordered,
            attributes=[column.name for column in self.columns],
            directions=directions,
            bounds=[column.limits(found) for column, found in zip(self.columns, zip(*X))],
            order=[column.values for column in self.columns],
        )

    def is_complete(self, record: Record, missing: str) -> bool:
        """Whether no value is missing, which is an error unless such rows are to be dropped."""
        for column, text in zip((*self.columns, self.label), (*record.inputs, record.label)):
            if column.is_missing(text):
                if missing == "error":
                    way = "--missing drop, in Python missing='drop', leaves such rows out"
                    raise misread(self.path, record.line, f"a value for {column.name} ({way})", repr(text))
                return False
        return True

    def parse_inputs(self, record: Record) -> list[Number]:
        """The input attributes of a record as numbers."""
        row = []
        for place, (column, text) in enumerate(zip(self.columns, record.inputs)):
            value = column.parse(text)
            if value is None:
                raise misread(self.path, record.line, column.expected() + self.advice(place), repr(text))
            row.append(value)
        return row

    def advice(self, place: int) -> str:
        """What to say where a column of numbers holds text, if the text may be meant."""
        column = self.columns[place]
        texts = dict.fromkeys(record.inputs[place] for record in self.records)
        found = [text for text in texts if not column.is_missing(text)]
        if self.declared or column.values or len(found) > MOST_ADVISED:
            return ""
        name = column.name
        return f", or an order of its values, lowest first, such as --order {as_option(found, f'{name}=')}"


def some(values: Sequence[str]) -> list[str]:
    """The first of some values."""
    return list(values) if len(values) <= MOST_ADVISED else [*values[:MOST_ADVISED], "..."]


def as_option(values: Sequence[str], before: str = "") -> str:
    """Values as they are typed after an option: with commas between them, quoted where the shell asks for it.

    >>> as_option(["low", "high"]), as_option(["so so", "a, b"])
    ('low,high', '\\'so so,"a, b"\\'')
    """
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(some(values))
    return shlex.quote(before + line.getvalue())


class NoOrder(Exception):
    """Labels are text, and nothing says in which order they stand."""


def label_forms(
    label: Column, found: Sequence[str], classes: Sequence[Label] | None
) -> tuple[dict[str, Label], list[Label]]:
    """The label each text stands for, and the labels in order.

    The order is the one asked for, else the declared one, else that of numbers. Labels asked for keep their
    form; other labels become numbers when all of them are. True and false may be written in any way.

    >>> label_forms(Column("class", values=("low", "high")), ["high", "low"], None)
    ({'low': 'low', 'high': 'high'}, ['low', 'high'])
    >>> label_forms(Column("class"), ["10", "9", "9.0"], None)
    ({'10': 10, '9': 9, '9.0': 9}, [9, 10])
    >>> label_forms(Column("class"), ["1.0", "2"], [1, 2, 3])
    ({'1': 1, '2': 2, '3': 3, '1.0': 1}, [1, 2, 3])
    """
    if classes is not None:
        forms: dict[str, Label] = {str(one): one for one in classes}
        numbers = {exact_number(one): one for one in classes if is_number(one)}
        forms.update({text: numbers[n] for text in found if (n := parse_number(text)) in numbers})
        return forms, list(classes)
    if label.values:
        numbers_declared = [parse_number(text) for text in label.values]
        as_numbers = None not in numbers_declared and len(set(numbers_declared)) == len(label.values)
        labels: list[Label] = list(numbers_declared if as_numbers else label.values)
        return dict(zip(label.values, labels)), labels
    forms = {text: parse_number(text) for text in found}
    if None not in forms.values():
        return forms, check_classes(list(forms.values()))
    truths = sorted(found, key=str.casefold)
    if [text.casefold() for text in truths] in (["false"], ["true"], ["false", "true"]):
        return {text: text for text in truths}, list(truths)
    raise NoOrder
