"""What long runs have stored, for the pages and figures that show it; each file is read once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from monfknn_ref.evaluation.results import Results, read_results
from monfknn_ref.reproduction import STORED
from monfknn_ref.reproduction.audit import StoredRuns, our_tables, whole_audit
from monfknn_ref.reproduction.benchmark import BenchmarkReport
from monfknn_ref.reproduction.benchmark_report import read_report
from monfknn_ref.reproduction.findings import Finding
from monfknn_ref.reproduction.noise_study import Curves
from monfknn_ref.reproduction.sentences.checks import PRINTED, Tables
from tools.sources import ROOT

DATA = ROOT / "docs" / "data"


def read_stored(path: Path) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return stored


@cache
def runs() -> StoredRuns:
    return StoredRuns.read(STORED)


def results() -> Results:
    stored = runs().results
    if stored is None:
        raise ValueError(f"{STORED}/results.json must be there: pages and figures show it")
    return stored


@cache
def findings() -> list[Finding]:
    return whole_audit(runs())


@cache
def compared() -> Mapping[str, Tables]:
    """The tables that are compared: as printed, and with our means."""
    ours = our_tables(results())
    if ours is None:
        raise ValueError(f"{STORED}/results.json must have all methods on all data sets")
    return {"print": PRINTED, "runs": ours}


@cache
def curves(name: str = "noise") -> Curves:
    """The curves of the study of noise on the authors' points; `noise-built-in` has those on our points."""
    return Curves(read_results(STORED / f"{name}.json"))


@cache
def effects() -> dict[str, Any]:
    return read_stored(STORED / "noise-effects.json")


@cache
def study(name: str) -> Results:
    """What `python -m monfknn_ref study NAME --save` has stored."""
    return read_results(STORED / f"study-{name}.json")


@cache
def report() -> BenchmarkReport:
    return read_report(STORED / "bench.json")


@cache
def investigations() -> dict[str, Any]:
    return read_stored(DATA / "investigations.json")


@cache
def mistakes() -> dict[str, Any]:
    return read_stored(DATA / "mistakes.json")
