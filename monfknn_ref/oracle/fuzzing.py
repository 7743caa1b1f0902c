"""Cases without end: the families drawn again from one seed after another, and sets that grow.

A case found here is named after its seed, so that it can be had again:

>>> found = next(fuzzed(7))
>>> str(found), cases(only=[str(found)]) == [found]
('agreeing-duplicates/4@8', True)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from monfknn_ref.oracle.cases import Case, Dice
from monfknn_ref.oracle.families import FAMILIES, case_called, cases

__all__ = ["fuzzed"]

EACH = 2
"""So many cases of each family are taken from one seed."""


def fuzzed(seed: int = 0) -> Iterator[Case]:
    """Round after round, a few cases of every family; of families without end the next and larger ones."""
    for turn in itertools.count(1):
        dice, now = Dice(f"fuzzing {seed} {turn}"), seed + turn
        for name, family in FAMILIES.items():
            if family.endless:
                first = family.endless + EACH * (turn - 1)
                ids = [f"{name}/{first + n}" for n in range(1, EACH + 1)]
            else:
                ids = [case.id for case in dice.shuffled(cases([name], seed=now))[:EACH]]
            yield from (case_called(f"{id}@{now}") for id in ids)
