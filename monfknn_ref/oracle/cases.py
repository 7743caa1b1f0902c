"""A case: one small problem that any implementation can be asked, with all its numbers exact.

The Python check, pytest, foreign programs and the exported vectors all use this one definition. The battery
of cases is in `monfknn_ref.oracle.families`.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from monfknn_ref.model.checks import Label
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.optimised import StdlibMonFkNN
from monfknn_ref.readings import Reading

Value: TypeAlias = int | str
"""An exact number: a whole number, or a string that holds a decimal ("0.1", "3e160") or a whole number beyond
2^53. The strings keep a reader that knows only doubles from losing digits without noticing."""

MANY_ROWS = 60
"""If a case has more rows than this, its right answers come from `StdlibMonFkNN`."""

Table: TypeAlias = tuple[tuple[Value, ...], ...]
T = TypeVar("T")


def number(value: Value) -> int | float | Decimal:
    """The number that an implementation in Python is given for an exact value.

    A decimal becomes a double, or a Decimal where the double would mean another number. Every decimal in the
    battery is the shortest decimal of its double.

    >>> number(3), number("0.1"), number("12345678901234567890"), number("0.1000000000000000055")
    (3, 0.1, 12345678901234567890, Decimal('0.1000000000000000055'))
    """
    if isinstance(value, int):
        return value
    if not set(value) & set(".e"):
        return int(value)
    double = float(value)
    return double if Decimal(repr(double)) == Decimal(value) else Decimal(value)


def as_number_type(value: Value, kind: str, place: int) -> Any:
    """A value in one of Python's types of numbers; "mixed" takes another type at each place.

    >>> [as_number_type("1.00", "mixed", place) for place in range(4)]
    [1, 1.0, Decimal('1.00'), Fraction(1, 1)]
    """
    if kind == "mixed":
        kind = ("whole", "floats", "Decimals", "Fractions")[place % 4]
    if kind == "Decimals":
        return Decimal(value)
    if kind == "Fractions":
        return Fraction(value)
    if kind == "whole":
        return int(Fraction(value)) if Fraction(value).denominator == 1 else number(value)
    if kind == "floats":
        return number(value)
    return as_numpy_scalar(number(value))


def as_numpy_scalar(value: Any) -> Any:
    """A number or a label as an element of an array, if NumPy is in use and has a type for it."""
    numpy = sys.modules.get("numpy")
    if numpy is None or (isinstance(value, int) and abs(value) >= 2**63):
        return value
    return numpy.array([value])[0]


@dataclass(frozen=True)
class Case:
    """Training rows with labels, the ordered classes, queries, and the parameters of the paper.

    The right answers are not part of the case, because they depend on the reading.
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
    given_as: str = "floats"
    """The types of the numbers that a class in Python is given: "floats" (whole numbers as int), "Decimals",
    "Fractions", "mixed", or "numpy" for NumPy's scalars. With "numpy" the labels are scalars too, if NumPy is
    already imported."""

    def __str__(self) -> str:
        return self.id

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments of an implementation's constructor."""
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
    def training_table(self) -> list[tuple[Any, ...]]:
        """The rows that fit is given."""
        return self._handed(self.X)

    @property
    def training_labels(self) -> list[Label]:
        """The labels that fit is given."""
        return [as_numpy_scalar(label) for label in self.y] if self.given_as == "numpy" else list(self.y)

    @property
    def query_table(self) -> list[tuple[Any, ...]]:
        """The rows that predict is given."""
        return self._handed(self.queries)

    def _handed(self, table: Table) -> list[tuple[Any, ...]]:
        kind = self.given_as
        return [
            tuple(as_number_type(value, kind, i + j) for j, value in enumerate(row))
            for i, row in enumerate(table)
        ]

    def fitted(self, reading: Reading, estimator: type[MonFkNN] | None = None) -> MonFkNN:
        """A model that gives the right answers; if the reading tosses a coin, it takes the lower class.

        The model is the reference. For many rows it is the variant in plain Python, which gives the same
        answers in a hundredth of the time; `tests/oracle/test_sizes.py` compares the two on the cases of the
        battery.
        """
        if estimator is None:
            estimator = StdlibMonFkNN if len(self.X) > MANY_ROWS else MonFkNN
        tie = "lower" if reading.median_gap == "coin" else None
        model = estimator(**self.parameters, reading=reading, tie=tie)
        return model.fit(self.training_table, self.y, self.classes)

    def question(self) -> dict[str, Any]:
        """The message that asks a foreign program this case."""
        return {"ask": "case", **self.in_protocol()}

    def in_protocol(self) -> dict[str, Any]:
        """The case in the numbers, strings and lists of the protocol, where true and false are 1 and 0."""
        fields = self.to_json()
        del fields["family"]
        fields.pop("given_as", None)
        for name in ("y", "classes"):
            fields[name] = [int(label) if isinstance(label, bool) else label for label in fields[name]]
        return fields

    def to_json(self) -> dict[str, Any]:
        """The case as an object of JSON.

        >>> case = Case(X=((1, "0.5"),), y=("low",), classes=("low", "high"), queries=((2, 2),), k=1, K=1)
        >>> Case.from_json(case.to_json()) == case
        True
        """
        fields = {field.name: getattr(self, field.name) for field in dataclass_fields(self)}
        if self.given_as == "floats":
            del fields["given_as"]
        return fields

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Case:
        """The case that `to_json` wrote."""
        tables = {name: tuple(tuple(row) for row in fields[name]) for name in ("X", "queries")}
        labels = {name: tuple(fields[name]) for name in ("y", "classes")}
        return cls(**{**fields, **tables, **labels})


class Dice:
    """Random draws that are the same on every machine; only the stable parts of `random.Random` are used."""

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
