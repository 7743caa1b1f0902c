"""Drawing in SVG: a canvas, charts, maps of classes and trees.

The names of `canvas` and `layout` are imported here. Charts, maps and trees are imported from their own
modules.
"""

from monfknn_ref.drawing.canvas import (
    INKS,
    STYLES,
    Canvas,
    Key,
    LineStyle,
    Point,
    attribute_name,
    class_colors,
    class_shape,
    draw_legend,
    draw_marker,
    draw_shape,
    format_number,
    ink,
    ink_on,
    line_style,
    path_through,
    shade,
    text_width,
)
from monfknn_ref.drawing.layout import LAYOUTS, PHONE, WIDE, Layout, flow, wrapped

__all__ = [
    "INKS",
    "LAYOUTS",
    "PHONE",
    "STYLES",
    "WIDE",
    "Canvas",
    "Key",
    "Layout",
    "LineStyle",
    "Point",
    "attribute_name",
    "class_colors",
    "class_shape",
    "draw_legend",
    "draw_marker",
    "draw_shape",
    "flow",
    "format_number",
    "ink",
    "ink_on",
    "line_style",
    "path_through",
    "shade",
    "text_width",
    "wrapped",
]
