"""Wrong implementations of MonFkNN, each with one mistake, and right ones.

A mutant replaces one method of `Independent`, or a few that go together. Its docstring is its mistake, and
`family`, its own or that of the mutant it varies, the family of cases that is aimed at it.
`PYTHONPATH=tests/helpers python -m mutants` writes which families catch which mutants.
"""

from . import labels, near_misses, right, search_structures, sizes, small_sets, state
from .independent import Independent

__all__ = ["EQUIVALENT", "MUTANTS", "TIED", "Independent"]

SOURCES = (small_sets, labels, near_misses, sizes, search_structures, state)

MUTANTS = [
    found
    for source in SOURCES
    for found in vars(source).values()
    if isinstance(found, type) and found.__module__ == source.__name__ and hasattr(found, "family")
]
"""Every class with one mistake."""

TIED = [right.ShuffledTies, right.LaterRowReplaces]
"""Right ones that settle ties in other ways."""

EQUIVALENT = [right.MoreThanHalf]
"""What looks like a mistake and is none; their docstrings prove it."""
