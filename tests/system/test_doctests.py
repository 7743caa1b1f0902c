"""The examples of the modules that need optional packages and that a plain run cannot import."""

from __future__ import annotations

import doctest
import importlib

import pytest

INVESTIGATING = ("arrays", "class_limits", "variants")
NEEDS = {
    "monfknn_ref.optimised.with_numpy.distances": ("numpy", "scipy"),
    "monfknn_ref.optimised.with_numpy.loops_and_threads": ("numpy",),
    "monfknn_ref.optimised.with_numpy.memberships": ("numpy",),
    "monfknn_ref.optimised.with_numpy.model": ("numpy", "scipy"),
    "monfknn_ref.optimised.with_numpy.neighbors": ("numpy", "scipy"),
    "monfknn_ref.optimised.with_numpy.prediction": ("numpy", "scipy"),
    "monfknn_ref.optimised.with_numpy.rank_tree": ("numpy",),
    "monfknn_ref.optimised.with_numpy.ranges": ("numpy",),
    "monfknn_ref.optimised.with_numpy.values": ("numpy",),
    "tools.finishing": ("ziamath", "pygments"),
    **{f"tools.investigating.{name}": ("numpy",) for name in INVESTIGATING},
    "tools.investigations": ("numpy",),
    "tools.formulas": ("ziamath",),
}


@pytest.mark.parametrize("name", NEEDS)
def test_examples(name: str) -> None:
    for package in NEEDS[name]:
        pytest.importorskip(package)
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0
