"""The pages that a program writes: map, audit, noise and why it does what it does, benchmark, mistakes."""

from __future__ import annotations

__all__ = ["included_figure", "region"]


def included_figure(name: str) -> str:
    """A figure of the docs, included in the page so that it follows the page's colors."""
    return f'<figure class="figure">\n--8<-- "docs/figures/{name}.svg"\n</figure>'


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
