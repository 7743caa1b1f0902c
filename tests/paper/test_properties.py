"""What the paper states or defines, compared with independent definitions on thousands of random cases."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import rounds

from monfknn_ref import (
    AUTHORS,
    PAPER,
    MonFkNN,
    dominates,
    first_degree_dominates,
    median,
    median_range,
    monfknn,
    neighbors_as_mknn,
    train_class_memberships,
    valid_range,
)
from monfknn_ref.arithmetic import DOUBLES, EXACT
from monfknn_ref.example import neighborhoods
from monfknn_ref.paper.memberships import membership_with_relevance

grids = st.integers(0, 4)


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[tuple[int, ...]], list[int], int, list[tuple[int, ...]]]:
    """Rows, their labels, the number of classes, and queries."""
    attributes = draw(st.integers(1, 3))
    rows = draw(st.lists(st.tuples(*[grids] * attributes), min_size=1, max_size=12))
    c = draw(st.integers(1, 4))
    labels = draw(st.lists(st.integers(0, c - 1), min_size=len(rows), max_size=len(rows)))
    queries = draw(st.lists(st.tuples(*[grids] * attributes), min_size=1, max_size=4))
    return rows, labels, c, queries


parameters = st.fixed_dictionaries(
    {
        "k": st.integers(1, 6),
        "K": st.integers(1, 6),
        "RCr": st.sampled_from([0, 0.3, 0.5, 0.51, 1]),
        "typeRange": st.sampled_from(["inRange", "outRange"]),
        "pOR": st.sampled_from([0, 0.3, 0.5, 1]),
        "m": st.sampled_from([1, 1.5, 2, 3]),
    }
)
vectors = st.lists(st.integers(0, 6), min_size=2, max_size=6).filter(any)
many = settings(max_examples=rounds(150, 2000), deadline=None, derandomize=True)
some = settings(max_examples=rounds(50, 500), deadline=None, derandomize=True)


@many
@given(problems())
def test_eq_1_is_its_set_definition(problem: Any) -> None:
    D, y, c, [x, *_] = problem
    below = {y_i for x_i, y_i in zip(D, y) if all(a >= b for a, b in zip(x, x_i))}
    above = {y_i for x_i, y_i in zip(D, y) if all(a <= b for a, b in zip(x, x_i))}
    y_min, y_max = max(below, default=0), min(above, default=c - 1)
    assert valid_range(x, D, y, c) == ((y_min, y_max) if y_min <= y_max else (0, c - 1))


@many
@given(problems(), st.data())
def test_algorithm_2_is_sort_and_take_k(problem: Any, data: st.DataObject) -> None:
    D, y, c, [x, *_] = problem
    r = tuple(sorted(data.draw(st.tuples(st.integers(0, c - 1), st.integers(0, c - 1)))))
    k, typeRange = data.draw(st.integers(1, 5)), data.draw(st.sampled_from(["inRange", "outRange"]))
    candidates = [
        (sum((a - b) ** 2 for a, b in zip(x, x_i)), i)
        for i, x_i in enumerate(D)
        if typeRange == "outRange" or r[0] <= y[i] <= r[1]
    ]
    assert neighbors_as_mknn(x, r, k, typeRange, D, y) == [i for _, i in sorted(candidates)[:k]]
    later = replace(PAPER, neighbor_ties="later")
    latest = sorted(candidates, key=lambda pair: (pair[0], -pair[1]))[:k]
    assert neighbors_as_mknn(x, r, k, typeRange, D, y, later) == [i for _, i in latest]


@many
@given(problems(), parameters)
def test_memberships_are_fractions_that_sum_to_one(problem: Any, values: dict[str, Any]) -> None:
    D, y, c, _ = problem
    rows, u = train_class_memberships(D, y, values["k"], values["RCr"], c)
    assert len(rows) == len(u) == len(set(D))
    for u_i in u:
        assert all(isinstance(u_il, Fraction) and u_il >= 0 for u_il in u_i)
        assert sum(u_i) == 1


@many
@given(vectors)
def test_eq_4_is_its_definition_by_the_distribution(weights: list[int]) -> None:
    u = [Fraction(weight, sum(weights)) for weight in weights]
    classes = range(len(u))
    l_m = min(l for l in classes if sum(u[: l + 1]) >= Fraction(1, 2))
    l_M = max(l for l in classes if sum(u[l:]) >= Fraction(1, 2))
    assert median_range(u) == (l_m, l_M)
    assert l_m <= l_M
    assert all(u[l] == 0 for l in range(l_m + 1, l_M))
    if l_m < l_M:
        assert sum(u[: l_m + 1]) == sum(u[l_M:]) == Fraction(1, 2)


@many
@given(st.integers(2, 5), st.integers(1, 12), st.data())
def test_medians_respect_stochastic_dominance(c: int, total: int, data: st.DataObject) -> None:
    """v is u with some membership moved to higher classes, so u is below v; then so are the medians."""
    counts = [0] * c
    for _ in range(total):
        counts[data.draw(st.integers(0, c - 1))] += 1
    moved = list(counts)
    for _ in range(data.draw(st.integers(0, total))):
        source = data.draw(st.sampled_from([l for l in range(c) if moved[l]]))
        moved[source] -= 1
        moved[data.draw(st.integers(source, c - 1))] += 1
    u, v = [Fraction(n, total) for n in counts], [Fraction(n, total) for n in moved]
    assert first_degree_dominates(v, u)
    assert all(low <= high for low, high in zip(median_range(u), median_range(v)))
    for tie in ("lower", "upper"):
        assert median(u, tie=tie) <= median(v, tie=tie)


def test_a_coin_can_break_stochastic_dominance() -> None:
    class Coin:
        tosses = iter([1, 0])

        def getrandbits(self, bits: int) -> int:
            return next(self.tosses)

    u = v = [Fraction(1, 2), Fraction(1, 2)]
    coin = Coin()
    assert median(u, tie=coin) > median(v, tie=coin)


def median_range_by_counting(own: int, classes: list[int], c: int) -> tuple[int, int]:
    """Eq. 6 and Eq. 4 at RCr = 1/2 in whole numbers: the own class has k votes, each neighbor has one."""
    k = len(classes)
    votes = [classes.count(l) + (k if l == own else 0) for l in range(c)]  # 2k votes: half of them is k
    l_m = min(l for l in range(c) if sum(votes[: l + 1]) >= k)
    l_M = max(l for l in range(c) if sum(votes[l:]) >= k)
    return l_m, l_M


def wrong_median_ranges(numbers: Any, reading: Any, k: int, c: int) -> int:
    """In how many neighborhoods Eq. 6 at RCr = 1/2 leaves the own class, or any other median, out."""
    wrong = 0
    for classes in neighborhoods(k, c):
        for own in range(c):
            shares = [numbers.share(classes.count(l), len(classes)) for l in range(c)]
            u = [membership_with_relevance(l, own, shares, numbers.number(0.5)) for l in range(c)]
            l_m, l_M = median_range(u, reading)
            wrong += not l_m <= own <= l_M or (l_m, l_M) != median_range_by_counting(own, classes, c)
    return wrong


@pytest.mark.parametrize("k", range(1, 16))
def test_relevance_one_half_keeps_the_own_class_within_the_medians(k: int) -> None:
    assert wrong_median_ranges(EXACT, PAPER, k, 3) == 0
    assert k > 7 or wrong_median_ranges(EXACT, PAPER, k, 5) == 0


def test_doubles_fail_that_test_at_k_7() -> None:
    """The own class stays a median, but the other median is lost to rounding."""
    doubles = replace(PAPER, arithmetic="doubles")
    assert [wrong_median_ranges(DOUBLES, doubles, k, 4) for k in (5, 6, 7)] == [0, 8, 8]
    classes = [0, 0, 0, 0, 1, 2, 2]  # four neighbors of class 1, one of class 2, two of class 3; own class 4
    shares = [DOUBLES.share(classes.count(l), len(classes)) for l in range(4)]
    u = [membership_with_relevance(l, 3, shares, 0.5) for l in range(4)]
    assert median_range(u, doubles) == (3, 3)
    assert median_range_by_counting(3, classes, 4) == (2, 3)


@some
@given(problems(), parameters)
def test_predictions_do_not_depend_on_how_numbers_are_written(problem: Any, values: dict[str, Any]) -> None:
    D, y, c, queries = problem
    model = MonFkNN(**values)
    wanted = model.fit(D, y, range(c)).predict(queries)
    memberships = model.predict_proba(queries)

    def answers(change: Any) -> Any:
        rows = [tuple(change(v) for v in row) for row in D]
        model.fit(rows, y, range(c))
        return model.predict([tuple(change(v) for v in row) for row in queries])

    def in_tenths(v: int) -> float:
        return float(Decimal(v) / 10 - 2)

    assert answers(float) == answers(Decimal) == wanted
    assert answers(lambda v: v * 3) == wanted
    assert answers(lambda v: Fraction(v, 10**9)) == wanted
    assert answers(lambda v: Decimal(v).scaleb(-9)) == wanted
    assert answers(lambda v: float(Decimal(v).scaleb(-9))) == wanted
    assert answers(lambda v: Fraction(v, 7) - Fraction(5, 3)) == wanted
    assert answers(in_tenths) == wanted
    tenths = [tuple(map(in_tenths, row)) for row in queries]
    for u, wanted_u in zip(model.predict_proba(tenths), memberships):
        assert u == pytest.approx(wanted_u, rel=1e-15)


@some
@given(problems(), parameters)
def test_a_constant_attribute_changes_nothing(problem: Any, values: dict[str, Any]) -> None:
    D, y, c, queries = problem
    wanted = MonFkNN(**values).fit(D, y, range(c)).predict(queries)
    wider = MonFkNN(**values).fit([(*row, 7) for row in D], y, range(c))
    assert wider.predict([(*row, 7) for row in queries]) == wanted


@pytest.mark.parametrize("reading", [PAPER, AUTHORS], ids=["paper", "authors"])
def test_inverse_directions_are_negated_attributes(reading: Any) -> None:
    rng = random.Random(5)
    for _ in range(100):
        D = [(rng.randrange(5), rng.randrange(5)) for _ in range(12)]
        y = [rng.randrange(3) for _ in D]
        queries = [(rng.randrange(5), rng.randrange(5)) for _ in range(4)]
        plain = MonFkNN(k=3, K=4, reading=reading).fit([(a, -b) for a, b in D], y, range(3))
        turned = MonFkNN(k=3, K=4, reading=reading, directions="+-").fit(D, y, range(3))
        assert plain.predict([(a, -b) for a, b in queries]) == turned.predict(queries)
        assert plain.training_memberships_ == turned.training_memberships_


def test_shuffled_rows_where_no_tie_is_involved() -> None:
    rng = random.Random(6)
    for _ in range(rounds(20, 200)):
        D = [(rng.random(), rng.random()) for _ in range(25)]
        y = [min(3, int(4 * a * b + rng.random() / 2)) for a, b in D]
        queries = [(rng.random(), rng.random()) for _ in range(10)]
        wanted = MonFkNN(k=3, K=5).fit(D, y, range(4)).predict(queries)
        order = rng.sample(range(25), 25)
        shuffled = MonFkNN(k=3, K=5).fit([D[i] for i in order], [y[i] for i in order], range(4))
        assert shuffled.predict(queries) == wanted


@pytest.mark.parametrize("reading", [PAPER, AUTHORS], ids=repr)
@pytest.mark.parametrize("relevance", [0.5, 1])
def test_what_algorithm_1_returns_is_in_the_numbers_it_was_given(reading: Any, relevance: Any) -> None:
    D, y = [(0.5, 1), (1.25, 2), (0.5, 1), (2, 2.5)], [0, 1, 1, 1]
    D_, _ = train_class_memberships(D, y, 1, relevance, reading=reading)
    assert D_ == [(0.5, 1), (1.25, 2), (2, 2.5)]
    assert valid_range((1.5, 2), D_, [0, 1, 2]) == (1, 2)  # so that it goes with queries in the same numbers


@some
@given(problems(), parameters)
def test_the_function_and_the_estimator_are_the_same(problem: Any, values: dict[str, Any]) -> None:
    D, y, c, [x, *_] = problem
    [wanted] = MonFkNN(**values).fit(D, y, range(c)).predict([x])
    assert monfknn(x, D, y, **values, c=c) == wanted


@some
@given(problems(), parameters, st.data())
def test_a_coincident_row_alone_decides(problem: Any, values: dict[str, Any], data: st.DataObject) -> None:
    """The limit of Eq. 7 at distance 0, for every m above 1."""
    D, y, c, _ = problem
    values["m"] = max(values["m"], 1.5)
    model = MonFkNN(**values).fit(D, y, range(c))
    i = data.draw(st.integers(0, len(model.training_rows_) - 1))
    assert model.predict_memberships([model.training_rows_[i]]) == [model.training_memberships_[i]]


def test_penalties_at_their_ends() -> None:
    """pOR = 1 is no penalty at all, pOR = 0 drops every neighbor that is out of range."""
    rng = random.Random(7)
    seen = 0
    for _ in range(200):
        D = [(rng.randrange(6), rng.randrange(6)) for _ in range(15)]
        y = [rng.randrange(3) for _ in D]
        x = (rng.randrange(6) + 0.5, rng.randrange(6) + 0.25)
        model = MonFkNN(k=2, K=4, RCr=1, typeRange="outRange", pOR=0).fit(D, y, range(3))
        labels = model.learned_.y
        r = valid_range(x, model.training_rows_, labels, 3)
        nn = neighbors_as_mknn(x, r, 4, "outRange", model.training_rows_, labels)
        kept = [j for j in nn if r[0] <= labels[j] <= r[1]]
        seen += len(kept) < len(nn)
        only = MonFkNN(k=2, K=4, RCr=1, typeRange="outRange", pOR=1)
        if kept and all(max(model.training_memberships_[j]) == 1 for j in kept):
            only.fit([model.training_rows_[j] for j in kept], [labels[j] for j in kept], range(3))
            assert only.predict_memberships([x]) == model.predict_memberships([x])
    assert seen > 50


def test_dominance_is_a_partial_order() -> None:
    rows = list(itertools.product(range(3), repeat=2))
    for x, z in itertools.product(rows, repeat=2):
        assert dominates(x, z) == all(a >= b for a, b in zip(x, z))
        assert not (dominates(x, z) and dominates(z, x)) or x == z
