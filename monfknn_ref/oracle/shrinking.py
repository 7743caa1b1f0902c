"""From a case that fails to a small case that fails in the same way.

One thing after another is left out or made simpler, as long as the case still fails: first queries, rows and
attributes, then classes and parameters, then values.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.oracle.cases import Case, Value

FEW = 12
"""With more rows or queries than this, whole blocks of them are left out first."""

PLAIN: dict[str, Any] = {"RCr": "0.5", "typeRange": "inRange", "pOR": "0.5", "m": 2, "directions": None}


def shrunk(
    case: Case, still_fails: Callable[[Case], bool], attempts: int = 400, until: float = math.inf
) -> Case:
    """The simplest case found that still fails, after at most this many attempts.

    No attempt begins after `until`, a time of `time.monotonic`.

    >>> case = Case(((7, 2), (0, 3), (8, 9)), (1, 2, 2), (1, 2, 3), ((4, 4), (5, 5)), k=3, K=4)
    >>> small = shrunk(case, lambda case: 2 in case.y and case.K > 1)
    >>> small.X, small.y, small.classes, small.queries, small.k, small.K
    (((0,),), (2,), (2,), ((0,),), 1, 2)
    """
    simpler = simpler_cases(case)
    while attempts and time.monotonic() < until:
        attempts -= 1
        candidate = next(simpler, None)
        if candidate is None:
            break
        if still_fails(candidate):
            case, simpler = candidate, simpler_cases(candidate)
    return case


def simpler_cases(case: Case) -> Iterator[Case]:
    """Cases that are simpler than this one in one respect, the largest steps first."""
    if len(case.queries) > 1:
        if len(case.queries) > FEW:
            yield from with_fewer_queries(case)
        for query in case.queries:
            yield replace(case, queries=(query,))
    if len(case.X) > FEW:
        yield from without_blocks_of_rows(case)
    yield from with_fewer_rows(case, 1)
    attributes = range(len(case.X[0]))
    for a in attributes if len(attributes) > 1 else ():
        kept = [other for other in attributes if other != a]
        signs = case.directions
        yield replace(
            case,
            X=tuple(tuple(row[other] for other in kept) for row in case.X),
            queries=tuple(tuple(row[other] for other in kept) for row in case.queries),
            directions=None if signs is None else "".join(signs[other] for other in kept),
        )
    for label in case.classes:
        if label not in case.y:
            yield replace(case, classes=tuple(other for other in case.classes if other != label))
    for name in ("k", "K"):
        number = getattr(case, name)
        for fewer in sorted({1, number - 1} - {0, number}):
            yield replace(case, **{name: fewer})
    for name, plain in PLAIN.items():
        if getattr(case, name) != plain:
            yield replace(case, **{name: plain})
    yield from with_simpler_values(case)
    yield from with_fewer_rows(case, 2)  # for example two equal rows whose labels balance each other


def with_fewer_queries(case: Case) -> Iterator[Case]:
    """Half of the queries, a quarter of them, and so on, as long as there are several."""
    n = len(case.queries)
    size = (n + 1) // 2
    while size > 1:
        for start in range(0, n, size):
            yield replace(case, queries=case.queries[start : start + size])
        size //= 2


def without_blocks_of_rows(case: Case) -> Iterator[Case]:
    """The case without half of its rows, without a quarter of them, and so on."""
    n = len(case.X)
    size = (n + 1) // 2
    while size > 1:
        for start in range(0, n, size):
            end = start + size
            if n > min(end, n) - start:
                yield replace(case, X=case.X[:start] + case.X[end:], y=case.y[:start] + case.y[end:])
        size //= 2


def with_fewer_rows(case: Case, fewer: int) -> Iterator[Case]:
    """The case without one training row, or without two."""
    n = len(case.X)
    for left_out in itertools.combinations(range(n), fewer) if n > fewer else ():
        kept = [i for i in range(n) if i not in left_out]
        yield replace(case, X=tuple(case.X[i] for i in kept), y=tuple(case.y[i] for i in kept))


def with_simpler_values(case: Case) -> Iterator[Case]:
    """Cases with values replaced by their ranks, divided by a common factor, or moved nearer to 0."""
    n, rows = len(case.X), case.X + case.queries

    def with_rows(changed: Sequence[tuple[Value, ...]]) -> Case:
        return replace(case, X=tuple(changed[:n]), queries=tuple(changed[n:]))

    for a in range(len(rows[0])):
        values = sorted({exact_value(row[a]) for row in rows})
        ranked = [(*row[:a], values.index(exact_value(row[a])), *row[a + 1 :]) for row in rows]
        if ranked != list(rows):
            yield with_rows(ranked)
    whole = [value for row in rows for value in row if isinstance(value, int)]
    factor = math.gcd(*whole)
    if factor > 1 and len(whole) == len(rows) * len(rows[0]):
        yield with_rows([tuple(int(value) // factor for value in row) for row in rows])
    for i, row in enumerate(rows):
        for a, value in enumerate(row):
            for simpler in simpler_values(value):
                yield with_rows([*rows[:i], (*row[:a], simpler, *row[a + 1 :]), *rows[i + 1 :]])


def simpler_values(value: Value) -> list[int]:
    """Whole numbers nearer to 0.

    >>> simpler_values(9), simpler_values(-1), simpler_values(0), simpler_values("0.3")
    ([0, 4, 8], [0], [], [0, 1])
    """
    if isinstance(value, str):
        return [0, 1]
    size, sign = abs(value), 1 if value > 0 else -1
    return [sign * smaller for smaller in sorted({0, size // 2, size - 1} - {size, -1})]
