"""The decision surfaces of the study of noise: what methods make of artiset with 35 % of noisy labels."""

from __future__ import annotations

from fractions import Fraction

from monfknn_ref.data import artiset, noise_from_neighbors
from monfknn_ref.drawing import Canvas
from monfknn_ref.experiments.surfaces import artiset_rule, draw_surface

__all__ = ["METHODS", "ROWS", "draw"]

METHODS = {
    "noise-surface-mknn": "MkNN",
    "noise-surface-pm": "MonFkNN-PM",
    "noise-surface-am": "MonFkNN-AM",
    "noise-surface-fknn": "FkNN",
}
"""The methods that are drawn, by the names of the files."""

ROWS = 250  # a quarter of the paper's, as in its study
NOISE = Fraction(35, 100)


def draw(method: str) -> Canvas:
    """The true surface with the noisy rows, and the method's with the rows it gets wrong."""
    clean = artiset(ROWS)
    given = noise_from_neighbors(clean, NOISE)
    return draw_surface(method, given, clean.y, artiset_rule(len(clean.classes)))
