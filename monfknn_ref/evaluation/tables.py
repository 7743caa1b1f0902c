"""Tables as text, as Markdown, as CSV and in LaTeX, alone or with a title and notes."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field

__all__ = [
    "FORMS",
    "Section",
    "csv_table",
    "latex_table",
    "markdown_table",
    "sections_written",
    "text_table",
]


def text_table(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Columns as wide as they need to be; the first `left` of them aligned left, the others right.

    >>> print(text_table([["set", "ours"], ["ERA", "0.2"], ["artiset", "0.93"]]))
    set      ours
    ERA       0.2
    artiset  0.93
    """
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def markdown_table(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """The same in Markdown; the first row is the heading.

    >>> print(markdown_table([["set", "ours"], ["ERA", "0.2"]]))
    | set | ours |
    |:--|--:|
    | ERA | 0.2 |
    """
    heading, *others = rows
    rule = "|" + "|".join(":--" if place < left else "--:" for place in range(len(heading))) + "|"
    lines = ["| " + " | ".join(heading) + " |", rule]
    lines += ["| " + " | ".join(row) + " |" for row in others]
    return "\n".join(lines)


def csv_table(rows: Sequence[Sequence[str]]) -> str:
    """The same as comma-separated values.

    >>> print(csv_table([["set", "ours"], ["a, b", "0.2"]]))
    set,ours
    "a, b",0.2
    """
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue().rstrip("\n")


LATEX = {
    "\\": r"\textbackslash{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
    "≠": r"$\neq$",
    "<": "$<$",
    ">": "$>$",
}


def in_latex(text: str) -> str:
    """
    >>> in_latex("0.9 ± 0.1, 50 % of RDMT_2")
    '0.9 $\\\\pm$ 0.1, 50 \\\\% of RDMT\\\\_2'
    """
    return "".join(LATEX.get(character, character) for character in text)


def latex_table(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """The same as a `tabular`, which needs no package.

    >>> print(latex_table([["set", "ours"], ["ERA", "0.2"]]))
    \\begin{tabular}{lr}
    \\hline
    set & ours \\\\
    \\hline
    ERA & 0.2 \\\\
    \\hline
    \\end{tabular}
    """
    heading, *others = [" & ".join(map(in_latex, row)) + r" \\" for row in rows]
    columns = "".join("l" if place < left else "r" for place in range(len(rows[0])))
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\hline", heading, r"\hline", *others]
    return "\n".join([*lines, *([r"\hline"] if others else []), r"\end{tabular}"])


# --- With a title and notes -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Section:
    """A table with its title and notes; the first `left` columns are aligned left."""

    title: str
    rows: Sequence[Sequence[str]]
    left: int = 1
    notes: Sequence[str] = field(default_factory=tuple)

    def text(self) -> str:
        return "\n".join([self.title, "", text_table(self.rows, self.left), *self.notes])

    def markdown(self) -> str:
        notes = [f"\n{note}" for note in self.notes]
        return "\n".join([f"### {self.title}", "", markdown_table(self.rows, self.left), *notes])

    def csv(self) -> str:
        """The title stands in the first column; notes have no place."""
        heading, *others = self.rows
        return csv_table([["table", *heading], *([self.title, *row] for row in others)])

    def latex(self) -> str:
        table = latex_table([[line.replace("<br>", " / ") for line in row] for row in self.rows], self.left)
        caption = rf"\caption{{{in_latex(self.title)}}}"
        notes = [rf"\par {in_latex(note)}" for note in self.notes]
        return "\n".join([r"\begin{table}", r"\centering", caption, table, *notes, r"\end{table}"])


FORMS = {"text": Section.text, "markdown": Section.markdown, "csv": Section.csv, "latex": Section.latex}
"""How sections can be written."""


def sections_written(sections: Sequence[Section], form: str, remarks: Sequence[str] = ()) -> str:
    """The sections one after the other, and remarks below them. CSV has an empty line between two tables, and
    no place for remarks."""
    parts = [FORMS[form](section) for section in sections]
    if form == "latex":
        remarks = [in_latex(remark) for remark in remarks]
    return "\n\n".join([*parts, *(() if form == "csv" else remarks)])
