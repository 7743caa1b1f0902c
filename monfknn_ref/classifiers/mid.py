"""MID (Ben-David, 1995): C4.5 that holds against a cut the contradictions to the order it would bring.

A tree is seen as the boxes of its k branches, each with the majority class of its training rows. Two branches
conflict if a point of the one with the higher class can lie below a point of the other. Then

    I = conflicting pairs / all pairs       the index of non-monotonicity
    A = 0 if I = 0, else -1 / log2(I)       the order ambiguity, infinite if I = 1
    E + R A                                 the total ambiguity, E being what C4.5 minimises; the least wins

Choices the source leaves open, or that arise because C4.5 has thresholds and the source's ID3 has none:

* E. C4.5 maximises gains and gain ratios, so R A is subtracted: from the gain where it compares thresholds of
  an attribute, from the gain ratio where it compares attributes. R = 0 is C4.5 itself.
* An infinite A. The cut is not taken; a node without another one is a leaf.
* Branches still to be grown count as leaves with their majority class. The tree grows depth-first, the side
  below a cut before the side above.
* Which branches count: `branches`. "path": the two sides of the cut, and the sides left behind on the way to
  it. "tree": all branches of the tree as it then stands. The logarithm makes the first conflict dear and
  further ones cheap; in a whole tree there soon is one somewhere, and from then on A hardly tells cuts apart.
  On `artiset` with a tenth of the labels moved by one class, R = 1 lowers the index of the finished tree by
  about a third with "path" and by about a tenth with "tree". So "path" is the default.
* Directions matter to conflicts alone: the tests ask for the values as given, and R = 0 ignores directions.
* Collapsing and pruning are C4.5's and do not look at the order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import lt
from typing import Any, TypeAlias

from monfknn_ref.arithmetic import DOUBLES
from monfknn_ref.base import Classifier
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
    majority,
    prune,
)
from monfknn_ref.order import positions
from monfknn_ref.validation import (
    Label,
    Row,
    check_choice,
    check_directions,
    check_row,
    check_share,
    check_table,
    check_training,
    check_whole,
    is_finite,
    is_number,
)

__all__ = ["MID", "TreePath", "order_ambiguity"]


# The order ambiguity


@dataclass(frozen=True)
class Box:
    """The inputs that reach a node, between low and high in each attribute.

    The values of a descending attribute are taken with the opposite sign, so that all attributes ascend. Of
    the two ends one belongs to the box and the other does not, which is all that matters to conflicts.
    """

    low: tuple[float, ...]
    high: tuple[float, ...]

    def divide(self, test: Test, direction: int) -> tuple[Box, Box]:
        """The part on which the test holds, and the rest.

        >>> below, above = Box((0.0, 0.0), (9.0, 9.0)).divide(Test(attribute=1, threshold=3.0), direction=1)
        >>> below.high, above.low
        ((9.0, 3.0), (0.0, 3.0))
        """
        a, edge = test.attribute, direction * test.threshold
        lesser = Box(self.low, (*self.high[:a], edge, *self.high[a + 1 :]))
        greater = Box((*self.low[:a], edge, *self.low[a + 1 :]), self.high)
        return (lesser, greater) if direction > 0 else (greater, lesser)


LabelledBox: TypeAlias = tuple[Box, int]


def conflict(one: LabelledBox, other: LabelledBox) -> bool:
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


def count_conflicts(boxes: Sequence[LabelledBox]) -> int:
    """How many pairs of boxes conflict."""
    return sum(conflict(one, other) for one, other in combinations(boxes, 2))


def order_ambiguity(conflicts: int, branches: int) -> float:
    """A for a tree of so many branches, of which so many pairs conflict.

    >>> order_ambiguity(0, 4), order_ambiguity(3, 4), order_ambiguity(6, 4)
    (0.0, 1.0, inf)
    """
    pairs = branches * (branches - 1) // 2
    if conflicts == 0:
        return 0.0
    if conflicts == pairs:
        return math.inf
    return -1 / math.log2(conflicts / pairs)


# The tree


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

    def sides(box: Box, cut: Cut) -> tuple[LabelledBox, LabelledBox]:
        below, above = box.divide(cut.test, directions[cut.test.attribute])
        return (below, majority(cut.below)), (above, majority(cut.above))

    def penalty_at(box: Box, others: list[LabelledBox]) -> Callable[[Cut], float]:
        """R A of a cut of the box, next to the other branches."""
        if R == 0:
            return lambda cut: 0.0
        standing = count_conflicts(others)

        def penalty(cut: Cut) -> float:
            below, above = sides(box, cut)
            new = sum(conflict(side, other) for side in (below, above) for other in others)
            return R * order_ambiguity(standing + new + conflict(below, above), len(others) + 2)

        return penalty

    def grow_node(examples: Sequence[Example], box: Box, others: list[LabelledBox]) -> Tree:
        counts = count_classes(examples, classes)
        if len(examples) < 2 * items_per_leaf or max(counts) == len(examples):
            return Leaf(counts)
        cut = choose_cut(examples, observed, classes, items_per_leaf, penalty_at(box, others))
        if cut is None:
            return Leaf(counts)
        below, above = sides(box, cut)
        examples_below, examples_above = divide(examples, cut.test)
        tree_below = grow_node(examples_below, below[0], [*others, above])
        behind = [below] if branches == "path" else list(labelled_boxes(tree_below, below[0], directions))
        tree_above = grow_node(examples_above, above[0], [*others, *behind])
        return Branch(counts, cut.test, tree_below, tree_above)

    return grow_node(examples, everything(len(directions)), [])


def everything(attributes: int) -> Box:
    """The box of the root."""
    return Box((-math.inf,) * attributes, (math.inf,) * attributes)


def labelled_boxes(tree: Tree, box: Box, directions: Sequence[int]) -> Iterator[LabelledBox]:
    """The branches of a tree that fills a box."""
    if isinstance(tree, Leaf):
        yield box, majority(tree.counts)
    else:
        below, above = box.divide(tree.test, directions[tree.test.attribute])
        yield from labelled_boxes(tree.below, below, directions)
        yield from labelled_boxes(tree.above, above, directions)


def tree_lines(tree: Tree, classes: Sequence[Label], indent: str = "") -> Iterator[str]:
    """The tree as text, a line for each answer to a test."""
    if isinstance(tree, Leaf):
        yield indent + leaf_text(tree, classes)
        return
    for relation, side in (("<=", tree.below), (">", tree.above)):
        answer = f"{indent}x[{tree.test.attribute}] {relation} {plain(tree.test.threshold)}"
        if isinstance(side, Leaf):
            yield f"{answer}: {leaf_text(side, classes)}"
        else:
            yield answer
            yield from tree_lines(side, classes, indent + "|   ")


def leaf_text(leaf: Leaf, classes: Sequence[Label]) -> str:
    """The class of a leaf and how many training rows it holds, how many of them of other classes.

    >>> leaf_text(Leaf((1, 5)), ["low", "high"]), leaf_text(Leaf((3, 0)), ["low", "high"])
    ('high (6/1)', 'low (3)')
    """
    rows, errors = sum(leaf.counts), sum(leaf.counts) - max(leaf.counts)
    return f"{classes[majority(leaf.counts)]} ({rows}{f'/{errors}' if errors else ''})"


def plain(number: float) -> str:
    """The shortest writing of a float.

    >>> plain(3.0), plain(0.25)
    ('3', '0.25')
    """
    return repr(number).removesuffix(".0")


@dataclass(frozen=True)
class TreePath:
    """Why x gets its label: the tests on its way, and the training rows of each class in its leaf."""

    x: Row
    tests: tuple[Test, ...]
    counts: tuple[tuple[Label, int], ...]
    label: Label

    def __str__(self) -> str:
        lines = []
        for test in self.tests:
            relation = "<=" if test.holds([float(value) for value in self.x]) else ">"
            lines.append(f"x[{test.attribute}] = {self.x[test.attribute]} {relation} {plain(test.threshold)}")
        found = ", ".join(f"{count} of class {label}" for label, count in self.counts if count)
        return "\n".join([*lines, f"training rows here: {found}", f"predicted: {self.label}"])


class MID(Classifier):
    """The decision tree of Ben-David (1995) on top of C4.5.

    R weighs the order ambiguity (0: C4.5), `confidence` is that of the pruning (lower prunes more), and
    no cut may leave fewer than `items_per_leaf` training rows on a side. `branches` is "path" or "tree", as
    explained above. `directions` holds '+' or '-' for each attribute, all '+' if None.

    >>> X = [[1, 5], [2, 1], [3, 4], [4, 2], [5, 5], [6, 1], [7, 3], [8, 2]]
    >>> y = ["low", "low", "low", "mid", "mid", "mid", "high", "high"]
    >>> model = MID().fit(X, y, classes=["low", "mid", "high"])
    >>> print(model.tree_text())
    x[0] <= 3: low (3)
    x[0] > 3
    |   x[0] <= 6: mid (3)
    |   x[0] > 6: high (2)
    >>> print(model.explain([5, 0]))
    x[0] = 5 > 3
    x[0] = 5 <= 6
    training rows here: 3 of class mid
    predicted: mid
    >>> model.non_monotonicity_
    0.0
    """

    tree_: Tree
    non_monotonicity_: float

    def __init__(
        self,
        R: float = 1,
        confidence: float = 0.25,
        items_per_leaf: int = 2,
        branches: str = "path",
        directions: Any = None,
    ) -> None:
        self.R = R
        self.confidence = confidence
        self.items_per_leaf = items_per_leaf
        self.branches = branches
        self.directions = directions

    def fit(self, X: Any, y: Any, classes: Any = None) -> MID:
        """Grow the tree on the rows X with labels y, then collapse and prune it.

        Sets `classes_`, `tree_`, and `non_monotonicity_`, the index I of the finished tree.
        """
        R = check_weight("R", self.R)
        confidence = check_confidence("confidence", self.confidence)
        items_per_leaf = check_whole("items_per_leaf", self.items_per_leaf, 1)
        branches = check_choice("branches", self.branches, ["path", "tree"])
        table, labels, ordered = check_training(X, y, classes)
        [rows] = DOUBLES.tables(table)
        directions = check_directions(self.directions, len(rows[0]))

        examples = list(zip(rows, positions(labels, ordered)))
        tree = grow(examples, len(ordered), items_per_leaf, R, directions, branches)
        tree = prune(collapse(tree), examples, confidence)

        boxes = list(labelled_boxes(tree, everything(len(directions)), directions))
        pairs = math.comb(len(boxes), 2)
        self.classes_ = ordered
        self.n_features_in_ = len(directions)
        self.tree_ = tree
        self.non_monotonicity_ = count_conflicts(boxes) / pairs if pairs else 0.0
        return self

    def predict(self, X: Any) -> list[Label]:
        """The majority label of the leaf that each row reaches."""
        self._check_fitted()
        return [self._follow(row).label for row in check_table(X, attributes=self.n_features_in_)]

    def explain(self, x: Any) -> TreePath:
        """The way of one row through the tree."""
        self._check_fitted()
        (row,) = check_table([check_row(x)], "x", attributes=self.n_features_in_)
        return self._follow(row)

    def tree_text(self) -> str:
        """The tree, a line for each answer to a test; a leaf shows its class and (training rows/errors)."""
        self._check_fitted()
        return "\n".join(tree_lines(self.tree_, self.classes_))

    def _follow(self, row: Row) -> TreePath:
        x = tuple(map(DOUBLES.number, row))
        tree, tests = self.tree_, []
        while isinstance(tree, Branch):
            tests.append(tree.test)
            tree = tree.below if tree.test.holds(x) else tree.above
        label = self.classes_[majority(tree.counts)]
        return TreePath(row, tuple(tests), tuple(zip(self.classes_, tree.counts)), label)


def check_weight(name: str, value: Any) -> float:
    """A finite number of at least 0.

    >>> check_weight("R", -1)
    Traceback (most recent call last):
    ValueError: R must be a number of at least 0, got -1
    """
    if not is_number(value) or isinstance(value, bool):
        raise TypeError(f"{name} must be a number of at least 0, got {value!r}")
    if not is_finite(value) or value < 0:
        raise ValueError(f"{name} must be a number of at least 0, got {value!r}")
    return float(value)


def check_confidence(name: str, value: Any) -> float:
    """A number above 0 and up to 1/2.

    >>> check_confidence("confidence", 0.75)
    Traceback (most recent call last):
    ValueError: confidence must be above 0 and at most 0.5, got 0.75
    """
    if not 0 < check_share(name, value) <= 0.5:
        raise ValueError(f"{name} must be above 0 and at most 0.5, got {value!r}")
    return float(value)
