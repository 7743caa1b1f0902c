"""Random training sets over the whole range of doubles, on which the variants must equal the reference.

    python tests/helpers/differential.py 50000                that many cases, on all cores, in minutes
    python tests/helpers/differential.py 50000 --seed 7       other ones
    python tests/helpers/differential.py --case 1234          one of them again, shown

A case is a training set with queries and parameters under one reading. Values come from both ends of the
doubles, from the subnormal ones, from random bits, from whole numbers beyond 2^53 and 2^64, from numbers that
are told apart by their last digit only, and from few numbers, whose distances tie or nearly do. All that a
model says is compared, its complaints included; what is neither an answer nor a complaint (`ValueError`) is
an error of its own.
"""

from __future__ import annotations

import argparse
import math
import random
import struct
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

from monfknn_ref import AUTHORS, PAPER, MonFkNN, Reading
from monfknn_ref.arithmetic import exact_value
from monfknn_ref.optimised import StdlibMonFkNN
from monfknn_ref.readings import REGISTER

__all__ = ["ATTRIBUTES", "VARIANTS", "WideSet", "answers", "differences"]

VARIANTS: list[type[MonFkNN]] = [StdlibMonFkNN]
with suppress(ImportError):
    from monfknn_ref.optimised import NumpyMonFkNN

    VARIANTS.append(NumpyMonFkNN)

ATTRIBUTES = ("classes_", "training_rows_", "training_memberships_", "training_labels_", "first_labels_")
LARGEST, SMALLEST, LEAST_NORMAL = sys.float_info.max, 5e-324, sys.float_info.min


def any_double(chance: random.Random) -> float:
    """A double of random bits, if it is a number."""
    while True:
        (value,) = struct.unpack("<d", struct.pack("<Q", chance.getrandbits(64)))
        if math.isfinite(value):
            return float(value)


def neighborhood(value: float) -> list[float]:
    """A double and those next to it."""
    around = [value, math.nextafter(value, math.inf), math.nextafter(value, -math.inf)]
    return [x for x in around if math.isfinite(x)]


def values(chance: random.Random, coarse: bool = False) -> list[Any]:
    """The values that an attribute is drawn from; coarse ones have no more than two decimals."""
    base, power = chance.random(), 2.0 ** chance.randrange(-1074, 1024)
    whole = chance.choice([2**53, 2**60, 2**63, 2**64, 10**18, 10**25, 17 * 10**17]) * chance.choice(
        [1, 1, -1]
    )
    step = chance.choice([1, 1, 2, 2**10, 10**9])
    few: list[list[Any]] = [
        [0, 1],
        [0, 1, 2, 3],
        [-1, 0, 1, 3],
        [0.1, 0.2, 0.3, 0.4, 0.7],
        [Decimal("0.10"), 0.1, Fraction(1, 5), 1, 0.25],
        [Fraction(1, 3), Fraction(2, 3), 1, 0, 0.5],  # no floats stand for these
        [round(chance.random(), 2) for _ in range(12)],
    ]
    many: list[list[Any]] = [
        [i / 7 for i in range(8)],  # floats whose exact distances nearly tie, and do not
        [1e8, 1e8 + 1, 1e8 + 2**-20, 1e8 - 1],
        [LARGEST, -LARGEST, math.nextafter(LARGEST, 0), 0.0],
        [1.4e308, 1.4e308, -1.4e308, LARGEST / 4, 1.0],
        [1e154, 1.3e154, 1.4e154, -1e154, 2.0**511, 2.0**512],
        [SMALLEST, -SMALLEST, 2 * SMALLEST, 3 * SMALLEST, 0.0],
        [LEAST_NORMAL, *neighborhood(LEAST_NORMAL), LEAST_NORMAL / 3, 0.0],
        [1e-160, 1e-162, 2e-162, -3e-161, 0.0],
        [any_double(chance) for _ in range(6)],
        [any_double(chance), 0.0, 1.0, -1.0],
        [power, *neighborhood(power), -power, power / 2, 0.0],
        [base, *neighborhood(base), base + 1e-15, 2 * base, 1 - base],
        [whole + step * i for i in range(-3, 4)],
        [whole + step * i for i in range(-3, 4)] + [0, float(whole)],
        [whole, whole + 1, whole + 2**54, whole + 3 * 2**53 + 1],
        [10**400, -(10**400), 10**400 + 1, 0],
        [Decimal(whole) + Decimal("0.1"), whole, whole + 1, Fraction(3 * whole + 1, 3)],
        [Fraction(1, 3), Fraction(2, 3), Fraction(1, 3) + Fraction(1, 10**30), 0.3333333333333333],
        [chance.random() for _ in range(8)],
    ]
    return chance.choice(few if coarse else few + many)


class WideSet:
    """Training rows, labels, queries, parameters and a reading, all drawn from one seed."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(f"wide {seed}")
        attributes, rows = chance.choice([1, 2, 2, 3, 4]), chance.choice([1, 2, 3, 5, 8, 12, 20, 40])
        m = chance.choice([1, 2, 2, 2, 3, 3, 0.5, 1.5])
        fourth_roots = m in (0.5, 1.5)  # the reference takes its time to tell two of these apart
        columns = [values(chance, coarse=fourth_roots) for _ in range(attributes)]
        if chance.random() < 0.4:  # one kind of value in all attributes makes more ties
            columns = [columns[0]] * attributes
        self.X: Any = [tuple(chance.choice(column) for column in columns) for _ in range(rows)]
        names = chance.choice([[0, 1], [0, 1, 2], ["a", "b", "c", "d"], [3, 1, 2], list(range(9))])
        self.y = [chance.choice(names) for _ in self.X]
        if chance.random() < 0.5:  # mostly monotone
            ordered, noise = sorted(self.X), chance.choice([0, 0.2])
            for i, x in enumerate(self.X):
                if chance.random() >= noise:
                    self.y[i] = names[ordered.index(x) * len(names) // rows]
        self.classes = None if chance.random() < 0.3 else names
        self.queries: Any = [tuple(chance.choice(column) for column in columns) for _ in range(3)]
        self.queries += [
            chance.choice(self.X),
            tuple(chance.choice(values(chance, fourth_roots)) for _ in columns),
        ]
        self.queries += [tuple(-value for value in chance.choice(self.X))]
        self.parameters = dict(
            k=chance.choice([1, 2, 3, 5, 7, 60]),
            K=chance.choice([1, 2, 4] if fourth_roots else [1, 2, 3, 4, 6, 9, 20]),
            RCr=chance.choice([0, 0.3, 0.5, Fraction(1, 2), 0.51, 0.1234567890123456, 1]),
            pOR=chance.choice([0, 0.3, 0.5, 1]),
            m=m,
            typeRange=chance.choice(["inRange", "outRange"]),
            directions=chance.choice([None, [chance.choice([1, -1]) for _ in columns]]),
        )
        self.tie = chance.choice([None, None, "lower", "upper", "coin"])
        self.seed = seed
        mixed = Reading(**{point.field: chance.choice(list(point.options)) for point in REGISTER})
        self.reading = chance.choice([PAPER, PAPER, AUTHORS, mixed])
        self.arrays = chance.random() < 0.5
        self.jobs = chance.choice([None, 2])

    def for_numpy(self) -> WideSet:
        """The same numbers in arrays, where arrays have a kind for them."""
        import numpy as np

        if self.arrays:
            for name in ("X", "queries"):
                table = np.array(getattr(self, name))
                if table.dtype.kind in "iuf" and as_given(table) == as_given(getattr(self, name)):
                    setattr(self, name, table)
        return self


def as_given(table: Any) -> list[list[Fraction]]:
    """The numbers that a table means."""
    return [
        [exact_value(value) for value in row]
        for row in (table.tolist() if hasattr(table, "tolist") else table)
    ]


def answers(model: MonFkNN, given: Any, reading: Reading, everything: bool = True) -> dict[str, Any]:
    """Everything a model says, its complaints included."""
    tie = random.Random(given.seed) if given.tie == "coin" else given.tie
    model = model.set_params(**given.parameters, reading=reading, tie=tie)
    said: dict[str, Any] = {}
    try:
        model.fit(given.X, given.y, given.classes)
        said.update((name, getattr(model, name)) for name in ATTRIBUTES)
        said["predict"] = list(model.predict(given.queries))
        said["learned_"] = model.learned_
        if everything:  # these take the longest
            said["again"] = list(model.predict(given.queries))
            said["memberships"] = model.predict_memberships(given.queries)
            said["proba"] = [list(row) for row in model.predict_proba(given.queries)]
    except ValueError as error:
        said["error"] = str(error)
    return said


def differences(seed: int) -> list[str]:
    """What the variants say that the reference does not."""
    found = []
    given = WideSet(seed)
    expected = answers(MonFkNN(), given, given.reading, seed % 5 == 0)
    for variant in VARIANTS:
        given = WideSet(seed)
        try:
            model = variant()
            if variant is not StdlibMonFkNN:
                given, model = given.for_numpy(), variant(n_jobs=given.jobs)  # type: ignore[call-arg]
            said = answers(model, given, given.reading, seed % 5 == 0)
        except Exception as error:
            found.append(f"{variant.__name__}, case {seed}: {type(error).__name__}: {error}")
            continue
        wrong = [name for name in {**expected, **said} if said.get(name) != expected.get(name)]
        if wrong:
            found.append(f"{variant.__name__}, case {seed}: {', '.join(wrong)}")
    return found


def show(seed: int) -> None:
    given = WideSet(seed)
    for name, value in vars(given).items():
        print(f"{name} = {value!r}")
    for model in (MonFkNN, *VARIANTS):
        print(model.__name__, answers(model(), given, given.reading))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("cases", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=0, help="other cases")
    parser.add_argument("--case", type=int, help="one case, shown")
    arguments = parser.parse_args()
    if arguments.case is not None:
        show(arguments.case)
        return 0
    first = arguments.seed * 10**9
    cases, found = range(first, first + arguments.cases), 0
    with ProcessPoolExecutor() as pool:
        for differing in pool.map(differences, cases, chunksize=50):
            for difference in differing:
                print(difference, flush=True)
                found += 1
    print(f"{len(cases)} cases, {found} differences")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
