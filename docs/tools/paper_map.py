"""The map of the paper: what came of each of its tables, figures, panels and sentences, as Markdown."""

from __future__ import annotations

from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction.findings import APART
from tools.pages import region
from tools.pages.audit import by_sentence, in_verdicts, is_of_runs, where
from tools.stored import findings

SENTENCES_OF = {
    "Figure 4": ("4.3", "4.4"),
    "Figure 5": ("5.2", "5.3", "6.1", "6.2", "6.3", "6.4", "7.1", "7.2", "7.3", "7.4"),
    "Figure 5 (a)": ("6.2", "6.3", "6.4", "7.1"),
    "Figure 5 (b)": ("6.2", "6.3", "6.4", "7.1"),
    "Figure 5 (c)": ("6.2", "6.3", "6.4", "7.2", "7.3"),
    "Figure 6": ("9.1", "9.2", "9.3", "9.4", "10.1"),
    "Figure 6 (b)": ("9.1", "9.2", "9.3", "9.4"),
    "Figure 6 (c)": ("9.1", "9.2", "9.3", "10.1"),
}
"""The sentences of Section 5.4 that say what a figure shows; the paper prints no numbers for these."""


def outcome(part: str) -> str:
    """The verdicts of the audit on a table or a figure, counted; of Figures 1 to 3 also on a single panel.

    >>> outcome("Figure 2"), outcome("Figure 2 against PMDT")
    ('in print: 5 supported; our runs: 4 supported, 1 partly', 'in print: 1 supported; our runs: 1 partly')
    """
    if part in SENTENCES_OF:
        of = [f for f in findings() if f.where == "Section 5.4" and f.sentence in SENTENCES_OF[part]]
    else:
        whole, against, method = part.partition(" against ")
        of = [f for f in findings() if f.where == whole and f.claim.endswith(against + method)]
    if not of:
        raise LookupError(f"the audit says nothing of {part!r}")
    printed = [f for f in of if not is_of_runs(f)]
    again = [f for f in of if is_of_runs(f)]
    words = [f"in print: {in_verdicts(printed)}"] if printed else []
    if part.startswith("Table") and any(f.verdict == APART for f in again):
        near = sum(f.verdict != APART for f in again)
        words.append(f"our runs: {near} of {len(again)} cells within two spreads")
    elif again:
        words.append(f"our runs: {in_verdicts(again)}")
    return "; ".join(words)


def sentences() -> str:
    """Each sentence with its verdicts, in print and on our runs."""
    rows = [["in the paper", "in our words", "in print", "on our runs"]]
    for of in by_sentence([finding for finding in findings() if finding.sentence]):
        verdicts = ["", ""]
        for finding in of:
            verdicts[is_of_runs(finding)] = finding.verdict
        rows.append([where(of[0]), of[0].claim, *verdicts])
    return region("Sentences", markdown_table(rows, left=4))
