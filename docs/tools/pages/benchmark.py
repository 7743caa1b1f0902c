"""The tables of the page "Benchmark", and what its numbers come to in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

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
                where = f"{entry['rows']} rows with {entry['attributes']} attributes"
                yield f"- {where}{', classes by the sum' if part == 'sums' else ''}: {said} times as long."


SPANS = (("stdlib", 2000, 10_000), ("numpy", 10_000, 100_000), ("numpy", 10_000, 1_000_000))
"""Contestants and the rows between which their growth is told."""


def findings(report: BenchmarkReport) -> Iterator[str]:
    """What the numbers come to, in sentences; each needs its samples to be in the report."""
    for entry in samples(report):
        where = f"At {entry['rows']} rows with {entry['attributes']} attributes"
        faster = [(name, ratio(entry, "reference", name)) for name in ("stdlib", "numpy")]
        if entry["rows"] >= 1000 and entry["attributes"] in (2, 10) and all(factor for _, factor in faster):
            said = ", ".join(f"`{name}` {factor:.0f} times" for name, factor in faster)
            yield f"{where} the variants are faster than the reference: {said}."
    for entry in report["over_rows"]:
        cost = ratio(entry, "numpy", OTHER_METHOD)
        if entry["rows"] >= 10_000 and cost is not None:
            yield f"At {entry['rows']} rows `numpy` takes {cost:.2f} times as long as scikit-learn."
    for name, few, many in SPANS:
        exponent = growth(report["over_rows"], name, few, many)
        if exponent is not None:
            yield f"From {few} to {many} rows the time of `{name}` grows like rows^{exponent:.2f}."
    for largest in report["over_rows"][-1:]:
        peak = largest["contestants"].get("numpy", {}).get("peak_mib")
        if peak is not None:
            yield f"`numpy` fits and predicts {largest['rows']} rows within {peak / 1024:.2f} GiB."
    for entry in report.get("many", []):
        cost = ratio(entry, "numpy", OTHER_METHOD)
        peak = entry["contestants"].get("numpy", {}).get("peak_mib")
        if cost is not None and entry["rows"] * entry["attributes"] >= 300_000:
            where = f"At {entry['rows']} rows with {entry['attributes']} attributes"
            held = f", within {peak / 1024:.2f} GiB" if peak else ""
            yield f"{where} `numpy` takes {cost:.2f} times as long as scikit-learn{held}."
    for entry in report["surveys"]:
        cost = ratio(entry, "numpy", OTHER_METHOD)
        if cost is not None:
            yield f"On the survey {entry['survey']} `numpy` takes {cost:.2f} times as long as scikit-learn."


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
