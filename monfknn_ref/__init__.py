"""Monotonic Fuzzy k-NN as an executable reading of its paper.

`monfknn_ref.paper` holds the paper itself: Eq. 1 to 7 and Algorithms 1 to 3, in its order, and nothing else.
`readings` holds the points that the paper leaves open, and `arithmetic` the numbers. The functions imported
here check their arguments and then call the functions of the same names in `monfknn_ref.paper`.
"""

from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.model.functions import (
    dominates,
    first_degree_dominates,
    median,
    median_range,
    monfknn,
    neighbors_as_mknn,
    train_class_memberships,
    valid_range,
)
from monfknn_ref.readings import AUTHORS, PAPER, Reading

__version__ = "0.1.0"

__all__ = [
    "AUTHORS",
    "PAPER",
    "MonFkNN",
    "Reading",
    "dominates",
    "first_degree_dominates",
    "median",
    "median_range",
    "monfknn",
    "neighbors_as_mknn",
    "train_class_memberships",
    "valid_range",
]
