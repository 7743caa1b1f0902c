"""What the package accepts, and the words it refuses the rest with.

Every message names the argument, the value and what would be right. Nothing here computes
anything of the paper.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import islice
from numbers import Rational, Real
from typing import Any, TypeAlias

from monfknn_ref.model.arrays import NotFittedError, as_sequence, as_table, labels_and_order, plain_label
from monfknn_ref.readings.errors import check_choice, cut, shown

Label: TypeAlias = Hashable
GivenRow: TypeAlias = tuple[Any, ...]

__all__ = [
    "MOST_CLASSES",
    "GivenRow",
    "Label",
    "NotFittedError",
    "check_choice",
    "check_classes",
    "check_directions",
    "check_memberships",
    "check_order",
    "check_positive",
    "check_range",
    "check_share",
    "check_table",
    "check_targets",
    "check_training",
    "check_whole",
    "cut",
    "is_finite",
    "is_number",
    "is_sequence",
    "shown",
    "sorted_labels",
]

MOST_DIGITS = 2000
"""A number has at most so many digits before and after its decimal point, or above and below a fraction bar:
exact arithmetic writes all of them out, and Decimal("1e99999999") has a hundred million."""
MOST_CLASSES = 10_000
"""Every row has a membership for each class."""
DEEPEST_NESTING = 50
"""A label that is a tuple of tuples of tuples goes at most so deep."""


def is_number(value: Any) -> bool:
    """Whether the value is a real number: int, float, Fraction, Decimal, or a NumPy scalar of those kinds.

    >>> is_number(Decimal("1.5")), is_number("1.5"), is_number(None)
    (True, False, False)
    """
    if isinstance(value, (int, float, Decimal)):
        return True
    return isinstance(value, Real) and getattr(getattr(value, "dtype", None), "kind", "") != "m"  # time spans


def is_finite(value: Any) -> bool:
    """Whether the number is neither NaN nor infinite."""
    if isinstance(value, Decimal):
        return value.is_finite()
    return isinstance(value, Rational) or math.isfinite(value)


BEYOND = 10**MOST_DIGITS


def has_few_digits(value: Any) -> bool:
    """Whether a finite number has no more than `MOST_DIGITS` digits on either side.

    >>> has_few_digits(10**1999), has_few_digits(10**2000), has_few_digits(Decimal("1e-99999999"))
    (True, False, False)
    """
    if isinstance(value, int):
        return bool(-BEYOND < value < BEYOND)
    if isinstance(value, Rational):
        return bool(-BEYOND < value.numerator < BEYOND and value.denominator < BEYOND)
    if not isinstance(value, Decimal):
        near = float(value)
        if math.isfinite(near) and (near or not value):
            return True
        value = Decimal(str(value))  # NumPy's long doubles go further
    if not value:
        return True
    exponent = value.as_tuple().exponent
    return value.adjusted() < MOST_DIGITS and isinstance(exponent, int) and exponent >= -MOST_DIGITS


def check_digits(name: str, value: Any, where: str = "") -> None:
    """Refuse a number that is too long.

    >>> check_digits("m must be a number", Decimal("1e99999999"))
    Traceback (most recent call last):
    ValueError: m must be a number of at most 2000 digits on each side of its decimal point or fraction bar, \
got Decimal('1E+99999999')
    """
    if not has_few_digits(value):
        raise ValueError(
            f"{name} of at most {MOST_DIGITS} digits on each side of its decimal point or fraction bar, "
            f"got {shown(value)}{where}"
        )


def check_whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """A whole number not below the least one allowed, and not above the greatest.

    >>> check_whole("k", 0, 1)
    Traceback (most recent call last):
    ValueError: k must be a whole number of at least 1, got 0
    >>> check_whole("--jobs", 5000, 1, 500)
    Traceback (most recent call last):
    ValueError: --jobs must be a whole number of at most 500, got 5000
    """
    number = is_number(value) and not isinstance(value, bool) and is_finite(value)
    if number:
        check_digits(f"{name} must be a whole number", value)
    if not number or value != int(value) or value < least:
        error = ValueError if is_number(value) else TypeError
        raise error(f"{name} must be a whole number of at least {least}, got {shown(value)}")
    if most is not None and value > most:
        raise ValueError(f"{name} must be a whole number of at most {most}, got {shown(value)}")
    return int(value)


def check_share(name: str, value: Any) -> Any:
    """A number from 0 to 1.

    >>> check_share("RCr", 1.5)
    Traceback (most recent call last):
    ValueError: RCr must be a number from 0 to 1, got 1.5
    """
    if not is_number(value) or isinstance(value, bool):
        raise TypeError(f"{name} must be a number from 0 to 1, got {shown(value)}")
    if not is_finite(value) or not 0 <= value <= 1:
        raise ValueError(f"{name} must be a number from 0 to 1, got {shown(value)}")
    check_digits(f"{name} must be a number", value)
    return value


def check_positive(name: str, value: Any) -> Any:
    """A finite number above 0.

    >>> check_positive("m", 0)
    Traceback (most recent call last):
    ValueError: m must be a positive number, got 0
    """
    if not is_number(value) or isinstance(value, bool):
        raise TypeError(f"{name} must be a positive number, got {shown(value)}")
    if not is_finite(value) or value <= 0:
        raise ValueError(f"{name} must be a positive number, got {shown(value)}")
    check_digits(f"{name} must be a number", value)
    return value


def check_memberships(u: Any) -> list[Any]:
    """A vector of memberships as a list: at least one above 0 and none below.

    >>> check_memberships([0, 0])
    Traceback (most recent call last):
    ValueError: u must hold memberships of at least 0, not all 0, got [0, 0]
    """
    if not is_sequence(u):
        raise TypeError(f"u must be a sequence of memberships, got {shown(u)}")
    vector = list(u)
    for value in vector:
        if not is_number(value):
            raise TypeError(f"u must hold numbers, got {shown(value)} in {shown(vector)}")
    if not all(is_finite(value) and value >= 0 for value in vector) or not any(vector):
        raise ValueError(f"u must hold memberships of at least 0, not all 0, got {shown(vector)}")
    for value in vector:
        check_digits("u must hold numbers", value)
    return vector


def check_range(r: Any) -> tuple[int, int]:
    """A pair of bounds (y_min, y_max).

    >>> check_range(3)
    Traceback (most recent call last):
    TypeError: r must be a pair (y_min, y_max), got 3
    """
    if not isinstance(r, (tuple, list)) or len(r) != 2:
        raise TypeError(f"r must be a pair (y_min, y_max), got {shown(r)}")
    return r[0], r[1]


def is_sequence(value: Any) -> bool:
    """Whether iterating over the value gives its entries in their order; text, sets and mappings do not.

    >>> is_sequence([1, 2]), is_sequence(range(2)), is_sequence("ab"), is_sequence({1, 2}), is_sequence(3)
    (True, True, False, False, False)
    """
    return (
        hasattr(value, "__iter__")
        and not isinstance(value, (str, bytes, set, frozenset, Mapping))
        and getattr(value, "ndim", 1) > 0  # an array that is a bare number
    )


def entries(value: Any, name: str, most: int | None = None) -> list[Any]:
    """The entries of a sequence, or the first of them; one that cannot be read through is refused.

    >>> class Broken(list):
    ...     def __iter__(self):
    ...         raise NotImplementedError("some day")
    >>> entries(Broken(), "X")
    Traceback (most recent call last):
    TypeError: X must be a sequence that can be read, got [], which fails with NotImplementedError: some day
    """
    try:
        return list(value if most is None else islice(value, most))
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise TypeError(
            f"{name} must be a sequence that can be read, got {shown(value)}, which fails with {why}"
        ) from error


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
