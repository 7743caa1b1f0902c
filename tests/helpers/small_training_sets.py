"""Small training sets for hypothesis: rows of a grid of four by four, each with a class."""

from __future__ import annotations

from itertools import product
from typing import Any

from hypothesis import strategies as st

EVERY_ROW = list(product(range(4), repeat=2))
rows = st.sampled_from(EVERY_ROW)


def training_sets(classes: int, most: int = 14) -> Any:
    """Pairs of a row and its class."""
    return st.lists(st.tuples(rows, st.integers(0, classes - 1)), min_size=1, max_size=most)


def fitted(model: Any, examples: Any, classes: int) -> Any:
    """The model, fitted to such pairs."""
    return model.fit([x for x, _ in examples], [l for _, l in examples], classes=range(classes))
