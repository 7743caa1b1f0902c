"""The tables of the three pages of the audit: verdicts, every cell they rest on, sentences of the paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.methods import METHODS, run_by
from monfknn_ref.evaluation.results import Results, TableCell
from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction.comparison import (
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
    EVIDENCE,
    INFERRED,
    RECOMPUTED,
    RERUN,
    VERDICTS,
    Cause,
    Finding,
)
from monfknn_ref.reproduction.paper_tables import FUZZY, PRINTED_AS, STATE
from tools import stored
from tools.pages import made_with, region, shown

# --- Findings ---------------------------------------------------------------------------------------------


def is_of_runs(finding: Finding) -> bool:
    """Whether it rests on our runs, and not on the printed numbers alone."""
    return finding.evidence in (RERUN, ASSUMED)


def by_cause(findings: Sequence[Finding]) -> dict[Cause, list[Finding]]:
    """The findings that have something to explain, by cause, in the order of the causes."""
    found: dict[Cause, list[Finding]] = {cause: [] for cause in CAUSES.values()}
    for finding in findings:
        found[CAUSES[finding.cause]].append(finding)
    return {cause: of for cause, of in found.items() if of and cause.id != AGREES}


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


def sentence_anchor(finding: Finding) -> str:
    """The anchor of a sentence; a reference that leads elsewhere has one beside that of its sentence.

    >>> sentence_anchor(Finding("AM is best", "", "", "partly", "", "Section 5.1", sentence="3.2"))
    'section-5-1-sentence-3-2'
    """
    words = f"{finding.where} sentence {finding.sentence}{' reference' if finding.printed else ''}"
    return words.lower().replace(" ", "-").replace(".", "-")


def where(finding: Finding) -> str:
    """The place of a finding; of a sentence, with a link to it."""
    if not finding.sentence:
        return finding.where.replace(" ", "&nbsp;")
    short = f"{finding.where}, {finding.sentence}".replace(" ", "&nbsp;")
    return f"[{short}](audit-sentences.md#{sentence_anchor(finding)})"


def in_verdicts(findings: Sequence[Finding]) -> str:
    """How many findings have each verdict."""
    counts = Counter(finding.verdict for finding in findings)
    return ", ".join(f"{counts[name]} {name}" for name in VERDICTS if counts[name])


# --- The verdicts -----------------------------------------------------------------------------------------


def counts_by_cause() -> str:
    """How many findings each cause explains, by verdict."""
    rows = [["cause", "known", "where", "findings", "verdicts"]]
    for cause, of in by_cause(stored.findings()).items():
        places = list(dict.fromkeys(finding.where.replace(" ", "&nbsp;") for finding in of))
        listed = ", ".join(places)
        if len(places) > 4:
            listed = f"{', '.join(places[:3])} and {len(places) - 3} more"
        link = f"[{cause.title}](#{cause_anchor(cause.id)})"
        rows.append([link, cause.evidence, listed, str(len(of)), in_verdicts(of)])
    return region("Findings by cause", markdown_table(rows, left=5))


def counts_by_evidence() -> str:
    """How many findings rest on each kind of evidence, by verdict."""
    rows = [["evidence", "meaning", "findings", "verdicts"]]
    for name, meaning in EVIDENCE.items():
        of = [finding for finding in stored.findings() if finding.evidence == name]
        rows.append([name, meaning, str(len(of)), in_verdicts(of)])
    return region("Findings by evidence", markdown_table(rows, left=4))


def causes(findings: Sequence[Finding]) -> str:
    """The causes of what the printed numbers alone say."""
    printed = [finding for finding in findings if not is_of_runs(finding)]
    return "\n\n".join(section_of_cause(cause, of) for cause, of in by_cause(printed).items())


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


def cells_apart() -> str:
    """How many cells lie apart, by cause and by method, and the causes in words."""
    found = by_cause([finding for finding in stored.findings() if finding.verdict == APART])
    rows = [["cause", "known", "cells", "methods"]]
    for cause, of in found.items():
        methods = Counter(finding.claim.split(" of ")[1].split(" on ")[0] for finding in of)
        words = ", ".join(f"{method} {number}" for method, number in methods.most_common())
        rows.append([cause.title, cause.evidence, str(len(of)), words])
    words_of_causes = [f"**{cause.title}.** {cause.words}" for cause in found]
    return "\n\n".join([region("Cells that lie apart", markdown_table(rows, left=4)), *words_of_causes])


def outside(cells: Sequence[TableCell]) -> list[TableCell]:
    """The cells whose printed value lies more than two spreads from ours."""
    return [cell for cell in cells if not cell.is_within]


def defects() -> str:
    """How many cells come out with and without the defects of the programs behind two columns."""
    rows = [["run", "cells within two spreads", "data sets with cells outside"]]
    every = [cell for table in STATE.values() for cell in cells_of(table, stored.results())]
    for name in ("OSDL", "OSDL-published", "RDMT", "RDMT-published"):
        cells = [cell for cell in every if cell.method == name]
        apart = outside(cells)
        places = ", ".join(dict.fromkeys(cell.dataset for cell in apart)) or "none"
        rows.append([name, f"{len(cells) - len(apart)} of {len(cells)}", places])
    return region("OSDL and RDMT, sound and as published", markdown_table(rows, left=3))


def other_verdicts() -> str:
    """The sentences that our runs judge otherwise than the printed numbers do."""
    rows = [["where", "statement", "printed", "on our runs", "verdict"]]
    for finding in stored.findings():
        if finding.cause == "other-data":
            rows.append([where(finding), finding.claim, finding.printed, finding.found, finding.verdict])
    return region("Sentences and tests that our runs judge otherwise", markdown_table(rows, left=5))


def only_runs_can_tell() -> str:
    """The sentences without any number in print that our runs do not bear out, or not without exceptions."""
    findings = stored.findings()
    in_print = {(finding.where, finding.sentence) for finding in findings if not is_of_runs(finding)}
    rows = [["where", "statement", "on our runs", "verdict"]]
    for finding in filter(is_of_runs, findings):
        printed = (finding.where, finding.sentence) in in_print
        if finding.cause in ("not-shown", "not-everywhere") and not printed:
            rows.append([where(finding), finding.claim, finding.found, finding.verdict])
    return region("Sentences that only runs can judge", markdown_table(rows, left=4))


# --- The data ---------------------------------------------------------------------------------------------


def what_was_run(results: Results) -> str:
    """Methods and folds, who ran them, and what made the numbers."""
    rows = [["method", "run as", "data sets", "partitions", "seeds"]]
    for name in METHODS:
        drawn = [results.drawn(name, dataset) for dataset in PAPER_TABLE if results.has(name, dataset)]
        if drawn:
            partitions = number_or_range([len(by_partition) for by_partition in drawn])
            seeds = number_or_range([len(runs) for by_partition in drawn for runs in by_partition.values()])
            rows.append([name, f"`{results.descriptions[name]}`", str(len(drawn)), partitions, seeds])
    made_by = f"The stored numbers were made by {' and '.join(map(made_with, results.made_by))}."
    table = region("What was run", markdown_table(rows, left=2))
    return "\n\n".join([table, run_by(results.implementations), made_by])


def number_or_range(numbers: Sequence[int]) -> str:
    """
    >>> number_or_range([10, 10]), number_or_range([3, 10])
    ('10', '3 to 10')
    """
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"


def fuzzy_table(measure: str) -> str:
    """The cells of FkNN, PM and AM in one measure."""
    cells = cells_of(FUZZY[measure], stored.results())
    return shown(wide_section(f"Table 4, {MEASURES[measure].title}", cells))


def own_folds() -> str:
    """The cells of each data set whose folds are those of the paper."""
    cells = folds_cells(stored.results())
    parts = []
    for dataset in dict.fromkeys(cell.dataset for cell in cells):
        there = [cell for cell in cells if cell.dataset == dataset]
        section = folds_section(f"{dataset}, on the paper's folds", there)
        parts.append(f"### {dataset}\n\n{shown(section)}")
    return "\n\n".join(parts)


def eight_methods(measure: str, results: Results | None = None) -> str:
    """One of the three tables, the sound methods that do not stand in it, and a count by method."""
    table, results = STATE[measure], results or stored.results()
    cells, sources = cells_of(table, results), sources_of(table, results)
    here = [cell for cell in cells if cell.method in sources.values()]
    sound = [cell for cell in cells if cell.method not in sources.values()]
    title = f"{PRINTED_AS[table.label]}, {MEASURES[measure].title}"
    parts = [shown(wide_section(title, here))]
    if sound:
        methods = " and ".join(dict.fromkeys(cell.method for cell in sound))
        parts.append(f"{methods} without the defect:")
        parts.append(shown(wide_section(f"{title}, without defect", sound)))
    rows = [["method", "print alike", "within two spreads", "outside"]]
    for method in dict.fromkeys(cell.method for cell in cells):
        column = [cell for cell in cells if cell.method == method]
        equal, apart = sum(cell.is_equal for cell in column), len(outside(column))
        rows.append([method, str(equal), str(len(column) - equal - apart), str(apart)])
    return "\n\n".join([*parts, "By method:", region(f"{title}, by method", markdown_table(rows))])


def row_orders() -> str:
    """What the order of the training rows does."""
    orders = (folds_orders(stored.results()), drawn_orders(stored.results()))
    return "\n\n".join(f"### {section.title}\n\n{shown(section)}" for section in orders)


def friedman(measure: str) -> str:
    """Friedman's test of a measure on our results."""
    [found] = [one for one in compare_friedman(stored.results()) if one.printed.measure == measure]
    return shown(friedman_section(found))


def statements() -> list[Finding]:
    """Every number and bold line that was held against the printed cells."""
    return [one for one in stored.findings() if not one.sentence and one.evidence in (RECOMPUTED, INFERRED)]


def verdicts_of_statements() -> str:
    verdicts = Counter(finding.verdict for finding in statements())
    rows = [["verdict", "meaning", "findings"]]
    rows += [[name, meaning, str(verdicts[name])] for name, meaning in VERDICTS.items() if verdicts[name]]
    return region("Verdicts", markdown_table(rows, left=2))


def all_statements() -> str:
    rows = [["where", "statement", "printed", "found", "verdict", "evidence", "cause"]]
    for finding in statements():
        explained = f"[{finding.cause}](audit.md#{cause_anchor(finding.cause)})"
        row = [where(finding), finding.claim, finding.printed, finding.found]
        cause = "" if finding.cause == AGREES else explained
        rows.append([*row, finding.verdict, finding.evidence, cause])
    return region("All printed numbers", markdown_table(rows, left=7))


# --- The sentences ----------------------------------------------------------------------------------------


def sentences(findings: Sequence[Finding]) -> str:
    """Every statement of the text, by sections."""
    parts = []
    entries = by_sentence([finding for finding in findings if finding.sentence])
    for section in dict.fromkeys(entry[0].where for entry in entries):
        anchor = section.lower().replace(" ", "-").replace(".", "-")
        parts.append(f"## {section} {{ #{anchor} }}")
        parts += [sentence_entry(entry) for entry in entries if entry[0].where == section]
    return "\n\n".join(parts)


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
        source = "On our runs" if is_of_runs(finding) else "In print"
        lines.append(f":   {source}: **{finding.verdict}**. {with_capital(numbers)}{reason}.{cause}")
    return "\n".join(lines)


def with_capital(text: str) -> str:
    """
    >>> with_capital("on 6 of 12"), with_capital("p of PM 0.0049")
    ('On 6 of 12', 'p of PM 0.0049')
    """
    return text if text.startswith(("p ", "p:")) else text[0].upper() + text[1:]


def verdicts_of_sentences() -> str:
    """How many sentences have each verdict, in print and on our runs."""
    of_sentences = [finding for finding in stored.findings() if finding.sentence]
    counts = Counter((finding.verdict, is_of_runs(finding)) for finding in of_sentences)
    rows = [["verdict", "meaning", "in print", "on our runs"]]
    for name, meaning in VERDICTS.items():
        numbers = [counts[name, False], counts[name, True]]
        if any(numbers):
            rows.append([name, meaning, *map(str, numbers)])
    return region("Verdicts", markdown_table(rows, left=2))


TABLES: Mapping[str, Callable[[], str]] = {
    "by-cause": counts_by_cause,
    "by-evidence": counts_by_evidence,
    "causes": lambda: causes(stored.findings()),
    "apart": cells_apart,
    "defects": defects,
    "other-verdicts": other_verdicts,
    "only-runs": only_runs_can_tell,
    "run": lambda: what_was_run(stored.results()),
    **{f"table-4 {measure}": partial(fuzzy_table, measure) for measure in MEASURES},
    "own-folds": own_folds,
    **{f"eight-methods {measure}": partial(eight_methods, measure) for measure in MEASURES},
    "orders": row_orders,
    "table-5": lambda: shown(wilcoxon_section(compare_wilcoxon(stored.results()))),
    **{f"friedman {measure}": partial(friedman, measure) for measure in MEASURES},
    "bayes": lambda: shown(bayes_section(compare_bayes(stored.results()))),
    "verdicts": verdicts_of_statements,
    "statements": all_statements,
    "sentences": lambda: sentences(stored.findings()),
    "verdicts-of-sentences": verdicts_of_sentences,
}
"""What the pages of the audit ask for."""
