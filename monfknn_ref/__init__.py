"""Monotonic Fuzzy k-NN as an executable reading of its paper.

Where each part of the paper is: `order` (dominance), `ranges` (Eq. 1), `medians` (Eq. 4), `neighbors`
(Algorithm 2), `memberships` (Algorithm 1, Eq. 5 and 6), `prediction` (Algorithm 3, Eq. 7), and
`classifiers.fknn` (Eq. 2 and 3). What the paper leaves open: `readings` and `open_points`.
"""

from monfknn_ref.estimator import MonFkNN
from monfknn_ref.medians import first_degree_dominates, median, median_range
from monfknn_ref.memberships import train_class_memberships
from monfknn_ref.neighbors import neighbors_as_mknn
from monfknn_ref.order import dominates
from monfknn_ref.prediction import monfknn
from monfknn_ref.ranges import valid_range
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
