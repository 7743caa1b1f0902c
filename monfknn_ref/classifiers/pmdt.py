"""PMDT, the Partially Monotonic Decision Tree (Pei and Hu 2018): not all attributes need be monotone.

It is a binary tree. A cut into L and R is scored by what it tells about the class, in nats. On a monotone
attribute the score is the rank mutual information,

    RMI = -(1/n) * sum over the rows i of R of
          ln( |R| / n * #{rows of the node with y >= y_i} / #{rows of R with y >= y_i} ).

The rows of L would only add ln(1) to it, because all rows of the node are at least as high as they are. The
score may be negative. On an attribute that is not monotone it is the ordinary mutual information

    MI = (1/n) * sum over both sides S and all classes l of n_Sl * ln( n * n_Sl / (|S| * n_l) ).

The choices are those of the program behind the paper's experiments; `docs/classifiers/pmdt.md` lists them.
"""

from __future__ import annotations

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
from monfknn_ref.model.checks import check_whole
from monfknn_ref.readings.errors import shown


# --8<-- [start:rank_information]
def rank_information(left: ClassCounts, right: ClassCounts) -> LogarithmSum:
    """The exact RMI of a cut."""
    n, in_right = sum(left) + sum(right), sum(right)
    terms = []
    reaching = reaching_in_right = 0  # rows with y >= l: in the node, in R
    for l in reversed(range(len(right))):
        reaching += left[l] + right[l]
        reaching_in_right += right[l]
        if right[l]:
            terms.append(Term(right[l], n, n * reaching_in_right, in_right * reaching))
    return LogarithmSum(terms)


# --8<-- [end:rank_information]


# --8<-- [start:information]
def information(left: ClassCounts, right: ClassCounts) -> LogarithmSum:
    """The exact MI of a cut."""
    n = sum(left) + sum(right)
    terms = []
    for side in (left, right):
        for l in range(len(side)):
            if side[l]:
                terms.append(Term(side[l], n, n * side[l], sum(side) * (left[l] + right[l])))
    return LogarithmSum(terms)


# --8<-- [end:information]


def rank_mutual_information(left: ClassCounts, right: ClassCounts) -> float:
    """RMI of a cut, from the number of rows of each class on its left and on its right.

    A cut that separates two classes scores ln(2) / 2. The same cut in the wrong direction scores 0:

    >>> rank_mutual_information([2, 0], [0, 2]), rank_mutual_information([0, 2], [2, 0])
    (0.34657359027997264, 0.0)
    """
    return rank_information(left, right).value


def mutual_information(left: ClassCounts, right: ClassCounts) -> float:
    """MI of a cut, from the number of rows of each class on its left and on its right.

    >>> mutual_information([2, 0], [0, 2]), mutual_information([0, 2], [2, 0])
    (0.6931471805599453, 0.6931471805599453)
    """
    return information(left, right).value


@dataclass(eq=False, repr=False)
class PMDT(TreeClassifier):
    """The Partially Monotonic Decision Tree.

    threshold: a node whose best score is below this becomes a leaf.
    items_per_leaf: a node with fewer than twice this many rows becomes a leaf.
    not_monotone: the attributes, counted from 0, that are scored by ordinary mutual information.
    directions: a string such as "+-+" or a sequence of signs; attributes marked "-" lower the class.
    classes: all labels from lowest to highest; those given to `fit` win.
    After `fit`, `tree_` is the tree.

    Too little and too much of the second attribute are both bad, which a monotone attribute cannot express:

    >>> X = [(1, 1), (1, 5), (2, 5), (2, 9), (3, 1), (3, 5), (4, 5), (4, 9)]
    >>> y = ["bad", "good", "good", "bad", "bad", "good", "good", "bad"]
    >>> print(PMDT(not_monotone=[1], classes=["bad", "good"]).fit(X, y).tree_text())
    x[1] <= 1: 'bad' (2 of 'bad')
    x[1] > 1
    |  x[1] <= 5: 'good' (4 of 'good')
    |  x[1] > 5: 'bad' (2 of 'bad')
    >>> PMDT(classes=["bad", "good"]).fit(X, y).score(X, y)
    0.75
    """

    threshold: Any = 0
    items_per_leaf: int = 2
    not_monotone: Sequence[int] = ()
    directions: Any = None
    classes: Any = None

    def fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        least = LogarithmSum(constant=check_threshold(self.threshold))
        items_per_leaf = check_whole("items_per_leaf", self.items_per_leaf, 1)
        training = self._training_set(X, y, classes)
        not_monotone = check_attributes(self.not_monotone, len(training.directions))

        def measure(attribute: int, left: ClassCounts, right: ClassCounts) -> LogarithmSum:
            return information(left, right) if attribute in not_monotone else rank_information(left, right)

        def choose(members: Sequence[int]) -> Cut | None:
            return best_cut(training, members, measure, 1, least)

        self._remember_tree(training, grow(training, items_per_leaf, choose))
        return self


def check_attributes(given: Any, attributes: int) -> set[int]:
    """
    >>> check_attributes([0, 3], 3)
    Traceback (most recent call last):
    ValueError: not_monotone must name attributes from 0 to 2, got 3 in [0, 3]
    """
    if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
        raise TypeError(f"not_monotone must be a sequence of attribute numbers, got {shown(given)}")
    numbers = set()
    for number in given:
        numbers.add(check_whole("an attribute of not_monotone", number, 0))
        if number >= attributes:
            raise ValueError(
                f"not_monotone must name attributes from 0 to {attributes - 1}, "
                f"got {shown(number)} in {shown(given)}"
            )
    return numbers
