"""The figures of the documentation.

Each is drawn by a function of one of these modules, for a layout: wide, or narrow for a phone.
`python3 docs/tools/write.py figures` writes them all. What is drawn is stored, or computed by the package
under the exact reading, so the files are the same, byte for byte, wherever they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from monfknn_ref.drawing.canvas import LAYOUTS, PHONE, Canvas, Layout
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.reproduction.benchmark_report import attributes_chart, rows_chart
from monfknn_ref.reproduction.noise_report import GAP_CHARTS, curve_charts
from monfknn_ref.reproduction.studies import CONFIGURATIONS
from tools import layers, stored
from tools.figures import (
    applicants,
    classifiers,
    comparisons,
    cones,
    effects,
    learning,
    medians,
    mistakes,
    neighbors,
    noise_spread,
    refutations,
    relevance,
    study_maps,
    surfaces,
    unexplained,
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


COMPUTED: Mapping[str, Callable[[Layout], Canvas]] = {
    "applicants": applicants.draw,
    "cones": cones.draw,
    "medians": medians.draw,
    "relevance": relevance.draw,
    "neighbors": neighbors.draw,
    "layers": layers.draw,
    "first-result": surfaces.draw_first_result,
    "surfaces": surfaces.draw_configurations,
    "tree": classifiers.draw_pmdt,
    "tree-rdmt": classifiers.draw_rdmt,
    "trees-mid": classifiers.draw_mid,
    "classifiers": classifiers.draw_maps,
    "olm-orders": classifiers.draw_orders,
    **{name: partial(surfaces.draw_method, of) for name, of in surfaces.METHODS.items()},
}
"""What is computed when it is drawn."""


def noise_chart(name: str, layout: Layout) -> Canvas:
    return curve_charts(stored.curves(), layout)[name]


def of_measure(measure: str) -> Iterator[tuple[str, Callable[[Layout], Canvas]]]:
    """The figures of stored results that are there for each measure."""
    yield f"noise-{measure}", partial(noise_chart, f"noise-{measure}")
    yield f"ranks-{measure}", partial(comparisons.draw_ranks, measure)
    yield f"effects-{measure}", partial(comparisons.draw_effects, measure)
    for source in ("print", "runs"):
        yield f"heat-{measure}-{source}", partial(comparisons.draw_heat_maps, measure, source)
    yield f"readings-{measure}", partial(study_maps.draw_readings, measure)
    for name in CONFIGURATIONS:
        yield f"sensitivity-one-{name.lower()}-{measure}", partial(study_maps.draw_singles, name, measure)
        yield f"sensitivity-two-{name.lower()}-{measure}", partial(study_maps.draw_pairs, name, measure)
    yield f"learning-{measure}", partial(learning.draw, measure)


STORED: Mapping[str, Callable[[Layout], Canvas]] = {
    **{name: partial(noise_chart, name) for name in ("noise-data", *GAP_CHARTS)},
    "noise-ranges": effects.draw_ranges,
    "noise-parts": effects.draw_parts,
    **{name: draw for measure in MEASURES for name, draw in of_measure(measure)},
    "investigations-outside": unexplained.draw_outside,
    "investigations-monmlp": unexplained.draw_starts,
    "bench-rows": lambda layout: rows_chart(stored.report(), layout),
    "bench-attributes": lambda layout: attributes_chart(stored.report(), layout),
    "mistakes-by-families": mistakes.draw,
}
"""What shows stored results."""

FIGURES: Mapping[str, Figure] = {
    **{name: Figure(draw) for name, draw in {**COMPUTED, **STORED}.items()},
    **{
        name: Figure(partial(noise_spread.draw, label), (PHONE,))
        for name, label in noise_spread.LABELS_OF_B.items()
    },
    **{
        name: Figure(partial(refutations.draw, id), refutations.layouts(id))
        for name, id in refutations.NAMES.items()
    },
}
"""All figures by the names of their files."""
