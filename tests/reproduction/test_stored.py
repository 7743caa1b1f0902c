"""What comes with the package: a wheel in an empty folder says of the stored results what a clone says."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest
from command_line import ROOT, python

from monfknn_ref.reproduction import STORED

PROGRAM = """
from monfknn_ref.commands import main
for arguments in (
    ["audit", "--json"],
    ["reproduce", "all", "--stored"],
    ["reproduce", "noise", "--stored"],
    *(["study", name, "--stored"] for name in ("readings", "ties", "sensitivity", "learning")),
    ["bench", "--stored"],
    ["guarantees", "--json"],
):
    print(arguments, flush=True)
    main(arguments)
"""


def said_by(package: Path, folder: Path) -> str:
    """What the commands print that show stored results, started in a folder with a package."""
    found = python("-c", PROGRAM, cwd=folder, env={"PYTHONPATH": str(package), "PYTHONUTF8": "1"})
    assert not found.stderr
    return found.stdout


@pytest.mark.system
def test_a_wheel_in_an_empty_folder_says_the_same_as_a_clone(tmp_path: Path) -> None:
    wheel, empty = tmp_path / "wheel", tmp_path / "empty"
    empty.mkdir()
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    for pattern in ("**/*.py", *build["package-data"]["monfknn_ref"]):
        for file in (ROOT / "monfknn_ref").glob(pattern):
            target = wheel / file.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
    packed = {file.name for file in (wheel / STORED.relative_to(ROOT)).iterdir()}
    assert packed == {file.name for file in STORED.iterdir()}
    from_wheel = said_by(wheel, empty)
    assert "Section 5.4" in from_wheel and "± " in from_wheel
    assert from_wheel == said_by(ROOT, ROOT)
