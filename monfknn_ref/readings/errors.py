"""The words for a choice that is not there, and values as messages show them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

LONGEST_SHOWN = 500
"""Messages show so much of a value."""


def shown(value: Any) -> str:
    """A value as messages show it: its `repr`, cut where it is long.

    >>> shown([1, 2]), shown("x" * 1000)[-6:], shown(10**5000)
    ('[1, 2]', 'xxx...', 'an int too long to be shown')
    """
    try:
        text = repr(value)
    except Exception:  # nested too deep, too many digits, or a faulty class
        deep_or_long = "long" if isinstance(value, int) else "deep or strange"
        text = f"{article(type(value).__name__)} too {deep_or_long} to be shown"
    return cut(text)


def cut(text: str) -> str:
    """A text, only its beginning where it is too long for a message."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def check_choice(name: str, value: Any, options: Iterable[str]) -> str:
    """One of the named options.

    >>> check_choice("typeRange", "inside", ["inRange", "outRange"])
    Traceback (most recent call last):
    ValueError: typeRange must be 'inRange' or 'outRange', got 'inside'
    """
    names = list(options)
    if not isinstance(value, str) or value not in names:
        error = ValueError if isinstance(value, str) else TypeError
        raise error(f"{name} must be {' or '.join(map(repr, names))}, got {shown(value)}")
    return value
