"""The stored results that pages and figures are made of, each read once."""

from __future__ import annotations

from functools import cache

from monfknn_ref.evaluation.results import Results
from monfknn_ref.reproduction import STORED
from monfknn_ref.reproduction.audit import StoredRuns, whole_audit
from monfknn_ref.reproduction.findings import Finding


@cache
def runs() -> StoredRuns:
    return StoredRuns.read(STORED)


def results() -> Results:
    stored = runs().results
    if stored is None:
        raise ValueError(f"{STORED}/results.json must be there: the investigated cells are held against it")
    return stored


@cache
def findings() -> list[Finding]:
    """The whole audit."""
    return whole_audit(runs())
