"""Counterexamples: a training set, the parameters, some queries, and the classes they get.

A counterexample holds whole numbers wherever it can, so that it can be checked with a pencil, and everything
that another implementation needs to come to the same predictions. It comes from small training sets, all of
them in a stated order or drawn at random.

The order, by which one counterexample is smaller than another: fewest rows, then fewest classes, then the
smallest side s, where all rows and queries are points of the grid {0, ..., s}^Q; then the rows X, then the
labels y, each in dictionary order. The parameters k and K come next, from small to large, then the queries.

Two sets that differ by a symmetry of the method behave alike, and only the smaller one is looked at:

- attributes may be swapped, since dominance and distances do not change;
- the grid may be shifted, so it begins at 0;
- a row may stand anywhere in the list, unless distances tie; so every order of the rows is looked at where
  the earlier of two equally distant rows counts, and only one for methods that do not ask for distances;
- attributes and classes may be turned upside down together, which turns the rule "lower" for odd median gaps
  into "upper"; so only "lower" is searched, and "upper" is known from it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any, NamedTuple, TypeAlias

from monfknn_ref.arithmetic import Row
from monfknn_ref.model.estimator import Classifier, MonFkNN
from monfknn_ref.paper.order import dominates
from monfknn_ref.readings import READINGS

Point: TypeAlias = Row
"""A row or a query: a point with whole coordinates."""


class ScriptedCoin:
    """A coin whose tosses are known beforehand; it counts how many were made.

    >>> coin = ScriptedCoin([1, 0])
    >>> coin.getrandbits(1), coin.getrandbits(1), coin.tossed
    (1, 0, 2)
    """

    def __init__(self, tosses: Sequence[int]) -> None:
        self.tosses, self.tossed = list(tosses), 0

    def getrandbits(self, bits: int, /) -> int:
        self.tossed += 1
        return self.tosses[self.tossed - 1]


@dataclass(frozen=True)
class Counterexample:
    """What refutes a statement, and all that is needed to see it happen."""

    X: tuple[Point, ...]
    y: tuple[int, ...]
    classes: tuple[int, ...]
    parameters: Mapping[str, Any]
    queries: tuple[Point, ...]
    predictions: tuple[int, ...]
    shows: str
    """What is wrong, in words."""
    classifier: str = "MonFkNN"
    reading: str = "paper"
    tie: str = "lower"
    tosses: tuple[int, ...] = ()
    """The tosses of the coin, in the order in which they are made, where `tie` is "coin"."""
    training_labels: tuple[int, ...] | None = None
    """The labels of Alg. 3 line 3, where the statement is about them."""
    compared_with: Counterexample | None = field(default=None)
    """The other model, where the statement compares two."""

    def model(self) -> Classifier:
        """The classifier with these parameters, not yet fitted."""
        if self.classifier == "MonFkNN":
            tie = ScriptedCoin(self.tosses) if self.tie == "coin" else self.tie
            return MonFkNN(**self.parameters, reading=READINGS[self.reading], tie=tie)
        built: Classifier = getattr(import_module("monfknn_ref.classifiers"), self.classifier)(
            **self.parameters
        )
        return built

    def fitted(self) -> Classifier:
        """The classifier, fitted to the training set."""
        return self.model().fit(self.X, self.y, list(self.classes))

    def recomputed(self) -> tuple[int, ...]:
        """The predictions, computed anew."""
        predicted: list[Any] = self.fitted().predict(list(self.queries))
        return tuple(predicted)

    def recomputed_labels(self) -> tuple[int, ...]:
        """The labels of Alg. 3 line 3, computed anew."""
        fitted = self.fitted()
        assert isinstance(fitted, MonFkNN)
        labels: list[Any] = fitted.training_labels_
        return tuple(labels)

    def models(self) -> Iterator[Counterexample]:
        """This and the one it is compared with."""
        yield self
        if self.compared_with is not None:
            yield from self.compared_with.models()

    def to_dict(self) -> dict[str, Any]:
        """What is written as JSON; what does not apply is left out.

        The predictions are always those of a fixed rule, so that any implementation can repeat them; what
        the coin does instead, which is what refutes the statement, stands under "with_coin".
        """
        if self.tie == "coin":
            fixed = replace(self, tie="lower", tosses=(), training_labels=None)
            fixed = replace(fixed, predictions=fixed.recomputed(), training_labels=fixed.recomputed_labels())
            coin = {name: getattr(self, name) for name in ("tosses", "predictions", "training_labels")}
            return {**fixed.to_dict(), "with_coin": coin}
        found = {"classifier": self.classifier, **asdict(self)}
        del found["tosses"]
        for name in ("training_labels", "compared_with"):
            if found[name] is None:
                del found[name]
        if self.compared_with is not None:
            found["compared_with"] = self.compared_with.to_dict()
        if self.classifier != "MonFkNN":
            del found["tie"], found["reading"]
        return found

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Counterexample:
        """The inverse of `to_dict`."""
        read = dict(stored)
        if "with_coin" in read:
            read |= {"tie": "coin", **read.pop("with_coin")}
        for name in ("X", "queries"):
            read[name] = tuple(tuple(row) for row in read[name])
        for name in ("y", "classes", "predictions", "tosses", "training_labels"):
            if name in read:
                read[name] = tuple(read[name])
        if "compared_with" in read:
            read["compared_with"] = cls.from_dict(read["compared_with"])
        return cls(**read)


# Small training sets


class TrainingSet(NamedTuple):
    """Rows with labels 0, ..., c - 1, and the side of the grid that the queries come from."""

    X: tuple[Point, ...]
    y: tuple[int, ...]
    c: int
    side: int


@dataclass(frozen=True)
class Kind:
    """Which training sets a statement is about."""

    attributes: int
    monotonic: bool = True
    duplicates: bool = False
    every_order: bool = True
    """Whether the order of the rows can matter."""

    def __str__(self) -> str:
        words = [f"{self.attributes} attribute{'s' if self.attributes > 1 else ''}"]
        words.append("monotonic labels" if self.monotonic else "any labels")
        words.append("equal rows allowed" if self.duplicates else "no equal rows")
        words.append("rows in every order" if self.every_order else "rows in one order")
        return ", ".join(words)


@dataclass(frozen=True)
class Limits:
    """How far a search goes."""

    rows: int
    classes: int
    side: int
    fewest_rows: int = 1

    def __str__(self) -> str:
        return f"up to {self.rows} rows and {self.classes} classes, coordinates 0 to {self.side}"


def grid(side: int, attributes: int) -> list[Point]:
    """All points of {0, ..., side}^attributes in dictionary order.

    >>> grid(1, 2)
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    return list(product(range(side + 1), repeat=attributes))


def steps(points: Sequence[Point]) -> list[tuple[Point, Point]]:
    """All pairs of points of which the second is one step higher in one attribute.

    A function falls somewhere on a grid if and only if it falls on one of these steps.

    >>> steps(grid(1, 2))
    [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]
    """
    present = set(points)
    found = []
    for x in points:
        for a in reversed(range(len(x))):
            higher = (*x[:a], x[a] + 1, *x[a + 1 :])
            if higher in present:
                found.append((x, higher))
    return found


def is_monotonic(X: Sequence[Point], y: Sequence[int]) -> bool:
    """Whether no row has a lower label than a row it dominates; equal rows must have equal labels.

    >>> is_monotonic([(0,), (1,)], [0, 1]), is_monotonic([(0,), (0,)], [1, 0])
    (True, False)
    """
    return not any(dominates(X[i], X[j]) and y[i] < y[j] for i in range(len(X)) for j in range(len(X)))


def training_sets(kind: Kind, limits: Limits) -> Iterator[TrainingSet]:
    """Every training set within the limits, in the order stated above.

    >>> sets = training_sets(Kind(1), Limits(rows=2, classes=2, side=1))
    >>> [(s.X, s.y) for s in sets if len(s.X) == 2]
    [(((0,), (1,)), (0, 0)), (((0,), (1,)), (0, 1)), (((0,), (1,)), (1, 1)), (((1,), (0,)), (0, 0)), \
(((1,), (0,)), (1, 0)), (((1,), (0,)), (1, 1))]
    """
    for n in range(limits.fewest_rows, limits.rows + 1):
        for c in range(2, limits.classes + 1):
            for side in range(1, limits.side + 1):
                for X in tables(n, side, kind):
                    for y in product(range(c), repeat=n):
                        if not kind.monotonic or is_monotonic(X, y):
                            yield TrainingSet(X, y, c, side)


def tables(n: int, side: int, kind: Kind) -> Iterator[tuple[Point, ...]]:
    """Every list of n rows on the grid, one for each way of swapping attributes."""
    points = grid(side, kind.attributes)
    lists: Iterator[tuple[Point, ...]]
    if kind.every_order:
        lists = product(points, repeat=n) if kind.duplicates else permutations(points, n)
    else:
        lists = combinations_with_replacement(points, n) if kind.duplicates else combinations(points, n)
    for X in lists:
        swapped = (
            tuple(tuple(x[a] for a in order) for x in X) for order in permutations(range(kind.attributes))
        )
        if min(other if kind.every_order else tuple(sorted(other)) for other in swapped) == X:
            yield X


@dataclass(frozen=True)
class Draw:
    """How large the training sets are that are drawn at random."""

    rows: int = 9
    classes: int = 5
    sides: tuple[int, ...] = (3, 4, 6, 12)

    def __str__(self) -> str:
        return f"2 to {self.rows} rows, 2 to {self.classes} classes, coordinates 0 to {max(self.sides)}"


def random_sets(kind: Kind, draw: Draw, seed: int) -> Iterator[TrainingSet]:
    """Training sets drawn at random without end.

    Monotonic labels are random ones, raised to the highest label at or below the row.

    Of `random.Random` only random() is used, which gives the same numbers in every version of Python.

    >>> next(random_sets(Kind(1), Draw(rows=4, classes=3, sides=(5,)), seed=1))
    TrainingSet(X=((1,), (3,)), y=(1, 1), c=3, side=5)
    """
    uniform = random.Random(seed).random

    def below(n: int) -> int:
        return int(uniform() * n)

    while True:
        n, c = 2 + below(draw.rows - 1), 2 + below(draw.classes - 1)
        side = draw.sides[below(len(draw.sides))]
        points = grid(side, kind.attributes)
        if not kind.duplicates:
            n = min(n, len(points))
        X = []
        for _ in range(n):
            place = below(len(points))
            X.append(points[place] if kind.duplicates else points.pop(place))
        y = [below(c) for _ in X]
        if kind.monotonic:
            y = [max(y_j for x_j, y_j in zip(X, y) if dominates(x, x_j)) for x in X]
        yield TrainingSet(tuple(X), tuple(y), c, side)
