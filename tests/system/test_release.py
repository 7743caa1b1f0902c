"""What a release says of itself: one version, the Pythons that CI tests, extras that are complete, real names."""

from __future__ import annotations

import ast
import re
import runpy
import sys
import types
from pathlib import Path
from typing import Any

import outside
import pytest
from command_line import ROOT

import monfknn_ref

PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
CITATION = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
WORKFLOW = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")


@pytest.fixture
def conftest(pytestconfig: pytest.Config) -> Any:
    """The module as pytest has loaded it."""
    plugin = pytestconfig.pluginmanager.getplugin(str(ROOT / "tests" / "conftest.py"))
    assert plugin is not None
    return plugin


def extra(name: str) -> list[str]:
    """The requirements of an extra."""
    found = re.search(rf"^{name} = \[(.*?)\](?:  #.*)?$", PYPROJECT, flags=re.MULTILINE | re.DOTALL)
    assert found is not None, name
    return re.findall(r'"([^"]+)"', found[1])


def test_the_version_is_everywhere_the_same() -> None:
    assert f"\nversion: {monfknn_ref.__version__}\n" in CITATION
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", changelog, flags=re.MULTILINE)
    assert newest is not None and newest[1] == monfknn_ref.__version__


def test_the_paper_is_cited_as_it_appeared() -> None:
    names = re.findall(r"family-names: (\S+)", CITATION)
    assert names == ["González", "García", "Li", "John", "Herrera"]
    assert "journal: Neurocomputing" in CITATION and "doi: 10.1016/j.neucom.2019.12.152" in CITATION
    assert "authors:\n  - name: The monfknn_ref maintainers\n" in CITATION


def test_the_citation_is_valid() -> None:
    cffconvert = pytest.importorskip("cffconvert")
    cffconvert.Citation(CITATION).validate()


def test_the_pythons_named_are_those_tested() -> None:
    named = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PYPROJECT)
    [oldest] = re.findall(r'requires-python = ">=(3\.\d+)"', PYPROJECT)
    [in_ci] = re.findall(r'^PYTHONS="(.*)"$', CI, flags=re.MULTILINE)
    assert named[0] == oldest == in_ci.split()[0]
    assert [*in_ci.split(), "3.14"] == named  # the last one by Pyodide
    [in_workflow] = re.findall(r"python: \[(.*)\]", WORKFLOW)
    assert re.findall(r'"(.*?)"', in_workflow) == named
    assert f"py{oldest.replace('.', '')}" in PYPROJECT  # ruff


def test_the_license_is_an_expression_and_nothing_else() -> None:
    assert '\nlicense = "MIT"\n' in PYPROJECT and "License ::" not in PYPROJECT
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    assert "\ndependencies = []\n" in PYPROJECT


def test_the_extra_for_all_tests_has_the_other_extras_and_every_package_that_a_test_asks_for() -> None:
    [others] = [re.search(r"\[(.*)\]", line) for line in extra("test-all") if line.startswith("monfknn-ref[")]
    assert others is not None
    assert set(others[1].split(",")) == {"test", "data", "fast", "jit", "cli", "cluster", "docs", "browser"}
    listed = [line for name in ("test-all", *others[1].split(",")) for line in extra(name)]
    brought = {re.split(r"[^\w-]", line)[0] for line in listed}
    brought |= {"joblib", "pygments"}  # scikit-learn and the site bring them
    names = {"sklearn": "scikit-learn", "xgboost": "xgboost-cpu"}
    names |= {"distributed": "dask", "material": "mkdocs-material"}
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")]
    asked = {name for source in sources for name in re.findall(r'importorskip\(\s*"(\w+)', source)}
    asked -= {"browsing", "monfknn_ref", "cffconvert", "tomllib", *sys.stdlib_module_names}
    assert {names.get(name, name) for name in asked} <= brought


def test_what_was_built_is_checked() -> None:
    check = types.SimpleNamespace(**runpy.run_path(str(ROOT / ".ci" / "check_release.py")))
    whole = {"monfknn_ref/__init__.py", "monfknn_ref/py.typed", "tests/test_a.py"}
    package, made = whole - {"tests/test_a.py"}, {"PKG-INFO", "monfknn_ref.egg-info/SOURCES.txt"}
    assert check.complaints_about_archive(whole | made, whole) == []
    assert check.complaints_about_archive(package, whole) == ["the source archive lacks tests/test_a.py"]
    assert check.complaints_about_wheel(package | {"monfknn_ref-1.dist-info/METADATA"}, whole) == []
    assert check.complaints_about_wheel(whole - {"monfknn_ref/py.typed"}, whole) == [
        "the wheel lacks monfknn_ref/py.typed",
        "the wheel has tests/test_a.py",
    ]
    right = "License-Expression: MIT\nLicense-File: LICENSE\nAuthor: The monfknn_ref maintainers\n"
    assert check.complaints_about_metadata(f'{right}Requires-Dist: numpy; extra == "fast"\n') == []
    dependent = check.complaints_about_metadata(f"{right}Requires-Dist: numpy\n")
    assert dependent == ["the metadata name a dependency: numpy"]
    assert len(check.complaints_about_metadata("Classifier: License :: OSI Approved\n")) == 4


def test_hints_name_extras_that_exist() -> None:
    named = set()
    for path in (ROOT / "monfknn_ref").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        named |= set(re.findall(r"""install_command\(["']([\w-]+)["']\)""", text))
        hints = re.findall(r"pip install (?!scikit-learn\b|\{DISTRIBUTIONS)", text)  # of other projects
        assert path.name == "checks.py" or hints == [], path
    assert named >= {"cluster", "data", "fast", "test"}
    for name in named:
        assert extra(name)


def test_one_line_says_what_was_left_out_and_how_to_get_it(conftest: Any) -> None:
    data, package = "Skipped: needs data: /nowhere/data is not there", "Skipped: could not import 'numpy'"
    line = conftest.left_out([data, data, package])
    assert "2 tests for data" in line and "1 test for packages" in line and "\n" not in line
    assert "datasets --fetch-help" in line and "MONFKNN_REF_DATA" in line and "test-all" in line
    assert "packages" not in conftest.left_out([data]).split("package", 1)[1]
    assert "data" not in conftest.left_out([package])


def test_a_test_that_needs_data_is_left_out_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "FOLDER", tmp_path)
    wanted = f"needs data: {tmp_path / 'data' / 'a.dat'} is not there"
    assert outside.reason_to_skip(("data/a.dat",)) == wanted
    (tmp_path / "data").mkdir()
    assert outside.reason_to_skip(("data",)) is None


class Marked:
    """As much of a test as `conftest.py` looks at."""

    def __init__(self, name: str, *marks: pytest.Mark) -> None:
        self.path, self.marks, self.added = ROOT / f"{name}.py", marks, list[str]()
        self.keywords = {mark.name for mark in marks}

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return next(iter(self.iter_markers(name)), None)

    def iter_markers(self, name: str) -> list[pytest.Mark]:
        return [mark for mark in self.marks if mark.name == name]

    def add_marker(self, mark: Any) -> None:
        self.added.append(mark if isinstance(mark, str) else mark.name)


def test_marks_are_turned_into_skips_and_what_is_of_the_site_is_marked(conftest: Any) -> None:
    missing = Marked("tests/test_a", pytest.mark.needs_data("no/such").mark)
    of_the_site = Marked("tests/docs/test_a")
    in_a_browser = Marked("tests/docs/test_a", pytest.mark.browser.mark)
    conftest.pytest_collection_modifyitems([missing, of_the_site, in_a_browser])
    assert (missing.added, of_the_site.added, in_a_browser.added) == (["skip"], ["site"], [])


def without_encoding(source: str) -> list[int]:
    """The lines on which a text file is opened in whatever encoding the system has."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            whole = {"read_text": 0, "write_text": 1}.get(node.func.attr)
            if len(node.args) == whole and all(keyword.arg != "encoding" for keyword in node.keywords):
                found.append(node.lineno)
    return found


@pytest.mark.parametrize("folder", ["monfknn_ref", "docs", "tests"])
def test_text_files_are_opened_with_their_encoding(folder: str) -> None:
    paths = [*(ROOT / folder).rglob("*.py")]
    found = [
        f"{path}:{line}" for path in paths for line in without_encoding(path.read_text(encoding="utf-8"))
    ]
    assert found == []
    assert without_encoding("path.read_text()\npath.write_text(a)\nwrite_text(a, b)") == [1, 2]
