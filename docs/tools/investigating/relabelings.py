"""Ways to make training labels monotone, from the optimal one to rough ones, and some that fail to.

The paper cites Feelders (2010), whose relabeling changes the labels as little as possible. `RELABELINGS` has
that one in its two extremes, and what a program might do instead.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from monfknn_ref.classifiers.relabeling import relabel
from tools.investigating.arrays import ArrayData

__all__ = ["RELABELINGS", "relabeled"]

RELABELINGS = {
    "none": "labels as they are",
    "lowest": "the lowest of the nearest monotone labels (what the audit runs)",
    "highest": "the highest of the nearest monotone labels",
    "greedy": "again and again, the row with most violations gets the label with fewest",
    "placed in order": "row by row as in the file, each label moved into the range of the earlier rows",
    "placed at random": "the same, rows in random order",
    "from above": "the lowest label of all rows at or above",
    "from below": "the highest label of all rows at or below",
    "middle, down": "the middle of these two, halves downward",
    "middle, up": "the middle of these two, halves upward",
    "middle, coin": "the middle of these two, a coin for each half",
    "between": "any label between these two, drawn at random",
}


def relabeled(data: ArrayData, train: Any, how: str, generator: Any) -> Any:
    """The new labels of the training rows."""
    y, over = data.labels[train], data.dominates[np.ix_(train, train)]
    if how == "none" or not (over & (y[:, None] < y[None, :])).any():
        return y
    if how in ("lowest", "highest"):
        rows = [tuple(row) for row in data.rows[train].tolist()]
        return np.array(relabel(rows, y.tolist(), classes=list(range(data.classes)), side=how))
    if how == "greedy":
        return greedy(y, over, data.classes)
    if how.startswith("placed"):
        order = np.arange(len(y)) if how == "placed in order" else generator.permutation(len(y))
        return placed(y, over, data.classes, order)
    low = np.where(over.T, y, data.classes).min(1)  # no monotone labels may lie above this at a row ...
    high = np.where(over, y, -1).max(1)  # ... and at or above this, if every label is to be respected
    if how == "from above":
        return low
    if how == "from below":
        return high
    if how == "between":
        return generator.integers(low, high + 1)
    coin = {"middle, down": 0, "middle, up": 1}.get(how)
    up = generator.integers(0, 2, len(y)) if coin is None else coin
    return (low + high + up) // 2


def greedy(y: Any, over: Any, classes: int) -> Any:
    """Each step removes violations, so it ends; rows that cannot be improved are passed over.

    >>> greedy(np.array([0, 2, 1, 2]), np.tri(4, dtype=bool), 3).tolist()
    [0, 1, 1, 2]
    """
    new, strict = y.copy(), over & ~np.eye(len(y), dtype=bool)
    while True:
        violating = strict & (new[:, None] < new[None, :])
        number = violating.sum(0) + violating.sum(1)
        for i in np.argsort(-number, kind="stable"):
            if not number[i]:
                return new
            costs = [(new[strict[i]] > l).sum() + (new[strict[:, i]] < l).sum() for l in range(classes)]
            best = min(range(classes), key=lambda l: (costs[l], abs(l - y[i])))
            if costs[best] < costs[new[i]]:
                new[i] = best
                break
        else:
            return new


def placed(y: Any, over: Any, classes: int, order: Any) -> Any:
    """Row by row, the own label or the nearest to it that the rows before allow.

    >>> placed(np.array([0, 2, 1, 2]), np.tri(4, dtype=bool), 3, range(4)).tolist()
    [0, 2, 2, 2]
    """
    low, high, new = np.zeros(len(y), int), np.full(len(y), classes - 1), y.copy()
    for i in order:
        new[i] = min(max(y[i], low[i]), high[i])
        low = np.where(over[:, i], np.maximum(low, new[i]), low)
        high = np.where(over[i], np.minimum(high, new[i]), high)
    return new
