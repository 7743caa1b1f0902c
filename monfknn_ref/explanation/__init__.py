"""Why a query gets its class: Algorithm 3 for one x with everything that had a say in it.

model.explain(x)            an Explanation: its fields for a program, str() of it for a terminal
model.explain(x).to_json()  the same as JSON, exact numbers as strings next to their doubles
"""

from monfknn_ref.explanation.explaining import FittedTo, explain
from monfknn_ref.explanation.record import Bound, Explanation, Neighbor, TrainingRow

__all__ = ["Bound", "Explanation", "FittedTo", "Neighbor", "TrainingRow", "explain"]
