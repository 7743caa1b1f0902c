"""The decision surfaces of the study of noise: what methods make of artiset with 35 % of noisy labels."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from monfknn_ref.drawing import WIDE, Canvas, Layout, attribute_name
from monfknn_ref.evaluation.surfaces import Surface, artiset_rule, surface_of
from tools.figures.draws import STUDIES, stored, typical

__all__ = ["METHODS", "draw", "how_typical"]

METHODS = {
    "noise-surface-mknn": "MkNN",
    "noise-surface-pm": "MonFkNN-PM",
    "noise-surface-am": "MonFkNN-AM",
    "noise-surface-fknn": "FkNN",
}
"""The methods that are drawn, by the names of the files."""

STUDY = STUDIES["noise"]


def how_typical() -> str:
    """What the draw that is shown has in common with the others."""
    counts = stored()["noise"]
    rows = typical(counts, STUDY.compared)
    worst = typical(counts, ("FkNN wrong", "MonFkNN-PM wrong"))
    return (
        f"All four show draw {rows.draw} of {rows.of} (`--seed {rows.draw}`): the one with the median\n"
        "difference between the rows that MkNN gets wrong and those that MonFkNN-PM gets wrong. MkNN gets\n"
        f"more rows wrong than MonFkNN-PM in {rows.larger} of the {rows.of} draws, FkNN in {worst.larger}."
    )


@cache
def computed(method: str) -> Surface:
    """The surface of a method on the typical draw."""
    clean, given = STUDY.draw(typical(stored()["noise"], STUDY.compared).draw)
    given = replace(given, attributes=[attribute_name(0), attribute_name(1)])
    return surface_of(method, given, clean.y, artiset_rule(len(clean.classes)))


def draw(method: str, layout: Layout = WIDE) -> Canvas:
    """The true surface with the noisy rows, and the method's with the rows it gets wrong."""
    return computed(method).draw(layout)
