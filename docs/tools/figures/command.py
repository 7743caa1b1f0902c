"""Draw the figures of the documentation, or check that the files are what would be drawn.

With --check nothing is written, and exit code 1 says that a file is missing or not up to date.
"""

from __future__ import annotations

import argparse
from pathlib import Path

SUMMARY = "draw the figures of the documentation, or check that they are up to date"
EXAMPLE = "python -m monfknn_ref figures --check"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="DIR", default="docs/figures", help="their folder (%(default)s)")
    parser.add_argument("--check", action="store_true", help="compare with the files instead of writing them")


def run(arguments: argparse.Namespace) -> int:
    from monfknn_ref.figures import FIGURES

    folder = Path(arguments.out)
    if not arguments.check:
        folder.mkdir(parents=True, exist_ok=True)
    elif not folder.is_dir():
        raise ValueError(f"--out must be the folder of the figures, got {str(folder)!r}")
    stale = 0
    for name, draw in FIGURES.items():
        path = folder / f"{name}.svg"
        canvas = draw()
        there = path.read_text(encoding="utf-8") if path.is_file() else None
        current = there == canvas.svg()
        if arguments.check:
            stale += not current
            print(f"{path}: {'up to date' if current else 'missing' if there is None else 'not up to date'}")
        else:
            canvas.save(path)
            print(f"{path}: {'as it was' if current else 'written'}")
    if stale:
        print(f"{stale} of {len(FIGURES)} to draw again: python -m monfknn_ref figures --out {folder}")
    return 1 if stale else 0
