"""RDMT, the Rank Discrimination Measure Tree (Marsala and Petturiti 2015), with the pessimistic measure.

It is a binary tree whose cuts minimize the pessimistic rank discrimination of the class with respect to the
cut. Say that a row follows row i if its attribute and its class are both at least those of i. In general,
where the attribute is the one after the cut (0 on the left, 1 on the right),

    t_i = the least, among the rows j with the attribute value of i, of
          #{rows that follow j} / #{rows with an attribute of at least j's},
    H   = the mean of -log2(t_i) / t_i over the rows i of the node.

For a cut into L and R only two values of t remain. The rows of the highest class on each side decide them:

    t_L = #{rows of the node with at least the highest class of L} / n,
    t_R = #{rows of R with the highest class of R} / |R|,
    H   = (|L| g(t_L) + |R| g(t_R)) / n     with g(t) = -log2(t) / t.

The choices are those of the program behind the paper's experiments, but for a defect that
constant_ends_branch=True repeats; `docs/classifiers/rdmt.md` lists them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from monfknn_ref.classifiers.decision_tree import (
    ClassCounts,
    Cut,
    TreeClassifier,
    best_cut,
    check_threshold,
    grow,
)
from monfknn_ref.classifiers.logarithms import LogarithmSum, Term
from monfknn_ref.classifiers.ordered import check_flag
from monfknn_ref.model.checks import check_whole
from monfknn_ref.model.door import TrainingSet


# --8<-- [start:measure]
def rank_discrimination(left: ClassCounts, right: ClassCounts) -> LogarithmSum:
    """H times ln(2), exactly: with t = s / r, the weighted |L| g(t) / n is |L| r / (n s) * ln(r / s)."""
    in_left, in_right = sum(left), sum(right)
    n = in_left + in_right
    highest_left = max(l for l in range(len(left)) if left[l])
    highest_right = max(l for l in range(len(right)) if right[l])
    reaching_left = sum(left[highest_left:]) + sum(right[highest_left:])  # t_L = this / n
    reaching_right = right[highest_right]  # t_R = this / |R|
    return LogarithmSum(
        [
            Term(in_left * n, n * reaching_left, n, reaching_left),
            Term(in_right * in_right, n * reaching_right, in_right, reaching_right),
        ]
    )


# --8<-- [end:measure]


def pessimistic_rank_discrimination(left: ClassCounts, right: ClassCounts) -> float:
    """H of a cut, from the number of rows of each class on its left and on its right.

    Take two classes. On the left are two rows of the lower class; all rows have at least this class, so t_L =
    1 and g = 0. On the right is one row of each class, so t_R = 1/2 and g = 2, for two rows of four:

    >>> pessimistic_rank_discrimination([2, 0], [1, 1])
    1.0
    """
    return rank_discrimination(left, right).value / math.log(2)


@dataclass(eq=False, repr=False)
class RDMT(TreeClassifier):
    """The Rank Discrimination Measure Tree.

    threshold: a node whose best H is below this becomes a leaf.
    items_per_leaf: a node with fewer than twice this many rows becomes a leaf.
    constant_ends_branch: a node with a constant attribute becomes a leaf, as in the published program.
    directions: a string such as "+-+" or a sequence of signs; attributes marked "-" lower the class.
    classes: all labels from lowest to highest; those given to `fit` win.
    After `fit`, `tree_` is the tree.

    >>> X = [(1, 9), (1, 7), (2, 7), (3, 8), (4, 4), (4, 3), (5, 1), (5, 7)]
    >>> y = ["low", "low", "low", "mid", "mid", "high", "high", "mid"]
    >>> model = RDMT(directions="+-").fit(X, y, classes=["low", "mid", "high"])
    >>> print(model.tree_text())
    x[1] >= 4
    |  x[0] <= 2: 'low' (3 of 'low')
    |  x[0] > 2: 'mid' (3 of 'mid')
    x[1] < 4: 'high' (2 of 'high')
    >>> print(model.explain((3, 5)))
    (3, 5) is 'mid':
      x[1] = 5 >= 4
      x[0] = 3 > 2
      leaf 'mid' (3 of 'mid')
    """

    threshold: Any = 0
    items_per_leaf: int = 2
    constant_ends_branch: bool = False
    directions: Any = None
    classes: Any = None

    def fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        threshold = check_threshold(self.threshold)
        items_per_leaf = check_whole("items_per_leaf", self.items_per_leaf, 1)
        check_flag("constant_ends_branch", self.constant_ends_branch)
        training = self._training_set(X, y, classes)
        least = LogarithmSum([Term(threshold.numerator, threshold.denominator, 2, 1)])  # times ln(2), as H

        def measure(attribute: int, left: ClassCounts, right: ClassCounts) -> LogarithmSum:
            return rank_discrimination(left, right)

        def choose(members: Sequence[int]) -> Cut | None:
            if self.constant_ends_branch and has_constant_attribute(training, members):
                return None
            return best_cut(training, members, measure, -1, least)

        self._remember_tree(training, grow(training, items_per_leaf, choose))
        return self


def has_constant_attribute(training: TrainingSet, members: Sequence[int]) -> bool:
    """Whether some attribute has the same value in all of these rows."""
    columns = zip(*(training.rows[i] for i in members))
    return any(all(value == column[0] for value in column) for column in columns)
