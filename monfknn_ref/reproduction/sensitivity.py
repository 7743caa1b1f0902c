"""How much depends on k, K, RCr, pOR and m: each swept alone, and each pair of them together.

The sweeps start from the paper's two configurations. A parameter that has no effect there is left out: pOR
under inRange, and k alone while RCr = 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from monfknn_ref.reproduction.settings_study import CONFIGURATIONS, Setting

__all__ = ["GRID", "PAIRS", "SINGLE", "chosen", "sensitivity_settings", "setting_of"]

GRID: Mapping[str, Sequence[Any]] = {
    "k": (1, 3, 5, 9, 15, 25),
    "K": (1, 3, 5, 9, 15, 25),
    "RCr": (0, 0.25, 0.5, 0.51, 0.6, 0.75, 1),
    "pOR": (0, 0.25, 0.5, 0.75, 1),
    "m": (1, 1.5, 2, 3, 5),
}
"""The values of each parameter; the paper's are among them."""

SINGLE: Mapping[str, Sequence[str]] = {"PM": ("k", "K", "RCr", "m"), "AM": ("K", "RCr", "pOR", "m")}
"""The parameters that are swept alone."""

PAIRS: Mapping[str, Sequence[tuple[str, str]]] = {
    "PM": (("k", "K"), ("k", "RCr"), ("k", "m"), ("K", "RCr"), ("K", "m"), ("RCr", "m")),
    "AM": (("K", "RCr"), ("K", "pOR"), ("K", "m"), ("RCr", "pOR"), ("RCr", "m"), ("pOR", "m"), ("k", "RCr")),
}
"""The parameters that are swept together."""


def setting_of(configuration: str, **values: Any) -> Setting:
    """The configuration with these values; those that the paper has too are no change.

    >>> setting_of("PM", K=3, RCr=0.5).name
    'PM K=3, PAPER'
    """
    paper = CONFIGURATIONS[configuration]
    changed = ((name, values[name]) for name in GRID if name in values and values[name] != paper.get(name))
    return Setting(configuration, tuple(changed))


def chosen(configuration: str) -> Setting:
    """The paper's own values."""
    return Setting(configuration)


def sensitivity_settings() -> Iterator[Setting]:
    """Everything that the study runs, the paper's choice first."""
    for configuration, pairs in PAIRS.items():
        yield chosen(configuration)
        for first, second in pairs:
            for one in GRID[first]:
                for two in GRID[second]:
                    yield setting_of(configuration, **{first: one, second: two})
