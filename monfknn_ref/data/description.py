"""How a table is to be read: which column is what, and in which order text stands.

What there is to say has the same names everywhere: as arguments of `read_csv` and `Dataset.from_frame`, as
options of the commands (`--label class`), and as keys of a description file. That is a small file of TOML
with the name of the table, `cars.toml` for `cars.csv`:

    label = "class"                            # the column of labels; default: the last one
    classes = ["bad", "fair", "good"]          # the labels from lowest to highest
    ignore = ["id"]                            # columns that are no attributes
    use = ["price", "safety"]                  # or those that are; default: all others
    columns = ["id", "price", ...]             # the names of the columns, for a table without a header
    delimiter = ";"                            # what stands between values; default: a comma
    missing = "drop"                           # leave out rows with missing values; default: "error"

    [order]                                    # the values of attributes that are text, lowest first
    safety = ["low", "med", "high"]

    [directions]                               # "-" if more of it lowers the class; default: "+"
    price = "-"
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from monfknn_ref.data.files import STANDARD_INPUT, DataError, PathLike, is_file, read_text
from monfknn_ref.model.checks import Label, is_sequence
from monfknn_ref.model.door import check_classes
from monfknn_ref.readings.errors import check_choice, shown

LARGEST_DESCRIPTION = 10_000_000
MOST_ADVISED = 12
"""A message that asks for the order of values lists at most so many of them."""
MISSING = ("error", "drop")
SIGNS = {"+": "+", "-": "-", 1: "+", -1: "-"}

Directions: TypeAlias = str | Mapping[str, str]


@dataclass(frozen=True)
class Description:
    """What was said about a table, checked; None and empty where nothing was."""

    columns: tuple[str, ...] | None = None
    delimiter: str | None = None
    label: str | int | None = None
    use: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    classes: tuple[Label, ...] | None = None
    order: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    directions: Directions | None = None
    missing: str | None = None
    said: Mapping[str, str] = field(default_factory=dict)
    """How messages name each thing: ignore, --ignore, or ignore in cars.toml."""

    def name(self, key: str) -> str:
        """How a message names something that was said, or could have been."""
        return self.said.get(key, key)

    def over(self, other: Description) -> Description:
        """This description, and what the other one says where this one is silent.

        Orders and directions are combined column by column.
        """
        found: dict[str, Any] = {}
        for key in KEYS:
            ours, theirs = getattr(self, key), getattr(other, key)
            if isinstance(ours, dict) and isinstance(theirs, dict):
                found[key] = {**theirs, **ours}
            elif key == "directions" and isinstance(ours, dict) and theirs is not None:
                raise DataError(
                    f"{self.name(key)} must be signs for all attributes, such as {theirs}, because "
                    f"{other.name(key)} is, got {shown(ours)}"
                )
            else:
                found[key] = ours if key in self.said else theirs
        if "use" in self.said and "ignore" not in self.said:
            found["ignore"] = tuple(name for name in other.ignore if name not in (self.use or ()))
        if "ignore" in self.said and "use" not in self.said and other.use is not None:
            found["use"] = tuple(name for name in other.use if name not in self.ignore)
        return Description(**found, said={**other.said, **self.said})


def describe(given: Mapping[str, Any], name: Callable[[str], str] = str) -> Description:
    """The description that some arguments, options or keys make; `name` is how messages name one of them.

    >>> describe({"label": "class", "directions": {"price": "-"}}).directions
    {'price': '-'}
    >>> describe({"ignore": "id"}, "{} in cars.toml".format)
    Traceback (most recent call last):
    monfknn_ref.data.files.DataError: ignore in cars.toml must be a list of names of columns, got 'id'
    """
    stated = {key: value for key, value in given.items() if value is not None}
    checked = {key: CHECKS[key](name(key), value) for key, value in stated.items()}
    return Description(**checked, said={key: name(key) for key in stated})


# --- What may be said -------------------------------------------------------------------------------------


def check_names(name: str, value: Any) -> tuple[str, ...]:
    names = tuple(value) if is_sequence(value) else None
    if names is None or not all(isinstance(one, str) for one in names):
        raise DataError(f"{name} must be a list of names of columns, got {shown(value)}")
    if len(set(names)) != len(names):
        raise DataError(f"{name} must name each column once, got {shown(list(names))}")
    return names


def check_delimiter(name: str, value: Any) -> str:
    if isinstance(value, str) and len(value) == 1 and value != '"' and (value.isprintable() or value == "\t"):
        return value
    raise DataError(f"{name} must be one character, such as ';', got {shown(value)}")


def check_label(name: str, value: Any) -> str | int:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise TypeError(f"{name} must be the name or the position of a column, got {shown(value)}")
    return value


def check_labels(name: str, value: Any) -> tuple[Label, ...]:
    try:
        return tuple(check_classes((), value))
    except (ValueError, TypeError) as error:
        raise type(error)(str(error).replace("classes", name, 1)) from None


def check_order(name: str, value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, Mapping):
        raise DataError(
            f"{name} must say for each column its values from lowest to highest, got {shown(value)}"
        )
    found = {}
    for column, values in value.items():
        texts = tuple(map(as_written, values)) if is_sequence(values) else ()
        if not texts or None in texts or len(set(texts)) != len(texts):
            raise DataError(
                f"{name} must list the values of {column!r} from lowest to highest, each once, "
                f"got {shown(values)}"
            )
        found[str(column)] = tuple(str(text) for text in texts)
    return found


def as_written(value: Any) -> str | None:
    """A value of an order as it stands in a table: text, or a number."""
    if isinstance(value, str):
        return value.strip() or None
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def check_signs(name: str, value: Any) -> Directions:
    """Signs for all attributes as one text, or for some by their names."""
    by_name = isinstance(value, Mapping)
    signs = list(value.values()) if by_name else list(value) if is_sequence(value) else value
    if not isinstance(signs, (str, list)):
        raise TypeError(
            f"{name} must be a sign for each attribute, such as '+-+', or signs by the names of columns, "
            f"got {shown(value)}"
        )
    for sign in signs:
        if isinstance(sign, bool) or not isinstance(sign, (str, int)) or sign not in SIGNS:
            which = f" for {next(key for key in value if value[key] is sign)!r}" if by_name else ""
            raise DataError(f"{name} must hold '+' or '-', got {shown(sign)}{which} in {shown(value)}")
    checked = [SIGNS[sign] for sign in signs]
    return dict(zip(map(str, value), checked)) if by_name else "".join(checked)


CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "columns": check_names,
    "delimiter": check_delimiter,
    "label": check_label,
    "use": check_names,
    "ignore": check_names,
    "classes": check_labels,
    "order": check_order,
    "directions": check_signs,
    "missing": partial(check_choice, options=MISSING),
}
KEYS = tuple(CHECKS)


# --- The file beside the table ----------------------------------------------------------------------------


def beside(path: PathLike) -> Path:
    """Where the description of a table is looked for.

    >>> beside("tables/cars.csv").as_posix()
    'tables/cars.toml'
    """
    return Path(path).with_suffix(".toml")


def find_description(path: PathLike, description: PathLike | None = None) -> Description:
    """The description in the file that is named, or else in the one beside the table, if it is there."""
    if description is not None:
        if not is_file(description):
            raise DataError(f"there is no file {os.fspath(description)!r}")
        return read_description(description)
    if os.fspath(path) == STANDARD_INPUT or not is_file(beside(path)):
        return Description()
    return read_description(beside(path))


def read_description(path: PathLike) -> Description:
    """The description in a file of TOML."""
    file = os.fspath(path)
    try:
        found = tomllib.loads(read_text(path, LARGEST_DESCRIPTION).removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{file} must be a description in TOML, got one with a fault: {error}") from None
    except RecursionError:
        raise DataError(f"{file} must be a description in TOML, got one that is nested too deep") from None
    for key in found:
        if key not in KEYS:
            [*near] = difflib.get_close_matches(key, KEYS, 1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            raise DataError(f"{file} must have no keys but {', '.join(KEYS)}, got {shown(key)}{hint}")
    try:
        return describe(found, lambda key: f"{key} in {file}")
    except TypeError as error:
        raise DataError(str(error)) from None
