"""The picture on the page of the first result: what its own command draws from its own table."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from monfknn_ref.data import Dataset, read_csv
from monfknn_ref.drawing import Canvas, Layout
from monfknn_ref.evaluation.surfaces import Surface, surface_of
from tools.examples import File, steps
from tools.sources import ROOT

__all__ = ["draw"]


def flats() -> Dataset:
    """The table that the page has its reader write."""
    page = (ROOT / "docs" / "first-result.md").read_text(encoding="utf-8")
    [table] = [step for step in steps(page) if isinstance(step, File) and step.name == "flats.csv"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / table.name
        path.write_text(table.text, encoding="utf-8")
        return read_csv(
            path, use=["rent", "rooms"], classes=["poor", "fair", "good"], directions={"rent": "-"}
        )


@cache
def surface() -> Surface:
    dataset = flats()
    return surface_of("MonFkNN-PM", dataset, dataset.y)


def draw(layout: Layout) -> Canvas:
    return surface().draw(layout)
