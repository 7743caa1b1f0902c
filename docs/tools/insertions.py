"""What a program writes into a page that is otherwise written by hand, so that the page reads well as it is.

A page has two comments, and what stands between them is made:

    <!-- from here: file tests/programs/adapter.mjs -->
    <!-- to here -->

`file` takes a file of the repository, shown as code with its name for a title; `function` a module and one of
its functions, shown without the docstring; `vector` a case of the battery as it stands in a file of vectors;
`families` the list of all families; `datasets` the table of the paper's data sets; `methods` that of its
methods.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping

from monfknn_ref.experiments.methods import METHODS
from monfknn_ref.experiments.tables import markdown_table
from monfknn_ref.oracle.families import cases
from monfknn_ref.oracle.vectors import laid_out, vector
from monfknn_ref.readings import AUTHORS, PAPER
from tools import data_sets
from tools.families import listed
from tools.pages import region
from tools.sources import ROOT

__all__ = ["MADE", "with_insertions"]

BETWEEN = re.compile(
    r"^(?P<start><!-- from here: (?P<kind>\w+)(?: (?P<what>[^\n]+?))? -->)\n.*?^(?P<end><!-- to here -->)$",
    re.MULTILINE | re.DOTALL,
)
COMMENT = re.compile(r"^<!-- (?:from|to) here", re.MULTILINE)
LANGUAGES = {"c": "c", "h": "c", "mjs": "javascript", "R": "r", "json": "json"}


def code_of(path: str) -> str:
    """A file of the repository as a block of code."""
    file = ROOT / path
    language = LANGUAGES[file.suffix.removeprefix(".")]
    return f'```{language} title="{file.name}"\n{file.read_text(encoding="utf-8")}```'


def function_of(what: str) -> str:
    """A function of a module as a block of code, without its docstring: `evaluation/measures accuracy`.

    >>> print(function_of("evaluation/findings unit_of"))
    ```python title="monfknn_ref/evaluation/findings.py"
    def unit_of(printed: Decimal) -> Fraction:
        return Fraction(10) ** int(printed.as_tuple().exponent)
    ```
    """
    name, function = what.split()
    path = f"monfknn_ref/{name}.py"
    text = (ROOT / path).read_text(encoding="utf-8")
    [found] = [
        node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name == function
    ]
    lines = text.splitlines()[found.lineno - 1 : found.end_lineno]
    first = found.body[0]
    if ast.get_docstring(found) is not None and first.end_lineno is not None:
        del lines[first.lineno - found.lineno : first.end_lineno - found.lineno + 1]
    return "\n".join([f'```python title="{path}"', *lines, "```"])


def vector_of(id: str) -> str:
    """A case as it stands in a file of vectors."""
    [case] = cases(only=[id])
    return f"```json\n{laid_out(vector(case, PAPER))}\n```"


def methods_of_the_paper() -> str:
    """The methods of the paper's tables, as they are called with its parameters."""
    rows = [["method", "called as", "explained"]]
    for name, method in METHODS.items():
        title, page = METHOD_PAGES[method.column]
        rows.append([name, f"`{method.describe(AUTHORS)}`", f"[{title}]({page})"])
    return region("The methods and their parameters", markdown_table(rows, left=3))


METHOD_PAGES = {
    "MonFkNN-PM": ("Two configurations", "read-along/configurations.md"),
    "MonFkNN-AM": ("Two configurations", "read-along/configurations.md"),
    "FkNN": ("The two parents", "read-along/parents.md"),
    **{
        name: (name, f"classifiers/{name.lower()}.md")
        for name in ("MkNN", "OSDL", "OLM", "MonMLP", "MID", "RDMT", "PMDT")
    },
}
"""Where the method of each column of the paper is explained."""


MADE: Mapping[str, Callable[[str], str]] = {
    "datasets": lambda _: region("The data sets", data_sets.table(), numbers=True),
    "families": lambda _: listed(),
    "file": code_of,
    "function": function_of,
    "methods": lambda _: methods_of_the_paper(),
    "vector": vector_of,
}


def with_insertions(page: str) -> str:
    """The page with everything between its comments made anew.

    >>> with_insertions("<!-- from here: families -->\\nold\\n<!-- to here -->").splitlines()[2]
    '| Family | The mistake | What it costs | Where |'
    >>> with_insertions("<!-- from here: families -->")
    Traceback (most recent call last):
    ValueError: a comment 'from here' or 'to here' has no counterpart
    """
    if len(COMMENT.findall(page)) != 2 * len(BETWEEN.findall(page)):
        raise ValueError("a comment 'from here' or 'to here' has no counterpart")

    def made(match: re.Match[str]) -> str:
        if match["kind"] not in MADE:
            raise ValueError(f"a page asks for one of {', '.join(MADE)}, got {match['kind']!r}")
        return f"{match['start']}\n\n{MADE[match['kind']](match['what'] or '')}\n\n{match['end']}"

    return BETWEEN.sub(made, page)
