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
    """Cases aimed at one mistake, with its cause, its effect, and the lines of the paper that it concerns."""

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
    """Whether the family is aimed at no particular mistake; a report names such a family last."""
    endless: int = 0
    """For a family with endless cases, the number of them in the battery; 0 for all others."""
    exact: bool = False
    """Whether doubles cannot hold its numbers, so that it is used only in readings with exact arithmetic."""


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
    """Register the decorated function as the one that makes the cases of this family."""

    def register(make: Maker) -> Maker:
        lines = tuple(exercises.split(", "))
        FAMILIES[name] = Family(name, cause, effect, lines, make, asked, settled, general, endless, exact)
        return make

    return register
