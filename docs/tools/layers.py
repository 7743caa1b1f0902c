"""The layers of the package: what each part is for, and what its modules really import.

A part is a folder or a module directly below `monfknn_ref`. `PARTS` lists them from the bottom up; a part may
import those above it in the list and no others. Imports inside functions, and those for type checkers alone,
count like all others.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

__all__ = [
    "PARTS",
    "TOP",
    "cycles",
    "imports_of_modules",
    "imports_of_parts",
    "levels",
    "modules",
    "part_of",
    "table",
]

PACKAGE = Path(__file__).resolve().parents[2] / "monfknn_ref"
TOP = ("__init__", "__main__")
"""What only opens the package to its users."""
PARTS = {
    "arithmetic": "exact numbers and doubles",
    "readings": "what the paper leaves open: the register, PAPER and AUTHORS, the rules",
    "paper": "Eq. 1 to 7 and Algorithms 1 to 3, and nothing else",
    "readings/ties": "every answer that open ties allow",
    "model": "use it: MonFkNN, the paper's functions, the door for input, the explanation",
    "example": "ten rows by hand, and the paper's statements as checks",
    "data": "tables: files, data sets, generators and noise",
    "optimised": "faster variants with the same answers",
    "oracle": "checks of other implementations",
    "classifiers": "the paper's other methods",
    "drawing": "pictures as SVG: charts, maps of classes and trees",
    "evaluation": "measures, statistical tests and cross-validation",
    "beyond": "what the paper does not say: guarantees and certificates",
    "reproduction": "the paper's experiments again: printed tables, runs, studies, audit",
    "commands": "the command line",
}


def modules(package: Path = PACKAGE) -> dict[str, Path]:
    """Every module by its name below the package: `paper.order`, and a folder's `__init__` by the folder."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
        found[name] = path
    return found


def part_of(module: str) -> str:
    """The part that a module belongs to."""
    return "readings/ties" if module.startswith("readings.ties") else module.split(".")[0]


def imported_names(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Modules below the package that a source imports from, each with a name it takes, or ""."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            raise ValueError(f"line {node.lineno}: imports are written out in full, from monfknn_ref")
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            whole, *below = node.module.split(".", 1)
            if whole == "monfknn_ref":
                for alias in node.names:
                    yield (below[0] if below else ""), alias.name
        elif isinstance(node, ast.Import):
            for alias in node.names:
                whole, *below = alias.name.split(".", 1)
                if whole == "monfknn_ref":
                    yield (below[0] if below else ""), ""


def imports_of_modules(sources: Mapping[str, str] | None = None) -> dict[str, set[str]]:
    """For each module the modules it imports; `sources` are texts by the names of modules."""
    if sources is None:
        sources = {name: path.read_text(encoding="utf-8") for name, path in modules().items()}
    found = {}
    for name, text in sources.items():
        found[name] = set()
        for module, taken in imported_names(ast.parse(text)):
            inside = f"{module}.{taken}".strip(".")
            target = inside if inside in sources else module or "__init__"
            if target != name:
                found[name].add(target)
    return found


def imports_of_parts(imports: Mapping[str, set[str]] | None = None) -> dict[str, set[str]]:
    """For each part the other parts it imports."""
    found: dict[str, set[str]] = {}
    for module, targets in (imports_of_modules() if imports is None else imports).items():
        part = part_of(module)
        found.setdefault(part, set()).update(part_of(target) for target in targets)
        found[part].discard(part)
    return found


def cycles(imports: Mapping[str, set[str]]) -> list[list[str]]:
    """Modules that import each other, directly or through others, as chains that end where they begin."""
    found: list[list[str]] = []
    done: set[str] = set()

    def follow(chain: list[str]) -> None:
        for target in sorted(imports.get(chain[-1], ())):
            if target in chain:
                found.append([*chain[chain.index(target) :], target])
            elif target not in done:
                follow([*chain, target])
        done.add(chain[-1])

    for module in sorted(imports):
        if module not in done:
            follow([module])
    return found


def levels(imports: Mapping[str, set[str]]) -> dict[str, int]:
    """How high each part stands: one above the highest part that it imports."""
    found: dict[str, int] = {}

    def level(part: str) -> int:
        if part not in found:
            found[part] = 1 + max((level(other) for other in imports.get(part, ())), default=-1)
        return found[part]

    for part in imports:
        level(part)
    return found


def table() -> str:
    """The parts from the top down with what they are for, as Markdown."""
    heights = levels(imports_of_parts())
    rows = ["| Level | Part | What is inside |", "|---|---|---|"]
    for part in sorted(PARTS, key=lambda part: -heights[part]):
        name = f"{part}/" if (PACKAGE / part).is_dir() else f"{part}.py"
        rows.append(f"| {heights[part]} | `{name}` | {PARTS[part]} |")
    return "\n".join(rows)
