"""From a page as it stands in the repository to the same page on the site.

Two functions, so that any generator of sites can call them: `for_the_site` on the Markdown before it is
rendered, `finished` on the HTML afterwards.
"""

from __future__ import annotations

import html
import re

from tools.algorithms import with_algorithms
from tools.built import written_out
from tools.explorer import with_explorers
from tools.formulas import with_formulas
from tools.sources import SHOWN
from tools.symbols import with_symbols_in_code

TO_SOURCE = re.compile(r"\]\((?P<up>(?:\.\./)+)monfknn_ref/(?P<name>[\w/]+)\.py(?P<line>#L\d+)?\)")
FIGURE = re.compile(r"\n*!\[[^\]]*\]\((?:\.\./)*figures/(?P<name>[\w-]+)\.svg\)\n*")
DEFINED = re.compile(r'<li>(<span class="formula">(?:(?!</span>).)*?data-symbol="([\w-]+)".*?</span>)(?=:)')


def for_the_site(markdown: str, here: str) -> str:
    """The Markdown with links to modules led to their pages, and figures written out into the page.

    >>> for_the_site("[Eq. 1](../../monfknn_ref/paper/ranges.py#L23)", "read-along/page.md")
    '[Eq. 1](../source/paper/ranges.md#L23)'
    >>> for_the_site("[it](../monfknn_ref/no_such.py)", "page.md")
    Traceback (most recent call last):
    LookupError: no module with a page is called no_such.py
    """
    up = "../" * here.count("/")

    def to_page(match: re.Match[str]) -> str:
        if match["name"] not in SHOWN:
            raise LookupError(f"no module with a page is called {match['name']}.py")
        return f"]({up}source/{match['name']}.md{match['line'] or ''})"

    return FIGURE.sub(lambda match: f"\n{written_out(match['name'])}\n", TO_SOURCE.sub(to_page, markdown))


def finished(page: str, here: str) -> str:
    """The HTML with algorithms colored, formulas drawn, symbols marked and explorers furnished."""
    page = with_formulas(with_algorithms(with_symbols_in_code(page)))
    page = DEFINED.sub(r'<li><dfn class="symbol" data-symbol="\2" tabindex="0">\1</dfn>', page)
    return with_explorers(with_scrolling_code(with_scrolling_tables(page)), "../" * here.count("/"))


LONG = 40
"""Characters that fit into a line of code on a phone."""
CODE = re.compile(r"<pre>((?:<span></span>)?<code[^>]*>(.*?)</code></pre>)", re.DOTALL)


def with_scrolling_code(page: str) -> str:
    """Code that may be wider than a phone can be focused, so that the keyboard can scroll it."""

    def focused(match: re.Match[str]) -> str:
        lines = html.unescape(re.sub(r"<[^>]+>", "", match[2])).splitlines()
        scrolls = max(map(len, lines), default=0) > LONG and 'class="line"' not in match[2]
        return f'<pre class="scrolls" tabindex="0">{match[1]}' if scrolls else match[0]

    return CODE.sub(focused, page)


TABLE = re.compile(r"(?P<wide><div [^>]*class=\"wide[^>]*>\s*)?<table>(?P<cells>.*?)</table>", re.DOTALL)


def with_scrolling_tables(page: str) -> str:
    """Tables without a class of their own in a region that scrolls and can be focused."""

    def wrapped(match: re.Match[str]) -> str:
        if match["wide"]:  # it has a region, and a name for it
            return match[0]
        heads = re.findall(r"<th[^>]*>(.*?)</th>", match["cells"].partition("</thead>")[0], re.DOTALL)
        words = (re.sub(r"<math.*?</math>|<[^>]+>", "", head).strip() for head in heads)
        label = html.escape(html.unescape(", ".join(filter(None, words)) or "values"))
        return (
            f'<div class="table" tabindex="0" role="group" aria-label="Table: {label}">'
            f"<table>{match['cells']}</table></div>"
        )

    return TABLE.sub(wrapped, page)
