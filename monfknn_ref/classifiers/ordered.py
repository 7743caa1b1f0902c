"""What the classifiers of this folder share: rows turned to one direction, counts of classes, rows as text.

Every method here sees the training set in the same form. In its rows a higher value never means a lower class
(attributes that lower the class are negated), and classes are positions 0, ..., m - 1 in the order of the
labels. Values are compared as they were given, without rounding.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

from monfknn_ref.model.checks import GivenRow, check_number
from monfknn_ref.model.door import turned
from monfknn_ref.model.estimator import Classifier
from monfknn_ref.readings.errors import shown


def number_text(value: Any) -> str:
    """A number as one would write it; a fraction becomes a decimal if the decimal is finite.

    >>> number_text(3), number_text(2.5), number_text(Fraction(-1, 4)), number_text(Fraction(1, 3))
    ('3', '2.5', '-0.25', '1/3')
    """
    if isinstance(value, Fraction):
        quotient = Context().divide(Decimal(value.numerator), Decimal(value.denominator))
        if Fraction(quotient) == value:
            return f"{quotient:f}"
    return str(value)


def text_of(row: GivenRow) -> str:
    """
    >>> text_of((1, 2.5))
    '(1, 2.5)'
    """
    return f"({', '.join(map(number_text, row))})"


def count(positions: Iterable[int], number_of_classes: int) -> list[int]:
    """How often each class occurs.

    >>> count([2, 0, 2], 4)
    [1, 0, 2, 0]
    """
    counts = [0] * number_of_classes
    for l in positions:
        counts[l] += 1
    return counts


def majority(counts: Sequence[int]) -> int:
    """The most frequent class; if several tie, the lowest of them.

    >>> majority((1, 3, 3))
    1
    """
    return counts.index(max(counts))


def check_not_negative(name: str, value: Any, what: str = "a number of at least 0") -> Any:
    """A number of at least 0 as it is; one too large for a double is refused.

    >>> check_not_negative("R", Decimal("1e400"))
    Traceback (most recent call last):
    ValueError: R must be at most 1.8e+308, the largest double, got Decimal('1E+400')
    """
    check_number(name, value, what, lambda number: number >= 0)
    largest = sys.float_info.max
    if value > largest:
        raise ValueError(f"{name} must be at most {largest:.3g}, the largest double, got {shown(value)}")
    return value


def check_flag(name: str, value: Any) -> bool:
    """
    >>> check_flag("truncate", "yes")
    Traceback (most recent call last):
    TypeError: truncate must be True or False, got 'yes'
    """
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, got {shown(value)}")
    return value


class OrderedClassifier(Classifier):
    """The base of classifiers that turn the rows in every fit and every prediction."""

    def _turned(self, table: Sequence[GivenRow]) -> list[GivenRow]:
        """Checked rows in which a higher value never means a lower class."""
        return [turned(row, self.directions_) for row in table]

    def _query(self, x: Any) -> GivenRow:
        return turned(self.checked_row(x), self.directions_)
