"""Monotonic Fuzzy k-NN as an executable reading of its paper.

The paper itself stands in `monfknn_ref.paper`: Eq. 1 to 7 and Algorithms 1 to 3 in its order, nothing else.
What it leaves open is in `readings`, and the numbers it all runs on are in `numbers`. The functions imported
here check what they are given and call the ones of the same name there.
"""

from monfknn_ref.estimator import MonFkNN
from monfknn_ref.functions import (
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
