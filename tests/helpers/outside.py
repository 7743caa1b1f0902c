"""Data that some tests use and that does not come with the package: where it is, and what is missing.

A test that cannot do without it is marked with the files or folders it opens:

    @pytest.mark.needs_data("data/wisconsin")

The folder is named by the environment variable MONFKNN_REF_DATA, or it is `shared` beside the repository:

    data/NAME.dat      the paper's data sets as KEEL files; data/wisconsin/ has KEEL's ten folds
    authors/NAME.json  what the authors' program computed on one split
    rivals/NAME.json   what other programs predicted on the same splits
    paper/monfknn.tex  the source of the paper

`paper_set` takes a data set from the folder, from its rule or from a package, whatever is at hand.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from monfknn_ref.data import DataError, Dataset, load, read_keel

VARIABLE = "MONFKNN_REF_DATA"
FOLDER = Path(os.environ.get(VARIABLE) or Path(__file__).resolve().parents[3] / "shared").resolve()
DATA = FOLDER / "data"
NEEDS_DATA = "needs data:"
"""With this the reason begins that a test is skipped for."""


def reason_to_skip(names: tuple[str, ...]) -> str | None:
    """Why a test that opens these is skipped, or None."""
    missing = [str(FOLDER / name) for name in names if not (FOLDER / name).exists()]
    return f"{NEEDS_DATA} {' and '.join(missing)} is not there" if missing else None


@functools.cache
def keel_file(name: str) -> Dataset:
    """A data set of the paper as it is in the folder."""
    return read_keel(DATA / f"{name}.dat")


def paper_set(name: str, files: bool = True) -> Dataset:
    """A data set of the paper; a built-in or packaged one may have its rows in another order than the file."""
    try:
        return load(name, DATA if files and DATA.is_dir() else None)
    except DataError as error:
        pytest.skip(f"{NEEDS_DATA} {error}")


def recorded(folder: str, name: str) -> Any:
    """What another program computed: `authors` or `rivals`."""
    return json.loads((FOLDER / folder / f"{name}.json").read_text(encoding="utf-8"))


def keel_rows(path: Path) -> tuple[list[tuple[float, ...]], list[int], int]:
    """The rows in doubles, the positions of their classes, and the number of classes."""
    dataset = read_keel(path)
    rows = [tuple(map(float, row)) for row in dataset.X]
    return rows, [dataset.classes.index(label) for label in dataset.y], len(dataset.classes)


def wisconsin_folds() -> Iterator[Any]:
    """The rows and classes to learn from and those to predict, for each of KEEL's ten folds."""
    for fold in range(1, 11):
        parts = (DATA / "wisconsin" / f"wisconsin-10-{fold}{part}.dat" for part in ("tra", "tst"))
        yield [keel_rows(part)[:2] for part in parts]
