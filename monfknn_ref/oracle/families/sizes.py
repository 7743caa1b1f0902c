"""Families of size: many rows, queries, neighbors, classes and attributes.

Some mistakes show only at size: at the end of a block, a leaf or a vector, in a counter of 8 bits or a mask
of 64, in a buffer that holds ten neighbors. In each case here, the row, query, neighbor, class or attribute
at such a place alone decides an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from monfknn_ref.oracle.cases import Case, Dice, Value
from monfknn_ref.oracle.families.building import (
    ALL_COUNT,
    FAR,
    TYPES,
    Place,
    Rows,
    aside,
    block_ends,
    class_names,
    jumbled,
    labeled,
    moved,
    out_or_in,
    pairs,
    settled_family,
    stairs,
)

# Many rows


def steps_for(n: int) -> int:
    """The number of lines for n rows: each has few rows, so that a row has few valid neighbors."""
    return max(1, min(8, n // 25))


@settled_family(
    "a row at the end of a block of rows is left out or confused with another when a query is answered",
    "with more rows than fit into one block, leaf or buffer, near rows are not seen",
    "Alg 2.3, Alg 2.9, Alg 3.6",
)
def rows_in_blocks(dice: Dice) -> Iterator[Case]:
    small = (20, 31, 32, 33, 41, 50, 51, 63, 64, 65, 100, 101, 128, 129)
    for number, n in enumerate((*small, 201, 256, 257, 300, 500, 512, 513, 2000)):
        table = dice.shuffled(stairs(dice, n, steps_for(n)))
        sides = (1, -1) if number % 2 else (-1, 1)
        queries = [moved(table[i].row, *sides) for i in block_ends(dice, n, 90)]
        typeRange = "inRange" if number % 3 else "outRange"
        names = class_names(number, 3 * steps_for(n))
        yield labeled(table, names, dice.shuffled(queries), RCr=1, typeRange=typeRange)


@settled_family(
    "a row at the end of a block of rows is left out when the neighbors of a training row are searched",
    "with more rows than fit into one block, leaf or buffer, training rows keep or get wrong labels",
    "Alg 1.19, Alg 1.21, Alg 2.9",
)
def neighbors_in_blocks(dice: Dice) -> Iterator[Case]:
    sizes = (21, 30, 32, 40, 49, 64, 65, 99, 100, 127, 128, 129, 200, 255, 257, 512, 1025)
    for number, n in enumerate(sizes):
        ordered = stairs(dice, n, steps_for(n))
        other = {ordered[i].row: ordered[j].row for i, j in partners(ordered)}
        table = dice.shuffled(ordered)
        chosen = [table[i].row for i in block_ends(dice, n, 60)]
        queries = [moved(other[row], 1, -1) for row in chosen if row in other]
        queries += [moved(row, 1, -1) for row in chosen[:12]]
        names = class_names(number + 1, 3 * steps_for(n))
        RCr = (0, "0.3")[number % 2]
        yield labeled(table, names, dice.shuffled(queries), RCr=RCr, **ALL_COUNT)


def partners(ordered: Sequence[Place]) -> Iterator[tuple[int, int]]:
    """For each row of `stairs`, the nearest row of its line."""
    for i, place in enumerate(ordered):
        near = [j for j in (i - 1, i + 1) if 0 <= j < len(ordered)]
        beside = [j for j in near if ordered[j].label // 3 == place.label // 3]
        if beside:
            yield i, min(beside, key=lambda j: abs(ordered[j].row[0] - place.row[0]))


def bounded(dice: Dice, n: int, count: int, in_training: bool) -> tuple[list[Place], list[tuple[int, ...]]]:
    """n rows, of which those at the ends of blocks bound the ranges of points that no other row bounds.

    Near each of these points there is a row with a class that the far bound makes invalid, and a little
    farther away one with a valid class. The points are training rows or queries.
    """
    targets = block_ends(dice, n, count)
    bounds, others = [], []
    points: list[tuple[int, ...]] = []
    t = 0
    for number in range(len(targets)):
        t += 200 + dice.below(100)
        low, high = dice.below(2), 5 + dice.below(2)
        sign = dice.pick((1, -1))
        invalid, valid = (low, high) if sign < 0 else (high, low)
        side = dice.pick((1, -1))
        near, behind = side * (7 + dice.below(3)), -side * (20 + dice.below(8))
        middle = 2 + dice.below(3)
        bounds.append(Place((t, -t, sign * (FAR + 10 * number + dice.below(9))), middle))
        others.append(Place((t + near, -t - near, 0), invalid))
        others.append(Place((t + behind, -t - behind, 0), valid))
        if in_training:
            others.append(Place((t, -t, 0), middle))
        points.append((t, -t, 0))
    rest = n - len(bounds) - len(others)  # far away, each above the one before, so that few are valid for any
    for i, t in enumerate(pairs(dice, rest)):
        others.append(Place((FAR // 2 + t, -FAR // 2 + t, 0), 7 * i // rest))
    table = dice.shuffled(others)
    for target, bound in sorted(zip(targets, bounds)):
        table.insert(target, bound)
    return table, points


@settled_family(
    "a row at the end of a block of rows, or far from the query, is left out of the query's range",
    "classes that a row forbids are treated as valid",
    "Eq 1, Alg 3.4, Alg 2.4",
)
def bounds_of_queries_in_blocks(dice: Dice) -> Iterator[Case]:
    for number, n in enumerate((20, 32, 33, 51, 64, 65, 100, 129, 201, 256, 300, 1030)):
        table, points = bounded(dice, n, min(n // 3, 50), in_training=False)
        queries = dice.shuffled(points)
        # the invalid row is no neighbor, or counts little beside the valid one behind it
        types = {"K": 2, "typeRange": "outRange", "pOR": "0.02"} if number % 2 else {"K": 1}
        yield labeled(table, class_names(number + 2, 7), queries, RCr=1, **types)


@settled_family(
    "a row at the end of a block of rows, or far away, is left out of a training row's range",
    "a training row has neighbors of a class that another row forbids",
    "Eq 1, Alg 1.17, Alg 1.19",
)
def bounds_of_rows_in_blocks(dice: Dice) -> Iterator[Case]:
    for number, n in enumerate((20, 31, 32, 50, 65, 101, 128, 200, 257, 520)):
        table, points = bounded(dice, n, min(n // 4, 50), in_training=True)
        queries = [moved(point, 1, -1) for point in dice.shuffled(points)]
        RCr = (0, "0.3")[number % 2]
        yield labeled(table, class_names(number + 5, 7), queries, RCr=RCr, **ALL_COUNT)


@settled_family(
    "equal rows are found only within a block, side by side, or next to each other after sorting by a key",
    "a duplicated row has the label of one copy, or neighbors change its memberships",
    "Alg 1.4, Alg 1.5, Alg 1.11, Alg 1.16",
)
def copies_far_apart(dice: Dice) -> Iterator[Case]:
    sizes = ((12, 1), (24, 1), (39, 1), (60, 1), (78, 1), (120, 1), (150, 2), (180, 3), (240, 6))
    for number, (distinct, times) in enumerate(sizes):
        places = [(dice.below(4), t, -t, *[dice.below(3)] * (number % 2)) for t in pairs(dice, distinct)]
        halves: list[list[Place]] = [[], []]
        for i, row in enumerate(places):
            low = 2 * dice.below(3)
            several, label = i % 3 < 2, (low, 2 * dice.below(4) + 1, dice.pick((0, 8)))[i % 3]
            halves[0] += [Place(row, label)] * (times if several else 1)
            halves[1] += [Place(row, low + 4 if i % 3 == 0 else label)] * (times if several else 0)
        table = [place for half in halves for place in dice.shuffled(half)]
        chosen = dict.fromkeys(table[i].row for i in block_ends(dice, len(table), 60))
        queries = [moved(row, 0, 1, -1) for row in chosen]
        RCr = (0, "0.3")[number % 2]
        yield labeled(table, class_names(number, 9), queries, RCr=RCr, **ALL_COUNT)


@settled_family(
    "the copies of a row are counted in 7, 8 or 9 bits, or only up to a limit",
    "the rarer label of a row that appears hundreds of times seems to be the more frequent one",
    "Alg 1.5, Alg 1.13, Eq 5",
)
def copies_in_hundreds(dice: Dice) -> Iterator[Case]:
    counts = ((33, 31), (65, 40), (101, 100), (130, 60), (129, 128), (257, 100), (261, 200), (300, 250))
    for number, (most, fewer) in enumerate((*counts, (520, 300))):
        low, high = dice.shuffled([0, 4]) if number % 2 else dice.shuffled([1, 3])
        labels = dice.shuffled([low] * most + [high] * fewer)
        rows = dice.shuffled([(aside(0), label) for label in labels] + [(aside(9), 2), (aside(-8), 2)])
        RCr = dice.pick([1, "0.7"])
        queries = [aside(1), aside(-2), aside(8)]
        yield labeled(rows, class_names(number + 3, 5), queries, RCr=RCr, **ALL_COUNT)


# Many queries


@settled_family(
    "a query gets the answer of another: the one before, one of the last block, or one at its sorted place",
    "queries are answered correctly one at a time and wrongly in batches",
    "Alg 3.4, Alg 3.6, Alg 3.15",
)
def long_batches(dice: Dice) -> Iterator[Case]:
    around_blocks = [size + more for size in (8, 16, 32, 64, 100, 128, 256) for more in (-1, 0, 1)]
    for number, count in enumerate((2, 3, 5, *around_blocks, 300)):
        if number % 2:  # queries whose ranges decide
            table, points = bounded(dice, 24, 7, in_training=False)
            right = {point: behind(point, table) for point in points}
            queries = [place.row for place in unlike_the_last(dice, list(right.values()), count)]
        else:
            table = dice.shuffled(stairs(dice, 17, 2))
            places = unlike_the_last(dice, table, count)
            queries = [moved(place.row, *dice.pick([(1, -1), (-1, 1)])) for place in places]
        if number % 5 == 1:
            queries.sort()
        elif number % 5 == 2:
            queries.sort(reverse=True)
        elif number % 5 == 3 and count > 8:  # the same few queries over and over
            queries = [queries[i % 7] for i in range(count)]
        typeRange = "inRange" if number % 2 else dice.pick(TYPES)
        yield labeled(table, class_names(number, 7), queries, RCr=1, typeRange=typeRange, pOR=1)


def behind(point: tuple[int, ...], table: Sequence[Place]) -> Place:
    """A point of `bounded` with its answer: the label of the row behind the nearest one."""
    level = [place for place in table if place.row[2] == 0]
    return Place(point, sorted(level, key=lambda place: abs(place.row[0] - point[0]))[1].label)


def unlike_the_last(dice: Dice, places: Sequence[Place], count: int) -> list[Place]:
    """`count` of the places, each with another label than the one before."""
    chosen = [dice.pick(places)]
    while len(chosen) < count:
        chosen.append(dice.pick([place for place in places if place.label != chosen[-1].label]))
    return chosen


# Many neighbors

MANY = (5, 7, 8, 9, 10, 11, 12, 15, 16, 17, 20, 21, 24, 25, 30, 31, 32, 33, 40)
"""Numbers of neighbors at which buffers end."""
THREE_LABELS = ((1, 3, 2), (4, 0, 2), (0, 2, 1), (5, 1, 3))
"""Labels of two parties with classes in between, and one more label."""


def last_decides(K: int, more: int) -> list[int]:
    """Votes of the nearest rows, nearest first, for 0 or 1: the K-th row gives 1 the majority.

    The weights are nearly equal, those of nearer rows a little larger. With an even K the nearest row has
    both labels and thus no vote, which is written as 2.

    >>> last_decides(5, 2), last_decides(6, 2)
    ([0, 1, 0, 1, 1, 0, 0], [2, 0, 1, 0, 1, 1, 0, 0])
    """
    votes = [2] if K % 2 == 0 else []
    while len(votes) < K - 1:
        votes += [0, 1]
    return [*votes, 1, *[0] * more]


def on_both_sides(dice: Dice, count: int) -> list[int]:
    """Signed distances, ascending in size and all nearly equally large."""
    return [dice.pick((1, -1)) * (2000 + 6 * j + dice.below(3)) for j in range(count)]


def voters(places: Sequence[int], votes: Sequence[int], labels: Sequence[int]) -> Rows:
    """Rows at these places, each with the label that it votes for; a row without a vote has both."""
    both_or_one = [(0, 1) if vote == 2 else (vote,) for vote in votes]
    return [(aside(t), labels[vote]) for t, several in zip(places, both_or_one) for vote in several]


@settled_family(
    "fewer than K neighbors of a query are kept, or more, or the last of them is wrong",
    "with many neighbors, the last ones have no vote",
    "Alg 2.5, Alg 2.8, Alg 2.9, Alg 3.6, Eq 7",
)
def many_neighbors_of_queries(dice: Dice) -> Iterator[Case]:
    for number, K in enumerate(MANY):
        votes = last_decides(K, more=3 + number % 4)
        places = on_both_sides(dice, len(votes))
        labels = dice.pick(THREE_LABELS)
        rows = voters(places, votes, labels)
        yield jumbled(dice, rows, class_names(number, 6), [aside(0)], K=K, RCr=1, **out_or_in(number))


@settled_family(
    "with many neighbors, all weigh the same, or only the number of votes counts",
    "many distant rows outvote fewer near rows with larger weights",
    "Eq 7, Alg 3.14",
)
def many_weights(dice: Dice) -> Iterator[Case]:
    for number, K in enumerate((5, 9, 11, 17, 21, 33, 41)):
        one, other, _ = dice.pick(THREE_LABELS)
        near = [(aside(t), one) for t in on_both_sides(dice, K // 2)]
        far = [(aside(3 * t), other) for t in on_both_sides(dice, K - K // 2 + 2)]
        yield jumbled(
            dice, near + far, class_names(number + 1, 6), [aside(0)], K=K, RCr=1, **out_or_in(number)
        )


@settled_family(
    "fewer than k neighbors of a training row are kept, or more, or the last of them is wrong",
    "with many neighbors, the last ones do not count in the memberships",
    "Alg 2.5, Alg 2.8, Alg 2.9, Alg 1.19, Eq 6",
)
def many_neighbors_of_rows(dice: Dice) -> Iterator[Case]:
    for number, k in enumerate(MANY):
        odd = k % 2 == 1
        votes = last_decides(k, 4) if odd else [*last_decides(k - 1, 0), 1, 0, 0, 0, 0]
        labels = dice.pick(THREE_LABELS)
        rows = [*voters(on_both_sides(dice, len(votes)), votes, labels), (aside(0), labels[0])]
        # with RCr a little above 0, an even number of neighbors outvotes the row's own class by the last one
        RCr: Value = 0 if odd else f"{round(1500 / (k + 1.5)) / 1000:.3f}"
        yield jumbled(
            dice, rows, class_names(number + 4, 6), [aside(1), aside(-1)], k=k, RCr=RCr, **ALL_COUNT
        )


@settled_family(
    "a number of neighbors near or above the number of rows is used as it is",
    "an index is out of range, or neighbors that do not exist get a share",
    "Alg 2.5, Alg 1.19, Alg 3.6, Eq 6",
)
def more_neighbors_than_rows(dice: Dice) -> Iterator[Case]:
    for number, n in enumerate((3, 6, 9, 12, 17, 24, 33, 40)):
        for asked in (n - 1, n, n + 1, 2 * n, 1000)[number % 2 :: 2]:
            labels = dice.pick(THREE_LABELS)
            rows = voters(on_both_sides(dice, n), last_decides(n, 0), labels)  # the farthest row decides
            names = class_names(number, 6)
            yield jumbled(dice, rows, names, [aside(0)], K=asked, RCr=1, **out_or_in(number))
        own = 1 + n % 2  # the row itself, and an even number of others with a share of its own class
        for asked in (n - 1, n, n + 1, 1000)[number % 2 :: 2]:
            labels = dice.pick(THREE_LABELS)
            votes = last_decides(n - own, 0) + [1] * (own - 1)
            rows = [*voters(on_both_sides(dice, n - 1), votes, labels), (aside(0), labels[0])]
            RCr: Value = 0 if own == 1 else f"{round(1500 / (n + 0.5)) / 1000:.3f}"
            queries = [aside(1), aside(-1)]
            yield jumbled(dice, rows, class_names(number + asked, 6), queries, k=asked, RCr=RCr, **ALL_COUNT)


# Many classes


@settled_family(
    "classes are kept in 8 bits or in a mask of 64, or the bounds of a median range are added in 8 bits",
    "high classes are mistaken for low ones",
    "Eq 1, Eq 4, Eq 5, Alg 1.13, Alg 3.4",
)
def many_classes(dice: Dice) -> Iterator[Case]:
    for number, c in enumerate(
        (8, 9, 11, 16, 17, 32, 33, 40, 64, 65, 100, 127, 128, 129, 255, 256, 257, 270, 300)
    ):
        top = c - 1
        below_top = top - 2 if c > 9 else top - 1
        low = top % 2  # the gap to the top class is even
        # classes that a mask or a byte takes for the highest
        invalid = [label if label < below_top else 1 for label in (top % 64, top % 32, top % 256)]
        rows: Rows = [
            ((0, 0, 0), low),  # two labels far apart
            ((0, 0, 0), top),
            ((100, -100, 0), top),
            ((200, -200, 0), c // 2),
            ((310, -310, 0), below_top),  # two high labels, whose sum takes one bit more
            ((310, -310, 0), below_top - 2),
            ((420, -420, 0), 0),
            ((1000, -1000, -FAR), below_top),  # bounds the last query from below
            *(((t, -t, 0), label) for t, label in zip((1003, 996, 1007), invalid)),  # nearest to it
            ((1040, -1040, 0), top),
        ]
        queries = [(t, -t, 0) for t in (1, 101, 202, 312, 423, 1000)]
        names = class_names(number, c)
        yield jumbled(dice, rows, names, dice.shuffled(queries), RCr=1)


# Many attributes


def alternating(attributes: int, size: int) -> list[int]:
    """A row of this size; two rows of different sizes do not dominate each other."""
    return [size if a % 2 == 0 else -size for a in range(attributes)]


def chosen_attributes(attributes: int) -> list[int]:
    """At most sixteen attributes, those at which vectors and masks of common sizes end."""
    ends = [attributes - 1, 0, attributes - 2]
    for size in (64, 32, 16, 8, 4, 2):
        ends += [attributes // size * size, size, size - 1, size + 1]
    return [a for a in dict.fromkeys(ends) if 0 <= a < attributes][:16]


ATTRIBUTES = (2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 70)


@settled_family(
    "some attributes do not count in a distance, such as the tail of a vector or all beyond a limit",
    "far rows are mistaken for near ones",
    "Alg 2.9, Alg 3.6",
)
def attributes_of_distances(dice: Dice) -> Iterator[Case]:
    for number, attributes in enumerate(ATTRIBUTES):
        rows: Rows = []
        queries = []
        for group, a in enumerate(chosen_attributes(attributes)):
            base = alternating(attributes, 1000 * group)
            low, high = dice.below(3), 3 + dice.below(3)
            b = (a + 1) % attributes
            far, near = list(base), list(base)
            far[a] += 9 + dice.below(3)
            near[b] -= 5 + dice.below(3)
            rows += [(tuple(far), high), (tuple(near), low)]
            queries.append(tuple(base))
        names = class_names(number + 6, 6)
        yield jumbled(dice, rows, names, dice.shuffled(queries), RCr=1, **out_or_in(number))


@settled_family(
    "some attributes do not count in the order of rows, or their direction is lost: the tail of a vector",
    "rows bound others that they do not dominate, or fail to bound those that they dominate",
    "Eq 1, Alg 3.4, Alg 1.17",
)
def attributes_of_ranges(dice: Dice) -> Iterator[Case]:
    for number, attributes in enumerate(ATTRIBUTES):
        in_training = number % 2 == 1
        rows: Rows = []
        queries = []
        for group, a in enumerate(chosen_attributes(attributes)):
            base = alternating(attributes, 1000 * group)
            sign = dice.pick((1, -1))
            low, high = dice.below(2), 4 + dice.below(2)
            right, wrong = (high, low) if sign > 0 else (low, high)
            b = (a + 1) % attributes
            beyond = [value + sign * (50 + dice.below(9)) for value in base]
            # one attribute is on the other side, or in every third case none
            beyond[a] = base[a] + (sign if number % 3 == 2 else -sign) * (3 + dice.below(3))
            near = [value + (2 if j % 2 else -2) for j, value in enumerate(base)]
            near[a] = base[a] - sign * (4 + dice.below(3))
            near[b] = base[b] + sign * (4 + dice.below(3))
            rows += [(tuple(beyond), wrong), (tuple(near), right)]
            if in_training:
                rows.append((tuple(base), wrong))
            queries.append(moved(base, 1, -1) if in_training else tuple(base))
        names = class_names(number + 8, 6)
        parameters: dict[str, Any] = {"RCr": 0, **ALL_COUNT} if in_training else {"RCr": 1}
        if number % 3 == 2:  # the same with some attributes turned round
            signs = [dice.pick((1, -1)) for _ in range(attributes)]
            parameters["directions"] = "".join("+" if sign > 0 else "-" for sign in signs)
            rows = [(turned(row, signs), label) for row, label in rows]
            queries = [turned(query, signs) for query in queries]
        yield jumbled(dice, rows, names, dice.shuffled(queries), **parameters)


def turned(row: Sequence[Value], signs: Sequence[int]) -> tuple[int, ...]:
    """A row of whole numbers with some of them negated."""
    return tuple(sign * int(value) for value, sign in zip(row, signs))
