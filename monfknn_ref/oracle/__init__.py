"""The oracle: whether, where and why another implementation departs from the paper."""

from monfknn_ref.oracle.accepted import Accepted, accepted_answers
from monfknn_ref.oracle.traces import Difference, Event, Trace, first_difference
from monfknn_ref.oracle.tracing import trace

__all__ = ["Accepted", "Difference", "Event", "Trace", "accepted_answers", "first_difference", "trace"]
