"""Section 2.2: Monotonic k-NN (Duivesteijn and Feelders 2008), the nearest neighbors among the valid classes.

A query can get only a class of its valid range (Eq. 1). With "inRange", the k nearest rows of a valid class
vote. With "outRange", the k nearest of all rows are taken, and those of an invalid class do not vote. The
class with the most votes wins; if several tie, the lowest of them. If no row votes, a class of the range is
drawn at random.

The training set must be monotone. Where it is not, bounds cross and mean nothing. `relabel` makes a training
set monotone; it is a separate step before `fit`, as in the paper's experiments.

The readings decide one point here, `coincident`: whether a training row equal to the query bounds the range
and votes like any other (PAPER) or does neither (AUTHORS).

Symbols: D the rows with classes y, x the query, r its range, nn its neighbors.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from monfknn_ref.arithmetic import Row, exact_value
from monfknn_ref.classifiers.ordered import OrderedClassifier, count, majority, text_of
from monfknn_ref.model.checks import GivenRow, Label, check_whole
from monfknn_ref.model.door import on_one_grid, positions, turned
from monfknn_ref.paper.neighbors import TYPES_OF_RANGE, neighbors_as_mknn
from monfknn_ref.paper.order import Classes, Rows, in_range
from monfknn_ref.paper.ranges import valid_range
from monfknn_ref.readings import PAPER, Reading, Rules, check_reading
from monfknn_ref.readings.errors import check_choice


@dataclass(frozen=True)
class Vote:
    """Why MkNN gives a row its class."""

    x: GivenRow
    label: Label
    range: tuple[Label, Label]  # the lowest and the highest valid class
    neighbors: tuple[int, ...]  # the training rows that vote, nearest first
    votes: tuple[tuple[Label, int], ...]  # the classes with votes, ascending; empty if the class was drawn

    def __str__(self) -> str:
        lowest, highest = self.range
        lines = [f"{text_of(self.x)} is {self.label!r}:", f"  valid classes: {lowest!r} to {highest!r}"]
        if self.neighbors:
            counts = ", ".join(f"{count} of {label!r}" for label, count in self.votes)
            lines.append(f"  training rows {', '.join(map(str, self.neighbors))} vote: {counts}")
        else:
            lines.append("  no neighbor has a valid class; one of the valid classes was drawn")
        return "\n".join(lines)


class Voters(NamedTuple):
    """The range of a query and the positions in D of the neighbors that vote."""

    range: tuple[int, int]
    rows: list[int]


# --8<-- [start:mknn]
def voting_neighbors(x: Row, D: Rows, y: Classes, k: int, typeRange: str, rules: Rules) -> Voters:
    """The range of x, and those of its k neighbors that have a valid class.

    >>> D, y, rules = [(0, 0), (1, 0), (0, 2), (3, 3)], [0, 1, 1, 2], Rules(PAPER, 3)
    >>> voting_neighbors((1, 1), D, y, 2, "inRange", rules)
    Voters(range=(1, 2), rows=[1, 2])
    >>> voting_neighbors((1, 1), D, y, 3, "outRange", rules)                   # (0, 0) drops out
    Voters(range=(1, 2), rows=[1, 2])
    """
    bounding = [x_i.row for x_i in rules.candidates(x, D)]
    r = valid_range(x, [D[i] for i in bounding], [y[i] for i in bounding], rules)
    nn = neighbors_as_mknn(x, r, k, typeRange, D, y, rules)
    return Voters(r, [j for j in nn if in_range(y[j], r)])


# --8<-- [end:mknn]


def drawn_class(r: tuple[int, int], x: GivenRow, seed: int) -> int:
    """A random class of the range; the same row and seed always give the same class.

    >>> [drawn_class((1, 3), (0.5, 2), seed) for seed in range(6)]
    [1, 1, 1, 1, 3, 3]
    """
    values = " ".join(str(exact_value(value)) for value in x)
    generator = random.Random(f"{seed}: {values}")
    return r[0] + int(generator.random() * (r[1] - r[0] + 1))


@dataclass(eq=False, repr=False)
class MkNN(OrderedClassifier):
    """Monotonic k-NN.

    k: the number of neighbors. typeRange: "inRange" takes the k nearest rows of a valid class; "outRange"
    takes the k nearest of all rows,
        of which those out of range do not vote.
    reading: PAPER, AUTHORS or any other Reading.
    seed: decides which valid class is drawn if no neighbor votes.
    directions: a string such as "+-+" or a sequence of signs; attributes marked "-" lower the class.
    classes: all labels from lowest to highest; those given to `fit` win.

    >>> X, y = [(1, 1), (2, 1), (2, 3), (4, 4), (5, 4)], ["low", "low", "mid", "mid", "high"]
    >>> model = MkNN(k=3).fit(X, y, classes=["low", "mid", "high"])
    >>> model.predict([(1, 2), (3, 3), (6, 6)])
    ['low', 'mid', 'high']
    >>> print(model.explain((3, 3)))
    (3, 3) is 'mid':
      valid classes: 'mid' to 'mid'
      training rows 2, 3 vote: 2 of 'mid'
    """

    k: int = 5
    typeRange: str = "inRange"
    reading: Reading = PAPER
    seed: int = 0
    directions: Any = None
    classes: Any = None

    def _check_parameters(self) -> None:
        check_whole("k", self.k, 1)
        check_choice("typeRange", self.typeRange, TYPES_OF_RANGE)
        check_reading(self.reading)
        check_whole("seed", self.seed, 0)

    def fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Remember the training set, which should be monotone."""
        self._check_parameters()
        training = self._training_set(X, y, classes)
        self._remember(training)
        self.reading_ = self.reading
        self._training = training
        return self

    def _predicted(self, table: Sequence[GivenRow]) -> list[int]:
        return positions([vote.label for vote in self._votes(self._turned(table))], self.order_)

    def explain(self, x: Any) -> Vote:
        """The range of one row and the neighbors that decide."""
        [vote] = self._votes([self._query(x)])
        return vote

    def _votes(self, table: list[GivenRow]) -> list[Vote]:
        self._check_parameters()
        y = self._training.positions
        rules = Rules(self.reading_, len(self.order_), highest=max(y))
        D, queries = on_one_grid(rules.numbers, self._training.rows, table)
        votes = []
        for given, x in zip(table, queries):
            r, voters = voting_neighbors(x, D, y, self.k, self.typeRange, rules)
            votes_of = count((y[j] for j in voters), len(self.order_))
            l = majority(votes_of) if voters else drawn_class(r, given, self.seed)
            votes.append(
                Vote(
                    turned(given, self.directions_),
                    self.order_[l],
                    (self.order_[r[0]], self.order_[r[1]]),
                    tuple(voters),
                    tuple((label, n) for label, n in zip(self.order_, votes_of) if n),
                )
            )
        return votes
