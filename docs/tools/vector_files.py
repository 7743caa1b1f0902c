"""The files of vectors that the site offers: the whole battery under both readings, each also as one archive.

They take a while to make and depend on nothing but the package. So they are kept in `build/vectors`, in a
folder named after a checksum of the package's files, until one of those changes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

import monfknn_ref
from monfknn_ref.data.files import write_files
from monfknn_ref.oracle.vectors import archive, vector_set
from monfknn_ref.readings import READINGS
from tools.sources import ROOT

__all__ = ["vector_files", "write_sets"]

KEPT = ROOT / "build" / "vectors"


def vector_files(kept: Path = KEPT) -> dict[str, Path]:
    """The files by their addresses below `vectors/` of the site, made if they are not there yet."""
    folder = kept / checksum(ROOT / "monfknn_ref")
    if not folder.is_dir():
        beside = kept / f".{folder.name}.{os.getpid()}"
        write_sets(beside)
        try:
            beside.rename(folder)
        except OSError:  # another build was as fast
            shutil.rmtree(beside)
        for older in kept.iterdir():
            if older != folder and not older.name.startswith("."):
                shutil.rmtree(older, ignore_errors=True)
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}


def checksum(package: Path) -> str:
    """A checksum of all that the answers depend on."""
    digest = hashlib.sha256()
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.json")]):
        digest.update(f"{path.relative_to(package).as_posix()} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def write_sets(folder: Path) -> None:
    """Write `paper/`, `authors/`, `paper.zip` and `authors.zip` into a folder."""
    for name, reading in READINGS.items():
        files = vector_set(monfknn_ref.__version__, reading)
        write_files(folder / name, files)
        write_files(folder, {f"{name}.zip": archive(files, name)})
