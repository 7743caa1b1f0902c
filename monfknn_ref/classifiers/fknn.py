"""Section 2.3: Fuzzy k-NN as an estimator, with Eq. 2 and Eq. 3 of `monfknn_ref.paper.fknn`.

Equal rows are not merged, the neighbors are the nearest of all rows (Algorithm 2 with outRange), and the
class is the one with the largest membership.

The point `coincident` of a reading concerns only queries, because Eq. 2 divides by their distances. Eq. 3
just counts neighbors, and there a row equal to the training row is a neighbor like any other. The paper's
numbers agree with this. If AUTHORS left equal rows out of Eq. 3 too, the accuracies on data sets with many
equal rows would be farther from the printed ones: ERA .230 instead of .200 (printed .1730), ESL .694 instead
of .677 (printed .6783), SWD .555 instead of .529 (printed .5350).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from monfknn_ref.arithmetic import Membership, Scalar, Weight
from monfknn_ref.classifiers.ordered import text_of
from monfknn_ref.model.arrays_and_frames import rows_like
from monfknn_ref.model.checks import GivenRow, Label, check_positive, check_whole
from monfknn_ref.model.door import check_influence, on_one_grid
from monfknn_ref.model.estimator import Classifier
from monfknn_ref.paper.fknn import argmax, average, fuzzy_membership
from monfknn_ref.paper.neighbors import neighbors_as_mknn
from monfknn_ref.readings import PAPER, Reading, Rules, check_reading


@dataclass(frozen=True)
class Average:
    """Why FkNN gives a row its class."""

    x: GivenRow
    label: Label
    classes: tuple[Label, ...]
    memberships: tuple[Membership, ...]  # one entry for each class
    neighbors: tuple[int, ...]  # the training rows averaged, nearest first; empty if none has a weight
    shares: tuple[Any, ...]  # the share of the weight of each neighbor
    neighbor_memberships: tuple[tuple[Membership, ...], ...]

    def __str__(self) -> str:
        lines = [f"{text_of(self.x)} is {self.label!r}:", f"  {self._text(self.memberships)}"]
        for j, share, u_j in zip(self.neighbors, self.shares, self.neighbor_memberships):
            lines.append(f"  {float(share):.4f} of it from training row {j}: {self._text(u_j)}")
        if not self.neighbors:
            lines.append("  no neighbor has a weight, so every class is possible")
        return "\n".join(lines)

    def _text(self, u: Sequence[Membership]) -> str:
        return ", ".join(f"{label!r} {float(u_l):.4f}" for label, u_l in zip(self.classes, u))


@dataclass(eq=False, repr=False)
class FkNN(Classifier):
    """Fuzzy k-NN with the interface of an estimator.

    `k`, `K`, `m` and `reading` are as in `MonFkNN`, and so is `classes`: all labels from lowest to highest.

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

    k: int = 5
    K: int = 9
    m: Any = 2
    reading: Reading = PAPER
    classes: Any = None

    def _check_parameters(self) -> None:
        check_whole("k", self.k, 1)
        check_whole("K", self.K, 1)
        check_positive("m", self.m)
        check_influence(self.m, check_reading(self.reading))

    def fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Compute the memberships of every training row by Eq. 3; a row is not its own neighbor."""
        self._check_parameters()
        training = self._training_set(X, y, classes)
        y = training.positions
        counting = replace(self.reading, coincident="limit", no_neighbor="uniform")
        rules = Rules(counting, len(training.classes), "lower", highest=max(y))
        [D], everything = on_one_grid(rules.numbers, training.given), (0, len(training.classes) - 1)
        u: list[list[Scalar]] = []
        for i, x_i in enumerate(D):
            nn = neighbors_as_mknn(x_i, everything, int(self.k), "outRange", D, y, rules, itself=i)
            shares = rules.shares_of_neighbors([y[j] for j in nn], y[i], int(self.k), everything)
            u.append([fuzzy_membership(l, y[i], shares, rules) for l in rules.Y])

        self._remember(training)
        self.reading_ = self.reading
        self.training_rows_ = training.given
        self.training_memberships_ = u
        self._labels = y
        return self

    def predict_memberships(self, X: Any) -> list[list[Membership]]:
        """The memberships of each row by Eq. 2, in the numbers of the reading."""
        return [u for u, _, _ in self._averaged(self._rows(X))]

    def explain(self, x: Any) -> Average:
        """The neighbors of one row, what each of them contributes, and the average."""
        row = self.checked_row(x)
        [(u, nn, weights)] = self._averaged([row])
        total: Any = 0
        for weight in weights:
            total = total + weight
        counted = [(j, weight / total) for j, weight in zip(nn, weights) if weight]
        return Average(
            row,
            self.order_[argmax(u)],
            tuple(self.order_),
            tuple(u),
            tuple(j for j, _ in counted),
            tuple(share for _, share in counted),
            tuple(tuple(self.training_memberships_[j]) for j, _ in counted),
        )

    def _averaged(self, table: list[GivenRow]) -> list[tuple[list[Membership], list[int], list[Weight]]]:
        """The memberships of each row, its neighbors and their weights."""
        self._check_parameters()
        y, everything = self._labels, (0, len(self.order_) - 1)
        rules = Rules(self.reading_, len(self.order_), "lower", highest=max(y))  # no median is taken
        D, queries = on_one_grid(rules.numbers, self.training_rows_, table)
        rows = []
        for x in queries:
            nn = neighbors_as_mknn(x, everything, int(self.K), "outRange", D, y, rules)
            weights = rules.weights(x, D, nn, rules.numbers.number(self.m))
            u = average([self.training_memberships_[j] for j in nn], weights, rules)
            rows.append((u, nn, weights))
        return rows

    def _predicted(self, table: list[GivenRow]) -> list[int]:
        """The class with the largest membership; if several tie, the lowest."""
        return [argmax(u) for u, _, _ in self._averaged(table)]

    def predict_proba(self, X: Any) -> Any:
        """The memberships of each row as floats, one column for each class of `classes_`."""
        return rows_like(X, self.predict_memberships(X), len(self.order_))
