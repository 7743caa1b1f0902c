"""The door for input: what a caller hands in becomes what the algorithms work on.

Rows and labels are checked here, as a whole and one by one. Labels become positions in the order of the
classes. Attributes that lower the class (inverse directions) are negated, so that a higher value never means
a lower class.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from numbers import Integral
from typing import Any

from monfknn_ref.arithmetic import Arithmetic, Row
from monfknn_ref.model.checks import (
    MOST_CLASSES,
    GivenRow,
    Label,
    check_digits,
    entries,
    has_few_digits,
    is_finite,
    is_number,
    is_sequence,
)
from monfknn_ref.model.containers import as_sequence, as_table, labels_and_order, plain_label
from monfknn_ref.readings.errors import cut, shown

DEEPEST_NESTING = 50
"""A label that is a tuple of tuples of tuples goes at most so deep."""


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


def check_table(X: Any, name: str = "X", attributes: int | None = None) -> list[GivenRow]:
    """Rows of finite numbers, all of the same length, as tuples.

    >>> check_table([[1, 2], [3]])
    Traceback (most recent call last):
    ValueError: X must have rows of equal length, got 2 values in row 0 and 1 in row 1
    >>> check_table([[1, 2], [3, 4]], attributes=3)
    Traceback (most recent call last):
    ValueError: X must have 3 attributes in each row, as the training rows have, got 2 in row 0
    """
    X = as_table(X, name)
    if not is_sequence(X):
        raise TypeError(f"{name} must be a sequence of rows, each a sequence of numbers, got {shown(X)}")
    table: list[GivenRow] = []
    for i, given in enumerate(entries(X, name)):
        row = check_row(given, f"row {i} of {name}")
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


def check_row(given: Any, name: str = "x") -> GivenRow:
    """One row of finite numbers as a tuple.

    >>> check_row(7, "x")
    Traceback (most recent call last):
    TypeError: x must be a sequence of numbers, got 7
    """
    given = as_sequence(given, name)
    if not is_sequence(given):
        raise TypeError(f"{name} must be a sequence of numbers, got {shown(given)}")
    row = tuple(given) if isinstance(given, (tuple, list)) else tuple(entries(given, name))
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


def check_targets(y: Any, rows: int, name: str = "y") -> list[Label]:
    """One label for each row, NumPy scalars as plain Python values.

    >>> check_targets(["low", "high"], 3)
    Traceback (most recent call last):
    ValueError: y must have one label for each row of X, got 2 labels for 3 rows
    """
    y = as_sequence(y, name)
    if not is_sequence(y):
        raise TypeError(f"{name} must be a sequence of labels, got {shown(y)}")
    labels = y.tolist() if hasattr(y, "tolist") else entries(y, name)
    if len(labels) != rows:
        raise ValueError(
            f"{name} must have one label for each row of X, got {len(labels)} labels for {rows} rows"
        )
    for i, label in enumerate(labels):
        if type(label) not in (int, str):  # most labels are, and nothing is wrong with those
            labels[i] = plain_label(label)
            check_label(name, label, f" at row {i}")
    return labels


def check_label(name: str, label: Any, where: str = "") -> None:
    """A label is hashable and equals itself; what is nested in it is not nested too deep.

    >>> check_label("y", Decimal("sNaN"))
    Traceback (most recent call last):
    ValueError: y must hold labels that equal themselves, got Decimal('sNaN')
    """
    inside, depth = [label], 0
    while inside := [part for one in inside if isinstance(one, (tuple, frozenset)) for part in one]:
        depth += 1
        if depth > DEEPEST_NESTING:
            raise ValueError(
                f"{name} must hold labels nested at most {DEEPEST_NESTING} deep, got a deeper one{where}"
            )
    if isinstance(label, Decimal) and label.is_nan():  # a signaling one can be neither hashed nor compared
        raise ValueError(f"{name} must hold labels that equal themselves, got {label!r}{where}")
    try:
        hash(label)
    except TypeError:
        raise TypeError(f"{name} must hold hashable labels, got {shown(label)}{where}") from None
    if label != label:
        raise ValueError(f"{name} must hold labels that equal themselves, got {shown(label)}{where}")


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


def check_training(X: Any, y: Any, classes: Any = None) -> tuple[list[GivenRow], list[Label], list[Label]]:
    """What fit is given: at least one row, a label for each, and the ordered classes.

    An ordered categorical brings the order of its labels.

    >>> check_training([], [])
    Traceback (most recent call last):
    ValueError: X must have at least one row, got none
    """
    table = check_table(X)
    if not table:
        raise ValueError("X must have at least one row, got none")
    y, classes = labels_and_order(y, classes)
    labels = check_targets(y, len(table))
    return table, labels, check_order(labels, classes)


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
