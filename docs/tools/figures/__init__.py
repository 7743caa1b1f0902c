"""The figures of the documentation.

Each is drawn by a function of one of these modules, for a layout: wide, or narrow for a phone.
`python3 docs/tools/write.py figures` writes them all. What is drawn is computed by the package under the
exact reading, so the files are the same, byte for byte, wherever they are made.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from monfknn_ref.drawing import PHONE
from tools.figures import (
    applicants,
    classifier_maps,
    cones,
    first_result,
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
from tools.figures.variants import Figure

__all__ = ["FIGURES"]

FIGURES: Mapping[str, Figure] = MappingProxyType(
    {
        "applicants": Figure(applicants.draw),
        "cones": Figure(cones.draw),
        "medians": Figure(medians.draw),
        "relevance": Figure(relevance.draw),
        "neighbors": Figure(neighbors.draw),
        "layers": Figure(layers.draw),
        "first-result": Figure(first_result.draw),
        "surfaces": Figure(noisy_set.draw),
        "tree": Figure(trees.draw_pmdt),
        "tree-rdmt": Figure(trees.draw_rdmt),
        "trees-mid": Figure(trees.draw_mid),
        "classifiers": Figure(classifier_maps.draw),
        "olm-orders": Figure(classifier_maps.draw_orders),
        **{
            name: Figure(partial(noise_spread.draw, label), (PHONE,))
            for name, label in noise_spread.LABELS_OF_B.items()
        },
        **{name: Figure(partial(noise_surfaces.draw, of)) for name, of in noise_surfaces.METHODS.items()},
        **{
            name: Figure(partial(refutations.draw, id), refutations.layouts(id))
            for name, id in refutations.NAMES.items()
        },
    }
)
"""The figures by the names of their files."""
