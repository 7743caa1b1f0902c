"""What several tests of the optimized variants need."""

from __future__ import annotations

from typing import Any

import pytest

from monfknn_ref import optimised


@pytest.fixture(params=["StdlibMonFkNN", "NumpyMonFkNN"])
def variant(request: pytest.FixtureRequest) -> Any:
    """Both variants, one after the other."""
    if request.param == "NumpyMonFkNN":
        pytest.importorskip("scipy", reason="the NumPy variant needs NumPy and SciPy")
    return getattr(optimised, request.param)
