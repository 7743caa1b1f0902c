"""The algorithms line by line: what the paper's line says, in our words, beside the code that does it.

The words stand in `docs/algorithms/N.txt`, one line of the paper a line: its number, two spaces, and the
words, indented as the block they are in; `$...$` is mathematics. The code comes from the source by its tags.
A line that ends a block, or that only refers to another algorithm, is marked with a `-` before its words:
Python says it by indentation, so it has no tag.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from tools.sources import ROOT, TAG, Module, Tag, highlighted, module

HOMES = {
    1: ("paper/memberships", "train_class_memberships"),
    2: ("paper/neighbors", "neighbors_as_mknn"),
    3: ("paper/prediction", "monfknn"),
}
"""The module and the section of each algorithm."""
TITLES = {1: "TrainClassMemberships", 2: "NeighborsAsMkNN", 3: "MonFkNN"}
STEP = re.compile(r" *(?P<line>\d+)  (?P<indent> *)(?P<silent>- )?(?P<words>\S.*)$")


@dataclass(frozen=True)
class Step:
    """A numbered line of an algorithm in our words."""

    line: int
    depth: int
    words: str
    silent: bool
    """Whether it does nothing that Python has a line for."""


def steps(algorithm: int, text: str | None = None) -> list[Step]:
    """The lines of the algorithm, from its file or the text given."""
    if text is None:
        text = (ROOT / "docs" / "algorithms" / f"{algorithm}.txt").read_text(encoding="utf-8")
    found = []
    for row in text.splitlines():
        match = STEP.match(row)
        if not match:
            raise ValueError(f"no line of Algorithm {algorithm}: {row!r}")
        depth = len(match["indent"]) // 4
        found.append(Step(int(match["line"]), depth, match["words"], match["silent"] is not None))
    return found


def disagreements(algorithm: int, said: list[Step], done: list[Tag]) -> list[str]:
    """What the words and the tags of an algorithm do not agree on; nothing when all is well."""
    found = []
    numbers = [step.line for step in said]
    if numbers != list(range(1, len(said) + 1)):
        found.append(f"Algorithm {algorithm} has the lines {numbers}")
    spoken = {f"Alg {algorithm}.{step.line}" for step in said if not step.silent}
    tagged = {tag.name for tag in done if tag.name.startswith(f"Alg {algorithm}.")}
    found += [f"{name} has words and no code" for name in sorted(spoken - tagged)]
    found += [f"{name} has code and no words" for name in sorted(tagged - spoken)]
    return found


def code_by_step(algorithm: int, source: Module, section: str) -> dict[int, list[int]]:
    """For each tagged line of the algorithm the lines of source that stand beside it.

    A line without a tag stands beside the tagged one before it, except at the top of a function, where it
    waits for the first tagged line. Docstrings are left out.
    """
    home = source.section(section)
    step_at = {
        tag.place.line: int(tag.name.split(".")[1])
        for tag in source.tags
        if tag.name.startswith(f"Alg {algorithm}.")
    }
    beside: dict[int, list[int]] = {}
    for function in source.functions:
        if function.first not in home:
            continue
        waiting: list[int] = []
        current = None
        for line in range(function.first, function.last + 1):
            if line in function.docstring_lines:
                continue
            waiting.append(line)
            current = step_at.get(line, current)
            if current is not None:
                beside.setdefault(current, []).extend(waiting)
                waiting = []
    return beside


def aligned(algorithm: int) -> str:
    """The table as HTML, with the anchor alg-N-M on every row; `with_algorithms` colors its code."""
    name, section = HOMES[algorithm]
    source = module(name)
    said = steps(algorithm)
    complaints = disagreements(algorithm, said, source.tags)
    if complaints:
        raise ValueError("; ".join(complaints))
    code = code_by_step(algorithm, source, section)
    rows = []
    for step in said:
        lines = "\n".join(code_line(source, line) for line in code.get(step.line, []))
        cell = f"<pre>{lines}</pre>" if lines else ""
        silent = ' class="silent"' if step.silent else ""
        rows.append(
            f'<tr id="alg-{algorithm}-{step.line}"{silent}><th scope="row">{step.line}</th>'
            f'<td style="--depth:{step.depth}">{html.escape(step.words, quote=False)}</td>'
            f"<td>{cell}</td></tr>"
        )
    headings = "".join(f'<th scope="col">{heading}</th>' for heading in ("Line", "In words", "In code"))
    caption = f"Algorithm {algorithm}, {TITLES[algorithm]}: the paper's lines in our words, and ours in"
    return "\n".join(
        [
            f'<table class="algorithm"><caption>{caption} <code>monfknn_ref/{name}.py</code></caption>',
            f"<thead><tr>{headings}</tr></thead><tbody>",
            *rows,
            "</tbody></table>",
        ]
    )


def code_line(source: Module, line: int) -> str:
    """One line of code, its tag left to the first column; a line without a tag is marked as between."""
    text = source.lines[line]
    kind = "" if TAG.search(text) else ' class="between"'
    return f"<code{kind}>{html.escape(TAG.sub('', text), quote=False)}</code>"


TABLE = re.compile(r'<table class="algorithm">.*?</table>', re.DOTALL)


def with_algorithms(page: str) -> str:
    """The HTML of a page with the mathematics of its algorithms marked, and their code colored."""
    return TABLE.sub(lambda match: furnished(match[0]), page)


def furnished(table: str) -> str:
    """One algorithm as the site shows it."""

    def words(match: re.Match[str]) -> str:
        return match[1] + re.sub(r"\$(.+?)\$", r'<span class="arithmatex">\\(\1\\)</span>', match[2])

    def colored(match: re.Match[str]) -> str:
        code = html.unescape(match[2])
        indent = len(code) - len(code.lstrip())
        return f'<code{match[1] or ""} style="--indent:{indent}">{highlighted(code)}</code>'

    table = re.sub(r'(<td style="--depth:\d">)(.*?)(?=</td>)', words, table)
    table = re.sub(r'(<tr id="(alg-[\d-]+)".*?<th scope="row">)(\d+)', r'\1<a href="#\2">\3</a>', table)
    table = table.replace("<td><pre>", '<td class="highlight"><pre>').replace(
        "</code>\n<code", "</code><code"
    )
    return re.sub(r"<code( class=\"between\")?>(?!monfknn_ref)(.*?)</code>", colored, table)
