"""Problems drawn at random, from which the families choose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from monfknn_ref.model.checks import Label
from monfknn_ref.oracle.cases import Case, Dice, Value

__all__ = ["aside", "drawn", "labels_around", "named", "problem", "tenths", "whole"]


def problem(
    X: Iterable[Sequence[Value]],
    y: Iterable[Label],
    classes: int,
    queries: Iterable[Sequence[Value]],
    **parameters: Any,
) -> Case:
    """A case with the classes 1, ..., `classes`."""
    return Case(
        X=tuple(map(tuple, X)),
        y=tuple(y),
        classes=tuple(range(1, classes + 1)),
        queries=tuple(map(tuple, queries)),
        **parameters,
    )


def drawn(
    dice: Dice,
    n: int = 8,
    attributes: int = 2,
    classes: int = 3,
    size: int = 10,
    noise: int = 2,
    queries: int = 3,
    **parameters: Any,
) -> Case:
    """Random rows whose labels rise with the sum of the attributes, except for some random labels."""
    X = dice.rows(n, attributes, size)
    y = [1 + classes * sum(row) // (attributes * size) for row in X]
    for _ in range(noise):
        y[dice.below(n)] = 1 + dice.below(classes)
    return problem(X, y, classes, dice.rows(queries, attributes, size), **parameters)


def aside(t: int | str) -> tuple[Value, Value]:
    """The row (t, -t). Such rows never dominate one another, so every class is valid for each of them.

    >>> aside(3), aside("0.3"), aside("-0.3")
    ((3, -3), ('0.3', '-0.3'), ('-0.3', '0.3'))
    """
    if isinstance(t, int):
        return t, -t
    return t, t[1:] if t.startswith("-") else f"-{t}"


def tenths(n: int) -> str:
    """n / 10 as a decimal.

    >>> tenths(13), tenths(-3)
    ('1.3', '-0.3')
    """
    return f"{'-' if n < 0 else ''}{abs(n) // 10}.{abs(n) % 10}"


def labels_around(dice: Dice, lower: int, upper: int) -> tuple[list[int], list[int]]:
    """Labels for two groups of rows; those of the first are at least two classes lower."""
    return [1 + dice.below(3) for _ in range(lower)], [5 + dice.below(3) for _ in range(upper)]


def named(
    X: Iterable[Sequence[Value]],
    y: Iterable[int],
    classes: Sequence[Label],
    queries: Iterable[Sequence[Value]],
    **parameters: Any,
) -> Case:
    """A case whose labels y are given as positions among the classes, counted from 0."""
    return Case(
        X=tuple(map(tuple, X)),
        y=tuple(another(classes[l]) for l in y),
        classes=tuple(classes),
        queries=tuple(map(tuple, queries)),
        **parameters,
    )


def another(label: Label) -> Label:
    """An equal label that is a different object, if Python allows that.

    >>> label = 10**12
    >>> another(label) == label, another(label) is label
    (True, False)
    """
    if isinstance(label, str):
        return "".join(list(label))
    return label if isinstance(label, bool) or not isinstance(label, int) else int(str(label))


def whole(n: int) -> Value:
    """A whole number as an exact value.

    >>> whole(12), whole(2**53)
    (12, '9007199254740992')
    """
    return n if abs(n) < 2**53 else str(n)
