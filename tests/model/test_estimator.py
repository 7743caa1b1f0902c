"""The estimator: its attributes, fitting again, unchanged inputs, and scikit-learn's conventions."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from refusals import refused

from monfknn_ref import AUTHORS, PAPER, MonFkNN, Reading
from monfknn_ref.arithmetic import exact_value
from monfknn_ref.classifiers import FkNN
from monfknn_ref.example import CLASSES, LABELS, ROWS
from monfknn_ref.model.door import Parameters


def random_problem(seed: int) -> tuple[list[tuple[int, int]], list[int], list[tuple[int, int]]]:
    rng = random.Random(seed)
    X = [(rng.randrange(6), rng.randrange(6)) for _ in range(30)]
    y = [min(3, max(0, (a + b) // 3 + rng.choice([-1, 0, 0, 0, 1]))) for a, b in X]
    return X, y, [(rng.randrange(7), rng.randrange(7)) for _ in range(20)]


def test_defaults_and_configurations() -> None:
    papers = {"k": 5, "K": 9, "RCr": 0.5, "typeRange": "inRange", "pOR": 0.5, "m": 2}
    ours = {"reading": PAPER, "tie": None, "directions": None, "classes": None}
    assert MonFkNN().get_params() == {**papers, **ours}
    pure, approximate = MonFkNN.pure_monotonic(), MonFkNN.approximate_monotonic(k=3)
    assert (pure.RCr, pure.typeRange) == (0.5, "inRange")
    assert (approximate.RCr, approximate.typeRange, approximate.pOR, approximate.k) == (1, "outRange", 0.5, 3)


@pytest.mark.parametrize(
    "model",
    [
        MonFkNN(),
        MonFkNN(k=3, RCr=Fraction(1, 3), reading=AUTHORS, tie="upper", directions="+-"),
        MonFkNN(m=2.5, reading=Reading(weights="keller", median_gap="upper")),
        FkNN(K=3),
    ],
)
def test_repr_can_be_pasted(model: Any) -> None:
    pasted = eval(repr(model))
    assert pasted.get_params() == model.get_params()


def test_parameters_can_be_set_by_name() -> None:
    model = MonFkNN().set_params(k=3, tie="upper")
    assert (model.k, model.tie) == (3, "upper")
    known = "k, K, RCr, typeRange, pOR, m, reading, tie, directions, classes"
    with refused(ValueError, f"MonFkNN has no parameter 'neighbors'; its parameters are {known}"):
        model.set_params(k=4, neighbors=5)
    assert model.k == 3


def test_attributes_of_a_fitted_model() -> None:
    model = MonFkNN(k=2, K=3)
    assert model.fit(ROWS, LABELS, CLASSES) is model
    assert model.classes_ == CLASSES
    assert model.training_rows_ == [*ROWS[:7], *ROWS[8:]]
    assert all(isinstance(u, Fraction) for row in model.training_memberships_ for u in row)
    assert model.n_features_in_ == 2


def test_fitting_and_predicting_repeat_themselves_and_leave_inputs_alone() -> None:
    X, y, queries = random_problem(1)
    before = copy.deepcopy((X, y, queries))

    def answers(model: MonFkNN) -> Any:
        return model.predict(queries), model.predict_proba(queries), model.training_memberships_

    for reading in (PAPER, AUTHORS):
        model = MonFkNN(k=3, K=4, reading=reading).fit(X, y)
        assert answers(model) == answers(model) == answers(model.fit(X, y))
        other_rows = [(9, 9), (0, 0)]
        model.fit(other_rows, ["b", "a"], ["a", "b"]).predict([(9, 9)])
        assert model.classes_ == ["a", "b"]
        assert model.training_rows_ == other_rows
    assert (X, y, queries) == before


def test_one_by_one_is_all_at_once() -> None:
    X, y, queries = random_problem(2)
    model = MonFkNN(k=3, K=4).fit(X, y)
    assert [model.predict([x])[0] for x in queries] == model.predict(queries)
    assert model.predict([]) == []


def test_string_labels_and_classes_without_rows() -> None:
    X, y, queries = random_problem(3)
    names = ["none", "some", "much", "all", "never used"]
    numbers = MonFkNN().fit(X, y, range(5))
    words = MonFkNN().fit(X, [names[l] for l in y], names)
    assert words.predict(queries) == [names[l] for l in numbers.predict(queries)]
    assert words.predict_proba(queries) == numbers.predict_proba(queries)
    assert all(len(row) == 5 for row in words.predict_proba(queries))


def test_probabilities_are_the_memberships_as_floats() -> None:
    X, y, queries = random_problem(4)
    model = MonFkNN(k=3, K=4).fit(X, y)
    for floats, exact in zip(model.predict_proba(queries), model.predict_memberships(queries)):
        assert floats == [float(u) for u in exact]
        assert sum(exact) == 1
        assert sum(floats) == pytest.approx(1)


def test_mixed_numbers_in_one_table() -> None:
    model = MonFkNN(K=1, RCr=1).fit([(1, 0.5), (Fraction(3, 2), Decimal("2.5"))], [0, 1])
    assert model.predict([(Decimal("1.5"), 2.5), (True, 0)]) == [1, 0]


def test_values_far_apart_in_size() -> None:
    """Exact numbers do not lose the small differences beside the large ones."""
    X = [(1e300, 0), (1e300, 1e-300), (1e300, 3e-300)]
    model = MonFkNN(K=1, RCr=1).fit(X, [0, 1, 2])
    assert model.predict([(1e300, 4e-301), (1e300, 9e-301), (1e300, 2.5e-300)]) == [0, 1, 2]


def test_pickle_and_deepcopy() -> None:
    X, y, queries = random_problem(5)
    model = MonFkNN(k=3, K=4, reading=AUTHORS).fit(X, y)
    for again in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        assert again.predict(queries) == model.predict(queries)
        assert again.training_memberships_ == model.training_memberships_


def test_fknn_by_an_independent_definition() -> None:
    """Keller's rule in whole numbers: weights 1/d by m = 2 would be irrational, so m = 3 is used."""
    X, y, queries = random_problem(7)
    model = FkNN(k=3, K=4, m=3).fit(X, y, range(4))

    def nearest(x: tuple[int, int], count: int, skip: int | None = None) -> list[tuple[int, int]]:
        order = sorted((sum((a - b) ** 2 for a, b in zip(x, z)), i) for i, z in enumerate(X) if i != skip)
        return order[:count]

    memberships = []
    for i, x in enumerate(X):
        near = [y[j] for _, j in nearest(x, 3, i)]
        memberships.append(
            [Fraction(51, 100) * (y[i] == l) + Fraction(49, 300) * near.count(l) for l in range(4)]
        )
    assert model.training_memberships_ == memberships
    for x, predicted, u in zip(queries, model.predict(queries), model.predict_memberships(queries)):
        near = nearest(x, 4)
        if any(q == 0 for q, _ in near):
            weights = {j: Fraction(q == 0) for q, j in near}
        else:
            weights = {j: Fraction(1, q) for q, j in near}
        total = sum(weights.values())
        wanted = [sum(w * memberships[j][l] for j, w in weights.items()) / total for l in range(4)]
        assert u == wanted
        assert predicted == wanted.index(max(wanted))


def test_fknn_under_authors_has_no_coincident_neighbor() -> None:
    X, y = [(0, 0), (1, 1), (2, 2)], [0, 1, 1]
    model = FkNN(k=1, K=1, reading=AUTHORS).fit(X, y)
    assert model.predict([(0, 0)]) == [1]
    alone = FkNN(k=1, K=1, reading=AUTHORS).fit([(0, 0)], ["only"])
    assert alone.predict([(0, 0)]) == ["only"]


def test_arrays_of_every_type_give_what_lists_give() -> None:
    numpy = pytest.importorskip("numpy")
    X, y, queries = random_problem(8)
    wanted = MonFkNN(k=3).fit(X, y).predict(queries)
    for kind in ("int64", "float64", "float32", "int8"):
        model = MonFkNN(k=3).fit(numpy.array(X, dtype=kind), numpy.array(y))
        assert model.predict(numpy.array(queries, dtype=kind)).tolist() == wanted
    single = numpy.array([[0.1, 0.2]], dtype="float32")  # taken at its own shortest decimal
    assert MonFkNN().fit(single, [0]).learned_.D == [(1, 2)]
    with pytest.raises(TypeError, match="must hold numbers"):  # spans of time are none
        MonFkNN().fit(numpy.array(X, dtype="timedelta64[s]"), y)


def test_inverse_directions_of_unsigned_numbers_and_long_decimals() -> None:
    numpy = pytest.importorskip("numpy")
    array = numpy.array([[0], [3], [200]], dtype="uint8")
    model = MonFkNN(K=1, RCr=1, directions="-").fit(array, [2, 1, 0])
    assert model.learned_.D == [(0,), (-3,), (-200,)]
    long = Decimal("1.0000000000000000000000000000000000001")
    exact = MonFkNN(directions="-").fit([(long,), (1,)], [0, 1])
    assert exact.learned_.D[0] < exact.learned_.D[1]


def test_training_rows_are_converted_once_and_again_only_for_a_finer_grid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = MonFkNN(k=1, K=1).fit([(0.5, 1), (1.5, 2), (2.5, 4)], [0, 1, 1])
    seen: list[Any] = []
    module = sys.modules["monfknn_ref.arithmetic"]
    monkeypatch.setattr(module, "exact_value", lambda value: seen.append(value) or exact_value(value))
    assert model.predict([(7.5, 9), (0.5, 3)]) == [1, 0]
    assert set(seen) == {7.5, 9, 0.5, 3, 2}  # the queries, pOR, m
    learned, [x] = model.on_grid([(7.5, 9)])
    assert learned is model.learned_ and x == (15, 18)
    learned, [x] = model.on_grid([(0.25, 9)])
    assert learned.D == [(2, 4), (6, 8), (10, 16)] and x == (1, 36)
    assert model.learned_.D == [(1, 2), (3, 4), (5, 8)]


def test_the_checked_parameters_have_the_defaults_of_the_constructor() -> None:
    """All but `classes`, which is checked with the labels."""
    checked = {field.name: field.default for field in fields(Parameters)}
    assert {**checked, "classes": None} == MonFkNN().get_params()
