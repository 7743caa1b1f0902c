"""What the paper does not say: what is guaranteed, and whether a given classifier is monotonic."""

from monfknn_ref.beyond.certificate.certificate import NONE_FOUND, PROVED, VIOLATED, Certificate, Violation
from monfknn_ref.beyond.certificate.models import ModelError
from monfknn_ref.beyond.certificate.search import certify
from monfknn_ref.beyond.guarantees.counterexamples import Counterexample
from monfknn_ref.beyond.guarantees.statements import STATEMENTS, Statement, statement_named

__all__ = [
    "NONE_FOUND",
    "PROVED",
    "STATEMENTS",
    "VIOLATED",
    "Certificate",
    "Counterexample",
    "ModelError",
    "Statement",
    "Violation",
    "certify",
    "statement_named",
]
