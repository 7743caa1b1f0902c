"""The binary tree behind RDMT, PMDT and MID: following a row through it, printing it, and drawing it.

RDMT and PMDT also grow their trees here; MID does it as C4.5 does. A node tests x[a] <= v, where v is a value
observed in the node other than the largest. Rows that pass go left.

The nodes stand in one list: first a node, then its left subtree, then its right subtree. So the left child of
a node is the next node, and only the right child needs a number. Nothing here is recursive, so a tree may
have any depth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.classifiers.logarithms import LogarithmSum
from monfknn_ref.classifiers.ordered import OrderedClassifier, check_not_negative, count, number_text, text_of
from monfknn_ref.model.arrays_and_frames import rows_like
from monfknn_ref.model.checks import GivenRow, Label
from monfknn_ref.model.door import TrainingSet, turned
from monfknn_ref.paper.medians import median_range

ClassCounts: TypeAlias = Sequence[int]
Measure: TypeAlias = Callable[[int, ClassCounts, ClassCounts], LogarithmSum]
"""A function that scores a cut, given its attribute and the class counts on its left and on its right."""


class Cut(NamedTuple):
    """The question that a node asks about a turned row: whether x[attribute] <= value."""

    attribute: int
    value: Any

    def holds(self, x: GivenRow) -> bool:
        """The answer for x; values are compared as they are.

        >>> Cut(attribute=1, value=2).holds((9, 2)), Cut(attribute=1, value=2).holds((0, 2.5))
        (True, False)
        """
        return bool(x[self.attribute] <= self.value)


@dataclass(frozen=True)
class Node:
    """A leaf, or a cut with two children: the next node and, for rows that fail it, the node `right`."""

    counts: tuple[int, ...]  # training rows of each class
    position: int  # the class that it stands for if it is a leaf
    cut: Cut | None = None
    right: int = 0


# --8<-- [start:median]
def median_class(counts: ClassCounts) -> int:
    """The median of the classes counted; of two middles, the lower one.

    >>> median_class([1, 0, 1, 0]), median_class([1, 1])
    (1, 0)
    """
    total = sum(counts)
    lowest, highest = median_range([Fraction(n, total) for n in counts])
    return (lowest + highest) // 2


# --8<-- [end:median]


def cuts(
    training: TrainingSet, members: Iterable[int], attribute: int
) -> Iterator[tuple[Any, list[int], list[int]]]:
    """Every observed value of the attribute but the largest, with the class counts up to it and above it.

    >>> training = TrainingSet([(1,), (3,), (1,), (4,)], [0, 1, 1, 1], ["low", "high"], (1,))
    >>> for value, left, right in cuts(training, range(4), 0):
    ...     print(value, left, right)
    1 [1, 1] [0, 2]
    3 [1, 2] [0, 1]
    """
    ordered = sorted(members, key=lambda i: training.rows[i][attribute])
    left = [0] * len(training.classes)
    right = count((training.positions[i] for i in ordered), len(training.classes))
    for i, following in pairwise(ordered):
        left[training.positions[i]] += 1
        right[training.positions[i]] -= 1
        value = training.rows[i][attribute]
        if value != training.rows[following][attribute]:
            yield value, left[:], right[:]


# --8<-- [start:best_cut]
def best_cut(
    training: TrainingSet, members: Sequence[int], measure: Measure, better: int, least: LogarithmSum
) -> Cut | None:
    """The first of the cuts with the best score: lowest attribute first, then lowest value.

    better: -1 if smaller scores are better, 1 if larger ones are. The result is None if every attribute is
    constant, or if the best score is below the least that is allowed.
    """
    best: Cut | None = None
    best_score = least
    for attribute in range(len(training.directions)):
        for value, left, right in cuts(training, members, attribute):
            score = measure(attribute, left, right)
            if best is None or score.compare(best_score) == better:
                best, best_score = Cut(attribute, value), score
    return None if best_score.compare(least) < 0 else best


# --8<-- [end:best_cut]


# --8<-- [start:grow]
def grow(
    training: TrainingSet, items_per_leaf: int, choose: Callable[[Sequence[int]], Cut | None]
) -> tuple[Node, ...]:
    """The nodes of the tree. `choose` returns the cut for the rows of a node, or None for a leaf.

    A node is not cut if its rows have one class, or if it has fewer than 2 * items_per_leaf of them.
    """
    nodes: list[Node] = []
    pending: list[tuple[Sequence[int], int | None]] = [(range(len(training.rows)), None)]
    while pending:
        members, right_child_of = pending.pop()
        if right_child_of is not None:
            nodes[right_child_of] = replace(nodes[right_child_of], right=len(nodes))
        counts = tuple(count((training.positions[i] for i in members), len(training.classes)))
        pure = max(counts) == len(members)
        cut = None if pure or len(members) < 2 * items_per_leaf else choose(members)
        nodes.append(Node(counts, median_class(counts), cut))
        if cut is not None:
            left = [i for i in members if cut.holds(training.rows[i])]
            right = [i for i in members if not cut.holds(training.rows[i])]
            pending.append((right, len(nodes) - 1))
            pending.append((left, None))  # popped first: the next node
    return tuple(nodes)


# --8<-- [end:grow]


class Step(NamedTuple):
    """One test on the way to a leaf, in the units of the row."""

    attribute: int
    found: Any  # the row's value
    relation: str
    value: Any

    def __str__(self) -> str:
        return f"x[{self.attribute}] = {number_text(self.found)} {self.relation} {number_text(self.value)}"


@dataclass(frozen=True)
class Path:
    """Why a tree gives a row its class."""

    x: GivenRow
    label: Label
    steps: tuple[Step, ...]
    leaf: str

    def __str__(self) -> str:
        lines = [f"{text_of(self.x)} is {self.label!r}:", *(f"  {step}" for step in self.steps)]
        return "\n".join([*lines, f"  leaf {self.leaf}"])


class PlacedNode(NamedTuple):
    """The place of a node in a drawing: leaves are one column apart, parents stand above their children."""

    column: float
    depth: int
    parent: int | None  # its number
    branch: str  # the answer that leads here from the parent, such as "<= 3"
    text: str  # the attribute that is tested, or the leaf
    is_leaf: bool


@dataclass(frozen=True)
class Tree:
    """A grown tree whose questions are about turned rows.

    It takes rows as they are given. Its text and its explanations are in the units of these rows.
    """

    nodes: tuple[Node, ...]
    classes: tuple[Label, ...]
    directions: tuple[int, ...]

    def follow(self, x: GivenRow) -> tuple[Node, list[tuple[Cut, bool]]]:
        """The leaf that a row reaches, and the cuts on its way, each with whether the row went left."""
        ascending = turned(x, self.directions)
        number = 0
        way = []
        while (cut := self.nodes[number].cut) is not None:
            left = cut.holds(ascending)
            way.append((cut, left))
            number = number + 1 if left else self.nodes[number].right
        return self.nodes[number], way

    def explain(self, x: GivenRow) -> Path:
        """The tests on the way of a row, and the leaf that it reaches."""
        leaf, way = self.follow(x)
        steps = [Step(cut.attribute, x[cut.attribute], *self._test(cut, left)) for cut, left in way]
        return Path(x, self.classes[leaf.position], tuple(steps), self._leaf_text(leaf))

    def layout(self) -> list[PlacedNode]:
        """The nodes in their order, each with its place in a drawing."""
        parents: list[int | None] = [None] * len(self.nodes)
        depths = [0] * len(self.nodes)
        branches = [""] * len(self.nodes)
        for k, node in enumerate(self.nodes):
            if node.cut is not None:
                for child in (k + 1, node.right):
                    parents[child] = k
                    depths[child] = depths[k] + 1
                    relation, value = self._test(node.cut, child == k + 1)
                    branches[child] = f"{relation} {number_text(value)}"
        columns = [0.0] * len(self.nodes)
        column = sum(node.cut is None for node in self.nodes)
        for k in reversed(range(len(self.nodes))):  # children before their parents, leaves from the right
            if self.nodes[k].cut is None:
                column -= 1
                columns[k] = float(column)
            else:
                columns[k] = (columns[k + 1] + columns[self.nodes[k].right]) / 2

        placed = []
        for k, node in enumerate(self.nodes):
            text = self._leaf_text(node) if node.cut is None else f"x[{node.cut.attribute}]"
            placed.append(PlacedNode(columns[k], depths[k], parents[k], branches[k], text, node.cut is None))
        return placed

    def __str__(self) -> str:
        placed = self.layout()
        lines = []
        for place in placed:
            if place.parent is not None:
                test = f"{placed[place.parent].text} {place.branch}"
                lines.append("|  " * (place.depth - 1) + test + (f": {place.text}" if place.is_leaf else ""))
        return "\n".join(lines) or placed[0].text

    def _test(self, cut: Cut, left: bool) -> tuple[str, Any]:
        """The relation and the value of the test that leads to one child, for rows as they are given."""
        direction = self.directions[cut.attribute]
        [value] = turned([cut.value], [direction])
        if direction > 0:
            return ("<=" if left else ">"), value
        return (">=" if left else "<"), value

    def _leaf_text(self, node: Node) -> str:
        counts = [f"{n} of {label!r}" for n, label in zip(node.counts, self.classes) if n]
        return f"{self.classes[node.position]!r} ({', '.join(counts)})"


def check_threshold(value: Any) -> Fraction:
    """
    >>> check_threshold(-1)
    Traceback (most recent call last):
    ValueError: threshold must be a finite number of at least 0, got -1
    """
    return exact_value(check_not_negative("threshold", value, "a finite number of at least 0"))


class TreeClassifier(OrderedClassifier):
    """What RDMT, PMDT and MID have in common after the tree is grown. After `fit`, `tree_` is the tree."""

    tree_: Tree

    def _remember_tree(
        self, training: TrainingSet, nodes: tuple[Node, ...], directions: tuple[int, ...] | None = None
    ) -> None:
        """Store the tree; `directions` are those of its questions if they differ from the training set's."""
        self._remember(training)
        self.tree_ = Tree(nodes, tuple(training.classes), directions or training.directions)

    def _leaves(self, table: Sequence[GivenRow]) -> list[Node]:
        return [self.tree_.follow(x)[0] for x in table]

    def _predicted(self, table: Sequence[GivenRow]) -> list[int]:
        return [leaf.position for leaf in self._leaves(table)]

    def predict_proba(self, X: Any) -> Any:
        """The class frequencies in the leaf of each row, one column for each class of `classes_`."""
        rows = [[n / sum(leaf.counts) for n in leaf.counts] for leaf in self._leaves(self._rows(X))]
        return rows_like(X, rows, len(self.order_))

    def explain(self, x: Any) -> Path:
        """The way of one row from the root to its leaf."""
        row = self.checked_row(x)
        return self.tree_.explain(row)

    def tree_text(self) -> str:
        """The tree as text, with one line for each branch."""
        self.check_fitted()
        return str(self.tree_)
