"""The map of the paper: nothing of the paper is missing from it, and everything it names is there."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import outside
import pytest

from monfknn_ref.commands import DEFAULT, build_parser, main
from monfknn_ref.evaluation.audit import audit
from monfknn_ref.evaluation.paper_tables import PRINTED_AS

ROOT = Path(__file__).resolve().parents[1]
PAPER = outside.FOLDER / "paper" / "monfknn.tex"
sys.path.insert(0, str(ROOT / "docs"))

from tools import index, paper_map  # noqa: E402
from tools.pages.paper_map import anchor, map_page  # noqa: E402
from tools.paper_map import PARTS, Link, Part  # noqa: E402

needs_the_paper = pytest.mark.needs_data("paper/monfknn.tex")


# --- Numbers as LaTeX prints them -------------------------------------------------------------------------


class Numbered(NamedTuple):
    """A part of a LaTeX source: its number as printed, and its label if it has one."""

    name: str
    label: str


FLOATS = {"table": "Table", "figure": "Figure", "algorithm": "Algorithm"}
TOKEN = re.compile(
    r"\\(?P<heading>section|subsection)\{|\\begin\{(?P<begin>table|figure|algorithm|equation)\}"
    r"|\\end\{(?P<end>table|figure|algorithm|equation)\}|\\(?P<caption>caption)\{|\\(?P<panel>subfloat)\["
    r"|\\(?P<step>Function|For|If|Else|State|EndFunction|EndFor|EndIf)(?![A-Za-z])|\\label\{(?P<label>[^}]*)\}"
)


def numbered(source: str) -> Iterator[Numbered]:
    """Every numbered part, in the order of the source. A label belongs to what was counted last; one that
    stands before the caption of its float would take the section's number, which LaTeX does too."""
    source = re.sub(r"(?<!\\)%.*", "", source)
    counts = dict.fromkeys(["section", "subsection", "equation", *FLOATS, "panel", "line"], 0)
    float_is, open_part = "", ""
    labels: dict[str, str] = {}
    order: list[str] = []

    def count(name: str) -> str:
        order.append(name)
        return name

    for token in TOKEN.finditer(source):
        if token["heading"] == "section":
            counts["section"] += 1
            counts["subsection"] = 0
            open_part = count(f"Section {counts['section']}")
        elif token["heading"]:
            counts["subsection"] += 1
            open_part = count(f"Section {counts['section']}.{counts['subsection']}")
        elif token["begin"] == "equation":
            counts["equation"] += 1
            open_part = count(f"Eq. {counts['equation']}")
        elif token["begin"]:
            float_is = token["begin"]
            counts["panel"] = counts["line"] = 0
            if float_is == "algorithm":
                counts["algorithm"] += 1
        elif token["end"]:
            float_is = ""
        elif token["panel"]:
            counts["panel"] += 1
            letter = "abcdefgh"[counts["panel"] - 1]
            open_part = count(f"Figure {counts['figure'] + 1} ({letter})")
        elif token["caption"]:
            if float_is != "algorithm":
                counts[float_is] += 1
            open_part = count(f"{FLOATS[float_is]} {counts[float_is]}")
        elif token["step"]:
            counts["line"] += 1
            open_part = f"Algorithm {counts['algorithm']}, line {counts['line']}"
        elif token["label"]:
            assert open_part not in labels, f"{open_part} has two labels"
            labels[open_part] = token["label"]
            if ", line " in open_part:
                count(open_part)
    for name in order:
        yield Numbered(name, labels.get(name, ""))


def of_the_map(parts: tuple[Part, ...] = PARTS) -> set[Numbered]:
    """What the map has of that; formulas without a number are not LaTeX's to count."""
    return {Numbered(part.name, part.label) for part in parts if not part.name.endswith(" formula")}


def missing_and_invented(source: str, parts: tuple[Part, ...] = PARTS) -> tuple[set[Numbered], set[Numbered]]:
    """What the paper has and the map has not, and the other way round."""
    of_paper, of_map = set(numbered(source)), of_the_map(parts)
    return of_paper - of_map, of_map - of_paper


SMALL = r"""
\section{One}\label{sec:one} % \section{No}
\section*{No number}
\subsection{Two}
\begin{equation} 1 \label{eq:a} \end{equation} \begin{equation*} 2 \end{equation*}
\begin{figure} \subfloat[x\label{fig:p}]{} \subfloat[y]{} \caption{z}\label{fig:f} \end{figure}
\begin{algorithm} \caption{q}\label{alg:q} \begin{algorithmic}[1]
\Function{F}{} \For{x} \label{ln:l} \State \Comment{c} \EndFor \EndFunction \end{algorithmic} \end{algorithm}
\begin{table} \caption{t}\label{tab:t} \end{table}
"""


def test_parts_are_counted_as_latex_counts_them() -> None:
    assert list(numbered(SMALL)) == [
        ("Section 1", "sec:one"),
        ("Section 1.1", ""),
        ("Eq. 1", "eq:a"),
        ("Figure 1 (a)", "fig:p"),
        ("Figure 1 (b)", ""),
        ("Figure 1", "fig:f"),
        ("Algorithm 1", "alg:q"),
        ("Algorithm 1, line 2", "ln:l"),
        ("Table 1", "tab:t"),
    ]


@needs_the_paper
def test_the_map_has_every_numbered_part_of_the_paper_and_nothing_else() -> None:
    missing, invented = missing_and_invented(PAPER.read_text(encoding="utf-8"))
    assert missing == set()
    assert invented == set()


@needs_the_paper
def test_every_label_of_the_paper_is_in_the_map() -> None:
    labels = set(re.findall(r"\\label\{([^}]*)\}", PAPER.read_text(encoding="utf-8")))
    assert labels == {part.label for part in PARTS if part.label}


@needs_the_paper
def test_the_two_formulas_without_a_number_are_in_the_map() -> None:
    source = PAPER.read_text(encoding="utf-8")
    assert source.count(r"\begin{equation*}") == sum(part.name.endswith(" formula") for part in PARTS)


@needs_the_paper
def test_a_part_that_is_missing_or_invented_is_noticed() -> None:
    source = PAPER.read_text(encoding="utf-8")
    fewer = tuple(part for part in PARTS if part.name != "Table 7")
    assert missing_and_invented(source, fewer)[0] == {("Table 7", "tab:friedman-acc")}
    wrong = tuple(replace(part, name="Table 12") if part.name == "Table 7" else part for part in PARTS)
    assert missing_and_invented(source, wrong)[1] == {("Table 12", "tab:friedman-acc")}


def test_names_and_labels_are_given_once_and_in_order() -> None:
    names = [part.name for part in PARTS]
    labels = [part.label for part in PARTS if part.label]
    assert len(names) == len(set(names)) and len(labels) == len(set(labels))
    assert [part.name for part in paper_map.of_kind("table")] == [f"Table {i}" for i in range(1, 12)]
    assert [part.name for part in paper_map.of_kind("figure")] == [f"Figure {i}" for i in range(1, 7)]
    assert [part.kind for part in PARTS] == [
        kind for kind in paper_map.KINDS for _ in paper_map.of_kind(kind)
    ]


def test_the_package_calls_the_tables_as_the_map_does() -> None:
    by_label = {part.label: part.name for part in PARTS if part.label}
    assert {label: by_label[label] for label in PRINTED_AS} == PRINTED_AS
    assert {finding.table for finding in audit()} <= set(PRINTED_AS)


# --- What the map names is there --------------------------------------------------------------------------


def missing_pages(parts: tuple[Part, ...]) -> list[str]:
    """Addresses of the parts that lead nowhere; the anchors of the index are made when the site is built."""
    pages = index.pages()
    lost = []
    for part in parts:
        for link in part.links:
            page, _, place = link.address.partition("#")
            known = index.anchors(pages[page]) if page in pages else set()
            if page not in pages or (place and place not in known and not place.startswith("index-")):
                lost.append(link.address)
    return lost


def test_every_part_has_a_page_and_all_of_them_are_there() -> None:
    assert all(part.links for part in PARTS)
    assert missing_pages(PARTS) == []


def test_a_page_that_is_not_there_is_noticed() -> None:
    part = PARTS[0]
    lost = (replace(part, links=(Link("no", "no.md"), Link("no", "audit.md#no"))),)
    assert missing_pages(lost) == ["no.md", "audit.md#no"]


def accepts(command: str) -> bool:
    """Whether the package's command line takes a command, which is not run."""
    python, dash_m, package, *words = shlex.split(command)
    assert (python, dash_m, package) == ("python", "-m", "monfknn_ref"), command
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            build_parser().parse_args(words or [DEFAULT])
    except SystemExit:
        return False
    return True


@pytest.mark.parametrize("command", sorted({part.command for part in PARTS if part.command}))
def test_every_command_is_one(command: str) -> None:
    assert accepts(command)
    for file in re.findall(r"--stored (\S+)", command):
        assert (ROOT / file).is_file()


@pytest.mark.parametrize("command", ["reproduce table-4", "reproduces", "audit --no"])
def test_a_command_that_is_none_is_noticed(command: str) -> None:
    assert not accepts(f"python -m monfknn_ref {command}")


@pytest.mark.parametrize(
    "command", sorted({part.command for part in PARTS if re.search(r"--stored \S+$", part.command)})
)
def test_what_is_stored_can_be_shown(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(command)[3:]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 5


def test_every_stored_result_is_there() -> None:
    stored = {part.stored for part in PARTS if part.stored}
    assert len(stored) == 3
    for file in stored:
        assert (ROOT / file).is_file(), file


@pytest.mark.parametrize("kind", ["table", "figure"])
def test_every_table_and_figure_with_results_has_a_command_and_a_file(kind: str) -> None:
    for part in paper_map.of_kind(kind):
        described = part.name in ("Table 1", "Table 3", "Figure 6")  # words, parameters, drawn when asked for
        assert bool(part.stored) != described, part.name
        assert part.command or part.name == "Table 1", part.name


def test_the_page_has_every_part_under_its_own_anchor() -> None:
    page = map_page()
    anchors = [anchor(part) for part in PARTS]
    assert len(anchors) == len(set(anchors))
    for part in PARTS:
        assert page.count(f'id="{anchor(part)}"') == 1
    assert page == (ROOT / "docs" / "map.md").read_text(encoding="utf-8")
