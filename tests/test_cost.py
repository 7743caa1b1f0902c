"""What exactness costs: fit against a bare loop over the same pairs, side by side in one run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from monfknn_ref import MonFkNN

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
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def problem(n: int) -> tuple[Rows, list[int]]:
    rng = random.Random(n)
    return [tuple(rng.randrange(10) for _ in range(4)) for _ in range(n)], [rng.randrange(4) for _ in range(n)]


def test_fit_costs_at_most_eight_bare_loops() -> None:
    X, y = problem(400)
    assert seconds(lambda: MonFkNN().fit(X, y)) <= 8 * seconds(lambda: bare_loop(X))


def test_twice_the_rows_cost_at_most_four_and_a_half_times() -> None:
    small, large = problem(250), problem(500)
    assert seconds(lambda: MonFkNN().fit(*large)) <= 4.5 * seconds(lambda: MonFkNN().fit(*small))
