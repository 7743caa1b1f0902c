"""Definitions that many tests compare with: short, and without a line of the package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def below(x: Sequence[Any], z: Sequence[Any]) -> bool:
    """Whether x lies below z in every attribute, or equals it there."""
    return all(a <= b for a, b in zip(x, z))
