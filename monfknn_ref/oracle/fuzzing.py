"""An endless supply of cases: the families drawn again from one seed after another, and sets that grow.

The name of such a case contains its seed, so that the case can be made again:

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
    """Round after round, one case of every family; an endless family gives its next, larger case."""
    for turn in itertools.count(1):
        dice, now = Dice(f"fuzzing {seed} {turn}"), seed + turn
        for name, family in FAMILIES.items():
            place = family.endless + turn if family.endless else 1 + dice.below(len(cases([name])))
            with contextlib.suppress(ValueError):  # another seed may give fewer cases
                yield case_called(f"{name}/{place}@{now}")
