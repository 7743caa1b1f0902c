"""What a program writes into a page that is otherwise written by hand, so that the page reads well as it is.

A page has two comments, and what stands between them is made. Within a line, though not at its beginning,
they are shorter:

    <!-- from here: code paper/ranges valid_range -->
    <!-- to here -->

    | Table 4 | <!-- here: outcome Table 4 --><!-- end --> |

`MADE` lists what there is. `python3 docs/tools/write.py pages` writes it, and a test says when it must be
written again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from monfknn_ref.evaluation.methods import METHODS
from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.oracle.families import FAMILIES, cases
from monfknn_ref.oracle.vectors import laid_out, vector
from monfknn_ref.readings import AUTHORS, PAPER
from tools import (
    algorithms,
    certificates,
    data_sets,
    guarantees,
    index,
    interface,
    layers,
    own_methods,
    paper_map,
    points,
    running,
    unexplained,
)
from tools.pages import (
    audit,
    benchmark,
    comparisons,
    mistakes,
    noise,
    region,
    studies,
)
from tools.sources import ROOT, Place, module

BETWEEN = re.compile(
    r"^(?P<start><!-- from here: (?P<kind>\w+)(?: (?P<what>[^\n]+?))? -->)\n.*?^(?P<end><!-- to here -->)$",
    re.MULTILINE | re.DOTALL,
)
WITHIN = re.compile(
    r"(?<=\S )(?P<start><!-- here: (?P<kind>\w+)(?: (?P<what>[^\n]+?))? -->)[^\n]*?(?P<end><!-- end -->)"
)
COMMENT = re.compile(r"^<!-- (?:from|to) here|<!-- here: |<!-- end -->", re.MULTILINE)
LINK = re.compile(r"\]\((?=[\w/-]+\.(?:md|svg)|\.\./)")
LANGUAGES = {"c": "c", "h": "c", "mjs": "javascript", "R": "r", "json": "json"}


def code_of(what: str) -> str:
    """A section of a module as a block of code, without its docstring, and the way to all of it."""
    name, section = what.split()
    source = module(name)
    place = Place(name, source.section(section).start)
    block = f'```python title="monfknn_ref/{name}.py"\n{source.code(section)}\n```'
    return f"{block}\n\n[The source, with its docstring]({place.url})"


def file_of(path: str) -> str:
    """A file of the repository as a block of code."""
    file = ROOT / path
    language = LANGUAGES[file.suffix.removeprefix(".")]
    return f'```{language} title="{file.name}"\n{file.read_text(encoding="utf-8")}```'


def function_of(what: str) -> str:
    """A function of a module as a block of code, without its docstring: `evaluation/measures accuracy`.

    >>> print(function_of("evaluation/results unit_of"))
    ```python title="monfknn_ref/evaluation/results.py"
    def unit_of(printed: Decimal) -> Fraction:
        return Fraction(10) ** int(printed.as_tuple().exponent)
    ```
    """
    name, function = what.split()
    source = module(name)
    [found] = [one for one in source.functions if one.name == function]
    code = set(range(found.first, found.last + 1)) - set(found.docstring_lines)
    lines = [source.lines[number] for number in sorted(code)]
    return "\n".join([f'```python title="monfknn_ref/{name}.py"', *lines, "```"])


def vector_of(id: str) -> str:
    """A case as it stands in a file of vectors."""
    [case] = cases(only=[id])
    return f"```json\n{laid_out(vector(case, PAPER))}\n```"


def families_of_cases() -> str:
    """What each family is aimed at, with the anchor family-NAME."""
    rows = ["| Family | The mistake | What it costs | Where |", "|---|---|---|---|"]
    for name, family in FAMILIES.items():
        anchor, where = f'<span id="family-{name}">`{name}`</span>', ", ".join(family.exercises)
        rows.append(f"| {anchor} | {family.cause} | {family.effect} | {where} |")
    return "\n".join(rows)


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


RESULTS: Mapping[str, Mapping[str, Callable[[], str]]] = {
    "audit": audit.TABLES,
    "benchmark": benchmark.TABLES,
    "comparisons": comparisons.TABLES,
    "learning": studies.LEARNING,
    "mistakes": mistakes.TABLES,
    "noise": noise.NOISE,
    "readings": studies.READINGS,
    "sensitivity": studies.SENSITIVITY,
    "why-noise": noise.WHY,
}
"""What the pages about stored results ask for."""


def results_of(what: str) -> str:
    """A table of stored results: `audit by-cause`."""
    page, table = what.split(maxsplit=1)
    return RESULTS[page][table]()


OWN = {"command": own_methods.command_block, "results": own_methods.results}
"""What the page about the reader's own methods asks for."""

MADE: Mapping[str, Callable[[str], str]] = {
    "algorithm": lambda number: algorithms.aligned(int(number)),
    "certificates": lambda _: certificates.table(),
    "class": interface.documented_class,
    "code": code_of,
    "commands": lambda _: interface.commands(),
    "datasets": lambda _: region("The data sets", data_sets.table(), numbers=True),
    "families": lambda _: families_of_cases(),
    "file": file_of,
    "function": function_of,
    "index": index.table,
    "interface": interface.documented,
    "map": lambda _: layers.listing(),
    "methods": lambda _: methods_of_the_paper(),
    "names": interface.names,
    "numbers": running.numbers,
    "outcome": paper_map.outcome,
    "own": lambda what: OWN[what](),
    "point": points.described,
    "readings": lambda _: points.compared(),
    "refutation": guarantees.refutation,
    "results": results_of,
    "sentences": lambda _: paper_map.sentences(),
    "statements": lambda _: guarantees.table(),
    "vector": vector_of,
    **unexplained.PARTS,
}
"""What can stand between the comments: each kind with the function that makes it from the words after it."""


def with_insertions(page: str, here: str = "page.md") -> str:
    """The page with everything between its comments made anew; `here` is its path below the docs.

    >>> with_insertions("<!-- from here: families -->\\nold\\n<!-- to here -->").splitlines()[2]
    '| Family | The mistake | What it costs | Where |'
    >>> with_insertions("| <!-- here: outcome Figure 4 -->old<!-- end --> |")
    '| <!-- here: outcome Figure 4 -->our runs: 1 supported, 1 partly<!-- end --> |'
    >>> with_insertions("<!-- here: outcome Figure 4 -->at the beginning of a line<!-- end -->")
    Traceback (most recent call last):
    ValueError: page.md: a comment 'from here', 'to here', 'here' or 'end' has no counterpart
    >>> with_insertions("<!-- from here: families -->")
    Traceback (most recent call last):
    ValueError: page.md: a comment 'from here', 'to here', 'here' or 'end' has no counterpart
    """
    if len(COMMENT.findall(page)) != 2 * len(BETWEEN.findall(page) + WITHIN.findall(page)):
        raise ValueError(f"{here}: a comment 'from here', 'to here', 'here' or 'end' has no counterpart")
    up = "../" * here.count("/")

    def made(match: re.Match[str]) -> str:
        kind, what = match["kind"], match["what"] or ""
        if kind not in MADE:
            raise ValueError(f"{here}: a page asks for one of {', '.join(MADE)}, got {kind!r}")
        try:
            text = LINK.sub(f"]({up}", MADE[kind](what))
        except (ValueError, LookupError, AttributeError) as error:
            raise ValueError(f"{here}: {kind} {what}: {error}") from error
        around = "" if match.re is WITHIN else "\n\n"
        return f"{match['start']}{around}{text}{around}{match['end']}"

    return WITHIN.sub(made, BETWEEN.sub(made, page))
