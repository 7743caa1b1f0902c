"""Families about what an implementation keeps: between calls, between objects, and within one fit.

Most of their cases are ordinary and have no ties. It is the way they are asked that reveals the mistake. The
ways of asking are in `monfknn_ref.oracle.procedures`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from monfknn_ref.model.checks import Label
from monfknn_ref.oracle.cases import Case, Dice
from monfknn_ref.oracle.families.building import TYPES, Family, Maker, family, problem, settled_family

LABELS: tuple[tuple[Label, ...], ...] = (
    (0, 1, 2, 3),
    ("low", "fair", "good", "best"),
    (-3, -1, 4, 10),
    (7, 5, 3, 1),
)
"""Four classes under four kinds of names."""


def ordinary_case(dice: Dice, n: int, queries: int, classes: tuple[Label, ...], **parameters: Any) -> Case:
    """Rows at random places, some of them with noisy labels, and queries with various answers."""
    size = 1_000_000

    for _ in range(1000):
        X = dice.rows(n, 2, size)
        y = [classes[min(3, sum(row) * 4 // (2 * size))] for row in X]
        for _ in range(n // 3):
            y[dice.below(n)] = dice.pick(classes)
        k = {"k": 3, "K": dice.pick([1, 2, 3]), "RCr": dice.pick(["0.1", "0.2", "0.3"]), **parameters}
        case = problem(X, y, 4, dice.rows(queries, 2, size), **k)
        if set(y) == set(classes):
            return replace(case, classes=classes)
    raise RuntimeError("no training set with all classes was drawn")


def four(dice: Dice, **parameters: Any) -> Iterator[Case]:
    """Four ordinary cases, each with other labels and another size."""
    for n, classes in zip((12, 21, 34, 40), LABELS):
        yield ordinary_case(dice, n, 40, classes, typeRange=dice.pick(TYPES), **parameters)


def ordinary(name: str, cause: str, effect: str, exercises: str, make: Maker = four) -> Family:
    """A family of ordinary cases, asked by the procedure of the same name."""
    lines = tuple(exercises.split(", "))
    return Family(name, cause, effect, lines, make, asked=name.replace("-", " "), settled=True)


fit_again = ordinary(
    "fit-again",
    "something is kept from an earlier fit: rows, labels, classes, an index or a cache",
    "a model that is fitted again answers about the old rows",
    "Alg 1.11, Alg 3.3",
)

predict_again = ordinary(
    "predict-again",
    "predict changes what fit has learned, or answers from what it kept of earlier queries",
    "the second answer differs from the first",
    "Alg 3.4, Alg 3.14",
)

one_by_one = ordinary(
    "one-by-one",
    "a prediction depends on the other queries of its batch, for example through scaling or sorting",
    "a query gets one answer alone and another one in a batch",
    "Alg 3.4, Alg 3.14",
)

other_order = ordinary(
    "other-order",
    "queries are sorted or grouped, and the answers are not put back in their places",
    "a query gets the answer of another one",
    "Alg 3.15",
)

repeated_queries = ordinary(
    "repeated-queries",
    "equal queries are answered once, and the answers are counted or placed wrongly",
    "there are too few answers, or they belong to other queries",
    "Alg 3.15",
)

no_queries = ordinary(
    "no-queries",
    "a batch without queries is not handled",
    "an exception is raised inside, or there is an answer although nothing was asked",
    "Alg 3.15",
)

side_by_side = ordinary(
    "side-by-side",
    "models share what they have learned, for example in an attribute of the class or a global table",
    "a model answers about the rows of another",
    "Alg 3.3, Alg 3.4",
)

memberships_first = ordinary(
    "memberships-first",
    "predict_proba relies on what an earlier predict left behind, or the other way round",
    "the answers to one batch are given for another",
    "Alg 3.14",
)

pickled = ordinary(
    "pickled",
    "a model that is pickled loses something on the way, such as an index or a cache",
    "the copy gives other answers, or none",
    "Alg 3.4",
    make=lambda dice: chain(four(dice), four(dice)),
)

inputs_unchanged = ordinary(
    "inputs-unchanged",
    "tables are sorted, scaled or shortened in place",
    "the caller's data is changed without notice",
    "Alg 1.11, Alg 3.15",
)


@settled_family(
    "k and K are limited to the number of rows, or parameters are converted, and the new values are kept",
    "a model that is fitted again to more rows has a k that is too small",
    "Alg 1.19, Alg 3.6",
    asked="parameters unchanged",
)
def parameters_unchanged(dice: Dice) -> Iterator[Case]:
    for n, (k, K) in enumerate([(3, 500), (500, 3), (500, 500)]):
        yield ordinary_case(dice, 12 + n, 5, LABELS[n], k=k, K=K, typeRange=dice.pick(TYPES))
    yield ordinary_case(dice, 20, 5, LABELS[3], RCr=1, pOR=1, typeRange="outRange")


@family(
    "a training tie is settled again for each query, perhaps differently",
    "two queries see the same training row with two labels",
    "Alg 1.13, Alg 3.3, Alg 3.4",
)
def one_settling(dice: Dice) -> Iterator[Case]:
    for _ in range(4):
        yield bounded_by_a_tie(dice)
    for _ in range(4):
        yield labeled_by_a_tie(dice)


def bounded_by_a_tie(dice: Dice) -> Case:
    """A row with two labels bounds the ranges of all queries, and its label decides nearly everything."""
    low = 2 + dice.below(2)
    near, far = 1 + dice.below(3), 6 + dice.below(3)
    X, y, queries = [(0, 0), (0, 0)], dice.shuffled([low, low + 1]), []
    for step in range(4):  # a query, the nearest row of class `low` beside it, and one of the next class
        a, b = 20 + 40 * step, 200 - 40 * step
        queries.append((a, b))
        X += [(a - near, b + near), (a - far, b + far)]
        y += [low, low + 1]
    return problem(X, y, 5, dice.shuffled(queries), k=1, K=1, RCr=1)


def labeled_by_a_tie(dice: Dice) -> Case:
    """Two rows are equally near to a third, which takes the label of one; all queries are equal to it."""
    step, low = 1 + dice.below(9), 1 + dice.below(2)
    X = [(0, 0), (step, -step), (-step, step), (3 * step, -4 * step), (-5 * step, 4 * step)]
    y = [low + 1, *dice.shuffled([low, low + 2]), low + 1, low + 1]
    return problem(X, y, 4, [(0, 0)] * 4, k=1, K=1, RCr=0)
