"""The parts of C4.5 (Quinlan, 1993) for numeric attributes: choosing a cut, collapsing and pruning a tree.

Where the book leaves a point open, the code does what Weka's J48 does, so that the trees are equal. An
example is a pair (x, y): the attributes as floats, and the position of the class in Y. A tree is a `Leaf`, or
a `Branch` that asks x[attribute] <= threshold. Trees are never changed; each step builds a new one.
`mid.grow` makes a tree of the cuts; with R = 0 that tree is C4.5's.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from statistics import NormalDist
from typing import TypeAlias

from monfknn_ref.arithmetic import DOUBLES
from monfknn_ref.classifiers import decision_tree
from monfknn_ref.classifiers.ordered import count
from monfknn_ref.model.checks import GivenRow

Example: TypeAlias = tuple[tuple[float, ...], int]
ClassCounts: TypeAlias = tuple[int, ...]

TOLERANCE = 1e-6  # a score beats another, and a value exceeds a threshold, only by more than this
VALUE_GAP = 1e-5  # a cut may fall between two values only if they differ by more than this
GAIN_SLACK = 1e-3  # a gain that falls short of the average by no more than this still counts as average
ERROR_SLACK = 0.1  # a simpler tree is preferred even if this many more errors are expected


class Test(decision_tree.Cut):
    """The question x[attribute] <= value, where `value` is C4.5's threshold."""

    __test__ = False  # keeps pytest from collecting this class

    def holds(self, x: GivenRow) -> bool:
        """The answer for x.

        >>> Test(attribute=1, value=2.0).holds((9.0, 2.0)), Test(attribute=1, value=2.0).holds((9.0, 2.00001))
        (True, False)
        """
        return bool(DOUBLES.number(x[self.attribute]) - self.value < TOLERANCE)


@dataclass(frozen=True)
class Leaf:
    """The end of a path; counts[l] training examples of class l reach it."""

    counts: ClassCounts


@dataclass(frozen=True)
class Branch:
    """A test, the tree below for inputs on which it holds, and the tree above for the others."""

    counts: ClassCounts
    test: Test
    below: Tree
    above: Tree


Tree: TypeAlias = "Leaf | Branch"


def count_classes(examples: Iterable[Example], classes: int) -> ClassCounts:
    """The number of examples of each class."""
    return tuple(count((y for _, y in examples), classes))


def divide(examples: Iterable[Example], test: Test) -> tuple[list[Example], list[Example]]:
    """The examples on which the test holds, and the others."""
    below: list[Example] = []
    above: list[Example] = []
    for example in examples:
        (below if test.holds(example[0]) else above).append(example)
    return below, above


# Choosing a cut


@dataclass(frozen=True)
class Cut:
    """A test that a node could ask, the class counts on its two sides, and its gain in bits per example."""

    test: Test
    below: ClassCounts
    above: ClassCounts
    gain: float

    @property
    def gain_ratio(self) -> float:
        """The gain divided by the bits per example that say on which side an example lies."""
        sides = sum(self.below), sum(self.above)
        return self.gain / (information(sides) / sum(sides))


@cache
def times_log(n: int) -> float:
    """n log2(n), or its limit 0 if n = 0."""
    return n * math.log2(n) if n else 0.0


def information(counts: Sequence[int]) -> float:
    """The bits that encode the class of every example: the number of examples times the entropy.

    >>> information([2, 2]), information([4, 0])
    (4.0, 0.0)
    """
    return times_log(sum(counts)) - math.fsum(map(times_log, counts))


def least_side(examples: int, classes: int, items_per_leaf: int) -> float:
    """How many examples a cut must leave on each side: a tenth of the average size of a class, up to 25.

    >>> [least_side(examples, 4, items_per_leaf=2) for examples in (60, 600, 6000)]
    [2, 15.0, 25]
    """
    share = 0.1 * examples / classes
    return items_per_leaf if share <= items_per_leaf else min(share, 25)


def candidate_cuts(
    examples: Sequence[Example], attribute: int, observed: Sequence[float], classes: int, items_per_leaf: int
) -> list[Cut]:
    """The cuts between two values of one attribute, in ascending order; the gain is the loss of entropy.

    The threshold of a cut is the largest value `observed` in the whole training set up to the middle of the
    gap.

    >>> examples = [((1.0,), 0), ((2.0,), 0), ((5.0,), 1), ((6.0,), 1)]
    >>> cuts = candidate_cuts(examples, 0, [1.0, 2.0, 3.0, 5.0, 6.0], classes=2, items_per_leaf=1)
    >>> [(cut.test.value, round(cut.gain, 3)) for cut in cuts]
    [(1.0, 0.311), (3.0, 1.0), (5.0, 0.311)]
    """
    n = len(examples)
    least = least_side(n, classes, items_per_leaf) - TOLERANCE
    ordered = sorted((x[attribute], y) for x, y in examples)
    below, above = [0] * classes, list(count_classes(examples, classes))
    before = information(above)
    cuts = []
    for i in range(1, n):
        (value, y), (following, _) = ordered[i - 1], ordered[i]
        below[y] += 1
        above[y] -= 1
        if following - value > VALUE_GAP and least <= i <= n - least:
            middle = value / 2 + following / 2
            threshold = observed[bisect_left(observed, middle + TOLERANCE) - 1]
            gain = (before - information(below) - information(above)) / n
            cuts.append(Cut(Test(attribute, threshold), tuple(below), tuple(above), gain))
    return cuts


def first_best(
    cuts: Iterable[Cut], worth: Callable[[Cut], float], penalty: Callable[[Cut], float]
) -> Cut | None:
    """The first cut with the highest worth minus penalty; a cut with an infinite penalty is never taken."""
    best, best_score = None, -math.inf
    for cut in cuts:
        if worth(cut) > best_score + TOLERANCE:  # a penalty is never negative, so it can only lower the worth
            score = worth(cut) - penalty(cut)
            if score > best_score + TOLERANCE:
                best, best_score = cut, score
    return best


# --8<-- [start:choose]
def choose_cut(
    examples: Sequence[Example],
    observed: Sequence[Sequence[float]],
    classes: int,
    items_per_leaf: int,
    penalty: Callable[[Cut], float] = lambda cut: 0.0,
) -> Cut | None:
    """C4.5's cut of a node; None if no cut is good enough.

    First the cut with the largest gain is found for each attribute. Its gain is reduced by the bits per
    example that it takes to name this cut among the candidates. Of the attributes whose gain is at least the
    average, the one with the best gain ratio is taken. A `penalty`, if given, lowers a cut's worth in both
    comparisons.
    """
    n = len(examples)
    best_of_attributes = []
    for attribute, values in enumerate(observed):
        cuts = candidate_cuts(examples, attribute, values, classes, items_per_leaf)
        best = first_best((cut for cut in cuts if cut.gain > TOLERANCE), lambda cut: cut.gain, penalty)
        if best is not None:
            gain = best.gain - math.log2(len(cuts)) / n
            if gain >= TOLERANCE:
                best_of_attributes.append(replace(best, gain=gain))
    if not best_of_attributes:
        return None
    average = math.fsum(cut.gain for cut in best_of_attributes) / len(best_of_attributes)
    worthwhile = (cut for cut in best_of_attributes if cut.gain >= average - GAIN_SLACK)
    return first_best(worthwhile, lambda cut: cut.gain_ratio, penalty)


# --8<-- [end:choose]


# Simplifying a tree


def training_errors(tree: Tree) -> int:
    """How many training examples the tree classifies wrongly."""
    if isinstance(tree, Leaf):
        return sum(tree.counts) - max(tree.counts)
    return training_errors(tree.below) + training_errors(tree.above)


def collapse(tree: Tree) -> Tree:
    """The tree in which, from the root down, a leaf replaces each branch that saves no training error."""
    if isinstance(tree, Leaf):
        return tree
    leaf = Leaf(tree.counts)
    if training_errors(leaf) <= training_errors(tree):
        return leaf
    return replace(tree, below=collapse(tree.below), above=collapse(tree.above))


@cache
def pessimistic_errors(n: int, errors: int, confidence: float) -> float:
    """The errors to expect among n new examples after `errors` among n: the upper end of an interval.

    If there was no error, the limit p solves (1 - p)^n = confidence. Otherwise it is the limit of the normal
    distribution, with half an error added as the continuity correction.

    >>> round(pessimistic_errors(6, 0, 0.25), 3), round(pessimistic_errors(16, 1, 0.25), 3)
    (1.238, 2.476)
    """
    if errors == 0:
        return n * (1 - math.pow(confidence, 1 / n))
    if errors + 0.5 >= n:
        return float(n)
    z = NormalDist().inv_cdf(1 - confidence)
    p = (errors + 0.5) / n
    spread = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return n * (p + z * z / (2 * n) + spread) / (1 + z * z / n)


def expected_errors(tree: Tree, confidence: float) -> float:
    """The sum of the pessimistic errors of all leaves."""
    if isinstance(tree, Leaf):
        return pessimistic_errors(sum(tree.counts), training_errors(tree), confidence)
    return expected_errors(tree.below, confidence) + expected_errors(tree.above, confidence)


def recount(tree: Tree, examples: Sequence[Example]) -> Tree:
    """The same tests with the counts of other examples."""
    counts = count_classes(examples, len(tree.counts))
    if isinstance(tree, Leaf):
        return Leaf(counts)
    below, above = divide(examples, tree.test)
    return Branch(counts, tree.test, recount(tree.below, below), recount(tree.above, above))


# --8<-- [start:prune]
def prune(tree: Tree, examples: Sequence[Example], confidence: float) -> Tree:
    """The tree in which, from the leaves up, each branch stays, becomes a leaf, or becomes its larger side.

    A leaf is preferred to the larger side, and the larger side to the branch, unless more errors are
    expected.
    """
    if isinstance(tree, Leaf):
        return tree
    below, above = divide(examples, tree.test)
    tree = replace(
        tree, below=prune(tree.below, below, confidence), above=prune(tree.above, above, confidence)
    )
    leaf = Leaf(tree.counts)
    raised = recount(tree.below if len(below) > len(above) else tree.above, examples)
    as_branch, as_leaf, as_raised = (expected_errors(t, confidence) for t in (tree, leaf, raised))
    slack = ERROR_SLACK + TOLERANCE
    if as_leaf < min(as_branch, as_raised) + slack:
        return leaf
    if as_raised < as_branch + slack:
        return prune(raised, examples, confidence)
    return tree


# --8<-- [end:prune]
