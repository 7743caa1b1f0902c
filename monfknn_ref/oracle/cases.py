"""A case: one small problem that any implementation can be asked, with all its numbers exact.

One definition feeds the Python check, pytest, foreign programs and the exported vectors. The battery of
cases stands in `monfknn_ref.oracle.families`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias, TypeVar

from monfknn_ref.estimator import MonFkNN
from monfknn_ref.readings import Reading
from monfknn_ref.validation import Label

__all__ = ["Case", "Dice", "Value", "number"]

Value: TypeAlias = int | str
"""An exact number: whole, or a string with a decimal ("0.1", "3e160") or a whole number beyond 2^53, so
that a reader who knows only doubles loses nothing unawares."""

Table: TypeAlias = tuple[tuple[Value, ...], ...]
T = TypeVar("T")


def number(value: Value) -> int | float:
    """What an implementation in Python is given for an exact value.

    A decimal becomes a double; every decimal of the battery is the shortest one of its double.

    >>> number(3), number("0.1"), number("12345678901234567890")
    (3, 0.1, 12345678901234567890)
    """
    if isinstance(value, int):
        return value
    return float(value) if set(value) & set(".e") else int(value)


@dataclass(frozen=True)
class Case:
    """Training rows with labels, the ordered classes, queries, and the parameters of the paper.

    The right answers are no part of it: they depend on the reading.
    """

    X: Table
    y: tuple[Label, ...]
    classes: tuple[Label, ...]
    queries: Table
    k: int = 5
    K: int = 9
    RCr: Value = "0.5"
    typeRange: str = "inRange"
    pOR: Value = "0.5"
    m: Value = 2
    directions: str | None = None
    family: str = "own"
    id: str = "own/1"

    def __str__(self) -> str:
        return self.id

    @property
    def parameters(self) -> dict[str, Any]:
        """What the constructor of an implementation is given."""
        return {
            "k": self.k,
            "K": self.K,
            "RCr": number(self.RCr),
            "typeRange": self.typeRange,
            "pOR": number(self.pOR),
            "m": number(self.m),
            "directions": self.directions,
        }

    @property
    def training_table(self) -> list[tuple[int | float, ...]]:
        """What fit is given besides the labels."""
        return [tuple(map(number, row)) for row in self.X]

    @property
    def query_table(self) -> list[tuple[int | float, ...]]:
        """What predict is given."""
        return [tuple(map(number, row)) for row in self.queries]

    def fitted(self, reading: Reading) -> MonFkNN:
        """The reference, fitted to the case; where the reading tosses a coin, it takes the lower class."""
        tie = "lower" if reading.median_gap == "coin" else None
        model = MonFkNN(**self.parameters, reading=reading, tie=tie)
        return model.fit(self.training_table, self.y, self.classes)

    def question(self) -> dict[str, Any]:
        """The case as a foreign program is asked it."""
        fields = self.to_json()
        del fields["family"]
        return {"ask": "case", **fields}

    def to_json(self) -> dict[str, Any]:
        """The case as an object of JSON.

        >>> case = Case(X=((1, "0.5"),), y=("low",), classes=("low", "high"), queries=((2, 2),), k=1, K=1)
        >>> Case.from_json(case.to_json()) == case
        True
        """
        return asdict(self)

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Case:
        """The case that `to_json` wrote."""
        tables = {name: tuple(tuple(row) for row in fields[name]) for name in ("X", "queries")}
        labels = {name: tuple(fields[name]) for name in ("y", "classes")}
        return cls(**{**fields, **tables, **labels})


class Dice:
    """Draws that are the same on every machine: of `random.Random`, only what is promised not to change."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def below(self, n: int) -> int:
        """One of 0, ..., n - 1."""
        return int(self._random() * n)

    def pick(self, values: Sequence[T]) -> T:
        """One of the values."""
        return values[self.below(len(values))]

    def shuffled(self, values: Iterable[T]) -> list[T]:
        """The values in another order."""
        rest = list(values)
        return [rest.pop(self.below(len(rest))) for _ in range(len(rest))]

    def rows(self, n: int, attributes: int, size: int) -> list[tuple[int, ...]]:
        """n rows of whole numbers from 0 to size - 1."""
        return [tuple(self.below(size) for _ in range(attributes)) for _ in range(n)]
