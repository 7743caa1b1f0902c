"""Section 2.3, Eq. 2 and Eq. 3: Fuzzy k-NN, the parent that MonFkNN is compared with all along.

Keller, Gray and Givens (1985). Nothing in it knows of order: rows are not merged, neighbors are the nearest
of all rows (Algorithm 2 with outRange), and the class is the one with the largest membership.

What a reading says of `coincident` rows concerns queries: Eq. 2 divides by their distance. Eq. 3 only counts
neighbors, and there a row equal to the one looked at is a neighbor like any other. The paper's numbers agree
with that. Under AUTHORS, with equal rows left out of Eq. 3 too, accuracies on the sets full of equal rows
would be farther from the printed ones: ERA .230 instead of .200 (printed .1730), ESL .694 instead of .677
(.6783), SWD .555 instead of .529 (.5350).

Symbols: D the rows with classes y, u their memberships, k and K the neighbors looked at for a training row
and for a query, nn_l the number of neighbors of class l.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from monfknn_ref.arithmetic import Number
from monfknn_ref.base import Classifier
from monfknn_ref.classifiers.ordered import check_query, text_of
from monfknn_ref.conversion import positions
from monfknn_ref.functions import neighbors_as_mknn
from monfknn_ref.numbers import Arithmetic
from monfknn_ref.open_points import (
    arithmetic,
    classes_of_neighbors,
    inverse_distances,
    left_out,
    settle_no_neighbor,
)
from monfknn_ref.readings import PAPER, Reading, check_reading
from monfknn_ref.validation import GivenRow, Label, check_positive, check_table, check_training, check_whole

__all__ = ["Average", "FkNN"]


@dataclass(frozen=True)
class Average:
    """Why FkNN gives a row its class."""

    x: GivenRow
    label: Label
    classes: tuple[Label, ...]
    memberships: tuple[Number, ...]  # one entry for each class
    neighbors: tuple[int, ...]  # the training rows averaged, nearest first; none if no weight is left
    shares: tuple[Number, ...]  # of the weight, one for each neighbor
    neighbor_memberships: tuple[tuple[Number, ...], ...]

    def __str__(self) -> str:
        lines = [f"{text_of(self.x)} is {self.label!r}:", f"  {self._text(self.memberships)}"]
        for j, share, u_j in zip(self.neighbors, self.shares, self.neighbor_memberships):
            lines.append(f"  {float(share):.4f} of it from training row {j}: {self._text(u_j)}")
        if not self.neighbors:
            lines.append("  no neighbor has a weight, so every class is open")
        return "\n".join(lines)

    def _text(self, u: Sequence[Number]) -> str:
        return ", ".join(f"{label!r} {float(u_l):.4f}" for label, u_l in zip(self.classes, u))


# --8<-- [start:aggregate]
def aggregate(u: Sequence[Sequence[Number]], weights: Sequence[Number], c: int) -> list[Number]:  # Eq 2
    """Eq. 2: the memberships of the neighbors averaged, each weighted by 1 / ||x - x_j||^(m-1).

    >>> from fractions import Fraction as F
    >>> aggregate([[F(1), F(0)], [F(0), F(1)]], [F(1, 2), F(1, 4)], 2)
    [Fraction(2, 3), Fraction(1, 3)]
    """
    numerators: list[Number] = [0] * c
    denominator: Number = 0
    for u_j, weight in zip(u, weights):
        for l in range(c):
            numerators[l] = numerators[l] + u_j[l] * weight
        denominator = denominator + weight
    return [numerator / denominator for numerator in numerators]
# --8<-- [end:aggregate]


# --8<-- [start:membership]
def membership(l: int, y_i: int, classes: Sequence[int], numbers: Arithmetic) -> Number:  # Eq 3
    """Eq. 3: 0.49 of class l's share of the neighbors; the row's own class has 0.51 on top.

    It is Eq. 6 with RCr = 0.51, and a row never loses its own class:

    >>> from monfknn_ref.numbers import EXACT
    >>> from monfknn_ref.paper.memberships import membership_with_relevance
    >>> [str(membership(l, 0, [1, 1, 2, 2, 2], EXACT)) for l in range(3)]
    ['51/100', '49/250', '147/500']
    >>> RCr = EXACT.number(0.51)
    >>> all(membership(l, 0, [1, 1, 2, 2, 2], EXACT)
    ...     == membership_with_relevance(l, 0, [1, 1, 2, 2, 2], RCr, EXACT) for l in range(3))
    True
    """
    nn_l, k = classes.count(l), len(classes)
    if y_i == l:
        return numbers.number("0.51") + numbers.number("0.49") * numbers.ratio(nn_l, k)
    return numbers.number("0.49") * numbers.ratio(nn_l, k)
# --8<-- [end:membership]


# --8<-- [start:argmax]
def argmax(u: Sequence[Number]) -> int:
    """The class with the largest membership, the lowest of them on ties.

    >>> argmax([0.2, 0.4, 0.4])
    1
    """
    best = 0
    for l in range(len(u)):
        if u[l] > u[best]:
            best = l
    return best
# --8<-- [end:argmax]


class FkNN(Classifier):
    """Fuzzy k-NN with the estimator's interface.

    >>> X, y = [(0, 0), (1, 0), (5, 5), (6, 5)], ["low", "low", "high", "high"]
    >>> model = FkNN(k=1, K=2).fit(X, y, classes=["low", "high"])
    >>> model.predict([(2, 1), (4, 4)])
    ['low', 'high']
    >>> print(model.explain((3, 0)))
    (3, 0) is 'low':
      'low' 1.0000, 'high' 0.0000
      0.6000 of it from training row 1: 'low' 1.0000, 'high' 0.0000
      0.4000 of it from training row 0: 'low' 1.0000, 'high' 0.0000
    """

    def __init__(self, k: int = 5, K: int = 9, m: Any = 2, reading: Reading = PAPER) -> None:
        self.k = k
        self.K = K
        self.m = m
        self.reading = reading

    def _check_parameters(self) -> None:
        check_whole("k", self.k, 1)
        check_whole("K", self.K, 1)
        check_positive("m", self.m)
        check_reading(self.reading)

    def fit(self, X: Any, y: Any, classes: Any = None) -> FkNN:
        """The memberships of every training row by Eq. 3, each row left out of its own neighbors."""
        self._check_parameters()
        table, labels, ordered = check_training(X, y, classes)
        numbers, everything = arithmetic(self.reading), (0, len(ordered) - 1)
        [D], y = numbers.tables(table), positions(labels, ordered)
        counting = replace(self.reading, coincident="limit")
        u = []
        for i, x_i in enumerate(D):
            nn = neighbors_as_mknn(
                x_i, everything, self.k, "outRange", D, y, counting, left_out(i, self.reading)
            )
            found = classes_of_neighbors([y[j] for j in nn], y[i], self.k, self.reading)
            u.append([membership(l, y[i], found, numbers) for l in range(len(ordered))])

        self.classes_ = ordered
        self.n_features_in_ = len(table[0])
        self.reading_ = self.reading
        self.training_rows_ = table
        self.training_memberships_ = u
        self._labels = y
        return self

    def predict_memberships(self, X: Any) -> list[list[Number]]:
        """The memberships of each row by Eq. 2, in the numbers of the reading."""
        self.check_fitted()
        return [u for u, _, _ in self._averaged(check_table(X, attributes=self.n_features_in_))]

    def explain(self, x: Any) -> Average:
        """The neighbors of one row, what each of them contributes, and the average."""
        self.check_fitted()
        row = check_query(x, self.n_features_in_)
        [(u, nn, weights)] = self._averaged([row])
        total: Number = 0
        for weight in weights:
            total = total + weight
        counted = [(j, weight / total) for j, weight in zip(nn, weights) if weight]
        return Average(
            row,
            self.classes_[argmax(u)],
            tuple(self.classes_),
            tuple(u),
            tuple(j for j, _ in counted),
            tuple(share for _, share in counted),
            tuple(tuple(self.training_memberships_[j]) for j, _ in counted),
        )

    def _averaged(self, table: list[GivenRow]) -> list[tuple[list[Number], list[int], list[Number]]]:
        """The memberships of each row, its neighbors and their weights."""
        self._check_parameters()
        c = len(self.classes_)
        D, queries = arithmetic(self.reading_).tables(self.training_rows_, table)
        rows = []
        for x in queries:
            nn = neighbors_as_mknn(x, (0, c - 1), self.K, "outRange", D, self._labels, self.reading_)
            weights = inverse_distances(x, D, nn, self.m, self.reading_)
            if any(weights):
                u = aggregate([self.training_memberships_[j] for j in nn], weights, c)
            else:
                u = settle_no_neighbor((0, c - 1), c, "lower", self.reading_)
            rows.append((u, nn, weights))
        return rows

    def predict(self, X: Any) -> list[Label]:
        """The class of each row: the largest membership, the lowest class on ties."""
        return [self.classes_[argmax(u)] for u in self.predict_memberships(X)]

    def predict_proba(self, X: Any) -> list[list[float]]:
        """The memberships of each row as floats, one column a class of `classes_`."""
        return [[float(u_l) for u_l in u] for u in self.predict_memberships(X)]
