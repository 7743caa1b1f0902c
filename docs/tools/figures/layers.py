"""The layers of the package: a box for each part, as high as the imports of its modules put it."""

from __future__ import annotations

from monfknn_ref.drawing import WIDE, Canvas, Layout, ink, ink_on, shade, text_width
from tools.layers import PARTS, TOP, imports_of_parts, levels

__all__ = ["draw"]

MARGIN, BOX, GAP, BETWEEN = 14, 36, 8, 26
PAPER = ("arithmetic", "readings", "paper")


def direct(imports: dict[str, set[str]]) -> dict[str, set[str]]:
    """The imports that no longer way through other parts stands for.

    >>> direct({"c": {"a", "b"}, "b": {"a"}, "a": set()}) == {"c": {"b"}, "b": {"a"}, "a": set()}
    True
    """

    def reached(part: str) -> set[str]:
        return imports[part].union(*(reached(other) for other in imports[part]))

    return {
        part: {
            other
            for other in others
            if not any(other in reached(between) for between in others if between != other)
        }
        for part, others in imports.items()
    }


def draw(layout: Layout = WIDE) -> Canvas:
    """Boxes in rows from the bottom up, and lines down to what each part imports first of all."""
    imports = {part: others for part, others in imports_of_parts().items() if part not in TOP}
    heights = levels(imports)
    rows = [[part for part in PARTS if heights[part] == level] for level in range(max(heights.values()) + 1)]
    canvas = Canvas(
        layout.width,
        0,
        "The parts of monfknn_ref and what they import",
        "From the bottom up: " + "; ".join(", ".join(row) for row in rows) + ".",
    )
    places: dict[str, tuple[float, float, float]] = {}
    top: float = MARGIN
    for row in reversed(rows):
        for line in lines_of(row, layout.width - 2 * MARGIN):
            width = min((layout.width - 2 * MARGIN - GAP * (len(line) - 1)) / len(line), 260)
            left = (layout.width - width * len(line) - GAP * (len(line) - 1)) / 2
            for n, part in enumerate(line):
                places[part] = left + n * (width + GAP), top, width
            top += BOX + GAP
        top += BETWEEN - GAP
    canvas.height = top - BETWEEN + MARGIN
    with canvas.group(stroke="currentColor", stroke_opacity=0.45):
        for part, others in direct(imports).items():
            x, y, width = places[part]
            for other in sorted(others):
                to_x, to_y, to_width = places[other]
                canvas.line(x + width / 2, y + BOX, to_x + to_width / 2, to_y)
    for part, (x, y, width) in places.items():
        paper = part in PAPER
        fill = shade(0.35) if paper else ink("box")  # opaque: no line shows through the words
        canvas.rect(x, y, width, BOX, rx=4, fill=fill, stroke="currentColor", stroke_opacity=0.6)
        middle, color = (x + width / 2, y + BOX / 2 + 4), ink_on(fill) if paper else "currentColor"
        canvas.text(*middle, part, "middle", fill=color, font_weight="bold", font_size=13)
    return canvas


def lines_of(parts: list[str], room: float) -> list[list[str]]:
    """The parts of one level in as few lines as there is room for, about as many in each.

    >>> lines_of(["paper", "readings", "numbers"], room=200)
    [['paper', 'readings'], ['numbers']]
    """
    widest = max(text_width(part, 13) for part in parts) + 16
    most = max(1, int((room + GAP) / (widest + GAP)))
    count = -(-len(parts) // most)
    each = -(-len(parts) // count)
    return [parts[n : n + each] for n in range(0, len(parts), each)]
