"""The two number systems that the algorithms run on: exact numbers and doubles.

The loops of the paper are written once. This package makes the numbers that they compare and add. Nothing
else differs between exact arithmetic and double precision.
"""

from monfknn_ref.arithmetic.doubles import DOUBLES
from monfknn_ref.arithmetic.exact import EXACT, exact_value
from monfknn_ref.arithmetic.kinds import HALF, Arithmetic, Membership, Row, Scalar, Weight, added

__all__ = [
    "ARITHMETICS",
    "DOUBLES",
    "EXACT",
    "HALF",
    "Arithmetic",
    "Membership",
    "Row",
    "Scalar",
    "Weight",
    "added",
    "exact_value",
]

ARITHMETICS: dict[str, Arithmetic] = {"exact": EXACT, "doubles": DOUBLES}
"""The number systems, under the names that readings use."""
