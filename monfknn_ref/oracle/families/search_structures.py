"""Families for searches that find neighbors without looking at every row: trees, grids, sorted windows.

Such a search stops when no nearer row can follow. It goes wrong when it compares a distance with a squared
distance, when it stops after a fixed number of candidates, or when it does not expect the layout of the rows.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from monfknn_ref.oracle.cases import Case, Dice, Value
from monfknn_ref.oracle.families.building import (
    ALL_COUNT,
    FAR,
    TYPES,
    Rows,
    class_names,
    drawn,
    family,
    jumbled,
    labeled,
    out_or_in,
    pairs,
    settled_family,
)

# Units of distance


def scattered(
    dice: Dice, first: int, shapes: Iterable[tuple[int, int, int]], value: Callable[[int], Value]
) -> Iterator[Case]:
    """Rows and queries at random places, with random labels, so that every neighbor matters.

    A shape is a number of rows, one of attributes, and the power of ten that `value` is given. Of each shape
    there is a case that shows a wrong neighbor of a query, and one that shows one of a training row.
    """
    for number, (n, attributes, power) in enumerate(shapes, start=first):
        several = (1, 3)[number % 2]
        for parameters in ({"K": several, "RCr": 1}, {"k": several, "RCr": 0}):
            X = [tuple(value(power) for _ in range(attributes)) for _ in range(n)]
            y = [dice.below(9) for _ in range(n)]
            queries = [tuple(value(power) for _ in range(attributes)) for _ in range(40)]
            yield labeled(zip(X, y), class_names(number, 9), queries, **parameters, **ALL_COUNT)


@settled_family(
    "a search is cut off by comparing a difference with a squared distance, which is smaller below 1",
    "nearer rows on the other side of a cut are not seen",
    "Alg 2.9, Alg 1.19, Alg 3.6",
)
def distances_below_one(dice: Dice) -> Iterator[Case]:
    small = ((30, 2, 5), (50, 2, 5), (70, 3, 5))
    shapes = (*small, (100, 2, 5), (120, 2, 5), (100, 2, 11), (60, 1, 5), (120, 3, 5))
    yield from scattered(dice, 0, shapes, lambda power: f"{1 + dice.below(99999)}e-{power}")


@settled_family(
    "a search is cut off by comparing a squared difference with a distance, which is smaller above 1",
    "nearer rows on the other side of a cut are not seen",
    "Alg 2.9, Alg 1.19, Alg 3.6",
)
def distances_above_one(dice: Dice) -> Iterator[Case]:
    shapes = ((30, 2, 4), (50, 2, 4), (70, 3, 4), (100, 2, 5), (150, 2, 4), (60, 1, 4), (120, 3, 7))
    yield from scattered(dice, 5, shapes, lambda power: dice.below(10**power))


# Candidates


@settled_family(
    "only a fixed number of nearest rows is examined before those of an invalid class are dropped",
    "if many near rows are invalid, valid neighbors are missing",
    "Alg 2.4, Alg 1.19, Alg 3.6",
)
def candidates_out_of_range(dice: Dice) -> Iterator[Case]:
    crowds = ((12, 1), (25, 3), (45, 3), (60, 5), (110, 3), (150, 9), (210, 5))
    for number, (crowd, K) in enumerate(crowds):
        for in_training in (False, True):
            sign = dice.pick((1, -1))
            points = [0] if in_training else [0, 11, 25, -17]
            rows: Rows = []
            for t in points:  # each bounded by a row far away
                rows.append(((t, -t, sign * (FAR + dice.below(9999))), 4))
            for j in range(crowd):  # near, with classes that the bounds forbid
                t = dice.pick((1, -1)) * (150 * (j + 1) + dice.below(150))
                label = dice.below(3)
                rows.append(((t, -t, 0), 8 - label if sign > 0 else label))
            for j in range(K + 2):  # behind, valid; more than half of the nearest K have the same class
                t = dice.pick((1, -1)) * (40_000 + 900 * j + dice.below(900))
                label = 5 if j <= K // 2 else 7
                rows.append(((t, -t, 0), 8 - label if sign > 0 else label))
            parameters: dict[str, Any] = {"k": K, "K": K, "RCr": 1}
            if in_training:
                rows += [((t, -t, 0), 4) for t in points]
                parameters = {"k": K, "K": 1, "RCr": 0, **ALL_COUNT}
            queries = [(3, -3, 0), (-4, 4, 0)] if in_training else [(t, -t, 0) for t in points]
            yield jumbled(dice, rows, class_names(number + 2, 9), queries, **parameters)


@settled_family(
    "only rows next to the query in the order of one attribute, or of the sum of all, are examined",
    "the nearest row is missed if many rows are close in that order but far away",
    "Alg 2.3, Alg 2.9, Alg 1.19, Alg 3.6",
)
def windows_of_candidates(dice: Dice) -> Iterator[Case]:
    for number, crowd in enumerate((10, 24, 40, 60, 90, 130, 180, 230)):
        for along in ("first", "second", "sum"):
            in_training = (number + len(along)) % 2 == 1
            rows: Rows = []
            for j in range(1, crowd + 1):
                side = 1 if j % 2 else -1
                away = side * (FAR + 900 * j + dice.below(900))
                close = side * (300 + 100 * j + dice.below(100))
                rows.append(
                    {
                        "first": ((close, -away), 3 + dice.below(2)),
                        "second": ((away, -close), 3 + dice.below(2)),
                        "sum": ((away, 100 * j + dice.below(100) - away), 3 + dice.below(2)),
                    }[along]
                )
            for side, label in ((1, dice.below(3)), (-1, 5 + dice.below(3))):
                t = 60_000 + dice.below(900)
                near = {"first": (t, 400), "second": (400, t), "sum": (t, 250)}[along]
                rows.append(((side * near[0], -side * near[1]), label))
            queries = [
                (side * a, -side * b) for side in (1, -1) for a, b in ((200, 50), (80, 30), (150, 110))
            ]
            if in_training:  # the row next to the queries takes its label from the nearest of the others
                rows.append((dice.pick([(170, -130), (-160, 140)]), 3))
            parameters = {"RCr": 0, **ALL_COUNT} if in_training else {"RCr": 1, **out_or_in(number)}
            yield jumbled(dice, rows, class_names(number + 4, 8), queries, **parameters)


# Layouts that a search does not expect


@settled_family(
    "a tree or a sorted search expects that rows differ in every attribute",
    "rows with the same value of the split attribute are lost, or the splitting never ends",
    "Alg 2.3, Alg 3.6",
)
def shared_coordinates(dice: Dice) -> Iterator[Case]:
    for number, n in enumerate((24, 45, 70, 110)):
        for levels in (1, 2, 5):
            places = pairs(dice, n)
            rows: Rows = [((dice.below(levels), t, -t), i % 7) for i, t in enumerate(places)]
            queries: list[tuple[Value, ...]] = [(levels // 2, t + 1, -t - 1) for t in places[::3]]
            yield jumbled(dice, rows, class_names(number, 7), queries, RCr=(0, 1)[levels % 2], **ALL_COUNT)
    for number, side in enumerate((5, 8, 11)):  # a grid: with RCr = 1 its ties do not matter
        rows = [((a, b), dice.below(6)) for a in range(side) for b in range(side)]
        between = [(f"{a}.13", f"{b}.21") for a in range(side - 1) for b in range(side - 1)][::2]
        yield jumbled(dice, rows, class_names(number + 1, 6), between, RCr=1, **ALL_COUNT)


@settled_family(
    "a tree is built row by row and searched by recursion, in a single attribute, on sorted rows",
    "the tree degenerates, and the search is too deep",
    "Alg 1.17, Alg 1.19, Alg 3.4, Alg 3.6",
)
def long_chains(dice: Dice) -> Iterator[Case]:
    for number, (n, order) in enumerate(
        ((33, "rising"), (65, "falling"), (130, "other"), (257, "rising"), (200, "falling"), (1100, "rising"))
    ):
        values = [2 * (10_000 * t + dice.below(9_000)) for t in pairs(dice, n)]
        labels = [7 * i // n for i in range(n)]
        for i in range(3, n, 11):  # noise
            labels[i] = min(6, max(0, labels[i] + dice.pick((-1, 1))))
        rows = [((t,), label) for t, label in zip(values, labels)]
        if order != "rising":
            rows = rows[::-1] if order == "falling" else dice.shuffled(rows)
        queries = [(t + 1,) for t in values[:: max(1, n // 60)]]
        RCr: Value = (0, 1, "0.31")[number % 3]
        others: dict[str, Any] = {"k": (3, 1)[number % 2], "K": 1, **out_or_in(number // 2)}
        if n > 1000:  # everything at once
            others = {"k": 5, "K": 4, "typeRange": "outRange", "pOR": "0.5"}
        yield labeled(rows, class_names(number + 1, 7), queries, RCr=RCr, **others)


# Any mistake, at size


@settled_family(
    "any mistake, with as many rows as real data sets have",
    "the effects of the other families of size, when their causes occur together",
    "Alg 1.17, Alg 1.21, Alg 2.9, Alg 3.14, Alg 3.15",
    general=True,
)
def large_sets(dice: Dice) -> Iterator[Case]:
    shapes = ((200, 2), (150, 4), (250, 3), (100, 8), (300, 2), (150, 5), (320, 2), (120, 6))
    for number, (n, attributes) in enumerate(shapes):
        size, classes = 10**5, 5 + number % 3
        X = dice.rows(n, attributes, size)
        y = [classes * sum(row) // (attributes * size) for row in X]
        for _ in range(n // 6):
            y[dice.below(n)] = dice.below(classes)
        parameters: dict[str, Any] = {"RCr": ("0.31", "0.51", 0)[number % 3], "typeRange": "inRange"}
        if number % 2:
            parameters = {"RCr": (1, "0.7")[number // 2 % 2], "typeRange": "outRange", "pOR": "0.5"}
        queries = dice.rows(30, attributes, size)
        names = class_names(number + 3, classes)
        copies = 8 if n == 150 else 1  # more than 1,000 rows, few of them distinct
        k, K = (5, 7, 3)[number % 3], (9, 4, 12)[number % 3]
        yield labeled(list(zip(X, y)) * copies, names, queries, k=k, K=K, **parameters)


@settled_family(
    "any mistake, with many rows and RCr = 1/2, where cumulative sums are often exactly one half",
    "the effects of the other families of size, when one half decides",
    "Alg 1.21, Alg 3.3, Eq 4, Eq 6",
    general=True,
)
def large_pure_sets(dice: Dice) -> Iterator[Case]:
    """Every second class has no row, so that each median range has a middle."""
    for number, (n, attributes) in enumerate(((60, 2), (100, 3), (150, 2), (200, 3))):
        size = 10**5
        X = dice.rows(n, attributes, size)
        y = [2 * (4 * sum(row) // (attributes * size)) for row in X]
        for _ in range(n // 5):
            y[dice.below(n)] = 2 * dice.below(4)
        queries = dice.rows(30, attributes, size)
        yield labeled(zip(X, y), class_names(number, 7), queries, k=(2, 4)[number % 2], RCr="0.5")


LARGEST = 2000


@family(
    "any mistake, on sets of every size up to 2,000 rows",
    "anything that shows only on large sets and that no other family anticipates",
    "Alg 1.19, Alg 1.21, Alg 3.6, Alg 3.14",
    general=True,
    endless=6,
)
def growing(dice: Dice) -> Iterator[Case]:
    """Sets that grow from case to case: the first few are in the battery, the rest for a longer search."""
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
            typeRange=dice.pick(TYPES),
            pOR=dice.pick(["0.5", 0, 1, "0.3"]),
            m=dice.pick([2, 2, 2, 3]),
            directions=None if dice.below(2) else "".join(dice.pick("+-") for _ in range(attributes)),
        )
        yield replace(case, queries=(*case.queries, dice.pick(case.X)))
