"""MID with other weights, stopping rules and sizes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np

from monfknn_ref.classifiers import c45, mid
from monfknn_ref.classifiers.decision_tree import Tree
from tools.investigating.arrays import ArrayData, Fold

__all__ = ["MID_VARIANTS", "class_at_depth", "leaves", "mid_predictions", "mid_tree"]

Penalty = Callable[[c45.Cut], float]

MID_VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "as run": ("the audit's: R = 1, the branches on the way to the cut", {}),
    "R = 0": ("C4.5 itself, the order has no weight", {"R": 0}),
    "R = 10": ("a heavy weight of the order", {"R": 10}),
    "R = 100": ("only the order counts where it says anything", {"R": 100}),
    "whole tree": ("all branches of the tree count", {"branches": "tree"}),
    "must pay": ("a cut must be worth more than its penalty", {"stop": "must pay"}),
    "must pay, whole tree": (
        "the same, all branches of the tree count",
        {"stop": "must pay", "branches": "tree"},
    ),
    "no conflict": ("a cut that makes any conflict is not taken", {"stop": "no conflict"}),
    "pruned harder": ("confidence 0.001 instead of 0.25", {"confidence": 0.001}),
    "larger leaves": ("20 rows a leaf instead of 2", {"items_per_leaf": 20}),
}
"""What each variant is, and its parameters."""


@contextmanager
def stopping(rule: str) -> Iterator[None]:
    """Inside, MID chooses cuts by another rule."""
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


def mid_tree(data: ArrayData, fold: Fold, y: Any, stop: str = "", **parameters: Any) -> mid.MID:
    """A tree of one fold, on the values as they are given."""
    directions = data.dataset.directions if "-" in data.dataset.directions else None
    rows = [tuple(data.dataset.X[i]) for i in fold.train]
    with stopping(stop):
        model = mid.MID(directions=directions, **parameters)
        return model.fit(rows, y[fold.train].tolist(), classes=list(range(data.classes)))


def mid_predictions(data: ArrayData, fold: Fold, model: mid.MID, depth: int | None = None) -> Any:
    """The classes of the test rows; with a depth, those of a tree that is cut off there."""
    rows = [tuple(data.dataset.X[i]) for i in fold.test]
    if depth is None:
        return np.array(model.predict(rows))
    return np.array([class_at_depth(model.tree_, row, depth) for row in rows])


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


def leaves(tree: Tree, depth: int | None = None) -> int:
    """The number of leaves; with a depth, of the tree that is cut off there."""

    def below(number: int, left: int) -> int:
        node = tree.nodes[number]
        if node.cut is None or not left:
            return 1
        return below(number + 1, left - 1) + below(node.right, left - 1)

    return below(0, len(tree.nodes) if depth is None else depth)
