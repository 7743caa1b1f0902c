"""How predictions are measured, and how such measurements are compared."""

from monfknn_ref.evaluation.bayesian_sign import BayesianSign, Regions, bayesian_sign_test
from monfknn_ref.evaluation.measures import (
    PairCounts,
    accuracy,
    comparable_pairs,
    mean_absolute_error,
    non_monotonic_index,
    pair_counts,
    violating_comparable_pairs,
    violating_rows,
    violations,
)
from monfknn_ref.evaluation.rank_tests import Friedman, Holm, Wilcoxon, friedman, holm, wilcoxon
from monfknn_ref.evaluation.triangle import heat_map

__all__ = [
    "BayesianSign",
    "Friedman",
    "Holm",
    "PairCounts",
    "Regions",
    "Wilcoxon",
    "accuracy",
    "bayesian_sign_test",
    "comparable_pairs",
    "friedman",
    "heat_map",
    "holm",
    "mean_absolute_error",
    "non_monotonic_index",
    "pair_counts",
    "violating_comparable_pairs",
    "violating_rows",
    "violations",
    "wilcoxon",
]
