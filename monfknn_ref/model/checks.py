"""Single values: which are accepted, and the words that refuse the rest.

Every message names the argument, the value and what would be right. Nothing here computes anything of the
paper. Tables, labels and directions, which are made of many values, are checked in `monfknn_ref.model.door`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from decimal import Decimal
from itertools import islice
from numbers import Rational, Real
from typing import Any, TypeAlias

from monfknn_ref.readings.errors import shown

Label: TypeAlias = Hashable
GivenRow: TypeAlias = tuple[Any, ...]

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


def check_number(name: str, value: Any, what: str, fits: Callable[[Any], bool]) -> Any:
    """A finite number that fits; `what` says in messages which numbers do.

    >>> check_number("R", -1, "a number of at least 0", lambda number: number >= 0)
    Traceback (most recent call last):
    ValueError: R must be a number of at least 0, got -1
    """
    number = is_number(value) and not isinstance(value, bool)
    if not number or not is_finite(value) or not fits(value):
        error = ValueError if number else TypeError
        raise error(f"{name} must be {what}, got {shown(value)}")
    return value


def check_share(name: str, value: Any) -> Any:
    """A number from 0 to 1.

    >>> check_share("RCr", 1.5)
    Traceback (most recent call last):
    ValueError: RCr must be a number from 0 to 1, got 1.5
    """
    check_number(name, value, "a number from 0 to 1", lambda number: 0 <= number <= 1)
    check_digits(f"{name} must be a number", value)
    return value


def check_positive(name: str, value: Any) -> Any:
    """A finite number above 0.

    >>> check_positive("m", 0)
    Traceback (most recent call last):
    ValueError: m must be a positive number, got 0
    """
    check_number(name, value, "a positive number", lambda number: number > 0)
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


def install_command(extra: str) -> str:
    """How an extra of this package is installed, for messages that miss what it brings.

    >>> print(install_command("data"))
    pip install "monfknn-ref[data]" or, in a clone, pip install -e ".[data]"
    """
    return f'pip install "monfknn-ref[{extra}]" or, in a clone, pip install -e ".[{extra}]"'
