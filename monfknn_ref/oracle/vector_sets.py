"""All files of vectors under one reading, with a manifest and checksums, as a folder and as one archive.

A set consists of a file for each family and of three more files: `vectors.schema.json`; `manifest.json`,
which lists the families' files with their sizes and SHA-256 sums; and `SHA256SUMS`, which `sha256sum -c`
accepts. The same options make the same bytes on every run.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from monfknn_ref.oracle.json_schema import schema_text
from monfknn_ref.oracle.reports import name_of_reading
from monfknn_ref.oracle.vectors import FORMAT, document_of_family, families_in_files, written
from monfknn_ref.readings import PAPER, Reading

SCHEMA, MANIFEST, SUMS = "vectors.schema.json", "manifest.json", "SHA256SUMS"
LARGEST_FILE = 100_000_000


def vector_set(
    version: str,
    reading: Reading = PAPER,
    families: Iterable[str] | None = None,
    seed: int = 0,
    count: int | None = None,
    most_rows: int | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> dict[str, bytes]:
    """The files of a set by their names.

    `version` is the version of the package, for the manifest. `progress` is called with a line of text before
    each family.

    >>> files = vector_set("0.1.0", families=["one-row"])
    >>> list(files)
    ['one-row.json', 'vectors.schema.json', 'manifest.json', 'SHA256SUMS']
    >>> files["SHA256SUMS"].decode().splitlines()[0].split()[1]
    'one-row.json'
    """
    names = families_in_files() if families is None else list(families)
    files: dict[str, bytes] = {}
    listed: list[dict[str, Any]] = []
    for n, name in enumerate(names, start=1):
        progress(f"{n}/{len(names)} {name}")
        document = document_of_family(name, reading, seed, count, most_rows)
        files[f"{name}.json"] = written(document).encode("ascii")
        listed.append(
            {
                "family": name,
                "file": f"{name}.json",
                "cases": len(document["cases"]),
                "left_out": len(document["left_out"]),
                "bytes": len(files[f"{name}.json"]),
                "sha256": sha256(files[f"{name}.json"]),
            }
        )
    manifest = {
        "format": FORMAT,
        "reading": name_of_reading(reading),
        "seed": seed,
        "version": version,
        "schema": SCHEMA,
        "files": listed,
    }
    files[SCHEMA] = schema_text("vectors").encode("ascii")
    files[MANIFEST] = (json.dumps(manifest, indent=1) + "\n").encode("ascii")
    files[SUMS] = "".join(f"{sha256(content)}  {name}\n" for name, content in files.items()).encode("ascii")
    return files


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def archive(files: Mapping[str, bytes], folder: str) -> bytes:
    """The files in a folder of one ZIP archive, without times or owners: equal files make equal archives.

    Another version of zlib may compress equal files into a different archive.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archived:
        for name, content in files.items():
            entry = zipfile.ZipInfo(f"{folder}/{name}", date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = 0o644 << 16
            archived.writestr(entry, content)
    return packed.getvalue()
