"""What families of cases are built from: what a family is, aiming, names of classes, draws and layouts.

A family is a function that yields cases. `family` says what they are aimed at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, wraps
from typing import Any, NamedTuple, TypeAlias

from monfknn_ref.model.checks import Label
from monfknn_ref.oracle.cases import Case, Dice, Value
from monfknn_ref.paper.memberships import Learned
from monfknn_ref.readings import PAPER, Reading

Maker: TypeAlias = Callable[[Dice], Iterator[Case]]
Solver: TypeAlias = Callable[[Case], list[Label]]
"""What predicts labels for the queries of a case."""
Rows: TypeAlias = list[tuple[tuple[Value, ...], int]]
"""Rows, each with its label as a position among the classes."""


@dataclass(frozen=True)
class Family:
    """Cases aimed at one mistake, with its cause, its effect, and the lines of the paper that it concerns."""

    name: str
    cause: str
    effect: str
    exercises: tuple[str, ...]
    make: Maker
    asked: str = "once"
    """How its cases are asked: a name in `monfknn_ref.oracle.procedures`."""
    settled: bool = False
    """Whether the cases of the battery have no ties, so that each has one right answer."""
    general: bool = False
    """Whether the family is aimed at no particular mistake; a report names such a family last."""
    endless: int = 0
    """For a family with endless cases, the number of them in the battery; 0 for all others."""
    exact: bool = False
    """Whether doubles cannot hold its numbers, so that it is used only in readings with exact arithmetic."""


def family(cause: str, effect: str, exercises: str, **more: Any) -> Callable[[Maker], Family]:
    """Make the decorated function, which makes the cases, a family; `more` are other fields of `Family`.

    The family has the name of the function, with dashes.
    """

    def made(make: Maker) -> Family:
        name = make.__name__.replace("_", "-")
        return Family(name, cause, effect, tuple(exercises.split(", ")), make, **more)

    return made


settled_family = partial(family, settled=True)
"""Make the decorated function a family whose cases have no ties."""


def aimed_family(
    cause: str, effect: str, exercises: str, wrong: Solver, count: int = 8, **more: Any
) -> Callable[[Callable[[Dice], Case]], Family]:
    """Make the decorated function, which draws a case, a family of `count` draws that show the mistake."""

    def made(draw: Callable[[Dice], Case]) -> Family:
        @wraps(draw)
        def make(dice: Dice) -> Iterator[Case]:
            return aimed(dice, count, draw, wrong)

        return family(cause, effect, exercises, **more)(make)

    return made


# Aiming: of the cases drawn, keep those whose answers change when the mistake is made

MANY_DRAWS = 1000
"""After this many draws without success, the mistake is taken to be one that the draws cannot show."""


def predictions(case: Case, reading: Reading = PAPER) -> list[Label]:
    """The predictions of the reference."""
    return list(case.fitted(reading).predict(case.query_table))


def read_with(**points: str) -> Solver:
    """The predictions of the reference with some open points settled in another way."""
    reading = replace(PAPER, **points)
    return lambda case: predictions(case, reading)


def solved_with(**parameters: Any) -> Solver:
    """The predictions of the reference with these values instead of the parameters of the case."""
    return lambda case: predictions(replace(case, **parameters))


def with_labels(labels: Callable[[Learned], list[int]]) -> Solver:
    """The predictions with these labels in place of those of Alg. 3 line 3."""

    def solved(case: Case) -> list[Label]:
        model = case.fitted(PAPER)
        model.learned_ = replace(model.learned_, y=labels(model.learned_))
        return list(model.predict(case.query_table))

    return solved


def aimed(dice: Dice, count: int, draw: Callable[[Dice], Case], wrong: Solver) -> Iterator[Case]:
    """`count` of the cases drawn, all of which have other answers when they are solved the wrong way.

    >>> one_row = Case(X=((1,),), y=(1,), classes=(1,), queries=((1,),))
    >>> next(aimed(Dice("1"), 1, lambda dice: one_row, predictions))
    Traceback (most recent call last):
    ValueError: none of 1000 cases drawn has other answers when it is solved the wrong way
    """
    for _ in range(count):
        for _ in range(MANY_DRAWS):
            case = draw(dice)
            if predictions(case) != wrong(case):
                yield case
                break
        else:
            raise ValueError(
                f"none of {MANY_DRAWS} cases drawn has other answers when it is solved the wrong way"
            )


# Names for the classes of a case; their order is the one in which they are given, whatever the names are


def in_other_order(c: int) -> list[int]:
    """1, ..., c in an order that neither rises nor falls.

    >>> in_other_order(6), in_other_order(3)
    ([2, 5, 3, 4, 6, 1], [2, 3, 1])
    """
    rest = list(range(1, c + 1))
    return [rest.pop((2 * n + 1) % len(rest)) for n in range(c)]


CLASS_NAMES: dict[str, Callable[[int], list[Label]]] = {
    "from zero": lambda c: list(range(c)),
    "with gaps": lambda c: [l * l + 2 for l in range(c)],
    "negative": lambda c: list(range(-c, 0)),
    "numbers as text": lambda c: [str(8 + l) for l in range(c)],
    "falling": lambda c: list(range(c, 0, -1)),
    "around zero": lambda c: list(range(-(c // 2), c - c // 2)),
    "words": lambda c: [f"grade {chr(97 + l % 26)}{l // 26 or ''}" for l in reversed(range(c))],
    "from one": lambda c: list(range(1, c + 1)),
    "other order": lambda c: list(in_other_order(c)),
    "large": lambda c: [10**12 + 7 * l for l in range(c)],
    "numbers and text": lambda c: [l if l % 2 else str(l) for l in range(c)],
    "tens": lambda c: [10 * l for l in range(c)],
    "numbers and their text": lambda c: [l // 2 if l % 2 else str(l // 2) for l in range(c)],
}
"""Functions that name c classes, lowest first; each kind of names has its own function."""


def class_names(n: int, c: int) -> tuple[Label, ...]:
    """Names for c classes; each n gives another kind of names.

    >>> class_names(0, 3), class_names(3, 3), class_names(6, 3)
    ((0, 1, 2), ('8', '9', '10'), ('grade c', 'grade b', 'grade a'))
    """
    kinds = list(CLASS_NAMES)[:-1]  # the last has cases of its own
    return tuple(CLASS_NAMES[kinds[n % len(kinds)]](c))


# Problems drawn at random, from which the families choose


def problem(
    X: Iterable[Sequence[Value]],
    y: Iterable[Label],
    classes: int,
    queries: Iterable[Sequence[Value]],
    **parameters: Any,
) -> Case:
    """A case with the classes 1, ..., `classes`."""
    return Case(
        X=tuple(map(tuple, X)),
        y=tuple(y),
        classes=tuple(range(1, classes + 1)),
        queries=tuple(map(tuple, queries)),
        **parameters,
    )


def drawn(
    dice: Dice,
    n: int = 8,
    attributes: int = 2,
    classes: int = 3,
    size: int = 10,
    noise: int = 2,
    queries: int = 3,
    **parameters: Any,
) -> Case:
    """Random rows whose labels rise with the sum of the attributes, except for some random labels."""
    X = dice.rows(n, attributes, size)
    y = [1 + classes * sum(row) // (attributes * size) for row in X]
    for _ in range(noise):
        y[dice.below(n)] = 1 + dice.below(classes)
    return problem(X, y, classes, dice.rows(queries, attributes, size), **parameters)


def aside(t: int | str) -> tuple[Value, Value]:
    """The row (t, -t). Such rows never dominate one another, so every class is valid for each of them.

    >>> aside(3), aside("0.3"), aside("-0.3")
    ((3, -3), ('0.3', '-0.3'), ('-0.3', '0.3'))
    """
    if isinstance(t, int):
        return t, -t
    return t, t[1:] if t.startswith("-") else f"-{t}"


def tenths(n: int) -> str:
    """n / 10 as a decimal.

    >>> tenths(13), tenths(-3)
    ('1.3', '-0.3')
    """
    return f"{'-' if n < 0 else ''}{abs(n) // 10}.{abs(n) % 10}"


ALL_COUNT: dict[str, Any] = {"typeRange": "outRange", "pOR": 1}
"""With these parameters all neighbors of a query count, so its answer shows the label of the nearest row."""

TYPES = ("inRange", "outRange")


def out_or_in(number: int) -> dict[str, Any]:
    """The two types of ranges in turn."""
    return {"typeRange": TYPES[number % 2]}


def labels_around(dice: Dice, lower: int, upper: int) -> tuple[list[int], list[int]]:
    """Labels for two groups of rows; those of the first are at least two classes lower."""
    return [1 + dice.below(3) for _ in range(lower)], [5 + dice.below(3) for _ in range(upper)]


def labeled(
    rows: Iterable[tuple[Sequence[Value], int]],
    names: Sequence[Label],
    queries: Iterable[Sequence[Value]],
    k: int = 1,
    K: int = 1,
    **parameters: Any,
) -> Case:
    """A case with these rows, each with its label as a position among the names of the classes.

    Rows and queries have one neighbor unless `k` or `K` says otherwise.
    """
    X, y = zip(*rows)
    return Case(
        X=tuple(map(tuple, X)),
        y=tuple(another(names[l]) for l in y),
        classes=tuple(names),
        queries=tuple(map(tuple, queries)),
        k=k,
        K=K,
        **parameters,
    )


def jumbled(
    dice: Dice,
    rows: Iterable[tuple[Sequence[Value], int]],
    names: Sequence[Label],
    queries: Iterable[Sequence[Value]],
    **parameters: Any,
) -> Case:
    """The same with the rows in random order."""
    return labeled(dice.shuffled(rows), names, queries, **parameters)


def another(label: Label) -> Label:
    """An equal label that is a different object, if Python allows that.

    >>> label = 10**12
    >>> another(label) == label, another(label) is label
    (True, False)
    """
    if isinstance(label, str):
        return "".join(list(label))
    return label if isinstance(label, bool) or not isinstance(label, int) else int(str(label))


def whole(n: int) -> Value:
    """A whole number as an exact value.

    >>> whole(12), whole(2**53)
    (12, '9007199254740992')
    """
    return n if abs(n) < 2**53 else str(n)


# Tables of many rows in which a chosen row decides an answer
#
# All values are whole numbers. Rows (t, -t) never dominate one another, so along such a line every label is
# valid and only distances matter. Several such lines, one above the other, give ranges. The gaps are drawn at
# random, so that no two distances that matter are equal.

BLOCKS = (8, 10, 16, 30, 32, 40, 50, 64, 100, 128, 200, 256, 500, 512, 1000, 1024)
"""Sizes of blocks, leaves and buffers that implementations use."""


FAR = 10**6
"""Farther away than any row along a line."""


def block_ends(dice: Dice, n: int, count: int) -> list[int]:
    """`count` places in a table of n rows, first those where a block begins or ends.

    >>> sorted(block_ends(Dice("1"), 21, 12))
    [0, 1, 7, 8, 9, 10, 11, 15, 16, 17, 19, 20]
    """
    ends = [n - 1, 0, n - 2, 1]
    for size in reversed(BLOCKS):
        for start in (n // size * size, size):
            ends += [start, start - 1, start + 1]
    ends += dice.shuffled(range(n))
    return [place for place in dict.fromkeys(ends) if 0 <= place < n][:count]


def pairs(dice: Dice, n: int) -> list[int]:
    """n places along a line, in pairs: each place is nearest to the other one of its pair.

    >>> pairs(Dice("1"), 5)
    [0, 6, 27, 31, 85]
    """
    places = [0][:n]
    for i in range(1, n):
        places.append(places[-1] + (4 + dice.below(6) if i % 2 else 20 + dice.below(40)))
    return places


class Place(NamedTuple):
    """A row of a table: its values, and its label as a position among the classes."""

    row: tuple[int, ...]
    label: int


def stairs(dice: Dice, n: int, steps: int) -> list[Place]:
    """n rows on lines one above the other, with three classes on each line; adjacent rows differ in class.

    A row lies above all rows of lower lines. Its valid neighbors are the rows of its own line, and those rows
    of the adjacent lines that have the nearest class.

    >>> for place in stairs(Dice("1"), 6, 2): print(place.row, place.label)
    (0, 0) 0
    (6, -6) 1
    (27, -27) 2
    (158, 158) 3
    (162, 154) 4
    (216, 100) 5
    """
    shares = [n // steps + (step < n % steps) for step in range(steps)]
    lines = [pairs(dice, share) for share in shares]
    rise = 100 + max(line[-1] for line in lines)
    return [
        Place((step * rise + t, step * rise - t), 3 * step + i % 3)
        for step, line in enumerate(lines)
        for i, t in enumerate(line)
    ]


def moved(row: Iterable[int], *by: int) -> tuple[int, ...]:
    """A row whose first attributes are moved by these amounts.

    >>> moved((5, 5, 5), 1, -1)
    (6, 4, 5)
    """
    found = list(row)
    for a, difference in enumerate(by):
        found[a] += difference
    return tuple(found)
