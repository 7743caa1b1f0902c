"""The pages that a program writes from stored results: audit, noise, benchmark, mistakes."""

from __future__ import annotations

__all__ = ["included_figure"]


def included_figure(name: str) -> str:
    """A figure of the docs, included in the page so that it follows the page's colors."""
    return f'<figure class="figure">\n--8<-- "docs/figures/{name}.svg"\n</figure>'
