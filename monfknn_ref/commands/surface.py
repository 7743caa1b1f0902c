"""Draw the decision surface of a classifier on a data set with two attributes, beside the data.

Dark dots are, on the left, the rows whose label --noise has drawn anew from their neighborhood and, on the
right, those that the method gives a wrong class, measured by the labels before the noise. For artiset the
true surface is shown. Of a file with more attributes, --use A,B chooses two.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import replace
from functools import partial

from monfknn_ref.commands.arguments import add_file_arguments, check_no_file_options, offer, read_dataset
from monfknn_ref.data import Dataset, artiset, noise_from_neighbors
from monfknn_ref.data.files import check_place, is_file
from monfknn_ref.evaluation.methods import METHODS
from monfknn_ref.evaluation.surfaces import artiset_rule, surface_of
from monfknn_ref.model.checks import check_whole

EXAMPLE = "python -m monfknn_ref surface --method MonFkNN-PM --noise 0.35 --out surface.svg"

OUTPUTS = ("out",)
ARTISET_ROWS = 250  # as in the figures of the study of noise
MOST_ROWS, MOST_CELLS = 1_000_000, 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    method = add("--method", default="MonFkNN-PM", help="a classifier by its name in the paper (%(default)s)")
    offer(method, METHODS)
    add("--dataset", metavar="artiset|FILE", default="artiset", help="artiset, or a CSV or KEEL file")
    add("--noise", metavar="SHARE", type=float, default=0.0, help="share of labels drawn anew")
    add("--size", metavar="N", type=int, help=f"number of rows ({ARTISET_ROWS} for artiset, all of a file)")
    add("--grid", metavar="N", type=int, default=50, help="cells on each side (%(default)s)")
    add("--seed", type=int, default=0, help="for the rows and the noise (%(default)s)")
    add("--out", metavar="FILE.svg", required=True, help="where the picture goes")
    add_file_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    rule = None
    check_place("--out", arguments.out)
    check_whole("--grid", arguments.grid, 1, MOST_CELLS)
    if arguments.size is not None:
        check_whole("--size", arguments.size, 1, MOST_ROWS)
    if arguments.dataset == "artiset":
        check_no_file_options("artiset", arguments)
        clean = artiset(ARTISET_ROWS if arguments.size is None else arguments.size, seed=arguments.seed)
        rule = artiset_rule(len(clean.classes))
    else:
        clean = read(arguments.dataset, arguments)
        if arguments.size is not None:
            clean = sample(clean, arguments.size, arguments.seed)
    given = noise_from_neighbors(clean, arguments.noise, arguments.seed) if arguments.noise else clean
    progress = partial(show_progress, arguments.grid)
    canvas = surface_of(arguments.method, given, clean.y, rule, arguments.grid, progress).draw()
    canvas.save(arguments.out)
    print(f"{arguments.out}: {canvas.description}")
    return 0


def read(path: str, arguments: argparse.Namespace) -> Dataset:
    """The data set of a file, of which two attributes are to be drawn."""
    if not is_file(path):
        raise ValueError(f"--dataset must be artiset or a file .csv or .dat, got {path!r}")
    dataset = read_dataset(path, arguments)
    if len(dataset.attributes) != 2:
        names = dataset.attributes
        raise ValueError(
            f"--dataset must have 2 attributes to be drawn, got {len(names)} in {path!r} "
            f"({', '.join(names)}); --use A,B chooses two"
        )
    return dataset


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
