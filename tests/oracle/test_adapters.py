"""The adapters that docs/check-your-own.md and docs/vectors.md show: complete, short, and right."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tools import built, insertions

from monfknn_ref.oracle import FAMILIES, Case, cases, check_program
from monfknn_ref.oracle.vectors import families_in_files

pytestmark = pytest.mark.system

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(__file__).resolve().parents[1] / "programs"
VECTORS = Path(__file__).resolve().parents[1] / "vectors"
NEED_EXACT_NUMBERS = {
    *("rounded-distances", "magnitudes"),
    *(name for name, family in FAMILIES.items() if family.exact),
}
"""The families in which the adapters, which compute in doubles, are wrong or say that they cannot."""

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not on this machine")
compiler = shutil.which("cc") or shutil.which("gcc")
needs_compiler = pytest.mark.skipif(compiler is None, reason="a compiler of C is not on this machine")


def a_few_of_each_family() -> list[Case]:
    """Two cases of moderate size of each family, the last ones, which are often the hardest."""
    names = [name for name in FAMILIES if name not in NEED_EXACT_NUMBERS]
    moderate = {name: [case for case in cases([name]) if len(case.X) <= 100] for name in names}
    return [case for several in moderate.values() for case in several[-2:]]


def assert_right(command: list[str], language: str) -> None:
    report = check_program(command, cases=a_few_of_each_family(), timeout=60)
    assert (report.language, report.trouble) == (language, "")
    assert {result.verdict for result in report.results} == {"agree"}, str(report)
    assert len(report.results) > 50


@needs_node
def test_the_adapter_in_javascript() -> None:
    assert_right(["node", str(PROGRAMS / "adapter.mjs")], "JavaScript")


@needs_compiler
def test_the_adapter_in_c(tmp_path: Path) -> None:
    warnings = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1"]
    source, program = str(PROGRAMS / "adapter.c"), str(tmp_path / "adapter")
    subprocess.run([str(compiler), *warnings, "-o", program, source, "-lm"], check=True)
    assert_right([program], "C")


def test_the_adapter_in_r() -> None:
    asking = ["Rscript", "-e", "library(jsonlite)"]
    if shutil.which("Rscript") is None or subprocess.run(asking, capture_output=True).returncode:
        pytest.skip("R with the package jsonlite is not on this machine")
    assert_right(["Rscript", str(PROGRAMS / "adapter.R")], "R")


@pytest.mark.parametrize("name", ["adapter.mjs", "adapter.c", "adapter.R"])
def test_adapters_have_less_than_forty_lines(name: str) -> None:
    assert len((PROGRAMS / name).read_text(encoding="utf-8").splitlines()) < 40


@needs_node
@pytest.mark.parametrize(
    ("tolerance", "right"), [("0", False), ("1e-15", True), ("1e-13", True), ("1e-9", False)]
)
def test_the_tolerance_at_one_half_that_the_page_recommends(tolerance: str, right: bool) -> None:
    chosen = [
        case
        for name in ("half-of-duplicates", "half-of-neighbors", "almost-half")
        for case in cases([name])
        if len(case.X) <= 100
    ]
    report = check_program(["node", str(PROGRAMS / "adapter.mjs"), tolerance], cases=chosen)
    assert report.ok == right, str(report)


# Vectors


def checked(*paths: Path) -> subprocess.CompletedProcess[str]:
    command = ["node", str(PROGRAMS / "check_vectors.mjs"), *map(str, paths)]
    return subprocess.run(command, capture_output=True, text=True)


@needs_node
def test_the_checker_of_vectors_agrees_with_the_shipped_ones() -> None:
    names = [name for name in families_in_files() if name not in NEED_EXACT_NUMBERS]
    result = checked(*(VECTORS / f"{name}.json" for name in names))
    assert (result.returncode, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == len(names)


@needs_node
@pytest.mark.parametrize(
    ("name", "value", "several", "wanted"),
    [
        ("predictions", 1, {}, "one-row/1: query 1: 2, should be 1\n"),
        ("memberships", {"1": 1 - 1e-8}, {}, "one-row/1: query 1, class 2: 1, should be 0.99999999\n"),
        ("predictions", 3, {"1": [1, 3]}, "one-row/1: query 1: 2, should be 1 or 3\n"),
    ],
)
def test_the_checker_of_vectors_finds_what_differs(
    name: str, value: Any, several: Any, wanted: str, tmp_path: Path
) -> None:
    document = json.loads((VECTORS / "one-row.json").read_text(encoding="utf-8"))
    case = document["cases"][0]
    case["expected"][name][1], case["accepted"]["predictions"] = value, several
    (tmp_path / "one-row.json").write_text(json.dumps(document), encoding="utf-8")
    result = checked(tmp_path / "one-row.json")
    assert (result.returncode, result.stdout.startswith(wanted)) == (1, True), result.stdout
    document["format"] = "monfknn_ref vectors 1"
    (tmp_path / "one-row.json").write_text(json.dumps(document), encoding="utf-8")
    assert checked(tmp_path / "one-row.json").returncode == 1


@needs_node
def test_the_checker_of_vectors_takes_any_accepted_answer(tmp_path: Path) -> None:
    document = json.loads((VECTORS / "one-row.json").read_text(encoding="utf-8"))
    case = document["cases"][0]
    case["expected"]["predictions"][1], case["accepted"]["predictions"] = 3, {"1": [2, 3]}
    case["expected"]["memberships"][1] = {"2": 1.0}
    case["flags"].append("several-memberships")
    (tmp_path / "one-row.json").write_text(json.dumps(document), encoding="utf-8")
    assert checked(tmp_path / "one-row.json").returncode == 0


# What is written into the pages


@pytest.mark.parametrize("page", ["check-your-own", "vectors"])
def test_what_is_written_into_a_page_is_current(page: str) -> None:
    """Regenerate: python3 docs/tools/write.py pages"""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    assert insertions.with_insertions(text, f"{page}.md") == text


def test_what_is_not_current_is_noticed() -> None:
    page = (ROOT / "docs" / "check-your-own.md").read_text(encoding="utf-8")
    assert insertions.with_insertions(page) == page
    for old in ("`own-range`", "JSON.parse", "json_read(line", "fromJSON"):
        assert old in page
        assert insertions.with_insertions(page.replace(old, "changed")) == page


def test_the_files_of_the_site_are_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def write_sets(folder: Path) -> None:
        made.append(folder)
        folder.mkdir(parents=True)
        (folder / "paper.zip").write_bytes(b"")

    monkeypatch.setattr(built, "write_sets", write_sets)
    (tmp_path / "older").mkdir()
    for _ in range(2):
        assert list(built.vector_files(tmp_path)) == ["paper.zip"]
    assert len(made) == 1
    [kept] = tmp_path.iterdir()
    assert kept.name == built.checksum([ROOT / "monfknn_ref"])
