"""Methods on training sets that are drawn again and again: learning curves, and the bias of tie rules.

In each draw all methods get the same training rows and predict the same other rows.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from monfknn_ref.data import Dataset, artiset, noisy
from monfknn_ref.data.files import PathLike
from monfknn_ref.evaluation.cross_validation import Counts, counter
from monfknn_ref.evaluation.folds import Arrangement, content, fingerprint
from monfknn_ref.evaluation.methods import METHODS, Method
from monfknn_ref.evaluation.provenance import made_by
from monfknn_ref.evaluation.results import COUNTED, Results
from monfknn_ref.evaluation.task_runner import Progress, run
from monfknn_ref.model.checks import check_whole
from monfknn_ref.readings import PAPER, Reading
from monfknn_ref.reproduction.settings_study import PACKAGES, numbers

TESTED = 0.3
"""The share of the rows that is predicted in learning curves."""
SMALLEST = 20
"""The number of training rows at which learning curves begin; it is doubled again and again."""


@dataclass(frozen=True)
class Competitor:
    """A method under a reading, with a name of its own."""

    name: str
    method: Method
    reading: Reading = PAPER


def fast(name: str, **parameters: Any) -> Method:
    """A method of the paper with some parameters changed; MonFkNN runs in its NumPy variant."""
    method = METHODS[name].with_parameters(parameters)
    if name.startswith("MonFkNN"):
        method = replace(method, implementation="optimised:NumpyMonFkNN")
    return method


LEARNERS = tuple(Competitor(name, fast(name)) for name in ("MonFkNN-PM", "MonFkNN-AM", "FkNN", "MkNN"))
"""The methods of the learning curves."""

RULES = (
    *(
        Competitor(f"{name}, {rule}", fast(f"MonFkNN-{name}"), replace(PAPER, median_gap=rule))
        for name in ("PM", "AM")
        for rule in ("lower", "upper", "coin")
    ),
    *(
        Competitor(f"PM RCr={RCr}, {rule}", fast("MonFkNN-PM", RCr=RCr), replace(PAPER, median_gap=rule))
        for RCr in (0.51, 0.6)
        for rule in ("lower", "upper", "coin")
    ),
    Competitor("FkNN", fast("FkNN")),
)
"""The tie rules of the medians in both configurations, with RCr a little above one half, and FkNN."""

NOISY_SETS = {"artiset, 300 noisy rows": (300, 200), "artiset, 400 noisy rows": (400, 1000)}
"""Numbers of training and of test rows; those of the first are the tour's."""
MOVED = 0.25
"""The share of the training labels that are moved by one class."""


@dataclass(frozen=True)
class DrawTask:
    """All methods on training sets of several sizes, the smaller ones being the beginning of the larger."""

    label: str
    dataset: Dataset
    data_fingerprint: str
    train: tuple[int, ...]
    test: tuple[int, ...]
    sizes: tuple[int, ...]
    competitors: tuple[Competitor, ...]
    draw: int

    @property
    def identity(self) -> dict[str, Any]:
        return {
            "study": "draws",
            "data": self.data_fingerprint,
            "rows": fingerprint((self.train, self.test)),
            "sizes": list(self.sizes),
            "methods": fingerprint(
                [(one.name, one.method.describe(one.reading)) for one in self.competitors]
            ),
            "draw": self.draw,
            "counts": COUNTED,
        }

    @property
    def kind(self) -> str:
        """Draws of the same data set take about the same time."""
        return self.label

    def carry_out(self) -> dict[str, list[int | None]]:
        """The counts of each method and size."""
        dataset = self.dataset
        tested = replace(
            dataset, X=tuple(dataset.X[i] for i in self.test), y=tuple(dataset.y[i] for i in self.test)
        )
        count = counter(tested)
        found = {}
        for one in self.competitors:
            for size in self.sizes:
                predicted = one.method.predictions(
                    dataset, self.train[:size], dataset, self.test, one.reading, self.draw
                )
                name = one.name if len(self.sizes) == 1 else f"{one.name}, {size} rows"
                found[name] = numbers(count(predicted))
        return found


def learning_sizes(rows: int) -> tuple[int, ...]:
    """The numbers of training rows of a set with so many rows: doubled from 20 on, and all there are.

    >>> learning_sizes(209)
    (20, 40, 80, 146)
    """
    available = rows - round(TESTED * rows)
    sizes, size = [], SMALLEST
    while size < 0.75 * available:
        sizes.append(size)
        size *= 2
    return (*sizes, available)


def learning_tasks(datasets: Sequence[Dataset], draws: int) -> list[DrawTask]:
    """The learning curves of some data sets."""
    tasks = []
    for draw in range(check_whole("draws", draws, 1)):
        for dataset in datasets:
            places = random.Random(draw)
            place = [places.random() for _ in dataset.y]
            order = sorted(range(len(dataset)), key=place.__getitem__)
            sizes = learning_sizes(len(dataset))
            data = fingerprint(content(dataset))
            train, test = tuple(order[: sizes[-1]]), tuple(order[sizes[-1] :])
            tasks.append(DrawTask(dataset.name, dataset, data, train, test, sizes, LEARNERS, draw))
    return tasks


def tie_tasks(draws: int) -> list[DrawTask]:
    """The tie rules on noisy draws of the paper's artificial set, tested on clean ones."""
    tasks = []
    for draw in range(check_whole("draws", draws, 1)):
        for label, (training, tests) in NOISY_SETS.items():
            given = noisy(artiset(training, seed=3 * draw + 1), MOVED, seed=3 * draw + 2)
            test = artiset(tests, seed=3 * draw + 3)
            both = replace(given, name="artiset", X=(*given.X, *test.X), y=(*given.y, *test.y))
            train = tuple(range(training))
            rest = tuple(range(training, training + tests))
            data = fingerprint(content(both))
            tasks.append(DrawTask(label, both, data, train, rest, (training,), RULES, draw))
    return tasks


def run_draws(
    study: str,
    command: str,
    tasks: Sequence[DrawTask],
    jobs: int = 1,
    out: PathLike | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
) -> Results:
    """Carry out the draws; what is called partitions in the results are draws."""
    results = run(tasks, jobs, out, None, dask, progress)
    data = {task.label: task.data_fingerprint for task in tasks if task.draw == 0}
    found = Results({}, data, {}, {}, [made_by(command, PACKAGES)], study)
    for task, result in zip(tasks, results, strict=True):
        for name, kept in result.items():
            found.keep(name, task.label, Arrangement(f"draw {task.draw}"), Counts(len(task.test), *kept))
    return found
