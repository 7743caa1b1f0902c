"""How long a fold of each method takes, about: what a command says before it starts.

The numbers were measured on one core of a small server, in one process, on the first of ten folds. Another
machine may take half or twice as long; a run goes by its own folds as soon as it has finished some.
"""

from __future__ import annotations

from importlib.util import find_spec

from monfknn_ref.data import PAPER_TABLE, Dataset
from monfknn_ref.readings import Reading

__all__ = ["expected_seconds"]

# fmt: off
MILLISECONDS = {
    "MonFkNN-PM": (37, 27, 45, 112, 8, 10, 9, 8, 6, 18, 41, 31),
    "MonFkNN-AM": (12, 9, 15, 36, 9, 7, 10, 4, 3, 13, 14, 13),
    "FkNN": (636, 285, 255, 2348, 762, 177, 721, 36, 51, 893, 267, 389),
    "MkNN": (149, 67, 120, 556, 169, 48, 172, 18, 16, 238, 107, 131),
    "OSDL": (139, 16, 56, 105, 7, 7, 8, 3, 3, 14, 17, 19),
    "OSDL-published": (5, 3, 7, 103, 7, 8, 9, 1, 2, 15, 17, 19),
    "OLM": (74, 10, 56, 15, 9, 4, 9, 2, 2, 17, 7, 11),
    "MonMLP": (844, 93, 96, 1749, 406, 384, 207, 93, 233, 940, 210, 10),
    "MID": (51, 14, 99, 31, 21, 13, 21, 10, 3, 44, 32, 16),
    "RDMT": (73, 8, 125, 20, 12, 9, 13, 9, 2, 29, 40, 13),
    "RDMT-published": (73, 6, 109, 16, 11, 6, 10, 8, 2, 13, 13, 12),
    "PMDT": (74, 8, 110, 19, 13, 8, 13, 7, 2, 28, 27, 14),
}
"""For each data set of the paper, in its order, in the authors' reading."""
EXACT_MILLISECONDS = {
    "MonFkNN-PM": (61, 44, 617, 166, 22, 18, 19, 14, 11, 48, 65, 61),
    "MonFkNN-AM": (38, 23, 608, 89, 22, 14, 19, 10, 9, 48, 45, 38),
    "FkNN": (809, 281, 511, 2210, 776, 197, 694, 65, 62, 952, 398, 453),
    "MkNN": (194, 78, 215, 594, 185, 79, 174, 26, 26, 270, 142, 156),
}
"""The same of the methods that compute exactly in the reading of the paper."""
# fmt: on
WITHOUT_NUMPY = 4.5
"""So many times longer MonMLP takes where NumPy is not installed."""


def expected_seconds(method: str, reading: Reading, dataset: Dataset) -> float | None:
    """About how long one of ten folds takes; None for a method that was never measured.

    A data set that is not of the paper is taken to cost as much as that with the most similar number of
    rows, and in proportion to the square of that number.

    >>> from monfknn_ref import AUTHORS
    >>> from monfknn_ref.data import balance
    >>> expected_seconds("OLM", AUTHORS, balance()), expected_seconds("SVM", AUTHORS, balance())
    (0.01, None)
    """
    exact = reading.arithmetic == "exact" and method in EXACT_MILLISECONDS
    measured = (EXACT_MILLISECONDS if exact else MILLISECONDS).get(method)
    if measured is None:
        return None
    rows = {name: row.rows for name, row in PAPER_TABLE.items()}
    nearest = dataset.name
    if nearest not in rows:
        nearest = min(rows, key=lambda name: abs(rows[name] - len(dataset)))
    seconds = measured[list(rows).index(nearest)] / 1000 * (len(dataset) / rows[nearest]) ** 2
    return seconds * WITHOUT_NUMPY if method == "MonMLP" and find_spec("numpy") is None else seconds
