"""The optimized variants can replace the reference: the same parameters, inputs, attributes and errors."""

from __future__ import annotations

import copy
import pickle
import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from monfknn_ref import AUTHORS, PAPER, MonFkNN, Reading
from monfknn_ref.model.arrays_and_frames import NotFittedError
from monfknn_ref.model.functions import valid_range
from monfknn_ref.optimised.with_stdlib.ranges_and_neighbors import BitBounds, PlaneBounds

np = pytest.importorskip("numpy", reason="both variants are tested side by side")
pytest.importorskip("scipy", reason="both variants are tested side by side")

from monfknn_ref.optimised import NumpyMonFkNN  # noqa: E402
from monfknn_ref.optimised.with_numpy import ranges as array_ranges  # noqa: E402

X = [(1, 1), (2, 1), (2, 3), (4, 4), (5, 4), (5, 5), (3, 3), (2, 2)]
Y = [0, 0, 1, 1, 2, 2, 1, 0]
QUERIES = [(1, 2), (3, 3), (6, 6), (0, 0), (2.5, 3.5)]


def complaint(action: Any) -> tuple[type[BaseException], str] | None:
    try:
        action()
    except Exception as error:
        return type(error), str(error)
    return None


def assert_same(model: Any, reference: MonFkNN, *batches: Any) -> None:
    """What was learned, and the answers to these queries."""
    for name in ("training_rows_", "training_memberships_", "training_labels_", "first_labels_", "learned_"):
        assert getattr(model, name) == getattr(reference, name), name
    for queries in batches:
        found, expected = model.predict(queries), reference.predict(queries)
        assert list(found) == list(expected) and type(found) is type(expected)


# --- Complaints -------------------------------------------------------------------------------------------


class Matrix(np.ndarray):  # type: ignore[misc]
    """An array whose rows are tables again, as those of NumPy's old matrices."""

    def __iter__(self) -> Any:
        return iter([self[i : i + 1] for i in range(len(self))])


BAD_TRAINING: list[tuple[Any, Any, Any]] = [
    ([], [], None),
    (7, [0], None),
    ("abc", [0], None),
    ([[1, 2], [3]], [0, 1], None),
    ([[1, "2"]], [0], None),
    ([[1, float("nan")]], [0], None),
    ([[1, 2], []], [0, 1], None),
    ([[1, 2], 3], [0, 1], None),
    ([[1, 2]], [0, 1], None),
    ([[1, 2]], 5, None),
    ([[1, 2]], [[0]], None),
    ([[1, 2]], [float("nan")], None),
    ([[1, 2], [2, 3]], [0, "a"], None),
    ([[1, 2], [2, 3]], [0, 1], [0]),
    ([[1, 2]], [0], [0, 0]),
    ([[1, 2]], [0], []),
    ([[1, 2]], [0], 0),
    (np.zeros((0, 2)), [], None),
    (np.zeros((2, 0)), [0, 1], None),
    (np.zeros(3), [0, 1, 2], None),
    (np.zeros((2, 2, 2)), [0, 1], None),
    (np.array([[1.0, np.inf]]), [0], None),
    (np.array([["1", "2"]]), [0], None),
    ([[1, 2], [2, 3]], ["b", "a"], None),
    (np.array([[1.0, 2.0], [2.0, 2.0]]), np.array(["b", "a"]), None),
    ([[1, 2], [2, 3]], [0.5, 1], None),
    (np.array([[1j, 2]]), [0], None),
    (np.array([[1.0, 2.0]]), np.array([0, 1]), None),
    (np.array([[1.0, 2.0], [2.0, 2.0]]), np.array([0, 7]), [0, 1]),
    (np.array([[1.0, 2.0], [2.0, 2.0]]), np.array(["a", "b"]), np.array(["a"])),
    (np.array([[1.0, 2.0]]), np.array([[0, 1]]), None),
    (np.array([[1.0, 2.0]]), np.array([np.nan]), None),
    (np.ma.array([[1.0, 2.0]], mask=[[False, True]]), [0], None),
    (np.ma.array([[1, 2]], mask=[[True, False]]), [0], None),
    (np.array([[1.0, 2.0], [2.0, 2.0]]), np.ma.array([0, 1], mask=[True, False]), None),
    (np.array([[1.0, 2.0], [2.0, 2.0]]), np.ma.array([0, 1], mask=[True, False]), [0, 1]),
    (np.array([[1.0, 2.0]]).view(Matrix), [0], None),
]


@pytest.mark.parametrize(("rows", "labels", "classes"), BAD_TRAINING)
def test_bad_training_data_is_refused_in_the_same_words(
    variant: type[Any], rows: Any, labels: Any, classes: Any
) -> None:
    expected = complaint(lambda: MonFkNN().fit(rows, labels, classes))
    assert expected is not None
    assert complaint(lambda: variant().fit(rows, labels, classes)) == expected


@pytest.mark.parametrize(
    "queries",
    [
        [(1,)],
        [(1, 2, 3)],
        5,
        [5],
        [("a", 1)],
        np.zeros((2, 3)),
        np.array([[np.nan, 1.0]]),
        np.zeros(2),
        np.ma.array([[1.0, 2.0]], mask=[[False, True]]),
    ],
)
def test_bad_queries_are_refused_in_the_same_words(variant: type[Any], queries: Any) -> None:
    expected = complaint(lambda: MonFkNN().fit(X, Y).predict(queries))
    assert expected is not None
    model = variant().fit(X, Y)
    kind, words = expected
    for ask in (model.predict, model.predict_proba):
        assert complaint(lambda ask=ask: ask(queries)) == (kind, words.replace("MonFkNN", variant.__name__))


BAD_PARAMETERS = [("k", 0), ("K", "3"), ("RCr", 2), ("typeRange", "inside"), ("pOR", -1), ("m", 0)]
BAD_PARAMETERS += [("reading", "PAPER"), ("tie", "middle"), ("directions", "+")]


@pytest.mark.parametrize(("name", "value"), BAD_PARAMETERS)
def test_bad_parameters_are_refused_in_the_same_words(variant: type[Any], name: str, value: Any) -> None:
    expected = complaint(lambda: MonFkNN(**{name: value}).fit(X, Y))
    assert expected is not None
    assert complaint(lambda: variant(**{name: value}).fit(X, Y)) == expected
    if name != "directions":
        changed = variant().fit(X, Y).set_params(**{name: value})
        assert complaint(lambda: changed.predict(QUERIES)) == expected


@pytest.mark.parametrize(
    ("parameters", "rows", "queries", "words"),
    [
        (
            {"reading": AUTHORS, "m": 1.5},
            [(0.0, 0.0), (1.0, 1.0), (2.0, 1.0)],
            [(0.5, 0.5), (1e-100, 0.0)],
            "is too small for doubles",
        ),
        ({"m": 10_002}, X[:3], [(1, 1.5)], "too long a number"),
        (
            {"reading": AUTHORS},  # each weight is finite, their sum is not
            [(0.8e-154, 0.0), (0.0, 0.8e-154), (2.0, 1.0)],
            [(1.5, 1.0), (0.0, 0.0)],
            "memberships that add up to nan",
        ),
    ],
)
def test_what_numbers_cannot_hold_is_refused_in_the_same_words(
    variant: type[Any], parameters: dict[str, Any], rows: Any, queries: Any, words: str
) -> None:
    reference, model = (one(**parameters).fit(rows, [0, 1, 1]) for one in (MonFkNN, variant))
    expected = complaint(lambda: reference.predict(queries))
    assert expected is not None and words in expected[1]
    assert complaint(lambda: model.predict(queries)) == expected
    assert model.predict(rows[2:]) == reference.predict(rows[2:])


def test_an_explanation_is_that_of_the_reference(variant: type[Any]) -> None:
    model, reference = variant(k=2, K=3).fit(X, Y), MonFkNN(k=2, K=3).fit(X, Y)
    for x in QUERIES:
        expected = reference.explain(x).to_json().replace("MonFkNN(", f"{variant.__name__}(")
        assert model.explain(x).to_json() == expected
    arrays = variant(k=2, K=3).fit(np.array(X), np.array(Y))
    assert arrays.explain(QUERIES[0]).label == reference.explain(QUERIES[0]).label


def test_exponents_beyond_exact_arithmetic_are_refused_in_the_same_words(variant: type[Any]) -> None:
    parameters = {"m": 10_002}
    expected = complaint(lambda: MonFkNN(**parameters).fit(X, Y).predict([(1, 1.5)]))
    assert expected is not None and "too long a number" in expected[1]
    model = variant(**parameters).fit(X, Y)
    assert complaint(lambda: model.predict([(1, 1.5)])) == expected
    assert model.predict([(1, 1)]) == MonFkNN(**parameters).fit(X, Y).predict([(1, 1)])


def test_an_unfitted_model_says_so(variant: type[Any]) -> None:
    for ask in (lambda m: m.predict(QUERIES), lambda m: m.training_rows_, lambda m: m.decisions_):
        with pytest.raises(NotFittedError, match=f"this {variant.__name__} is not fitted yet"):
            ask(variant())
    assert not hasattr(variant(), "training_memberships_")


# --- Inputs -----------------------------------------------------------------------------------------------


def forms() -> dict[str, Any]:
    """The same few rows in every form that is accepted."""
    tenths = [tuple(value / 10 for value in row) for row in X]
    return {
        "lists": [list(row) for row in X],
        "floats": tenths,
        "float64": np.array(tenths),
        "float32": np.array(tenths, dtype=np.float32),
        "float16": np.array(tenths, dtype=np.float16),
        "longdouble": np.array(tenths, dtype=np.longdouble),
        "int64": np.array(X),
        "uint8": np.array(X, dtype=np.uint8),
        "beyond 2^53": np.array(X) + 2**60,
        "nothing masked": np.ma.array(tenths),
        "objects": np.array([[Fraction(a, 3), Decimal(b)] for a, b in X], dtype=object),
        "columns first": np.asfortranarray(tenths),
        "every other column": np.repeat(np.array(tenths), 2, axis=1)[:, ::2],
        "mixed": [(a, b / 10) for a, b in X],
        "decimals": [(Decimal(a) / 10, Fraction(b, 10)) for a, b in X],
        "thirds": [(Fraction(a, 3), Fraction(b, 7)) for a, b in X],
    }


@pytest.mark.parametrize("directions", [None, "+-"])
@pytest.mark.parametrize("reading", [None, AUTHORS], ids=["PAPER", "AUTHORS"])
@pytest.mark.parametrize("form", list(forms()))
def test_every_form_of_rows(variant: type[Any], form: str, reading: Any, directions: Any) -> None:
    rows = forms()[form]
    parameters = {"k": 2, "K": 3, "directions": directions, **({"reading": reading} if reading else {})}
    reference, model = MonFkNN(**parameters).fit(rows, Y), variant(**parameters).fit(rows, Y)
    assert_same(model, reference, rows, [(0.3, 0.2), (1, 0.7)], [(Fraction(1, 3), Decimal("0.2"))], [])


HUGE = [(a + 10**400, b) for a, b in X]


@pytest.mark.parametrize("reading", [PAPER, AUTHORS], ids=["PAPER", "AUTHORS"])
@pytest.mark.parametrize(("rows", "queries"), [(HUGE, QUERIES), (HUGE, HUGE), (X, HUGE)])
def test_whole_numbers_beyond_all_floats(
    variant: type[Any], reading: Reading, rows: Any, queries: Any
) -> None:
    def answer(model: MonFkNN) -> list[Any]:
        return model.set_params(reading=reading).fit(rows, Y).predict(queries)

    expected = complaint(lambda: answer(MonFkNN()))
    assert complaint(lambda: answer(variant())) == expected
    assert expected is not None or answer(variant()) == answer(MonFkNN())


@pytest.mark.parametrize(
    "labels",
    [
        np.array(Y),
        np.array(Y, dtype=np.uint8),
        np.array(list("aabbccba")),
        np.array([True, False] * 4),
        np.array([1.0, 2.0] * 4),
        np.array(list("aabbccba"), dtype=object),
        list("aabbccba"),
        tuple(Y),
        [Fraction(1, 2), 2] * 4,
    ],
)
def test_every_form_of_labels(variant: type[Any], labels: Any) -> None:
    classes = ["a", "b", "c"] if "a" in list(labels) else None
    reference, model = MonFkNN().fit(X, labels, classes), variant().fit(X, labels, classes)
    assert list(model.classes_) == list(reference.classes_)
    assert type(model.classes_) is type(reference.classes_)
    assert [type(label) for label in model.classes_] == [type(label) for label in reference.classes_]
    assert_same(model, reference, QUERIES)


@pytest.mark.parametrize("labels", [Y, np.array(Y)])
@pytest.mark.parametrize("classes", [[2, 1, 0], range(5), np.array([9, 0, 1, 2])])
def test_every_form_of_classes(variant: type[Any], labels: Any, classes: Any) -> None:
    expected = MonFkNN().fit(X, labels, classes).predict(QUERIES)
    assert variant().fit(X, labels, classes).predict(QUERIES) == expected
    assert variant().fit(X, labels, iter(list(classes))).predict(QUERIES) == expected


def test_frames(variant: type[Any]) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=["a", "b"])
    labels = pandas.Series(list("aabbccba"))
    model, reference = variant().fit(frame, labels, list("abc")), MonFkNN().fit(frame, labels, list("abc"))
    assert_same(model, reference, frame)


def test_rows_that_can_be_read_only_once(variant: type[Any]) -> None:
    thirds = [(Fraction(a, 3), Fraction(b, 2**60 + 1)) for a, b in X]  # left to the reference
    for rows in (X, thirds):
        model, reference = variant().fit(iter(rows), iter(Y)), MonFkNN().fit(rows, Y)
        for queries in (QUERIES, thirds):
            assert model.predict(iter(queries)) == reference.predict(queries)
        assert model.predict_proba(iter(QUERIES)) == reference.predict_proba(QUERIES)


def test_rows_that_are_changed_later(variant: type[Any]) -> None:
    rows, labels = np.array(X, dtype=float), np.array(Y)
    model = variant().fit(rows, labels)
    expected = MonFkNN().fit(X, Y)
    rows[:] = 0
    labels[:] = 0
    assert_same(model, expected, QUERIES)
    assert model.predict_proba(QUERIES) == expected.predict_proba(QUERIES)


# --- Manners ----------------------------------------------------------------------------------------------


def test_parameters_repr_and_configurations(variant: type[Any]) -> None:
    own = {"n_jobs": None} if variant is NumpyMonFkNN else {}
    assert variant().get_params() == {**MonFkNN().get_params(), **own}
    assert repr(variant(K=3)) == f"{variant.__name__}(K=3)"
    assert repr(variant.approximate_monotonic()) == f"{variant.__name__}(RCr=1, typeRange='outRange')"
    assert isinstance(variant.pure_monotonic(), variant)
    assert variant(k=2).fit(X, Y).score(X, Y) == MonFkNN(k=2).fit(X, Y).score(X, Y)


def test_fitting_again_forgets_everything(variant: type[Any]) -> None:
    model = variant().fit(X, Y)
    assert len(model.training_rows_) == 8
    thirds = [(Fraction(1, 3), 0), (Fraction(1, 2**60 + 1), 1)]  # left to the reference
    for rows, labels in ((X[:3], Y[:3]), (thirds, [0, 1]), (X[:2], Y[:2])):
        assert_same(model.fit(rows, labels), MonFkNN().fit(rows, labels), QUERIES)


def test_a_failed_fit_leaves_the_model_as_it_was(variant: type[Any]) -> None:
    model = variant().fit(X, Y)
    with pytest.raises(ValueError):
        model.fit([(1, 2)], [0, 1])
    assert_same(model, MonFkNN().fit(X, Y), QUERIES)


def test_copies_and_pickles_answer_alike(variant: type[Any]) -> None:
    model, reference = variant(reading=AUTHORS).fit(X, Y), MonFkNN(reading=AUTHORS).fit(X, Y)
    for twin in (model, pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        assert_same(twin, reference, QUERIES)


def test_parameters_changed_after_fitting_count_for_predictions(variant: type[Any]) -> None:
    changes = [{"K": 1}, {"typeRange": "outRange"}, {"pOR": 0}, {"m": 3}, {"tie": "upper"}]
    model, reference = variant().fit(X, Y), MonFkNN().fit(X, Y)
    for change in (*changes, {"RCr": 0, "reading": AUTHORS}):
        assert_same(model.set_params(**change), reference.set_params(**change), QUERIES)


def test_a_coin_is_tossed_in_the_same_order(variant: type[Any]) -> None:
    chance = random.Random(8)
    rows = [(chance.randrange(4), chance.randrange(4)) for _ in range(60)]
    labels = [chance.randrange(4) for _ in rows]
    queries = [(chance.randrange(4), chance.randrange(4)) for _ in range(40)]
    for reading in (AUTHORS, AUTHORS.__class__(median_gap="coin", no_neighbor="drawn")):
        ours, theirs = random.Random(9), random.Random(9)
        model = variant(reading=reading, tie=ours, pOR=0, typeRange="outRange").fit(rows, labels)
        reference = MonFkNN(reading=reading, tie=theirs, pOR=0, typeRange="outRange").fit(rows, labels)
        assert ours.getstate() == theirs.getstate()
        assert model.predict(queries) == reference.predict(queries)
        assert ours.getstate() == theirs.getstate()


# --- Bounds -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("attributes", [1, 2, 3])
def test_bounds_of_all_kinds_are_those_of_the_definition(attributes: int, seed: int) -> None:
    chance = random.Random(100 * attributes + seed)
    levels, c = chance.choice([2, 4, 9]), 4
    rows = list({tuple(float(chance.randrange(levels)) for _ in range(attributes)) for _ in range(30)})
    y = [chance.randrange(c) for _ in rows]
    queries = [tuple(chance.randrange(-1, 2 * levels) / 2 for _ in range(attributes)) for _ in range(20)]

    def defined(x: Any, leave_out: int | None = None) -> tuple[int, int]:
        below = [y[j] for j, z in enumerate(rows) if j != leave_out and all(a >= b for a, b in zip(x, z))]
        above = [y[j] for j, z in enumerate(rows) if j != leave_out and all(a <= b for a, b in zip(x, z))]
        return max(below, default=-1), min(above, default=c)

    def filled(bounds: Any) -> list[tuple[int, int]]:
        return [(-1 if low is None else low, c if high is None else high) for low, high in bounds]

    of_queries, of_rows = [defined(x) for x in queries], [defined(x, i) for i, x in enumerate(rows)]
    kinds: list[Any] = [BitBounds(rows, y)] + ([PlaneBounds(rows, y, c)] if attributes < 3 else [])
    for bounds in kinds:
        assert filled(bounds.of(queries)) == of_queries
        assert filled(bounds.of(rows, range(len(rows)))) == of_rows
    points, labels, table = np.array(rows), np.array(y), np.array(queries)
    arrays: list[Any] = [array_ranges.BitBounds(array_ranges.RankedColumns(points), labels, c)]
    if attributes < 3:
        arrays.append(array_ranges.PlaneBounds(points, array_ranges.lexicographic(points), labels, c))
    for bounds in arrays:
        assert list(zip(*(side.tolist() for side in bounds.of(table)))) == of_queries
        assert list(zip(*(side.tolist() for side in bounds.of_rows(others=True)))) == of_rows
        everyone = [defined(x) for x in rows]
        assert list(zip(*(side.tolist() for side in bounds.of_rows(others=False)))) == everyone
    for x, (low, high) in zip(queries, of_queries):
        expected = (max(low, 0), min(high, c - 1))
        assert valid_range(x, rows, y, c) == (expected if expected[0] <= expected[1] else (0, c - 1))
