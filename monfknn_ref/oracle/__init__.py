"""The oracle: whether, where and why another implementation departs from the paper."""

from monfknn_ref.model.accepted_answers import Accepted, accepted_answers
from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.checking import Asked, assert_agrees, check
from monfknn_ref.oracle.families import FAMILIES, cases
from monfknn_ref.oracle.families.building import Family
from monfknn_ref.oracle.program import check_program
from monfknn_ref.oracle.reports import Report
from monfknn_ref.oracle.stages import Unsupported
from monfknn_ref.oracle.trace_events import Difference, Event, Trace, first_difference
from monfknn_ref.oracle.trace_recorder import trace

__all__ = [
    "FAMILIES",
    "Accepted",
    "Asked",
    "Case",
    "Difference",
    "Event",
    "Family",
    "Report",
    "Trace",
    "Unsupported",
    "accepted_answers",
    "assert_agrees",
    "cases",
    "check",
    "check_program",
    "first_difference",
    "trace",
]
