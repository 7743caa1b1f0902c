"""Names for the classes of a case. Their order is the one in which they are given, whatever the names are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from monfknn_ref.model.checks import Label

__all__ = ["CLASS_NAMES", "class_names"]


def in_other_order(c: int) -> list[int]:
    """1, ..., c in an order that neither rises nor falls.

    >>> in_other_order(6), in_other_order(3)
    ([2, 5, 3, 4, 6, 1], [2, 3, 1])
    """
    rest = list(range(1, c + 1))
    return [rest.pop((2 * n + 1) % len(rest)) for n in range(c)]


CLASS_NAMES: Mapping[str, Callable[[int], list[Label]]] = MappingProxyType(
    {
        "from zero": lambda c: list(range(c)),
        "with gaps": lambda c: [l * l + 2 for l in range(c)],
        "negative": lambda c: list(range(-c, 0)),
        "numbers as text": lambda c: [str(8 + l) for l in range(c)],
        "falling": lambda c: list(range(c, 0, -1)),
        "around zero": lambda c: list(range(-(c // 2), c - c // 2)),
        "words": lambda c: [f"grade {chr(97 + l % 26)}{l // 26 or ''}" for l in reversed(range(c))],
        "from one": lambda c: list(range(1, c + 1)),
        "other order": lambda c: list(in_other_order(c)),
        "large": lambda c: [10**12 + 7 * l for l in range(c)],
        "numbers and text": lambda c: [l if l % 2 else str(l) for l in range(c)],
        "tens": lambda c: [10 * l for l in range(c)],
        "numbers and their text": lambda c: [l // 2 if l % 2 else str(l // 2) for l in range(c)],
    }
)
"""Functions that name c classes, lowest first; each kind of names has its own function."""


def class_names(n: int, c: int) -> tuple[Label, ...]:
    """Names for c classes; each n gives another kind of names.

    >>> class_names(0, 3), class_names(3, 3), class_names(6, 3)
    ((0, 1, 2), ('8', '9', '10'), ('grade c', 'grade b', 'grade a'))
    """
    kinds = list(CLASS_NAMES)[:-1]  # the last has cases of its own
    return tuple(CLASS_NAMES[kinds[n % len(kinds)]](c))
