"""The cost of exactness: the time of fit, compared with a bare loop over the same pairs in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from monfknn_ref import MonFkNN

pytestmark = pytest.mark.slow

Rows = list[tuple[int, ...]]


def bare_loop(X: Rows) -> None:
    """Only dominance both ways and the squared distance, for every pair of rows."""
    for x in X:
        for z in X:
            above = below = True
            for a, b in zip(x, z):
                if a < b:
                    above = False
                    break
            for a, b in zip(x, z):
                if a > b:
                    below = False
                    break
            distance = 0
            for a, b in zip(x, z):
                distance += (a - b) * (a - b)
            assert distance > 0 or (above and below)


def seconds(work: Callable[[], object]) -> float:
    """Processor time: others may be busy on the machine."""
    start = time.process_time()
    work()
    return time.process_time() - start


def times_as_long(work: Callable[[], object], other: Callable[[], object]) -> float:
    """How many times as long as the other the work takes, in the least disturbed of seven rounds."""
    return min(seconds(work) / seconds(other) for _ in range(7))


def problem(n: int) -> tuple[Rows, list[int]]:
    rng = random.Random(n)
    return [tuple(rng.randrange(10) for _ in range(4)) for _ in range(n)], [
        rng.randrange(4) for _ in range(n)
    ]


def test_fit_costs_at_most_eight_bare_loops() -> None:
    X, y = problem(400)
    assert times_as_long(lambda: MonFkNN().fit(X, y), lambda: bare_loop(X)) <= 8


def test_twice_the_rows_cost_at_most_four_and_a_half_times() -> None:
    small, large = problem(250), problem(500)
    assert times_as_long(lambda: MonFkNN().fit(*large), lambda: MonFkNN().fit(*small)) <= 4.5
