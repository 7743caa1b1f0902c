"""Every answer that the paper's open ties allow."""

from monfknn_ref.ties.accepted import Accepted, accepted_answers

__all__ = ["Accepted", "accepted_answers"]
