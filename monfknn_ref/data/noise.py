"""Class noise: labels moved by one class, and labels drawn from the neighborhood as the paper's last
experiment has them.

There a share of the rows is chosen at random. The new label of a chosen row is drawn among the classes of its
15 nearest rows after those of its own class are removed, each class in proportion to its presence. So a noisy
label is never far from what stands around it.

Left open by the paper, and taken so here: neighbors are counted with the labels before any noise, equally
distant rows in their order, the row itself left out, and the number of rows changed is the share of all
rows rounded to a whole number. If no other class is among the neighbors, the nearest row of another class
gives the label.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from monfknn_ref.arithmetic import EXACT, Row, exact_value
from monfknn_ref.data.dataset import Dataset
from monfknn_ref.model.checks import Label, check_share, check_whole
from monfknn_ref.model.door import on_one_grid


def subsample(dataset: Dataset, share: Any, seed: int = 0) -> Dataset:
    """A share of the rows, chosen at random, in their order.

    >>> from monfknn_ref.data import artiset
    >>> len(subsample(artiset(n=200), 0.25))
    50
    """
    check_share("share", share)
    count = max(1, round(exact_value(share) * len(dataset)))
    kept = sorted(_shuffled(len(dataset), seed)[:count])
    return replace(dataset, X=tuple(dataset.X[i] for i in kept), y=tuple(dataset.y[i] for i in kept))


def noisy(dataset: Dataset, share: Any, seed: int = 0) -> Dataset:
    """The data set with a share of its labels moved by one class, up or down as a coin falls.

    A label of the lowest class can only move up, one of the highest only down. The number of labels
    moved is the share of the rows, rounded to a whole number.

    >>> from monfknn_ref.data import artiset
    >>> clean = artiset(n=200)
    >>> moved = noisy(clean, 0.1)
    >>> sum(before != after for before, after in zip(clean.y, moved.y))
    20
    """
    check_share("share", share)
    generator = random.Random(check_whole("seed", seed, 0))
    count = round(exact_value(share) * len(dataset))
    top = len(dataset.classes) - 1
    if count and top == 0:
        raise ValueError(
            f"dataset must have at least 2 classes to move labels, got {dataset.name} with {top + 1}"
        )
    draws = [generator.random() for _ in dataset.y]
    chosen = sorted(range(len(dataset)), key=draws.__getitem__)[:count]
    position = {label: place for place, label in enumerate(dataset.classes)}
    y = list(dataset.y)
    for i in chosen:
        place = position[y[i]]
        upward = generator.random() < 0.5
        if place == 0 or (upward and place < top):
            y[i] = dataset.classes[place + 1]
        else:
            y[i] = dataset.classes[place - 1]
    return replace(dataset, name=f"{dataset.name} with {count} labels moved", y=tuple(y))


def noise_from_neighbors(dataset: Dataset, share: Any, seed: int = 0, neighbors: int = 15) -> Dataset:
    """The data set with a share of its labels drawn anew from the neighborhood.

    >>> from monfknn_ref.data import artiset
    >>> clean = artiset(n=200)
    >>> noisy = noise_from_neighbors(clean, 0.1)
    >>> sum(before != after for before, after in zip(clean.y, noisy.y))
    20
    """
    check_share("share", share)
    check_whole("neighbors", neighbors, 1)
    count = round(exact_value(share) * len(dataset))
    [rows] = on_one_grid(EXACT, dataset.scaled())
    generator = random.Random(f"labels {check_whole('seed', seed, 0)}")
    labels = list(dataset.y)
    for i in _shuffled(len(dataset), seed)[:count]:
        candidates = other_classes(i, rows, dataset.y, neighbors)
        if candidates:
            labels[i] = candidates[int(generator.random() * len(candidates))]
    return replace(dataset, name=f"{dataset.name} with {count} noisy labels", y=tuple(labels))


def other_classes(i: int, rows: Sequence[Row], labels: Sequence[Label], neighbors: int) -> list[Label]:
    """The labels of row i's nearest rows that are not its own, or else of the next such row.

    >>> line = [(0,), (1,), (2,), (5,)]
    >>> [other_classes(0, line, labels, 2) for labels in ("abca", "aaab", "aaaa")]
    [['b', 'c'], ['b'], []]
    """
    others = [j for j in range(len(rows)) if j != i]
    others.sort(key=lambda j: (EXACT.distance(rows[i], rows[j]), j))
    found = [labels[j] for j in others[:neighbors] if labels[j] != labels[i]]
    return found or [labels[j] for j in others if labels[j] != labels[i]][:1]


def _shuffled(n: int, seed: int) -> list[int]:
    """The numbers below n in random order; random() is the method whose values Python guarantees."""
    generator = random.Random(f"rows {check_whole('seed', seed, 0)}")
    draws = [generator.random() for _ in range(n)]
    return sorted(range(n), key=draws.__getitem__)
