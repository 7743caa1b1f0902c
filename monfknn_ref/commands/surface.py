"""Draw the decision surface of a classifier on a data set with two attributes, beside the data.

Dark dots are, on the left, the rows whose label --noise has drawn anew from their neighborhood and, on the
right, those that the method gives a wrong class, measured by the labels before the noise. For artiset the
true surface is shown.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monfknn_ref.data import Dataset

SUMMARY = "draw the decision surface of a classifier on a data set with two attributes"
EXAMPLE = "python -m monfknn_ref surface --method MonFkNN-PM --noise 0.35 --out surface.svg"

ARTISET_ROWS = 250  # as in the figures of the study of noise
MOST_ROWS, MOST_CELLS = 1_000_000, 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--method", default="MonFkNN-PM", help="a classifier by its name in the paper (%(default)s)")
    add("--dataset", metavar="artiset|FILE", default="artiset", help="artiset, or a file .csv or .dat")
    add("--noise", metavar="SHARE", type=float, default=0.0, help="share of labels drawn anew")
    add("--size", metavar="N", type=int, help=f"number of rows ({ARTISET_ROWS} for artiset, all of a file)")
    add("--grid", metavar="N", type=int, default=50, help="cells on each side (%(default)s)")
    add("--seed", type=int, default=0, help="for the rows and the noise (%(default)s)")
    add("--out", metavar="FILE.svg", required=True, help="where the picture goes")


def run(arguments: argparse.Namespace) -> int:
    from monfknn_ref.data import artiset, noise_from_neighbors
    from monfknn_ref.experiments.surfaces import artiset_rule, surface_of
    from monfknn_ref.files import check_place
    from monfknn_ref.validation import check_whole

    rule = None
    check_place("--out", arguments.out)
    check_whole("--grid", arguments.grid, 1, MOST_CELLS)
    if arguments.size is not None:
        check_whole("--size", arguments.size, 1, MOST_ROWS)
    if arguments.dataset == "artiset":
        clean = artiset(ARTISET_ROWS if arguments.size is None else arguments.size, seed=arguments.seed)
        rule = artiset_rule(len(clean.classes))
    else:
        clean = read(arguments.dataset)
        if arguments.size is not None:
            clean = sample(clean, arguments.size, arguments.seed)
    given = noise_from_neighbors(clean, arguments.noise, arguments.seed) if arguments.noise else clean
    progress = partial(show_progress, arguments.grid)
    canvas = surface_of(arguments.method, given, clean.y, rule, arguments.grid, progress).draw()
    canvas.save(arguments.out)
    print(f"{arguments.out}: {canvas.description}")
    return 0


def read(path: str) -> Dataset:
    """The data set of a file, by the way its name ends."""
    from monfknn_ref.data import read_csv, read_keel

    readers = {".csv": read_csv, ".dat": read_keel}
    suffix = Path(path).suffix.lower()
    if suffix not in readers:
        raise ValueError(f"--dataset must be artiset or a file .csv or .dat, got {path!r}")
    return readers[suffix](path)


def sample(dataset: Dataset, size: int, seed: int) -> Dataset:
    """So many rows of a data set, drawn at random and left in their order."""
    if size > len(dataset):
        raise ValueError(f"--size must be at most {len(dataset)}, the rows of {dataset.name}, got {size}")
    generator = random.Random(seed)
    draws = [generator.random() for _ in dataset.y]
    chosen = sorted(sorted(range(len(dataset)), key=draws.__getitem__)[:size])
    return replace(dataset, X=[dataset.X[i] for i in chosen], y=[dataset.y[i] for i in chosen])


def show_progress(cells: int, done: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == cells else ""
        print(f"\r{done} of {cells} rows of cells", end=end, file=sys.stderr, flush=True)
