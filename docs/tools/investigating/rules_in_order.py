"""OLM in NumPy: its rules depend on the order of the training rows, and many orders are to be tried."""

from __future__ import annotations

from typing import Any

import numpy as np

from tools.investigating.arrays import ArrayData

__all__ = ["olm"]


def rules(over: list[list[bool]], y: list[int]) -> list[int]:
    """The positions of the training rows that are rules at the end, in the order in which they are tried.

    over[i][j]: row i is at least row j in every attribute.
    """
    found: list[int] = []
    for e, label in enumerate(y):
        add, kept = True, []
        for r in found:
            e_is_over, r_is_over = over[e][r], over[r][e]
            if y[r] == label and e_is_over:
                add = False
            elif y[r] == label and r_is_over:
                continue
            elif r_is_over and y[r] <= label:
                add = False
            elif e_is_over and label <= y[r]:
                continue
            kept.append(r)
        found = kept
        if add:
            found.insert(next((i for i, r in enumerate(found) if y[r] <= label), len(found)), e)
    return found


def olm(data: ArrayData, train: Any, test: Any, y: Any) -> Any:
    """The class of the first rule that a row reaches, and of the last rule if it reaches none."""
    labels = y[train].tolist()
    over = data.dominates[np.ix_(train, train)]
    found = rules(over.tolist(), labels)
    reached = data.dominates[np.ix_(test, train[found])]
    first = np.where(reached.any(1), reached.argmax(1), len(found) - 1)
    return np.array(labels)[np.array(found)[first]]
