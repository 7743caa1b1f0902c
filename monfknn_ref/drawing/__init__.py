"""Drawing in SVG: a canvas, charts, maps of classes and trees."""
