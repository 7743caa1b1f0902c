"""Tables as text and as Markdown, alone or with a title and notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


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


def sections_written(sections: Sequence[Section], form: str, remarks: Sequence[str] = ()) -> str:
    """The sections one after the other, and remarks below them; the form is text or markdown."""
    parts = [section.markdown() if form == "markdown" else section.text() for section in sections]
    return "\n\n".join([*parts, *remarks])
