"""Section 5.4: how MonFkNN-PM and MkNN behave as class noise grows.

For each seed and each of ten folds, the training rows are under-sampled to a quarter, a share of their labels
is drawn anew from the neighborhood (`monfknn_ref.data.noise`), and every method is fitted to what is left,
MkNN after relabeling. Predictions are merged over the folds and measured once, then averaged over the seeds.
The same rows are noisy at every level, and more as it grows. All methods get the same training sets, so they
are compared seed by seed: the noise of a draw harms both of a pair, and their difference varies less.

The decision surfaces of Figure 6 are measured too. A quarter of artiset is drawn, 35 % of its labels are
noisy, and each method gives a class to every cell of a grid. What the true classes are, a formula tells.
Pieces are connected cells of one class: a class that noise has broken up has several. An edge between two
cells is a fall if the class gets lower although the attributes get better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Unpack

from monfknn_ref.data import DataError, Dataset, artiset, noise_from_neighbors, subsample
from monfknn_ref.drawing.maps import ClassGrid, falls, regions
from monfknn_ref.evaluation.cross_validation import Split, counter, merge, stratified_folds
from monfknn_ref.evaluation.folds import Arrangement, content, fingerprint
from monfknn_ref.evaluation.measures import MEASURES, non_monotonic_index
from monfknn_ref.evaluation.methods import Method, method_named
from monfknn_ref.evaluation.results import Results
from monfknn_ref.evaluation.student_t import Mean
from monfknn_ref.evaluation.surfaces import artiset_rule, centers, rule_surface
from monfknn_ref.evaluation.task_runner import How, run
from monfknn_ref.model.checks import check_whole
from monfknn_ref.model.door import positions
from monfknn_ref.readings import AUTHORS, PAPER, Reading

# --- Decision surfaces --------------------------------------------------------------------------------------


CELLS = 40
"""The cells of a side of the grid."""
SURFACE_LEVEL = 35
"""The noise of the paper's figure, in percent."""
SURFACE_READING = replace(PAPER, coincident="excluded", arithmetic="doubles")
"""As in the pictures: a training row is not its own neighbor. Medians are settled downward; a coin would
scatter falls over the surface."""


@dataclass(frozen=True)
class SurfaceMeasures:
    """What a method makes of one draw. The lists have one entry for each class."""

    cells: int
    right: int
    """Cells that have their true class."""
    wrong_rows: int
    """Training rows that get another class than their true one."""
    falls: int
    """Edges at which the class falls."""
    pieces: list[int]
    areas: list[int]
    """Cells of each class."""
    true_areas: list[int]
    kept: list[int]
    """Cells of each true class that have it still."""

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


def measure_surface(
    grid: ClassGrid, truth: ClassGrid, classes: int, wrong_rows: int, directions: str = "++"
) -> SurfaceMeasures:
    """
    >>> measure_surface([[0, 0, 0], [0, 1, 0], [1, 1, 0]], [[0, 0, 1], [0, 1, 1], [1, 1, 1]], 2, 5)
    SurfaceMeasures(cells=9, right=6, wrong_rows=5, falls=2, pieces=[1, 1], areas=[6, 3], true_areas=[3, 6],
        kept=[3, 3])
    """
    pieces, areas, true_areas, kept = ([0] * classes for _ in range(4))
    for l, region in regions(grid):
        pieces[l] += 1
        areas[l] += len(region)
    for line, true_line in zip(grid, truth, strict=True):
        for l, true in zip(line, true_line, strict=True):
            true_areas[true] += 1
            kept[true] += l == true
    fallen = len(falls(grid, directions))
    return SurfaceMeasures(sum(areas), sum(kept), wrong_rows, fallen, pieces, areas, true_areas, kept)


@dataclass(frozen=True)
class SurfaceTask:
    """The surface of one method on one draw."""

    method: Method
    dataset: Dataset
    data_fingerprint: str
    level: int
    seed: int
    cells: int

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
        found = self.method.predictions(
            given, range(len(given)), queries, range(len(asked)), SURFACE_READING, self.seed
        )
        of_cells, of_rows = found[: len(points)], found[len(points) :]
        grid = [of_cells[start : start + self.cells] for start in range(0, len(points), self.cells)]
        classes = len(self.dataset.classes)
        truth = rule_surface(artiset_rule(classes), self.dataset, self.cells)
        true_labels = positions(clean.y, self.dataset.classes)
        wrong = sum(label != true for label, true in zip(of_rows, true_labels, strict=True))
        return asdict(measure_surface(grid, truth, classes, wrong, self.dataset.directions))


# --- Curves -------------------------------------------------------------------------------------------------


LEVELS = tuple(range(0, 51, 5))
"""Noise in percent of the training rows."""
PAIR = ("MonFkNN-PM", "MkNN")
SEEDS = 10
"""The paper has three, too few to tell the curves apart at the lower levels."""
KEPT = Fraction(1, 4)
AUTHORS_POINTS = "618b970694e0"
"""The fingerprint of the 999 points that the paper's authors used."""


def noisy_training_set(dataset: Dataset, train: Sequence[int], level: int, seed: int) -> Dataset:
    """The training rows of a fold, under-sampled to a quarter, with so many percent of noisy labels."""
    part = replace(dataset, X=tuple(dataset.X[i] for i in train), y=tuple(dataset.y[i] for i in train))
    return noise_from_neighbors(subsample(part, KEPT, seed), Fraction(level, 100), seed)


@dataclass(frozen=True)
class NoiseTask:
    """One fold of one seed at one level: the noise in the training set, and what each method predicts."""

    methods: tuple[Method, ...]
    reading: Reading
    dataset: Dataset
    data_fingerprint: str
    split: Split
    fold: int
    seed: int
    level: int

    @property
    def identity(self) -> dict[str, Any]:
        return {
            "study": "noise",
            "methods": [method.describe(self.reading) for method in self.methods],
            "data": self.data_fingerprint,
            "rows": fingerprint(self.split),
            "fold": self.fold,
            "seed": self.seed,
            "level": self.level,
        }

    @property
    def kind(self) -> str:
        """Tasks with the same noise take about the same time."""
        return f"{self.level} % noise"

    def carry_out(self) -> dict[str, Any]:
        draw = 1000 * self.seed + self.fold
        training = noisy_training_set(self.dataset, self.split.train, self.level, draw)
        index = non_monotonic_index(training.X, training.y, training.classes, training.directions)
        every = range(len(training))
        predicted = {}
        for method in self.methods:
            predicted[method.name] = method.predictions(
                training, every, self.dataset, self.split.test, self.reading, self.seed
            )
        return {"training NMI": index, "predicted": predicted}


class Curves:
    """What results of the study say, level by level: a level of noise stands there as a data set."""

    def __init__(self, results: Results) -> None:
        if results.study != "noise":
            raise DataError(f"these must be results of the study of noise, got {results.study or 'tables'}")
        self.results = results

    @property
    def dataset(self) -> str:
        return str(self.results.details["dataset"])

    @property
    def points(self) -> str:
        """Which points the data set has, in words."""
        return str(self.results.details["points"])

    @property
    def seeds(self) -> int:
        return self.results.partitions

    @property
    def levels(self) -> list[int]:
        """Noise in percent of the training rows."""
        return list(self.results.details["levels"])

    @property
    def training(self) -> list[tuple[float, float]]:
        """The NMI of the training sets at each level: mean and standard deviation over seeds and folds."""
        return [(mean, deviation) for mean, deviation in self.results.details["training"]]

    @property
    def methods(self) -> list[str]:
        return list(self.results.runs)

    @cached_property
    def surfaces(self) -> dict[str, list[SurfaceMeasures]]:
        """For each method what was measured of its decision surfaces, one for each seed."""
        stored = self.results.details["surfaces"]
        return {method: [SurfaceMeasures(**one) for one in of_seeds] for method, of_seeds in stored.items()}

    def values(self, method: str, measure: str) -> list[list[float]]:
        """The values of the seeds, level by level."""
        names = [with_noise(self.dataset, level) for level in self.levels]
        return [self.results.values(method, name, measure) for name in names]

    def means(self, method: str, measure: str) -> list[Mean]:
        """The mean over the seeds at each level."""
        return [Mean.of(values) for values in self.values(method, measure)]

    def advantages(self, measure: str, better: str = PAIR[0], worse: str = PAIR[1]) -> list[list[float]]:
        """By how much one method is better than another: for each level, the difference of each seed."""
        sign = MEASURES[measure].sign
        pairs = zip(self.values(better, measure), self.values(worse, measure), strict=True)
        return [[sign * (one - other) for one, other in zip(*pair, strict=True)] for pair in pairs]

    def gaps(self, measure: str) -> list[Mean]:
        """By how much MonFkNN-PM is better than MkNN at each level, on average."""
        return [Mean.of(of_seeds) for of_seeds in self.advantages(measure)]


def with_noise(dataset: str, level: int) -> str:
    """What a data set is called whose training rows have so many percent of noise."""
    return f"{dataset}, {level} % noise"


def run_noise_study(
    dataset: Dataset,
    methods: Sequence[str] = PAIR,
    levels: Sequence[int] = LEVELS,
    seeds: int = SEEDS,
    folds: int = 10,
    reading: Reading = AUTHORS,
    cells: int = CELLS,
    **how: Unpack[How],
) -> Results:
    """Carry out the study.

    With `cells`, the decision surfaces at 35 % noise are measured too, on a grid of so many cells a side.
    """
    check_whole("seeds", seeds, 1)
    for level in levels:
        if not 0 <= check_whole("a level", level, 0) <= 100:
            raise ValueError(f"levels must be percentages from 0 to 100, got {level}")
    chosen = tuple(map(method_named, methods))
    data = fingerprint(content(dataset))
    splits = {seed: stratified_folds(dataset.y, folds, seed, dataset.classes) for seed in range(seeds)}
    tasks = [
        NoiseTask(chosen, reading, dataset, data, split, fold, seed, level)
        for level in levels
        for seed in range(seeds)
        for fold, split in enumerate(splits[seed], start=1)
    ]
    surfaces = [
        SurfaceTask(method, dataset, data, SURFACE_LEVEL, seed, cells)
        for method in chosen
        for seed in range(seeds)
        if cells
    ]
    everything: list[NoiseTask | SurfaceTask] = [*tasks, *surfaces]
    results = run(everything, **how)
    found = merged(dataset, reading, splits, chosen, tasks, results[: len(tasks)])
    of_method: dict[str, list[Any]] = {method.name: [] for method in chosen if cells}
    for task, result in zip(surfaces, results[len(tasks) :], strict=True):
        of_method[task.method.name].append(result)
    found.details |= {"folds": folds, "points": points_of(dataset, data), "surfaces": of_method}
    found.fingerprints[dataset.name] = data
    return found


def points_of(dataset: Dataset, data_fingerprint: str) -> str:
    """Whose points they are, in words.

    >>> from monfknn_ref.data import artiset
    >>> points_of(artiset(), fingerprint(content(artiset())))
    'the 1000 built-in points'
    """
    if data_fingerprint == AUTHORS_POINTS:
        return f"the authors' own {len(dataset)} points"
    built_in = artiset()
    if data_fingerprint == fingerprint(content(built_in)):
        return f"the {len(built_in)} built-in points"
    return f"{len(dataset)} points of the data set {dataset.name}"


def merged(
    dataset: Dataset,
    reading: Reading,
    splits: Mapping[int, Sequence[Split]],
    methods: Sequence[Method],
    tasks: Sequence[NoiseTask],
    results: Sequence[Mapping[str, Any]],
) -> Results:
    """Merge the folds of each level and seed, and count; the NMI of training sets is averaged over all."""
    found = Results(
        {method.name: method.describe(reading) for method in methods},
        runs={method.name: {} for method in methods},
        implementations={method.name: method.runs_as() for method in methods},
        study="noise",
    )
    by_level: dict[int, dict[int, list[Mapping[str, Any]]]] = {}
    for task, result in zip(tasks, results, strict=True):
        by_level.setdefault(task.level, {}).setdefault(task.seed, []).append(result)
    count = counter(dataset)
    for level, by_seed in by_level.items():
        for seed, of_folds in by_seed.items():
            for method in methods:
                predicted = merge(
                    splits[seed], [result["predicted"][method.name] for result in of_folds], len(dataset)
                )
                place = Arrangement(f"seed {seed}")
                found.keep(method.name, with_noise(dataset.name, level), place, count(predicted))
    indices = [
        [result["training NMI"] for of_folds in by_seed.values() for result in of_folds]
        for by_seed in by_level.values()
    ]
    found.details = {
        "dataset": dataset.name,
        "reading": repr(reading),
        "levels": list(by_level),
        "training": [[round(one.mean, 10), round(one.spread, 10)] for one in map(Mean.of, indices)],
    }  # rounded, so that what is stored is the same on every machine
    return found
