"""Which way a variant took at each step, and why: for those who wonder where the time goes."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Path", "Paths"]


class Path(NamedTuple):
    """One step of the work, how it is done, and why so."""

    step: str
    way: str
    reason: str


class Paths(tuple[Path, ...]):
    """The paths of a fitted model, to be looked at or printed.

    >>> print(Paths([Path("ranges", "staircases", "2 attributes")]))
    ranges: staircases (2 attributes)
    """

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(f"{path.step}: {path.way} ({path.reason})" for path in self)
