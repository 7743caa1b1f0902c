"""The page "Map of the paper", written from `tools.paper_map`."""

from __future__ import annotations

from monfknn_ref.experiments.tables import markdown_table
from tools.pages import region
from tools.paper_map import KINDS, Part, of_kind

__all__ = ["map_page"]

INTRODUCTION = """\
# Map of the paper

You have the paper open at a table, a figure or an equation, and you want to see it run. Look it up here: each
row leads to the page that explains it, gives the command that makes it, and names the file in `docs/data`
with the results that the page shows. Numbers are those that the paper prints.

Run the commands from a clone of the repository. Those with `--stored` show results that were saved, at once;
without it they run the experiment again, and [Experimental framework](experimental-framework.md#time) says
how long that takes. `--charts .` writes the charts into the folder where you are."""

WORDS = {
    "section": "Every section and subsection, with the page to read beside it.",
    "equation": "Each equation stands beside its code on its page. "
    "[Index of equations and lines](index-of-lines.md) has the code and the doctests too.",
    "algorithm": "Each algorithm is shown line by line, with the code of each line next to it.",
    "table": "Tables 1 to 3 describe; Tables 4 to 11 report results.",
    "figure": "The paper's pictures are drawn again from our results.",
    "panel": "The parts (a), (b), ... of the figures; the commands are those of the figures above.",
    "line": "The text of the paper refers to these lines by number. "
    "All the others are in the [index](index-of-lines.md).",
}


def map_page() -> str:
    """The whole page in Markdown."""
    parts = [INTRODUCTION]
    for kind, heading in KINDS.items():
        parts += [f"## {heading} {{ #{kind}s }}", WORDS[kind], region(heading, table(kind))]
    return "\n\n".join(parts) + "\n"


def table(kind: str) -> str:
    """The parts of one kind; columns that would be empty are left out, and panels' commands."""
    columns = ["in the paper", "what it is", "page", "command", "stored result"]
    rows = [cells(part) for part in of_kind(kind)]
    used = [place for place in range(3 if kind == "panel" else 5) if any(row[place] for row in rows)]
    return markdown_table(
        [[columns[place] for place in used], *([row[place] for place in used] for row in rows)], len(used)
    )


def cells(part: Part) -> list[str]:
    """
    >>> from tools.paper_map import named
    >>> cells(named("Eq. 4"))[:2]
    ['<span id="paper-eq-4">Eq.&nbsp;4</span>', 'the median range']
    """
    links = ", ".join(f"[{link.text}]({link.address})" for link in part.links)
    return [
        f'<span id="{anchor(part)}">{part.name.replace(" ", "&nbsp;")}</span>',
        part.about,
        links,
        in_pieces(part.command),
        f"`{part.stored.removeprefix('docs/data/')}`" if part.stored else "",
    ]


def in_pieces(command: str) -> str:
    """A command as code that is broken before its options only.

    >>> in_pieces("python -m monfknn_ref surface --noise 0.35 --out surface.svg")
    '`python -m monfknn_ref surface` `--noise 0.35` `--out surface.svg`'
    """
    first, *options = command.split(" --")
    return " ".join([f"`{first}`", *(f"`--{option}`" for option in options)]) if command else ""


def anchor(part: Part) -> str:
    """
    >>> from tools.paper_map import named
    >>> anchor(named("Figure 5 (a)")), anchor(named("Section 3.2"))
    ('paper-figure-5-a', 'paper-section-3-2')
    """
    words = part.name.lower().replace(".", " ").replace(",", " ").replace("(", "").replace(")", "")
    return "-".join(["paper", *words.split()])
