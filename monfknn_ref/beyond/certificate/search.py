"""`certify`: is a classifier monotonic? A proof where that is possible, an honest search where it is not.

A function on a finite product of values is monotonic if and only if it never falls from a point to the next
one in a single attribute: any two comparable points are joined by such steps. So all points, each asked
once, decide. Where attributes are continuous there is no end of points, and some are drawn: mixtures of the
values that occur in the rows, and midpoints between neighboring values.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise, product
from typing import Any, TypeAlias, TypedDict, Unpack

from monfknn_ref.beyond.certificate.certificate import (
    NONE_FOUND,
    PROVED,
    VIOLATED,
    Certificate,
    PairShare,
    Violation,
)
from monfknn_ref.beyond.certificate.models import Asking, Point, Predictor
from monfknn_ref.data.comparable import members, rows_below, rows_with_higher_label
from monfknn_ref.evaluation.executors import Workers
from monfknn_ref.model.arrays_and_frames import as_python
from monfknn_ref.model.checks import Label, check_positive, check_whole, is_finite, is_number, is_sequence
from monfknn_ref.model.door import check_directions, check_table

MOST_COMPARED = 5000
"""So many rows at most are compared with one another."""
MOST_COUNTED = 20_000_000
"""So many points times labels at most are counted to find the share of all violating pairs."""
HALVINGS = 60
"""How often the step of a violation is halved at most where attributes are continuous; then doubles end."""


class Searched(TypedDict, total=False):
    """How far a certificate searches, and how the model is asked: arguments that `certify` takes by name."""

    seconds: float
    """When the search ends; 60 by default."""
    seed: int
    """What the random points are drawn from; 0 by default."""
    pairs: int
    """How many random pairs are asked; 2,000 by default."""
    lines: int
    """How many random lines along one attribute are asked; 200 by default."""
    limit: int
    """How many points at most are asked one by one, for a proof; 200,000 by default."""
    name: str | None
    """What the certificate calls the model; the name of its class by default."""
    convert: Callable[[list[list[Any]]], Any]
    """What makes of a list of rows what the model takes, such as `numpy.array`."""
    progress: Callable[[str], None]
    """Called with a line of text from time to time."""
    workers: Workers | None
    """What asks copies of the model side by side."""


USUALLY_SEARCHED: Searched = {
    "seconds": 60,
    "seed": 0,
    "pairs": 2000,
    "lines": 200,
    "limit": 200_000,
    "name": None,
    "convert": list,
    "progress": lambda text: None,
    "workers": None,
}


def all_settings(given: Searched) -> Searched:
    """Everything that a search needs to know, after a look at what was given.

    >>> all_settings({"second": 5})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    TypeError: certify takes no 'second'; it takes seconds, seed, pairs, lines, limit, ...
    """
    for argument in given:
        if argument not in USUALLY_SEARCHED:
            raise TypeError(f"certify takes no {argument!r}; it takes {', '.join(USUALLY_SEARCHED)}")
    how: Searched = {**USUALLY_SEARCHED, **given}
    check_positive("seconds", how["seconds"])
    for argument, least in (("pairs", 1), ("lines", 0), ("limit", 1), ("seed", 0)):
        check_whole(argument, how[argument], least)  # type: ignore[literal-required]
    return how


def certify(
    model: Predictor,
    X: Any = None,
    *,
    values: Sequence[Sequence[Any]] | None = None,
    directions: Any = None,
    classes: Sequence[Label] | None = None,
    **searched: Unpack[Searched],
) -> Certificate:
    """Whether the predictions of a fitted model are monotonic.

    With `values`, the values that each attribute can take, every point of their product is asked, if there
    are at most `limit` of them; the certificate then proves monotonicity or has a violation with a single
    step. With rows X alone the attributes are taken to be continuous, and the certificate reports a search:
    the rows themselves, `pairs` random pairs, a coarse grid, and `lines` random lines along one attribute, on
    the values that occur in X and on their midpoints. What is found is reduced to one attribute and to the
    smallest step. The search ends after `seconds`.

    `classes` are the labels from lowest to highest; by default those that are predicted, sorted.
    `directions` has a sign for each attribute; the default is that all of them raise the class. By name it
    also takes what `Searched` lists: how far the search goes (`seconds`, `pairs`, `lines`, `limit`, `seed`),
    and how the model is asked (`name`, `convert`, `progress`, `workers`).

    >>> class Sum:
    ...     def predict(self, X):
    ...         return [sum(row) for row in X]
    >>> certify(Sum(), values=[range(10), range(10)]).verdict
    'proved'
    >>> certify(Sum(), values=[range(10), range(10)], directions="+-").violation
    Violation(lower=(0, 9), upper=(0, 8), lower_label=9, upper_label=8, attribute=1)
    """
    how = all_settings(searched)
    rows = [] if X is None else [tuple(map(as_python, row)) for row in check_table(X)]
    columns = check_values(values, rows)
    signs = check_directions(directions, len(columns))
    domain = Domain(columns, signs, continuous=values is None)
    asking = Asking(model, classes, how["seconds"], how["convert"], how["progress"], how["workers"])
    asks_all = values is not None and domain.size <= how["limit"]
    if asks_all:
        violation, share, in_time = everywhere(domain, asking, how)
        where = f"all {domain.size:,} points of the product of its values"
    else:
        violation, share, in_time = somewhere(domain, rows, asking, how)
        where = searched_in_words(domain, rows, how)
    if violation is not None:
        asking.ask_again(violation.lower, violation.upper)
    elif in_time:
        asking.ask_again()
    proved = asks_all and in_time and violation is None
    return Certificate(
        verdict=PROVED if proved else NONE_FOUND if violation is None else VIOLATED,
        model=how["name"] or type(model).__name__,
        domain=where,
        asked=asking.asked,
        points=None if domain.continuous else domain.size,
        pairs=share,
        violation=violation,
        seconds=how["seconds"] - asking.left,
        seed=how["seed"],
        complete=in_time,
    )


def check_values(values: Any, rows: Sequence[Point]) -> list[list[Any]]:
    """The values of each attribute: those given, or else those that occur in the rows."""
    if values is None:
        if not rows:
            raise ValueError("certify must be given values, or X with at least one row; got neither")
        return [list(column) for column in zip(*rows)]
    if not is_sequence(values) or not all(map(is_sequence, values)):
        raise TypeError(f"values must have a sequence of numbers for each attribute, got {values!r}")
    columns = [list(map(as_python, column)) for column in values]
    if not columns or not all(columns):
        raise ValueError(f"values must have at least one value for each attribute, got {columns!r}")
    for a, column in enumerate(columns):
        for value in column:
            if not is_number(value) or not is_finite(value):
                raise ValueError(f"values must be finite numbers, got {value!r} for attribute {a}")
    if rows and len(rows[0]) != len(columns):
        raise ValueError(
            f"X must have a value for each of the {len(columns)} attributes of values, got {len(rows[0])}"
        )
    return columns


def searched_in_words(domain: Domain, rows: Sequence[Point], how: Searched) -> str:
    values = "the values that occur and their midpoints" if domain.continuous else "the product of its values"
    training = f"{min(len(rows), MOST_COMPARED):,} rows; " if rows else ""
    grid = domain.coarse(MOST_ON_GRID) if domain.continuous else None
    every_step = "" if grid is None else f"every step of a grid of {grid.size:,} points, "
    asked = f"{how['pairs']:,} random pairs, {every_step}{how['lines']:,} random lines, along one attribute"
    return f"{training}on {values}: {asked}"


Found = tuple["Violation | None", PairShare, bool]
"""The violation if there is one, the share of pairs, and whether there was time for everything."""


def everywhere(domain: Domain, asking: Asking, how: Searched) -> Found:
    """Ask for every point, then look at every step; of several that fall, show the smallest."""
    complete = asking.ask(domain, f" of {domain.size:,}")
    rank, steps, falling = asking.rank, 0, []
    for lower, upper, a in domain.steps():
        if lower in rank and upper in rank:
            steps += 1
            if rank[lower] > rank[upper]:
                falling.append(Violation(lower, upper, asking.known[lower], asking.known[upper], a))
    if complete and not falling:
        return None, PairShare(0, domain.pairs, total=domain.pairs), True
    if len(set(rank.values())) * domain.size <= MOST_COUNTED:
        share = all_pairs(domain, rank)
    elif complete:
        generator = random.Random(how["seed"])
        chosen = [domain.pair(generator) for _ in range(how["pairs"])]
        share = PairShare(sum(asking.falls(*pair) for pair in chosen), len(chosen), total=None)
    else:
        share = PairShare(len(falling), steps, total=domain.pairs)
    smallest = min(falling, key=lambda v: abs(v.upper[v.attribute] - v.lower[v.attribute]), default=None)
    return smallest, share, complete


def all_pairs(domain: Domain, rank: dict[Point, Any]) -> PairShare:
    """The violating pairs among all comparable pairs of the points that were asked about.

    For each rank, the points of a higher rank at or below each point are counted for all points at once.
    """
    ranks = [rank.get(x) for x in domain]
    comparable = sum(
        below
        for below, own in zip(domain.counts_below([own is not None for own in ranks]), ranks)
        if own is not None
    ) - len(rank)  # every point is at or below itself
    violating = 0
    for level in sorted(set(rank.values()))[:-1]:
        higher = domain.counts_below([own is not None and own > level for own in ranks])
        violating += sum(below for below, own in zip(higher, ranks) if own == level)
    return PairShare(violating, comparable, total=domain.pairs)


def somewhere(domain: Domain, rows: Sequence[Point], asking: Asking, how: Searched) -> Found:
    """Look at the rows, at random pairs, on a grid and along random lines, and reduce what is found."""
    generator = random.Random(how["seed"])
    planned_pairs, planned_lines = (how["pairs"], how["lines"]) if domain.varying else (0, 0)
    in_time = asking.ask(rows[:MOST_COMPARED])
    found = violation_among([x for x in rows[:MOST_COMPARED] if x in asking.known], asking, domain.signs)
    violating = drawn = 0
    while in_time and drawn < planned_pairs:
        chosen = [domain.pair(generator) for _ in range(min(asking.batch, planned_pairs - drawn))]
        in_time = asking.ask(x for pair in chosen for x in pair)
        if in_time:
            falling = [pair for pair in chosen if asking.falls(*pair)]
            violating, drawn = violating + len(falling), drawn + len(chosen)
            found = found or next(iter(falling), None)
    grid = domain.coarse(MOST_ON_GRID) if domain.continuous else None
    if grid is not None and found is None and in_time:
        in_time = asking.ask(grid)
        asked_steps = (step for step in grid.steps() if step[0] in asking.known and step[1] in asking.known)
        found = next(((lower, upper) for lower, upper, _ in asked_steps if asking.falls(lower, upper)), None)
    followed = 0
    while in_time and found is None and followed < planned_lines:
        line = domain.line(generator)
        in_time = asking.ask(line)
        asked = [x for x in line if x in asking.known]
        found = next(((a, b) for a, b in pairwise(asked) if asking.falls(a, b)), None)
        followed += in_time
    complete = drawn == planned_pairs and (found is not None or followed == planned_lines)
    violation = None if found is None else reduced(*found, domain, asking)
    return violation, PairShare(violating, drawn, total=None), complete


def violation_among(
    rows: Sequence[Point], asking: Asking, signs: Sequence[int]
) -> tuple[Point, Point] | None:
    """Two of the rows whose predictions contradict their order."""
    ranks = [asking.rank[x] for x in rows]
    higher_ranked = rows_with_higher_label(ranks)
    for i, below in enumerate(rows_below(rows, signs)):
        for j in members(below & higher_ranked[ranks[i]]):
            return rows[j], rows[i]
    return None


def reduced(lower: Point, upper: Point, domain: Domain, asking: Asking) -> Violation:
    """A violation in one attribute with a small step, from one between any two comparable points.

    Going from the one point to the other attribute by attribute, the class must fall on the way; and of the
    two halves of a step on which it falls, it falls on one.
    """
    path = [lower]
    for a in range(len(lower)):
        path.append((*upper[: a + 1], *lower[a + 1 :]))
    for first, second in pairwise(path):
        if asking.falls(first, second):
            lower, upper = first, second
            break
    a = next(a for a in range(len(lower)) if lower[a] != upper[a])
    for _ in range(HALVINGS):
        value = halfway(lower[a], upper[a], domain, a)
        if value is None:
            break
        point = (*lower[:a], value, *lower[a + 1 :])
        lower, upper = (lower, point) if asking.falls(lower, point) else (point, upper)
    return Violation(lower, upper, asking.known[lower], asking.known[upper], a)


def halfway(low: Any, high: Any, domain: Domain, a: int) -> Any:
    """A value between two values of an attribute: one of the grid, or else their midpoint where attributes
    are continuous; None if there is none."""
    column = domain.lines[a]
    if low in column and high in column:
        i, j = column.index(low), column.index(high)
        if j - i > 1:
            return column[(i + j) // 2]
    value = middle(low, high)
    return value if domain.continuous and value not in (low, high) else None


# The points that the model is asked about

MOST_ON_GRID = 2500
"""So many points at most has the grid on which every step is looked at where attributes are continuous."""
LONGEST_LINE = 200
"""So many points of a line are asked at most."""

Values: TypeAlias = list[list[Any]]
"""The values of each attribute, from the one that lowers the class most to the one that raises it most."""


class Domain:
    """The values of each attribute in the order of its direction, and whether there are others between them.

    >>> domain = Domain([[1, 2], [5, 6, 7]], (1, -1), continuous=False)
    >>> domain.size, list(domain)[:3]
    (6, [(1, 7), (1, 6), (1, 5)])
    """

    def __init__(self, values: Sequence[Sequence[Any]], signs: Sequence[int], continuous: bool) -> None:
        self.values: Values = [
            sorted(set(column), reverse=sign < 0) for column, sign in zip(values, signs, strict=True)
        ]
        self.signs, self.continuous = signs, continuous

    @property
    def size(self) -> int:
        """How many points there are."""
        return math.prod(map(len, self.values))

    @property
    def pairs(self) -> int:
        """How many pairs of comparable points there are, none of them of a point with itself.

        >>> Domain([[1, 2], [5, 6, 7]], (1, 1), continuous=False).pairs
        12
        """
        return math.prod(math.comb(len(column) + 1, 2) for column in self.values) - self.size

    def __iter__(self) -> Iterator[Point]:
        return product(*self.values)

    def steps(self) -> Iterator[tuple[Point, Point, int]]:
        """Every point with the next one in each attribute, and that attribute."""
        following = [dict(pairwise(column)) for column in self.values]
        for x in self:
            for a, next_value in enumerate(following):
                if x[a] in next_value:
                    yield x, (*x[:a], next_value[x[a]], *x[a + 1 :]), a

    def counts_below(self, chosen: Sequence[bool]) -> list[int]:
        """For each point, how many chosen ones lie at or below it; points in the order of iteration.

        >>> Domain([[0, 1], [0, 1]], (1, 1), continuous=False).counts_below([True, True, False, True])
        [1, 2, 1, 3]
        """
        counts, stride = [int(one) for one in chosen], 1
        for column in reversed(self.values):
            for i in range(len(counts)):
                if i // stride % len(column):
                    counts[i] += counts[i - stride]
            stride *= len(column)
        return counts

    @cached_property
    def lines(self) -> Values:
        """The values of each attribute, and the midpoints between them where there are others."""
        if not self.continuous:
            return self.values
        return [
            list(dict.fromkeys(v for low, high in pairwise(column) for v in (low, middle(low, high), high)))
            or column
            for column in self.values
        ]

    def coarse(self, most: int) -> Domain | None:
        """Some values of each attribute, evenly spread, with so many points at most; None if that cannot be.

        >>> Domain([range(100), range(100)], (1, 1), continuous=True).coarse(16).values
        [[0, 33, 66, 99], [0, 33, 66, 99]]
        """
        each = 2
        while (each + 1) ** len(self.varying) <= most and each < max(map(len, self.values)):
            each += 1
        if each ** len(self.varying) > most:
            return None
        return Domain([evenly(sorted(column), each) for column in self.values], self.signs, continuous=False)

    def point(self, generator: random.Random) -> Point:
        """A random point: for each attribute one of its values, or a midpoint."""
        return tuple(column[int(generator.random() * len(column))] for column in self.lines)

    def line(self, generator: random.Random) -> list[Point]:
        """A random line along one attribute, on all of its values or on some if they are many."""
        a = self.varying[int(generator.random() * len(self.varying))]
        x, column = self.point(generator), self.lines[a]
        every = -(-len(column) // LONGEST_LINE)
        shift = int(generator.random() * every)
        return [(*x[:a], value, *x[a + 1 :]) for value in column[shift::every]]

    def pair(self, generator: random.Random) -> tuple[Point, Point]:
        """Two random points that differ in one attribute, the lower one first."""
        a = self.varying[int(generator.random() * len(self.varying))]
        x, column = self.point(generator), self.lines[a]
        i = int(generator.random() * len(column))
        j = int(generator.random() * (len(column) - 1))
        j += j >= i
        lower, upper = ((*x[:a], column[place], *x[a + 1 :]) for place in sorted((i, j)))
        return lower, upper

    @property
    def varying(self) -> list[int]:
        """The attributes that have more than one value."""
        return [a for a, column in enumerate(self.values) if len(column) > 1]


def evenly(column: list[Any], most: int) -> list[Any]:
    """So many values at most, evenly spread over a column with both of its ends.

    >>> evenly([1, 2, 3], 5), evenly(list(range(11)), 3)
    ([1, 2, 3], [0, 5, 10])
    """
    if len(column) <= most:
        return column
    return [column[i * (len(column) - 1) // (most - 1)] for i in range(most)]


def middle(low: Any, high: Any) -> Any:
    """The number halfway, or one of the two if no number of their kind is between them.

    >>> middle(1, 2), middle(0, 4), middle(1e308, 1.2e308), middle(10**400, 10**400 + 1) == 10**400
    (1.5, 2, 1.1e+308, True)
    """
    if isinstance(low, int) and isinstance(high, int):
        total = low + high
        return total // 2 if total % 2 == 0 or abs(total) > 2**53 else total / 2
    half = low / 2 + high / 2
    return half if min(low, high) <= half <= max(low, high) else low
