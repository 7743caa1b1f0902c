"""Sets that grow from case to case: the first few are in the battery, the rest are for a longer search."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from monfknn_ref.oracle.cases import Case, Dice
from monfknn_ref.oracle.families.draws import drawn
from monfknn_ref.oracle.families.family import family

LARGEST = 2000


@family(
    "growing",
    "any mistake, on sets of every size up to 2,000 rows",
    "what shows only at size, and no other family foresees",
    "Alg 1.19, Alg 1.21, Alg 3.6, Alg 3.14",
    general=True,
    endless=6,
)
def growing(dice: Dice) -> Iterator[Case]:
    for step in itertools.count():
        n = min(LARGEST, int(6 * 1.25**step) + dice.below(6))
        attributes, classes = 1 + dice.below(8), 2 + dice.below(12)
        case = drawn(
            dice,
            n=n,
            attributes=attributes,
            classes=classes,
            size=1_000_000,
            noise=dice.below(1 + n // 5),
            queries=1 + dice.below(40),
            k=1 + dice.below(dice.pick([4, 10, 40])),
            K=1 + dice.below(dice.pick([4, 10, 40])),
            RCr=dice.pick(["0.3", "0.51", "0.7", 1, "0.45"]),
            typeRange=dice.pick(["inRange", "outRange"]),
            pOR=dice.pick(["0.5", 0, 1, "0.3"]),
            m=dice.pick([2, 2, 2, 3]),
            directions=None if dice.below(2) else "".join(dice.pick("+-") for _ in range(attributes)),
        )
        yield replace(case, queries=(*case.queries, dice.pick(case.X)))
