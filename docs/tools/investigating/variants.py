"""Variants of OLM, MID, MonMLP, FkNN and MkNN that might have made the paper's columns, in NumPy."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np

from monfknn_ref.classifiers import c45, mid
from monfknn_ref.classifiers.bfgs import NumpyMetric, Vector
from monfknn_ref.classifiers.decision_tree import Tree
from monfknn_ref.classifiers.monmlp import ENGINES, MonMLP, NumpyEngine
from monfknn_ref.classifiers.relabeling import relabel
from tools.investigating.arrays import ArrayData, Counted, Fold, cross_validated

# --- FkNN and MkNN ---------------------------------------------------------------------------------------


def memberships(data: ArrayData, train: Any, k: int = 5) -> Any:
    """Eq. 3: 0.51 for the own class, and 0.49 for the classes of the k nearest other rows."""
    among = data.distances[np.ix_(train, train)].copy()
    np.fill_diagonal(among, np.inf)
    nearest = np.argsort(among, axis=1, kind="stable")[:, :k]
    own = np.eye(data.classes)[data.labels[train]]
    return 0.51 * own + 0.49 * own[nearest].sum(1) / k


def fknn(
    data: ArrayData, fold: Fold, crisp: bool = False, power: int = 2, K: int = 9, equal_rows: bool = False
) -> Any:
    """The class with the largest membership, the lowest of equals.

    With crisp memberships a training row belongs wholly to its class, instead of Eq. 3. Weights are 1 / d to
    the power. With `equal_rows` a training row equal to the query is a neighbor; then such rows alone decide.
    """
    own = np.eye(data.classes)[data.labels[fold.train]]
    u = own if crisp else memberships(data, fold.train)
    far = data.distances[np.ix_(fold.test, fold.train)].copy()
    if not equal_rows:
        far[far == 0] = np.inf
    nearest = np.argsort(far, axis=1, kind="stable")[:, :K]
    d = np.take_along_axis(far, nearest, 1)
    weights = 1 / np.where(d == 0, 1, d) ** power
    met = (d == 0).any(1)
    weights[met] = d[met] == 0
    total = (weights[:, :, None] * u[nearest]).sum(1)
    return total.argmax(1)


def distances_of(data: ArrayData, how: str) -> Any:
    if how == "scaled":
        return data.distances
    if how == "city block":
        return sum(np.abs(column[:, None] - column[None, :]) for column in data.rows.T)
    given = np.array([[float(value) for value in row] for row in data.dataset.X])
    return np.sqrt(sum((column[:, None] - column[None, :]) ** 2 for column in given.T))


def mknn(
    data: ArrayData,
    fold: Fold,
    labels: Any,
    k: int = 5,
    equal_rows: bool = False,
    tie: str = "lowest",
    typeRange: str = "inRange",
    distance: str = "scaled",
) -> Any:
    """The vote of the neighbors in range; `labels` are those of the training rows, relabeled or not.

    With `equal_rows` a training row equal to the query bounds its range and votes. Of the classes with most
    votes the "lowest", the "highest" or that of the "nearest" row wins. The distance is that of the "scaled"
    rows, of the rows "as given", or "city block". Without a vote the middle of the range is taken, where the
    paper draws a class of it.
    """
    pairs = np.ix_(fold.test, fold.train)
    equal = data.distances[pairs] == 0
    below, above = data.dominates[pairs], data.dominates.T[pairs]
    far = distances_of(data, distance)[pairs].copy()
    if not equal_rows:
        below, above = below & ~equal, above & ~equal
        far[equal] = np.inf
    low = np.where(below, labels, 0).max(1)
    high = np.where(above, labels, data.classes - 1).min(1)
    crossed = low > high
    low[crossed], high[crossed] = 0, data.classes - 1
    valid = (labels >= low[:, None]) & (labels <= high[:, None])
    if typeRange == "inRange":
        far[~valid] = np.inf
    nearest = np.argsort(far, axis=1, kind="stable")[:, :k]
    counts = np.isfinite(np.take_along_axis(far, nearest, 1)) & np.take_along_axis(valid, nearest, 1)
    cast = np.eye(data.classes)[labels[nearest]] * counts[:, :, None]
    votes = cast.sum(1)
    if tie == "highest":
        winner = data.classes - 1 - votes[:, ::-1].argmax(1)
    elif tie == "nearest":
        nearness = np.arange(nearest.shape[1], 0, -1)[None, :, None] * 1e-6  # too little to outweigh a vote
        winner = (votes + (cast * nearness).max(1)).argmax(1)
    else:
        winner = votes.argmax(1)
    return np.where(votes.any(1), winner, (low + high) // 2)


# --- Relabelings -----------------------------------------------------------------------------------------
#
# The paper cites Feelders (2010), whose relabeling changes the labels as little as possible. `RELABELINGS`
# has that one in its two extremes, and what a program might do instead.

RELABELINGS = (
    *("none", "lowest", "highest"),  # of the labels nearest to the given ones
    "greedy",
    *("placed in order", "placed at random"),
    *("from above", "from below"),  # the lowest label of all rows at or above, the highest at or below
    *("middle, down", "middle, up", "middle, coin", "between"),  # of these two
)


def relabeled(data: ArrayData, fold: Fold, how: str) -> Any:
    """The new labels of the training rows."""
    y, over = data.labels[fold.train], data.dominates[np.ix_(fold.train, fold.train)]
    generator = np.random.default_rng([fold.seed, fold.number])
    if how == "none" or not (over & (y[:, None] < y[None, :])).any():
        return y
    if how in ("lowest", "highest"):
        rows = [tuple(row) for row in data.rows[fold.train].tolist()]
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


# --- OLM -------------------------------------------------------------------------------------------------
#
# Its rules depend on the order of the training rows, and many orders are to be tried.


def rules(over: list[list[bool]], y: list[int]) -> list[int]:
    """The positions of the training rows that are rules at the end, in the order in which they are tried.

    over[i][j]: row i is at least row j in every attribute.
    """
    found: list[int] = []
    for e, label in enumerate(y):
        add, kept = True, []
        for r in found:
            e_is_over, r_is_over = over[e][r], over[r][e]
            if y[r] == label and e_is_over:
                add = False
            elif y[r] == label and r_is_over:
                continue
            elif r_is_over and y[r] <= label:
                add = False
            elif e_is_over and label <= y[r]:
                continue
            kept.append(r)
        found = kept
        if add:
            found.insert(next((i for i, r in enumerate(found) if y[r] <= label), len(found)), e)
    return found


def olm(data: ArrayData, fold: Fold) -> Any:
    """The class of the first rule that a row reaches, and of the last rule if it reaches none."""
    over = data.dominates[np.ix_(fold.train, fold.train)]
    found = fold.train[rules(over.tolist(), data.labels[fold.train].tolist())]
    reached = data.dominates[np.ix_(fold.test, found)]
    first = np.where(reached.any(1), reached.argmax(1), len(found) - 1)
    return data.labels[found[first]]


# --- MID -------------------------------------------------------------------------------------------------

Penalty = Callable[[c45.Cut], float]

MID_VARIANTS: dict[str, dict[str, Any]] = {
    "as run": {},
    "R = 0": {"R": 0},
    "R = 10": {"R": 10},
    "R = 100": {"R": 100},
    "whole tree": {"branches": "tree"},
    "must pay": {"stop": "must pay"},
    "must pay, whole tree": {"stop": "must pay", "branches": "tree"},
    "no conflict": {"stop": "no conflict"},
    "pruned harder": {"confidence": 0.001},
    "larger leaves": {"items_per_leaf": 20},
}
"""The parameters of each variant. Without any MID is as the audit runs it: R = 1, the branches on the way to
a cut count, confidence 0.25, 2 rows a leaf."""


@contextmanager
def stopping(rule: str) -> Iterator[None]:
    """Inside, MID chooses cuts by another rule: each must be worth more than its penalty, or have none."""
    chosen = c45.choose_cut

    def must_pay(*arguments: Any) -> c45.Cut | None:
        cut = chosen(*arguments)
        penalty: Penalty = arguments[4]
        return cut if cut is not None and cut.gain_ratio > penalty(cut) else None

    def no_conflict(*arguments: Any) -> c45.Cut | None:
        *others, penalty = arguments
        return chosen(*others, lambda cut: math.inf if penalty(cut) > 0 else 0.0)

    with patch.object(
        mid, "choose_cut", {"must pay": must_pay, "no conflict": no_conflict}.get(rule, chosen)
    ):
        yield


def mid_tree(data: ArrayData, fold: Fold, stop: str = "", **parameters: Any) -> mid.MID:
    """A tree of one fold, on the values as they are given."""
    directions = data.dataset.directions if "-" in data.dataset.directions else None
    rows = [tuple(data.dataset.X[i]) for i in fold.train]
    with stopping(stop):
        model = mid.MID(directions=directions, **parameters)
        return model.fit(rows, data.labels[fold.train].tolist(), classes=list(range(data.classes)))


def mid_predictions(data: ArrayData, fold: Fold, tree: Tree, depth: int) -> Any:
    """The classes of the test rows by a tree that is cut off at a depth."""
    return np.array([class_at_depth(tree, data.dataset.X[i], depth) for i in fold.test])


def class_at_depth(tree: Tree, row: Any, depth: int) -> int:
    """The class of the node that a row has reached after so many questions.

    >>> from monfknn_ref.classifiers.decision_tree import Cut, Node
    >>> nodes = (Node((2, 3), 1, Cut(0, 5), right=2), Node((2, 0), 0), Node((0, 3), 1))
    >>> tree = Tree(nodes, (0, 1), (1,))
    >>> class_at_depth(tree, (4,), 0), class_at_depth(tree, (4,), 1), class_at_depth(tree, (4,), 9)
    (1, 0, 0)
    """
    number = 0
    for _ in range(depth):
        cut = tree.nodes[number].cut
        if cut is None:
            break
        number = number + 1 if cut.holds(row) else tree.nodes[number].right
    return tree.nodes[number].position


def leaves(tree: Tree, depth: int) -> int:
    """The number of leaves of the tree that is cut off at a depth."""

    def below(number: int, left: int) -> int:
        node = tree.nodes[number]
        if node.cut is None or not left:
            return 1
        return below(number + 1, left - 1) + below(node.right, left - 1)

    return below(0, depth)


# --- MonMLP ----------------------------------------------------------------------------------------------
#
# All ten folds of a run start from the same weights. The package's engine adds from left to right, so that
# its numbers are the same everywhere; here only the share of good and bad starts matters.

FAILED = 0.99
"""The cost of a network that gives all rows the same output is 1."""


class ProductMetric(NumpyMetric):
    def apply(self, vector: Vector) -> Vector:
        found: Vector = (self.array @ np.array(vector)).tolist()
        return found


class ProductEngine(NumpyEngine):
    """The same network; sums are matrix products."""

    new_metric = ProductMetric

    def forward(self, units: list[Vector], output: Vector, bias: float) -> tuple[Any, Any]:
        with np.errstate(over="ignore", invalid="ignore"):
            activations = np.tanh(0.5 * (np.array(units) @ self.columns))
            return activations, np.array(output) @ activations + bias - self.targets

    def error(self, errors: Any) -> float:
        with np.errstate(over="ignore", invalid="ignore"):
            return float(errors @ errors) / len(errors)

    def slope(self, output: Vector, activations: Any, errors: Any) -> Vector:
        by_output = 2 / len(errors) * errors
        by_sums = np.outer(output, by_output) * 0.5 * (1 - activations * activations)
        by_outputs = np.vstack([activations, self.columns[-1]]) @ by_output
        return [*(by_sums @ self.columns.T).ravel().tolist(), *by_outputs.tolist()]


def fitted(data: ArrayData, fold: Fold, seed: int) -> MonMLP:
    """The network of one fold."""
    ENGINES["products"] = ProductEngine
    try:
        model = MonMLP(hidden=8, iterations=1000, seed=seed, engine="products")
        rows = [tuple(row) for row in data.rows[fold.train].tolist()]
        return model.fit(rows, data.labels[fold.train].tolist(), classes=list(range(data.classes)))
    finally:
        del ENGINES["products"]


def run_from_one_start(data: ArrayData, start: int) -> tuple[Counted, int]:
    """The counts of the first partition, and how many of its folds failed."""
    failed = 0

    def predict(fold: Fold) -> Any:
        nonlocal failed
        model = fitted(data, fold, start)
        failed += model.costs_[-1] > FAILED
        return model.predict([tuple(row) for row in data.rows[fold.test].tolist()])

    [counts] = cross_validated(data, predict, [0])
    return counts, failed
