"""Cases without end: the families drawn again from one seed after another, and sets that grow.

A case found here is named after its seed, so that it can be had again:

>>> found = next(fuzzed(7))
>>> str(found), cases(only=[str(found)]) == [found]
('agreeing-duplicates/5@8', True)
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator

from monfknn_ref.oracle.cases import Case, Dice
from monfknn_ref.oracle.families import FAMILIES, case_called, cases

__all__ = ["fuzzed"]


def fuzzed(seed: int = 0) -> Iterator[Case]:
    """Round after round, a case of every family; of families without end the next and larger one."""
    for turn in itertools.count(1):
        dice, now = Dice(f"fuzzing {seed} {turn}"), seed + turn
        for name, family in FAMILIES.items():
            place = family.endless + turn if family.endless else 1 + dice.below(len(cases([name])))
            with contextlib.suppress(ValueError):  # from another seed there may be fewer
                yield case_called(f"{name}/{place}@{now}")
