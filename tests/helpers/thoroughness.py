"""How often the tests that draw their examples draw: a little by default, and as often as there is time for in CI.

The tests of a module that imports `rounds`, and those that hypothesis draws for, are marked `random`;
`MONFKNN_REF_THOROUGH=1 pytest -m random` carries them out thoroughly.
"""

from __future__ import annotations

import os

THOROUGH = "MONFKNN_REF_THOROUGH" in os.environ


def rounds(few: int, many: int) -> int:
    """How often to draw: `few` times by default, `many` times if it is to be thorough."""
    return many if THOROUGH else few
