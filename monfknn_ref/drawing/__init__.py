"""Drawing in SVG: a canvas, charts, maps of classes and trees.

The names of `canvas` are imported here. Charts, maps and trees are imported from their own modules.
"""

from monfknn_ref.drawing.canvas import (
    STYLES,
    Canvas,
    Key,
    LineStyle,
    Point,
    class_colors,
    draw_legend,
    draw_marker,
    draw_shape,
    format_number,
    ink_on,
    line_style,
    path_through,
    shade,
    text_width,
)

__all__ = [
    "STYLES",
    "Canvas",
    "Key",
    "LineStyle",
    "Point",
    "class_colors",
    "draw_legend",
    "draw_marker",
    "draw_shape",
    "format_number",
    "ink_on",
    "line_style",
    "path_through",
    "shade",
    "text_width",
]
