"""The decision surfaces of the study of noise, measured: what the paper's Figure 6 shows to the eye.

A quarter of artiset is drawn, 35 % of its labels are noisy, and each method gives a class to every cell of a
grid. What the true classes are, a formula tells. Pieces are connected cells of one class; a true class is one
piece, and a class that noise has broken up has several. An edge between two cells is a fall if the class gets
lower although the attributes get better.

Medians are settled without a coin here (`SURFACE_READING`): tosses would scatter falls over the surface.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any

from monfknn_ref.data import Dataset, noise_from_neighbors, subsample
from monfknn_ref.drawing.maps import ClassGrid, falls, regions
from monfknn_ref.evaluation.methods import AnyMethod, MethodError
from monfknn_ref.evaluation.surfaces import artiset_rule, centers, rule_surface
from monfknn_ref.evaluation.task_runner import TaskError
from monfknn_ref.model.door import positions
from monfknn_ref.readings import PAPER

CELLS = 40
"""The cells of a side of the grid."""
SURFACE_LEVEL = 35
"""The noise of the paper's figure, in percent."""
SURFACE_READING = replace(PAPER, coincident="excluded", arithmetic="doubles")
"""As in the pictures: a training row is not its own neighbor, and medians are settled downward."""


@dataclass(frozen=True)
class SurfaceMeasures:
    """What a method makes of one draw. The tuples have one entry for each class."""

    cells: int
    right: int
    """Cells that have their true class."""
    wrong_rows: int
    """Training rows that get another class than their true one."""
    falls: int
    """Edges at which the class falls."""
    pieces: tuple[int, ...]
    areas: tuple[int, ...]
    """Cells of each class."""
    true_areas: tuple[int, ...]
    kept: tuple[int, ...]
    """Cells of each true class that have it still."""

    def as_json(self) -> dict[str, Any]:
        return {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(self).items()}

    @property
    def extra_pieces(self) -> int:
        """Pieces beyond one for each class that there is."""
        return sum(self.pieces) - sum(pieces > 0 for pieces in self.pieces)

    @property
    def least_kept(self) -> float:
        """The share that is left of the class that lost most."""
        return min(kept / area for kept, area in zip(self.kept, self.true_areas) if area)

    @property
    def least_area(self) -> float:
        """The area of the class that shrank most, as a share of its true area."""
        return min(area / true for area, true in zip(self.areas, self.true_areas) if true)


def measures_from(stored: Mapping[str, Any]) -> SurfaceMeasures:
    """The measures as they were stored."""
    values: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in stored.items()}
    return SurfaceMeasures(**values)


def measure_surface(
    grid: ClassGrid, truth: ClassGrid, classes: int, wrong_rows: int, directions: str = "++"
) -> SurfaceMeasures:
    """
    >>> measure_surface([[0, 0, 0], [0, 1, 0], [1, 1, 0]], [[0, 0, 1], [0, 1, 1], [1, 1, 1]], 2, 5)
    SurfaceMeasures(cells=9, right=6, wrong_rows=5, falls=2, pieces=(1, 1), areas=(6, 3), true_areas=(3, 6),
        kept=(3, 3))
    """
    pieces, areas, true_areas, kept = ([0] * classes for _ in range(4))
    for l, region in regions(grid):
        pieces[l] += 1
        areas[l] += len(region)
    for line, true_line in zip(grid, truth, strict=True):
        for l, true in zip(line, true_line, strict=True):
            true_areas[true] += 1
            kept[true] += l == true
    return SurfaceMeasures(
        sum(areas),
        sum(kept),
        wrong_rows,
        len(falls(grid, directions)),
        tuple(pieces),
        tuple(areas),
        tuple(true_areas),
        tuple(kept),
    )


@dataclass(frozen=True)
class SurfaceTask:
    """The surface of one method on one draw."""

    method: AnyMethod
    dataset: Dataset
    data_fingerprint: str
    level: int
    seed: int
    cells: int

    def __str__(self) -> str:
        return f"surface of {self.method.name} at {self.level} % noise, seed {self.seed}"

    @property
    def identity(self) -> dict[str, Any]:
        return {
            "study": "noise surfaces",
            "method": self.method.describe(SURFACE_READING),
            "data": self.data_fingerprint,
            "level": self.level,
            "seed": self.seed,
            "cells": self.cells,
        }

    @property
    def kind(self) -> str:
        """Surfaces of one method take about the same time."""
        return f"surface of {self.method.name}"

    def carry_out(self) -> dict[str, Any]:
        clean = subsample(self.dataset, Fraction(1, 4), self.seed)
        given = noise_from_neighbors(clean, Fraction(self.level, 100), self.seed)
        points = [point for line in centers(self.dataset, self.cells) for point in line]
        asked = [*points, *given.X]
        queries = replace(self.dataset, X=asked, y=[self.dataset.classes[0]] * len(asked))
        try:
            found = self.method.predictions(
                given, range(len(given)), queries, range(len(asked)), SURFACE_READING, self.seed
            )
        except MethodError as error:
            raise TaskError(f"{self}: {error}") from error
        of_cells, of_rows = found[: len(points)], found[len(points) :]
        grid = [of_cells[start : start + self.cells] for start in range(0, len(points), self.cells)]
        classes = len(self.dataset.classes)
        truth = rule_surface(artiset_rule(classes), self.dataset, self.cells)
        true_labels = positions(clean.y, self.dataset.classes)
        wrong = sum(label != true for label, true in zip(of_rows, true_labels, strict=True))
        return measure_surface(grid, truth, classes, wrong, self.dataset.directions).as_json()
