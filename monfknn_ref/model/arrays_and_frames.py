"""Arrays and data frames as callers hand them in, and the form in which callers get their answers.

One rule holds for every estimator: an answer has the form of what was handed in.

- `predict` and `predict_proba` follow X. An array or a data frame of any package gets a NumPy array; a list,
  or any other plain sequence, gets a list of plain Python values.
- `classes_` follows the y of `fit` in the same way.
- Exact numbers stay as they are: `predict_memberships`, `explain` and what Algorithm 1 left behind
  (`training_memberships_`, for instance) give lists and plain values to everybody.

The words of errors and warnings follow scikit-learn's where an array or a frame is wrong as a whole.

Nothing here imports NumPy, pandas, polars or scikit-learn. Whoever hands in an array has imported NumPy, and
`sys.modules` tells which of the others are in use.
"""

from __future__ import annotations

import html
import inspect
import sys
import warnings
from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from typing import Any

# --- What scikit-learn calls by name ----------------------------------------------------------------------


class NotFittedError(ValueError, AttributeError):
    """A model was asked for an answer before it was fitted."""

    def __reduce__(self) -> Any:
        return not_fitted, self.args  # which process unpickles it decides whether it is scikit-learn's too


class DataConversionWarning(UserWarning):
    """Labels were handed in as a table of one column."""


def not_fitted(message: str) -> NotFittedError:
    """The error that a model is not fitted; where scikit-learn is in use, it is its `NotFittedError` too."""
    exceptions = sys.modules.get("sklearn.exceptions")
    kind = NotFittedError if exceptions is None else both_kinds(exceptions.NotFittedError)
    return kind(message)


@cache
def both_kinds(theirs: type[Exception]) -> type[NotFittedError]:
    """A class of errors that are ours and theirs."""
    return type("NotFittedError", (NotFittedError, theirs), {"__module__": __name__})


def warn(message: str, kind: type[Warning] = UserWarning) -> None:
    """A warning that points at the caller's line, outside the package."""
    package = __name__.split(".")[0]
    frame, level = inspect.currentframe(), 1
    while frame is not None and frame.f_globals.get("__name__", "").split(".")[0] == package:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, kind, stacklevel=level)


# --- Reading ----------------------------------------------------------------------------------------------


def numpy() -> Any:
    """NumPy if somebody has imported it, else None."""
    return sys.modules.get("numpy")


def is_array(value: Any) -> bool:
    """Whether the value is an array, a data frame or a series, which are answered with arrays.

    >>> is_array([[1, 2]]), is_array(range(3))
    (False, False)
    """
    return numpy() is not None and (hasattr(value, "__array__") or hasattr(value, "to_numpy"))


def is_frame(value: Any) -> bool:
    return hasattr(value, "columns") and hasattr(value, "to_numpy")


def as_sequence(value: Any, name: str = "the value") -> Any:
    """Arrays, frames and series as what iterating over their rows should give; all else as it is."""
    if isinstance(value, (list, tuple)):
        return value
    if hasattr(value, "nnz") and (hasattr(value, "toarray") or hasattr(value, "todense")):
        dense = "toarray" if hasattr(value, "toarray") else "todense"
        raise TypeError(
            f"{name} must be dense, got a sparse {type(value).__name__} of shape {value.shape}; "
            f"give {name}.{dense}()"
        )
    if isinstance(value, memoryview):
        return value.tolist()
    if is_frame(value):
        return rows_of_frame(value)
    if hasattr(value, "to_numpy"):
        try:
            return value.to_numpy()
        except ImportError:  # polars works without NumPy
            return value.to_list()
    np = numpy()
    if np is not None and hasattr(value, "__array__") and not isinstance(value, (np.ndarray, np.generic)):
        return np.asarray(value)
    return value


def columns_of(frame: Any) -> list[Any]:
    """The columns of a frame, each a series."""
    if hasattr(frame, "get_columns"):  # polars
        return list(frame.get_columns())
    return [frame.iloc[:, place] for place in range(frame.shape[1])]


def rows_of_frame(frame: Any) -> Any:
    """The rows of a frame, with every number as its column has it.

    Columns of one type are an array. Columns of several types are one as well if doubles hold all numbers,
    or else a list of rows: 2^60 + 1 beside 0.5 would lose its last digit.
    """
    for column in columns_of(frame):
        order = order_of(column)
        if order is not None and any(isinstance(value, str) for value in order):
            raise TypeError(
                f"X must hold numbers, got the column {column.name!r} with the ordered values "
                f"{', '.join(map(repr, order[:5]))}{', ...' if len(order) > 5 else ''}; "
                "monfknn_ref.data.Dataset.from_frame makes numbers of them"
            )
    try:
        columns = [column.to_numpy() for column in columns_of(frame)]
    except ImportError:  # polars works without NumPy
        return frame.rows()
    np = numpy()
    if not columns:
        return frame.to_numpy()
    if len({column.dtype for column in columns}) == 1:
        return np.stack(columns, axis=1)
    if all(fits_doubles(column) for column in columns):
        return np.stack([column.astype(float) for column in columns], axis=1)
    return list(zip(*map(list, columns)))


def fits_doubles(column: Any) -> bool:
    """Whether doubles stand for the numbers of an array without a change."""
    if column.dtype.kind in "iu":
        return not column.size or bool(int(column.min()) >= -(2**53) and int(column.max()) <= 2**53)
    return bool(column.dtype.kind == "b" or column.dtype == float)


def as_table(X: Any, name: str = "X") -> Any:
    """A table as `as_sequence` gives it; an array wrong as a whole is refused in scikit-learn's words.

    Values are left to the checks that look at each of them, except where an array knows better.
    """
    table = as_sequence(X, name)
    np = numpy()
    if np is None or type(table) not in (np.ndarray, np.memmap) or table.ndim == 0:
        return table
    if table.ndim == 1 and not (table.dtype.kind == "O" and all(hasattr(row, "__len__") for row in table)):
        raise ValueError(
            f"Expected 2D array, got 1D array instead: {name} has the shape {table.shape}. Reshape your data "
            "either using array.reshape(-1, 1) if your data has a single feature or array.reshape(1, -1) "
            "if it contains a single sample."
        )
    if table.ndim > 2:
        raise ValueError(f"{name} must have rows and columns, got an array of shape {table.shape}")
    if table.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: {name} must hold real numbers, got {table.dtype}")
    if table.ndim == 2 and len(table) and not table.shape[1]:
        raise ValueError(
            f"Found array with 0 feature(s) (shape={table.shape}) while a minimum of 1 is required: "
            f"{name} must have at least one attribute"
        )
    if table.dtype.kind == "b":
        return table.astype(np.int8)
    if table.dtype.kind == "f":
        finite = np.isfinite(table)
        if not finite.all():
            i, a = map(int, np.argwhere(~finite)[0])
            value = float(table[i, a])
            what = "NaN" if value != value else "infinity"
            raise ValueError(
                f"Input {name} contains {what}: row {i} of {name} must hold finite numbers, "
                f"got {value!r} at attribute {a}"
            )
    if table.dtype.kind == "O" and table.ndim == 2:
        refuse_objects(table, name)
    return table


def refuse_objects(table: Any, name: str) -> None:
    """Refuse what Python itself can make no number of, such as a dictionary in an array of objects."""
    for i, row in enumerate(table):
        for a, value in enumerate(row):
            if isinstance(value, (int, float, str)):
                continue
            try:
                float(value)
            except TypeError as why:
                raise TypeError(
                    f"row {i} of {name} must hold numbers, got {type(value).__name__} at attribute {a}: {why}"
                ) from None
            except Exception:  # a number too large, or text: the checks of values have their own words
                continue


# --- Names of columns -------------------------------------------------------------------------------------


def text_names(names: Iterable[Any], of: str) -> tuple[str, ...] | None:
    """The names if all of them are text, None if none is."""
    found = list(names)
    kinds = sorted({type(name).__name__ for name in found})
    are_text = [isinstance(name, str) for name in found]
    if found and all(are_text):
        return tuple(map(str, found))
    if any(are_text):
        raise TypeError(
            f"Feature names are only supported if all input features have string names, but {of} has {kinds} "
            "as column name types; X.columns = X.columns.astype(str) makes all of them text."
        )
    return None


def names_of_columns(X: Any) -> tuple[str, ...] | None:
    """The names of the columns of a frame, as scikit-learn takes them: only if all are text."""
    return text_names(X.columns, "X") if is_frame(X) else None


def check_columns(model: str, names: Sequence[str] | None, X: Any) -> None:
    """Refuse a frame with other columns than those of `fit`, or the same in another order."""
    given = names_of_columns(X)
    if names is None and given is not None:
        warn(f"X has feature names, but {model} was fitted without feature names")
    elif names is not None and given is None:
        warn(f"X does not have valid feature names, but {model} was fitted with feature names")
    elif names is not None and given is not None:
        compare_names(list(names), list(given))


def check_width(model: str, table: Any, attributes: int) -> None:
    """Refuse an array with another number of columns than that of `fit`, in scikit-learn's words."""
    shape: tuple[int, ...] = getattr(table, "shape", ())
    if len(shape) == 2 and shape[1] != attributes:
        raise ValueError(
            f"X has {shape[1]} features, but {model} is expecting {attributes} features as input"
        )


def check_row_columns(names: Sequence[str] | None, x: Any) -> None:
    """Refuse one row of a frame (a series with names) whose columns are not those of `fit`."""
    index: Any = getattr(x, "index", None)
    if names is None or callable(index) or not hasattr(index, "__iter__"):
        return
    given = text_names(index, "x")
    if given is not None:
        compare_names(list(names), list(given))


def compare_names(wanted: list[str], given: list[str]) -> None:
    """Refuse names that differ, in scikit-learn's words."""
    if wanted == given:
        return
    lines = ["The feature names should match those that were passed during fit."]
    unseen, missing = sorted(set(given) - set(wanted)), sorted(set(wanted) - set(given))
    if unseen:
        lines += ["Feature names unseen at fit time:", *bullets(unseen)]
    if missing:
        lines += ["Feature names seen at fit time, yet now missing:", *bullets(missing)]
    if not unseen and not missing:
        lines.append("Feature names must be in the same order as they were in fit.")
    raise ValueError("\n".join(lines) + "\n")


def bullets(names: Sequence[str]) -> list[str]:
    """The first five names as lines of a list."""
    return [f"- {name}" for name in names[:5]] + (["- ..."] if len(names) > 5 else [])


# --- Labels -----------------------------------------------------------------------------------------------


def order_of(y: Any) -> list[Hashable] | None:
    """The labels from lowest to highest if y is an ordered categorical, else None.

    In pandas a categorical says whether it is ordered. In polars an Enum lists its values in order, and a
    Categorical does not.
    """
    dtype = getattr(y, "dtype", None)
    categories = getattr(dtype, "categories", None)
    if categories is None or not getattr(dtype, "ordered", type(dtype).__name__ == "Enum"):
        return None
    return list(categories.to_list())


def as_python(value: Any) -> Any:
    """A value as Python has it, also where an array had it."""
    return value.item() if hasattr(value, "item") else value


def plain_label(label: Any) -> Any:
    """A label as Python has it, also where NumPy has made it: a scalar taken out of an array."""
    np = numpy()
    if np is not None and isinstance(label, np.generic) and label.dtype.kind in "biufcUSO":
        return label.item()
    return label


def one_column(y: Any) -> Any:
    """y as a series, an array of one dimension or a plain sequence; a table of one column is its column."""
    if y is None:
        raise ValueError("fit requires y to be passed, but the target y is None")
    if not is_frame(y) and not hasattr(y, "dtype"):
        y = as_sequence(y, "y")
    shape: tuple[int, ...] = getattr(y, "shape", ())
    if len(shape) < 2 or hasattr(y, "nnz"):  # a sparse one is refused by name
        return y
    if len(shape) > 2 or shape[1] != 1:
        raise ValueError(f"y should be a 1d array of labels, got an array of shape {shape} instead")
    exceptions = sys.modules.get("sklearn.exceptions")  # whose class of warnings is taken where it is in use
    warn(
        "A column-vector y was passed when a 1d array was expected. Its only column is taken; "
        "y.ravel() has the right shape.",
        DataConversionWarning if exceptions is None else exceptions.DataConversionWarning,
    )
    return columns_of(y)[0] if is_frame(y) else y.reshape(-1)


def labels_and_order(y: Any, classes: Any = None) -> tuple[Any, Any]:
    """The labels as an array or a plain sequence, and their order: the one given, or the categorical's."""
    column = one_column(y)
    return as_sequence(column, "y"), order_of(column) if classes is None else classes


# --- Answering --------------------------------------------------------------------------------------------


def labels_like(given: Any, order: Sequence[Hashable], positions: Sequence[int], dtype: Any = None) -> Any:
    """The labels at some positions of the order: a list for a plain sequence, an array for all else."""
    if not is_array(given):
        plain: Iterable[int] = positions.tolist() if hasattr(positions, "tolist") else positions
        return [order[l] for l in plain]
    np = numpy()
    return array_of_labels(order, dtype)[np.asarray(positions, dtype=np.intp)]


def array_of_labels(order: Sequence[Hashable], dtype: Any = None) -> Any:
    """An array of labels: of the type asked for if it holds them all, else of NumPy's choice or objects."""
    np = numpy()
    wanted = list(order)
    for kind in (dtype, None) if dtype is not None else (None,):
        try:
            array = np.array(wanted, dtype=kind)
        except (TypeError, ValueError, OverflowError):
            continue
        if array.shape == (len(wanted),) and array.tolist() == wanted:
            return array
    array = np.empty(len(wanted), dtype=object)
    for l, label in enumerate(wanted):
        array[l] = label
    return array


def array_of_names(names: Sequence[str]) -> Any:
    """The names of columns as scikit-learn has them, in an array of objects; without NumPy, in a list."""
    np = numpy()
    return list(names) if np is None else np.array(names, dtype=object)


def rows_like(given: Any, rows: Iterable[Iterable[Any]], columns: int) -> Any:
    """Rows of numbers as floats: a list for a plain sequence, an array for all else."""
    floats = [[float(value) for value in row] for row in rows]
    return numpy().array(floats).reshape(len(floats), columns) if is_array(given) else floats


def html_table(title: str, note: str, cells: Iterable[tuple[str, str]]) -> str:
    """A table of names and values for notebooks, in plain HTML.

    >>> html_table("MkNN", "not fitted", [("k", "<5>")])  # doctest: +ELLIPSIS
    '<table><caption><b>MkNN</b>: not fitted</caption><tr><th>k</th><td><code>&lt;5&gt;</code>...</table>'
    """
    rows = "".join(
        f"<tr><th>{html.escape(name)}</th><td><code>{html.escape(value)}</code></td></tr>"
        for name, value in cells
    )
    return f"<table><caption><b>{html.escape(title)}</b>: {html.escape(note)}</caption>{rows}</table>"
