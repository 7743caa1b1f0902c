"""The optimized variants give the reference's answers, on random sets made to be difficult and on the real ones."""

from __future__ import annotations

import math
import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

import outside
import pytest
from differential import ATTRIBUTES, VARIANTS, answers
from thoroughness import THOROUGH, rounds

from monfknn_ref import AUTHORS, PAPER, MonFkNN, Reading
from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.oracle import cases, check
from monfknn_ref.oracle.cases import MANY_ROWS
from monfknn_ref.oracle.families import quick
from monfknn_ref.readings import REGISTER

SETS = rounds(60, 600)


def test_both_variants_take_part() -> None:
    pytest.importorskip("scipy", reason="the NumPy variant needs NumPy and SciPy")
    assert len(VARIANTS) == 2


# --- Sets made to hurt ------------------------------------------------------------------------------------


def values(chance: random.Random, coarse: bool) -> list[Any]:
    """The values that the attributes of one set are drawn from, with distances that tie or nearly do."""
    base = chance.random()
    kinds = [
        [0, 1],
        [0, 1, 2],
        [-1, 0, 1, 3],
        [0.1, 0.2, 0.3, 0.4, 0.7],
        [Decimal("0.10"), 0.1, Fraction(1, 5), 1, 0.25],
        [Fraction(1, 3), Fraction(2, 3), 1, 0, 0.5],  # no floats stand for these
        [round(chance.random(), 2) for _ in range(12)],
        [i / 7 for i in range(8)],  # floats whose exact distances nearly tie, and do not
        [base, math.nextafter(base, 2), math.nextafter(base, -1), base + 1e-15, 2 * base],
        [1e8, 1e8 + 1, 1e8 + 2**-20, 1e8 - 1],
        [2**53, 2**53 + 1, 2**53 + 2, 0],
        [1e-170, 2e-170, 0.0, 3e-163],  # squares underflow
        [1e160, -1e160, 2e160, 0.0],  # squares overflow
        [chance.random() for _ in range(12)],
    ]
    return chance.choice(kinds[:7] if coarse else kinds)


class AdversarialSet:
    """Training rows, labels, queries and parameters, all drawn from one seed."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        attributes, rows = chance.choice([1, 2, 2, 2, 3, 4]), chance.choice([1, 2, 5, 12, 25, 40])
        m = chance.choice([1, 1.5, 2, 2, 2, 3, 0.5])
        fourth_roots = m in (0.5, 1.5)  # the reference takes its time to tell two of these apart
        columns = [values(chance, coarse=fourth_roots) for _ in range(attributes)]
        if chance.random() < 0.5:  # one kind of value in all attributes makes more ties
            columns = [columns[0]] * attributes
        self.X = [tuple(chance.choice(column) for column in columns) for _ in range(rows)]
        names = chance.choice([[0, 1], [0, 1, 2], ["a", "b", "c", "d"], [3, 1, 2], list(range(9))])
        self.classes = None if chance.random() < 0.3 else names
        if chance.random() < 0.5:
            self.y = [chance.choice(names) for _ in self.X]
        else:  # mostly monotone
            height = [sum(column.index(v) for v, column in zip(x, columns)) for x in self.X]
            top = max(height) + 1
            self.y = [names[h * len(names) // top] for h in height]
            for i in range(rows):
                if chance.random() < 0.2:
                    self.y[i] = chance.choice(names)
        self.queries = [tuple(chance.choice(column) for column in columns) for _ in range(4)]
        self.queries += [chance.choice(self.X) for _ in range(2)]
        self.queries += [tuple(chance.choice([-1, 2, 3]) * v for v in chance.choice(self.X))]
        self.parameters = dict(
            k=chance.choice([1, 2, 3, 5, 7, 60]),
            K=chance.choice([1, 2, 4] if fourth_roots else [1, 2, 4, 6, 9, 20]),
            RCr=chance.choice([0, 0.3, 0.5, Fraction(1, 2), 0.51, 0.1234567890123456, 1]),
            pOR=chance.choice([0, 0.3, 0.5, 1]),
            m=m,
            typeRange=chance.choice(["inRange", "outRange"]),
            directions=chance.choice([None, [chance.choice([1, -1]) for _ in columns]]),
        )
        self.tie = chance.choice([None, None, "lower", "upper", "coin"])
        self.seed = seed

    def readings(self) -> list[Reading]:
        """Both named readings, and a mix of them."""
        chance = random.Random(self.seed)
        mixed = {point.field: chance.choice(list(point.options)) for point in REGISTER}
        return [PAPER, AUTHORS, Reading(**mixed)]


@pytest.mark.parametrize("start", range(0, SETS, 50))
def test_random_adversarial_sets(start: int) -> None:
    for seed in range(start, min(start + 50, SETS)):
        given = AdversarialSet(seed)
        for reading in given.readings():
            expected = answers(MonFkNN(), given, reading, seed % 4 == 0)
            for variant in VARIANTS:
                said = answers(variant(), given, reading, seed % 4 == 0)
                assert said == expected, f"{variant.__name__}, set {seed}, {reading}, {given.parameters}"


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
    rows = range(len(dataset)) if THOROUGH else range(0, len(dataset), max(1, len(dataset) // 40))
    X, y = [dataset.X[i] for i in rows], [dataset.y[i] for i in rows]
    queries = dataset.X[:: max(1, len(dataset) // 10)]
    chosen = {"directions": dataset.directions, "reading": reading}
    assert_agreement(X, y, queries, dataset.classes, **chosen)
    assert_agreement(X, y, queries, dataset.classes, typeRange="outRange", RCr=1, **chosen)
    scaled = dataset.scaled()
    assert_agreement([scaled[i] for i in rows], y, scaled[:5], dataset.classes, reading=reading)
