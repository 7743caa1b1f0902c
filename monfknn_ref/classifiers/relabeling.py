"""Optimal relabeling: the monotone labels nearest to the given ones.

If a data set has violations, its labels are changed until none is left, and as little as possible in the sum
of the rank differences (Feelders 2010). MkNN is trained on the result. The problem splits into one question
for each threshold between two classes: which rows belong above it? The answer must be an upper set: if it
contains a row, it contains all rows that dominate this row. A row has weight 1 if its label is above the
threshold, and weight -1 if not. A best upper set is one with the greatest total weight, and a maximum flow
finds it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.data.comparable import rows_below
from monfknn_ref.model.arrays_and_frames import labels_like
from monfknn_ref.model.checks import GivenRow
from monfknn_ref.model.door import training_set
from monfknn_ref.readings.errors import check_choice


def relabel(X: Any, y: Any, classes: Any = None, side: str = "lowest", directions: Any = None) -> Any:
    """The monotone labels for the rows X with the least total rank difference from y.

    They come in a list if y is a list, and in an array if y is an array or a series.
    `side` says whether the "lowest" or the "highest" of equally near relabelings is taken.

    >>> relabel([[1], [2], [3], [4]], [0, 2, 1, 2])
    [0, 1, 1, 2]
    >>> relabel([[1], [2], [3], [4]], [0, 2, 1, 2], side="highest")
    [0, 2, 2, 2]
    """
    training = training_set(X, y, classes, directions)
    check_choice("side", side, ("lowest", "highest"))
    signs, ordered, ranks = training.directions, training.classes, training.positions
    if side == "highest":  # these are the lowest labels of the reversed problem
        signs = tuple(-sign for sign in signs)
        ordered = ordered[::-1]
        ranks = [len(ordered) - 1 - rank for rank in ranks]

    # Equal rows must get the same label, so they are one point. A sorted point comes after all it dominates.
    turned = [tuple(sign * exact_value(value) for sign, value in zip(signs, row)) for row in training.given]
    points = sorted(set(turned))
    point_of = {point: i for i, point in enumerate(points)}
    ranks_at: list[list[int]] = [[] for _ in points]
    for row, rank in zip(turned, ranks):
        ranks_at[point_of[row]].append(rank)

    new_ranks = lowest_optimal_ranks(ranks_at, direct_successors(points), len(ordered))
    return labels_like(y, ordered, [new_ranks[point_of[row]] for row in turned], getattr(y, "dtype", None))


def direct_successors(points: Sequence[GivenRow]) -> list[list[int]]:
    """For each of the sorted points, the points above it with no other point between.

    >>> direct_successors([(0, 0), (0, 1), (1, 0), (1, 1)])
    [[1, 2], [3], [3], []]
    """
    below = rows_below(points, [1] * len(points[0]))
    successors: list[list[int]] = [[] for _ in points]
    for i, dominated in enumerate(below):
        remaining = dominated ^ 1 << i
        while remaining:
            nearest = remaining.bit_length() - 1  # the last of the sorted points is not below any other
            successors[nearest].append(i)
            remaining &= ~below[nearest]
    return successors


# --8<-- [start:ranks]
def lowest_optimal_ranks(
    ranks_at: Sequence[Sequence[int]], successors: Sequence[Sequence[int]], classes: int
) -> list[int]:
    """The lowest of the nearest monotone ranks, one for each point; its rows have the ranks `ranks_at`.

    The best upper sets of the thresholds are nested. So the middle threshold divides the points into those
    whose rank is above it and the others. For each part, only the thresholds on its own side are left to
    decide.
    """
    new_ranks = [0] * len(ranks_at)
    parts = [(set(range(len(ranks_at))), 0, classes - 1)]
    while parts:
        part, low, high = parts.pop()
        if low == high:
            for i in part:
                new_ranks[i] = low
        elif part:
            middle = (low + high) // 2
            weights = {i: sum(1 if rank > middle else -1 for rank in ranks_at[i]) for i in part}
            upper = smallest_best_upper_set(weights, successors)
            parts.append((part - upper, low, middle))
            parts.append((upper, middle + 1, high))
    return new_ranks


# --8<-- [end:ranks]


# --8<-- [start:upper_set]
def smallest_best_upper_set(weights: dict[int, int], successors: Sequence[Sequence[int]]) -> set[int]:
    """Of the upper sets with the greatest total weight, the one that is contained in all others.

    Positive weight flows up along the successors until negative weight absorbs it. The set consists of the
    points with weight to spare and of all points that this weight can still reach. The flow is found by
    Dinic's method: put the points into layers by their distance from weight to spare, push as much as the
    layers let through, and repeat until nothing more can flow.

    >>> smallest_best_upper_set({0: 3, 1: -1, 2: -1, 3: 0}, [[1, 2], [3], [3], []]) == {0, 1, 2, 3}
    True
    >>> smallest_best_upper_set({0: 2, 1: -1, 2: -1, 3: 1}, [[1, 2], [3], [3], []])
    {3}
    """
    spare = {i: weight for i, weight in weights.items() if weight > 0}
    room = {i: max(-weight, 0) for i, weight in weights.items()}
    up = {i: [j for j in successors[i] if j in weights] for i in weights}
    received: dict[int, dict[int, int]] = {i: {} for i in weights}  # from below; it can be sent back
    while True:
        layers = _layers(spare, up, received)
        if not any(room[i] for i in layers):
            return set(layers)
        onward = {
            i: [j for j in (*up[i], *received[i]) if layers.get(j) == layer + 1]
            for i, layer in layers.items()
        }
        for source in spare:
            while spare[source]:
                path = _path_to_room(source, onward, room, received)
                if not path:
                    break
                steps = list(pairwise(path))
                back = [received[i][j] for i, j in steps if j in received[i]]
                amount = min(spare[source], room[path[-1]], *back)
                spare[source] -= amount
                room[path[-1]] -= amount
                for i, j in steps:
                    if j in received[i]:
                        received[i][j] -= amount
                    else:
                        received[j][i] = received[j].get(i, 0) + amount


# --8<-- [end:upper_set]


def _layers(
    spare: dict[int, int], up: dict[int, list[int]], received: dict[int, dict[int, int]]
) -> dict[int, int]:
    """The number of steps from a point with weight to spare to each point that can be reached."""
    layers = {i: 0 for i, weight in spare.items() if weight}
    queue = deque(layers)
    while queue:
        i = queue.popleft()
        back = [j for j, amount in received[i].items() if amount]
        for j in (*up[i], *back):
            if j not in layers:
                layers[j] = layers[i] + 1
                queue.append(j)
    return layers


def _path_to_room(
    source: int, onward: dict[int, list[int]], room: dict[int, int], received: dict[int, dict[int, int]]
) -> list[int]:
    """A path along the layers to a point with room, or []; dead ends are removed as they are found."""
    path = [source]
    while path and not room[path[-1]]:
        i = path[-1]
        if not onward[i]:
            path.pop()
            if path:
                onward[path[-1]].pop()
        elif received[i].get(onward[i][-1]) == 0:  # all that came this way has been sent back
            onward[i].pop()
        else:
            path.append(onward[i][-1])
    return path
