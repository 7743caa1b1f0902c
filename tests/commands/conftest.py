"""What several tests of the commands need."""

from __future__ import annotations

import functools

import pytest

from monfknn_ref.commands import audit

once = functools.cache(audit.stored_audit)


@pytest.fixture
def audit_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The audit takes a second; for these tests it is done once in each process."""
    monkeypatch.setattr(audit, "stored_audit", once)
