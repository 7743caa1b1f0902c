"""Time, growth and memory of the reference and its variants, side by side in one run.

The contestants take turns on the same rows: each fits them and predicts the same queries, and the median of
several turns counts. scikit-learn's `KNeighborsClassifier(9)` fits the rows and predicts rows and queries,
which is the work that any method of this kind has to do at least. All others must agree on every prediction.
"""

from __future__ import annotations

import importlib.util
import json
import math
import platform
import random
import statistics
import subprocess
import sys
import time
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from monfknn_ref.data import DataError, load
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.optimised.with_stdlib.model import StdlibMonFkNN

Announce = Callable[[str], None]
"""Is told in words what is being measured."""
BenchmarkReport = dict[str, Any]
"""What was measured, as it is written to JSON."""

CLASSES = 10
NOISE = 0.1


class Sample(NamedTuple):
    """Rows and labels, one value after the other, so that a million rows take no more room than they need."""

    values: array[float]
    labels: array[int]
    attributes: int

    @classmethod
    def noisy(
        cls, rows: int, attributes: int, seed: int, place: Callable[[Sequence[float]], float]
    ) -> Sample:
        """Points of the unit cube; `place` gives the class as a share, and a tenth is moved by a class."""
        chance = random.Random(seed)
        values, labels = array("d"), array("q")
        for _ in range(rows):
            row = [chance.random() for _ in range(attributes)]
            label = int(place(row) * CLASSES)
            if chance.random() < NOISE:
                label += 1 if chance.random() < 0.5 else -1
            values.extend(row)
            labels.append(max(0, min(CLASSES - 1, label)))
        return cls(values, labels, attributes)

    @classmethod
    def noisy_artiset(cls, rows: int, attributes: int, seed: int) -> Sample:
        """Labeled by the paper's formula; attributes beyond the second tell nothing of the class.

        >>> Sample.noisy_artiset(3, 2, seed=1).lists()[1]
        [4, 3, 8]
        """
        return cls.noisy(rows, attributes, seed, lambda row: row[0] + (row[1] ** 2 - row[0] ** 2) / 2)

    @classmethod
    def noisy_sums(cls, rows: int, attributes: int, seed: int) -> Sample:
        """The class depends on all attributes alike."""
        spread = math.sqrt(12 * attributes) / 6  # the classes reach from -3 to 3 standard deviations
        return cls.noisy(
            rows, attributes, seed, lambda row: (math.fsum(row) / attributes - 0.5) * spread + 0.5
        )

    def lists(self) -> tuple[list[tuple[float, ...]], list[int]]:
        """The rows as tuples in a list, and the labels as a list."""
        columns = [iter(self.values)] * self.attributes
        return list(zip(*columns)), self.labels.tolist()

    def arrays(self) -> tuple[Any, Any]:
        """The same as NumPy arrays."""
        import numpy as np

        return np.frombuffer(self.values).reshape(-1, self.attributes), np.frombuffer(self.labels, np.int64)


class Played(NamedTuple):
    """What a contestant answered, and how many of its decisions needed exact arithmetic."""

    predictions: list[Any]
    undecided: float | None


class Contestant(NamedTuple):
    """Who takes part: whether in arrays, with which packages, and what it does."""

    arrays: bool
    needs: tuple[str, ...]
    run: Callable[[Any, Any, Any], Played]

    def missing(self) -> list[str]:
        """The packages that are not installed."""
        return [package for package in self.needs if importlib.util.find_spec(package) is None]

    def turn(self, training: Sample, queries: Sample) -> Callable[[], Played]:
        """Its work on these samples, which it has in its own form before it starts."""
        form = Sample.arrays if self.arrays else Sample.lists
        X, y = form(training)
        return partial(self.run, X, y, form(queries)[0])


def run_reference(X: Any, y: Any, queries: Any) -> Played:
    return Played(MonFkNN().fit(X, y).predict(queries), None)


def run_stdlib(X: Any, y: Any, queries: Any) -> Played:
    model = StdlibMonFkNN().fit(X, y)
    return Played(model.predict(queries), model.decisions_.share)


def run_compiled(X: Any, y: Any, queries: Any, n_jobs: int | None = None) -> Played:
    from monfknn_ref.optimised import NumpyMonFkNN

    model = NumpyMonFkNN(n_jobs=n_jobs).fit(X, y)
    return Played(model.predict(queries).tolist(), model.decisions_.share)


def run_numpy(X: Any, y: Any, queries: Any) -> Played:
    from monfknn_ref.optimised.with_numpy.loops_and_threads import without_numba

    with without_numba():
        return run_compiled(X, y, queries)


def run_scikit_learn(X: Any, y: Any, queries: Any) -> Played:
    import numpy as np
    from sklearn.neighbors import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
        KNeighborsClassifier,
    )

    model = KNeighborsClassifier(min(9, len(X))).fit(X, y)
    return Played(model.predict(np.concatenate((X, queries)))[len(X) :].tolist(), None)


CONTESTANTS = {
    "reference": Contestant(False, (), run_reference),
    "stdlib": Contestant(False, (), run_stdlib),
    "numpy": Contestant(True, ("numpy", "scipy"), run_numpy),
    "numpy+jit": Contestant(True, ("numpy", "scipy", "numba"), run_compiled),
    "scikit-learn": Contestant(True, ("numpy", "sklearn"), run_scikit_learn),
}
OTHER_METHOD = "scikit-learn"
"""The one whose predictions need not agree."""


@dataclass(frozen=True)
class Plan:
    """What is measured."""

    sizes: tuple[int, ...] = (2000, 5000, 10_000, 40_000, 100_000, 1_000_000)
    attributes: tuple[int, ...] = (2, 3, 5, 10, 20, 40)
    attribute_rows: int = 2000
    many: tuple[tuple[int, int], ...] = (
        *((rows, 3) for rows in (20_000, 100_000, 1_000_000)),
        *((rows, 5) for rows in (20_000, 100_000, 1_000_000)),
        *((rows, 10) for rows in (20_000, 100_000)),
        *((rows, 20) for rows in (5000, 20_000)),
        *((rows, 40) for rows in (5000, 10_000)),
    )
    """Rows and attributes of larger samples."""
    sums: tuple[tuple[int, int], ...] = ((20_000, 5), (100_000, 5), (400_000, 5))
    """The same for samples whose class depends on all attributes."""
    jobs: tuple[tuple[int, int], ...] = ((100_000, 5),)
    """The same for one job and two."""
    whole: tuple[tuple[int, int], ...] = ((20_000, 3),)
    """The same for times in nanoseconds."""
    queries: int = 1000
    repeats: int = 5
    most_rows: tuple[tuple[str, int], ...] = (("reference", 2000), ("stdlib", 20_000))
    patience: float = 20.0
    """A turn that took more seconds than this is not repeated."""
    memory: bool = True
    data: str | None = None
    seed: int = 0

    @classmethod
    def quick(cls, **changes: Any) -> Plan:
        """A plan that takes seconds."""
        settings = dict(
            sizes=(100, 200, 400),
            attributes=(2, 5),
            attribute_rows=200,
            many=((100, 5), (200, 5), (100, 20)),
            sums=((200, 5),),
            jobs=((400, 5),),
            whole=((400, 3),),
            queries=50,
            repeats=3,
            memory=False,
        )
        return cls(**{**settings, **changes})


PARTS = ("over_rows", "over_attributes", "many", "sums", "jobs", "whole", "surveys")
"""Of a report: each has its samples, or surveys."""


def run(
    plan: Plan, announce: Announce = lambda _: None, keep: Callable[[BenchmarkReport], None] = lambda _: None
) -> BenchmarkReport:
    """Everything measured; `keep` gets what there is after each sample, so that nothing is lost."""
    taking_part = [name for name, contestant in CONTESTANTS.items() if not contestant.missing()]
    report: BenchmarkReport = {
        "environment": environment(),
        "queries": plan.queries,
        **{part: [] for part in PARTS},
        "missing": {name: one.missing() for name, one in CONTESTANTS.items() if one.missing()},
        "agree": True,
    }
    for name in SURVEYS if plan.data else ():
        load(name, plan.data)  # better refused now than when everything else is measured
    for name in taking_part:
        work(name, rows=10, attributes=2, queries=1, seed=0)  # imports its packages, which is not measured
    known: dict[tuple[int, int], dict[str, Any]] = {}

    def add(part: str, entry: dict[str, Any]) -> None:
        report[part].append(entry)
        report["agree"] &= entry["agree"]
        keep(report)

    def able(rows: int) -> list[str]:
        return [name for name in taking_part if rows <= dict(plan.most_rows).get(name, rows)]

    def on_artiset(rows: int, attributes: int) -> dict[str, Any]:
        if (rows, attributes) not in known:
            known[rows, attributes] = measured(plan, rows, attributes, able(rows), announce)
        return known[rows, attributes]

    for rows in plan.sizes:
        add("over_rows", on_artiset(rows, 2))
    for attributes in plan.attributes:
        add("over_attributes", on_artiset(plan.attribute_rows, attributes))
    for rows, attributes in plan.many:
        add("many", on_artiset(rows, attributes))
    for rows, attributes in plan.sums:
        add("sums", measured(plan, rows, attributes, able(rows), announce, Sample.noisy_sums))
    if "numpy" in taking_part:
        for rows, attributes in plan.jobs:
            add("jobs", measured_jobs(plan, rows, attributes, announce))
        for rows, attributes in plan.whole:
            add("whole", measured_whole_numbers(plan, rows, attributes, announce))
        for name in SURVEYS:
            add("surveys", measured_survey(plan, name, announce))
    return report


def environment() -> dict[str, Any]:
    """What the times depend on."""
    packages = {name: name for name in ("numpy", "scipy", "numba")} | {"sklearn": "scikit-learn"}
    installed = {
        package: version(package) for name, package in packages.items() if importlib.util.find_spec(name)
    }
    return {"python": platform.python_version(), "machine": platform.machine(), **installed}


def work(name: str, rows: int, attributes: int, queries: int, seed: int) -> None:
    """Let a contestant fit one sample and predict another."""
    training = Sample.noisy_artiset(rows, attributes, seed)
    CONTESTANTS[name].turn(training, Sample.noisy_artiset(queries, attributes, seed + 1))()


def measured(
    plan: Plan,
    rows: int,
    attributes: int,
    names: Sequence[str],
    announce: Announce,
    made: Callable[[int, int, int], Sample] = Sample.noisy_artiset,
) -> dict[str, Any]:
    """Times of the contestants on one sample, taken in turns."""
    training, queries = made(rows, attributes, plan.seed), made(plan.queries, attributes, plan.seed + 1)
    turns = {name: CONTESTANTS[name].turn(training, queries) for name in names}
    if "numpy+jit" in turns and rows >= 100_000:
        turns["numpy+jit"]()  # compiles, which is not measured
    where = f"{rows} rows with {attributes} attributes"
    entry = in_turns(turns, plan.repeats, plan.patience, lambda what: announce(f"{where}, {what}"))
    if plan.memory and made == Sample.noisy_artiset:
        for name in names:
            if entry["contestants"][name]["seconds"] <= plan.patience:
                announce(f"{where}, memory of {name}")
                peak = peak_memory(name, rows, attributes, plan.queries, plan.seed)
                entry["contestants"][name]["peak_mib"] = peak
    return {"rows": rows, "attributes": attributes, **entry}


def measured_jobs(plan: Plan, rows: int, attributes: int, announce: Announce) -> dict[str, Any]:
    """The NumPy variant with one job and with two."""
    X, y = Sample.noisy_artiset(rows, attributes, plan.seed).arrays()
    queries, _ = Sample.noisy_artiset(plan.queries, attributes, plan.seed + 1).arrays()
    turns = {f"n_jobs={n}": partial(run_compiled, X, y, queries, n) for n in (1, 2)}
    timed = in_turns(turns, plan.repeats, plan.patience, lambda what: announce(f"{rows} rows, {what}"))
    return {"rows": rows, "attributes": attributes, **timed}


NANOSECONDS = 1_700_000_000_000_000_000
"""A moment in November 2023, counted from 1970."""


def measured_whole_numbers(plan: Plan, rows: int, attributes: int, announce: Announce) -> dict[str, Any]:
    """The NumPy variant on times in nanoseconds within an hour, and on the same counted from its start."""
    import numpy as np

    X, y = Sample.noisy_artiset(rows, attributes, plan.seed).arrays()
    queries, _ = Sample.noisy_artiset(plan.queries, attributes, plan.seed + 1).arrays()
    X, queries = ((table * 3.6e12).astype(np.int64) for table in (X, queries))
    turns = {
        "from the hour's start": partial(run_compiled, X, y, queries),
        "nanoseconds since 1970": partial(run_compiled, X + NANOSECONDS, y, queries + NANOSECONDS),
    }
    timed = in_turns(turns, plan.repeats, plan.patience, lambda what: announce(f"{rows} rows, {what}"))
    return {"rows": rows, "attributes": attributes, **timed}


def in_turns(
    turns: Mapping[str, Callable[[], Played]], repeats: int, patience: float, announce: Announce
) -> dict[str, Any]:
    """The median time of each, and whether all but the other method agree."""
    seconds: dict[str, list[float]] = {name: [] for name in turns}
    processor: dict[str, list[float]] = {name: [] for name in turns}
    outcomes: dict[str, Played] = {}
    for turn in range(repeats):
        for name, play in turns.items():
            if max(seconds[name], default=0) > patience:
                continue
            announce(f"{name}, turn {turn + 1} of {repeats}")
            start, start_of_processor = time.perf_counter(), time.process_time()
            outcomes[name] = play()
            seconds[name].append(time.perf_counter() - start)
            processor[name].append(time.process_time() - start_of_processor)
    answers = [outcome.predictions for name, outcome in outcomes.items() if name != OTHER_METHOD]
    return {
        "contestants": {
            name: {
                "seconds": statistics.median(seconds[name]),
                "processor_seconds": statistics.median(processor[name]),
                "turns": len(seconds[name]),
                "undecided": outcomes[name].undecided,
            }
            for name in turns
        },
        "agree": all(predictions == answers[0] for predictions in answers),
    }


def growth(
    entries: Iterable[dict[str, Any]], name: str, fewest: float = 0, most: float = math.inf
) -> float | None:
    """The exponent e for which n^e fits the times of a contestant best, by least squares of the logarithms.

    None if there are not two sizes from the fewest to the most rows.

    >>> entries = [{"rows": n, "contestants": {"it": {"seconds": n**1.5}}} for n in (10, 100, 1000)]
    >>> round(growth(entries, "it"), 6)
    1.5
    """
    points = [
        (math.log(entry["rows"]), math.log(entry["contestants"][name]["seconds"]))
        for entry in entries
        if name in entry["contestants"] and fewest <= entry["rows"] <= most
    ]
    if len(points) < 2:
        return None
    return statistics.linear_regression(*zip(*points)).slope


# --- Memory -----------------------------------------------------------------------------------------------


def peak_memory(name: str, rows: int, attributes: int, queries: int, seed: int) -> float | None:
    """The most memory in MiB that a process with this work alone held; None where that cannot be told."""
    work = json.dumps([name, rows, attributes, queries, seed])
    child = subprocess.run([sys.executable, "-m", __name__, work], capture_output=True, text=True)
    return None if child.returncode else float(child.stdout)


def peak_of_this_process(name: str, rows: int, attributes: int, queries: int, seed: int) -> float:
    """Do the work, and return the most memory in MiB that this process ever held."""
    work(name, rows, attributes, queries, seed)
    status = Path("/proc/self/status")
    if status.exists():  # on such systems `ru_maxrss` counts the process that started this one too
        [peak] = [
            line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmHWM:")
        ]
        return int(peak.split()[1]) / 2**10
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2 ** (20 if sys.platform == "darwin" else 10)


# --- Surveys ----------------------------------------------------------------------------------------------


class Survey(NamedTuple):
    """The shape of a survey: few answers to choose from, and most rows more than once."""

    rows: int
    distinct: int
    attributes: int
    answers: int
    classes: int


SURVEYS = {"ERA": Survey(1000, 44, 4, 15, 9), "SWD": Survey(1000, 117, 10, 4, 4)}


def survey(name: str, directory: str | None, seed: int) -> tuple[str, Any, Any, list[Any]]:
    """Source, rows, labels and classes of a survey: its data where at hand, else data of the same shape."""
    try:
        dataset = load(name, directory)
        return "its data", dataset.X, dataset.y, list(dataset.classes)
    except DataError:
        shape, chance = SURVEYS[name], random.Random(seed)
    answers = [
        tuple(chance.randrange(shape.answers) for _ in range(shape.attributes)) for _ in range(shape.distinct)
    ]
    X = [chance.choice(answers) for _ in range(shape.rows)]
    y = []
    for row in X:
        label = sum(row) * shape.classes // (shape.attributes * shape.answers) + chance.choice((-1, 0, 0, 1))
        y.append(max(0, min(shape.classes - 1, label)))
    return "data of its shape", X, y, list(range(shape.classes))


def measured_survey(plan: Plan, name: str, announce: Announce) -> dict[str, Any]:
    """The NumPy variant on a survey, whose rows are also its queries, next to scikit-learn if it is there."""
    import numpy as np

    source, rows, labels, classes = survey(name, plan.data, plan.seed)
    X, y = np.array(rows, dtype=float), np.array([classes.index(label) for label in labels])
    names = [one for one in (OTHER_METHOD, "numpy") if not CONTESTANTS[one].missing()]
    turns = {one: partial(CONTESTANTS[one].run, X, y, X) for one in names}
    timed = in_turns(turns, 5 * plan.repeats, plan.patience, lambda what: announce(f"{name}, {what}"))
    reference = CONTESTANTS["reference"].run(rows, y.tolist(), rows)
    agree = turns["numpy"]().predictions == reference.predictions
    distinct = len(set(map(tuple, rows)))
    return {"survey": name, "source": source, "rows": len(X), "distinct": distinct, **timed, "agree": agree}


if __name__ == "__main__":
    print(peak_of_this_process(*json.loads(sys.argv[1])))
