"""Drawing in SVG: a canvas, and on it charts, maps of classes, lattices and trees, each in its own module."""
