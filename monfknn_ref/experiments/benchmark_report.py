"""The benchmark for a reader: tables as text, charts, and the documentation page, all from one report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from monfknn_ref.drawing.canvas import Canvas
from monfknn_ref.drawing.charts import Series, line_chart
from monfknn_ref.experiments.benchmark import CONTESTANTS, OTHER_METHOD, Report, growth
from monfknn_ref.experiments.tables import markdown_figure, markdown_table, text_table

__all__ = ["attributes_chart", "benchmark_page", "benchmark_text", "rows_chart"]

Table = list[list[str]]

# --- Tables -----------------------------------------------------------------------------------------------

HEADINGS = ("rows", "attributes", "contestant", "seconds", "speed-up", "/ sklearn", "peak MiB", "undecided")
LEGEND = (
    "speed-up: how many times faster than the reference; / sklearn: time over that of scikit-learn's plain "
    "neighbor queries; undecided: share of the decisions that needed exact arithmetic"
)


def times_table(entries: Sequence[dict[str, Any]]) -> Table:
    """A line for each contestant on each sample."""
    table = [list(HEADINGS)]
    for entry in entries:
        for name, result in entry["contestants"].items():
            peak, undecided = result.get("peak_mib"), result["undecided"]
            table.append(
                [
                    str(entry["rows"]),
                    str(entry["attributes"]),
                    name,
                    f"{result['seconds']:.4f}",
                    shown(ratio(entry, "reference", name), ".1f"),
                    shown(ratio(entry, name, OTHER_METHOD), ".2f"),
                    shown(peak, ".0f"),
                    shown(undecided, ".2g"),
                ]
            )
    return table


def ratio(entry: dict[str, Any], name: str, other: str) -> float | None:
    """The time of a contestant over that of another, None if one of them did not take part."""
    contestants = entry["contestants"]
    if name not in contestants or other not in contestants:
        return None
    return float(contestants[name]["seconds"] / contestants[other]["seconds"])


def shown(value: float | None, form: str) -> str:
    """
    >>> shown(None, ".2f"), shown(0.125, ".2f")
    ('', '0.12')
    """
    return "" if value is None else format(value, form)


def growth_table(report: Report) -> Table:
    """For each contestant the exponent of its growth, from each size to the next and over all of them."""
    sizes = [entry["rows"] for entry in report["over_rows"]]
    steps = list(pairwise(sizes))
    table = [["contestant", *(f"{few} to {many}" for few, many in steps), "all"]]
    for name in names_in(report["over_rows"]):
        exponents = [growth(report["over_rows"], name, few, many) for few, many in steps]
        exponents.append(growth(report["over_rows"], name))
        table.append([name, *(shown(exponent, ".2f") for exponent in exponents)])
    return table


def surveys_table(report: Report) -> Table:
    """The NumPy variant next to a plain NumPy pass over the distinct rows of each survey."""
    table = [["survey", "source", "rows", "distinct", "plain pass, ms", "numpy, ms", "ratio", "undecided"]]
    for entry in report["surveys"]:
        plain, ours = (entry["contestants"][name] for name in ("plain NumPy", "numpy"))
        table.append(
            [
                entry["survey"],
                entry["source"],
                str(entry["rows"]),
                str(entry["distinct"]),
                f"{plain['seconds'] * 1000:.2f}",
                f"{ours['seconds'] * 1000:.2f}",
                shown(ratio(entry, "numpy", "plain NumPy"), ".2f"),
                shown(ours["undecided"], ".2g"),
            ]
        )
    return table


def samples(report: Report) -> list[dict[str, Any]]:
    """Every sample once."""
    entries = report["over_rows"] + report["over_attributes"]
    return list({(one["rows"], one["attributes"]): one for one in entries}.values())


def names_in(entries: Sequence[dict[str, Any]]) -> list[str]:
    return [name for name in CONTESTANTS if any(name in entry["contestants"] for entry in entries)]


def in_words(report: Report) -> tuple[str, list[str], str]:
    """What was run, who did not take part, and whether all agree."""
    versions = ", ".join(f"{name} {number}" for name, number in report["environment"].items())
    title = f"fit + predict {report['queries']} queries, noisy artiset ({versions})"
    absent = [
        f"{name} did not take part: not installed: {', '.join(packages)}"
        for name, packages in report["missing"].items()
    ]
    return title, absent, "All predictions agree." if report["agree"] else "PREDICTIONS DIFFER."


def benchmark_text(report: Report) -> str:
    """The tables of a report, for a terminal."""
    title, absent, verdict = in_words(report)
    parts = [title, text_table(times_table(samples(report)), left=0), LEGEND]
    if len(report["over_rows"]) > 1:
        parts.append("time grows like rows^e, e being:\n" + text_table(growth_table(report)))
    if report["surveys"]:
        parts.append(text_table(surveys_table(report), left=2))
    return "\n\n".join([*parts, *absent, verdict])


# --- Charts -----------------------------------------------------------------------------------------------


def rows_chart(report: Report) -> Canvas:
    """Seconds over the number of rows."""
    title = f"Fit and predict {report['queries']} queries, 2 attributes"
    series = lines(report["over_rows"], "rows")
    return line_chart(title, series, "rows", "seconds", log_x=True, log_y=True)


def attributes_chart(report: Report) -> Canvas:
    """Seconds over the number of attributes."""
    series = lines(report["over_attributes"], "attributes")
    title = f"Fit {report['over_attributes'][0]['rows']} rows and predict {report['queries']} queries"
    return line_chart(title, series, "attributes", "seconds", log_y=True)


def lines(entries: Sequence[dict[str, Any]], key: str) -> list[Series]:
    """A line for each contestant."""
    if not entries:
        raise ValueError(f"a chart over {key} needs a report with such samples, got one without any")
    series = []
    for name in names_in(entries):
        taken = [entry for entry in entries if name in entry["contestants"]]
        series.append(Series(name, [(one[key], one["contestants"][name]["seconds"]) for one in taken]))
    return series


# --- The page ---------------------------------------------------------------------------------------------

INTRODUCTION = """\
# Benchmark

How long the [faster variants](optimised.md) take, next to the reference and to scikit-learn's
`KNeighborsClassifier(9)`. All fit the same rows and predict the same queries, in turns in one run, and the
median of the turns counts; who took more than 20 seconds gets no second turn. scikit-learn predicts the
training rows as well as the queries, since any method of this kind has to find the neighbors of both. The
rows are artiset's: points of the unit square, ten classes by the paper's formula, a tenth of the labels moved
by one class; attributes beyond the second are random.

The tables and the numbers of this page are written by a program from a stored run. Times are those of one
machine; what carries over is their ratios."""

RUN_IT_YOURSELF = """\
## Run it yourself

```sh
python -m monfknn_ref bench --quick                                # seconds
python -m monfknn_ref bench --data DIR --out bench.json            # a quarter of an hour
python -m monfknn_ref bench --stored bench.json                    # shows it again
```

`DIR` holds `ERA.dat` and `SWD.dat`; without it, rows of the same shape take their place. `--sizes`,
`--attributes`, `--queries` and `--repeats` change what is measured. The command fails when the reference and
the variants disagree on any prediction. This page and its charts:

```sh
python -m monfknn_ref bench --stored docs/data/bench.json --page docs/benchmark.md \\
    --chart docs/figures/bench-rows.svg --attributes-chart docs/figures/bench-attributes.svg
```"""


def benchmark_page(report: Report) -> str:
    """The whole page in Markdown."""
    title, absent, verdict = in_words(report)
    parts = [INTRODUCTION, f"Measured: {title}. {' '.join([*absent, f'**{verdict}**'])}"]
    parts += ["## In short", "\n".join(f"- {finding}" for finding in findings(report)), RUN_IT_YOURSELF]
    parts += ["## Over the number of rows", markdown_figure("bench-rows")]
    parts += [markdown_table(times_table(report["over_rows"]), 0), LEGEND[0].upper() + LEGEND[1:] + "."]
    parts += ["Time grows like the number of rows to the power", markdown_table(growth_table(report))]
    parts += ["## Over the number of attributes", markdown_figure("bench-attributes")]
    parts += [markdown_table(times_table(report["over_attributes"]), 0)]
    parts += ["## Surveys", SURVEYS_IN_WORDS, markdown_table(surveys_table(report), 2)]
    return "\n\n".join(parts) + "\n"


SURVEYS_IN_WORDS = """\
Surveys have few possible answers, so most rows occur more than once and distances tie everywhere. Here every
row is fitted and predicted, next to a plain NumPy pass on doubles that compares every distinct row with every
other and settles no tie."""


SPANS = (("stdlib", 5000, 40_000), ("numpy", 10_000, 100_000), ("numpy", 10_000, 1_000_000))
"""Contestants and the rows between which their growth is told."""


def findings(report: Report) -> Iterator[str]:
    """What the numbers come to, in sentences; each needs its samples to be in the report."""
    for entry in samples(report):
        where = f"At {entry['rows']} rows with {entry['attributes']} attributes"
        faster = [(name, ratio(entry, "reference", name)) for name in ("stdlib", "numpy")]
        if entry["rows"] >= 5000 and entry["attributes"] in (2, 10) and all(factor for _, factor in faster):
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
    costs = [f"{entry['survey']} {ratio(entry, 'numpy', 'plain NumPy'):.2f}" for entry in report["surveys"]]
    if costs:
        yield f"Time of `numpy` over a plain NumPy pass on surveys: {', '.join(costs)}."
