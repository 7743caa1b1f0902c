"""The page "The paper, audited": written from stored results and from the paper's tables, never by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.audit import audit
from monfknn_ref.evaluation.findings import VERDICTS, Finding
from monfknn_ref.evaluation.paper_tables import FUZZY, STATE, TITLES
from monfknn_ref.experiments.comparison import (
    cells_of,
    compare_bayes,
    compare_friedman,
    compare_wilcoxon,
    folds_cells,
    sources_of,
    title_of,
)
from monfknn_ref.experiments.comparison_tables import (
    bayes_section,
    drawn_orders,
    folds_orders,
    folds_section,
    friedman_section,
    wide_section,
    wilcoxon_section,
)
from monfknn_ref.experiments.measured_runs import Results, TableCell
from monfknn_ref.experiments.methods import METHODS, run_by
from monfknn_ref.experiments.tables import markdown_table

__all__ = ["audit_page"]


def audit_page(results: Results) -> str:
    """The whole page in Markdown."""
    findings = audit()
    parts = [
        INTRODUCTION,
        in_short(results, findings),
        RUN_IT_YOURSELF,
        what_was_run(results),
        fuzzy_tables(results),
        own_folds(results),
        eight_methods(results),
        row_orders(results),
        printed_numbers(findings),
        tests_on_ours(results),
    ]
    return "\n\n".join(parts) + "\n"


INTRODUCTION = """\
# The paper, audited

Two questions are put to every number of the paper's Section 5. Does it follow from the other printed
numbers? And does it come out when the experiment is run again? The tables on this page, and the numbers in
its sentences, are written by a program from stored results."""

RUN_IT_YOURSELF = """\
## Run it yourself

```sh
python -m monfknn_ref audit                                   # the first question
python -m monfknn_ref reproduce fuzzy --data DIR --jobs 2 --out folds.jsonl
python -m monfknn_ref reproduce accuracy --stored docs/data/results.json
```

What this page stands on, in one go, and the page itself:

```sh
python -m monfknn_ref reproduce all --data DIR --partitions 10 --jobs 2 \\
    --out folds.jsonl --save docs/data/results.json
python docs/tools/write.py audit
```

`DIR` holds the 12 data sets as KEEL files, `NAME.dat`, and the fold files of wisconsin in `DIR/wisconsin/`.
A run can be stopped at any time; the same command goes on with what is left. With `--method NAME` it is one
method, on as many partitions as `--partitions` says, and `--save` adds it to what the file has."""

HEADLINES = """\
- **The tables come from the authors' program, not from the printed text.** The two differ in several points
  (weights 1/d² or 1/d, rows equal to the query, coin tosses for medians, ...), and the numbers are those of
  the program: the reading AUTHORS.
- **artiset has 999 rows**, not 1000: every accuracy and MAE on it is a share of 999.
- **MonFkNN-PM, MonFkNN-AM and MonMLP are means of three runs**; all others are single runs.
- **MkNN's accuracy and MAE cannot come from one run** on three data sets: an error costs at least one rank,
  and with two classes exactly one.
- **The Holm verdicts as printed are plain p < 0.05.** Four of them do not survive Holm's thresholds: MID and
  MkNN in accuracy, MonMLP and MkNN in MAE.
- **Two ties must have been broken by rounding**: the printed mean ranks of MAE put OLM ahead of RDMT on
  machineCPU and of PMDT on windsorhousing, where the numbers are equal.
- **OSDL was run on truncated values** on the data sets stored in [0, 1], artiset and those with inverse
  attributes, and **RDMT stops at any node with a constant attribute**. Both defects are repeated here, next
  to the sound methods.
- **OLM and the nearest-neighbor methods depend on the order of the training rows**, which is not printed."""


# --- Sentences and tables ---------------------------------------------------------------------------------


def outside(cells: Sequence[TableCell]) -> list[TableCell]:
    """The cells whose printed value lies more than two spreads from ours."""
    return [cell for cell in cells if not cell.is_within]


def in_short(results: Results, findings: Sequence[Finding]) -> str:
    """What a reader in a hurry should know."""
    verdicts = Counter(finding.verdict for finding in findings)
    cells = [cell for measure in ("accuracy", "mae") for cell in cells_of(FUZZY[measure], results)]
    apart: dict[str, list[str]] = {}
    for cell in outside(cells):
        apart.setdefault(f"{cell.method} on {cell.dataset}", []).append(TITLES[cell.measure])
    names = "; ".join(f"{where} ({' and '.join(measures)})" for where, measures in apart.items())
    on_folds = folds_cells(results)
    return "\n".join(
        [
            "## In short",
            "",
            f"- **Of the {len(cells)} accuracy and MAE cells of FkNN, MonFkNN-PM and MonFkNN-AM, "
            f"{len(cells) - len(outside(cells))} lie within two spreads of ours.** "
            f"The others: {names or 'none'}.",
            in_short_of_all(results),
            "- On the folds that the paper used, which are at hand for wisconsin, "
            f"{sum(cell.is_equal for cell in on_folds)} of {len(on_folds)} cells come out digit for digit.",
            f"- Of {len(findings)} statements held against the printed cells, {verdicts['exact']} are exact, "
            f"{verdicts['rounding']} differ by a rounding, {verdicts['supported']} are borne out, "
            f"{verdicts['undetermined']} cannot be told from four decimals, and {verdicts['contradicted']} "
            "are contradicted.",
            HEADLINES,
        ]
    )


def in_short_of_all(results: Results) -> str:
    """How many cells of the eight methods lie within two spreads, where a column with a defect behind it is
    held against the run that repeats the defect."""
    cells = []
    shares = []
    sources: dict[str, str] = {}
    for measure, table in STATE.items():
        sources = sources_of(table, results)
        there = [cell for cell in cells_of(table, results) if cell.method in sources.values()]
        shares.append(f"{len(there) - len(outside(there))} of {len(there)} in {TITLES[measure]}")
        cells += there
    repeated = [column for column, name in sources.items() if name != column]
    missing = [column for column in STATE["accuracy"].methods if column not in sources]
    apart = Counter(cell.method for cell in outside(cells))
    names = ", ".join(f"{method} {number}" for method, number in apart.most_common())
    return (
        f"- **Of the {len(cells)} accuracy, MAE and NMI cells of the eight methods, "
        f"{len(cells) - len(outside(cells))} lie within two spreads of ours**: {'; '.join(shares)}"
        + (f", {' and '.join(repeated)} with the defects behind the paper's numbers" if repeated else "")
        + (f"; not run: {', '.join(missing)}" if missing else "")
        + f". The others by method: {names or 'none'}."
    )


def what_was_run(results: Results) -> str:
    """Methods, folds, and what the spread is."""
    rows = [["method", "run as", "data sets", "partitions", "seeds"]]
    for name in METHODS:
        drawn = [results.drawn(name, dataset) for dataset in PAPER_TABLE if results.has(name, dataset)]
        if drawn:
            partitions = number_or_range([len(by_partition) for by_partition in drawn])
            seeds = number_or_range([len(runs) for by_partition in drawn for runs in by_partition.values()])
            rows.append([name, f"`{results.descriptions[name]}`", str(len(drawn)), partitions, seeds])
    missing = [name for name in METHODS if name not in [row[0] for row in rows]]
    paragraphs = [
        "## What was run",
        "Ten-fold cross-validation, stratified, on several partitions into folds, those of the seeds 0, 1, 2 "
        "and so on; the table has their number. A method that depends on chance is run with several seeds of "
        "its own on each. As in the paper, the predictions of the ten folds are merged and measured once, "
        "and the seeds are averaged: one value for each partition.",
        "**Ours** is the mean of these values, the **spread** their standard deviation: how far apart two "
        "people are who draw different folds. The paper's folds are one more draw, so a printed value of the "
        "same method should lie within two spreads of ours about nine times in ten where there are ten "
        "partitions, and three times in four where there are only three.",
        "In the tables the upper number is ours with its spread, the lower one the paper's; `=` prints "
        "alike, `≠` lies more than two spreads away.",
        markdown_table(rows, left=2),
    ]
    if results.implementations:
        paragraphs.append(run_by(results.implementations))
    if missing:
        paragraphs.append(f"Not run: {', '.join(missing)}.")
    return "\n\n".join(paragraphs)


def number_or_range(numbers: Sequence[int]) -> str:
    """
    >>> number_or_range([10, 10]), number_or_range([3, 10])
    ('10', '3 to 10')
    """
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"


def fuzzy_tables(results: Results) -> str:
    """The paper's first table, one measure after the other."""
    parts = ["## FkNN, MonFkNN-PM, MonFkNN-AM"]
    for table in FUZZY.values():
        parts.append(wide_section(title_of(table), cells_of(table, results)).markdown())
    return "\n\n".join(parts)


def own_folds(results: Results) -> str:
    """The cells of a data set on the folds of the paper."""
    parts = [
        "## The paper's own folds",
        "The folds of wisconsin are KEEL's, as the paper says. On them a method without chance should come "
        "out exactly, and as there are 683 rows every count can be read off the printed digits. Of a method "
        "with chance, ours is the mean of three seeds, which are not the paper's.",
    ]
    cells = folds_cells(results)
    for dataset in dict.fromkeys(cell.dataset for cell in cells):
        there = [cell for cell in cells if cell.dataset == dataset]
        parts.append(folds_section(dataset, there).markdown())
    return "\n\n".join(parts)


def eight_methods(results: Results) -> str:
    """The three tables of the eight methods, each with a count by method."""
    parts = [
        "## The eight methods",
        "OSDL-published and RDMT-published repeat the defects of the programs behind the paper's numbers; "
        "the printed column is held against the sound method and against these. MkNN is trained on "
        "relabelled rows, the lowest of the nearest monotone labels.",
    ]
    for table in STATE.values():
        cells = cells_of(table, results)
        parts.append(wide_section(title_of(table), cells).markdown())
        rows = [["method", "print alike", "within two spreads", "outside"]]
        for method in dict.fromkeys(cell.method for cell in cells):
            column = [cell for cell in cells if cell.method == method]
            equal, apart = sum(cell.is_equal for cell in column), len(outside(column))
            rows.append([method, str(equal), str(len(column) - equal - apart), str(apart)])
        parts.append(markdown_table(rows))
    return "\n\n".join(parts)


def row_orders(results: Results) -> str:
    """What the order of the training rows does."""
    parts = [
        "## The order of the training rows",
        "OLM learns row by row. Nearest-neighbor methods depend on the order where rows are equally far, "
        "which is common on car and on the data sets full of equal rows. The order in which the paper's "
        "programs held the rows is not known. Below, the folds are the same and only the order differs.",
    ]
    sections = [folds_orders(results), drawn_orders(results)]
    parts += [section.markdown() for section in sections if section.rows[1:]]
    return "\n\n".join(parts)


def printed_numbers(findings: Sequence[Finding]) -> str:
    """What follows from the printed numbers, and what does not."""
    verdicts = Counter(finding.verdict for finding in findings)
    counts = [["verdict", "meaning", "statements"]]
    counts += [[name, meaning, str(verdicts[name])] for name, meaning in VERDICTS.items()]
    rows = [["statement", "table", "printed", "recomputed", "verdict", "why"]]
    for finding in findings:
        if finding.verdict not in ("exact", "supported"):
            where = f"`{finding.table}`"
            words = [finding.printed, finding.recomputed, finding.verdict, finding.reason]
            rows.append([finding.claim, where, *words])
    return "\n\n".join(
        [
            "## Do the printed numbers follow from each other?",
            markdown_table(counts, left=2),
            "Those that are neither exact nor simply borne out:",
            markdown_table(rows, left=6),
        ]
    )


def tests_on_ours(results: Results) -> str:
    """The paper's tests on our results."""
    parts = [
        "## The paper's tests on our results",
        "The same tests on our means. Where a method was not run, its column is the printed one.",
        wilcoxon_section(compare_wilcoxon(results)).markdown(),
    ]
    parts += [friedman_section(one).markdown() for one in compare_friedman(results)]
    parts.append(bayes_section(compare_bayes(results)).markdown())
    return "\n\n".join(parts)
