"""The figures of the documentation.

Each is drawn by a function of one of these modules; `python3 docs/tools/write.py figures` writes them all.
What is drawn is computed by the package under the exact reading, so the files are the same, byte for
byte, wherever they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from monfknn_ref.drawing import Canvas
from tools.figures import (
    classifier_maps,
    cones,
    layers,
    medians,
    neighbors,
    noise_spread,
    noise_surfaces,
    noisy_set,
    refutations,
    relevance,
    trees,
)

__all__ = ["FIGURES"]

FIGURES: Mapping[str, Callable[[], Canvas]] = MappingProxyType(
    {
        "cones": cones.draw,
        "medians": medians.draw,
        "relevance": relevance.draw,
        "neighbors": neighbors.draw,
        "layers": layers.draw,
        "surfaces": noisy_set.draw,
        "tree": trees.draw_pmdt,
        "tree-rdmt": trees.draw_rdmt,
        "trees-mid": trees.draw_mid,
        "classifiers": classifier_maps.draw,
        "olm-orders": classifier_maps.draw_orders,
        **{name: partial(noise_spread.draw, label) for name, label in noise_spread.LABELS_OF_B.items()},
        **{name: partial(noise_surfaces.draw, method) for name, method in noise_surfaces.METHODS.items()},
        **{name: partial(refutations.draw, id) for name, id in refutations.NAMES.items()},
    }
)
"""The figures by the names of their files."""
