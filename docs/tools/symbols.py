"""The paper's symbols wherever a page shows them: in formulas, in the text and in the code.

Each symbol has a name, its TeX and its form in the code. On a page with code of `monfknn_ref/paper` every
occurrence is marked with `data-symbol`, and `stylesheet` has a rule for each symbol that lights all of
them when one is pointed at or focused. No script is needed.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Symbol:
    """A symbol of the paper: how it is written in TeX, and in the code as a regular expression."""

    name: str
    tex: tuple[str, ...]
    code: str


SYMBOLS = (
    Symbol("weight", (r"\lVert x - x_j \rVert^{m-1}",), r"weights?"),
    Symbol("below", (r"U\{X \leq l\}", r"U\{X \leq l_m\}"), r"below"),
    Symbol("above", (r"U\{X \geq l\}", r"U\{X \geq l_M\}"), r"above"),
    Symbol("share", (r"\dfrac{\nn_l}{k}", r"\nn_l / k"), r"shares\[l\]|rules\.share(?=\(labels)"),
    Symbol("copies", (r"\lvert\, \{ x_j \in \mathcal{D} \mid x_j = x \} \,\rvert",), r"len\(labels\)"),
    Symbol(
        "copies-of-l",
        (r"\lvert\, \{ x_j \in \mathcal{D} \mid x_j = x,\; y_j = l \} \,\rvert",),
        r"labels\.count\(l\)",
    ),
    Symbol("u_j", (r"u(x_j, l)",), r"u\[j\]\[l\]|u_j\[l\]"),
    Symbol("u", (r"u(x_i, l)", r"u(x, l)"), r"u\[l_m\]|u\[l_M\]|u"),
    Symbol("y_min", (r"y_{min}",), r"y_min"),
    Symbol("y_max", (r"y_{max}",), r"y_max"),
    Symbol("l_m", (r"l_m",), r"l_m"),
    Symbol("l_M", (r"l_M",), r"l_M"),
    Symbol("half", (r"\tfrac{1}{2}",), r"HALF"),
    Symbol("pOR_j", (r"\pOR_j",), r"pOR\[j\]"),
    Symbol("pOR", (r"\pOR'",), r"pOR_"),
    Symbol("RCr", (r"\RCr",), r"RCr"),
    Symbol("x_i", (r"x_i",), r"D\[i\]"),
    Symbol("y_i", (r"y_i",), r"y\[i\]|y_i"),
    Symbol("D", (r"\mathcal{D}",), r"D"),
    Symbol("Y", (r"\mathcal{Y}",), r"rules\.Y"),
    Symbol("x", (r"x",), r"x"),
    Symbol("r", (r"r",), r"r"),
    Symbol("l", (r"l",), r"l"),
)
"""Longer forms stand before their parts."""
BY_CODE = re.compile(
    "|".join(f"(?<![\\w.])(?P<s{n}>{symbol.code})(?!\\w)" for n, symbol in enumerate(SYMBOLS))
)
COMMENT = re.compile(r"#.*$", re.MULTILINE)
COMMAND = r"\\(?:text|operatorname|mathit|begin|end)\{[^}]*\}|\\[A-Za-z]+|\\."


def tex_pattern() -> re.Pattern[str]:
    """Symbols as whole names: `x` is not the x of `x_i`, nor a letter of a command."""
    forms = []
    for n, symbol in enumerate(SYMBOLS):
        for m, tex in enumerate(symbol.tex):
            ends = r"(?![\w'^{])" if tex[-1].isalnum() else ""
            starts = r"(?<![A-Za-z\\_])" if tex[0].isalpha() else ""
            forms.append(f"{starts}(?P<s{n}_{m}>{re.escape(tex)}){ends}")
    return re.compile("|".join([*forms, COMMAND]))


BY_TEX = tex_pattern()


def in_tex(tex: str) -> Iterator[tuple[str, str]]:
    """The formula cut into pieces, each with the name of its symbol, or "" where it is none.

    >>> [piece for piece in in_tex(r"y_{min} = \\max \\{ y_i \\}") if piece[1]]
    [('y_{min}', 'y_min'), ('y_i', 'y_i')]
    """
    done = 0
    for match in BY_TEX.finditer(tex):
        if match.lastgroup is None:
            continue
        yield tex[done : match.start()], ""
        yield match[0], SYMBOLS[int(match.lastgroup[1:].split("_")[0])].name
        done = match.end()
    yield tex[done:], ""


def in_code(code: str) -> list[tuple[int, int, str]]:
    """Where symbols stand in a piece of code: start, end and name; comments are left out.

    >>> in_code("y[i] for i in D  # x")
    [(0, 4, 'y_i'), (14, 15, 'D')]
    """
    silent = [match.span() for match in COMMENT.finditer(code)]
    found = []
    for match in BY_CODE.finditer(code):
        if match.lastgroup and not any(start <= match.start() < end for start, end in silent):
            found.append((*match.span(), SYMBOLS[int(match.lastgroup[1:])].name))
    return found


BLOCK = re.compile(
    r'(<span class="filename">monfknn_ref/paper/[\w.]+</span><pre[^>]*>(?:<span></span>)?<code>)'
    r"(.*?)(</code></pre>)",
    re.DOTALL,
)
PIECE = re.compile(r"(<[^>]+>)|([^<]+)")


INLINE = re.compile(r"(?<!>)<code>([^<]+)</code>|(?<=<td>)<code>([^<]+)</code>")


def with_symbols_in_code(page: str) -> str:
    """The HTML of a page with the symbols in its blocks of the paper's code marked, and those in its text."""
    if not BLOCK.search(page):
        return page

    def named(match: re.Match[str]) -> str:
        text = html.unescape(match[1] or match[2])
        names = [name for start, end, name in in_code(text) if (start, end) == (0, len(text))]
        return match[0].replace("<code>", f'<code data-symbol="{names[0]}">') if names else match[0]

    return INLINE.sub(named, BLOCK.sub(lambda match: match[1] + marked(match[2]) + match[3], page))


def marked(block: str) -> str:
    """A highlighted block, each line an element that knows its indentation, symbols marked.

    >>> marked('<span class="n">x</span>').partition("\\n")[0]
    '<span class="line" style="--indent:0"><span class="n"><span data-symbol="x">x</span></span>'
    """
    text = html.unescape(re.sub(r"<[^>]+>", "", block))
    places = in_code(text)
    result, at = [], 0
    for tag, words in PIECE.findall(block):
        if tag:
            result.append(tag)
            continue
        plain = html.unescape(words)
        end, cut = at + len(plain), at
        for start, stop, name in places:
            if stop > at and start < end:
                first, last = max(start, at), min(stop, end)
                result.append(html.escape(text[cut:first], quote=False))
                shown = html.escape(text[first:last], quote=False)
                result.append(f'<span data-symbol="{name}">{shown}</span>')
                cut = last
        result.append(html.escape(text[cut:end], quote=False))
        at = end
    lines = "".join(result).rstrip("\n").split("\n")
    indents = [len(line) - len(line.lstrip()) for line in text.rstrip("\n").split("\n")]
    return "".join(
        f'<span class="line" style="--indent:{indent}">{line}\n</span>'
        for indent, line in zip(indents, lines)
    )


def stylesheet() -> str:
    """A rule for each symbol that lights it wherever it stands."""
    rules = []
    for symbol in SYMBOLS:
        marked = f'[data-symbol="{symbol.name}"]'
        rules.append(f".md-content:has({marked}:is(:hover, :focus)) {marked}")
    return ",\n".join(rules) + " {\n  background: var(--lit);\n  fill: var(--lit);\n}\n"
