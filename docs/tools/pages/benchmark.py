"""The page "Benchmark": written from a stored report, never by hand."""

from __future__ import annotations

from collections.abc import Iterator

from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction.benchmark import OTHER_METHOD, BenchmarkReport, growth
from monfknn_ref.reproduction.benchmark_report import (
    LEGEND,
    comparison_table,
    growth_by_attributes,
    growth_table,
    in_words,
    ratio,
    samples,
    surveys_table,
    times_table,
)
from tools.pages import included_figure

INTRODUCTION = """\
# Benchmark

How long the [faster variants](optimised.md) take, next to the reference and to scikit-learn's
`KNeighborsClassifier(9)`. All fit the same rows and predict the same queries, in turns in one run, and the
median of the turns counts; anything over 20 seconds is timed once. scikit-learn predicts the
training rows as well as the queries, since any method of this kind has to find the neighbors of both. The
rows are artiset's: points of the unit square, ten classes by the paper's formula, a tenth of the labels moved
by one class; attributes beyond the second are random. `numpy+jit` is `NumpyMonFkNN` where Numba is installed,
and `numpy` the same without it. Compiling is not timed.

The tables and the numbers of this page are written by a program from a stored run. Times are those of one
machine; what carries over is their ratios."""

RUN_IT_YOURSELF = """\
## Run it yourself

```sh
python -m monfknn_ref bench --quick                                # seconds
python -m monfknn_ref bench --data DIR --out bench.json            # half an hour
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
    if report.get("many"):
        parts += ["## Many rows in many attributes", markdown_table(times_table(report["many"]), 0)]
        parts += [
            "Time grows like the number of rows to the power",
            markdown_table(growth_by_attributes(report), 0),
        ]
    if report.get("sums"):
        parts += ["## Classes that depend on all attributes", SUMS_IN_WORDS]
        parts += [markdown_table(times_table(report["sums"]), 0)]
    slower = list(slower_samples(report))
    if slower:
        parts += ["## Where the variants are slower than scikit-learn", "\n".join(slower), SLOWER_IN_WORDS]
    if report.get("jobs"):
        parts += ["## Two jobs", JOBS_IN_WORDS, markdown_table(comparison_table(report["jobs"]), 0)]
    if report.get("whole"):
        parts += [
            "## Large whole numbers",
            WHOLE_IN_WORDS,
            markdown_table(comparison_table(report["whole"]), 0),
        ]
    parts += ["## Surveys", SURVEYS_IN_WORDS, markdown_table(surveys_table(report), 2)]
    return "\n\n".join(parts) + "\n"


SUMS_IN_WORDS = """\
In artiset two attributes decide the class. Here all do alike: the class is that of the sum of the attributes,
again with a tenth of the labels moved. Far fewer rows can be left out of Eq. 1, so the ranges take longer.
From about a million such rows on, the compiled tree of `numpy+jit` takes over; below that the sets of bits
are as fast."""

SLOWER_IN_WORDS = """\
The reasons are always the same three.

- scikit-learn looks for neighbors only. MonFkNN looks for the range of each row as well (Eq. 1), which is a
  search of another kind. In two attributes it costs little; in more it costs up to as much as the neighbors.
- The neighbors must be of a valid class. Where the nearest rows are not, longer lists are needed.
- With more than 15 attributes scikit-learn uses all processors even for one job. `numpy` uses as many as
  `n_jobs` says, which is one here. On few rows both take milliseconds, and the steps of NumPy add up."""

JOBS_IN_WORDS = """\
`NumpyMonFkNN(n_jobs=2)` on two processors, next to one job. What is done once, such as sorting the rows and
growing the tree, is not shared."""

WHOLE_IN_WORDS = """\
Whole numbers beyond 2^53 are no doubles. They are shifted without rounding, so times in nanoseconds take
hardly longer than the same times counted from the start of their hour."""


def slower_samples(report: BenchmarkReport) -> Iterator[str]:
    """A line for each sample of some size on which a NumPy variant takes longer than scikit-learn."""
    for part, kind in (("artiset", samples(report)), ("sums", report.get("sums", []))):
        for entry in kind:
            costs = {name: ratio(entry, name, OTHER_METHOD) for name in ("numpy", "numpy+jit")}
            said = ", ".join(f"`{name}` {cost:.2f}" for name, cost in costs.items() if cost and cost > 1.05)
            if said and entry["rows"] >= 5000:
                where = f"{entry['rows']} rows with {entry['attributes']} attributes"
                yield f"- {where}{', classes by the sum' if part == 'sums' else ''}: {said} times as long."


SURVEYS_IN_WORDS = """\
Surveys have few possible answers, so most rows occur more than once and distances tie everywhere. Here every
row is fitted and predicted, next to scikit-learn as above, which settles no tie and looks at every row, equal
ones included."""


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
