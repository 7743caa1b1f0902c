"""Which of many random draws is typical, so that a figure of one draw shows what most of them show.

    python docs/tools/figures/draws.py

counts again, in a few minutes, what each method makes of every draw, into draws.json among the results that
come with the package. A figure takes the draw in which the difference between two methods is the median
of all differences, the earliest of equals, and says in how many draws the difference has the same sign.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from statistics import median_low
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # docs, where `tools` is
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))  # the package of this clone

from monfknn_ref.data import Dataset, artiset, noise_from_neighbors, noisy
from monfknn_ref.drawing.maps import ClassGrid, falls
from monfknn_ref.evaluation.surfaces import artiset_rule, fitted, predicted, rule_surface, surface
from monfknn_ref.reproduction import STORED

FILE = STORED / "draws.json"
DRAWS = 31  # an odd number has a middle
CELLS = 36

Counts = dict[str, int]
"""What is counted, by method and name."""


class Study(NamedTuple):
    """Rows and labels drawn at random, and what is counted of each method's answers."""

    draw: Callable[[int], tuple[Dataset, Dataset]]
    """From the number of a draw to the data set without its noise, and with it."""
    judged: Callable[[str, Dataset, Dataset], Counts]
    """From a method and the two data sets to what is counted, by name."""
    methods: tuple[str, ...]
    compared: tuple[str, str]
    """The draw shown has the median of the first count less the second."""


def configurations(draw: int) -> tuple[Dataset, Dataset]:
    """A hundred rows of the artificial set with five classes; a quarter of the labels moved by one class."""
    clean = artiset(100, 5, seed=2 * draw - 1)
    return clean, noisy(clean, Fraction(1, 4), seed=2 * draw)


def noise(draw: int) -> tuple[Dataset, Dataset]:
    """A quarter of the paper's artificial set, with 35 % of the labels drawn anew as in its last experiment.

    The number of a draw is the --seed of `python -m monfknn_ref surface --noise 0.35`.
    """
    clean = artiset(250, seed=draw)
    return clean, noise_from_neighbors(clean, Fraction(35, 100), seed=draw)


def cells_right(grid: ClassGrid, truth: ClassGrid) -> int:
    """How many cells have their true class.

    >>> cells_right([[0, 1], [1, 1]], [[0, 1], [1, 2]])
    3
    """
    return sum(a == b for line, true in zip(grid, truth) for a, b in zip(line, true))


def judged_surface(method: str, clean: Dataset, given: Dataset) -> Counts:
    """How many cells of a method's surface have their true class, and at how many edges it falls."""
    truth = rule_surface(artiset_rule(len(clean.classes)), given, CELLS)
    grid = surface(fitted(method, given), given, CELLS)
    return {"right": cells_right(grid, truth), "falls": len(falls(grid, given.directions))}


def judged_rows(method: str, clean: Dataset, given: Dataset) -> Counts:
    """How many training rows are given another class than their true one."""
    found = predicted(fitted(method, given), given, given.X)
    return {"wrong": sum(label != true for label, true in zip(found, clean.y))}


STUDIES: Mapping[str, Study] = {
    "configurations": Study(
        configurations,
        judged_surface,
        ("FkNN", "MonFkNN-PM", "MonFkNN-AM"),
        ("MonFkNN-AM right", "MonFkNN-PM right"),
    ),
    "noise": Study(
        noise,
        judged_rows,
        ("MkNN", "MonFkNN-PM", "MonFkNN-AM", "FkNN"),
        ("MkNN wrong", "MonFkNN-PM wrong"),
    ),
}


def counted(name: str, draw: int) -> Counts:
    """What is counted of every method in one draw."""
    study = STUDIES[name]
    clean, given = study.draw(draw)
    return {
        f"{method} {what}": count
        for method in study.methods
        for what, count in study.judged(method, clean, given).items()
    }


@cache
def stored() -> dict[str, list[Counts]]:
    """The counts of all draws, as they were stored."""
    found: dict[str, list[Counts]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


class Typical(NamedTuple):
    """The draw to show, from 1 on, of so many, and in how many the first count is larger."""

    draw: int
    of: int
    larger: int


def typical(counts: Sequence[Counts], compared: tuple[str, str]) -> Typical:
    """The draw with the median difference between two counts.

    >>> typical([{"a": 5, "b": 1}, {"a": 3, "b": 4}, {"a": 3, "b": 2}], ("a", "b"))
    Typical(draw=3, of=3, larger=2)
    """
    first, second = compared
    differences = [found[first] - found[second] for found in counts]
    return Typical(
        differences.index(median_low(differences)) + 1,
        len(differences),
        sum(difference > 0 for difference in differences),
    )


def main() -> None:
    """Count everything, and store it."""
    parts = []
    for name in STUDIES:
        lines = ",\n".join("  " + json.dumps(counted(name, draw)) for draw in range(1, DRAWS + 1))
        parts.append(f' "{name}": [\n{lines}\n ]')
    FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
