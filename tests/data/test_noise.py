"""Class noise drawn from the neighborhood."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from refusals import refused

from monfknn_ref.data import Dataset, artiset, noise_from_neighbors, subsample


def line(labels: str) -> Dataset:
    return Dataset("line", [(i,) for i in range(len(labels))], tuple(labels), tuple("abc"), ("x",), "+")


@pytest.mark.parametrize("share", [0, 0.05, 0.35, 0.5, 1])
def test_the_share_asked_for_is_changed_and_nothing_else(share: float) -> None:
    clean = artiset(n=120, seed=3)
    noisy = noise_from_neighbors(clean, share, seed=4)
    assert sum(before != after for before, after in zip(clean.y, noisy.y)) == round(share * 120)
    assert (noisy.X, noisy.classes, noisy.directions) == (clean.X, clean.classes, clean.directions)


def test_new_labels_stand_among_the_15_nearest() -> None:
    clean = artiset(n=150, seed=5)
    noisy = noise_from_neighbors(clean, 0.4, seed=6)
    for i, (before, after) in enumerate(zip(clean.y, noisy.y)):
        if before != after:
            near = sorted(
                (sum((a - b) ** 2 for a, b in zip(clean.X[i], clean.X[j])), j) for j in range(150) if j != i
            )[:15]
            assert after in [clean.y[j] for _, j in near]


def test_classes_are_drawn_in_proportion_to_their_presence() -> None:
    """The first row has among its 3 nearest one b and two c: c must come twice as often."""
    dataset = line("abcc")
    drawn = Counter(noise_from_neighbors(dataset, 1, seed, neighbors=3).y[0] for seed in range(600))
    assert set(drawn) == {"b", "c"}
    assert 0.6 < drawn["c"] / 600 < 0.73


def test_when_no_other_class_is_near() -> None:
    dataset = line("aaaaab")
    assert noise_from_neighbors(dataset, 1, neighbors=2).y == tuple("bbbbba")
    lone = line("aaaa")
    assert noise_from_neighbors(lone, 1).y == lone.y  # there is no other class at all


def test_more_noise_changes_more_rows_and_seeds_differ() -> None:
    clean = artiset(n=100)
    few, many = noise_from_neighbors(clean, 0.1), noise_from_neighbors(clean, 0.3)
    changed = {i for i in range(100) if few.y[i] != clean.y[i]}
    assert changed < {i for i in range(100) if many.y[i] != clean.y[i]}
    assert noise_from_neighbors(clean, 0.1, seed=1).y != few.y
    assert noise_from_neighbors(clean, 0.1).y == few.y


def test_subsample_keeps_rows_in_order() -> None:
    dataset = artiset(n=200)
    part = subsample(dataset, Fraction(1, 4), seed=2)
    places = [dataset.X.index(row) for row in part.X]
    assert len(part) == 50
    assert places == sorted(places)
    assert all(part.y[n] == dataset.y[i] for n, i in enumerate(places))
    assert random.Random(0).random() == 0.8444218515250481  # what the guarantee of random() rests on


def test_bad_arguments() -> None:
    with refused(ValueError, "share must be a number from 0 to 1, got 2"):
        noise_from_neighbors(artiset(n=10), 2)
