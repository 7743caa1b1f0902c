"""The figures of the documentation.

Each is drawn by a function of one of these modules, for a layout: wide, or narrow for a phone.
`python3 docs/tools/write.py figures` writes them all. What is drawn is computed by the package under the
exact reading, so the files are the same, byte for byte, wherever they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from monfknn_ref.drawing import LAYOUTS, PHONE, Canvas, Layout
from tools import layers
from tools.figures import (
    applicants,
    classifiers,
    cones,
    medians,
    neighbors,
    noise_spread,
    refutations,
    relevance,
    surfaces,
)


class Figure(NamedTuple):
    """What draws a figure, and the layouts it is drawn in: one if it is narrow enough for every page.

    The repository keeps the first layout; the site shows the one that fits the width of the page.
    """

    draw: Callable[[Layout], Canvas]
    layouts: Sequence[Layout] = LAYOUTS

    def svg(self, layout: Layout | None = None) -> str:
        """The text of the file. A figure that has another layout too says which one this is."""
        layout = layout or self.layouts[0]
        canvas = self.draw(layout)
        if len(self.layouts) > 1:
            canvas.marks["data-layout"] = layout.name
        if layout != self.layouts[0]:
            canvas.marks["data-search-exclude"] = ""  # the words are found once
        return canvas.svg()


COMPUTED: Mapping[str, Figure] = MappingProxyType(
    {
        "applicants": Figure(applicants.draw),
        "cones": Figure(cones.draw),
        "medians": Figure(medians.draw),
        "relevance": Figure(relevance.draw),
        "neighbors": Figure(neighbors.draw),
        "layers": Figure(layers.draw),
        "first-result": Figure(surfaces.draw_first_result),
        "surfaces": Figure(surfaces.draw_configurations),
        "tree": Figure(classifiers.draw_pmdt),
        "tree-rdmt": Figure(classifiers.draw_rdmt),
        "trees-mid": Figure(classifiers.draw_mid),
        "classifiers": Figure(classifiers.draw_maps),
        "olm-orders": Figure(classifiers.draw_orders),
        **{
            name: Figure(partial(noise_spread.draw, label), (PHONE,))
            for name, label in noise_spread.LABELS_OF_B.items()
        },
        **{name: Figure(partial(surfaces.draw_method, of)) for name, of in surfaces.METHODS.items()},
        **{
            name: Figure(partial(refutations.draw, id), refutations.layouts(id))
            for name, id in refutations.NAMES.items()
        },
    }
)
"""The figures that need no stored results, by the names of their files."""
