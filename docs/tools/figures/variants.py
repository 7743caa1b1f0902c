"""A figure in the layouts it has: a file for each, and the page shows the one that fits its width."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from monfknn_ref.drawing import LAYOUTS, Canvas, Layout

__all__ = ["Figure"]


class Figure(NamedTuple):
    """What draws a figure, and the layouts it is drawn in: one if it is narrow enough for every page."""

    draw: Callable[[Layout], Canvas]
    layouts: Sequence[Layout] = LAYOUTS

    def svg(self, layout: Layout) -> str:
        """The text of the file. A figure that has another layout too says which one this is."""
        canvas = self.draw(layout)
        if len(self.layouts) > 1:
            canvas.marks["data-layout"] = layout.name
        if layout != self.layouts[0]:
            canvas.marks["data-search-exclude"] = ""  # the words are found once
        return canvas.svg()

    def files(self, name: str) -> dict[str, Callable[[], str]]:
        """What makes each file of the figure, by its name: the first layout has the plain one.

        >>> list(Figure(lambda layout: Canvas(layout.width, 10, "nothing")).files("cones"))
        ['cones.svg', 'cones-phone.svg']
        """
        first, *others = self.layouts
        names = {f"{name}.svg": first, **{f"{name}-{layout.name}.svg": layout for layout in others}}
        return {file: partial(self.svg, layout) for file, layout in names.items()}
