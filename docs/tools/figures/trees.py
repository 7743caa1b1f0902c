"""The figures of trees: those of PMDT and RDMT on the running example, and those of MID with R = 0 and 1."""

from __future__ import annotations

from monfknn_ref import example
from monfknn_ref.classifiers import MID, PMDT, RDMT
from monfknn_ref.drawing import WIDE, Canvas, Layout
from monfknn_ref.drawing.trees import draw_tree, draw_trees

__all__ = ["draw_mid", "draw_pmdt", "draw_rdmt"]

MONOTONE_ROWS = [(1, 1), (1, 4), (2, 2), (3, 1), (3, 2), (3, 4), (5, 2), (6, 3), (4, 4), (4, 6)]
MONOTONE_LABELS = ["low"] * 5 + ["mid"] * 3 + ["high"] * 2
"""Rows that violate nothing, on which C4.5 grows a tree that does."""


def draw_pmdt(layout: Layout = WIDE) -> Canvas:
    """The tree that PMDT grows from the running example."""
    model = PMDT().fit(example.ROWS, example.LABELS, example.CLASSES)
    return draw_tree(model.tree_, "PMDT on the running example", layout)


def draw_rdmt(layout: Layout = WIDE) -> Canvas:
    """The tree that RDMT grows from the running example."""
    model = RDMT().fit(example.ROWS, example.LABELS, example.CLASSES)
    return draw_tree(model.tree_, "RDMT on the running example", layout)


def draw_mid(layout: Layout = WIDE) -> Canvas:
    """The trees of C4.5 and of MID on the same ten rows."""
    models = [MID(R=R).fit(MONOTONE_ROWS, MONOTONE_LABELS, example.CLASSES) for R in (0, 1)]
    names = ("R = 0: C4.5", "R = 1")
    trees = [
        (f"{name}, index {model.non_monotonicity_:.2f}", model.tree_) for name, model in zip(names, models)
    ]
    return draw_trees(trees, "The trees of MID with R = 0 and with R = 1", layout)
