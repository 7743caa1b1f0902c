"""The register of open points, and that every option of every point does what it says."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import replace
from typing import Any

import pytest

from monfknn_ref import AUTHORS, PAPER, MonFkNN, Reading, median, valid_range
from monfknn_ref.readings import REGISTER, check_reading


def test_the_register_names_every_point_once_and_reading_has_its_field() -> None:
    assert len({point.id for point in REGISTER}) == len(REGISTER)
    assert [field.name for field in dataclasses.fields(Reading)] == [point.field for point in REGISTER]
    for point in REGISTER:
        assert len(point.options) >= 2
        assert point.paper in point.options
        assert point.authors in point.options
        assert (getattr(PAPER, point.field), getattr(AUTHORS, point.field)) == (point.paper, point.authors)
        assert point.text and point.where and point.why and all(point.options.values())


def test_the_two_named_readings() -> None:
    assert Reading() == PAPER
    assert repr(PAPER) == "PAPER"
    assert repr(AUTHORS) == "AUTHORS"


def test_a_reading_is_a_value() -> None:
    mix = replace(PAPER, weights="keller")
    assert mix == Reading(weights="keller")
    assert hash(mix) == hash(Reading(weights="keller"))
    assert eval(repr(mix)) == mix
    assert repr(replace(mix, median_gap="coin")) == "Reading(weights='keller', median_gap='coin')"
    assert repr(replace(AUTHORS, weights="printed")).count("=") == 7
    with pytest.raises(dataclasses.FrozenInstanceError):
        PAPER.weights = "keller"  # type: ignore[misc]


@pytest.mark.parametrize("point", REGISTER, ids=lambda point: point.id)
def test_unknown_options_are_refused_with_the_valid_ones(point: Any) -> None:
    with pytest.raises(ValueError) as error:
        Reading(**{point.field: "other"})
    names = " or ".join(map(repr, point.options))
    assert str(error.value) == f"{point.field} must be {names}, got 'other'"


def test_what_is_no_reading_is_refused() -> None:
    with pytest.raises(TypeError) as error:
        check_reading("paper")
    assert str(error.value) == "reading must be PAPER, AUTHORS or another Reading, got 'paper'"


@pytest.mark.parametrize(
    ("point", "option"),
    [(p, option) for p in REGISTER for option in p.options if option != p.paper],
    ids=lambda value: getattr(value, "id", value),
)
def test_every_option_changes_some_answer(point: Any, option: str) -> None:
    """An option that never matters would be no choice. Searched among small random problems."""
    reading = replace(PAPER, **{point.field: option})
    base = PAPER
    if point.id == "rcr-one":  # differs from the text only where medians are tossed
        reading, base = replace(reading, median_gap="coin"), replace(PAPER, median_gap="coin")
    rng = random.Random(f"290 {point.id}")  # with which the search is short for every option
    for _ in range(3000):
        c, n = 4, rng.randrange(2, 9)
        X = [(rng.randrange(4), rng.randrange(4)) for _ in range(n)]
        y = [rng.randrange(c - 1) for _ in X]
        x = (rng.randrange(4), rng.randrange(4))
        if point.id == "arithmetic":  # rows of which none dominates another, all close to the first
            X, y, x = [(i, -i) for i in range(8)], [rng.randrange(c) for _ in range(8)], (0, 0)
        values: dict[str, Any] = {"k": rng.choice([1, 2, 3, 7]), "K": 3, "pOR": rng.choice([0, 0.5])}
        values |= {"typeRange": rng.choice(["inRange", "outRange"]), "RCr": rng.choice([0, 0.5, 1])}
        ours = MonFkNN(**values, reading=base).fit(X, y, range(c)).predict([x])
        theirs = MonFkNN(**values, reading=reading).fit(X, y, range(c)).predict([x])
        if ours != theirs:
            return
    pytest.fail(f"{point.id} = {option} never changed a prediction")


def test_open_bound() -> None:
    present = replace(PAPER, open_bound="present-classes")
    assert valid_range((5, 5), [(9, 0)], [1], 3) == (0, 2)
    assert valid_range((5, 5), [(9, 0)], [1], 3, present) == (1, 1)


def test_crossed_range() -> None:
    swapped = replace(PAPER, crossed_range="swapped")
    D, y = [(1, 1), (9, 9)], [2, 1]
    assert valid_range((5, 5), D, y, 4) == (0, 3)
    assert valid_range((5, 5), D, y, 4, swapped) == (1, 2)


def test_fewer_than_k() -> None:
    own = replace(PAPER, fewer_than_k="own-class")
    X, y = [(0, 0), (1, 1)], [0, 1]
    assert MonFkNN(k=4, RCr=0).fit(X, y).training_memberships_ == [[0, 1], [1, 0]]
    thirds = MonFkNN(k=4, RCr=0, reading=own).fit(X, y).training_memberships_
    assert [[str(u) for u in row] for row in thirds] == [["3/4", "1/4"], ["1/4", "3/4"]]


def test_no_neighbor_is_uniform_over_the_range_or_drawn() -> None:
    """Everything out of range and pOR = 0: nothing is left to aggregate."""
    X, y = [(0, 0), (9, 9)], [0, 3]
    model = MonFkNN(k=1, K=1, RCr=1, typeRange="outRange", pOR=0).fit(X, y, range(5))
    assert model.predict_proba([(10, 10)]) == [[0, 0, 0, 1, 0]]  # the row (9, 9) itself is in range
    X, y = [(0, 0), (2, 2), (9, 0)], [1, 3, 0]
    below = model.fit(X, y, range(5))
    [u] = below.predict_memberships([(8, 1)])  # above (0, 0): at least class 1; nearest is (9, 0) of class 0
    assert [str(value) for value in u] == ["0", "1/4", "1/4", "1/4", "1/4"]
    assert below.predict([(8, 1)]) == [2]  # medians 2 and 3
    drawn = replace(PAPER, no_neighbor="drawn")
    below.set_params(reading=drawn, tie=random.Random(1)).fit(X, y, range(5))
    [u] = below.predict_memberships([(8, 1)])
    assert sum(u) == 1
    assert sorted(set(u)) == sorted({u[1], u[2], u[3], u[4], 0})
    assert str(max(u) / min(u[1:])) == "33/29"  # 1.1 to 1 - 0.1/3


def test_drawing_needs_a_generator_that_draws() -> None:
    class OnlyBits:
        getrandbits = random.Random(0).getrandbits

        def __repr__(self) -> str:
            return "OnlyBits()"

    model = MonFkNN(k=1, K=1, RCr=1, typeRange="outRange", pOR=0, reading=AUTHORS, tie=OnlyBits())
    model.fit([(0, 0), (2, 2), (9, 0)], [1, 3, 0], range(5))
    with pytest.raises(TypeError, match=r"^tie must also have random\(\) when .* 'drawn', got OnlyBits\(\)$"):
        model.predict([(8, 1)])
    assert model.set_params(tie="upper").predict([(8, 1)]) == model.predict([(8, 1)])


def test_median_gap_and_tie() -> None:
    class Coin:
        def __init__(self) -> None:
            self.asked: list[int] = []

        def getrandbits(self, bits: int) -> int:
            self.asked.append(bits)
            return len(self.asked) % 2

    u = [0.5, 0.0, 0.0, 0.5]
    coin = Coin()
    assert median(u) == 1
    assert median(u, replace(PAPER, median_gap="upper")) == 2
    assert [median(u, tie=coin) for _ in range(3)] == [2, 1, 2]
    assert median([0.5, 0.0, 0.5], tie=coin) == 1
    assert coin.asked == [1, 1, 1]  # one bit for each odd gap, none for an even one


def test_order_of_the_tosses() -> None:
    """Line 13 over D', then line 3 over D', then one for each query with an odd gap."""

    class Counting:
        tosses = 0

        def getrandbits(self, bits: int) -> int:
            self.tosses += 1
            return 0

        def random(self) -> float:
            raise AssertionError("nothing is drawn here")

    X, y = [(0, 0), (0, 0), (5, 5), (1, 8), (1, 8), (5, 6)], [0, 1, 1, 0, 1, 1]
    for reading in (PAPER, AUTHORS):
        coin = Counting()
        model = MonFkNN(k=1, K=1, reading=reading, tie=coin).fit(X, y)
        assert coin.tosses == 4  # two duplicated rows, twice
        model.predict_proba([(0.1, 0)])
        assert coin.tosses == 4
        model.predict([(0.1, 0), (0.2, 0)])
        assert coin.tosses == 6
    coin = Counting()
    MonFkNN(k=1, K=1, RCr=1, reading=AUTHORS, tie=coin).fit(X, y)
    assert coin.tosses == 2  # with RCr = 1 their second medians are skipped
