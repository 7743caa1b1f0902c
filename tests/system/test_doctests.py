"""The examples of the modules that need optional packages and that a plain run cannot import."""

from __future__ import annotations

import doctest
import importlib
import tomllib
from pathlib import Path

import pytest
from command_line import ROOT

OPTIONS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"][
    "ini_options"
]
LEFT_OUT = [ROOT / one.removeprefix("--ignore=") for one in OPTIONS["addopts"] if one.startswith("--ignore=")]
FILES = [file for place in LEFT_OUT for file in ([place] if place.is_file() else sorted(place.glob("*.py")))]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_examples(file: Path) -> None:
    base = ROOT / "docs" if file.is_relative_to(ROOT / "docs") else ROOT
    try:
        module = importlib.import_module(".".join(file.relative_to(base).with_suffix("").parts))
    except ModuleNotFoundError as error:
        assert error.name is not None and not error.name.startswith(("monfknn_ref", "tools")), error
        pytest.skip(f"could not import {error.name!r}")
    failed, _ = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0
