"""Why a query gets its class: Algorithm 3 for one x, with everything that affects the result.

model.explain(x)            an Explanation, with fields for a program; str() gives text for a terminal
model.explain(x).to_json()  the same as JSON, with each exact number as a string next to its double
"""

from monfknn_ref.model.explanation.explaining import FittedTo, explain
from monfknn_ref.model.explanation.record import Bound, Explanation, Neighbor, TrainingRow

__all__ = ["Bound", "Explanation", "FittedTo", "Neighbor", "TrainingRow", "explain"]
