"""Write the files of the documentation that a program makes, or check that they are up to date. Results of
runs are those that come with the package, in monfknn_ref/reproduction/stored, and those in data.

    figures      all figures: figures/*.svg
    pages        the parts of pages between comments, as tools/insertions.py says
    guarantees   data/counterexamples.json, the refutations that the explorer can show

WHAT is one of these, the name of a page such as why-noise, for its parts and its figures, or the name of a
single figure such as cones; without it everything is written. With --check nothing is written, and exit code
1 says that a file is missing or not up to date. Nothing needs to be installed.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the folder of the tools
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the package of this clone

from tools import index
from tools.figures import FIGURES
from tools.guarantees import cases_for_the_explorer
from tools.insertions import with_insertions

DOCS = Path(__file__).resolve().parents[1]

Make: TypeAlias = Callable[[], str]
"""Makes the text of a file."""


def with_parts(page: str) -> str:
    return with_insertions((DOCS / page).read_text(encoding="utf-8"), page)


PARTS = {page: text for page, text in index.pages().items() if re.search("<!-- (from )?here: ", text)}
"""The pages into which a program writes some parts."""

FILES: Mapping[str, Mapping[str, Make]] = {
    "figures": {f"figures/{name}.svg": figure.svg for name, figure in FIGURES.items()},
    "pages": {page: partial(with_parts, page) for page in PARTS},
    "guarantees": {"data/counterexamples.json": cases_for_the_explorer},
}
"""The files of each group, named from the folder of the docs, and what makes them."""


def names() -> dict[str, list[str]]:
    """The files that each name stands for: a group, a figure, or a page with its figures."""
    found = {group: list(files) for group, files in FILES.items()}
    for name in FIGURES:
        found[name] = [f"figures/{name}.svg"]
    for page, text in PARTS.items():
        shown = re.findall(r"figures/[\w-]+\.svg", text)
        found.setdefault(Path(page).stem, []).extend([page, *shown])
    return found


def chosen(asked: Sequence[str]) -> dict[str, Make]:
    """The files that are asked for, each once, in the order of the groups; all of them without a name."""
    everything = {path: make for files in FILES.values() for path, make in files.items()}
    by_name = names()
    for name in asked:
        if name not in by_name:
            raise ValueError(f"WHAT must be one of {', '.join(by_name)}, got {name!r}")
    wanted = {path for name in asked for path in by_name[name]} if asked else set(everything)
    return {path: make for path, make in everything.items() if path in wanted}


def main(argv: Sequence[str] | None = None) -> int:
    """Write or check the files, and return the exit code."""
    arguments = build_parser().parse_args(argv)
    try:
        files = chosen(arguments.what)
        folder = Path(arguments.out)
        if arguments.check and not folder.is_dir():
            raise ValueError(f"--out must be the folder of the documentation, got {str(folder)!r}")
        current = [up_to_date(folder / path, make(), arguments.check) for path, make in files.items()]
    except (ValueError, OSError) as error:
        print(f"write.py: {error}", file=sys.stderr)
        return 2
    stale = current.count(False)
    if arguments.check and stale:
        print(f"{stale} of {len(files)} files are not up to date; without --check they are written again")
        return 1
    print(f"{len(files) - stale} of {len(files)} files are up to date" + f", {stale} written" * (stale > 0))
    return 0


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="docs/tools/write.py",
        description=__doc__,
        epilog="example:\n  python3 docs/tools/write.py cones audit --check",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("what", nargs="*", metavar="WHAT", help="what to write (everything)")
    add("--check", action="store_true", help="compare with the files instead of writing them")
    add("--out", metavar="DIR", default=DOCS, help="the folder of the files (the docs of this clone)")
    return parser


def up_to_date(path: Path, text: str, check: bool) -> bool:
    """Whether the file had this text; if not, it is named, and written unless it is only to be checked."""
    there = path.read_text(encoding="utf-8") if path.is_file() else None
    if there == text:
        return True
    if check:
        print(f"{path}: {'missing' if there is None else 'not up to date'}")
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path}: written")
    return False


if __name__ == "__main__":
    sys.exit(main())
