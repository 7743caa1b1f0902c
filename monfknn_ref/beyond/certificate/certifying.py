"""`certify`: is a classifier monotonic? A proof where that is possible, an honest search where it is not."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from monfknn_ref.beyond.certificate.asking import Asking, Predictor
from monfknn_ref.beyond.certificate.certificate import (
    NONE_FOUND,
    PROVED,
    VIOLATED,
    Certificate,
    PairShare,
    Violation,
)
from monfknn_ref.beyond.certificate.points import MOST_ON_GRID, Domain, Row, middle
from monfknn_ref.data.comparable import members, rows_below, rows_with_higher_label
from monfknn_ref.evaluation.executors import Workers
from monfknn_ref.model.checks import Label, check_positive, check_whole, is_finite, is_number, is_sequence
from monfknn_ref.model.containers import as_python
from monfknn_ref.model.door import check_directions, check_table

MOST_COMPARED = 5000
"""So many rows at most are compared with one another."""
MOST_COUNTED = 20_000_000
"""So many points times labels at most are counted to find the share of all violating pairs."""
HALVINGS = 60
"""How often the step of a violation is halved at most where attributes are continuous; then doubles end."""


def certify(
    model: Predictor,
    X: Any = None,
    *,
    values: Sequence[Sequence[Any]] | None = None,
    directions: Any = None,
    classes: Sequence[Label] | None = None,
    seconds: float = 60,
    seed: int = 0,
    pairs: int = 2000,
    lines: int = 200,
    limit: int = 200_000,
    name: str | None = None,
    convert: Callable[[list[list[Any]]], Any] = list,
    progress: Callable[[str], None] = lambda text: None,
    workers: Workers | None = None,
) -> Certificate:
    """Whether the predictions of a fitted model are monotonic.

    With `values`, the values that each attribute can take, every point of their product is asked, if there
    are at most `limit` of them; the certificate then proves monotonicity or has a violation with a single
    step. With rows X alone the attributes are taken to be continuous, and the certificate reports a search:
    the rows themselves, `pairs` random pairs, a coarse grid, and `lines` random lines along one attribute, on
    the values that occur in X and on their midpoints. What is found is reduced to one attribute and to the
    smallest step. The search ends after `seconds`.

    `classes` are the labels from lowest to highest; by default those that are predicted, sorted.
    `directions` has a sign for each attribute; the default is that all of them raise the class. `convert`
    makes of a list of rows what the model takes, such as `numpy.array`. `workers` ask a copy of the model.

    >>> class Sum:
    ...     def predict(self, X):
    ...         return [sum(row) for row in X]
    >>> certify(Sum(), values=[range(10), range(10)]).verdict
    'proved'
    >>> certify(Sum(), values=[range(10), range(10)], directions="+-").violation
    Violation(lower=(0, 9), upper=(0, 8), lower_label=9, upper_label=8, attribute=1)
    """
    check_positive("seconds", seconds)
    check_whole("pairs", pairs, 1)
    check_whole("lines", lines, 0)
    check_whole("limit", limit, 1)
    check_whole("seed", seed, 0)
    rows = [] if X is None else [tuple(map(as_python, row)) for row in check_table(X)]
    columns = check_values(values, rows)
    signs = check_directions(directions, len(columns))
    domain = Domain(columns, signs, continuous=values is None)
    with Asking(model, classes, seconds, convert, progress, workers) as asking:
        if values is not None and domain.size <= limit:
            verdict, violation, share, complete = everywhere(domain, asking, pairs, seed)
            where = f"all {domain.size:,} points of the product of its values"
        else:
            verdict, violation, share, complete = searched(domain, rows, asking, signs, pairs, lines, seed)
            where = searched_in_words(domain, rows, pairs, lines)
        if violation is not None:
            asking.ask_again(violation.lower, violation.upper)
        elif complete:
            asking.ask_again()
        spent = seconds - asking.left
    return Certificate(
        verdict=verdict,
        model=name or type(model).__name__,
        domain=where,
        asked=asking.asked,
        points=None if domain.continuous else domain.size,
        pairs=share,
        violation=violation,
        seconds=spent,
        seed=seed,
        complete=complete,
    )


def check_values(values: Any, rows: Sequence[Row]) -> list[list[Any]]:
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


def searched_in_words(domain: Domain, rows: Sequence[Row], pairs: int, lines: int) -> str:
    values = "the values that occur and their midpoints" if domain.continuous else "the product of its values"
    training = f"{min(len(rows), MOST_COMPARED):,} rows; " if rows else ""
    grid = domain.coarse(MOST_ON_GRID) if domain.continuous else None
    every_step = "" if grid is None else f"every step of a grid of {grid.size:,} points, "
    asked = f"{pairs:,} random pairs, {every_step}{lines:,} random lines, along one attribute"
    return f"{training}on {values}: {asked}"


Found = tuple[str, "Violation | None", PairShare, bool]


def everywhere(domain: Domain, asking: Asking, pairs: int, seed: int) -> Found:
    """Ask for every point, then look at every step; of several that fall, show the smallest."""
    complete = asking.ask(domain, f" of {domain.size:,}")
    rank, steps, falling = asking.rank, 0, []
    for lower, upper, a in domain.steps():
        if lower in rank and upper in rank:
            steps += 1
            if rank[lower] > rank[upper]:
                falling.append(Violation(lower, upper, asking.known[lower], asking.known[upper], a))
    if complete and not falling:
        return PROVED, None, PairShare(0, domain.pairs, total=domain.pairs), True
    if len(set(rank.values())) * domain.size <= MOST_COUNTED:
        share = all_pairs(domain, rank)
    elif complete:
        generator = random.Random(seed)
        chosen = [domain.pair(generator) for _ in range(pairs)]
        share = PairShare(sum(asking.falls(*pair) for pair in chosen), pairs, total=None)
    else:
        share = PairShare(len(falling), steps, total=domain.pairs)
    smallest = min(falling, key=lambda v: abs(v.upper[v.attribute] - v.lower[v.attribute]), default=None)
    return NONE_FOUND if smallest is None else VIOLATED, smallest, share, complete


def all_pairs(domain: Domain, rank: dict[Row, Any]) -> PairShare:
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


def searched(
    domain: Domain,
    rows: Sequence[Row],
    asking: Asking,
    signs: Sequence[int],
    pairs: int,
    lines: int,
    seed: int,
) -> Found:
    """Look at the rows, at random pairs, on a grid and along random lines, and reduce what is found."""
    generator = random.Random(seed)
    planned_pairs, planned_lines = (pairs, lines) if domain.varying else (0, 0)
    in_time = asking.ask(rows[:MOST_COMPARED])
    found = violation_among([x for x in rows[:MOST_COMPARED] if x in asking.known], asking, signs)
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
    verdict = NONE_FOUND if violation is None else VIOLATED
    return verdict, violation, PairShare(violating, drawn, total=None), complete


def violation_among(rows: Sequence[Row], asking: Asking, signs: Sequence[int]) -> tuple[Row, Row] | None:
    """Two of the rows whose predictions contradict their order."""
    ranks = [asking.rank[x] for x in rows]
    higher_ranked = rows_with_higher_label(ranks)
    for i, below in enumerate(rows_below(rows, signs)):
        for j in members(below & higher_ranked[ranks[i]]):
            return rows[j], rows[i]
    return None


def reduced(lower: Row, upper: Row, domain: Domain, asking: Asking) -> Violation:
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
