"""Families of near misses: values that are almost equal, almost one half, or equal but written differently.

Steps go from a thousandth down to one unit in the last place of a double. If even careful arithmetic in
doubles is right only by luck, a family is asked only in readings with exact arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from monfknn_ref.oracle.cases import Case, Dice, Value
from monfknn_ref.oracle.families.building import (
    ALL_COUNT,
    Rows,
    aside,
    class_names,
    jumbled,
    out_or_in,
    settled_family,
    whole,
)


def value(number: Decimal) -> Value:
    """An exact value; a decimal that is not the shortest of a double is refused.

    >>> value(Decimal("3")), value(Decimal("0.10")), value(Decimal(2**60))
    (3, '0.1', '1152921504606846976')
    >>> value(Decimal("0.10000000000000000001"))
    Traceback (most recent call last):
    ValueError: 0.10000000000000000001 is not the shortest decimal of a double
    """
    if not is_value(number):
        raise ValueError(f"{number} is not the shortest decimal of a double")
    return whole(int(number)) if number == number.to_integral_value() else repr(float(number))


def is_value(number: Decimal) -> bool:
    """Whether the number is whole, or the shortest decimal of a double."""
    return number == number.to_integral_value() or Decimal(repr(float(number))) == number


def stepped(base: str, step: int) -> tuple[Decimal, Decimal, Decimal]:
    """A number, and a smaller and a larger one; they differ by 10^-step, or by one last digit for step 0.

    >>> stepped("0.3", 4)
    (Decimal('0.3'), Decimal('0.2999'), Decimal('0.3001'))
    >>> stepped("0.3", 0)
    (Decimal('0.3'), Decimal('0.29999999999999993'), Decimal('0.30000000000000004'))
    """
    number = Decimal(base)
    if step:
        return number, number - Decimal(10) ** -step, number + Decimal(10) ** -step
    double = float(base)
    neighbors = math.nextafter(double, -math.inf), math.nextafter(double, math.inf)
    return number, Decimal(repr(neighbors[0])), Decimal(repr(neighbors[1]))


def beside(t: Decimal) -> tuple[Value, Value]:
    """The row (t, -t)."""
    return value(t), value(-t)


# Almost on a row

BASES = ("0.3", "12.75", "2.5", "0.71", "5.125")


def near_or_on_a_row(dice: Dice, number: int, step: int, exactly: bool = False) -> Case:
    """The row has two labels, so other rows decide, however little they weigh, unless the query is on it."""
    t, less, more = stepped(dice.pick(BASES), step)
    low, high, other = dice.pick([(0, 4, 5), (2, 6, 1), (1, 3, 6), (3, 5, 0)])
    rows: Rows = [(beside(t), low), (beside(t), high)]
    rows += [(beside(t + 1), other), (beside(t - 2), other), (beside(t + 4), other)]
    query = t if exactly else dice.pick([less, more])
    return jumbled(
        dice, rows, class_names(number, 7), [beside(query)], K=dice.pick([2, 3]), RCr=1, **out_or_in(number)
    )


@settled_family(
    "a query is treated as equal to a row that is only near it",
    "the near row decides alone, and the rows that should decide between its labels are ignored",
    "Eq 7, Alg 3.14, Alg 3.15",
)
def almost_on_a_row(dice: Dice) -> Iterator[Case]:
    for number, step in enumerate((1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6)):
        yield near_or_on_a_row(dice, number, step)
    for number in range(3):
        yield near_or_on_a_row(dice, number, 3, exactly=True)


@settled_family(
    "a query is treated as equal to a row that is about one unit in the last place of a double away",
    "the near row decides alone, and the rows that should decide between its labels are ignored",
    "Eq 7, Alg 3.14, Alg 3.15",
    exact=True,
)
def a_unit_from_a_row(dice: Dice) -> Iterator[Case]:
    for number, step in enumerate((7, 7, 8, 8, 9, 9, 10, 10, 11, 12, 12, 13, 13, 14, 0, 0, 0, 0)):
        yield near_or_on_a_row(dice, number, step)


@settled_family(
    "a small number is added to distances, or is their least value, or distances below it count as 0",
    "rows at different tiny distances weigh the same",
    "Eq 7, Alg 2.9, Alg 3.14",
)
def tiny_distances(dice: Dice) -> Iterator[Case]:
    for number, exponent in enumerate((2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 18, 20, 30, 50, 100)):
        one, [other] = dice.pick([(0, [4]), (3, [1]), (2, [5]), (5, [2])])
        near, less_near = 10 + dice.below(3), 24 + dice.below(3)
        rows: Rows = [(beside(Decimal(f"{near}e-{exponent}")), one)]
        rows += [(beside(Decimal(f"{sign * less_near}e-{exponent}")), other) for sign in (1, -1)]
        rows += [(aside(700), other), (aside(-800), other)]
        yield jumbled(dice, rows, class_names(number, 6), [aside(0)], K=3, RCr=1, **out_or_in(number))


# Almost equal rows


@settled_family(
    "rows that differ by little are treated as equal",
    "their labels are mixed like those of duplicated rows",
    "Alg 1.11, Alg 1.13, Alg 3.15",
)
def almost_equal_rows(dice: Dice) -> Iterator[Case]:
    for number, step in enumerate((2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 0, 0, 0)):
        t, less, more = stepped(dice.pick(BASES), step)
        low, high = dice.pick([(0, 4), (5, 1), (1, 3), (6, 2)])
        if number % 3:
            rows: Rows = [(beside(t), low), (beside(more), high)]
            queries = [beside(less), beside(t), beside(more)]
        else:  # equal in one attribute
            rows = [((value(t), 3), low), ((value(more), 3), high)]
            queries = [(value(less), 3), (value(t), 3), (value(more), 3)]
        rows += [((value(t + 9), -300), 3), ((value(t + 10), -302), 3)]
        RCr: Value = (1, 0)[number % 2]
        yield jumbled(dice, rows, class_names(number + 2, 7), queries, RCr=RCr, **ALL_COUNT)


@settled_family(
    "a row that almost dominates another is treated as if it did, or one that just does as if it did not",
    "a row forbids a class although it does not bound the range, or fails to forbid one although it does",
    "Eq 1, Alg 1.17, Alg 3.4",
)
def almost_dominated(dice: Dice) -> Iterator[Case]:
    for number, step in enumerate((2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 0, 0)):
        for inside in (True, False):
            t, less, more = stepped(dice.pick(BASES), step)
            sign = dice.pick((1, -1))  # the bound is above or below
            low, high = dice.below(3), 4 + dice.below(3)
            bound, near = (low, high) if sign > 0 else (high, low)
            first = more if inside == (sign > 0) else less
            rows: Rows = [
                ((value(first), value(-t + sign * 50)), bound),
                ((value(t + 3), value(-t - 4)), near),
                ((value(t - 60), value(-t + 70)), bound),
            ]
            query = beside(t)
            parameters: dict[str, Any] = {"RCr": 1}
            if number % 2:  # the same for a training row
                rows.append((query, bound))
                query = beside(t + Decimal("0.5"))
                parameters = {"RCr": 0, **ALL_COUNT}
            yield jumbled(dice, rows, class_names(number + 5, 7), [query], **parameters)


# Almost one half


def share_almost_half(dice: Dice, number: int, RCr: str) -> Case:
    """A row's own class has the share RCr, and that of its nearest row the rest."""
    own, other = dice.pick([(0, 4), (5, 1), (1, 3), (6, 2)])
    rows: Rows = [(aside(0), own), (aside(5), other), (aside(100), own), (aside(103), other)]
    return jumbled(
        dice, rows, class_names(number, 7), [aside(-1), aside(99), aside(104)], RCr=RCr, **ALL_COUNT
    )


def third_almost_half(dice: Dice, number: int, RCr: str) -> Case:
    """A row's own class has the share RCr and a third of the rest: with RCr = 1/4, one half."""
    own, other = dice.pick([(0, 4), (5, 1), (1, 3), (6, 2)])
    places = dice.shuffled([5, -6, 7])
    rows: Rows = [(aside(0), own), (aside(places[0]), own), *((aside(t), other) for t in places[1:])]
    return jumbled(dice, rows, class_names(number, 7), [aside(1), aside(-1)], k=3, RCr=RCr, **ALL_COUNT)


def weight_almost_half(dice: Dice, number: int, step: int, sign: int) -> Case:
    """One of two neighbors is a little nearer."""
    one, other = dice.pick([(0, 4), (5, 1), (1, 3), (6, 2)])
    t, less, more = stepped(dice.pick(("1.5", "2.25", "1.7")), step)
    away = {-1: less, 0: t, 1: more}[sign]
    rows: Rows = [(beside(t), one), (beside(-away), other), (aside(700), one), (aside(-800), other)]
    return jumbled(dice, rows, class_names(number + 3, 7), [aside(0)], K=2, RCr=1, **out_or_in(number))


@settled_family(
    "a cumulative sum near one half is treated as one half",
    "a median range has two ends although it is one class",
    "Eq 4, Eq 6, Eq 7, Alg 3.3, Alg 3.15",
)
def almost_half(dice: Dice) -> Iterator[Case]:
    for step in range(2, 13):
        for sign in (-1, 1):
            half = Decimal("0.5") + sign * Decimal(10) ** -step
            yield share_almost_half(dice, step, str(half))
            yield weight_almost_half(dice, step, step, sign)
    for number in range(2):
        yield share_almost_half(dice, number, "0.5")
        yield weight_almost_half(dice, number, 3, 0)
    for number, fewer in enumerate((6, 60, 300, 499)):  # counts of equal rows
        low, high = dice.shuffled([(0, 4), (5, 1), (1, 3)])[0]
        rows: Rows = [(aside(9), 3)]
        rows += [(aside(0), label) for label in [low] * fewer + [high] * (fewer + 1)]
        yield jumbled(dice, rows, class_names(number, 7), [aside(1)], RCr=1, **ALL_COUNT)


@settled_family(
    "a cumulative sum that doubles cannot tell from one half is treated as one half",
    "a median range has two ends although it is one class",
    "Eq 4, Eq 6, Eq 7, Alg 3.3, Alg 3.15",
    exact=True,
)
def a_unit_from_half(dice: Dice) -> Iterator[Case]:
    shares = ("0.5000000000001", "0.4999999999999", "0.50000000000001", "0.49999999999999")
    nearest = ("0.500000000000001", "0.499999999999999", "0.5000000000000001", "0.49999999999999994")
    for number, share in enumerate(shares + nearest):
        yield share_almost_half(dice, number, share)
    for number, share in enumerate(("0.24999999999999997", "0.25000000000000006", "0.25") * 3):
        yield third_almost_half(dice, number, share)
    for number, step in enumerate((13, 13, 14, 14, 0, 0, 0, 0)):
        yield weight_almost_half(dice, number, step, (-1, 1)[number % 2])


# Almost balanced


@settled_family(
    "pOR is rounded, a small pOR is treated as 0, or m is rounded to a whole number",
    "weights that differ by little seem equal, or neighbors that count are left out",
    "Eq 7, Alg 3.11, Alg 3.14, Alg 3.15",
)
def almost_balanced(dice: Dice) -> Iterator[Case]:
    for number, step in enumerate((2, 3, 4, 5, 6, 7, 8, 9, 10, 11)):
        for sign in (-1, 1):
            eps = sign * Decimal(10) ** -step
            yield penalized(dice, number, Decimal("0.5") + eps)
    for number, m in enumerate(("1.9", "2.1", "1.8", "2.2", "1.75", "2.25")):
        yield weighed_by_m(dice, number, Decimal(m))
    for number in range(2):
        yield penalized(dice, number, Decimal("0.5"))
        yield weighed_by_m(dice, number, Decimal(2))
    for number, step in enumerate((3, 6, 9, 12, 15, 18)):
        yield penalized(dice, number, Decimal(10) ** -step, alone=True)


def penalized(dice: Dice, number: int, pOR: Decimal, alone: bool = False) -> Case:
    """Two neighbors out of range against one in range that is equally far away, or against none."""
    t = 3 + number
    rows: Rows = [
        ((-90, -80, -70), 4),  # bounds the query from below
        ((t, -t, 0), 2),
        ((-t, t, 0), 2),
        *([] if alone else [((t, 0, -t), 4 + 2 * (number % 2))]),
    ]
    return jumbled(
        dice,
        rows,
        class_names(number, 8),
        [(0, 0, 0)],
        K=len(rows) - 1,
        RCr=1,
        typeRange="outRange",
        pOR=value(pOR),
    )


def weighed_by_m(dice: Dice, number: int, m: Decimal) -> Case:
    """A neighbor against two that are twice as far away: with m = 2 they are balanced."""
    t = 2 + number
    one, other = dice.pick([(0, 4), (5, 1), (1, 3), (6, 2)])
    rows: Rows = [(aside(t), one), (aside(2 * t), other), (aside(-2 * t), other), (aside(-50 * t), one)]
    return jumbled(dice, rows, class_names(number + 4, 7), [aside(0)], K=3, RCr=1, m=value(m))


@settled_family(
    "m is limited to common values, or large powers of the distances are rounded",
    "the nearest row is outvoted by rows that are a little farther away",
    "Eq 7, Alg 3.14, Alg 3.15",
)
def large_m(dice: Dice) -> Iterator[Case]:
    for number, m in enumerate((20, 25, 30, 40, 60, 90)):
        one, other = dice.pick([(0, 4), (5, 1), (1, 3), (6, 2)])
        sides = dice.shuffled([1, 1, -1])
        rows: Rows = [(aside(sides[0] * 1000), one)]
        rows += [(aside(sides[1] * (1050 + dice.below(4))), other), (aside(sides[2] * 1056), other)]
        yield jumbled(dice, rows, class_names(number + 2, 7), [aside(0)], K=3, RCr=1, m=m)


# Equal numbers in several spellings

SPELLINGS: tuple[tuple[Value, ...], ...] = (
    (1, "1.0", "1.00", "1e0", "10e-1"),
    (0, "0.0", "-0.0", "0e0", "-0.00"),
    ("0.5", "0.50", "5e-1", "0.5e0"),
    (-3, "-3.0", "-3.00", "-30e-1"),
    (100, "1e2", "100.0", "1.0e2"),
    ("0.1", "0.10", "1e-1", "0.1e0"),
    (12, "12.0", "1.2e1", "0.12e2"),
)


@settled_family(
    "rows are compared by their text or by the types of their numbers: 1, 1.0, 1e0; 0 and -0.0",
    "equal rows are kept apart",
    "Alg 1.4, Alg 1.11, Eq 5",
)
def spellings(dice: Dice) -> Iterator[Case]:
    for number in range(15):
        given_as = ("floats", "Decimals", "Fractions", "mixed", "numpy")[number % 5]
        first, second = dice.shuffled(SPELLINGS)[:2]
        low, high = dice.pick([(0, 4), (5, 1), (1, 3), (6, 2)])

        alike: list[tuple[Value, ...]] = []
        while len(alike) < 4:  # four spellings of one row
            spelled = dice.pick(first), dice.pick(second)
            if spelled not in alike:
                alike.append(spelled)
        rows: Rows = [(one, (low, high)[i % 2]) for i, one in enumerate(alike)]
        a, b = Decimal(str(first[0])), Decimal(str(second[0]))
        rows += [((value(a + 40), value(b - 50)), 3), ((value(a - 41), value(b + 50)), 3)]
        again = dice.pick(first), dice.pick(second)
        queries = [again, (value(a + Decimal("0.25")), value(b - Decimal("0.25")))]
        names = class_names(number, 7)
        yield jumbled(dice, rows, names, queries, RCr=(1, 0)[number % 2], given_as=given_as, **ALL_COUNT)


# Different rows that collide

MULTIPLIERS = (
    *(10, 16, 31, 33, 37, 100, 101, 131, 256, 257, 1000, 1009, 1024),
    *(10**4, 65536, 10**6, 1000003, 2**32),
)

COLLISIONS: dict[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]] = {
    "text": ((("1", "23"), ("12", "3")), (("0.1", "11"), ("0.11", "1")), (("11", "1"), ("1", "11"))),
    "text of three": ((("1", "2", "34"), ("12", "3", "4")), (("1", "1", "12"), ("11", "1", "2"))),
    "order of the attributes": ((("2", "7"), ("7", "2")), (("2", "7", "5"), ("5", "2", "7"))),
    "set of the values": ((("3", "3", "5"), ("3", "5", "5")), (("4", "4", "4"), ("4", "4", "4.5"))),
    "sum": ((("2", "9"), ("5", "6")), (("0.25", "0.5"), ("0.5", "0.25")), (("-4", "4"), ("9", "-9"))),
    "product": ((("2", "6"), ("3", "4")), (("0", "5"), ("0", "9"))),
    "exclusive or": ((("5", "6"), ("1", "2")), (("4", "4"), ("9", "9"))),
    "length": ((("3", "4"), ("0", "5")), (("-3", "4"), ("5", "0"))),
    "one attribute": ((("7", "3"), ("7", "5")), (("3", "7"), ("5", "7")), (("3", "7", "4"), ("3", "8", "4"))),
    "greatest and least": ((("9", "2", "5"), ("2", "9", "5")), (("9", "2", "5"), ("9", "2", "7"))),
    "sign": ((("3", "-4"), ("3", "4")), (("-3", "4"), ("3", "-4")), (("-3", "-4"), ("3", "4"))),
    "polynomial": (
        *(((str(p), "1"), (str(2 * p), str(1 - p * p))) for p in (31, 33, 37)),
        *((("1", str(p + 5)), ("2", "5")) for p in MULTIPLIERS),
        *((("3", "7"), ("2", str(p + 7))) for p in MULTIPLIERS),
        *(((str(p + 5), "1"), ("5", "2")) for p in MULTIPLIERS),
    ),
    "hash": (
        (("-1", "4"), ("-2", "4")),
        (("3", "2"), ("3", str(2**61 + 1))),
        (("4", "0.5"), ("4", str(2**60))),
        (("0", str(2**61 - 1)), ("0", "0")),
    ),
    "rounding": (
        *(
            ((f"1.2{'0' * (digits - 1)}1", "3"), (f"1.2{'0' * (digits - 1)}3", "3"))
            for digits in range(2, 14)
        ),
        (("1.2", "3"), ("1.4", "3")),
        (("1.5", "3"), ("2.5", "3")),
        (("-0.4", "3"), ("0.4", "3")),
        (("1.21", "3"), ("1.24", "3")),
        (("6", "3"), ("7", "3")),
    ),
    "single precision": (
        (("16777216", "3"), ("16777217", "3")),
        (("0.1", "3"), ("0.10000000149011612", "3")),
        (("1.5", "3"), ("1.50000001", "3")),
        (("2048", "3"), ("2049", "3")),
        (("1.5", "3"), ("1.5001", "3")),
    ),
    "six digits": ((("1234567", "3"), ("1234568", "3")), (("123.45671", "3"), ("123.45674", "3"))),
    "remainder": tuple(
        (("7", "1"), (str(7 + n), "1")) for n in (10, 100, 128, 256, 1000, 2**16, 2**31, 2**32, 2**64)
    ),
    "double precision": (
        ((str(2**53), "3"), (str(2**53 + 1), "3")),
        ((str(2**63), "3"), (str(2**63 + 1), "3")),
        ((str(2**64 + 2), "3"), (str(2**64 + 3), "3")),
    ),
}
"""Pairs of rows that look equal to an implementation that compares only this property of them."""


def colliding() -> Iterator[tuple[tuple[Decimal, ...], tuple[Decimal, ...]]]:
    """All the pairs."""
    for collisions in COLLISIONS.values():
        for one, other in collisions:
            yield tuple(map(Decimal, one)), tuple(map(Decimal, other))


def as_row(numbers: Sequence[Decimal]) -> tuple[Value, ...]:
    """A row of exact values."""
    return tuple(map(value, numbers))


def in_doubles(one: Sequence[Decimal], other: Sequence[Decimal], least: str = "0") -> bool:
    """Whether doubles hold the numbers of both rows, and their differences are larger than `least`."""
    differences = [abs(a - b) for a, b in zip(one, other) if a != b]
    return max(map(abs, (*one, *other))) < 2**53 and min(differences) > Decimal(least)


def colliding_in_fit(dice: Dice, number: int, one: tuple[Decimal, ...], other: tuple[Decimal, ...]) -> Case:
    """Two rows that collide, with a class between their labels."""
    low, high = dice.pick([(0, 4), (5, 1), (1, 3), (6, 2)])
    largest = max(map(abs, one + other))
    away = Decimal(10**6 if largest < 10**4 else 10**9 if in_doubles(one, other) else 10**21)
    rows: Rows = [(as_row(one), low), (as_row(other), high)]
    rows += [(as_row((away + t, -away - t, *one[2:])), 3) for t in (0, 50)]
    queries = [as_row(one), as_row(other)]
    names = class_names(number, 7)
    return jumbled(dice, rows, names, queries, RCr=(1, 0)[number % 2], **ALL_COUNT)


def colliding_in_predict(
    dice: Dice, number: int, one: tuple[Decimal, ...], other: tuple[Decimal, ...]
) -> Case:
    """Two queries that collide, with a row behind each of them, away from the other one."""
    low, high = dice.pick([(0, 4), (5, 1), (1, 3), (6, 2)])
    apart = [(b > a) - (b < a) for a, b in zip(one, other)]
    steps = [sign * (3 + 2 * a) for a, sign in enumerate(apart)]
    first = [a - step for a, step in zip(one, steps)]
    second = [b + step for b, step in zip(other, steps)]
    if not all(map(is_value, first + second)):
        first, second = list(one), list(other)
    rows: Rows = [(as_row(first), low), (as_row(second), high)]
    queries = [as_row(one), as_row(other), as_row(one), as_row(other)]
    return jumbled(dice, rows, class_names(number + 7, 7), queries, RCr=1, **ALL_COUNT)


@settled_family(
    "rows are compared by something shorter: their text, sum, hash or rounded values",
    "different rows are treated as duplicates of each other",
    "Alg 1.11, Alg 1.13, Alg 3.15",
)
def colliding_rows(dice: Dice) -> Iterator[Case]:
    for number, (one, other) in enumerate(colliding()):
        if in_doubles(one, other):
            yield colliding_in_fit(dice, number, one, other)


@settled_family(
    "answers are stored under something shorter than the query: its text, sum, hash or rounded values",
    "a query gets the answer of another one",
    "Alg 3.6, Alg 3.15",
)
def colliding_queries(dice: Dice) -> Iterator[Case]:
    for number, (one, other) in enumerate(colliding()):
        if in_doubles(one, other, least="1e-9"):
            yield colliding_in_predict(dice, number, one, other)


@settled_family(
    "rows or queries that doubles cannot tell apart are treated as equal",
    "different rows are treated as duplicates, and a query gets the answer of another one",
    "Alg 1.11, Alg 3.6, Alg 3.15",
    exact=True,
)
def colliding_beyond_doubles(dice: Dice) -> Iterator[Case]:
    for number, (one, other) in enumerate(colliding()):
        if not in_doubles(one, other):
            yield colliding_in_fit(dice, number, one, other)
        if not in_doubles(one, other, least="1e-9"):
            yield colliding_in_predict(dice, number, one, other)


# Large whole numbers


def around(dice: Dice, number: int, size: int, sign: int, before: int) -> Case:
    """Rows a few units apart around a large number, between a query and its nearest row."""
    places = [0, 1 + dice.below(2), 9, 10 + dice.below(2), 30, 33]
    labels = [(0, 2, 4, 6)[(i + number) % 4] for i in range(len(places))]

    def at(t: int) -> tuple[Value, Value]:
        return whole(sign * (size - before + t)), whole(-sign * (size - before + t))

    rows: Rows = [(at(t), label) for t, label in zip(places, labels)]
    queries = [at(t) for t in (-1, 4, 7, 14, 29, 36)]
    RCr: Value = (1, 0)[number % 2]
    return jumbled(dice, rows, class_names(number, 7), queries, RCr=RCr, **ALL_COUNT)


def around_each(dice: Dice, sizes: Sequence[int]) -> Iterator[Case]:
    """Three cases for each size."""
    for number, size in enumerate(sizes):
        for n, (sign, before) in enumerate(((1, 8), (-1, 30), (1, 30))):
            yield around(dice, number + n, size, sign, before)


@settled_family(
    "whole numbers beyond 2^15, 2^24 or 2^31 are rounded or wrap around",
    "rows that differ by a few units seem to be equal, or far apart",
    "Alg 1.11, Alg 2.9, Alg 3.6",
)
def large_whole_numbers(dice: Dice) -> Iterator[Case]:
    yield from around_each(dice, (2**15, 2**16, 2**24, 10**8, 2**31, 2**32, 10**12, 2**50))


@settled_family(
    "whole numbers beyond 2^53 or 2^63 are rounded or wrap around",
    "rows that differ by a few units seem to be equal, or far apart",
    "Alg 1.11, Alg 2.9, Alg 3.6",
    exact=True,
)
def whole_numbers_beyond_doubles(dice: Dice) -> Iterator[Case]:
    yield from around_each(dice, (2**53, 2**54, 2**60, 2**62, 2**63, 2**64, 10**20, 10**30))


@settled_family(
    "squared distances are kept in 16, 32 or 64 bits, or in single precision",
    "a far row is mistaken for the nearest one",
    "Alg 2.9, Alg 3.6, Alg 1.19",
)
def squares_that_wrap(dice: Dice) -> Iterator[Case]:
    for number, bits in enumerate((7, 8, 15, 16, 24, 31, 32, 53, 62, 63, 64, 127, 128)):
        for in_training in (False, True):
            far = math.isqrt(2**bits // 2) + 1 + dice.below(2)  # 2 far^2 is a little above 2^bits
            near = far // 2 + dice.below(max(1, far // 8))
            one, other = dice.shuffled([0, 2, 4, 6])[:2]
            side = dice.pick((1, -1))
            rows: Rows = [
                ((whole(side * near), whole(-side * near)), one),
                ((whole(-side * far), whole(side * far)), other),
                ((whole(-3 * side * far), whole(3 * side * far)), other),
            ]
            parameters: dict[str, Any] = {"RCr": 1}
            if in_training:
                rows.append((aside(0), other))
                parameters = {"RCr": 0, **ALL_COUNT}
            queries = [aside(0)] if not in_training or far < 10 else [aside(side), aside(-side)]
            yield jumbled(dice, rows, class_names(number, 7), queries, **parameters)
