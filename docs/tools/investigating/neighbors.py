"""FkNN and MkNN in the variants that might have made the paper's columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tools.investigating.arrays import ArrayData

__all__ = ["FkNNVariant", "MkNNVariant", "fknn", "mknn"]


@dataclass(frozen=True)
class FkNNVariant:
    """FkNN with k = 5.

    crisp: a training row belongs wholly to its class, instead of Eq. 3.
    power: weights are 1 / d to this power. K: the neighbors of a query.
    equal_rows: whether a training row equal to the query is a neighbor; then such rows alone decide.
    """

    crisp: bool = False
    power: int = 2
    K: int = 9
    equal_rows: bool = False


def memberships(data: ArrayData, train: Any, y: Any, k: int = 5) -> Any:
    """Eq. 3: 0.51 for the own class, and 0.49 for the classes of the k nearest other rows."""
    among = data.distances[np.ix_(train, train)].copy()
    np.fill_diagonal(among, np.inf)
    nearest = np.argsort(among, axis=1, kind="stable")[:, :k]
    own = np.eye(data.classes)[y[train]]
    counted = np.eye(data.classes)[y[train][nearest]].sum(1)
    return 0.51 * own + 0.49 * counted / k


def fknn(data: ArrayData, train: Any, test: Any, y: Any, variant: FkNNVariant) -> Any:
    """The class with the largest membership, the lowest of equals."""
    u = np.eye(data.classes)[y[train]] if variant.crisp else memberships(data, train, y)
    far = data.distances[np.ix_(test, train)].copy()
    if not variant.equal_rows:
        far[far == 0] = np.inf
    nearest = np.argsort(far, axis=1, kind="stable")[:, : variant.K]
    d = np.take_along_axis(far, nearest, 1)
    weights = 1 / np.where(d == 0, 1, d) ** variant.power
    met = (d == 0).any(1)
    weights[met] = d[met] == 0
    total = (weights[:, :, None] * u[nearest]).sum(1)
    return total.argmax(1)


@dataclass(frozen=True)
class MkNNVariant:
    """How MkNN votes.

    equal_rows: whether a training row equal to the query bounds its range and votes.
    tie: which of the classes with most votes wins: the "lowest", the "highest", or that of the "nearest" row.
    typeRange: "inRange" or "outRange". distance: "scaled", "as given" or "city block".
    """

    k: int = 5
    equal_rows: bool = False
    tie: str = "lowest"
    typeRange: str = "inRange"
    distance: str = "scaled"


def distances_of(data: ArrayData, how: str) -> Any:
    if how == "scaled":
        return data.distances
    if how == "city block":
        return sum(np.abs(column[:, None] - column[None, :]) for column in data.rows.T)
    given = np.array([[float(value) for value in row] for row in data.dataset.X])
    return np.sqrt(sum((column[:, None] - column[None, :]) ** 2 for column in given.T))


def mknn(data: ArrayData, train: Any, test: Any, labels: Any, variant: MkNNVariant) -> Any:
    """The vote of the neighbors in range; `labels` are those of the training rows, relabeled or not.

    Without a vote the middle of the range is taken, where the paper draws a class of it.
    """
    equal = data.distances[np.ix_(test, train)] == 0
    below, above = data.dominates[np.ix_(test, train)], data.dominates[np.ix_(train, test)].T
    far = distances_of(data, variant.distance)[np.ix_(test, train)].copy()
    if not variant.equal_rows:
        below, above = below & ~equal, above & ~equal
        far[equal] = np.inf
    low = np.where(below, labels, 0).max(1)
    high = np.where(above, labels, data.classes - 1).min(1)
    crossed = low > high
    low[crossed], high[crossed] = 0, data.classes - 1
    valid = (labels >= low[:, None]) & (labels <= high[:, None])
    if variant.typeRange == "inRange":
        far[~valid] = np.inf
    nearest = np.argsort(far, axis=1, kind="stable")[:, : variant.k]
    counts = np.isfinite(np.take_along_axis(far, nearest, 1)) & np.take_along_axis(valid, nearest, 1)
    cast = np.eye(data.classes)[labels[nearest]] * counts[:, :, None]
    votes = cast.sum(1)
    if variant.tie == "highest":
        winner = data.classes - 1 - votes[:, ::-1].argmax(1)
    elif variant.tie == "nearest":
        nearness = np.arange(nearest.shape[1], 0, -1)[None, :, None] * 1e-6  # too little to outweigh a vote
        winner = (votes + (cast * nearness).max(1)).argmax(1)
    else:
        winner = votes.argmax(1)
    return np.where(votes.any(1), winner, (low + high) // 2)
