"""Tables as text and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["markdown_table", "text_table"]


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
