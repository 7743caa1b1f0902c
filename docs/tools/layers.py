"""The layers of the package: what each part is for, what its modules import, their map and their picture.

A part is a folder or a module directly below `monfknn_ref`. `PARTS` lists them from the bottom up; a part may
import those above it in the list and no others. Imports inside functions, and those for type checkers alone,
count like all others.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from monfknn_ref.drawing.canvas import WIDE, Canvas, Layout, ink, ink_on, shade, text_width

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


@cache
def imported_names(text: str) -> tuple[tuple[str, str], ...]:
    """Modules below the package that a source imports from, each with a name it takes, or ""."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.level:
            raise ValueError(f"line {node.lineno}: imports are written out in full, from monfknn_ref")
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            whole, *below = node.module.split(".", 1)
            if whole == "monfknn_ref":
                for alias in node.names:
                    found.append((below[0] if below else "", alias.name))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                whole, *below = alias.name.split(".", 1)
                if whole == "monfknn_ref":
                    found.append((below[0] if below else "", ""))
    return tuple(found)


def imports_of_modules(sources: Mapping[str, str] | None = None) -> dict[str, set[str]]:
    """For each module the modules it imports; `sources` are texts by the names of modules."""
    if sources is None:
        sources = {name: path.read_text(encoding="utf-8") for name, path in modules().items()}
    found = {}
    for name, text in sources.items():
        found[name] = set()
        for module, taken in imported_names(text):
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


# --- The map ------------------------------------------------------------------------------------------------

FIRST = ("paper", "readings", "readings/ties", "arithmetic", "example", "model", "oracle", "optimised")
"""The parts in the order of a reader's questions; the others follow as they are in `PARTS`."""
SENTENCE = re.compile(r".+?[.?](?= [A-Z]|$)")


def listing() -> str:
    """Every module under its part, with the first sentence of its docstring, as Markdown."""
    found = modules()
    blocks = []
    for part in dict.fromkeys([*FIRST, *PARTS]):
        own = part.replace("/", ".")
        inside = [path for name, path in found.items() if part_of(name) == part and name != own]
        blocks.append(f"### `{part}/`" if inside else f"### `{part}.py`")
        blocks.append(f"{PARTS[part][0].upper()}{PARTS[part][1:]}.")
        rows = [f"| `{path.relative_to(PACKAGE / part)}` | {first_sentence(path)} |" for path in inside]
        if rows:
            blocks.append("\n".join(["| Module | What is inside |", "|---|---|", *rows]))
    return "\n\n".join(blocks)


def first_sentence(path: Path) -> str:
    """What a module says of itself first."""
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    match = SENTENCE.match(" ".join(said.split("\n\n")[0].split()))
    if match is None:
        raise ValueError(f"{path}: the docstring must begin with a sentence")
    return match[0]


# --- The picture --------------------------------------------------------------------------------------------

MARGIN, BOX, GAP, BETWEEN = 14, 36, 8, 26
SHADED = ("arithmetic", "readings", "paper")


def direct(imports: dict[str, set[str]]) -> dict[str, set[str]]:
    """The imports that no longer way through other parts stands for.

    >>> direct({"c": {"a", "b"}, "b": {"a"}, "a": set()}) == {"c": {"b"}, "b": {"a"}, "a": set()}
    True
    """

    def reached(part: str) -> set[str]:
        return imports[part].union(*(reached(other) for other in imports[part]))

    return {
        part: {
            other
            for other in others
            if not any(other in reached(between) for between in others if between != other)
        }
        for part, others in imports.items()
    }


def draw(layout: Layout = WIDE) -> Canvas:
    """Boxes in rows from the bottom up, and lines down to what each part imports first of all."""
    imports = {part: others for part, others in imports_of_parts().items() if part not in TOP}
    heights = levels(imports)
    rows = [[part for part in PARTS if heights[part] == level] for level in range(max(heights.values()) + 1)]
    canvas = Canvas(
        layout.width,
        0,
        "The parts of monfknn_ref and what they import",
        "From the bottom up: " + "; ".join(", ".join(row) for row in rows) + ".",
    )
    places: dict[str, tuple[float, float, float]] = {}
    top: float = MARGIN
    for row in reversed(rows):
        for line in lines_of(row, layout.width - 2 * MARGIN):
            width = min((layout.width - 2 * MARGIN - GAP * (len(line) - 1)) / len(line), 260)
            left = (layout.width - width * len(line) - GAP * (len(line) - 1)) / 2
            for n, part in enumerate(line):
                places[part] = left + n * (width + GAP), top, width
            top += BOX + GAP
        top += BETWEEN - GAP
    canvas.height = top - BETWEEN + MARGIN
    with canvas.group(stroke="currentColor", stroke_opacity=0.45):
        for part, others in direct(imports).items():
            x, y, width = places[part]
            for other in sorted(others):
                to_x, to_y, to_width = places[other]
                canvas.line(x + width / 2, y + BOX, to_x + to_width / 2, to_y)
    for part, (x, y, width) in places.items():
        paper = part in SHADED
        fill = shade(0.35) if paper else ink("box")  # opaque: no line shows through the words
        canvas.rect(x, y, width, BOX, rx=4, fill=fill, stroke="currentColor", stroke_opacity=0.6)
        middle, color = (x + width / 2, y + BOX / 2 + 4), ink_on(fill) if paper else "currentColor"
        canvas.text(*middle, part, "middle", fill=color, font_weight="bold", font_size=13)
    return canvas


def lines_of(parts: list[str], room: float) -> list[list[str]]:
    """The parts of one level in as few lines as there is room for, about as many in each.

    >>> lines_of(["paper", "readings", "numbers"], room=200)
    [['paper', 'readings'], ['numbers']]
    """
    widest = max(text_width(part, 13) for part in parts) + 16
    most = max(1, int((room + GAP) / (widest + GAP)))
    count = -(-len(parts) // most)
    each = -(-len(parts) // count)
    return [parts[n : n + each] for n in range(0, len(parts), each)]
