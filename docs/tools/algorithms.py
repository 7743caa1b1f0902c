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

from tools.sources import ROOT, Module, Tag, module

__all__ = ["HOMES", "Step", "aligned", "disagreements", "steps"]

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
    """The table as HTML, with the anchor alg-N-M on every row."""
    name, section = HOMES[algorithm]
    source = module(name)
    said = steps(algorithm)
    complaints = disagreements(algorithm, said, source.tags)
    if complaints:
        raise ValueError("; ".join(complaints))
    code = code_by_step(algorithm, source, section)
    rows = []
    for step in said:
        lines = "".join(code_line(source, line) for line in code.get(step.line, []))
        cell = f"<pre><code>{lines}</code></pre>" if lines else ""
        silent = " algorithm__row--silent" if step.silent else ""
        rows.append(
            f'<tr id="alg-{algorithm}-{step.line}" class="algorithm__row{silent}">'
            f'<th scope="row"><a href="#alg-{algorithm}-{step.line}">{step.line}</a></th>'
            f'<td class="algorithm__words" style="--depth:{step.depth}">{words(step.words)}</td>'
            f'<td class="highlight">{cell}</td></tr>'
        )
    headings = "".join(f'<th scope="col">{heading}</th>' for heading in ("Line", "In words", "In code"))
    caption = f"Algorithm {algorithm}, {TITLES[algorithm]}: the paper's lines in our words, and ours in"
    return (
        f'<table class="algorithm"><caption>{caption} <code>monfknn_ref/{name}.py</code></caption>'
        f"<thead><tr>{headings}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def code_line(source: Module, line: int) -> str:
    """One line of code, its tag left to the first column, plainer if it has none."""
    tagged = any(tag.place.line == line for tag in source.tags)
    text = source.highlighted[line]
    if tagged:
        text = re.sub(r"\s*# (Alg|Eq) [\d.]+</span>$", "</span>", text)
        text = re.sub(r'\s*<span class="c1"></span>$', "", text)
    kind = "algorithm__code" if tagged else "algorithm__code algorithm__code--between"
    return f'<span class="{kind}">{text}\n</span>'


def words(text: str) -> str:
    """The words as HTML, mathematics as `pymdownx.arithmatex` would mark it."""
    parts = re.split(r"\$(.+?)\$", text)
    for i, part in enumerate(parts):
        escaped = html.escape(part)
        parts[i] = rf'<span class="arithmatex">\({escaped}\)</span>' if i % 2 else escaped
    return "".join(parts)
