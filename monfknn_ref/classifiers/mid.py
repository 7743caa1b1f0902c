"""MID (Ben-David, 1995): C4.5 with a penalty for cuts that contradict the order.

A tree is seen as the boxes of its k branches, each with the majority class of its training rows. Two branches
conflict if a point of the branch with the higher class can lie below a point of the other. Then

    I = conflicting pairs / all pairs       the index of non-monotonicity
    A = 0 if I = 0, else -1 / log2(I)       the order ambiguity, infinite if I = 1
    E + R A                                 the total ambiguity; E is what C4.5 minimizes, and the least wins

Some choices are open in the source, or arise because C4.5 has thresholds and the source's ID3 has none.
`docs/classifiers/mid.md` lists them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from operator import lt
from typing import Any, Self, TypeAlias

from monfknn_ref.arithmetic import DOUBLES
from monfknn_ref.classifiers.c45 import (
    Branch,
    Cut,
    Example,
    Leaf,
    Test,
    Tree,
    choose_cut,
    collapse,
    count_classes,
    divide,
    prune,
)
from monfknn_ref.classifiers.decision_tree import Node, TreeClassifier
from monfknn_ref.classifiers.ordered import check_not_negative, majority
from monfknn_ref.model.checks import check_share, check_whole
from monfknn_ref.readings.errors import check_choice, shown

# The order ambiguity


@dataclass(frozen=True)
class Box:
    """The inputs that reach a node, between low and high in each attribute.

    The values of a descending attribute have the opposite sign, so that all attributes ascend. One of the two
    ends belongs to the box and the other does not; nothing more matters to conflicts.
    """

    low: tuple[float, ...]
    high: tuple[float, ...]

    def divide(self, test: Test, direction: int) -> tuple[Box, Box]:
        """The part on which the test holds, and the rest.

        >>> below, above = Box((0.0, 0.0), (9.0, 9.0)).divide(Test(attribute=1, value=3.0), direction=1)
        >>> below.high, above.low
        ((9.0, 3.0), (0.0, 3.0))
        """
        a, edge = test.attribute, direction * test.value
        lesser = Box(self.low, (*self.high[:a], edge, *self.high[a + 1 :]))
        greater = Box((*self.low[:a], edge, *self.low[a + 1 :]), self.high)
        return (lesser, greater) if direction > 0 else (greater, lesser)


LabeledBox: TypeAlias = tuple[Box, int]


# --8<-- [start:conflict]
def conflict(one: LabeledBox, other: LabeledBox) -> bool:
    """Whether a point of the box with the higher class can lie below a point of the box with the lower class.

    >>> left, right = Box((0.0, 0.0), (2.0, 9.0)), Box((2.0, 0.0), (9.0, 9.0))
    >>> conflict((left, 0), (right, 1)), conflict((left, 1), (right, 0)), conflict((left, 1), (right, 1))
    (False, True, False)
    """
    (box, label), (other_box, other_label) = one, other
    if label > other_label:
        return all(map(lt, box.low, other_box.high))
    if label < other_label:
        return all(map(lt, other_box.low, box.high))
    return False


# --8<-- [end:conflict]


def count_conflicts(boxes: Sequence[LabeledBox]) -> int:
    """The number of pairs of boxes that conflict."""
    return sum(conflict(one, other) for one, other in combinations(boxes, 2))


# --8<-- [start:ambiguity]
def order_ambiguity(conflicts: int, branches: int) -> float:
    """A for a tree with this many branches and this many conflicting pairs of them.

    >>> order_ambiguity(0, 4), order_ambiguity(3, 4), order_ambiguity(6, 4)
    (0.0, 1.0, inf)
    """
    pairs = branches * (branches - 1) // 2
    if conflicts == 0:
        return 0.0
    if conflicts == pairs:
        return math.inf
    return -1 / math.log2(conflicts / pairs)


# --8<-- [end:ambiguity]


# The tree


# --8<-- [start:grow]
def grow(
    examples: Sequence[Example],
    classes: int,
    items_per_leaf: int,
    R: float,
    directions: Sequence[int],
    branches: str,
) -> Tree:
    """The tree before collapsing and pruning."""
    observed = [sorted(set(column)) for column in zip(*(x for x, _ in examples))]

    def sides(box: Box, cut: Cut) -> tuple[LabeledBox, LabeledBox]:
        below, above = box.divide(cut.test, directions[cut.test.attribute])
        return (below, majority(cut.below)), (above, majority(cut.above))

    def penalty_at(box: Box, others: list[LabeledBox]) -> Callable[[Cut], float]:
        """The penalty R A of a cut of the box, together with the other branches."""
        if R == 0:
            return lambda cut: 0.0
        standing = count_conflicts(others)

        def penalty(cut: Cut) -> float:
            below, above = sides(box, cut)
            new = sum(conflict(side, other) for side in (below, above) for other in others)
            return R * order_ambiguity(standing + new + conflict(below, above), len(others) + 2)

        return penalty

    def grow_node(examples: Sequence[Example], box: Box, others: list[LabeledBox]) -> Tree:
        counts = count_classes(examples, classes)
        if len(examples) < 2 * items_per_leaf or max(counts) == len(examples):
            return Leaf(counts)
        cut = choose_cut(examples, observed, classes, items_per_leaf, penalty_at(box, others))
        if cut is None:
            return Leaf(counts)
        below, above = sides(box, cut)
        examples_below, examples_above = divide(examples, cut.test)
        tree_below = grow_node(examples_below, below[0], [*others, above])
        behind = [below] if branches == "path" else list(labeled_boxes(tree_below, below[0], directions))
        tree_above = grow_node(examples_above, above[0], [*others, *behind])
        return Branch(counts, cut.test, tree_below, tree_above)

    return grow_node(examples, everything(len(directions)), [])


# --8<-- [end:grow]


def everything(attributes: int) -> Box:
    """The box of the root."""
    return Box((-math.inf,) * attributes, (math.inf,) * attributes)


def labeled_boxes(tree: Tree, box: Box, directions: Sequence[int]) -> Iterator[LabeledBox]:
    """The boxes of all branches of a tree that fills a box, each with its class."""
    if isinstance(tree, Leaf):
        yield box, majority(tree.counts)
    else:
        below, above = box.divide(tree.test, directions[tree.test.attribute])
        yield from labeled_boxes(tree.below, below, directions)
        yield from labeled_boxes(tree.above, above, directions)


def nodes_of(root: Tree) -> tuple[Node, ...]:
    """The tree as a list of nodes: first a node, then its side below, then its side above.

    >>> nodes_of(Branch((2, 3), Test(0, 1.0), Leaf((2, 0)), Leaf((0, 3))))[1:]
    (Node(counts=(2, 0), position=0, cut=None, right=0), Node(counts=(0, 3), position=1, cut=None, right=0))
    """
    if isinstance(root, Leaf):
        return (Node(root.counts, majority(root.counts)),)
    below, above = nodes_of(root.below), nodes_of(root.above)
    test = root.test._replace(value=whole_if_it_is(root.test.value))
    nodes = [Node(root.counts, majority(root.counts), test, right=1 + len(below))]
    for first, side in ((1, below), (1 + len(below), above)):
        nodes += [node if node.cut is None else replace(node, right=first + node.right) for node in side]
    return tuple(nodes)


def whole_if_it_is(number: float) -> float:
    """The same number; a whole number becomes an int, so that it prints without a point.

    >>> whole_if_it_is(3.0), whole_if_it_is(0.25)
    (3, 0.25)
    """
    return int(number) if number.is_integer() and abs(number) < 1e16 else number


@dataclass(eq=False, repr=False)
class MID(TreeClassifier):
    """The decision tree of Ben-David (1995) on top of C4.5.

    R is the weight of the order ambiguity; R = 0 gives C4.5. `confidence` is the confidence level of the
    pruning; a lower level prunes more. No cut may leave fewer than `items_per_leaf` training rows on a side.
    `branches` says which branches a cut may be in conflict with: those on the way to it ("path") or all that
    the tree has by then ("tree"). `directions` holds '+' or '-' for each attribute; None means all '+'.
    `classes` lists all labels from lowest to highest; those given to `fit` win.

    >>> X = [[1, 5], [2, 1], [3, 4], [4, 2], [5, 5], [6, 1], [7, 3], [8, 2]]
    >>> y = ["low", "low", "low", "mid", "mid", "mid", "high", "high"]
    >>> model = MID().fit(X, y, classes=["low", "mid", "high"])
    >>> print(model.tree_text())
    x[0] <= 3: 'low' (3 of 'low')
    x[0] > 3
    |  x[0] <= 6: 'mid' (3 of 'mid')
    |  x[0] > 6: 'high' (2 of 'high')
    >>> print(model.explain([5, 0]))
    (5, 0) is 'mid':
      x[0] = 5 > 3
      x[0] = 5 <= 6
      leaf 'mid' (3 of 'mid')
    >>> model.non_monotonicity_
    0.0
    """

    _needs_monotonic_data = True

    R: float = 1
    confidence: float = 0.25
    items_per_leaf: int = 2
    branches: str = "path"
    directions: Any = None
    classes: Any = None

    def fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Grow the tree on the rows X with labels y, then collapse and prune it.

        Sets `classes_`, `tree_`, and `non_monotonicity_`, the index I of the finished tree.
        """
        R = float(check_not_negative("R", self.R))
        confidence = check_confidence(self.confidence)
        items_per_leaf = check_whole("items_per_leaf", self.items_per_leaf, 1)
        branches = check_choice("branches", self.branches, ["path", "tree"])
        training = self._training_set(X, y, classes)
        directions, m = training.directions, len(training.classes)
        rows = DOUBLES.rows(training.given)

        examples = list(zip(rows, training.positions))
        tree = grow(examples, m, items_per_leaf, R, directions, branches)
        tree = prune(collapse(tree), examples, confidence)

        boxes = list(labeled_boxes(tree, everything(len(directions)), directions))
        pairs = math.comb(len(boxes), 2)
        self._remember_tree(training, nodes_of(tree), directions=(1,) * len(directions))
        self.non_monotonicity_ = count_conflicts(boxes) / pairs if pairs else 0.0
        return self


def check_confidence(value: Any) -> float:
    """A number above 0 and up to 1/2.

    >>> check_confidence(0.75)
    Traceback (most recent call last):
    ValueError: confidence must be above 0 and at most 0.5, got 0.75
    """
    if not 0 < check_share("confidence", value) <= 0.5:
        raise ValueError(f"confidence must be above 0 and at most 0.5, got {shown(value)}")
    return float(value)
