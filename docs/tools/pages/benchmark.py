"""The page "Benchmark": written from a stored report, never by hand."""

from __future__ import annotations

from collections.abc import Iterator

from monfknn_ref.experiments.benchmark import OTHER_METHOD, BenchmarkReport, growth
from monfknn_ref.experiments.benchmark_report import (
    LEGEND,
    growth_table,
    in_words,
    ratio,
    samples,
    surveys_table,
    times_table,
)
from monfknn_ref.experiments.tables import markdown_table
from tools.pages import included_figure

__all__ = ["benchmark_page"]

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
python docs/tools/write.py benchmark
```"""


def benchmark_page(report: BenchmarkReport) -> str:
    """The whole page in Markdown."""
    title, remarks, verdict = in_words(report)
    parts = [INTRODUCTION, f"Measured: {title}. {' '.join([*remarks, f'**{verdict}**'])}"]
    parts += ["## In short", "\n".join(f"- {finding}" for finding in findings(report)), RUN_IT_YOURSELF]
    parts += ["## Over the number of rows", included_figure("bench-rows")]
    parts += [markdown_table(times_table(report["over_rows"]), 0), LEGEND[0].upper() + LEGEND[1:] + "."]
    parts += ["Time grows like the number of rows to the power", markdown_table(growth_table(report))]
    parts += ["## Over the number of attributes", included_figure("bench-attributes")]
    parts += [markdown_table(times_table(report["over_attributes"]), 0)]
    parts += ["## Surveys", SURVEYS_IN_WORDS, markdown_table(surveys_table(report), 2)]
    return "\n\n".join(parts) + "\n"


SURVEYS_IN_WORDS = """\
Surveys have few possible answers, so most rows occur more than once and distances tie everywhere. Here every
row is fitted and predicted, next to scikit-learn as above, which settles no tie and looks at every row, equal
ones included."""


SPANS = (("stdlib", 5000, 40_000), ("numpy", 10_000, 100_000), ("numpy", 10_000, 1_000_000))
"""Contestants and the rows between which their growth is told."""


def findings(report: BenchmarkReport) -> Iterator[str]:
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
    for entry in report["surveys"]:
        cost = ratio(entry, "numpy", OTHER_METHOD)
        if cost is not None:
            yield f"On the survey {entry['survey']} `numpy` takes {cost:.2f} times as long as scikit-learn."
