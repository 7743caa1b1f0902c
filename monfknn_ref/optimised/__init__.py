"""Two variants of `MonFkNN` that give the identical answers in less time.

`StdlibMonFkNN` needs nothing but the standard library. `NumpyMonFkNN` needs NumPy and SciPy, which are only
imported when it is asked for; the extra `fast` brings them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from monfknn_ref.model.checks import install_command
from monfknn_ref.optimised.with_stdlib.model import StdlibMonFkNN

if TYPE_CHECKING:
    from monfknn_ref.optimised.with_numpy.model import NumpyMonFkNN

__all__ = ["NumpyMonFkNN", "StdlibMonFkNN"]


def __getattr__(name: str) -> Any:
    if name != "NumpyMonFkNN":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from monfknn_ref.optimised.with_numpy.model import NumpyMonFkNN
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("numpy", "scipy"):
            raise
        raise ImportError(
            f"NumpyMonFkNN needs NumPy and SciPy, got no module named {error.name!r}; "
            f"install them with: {install_command('fast')}"
        ) from error
    return NumpyMonFkNN
