"""The battery: families of cases, each aimed at a mistake that real implementations make.

Numbers are drawn from a seed, and whatever could make no difference is drawn again: where a family says
`aimed`, each of its cases has other answers when the mistake is made. The same seed gives the same battery
on every machine:

>>> one = cases(only=["one-row/1"])[0]
>>> str(one), one in cases()
('one-row/1', True)
>>> one.X, one.y, one.queries
(((3, 3),), (2,), ((3, 3), (5, 4), (1, 2), (1, 9)))
>>> print(FAMILIES["one-row"].cause)
a count, a range or a scale that needs two rows
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from monfknn_ref.oracle.cases import Case, Dice
from monfknn_ref.oracle.families import labels, near_misses, search_structures, sizes, small_sets
from monfknn_ref.oracle.families.family import FAMILIES, Family

__all__ = ["FAMILIES", "Family", "cases"]

SOURCES = (small_sets, sizes, search_structures, near_misses, labels)
"""The modules whose families make up the battery, in this order."""

_in_order = {
    name: family
    for source in SOURCES
    for name, family in FAMILIES.items()
    if family.make.__module__ == source.__name__
}
FAMILIES.clear()
FAMILIES.update(_in_order)


@cache
def cases_of_family(name: str, seed: int) -> tuple[Case, ...]:
    """The cases of one family, named after it and counted from 1."""
    made = FAMILIES[name].make(Dice(f"{name} {seed}"))
    return tuple(replace(case, family=name, id=f"{name}/{n}") for n, case in enumerate(made, start=1))


def cases(
    families: Iterable[str] | None = None, only: Iterable[str] | None = None, seed: int = 0
) -> list[Case]:
    """The battery, or the cases of some families, or only those with the given ids.

    >>> len(cases(["one-row", "one-class"])) == len(cases(["one-row"])) + len(cases(["one-class"]))
    True
    >>> cases(only=["one-row/0"])
    Traceback (most recent call last):
    ValueError: no case is called 'one-row/0'
    """
    ids = None if only is None else list(only)
    if families is None:
        families = FAMILIES if ids is None else dict.fromkeys(id.split("/")[0] for id in ids)
    chosen = list(families)
    for name in chosen:
        if name not in FAMILIES:
            raise ValueError(f"no family is called {name!r}; the families are {', '.join(FAMILIES)}")
    found = {case.id: case for name in chosen for case in cases_of_family(name, seed)}
    for id in ids or []:
        if id not in found:
            raise ValueError(f"no case is called {id!r}")
    return list(found.values()) if ids is None else [found[id] for id in ids]
