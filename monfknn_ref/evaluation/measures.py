"""The paper's three measures, accuracy, MAE and NMI, and the pairs of rows that NMI counts.

A pair of rows is comparable if one dominates the other, x_i ⪰ x_j; equal rows are comparable. A pair is a
violation if x_i ⪰ x_j but y_i < y_j; equal rows with different labels are violations. All counts are whole
numbers, and each measure is the quotient of two counts.

All functions take any labels or predictions: those of the data, of a model of this package, or of any other
program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import comb
from typing import Any

from monfknn_ref.data.comparable import members, rows_below, rows_with_higher_label
from monfknn_ref.model.arrays_and_frames import as_sequence, order_of
from monfknn_ref.model.checks import GivenRow, Label, is_finite, is_number, is_sequence
from monfknn_ref.model.door import check_classes, check_directions, check_table, check_targets


@dataclass(frozen=True)
class Measure:
    """A measure of the paper: how it is called and printed, which values are best, and which differences
    count as none."""

    name: str
    title: str
    digits: int
    best: str
    """Whether the "highest" or the "lowest" value is best."""
    rope: Decimal
    """Differences below this count as none in the Bayesian sign test."""

    @property
    def word(self) -> str:
        """How it is called within a sentence.

        >>> [measure.word for measure in MEASURES.values()]
        ['accuracy', 'MAE', 'NMI']
        """
        return self.title if self.title.isupper() else self.title.lower()

    @property
    def sign(self) -> int:
        """1 if a larger value is better, otherwise -1."""
        return 1 if self.best == "highest" else -1


MEASURES = {
    measure.name: measure
    for measure in (
        Measure("accuracy", "Accuracy", 4, "highest", Decimal("0.01")),
        Measure("mae", "MAE", 4, "lowest", Decimal("0.01")),
        Measure("nmi", "NMI", 5, "lowest", Decimal("0.0001")),
    )
}
"""The paper's measures by their names."""


def accuracy(y: Any, p: Any) -> float:
    """The share of rows whose label in y equals the prediction in p.

    >>> accuracy(["low", "high", "high", "low"], ["low", "high", "low", "low"])
    0.75
    """
    actual, predicted = _check_predictions(y, p)
    return sum(a == b for a, b in zip(actual, predicted)) / len(actual)


def mean_absolute_error(y: Any, p: Any, classes: Any = None) -> float:
    """The mean distance between the ranks of the labels y and of the predictions p.

    The rank of a label is its position in `classes`, the labels from lowest to highest. Without `classes`,
    whole numbers are their own ranks, so that a class that does not occur leaves a gap. Other numbers are
    ranked by their position among the sorted labels of y and p together. An ordered categorical brings its
    order; the order of other text must be given.

    >>> mean_absolute_error([1, 2, 5, 5], [1, 3, 5, 2])
    1.0
    >>> mean_absolute_error(["low", "high"], ["low", "low"], classes=["low", "mid", "high"])
    1.0
    >>> mean_absolute_error([0.5, 2.5, 1.5], [1.5, 0.5, 1.5])
    1.0
    """
    classes = order_of(y) if classes is None else classes
    actual, predicted = _check_predictions(y, p)
    if classes is None and all(_is_whole(label) for label in actual + predicted):
        first, second = _whole_numbers(actual), _whole_numbers(predicted)
    else:
        ordered = check_classes(actual + predicted) if classes is None else check_classes([], classes)
        first, second = _ranks(actual, ordered, "y"), _ranks(predicted, ordered, "p")
    return sum(abs(a - b) for a, b in zip(first, second)) / len(first)


@dataclass(frozen=True)
class PairCounts:
    """The counts of the unordered pairs of N rows with labels.

    >>> print(pair_counts([[1, 1], [2, 2], [3, 1], [2, 2]], [0, 2, 1, 1]))
    4 rows, 6 pairs, 4 comparable, 1 violating, 2 rows in a violation
    """

    rows: int
    comparable: int
    violating: int
    violating_rows: int

    @property
    def pairs(self) -> int:
        return comb(self.rows, 2)

    def __str__(self) -> str:
        return (
            f"{self.rows} rows, {self.pairs} pairs, {self.comparable} comparable, "
            f"{self.violating} violating, {self.violating_rows} rows in a violation"
        )


def pair_counts(X: Any, p: Any, classes: Any = None, directions: Any = None) -> PairCounts:
    """Count the pairs of rows X with labels or predictions p.

    `classes` lists the labels from lowest to highest (by default in sorted order), and `directions` has the
    sign of each attribute (by default all are ascending).
    """
    table, ranks, signs = _check_rows(X, p, classes, directions)
    below = rows_below(table, signs)
    violating, involved = 0, 0
    for i, higher in enumerate(_dominated_with_higher_label(below, ranks)):
        if higher:
            violating += higher.bit_count()
            involved |= higher | 1 << i
    return PairCounts(len(table), _count_comparable(below), violating, involved.bit_count())


def non_monotonic_index(X: Any, p: Any, classes: Any = None, directions: Any = None) -> float:
    """The paper's NMI: the share of pairs of rows that are violations, NMP / (N² − N).

    NMP and N² − N both count a pair in its two orders. If there is no pair, the index is 0.

    >>> non_monotonic_index([[1], [2], [3], [4]], [0, 1, 0, 1])     # only rows 1 and 2 conflict
    0.16666666666666666
    >>> non_monotonic_index([[1], [2], [3], [4]], "b a a a".split(), classes=["b", "a"])
    0.0
    """
    counts = pair_counts(X, p, classes, directions)
    return _share(2 * counts.violating, counts.rows**2 - counts.rows)


def violating_rows(X: Any, p: Any, classes: Any = None, directions: Any = None) -> float:
    """Another NMI in use: the share of rows that take part in some violation.

    >>> violating_rows([[1], [2], [3], [4]], [0, 1, 0, 1])
    0.5
    """
    counts = pair_counts(X, p, classes, directions)
    return counts.violating_rows / counts.rows


def violating_comparable_pairs(X: Any, p: Any, classes: Any = None, directions: Any = None) -> float:
    """A third NMI in use: the share of the comparable pairs that are violations; 0 if no pair is comparable.

    >>> violating_comparable_pairs([[1, 4], [2, 3], [2, 5]], [1, 0, 0])     # two comparable pairs
    0.5
    """
    counts = pair_counts(X, p, classes, directions)
    return _share(counts.violating, counts.comparable)


def comparable_pairs(X: Any, directions: Any = None) -> float:
    """The share of pairs of rows that are comparable, as in the paper's table of data sets.

    >>> comparable_pairs([[1, 4], [2, 3], [2, 5], [2, 5]])
    0.8333333333333334
    """
    table = _check_not_empty(X)
    below = rows_below(table, check_directions(directions, len(table[0])))
    return _share(_count_comparable(below), comb(len(table), 2))


def violations(X: Any, p: Any, classes: Any = None, directions: Any = None) -> list[tuple[int, int]]:
    """The violations themselves: each pair (i, j) with x_i ⪰ x_j and y_i < y_j, in ascending order.

    >>> violations([[1], [2], [3], [2]], [1, 2, 0, 1])
    [(2, 0), (2, 1), (2, 3), (3, 1)]
    """
    table, ranks, signs = _check_rows(X, p, classes, directions)
    witnesses = enumerate(_dominated_with_higher_label(rows_below(table, signs), ranks))
    return [(i, j) for i, higher in witnesses for j in members(higher)]


def _dominated_with_higher_label(below: Sequence[int], ranks: Sequence[int]) -> list[int]:
    """For each row, the set of the rows that it dominates although their labels are higher."""
    higher = rows_with_higher_label(ranks)
    return [dominated & higher[rank] for dominated, rank in zip(below, ranks)]


def _count_comparable(below: Sequence[int]) -> int:
    """The number of comparable pairs.

    Each row dominates itself, which is not a pair. Equal rows, which dominate the same rows, dominate each
    other and would count twice.
    """
    equal = sum(comb(copies, 2) for copies in Counter(below).values())
    return sum(dominated.bit_count() for dominated in below) - len(below) - equal


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _is_whole(label: Any) -> bool:
    return is_number(label) and is_finite(label) and int(label) == label


def _whole_numbers(labels: Sequence[Any]) -> list[int]:
    return [int(label) for label in labels]


def _ranks(labels: Sequence[Label], ordered: Sequence[Label], name: str) -> list[int]:
    """The position of each label among the ordered ones."""
    position = {label: rank for rank, label in enumerate(ordered)}
    for i, label in enumerate(labels):
        if label not in position:
            raise ValueError(f"{name} must hold labels of classes {ordered!r}, got {label!r} at row {i}")
    return [position[label] for label in labels]


def _check_labels(given: Any, name: str) -> list[Label]:
    """At least one label."""
    if not is_sequence(given):
        raise TypeError(f"{name} must be a sequence of labels, got {given!r}")
    labels = list(as_sequence(given))
    if not labels:
        raise ValueError(f"{name} must have at least one label, got none")
    return check_targets(labels, len(labels), name)


def _check_predictions(y: Any, p: Any) -> tuple[list[Label], list[Label]]:
    """Labels and predictions of the same rows."""
    actual, predicted = _check_labels(y, "y"), _check_labels(p, "p")
    if len(actual) != len(predicted):
        raise ValueError(
            f"p must have one prediction for each label of y, got {len(predicted)} for {len(actual)} labels"
        )
    return actual, predicted


def _check_not_empty(X: Any) -> list[GivenRow]:
    table = check_table(X)
    if not table:
        raise ValueError("X must have at least one row, got none")
    return table


def _check_rows(
    X: Any, p: Any, classes: Any, directions: Any
) -> tuple[list[GivenRow], list[int], tuple[int, ...]]:
    """The rows, the ranks of their labels and the signs of their attributes."""
    table = _check_not_empty(X)
    labels = check_targets(p, len(table), "p")
    classes = order_of(p) if classes is None else classes
    ordered = check_classes(labels) if classes is None else check_classes([], classes)
    return table, _ranks(labels, ordered, "p"), check_directions(directions, len(table[0]))
