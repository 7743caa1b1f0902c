"""Errors with their whole message."""

from __future__ import annotations

import re
from typing import Any

import pytest


def refused(error: type[BaseException], message: str) -> Any:
    """A context in which this very error must be raised, with this message and nothing else."""
    return pytest.raises(error, match=rf"\A{re.escape(message)}\Z")
