"""Write the battery of the oracle as JSON files, or check such a file.

One file for each family, with exact inputs, the answers of the reference, and all answers that are accepted
where the paper leaves ties open. The format is described in monfknn_ref.oracle.vectors and by the schema
that is written beside the files. The same options write the same bytes on every run.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from monfknn_ref.oracle.families import FAMILIES
from monfknn_ref.oracle.json_schema import schema_text
from monfknn_ref.oracle.vectors import problems_of_vectors, vectors_of_family
from monfknn_ref.readings import READINGS
from monfknn_ref.validation import check_whole

SUMMARY = "write the oracle's cases and answers as JSON files, or check such a file"
EXAMPLE = "python -m monfknn_ref vectors --out vectors"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    either = parser.add_mutually_exclusive_group(required=True)
    either.add_argument("--out", metavar="FOLDER", type=Path, help="write the files into this folder")
    either.add_argument("--check", metavar="FILE", type=Path, nargs="+", help="check files of vectors")
    parser.add_argument("--reading", choices=READINGS, default="paper", help="default: paper")
    parser.add_argument("--family", action="append", metavar="NAME", help="only this family; may be repeated")
    parser.add_argument("--count", type=int, help="only the first so many cases of each family")
    parser.add_argument("--seed", type=int, default=0, help="draw the cases from another seed; default: 0")


def run(arguments: argparse.Namespace) -> int:
    """Carry out the command."""
    if arguments.check:
        return check(arguments.check)
    if arguments.count is not None:
        check_whole("--count", arguments.count, 1)
    reading, names = READINGS[arguments.reading], arguments.family or list(FAMILIES)
    texts = {name: vectors_of_family(name, reading, arguments.seed, arguments.count) for name in names}
    arguments.out.mkdir(parents=True, exist_ok=True)
    write(arguments.out / "vectors.schema.json", schema_text("vectors"))
    for name, text in texts.items():
        write(arguments.out / f"{name}.json", text)
    print(f"{len(texts)} {'family' if len(texts) == 1 else 'families'} written to {arguments.out}")
    return 0


def write(path: Path, text: str) -> None:
    """A file with the same bytes on every system."""
    path.write_text(text, encoding="utf-8", newline="\n")


def check(paths: list[Path]) -> int:
    """Whether the files are as they should be."""
    wrong = 0
    for path in paths:
        problems = problems_of_vectors(path.read_bytes())
        wrong += bool(problems)
        for problem in problems:
            print(f"{path}: {problem}")
        if not problems:
            print(f"{path}: as the reference has it")
    return 1 if wrong else 0
