"""TeX made into what a browser shows without scripts or fonts: SVG for the eye, MathML for all else.

The SVG is drawn with `currentColor`, so it follows the colour of the text. The MathML beside it is hidden
from the eye only; screen readers, the clipboard and the search have it. Outlines of glyphs stand once a page,
in a sprite that every formula refers to.
"""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ElementTree

import ziamath
from ziamath.tex import tex2mml

__all__ = ["Formulas", "with_formulas"]

SIZE = 20.0
"""The units of an em in the drawings."""
SVG = "http://www.w3.org/2000/svg"
MACRO = re.compile(r"\\(RCr|pOR|nn)(?![A-Za-z])")
"""The paper's names of more than one letter."""
ARITHMATEX = re.compile(
    r'<(?P<tag>span|div) class="arithmatex">\\(?P<kind>[(\[])(?P<tex>.*?)\\[)\]]</(?P=tag)>', re.DOTALL
)


class Formulas:
    """The formulas of one page and the outlines they share."""

    def __init__(self) -> None:
        self.glyphs: dict[str, str] = {}

    def rendered(self, tex: str, block: bool = False) -> str:
        """The formula as HTML."""
        tex = MACRO.sub(r"\\mathit{\1}", tex)
        ziamath.config.svg2 = True
        ziamath.config.precision = 2
        drawing = ziamath.Latex(tex, size=SIZE, color="currentColor", inline=not block, margin=0.5)
        svg = drawing.svgxml()
        for symbol in svg.findall("symbol"):
            svg.remove(symbol)
            self.glyphs.setdefault(symbol.attrib["id"], ElementTree.tostring(symbol, encoding="unicode"))
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
        drawn = ElementTree.tostring(svg, encoding="unicode")
        tag, kind = ("div", "maths maths--block") if block else ("span", "maths")
        return f'<{tag} class="{kind}">{drawn}{tex2mml(tex, inline=not block)}</{tag}>'

    def sprite(self) -> str:
        """The outlines, in an element that takes no room."""
        if not self.glyphs:
            return ""
        outlines = "".join(self.glyphs.values())
        return f'<svg xmlns="{SVG}" class="glyphs" width="0" height="0" aria-hidden="true">{outlines}</svg>'


def ems(units: str | float) -> str:
    """A length of a drawing relative to the size of the text around it."""
    return f"{float(units) / SIZE:.3f}em"


def with_formulas(page: str) -> str:
    """The page with every formula that `pymdownx.arithmatex` marked rendered."""
    formulas = Formulas()

    def render(match: re.Match[str]) -> str:
        return formulas.rendered(html.unescape(match["tex"]).strip(), block=match["kind"] == "[")

    rendered = ARITHMATEX.sub(render, page)
    return formulas.sprite() + rendered
