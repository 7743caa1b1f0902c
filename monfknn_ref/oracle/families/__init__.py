"""The battery: families of cases, each aimed at a mistake that real implementations make.

Numbers are drawn from a seed, and a case that could not show the mistake is drawn again: if a family uses
`aimed`, each of its cases has other answers when the mistake is made. The same seed gives the same battery on
every machine:

>>> one = cases(only=["one-row/1"])[0]
>>> str(one), one in cases()
('one-row/1', True)
>>> one.X, one.y, one.queries
(((3, 3),), (2,), ((3, 3), (5, 4), (1, 2), (1, 9)))
>>> print(FAMILIES["one-row"].cause)
a count, a range or a scale that needs two rows
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from monfknn_ref.oracle.cases import Case, Dice
from monfknn_ref.oracle.families import labels, near_misses, search_structures, sizes, small_sets, state
from monfknn_ref.oracle.families.building import Family

MODULES = (small_sets, labels, near_misses, sizes, search_structures, state)
"""The modules whose families make up the battery, in its order; an endless family comes after all others."""


def place_of_module(family: Family) -> int:
    """The position in the battery of the family's module; modules about simpler things come first."""
    return len(MODULES) if family.endless else [m.__name__ for m in MODULES].index(family.make.__module__)


FAMILIES: dict[str, Family] = {
    found.name: found
    for found in sorted(
        (found for module in MODULES for found in vars(module).values() if isinstance(found, Family)),
        key=place_of_module,
    )
}
"""All families, in the order of the battery."""

FEW = 3
"""A quick check asks this many cases of each family."""
NOT_TOO_MANY_ROWS = 300
"""The cases of a quick check have at most this many rows."""

LONGEST = 1000
"""The highest number by which a case of an endless family can be asked for."""


@lru_cache(maxsize=256)
def cases_of_family(name: str, seed: int) -> tuple[Case, ...]:
    """The cases of one family, named after it and counted from 1."""
    family = FAMILIES[name]
    made = family.make(Dice(f"{name} {seed}"))
    chosen = itertools.islice(made, family.endless or None)
    return tuple(nth_case(family, n, case) for n, case in enumerate(chosen, start=1))


def nth_case(family: Family, n: int, case: Case) -> Case:
    """The n-th case of a family."""
    return replace(case, family=family.name, id=f"{family.name}/{n}")


def case_called(id: str, seed: int = 0) -> Case:
    """The case with this id: the family, the number in it, and after @ the seed if it is not the given one.

    >>> case_called("one-row/1@3").queries
    ((3, 3), (5, 4), (1, 2), (1, 9))
    >>> case_called("one-row/0")
    Traceback (most recent call last):
    ValueError: no case is called 'one-row/0'
    """
    name, _, place = id.partition("/")
    place, at, other = place.partition("@")
    if name in FAMILIES and place.isdecimal() and (not at or other.removeprefix("-").isdecimal()):
        family, n, seed = FAMILIES[name], int(place), int(other) if at else seed
        made = family.make(Dice(f"{name} {seed}"))
        for case in itertools.islice(made, n - 1, n) if 0 < n <= LONGEST else ():
            return replace(nth_case(family, n, case), id=id)
    raise ValueError(f"no case is called {id!r}")


def cases(
    families: Iterable[str] | None = None, only: Iterable[str] | None = None, seed: int = 0
) -> list[Case]:
    """The battery, or the cases of some families, or only those with the given ids.

    >>> len(cases(["one-row", "one-class"])) == len(cases(["one-row"])) + len(cases(["one-class"]))
    True
    """
    names = list(FAMILIES if families is None else families)
    for name in names:
        if name not in FAMILIES:
            raise ValueError(f"no family is called {name!r}; the families are {', '.join(FAMILIES)}")
    if only is None:
        return [case for name in dict.fromkeys(names) for case in cases_of_family(name, seed)]
    found = [case_called(id, seed) for id in only]
    for case in found:
        if names and case.family not in names:
            raise ValueError(f"no case of {', '.join(names)} is called {case.id!r}")
    return found


def quick(cases: Iterable[Case]) -> list[Case]:
    """The first few cases of each family that do not have many rows."""
    chosen: dict[str, list[Case]] = {}
    for case in cases:
        of_family = chosen.setdefault(case.family, [])
        if len(of_family) < FEW and len(case.X) <= NOT_TOO_MANY_ROWS:
            of_family.append(case)
    return [case for of_family in chosen.values() for case in of_family]


def fuzzed(seed: int = 0) -> Iterator[Case]:
    """An endless supply: one case of every family with one seed after another, and sets that grow.

    An endless family gives its next, larger case in every round. The name of a case contains its seed, so
    that the case can be made again:

    >>> found = next(fuzzed(7))
    >>> str(found), cases(only=[str(found)]) == [found]
    ('agreeing-duplicates/5@8', True)
    """
    for turn in itertools.count(1):
        dice, now = Dice(f"fuzzing {seed} {turn}"), seed + turn
        for name, family in FAMILIES.items():
            place = family.endless + turn if family.endless else 1 + dice.below(len(cases([name])))
            with contextlib.suppress(ValueError):  # another seed may give fewer cases
                yield case_called(f"{name}/{place}@{now}")
