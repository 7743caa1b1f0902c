"""Write the battery of the oracle as JSON files, or check such files.

Each family has one file, with exact inputs, the answers of the reference, and all answers that are accepted
where the paper leaves ties open. A schema, a manifest and checksums are written too. The page docs/vectors.md
explains the format. The same options write the same bytes on every run.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

from monfknn_ref.commands.arguments import offer
from monfknn_ref.commands.printing import status_line
from monfknn_ref.data.files import check_folder, check_place, read_file, write_bytes, write_files
from monfknn_ref.model.checks import check_whole
from monfknn_ref.oracle.families import FAMILIES
from monfknn_ref.oracle.vector_checks import problems_of_vectors
from monfknn_ref.oracle.vectors import LARGEST_FILE, archive, vector_set
from monfknn_ref.readings import READINGS

EXAMPLE = "python -m monfknn_ref vectors --out vectors"
EXIT_CODES = {
    0: "the files were written, or all checked files agree with the reference",
    1: "some file does not agree",
    2: "a file could not be read or written",
}
OUTPUTS = ("zip",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    either = parser.add_mutually_exclusive_group(required=True)
    either.add_argument("--out", metavar="FOLDER", type=Path, help="write the files into this folder")
    either.add_argument("--check", metavar="FILE", type=Path, nargs="+", help="check files of vectors")
    add("--reading", choices=READINGS, default="paper", help="default: paper")
    family = add("--family", action="append", metavar="NAME", help="only this family; may be repeated")
    offer(family, FAMILIES)
    add("--count", type=int, help="only the first COUNT cases of each family")
    add("--most-rows", type=int, help="only cases with at most MOST_ROWS training rows")
    add("--seed", type=int, default=0, help="draw the cases from another seed; default: 0")
    add("--zip", metavar="FILE", type=Path, help="also write the files into one archive")


def run(arguments: argparse.Namespace) -> int:
    if arguments.check:
        return check(arguments.check)
    for option in ("count", "most_rows"):
        if getattr(arguments, option) is not None:
            check_whole(f"--{option.replace('_', '-')}", getattr(arguments, option), 1)
    check_folder("--out", arguments.out)
    if arguments.zip is not None:
        check_place("--zip", arguments.zip)
    progress = status_line()
    names = None if arguments.family is None else list(dict.fromkeys(arguments.family))
    reading = READINGS[arguments.reading]
    chosen = (reading, names, arguments.seed, arguments.count, arguments.most_rows)
    version = import_module("monfknn_ref").__version__  # of the package that this is a part of
    files = vector_set(version, *chosen, progress=progress)
    progress("")
    write_files(arguments.out, files)
    if arguments.zip is not None:
        write_bytes(arguments.zip, archive(files, arguments.reading))
    families = len(files) - 3  # the schema, the manifest and the checksums
    print(f"{families} {'family' if families == 1 else 'families'} written to {arguments.out}")
    return 0


def check(paths: list[Path]) -> int:
    """Check the files and return the exit code."""
    wrong = unread = 0
    progress = status_line()
    for path in paths:
        progress(str(path))
        try:
            content = read_file(path, LARGEST_FILE)
        except OSError as error:
            progress("")
            print(f"monfknn-ref vectors: {error}", file=sys.stderr)
            unread += 1
            continue
        problems = problems_of_vectors(content)
        progress("")
        wrong += bool(problems)
        for problem in problems or ["agrees with the reference"]:
            print(f"{path}: {problem}")
    return 2 if unread else 1 if wrong else 0
