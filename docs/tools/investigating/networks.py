"""MonMLP with all ten folds of a run started from the same weights, and fast: NumPy's own products and tanh.

The package's engine adds from left to right, so that its numbers are the same everywhere. Here only the share
of good and bad starts matters.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from monfknn_ref.classifiers.bfgs import NumpyMetric, Vector
from monfknn_ref.classifiers.monmlp import ENGINES, MonMLP, NumpyEngine
from tools.investigating.arrays import ArrayData, Fold, folds_of

__all__ = ["FAILED", "runs_from_one_start"]

FAILED = 0.99
"""The cost of a network that gives all rows the same output is 1."""


class ProductMetric(NumpyMetric):
    def apply(self, vector: Vector) -> Vector:
        found: Vector = (self.array @ np.array(vector)).tolist()
        return found


class ProductEngine(NumpyEngine):
    """The same network; sums are matrix products."""

    new_metric = ProductMetric

    def forward(self, units: list[Vector], output: Vector, bias: float) -> tuple[Any, Any]:
        with np.errstate(over="ignore", invalid="ignore"):
            activations = np.tanh(0.5 * (np.array(units) @ self.columns))
            return activations, np.array(output) @ activations + bias - self.targets

    def error(self, errors: Any) -> float:
        with np.errstate(over="ignore", invalid="ignore"):
            return float(errors @ errors) / len(errors)

    def slope(self, output: Vector, activations: Any, errors: Any) -> Vector:
        by_output = 2 / len(errors) * errors
        by_sums = np.outer(output, by_output) * 0.5 * (1 - activations * activations)
        by_outputs = np.vstack([activations, self.columns[-1]]) @ by_output
        return [*(by_sums @ self.columns.T).ravel().tolist(), *by_outputs.tolist()]


def fitted(data: ArrayData, fold: Fold, seed: int, y: Any) -> MonMLP:
    """The network of one fold."""
    ENGINES["products"] = ProductEngine
    try:
        model = MonMLP(hidden=8, iterations=1000, seed=seed, engine="products")
        rows = [tuple(row) for row in data.rows[fold.train].tolist()]
        return model.fit(rows, y[fold.train].tolist(), classes=list(range(data.classes)))
    finally:
        del ENGINES["products"]


def runs_from_one_start(
    data: ArrayData, starts: int, partition: int = 0, labels: Any = None
) -> list[list[int]]:
    """For each start the counts of ten folds, and how many of the folds failed."""
    y = data.labels if labels is None else labels
    found = []
    for start in range(starts):
        predicted, failed = np.zeros(len(y), int), 0
        for fold in folds_of(y, data.classes, partition):
            model = fitted(data, fold, start, y)
            failed += model.costs_[-1] > FAILED
            predicted[fold.test] = model.predict([tuple(row) for row in data.rows[fold.test].tolist()])
        found.append([*data.counts(predicted, y), failed])
    return found
