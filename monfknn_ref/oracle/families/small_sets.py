"""Families of small sets: each is aimed at one line, one equation or one open point of the paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from monfknn_ref.oracle.cases import Case, Dice, Table, Value
from monfknn_ref.oracle.families.building import (
    TYPES,
    aimed,
    aimed_family,
    aside,
    drawn,
    family,
    labels_around,
    problem,
    read_with,
    solved_with,
    tenths,
    with_labels,
)

PURE: dict[str, Any] = {"RCr": "0.5", "typeRange": "inRange"}
APPROXIMATE: dict[str, Any] = {"RCr": 1, "typeRange": "outRange", "pOR": "0.5"}
WITHIN_RANGE: dict[str, Any] = {"RCr": 1, "typeRange": "outRange", "pOR": 0}
"""With these parameters neighbors out of range do not count at all."""

# Equal rows


@aimed_family(
    "a row that appears twice with the same label is treated as if it appeared once",
    "Eq. 6 dilutes a membership that Eq. 5 says is 1",
    "Alg 1.4, Alg 1.5, Alg 1.16, Eq 5",
    read_with(duplicated="conflicting"),
)
def agreeing_duplicates(dice: Dice) -> Case:
    case = drawn(dice, k=3, K=3, RCr=dice.pick([0, "0.5", "0.3"]))
    again = dice.below(len(case.y))
    return replace(case, X=(*case.X, case.X[again]), y=(*case.y, case.y[again]))


@family(
    "equal rows with different labels are kept apart, or are given the majority, first or last label",
    "the row has the wrong memberships and label, and bounds the wrong ranges",
    "Alg 1.4, Alg 1.5, Alg 1.11, Alg 1.13, Eq 5",
)
def conflicting_duplicates(dice: Dice) -> Iterator[Case]:
    for n in range(14):
        labels = [2, 1, 1, 1, 3, 3, 4] if n < 5 else [3, 5, 5, 5, 2, 2, 4]  # median 2, majority 1; 4 and 5
        if n >= 10:
            labels = [1, 1, 1, 5, 4] if n % 2 else [5, 5, 5, 1, 1]  # median 1, mean 2.4; 5 and 3.4
        first, *rest = dice.shuffled(dice.pick([labels, labels[:3] + labels[4:]]) if n < 10 else labels)
        others = drawn(dice, n=5, classes=5, k=2, K=2)
        row = tuple(dice.rows(1, 2, 10)[0])
        yield replace(
            others,
            X=(row, *others.X, *[row] * len(rest)),
            y=(first, *others.y, *rest),
            queries=(row, *others.queries),
        )


@family(
    "the median range [l_m, l_M] is represented by one of its ends, or by the largest membership",
    "a class at the end of the range is predicted instead of the one in the middle",
    "Eq 4, Alg 1.13, Alg 3.3, Alg 3.15",
)
def wide_gap(dice: Dice) -> Iterator[Case]:
    for _ in range(8):
        low, high = labels_around(dice, 2, 2)
        others = [1 + dice.below(7) for _ in range(2)]
        X = [aside(t) for t in (0, 0, 0, 0, 9, -8)]
        y = [*dice.shuffled(low + high), *others]
        K, RCr = dice.pick([1, 2]), dice.pick(["0.5", 1])
        yield problem(X, y, 7, [aside(0), aside(1), aside(-2)], k=2, K=K, RCr=RCr)


# Rows that coincide with the query


@aimed_family(
    "the weight of a training row equal to the query divides by 0, or the row is skipped, or moved aside",
    "the query does not get the memberships of the row that it equals",
    "Eq 7, Alg 3.14",
    read_with(coincident="excluded"),
)
def coincident_query(dice: Dice) -> Case:
    case = drawn(dice, noise=3, k=3, K=dice.pick([1, 3, 5]), typeRange=dice.pick(TYPES))
    return replace(case, queries=tuple(dice.shuffled(case.X)[:3]))


@family(
    "a small number is added to the distance of a training row equal to the query",
    "if its labels are split half and half, the other neighbors wrongly decide",
    "Eq 5, Eq 7, Alg 3.14, Alg 3.15",
)
def coincident_conflict(dice: Dice) -> Iterator[Case]:
    for _ in range(8):
        low, high = labels_around(dice, 1, 1)
        near = [1 + dice.below(7) for _ in range(3)]
        X = [aside(t) for t in (0, 0, 1, -2, 3)]
        y = [*low, *high, *near]
        K, RCr = dice.pick([2, 4]), dice.pick(["0.5", 1])
        # with inRange only the row itself, its own bound, would be valid
        yield problem(X, y, 7, [aside(0)], k=2, K=K, RCr=RCr, typeRange="outRange")


# Ranges


@aimed_family(
    "a training row bounds its own range, or is its own neighbor",
    "noise goes unnoticed: every row finds its own class valid",
    "Alg 1.17, Alg 1.19, Eq 1",
    read_with(leave_one_out="no"),
)
def own_range(dice: Dice) -> Case:
    return drawn(dice, noise=3, k=dice.pick([1, 3]), K=3, RCr=dice.pick([0, "0.3", "0.5"]))


@aimed_family(
    "bounds with y_min > y_max are used as they are, or are swapped",
    "no class is valid, or the wrong classes are",
    "Eq 1, Alg 1.17, Alg 3.4",
    read_with(crossed_range="swapped"),
)
def crossed_range(dice: Dice) -> Case:
    return drawn(dice, n=12, classes=4, noise=9, k=3, K=3, RCr=dice.pick(["0.5", 1]))


@family(
    "if no row lies below or above, the bound is the lowest or highest label seen, or no class at all",
    "classes without a training row can never be predicted",
    "Eq 1, Alg 3.4",
)
def open_bounds(dice: Dice) -> Iterator[Case]:
    for n in range(8):
        near, far = ([1, 2, 1], 3 + dice.below(2)) if n % 2 else ([7, 6, 7], 4 + dice.below(2))
        corner = -9 if n % 2 else 9  # the far row bounds the query from below, or from above
        beside = dice.shuffled([-5, -4, -3, 2, 3, 4, 5])[:3]
        X = [(corner, corner), *map(aside, beside)]
        y = [far, *dice.shuffled(near)]
        k, K = 1 + dice.below(3), 2 + dice.below(2)
        yield problem(X, y, 7, [(0, 0), (1, 0), (0, -1)], k=k, K=K, **WITHIN_RANGE)


@aimed_family(
    "the nearest rows are taken first, and those of an invalid class are dropped afterward",
    "too few neighbors are found, or none",
    "Alg 2.4, Alg 1.19, Alg 3.6",
    solved_with(typeRange="outRange", pOR=0),
)
def filtered_neighbors(dice: Dice) -> Case:
    return drawn(dice, classes=4, noise=6, k=3, K=dice.pick([1, 2]), RCr=dice.pick(["0.5", 1]))


@family(
    "ranges and penalties of a prediction use the original labels, or those of Alg. 1 line 13",
    "the noise that Algorithm 1 has removed comes back",
    "Alg 3.3, Alg 3.4, Alg 3.6, Alg 3.8",
)
def relabelled(dice: Dice) -> Iterator[Case]:
    yield from aimed(
        dice,
        8,
        lambda dice: drawn(
            dice, n=9, classes=4, noise=4, k=3, K=3, RCr=dice.pick([0, "0.3"]), typeRange=dice.pick(TYPES)
        ),
        with_labels(lambda learned: learned.first_labels),
    )
    yield from aimed(
        dice,
        4,
        lambda dice: drawn(dice, n=9, classes=5, noise=5, k=3, K=3, RCr=dice.pick([0, "0.3"])),
        with_labels(lambda learned: [u.index(max(u)) for u in learned.u]),
    )


# Few rows, few classes, other labels


@aimed_family(
    "Eq. 6 divides by k although fewer rows were found",
    "memberships sum to less than 1, and one half may never be reached",
    "Eq 6, Alg 1.19, Alg 1.21, Alg 2.5",
    read_with(fewer_than_k="own-class"),
)
def fewer_than_k(dice: Dice) -> Case:
    return drawn(dice, n=3 + dice.below(3), noise=2, k=5, K=9, RCr=dice.pick([0, "0.3", "0.5"]))


@family(
    "a count, a range or a scale that needs two rows",
    "a division by zero, or a prediction from nothing",
    "Alg 1.19, Alg 3.6",
)
def one_row(dice: Dice) -> Iterator[Case]:
    queries = [(3, 3), (5, 4), (1, 2), (1, 9)]  # equal, above, below, aside
    for label, copies in ((2, 1), (1, 1), (3, 2)):
        for typeRange in TYPES:
            yield problem([(3, 3)] * copies, [label] * copies, 3, queries, typeRange=typeRange)
    yield problem([(3, 3)], [1], 1, queries, k=1, K=1)
    yield problem([(3, 3)] * 2, [1, 3], 3, queries, k=1, K=1, RCr=0)


@family(
    "the number of classes is taken from the labels seen, or a single class is not handled",
    "a division by zero, or memberships of the wrong length",
    "Eq 1, Eq 4",
)
def one_class(dice: Dice) -> Iterator[Case]:
    for n in range(6):
        label, classes = ((1, 1), (3, 3), (2, 4))[n % 3]
        case = drawn(dice, n=5, k=2, K=3, typeRange=dice.pick(TYPES), pOR=0)
        yield replace(case, y=(label,) * len(case.y), classes=tuple(range(1, classes + 1)))


@family(
    "classes without a training row are left out",
    "the middle of a median range is counted among the wrong classes",
    "Eq 4, Eq 1",
)
def missing_classes(dice: Dice) -> Iterator[Case]:
    for n in range(8):
        present = ([1, 3, 5], [2, 4], [1, 4], [2, 5])[n % 4]
        case = drawn(dice, n=7, noise=3, classes=len(present), k=2, K=dice.pick([2, 4]), RCr="0.5")
        twice = dice.below(7)  # a row with the lowest and the highest of them: its median is in between
        labels = [present[int(label) - 1] for label in case.y]  # type: ignore[call-overload]
        labels[twice] = present[0]
        yield replace(
            case,
            X=(*case.X, case.X[twice]),
            y=(*labels, present[-1]),
            classes=(1, 2, 3, 4, 5),
            queries=(case.X[twice], *case.queries),
        )


@aimed_family(
    "the highest class is taken from the training labels, not from the classes given",
    "if no row lies above, the highest class is not valid (as in the authors' program)",
    "Eq 1, Alg 3.4, Alg 3.14",
    read_with(open_bound="highest-in-training"),
)
def top_class_missing(dice: Dice) -> Case:
    """The query lies above a row of class 4 or 5; near rows have lower classes and do not count."""
    y = [dice.pick([4, 5]), *(1 + dice.below(3) for _ in range(3))]
    X = [(-9, -8), aside(1), aside(-2), aside(3)]
    queries = [(0, 0), (1, 0), (0, 2)]
    return problem(X, y, 8, queries, k=2, K=dice.pick([1, 2, 3]), **WITHIN_RANGE)


@family(
    "labels are sorted alphabetically, or treated as numbers",
    "the classes have another order, so another problem is solved",
    "Eq 1, Eq 4",
)
def string_labels(dice: Dice) -> Iterator[Case]:
    names = ("poor", "fair", "good", "excellent", "10")
    for _ in range(8):
        case = drawn(dice, classes=len(names), noise=3, k=3, K=3)
        yield replace(
            case,
            y=tuple(names[int(label) - 1] for label in case.y),  # type: ignore[call-overload]
            classes=names,
        )


# One half exactly


@aimed_family(
    "frequencies are added in doubles, or one half is tested with > instead of >=",
    "one half is reached exactly but missed, and the median moves to the end of its range",
    "Eq 4, Eq 5, Alg 1.13",
    read_with(arithmetic="doubles"),
)
def half_of_duplicates(dice: Dice) -> Case:
    half = 3 + dice.below(9)
    low, high = labels_around(dice, half, half)
    labels = dice.shuffled(low + high)
    return problem([aside(0)] * len(labels) + [aside(5)], [*labels, 4], 7, [aside(0)], k=1, K=1)


@family(
    "the memberships of Eq. 6 are added in doubles, or one half is tested with > instead of >=",
    "with RCr = 1/2 a row's own class is no longer among its medians, or is the only one",
    "Eq 4, Eq 6, Alg 1.21, Alg 3.3",
)
def half_of_neighbors(dice: Dice) -> Iterator[Case]:
    def draw(dice: Dice) -> Case:
        k = 3 + dice.below(7)
        [own], others = labels_around(dice, 1, k)
        if dice.below(2):
            own, others = 8 - own, [8 - label for label in others]
        X = [aside(t) for t in dice.shuffled(range(k + 1))]
        return problem(X, [own, *others], 7, [X[0]], k=k, K=1)

    yield problem([aside(t) for t in range(8)], [4, 1, 1, 1, 1, 2, 3, 3], 4, [aside(0)], k=7, K=1)
    yield from aimed(dice, 8, draw, read_with(arithmetic="doubles"))


# Distances whose reciprocals to the power m - 1 add up to the same on both sides.
RECIPROCALS: dict[int, tuple[tuple[list[int], list[int]], ...]] = {
    2: (([2], [3, 6]), ([3], [4, 12]), ([4], [5, 20]), ([2], [4, 5, 20]), ([2], [3, 10, 15])),
    3: (([2], [3, -3, 6]), ([12], [15, -20]), ([6], [7, 14, -21])),
}


@aimed_family(
    "the weights of Eq. 7 are added or normalized in doubles before they are compared with one half",
    "one half is reached exactly but missed, and the median moves to the end of its range",
    "Eq 4, Eq 7, Alg 3.14, Alg 3.15",
    read_with(arithmetic="doubles"),
    count=24,
)
def half_of_weights(dice: Dice) -> Case:
    m = dice.pick([2, 2, 3])
    below, above = dice.pick(RECIPROCALS[m])
    low, high = labels_around(dice, len(below), len(above))
    if dice.below(2):
        low, high = [8 - label for label in low], [8 - label for label in high]
    factor = 1 + dice.below(50)
    rows = dice.shuffled(zip(below + above, low + high))
    X, y = [aside(factor * t) for t, _ in rows], [label for _, label in rows]
    return problem(X, y, 7, [aside(0)], k=1, K=len(y), RCr=1, m=m)


# Distances


@family(
    "all rows as near as the k-th are taken, or one place is shared among them",
    "there are more than k neighbors, or memberships that no order of the rows gives",
    "Alg 2.5, Alg 2.8, Alg 2.9, Alg 2.10",
)
def tie_order(dice: Dice) -> Iterator[Case]:
    for _ in range(4):
        low, high = labels_around(dice, 1, 1)
        t = 1 + dice.below(9)
        labels = dice.shuffled(low + high)
        X = [aside(t), aside(-t), aside(3 * t), aside(-4 * t)]
        yield problem(X, [*labels, 4, 4], 7, [aside(0)], k=1, K=1, RCr=dice.pick([0, 1]))
    yield from aimed(
        dice,
        6,
        lambda dice: drawn(dice, n=6, size=5, noise=1, k=2, K=1, RCr=dice.pick(["0.5", 1])),
        read_with(neighbor_ties="later"),
    )


@family(
    "distances are compared or inverted after rounding",
    "rows equally far away weigh differently, and the nearer of two rows is not seen",
    "Alg 2.9, Eq 7",
)
def rounded_distances(dice: Dice) -> Iterator[Case]:
    def equal_before_rounding(dice: Dice) -> Case:
        [low], [high] = labels_around(dice, 1, 1)
        middle, step = 1 + dice.below(30), 1 + dice.below(30)
        X = [aside(tenths(middle - step)), aside(tenths(middle + step))]
        return problem(X, dice.shuffled([low, high]), 7, [aside(tenths(middle))], k=1, K=2, RCr=1)

    def different_before_rounding(dice: Dice) -> Case:
        [low], [high] = labels_around(dice, 1, 1)
        n = 10**9 + dice.below(10**6)
        X = [(n + 1, 1 - n), (-n, n)]  # squared distances from 0: 2n^2 + 2 and 2n^2
        return problem(X, dice.shuffled([low, high]), 7, [(0, 0)], k=1, K=1, RCr=1)

    yield from aimed(dice, 5, equal_before_rounding, read_with(arithmetic="doubles"))
    yield from aimed(dice, 5, different_before_rounding, read_with(arithmetic="doubles"))


@family(
    "m is ignored, or the exponent of the distance is m, or 2 / (m - 1)",
    "near rows weigh too much or too little",
    "Eq 7, Alg 3.14",
)
def other_m(dice: Dice) -> Iterator[Case]:
    for m in (1, 3, "1.5", 4, "2.5"):
        draw = partial(drawn, n=7, classes=4, noise=3, k=2, K=4, m=m, typeRange="outRange", queries=4)
        yield from aimed(dice, 2, draw, solved_with(m=2))


@aimed_family(
    "the weights are 1 / d^2 instead of 1 / d, as in the method that Eq. 7 is taken from",
    "near rows outvote a majority of more distant rows",
    "Eq 7, Alg 3.14",
    read_with(weights="keller"),
    count=10,
    settled=True,
)
def squared_weights(dice: Dice) -> Case:
    configuration = dice.pick([PURE | {"RCr": "0.7"}, APPROXIMATE])
    return drawn(dice, n=9, classes=4, size=1000, noise=5, k=3, K=dice.pick([3, 5]), **configuration)


@aimed_family(
    "m = 1 is replaced by a number near 1, or a row equal to the query decides alone although d^0 is 1",
    "near rows weigh more although all should weigh the same (the authors' program finds no class)",
    "Eq 7, Alg 3.14",
    solved_with(m="1.001"),
    count=6,
)
def m_one(dice: Dice) -> Case:
    case = drawn(dice, n=7, classes=4, noise=3, k=2, K=dice.pick([3, 4]), m=1, typeRange="outRange")
    return replace(case, queries=(dice.pick(case.X), *case.queries))


@family(
    "squares overflow or vanish, or small differences between large numbers are lost",
    "distances of 0 or infinity, and neighbors chosen at random",
    "Alg 2.9, Eq 7",
)
def magnitudes(dice: Dice) -> Iterator[Case]:
    moves: tuple[Callable[[Any], tuple[Value, ...]], ...] = (
        lambda row: tuple(value * 10**11 for value in row),
        lambda row: tuple(value + 10**15 for value in row),
        lambda row: tuple(f"{value}e160" for value in row),
        lambda row: tuple(f"{value}e-160" for value in row),
        lambda row: (f"{row[0]}e12", f"{row[1]}e-6"),  # the attributes in different units
    )
    for move in moves * 2:
        case = drawn(dice, size=20, k=3, K=3, typeRange=dice.pick(TYPES))
        yield replace(case, X=tuple(map(move, case.X)), queries=tuple(map(move, case.queries)))


@family(
    "rows are ordered by some of their attributes, or by a sum of them",
    "incomparable rows bound each other",
    "Eq 1, Alg 1.17, Alg 3.4",
)
def many_attributes(dice: Dice) -> Iterator[Case]:
    def row(level: int) -> tuple[int, ...]:
        return tuple(2 * level + dice.below(3) for _ in range(25))  # dominates those two levels lower

    for _ in range(10):
        levels = [dice.below(6) for _ in range(9)]
        y = [1 + level // 2 if dice.below(4) else 1 + dice.below(3) for level in levels]
        queries = [row(dice.below(6)) for _ in range(3)]
        yield problem(map(row, levels), y, 3, queries, k=3, K=3, typeRange=dice.pick(TYPES))


@aimed_family(
    "an attribute that lowers the class is treated as one that raises it",
    "rows bound each other the wrong way round",
    "Eq 1, Alg 1.17, Alg 3.4",
    solved_with(directions=None),
)
def inverse_directions(dice: Dice) -> Case:
    case = drawn(dice, noise=1, k=3, K=3)
    directions = dice.pick(["+-", "-+", "--"])

    def turned(rows: Table) -> Table:
        return tuple(
            tuple(int(v) if sign == "+" else 9 - int(v) for v, sign in zip(row, directions)) for row in rows
        )

    return replace(case, X=turned(case.X), queries=turned(case.queries), directions=directions)


# Parameters


@family(
    "Eq. 7 divides by a sum of weights that is 0",
    "there is no prediction, or one outside the valid range",
    "Alg 3.8, Alg 3.11, Eq 7",
)
def pOR_zero(dice: Dice) -> Iterator[Case]:
    for _ in range(8):
        low, high = labels_around(dice, 2, 1)  # near, and out of range
        bounds = dice.pick([(4, 4), (4, 5), (3, 5)])
        high = [7 if label <= bounds[1] else label for label in high]
        low = [1 if label >= bounds[0] else label for label in low]
        X = [(-9, -8), (9, 8), aside(1), aside(-2), aside(3)]
        y = [*bounds, *dice.shuffled(low + high)]
        yield problem(X, y, 7, [(0, 0), (1, 0)], k=2, K=dice.pick([1, 2, 3]), **WITHIN_RANGE)


@family(
    "neighbors out of range are dropped, or count in full, or those in range are penalized",
    "the balance between accuracy and monotonicity is not the one asked for",
    "Alg 3.8, Alg 3.9, Alg 3.11, Eq 7",
)
def pOR_between(dice: Dice) -> Iterator[Case]:
    def draw(dice: Dice) -> Case:
        pOR, RCr = dice.pick(["0.5", "0.25", "0.8"]), dice.pick([1, "0.5"])
        return drawn(dice, classes=4, noise=4, k=3, K=4, typeRange="outRange", pOR=pOR, RCr=RCr)

    yield from aimed(dice, 4, draw, solved_with(pOR=1))
    yield from aimed(dice, 4, draw, solved_with(pOR=0))


@aimed_family(
    "a row's own class counts although RCr is 0",
    "labels that should not be trusted are trusted",
    "Eq 6, Alg 1.21",
    solved_with(RCr="0.5"),
)
def RCr_zero(dice: Dice) -> Case:
    return drawn(dice, noise=4, k=3, K=2, RCr=0)


@aimed_family(
    "neighbors change the memberships although RCr is 1",
    "labels that should be trusted are changed",
    "Eq 6, Alg 1.21",
    solved_with(RCr="0.5"),
)
def RCr_one(dice: Dice) -> Case:
    return drawn(dice, noise=4, k=3, K=2, RCr=1)


@family("Eq. 6 uses fixed numbers, such as the 0.51 and 0.49 of Eq. 3", "RCr has no effect", "Eq 6, Alg 1.21")
def RCr_between(dice: Dice) -> Iterator[Case]:
    for RCr in ("0.3", "0.51", "0.1", "0.7"):
        draw = partial(drawn, noise=4, k=3, K=2, RCr=RCr)
        yield from aimed(dice, 2, draw, solved_with(RCr="0.5"))


# Everything at once, in the paper's two configurations and in others


@family(
    "any mistake, on rows of few levels as in the paper's survey data: most rows are equal to others",
    "the effects of the other families, when duplicates, coincident queries and ties occur together",
    "Alg 1.5, Alg 1.21, Alg 2.9, Alg 3.14",
    general=True,
)
def survey_grid(dice: Dice) -> Iterator[Case]:
    for configuration in [PURE, APPROXIMATE] * 4:
        yield drawn(dice, n=14, attributes=3, classes=4, size=3, noise=6, k=3, K=5, **configuration)


@family(
    "any mistake, on sets in which many rows contradict each other",
    "the effects of the other families, when many labels change",
    "Alg 1.17, Alg 1.21, Alg 3.3, Alg 3.8",
    general=True,
)
def noise(dice: Dice) -> Iterator[Case]:
    for configuration in [PURE, APPROXIMATE] * 5:
        yield drawn(dice, n=12, classes=4, size=50, noise=8, k=3, K=4, **configuration)


@family(
    "any mistake",
    "anything that no other family anticipates",
    "Alg 1.21, Alg 2.9, Alg 3.14, Alg 3.15",
    general=True,
)
def random(dice: Dice) -> Iterator[Case]:
    for _ in range(80):
        n, attributes = 1 + dice.below(12), 1 + dice.below(4)
        case = drawn(
            dice,
            n=n,
            attributes=attributes,
            classes=1 + dice.below(5),
            size=dice.pick([3, 10, 100]),
            noise=dice.below(n),
            k=1 + dice.below(6),
            K=1 + dice.below(7),
            RCr=dice.pick(["0.5", "0.5", 0, 1, "0.3", "0.51"]),
            typeRange=dice.pick(TYPES),
            pOR=dice.pick(["0.5", 0, 1, "0.3"]),
            m=dice.pick([2, 2, 2, 3, 1, "1.5"]),
            directions=None if dice.below(2) else "".join(dice.pick("+-") for _ in range(attributes)),
        )
        yield replace(case, queries=(*case.queries, dice.pick(case.X)))
