"""The tables of the page "Benchmark", and what its numbers come to in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction.benchmark import OTHER_METHOD, BenchmarkReport, growth
from monfknn_ref.reproduction.benchmark_report import (
    comparison_table,
    growth_by_attributes,
    growth_table,
    in_words,
    ratio,
    samples,
    surveys_table,
    times_table,
)
from tools import stored


def measured() -> str:
    """What was measured, and whether all agreed."""
    title, remarks, verdict = in_words(stored.report())
    return f"Measured: {title}. {' '.join([*remarks, f'**{verdict}**'])}"


def slower_samples(report: BenchmarkReport) -> Iterator[str]:
    """A line for each sample of some size on which a NumPy variant takes longer than scikit-learn."""
    for part, kind in (("artiset", samples(report)), ("sums", report.get("sums", []))):
        for entry in kind:
            costs = {name: ratio(entry, name, OTHER_METHOD) for name in ("numpy", "numpy+jit")}
            said = ", ".join(f"`{name}` {cost:.2f}" for name, cost in costs.items() if cost and cost > 1.05)
            if said and entry["rows"] >= 5000:
                classes = ", classes by the sum" if part == "sums" else ""
                yield f"- {size(entry)}{classes}: {said} times as long."


SPANS = (("stdlib", 2000, 10_000), ("numpy", 10_000, 100_000), ("numpy", 10_000, 1_000_000))
"""Contestants and the rows between which their growth is told."""


def findings(report: BenchmarkReport) -> Iterator[str]:
    """What the numbers come to, in sentences."""
    for entry in samples(report):
        if "reference" in entry["contestants"] and entry["rows"] >= 1000 and entry["attributes"] in (2, 10):
            said = ", ".join(
                f"`{name}` {ratio(entry, 'reference', name):.0f} times" for name in ("stdlib", "numpy")
            )
            yield f"At {size(entry)} the variants are faster than the reference: {said}."
    for entry in report["over_rows"]:
        if entry["rows"] >= 10_000:
            yield f"At {entry['rows']} rows {beside_sklearn(entry)}."
    for name, few, many in SPANS:
        exponent = growth(report["over_rows"], name, few, many)
        yield f"From {few} to {many} rows the time of `{name}` grows like rows^{exponent:.2f}."
    largest = report["over_rows"][-1]
    yield f"`numpy` fits and predicts {largest['rows']} rows within {peak(largest)}."
    for entry in report["many"]:
        if entry["rows"] * entry["attributes"] >= 300_000:
            yield f"At {size(entry)} {beside_sklearn(entry)}, within {peak(entry)}."
    for entry in report["surveys"]:
        yield f"On the survey {entry['survey']} {beside_sklearn(entry)}."


def size(entry: Mapping[str, Any]) -> str:
    return f"{entry['rows']} rows with {entry['attributes']} attributes"


def beside_sklearn(entry: dict[str, Any]) -> str:
    return f"`numpy` takes {ratio(entry, 'numpy', OTHER_METHOD):.2f} times as long as scikit-learn"


def peak(entry: Mapping[str, Any]) -> str:
    return f"{entry['contestants']['numpy']['peak_mib'] / 1024:.2f} GiB"


def times(part: str) -> str:
    return markdown_table(times_table(stored.report()[part]), 0)


def comparison(part: str) -> str:
    return markdown_table(comparison_table(stored.report()[part]), 0)


TABLES: Mapping[str, Callable[[], str]] = {
    "measured": measured,
    "findings": lambda: "\n".join(f"- {finding}" for finding in findings(stored.report())),
    "slower": lambda: "\n".join(slower_samples(stored.report())),
    "over-rows": lambda: times("over_rows"),
    "growth": lambda: markdown_table(growth_table(stored.report())),
    "over-attributes": lambda: times("over_attributes"),
    "many": lambda: times("many"),
    "growth-by-attributes": lambda: markdown_table(growth_by_attributes(stored.report()), 0),
    "sums": lambda: times("sums"),
    "jobs": lambda: comparison("jobs"),
    "whole": lambda: comparison("whole"),
    "surveys": lambda: markdown_table(surveys_table(stored.report()), 2),
}
"""What the page asks for."""
