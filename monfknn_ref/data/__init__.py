"""Data sets: files of KEEL and CSV, the paper's 12 sets, and rules that make some of them.

from monfknn_ref.data import Dataset, car, load, read_csv, read_keel, read_table

dataset = read_keel("machineCPU.dat")
dataset = read_table("cars.csv")                       # as cars.toml beside it describes it
dataset = Dataset.from_frame(frame, label="class")     # of pandas or polars
model.fit(dataset.X, dataset.y, classes=dataset.classes)      # with directions=dataset.directions
model.fit(dataset.scaled(), dataset.y, classes=dataset.classes)        # in [0, 1], all ascending
"""

from monfknn_ref.data.csv_files import read_csv
from monfknn_ref.data.dataset import Dataset
from monfknn_ref.data.files import DataError
from monfknn_ref.data.generators import artiset, balance, car
from monfknn_ref.data.keel import read_keel
from monfknn_ref.data.noise import noise_from_neighbors, noisy, subsample
from monfknn_ref.data.paper_sets import PAPER_TABLE, PaperDataset, Source, find, how_to_get, load
from monfknn_ref.data.tables import read_table

__all__ = [
    "PAPER_TABLE",
    "DataError",
    "Dataset",
    "PaperDataset",
    "Source",
    "artiset",
    "balance",
    "car",
    "find",
    "how_to_get",
    "load",
    "noise_from_neighbors",
    "noisy",
    "read_csv",
    "read_keel",
    "read_table",
    "subsample",
]
