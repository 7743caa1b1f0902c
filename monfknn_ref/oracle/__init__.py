"""The oracle: whether, where and why another implementation departs from the paper."""

from monfknn_ref.oracle.accepted import Accepted, accepted_answers

__all__ = ["Accepted", "accepted_answers"]
