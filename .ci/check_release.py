"""Check what was built: the source archive holds the repository, the wheel the package and nothing else.

    python .ci/check_release.py DIST

DIST is the folder with one source archive and one wheel. The files are compared with those that Git knows.
"""

from __future__ import annotations

import email
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MADE = ("PKG-INFO", "setup.cfg", "monfknn_ref.egg-info/")
"""What the build adds to the source archive."""


def complaints_about_archive(inside: set[str], repository: set[str]) -> list[str]:
    """What is missing from a source archive, or has no place in it.

    >>> complaints_about_archive({"a.py", "PKG-INFO", "junk"}, {"a.py", "b.py"})
    ['the source archive lacks b.py', 'the source archive has junk']
    """
    lacking = [f"the source archive lacks {name}" for name in sorted(repository - inside)]
    extra = {name for name in inside - repository if not name.startswith(MADE)}
    return lacking + [f"the source archive has {name}" for name in sorted(extra)]


def complaints_about_wheel(inside: set[str], repository: set[str]) -> list[str]:
    """What is missing from a wheel, or has no place in it.

    >>> complaints_about_wheel({"monfknn_ref/a.py", "x-1.dist-info/METADATA", "tests/b.py"},
    ...                        {"monfknn_ref/a.py", "monfknn_ref/py.typed", "tests/b.py"})
    ['the wheel lacks monfknn_ref/py.typed', 'the wheel has tests/b.py']
    """
    package = {name for name in repository if name.startswith("monfknn_ref/")}
    lacking = [f"the wheel lacks {name}" for name in sorted(package - inside)]
    extra = {name for name in inside - package if ".dist-info/" not in name}
    return lacking + [f"the wheel has {name}" for name in sorted(extra)]


def complaints_about_metadata(text: str) -> list[str]:
    """What an index or an installer would read wrongly.

    >>> complaints_about_metadata("License-Expression: MIT\\nRequires-Dist: numpy\\n")[0]
    'the metadata name a dependency: numpy'
    """
    metadata = email.message_from_string(text)
    found = [
        f"the metadata name a dependency: {needed}"
        for needed in metadata.get_all("Requires-Dist", [])
        if "extra ==" not in needed
    ]
    wanted = {"License-Expression": "MIT", "License-File": "LICENSE", "Author": "The monfknn_ref maintainers"}
    for key, value in wanted.items():
        if metadata[key] != value:
            found.append(f"the metadata have {key}: {metadata[key]}, not {value}")
    if any(line.startswith("License ::") for line in metadata.get_all("Classifier", [])):
        found.append("the metadata have a license as a classifier beside its expression")
    return found


def main(folder: Path) -> int:
    [archive], [wheel] = folder.glob("*.tar.gz"), folder.glob("*.whl")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    repository = {name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}
    with tarfile.open(archive) as opened:
        inside = {entry.name.partition("/")[2] for entry in opened if entry.isfile()}
    found = complaints_about_archive(inside, repository)
    with zipfile.ZipFile(wheel) as opened_wheel:
        names = opened_wheel.namelist()
        found += complaints_about_wheel(set(names), repository)
        [metadata] = [name for name in names if name.endswith(".dist-info/METADATA")]
        found += complaints_about_metadata(opened_wheel.read(metadata).decode())
    print("\n".join(found) or f"{archive.name} and {wheel.name} hold what they should")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
