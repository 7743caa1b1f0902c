"""What programs write into the pages: tables of stored results, figures, and lines that fold."""

from __future__ import annotations

import re
from collections.abc import Mapping

from monfknn_ref.evaluation.tables import Section, markdown_table
from tools.sources import ROOT

FIGURES = ROOT / "docs" / "figures"


def included_figure(name: str) -> str:
    """A figure of the docs as an image; the site writes it out, so that it follows the page's colors."""
    drawing = (FIGURES / f"{name}.svg").read_text(encoding="utf-8")
    match = re.search(r"<title[^>]*>(.*?)</title>", drawing, re.DOTALL)
    words = " ".join(match[1].split()) if match else name
    return f'<figure class="figure">\n\n![{words}](figures/{name}.svg)\n\n</figure>'


def region(name: str, table: str, numbers: bool = False) -> str:
    """A table that scrolls by itself where it is wider than the page, within reach of the keyboard; cells
    with numbers are not broken.

    >>> print(region("Table 4", "| a |"))
    <div class="wide" role="region" aria-label="Table 4" tabindex="0" markdown>
    <BLANKLINE>
    | a |
    <BLANKLINE>
    </div>
    """
    kind = "wide wide--numbers" if numbers else "wide"
    label = name.replace('"', "&quot;")
    return (
        f'<div class="{kind}" role="region" aria-label="{label}" tabindex="0" markdown>\n\n{table}\n\n</div>'
    )


def shown(section: Section) -> str:
    """A table with its notes below; every column has a name."""
    first, *others = section.rows
    rows = [[name or "mark" for name in first], *others]
    table = region(section.title, markdown_table(rows, section.left), numbers=True)
    return "\n\n".join([table, *section.notes])


def folded_section(section: Section, title: str | None = None) -> str:
    """A table with its notes, behind a line to click on."""
    table = shown(section).replace(" ± ", "\N{THIN SPACE}±\N{THIN SPACE}")  # up to eight columns
    return folded(title or section.title, table)


def made_with(record: Mapping[str, str]) -> str:
    """The command that made a stored file, and the versions.

    >>> made_with({"command": "python -m monfknn_ref audit", "python": "3.11.7", "numpy": "2.4.6"})
    '`python -m monfknn_ref audit` (python 3.11.7, numpy 2.4.6)'
    """
    versions = ", ".join(f"{name} {number}" for name, number in record.items() if name != "command")
    return f"`{record['command']}` ({versions})"


def folded(title: str, content: str) -> str:
    """Some Markdown behind a line to click on.

    >>> print(folded("All cells", "| a |"))
    ??? note "All cells"
    <BLANKLINE>
        | a |
    """
    lines = "\n".join(f"    {line}" if line else "" for line in content.splitlines())
    return f'??? note "{title}"\n\n{lines}'
