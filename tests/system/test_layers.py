"""The parts of the package import downward only, and the paper imports nothing but rules and arithmetic."""

from __future__ import annotations

import ast
import re

import pytest
from tools import layers

SOURCES = {name: path.read_text(encoding="utf-8") for name, path in layers.modules().items()}


def complaints(sources: dict[str, str]) -> list[str]:
    """What is wrong with the imports, in words."""
    imports = layers.imports_of_modules(sources)
    order = list(layers.PARTS)
    found = []
    for module, targets in imports.items():
        part = layers.part_of(module)
        if part in layers.TOP:
            continue
        if part not in order:
            found.append(f"{part} stands in no layer")
            continue
        for target in sorted(targets):
            other = layers.part_of(target)
            if other not in order or order.index(other) > order.index(part):
                found.append(f"{module} imports upward: {target}")
            if part == "paper" and not target.startswith(("paper", "arithmetic", "readings.rules")):
                found.append(f"{module} imports {target}")
    found += [f"cycle: {' -> '.join(cycle)}" for cycle in layers.cycles(imports)]
    return found


def test_imports_point_downward() -> None:
    assert complaints(SOURCES) == []


def test_the_prediction_of_the_paper_needs_the_paper_and_what_it_leaves_open() -> None:
    """The modules that `paper.prediction` imports, directly or through others."""
    imports = layers.imports_of_modules(SOURCES)
    closure, ahead = set[str](), ["paper.prediction"]
    while ahead:
        module = ahead.pop()
        closure.add(module)
        folder = module.split(".")[0]  # whose __init__ is loaded first
        ahead += {folder, *imports[module]} - closure
    assert {layers.part_of(module) for module in closure} == {"paper", "readings", "arithmetic"}


@pytest.mark.parametrize(
    ("module", "line", "complaint"),
    [
        ("paper.order", "from monfknn_ref.model.door import check_row", "imports model.door"),
        ("paper.order", "from monfknn_ref.readings import PAPER", "imports readings"),
        ("readings.ties.accepted", "from monfknn_ref import MonFkNN", "imports upward: __init__"),
        ("model.estimator", "def late():\n    from monfknn_ref.data import Dataset", "imports upward: data"),
        ("another", "import monfknn_ref.paper.order", "stands in no layer"),
    ],
)
def test_the_checker_notices(module: str, line: str, complaint: str) -> None:
    changed = {**SOURCES, module: f"{SOURCES.get(module, '')}\n{line}\n"}
    assert f"{module} {complaint}" in complaints(changed)


def test_the_checker_notices_a_cycle() -> None:
    late = "\nif TYPE_CHECKING:\n    from monfknn_ref import arithmetic\n"
    changed = {**SOURCES, "arithmetic.power_sums": SOURCES["arithmetic.power_sums"] + late}
    assert "cycle: arithmetic -> arithmetic.power_sums -> arithmetic" in complaints(changed)


def test_every_part_is_there_and_has_a_layer() -> None:
    assert {layers.part_of(module) for module in SOURCES} == {*layers.PARTS, *layers.TOP}
    heights = layers.levels(layers.imports_of_parts())
    assert heights["arithmetic"] == 0
    assert heights["readings"] < heights["paper"] < heights["readings/ties"] < heights["model"]


PRIVATE = re.compile(r"_[a-z]\w*$")
PUBLIC_ALL_THE_SAME = {"_fields", "_replace", "_asdict", "_make", "_exit"}
"""The methods of named tuples, and `os._exit`."""


def private_names_used(text: str) -> set[str]:
    """Private names of other modules that a source uses."""
    tree = ast.parse(text)
    names = {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    attributes = [
        node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and PRIVATE.match(node.attr)
    ]
    own = [node for node in attributes if ast.unparse(node.value) in ("self", "cls", "super()")]
    names |= {node.attr for node in own} | PUBLIC_ALL_THE_SAME
    found = {ast.unparse(node) for node in attributes if node not in own and node.attr not in names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("monfknn_ref"):
            found |= {alias.name for alias in node.names if PRIVATE.match(alias.name)}
    return found


def test_private_names_stay_within_their_modules() -> None:
    for name, text in SOURCES.items():
        assert private_names_used(text) == set(), name


def test_that_checker_notices() -> None:
    used = private_names_used("from monfknn_ref.model.estimator import _hidden\nmodel._inside(3)")
    assert used == {"_hidden", "model._inside"}
    assert private_names_used("self._inside(3); super()._other(); other._inside") == set()


CHECKS = re.compile(r"\braise\b|\bisinstance\b|\.reading\b|check_|\bfloat\(|\bint\(")


def bodies(text: str) -> dict[str, list[str]]:
    """The lines of each function's body without its docstring, blank lines aside."""
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            first = node.body[1] if ast.get_docstring(node) is not None else node.body[0]
            lines = text.splitlines()[first.lineno - 1 : node.end_lineno]
            found[node.name] = [line for line in lines if line.strip()]
    return found


def test_bodies_of_the_paper_are_short_and_free_of_checks() -> None:
    for name, text in SOURCES.items():
        if not name.startswith("paper."):
            continue
        assert "Any" not in text, name
        for function, lines in bodies(text).items():
            assert len(lines) < 25, (name, function)
            for line in lines:
                assert not CHECKS.search(line), line
