"""KEEL files: a header of @-lines that declares the attributes, then the rows after @data.

% a comment
@relation balance
@attribute weight real [1.0, 5.0]          numbers: integer or real, with bounds or without
@attribute side {left, right}              ordered values, the lowest first
@attribute class {light, heavy}
@inputs weight, side                       default: all attributes but the output
@outputs class                             default: the last attribute that is no input
@directions +, -                           one sign for each input; default: all +
@data
2.5, left, light
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from monfknn_ref.data.columns import (
    Column,
    Record,
    Table,
    asked_directions,
    chosen_columns,
    misread,
    parse_number,
    read_lines,
)
from monfknn_ref.data.dataset import Dataset
from monfknn_ref.data.description import Description, describe
from monfknn_ref.data.files import PathLike
from monfknn_ref.readings.errors import shown

KEYWORDS = ("@relation", "@attribute", "@inputs", "@outputs", "@directions", "@data")
SINGULARS = {"@input": "@inputs", "@output": "@outputs", "@direction": "@directions"}
STATEMENT = re.compile(r"(@\w+)\s*(.*)")
ATTRIBUTE = re.compile(r"""('[^']*'|"[^"]*"|[^\s{'"]+)\s*(.*)""")
NUMERIC = re.compile(r"(integer|real|numeric)\s*(\[(.*)\])?", re.IGNORECASE)
NOMINAL = re.compile(r"\{(.*)\}")
FIELD = re.compile(r"""\s*(?:'([^']*)'\s*|"([^"]*)"\s*|([^,]*))(,|\Z)""")  # takes each character once


def read_keel(
    path: PathLike,
    *,
    use: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    classes: Any = None,
    directions: Any = None,
    missing: str = "error",
) -> Dataset:
    """The data set of a KEEL file, its numbers exact.

    use: the inputs that are attributes, in this order; default: all.
    ignore: inputs that are no attributes.
    classes: the labels from lowest to highest, for a file that declares them in another order.
    directions: for a file without @directions; a file that has them must agree.
    missing: a row with a missing value ("?", "NA", "nan", nothing, ...) is an "error", or "drop" it.

    A file that is not as it should be raises DataError with its name, the line and what was expected.
    """
    given = {"use": use, "ignore": ignore, "classes": classes, "directions": directions, "missing": missing}
    return read_described_keel(path, describe(given))


def read_described_keel(path: PathLike, asked: Description) -> Dataset:
    """The data set of a KEEL file, of which some things are said besides."""
    lines = read_lines(path)
    header = read_header(path, lines)
    inputs, output = find_roles(path, header)
    used = chosen_columns(path, header.line_of("@inputs"), inputs, output, asked)
    signs = find_directions(path, header, inputs, output, used, asked)
    records = read_records(path, lines, header, used, output)
    relation = split_fields(header.text_of("@relation"))[0] or Path(path).stem
    label = header.columns[output]
    if asked.classes is not None:
        label = replace(label, values=tuple(map(str, asked.classes)))
    table = Table(path, relation, [header.columns[name] for name in used], label, records, len(lines))
    return table.dataset(asked.classes, signs, asked.missing or "error")


@dataclass
class Header:
    """What the lines before @data declare: attributes by name, the other statements by keyword."""

    columns: dict[str, Column] = field(default_factory=dict)
    statements: dict[str, tuple[int, str]] = field(default_factory=dict)

    def text_of(self, keyword: str) -> str:
        """What follows the keyword; nothing when the header does not have it."""
        return self.statements[keyword][1] if keyword in self.statements else ""

    def line_of(self, keyword: str) -> int:
        """The line of the keyword; the line of @data when the header does not have it."""
        return self.statements.get(keyword, self.statements["@data"])[0]


def content_lines(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines that are neither blank nor a comment, numbered from 1."""
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and not text.startswith("%"):
            yield number, text


def split_fields(text: str) -> list[str]:
    """The values between commas, without the space around them or the quotes.

    >>> split_fields(" 1.5 ,'low, or none', ?")
    ['1.5', 'low, or none', '?']
    """
    fields = []
    position = 0
    while True:
        match = FIELD.match(text, position)
        assert match is not None  # unquoted, a field may be any text up to a comma
        single_quoted, double_quoted, unquoted, comma = match.groups()
        fields.append(single_quoted or double_quoted or (unquoted or "").rstrip())
        if not comma:
            return fields
        position = match.end()


def read_header(path: PathLike, lines: Sequence[str]) -> Header:
    """The header, up to and including @data."""
    header = Header()
    for number, line in content_lines(lines):
        match = STATEMENT.fullmatch(line)
        keyword = match[1].lower() if match else ""
        keyword = SINGULARS.get(keyword, keyword)
        if match is None or keyword not in KEYWORDS:
            raise misread(path, number, f"{', '.join(KEYWORDS[:-1])} or @data", repr(line))
        if keyword == "@attribute":
            column = read_attribute(path, number, match[2])
            if column.name in header.columns:
                raise misread(path, number, "an attribute with a name of its own", f"{column.name!r} again")
            header.columns[column.name] = column
            continue
        if keyword in header.statements:
            raise misread(path, number, f"{keyword} once", "it again")
        header.statements[keyword] = (number, match[2])
        if keyword == "@data":
            return header
    raise misread(path, len(lines), "@data after the header", "the end of the file")


def read_attribute(path: PathLike, number: int, text: str) -> Column:
    """The column that an @attribute line declares."""
    match = ATTRIBUTE.fullmatch(text)
    if match is None:
        raise misread(path, number, "a name after @attribute", repr(text))
    name = match[1].strip("'\"")
    nominal = NOMINAL.fullmatch(match[2])
    if nominal:
        values = split_fields(nominal[1])
        if "" in values or len(set(values)) != len(values):
            raise misread(path, number, f"values for {name}, each once, between commas", repr(match[2]))
        return Column(name, values=tuple(values))
    numeric = NUMERIC.fullmatch(match[2])
    if not numeric:
        kinds = "integer [lowest, highest], real [lowest, highest] or {value, ...}"
        raise misread(path, number, f"{kinds} for {name}", repr(match[2]))
    whole = numeric[1].lower() == "integer"
    if numeric[2] is None:
        return Column(name, whole)
    bounds = [parse_number(bound) for bound in split_fields(numeric[3])]
    if len(bounds) != 2 or bounds[0] is None or bounds[1] is None or bounds[0] > bounds[1]:
        raise misread(path, number, f"bounds [lowest, highest] for {name}", repr(numeric[2]))
    return Column(name, whole, (bounds[0], bounds[1]), numeric[2])


def find_roles(path: PathLike, header: Header) -> tuple[list[str], str]:
    """The names of the inputs, in the order of @inputs, and the name of the one output."""
    stated: dict[str, list[str]] = {}
    for keyword in ("@inputs", "@outputs"):
        if keyword in header.statements:
            names = split_fields(header.text_of(keyword))
            for name in names:
                if name not in header.columns:
                    known = f"one of the attributes {', '.join(header.columns)} in {keyword}"
                    raise misread(path, header.line_of(keyword), known, repr(name))
            if len(set(names)) != len(names):
                raise misread(path, header.line_of(keyword), f"each name once in {keyword}", shown(names))
            stated[keyword] = names
    taken = set(stated.get("@inputs", ()))
    others = [name for name in header.columns if name not in taken]
    outputs = stated.get("@outputs", others[-1:])
    if len(outputs) != 1:
        raise misread(path, header.line_of("@outputs"), "one output attribute", f"{len(outputs)}")
    output = outputs[0]
    inputs = stated.get("@inputs", [name for name in header.columns if name != output])
    if not inputs or output in inputs:
        wanted = f"at least one input attribute besides the output {output}"
        raise misread(path, header.line_of("@inputs"), wanted, repr(inputs))
    label = header.columns[output]
    if not label.values and not label.whole:
        wanted = f"ordered values or whole numbers for the output {output}"
        raise misread(path, header.line_of("@outputs"), wanted, "real numbers")
    return inputs, output


def find_directions(
    path: PathLike,
    header: Header,
    inputs: Sequence[str],
    output: str,
    used: Sequence[str],
    asked: Description,
) -> str:
    """A sign for each attribute: as the file states it, as asked for, or +."""
    signs = "".join(header.text_of("@directions").replace(",", " ").split())
    line = header.line_of("@directions")
    if "@directions" in header.statements and (set(signs) - {"+", "-"} or len(signs) != len(inputs)):
        wanted = f"{len(inputs)} signs, each + or -, one for each input"
        raise misread(path, line, wanted, repr(header.text_of("@directions")))
    stated = dict(zip(inputs, signs))
    asked_for = asked_directions(path, header.line_of("@inputs"), inputs, output, used, asked)
    found = "".join(stated.get(name, "+") for name in used)
    asked_signs = "".join({**stated, **asked_for}.get(name, "+") for name in used)
    if stated and asked_signs != found:
        raise misread(path, line, f"the directions asked for, {asked_signs}", found)
    return asked_signs


def read_records(
    path: PathLike, lines: Sequence[str], header: Header, inputs: Sequence[str], output: str
) -> list[Record]:
    """The rows after @data, their values still text."""
    names = list(header.columns)
    label = header.columns[output]
    records = []
    for number, line in content_lines(lines):
        if number <= header.line_of("@data"):
            continue
        fields = split_fields(line)
        if len(fields) != len(names):
            raise misread(path, number, f"{len(names)} values ({', '.join(names)})", f"{len(fields)}")
        value_of = dict(zip(names, fields))
        records.append(Record(number, [value_of[name] for name in inputs], value_of[output]))
        if not label.is_missing(value_of[output]) and label.parse(value_of[output]) is None:
            raise misread(path, number, label.expected(), repr(value_of[output]))
    return records
