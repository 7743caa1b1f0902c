"""The optimized variants give the reference's answers, on the oracle's cases, on larger sets and on real ones."""

from __future__ import annotations

import random
from typing import Any

import outside
import pytest
from differential import ATTRIBUTES, VARIANTS
from thoroughness import rounds

from monfknn_ref import AUTHORS, PAPER, MonFkNN, Reading
from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.oracle import cases, check
from monfknn_ref.oracle.cases import MANY_ROWS
from monfknn_ref.oracle.families import quick


def test_both_variants_take_part() -> None:
    pytest.importorskip("scipy", reason="the NumPy variant needs NumPy and SciPy")
    assert len(VARIANTS) == 2


# --- The battery of the oracle ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("reading", [PAPER, AUTHORS], ids=["PAPER", "AUTHORS"])
def test_the_small_cases_of_the_battery_without_a_tie(reading: Reading) -> None:
    """Of the large cases the answers come from a variant: tests/oracle/test_sizes.py has the reference's."""
    small = [case for case in quick(cases()) if len(case.X) <= MANY_ROWS]
    for variant in VARIANTS:
        report = check(variant, reading, cases=small)
        assert report.ok, str(report)
        assert {result.verdict for result in report.results} <= {"agree", "unsupported"}


# --- Sets of some size ------------------------------------------------------------------------------------


def assert_agreement(X: Any, y: Any, queries: Any, classes: Any = None, **parameters: Any) -> None:
    """The variants say what the reference says, of the rows and of the queries."""
    reference = MonFkNN(**parameters).fit(X, y, classes)
    predictions = reference.predict(queries)
    for variant in VARIANTS:
        model = variant(**parameters).fit(X, y, classes)
        for attribute in ATTRIBUTES:
            assert getattr(model, attribute) == getattr(reference, attribute), (variant, attribute)
        assert model.predict(queries) == predictions, variant


CONFIGURATIONS = pytest.mark.parametrize(
    "parameters",
    [{}, {"typeRange": "outRange", "RCr": 1}, {"reading": AUTHORS}, {"K": 40, "k": 30, "pOR": 0.3}],
    ids=["PM", "AM", "AUTHORS", "many neighbors"],
)


@CONFIGURATIONS
@pytest.mark.parametrize("attributes", [2, 4])
def test_noisy_rows(attributes: int, parameters: dict[str, Any]) -> None:
    chance = random.Random(attributes)
    X = [tuple(chance.random() for _ in range(attributes)) for _ in range(120)]
    y = [min(4, max(0, int((x[0] + x[1]) * 2.5) + chance.choice([0] * 8 + [-1, 1]))) for x in X]
    queries = [tuple(chance.random() for _ in range(attributes)) for _ in range(15)]
    assert_agreement(X, y, queries, **parameters)


@CONFIGURATIONS
def test_rows_on_a_grid(parameters: dict[str, Any]) -> None:
    """Distances tie everywhere, and the place of a row decides."""
    chance = random.Random(3)
    X = [(i % 13 * 0.25, i // 13 * 0.25) for i in range(169)]
    chance.shuffle(X)
    y = [min(4, max(0, int((x[0] + x[1]) * 0.8) + chance.choice([0] * 6 + [-1, 1]))) for x in X]
    queries = [(chance.randrange(26) * 0.125, chance.randrange(26) * 0.125) for _ in range(15)]
    assert_agreement(X, y, queries, **parameters)


def test_the_only_valid_rows_are_far_away() -> None:
    """Long lists of near rows hold no row of a valid class, so the search must go on among those alone."""
    chance = random.Random(4)
    near = [(chance.uniform(0, 1), 10 - chance.uniform(0, 1)) for _ in range(200)]
    far = [(20 + chance.random(), 30 + chance.random()) for _ in range(12)]
    X, y = near + far, [2] * 200 + [1] * 12
    queries = [(x + 0.001, y - 0.001) for x, y in near[:20]] + [(25.0, 35.0), (-1.0, -1.0)]
    assert_agreement([*X, (0.0, 0.0), (1.0, 8.9)], [*y, 1, 0], queries, k=3, K=4)


def test_a_constant_attribute_and_one_attribute() -> None:
    chance = random.Random(5)
    column = [chance.random() for _ in range(60)]
    y = [int(3 * value) for value in column]
    assert_agreement([(value, 7.0) for value in column], y, [(0.5, 7.0), (0.2, 3.0), (0.9, 8.0)])
    assert_agreement([(value,) for value in column], y, [(0.5,), (0.2,), (column[0],)])
    assert_agreement([(value, 7.0, 1.0) for value in column], y, [(0.5, 7.0, 1.0), (0.2, 3.0, 2.0)])


# --- The paper's data sets --------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", [PAPER, AUTHORS], ids=["PAPER", "AUTHORS"])
@pytest.mark.parametrize("data_set", list(PAPER_TABLE))
def test_data_sets(data_set: str, reading: Reading) -> None:
    dataset = outside.paper_set(data_set)
    rows = range(0, len(dataset), max(1, len(dataset) // rounds(40, 200)))
    X, y = [dataset.X[i] for i in rows], [dataset.y[i] for i in rows]
    queries = dataset.X[:: max(1, len(dataset) // 10)]
    chosen = {"directions": dataset.directions, "reading": reading}
    assert_agreement(X, y, queries, dataset.classes, **chosen)
    assert_agreement(X, y, queries, dataset.classes, typeRange="outRange", RCr=1, **chosen)
    scaled = dataset.scaled()
    assert_agreement([scaled[i] for i in rows], y, scaled[:5], dataset.classes, reading=reading)
