"""The ways through the NumPy variant: each gives the definition's answers, and says why it was taken."""

from __future__ import annotations

import itertools
import pickle
import random
import threading
import time
from fractions import Fraction
from typing import Any

import pytest

from monfknn_ref import AUTHORS, MonFkNN
from monfknn_ref.optimised import StdlibMonFkNN

np = pytest.importorskip("numpy", reason="the NumPy variant is tested")
pytest.importorskip("scipy", reason="the NumPy variant is tested")

from monfknn_ref.optimised import NumpyMonFkNN  # noqa: E402
from monfknn_ref.optimised.with_numpy import loops_and_threads, neighbors, ranges, rank_tree  # noqa: E402
from monfknn_ref.optimised.with_numpy.distances import (  # noqa: E402  # noqa: E402
    AllRows,
    Pairs,
    Products,
    TreeOfRows,
    distances,
    doubtful_ones,
    missing_parts,
)
from monfknn_ref.optimised.with_numpy.loops_and_threads import ALONE, Threads  # noqa: E402
from monfknn_ref.optimised.with_numpy.values import EqualRows, TrainingValues  # noqa: E402
from monfknn_ref.readings import PAPER  # noqa: E402


def sample(rows: int, attributes: int, seed: int = 0, noise: float = 0.2) -> tuple[Any, Any, Any]:
    chance = np.random.default_rng(seed)
    X = chance.random((rows + 50, attributes))
    height = X[:rows].mean(axis=1)
    y = (5 * np.argsort(np.argsort(height)) // rows + (chance.random(rows) < noise)).clip(0, 4)
    return X[:rows], y, X[rows:]


def assert_same(model: Any, other: Any, queries: Any) -> None:
    assert model.training_labels_ == other.training_labels_
    assert model.training_memberships_ == other.training_memberships_
    assert list(model.predict(queries)) == list(other.predict(queries))


# --- Ranges: sets of bits and the tree --------------------------------------------------------------------


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, size in (("CHUNK", 70), ("QUERIES", 64), ("FEW", 3)):
        monkeypatch.setattr(ranges, name, size)


def defined_bounds(points: Any, labels: Any, queries: Any, c: int, others: bool) -> Any:
    below = np.all(points <= queries[:, np.newaxis], axis=2)
    above = np.all(points >= queries[:, np.newaxis], axis=2)
    if others:
        np.fill_diagonal(below, False)
        np.fill_diagonal(above, False)
    low = np.where(below, labels, -1).max(axis=1)
    return low, np.where(above, labels, c).min(axis=1)


@pytest.mark.parametrize("attributes", [3, 5, 9])
@pytest.mark.parametrize("levels", [3, 1000])
@pytest.mark.parametrize("tree", [False, True])
def test_ranges_in_several_chunks_are_those_of_the_definition(
    attributes: int, levels: int, tree: bool, small_chunks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if tree:  # as written: without Numba, and with it too
        monkeypatch.setattr(ranges, "numba_is_there", lambda: True)
        monkeypatch.setattr(rank_tree, "highest_below", rank_tree.highest_below.as_written)
        monkeypatch.setattr(ranges.Sweep, "_is_too_much", lambda self, waiting: len(self.left) > (levels > 3))
    chance = np.random.default_rng(attributes)
    points = np.unique(chance.integers(0, levels, (400, attributes)), axis=0).astype(float)
    chance.shuffle(points)
    labels = (points.mean(axis=1) * 4 / levels).astype(int) + chance.integers(0, 2, len(points))
    queries = chance.integers(-1, levels + 1, (300, attributes)) + chance.choice(
        [0.0, 0.5], (300, attributes)
    )
    bounds = ranges.BitBounds(ranges.RankedColumns(points), labels, 6)
    for others in (True, False):
        for found, defined in zip(bounds.of_rows(others), defined_bounds(points, labels, points, 6, others)):
            assert found.tolist() == defined.tolist()
    for found, defined in zip(bounds.of(queries), defined_bounds(points, labels, queries, 6, False)):
        assert found.tolist() == defined.tolist()
    assert bounds.up.by_tree == tree


@pytest.mark.parametrize("attributes", [3, 14])
def test_loops_over_bits_are_the_definition_too(
    attributes: int, small_chunks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranges, "numba_is_there", lambda: True)
    monkeypatch.setattr(ranges, "first_by_loops", ranges.first_by_loops.as_written)
    monkeypatch.setattr(ranges, "COMPILED", 10)
    monkeypatch.setattr(ranges, "IN_BITS", 5)
    chance = np.random.default_rng(attributes)
    points = np.unique(chance.integers(0, 3, (150, attributes)), axis=0).astype(float)
    points[:, 5:] = points[:, :1]  # so that some are comparable
    points = np.unique(points, axis=0)
    labels = points[:, 0].astype(int) + chance.integers(0, 2, len(points))
    bounds = ranges.BitBounds(ranges.RankedColumns(points), labels, 5)
    for found, defined in zip(bounds.of_rows(True), defined_bounds(points, labels, points, 5, True)):
        assert found.tolist() == defined.tolist()
    assert bounds.up.compiled and "compiled" in bounds.way()[0]


def test_the_tree_is_not_asked_for_more_than_it_has() -> None:
    for n in (1, 2, 15, 16, 17, 100):
        chance = np.random.default_rng(n)
        ranks, labels = chance.integers(1, 9, (3, n)), chance.integers(0, 3, n)
        tree = rank_tree.RankTree(ranks, labels)
        found = tree.highest_below(ranks, np.arange(n), ALONE)
        defined = defined_bounds(ranks.T, labels, ranks.T, 3, others=True)[0]
        assert found.tolist() == defined.tolist()


def test_compiled_loops_and_loops_as_written_agree() -> None:
    pytest.importorskip("numba", reason="the extra jit")
    assert loops_and_threads.numba_is_there()
    X, y, queries = sample(12_000, 4)
    model = NumpyMonFkNN().fit(X, y)
    with loops_and_threads.without_numba():
        assert_same(model, NumpyMonFkNN().fit(X, y), queries)
    assert "compiled" in model.paths_[1].way
    chance = np.random.default_rng(1)
    ranks, labels = chance.integers(1, 90, (4, 700)).astype(np.int16), chance.integers(0, 6, 700)
    tree = rank_tree.RankTree(ranks, labels)
    nodes = (tree.low, tree.high, tree.top, tree.start, tree.stop, tree.rows, tree.labels)
    queries = np.ascontiguousarray(ranks.T)
    found = [np.empty(700, dtype=np.int64) for _ in range(2)]
    rank_tree.highest_below(*nodes, queries, tree.place[:700], found[0])
    rank_tree.highest_below.as_written(*nodes, queries, tree.place[:700], found[1])
    assert found[0].tolist() == found[1].tolist()


def test_without_numba_loops_run_as_they_stand() -> None:
    with loops_and_threads.without_numba():
        assert not loops_and_threads.numba_is_there()
        loops = loops_and_threads.Loops(lambda values: sum(values))
        assert loops([1, 2]) == 3
        assert "compiled" not in vars(loops)


# --- Neighbors: lists -------------------------------------------------------------------------------------


def lists_of(kind: str, points: Any) -> Any:
    if kind == "tree":
        return TreeOfRows(points, None, np.arange(len(points)))
    if kind == "all":
        return AllRows(points, np.arange(len(points)))
    products = Products(points, np.zeros(len(points), dtype=int))
    return products.of_range(0, 0, np.float32 if kind == "single" else np.float64)


@pytest.mark.parametrize("kind", ["tree", "all", "single", "double"])
@pytest.mark.parametrize("far", [0.0, 1e3, 1e9])
def test_no_row_that_is_not_listed_is_nearer_than_said(kind: str, far: float) -> None:
    """Rows far from the origin, in clusters: where products lose most of their digits."""
    chance = np.random.default_rng(3)
    points = far + chance.random((900, 9)) + chance.integers(0, 3, (900, 1)) * 100
    queries = np.concatenate((points[:20] + 1e-4, far + chance.random((20, 9)) * 400, -1e6 * np.ones((1, 9))))
    lists = lists_of(kind, points)
    listed = lists.nearest(queries, 12 if kind != "all" else 0)
    everyone = np.broadcast_to(np.arange(900), (len(queries), 900))
    true = distances(queries, points, everyone)
    for query, (places, beyond) in enumerate(zip(listed.places, listed.beyond)):
        others = np.delete(true[query], places)
        assert len(set(places.tolist())) == len(places)
        assert not len(others) or beyond <= others.min() * (1 + 1e-12)
        assert np.allclose(listed.distances[query], true[query, places], rtol=1e-12)
    if kind == "single" and not far:
        assert np.median(listed.beyond[:20]) > 0.5  # and it is not said of nothing


@pytest.mark.parametrize("limits", [(0, 4), (1, 2), (3, 3)])
def test_products_list_the_rows_of_a_range_only(
    limits: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("monfknn_ref.optimised.with_numpy.distances.TILES", 2)  # several rounds
    X, y, queries = sample(700, 8)
    lists = Products(X, y).of_range(*limits, np.float32)
    members = np.flatnonzero((y >= limits[0]) & (y <= limits[1]))
    assert lists.size == len(members)
    nearest = AllRows(X, members).nearest(queries, 0)
    listed = lists.nearest(queries, 9)
    for query in range(len(queries)):
        order = np.argsort(nearest.distances[query])[:9]
        assert sorted(listed.places[query].tolist()) == sorted(members[order].tolist())


@pytest.mark.parametrize("attributes", [8, 20, 40])
@pytest.mark.parametrize("parameters", [{}, {"typeRange": "outRange", "RCr": 1}, {"reading": AUTHORS}])
def test_many_attributes(attributes: int, parameters: dict[str, Any]) -> None:
    X, y, queries = sample(250, attributes)
    queries = np.concatenate((queries, X[:5]))
    model = NumpyMonFkNN(**parameters).fit(X, y)
    assert model.paths_[2].way == "products of matrices"
    assert_same(model, StdlibMonFkNN(**parameters).fit(X.tolist(), y.tolist()), queries.tolist())


def test_narrow_ranges_in_many_attributes() -> None:
    """A chain: every row is comparable with every other, so ranges hold one or two classes."""
    chance = np.random.default_rng(5)
    X = chance.random((300, 1)) + np.zeros(12)
    X[:, 1:] += 1e-9 * np.sort(chance.random((300, 11)), axis=0)
    y = (6 * X[:, 0]).astype(int)
    queries = chance.random((40, 1)) + np.zeros(12)
    assert_same(NumpyMonFkNN().fit(X, y), StdlibMonFkNN().fit(X.tolist(), y.tolist()), queries.tolist())


def test_clusters_that_products_cannot_tell_apart() -> None:
    chance = np.random.default_rng(6)
    X = np.round(chance.random((200, 10))) * 1e6 + chance.random((200, 10)) * 1e-9
    y = chance.integers(0, 3, 200)
    queries = X[:20] + 3e-10
    assert_same(NumpyMonFkNN().fit(X, y), StdlibMonFkNN().fit(X.tolist(), y.tolist()), queries.tolist())


# --- Neighbors: pairs of doubles --------------------------------------------------------------------------


def circle(rows: int, seed: int = 0) -> Any:
    angle = np.random.default_rng(seed).random(rows) * 2 * np.pi
    return np.stack((np.cos(angle), np.sin(angle), np.zeros(rows)), axis=1)


def test_pairs_of_doubles_are_as_good_as_they_say() -> None:
    X = circle(60)
    for scale in (1.0, 2.0**-200, 1e30):
        for height in (0.0, 0.3, 1e-9, 5.0):
            rows, x = X * scale, np.array([[0.0, 0.0, height * scale]])
            exact = [
                sum((Fraction(str(a)) - Fraction(str(b))) ** 2 for a, b in zip(x[0].tolist(), row))
                for row in rows.tolist()
            ]
            nearest = sorted(range(60), key=exact.__getitem__)[:9]
            certain, doubtful = doubtful_ones(
                Pairs(x, missing_parts(x, x, 0)), Pairs(rows, missing_parts(rows, rows, 0)), 9
            )
            assert set(certain.tolist()) <= set(nearest) <= set(certain.tolist()) | set(doubtful.tolist())
            assert len(certain) + len(doubtful) <= 12


def test_a_circle_is_told_apart_without_exact_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it took the exact distance to every row, for every query."""
    X = circle(400)
    y = np.clip((X[:, 0] * 2 + 2).astype(int), 0, 3)
    model, other = NumpyMonFkNN().fit(X, y), StdlibMonFkNN().fit(X.tolist(), y.tolist())
    queries = [(0.0, 0.0, height) for height in (0.25, -0.5, 0.75)]
    expected = other.predict(queries)
    asked = []
    right = neighbors.exact_distances
    monkeypatch.setattr(
        neighbors, "exact_distances", lambda x, rows: asked.append(len(rows)) or right(x, rows)
    )
    assert list(model.predict(queries)) == expected
    assert sum(asked) <= 30
    assert model.decisions_.undecided >= 3


# --- Numbers ----------------------------------------------------------------------------------------------


def numbers(kind: str) -> Any:
    chance = random.Random(4)
    small = [[chance.randrange(200) for _ in range(3)] for _ in range(60)]
    shift = {"nanoseconds": 17 * 10**17, "beyond all kinds": 10**25, "unsigned": 2**63, "negative": -(2**62)}
    if kind in shift:
        return [[value + shift[kind] for value in row] for row in small]
    if kind == "coarse":
        return [[value * 2**60 for value in row] for row in small]
    if kind == "a year":
        return [[value * 157_000_000_000_001 + 17 * 10**17 for value in row] for row in small]
    if kind == "mixed":
        return [[row[0] + 17 * 10**17, row[1] / 10, row[2]] for row in small]
    return [[Fraction(value, 3) + 10**18 for value in row] for row in small]


@pytest.mark.parametrize("directions", [None, "+-+"])
@pytest.mark.parametrize("arrays", [False, True])
@pytest.mark.parametrize(
    "kind", ["nanoseconds", "beyond all kinds", "unsigned", "negative", "coarse", "a year", "mixed", "thirds"]
)
def test_numbers_beyond_doubles(kind: str, arrays: bool, directions: Any) -> None:
    """None of them is left to the reference."""
    table = numbers(kind)
    y = [sum(map(float, row)) > 3 * sum(map(float, table[0])) / 3 for row in table]
    rows, queries = table[:50], [*table[50:], table[0], [0, 1, 2], [10**30, 0.5, Fraction(1, 3)]]
    model, reference = NumpyMonFkNN(directions=directions), MonFkNN(directions=directions)
    given = np.array(rows) if arrays else rows
    if arrays and given.dtype.kind == "f":
        pytest.skip("arrays have no such numbers")
    model.fit(given, y[:50])
    reference.fit(rows, y[:50])
    assert model.paths_[0].step == "numbers"
    assert model.training_memberships_ == reference.training_memberships_
    for asked in (queries, queries[:10], queries[-1:]):
        assert model.predict(asked) == reference.predict(asked)


def test_nanoseconds_take_hardly_longer_than_the_same_rows_at_zero() -> None:
    chance = np.random.default_rng(7)
    X = chance.integers(0, 10**13, (3000, 3))
    y = (X.sum(axis=1) * 4 // (3 * 10**13)).clip(0, 3)
    shortest = {}
    for name, shift in (("at zero", 0), ("now", 17 * 10**17)):
        times = []
        for _ in range(3):
            start = time.process_time()
            found = NumpyMonFkNN().fit(X[:2900] + shift, y[:2900]).predict(X[2900:] + shift)
            times.append(time.process_time() - start)
        shortest[name] = min(times), found
    assert np.array_equal(shortest["now"][1], shortest["at zero"][1])
    assert shortest["now"][0] < 10 * shortest["at zero"][0]


def test_queries_between_doubles() -> None:
    """A query that shares a double with a training row is on the right side of it."""
    rows = [(0.1,), (0.2,), (0.3,)]
    model, reference = NumpyMonFkNN(k=1, K=1).fit(rows, [0, 1, 2]), MonFkNN(k=1, K=1).fit(rows, [0, 1, 2])
    nearly = Fraction(1, 10**40)
    for value, side in itertools.product((Fraction(1, 10), Fraction(1, 5), Fraction(3, 10)), (-1, 1)):
        query = [(value + side * nearly,)]
        assert model.predict(query) == reference.predict(query)
        [found], [defined] = (one.predict_in_detail(query) for one in (model, reference))
        assert found.range == defined.range


def test_equal_rows_are_found_even_where_keys_collide(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(8)
    points = np.unique(chance.integers(0, 5, (80, 2)), axis=0).astype(float)
    queries = chance.integers(-1, 6, (60, 2)).astype(float)
    expected = [next((j for j, z in enumerate(points) if (z == x).all()), -1) for x in queries]
    assert EqualRows(points).of(queries).tolist() == expected
    monkeypatch.setattr(EqualRows, "_keys", staticmethod(lambda rows: np.zeros(len(rows), dtype=np.uint64)))
    assert EqualRows(points).of(queries).tolist() == expected


def test_large_and_small_numbers_are_brought_into_range() -> None:
    for scale in (1e200, 1e-200, 5e-324):
        rows = np.array([[scale, 3 * scale], [2 * scale, 0.0]])
        values = TrainingValues(rows, (1, 1), PAPER)
        assert values.exponent and 0.1 < np.abs(values.rows.doubles).max() <= 1
        assert values.rows.order is values.rows.given


# --- Jobs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attributes", [2, 5, 12])
@pytest.mark.parametrize("reading", [PAPER, AUTHORS], ids=["PAPER", "AUTHORS"])
def test_jobs_change_no_answer(attributes: int, reading: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbors, "AT_ONCE", 50)
    monkeypatch.setattr(ranges, "QUERIES", 64)
    monkeypatch.setattr(ranges, "CELLS", 20_000)
    X, y, queries = sample(600, attributes)
    alone = NumpyMonFkNN(reading=reading).fit(X, y)
    expected, decisions = alone.predict(queries), alone.decisions_
    for jobs in (2, 3, -1):
        model = NumpyMonFkNN(reading=reading, n_jobs=jobs).fit(X, y)
        assert model.training_labels_ == alone.training_labels_
        assert np.array_equal(model.predict(queries), expected)
        assert model.decisions_ == decisions
        assert np.array_equal(pickle.loads(pickle.dumps(model)).predict(queries), expected)


def test_jobs_are_shared() -> None:
    meeting = threading.Barrier(2, timeout=20)
    assert Threads(2).map(lambda part: (meeting.wait(), part)[1], [1, 2]) == [1, 2]
    assert threading.active_count() < 20


def test_numbers_of_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("monfknn_ref.optimised.with_numpy.loops_and_threads.processors", lambda: 4)
    assert [Threads(jobs).count for jobs in (None, 1, 3, -1, -2, -9)] == [1, 1, 3, 4, 3, 1]
    for wrong, error in ((0, ValueError), (1.5, TypeError), ("2", TypeError), (True, ValueError)):
        with pytest.raises(error, match="n_jobs must be None or a whole number other than 0, got"):
            NumpyMonFkNN(n_jobs=wrong).fit([(1, 2)], [0])


def test_joblib_can_ask_for_jobs() -> None:
    joblib = pytest.importorskip("joblib")
    with joblib.parallel_config(backend="threading", n_jobs=2):
        assert Threads(None).count == 2
    assert Threads(None).count == 1


# --- Reasons ----------------------------------------------------------------------------------------------


def test_every_path_says_what_and_why() -> None:
    X, y, _ = sample(60, 3)
    said = str(NumpyMonFkNN().fit(X, y).paths_).splitlines()
    assert [line.partition(":")[0] for line in said] == ["numbers", "ranges", "neighbors"]
    assert said[0] == "numbers: doubles (they are doubles already)"
    assert "k-d tree" in said[2]
    assert str(NumpyMonFkNN().fit(X[:, :2], y).paths_[1].way) == "staircases"
    assert NumpyMonFkNN().fit(X * 1e200, y).paths_[0].way == "doubles times a power of two"
    assert StdlibMonFkNN().fit(X.tolist(), y.tolist()).paths_[1].way == "sets of rows as bits"
    assert (
        StdlibMonFkNN().fit([(10**18 + 1,), (10**18,)], [0, 1]).paths_[0].way == "shifted and scaled doubles"
    )
    drawn = NumpyMonFkNN(reading=AUTHORS).fit([(1, 1)], [0]).paths_
    assert str(drawn) == (
        "everything: the reference (a row may have no neighbor, and memberships that are drawn)"
    )
    out_of_reach = [(Fraction(1, 3), 0), (Fraction(1, 2**60 + 1), 1)]
    assert StdlibMonFkNN().fit(out_of_reach, [0, 1]).paths_[0].reason == "no doubles stand for these numbers"
