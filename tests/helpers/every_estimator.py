"""Every estimator of the package, for tests of what all of them have in common."""

from __future__ import annotations

import importlib.util
from typing import Any

from monfknn_ref import MonFkNN
from monfknn_ref.classifiers import MID, OLM, OSDL, PMDT, RDMT, FkNN, MkNN, MonMLP
from monfknn_ref.optimised import StdlibMonFkNN

__all__ = ["ESTIMATORS", "WITH_PROBABILITIES", "new"]

ESTIMATORS: dict[str, Any] = {
    "MonFkNN": MonFkNN,
    "MonFkNN-AM": MonFkNN.approximate_monotonic,
    "StdlibMonFkNN": StdlibMonFkNN,
    "FkNN": FkNN,
    "MkNN": MkNN,
    "MID": MID,
    "OLM": OLM,
    "OSDL": OSDL,
    "PMDT": PMDT,
    "RDMT": RDMT,
    "MonMLP": lambda **parameters: MonMLP(**{"iterations": 20, "hidden": 2, **parameters}),
}
"""What makes a new estimator, by name; keyword arguments are its parameters."""

if all(importlib.util.find_spec(name) for name in ("numpy", "scipy")):
    from monfknn_ref.optimised import NumpyMonFkNN

    ESTIMATORS["NumpyMonFkNN"] = NumpyMonFkNN

WITH_PROBABILITIES = [name for name, new in ESTIMATORS.items() if hasattr(new(), "predict_proba")]


def new(name: str, **parameters: Any) -> Any:
    """A new estimator by its name in `ESTIMATORS`."""
    return ESTIMATORS[name](**parameters)
