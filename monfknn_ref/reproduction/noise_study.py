"""Section 5.4: how MonFkNN-PM and MkNN behave as class noise grows.

For each seed and each of ten folds, the training rows are under-sampled to a quarter, a share of their labels
is drawn anew from the neighborhood (`monfknn_ref.data.noise`), and every method is fitted to what is left,
MkNN after relabeling. Predictions are merged over the folds and measured once, then averaged over the seeds.
The same rows are noisy at every level, and more as it grows. All methods get the same training sets, so they
are compared seed by seed: the noise of a draw harms both of a pair, and their difference varies less.

The paper has three seeds. That is too few to tell the curves apart at the lower levels; `SEEDS` are taken
here unless another number is asked for.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from monfknn_ref.data import DataError, Dataset, artiset, noise_from_neighbors, subsample
from monfknn_ref.data.files import PathLike, read_text, write_text
from monfknn_ref.drawing import WIDE, Canvas, Layout
from monfknn_ref.drawing.charts import Series, line_chart
from monfknn_ref.evaluation.cross_validation import Split, measure, merge, stratified_folds
from monfknn_ref.evaluation.folds import content, fingerprint
from monfknn_ref.evaluation.measures import non_monotonic_index
from monfknn_ref.evaluation.methods import AnyMethod, MethodError, method_named
from monfknn_ref.evaluation.student_t import MeanDifference, mean_difference
from monfknn_ref.evaluation.task_runner import Progress, TaskError, run
from monfknn_ref.model.checks import check_whole
from monfknn_ref.readings import AUTHORS, Reading
from monfknn_ref.reproduction.noise_surfaces import (
    CELLS,
    SURFACE_LEVEL,
    SurfaceMeasures,
    SurfaceTask,
    measures_from,
)

__all__ = [
    "GAP_CHARTS",
    "LEVELS",
    "MEASURE_NAMES",
    "PAIR",
    "SEEDS",
    "Curves",
    "NoiseTask",
    "advantage",
    "curve_charts",
    "curves_as_json",
    "noisy_training_set",
    "read_curves",
    "run_noise_study",
    "write_curves",
]

LEVELS = tuple(range(0, 51, 5))
"""Noise in percent of the training rows."""
PAIR = ("MonFkNN-PM", "MkNN")
SEEDS = 10
KEPT = Fraction(1, 4)
AUTHORS_POINTS = "618b970694e0"
"""The fingerprint of the 999 points that the paper's authors used."""
MEASURE_NAMES = {"accuracy": "accuracy", "mae": "MAE", "nmi": "NMI"}


def noisy_training_set(dataset: Dataset, train: Sequence[int], level: int, seed: int) -> Dataset:
    """The training rows of a fold, under-sampled to a quarter, with so many percent of noisy labels."""
    part = replace(dataset, X=tuple(dataset.X[i] for i in train), y=tuple(dataset.y[i] for i in train))
    return noise_from_neighbors(subsample(part, KEPT, seed), Fraction(level, 100), seed)


@dataclass(frozen=True)
class NoiseTask:
    """One fold of one seed at one level: the noise in the training set, and what each method predicts."""

    methods: tuple[AnyMethod, ...]
    reading: Reading
    dataset: Dataset
    data_fingerprint: str
    split: Split
    fold: int
    seed: int
    level: int

    def __str__(self) -> str:
        return f"{self.level} % noise, seed {self.seed}, fold {self.fold}"

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
            try:
                predicted[method.name] = method.predictions(
                    training, every, self.dataset, self.split.test, self.reading, self.seed
                )
            except MethodError as error:
                where = f"{self.dataset.name} with {self.level} % noise, fold {self.fold}"
                raise TaskError(f"{method.name} on {where}: {error}") from error
        return {"training NMI": index, "predicted": predicted}


@dataclass(frozen=True)
class Curves:
    """For each level the NMI of the training sets, and for each method and measure its values.

    A value is a pair: the mean over the seeds, and the standard deviation over the seeds; of the training
    sets, mean and standard deviation over all seeds and folds.
    """

    dataset: str
    reading: str
    seeds: int
    folds: int
    levels: tuple[int, ...]
    training: tuple[tuple[float, float], ...]
    methods: Mapping[str, Mapping[str, tuple[tuple[float, float], ...]]]
    folds_spread: Mapping[str, Mapping[str, tuple[float, ...]]]
    """The standard deviation of each measure over the single folds of all seeds."""
    by_seed: Mapping[str, Mapping[str, tuple[tuple[float, ...], ...]]] = field(default_factory=dict)
    """For each method and measure a tuple for each level, with the value of each seed."""
    points: str = ""
    """Which points the data set has, in words."""
    surfaces: Mapping[str, tuple[SurfaceMeasures, ...]] = field(default_factory=dict)
    """For each method what was measured of its decision surfaces, one for each seed."""
    made_by: Mapping[str, str] = field(default_factory=dict)
    """The command and the versions that made the curves, where they were stored."""

    def values(self, method: str, measure: str) -> tuple[tuple[float, ...], ...]:
        """The values of the seeds, level by level; the means alone where nothing else was stored."""
        stored = self.by_seed.get(method, {}).get(measure)
        if stored is not None:
            return stored
        return tuple((mean,) for mean, _ in self.methods[method][measure])


def advantage(curves: Curves, measure: str, better: str, worse: str) -> list[list[float]]:
    """By how much one method is better than another: for each level, the difference of each seed.

    Higher is better for accuracy, and lower for the others.
    """
    sign = 1 if measure == "accuracy" else -1
    return [
        [sign * (one - other) for one, other in zip(ours, theirs, strict=True)]
        for ours, theirs in zip(curves.values(better, measure), curves.values(worse, measure), strict=True)
    ]


def run_noise_study(
    dataset: Dataset,
    methods: Sequence[str | AnyMethod] = PAIR,
    levels: Sequence[int] = LEVELS,
    seeds: int = SEEDS,
    folds: int = 10,
    reading: Reading = AUTHORS,
    jobs: int = 1,
    out: PathLike | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
    cells: int = CELLS,
) -> Curves:
    """Carry out the study; finished folds are kept in the file `out`, and a later run goes on from there.

    With `cells`, the decision surfaces at 35 % noise are measured too, on a grid of so many cells a side.
    """
    check_whole("seeds", seeds, 1)
    for level in levels:
        if not 0 <= check_whole("a level", level, 0) <= 100:
            raise ValueError(f"levels must be percentages from 0 to 100, got {level}")
    chosen = tuple(method_named(one) if isinstance(one, str) else one for one in methods)
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
    results = run(everything, jobs, out, None, dask, progress)
    curves = draw_together(
        dataset, reading, seeds, folds, tuple(levels), splits, chosen, tasks, results[: len(tasks)]
    )
    of_method: dict[str, list[SurfaceMeasures]] = {method.name: [] for method in chosen if cells}
    for task, result in zip(surfaces, results[len(tasks) :], strict=True):
        of_method[task.method.name].append(measures_from(result))
    return replace(
        curves,
        points=points_of(dataset, data),
        surfaces={name: tuple(measured) for name, measured in of_method.items()},
    )


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


def draw_together(
    dataset: Dataset,
    reading: Reading,
    seeds: int,
    folds: int,
    levels: tuple[int, ...],
    splits: Mapping[int, Sequence[Split]],
    methods: Sequence[AnyMethod],
    tasks: Sequence[NoiseTask],
    results: Sequence[Mapping[str, Any]],
) -> Curves:
    """Merge the folds of each seed, measure, and average over the seeds."""
    found = {(task.level, task.seed, task.fold): result for task, result in zip(tasks, results, strict=True)}
    training = []
    values: dict[str, dict[str, list[tuple[float, float]]]] = {
        method.name: {name: [] for name in MEASURE_NAMES} for method in methods
    }
    spread: dict[str, dict[str, list[float]]] = {
        method.name: {name: [] for name in MEASURE_NAMES} for method in methods
    }
    by_seed: dict[str, dict[str, list[tuple[float, ...]]]] = {
        method.name: {name: [] for name in MEASURE_NAMES} for method in methods
    }
    for level in levels:
        training.append(mean_and_deviation([found[key]["training NMI"] for key in found if key[0] == level]))
        for method in methods:
            merged, single = [], []
            for seed in range(seeds):
                predictions = [
                    [dataset.classes[l] for l in found[level, seed, fold]["predicted"][method.name]]
                    for fold in range(1, folds + 1)
                ]
                merged.append(measure(dataset, merge(splits[seed], predictions, len(dataset))))
                for split, predicted in zip(splits[seed], predictions):
                    tested = replace(
                        dataset,
                        X=tuple(dataset.X[i] for i in split.test),
                        y=tuple(dataset.y[i] for i in split.test),
                    )
                    single.append(measure(tested, predicted))
            for name in MEASURE_NAMES:
                of_seeds = [float(getattr(one, name)) for one in merged]
                values[method.name][name].append(mean_and_deviation(of_seeds))
                by_seed[method.name][name].append(tuple(round(value, 10) for value in of_seeds))
                spread[method.name][name].append(
                    mean_and_deviation([float(getattr(one, name)) for one in single])[1]
                )
    return Curves(
        dataset.name,
        repr(reading),
        seeds,
        folds,
        levels,
        tuple(training),
        {method: {name: tuple(pairs) for name, pairs in of.items()} for method, of in values.items()},
        {method: {name: tuple(numbers) for name, numbers in of.items()} for method, of in spread.items()},
        {method: {name: tuple(numbers) for name, numbers in of.items()} for method, of in by_seed.items()},
    )


def mean_and_deviation(values: Sequence[float]) -> tuple[float, float]:
    """Rounded to ten decimals, so that what is stored is the same on every machine.

    >>> mean_and_deviation([0.5, 0.7]), mean_and_deviation([0.5])
    ((0.6, 0.1414213562), (0.5, 0.0))
    """
    deviation = statistics.stdev(values) if len(values) > 1 else 0.0
    return round(statistics.fmean(values), 10), round(deviation, 10)


def write_curves(path: PathLike, curves: Curves) -> None:
    """Store the curves as JSON, each list of numbers on a line of its own."""
    write_text(path, json_text(curves_as_json(curves)))


def json_text(plain: Any, indent: str = "") -> str:
    """JSON with a line for each innermost list or dictionary.

    >>> print(json_text({"a": [[1, 2], [3]], "b": {"c": 4}}), end="")
    {
     "a": [
      [1, 2],
      [3]
     ],
     "b": {"c": 4}
    }
    """
    return nested(plain, indent) + "\n"


def nested(plain: Any, indent: str) -> str:
    inner = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ()
    if not any(isinstance(one, (dict, list)) for one in inner):
        return json.dumps(plain)
    deeper = indent + " "
    if isinstance(plain, dict):
        parts = [f"{json.dumps(key)}: {nested(value, deeper)}" for key, value in plain.items()]
        opening, closing = "{", "}"
    else:
        parts = [nested(value, deeper) for value in plain]
        opening, closing = "[", "]"
    lines = ",\n".join(deeper + part for part in parts)
    return f"{opening}\n{lines}\n{indent}{closing}"


def curves_as_json(curves: Curves) -> dict[str, Any]:
    """The curves as plain data."""
    return {
        "made by": dict(curves.made_by),
        "dataset": curves.dataset,
        "points": curves.points,
        "reading": curves.reading,
        "seeds": curves.seeds,
        "folds": curves.folds,
        "levels": list(curves.levels),
        "training": [list(pair) for pair in curves.training],
        "methods": {
            method: {name: [list(pair) for pair in pairs] for name, pairs in of.items()}
            for method, of in curves.methods.items()
        },
        "folds_spread": {
            method: {name: list(numbers) for name, numbers in of.items()}
            for method, of in curves.folds_spread.items()
        },
        "by seed": {
            method: {name: [list(level) for level in levels] for name, levels in of.items()}
            for method, of in curves.by_seed.items()
        },
        "surfaces": {
            method: [measured.as_json() for measured in of_seeds]
            for method, of_seeds in curves.surfaces.items()
        },
    }


def read_curves(path: PathLike) -> Curves:
    """Curves as they were stored."""
    try:
        stored = json.loads(read_text(path))
        return Curves(
            stored["dataset"],
            stored["reading"],
            stored["seeds"],
            stored["folds"],
            tuple(stored["levels"]),
            tuple((mean, deviation) for mean, deviation in stored["training"]),
            {
                method: {name: tuple((a, b) for a, b in pairs) for name, pairs in of.items()}
                for method, of in stored["methods"].items()
            },
            {
                method: {name: tuple(numbers) for name, numbers in of.items()}
                for method, of in stored["folds_spread"].items()
            },
            {
                method: {name: tuple(map(tuple, levels)) for name, levels in of.items()}
                for method, of in stored.get("by seed", {}).items()
            },
            stored.get("points", ""),
            {
                method: tuple(map(measures_from, of_seeds))
                for method, of_seeds in stored.get("surfaces", {}).items()
            },
            stored.get("made by", {}),
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise DataError(f"{path} is not a file of stored noise curves: {error!r}") from None


def curve_charts(curves: Curves, layout: Layout = WIDE) -> dict[str, Canvas]:
    """The NMI of the training sets; accuracy, MAE and NMI of the methods; and by how much PM beats MkNN."""
    charts = {
        "noise-data": line_chart(
            "Noise makes the training sets less monotone",
            [series("training sets", curves.levels, curves.training)],
            NOISY_LABELS,
            "NMI",
            "The NMI of the training sets over the share of noisy labels; bars are standard deviations over "
            "seeds and folds.",
            layout=layout,
        )
    }
    for name, title in MEASURE_NAMES.items():
        charts[f"noise-{name}"] = line_chart(
            f"{title[0].upper()}{title[1:]} as noise grows",
            [series(method, curves.levels, of[name]) for method, of in curves.methods.items()],
            NOISY_LABELS,
            title,
            f"{title} of {', '.join(curves.methods)} over the share of noisy labels; bars are standard "
            "deviations over the seeds.",
            layout=layout,
        )
    if set(PAIR) <= set(curves.methods):
        for name, measures in GAP_CHARTS.items():
            charts[name] = gap_chart(curves, measures, layout)
    return charts


NOISY_LABELS = "noisy labels (%)"
GAP_CHARTS = {"noise-gap": ("accuracy", "mae"), "noise-gap-nmi": ("nmi",)}
"""The charts of PM's advantage over MkNN, and the measures in each, which have one scale."""


def gap_chart(curves: Curves, measures: Sequence[str], layout: Layout) -> Canvas:
    """By how much PM is better than MkNN, with the 95 % interval of the mean of the paired differences."""
    names = " and ".join(MEASURE_NAMES[name] for name in measures)
    return line_chart(
        f"By how much {PAIR[0]} is better than {PAIR[1]}: {names}",
        [gap_series(curves, name) for name in measures],
        NOISY_LABELS,
        f"advantage in {names}",
        f"The mean over the seeds of the difference in {names}, counted so that more is better for "
        f"{PAIR[0]}; bars are 95 % intervals.",
        layout=layout,
        from_zero=True,
    )


def gap_series(curves: Curves, measure: str) -> Series:
    gaps: list[MeanDifference] = [mean_difference(of) for of in advantage(curves, measure, *PAIR)]
    points = [(float(level), gap.mean) for level, gap in zip(curves.levels, gaps)]
    return Series(MEASURE_NAMES[measure], points, [gap.half_width for gap in gaps])


def series(name: str, levels: Sequence[int], values: Sequence[tuple[float, float]]) -> Series:
    """One line of a chart."""
    points = [(float(level), mean) for level, (mean, _) in zip(levels, values)]
    return Series(name, points, [deviation for _, deviation in values])
