"""The package's source as the site shows it: tags of the paper's lines, sections, functions, doctests.

A tag is a comment at the end of a line: `# Alg 1.13` or `# Eq 6`. A section stands between
`# --8<-- [start:NAME]` and `# --8<-- [end:NAME]`.
"""

from __future__ import annotations

import ast
import html
import re
import textwrap
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHOWN = (
    "paper/order",
    "paper/ranges",
    "paper/fknn",
    "paper/medians",
    "paper/neighbors",
    "paper/memberships",
    "paper/prediction",
    "readings/register",
    "readings/rules",
    "arithmetic/__init__",
    "arithmetic/power_sums",
    "model/functions",
    "model/door",
    "model/estimator",
    "example",
    "classifiers/fknn",
    "classifiers/mknn",
    "classifiers/relabeling",
    "classifiers/ordered",
    "classifiers/olm",
    "classifiers/osdl",
    "classifiers/decision_tree",
    "classifiers/rdmt",
    "classifiers/pmdt",
    "classifiers/c45",
    "classifiers/mid",
    "classifiers/bfgs",
    "classifiers/monmlp",
    "optimised/error_bounds",
)
"""The modules that have a page of their own, in the order of reading."""
TAG = re.compile(r"\s*# (?P<name>Alg (?P<algorithm>\d)\.(?P<line>\d+)|Eq (?P<equation>\d))$")
MARKER = re.compile(r"\s*# --8<-- \[(start|end):(?P<name>\w+)\]$")


@dataclass(frozen=True)
class Place:
    """A line of a module."""

    module: str
    line: int

    @property
    def url(self) -> str:
        """Its address from the folder of the pages: the file itself; on the site, the page of the module."""
        return f"../monfknn_ref/{self.module}.py#L{self.line}"

    def __str__(self) -> str:
        return f"{self.module}.py:{self.line}"


@dataclass(frozen=True)
class Tag:
    """A line of the paper and the line of code that carries it out."""

    name: str
    place: Place


@dataclass(frozen=True)
class Function:
    """A function of a module with the lines it stands on, decorators aside."""

    name: str
    first: int
    last: int
    docstring: str
    docstring_lines: range
    doctest: int | None
    """The line of its first example."""


class Module:
    """A source file of the package, its lines counted from 1."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.lines = ["", *text.splitlines()]

    @property
    def tags(self) -> list[Tag]:
        """Every tag, in the order of the lines."""
        found = []
        for number, line in enumerate(self.lines):
            match = TAG.search(line)
            if match:
                found.append(Tag(match["name"], Place(self.name, number)))
        return found

    @property
    def functions(self) -> list[Function]:
        """The functions and classes at the top of the module."""
        return self._functions_in(ast.parse(self.text).body)

    def methods(self, name: str) -> list[Function]:
        """The methods of a class of the module."""
        for node in ast.parse(self.text).body:
            if isinstance(node, ast.ClassDef) and node.name == name:
                return self._functions_in(node.body)
        raise LookupError(f"{self.name}.py has no class {name!r}")

    def _functions_in(self, body: list[ast.stmt]) -> list[Function]:
        found = []
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                docstring, lines = ast.get_docstring(node) or "", lines_of_docstring(node)
                doctest = next((n for n in lines if self.lines[n].lstrip().startswith(">>> ")), None)
                last = node.end_lineno or node.lineno
                found.append(Function(node.name, node.lineno, last, docstring, lines, doctest))
        return found

    def function_at(self, line: int) -> Function:
        """The function that a line belongs to."""
        return next(function for function in self.functions if function.first <= line <= function.last)

    def section(self, name: str) -> range:
        """The lines between the markers of a section."""
        markers = {}
        for number, line in enumerate(self.lines):
            match = MARKER.match(line)
            if match and match["name"] == name:
                markers[match[1]] = number
        if len(markers) != 2:
            raise ValueError(f"{self.name}.py has no section {name!r} with a start and an end")
        return range(markers["start"] + 1, markers["end"])

    def code(self, section: str) -> str:
        """The code of a section without its docstrings, tags close to the code."""
        home = self.section(section)
        documentation: set[int] = set()
        for node in ast.walk(ast.parse(self.text)):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                documentation.update(lines_of_docstring(node))
        lines = [TAG.sub(r"  # \g<name>", self.lines[line]) for line in home if line not in documentation]
        return textwrap.dedent("\n".join(lines)).strip("\n")

    @cached_property
    def highlighted(self) -> list[str]:
        """The lines as HTML, with the classes of Pygments."""
        return ["", *highlighted(self.text).splitlines()]

    def page(self) -> str:
        """The Markdown of the module's own page, with an anchor on every line."""
        title = f"monfknn_ref/{self.name}.py"
        rows = []
        for number, line in enumerate(self.highlighted[1:], start=1):
            link = f'<a class="source__number" href="#L{number}" aria-label="line {number}">{number}</a>'
            rows.append(f'<span id="L{number}" class="source__line">{link}{line or " "}</span>')
        code = "\n".join(rows)
        return (
            f"---\nsearch:\n  exclude: true\n---\n\n# {html.escape(title)}\n\n"
            f'<div class="highlight source"><pre tabindex="0"><code>{code}</code></pre></div>\n'
        )


def lines_of_docstring(node: ast.FunctionDef | ast.ClassDef) -> range:
    """The lines on which the docstring of a function or a class stands."""
    if ast.get_docstring(node) is None:
        return range(0)
    return range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)


def highlighted(code: str) -> str:
    """Python as HTML, with the classes of Pygments."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    return str(highlight(code, PythonLexer(stripnl=False, ensurenl=False), HtmlFormatter(nowrap=True)))


@cache
def module(name: str) -> Module:
    """The module as it stands on disk."""
    return Module(name, (ROOT / "monfknn_ref" / f"{name}.py").read_text(encoding="utf-8"))


def tags() -> list[Tag]:
    """The tags of all modules shown."""
    return [tag for name in SHOWN for tag in module(name).tags]
