"""The optimal relabeling, compared with brute force over all monotone labelings and with another program."""

from __future__ import annotations

import itertools
import random
import re
from fractions import Fraction
from typing import Any

import outside
import pytest
from definitions import below

from monfknn_ref.classifiers.relabeling import relabel
from monfknn_ref.evaluation import pair_counts


def cost(first: list[Any], second: list[Any]) -> int:
    return sum(abs(a - b) for a, b in zip(first, second))


def is_monotone(X: list[list[int]], labels: tuple[int, ...]) -> bool:
    pairs = itertools.permutations(zip(X, labels), 2)
    return all(label <= other for (x, label), (z, other) in pairs if below(x, z))


def all_optima(X: list[list[int]], y: list[int], classes: int) -> list[tuple[int, ...]]:
    """Every monotone labeling at the least cost, by trying all labelings."""
    monotone = [p for p in itertools.product(range(classes), repeat=len(X)) if is_monotone(X, p)]
    least = min(cost(y, list(p)) for p in monotone)
    return [p for p in monotone if cost(y, list(p)) == least]


@pytest.mark.parametrize("seed", range(60))
def test_lowest_and_highest_of_all_optima(seed: int) -> None:
    generator = random.Random(seed)
    rows, classes = generator.randint(1, 6), generator.randint(2, 4)
    X = [[generator.randint(0, 2) for _ in range(2)] for _ in range(rows)]
    y = [generator.randrange(classes) for _ in range(rows)]
    optima = all_optima(X, y, classes)
    lowest = relabel(X, y, classes=range(classes))
    highest = relabel(X, y, classes=range(classes), side="highest")
    assert lowest == [min(column) for column in zip(*optima)]
    assert highest == [max(column) for column in zip(*optima)]
    assert tuple(lowest) in optima and tuple(highest) in optima


@pytest.mark.parametrize("seed", range(8))
def test_larger_sets_are_monotone_at_equal_cost(seed: int) -> None:
    generator = random.Random(seed)
    X = [[generator.randint(0, 6) for _ in range(3)] for _ in range(150)]
    y = [min(sum(row) // 4, 4) if generator.random() < 0.7 else generator.randrange(5) for row in X]
    lowest, highest = relabel(X, y), relabel(X, y, side="highest")
    assert pair_counts(X, lowest).violating == pair_counts(X, highest).violating == 0
    assert cost(y, lowest) == cost(y, highest) > 0
    assert all(a <= b for a, b in zip(lowest, highest))
    assert lowest != highest


def test_rows_without_violation_keep_their_labels() -> None:
    X, y = [[1], [2], [3], [4], [5]], [0, 2, 1, 2, 3]
    assert [relabel(X, y)[i] for i in (0, 3, 4)] == [0, 2, 3]
    assert relabel(X, sorted(y)) == sorted(y)


def test_equal_rows_share_a_label_between_their_medians() -> None:
    X = [[1, 1]] * 4
    assert relabel(X, [0, 1, 3, 3]) == [1] * 4
    assert relabel(X, [0, 1, 3, 3], side="highest") == [3] * 4
    assert relabel(X, [0, 3, 3, 3]) == [3] * 4


def test_labels_of_any_kind_and_inverse_attributes() -> None:
    X, y = [[1], [2], [3]], ["low", "high", "mid"]
    classes = ["low", "mid", "high"]
    assert relabel(X, y, classes) == ["low", "mid", "mid"]
    assert relabel([[-x] for (x,) in X], y, classes, directions="-") == ["low", "mid", "mid"]


def test_numbers_are_compared_exactly_across_types() -> None:
    assert relabel([[0.1], [Fraction(1, 10)]], [0, 1]) == [0, 0]


def test_row_order_does_not_matter_and_nothing_is_changed() -> None:
    generator = random.Random(5)
    X = [[generator.randint(0, 4), generator.randint(0, 4)] for _ in range(40)]
    y = [generator.randrange(4) for _ in X]
    classes = [0, 1, 2, 3]
    first = relabel(X, y, classes, "highest")
    order = list(range(40))
    generator.shuffle(order)
    shuffled = relabel([X[i] for i in order], [y[i] for i in order], classes, "highest")
    assert shuffled == [first[i] for i in order]
    assert classes == [0, 1, 2, 3]


def test_a_chain_of_a_thousand_rows_by_dynamic_programming() -> None:
    generator = random.Random(0)
    X = [[i] for i in range(1000)]
    y = [generator.randrange(6) for _ in X]
    cheapest = [0] * 6  # cheapest[r]: of all ascending ranks for the rows so far that end in at most r
    for rank in y:
        ending = [cheapest[r] + abs(rank - r) for r in range(6)]
        cheapest = [min(ending[: r + 1]) for r in range(6)]
    lowest = relabel(X, y)
    assert lowest == sorted(lowest)
    assert cost(y, lowest) == cheapest[-1]


def test_the_cost_is_the_optimum_of_a_linear_program() -> None:
    pytest.importorskip("scipy", reason="scipy solves the linear program")
    import numpy
    from scipy.optimize import linprog

    generator = random.Random(11)
    X = [[generator.randint(0, 9) for _ in range(3)] for _ in range(120)]
    y = [generator.randrange(5) for _ in X]
    n, limits, bounds = len(X), [], []  # variables: the n new ranks, then the n distances from the old ones

    def add_limit(plus: int, minus: int, sign: int, bound: int) -> None:
        limits.append(numpy.zeros(2 * n))
        limits[-1][plus], limits[-1][minus] = sign, -1
        bounds.append(bound)

    for i in range(n):
        for sign in (1, -1):
            add_limit(i, n + i, sign, sign * y[i])
    for i, j in itertools.permutations(range(n), 2):
        if below(X[j], X[i]):
            add_limit(j, i, 1, 0)
    solution = linprog([0] * n + [1] * n, A_ub=limits, b_ub=bounds, bounds=[(0, 4)] * n + [(0, None)] * n)
    assert cost(y, relabel(X, y)) == pytest.approx(solution.fun)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([[1]], [0], None, "middle"), ValueError, "side must be 'lowest' or 'highest', got 'middle'"),
        (([], []), ValueError, "X must have at least one row, got none"),
        (([[1], [2]], [0]), ValueError, "y must have one label for each row of X, got 1 labels for 2 rows"),
        (([[1]], ["a"], ["b"]), ValueError, "y must hold labels of classes ['b'], got 'a' at row 0"),
    ],
)
def test_errors(arguments: tuple[Any, ...], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        relabel(*arguments)


@pytest.mark.needs_data("authors", "rivals")
@pytest.mark.parametrize("name", ["LEV", "artiset", "balance", "machineCPU"])
def test_the_labels_another_program_finds(name: str) -> None:
    split, expected = outside.recorded("authors", name), outside.recorded("rivals", name)
    X, y, classes = split["train"]["X"], split["train"]["y"], range(split["classes"])
    assert relabel(X, y, classes) == expected["relabel_low"]
    assert relabel(X, y, classes, side="highest") == expected["relabel_high"]
