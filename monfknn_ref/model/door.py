"""The door for input: what a caller hands in is unwrapped, checked and converted here, once.

- Parameters: `Parameters`, the arguments of MonFkNN's constructor.
- What `fit` is handed: `training_set` makes one `TrainingSet` of rows, labels, their order and directions.
- Queries: `check_table` and `check_row`.

Labels become positions in the order of the classes. Attributes that lower the class (inverse directions) are
negated, so that a higher value never means a lower class. `monfknn_ref.model.arrays_and_frames` takes values
out of arrays and data frames, and `monfknn_ref.model.checks` looks at single values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from decimal import Decimal
from functools import cached_property
from itertools import chain
from numbers import Integral
from typing import Any

from monfknn_ref.arithmetic import ARITHMETICS, Arithmetic, Row, Scalar
from monfknn_ref.model.arrays_and_frames import (
    as_sequence,
    as_table,
    is_array,
    labels_and_order,
    names_of_columns,
    plain_label,
)
from monfknn_ref.model.checks import (
    MOST_CLASSES,
    GivenRow,
    Label,
    check_digits,
    check_label,
    check_positive,
    check_share,
    check_whole,
    entries,
    has_few_digits,
    is_finite,
    is_number,
    is_sequence,
)
from monfknn_ref.paper.neighbors import TYPES_OF_RANGE
from monfknn_ref.readings import PAPER, Reading, check_reading, check_tie
from monfknn_ref.readings.errors import check_choice, cut, shown

# --- Parameters -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parameters:
    """The parameters of MonFkNN as a caller gave them; creating this object checks them.

    >>> Parameters(k=0)
    Traceback (most recent call last):
    ValueError: k must be a whole number of at least 1, got 0
    """

    k: int = 5
    K: int = 9
    RCr: Any = 0.5
    typeRange: str = "inRange"
    pOR: Any = 0.5
    m: Any = 2
    reading: Reading = PAPER
    tie: Any = None
    directions: Any = None

    def __post_init__(self) -> None:
        check_whole("k", self.k, 1)
        check_whole("K", self.K, 1)
        check_share("RCr", self.RCr)
        check_choice("typeRange", self.typeRange, TYPES_OF_RANGE)
        check_share("pOR", self.pOR)
        check_positive("m", self.m)
        check_tie(self.tie, check_reading(self.reading))
        check_influence(self.m, self.reading)

    @classmethod
    def of(cls, model: Any) -> Parameters:
        """Those of a model, which may have others of its own.

        >>> from types import SimpleNamespace
        >>> Parameters.of(SimpleNamespace(**vars(Parameters(K=3)), n_jobs=2)).K
        3
        """
        return cls(**{one.name: getattr(model, one.name) for one in fields(cls)})

    def scalar(self, name: str) -> Scalar:
        """RCr, pOR or m in the numbers of the reading.

        >>> Parameters(RCr=0.51).scalar("RCr")
        Fraction(51, 100)
        """
        return ARITHMETICS[self.reading.arithmetic].number(getattr(self, name))


def check_influence(m: Any, reading: Reading) -> Any:
    """m as it is; it is refused if the reading cannot make weights of it.

    >>> from monfknn_ref.readings import AUTHORS
    >>> check_influence(1, AUTHORS)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: m must not be 1 when weights is 'keller', because the exponent 2/(m-1) is then undefined ...
    """
    if m == 1 and reading.weights == "keller":
        raise ValueError(
            "m must not be 1 when weights is 'keller', because the exponent 2/(m-1) is then undefined (the "
            "authors' program takes 1.000001 instead; then hardly any weight fits into doubles, and it finds "
            f"no class), got {m!r}"
        )
    return m


# --- What fit is handed -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class TrainingSet:
    """What `fit` was handed, checked, and in the form that the algorithms take."""

    given: Any
    """The rows as the caller gave them: a list of tuples, or an array where a faster variant wants one."""
    positions: Any
    """The position of each row's label in the classes."""
    classes: list[Label]
    """All labels from lowest to highest."""
    directions: tuple[int, ...]
    """+1 or -1 for each attribute."""
    labels: list[Label] = field(default_factory=list)
    """The labels as the caller gave them."""
    names: tuple[str, ...] | None = None
    """Of the columns of a data frame."""
    in_array: bool = False
    """Whether the labels came in an array, a series or a frame."""
    dtype: Any = None
    """The type of the labels in an array of them."""

    @cached_property
    def rows(self) -> list[GivenRow]:
        """The rows turned, so that a higher value never means a lower class."""
        return [turned(row, self.directions) for row in self.given]

    @property
    def highest(self) -> int:
        """The highest position of a label."""
        return int(self.positions.max() if hasattr(self.positions, "max") else max(self.positions))


def training_set(
    X: Any,
    y: Any,
    classes: Any = None,
    directions: Any = None,
    rows_of: Callable[[Any], Any] | None = None,
    places_of: Callable[[Any, int, Any], tuple[Any, list[Label]]] | None = None,
) -> TrainingSet:
    """What `fit` is handed as one checked thing: at least one row, a label for each, and the ordered classes.

    An ordered categorical brings the order of its labels. A faster variant brings its own ways to check the
    rows (`rows_of`) and the labels (`places_of`, which returns their positions and the ordered classes).

    >>> training_set([(1, 2), (3, 1)], ["low", "high"], ["low", "high"], "+-").rows
    [(1, -2), (3, -1)]
    >>> training_set([], [])
    Traceback (most recent call last):
    ValueError: X must have at least one row, got none
    """
    names, table = names_of_columns(X), as_table(X)
    values, order = labels_and_order(y, classes)
    rows = (rows_of or checked_rows)(table)
    if not len(rows):
        raise ValueError("X must have at least one row, got none")
    labels: list[Label] = []
    if places_of is None:
        labels = checked_labels(values, len(rows))
        ordered = check_order(labels, order)
        places: Any = positions(labels, ordered)
    else:
        places, ordered = places_of(values, len(rows), order)
    signs = check_directions(directions, len(rows[0]))
    in_array = is_array(y)
    dtype = getattr(values, "dtype", None) if in_array else None
    return TrainingSet(rows, places, ordered, signs, labels, names, in_array, dtype)


@dataclass(frozen=True)
class FittedTo:
    """What a model was fitted to: the checked training data, and the parameters at that time."""

    X: list[GivenRow]
    y: list[Label]
    parameters: Parameters


# --- Rows -------------------------------------------------------------------------------------------------


def check_table(X: Any, name: str = "X", attributes: int | None = None) -> list[GivenRow]:
    """Rows of finite numbers, all of the same length, as tuples.

    >>> check_table([[1, 2], [3]])
    Traceback (most recent call last):
    ValueError: X must have rows of equal length, got 2 values in row 0 and 1 in row 1
    >>> check_table([[1, 2], [3, 4]], attributes=3)
    Traceback (most recent call last):
    ValueError: X must have 3 attributes in each row, as the training rows have, got 2 in row 0
    """
    return checked_rows(as_table(X, name), name, attributes)


def checked_rows(given: Any, name: str = "X", attributes: int | None = None) -> list[GivenRow]:
    """What `check_table` returns, of a table that is unwrapped already."""
    if are_plain_rows(given, attributes):
        return list(map(tuple, given))
    if not is_sequence(given):
        raise TypeError(f"{name} must be a sequence of rows, each a sequence of numbers, got {shown(given)}")
    table: list[GivenRow] = []
    for i, values in enumerate(entries(given, name)):
        row = check_row(values, f"row {i} of {name}")
        if attributes is not None and len(row) != attributes:
            raise ValueError(
                f"{name} must have {attributes} attributes in each row, as the training rows have, "
                f"got {len(row)} in row {i}"
            )
        if table and len(row) != len(table[0]):
            raise ValueError(
                f"{name} must have rows of equal length, "
                f"got {len(table[0])} values in row 0 and {len(row)} in row {i}"
            )
        table.append(row)
    return table


def are_plain_rows(given: Any, attributes: int | None) -> bool:
    """Whether the types alone say that nothing is wrong: lists of whole numbers and floats, all finite.

    >>> are_plain_rows([(1, 0.5)], 2), are_plain_rows([(1, 0.5), (1,)], None), are_plain_rows([(True,)], 1)
    (True, False, False)
    """
    if type(given) not in (list, tuple) or not given or not set(map(type, given)) <= {tuple, list}:
        return False
    widths = set(map(len, given))
    if len(widths) != 1 or (attributes is not None and attributes not in widths):
        return False
    kinds = set(map(type, chain.from_iterable(given)))
    try:
        return bool(kinds) and kinds <= {int, float} and all(map(math.isfinite, chain.from_iterable(given)))
    except OverflowError:  # a whole number beyond the floats, which may have too many digits
        return False


def check_row(given: Any, name: str = "x") -> GivenRow:
    """One row of finite numbers as a tuple.

    >>> check_row(7, "x")
    Traceback (most recent call last):
    TypeError: x must be a sequence of numbers, got 7
    """
    if not isinstance(given, (tuple, list)):
        given = as_sequence(given, name)
        if not is_sequence(given):
            raise TypeError(f"{name} must be a sequence of numbers, got {shown(given)}")
        given = entries(given, name)
    row = tuple(given)
    if not row:
        raise ValueError(f"{name} must have at least one attribute, got none")
    for a, value in enumerate(row):
        if not is_number(value):
            raise TypeError(f"{name} must hold numbers, got {shown(value)} at attribute {a}")
        if not is_finite(value):
            raise ValueError(f"{name} must hold finite numbers, got {shown(value)} at attribute {a}")
        if type(value) is not float and not has_few_digits(value):
            check_digits(f"{name} must hold numbers", value, f" at attribute {a}")
    return row


# --- Labels and their order -------------------------------------------------------------------------------


def check_targets(y: Any, rows: int, name: str = "y") -> list[Label]:
    """One label for each row, NumPy scalars as plain Python values.

    >>> check_targets(["low", "high"], 3)
    Traceback (most recent call last):
    ValueError: y must have one label for each row of X, got 2 labels for 3 rows
    """
    return checked_labels(as_sequence(y, name), rows, name)


def checked_labels(y: Any, rows: int, name: str = "y") -> list[Label]:
    """What `check_targets` returns, of labels that are unwrapped already."""
    if not is_sequence(y):
        raise TypeError(f"{name} must be a sequence of labels, got {shown(y)}")
    labels = y.tolist() if hasattr(y, "tolist") else entries(y, name)
    if len(labels) != rows:
        raise ValueError(
            f"{name} must have one label for each row of X, got {len(labels)} labels for {rows} rows"
        )
    if set(map(type, labels)) <= {int, str}:  # nothing can be wrong with those
        return labels
    for i, label in enumerate(labels):
        labels[i] = plain_label(label)
        check_label(name, label, f" at row {i}")
    return labels


def check_classes(labels: Sequence[Label], classes: Any = None) -> list[Label]:
    """The ordered labels Y: as given, or else the numbers of y sorted. The order of text is never guessed.

    >>> check_classes(["high", "low", "high"], ["low", "mid", "high"])
    ['low', 'mid', 'high']
    >>> check_classes([3, 1, 3])
    [1, 3]
    >>> check_classes(["high", "low"], ["low", "mid"])
    Traceback (most recent call last):
    ValueError: y must hold labels of classes ['low', 'mid'], got 'high' at row 0
    >>> check_classes(["high", "low"])
    Traceback (most recent call last):
    ValueError: classes must give the order of labels that are not numbers, got none for y with 'high', \
'low'; write classes=['high', 'low'] with the labels arranged from lowest to highest
    """
    if classes is None:
        found = sorted_labels(labels)
        if len(found) > 1 and not all(map(is_number, found)):
            names = cut(", ".join(shown(label) for label in found))
            raise ValueError(
                f"classes must give the order of labels that are not numbers, got none for y with {names}; "
                f"write classes={shown(found)} with the labels arranged from lowest to highest"
            )
        return found
    classes = as_sequence(classes, "classes")
    if not is_sequence(classes):
        raise TypeError(f"classes must be a sequence of labels in ascending order, got {shown(classes)}")
    given = classes.tolist() if hasattr(classes, "tolist") else classes
    ordered = [plain_label(label) for label in entries(given, "classes", MOST_CLASSES + 1)]
    if not ordered:
        raise ValueError("classes must name at least one label, got none")
    if len(ordered) > MOST_CLASSES:
        raise ValueError(f"classes must name at most {MOST_CLASSES} labels, got more")
    known: set[Label] = set()
    for label in ordered:
        check_label("classes", label)
        if label in known:
            raise ValueError(f"classes must name each label once, got {shown(label)} more than once")
        known.add(label)
    for i, label in enumerate(labels):
        if label not in known:
            raise ValueError(f"y must hold labels of classes {shown(ordered)}, got {shown(label)} at row {i}")
    return ordered


def sorted_labels(labels: Iterable[Label]) -> list[Label]:
    """The different labels, sorted.

    >>> sorted_labels([3, 1, 3]), sorted_labels(["b", "a"])
    ([1, 3], ['a', 'b'])
    """
    different = set(labels)
    if len(different) > MOST_CLASSES:
        raise ValueError(f"y must hold at most {MOST_CLASSES} different labels, got {len(different)}")
    try:
        return sorted(different)  # type: ignore[type-var]
    except TypeError:
        kinds = sorted({type(label).__name__ for label in different})
        raise TypeError(
            "y must hold labels that can be sorted when classes is not given, "
            f"got labels of type {', '.join(kinds)}; give classes=[lowest, ..., highest]"
        ) from None


def check_order(labels: Sequence[Label], classes: Any = None) -> list[Label]:
    """What `check_classes` returns. Without classes, measurements are refused: they are not classes.

    >>> check_order([1.0, 0.25])
    Traceback (most recent call last):
    ValueError: Unknown label type: continuous. y must hold classes, got 0.25 at row 1; if such numbers are \
classes, give classes=[lowest, ..., highest]
    """
    if classes is None:
        for i, label in enumerate(labels):
            if isinstance(label, float) and not label.is_integer():
                raise ValueError(
                    f"Unknown label type: continuous. y must hold classes, got {label!r} at row {i}; if such "
                    "numbers are classes, give classes=[lowest, ..., highest]"
                )
    return check_classes(labels, classes)


def check_directions(directions: Any, attributes: int) -> tuple[int, ...]:
    """+1 for each attribute that raises the class, -1 for each that lowers it.

    >>> check_directions("+-+", 3)
    (1, -1, 1)
    >>> check_directions("+-", 3)
    Traceback (most recent call last):
    ValueError: directions must have one sign for each of the 3 attributes, got 2: '+-'
    """
    if directions is None:
        return (1,) * attributes
    given = as_sequence(directions, "directions")
    if not isinstance(given, str) and not is_sequence(given):
        raise TypeError(
            f"directions must be a string such as '+-+' or a sequence of signs, got {shown(directions)}"
        )
    signs: list[int] = []
    for sign in given:
        if isinstance(sign, str) and sign in ("+", "-"):
            signs.append(1 if sign == "+" else -1)
        elif is_number(sign) and sign in (1, -1):
            signs.append(int(sign))
        else:
            raise ValueError(
                f"directions must hold '+' or '-' (or 1 or -1), got {shown(sign)} in {shown(directions)}"
            )
    if len(signs) != attributes:
        raise ValueError(
            f"directions must have one sign for each of the {attributes} attributes, "
            f"got {len(signs)}: {shown(directions)}"
        )
    return tuple(signs)


# --- Converting -------------------------------------------------------------------------------------------


def positions(labels: Iterable[Label], classes: Sequence[Label]) -> list[int]:
    """The position of each label in the order of the classes.

    >>> positions(["high", "low"], ["low", "mid", "high"])
    [2, 0]
    """
    position = {label: l for l, label in enumerate(classes)}
    return [position[label] for label in labels]


def turned(row: Iterable[Any], directions: Sequence[int]) -> GivenRow:
    """The row with the attributes of direction -1 negated.

    Turning a row twice gives it back.

    >>> turned((1, 2.5), (1, -1)), turned(turned((1, 2.5), (1, -1)), (1, -1))
    ((1, -2.5), (1, 2.5))
    """
    result = []
    for value, direction in zip(row, directions):
        if isinstance(value, Integral):  # unsigned numbers of NumPy could not be negated
            value = int(value)
        if direction < 0:  # minus would round a Decimal to the precision of its context
            value = value.copy_negate() if isinstance(value, Decimal) else -value
        result.append(value)
    return tuple(result)


def on_one_grid(numbers: Arithmetic, *tables: Sequence[Sequence[Any]]) -> list[list[Row]]:
    """Several tables in the numbers of one arithmetic, all scaled by the same factor.

    >>> from monfknn_ref.arithmetic import EXACT
    >>> on_one_grid(EXACT, [(0.5, 2)], [(0.25, 1)])
    [[(2, 8)], [(1, 4)]]
    """
    factor = math.lcm(*(numbers.denominator(table) for table in tables))
    return [numbers.rows(table, factor) for table in tables]
