"""Definitions that many tests compare with: short, and without a line of the package."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any


def below(x: Sequence[Any], z: Sequence[Any]) -> bool:
    """Whether x lies below z in every attribute, or equals it there."""
    return all(a <= b for a, b in zip(x, z))


def violating(rows: Sequence[Any], labels: Sequence[Any]) -> int:
    """How many pairs of different rows have the higher class on the lower row."""
    pairs = permutations(zip(rows, labels), 2)
    return sum(below(x, z) and x != z and label > other for (x, label), (z, other) in pairs)
