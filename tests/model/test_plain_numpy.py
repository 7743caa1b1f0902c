"""The reference, compared with a second MonFkNN that shares no code with it: whole tables in NumPy, in doubles."""

from __future__ import annotations

from typing import Any

import pytest

from monfknn_ref import MonFkNN
from monfknn_ref.reproduction.benchmark import Sample

np = pytest.importorskip("numpy")


def plain_pass(X: Any, y: Any, c: int, k: int = 5, K: int = 9, RCr: float = 0.5) -> list[int]:
    """Fit and predict the rows in plain NumPy on doubles, every distinct row compared with every other."""
    rows, place, copies = np.unique(X, axis=0, return_inverse=True, return_counts=True)
    place = place.ravel()
    u = np.zeros((len(rows), c))
    np.add.at(u, (place, y), 1)
    own = u.argmax(axis=1)
    u /= copies[:, np.newaxis]
    below = np.all(rows[:, np.newaxis] >= rows, axis=2)
    distance = np.sqrt(np.sum((rows[:, np.newaxis] - rows) ** 2, axis=2))

    def medians(u: Any) -> Any:
        U = np.cumsum(u, axis=1)
        return (np.sum(U < 0.5, axis=1) + np.sum(U <= 0.5, axis=1)) // 2

    def nearest(labels: Any, count: int, itself: Any) -> tuple[Any, Any]:
        y_min = np.max(np.where(below & itself, labels, 0), axis=1)
        y_max = np.min(np.where(below.T & itself, labels, c - 1), axis=1)
        crossed = y_min > y_max
        y_min[crossed], y_max[crossed] = 0, c - 1
        valid = (labels >= y_min[:, np.newaxis]) & (labels <= y_max[:, np.newaxis]) & itself
        order = np.argsort(np.where(valid, distance, np.inf), axis=1, kind="stable")[:, :count]
        return order, np.take_along_axis(valid, order, axis=1)

    first = medians(u)
    nn, valid = nearest(first, k, ~np.eye(len(rows), dtype=bool))
    found = valid.sum(axis=1, keepdims=True)
    counts = np.sum(np.eye(c)[first[nn]] * valid[:, :, np.newaxis], axis=1)
    shares = (1 - RCr) * counts / np.maximum(found, 1) + RCr * np.eye(c)[own]
    u = np.where((copies[:, np.newaxis] == 1) & (found > 0), shares, u)
    nn, valid = nearest(medians(u), K, np.ones(below.shape, dtype=bool))
    apart = np.take_along_axis(distance, nn, axis=1)
    weights = np.where(apart == 0, 1.0, 0.0)  # every query equals a row
    u = np.sum(u[nn] * (weights * valid)[:, :, np.newaxis], axis=1)
    return list(medians(u)[place].tolist())


@pytest.mark.parametrize("seed", range(6, 12))
@pytest.mark.parametrize("attributes", [2, 3])
def test_the_reference_answers_alike_where_nothing_ties(attributes: int, seed: int) -> None:
    """RCr = 0.49, so that no membership is exactly one half; the rows are their own queries."""
    X, y = Sample.noisy_artiset(80, attributes, seed=seed).lists()
    expected = MonFkNN(RCr=0.49).fit(X, y, range(10)).predict(X)
    assert plain_pass(np.array(X), np.array(y), 10, RCr=0.49) == expected


def test_the_check_notices_another_parameter() -> None:
    X, y = Sample.noisy_artiset(80, 2, seed=6).lists()
    expected = MonFkNN(RCr=0.49).fit(X, y, range(10)).predict(X)
    assert plain_pass(np.array(X), np.array(y), 10, RCr=0.6) != expected
