"""The audit of the text: every sentence with a result, held against the tables.

The same checks are made on the printed tables and on tables of our runs.
"""

from __future__ import annotations

from collections.abc import Sequence

from monfknn_ref.reproduction.findings import Finding
from monfknn_ref.reproduction.sentences.checks import PRINTED, Tables
from monfknn_ref.reproduction.sentences.monotonicity import explanations_5_3, section_5_3
from monfknn_ref.reproduction.sentences.prediction import explanations_5_1, section_5_1, section_5_2
from monfknn_ref.reproduction.sentences.summaries import framework, references, summaries


def sentences_on(of: Tables) -> list[Finding]:
    """The sentences that tables can decide, held against these."""
    sections = (section_5_1, section_5_2, section_5_3, summaries)
    return in_the_papers_order([finding for section in sections for finding in section(of)])


def audit_sentences() -> list[Finding]:
    """The sentences that the printed tables can decide, and those that nothing does."""
    others = (*explanations_5_1(), *explanations_5_3(), *framework(), *references())
    return in_the_papers_order([*sentences_on(PRINTED), *others])


def in_the_papers_order(findings: Sequence[Finding]) -> list[Finding]:
    """By section, paragraph and place; the abstract comes first."""

    def key(finding: Finding) -> tuple[list[int], list[int]]:
        section = finding.where.removeprefix("Section ")
        numbers = [0] if section == "Abstract" else [int(part) for part in section.split(".")]
        return numbers, [int(part) for part in finding.sentence.split(".")]

    return sorted(findings, key=key)
