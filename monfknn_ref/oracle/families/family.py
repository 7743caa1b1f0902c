"""What a family of cases is, and the list of all families, in the order of the battery."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from monfknn_ref.oracle.cases import Case, Dice

__all__ = ["FAMILIES", "Family", "family"]

Maker: TypeAlias = Callable[[Dice], Iterator[Case]]


@dataclass(frozen=True)
class Family:
    """Cases aimed at one mistake: its cause, what it costs, and where in the paper it is made."""

    name: str
    cause: str
    effect: str
    exercises: tuple[str, ...]
    make: Maker
    asked: str = "once"
    """How its cases are asked: a name in `monfknn_ref.oracle.procedures`."""
    settled: bool = False
    """Whether the cases of the battery have no ties, so that each has one right answer."""
    general: bool = False
    """Whether it is aimed at no mistake in particular; a report names such a family last."""
    endless: int = 0
    """If its cases have no end, so many of them are in the battery."""
    exact: bool = False
    """Whether doubles cannot tell its cases apart, so that only readings with exact arithmetic are asked."""


FAMILIES: dict[str, Family] = {}


def family(
    name: str,
    cause: str,
    effect: str,
    exercises: str,
    asked: str = "once",
    settled: bool = False,
    general: bool = False,
    endless: int = 0,
    exact: bool = False,
) -> Callable[[Maker], Maker]:
    """The function below makes the cases of this family."""

    def register(make: Maker) -> Maker:
        lines = tuple(exercises.split(", "))
        FAMILIES[name] = Family(name, cause, effect, lines, make, asked, settled, general, endless, exact)
        return make

    return register
