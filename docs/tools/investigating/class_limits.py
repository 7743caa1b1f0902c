"""How a number may have been turned into the four classes of machineCPU and of bostonhousing4cl.

The paper does not say. What it prints of OSDL helps: its program cast the scaled values to whole numbers, so
that nearly all rows are equal and get one class, whatever the folds are. For each way to make classes this
cell is nearly free of chance, and the printed number of right rows and sum of errors must come out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

import numpy as np

from monfknn_ref.evaluation.methods import METHODS
from monfknn_ref.readings import AUTHORS
from tools.investigating.arrays import ArrayData, Counted, Fold, cross_validated

CLASSES = 4


def blocks(target: Any) -> Any:
    """Rows sorted by the target, equal ones as in the file, and cut into blocks of a quarter rounded up.

    >>> blocks(np.array([5, 1, 2, 2, 2, 9])).tolist()
    [2, 0, 0, 1, 1, 2]
    """
    return np.minimum(ranks(target) // -(-len(target) // CLASSES), CLASSES - 1)


def ranks(target: Any) -> Any:
    """The place of each row among the sorted ones."""
    return np.argsort(np.argsort(target, kind="stable"), kind="stable")


def weka_frequency(target: Any) -> Any:
    """Weka's bins of equal frequency: a cut comes after the value with which a bin is full, or before it.

    >>> weka_frequency(np.array([1, 2, 2, 2, 3, 4, 5, 6])).tolist()
    [0, 1, 1, 1, 2, 2, 3, 3]
    """
    values, counts = np.unique(target, return_counts=True)
    left, wanted = len(target), len(target) / CLASSES
    inside, until_last, last = 0, 0, -1
    cuts: list[float] = []
    for i in range(len(values) - 1):
        inside, left = inside + counts[i], left - counts[i]
        if inside >= wanted:
            if last >= 0 and wanted - until_last < inside - wanted:
                cuts.append((values[last] + values[last + 1]) / 2)
                inside = until_last = inside - until_last
                last = i
            else:
                cuts.append((values[i] + values[i + 1]) / 2)
                inside, until_last, last = 0, 0, -1
            if len(cuts) == CLASSES - 1:
                break
            wanted = (left + inside) / (CLASSES - len(cuts))
        else:
            until_last, last = inside, i
    return np.searchsorted(cuts, target, side="left")


def class_rules(target: Any) -> dict[str, Any]:
    """The classes of all rows by each rule that a program might use."""
    n, place = len(target), ranks(target)
    late = n - 1 - ranks(-target)
    rules = {}
    for name, method in (("quartiles", "linear"), ("quartiles of the ranks", "weibull")):
        limits = np.quantile(target, [0.25, 0.5, 0.75], method=method)
        rules[f"{name}, closed on the right"] = (target[:, None] > limits).sum(1)
        rules[f"{name}, closed on the left"] = (target[:, None] >= limits).sum(1)
    rules["equal frequency, as in Weka"] = weka_frequency(target)
    rules["blocks of a quarter, rounded up"] = blocks(target)
    rules["blocks of a quarter, rounded down"] = np.minimum(place // (n // CLASSES), CLASSES - 1)
    rules["blocks as even as possible"] = CLASSES * place // n
    rules["blocks as even as possible, ties the other way"] = CLASSES * late // n
    width = np.linspace(target.min(), target.max(), CLASSES + 1)[1:-1]
    rules["equal width"] = (target[:, None] > width).sum(1)
    low, high = np.log(target.min()), np.log(target.max())
    logs = np.linspace(low, high, CLASSES + 1)[1:-1]
    rules["equal width of the logarithm"] = (np.log(target)[:, None] > logs).sum(1)
    return rules


@dataclass(frozen=True)
class Cells:
    """The rows as OSDL's program saw them: which distinct row each one is, and which of these dominate."""

    group: Any
    dominates: Any

    @classmethod
    def of(cls, data: ArrayData) -> Cells:
        rows, _ = METHODS["OSDL-published"].rows_of(data.dataset, AUTHORS)
        distinct, group = np.unique(np.trunc(np.array(rows, float)).astype(int), axis=0, return_inverse=True)
        return cls(group.ravel(), (distinct[:, None] >= distinct[None]).all(2))

    @property
    def sizes(self) -> Any:
        return np.bincount(self.group)


def osdl_classes(counts: Any, dominates: Any) -> Any:
    """The class of every distinct row, from its class counts and those of the others.

    `counts` has one line of class counts for each distinct row; it may have more dimensions in front.
    """
    total = counts.sum(-1, keepdims=True)
    share = counts.cumsum(-1) / np.maximum(total, 1)
    there = total > 0
    found = []
    for g in range(len(dominates)):
        below, above = np.flatnonzero(dominates[g]), np.flatnonzero(dominates[:, g])
        low = np.where(there[..., below, :], share[..., below, :], 1.0).min(-2)
        high = np.where(there[..., above, :], share[..., above, :], 0.0).max(-2)
        high[..., -1] = 1
        between = (low + high) / 2
        first = (between >= 0.5 - 1e-12).argmax(-1)
        left = 1 - np.concatenate([np.zeros_like(between[..., :1]), between[..., :-1]], -1)
        last = counts.shape[-1] - 1 - (left >= 0.5 - 1e-12)[..., ::-1].argmax(-1)
        found.append((first + last + 1) // 2)
    return np.stack(found, -1)


def osdl_counts(data: ArrayData, cells: Cells, partitions: int) -> list[Counted]:
    """The counts of OSDL as published on ten folds, one for each partition."""

    def predict(fold: Fold) -> Any:
        counts = np.zeros((len(cells.dominates), CLASSES))
        np.add.at(counts, (cells.group[fold.train], data.labels[fold.train]), 1)
        return osdl_classes(counts, cells.dominates)[cells.group[fold.test]]

    return cross_validated(data, predict, range(partitions))


@dataclass(frozen=True)
class Search:
    """All triples of limits, and those under which the two printed numbers of OSDL can come out."""

    tried: int
    fitting: list[tuple[float, float, float]]
    sizes: list[list[int]]
    """The class sizes of the fitting ones."""

    def nearest(self, rows: int, number: int) -> list[dict[str, Any]]:
        """The fitting triples with the most even classes."""
        uneven = [max(abs(size - rows / CLASSES) for size in sizes) for sizes in self.sizes]
        order = sorted(range(len(self.fitting)), key=lambda i: (uneven[i], self.fitting[i]))
        return [{"limits": list(self.fitting[i]), "sizes": self.sizes[i]} for i in order[:number]]

    def intervals(self, values: Sequence[float]) -> Iterator[tuple[float, float, float, float]]:
        """All that fit: a first and a second limit, and between which values of the target the third may be.

        >>> search = Search(9, [(1.0, 2.0, 3.0), (1.0, 2.0, 4.0), (1.0, 3.0, 5.0)], [])
        >>> list(search.intervals([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]))
        [(1.0, 2.0, 3.0, 4.0), (1.0, 3.0, 5.0, 5.0)]
        """
        following = dict(pairwise(values))
        for (first, second), triples in groupby(self.fitting, key=lambda triple: triple[:2]):
            start, *others = (third for *_, third in triples)
            end = start
            for third in others:
                if following[end] != third:
                    yield first, second, start, end
                    start = third
                end = third
            yield first, second, start, end


def search(data: ArrayData, target: Any, right: int, cost: int, large: int = 20) -> Search:
    """Try every triple of limits between values of the target; equal values are in one class.

    Groups of at least `large` equal rows get the class that they get from all rows: a tenth of them less
    hardly moves a median. What the few other rows get depends on the folds, so anything is allowed for them:
    a triple fits if some classes of theirs make up the printed numbers.
    """
    cells = Cells.of(data)
    values, place = np.unique(target, return_inverse=True)
    n, groups = len(values), len(cells.dominates)
    upto = np.zeros((groups, n + 1), int)
    for g in range(groups):
        upto[g, 1:] = np.bincount(place[cells.group == g], minlength=n).cumsum()
    is_large = cells.sizes >= large
    few = int(cells.sizes[~is_large].sum())
    tried, fitting, sizes = 0, [], []
    for a in range(1, n - 2):
        second, third = np.triu_indices(n - a - 1, 1)
        b, c = second + a + 1, third + a + 1
        tried += len(b)
        first = np.broadcast_to(upto[:, a], (len(b), groups))
        parts = [first, upto[:, b].T - first, (upto[:, c] - upto[:, b]).T, upto[:, -1] - upto[:, c].T]
        counts = np.stack(parts, -1)
        fits = can_come_out(counts, osdl_classes(counts, cells.dominates), is_large, few, right, cost)
        for i in np.flatnonzero(fits):
            fitting.append(tuple(float(values[edge - 1]) for edge in (a, b[i], c[i])))
            sizes.append(counts[i].sum(0).tolist())
    return Search(tried, fitting, sizes)


def can_come_out(counts: Any, classes: Any, is_large: Any, few: int, right: int, cost: int) -> Any:
    """Whether the rows outside the large groups can make up what is missing of the printed numbers."""
    which = np.arange(len(counts))
    sure_right, sure_cost = np.zeros(len(counts), int), np.zeros(len(counts), int)
    for g in np.flatnonzero(is_large):
        sure_right += counts[which, g, classes[:, g]]
        away = np.abs(np.arange(CLASSES)[None, :] - classes[:, g][:, None])
        sure_cost += (counts[:, g] * away).sum(1)
    missing, rest = right - sure_right, cost - sure_cost
    wrong = few - missing
    outer = counts[:, ~is_large][:, :, [0, CLASSES - 1]].sum((1, 2))  # these can be off by three classes
    most = np.minimum(wrong, outer) * 3 + np.maximum(wrong - outer, 0) * 2
    return (missing >= 0) & (wrong >= 0) & (rest >= wrong) & (rest <= most)
