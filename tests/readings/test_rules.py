"""What each option of each open point does, one by one, and the paper's functions at their edges."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import FrozenInstanceError, fields, replace
from fractions import Fraction
from typing import Any

import pytest

from monfknn_ref import AUTHORS, PAPER
from monfknn_ref.arithmetic import DOUBLES, EXACT, HALF
from monfknn_ref.paper.fknn import argmax, average, fuzzy_membership
from monfknn_ref.paper.medians import cumulative, first_degree_dominates, median, median_range
from monfknn_ref.paper.memberships import Learned, membership_with_relevance, train_class_memberships
from monfknn_ref.paper.neighbors import neighbors_as_mknn
from monfknn_ref.paper.prediction import aggregate, classify
from monfknn_ref.paper.ranges import valid_range
from monfknn_ref.readings import REGISTER, Candidate, Rules


def rules(c: int = 3, tie: Any = None, highest: int | None = None, **options: str) -> Rules:
    return Rules(replace(PAPER, **options), c, tie, highest)


class Scripted:
    """A generator that says what it is told to."""

    def __init__(self, *draws: float) -> None:
        self.draws, self.asked = list(draws), 0

    def random(self) -> float:
        self.asked += 1
        return self.draws.pop(0)

    def getrandbits(self, bits: int) -> int:
        self.asked += 1
        return int(self.draws.pop(0))


# --- Rules, point by point ---


def test_the_rules_of_a_reading() -> None:
    found = Rules(AUTHORS, 4)
    assert (found.Y, found.numbers, found.one, found.zero) == (range(4), DOUBLES, 1.0, 0.0)
    assert Rules(PAPER, 4).numbers is EXACT
    assert len(Rules().Y) == 1


def test_copies_of_rules() -> None:
    coin = Scripted(1, 0.9)
    found = rules(3, tie=coin, no_neighbor="drawn")
    quiet = found.with_tie("lower")
    assert (quiet.tie, quiet.chance, found.tie) == ("lower", coin, coin)
    other = found.with_chance("upper")
    assert (other.tie, other.chance) == ("upper", "upper")
    for twin in (pickle.loads(pickle.dumps(Rules(PAPER, 2))), copy.deepcopy(Rules(PAPER, 2))):
        assert twin.numbers is EXACT
    assert pickle.loads(pickle.dumps(Rules(AUTHORS, 2))).numbers is DOUBLES


def test_leave_one_out() -> None:
    D = [(0,), (1,), (2,)]
    assert list(rules().others(D, None)) == [0, 1, 2]
    assert list(rules().others(D, 0)) == [1, 2]
    assert list(rules(leave_one_out="no").others(D, 0)) == [0, 1, 2]


def test_coincident_and_neighbor_ties() -> None:
    D = [(1,), (0,), (3,)]
    assert list(rules().candidates((0,), D)) == [Candidate(1, 0, 0), Candidate(0, 1, 1), Candidate(9, 2, 2)]
    excluded = rules(coincident="excluded")
    assert [one.row for one in excluded.candidates((0,), D)] == [0, 2]
    assert [one.row for one in excluded.candidates((0,), D, itself=0)] == [2]
    assert rules().may_be_neighbor(0) and not excluded.may_be_neighbor(0) and excluded.may_be_neighbor(1)
    assert [rules().place(2), rules(neighbor_ties="later").place(2)] == [2, -2]


def test_open_bound() -> None:
    assert rules(5).open_bounds([2, 1]) == (0, 4)
    assert rules(5, open_bound="present-classes").open_bounds([2, 1, 3]) == (1, 3)
    assert rules(5, open_bound="present-classes").open_bounds([]) == (0, 4)
    assert rules(5, highest=3, open_bound="highest-in-training").open_bounds([2, 1]) == (0, 3)
    assert rules(5, open_bound="highest-in-training").open_bounds([2, 1]) == (0, 4)  # nobody said
    assert rules(5, highest=3).open_bounds([2, 1]) == (0, 4)  # said, but of no concern


def test_crossed_range() -> None:
    assert rules(5).crossed(1, 3) == (1, 3)
    assert rules(5).crossed(2, 2) == (2, 2)
    assert rules(5).crossed(3, 1) == (0, 4)
    assert rules(5, crossed_range="swapped").crossed(3, 1) == (1, 3)
    assert rules(5, highest=3, open_bound="highest-in-training").crossed(3, 1) == (0, 3)


def test_median_gap() -> None:
    for tie, wanted in (("lower", [1, 1, 2, 2]), ("upper", [1, 2, 2, 3])):
        assert [rules(tie=tie).middle(1, l_M) for l_M in (1, 2, 3, 4)] == wanted
    coin = Scripted(1, 0)
    assert [rules(tie=coin).middle(1, l_M) for l_M in (1, 2, 3, 4)] == [1, 2, 2, 2]
    assert coin.asked == 2


def test_the_coin_of_a_reading_is_the_same_in_every_fit() -> None:
    expected = random.Random(0)
    found = rules(median_gap="coin")
    assert [found.middle(0, 1) for _ in range(20)] == [expected.getrandbits(1) for _ in range(20)]
    fixed = rules(10, tie="lower", no_neighbor="drawn").without_neighbors((0, 9))
    assert fixed.index(max(fixed)) == int(random.Random(0).random() * 10)


def test_duplicated() -> None:
    conflicting = rules(duplicated="conflicting")
    assert [rules().duplicated(labels) for labels in ([1], [1, 1], [1, 2])] == [False, True, True]
    assert [conflicting.duplicated(labels) for labels in ([1], [1, 1], [1, 2])] == [False, False, True]


def test_rcr_one() -> None:
    D = [(0,), (1,)]
    skipped = rules(rcr_one="skipped")
    assert [len(rules().second_look(D, RCr)) for RCr in (Fraction(1), HALF)] == [2, 2]
    assert [len(skipped.second_look(D, RCr)) for RCr in (Fraction(1), HALF)] == [0, 2]


def test_fewer_than_k_and_no_neighbor_in_training() -> None:
    assert rules().counted([0, 2], 1, 4) == [0, 2]
    assert rules().counted([], 1, 4) == [1]
    assert rules(fewer_than_k="own-class").counted([0, 2], 1, 4) == [0, 2, 1, 1]
    assert rules(fewer_than_k="own-class", no_neighbor="drawn").counted([], 1, 2) == [1, 1]
    assert rules(no_neighbor="drawn").counted([], 1, 4) == []
    assert rules(no_neighbor="drawn").counted([2], 1, 4) == [2]
    drawing = rules(3, tie=Scripted(0.9), no_neighbor="drawn")
    assert drawing.shares_of_neighbors([2], 1, 4, (0, 2)) == [0, 0, 1]
    assert drawing.shares_of_neighbors([], 1, 4, (1, 2)) == [0, Fraction(9, 20), Fraction(11, 20)]
    assert rules().shares_of_neighbors([0, 2, 2], 1, 9, (0, 2)) == [Fraction(1, 3), 0, Fraction(2, 3)]


def test_no_neighbor() -> None:
    assert rules(5).without_neighbors((1, 3)) == [0, Fraction(1, 3), Fraction(1, 3), Fraction(1, 3), 0]
    coin = Scripted(0.34, 0.99, 0.0)
    drawn = rules(4, tie=coin, no_neighbor="drawn")
    third, more = (1 - Fraction(1, 20)) / 3, Fraction(11, 30)
    assert drawn.without_neighbors((1, 3)) == [0, third, more, third]
    assert drawn.without_neighbors((1, 3)) == [0, third, third, more]
    assert drawn.without_neighbors((1, 2)) == [0, Fraction(11, 20), Fraction(9, 20), 0]
    assert drawn.without_neighbors((2, 2)) == [0, 0, 1, 0]  # nothing to draw
    assert coin.asked == 3
    in_doubles = rules(2, tie=Scripted(0.6), no_neighbor="drawn", arithmetic="doubles")
    assert in_doubles.without_neighbors((0, 1)) == [0.9 / 2, 1.1 / 2]
    fixed = rules(2, tie="lower", no_neighbor="drawn")
    assert fixed.without_neighbors((0, 1)) == fixed.without_neighbors((0, 1))


def test_weights_that_vanish_in_doubles_are_refused() -> None:
    doubles = rules(2, arithmetic="doubles")
    for pOR, weights in (([1], [0.0]), ([0, 1], [0.5, 0.0])):
        with pytest.raises(ValueError, match="too small for doubles, so no class can be found"):
            doubles.without_neighbors((0, 1), pOR, weights)
    assert doubles.without_neighbors((0, 1), [0], [0.5]) == [0.5, 0.5]  # a full penalty
    assert doubles.without_neighbors((0, 1), [1], [0]) == [0.5, 0.5]  # m below 1, and a row equal to x


def test_weights() -> None:
    D = [(0, 0), (3, 4), (6, 8)]
    assert rules().weights((0, 0), D, [1, 2], Fraction(3)) == [Fraction(1, 25), Fraction(1, 100)]
    assert rules().weights((0, 0), D, [0, 1, 2], Fraction(3)) == [1, 0, 0]
    assert rules().weights((0, 0), D, [0, 1], Fraction(1)) == [1, 1]  # d^0, at distance 0 too
    below_one = rules().weights((0, 0), D, [0, 1], Fraction(-1))
    assert below_one == [0, 25]
    keller = rules(weights="keller")
    assert [rules().exponent(Fraction(4)), keller.exponent(Fraction(4))] == [3, Fraction(2, 3)]
    doubles = rules(arithmetic="doubles", weights="keller")
    assert doubles.weights((0.0, 0.0), [(3.0, 4.0)], [0], 2.0) == [1 / 25]


# --- The paper's functions, where a careless change would not show elsewhere ---


def test_eq_1_at_its_edges() -> None:
    D, y = [(1, 1), (2, 2), (3, 3)], [0, 1, 2]
    assert valid_range((2, 2), D, y, rules()) == (1, 1)  # an equal row bounds from both sides
    assert valid_range((2, 2), D, y, rules(), itself=1) == (0, 2)
    assert valid_range((2, 2), D, y, rules(leave_one_out="no"), itself=1) == (1, 1)


def test_eq_4_at_its_edges() -> None:
    assert median_range([Fraction(1)]) == (0, 0)
    assert median_range([HALF, HALF]) == (0, 1)
    assert median_range([Fraction(49, 100), Fraction(2, 100), Fraction(49, 100)]) == (1, 1)
    assert median_range([0, 0, 1]) == (2, 2)
    assert median([HALF, 0, 0, HALF], rules(4)) == 1
    assert cumulative([HALF, HALF]) == [HALF, 1]
    assert first_degree_dominates([0, 1], [0, 1]) and not first_degree_dominates([HALF, HALF], [0, 1])


def test_algorithm_2_at_its_edges() -> None:
    D, y = [(1,), (-1,), (2,), (0,)], [0, 0, 1, 2]
    assert neighbors_as_mknn((0,), (0, 2), 2, "outRange", D, y, rules()) == [3, 0]
    assert neighbors_as_mknn((0,), (0, 2), 2, "outRange", D, y, rules(neighbor_ties="later")) == [3, 1]
    assert neighbors_as_mknn((0,), (0, 1), 9, "inRange", D, y, rules()) == [0, 1, 2]
    assert neighbors_as_mknn((0,), (1, 1), 1, "inRange", D, y, rules()) == [2]


def test_eq_3_and_eq_2() -> None:
    shares = [Fraction(1, 4), Fraction(3, 4)]
    assert [fuzzy_membership(l, 1, shares, rules()) for l in (0, 1)] == [
        Fraction(49, 400),
        Fraction(351, 400),
    ]
    doubles = rules(arithmetic="doubles")
    assert [fuzzy_membership(l, 1, [0.25, 0.75], doubles) for l in (0, 1)] == [
        0.49 * 0.25,
        0.51 + 0.49 * 0.75,
    ]
    assert average([[1, 0], [0, 1]], [Fraction(1), Fraction(3)], rules(2)) == [Fraction(1, 4), Fraction(3, 4)]
    assert average([], [], rules(3)) == [Fraction(1, 3)] * 3
    assert argmax([HALF, HALF]) == 0 and argmax([0, 1, 0]) == 1


def test_eq_6_and_eq_7() -> None:
    assert membership_with_relevance(1, 1, [0, Fraction(1, 3)], Fraction(1, 4)) == HALF
    assert membership_with_relevance(0, 1, [Fraction(1, 3), 0], Fraction(1, 4)) == Fraction(1, 4)
    u = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]
    weights = [Fraction(1), Fraction(2)]
    assert aggregate(u, {0: 1, 1: HALF}, weights, (0, 1), rules(2)) == [HALF, HALF]
    assert aggregate(u, {1: 1}, [Fraction(1)], (0, 1), rules(2)) == [0, 1]
    assert aggregate(u, {0: 0, 1: 0}, weights, (1, 1), rules(2)) == [0, 1]


def test_algorithm_1_keeps_the_labels_of_line_13_while_it_looks_around() -> None:
    D, y = [(0,), (1,), (2,)], [0, 1, 1]
    learned = train_class_memberships(D, y, 1, HALF, rules(2))
    assert learned == Learned(
        D, [[HALF, HALF], [HALF, HALF], [0, 1]], [0, 1, 1], [0, 1, 1], [0, 1, 2]
    )  # rows 0 and 1 look at each other


def test_algorithm_3_penalizes_only_out_of_range() -> None:
    learned = Learned([(0,), (2,)], [[1, 0, 0], [0, 0, 1]], [0, 2], [0, 2], [0, 1])
    found = classify((1,), learned, 2, "outRange", HALF, Fraction(3), rules(3))
    assert (found.range, found.penalties, found.label) == ((0, 2), {0: 1, 1: 1}, 1)
    found = classify((3,), learned, 2, "outRange", HALF, Fraction(3), rules(3))
    assert (found.range, found.neighbors, found.penalties) == ((2, 2), [1, 0], {1: 1, 0: HALF})
    assert found.memberships == [Fraction(1, 19), 0, Fraction(18, 19)]
    found = classify((3,), learned, 2, "inRange", HALF, Fraction(3), rules(3))
    assert (found.neighbors, found.penalties) == ([1], {1: 1})


def test_records_do_not_change() -> None:
    learned = Learned([(0,)], [[1]], [0], [0], [0])
    found = classify((0,), learned, 1, "inRange", HALF, Fraction(2), rules(1))
    for record in (learned, found, REGISTER[0], PAPER):
        with pytest.raises(FrozenInstanceError):
            setattr(record, fields(record)[0].name, None)
