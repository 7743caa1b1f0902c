"""The two pages of the audit, written from stored results and from the paper's tables, never by hand.

`audit_page` has the verdicts, by their causes; `audit_data_page` has every cell they rest on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.audit import audit
from monfknn_ref.evaluation.findings import CONTRADICTED, ROUNDING, UNDETERMINED, VERDICTS, Finding
from monfknn_ref.evaluation.paper_tables import FUZZY, PRINTED_AS, STATE, TITLES, ResultTable
from monfknn_ref.experiments.comparison import (
    FoldsCell,
    cells_of,
    compare_bayes,
    compare_friedman,
    compare_wilcoxon,
    folds_cells,
    sources_of,
)
from monfknn_ref.experiments.comparison_tables import (
    Section,
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
from tools.pages import region

__all__ = ["CAUSES", "Cause", "audit_data_page", "audit_page", "by_cause"]


# --- The verdicts -----------------------------------------------------------------------------------------


def audit_page(results: Results) -> str:
    """The page with the verdicts, in Markdown."""
    findings = audit()
    parts = [
        INTRODUCTION,
        in_short(results, findings),
        "## Do the printed numbers follow from each other? { #printed }",
        FROM_EACH_OTHER,
        *(section_of_cause(cause, of) for cause, of in by_cause(findings).items()),
        "## Do they come out when the experiment is run again? { #again }",
        run_again(results),
        RUN_IT_YOURSELF,
    ]
    return "\n\n".join(parts) + "\n"


INTRODUCTION = """\
# The paper, audited

Before you build on a table you want to know whether you can trust it. This page puts two questions to every
number of the paper's Section 5. Does it follow from the other printed numbers? And does it come out when the
experiment is run again? A program writes this page from stored results; [the audit's data](audit-data.md) has
every cell."""

FROM_EACH_OTHER = """\
Nothing is run for this question. An average can be taken again from its column, a rank from its row, a
p-value from its ranks; and since an accuracy is a whole number of rows divided by all rows, four decimals say
much about how it came about. What does not come out has one of these causes."""

RUN_IT_YOURSELF = """\
## Run it yourself

```sh
python -m monfknn_ref audit                                   # the first question
python -m monfknn_ref reproduce fuzzy --data DIR --jobs 2 --out folds.db
python -m monfknn_ref reproduce accuracy --stored docs/data/results.json
```

The first command takes about a second. To run everything that the two pages rest on, and to write them again:

```sh
python -m monfknn_ref reproduce all --data DIR --partitions 10 --jobs 2 \\
    --out folds.db --save docs/data/results.json
python docs/tools/write.py audit
```

`DIR` holds the 12 data sets as KEEL files, `NAME.dat`, and the fold files of wisconsin in `DIR/wisconsin/`.
You can stop a run at any time; the same command goes on with what is left. With `--method NAME` it is one
method, on as many partitions as `--partitions` says, and `--save` adds it to what the file has."""


@dataclass(frozen=True)
class Cause:
    """Why some printed numbers do not come out: in a line, in words, and which findings it explains."""

    id: str
    title: str
    words: str
    explains: Callable[[Finding], bool]


CAUSES = (
    Cause(
        "artiset-rows",
        "artiset has 999 rows",
        "The table of the data sets says 1000. But accuracies and MAEs of single runs on artiset are whole "
        "numbers divided by 999; divided by 1000 they would print otherwise.",
        lambda finding: finding.claim == "artiset, number of rows",
    ),
    Cause(
        "three-runs",
        "Some columns are means of three runs",
        "The paper does not say how often it ran a method. Here every column is held against the simplest "
        "reading, one run of the ten folds, whose accuracies and MAEs are counts divided by the number of "
        "rows N. The columns below have cells that are no such count, and all their cells are counts "
        "divided by 3N. So this is no mistake of the paper; it is something that it leaves out.",
        lambda finding: finding.claim.endswith(", runs"),
    ),
    Cause(
        "different-runs",
        "MkNN's accuracy and MAE are not of the same run",
        "A wrong prediction misses its class by at least one rank, and with two classes by exactly one. So "
        "the MAE is at least the share of errors, and with two classes equal to it. On three data sets "
        "MkNN's two cells break that rule.",
        lambda finding: finding.claim.endswith(", accuracy and MAE"),
    ),
    Cause(
        "broken-ties",
        "Rounding broke two ties",
        "Methods with equal MAE must share a rank. The printed mean ranks put OLM ahead of two methods that "
        "have exactly its MAE, which happens when doubles that ought to be equal differ in their last bit.",
        lambda finding: finding.verdict == CONTRADICTED and "mean rank of" in finding.claim,
    ),
    Cause(
        "holm",
        "Holm's thresholds were not applied",
        "Holm's procedure compares the smallest p-value with 0.05/7, the next with 0.05/6, and so on, and "
        "stops at the first that is too large. The printed verdicts are those of comparing each p-value "
        "with 0.05; Finner's procedure gives the same ones.",
        lambda finding: finding.verdict == CONTRADICTED and "the control" in finding.claim,
    ),
    Cause(
        "four-decimals",
        "Four decimals are too few for NMI",
        "NMIs are so small that many print alike, and some of these hide a difference. Whether two values "
        "are tied decides ranks and signed ranks; whether a value lies just inside the rope decides its "
        "region. Some values that print as the cells give the paper's numbers, others do not.",
        lambda finding: finding.verdict == UNDETERMINED,
    ),
    Cause(
        "last-digit",
        "A last digit was cut off, or rounded twice",
        "All digits but the last come out.",
        lambda finding: finding.verdict == ROUNDING,
    ),
)
"""In the order of the page; a finding belongs to the first cause that explains it."""

OTHERS = Cause("others", "Others", "No cause is known for these.", lambda finding: True)


def by_cause(findings: Sequence[Finding]) -> dict[Cause, list[Finding]]:
    """The findings that are neither exact nor borne out, by cause; causes without any are left out."""
    open_ones = [finding for finding in findings if finding.verdict in (CONTRADICTED, UNDETERMINED, ROUNDING)]
    found: dict[Cause, list[Finding]] = {cause: [] for cause in (*CAUSES, OTHERS)}
    for finding in open_ones:
        found[next(cause for cause in found if cause.explains(finding))].append(finding)
    return {cause: of for cause, of in found.items() if of}


def section_of_cause(cause: Cause, findings: Sequence[Finding]) -> str:
    """A cause in words, and what it explains."""
    reasons = {finding.reason for finding in findings}
    rows = [["statement", "where", "printed", "recomputed"]]
    for finding in findings:
        rows.append([finding.claim, where(finding), finding.printed, finding.recomputed])
    parts = [f"### {cause.title} {{ #{cause.id} }}", cause.words]
    if len(reasons) > 1:
        for row, reason in zip(rows, ["why", *(finding.reason for finding in findings)]):
            row.append(reason)
    parts.append(region(cause.title, markdown_table(rows, left=5)))
    if len(reasons) == 1:
        parts.append(f"In detail: {findings[0].reason}.")
    return "\n\n".join(parts)


def where(finding: Finding) -> str:
    """The table or figure of a finding, in one piece."""
    return PRINTED_AS[finding.table].replace(" ", "&nbsp;")


def outside(cells: Sequence[TableCell]) -> list[TableCell]:
    """The cells whose printed value lies more than two spreads from ours."""
    return [cell for cell in cells if not cell.is_within]


def in_short(results: Results, findings: Sequence[Finding]) -> str:
    """What a reader in a hurry should know: one screen."""
    verdicts = Counter(finding.verdict for finding in findings)
    rows = [["cause", "where", "statements", "verdict"]]
    for cause, of in by_cause(findings).items():
        places = ", ".join(dict.fromkeys(map(where, of)))
        rows.append([f"[{cause.title}](#{cause.id})", places, str(len(of)), of[0].verdict])
    on_folds = printed_cells(folds_cells(results))
    contradictions = sum(of[0].verdict == CONTRADICTED for of in by_cause(findings).values())
    return "\n\n".join(
        [
            "## In short",
            f"**The printed numbers.** Of {len(findings)} statements held against the printed cells, "
            f"{verdicts['exact']} are exact, {verdicts['supported']} are borne out, {verdicts['rounding']} "
            f"differ by a rounding, {verdicts['undetermined']} cannot be told from four decimals, and "
            f"{verdicts['contradicted']} are contradicted. The contradictions have {contradictions} causes:",
            region("Causes", markdown_table(rows, left=4)),
            "**The experiment, run again.**",
            "\n".join(
                [
                    "- **The tables come from the authors' program, not from the printed text.** The two "
                    "[differ in several points](readings.md), and the reading `AUTHORS` comes nearest.",
                    in_short_of_three(results),
                    in_short_of_all(results),
                    "- On the folds that the paper used, which are at hand for wisconsin, "
                    f"{sum(cell.is_equal for cell in on_folds)} of {len(on_folds)} printed cells come out "
                    "digit for digit.",
                ]
            ),
        ]
    )


def printed_cells(cells: Sequence[FoldsCell]) -> list[FoldsCell]:
    """Each printed cell once: of two runs for one column, the one that repeats the defect behind it."""
    found = {(METHODS[cell.method].column, cell.dataset, cell.measure): cell for cell in cells}
    return list(found.values())


def in_short_of_three(results: Results) -> str:
    """How many cells of FkNN, PM and AM lie within two spreads."""
    cells = [cell for table in FUZZY.values() for cell in cells_of(table, results)]
    apart = Counter(cell.method for cell in outside(cells))
    names = ", ".join(f"{method} {number}" for method, number in apart.most_common())
    label = PRINTED_AS[FUZZY["accuracy"].label]
    return (
        f"- **Of the {len(cells)} cells of FkNN, MonFkNN-PM and MonFkNN-AM ({label}), "
        f"{len(cells) - len(outside(cells))} lie within two spreads of ours.** "
        f"The others by method: {names or 'none'}."
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


def run_again(results: Results) -> str:
    """What the runs say of each column."""
    cells = [cell for table in FUZZY.values() for cell in cells_of(table, results)]
    return "\n\n".join(
        [
            "Ours is the mean over several partitions of the rows into folds, and its "
            "[spread](glossary.md#term-spread) is the standard deviation over them. The paper's folds are "
            "one more partition, so most printed values should lie within two spreads of ours. Where they "
            "do not, this is what is known.",
            "### FkNN, MonFkNN-PM and MonFkNN-AM { #three }",
            f"Outside two spreads in Table 4: {named_cells(outside(cells)) or 'none'}.",
            "### OSDL and RDMT { #defects }",
            defects(results),
            "### OLM and the nearest-neighbor methods { #order }",
            "They depend on the order of the training rows, which the paper does not print: OLM because it "
            "learns row by row, the others where rows are equally far. [How much that "
            "changes](audit-data.md#orders) is measured.",
            "### Class limits that are assumed { #assumed }",
            "bostonhousing4cl and machineCPU turn a number into four classes, and the paper does not print "
            "the limits. [The data sets](experimental-framework.md#data-sets) says which ones are taken "
            "here.",
        ]
    )


def named_cells(cells: Sequence[TableCell]) -> str:
    """The cells by method and data set, in words."""
    found: dict[str, list[str]] = {}
    for cell in cells:
        found.setdefault(f"{cell.method} on {cell.dataset}", []).append(TITLES[cell.measure])
    return "; ".join(f"{where} ({', '.join(measures)})" for where, measures in found.items())


def defects(results: Results) -> str:
    """How many cells come out with and without the defects of the programs behind two columns."""
    parts = [
        "The programs behind these two columns have a defect each: OSDL's [cuts values down to whole "
        "numbers](classifiers/osdl.md#truncate), and RDMT's [stops at any node with a constant "
        "attribute](classifiers/rdmt.md#constant). Both are repeated here, next to the sound methods, and "
        "the printed columns agree better with them, though not everywhere:"
    ]
    rows = [["run", "cells within two spreads", "data sets with cells outside"]]
    for name in ("OSDL", "OSDL-published", "RDMT", "RDMT-published"):
        cells = [cell for table in STATE.values() for cell in cells_of(table, results) if cell.method == name]
        if cells:
            apart = outside(cells)
            where = ", ".join(dict.fromkeys(cell.dataset for cell in apart)) or "none"
            rows.append([name, f"{len(cells) - len(apart)} of {len(cells)}", where])
    if len(rows) > 1:
        parts.append(region("OSDL and RDMT, sound and as published", markdown_table(rows, left=3)))
    return "\n\n".join(parts)


# --- The data ---------------------------------------------------------------------------------------------


def audit_data_page(results: Results) -> str:
    """The page with all cells, in Markdown."""
    parts = [
        DATA_INTRODUCTION,
        what_was_run(results),
        fuzzy_tables(results),
        own_folds(results),
        eight_methods(results),
        row_orders(results),
        tests_on_ours(results),
        all_statements(audit()),
    ]
    return "\n\n".join(parts) + "\n"


DATA_INTRODUCTION = """\
# The audit's data

Every cell behind [the audit's verdicts](audit.md): the paper's tables with our results in them, its tests on
our results, and all statements that were held against the printed numbers. The tables go by the paper's
numbers; the [map](map.md) has the way back. A program writes this page from stored results."""


def shown(section: Section, heading: str = "", numbers: bool = True) -> str:
    """A section's table with its notes, under a heading of the page's own."""
    first, *others = section.rows
    rows = [[name or "mark" for name in first], *others]
    table = region(section.title, markdown_table(rows, section.left), numbers)
    return "\n\n".join([*([heading] if heading else []), table, *section.notes])


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
        "**Ours** is the mean of these values, the **[spread](glossary.md#term-spread)** their standard "
        "deviation: how far apart two people are who draw different folds. The paper's folds are one more "
        "draw, so a printed value of the same method should lie within two spreads of ours about nine "
        "times in ten where there are ten partitions, and three times in four where there are only three.",
        "In the tables the upper number is ours with its spread, the lower one the paper's; `=` prints "
        "alike, `≠` lies more than two spreads away.",
        region("What was run", markdown_table(rows, left=2)),
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
    """The paper's table of FkNN, PM and AM, one measure after the other."""
    parts = ["## Table 4: FkNN, MonFkNN-PM and MonFkNN-AM { #table-4 }"]
    for measure, table in FUZZY.items():
        section = wide_section(f"Table 4, {TITLES[measure]}", cells_of(table, results))
        parts.append(shown(section, f"### {TITLES[measure]} {{ #table-4-{measure} }}"))
    return "\n\n".join(parts)


def own_folds(results: Results) -> str:
    """The cells of a data set on the folds of the paper."""
    parts = [
        "## The paper's own folds { #own-folds }",
        "The folds of wisconsin are KEEL's, as the paper says. On them a method without chance should come "
        "out exactly, and as there are 683 rows every count can be read off the printed digits. For a method "
        "with chance, ours is the mean of three seeds, which are not the paper's. OSDL and RDMT stand here "
        "twice, sound and [with the defect behind the printed column](audit.md#defects).",
    ]
    cells = folds_cells(results)
    for dataset in dict.fromkeys(cell.dataset for cell in cells):
        there = [cell for cell in cells if cell.dataset == dataset]
        parts.append(shown(folds_section(f"{dataset}, on the paper's folds", there), f"### {dataset}"))
    return "\n\n".join(parts)


def eight_methods(results: Results) -> str:
    """The three tables of the eight methods, each with a count by method."""
    parts = [
        "## The eight methods { #eight-methods }",
        "OSDL-published and RDMT-published repeat the defects of the programs behind the paper's numbers; "
        "a table of their own has the sound methods. MkNN is trained on "
        "relabelled rows, the lowest of the nearest monotone labels.",
    ]
    for measure, table in STATE.items():
        parts += eight_methods_in(results, measure, table)
    return "\n\n".join(parts)


def eight_methods_in(results: Results, measure: str, table: ResultTable) -> list[str]:
    """One of the three tables, the sound methods that do not stand in it, and a count by method."""
    number = PRINTED_AS[table.label]
    anchor = number.lower().replace(" ", "-")
    cells, sources = cells_of(table, results), sources_of(table, results)
    here = [cell for cell in cells if cell.method in sources.values()]
    sound = [cell for cell in cells if cell.method not in sources.values()]
    title = f"{number}, {TITLES[measure]}"
    parts = [shown(wide_section(title, here), f"### {number}: {TITLES[measure]} {{ #{anchor} }}")]
    if sound:
        methods = " and ".join(dict.fromkeys(cell.method for cell in sound))
        parts += [f"{methods} without the defect:", shown(wide_section(f"{title}, without defect", sound))]
    rows = [["method", "print alike", "within two spreads", "outside"]]
    for method in dict.fromkeys(cell.method for cell in cells):
        column = [cell for cell in cells if cell.method == method]
        equal, apart = sum(cell.is_equal for cell in column), len(outside(column))
        rows.append([method, str(equal), str(len(column) - equal - apart), str(apart)])
    return [*parts, "By method:", region(f"{title}, by method", markdown_table(rows))]


def row_orders(results: Results) -> str:
    """What the order of the training rows does."""
    parts = [
        "## The order of the training rows { #orders }",
        "OLM learns row by row. Nearest-neighbor methods depend on the order where rows are equally far, "
        "which is common on car and on the data sets full of equal rows. The order in which the paper's "
        "programs held the rows is not known. Below, the folds are the same and only the order differs.",
    ]
    for section in (folds_orders(results), drawn_orders(results)):
        if section.rows[1:]:
            parts.append(shown(section, f"### {section.title}"))
    return "\n\n".join(parts)


def tests_on_ours(results: Results) -> str:
    """The paper's tests on our results."""
    parts = [
        "## The paper's tests on our results { #tests }",
        "The same tests on our means. Where a method was not run, its column is the printed one.",
        shown(
            wilcoxon_section(compare_wilcoxon(results)), "### Table 5: Wilcoxon's signed ranks { #table-5 }"
        ),
    ]
    for one in compare_friedman(results):
        number = PRINTED_AS[one.printed.label]
        words = f"{number}: Friedman's mean ranks and Holm, {TITLES[one.printed.measure]}"
        anchor = number.lower().replace(" ", "-")
        parts.append(shown(friedman_section(one), f"### {words} {{ #{anchor} }}"))
    heading = "### Figures 1 to 3: Bayesian sign tests { #bayes }"
    parts.append(shown(bayes_section(compare_bayes(results)), heading))
    return "\n\n".join(parts)


def all_statements(findings: Sequence[Finding]) -> str:
    """Every statement that was held against the printed cells."""
    verdicts = Counter(finding.verdict for finding in findings)
    counts = [["verdict", "meaning", "statements"]]
    counts += [[name, meaning, str(verdicts[name])] for name, meaning in VERDICTS.items()]
    rows = [["where", "statement", "printed", "recomputed", "verdict"]]
    for finding in findings:
        printed_and_found = [finding.printed, finding.recomputed]
        rows.append([where(finding), finding.claim, *printed_and_found, finding.verdict])
    return "\n\n".join(
        [
            "## All statements { #statements }",
            "What was held against the printed cells, and what came of it:",
            region("Verdicts", markdown_table(counts, left=2)),
            "One by one; [the audit](audit.md#printed) has the causes of those that do not come out.",
            region("All statements", markdown_table(rows, left=5)),
        ]
    )
