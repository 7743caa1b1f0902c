"""The pages that a program writes from stored results: audit, noise, benchmark, mistakes."""

from __future__ import annotations

__all__ = ["included_figure"]


def included_figure(name: str, phone: bool = True) -> str:
    """A figure of the docs, included in the page so that it follows the page's colors.

    It is included twice, for wide pages and for phones, if it has a variant for phones.
    """
    names = [name, f"{name}-phone"] if phone else [name]
    lines = "".join(f'--8<-- "docs/figures/{one}.svg"\n' for one in names)
    return f'<figure class="figure">\n{lines}</figure>'
