"""Frames of pandas and polars as data sets. Neither package is imported: a frame says itself what it holds.

Every DataError reads "row N of the frame: expected ..., got ...", with rows counted from 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monfknn_ref.data.description import MOST_ADVISED, Description, describe
from monfknn_ref.data.files import DataError
from monfknn_ref.model.arrays_and_frames import as_python, order_of
from monfknn_ref.model.checks import Label, is_finite, is_number
from monfknn_ref.model.door import check_classes
from monfknn_ref.readings.errors import shown


def columns_of_frame(frame: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the data set that a frame holds: X, y, classes, attributes, directions and order."""
    asked = describe(given)
    series = series_of(frame)
    label = str(asked.label)
    if label not in series:
        raise DataError(f"label must be a column of the frame ({', '.join(series)}), got {asked.label!r}")
    used = chosen(list(series), label, asked)
    order = [asked.order.get(name) or tuple(map(str, categories(series[name]))) for name in used]
    rows = list(zip(*(values(series[name]) for name in (*used, label))))
    kept = [i for i, row in enumerate(rows) if is_complete(i, row, (*used, label), asked.missing)]
    if not kept:
        raise DataError("the frame must have at least one complete row, got none")
    y = [rows[i][-1] for i in kept]
    classes = asked.classes if asked.classes is not None else categories(series[label])
    return {
        "X": [numbers(i, rows[i][:-1], used, order, rows) for i in kept],
        "y": y,
        "classes": tuple(classes) or sorted_classes(label, y),
        "attributes": used,
        "directions": signs(used, asked),
        "order": order,
    }


def numbers_of_frame(
    frame: Any, attributes: Sequence[str], order: Sequence[Sequence[str]]
) -> list[list[Any]]:
    """The rows of a frame as numbers, its columns taken by name."""
    series = series_of(frame)
    for name in attributes:
        if name not in series:
            known = ", ".join(series)
            raise DataError(f"the frame must have the columns {', '.join(attributes)}, got {known}")
    rows = list(zip(*(values(series[name]) for name in attributes)))
    for i, row in enumerate(rows):
        is_complete(i, row, attributes, "error")
    return [numbers(i, row, attributes, order, rows) for i, row in enumerate(rows)]


# --- Columns ----------------------------------------------------------------------------------------------


def series_of(frame: Any) -> dict[str, Any]:
    """The columns of a frame by their names."""
    if hasattr(frame, "collect"):
        raise TypeError("frame must hold its rows, got a lazy frame; call its method collect first")
    names = getattr(frame, "columns", None)
    if names is None or callable(names) or not hasattr(frame, "__getitem__"):
        raise TypeError(f"frame must be a frame of pandas or polars, got {shown(frame)}")
    keys = list(names)
    if len({str(key) for key in keys}) != len(keys):
        raise DataError(f"the frame must have a name of its own for each column, got {shown(keys)}")
    return {str(key): frame[key] for key in keys}


def chosen(names: Sequence[str], label: str, asked: Description) -> list[str]:
    """The columns that are attributes."""
    named = {
        "use": asked.use or (),
        "ignore": asked.ignore,
        "order": asked.order,
        "directions": asked.directions if isinstance(asked.directions, dict) else (),
    }
    for key, mentioned in named.items():
        for name in mentioned:
            if name not in names or name == label:
                known = ", ".join(one for one in names if one != label)
                raise DataError(f"{key} must name attributes of the frame ({known}), got {name!r}")
    used = [name for name in asked.use or names if name != label and name not in asked.ignore]
    if not used:
        raise DataError(f"the frame must have at least one attribute besides {label}, got none")
    return used


def signs(used: Sequence[str], asked: Description) -> str:
    """A sign for each attribute, or nothing if nothing was said; Dataset counts them."""
    if isinstance(asked.directions, dict):
        return "".join(asked.directions.get(name, "+") for name in used)
    return str(asked.directions or "")


def categories(series: Any) -> list[Any]:
    """The values of an ordered categorical, lowest first; none for any other column."""
    return [as_python(value) for value in order_of(series) or ()]


def values(series: Any) -> list[Any]:
    """The values of a column as plain Python values."""
    return [as_python(value) for value in (series.to_list() if hasattr(series, "to_list") else list(series))]


# --- Values -----------------------------------------------------------------------------------------------


def is_complete(i: int, row: Sequence[Any], names: Sequence[str], missing: str | None) -> bool:
    """Whether no value of a row is missing, which is an error unless such rows are to be dropped."""
    for name, value in zip(names, row):
        if is_missing(value):
            if missing == "drop":
                return False
            raise misread(i, f"a value for {name} (missing='drop' leaves such rows out)", value)
    return True


def is_missing(value: Any) -> bool:
    """Whether a value is None, NaN, or what pandas has for a missing one.

    >>> is_missing(None), is_missing(float("nan")), is_missing(0), is_missing("")
    (True, True, False, False)
    """
    try:
        return value is None or bool(value != value)
    except TypeError:  # pandas.NA is neither equal to anything nor different
        return True


def numbers(
    i: int,
    row: Sequence[Any],
    names: Sequence[str],
    order: Sequence[Sequence[str]],
    rows: Sequence[Sequence[Any]],
) -> list[Any]:
    """A row as numbers; text is its position in the order of its attribute."""
    found = []
    for place, (name, value, known) in enumerate(zip(names, row, order)):
        if known:
            if str(value) not in known:
                raise misread(i, f"one of {', '.join(known)} for {name}", value)
            value = known.index(str(value))
        elif not is_number(value):
            seen = dict.fromkeys(other[place] for other in rows)
            listed = [str(one) for one in seen if not is_missing(one)]
            advice = f", or an order of its values, lowest first, such as order={{{name!r}: {listed}}}"
            text = isinstance(value, str) and len(listed) <= MOST_ADVISED
            raise misread(i, f"a number for {name}{advice if text else ''}", value)
        elif not is_finite(value):
            raise misread(i, f"a finite number for {name}", value)
        found.append(value)
    return found


def sorted_classes(label: str, y: Sequence[Label]) -> list[Label]:
    """The classes where nothing says their order: numbers and truth values have one, text has none."""
    if not all(is_number(one) for one in y):
        some = list(dict.fromkeys(y))[:MOST_ADVISED]
        raise DataError(
            f"the labels of {label} are text and must be given an order, lowest first, as an ordered "
            f"categorical or such as classes={some}, got no order"
        )
    return check_classes(y)


def misread(i: int, expected: str, value: Any) -> DataError:
    return DataError(f"row {i} of the frame: expected {expected}, got {shown(value)}")
