"""TeX made into what a browser shows without scripts or fonts: SVG for the eye, MathML for all else.

The SVG is drawn with `currentColor`, so it follows the color of the text. The MathML beside it is hidden
from the eye only; screen readers, the clipboard and the search have it. Outlines of glyphs stand once a page,
in a sprite that every formula refers to.
"""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ElementTree
from functools import cache

import ziamath
from ziamath.tex import tex2mml

from tools.symbols import SYMBOLS, in_tex

SIZE = 20.0
"""The units of an em in the drawings."""
WIDE = 17.0
"""Ems that fit on a phone; a wider formula scrolls, so the keyboard must reach it."""
SVG = "http://www.w3.org/2000/svg"
MACRO = re.compile(r"\\(RCr|pOR|nn)(?![A-Za-z])")
"""The paper's names of more than one letter."""
ARITHMATEX = re.compile(
    r'<(?P<tag>span|div) class="arithmatex">\\(?P<kind>[(\[])(?P<tex>.*?)\\[)\]]</(?P=tag)>', re.DOTALL
)


INKS = {f"#0001{n:02x}": symbol.name for n, symbol in enumerate(SYMBOLS, start=1)}
"""Each symbol is drawn in an ink of its own, by which its glyphs are found again; then it loses that ink."""
INK_OF = {name: ink for ink, name in INKS.items()}


class Formulas:
    """The formulas of one page and the outlines they share; `symbols` says whether symbols are marked."""

    def __init__(self, symbols: bool = False) -> None:
        self.glyphs: dict[str, str] = {}
        self.symbols = symbols

    def rendered(self, tex: str, block: bool = False) -> str:
        """The formula as HTML."""
        inked = tex
        if self.symbols:
            inked = "".join(
                rf"{{\color{{{INK_OF[name]}}}{piece}}}" if name else piece for piece, name in in_tex(tex)
            )
        tex, inked = (MACRO.sub(r"\\mathit{\1}", text) for text in (tex, inked))
        formula, glyphs = drawn(tex, inked, block)
        for name, outline in glyphs.items():
            self.glyphs.setdefault(name, outline)
        return formula

    def sprite(self) -> str:
        """The outlines, in an element that takes no room."""
        if not self.glyphs:
            return ""
        outlines = "".join(self.glyphs.values())
        return f'<svg xmlns="{SVG}" class="glyphs" width="0" height="0" aria-hidden="true">{outlines}</svg>'


@cache
def drawn(tex: str, inked: str, block: bool) -> tuple[str, dict[str, str]]:
    """A formula as HTML, and the outlines of its glyphs; in `inked`, each symbol has the ink of its own."""
    ziamath.config.svg2 = True
    ziamath.config.precision = 2
    drawing = ziamath.Latex(inked, size=SIZE, color="currentColor", inline=not block, margin=0.5)
    svg = drawing.svgxml()
    glyphs = {}
    for symbol in svg.findall("symbol"):
        svg.remove(symbol)
        glyphs[symbol.attrib["id"]] = ElementTree.tostring(symbol, encoding="unicode")
    mark_symbols(svg)
    depth = drawing.getyofst() - drawing.margin
    svg.attrib.update(
        {
            "width": ems(svg.attrib["width"]),
            "height": ems(svg.attrib["height"]),
            "style": f"vertical-align:{ems(depth)}",
            "aria-hidden": "true",
            "focusable": "false",
        }
    )
    tag, kind = ("div", "formula formula--block") if block else ("span", "formula")
    if block and float(svg.attrib["width"].removesuffix("em")) > WIDE:
        kind += '" tabindex="0'
    picture = ElementTree.tostring(svg, encoding="unicode")
    return f'<{tag} class="{kind}">{picture}{tex2mml(tex, inline=not block)}</{tag}>', glyphs


def mark_symbols(svg: ElementTree.Element) -> None:
    """Give the glyphs of a symbol back the color of the text, and put a rectangle behind them to light up."""
    behind = []
    name, box = "", [0.0] * 4
    for element in svg:
        ink = element.attrib.get("fill", "")
        if ink not in INKS:
            name = ""
            continue
        element.attrib["fill"] = "currentColor"
        element.attrib["pointer-events"] = "none"
        x, y, width, height = (float(element.attrib[key]) for key in ("x", "y", "width", "height"))
        if element.tag.endswith("use"):  # as high as a line; a letter takes the middle of it
            y, height = y + 0.42 * height, 0.26 * height
        if INKS[ink] == name and x - box[2] < SIZE:
            box = [min(box[0], x), min(box[1], y), max(box[2], x + width), max(box[3], y + height)]
        else:
            name, box = INKS[ink], [x, y, x + width, y + height]
            behind.append((name, box))
        behind[-1] = (name, box)
    for place, (symbol, (left, top, right, bottom)) in enumerate(behind):
        numbers = {"x": left, "y": top, "width": right - left, "height": bottom - top, "rx": 2}
        attributes = {key: f"{value:.2f}" for key, value in numbers.items()}
        rectangle = ElementTree.Element("rect", {**attributes, "fill": "transparent", "data-symbol": symbol})
        svg.insert(place, rectangle)


def ems(units: str | float) -> str:
    """A length of a drawing relative to the size of the text around it."""
    return f"{float(units) / SIZE:.3f}em"


def with_formulas(page: str) -> str:
    """The page with every formula that `pymdownx.arithmatex` marked rendered."""
    formulas = Formulas(symbols='class="filename">monfknn_ref/paper/' in page)

    def render(match: re.Match[str]) -> str:
        return formulas.rendered(html.unescape(match["tex"]).strip(), block=match["kind"] == "[")

    rendered = ARITHMATEX.sub(render, page)
    return formulas.sprite() + rendered
