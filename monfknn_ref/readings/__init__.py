"""What the paper leaves open: a register of the open points, readings that answer them, and their rules."""

from monfknn_ref.readings.register import (
    AUTHORS,
    PAPER,
    READINGS,
    REGISTER,
    OpenPoint,
    Reading,
    check_reading,
)
from monfknn_ref.readings.rules import Candidate, Coin, Rules, Tie, check_tie

__all__ = [
    "AUTHORS",
    "PAPER",
    "READINGS",
    "REGISTER",
    "Candidate",
    "Coin",
    "OpenPoint",
    "Reading",
    "Rules",
    "Tie",
    "check_reading",
    "check_tie",
]
