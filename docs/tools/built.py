"""What a build of the site makes and the repository does not keep: files of vectors, and figures for phones.

The vectors are there under both readings, each also as one archive. All of it takes a while to make and
depends on nothing but files of the repository. So it stays in `build`, in folders that are named after a
checksum of these files, until one of them changes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import monfknn_ref
from monfknn_ref.data.files import write_files
from monfknn_ref.drawing.canvas import Layout
from monfknn_ref.oracle.vectors import archive, vector_set
from monfknn_ref.readings import READINGS
from tools.figures import FIGURES
from tools.sources import ROOT

PACKAGE, DOCS, BUILD = ROOT / "monfknn_ref", ROOT / "docs", ROOT / "build"


def vector_files(folder: Path = BUILD / "vectors") -> dict[str, Path]:
    """The files by their addresses below `vectors/` of the site, made if they are not there yet."""
    there = folder / checksum([PACKAGE])
    if not there.is_dir():
        beside = folder / f".{there.name}.{os.getpid()}"
        write_sets(beside)
        try:
            beside.rename(there)
        except OSError:  # another build was as fast
            shutil.rmtree(beside)
        remove_others(there)
    return {path.relative_to(there).as_posix(): path for path in sorted(there.rglob("*")) if path.is_file()}


def written_out(name: str) -> str:
    """The figure as SVG: for wide pages, and for phones if it is drawn for them too."""
    if name not in FIGURES:
        raise LookupError(f"docs/tools draws no figure figures/{name}.svg")
    return "\n".join(drawing(name, layout).strip() for layout in FIGURES[name].layouts)


def drawing(name: str, layout: Layout) -> str:
    """The text of a figure in a layout: the repository has the first one, others are drawn if need be."""
    figure = FIGURES[name]
    if layout == figure.layouts[0]:
        return (DOCS / "figures" / f"{name}.svg").read_text(encoding="utf-8")
    path = folder_of_figures() / f"{name}-{layout.name}.svg"
    if not path.is_file():
        write_files(path.parent, {path.name: figure.svg(layout).encode()})
    return path.read_text(encoding="utf-8")


@cache
def folder_of_figures() -> Path:
    """Where figures that the repository does not keep are, as long as what they depend on stays the same."""
    folder = BUILD / "figures" / checksum([PACKAGE, DOCS / "tools", DOCS / "data"])
    remove_others(folder)
    return folder


def remove_others(folder: Path) -> None:
    """Remove what stands beside a folder, unless somebody is at work on it."""
    for other in folder.parent.glob("[!.]*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)


def checksum(sources: Iterable[Path]) -> str:
    """A checksum of the programs and data in some folders."""
    digest = hashlib.sha256()
    for folder in sources:
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.json")]):
            digest.update(f"{path.relative_to(folder).as_posix()} {path.stat().st_size}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def write_sets(folder: Path) -> None:
    """Write `paper/`, `authors/`, `paper.zip` and `authors.zip` into a folder."""
    for name, reading in READINGS.items():
        files = vector_set(monfknn_ref.__version__, reading)
        write_files(folder / name, files)
        write_files(folder, {f"{name}.zip": archive(files, name)})
