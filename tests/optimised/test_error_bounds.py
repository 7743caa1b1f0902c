"""The error bounds behind the optimized variants, tested with distances and sums that doubles get wrong."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest

from monfknn_ref import MonFkNN
from monfknn_ref.arithmetic import EXACT, exact_value
from monfknn_ref.model.checks import GivenRow
from monfknn_ref.model.door import on_one_grid
from monfknn_ref.optimised.error_bounds import DistanceError, Weights, exact_distances
from monfknn_ref.optimised.exact_floats import Grid

np = pytest.importorskip("numpy", reason="the filters are tested on both variants at once")
scipy_spatial = pytest.importorskip("scipy.spatial", reason="the filters are tested on both variants at once")

from monfknn_ref.optimised.with_numpy.distances import distances  # noqa: E402

# --- Distances --------------------------------------------------------------------------------------------


def hostile_pairs(chance: random.Random) -> list[tuple[GivenRow, GivenRow]]:
    """Rows far from the origin and close to each other, of all sizes and numbers of attributes."""
    pairs = []
    for _ in range(400):
        attributes = chance.choice([1, 2, 3, 10])
        scale = 10.0 ** chance.choice([-200, -162, -30, -3, 0, 8, 15, 140])
        gap = 2.0 ** -chance.choice([0, 10, 30, 50, 52])
        x = tuple(scale * chance.uniform(-1, 1) for _ in range(attributes))
        z = tuple(value + scale * gap * chance.uniform(-1, 1) for value in x)
        pairs.append((x, z))
    return pairs


def exact_squared(x: GivenRow, z: GivenRow) -> Fraction:
    return sum(((exact_value(a) - exact_value(b)) ** 2 for a, b in zip(x, z)), Fraction(0))


def holds(d: float, error: DistanceError, squared: Fraction) -> bool:
    """Whether |d - D| <= relative * d + absolute, decided on the squares without rounding."""
    bound = Fraction(error.relative) * Fraction(d) + Fraction(float(error.absolute))
    below, above = max(Fraction(d) - bound, Fraction(0)), Fraction(d) + bound
    return below**2 <= squared <= above**2


def test_the_bound_holds_for_every_way_of_computing_distances() -> None:
    for x, z in hostile_pairs(random.Random(1)):
        error = DistanceError.of(math.hypot(*x), len(x), exact=True)
        squared = exact_squared(x, z)
        queries, points = np.array([x]), np.array([z])
        computed = {
            "math.dist": math.dist(x, z),
            "arrays": distances(queries, points, np.array([[0]]))[0, 0],
            "tree": scipy_spatial.cKDTree(points).query(queries)[0][0],
        }
        for name, d in computed.items():
            assert holds(float(d), error, squared), (name, x, z)


def test_the_bound_is_not_so_wide_that_anything_would_hold() -> None:
    x, z = (1000.1, 2000.2), (1000.3, 2000.7)
    error = DistanceError.of(math.hypot(*x), 2, exact=True)
    d = math.dist(x, z)
    assert not holds(d * (1 + 1e-11), error, exact_squared(x, z))
    assert error.reach(d) < d * (1 + 1e-11)


def test_a_double_can_be_as_far_from_its_decimal_as_the_bound_allows_for() -> None:
    """Without the absolute term the bound fails: distances lose digits that only decimals have."""
    failures = 0
    for x, z in hostile_pairs(random.Random(2)):
        relative_only = DistanceError((len(x) + 512) * 2.0**-53, len(x) * 2.0**-500)
        failures += not holds(math.dist(x, z), relative_only, exact_squared(x, z))
    assert failures > 20


def near_ties(count: int, seed: int, size: float = 0.3) -> list[tuple[GivenRow, list[GivenRow]]]:
    """Queries with two rows at distances that are equal but for the last digits of decimals."""
    chance = random.Random(seed)
    found = []
    while len(found) < count:
        x = (chance.random(), chance.random())
        s, t = chance.uniform(-size, size), chance.uniform(-size, size)
        rows = [(x[0] + s, x[1] + t), (x[0] + t, x[1] + s)]
        first, second = exact_distances(x, rows)
        if first != second:
            found.append((x, rows))
    return found


def test_near_ties_are_beyond_doubles() -> None:
    wrong = 0
    for x, rows in near_ties(300, seed=3):
        first, second = exact_distances(x, rows)
        wrong += (math.dist(x, rows[0]) <= math.dist(x, rows[1])) != (first <= second)
    assert wrong > 30


def nearer_class(
    variant: type[MonFkNN], ties: list[tuple[GivenRow, list[GivenRow]]], K: int, m: Any = 2
) -> Any:
    """The class of the nearer of two rows, as a model tells it: with one neighbor, or by nearly equal weights."""
    answers = []
    for x, rows in ties:
        model = variant(K=K, RCr=1, typeRange="outRange", m=m).fit(rows, [0, 1])
        answers += model.predict([x])
    return answers


def test_near_ties_of_distances_are_decided_as_by_the_reference(variant: type[Any]) -> None:
    ties = near_ties(60, seed=4)
    nearer = [[1, 0][first < second] for first, second in (exact_distances(*tie) for tie in ties)]
    assert nearer_class(MonFkNN, ties, K=1) == nearer
    assert nearer_class(variant, ties, K=1) == nearer


def test_near_ties_are_lost_when_the_bound_is_taken_away(
    variant: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ties = near_ties(60, seed=4)
    expected = nearer_class(MonFkNN, ties, K=1)
    monkeypatch.setattr(DistanceError, "reach", lambda self, distance: distance)
    assert nearer_class(variant, ties, K=1) != expected


def test_undecided_decisions_are_counted(variant: type[Any]) -> None:
    [(x, rows)] = near_ties(1, seed=5)
    model = variant(K=1, RCr=1, typeRange="outRange").fit(rows, [0, 1])
    model.predict([x])
    assert model.decisions_.undecided == 1
    assert model.decisions_.made == 2  # which row is nearest, and where the half is reached
    far = variant(K=1, RCr=1, typeRange="outRange").fit([(0.1, 0.2), (5.3, 7.1)], [0, 1])
    far.predict([(0.3, 0.3)])
    assert (far.decisions_.made, far.decisions_.undecided, far.decisions_.share) == (2, 0, 0.0)


# --- Halves -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("m", [2, 3, 4, 5])
def test_near_halves_are_decided_as_by_the_reference(variant: type[Any], m: int) -> None:
    ties = near_ties(20, seed=6) + near_ties(20, seed=7, size=1e-6)
    expected = nearer_class(MonFkNN, ties, K=2, m=m)
    assert set(expected) == {0, 1}
    assert nearer_class(variant, ties, K=2, m=m) == expected


def without_errors(cls: Any, penalties: Any, distances: Any, exponent: Any, error: Any) -> Weights:
    return Weights([1 / d for d in distances], [0.0] * len(distances))


def without_errors_in_arrays(found: Any, counted: Any, pOR: Any, exponent: Any, error: Any) -> Any:
    return 1 / found.distances, np.zeros(counted.shape), np.ones(len(counted), dtype=bool)


def test_near_halves_are_lost_when_the_bound_is_taken_away(
    variant: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ties = near_ties(60, seed=6, size=1e-6)
    expected = nearer_class(MonFkNN, ties, K=2, m=2)
    monkeypatch.setattr(Weights, "of", classmethod(without_errors))
    monkeypatch.setattr("monfknn_ref.optimised.with_numpy.prediction.weights", without_errors_in_arrays)
    assert nearer_class(variant, ties, K=2, m=2) != expected


@pytest.mark.parametrize(("tie", "expected"), [("lower", 0), ("upper", 1)])
@pytest.mark.parametrize("m", [1, 1.5, 2, 3])
def test_halves_reached_exactly(variant: type[Any], m: Any, tie: str, expected: int) -> None:
    """Four rows around the query at one distance, two of each class: both classes are medians."""
    rows = [(0.3, 0.1), (0.5, 0.3), (0.3, 0.5), (0.1, 0.3)]
    model = variant(K=4, RCr=1, typeRange="outRange", pOR=1, m=m, tie=tie).fit(rows, [0, 0, 1, 1])
    assert model.predict([(0.3, 0.3)]) == [expected]


def test_a_sum_of_nothing_is_zero_without_doubt() -> None:
    weights = Weights.of([1, 1], [0.5, 0.7], Fraction(1), DistanceError(1e-15, 1e-15))
    assert weights.sign([0.0, 0.0]) == 0
    assert weights.sign([1.0, -1.0]) == 1
    assert weights.sign([1.0, -1.4]) is None  # 0.7 / 0.5 = 1.4


def test_weights_have_no_bound_where_distances_are_lost() -> None:
    assert Weights.of([1, 1], [1e-16, 1.0], Fraction(1), DistanceError(1e-15, 1e-16)) is None
    assert Weights.of([1, 1], [1.0, 1.0], Fraction(10**15), DistanceError(1e-15, 1e-16)) is None


def test_an_exponent_that_its_double_is_not() -> None:
    """It changes a weight by as much as 700 units in the last place, which a quotient alone does not."""
    distances, none = [1e-130, 1e130], DistanceError(0.0, 0.0)
    for whole in (1, 2):
        exponent = whole + Fraction(2**53 - 1, 2**106)
        assert float(exponent) == whole
        scale = 0.25 if whole == 2 else 1.0  # the power of the ratio is not to underflow
        near, far = (d**scale for d in distances)
        weights = Weights.of([1, 1], [near, far], exponent, none)
        relative = float(exponent - whole) * math.log(far / near)
        assert relative > 100 * 2.0**-53
        assert weights.errors[1] > relative


# --- Grids ------------------------------------------------------------------------------------------------


def test_on_a_grid_doubles_are_exact() -> None:
    chance = random.Random(7)
    for decimals in range(6):
        rows = [tuple(round(chance.uniform(-50, 50), decimals) for _ in range(3)) for _ in range(40)]
        grid = Grid.of(rows)
        placed = [grid.place(row) for row in rows]
        [whole] = on_one_grid(EXACT, rows)
        largest, one = (max(abs(value) for row in rows for value in row) for rows in (whole, placed))
        factor = largest / one
        for x, exact in zip(placed, whole):
            assert [value * factor for value in x] == list(exact)
            squared = sum((a - b) * (a - b) for a, b in zip(x, placed[0]))
            assert squared * Fraction(factor) ** 2 == EXACT.distance(exact, whole[0])


@pytest.mark.parametrize(
    "rows", [[(0.1234567890123, 1.0)], [(1e9, 0.5)], [(5e-324,)], [(1e300, 1.0)], [(1 / 3,)]]
)
def test_what_is_too_fine_for_a_grid(rows: list[GivenRow]) -> None:
    assert Grid.of(rows) is None


@pytest.mark.parametrize("decimals", [18, 20, 22, 23])
def test_grids_of_many_decimals(variant: type[Any], decimals: int) -> None:
    chance = random.Random(decimals)
    rows = [tuple(float(f"{chance.randrange(5)}e-{decimals}") for _ in range(2)) for _ in range(30)]
    grid = Grid.of(rows)
    if grid is not None:
        assert isinstance(grid.factor, float)  # arrays of NumPy 1 hold no such int
        assert grid.factor == 10**decimals
    y = [chance.randrange(3) for _ in rows]
    reference, model = MonFkNN(k=3, K=4).fit(rows, y), variant(k=3, K=4).fit(rows, y)
    assert model.training_memberships_ == reference.training_memberships_
    queries = [tuple(2.5 * value for value in row) for row in rows[:8]]
    assert model.predict(queries) == reference.predict(queries)


def test_joined_grids() -> None:
    coarse, fine = Grid.of([(1.0, 2.0)]), Grid.of([(0.25, 0.5)])
    assert coarse.joined(fine) == Grid(2, 2.0, 2)
    assert coarse.joined(None) is None
    assert Grid.of([(1e7, 1.0)]).joined(Grid.of([(0.001, 1.0)])) is None  # type: ignore[union-attr]
