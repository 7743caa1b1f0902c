"""The three pages of the audit, written from stored results and from the paper's tables, never by hand.

`audit_page` has the verdicts, by their causes; `sentences_page` has the text of the paper, and
`audit_data_page` every cell they rest on.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.methods import METHODS, run_by
from monfknn_ref.evaluation.results import Results, TableCell
from monfknn_ref.evaluation.tables import Section, markdown_table
from monfknn_ref.reproduction.audit import StoredRuns, our_tables, whole_audit
from monfknn_ref.reproduction.comparison import (
    FoldsCell,
    bayes_section,
    cells_of,
    compare_bayes,
    compare_friedman,
    compare_wilcoxon,
    drawn_orders,
    folds_cells,
    folds_orders,
    folds_section,
    friedman_section,
    sources_of,
    wide_section,
    wilcoxon_section,
)
from monfknn_ref.reproduction.findings import (
    AGREES,
    APART,
    ASSUMED,
    CAUSES,
    CONTRADICTED,
    EVIDENCE,
    INFERRED,
    RECOMPUTED,
    RERUN,
    VERDICTS,
    Cause,
    Finding,
)
from monfknn_ref.reproduction.paper_tables import FUZZY, PRINTED_AS, STATE, ResultTable
from tools.pages import made_with, region
from tools.sources import ROOT

NOISE = "Section 5.4"


# --- The verdicts -----------------------------------------------------------------------------------------


def audit_page(runs: StoredRuns) -> str:
    """The page with the verdicts, in Markdown."""
    findings = whole_audit(runs)
    printed = [finding for finding in findings if finding.evidence not in (RERUN, ASSUMED)]
    again = [finding for finding in findings if finding.evidence in (RERUN, ASSUMED)]
    parts = [
        INTRODUCTION,
        in_short(runs, findings),
        "## By cause { #causes }",
        BY_CAUSE,
        counts_by_cause(findings),
        "## By evidence { #evidence }",
        BY_EVIDENCE,
        counts_by_evidence(findings),
        "## Do the printed numbers follow from each other? { #printed }",
        FROM_EACH_OTHER,
        *(section_of_cause(cause, of) for cause, of in by_cause(printed).items()),
        "## Do they come out when the experiment is run again? { #again }",
        *(run_again(runs.results, again) if runs.results is not None else ["Nothing was run."]),
        *only_runs_can_tell(printed, again),
        RUN_IT_YOURSELF,
    ]
    return "\n\n".join(parts) + "\n"


INTRODUCTION = """\
# The paper, audited

Before you build on a table you want to know whether you can trust it. This page puts two questions to
every printed number, every bold cell and [every sentence with a result](audit-sentences.md). Does it
follow from the other printed numbers? And does it come out when the experiment is run again? Each answer
has a *verdict*, an *evidence class* that says what the verdict rests on, and a *cause*. A program writes
this page from stored results; [the audit's data](audit-data.md) has every cell."""

BY_CAUSE = """\
What does not come out has a cause, and the causes are few. *Known* says how: some causes follow from the
printed numbers, others are only the likeliest explanation. Where that is so, the page says "seems" and
"presumably", and the authors may know better."""

BY_EVIDENCE = """\
A verdict is as good as what it rests on. The two data sets bostonhousing4cl and machineCPU have a class of
their own: the paper does not print their class limits, so whatever was run on them rests on [assumed
ones](experimental-framework.md#assumed)."""

FROM_EACH_OTHER = """\
Nothing is run for this question. An average can be taken again from its column, a rank from its row, a
p-value from its ranks; and since an accuracy is a whole number of rows divided by all rows, four decimals
say much about how it came about. What does not come out, or can be told from the numbers only, is listed
here by its cause."""

RUN_IT_YOURSELF = """\
## Run it yourself

```sh
python -m monfknn_ref audit                                   # all findings, and the counts above
python -m monfknn_ref audit --where "Table 7"                 # what came of one table or section
python -m monfknn_ref audit --cause holm --json
python -m monfknn_ref reproduce fuzzy --data DIR --jobs 2 --out folds.db
python -m monfknn_ref reproduce accuracy --stored
```

The first commands take about a second. To run everything that the pages rest on, and to write them again:

```sh
python -m monfknn_ref reproduce all --data DIR --partitions 10 --jobs 2 \\
    --out folds.db --save monfknn_ref/reproduction/stored/results.json
python docs/tools/write.py audit
```

`DIR` holds the 12 data sets as KEEL files, `NAME.dat`, and the fold files of wisconsin in
`DIR/wisconsin/`. You can stop a run at any time; the same command goes on with what is left. With
`--method NAME` it is one method, on as many partitions as `--partitions` says, and `--save` adds it to
what the file has."""


def by_cause(findings: Sequence[Finding]) -> dict[Cause, list[Finding]]:
    """The findings that have something to explain, by cause, in the order of the causes."""
    found: dict[Cause, list[Finding]] = {cause: [] for cause in CAUSES.values()}
    for finding in findings:
        found[CAUSES[finding.cause]].append(finding)
    return {cause: of for cause, of in found.items() if of and cause.id != AGREES}


def section_of_cause(cause: Cause, findings: Sequence[Finding]) -> str:
    """A cause in words, and what it explains."""
    reasons = {finding.reason for finding in findings}
    rows = [["where", "statement", "printed", "found", "verdict"]]
    for finding in findings:
        rows.append([where(finding), finding.claim, finding.printed, finding.found, finding.verdict])
    if len(reasons) > 1:
        for row, reason in zip(rows, ["why", *(finding.reason for finding in findings)]):
            row.append(reason)
    used = [place for place in range(len(rows[0])) if any(row[place] for row in rows[1:])]
    table = markdown_table([[row[place] for place in used] for row in rows], left=6)
    parts = [f"### {cause.title} {{ #{cause.id} }}", cause.words, region(cause.title, table)]
    if len(reasons) == 1 and findings[0].reason:
        parts.append(f"In detail: {findings[0].reason}.")
    return "\n\n".join(parts)


def where(finding: Finding) -> str:
    """The place of a finding; of a sentence, with a link to it."""
    if not finding.sentence:
        return finding.where.replace(" ", "&nbsp;")
    short = f"{finding.where}, {finding.sentence}".replace(" ", "&nbsp;")
    return f"[{short}](audit-sentences.md#{sentence_anchor(finding)})"


def counts_by_cause(findings: Sequence[Finding]) -> str:
    """How many findings each cause explains, by verdict."""
    rows = [["cause", "known", "where", "findings", "verdicts"]]
    for cause, of in by_cause(findings).items():
        places = list(dict.fromkeys(finding.where.replace(" ", "&nbsp;") for finding in of))
        shown = (
            ", ".join(places) if len(places) <= 4 else f"{', '.join(places[:3])} and {len(places) - 3} more"
        )
        verdicts = Counter(finding.verdict for finding in of)
        words = ", ".join(f"{verdicts[name]} {name}" for name in VERDICTS if verdicts[name])
        rows.append(
            [f"[{cause.title}](#{cause_anchor(cause.id)})", cause.evidence, shown, str(len(of)), words]
        )
    return region("Findings by cause", markdown_table(rows, left=5))


def counts_by_evidence(findings: Sequence[Finding]) -> str:
    """How many findings rest on each kind of evidence, by verdict."""
    rows = [["evidence", "meaning", "findings", "verdicts"]]
    for name, meaning in EVIDENCE.items():
        of = [finding for finding in findings if finding.evidence == name]
        verdicts = Counter(finding.verdict for finding in of)
        words = ", ".join(f"{verdicts[one]} {one}" for one in VERDICTS if verdicts[one])
        rows.append([name, meaning, str(len(of)), words])
    return region("Findings by evidence", markdown_table(rows, left=4))


def outside(cells: Sequence[TableCell]) -> list[TableCell]:
    """The cells whose printed value lies more than two spreads from ours."""
    return [cell for cell in cells if not cell.is_within]


def in_short(runs: StoredRuns, findings: Sequence[Finding]) -> str:
    """What a reader in a hurry should know: one screen."""
    tables = [f for f in findings if f.evidence in (RECOMPUTED, INFERRED) and not f.sentence]
    text = [f for f in findings if f.evidence not in (RERUN, ASSUMED) and f.sentence and f.where != NOISE]
    again = [f for f in findings if f.evidence == RERUN and f.sentence and f.cause == "other-data"]
    noise = [f for f in findings if f.where == NOISE and f.evidence == RERUN]
    wrong = [f for f in tables if f.verdict == CONTRADICTED]
    parts = [
        "## In short",
        f"**The printed numbers.** Of {len(tables)} numbers and bold lines held against the printed cells "
        f"the verdicts are {in_verdicts(tables)}. The {len(wrong)} contradictions have "
        f"{len(by_cause(wrong))} causes: "
        + "; ".join(f"[{cause.title}](#{cause.id}) ({len(of)})" for cause, of in by_cause(wrong).items())
        + ".",
        f"**The sentences.** Of {len(text)} statements of the text outside the study of noise "
        f"the verdicts are {in_verdicts(text)}. Most of what is only partly borne out speaks of "
        "significance: with [Holm's procedure](#holm) MonFkNN-PM differs significantly from four of the "
        "seven methods in accuracy and in MAE, where the paper has six.",
    ]
    if again:
        parts.append(
            f"**The same sentences on our runs.** {len(again)} of them get "
            f"[another verdict](#other-verdicts). {averages_on_our_runs(runs)}"
        )
    if noise:
        parts.append(f"**The study of noise.** Our runs judge {len(noise)} sentences: {in_verdicts(noise)}.")
    if runs.results is not None:
        on_folds = printed_cells(folds_cells(runs.results))
        parts += [
            "**The cells, run again.**",
            "\n".join(
                [
                    "- **The tables seem to come from the authors' program rather than from the printed "
                    "text.** The two [differ in several points](readings.md), and the reading `AUTHORS` "
                    "comes nearest. This is an inference: it fits the cells best.",
                    in_short_of_three(runs.results),
                    in_short_of_all(runs.results),
                    "- On the folds that the paper used, which are at hand for wisconsin, "
                    f"{sum(cell.is_equal for cell in on_folds)} of {len(on_folds)} printed cells come out "
                    "digit for digit.",
                    "- Results on bostonhousing4cl and machineCPU, "
                    f"{sum(f.evidence == ASSUMED for f in findings)} cells, rest on "
                    "[assumed class limits](experimental-framework.md#assumed).",
                ]
            ),
        ]
    return "\n\n".join(parts)


def averages_on_our_runs(runs: StoredRuns) -> str:
    """Who is best on average on our runs, and which averages differ most from print."""
    tables = our_tables(runs.results) if runs.results is not None else None
    if tables is None:
        return ""
    first = {MEASURES[measure].title: tables.in_order(measure)[0] for measure in STATE}
    if len(set(first.values())) == 1:
        winners = f"Best on average in all three measures is {first['NMI']}."
    else:
        winners = "Best on average: " + ", ".join(f"{one} in {title}" for title, one in first.items()) + "."
    farthest = []
    for measure, table in STATE.items():
        ratio = {one: tables.mean(measure, one) / float(table.averages[one]) for one in table.methods}
        method = max(ratio, key=lambda one: abs(math.log(ratio[one])))
        farthest.append(
            f"{MEASURES[measure].title} of {method} ({tables.mean(measure, method):.4f}, "
            f"in print {table.averages[method]})"
        )
    return (
        f"{winners} The averages that differ most from print are {', '.join(farthest)}, "
        "and most of these verdicts follow from such columns."
    )


def in_verdicts(findings: Sequence[Finding]) -> str:
    """How many findings have each verdict, in words."""
    counts = Counter(finding.verdict for finding in findings)
    words = [f"{counts[name]} {name}" for name in VERDICTS if counts[name]]
    return ", ".join(words[:-1]) + f" and {words[-1]}" if len(words) > 1 else "".join(words)


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
        shares.append(f"{len(there) - len(outside(there))} of {len(there)} in {MEASURES[measure].title}")
        cells += there
    repeated = [column for column, name in sources.items() if name != column]
    missing = [column for column in STATE["accuracy"].methods if column not in sources]
    apart = Counter(cell.method for cell in outside(cells))
    names = ", ".join(f"{method} {number}" for method, number in apart.most_common())
    return (
        f"- **Of the {len(cells)} accuracy, MAE and NMI cells of the eight methods, "
        f"{len(cells) - len(outside(cells))} lie within two spreads of ours**: {'; '.join(shares)}"
        + (
            f", {' and '.join(repeated)} with the defects that their programs may have had"
            if repeated
            else ""
        )
        + (f"; not run: {', '.join(missing)}" if missing else "")
        + f". The others by method: {names or 'none'}."
    )


def run_again(results: Results, findings: Sequence[Finding]) -> list[str]:
    """What the runs say of the cells and of the sentences."""
    cells = [cell for table in FUZZY.values() for cell in cells_of(table, results)]
    apart = [finding for finding in findings if finding.verdict == APART]
    return [
        "Ours is the mean over several partitions of the rows into folds, and its "
        "[spread](glossary.md#term-spread) is the standard deviation over them. The paper's folds are one "
        "more partition, so most printed values should lie within two spreads of ours. Where they do not, "
        "this is what is known.",
        "### Cells that lie apart, by cause { #apart }",
        apart_by_cause(apart),
        "### FkNN, MonFkNN-PM and MonFkNN-AM { #three }",
        f"Outside two spreads in Table 4: {named_cells(outside(cells)) or 'none'}.",
        "### OSDL and RDMT { #defects }",
        defects(results),
        "### OLM and the nearest-neighbor methods { #order }",
        "They depend on the order of the training rows, which the paper does not print: OLM because it "
        "learns row by row, the others where rows are equally far. [How much that "
        "changes](audit-data.md#orders) is measured.",
        "### Class limits that are assumed { #assumed }",
        "bostonhousing4cl and machineCPU turn a number into four classes, and the paper does not print the "
        "limits. [Quarters are taken here](experimental-framework.md#assumed). Every result on these two "
        "sets rests on them: the cells of Tables 4, 6, 8 and 10, and through them the averages, ranks and "
        "tests on our runs.",
        *other_verdicts(findings),
    ]


def apart_by_cause(findings: Sequence[Finding]) -> str:
    """How many cells lie apart, by cause and by method."""
    rows = [["cause", "known", "cells", "methods"]]
    for cause, of in by_cause(findings).items():
        methods = Counter(finding.claim.split(" of ")[1].split(" on ")[0] for finding in of)
        words = ", ".join(f"{method} {number}" for method, number in methods.most_common())
        rows.append([cause.title, cause.evidence, str(len(of)), words])
    return "\n\n".join(
        [
            region("Cells that lie apart", markdown_table(rows, left=4)),
            *(f"**{cause.title}.** {cause.words}" for cause in by_cause(findings)),
            *investigations(),
        ]
    )


def investigations() -> list[str]:
    """Where the causes of single cells were looked for, if that page is there."""
    if not (ROOT / "docs" / "investigations.md").is_file():
        return []
    return ["[Investigations](investigations.md) has what was tried for each method, and what came out."]


def other_verdicts(findings: Sequence[Finding]) -> list[str]:
    """The sentences that our runs judge otherwise than the printed numbers do."""
    of = [finding for finding in findings if finding.cause == "other-data"]
    if not of:
        return []
    rows = [["where", "statement", "printed", "on our runs", "verdict"]]
    rows += [
        [where(finding), finding.claim, finding.printed, finding.found, finding.verdict] for finding in of
    ]
    return [
        "### Sentences and tests that our runs judge otherwise { #other-verdicts }",
        "The same checks on our means, of OSDL and RDMT with the defects that their programs seem to have "
        "had. Where a column has [cells that lie apart](#apart), the sentences about it can come out "
        "otherwise too: on our runs MkNN is more accurate and MonMLP less monotonic than in print.",
        region("Sentences and tests that our runs judge otherwise", markdown_table(rows, left=5)),
    ]


def only_runs_can_tell(printed: Sequence[Finding], again: Sequence[Finding]) -> list[str]:
    """The sentences without any number in print that our runs do not bear out, or not without exceptions."""
    in_print = {(finding.where, finding.sentence) for finding in printed}
    of = [
        finding
        for finding in again
        if finding.cause in ("not-shown", "not-everywhere")
        and (finding.where, finding.sentence) not in in_print
    ]
    if not of:
        return []
    rows = [["where", "statement", "on our runs", "verdict"]]
    rows += [[where(finding), finding.claim, finding.found, finding.verdict] for finding in of]
    return [
        "### Sentences that only runs can judge { #not-shown }",
        "The paper prints no numbers for some statements, above all for those about noise and about its "
        "parameters. Those that our runs bear out are among [the sentences](audit-sentences.md). These are "
        "the others: statements with exceptions, and undetermined ones. Of the latter: "
        f"{CAUSES['not-shown'].words}",
        region("Sentences that only runs can judge", markdown_table(rows, left=4)),
    ]


def named_cells(cells: Sequence[TableCell]) -> str:
    """The cells by method and data set, in words."""
    found: dict[str, list[str]] = {}
    for cell in cells:
        found.setdefault(f"{cell.method} on {cell.dataset}", []).append(MEASURES[cell.measure].title)
    return "; ".join(f"{where} ({', '.join(measures)})" for where, measures in found.items())


def defects(results: Results) -> str:
    """How many cells come out with and without the defects of the programs behind two columns."""
    parts = [
        "The programs behind these two columns seem to have had a defect each: OSDL's "
        "[cut values down to whole numbers](classifiers/osdl.md#truncate), and RDMT's [stopped at any node "
        "with a constant attribute](classifiers/rdmt.md#constant). Both are repeated here, next to the sound "
        "methods. The printed columns agree better with them, though not everywhere, so this is an inference "
        "and not a fact:"
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


def audit_data_page(runs: StoredRuns) -> str:
    """The page with all cells, in Markdown."""
    results = runs.results
    if results is None:
        raise ValueError("the page of the audit's data needs stored results")
    findings = [finding for finding in whole_audit(runs) if not finding.sentence]
    statements = [finding for finding in findings if finding.evidence in (RECOMPUTED, INFERRED)]
    parts = [
        DATA_INTRODUCTION,
        what_was_run(results),
        fuzzy_tables(results),
        own_folds(results),
        eight_methods(results),
        row_orders(results),
        tests_on_ours(results),
        all_statements(statements),
    ]
    return "\n\n".join(parts) + "\n"


DATA_INTRODUCTION = """\
# The audit's data

Every cell behind [the audit's verdicts](audit.md): the paper's tables with our results in them, its tests
on our results, and all statements that were held against the printed numbers. The tables go by the paper's
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
    if results.made_by:
        paragraphs.append(f"The stored numbers were made by {' and '.join(map(made_with, results.made_by))}.")
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
        section = wide_section(f"Table 4, {MEASURES[measure].title}", cells_of(table, results))
        parts.append(shown(section, f"### {MEASURES[measure].title} {{ #table-4-{measure} }}"))
    return "\n\n".join(parts)


def own_folds(results: Results) -> str:
    """The cells of a data set on the folds of the paper."""
    parts = [
        "## The paper's own folds { #own-folds }",
        "The folds of wisconsin are KEEL's, as the paper says. On them a method without chance should come "
        "out exactly, and as there are 683 rows every count can be read off the printed digits. For a method "
        "with chance, ours is the mean of three seeds, which are not the paper's. OSDL and RDMT stand here "
        "twice, sound and [with the defect that their programs may have had](audit.md#defects).",
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
        "OSDL-published and RDMT-published repeat defects that the programs behind the paper's numbers seem "
        "to have had; "
        "a table of their own has the sound methods. MkNN is trained on "
        "relabeled rows, the lowest of the nearest monotone labels.",
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
    title = f"{number}, {MEASURES[measure].title}"
    parts = [shown(wide_section(title, here), f"### {number}: {MEASURES[measure].title} {{ #{anchor} }}")]
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
        words = f"{number}: Friedman's mean ranks and Holm, {MEASURES[one.printed.measure].title}"
        anchor = number.lower().replace(" ", "-")
        parts.append(shown(friedman_section(one), f"### {words} {{ #{anchor} }}"))
    heading = "### Figures 1 to 3: Bayesian sign tests { #bayes }"
    parts.append(shown(bayes_section(compare_bayes(results)), heading))
    return "\n\n".join(parts)


def all_statements(findings: Sequence[Finding]) -> str:
    """Every number and bold line that was held against the printed cells."""
    verdicts = Counter(finding.verdict for finding in findings)
    counts = [["verdict", "meaning", "findings"]]
    counts += [[name, meaning, str(verdicts[name])] for name, meaning in VERDICTS.items() if verdicts[name]]
    rows = [["where", "statement", "printed", "found", "verdict", "evidence", "cause"]]
    for finding in findings:
        cause = (
            "" if finding.cause == AGREES else f"[{finding.cause}](audit.md#{cause_anchor(finding.cause)})"
        )
        row = [where(finding), finding.claim, finding.printed, finding.found]
        rows.append([*row, finding.verdict, finding.evidence, cause])
    return "\n\n".join(
        [
            "## All printed numbers { #statements }",
            "What was held against the printed cells, and what came of it:",
            region("Verdicts", markdown_table(counts, left=2)),
            "One by one; [the audit](audit.md#printed) explains the causes, and "
            "[Sentences, audited](audit-sentences.md) has the text.",
            region("All printed numbers", markdown_table(rows, left=7)),
        ]
    )


# --- The sentences ----------------------------------------------------------------------------------------

SENTENCES_INTRODUCTION = """\
# Sentences, audited

Every sentence of the paper that states a result, with what came of it. A number such as 3.2 means the
second sentence of the third paragraph of the section; the words here are ours, and shorter. *In print*
holds the sentence against the paper's own tables, *on our runs* against the [same tables made of our
means](audit-data.md), or, in Section 5.4, against [our curves](noise.md).

What can be counted is judged: which method is best, on how many data sets, whether a test rejects. Words
of degree, such as "clearly" or "slightly", are not judged; the numbers stand beside them. *Significant*
means that [Holm's procedure](experimental-framework.md#friedman) rejects at 0.05, as the paper says it
does. *Left*, *rope* and *right* are the [regions of the Bayesian sign test](bayesian-tests.md), with the
number of data sets in each. PM and AM are MonFkNN-PM and MonFkNN-AM. Our means have all twelve data sets
in them, and two of these have [assumed class limits](experimental-framework.md#assumed)."""


def sentences_page(runs: StoredRuns) -> str:
    """The page with every sentence, in Markdown."""
    findings = [finding for finding in whole_audit(runs) if finding.sentence]
    parts = [SENTENCES_INTRODUCTION, region("Verdicts", verdicts_of_sentences(findings))]
    for section in dict.fromkeys(finding.where for finding in findings):
        here = [finding for finding in findings if finding.where == section]
        anchor = section.lower().replace(" ", "-").replace(".", "-")
        parts.append(f"## {section} {{ #{anchor} }}")
        parts += [sentence_entry(of) for of in by_sentence(here)]
    return "\n\n".join(parts) + "\n"


def by_sentence(findings: Sequence[Finding]) -> list[list[Finding]]:
    """The findings on each statement, printed first."""
    found: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in findings:
        found.setdefault((finding.where, finding.sentence, finding.claim), []).append(finding)
    return list(found.values())


def sentence_entry(findings: Sequence[Finding]) -> str:
    """A statement, and what the printed numbers and our runs make of it."""
    first = findings[0]
    lines = [f'<span id="{sentence_anchor(first)}">**{first.sentence}**</span> {first.claim}.']
    for finding in findings:
        reason = f" ({finding.reason})" if finding.reason else ""
        numbers = f"printed {finding.printed}, found {finding.found}" if finding.printed else finding.found
        cause = "" if finding.cause == AGREES else f" [Why](audit.md#{cause_anchor(finding.cause)})."
        source = "On our runs" if finding.evidence in (RERUN, ASSUMED) else "In print"
        lines.append(f":   {source}: **{finding.verdict}**. {with_capital(numbers)}{reason}.{cause}")
    return "\n".join(lines)


def with_capital(text: str) -> str:
    """
    >>> with_capital("on 6 of 12"), with_capital("p of PM 0.0049")
    ('On 6 of 12', 'p of PM 0.0049')
    """
    return text if text.startswith(("p ", "p:")) else text[0].upper() + text[1:]


def cause_anchor(cause: str) -> str:
    """Where the audit explains a cause: in a section of its own, or in one that has more to say."""
    elsewhere = {
        "other-data": "other-verdicts",
        "whole-numbers": "defects",
        "constant-attribute": "defects",
        "class-limits": "assumed",
        **dict.fromkeys(("crisp-memberships", "equal-blocks", "one-start", "unexplained"), "apart"),
    }
    return elsewhere.get(cause, cause)


def verdicts_of_sentences(findings: Sequence[Finding]) -> str:
    """How many sentences have each verdict, in print and on our runs."""
    counts = {
        kind: Counter(f.verdict for f in findings if (f.evidence in (RERUN, ASSUMED)) == (kind == "runs"))
        for kind in ("print", "runs")
    }
    rows = [["verdict", "meaning", "in print", "on our runs"]]
    for name, meaning in VERDICTS.items():
        if counts["print"][name] or counts["runs"][name]:
            rows.append([name, meaning, str(counts["print"][name]), str(counts["runs"][name])])
    return markdown_table(rows, left=2)


def sentence_anchor(finding: Finding) -> str:
    """The anchor of a sentence; a reference that leads elsewhere has one beside that of its sentence.

    >>> sentence_anchor(Finding("AM is best", "", "", "partly", "", "Section 5.1", sentence="3.2"))
    'section-5-1-sentence-3-2'
    """
    words = f"{finding.where} sentence {finding.sentence}{' reference' if finding.printed else ''}"
    return words.lower().replace(" ", "-").replace(".", "-")
