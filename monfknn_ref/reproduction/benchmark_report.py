"""The benchmark for a reader: its tables, as rows and as text, and its charts, all from one report."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from monfknn_ref.data.files import PathLike, read_text
from monfknn_ref.drawing.canvas import WIDE, Canvas, Layout
from monfknn_ref.drawing.charts import Series, line_chart
from monfknn_ref.evaluation.tables import text_table
from monfknn_ref.reproduction.benchmark import CONTESTANTS, OTHER_METHOD, BenchmarkReport, growth

TableRows = list[list[str]]

# --- Tables -----------------------------------------------------------------------------------------------

HEADINGS = ("rows", "attributes", "contestant", "seconds", "speed-up", "/ sklearn", "peak MiB", "undecided")
LEGEND = (
    "speed-up: how many times faster than the reference; / sklearn: time over that of scikit-learn's plain "
    "neighbor queries; undecided: share of the decisions that needed exact arithmetic"
)


def times_table(entries: Sequence[dict[str, Any]]) -> TableRows:
    """A line for each contestant on each sample."""
    table = [list(HEADINGS)]
    for entry in entries:
        for name, result in entry["contestants"].items():
            speed_up = number_text(ratio(entry, "reference", name), ".1f")
            share = number_text(ratio(entry, name, OTHER_METHOD), ".2f")
            peak, undecided = (
                number_text(result.get("peak_mib"), ".0f"),
                number_text(result["undecided"], ".2g"),
            )
            row = [str(entry["rows"]), str(entry["attributes"]), name, f"{result['seconds']:.4f}"]
            table.append([*row, speed_up, share, peak, undecided])
    return table


def ratio(entry: dict[str, Any], name: str, other: str) -> float | None:
    """The time of a contestant over that of another, None if one of them did not take part."""
    contestants = entry["contestants"]
    if name not in contestants or other not in contestants:
        return None
    return float(contestants[name]["seconds"] / contestants[other]["seconds"])


def number_text(value: float | None, form: str) -> str:
    """
    >>> number_text(None, ".2f"), number_text(0.125, ".2f")
    ('', '0.12')
    """
    return "" if value is None else format(value, form)


def growth_by_attributes(report: BenchmarkReport) -> TableRows:
    """For each number of attributes the exponent of the growth over the largest rows measured with it."""
    entries = samples(report)
    contestants = names_in(report.get("many", []))
    table = [["attributes", "rows", *contestants]]
    for attributes in sorted({entry["attributes"] for entry in report.get("many", [])}):
        taken = [one for one in entries if one["attributes"] == attributes and one["rows"] >= 5000]
        sizes = sorted(one["rows"] for one in taken)
        if len(sizes) < 2:
            continue
        few, many = sizes[-2:]
        exponents = [growth(taken, name, few, many) for name in contestants]
        table.append([str(attributes), f"{few} to {many}", *(number_text(one, ".2f") for one in exponents)])
    return table


def comparison_table(entries: Sequence[dict[str, Any]]) -> TableRows:
    """Two ways side by side: the seconds of each, and the second over the first."""
    names = list(entries[0]["contestants"])
    table = [["rows", "attributes", *(f"{name}, s" for name in names), "second / first"]]
    for entry in entries:
        seconds = [f"{result['seconds']:.3f}" for result in entry["contestants"].values()]
        quotient = number_text(ratio(entry, names[1], names[0]), ".2f")
        table.append([str(entry["rows"]), str(entry["attributes"]), *seconds, quotient])
    return table


def growth_table(report: BenchmarkReport) -> TableRows:
    """For each contestant the exponent of its growth, from each size to the next and over all of them."""
    sizes = [entry["rows"] for entry in report["over_rows"]]
    steps = list(pairwise(sizes))
    table = [["contestant", *(f"{few} to {many}" for few, many in steps), "all"]]
    for name in names_in(report["over_rows"]):
        exponents = [growth(report["over_rows"], name, few, many) for few, many in steps]
        exponents.append(growth(report["over_rows"], name))
        table.append([name, *(number_text(exponent, ".2f") for exponent in exponents)])
    return table


def surveys_table(report: BenchmarkReport) -> TableRows:
    """The NumPy variant next to scikit-learn on the rows of each survey."""
    columns = "survey; source; rows; distinct; scikit-learn, ms; numpy, ms; / sklearn; undecided"
    table = [columns.split("; ")]
    for entry in report["surveys"]:
        other, ours = (entry["contestants"].get(name, {}) for name in (OTHER_METHOD, "numpy"))
        seconds = [milliseconds(one.get("seconds")) for one in (other, ours)]
        share = number_text(ratio(entry, "numpy", OTHER_METHOD), ".2f")
        row = [entry["survey"], entry["source"], str(entry["rows"]), str(entry["distinct"]), *seconds]
        table.append([*row, share, number_text(ours["undecided"], ".2g")])
    return table


def milliseconds(seconds: float | None) -> str:
    """
    >>> milliseconds(0.0125), milliseconds(None)
    ('12.50', '')
    """
    return "" if seconds is None else f"{seconds * 1000:.2f}"


def samples(report: BenchmarkReport) -> list[dict[str, Any]]:
    """Every sample once."""
    entries = report["over_rows"] + report["over_attributes"] + report.get("many", [])
    return list({(one["rows"], one["attributes"]): one for one in entries}.values())


def names_in(entries: Sequence[dict[str, Any]]) -> list[str]:
    return [name for name in CONTESTANTS if any(name in entry["contestants"] for entry in entries)]


def in_words(report: BenchmarkReport) -> tuple[str, list[str], str]:
    """What was run, remarks on that and on who did not take part, and whether all agree."""
    versions = ", ".join(f"{name} {number}" for name, number in report["environment"].items())
    title = f"fit + predict {report['queries']} queries, noisy artiset ({versions})"
    remarks = list(report.get("remarks", []))  # written into a report by hand, where it was put together
    for name, packages in report["missing"].items():
        remarks.append(f"{name} did not take part: not installed: {', '.join(packages)}")
    return title, remarks, "All predictions agree." if report["agree"] else "PREDICTIONS DIFFER."


def benchmark_text(report: BenchmarkReport) -> str:
    """The tables of a report, for a terminal."""
    title, remarks, verdict = in_words(report)
    parts = [title, text_table(times_table(samples(report)), left=0), LEGEND]
    if len(report["over_rows"]) > 1:
        parts.append("time grows like rows^e, e being:\n" + text_table(growth_table(report)))
    if len(growth_by_attributes(report)) > 1:
        parts.append("and in more attributes:\n" + text_table(growth_by_attributes(report), left=2))
    if report.get("sums"):
        parts.append(
            "classes that depend on all attributes:\n" + text_table(times_table(report["sums"]), left=0)
        )
    for part in ("jobs", "whole"):
        if report.get(part):
            parts.append(text_table(comparison_table(report[part]), left=0))
    if report["surveys"]:
        parts.append(text_table(surveys_table(report), left=2))
    return "\n\n".join([*parts, *remarks, verdict])


def read_report(path: PathLike) -> BenchmarkReport:
    """A report as it was stored by `bench --out`."""
    try:
        report = json.loads(read_text(path))
        benchmark_text(report)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
        raise ValueError(f"stored must be a report that bench --out wrote, got {str(path)!r}") from error
    return dict(report)


# --- Charts -----------------------------------------------------------------------------------------------


def rows_chart(report: BenchmarkReport, layout: Layout = WIDE) -> Canvas:
    """Seconds over the number of rows."""
    title = f"Fit and predict {report['queries']} queries, 2 attributes"
    series = lines(report["over_rows"], "rows")
    said = in_one_sentence(series, "rows")
    return line_chart(title, series, "rows", "seconds", said, log_x=True, log_y=True, layout=layout)


def attributes_chart(report: BenchmarkReport, layout: Layout = WIDE) -> Canvas:
    """Seconds over the number of attributes."""
    series = lines(report["over_attributes"], "attributes")
    title = f"Fit {report['over_attributes'][0]['rows']} rows and predict {report['queries']} queries"
    said = in_one_sentence(series, "attributes")
    return line_chart(title, series, "attributes", "seconds", said, log_y=True, layout=layout)


def in_one_sentence(series: Sequence[Series], key: str) -> str:
    """What a chart shows, for those who cannot see it."""
    ends = [f"{one.name} from {one.points[0][1]:.2g} to {one.points[-1][1]:.2g}" for one in series]
    return f"Seconds over the number of {key}, from the fewest to the most: {', '.join(ends)}."


def lines(entries: Sequence[dict[str, Any]], key: str) -> list[Series]:
    """A line for each contestant."""
    if not entries:
        raise ValueError(f"a chart over {key} needs a report with such samples, got one without any")
    series = []
    for name in names_in(entries):
        taken = [entry for entry in entries if name in entry["contestants"]]
        series.append(Series(name, [(one[key], one["contestants"][name]["seconds"]) for one in taken]))
    return series
