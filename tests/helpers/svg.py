"""Figures as the tests read them: their elements, their texts, and the room that these take."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

from monfknn_ref.drawing.canvas import Canvas

SVG = "{http://www.w3.org/2000/svg}"


def parse(svg: str) -> ElementTree.Element:
    """The figure; texts have what their group says of them."""
    root = ElementTree.fromstring(svg)
    for group in root.iter(f"{SVG}g"):
        for text in group.iter(f"{SVG}text"):
            for name in ("fill", "text-anchor", "font-size"):
                if text.get(name) is None and group.get(name) is not None:
                    text.set(name, group.get(name, ""))
    return root


def description(svg: str) -> str:
    return parse(svg).findtext(f"{SVG}desc") or ""


def texts(svg: str) -> list[str]:
    return ["".join(text.itertext()) for text in parse(svg).iter(f"{SVG}text")]


def number(element: ElementTree.Element, name: str) -> float:
    return float(element.get(name, "nan"))


Box = tuple[float, float, float, float]


def box_of(text: ElementTree.Element) -> Box:
    """Left, top, right, bottom of a text, as wide as sentences are in DejaVu Sans, a wide font.

    A text with a transform is turned to run upward.
    """
    size = float(text.get("font-size", 12))
    width = 0.56 * size * len("".join(text.itertext()))
    left = number(text, "x") - width * {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor", "start")]
    baseline = number(text, "y")
    if text.get("transform"):
        assert text.get("text-anchor") == "middle"
        x = number(text, "x")
        return x - 0.72 * size, baseline - width / 2, x, baseline + width / 2
    return left, baseline - 0.72 * size, left + width, baseline


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def shown_texts(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """The texts that are seen while the picture is at rest."""
    if element.get("opacity") != "0":
        if element.tag == f"{SVG}text":
            yield element
        for child in element:
            yield from shown_texts(child)


def boxes_of(canvas: Canvas) -> list[Box]:
    return [
        (
            number(r, "x"),
            number(r, "y"),
            number(r, "x") + number(r, "width"),
            number(r, "y") + number(r, "height"),
        )
        for r in parse(canvas.svg()).findall(f"{SVG}rect")
    ]
