"""The pages: every example on them runs, every output is real, and nothing of the paper is missing."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import monfknn_ref.example
from monfknn_ref.readings import REGISTER

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))

from tools import algorithms, examples, index, insertions, running, smallest, sources, symbols  # noqa: E402

PAGES = index.pages()
READ_ALONG = [path for path in PAGES if path.startswith("read-along/")]
COMMANDS = {
    path: [step for step in examples.steps(page) if isinstance(step, examples.Command)]
    for path, page in PAGES.items()
}
"""The commands of each page: lines after a prompt in its console blocks."""
LONG = {"check-your-own.md", "guarantees.md", "optimised.md"}
"""Pages with examples that search or check for several seconds."""


def marked(pages: Iterable[str]) -> list[Any]:
    return [pytest.param(path, marks=[pytest.mark.slow] if path in LONG else []) for path in pages]


def skip_without_what_it_needs(page: str) -> None:
    for needed in examples.needs(page):
        if importlib.util.find_spec(needed) is None:
            pytest.skip(f"the page needs {needed}, which is not there")


# Examples


@pytest.mark.parametrize("path", marked(PAGES))
def test_every_example_runs(path: str) -> None:
    skip_without_what_it_needs(PAGES[path])
    _, report = examples.run_doctests(PAGES[path], path)
    assert report == ""


@pytest.mark.posix
@pytest.mark.parametrize("path", marked(path for path, commands in COMMANDS.items() if commands))
def test_every_command_prints_what_the_page_shows(path: str, tmp_path: Path) -> None:
    skip_without_what_it_needs(PAGES[path])
    run, report = examples.run_commands(PAGES[path], tmp_path)
    assert run == len(COMMANDS[path])
    assert report == ""


def test_the_number_of_examples_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    counted = {path: len(re.findall(r"^ *>>> ", page, flags=re.MULTILINE)) for path, page in PAGES.items()}
    shown = sum(map(len, COMMANDS.values()))
    with capsys.disabled():
        print(
            f"\n{sum(counted.values())} examples and {shown} commands on {len(PAGES)} pages are run", end=""
        )
    assert all(counted[path] >= 10 for path in READ_ALONG)
    assert sum(counted.values()) >= 300


@pytest.mark.parametrize("path", PAGES)
def test_examples_stand_in_code_blocks_and_nothing_else_looks_like_one(path: str) -> None:
    inside = "".join(match["body"] for match in examples.FENCE.finditer(PAGES[path]))
    assert inside.count(">>> ") == PAGES[path].count(">>> ")
    for match in examples.FENCE.finditer(PAGES[path]):
        assert (">>> " in match["body"]) == (match["language"] == "pycon"), match[0]


def test_a_wrong_output_is_noticed(tmp_path: Path) -> None:
    page = "```pycon\n>>> 1 + 1\n3\n```\n\n```console\n$ echo one; echo two\none\n```\n"
    count, report = examples.run_doctests(page, "page")
    assert count == 1
    assert "Expected:\n    3\nGot:\n    2" in report
    assert "the page shows:\none" in examples.run_commands(page, tmp_path)[1]
    assert examples.run_commands(page.replace("one\n```", "...\ntwo\n```"), tmp_path) == (1, "")


def test_files_of_a_page_are_written_before_the_commands_after_them(tmp_path: Path) -> None:
    page = '```python title="two.py"\nprint(2)\n```\n\n```console\n$ python two.py\n2\n```\n'
    assert examples.run_commands(page, tmp_path) == (1, "")


# What a program writes into the pages


@pytest.mark.parametrize("path", [path for path, page in PAGES.items() if "<!-- from here: " in page])
def test_what_a_page_includes_is_there_and_up_to_date(path: str) -> None:
    current = insertions.with_insertions(PAGES[path], path) == PAGES[path]
    assert current, "run python3 docs/tools/write.py pages"


@pytest.mark.parametrize("path", PAGES)
def test_a_page_reads_well_without_the_generator_of_the_site(path: str) -> None:
    prose = examples.FENCE.sub("", PAGES[path])
    assert not re.search(r"^\[\[\w+.*\]\]$", prose, flags=re.MULTILINE)
    assert "--8<--" not in prose
    for target in re.findall(r"\]\(([^)#\s]+)", prose):
        if "://" not in target and not target.startswith("vectors/"):
            assert ((ROOT / "docs" / path).parent / target).exists(), target


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("point no-such-point", "page.md: point no-such-point: no open point is called 'no-such-point'"),
        ("interface no_such_name", "page.md: interface no_such_name: "),
        (
            "code paper/ranges no_such_section",
            "page.md: code paper/ranges no_such_section: paper/ranges.py has no",
        ),
        ("numbers eq-8", "no equation is called 'eq-8'"),
        ("nothing", "page.md: a page asks for one of algorithm, "),
    ],
)
def test_what_cannot_be_inserted_is_named(comment: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        insertions.with_insertions(f"<!-- from here: {comment} -->\n<!-- to here -->")


def test_the_numbers_of_the_equations_are_those_of_the_pencil() -> None:
    cells = {name: re.findall(r"\*\*(.+?)\*\*", running.numbers(name)) for name in running.NUMBERS}
    pencil = monfknn_ref.example.PENCIL
    assert cells["eq-1"] == ["low to mid", "low to high"]
    assert cells["eq-4"] == ["class 3"] * 3
    assert cells["eq-5"] == [str(u) for u in pencil["memberships"][6]]
    assert cells["eq-6"] == [str(u) for u in pencil["memberships"][1]]
    assert cells["eq-7"] == [str(u) for u in pencil["queries AM"][0]]


def test_symbols_are_found_in_formulas_and_in_code() -> None:
    formula = r"u(x_i, l) = \RCr + \dfrac{\nn_l}{k} \, (1 - \RCr) \text{if } x"
    found = [name for piece, name in symbols.in_tex(formula) if name]
    assert found == ["u", "RCr", "share", "RCr", "x"]
    assert "".join(piece for piece, _ in symbols.in_tex(formula)) == formula
    code = "return RCr + shares[l] * (1 - RCr)  # RCr and x\nexample = D[i]"
    assert [code[start:end] for start, end, _ in symbols.in_code(code)] == ["RCr", "shares[l]", "RCr", "D[i]"]


# Algorithms


def test_every_line_has_words_and_code() -> None:
    for number in algorithms.HOMES:
        assert algorithms.disagreements(number, algorithms.steps(number), sources.tags()) == []


def test_a_line_without_words_or_code_is_noticed() -> None:
    said, done = algorithms.steps(2), sources.tags()
    silenced = [replace(step, silent=step.silent or step.line == 9) for step in said]
    untagged = [tag for tag in done if tag.name != "Alg 2.9"]
    assert algorithms.disagreements(2, silenced, done) == ["Alg 2.9 has code and no words"]
    assert algorithms.disagreements(2, said, untagged) == ["Alg 2.9 has words and no code"]
    assert algorithms.disagreements(2, said[:8] + said[9:], done)[0].startswith(
        "Algorithm 2 has the lines [1, 2"
    )
    with pytest.raises(ValueError, match="no line of Algorithm 2: 'nine'"):
        algorithms.steps(2, "nine")


@pytest.mark.parametrize("number", algorithms.HOMES)
def test_all_of_an_algorithm_s_code_stands_beside_its_lines_once_and_in_order(number: int) -> None:
    name, section = algorithms.HOMES[number]
    source = sources.module(name)
    beside = algorithms.code_by_step(number, source, section)
    shown = [line for step in sorted(beside) for line in beside[step]]
    documented = {line for function in source.functions for line in function.docstring_lines}
    whole = [line for line in source.section(section) if source.lines[line] and line not in documented]
    assert shown == whole
    for tag in source.tags:
        if tag.name.startswith(f"Alg {number}."):
            assert tag.place.line in beside[int(tag.name.split(".")[1])]


@pytest.mark.parametrize(("number", "most"), [(1, 4), (2, 1), (3, 4)])
def test_nearly_every_line_of_code_stands_beside_a_line_of_the_paper(number: int, most: int) -> None:
    name, section = algorithms.HOMES[number]
    source = sources.module(name)
    tagged = {tag.place.line for tag in source.tags}
    shown = [line for lines in algorithms.code_by_step(number, source, section).values() for line in lines]
    assert sum(line not in tagged for line in shown) <= most


@pytest.mark.parametrize("number", algorithms.HOMES)
def test_the_examples_of_its_page_carry_out_every_line(number: int) -> None:
    name, _ = algorithms.HOMES[number]
    source = sources.module(name)
    [page] = [page for page in PAGES.values() if f"<!-- from here: algorithm {number} -->" in page]
    reached = lines_reached(lambda: examples.run_doctests(page, "page"), ROOT / "monfknn_ref" / f"{name}.py")
    for tag in source.tags:
        if tag.name.startswith(f"Alg {number}."):
            is_else = source.lines[tag.place.line].strip().startswith("else:")
            assert tag.place.line + is_else in reached, tag


def lines_reached(do: Callable[[], Any], path: Path) -> set[int]:
    """The lines of a file that are carried out meanwhile."""
    reached: set[int] = set()

    def watch(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != str(path):
            return None
        reached.add(frame.f_lineno)
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        do()
    finally:
        sys.settrace(before)
    return reached


# The index


def test_nothing_is_missing_from_the_index() -> None:
    found = index.entries()
    assert index.missing(found) == []
    names = [entry.name for entry in found]
    assert names[:7] == [f"Eq {number}" for number in range(1, 8)]
    assert {tag.name for tag in sources.tags()} <= set(names)
    assert names[-12:] == [point.id for point in REGISTER]
    assert len(names) == len(set(names)) == 7 + 17 + 11 + 12 + 12


@pytest.mark.parametrize(
    ("name", "path", "old"),
    [
        ("Eq 1", "read-along/order-and-ranges.md", "#eq-1"),
        ("Eq 6", "read-along/memberships.md", "#eq-6"),
        ("Alg 2.9", "read-along/neighbors.md", 'id="alg-2-9"'),
        ("neighbor-ties", "readings.md", "{ #neighbor-ties }"),
    ],
)
def test_a_missing_anchor_is_noticed(name: str, path: str, old: str) -> None:
    assert old in PAGES[path]
    texts = {**PAGES, path: PAGES[path].replace(old, "")}
    assert f"{name} has no page" in index.missing(index.entries(texts))


@pytest.mark.parametrize(
    ("name", "module", "old"),
    [
        ("Eq 4", "paper/medians", "  # Eq 4"),
        ("Alg 1.13", "paper/memberships", "# Alg 1.13"),
        ("Alg 3.14", "paper/prediction", "# Alg 3.14"),
        ("median-gap", "readings/rules", "`median-gap`"),
    ],
)
def test_missing_code_is_noticed(name: str, module: str, old: str) -> None:
    text = sources.module(module).text
    assert old in text
    changed = [
        sources.Module(module, text.replace(old, "")) if shown == module else sources.module(shown)
        for shown in sources.SHOWN
    ]
    assert f"{name} has no code" in index.missing(index.entries(modules=changed))


@pytest.mark.parametrize("function", ["valid_range", "frequency_of_class", "neighbors_as_mknn"])
def test_a_missing_doctest_is_noticed(function: str) -> None:
    changed = []
    for shown in sources.SHOWN:
        source = sources.module(shown)
        lines = list(source.lines[1:])
        for known in source.functions:
            if known.name == function:
                for number in known.docstring_lines:
                    lines[number - 1] = lines[number - 1].replace(">>> ", "")
        changed.append(sources.Module(shown, "\n".join(lines)))
    wanted = {"valid_range": "Eq 1", "frequency_of_class": "Eq 5", "neighbors_as_mknn": "Alg 2.9"}[function]
    assert f"{wanted} has no doctest" in index.missing(index.entries(modules=changed))


def test_a_missing_example_of_an_open_point_is_noticed() -> None:
    texts = {**PAGES, "readings.md": PAGES["readings.md"].replace("weights=option", "")}
    assert index.missing(index.entries(texts)) == ["weights has no doctest"]


@pytest.mark.parametrize(
    ("point", "function"),
    [("fewer-than-k", "counted"), ("no-neighbor", "without_neighbors"), ("median-gap", "middle")],
)
def test_an_open_point_leads_to_the_function_that_settles_it(point: str, function: str) -> None:
    source = sources.module("readings/rules")
    place = index.settled_at(point, source)
    assert place is not None
    assert source.lines[place.line].startswith(f"    def {function}(")


def test_families_find_their_lines() -> None:
    found = {
        e.name: e.families for e in index.entries(exercised={"ties": ("Alg 2.9", "Eq 4"), "other": ("Eq 4",)})
    }
    assert found["Alg 2.9"] == ("ties",)
    assert found["Eq 4"] == ("ties", "other")
    assert found["Eq 1"] == ()


def test_every_equation_of_the_paper_s_own_method_has_a_family_of_vectors() -> None:
    pytest.importorskip("monfknn_ref.oracle")
    for entry in index.entries():
        if entry.name in ("Eq 1", "Eq 4", "Eq 5", "Eq 6", "Eq 7"):
            assert entry.families, entry.name


# Readings


OF_THREE_ROWS = {
    "crossed-range": ([(0,), (2,), (3,)], [2, 1, 3], 3, [(0,), (1,), (2,), (3,)]),
    "duplicated": ([(0,), (0,), (1,)], [1, 1, 2], 2, [(0,), (1,)]),
}
"""The training sets of the two examples that the whole search takes long to get to."""


@pytest.mark.parametrize(
    "point",
    [
        pytest.param(point, id=point.id, marks=[pytest.mark.slow] if point.id == "open-bound" else [])
        for point in REGISTER
    ],
)
def test_the_smallest_example_of_an_open_point_is_the_one_on_the_page(point: Any) -> None:
    if point.id in OF_THREE_ROWS:
        X, y, c, queries = OF_THREE_ROWS[point.id]
        example = smallest.first_change(point, X, y, c, queries)
        assert example is not None
        for i in range(3):  # none of the rows can be spared
            assert smallest.first_change(point, X[:i] + X[i + 1 :], y[:i] + y[i + 1 :], c, queries) is None
    else:
        example = smallest.smallest_example(point, most_rows=2)
    assert smallest.as_doctest(point, example) in index.section_of(PAGES["readings.md"], point.id)


def test_every_open_point_is_described_from_the_register() -> None:
    for point in REGISTER:
        assert f"<!-- from here: point {point.id} -->" in index.section_of(PAGES["readings.md"], point.id)


# The rest


def test_the_interface_page_has_every_public_name() -> None:
    page = PAGES["programming-interface.md"]
    for name in monfknn_ref.__all__:
        assert re.search(rf"<!-- from here: (interface|class) {name} -->|`{name}`", page), name


@pytest.mark.parametrize("path", READ_ALONG)
def test_every_read_along_page_has_exercises_with_folded_solutions(path: str) -> None:
    exercises = PAGES[path].split("## Exercises")[1]
    assert 3 <= len(re.findall(r"^\d\. ", exercises, flags=re.MULTILINE)) <= 4
    assert len(re.findall(r"^\d\. ", exercises, flags=re.MULTILINE)) == exercises.count('??? note "Solution"')
