"""The layers of the package: a box for each part, as high as the imports of its modules put it."""

from __future__ import annotations

from monfknn_ref.drawing.canvas import Canvas, ink_on, shade
from tools.layers import PARTS, TOP, imports_of_parts, levels

__all__ = ["draw"]

WIDTH, MARGIN = 700, 14
ROW, BOX, GAP = 62, 36, 12
PAPER = ("numbers", "readings", "paper")


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


def draw() -> Canvas:
    """Boxes in rows from the bottom up, and lines down to what each part imports first of all."""
    imports = {part: others for part, others in imports_of_parts().items() if part not in TOP}
    heights = levels(imports)
    highest = max(heights.values())
    rows = [[part for part in PARTS if heights[part] == level] for level in range(highest + 1)]
    canvas = Canvas(
        WIDTH,
        (highest + 1) * ROW + MARGIN,
        "The parts of monfknn_ref and what they import",
        "From the bottom up: " + "; ".join(", ".join(row) for row in rows) + ".",
    )
    places: dict[str, tuple[float, float, float]] = {}
    for level, row in enumerate(rows):
        width = (WIDTH - 2 * MARGIN - GAP * (len(row) - 1)) / len(row)
        width = min(width, 260)
        left = (WIDTH - width * len(row) - GAP * (len(row) - 1)) / 2
        for n, part in enumerate(row):
            places[part] = left + n * (width + GAP), MARGIN + (highest - level) * ROW, width
    with canvas.group(stroke="currentColor", stroke_opacity=0.35):
        for part, others in direct(imports).items():
            x, y, width = places[part]
            for other in sorted(others):
                to_x, to_y, to_width = places[other]
                canvas.line(x + width / 2, y + BOX, to_x + to_width / 2, to_y)
    for part, (x, y, width) in places.items():
        fill = shade(0.35) if part in PAPER else "#e9eaee"  # opaque: no line shows through the words
        canvas.rect(x, y, width, BOX, rx=4, fill=fill, stroke="currentColor", stroke_opacity=0.6)
        middle = x + width / 2, y + BOX / 2 + 4
        canvas.text(*middle, part, "middle", fill=ink_on(fill), font_weight="bold", font_size=13)
    return canvas
