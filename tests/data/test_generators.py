"""The built-in data sets, compared with independent definitions and, where they are available, with the files."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import floor

import outside
import pytest
from refusals import refused

from monfknn_ref.data import artiset, balance, car, noisy


def violations(dataset):
    """Pairs of rows that break monotonicity, by definition."""
    rank = {label: place for place, label in enumerate(dataset.classes)}
    labeled = list(zip(dataset.scaled(), dataset.y))
    return sum(
        rank[label] > rank[other]
        for row, label in labeled
        for other_row, other in labeled
        if all(a <= b for a, b in zip(row, other_row))
    )


@pytest.mark.needs_data("data")
@pytest.mark.parametrize("make", [balance, car])
def test_regenerates_the_file_row_for_row(make):
    assert make() == outside.keel_file(make().name)


def test_balance_holds_every_row_once_and_the_torque_decides():
    dataset = balance()
    assert sorted(dataset.X) == list(product(range(1, 6), repeat=4))
    for (left_weight, left_distance, right_weight, right_distance), label in zip(dataset.X, dataset.y):
        difference = right_weight * right_distance - left_weight * left_distance
        assert label == {-1: "L", 0: "B", 1: "R"}[(difference > 0) - (difference < 0)]
    assert violations(dataset) == 0


def test_car_holds_every_row_once_in_order():
    dataset = car()
    assert list(dataset.X) == list(product(range(4), range(4), range(4), range(3), range(3), range(3)))
    counts = {label: dataset.y.count(label) for label in dataset.classes}
    assert counts == {"unacc": 1210, "acc": 384, "good": 69, "vgood": 65}


def test_car_falls_only_where_a_fifth_person_has_two_doors_and_a_small_boot():
    dataset = car()
    place_of = {row: dataset.classes.index(label) for row, label in zip(dataset.X, dataset.y)}
    falls = []
    for row in dataset.X:
        for axis in range(6):
            higher = (*row[:axis], row[axis] + 1, *row[axis + 1 :])
            if higher in place_of and place_of[higher] < place_of[row]:
                falls.append((axis, row[2:5]))
    assert set(falls) == {(3, (0, 1, 0))}  # persons from 4 to more, doors 2, luggage boot small


def test_artiset_follows_the_formula():
    dataset = artiset(n=500, classes=7, seed=3)
    assert len(dataset) == 500
    assert dataset.classes == tuple(range(7))
    for (x1, x2), label in zip(dataset.X, dataset.y):
        assert 0 <= x1 < 1 and 0 <= x2 < 1
        assert label == floor(7 * Fraction(2 * x1 + x2 * x2 - x1 * x1) / 2)
    assert violations(artiset(n=150)) == 0


@pytest.mark.needs_data("data/artiset.dat")
def test_artiset_of_the_authors_follows_the_same_formula():
    from monfknn_ref.data.generators import artiset_class

    dataset = outside.keel_file("artiset")
    assert len(dataset) == 999
    assert tuple(artiset_class(Fraction(x1), Fraction(x2), 10) for x1, x2 in dataset.X) == dataset.y


def test_artiset_is_the_seed_and_nothing_else():
    assert artiset(n=50, seed=1) == artiset(n=50, seed=1)
    assert artiset(n=50, seed=1) != artiset(n=50, seed=2)
    assert artiset(n=80, seed=1).X[:50] == artiset(n=50, seed=1).X


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n must be a whole number of at least 1, got 0"),
        ({"classes": 0}, "classes must be a whole number of at least 1, got 0"),
        ({"seed": -1}, "seed must be a whole number of at least 0, got -1"),
    ],
)
def test_artiset_refuses(arguments, message):
    with refused(ValueError, message):
        artiset(**arguments)


@pytest.mark.parametrize("share", [0, 0.1, Fraction(1, 3), 1])
def test_noise_moves_a_share_of_the_labels_by_one_class(share):
    clean = artiset(n=300, classes=4, seed=5)
    moved = noisy(clean, share, seed=1)
    steps = [abs(before - after) for before, after in zip(clean.y, moved.y)]
    assert sum(steps) == round(300 * share)
    assert set(steps) <= {0, 1}
    assert set(moved.y) <= set(clean.classes)
    assert (moved.X, moved.classes, moved.bounds) == (clean.X, clean.classes, clean.bounds)
    assert moved == noisy(clean, share, seed=1)
    assert clean == artiset(n=300, classes=4, seed=5)


def test_noise_goes_both_ways_and_depends_on_the_seed():
    clean = artiset(n=400)
    moved = noisy(clean, 0.5, seed=2)
    assert moved.name == "artiset with 200 labels moved"
    upward = sum(after > before for before, after in zip(clean.y, moved.y))
    assert 60 < upward < 140
    assert moved != noisy(clean, 0.5, seed=3)


def test_noise_refuses():
    with refused(ValueError, "share must be a number from 0 to 1, got 1.5"):
        noisy(artiset(n=10), 1.5)
    with refused(ValueError, "dataset must have at least 2 classes to move labels, got artiset with 1"):
        noisy(artiset(n=10, classes=1), 0.5)
