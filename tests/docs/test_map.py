"""The map of the paper: nothing of the paper is missing from it, and everything it names is there."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import outside
import pytest

from monfknn_ref.commands import DEFAULT, build_parser, main
from monfknn_ref.reproduction import STORED
from monfknn_ref.reproduction.paper_tables import PRINTED_AS
from monfknn_ref.reproduction.sentences.register import WITHOUT_RESULT

ROOT = Path(__file__).resolve().parents[2]
PAPER = outside.FOLDER / "paper" / "monfknn.tex"
sys.path.insert(0, str(ROOT / "docs"))

from tools import index  # noqa: E402
from tools.pages.audit import sentence_anchor, sentences  # noqa: E402
from tools.paper_map import outcome  # noqa: E402
from tools.stored import findings  # noqa: E402

PAGE = (ROOT / "docs" / "map.md").read_text(encoding="utf-8")
FINDINGS = findings()

needs_the_paper = pytest.mark.needs_data("paper/monfknn.tex")


@pytest.fixture
def source() -> str:
    return PAPER.read_text(encoding="utf-8")


class Part(NamedTuple):
    """A row of the map: a part of the paper, what is said of it, and what follows in the row."""

    anchor: str
    name: str
    about: str
    rest: str

    @property
    def stored(self) -> list[str]:
        """The files with stored results."""
        return re.findall(r"`([\w-]+\.json)`", self.rest)


def commands(text: str) -> list[str]:
    """The commands of a row, which the map breaks before their options."""
    found = re.findall(r"`python[^`]*`(?: `--[^`]*`)*", text)
    return [command.replace("` `", " ").strip("`") for command in found]


PARTS = [
    Part(anchor, name.replace("&nbsp;", " "), about, rest)
    for anchor, name, about, rest in re.findall(
        r'^\| <span id="paper-([\w-]+)">(.+?)</span> \| (.+?) \| (.+)$', PAGE, flags=re.MULTILINE
    )
]
NAMES = [part.name for part in PARTS]
FLOATING = [part for part in PARTS if part.name.startswith(("Table", "Figure"))]


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


def missing_and_invented(source: str, names: Sequence[str]) -> tuple[set[str], set[str]]:
    """What the paper has and the map has not, and the other way round; formulas without a number are not
    LaTeX's to count."""
    of_paper = {part.name for part in numbered(source)}
    of_map = {name for name in names if not name.endswith(" formula")}
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
def test_the_map_has_every_part_of_the_paper_and_nothing_else(source: str) -> None:
    assert missing_and_invented(source, NAMES) == (set(), set())
    assert source.count(r"\begin{equation*}") == sum(name.endswith(" formula") for name in NAMES)


@needs_the_paper
def test_every_label_of_the_paper_belongs_to_a_part(source: str) -> None:
    by_label = {part.label: part.name for part in numbered(source) if part.label}
    assert set(re.findall(r"\\label\{([^}]*)\}", source)) == set(by_label)
    assert {label: by_label[label] for label in PRINTED_AS} == PRINTED_AS


@needs_the_paper
def test_a_part_that_is_missing_or_invented_is_noticed(source: str) -> None:
    wrong = ["Table 12" if name == "Table 7" else name for name in NAMES]
    assert missing_and_invented(source, wrong) == ({"Table 7"}, {"Table 12"})


def test_parts_are_named_once_and_in_order() -> None:
    assert len(NAMES) == len(set(NAMES))
    assert [name for name in NAMES if name.startswith("Table")] == [f"Table {i}" for i in range(1, 12)]
    assert [name for name in NAMES if re.fullmatch(r"Figure \d", name)] == [
        f"Figure {i}" for i in range(1, 7)
    ]
    for part in PARTS:
        assert part.anchor == "-".join(re.findall(r"\w+", part.name.lower()))


def test_the_package_calls_the_tables_as_the_map_does() -> None:
    places = {finding.where for finding in FINDINGS}
    assert places <= {*NAMES, "Abstract"}
    assert set(PRINTED_AS.values()) <= places


# --- What the map names is there --------------------------------------------------------------------------


def lost(text: str) -> list[str]:
    """Addresses that lead nowhere; the anchors of the index are made when the site is built."""
    pages = index.pages()
    found = []
    for address in re.findall(r"\]\(([^)]+)\)", text):
        page, _, place = address.partition("#")
        known = index.anchors(pages[page]) if page in pages else set()
        if page not in pages or (place and place not in known and not place.startswith("index-")):
            found.append(address)
    return found


def test_every_part_has_a_page_and_all_of_them_are_there() -> None:
    assert all("](" in part.rest for part in PARTS)
    assert lost(PAGE.partition("## Sections")[2]) == []


def test_numbered_parts_lead_to_their_places() -> None:
    places = {
        r"Eq\. (\d)": "#eq-{})",
        r"Algorithm (\d)": "#alg-{}-1)",
        r"Algorithm (\d), line (\d+)": "#alg-{}-{})",
        r"Table (\d+)": "#table-{})",
        r"Figure ([123])(?: \(.\))?": "#figure-{})",
        r"Section 5\.(\d)": "#section-5-{})",
    }
    for part in PARTS:
        for pattern, place in places.items():
            numbers = re.fullmatch(pattern, part.name)
            if numbers and part.name not in ("Table 1", "Table 2", "Table 3"):
                assert place.format(*numbers.groups()) in part.rest, part.name


def test_a_page_that_is_not_there_is_noticed() -> None:
    assert lost("[no](no.md), [no](audit.md#no)") == ["no.md", "audit.md#no"]


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


COMMANDS = sorted(set(commands(PAGE)))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_one(command: str) -> None:
    assert accepts(command)


@pytest.mark.parametrize("command", ["reproduce table-4", "reproduces", "audit --no"])
def test_a_command_that_is_none_is_noticed(command: str) -> None:
    assert not accepts(f"python -m monfknn_ref {command}")


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.endswith("--stored")])
def test_what_is_stored_can_be_shown(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(command)[3:]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 5


def test_every_stored_result_is_there() -> None:
    stored = {file for part in PARTS for file in part.stored}
    assert len(stored) == 3
    for file in stored:
        assert (STORED / file).is_file(), file


@pytest.mark.parametrize("part", [p for p in FLOATING if "(" not in p.name], ids=lambda p: p.name)
def test_every_table_and_figure_with_results_has_a_command_and_a_file(part: Part) -> None:
    described = part.name in ("Table 1", "Table 3", "Figure 6")  # words, parameters, drawn when asked for
    assert bool(part.stored) != described
    assert commands(part.rest) or part.name == "Table 1"


# --- Outcomes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", FLOATING, ids=lambda p: p.name)
def test_every_table_and_figure_has_its_outcome(part: Part) -> None:
    if part.name in ("Table 1", "Table 3", "Figure 6 (a)"):  # words, parameters, the true classes
        assert part.rest.startswith("no result |")
    elif part.about.startswith("against "):
        assert part.rest.startswith(f"<!-- here: outcome {part.name.partition(' (')[0]} {part.about} -->")
    else:
        assert part.rest.startswith(f"<!-- here: outcome {part.name} -->")


def test_an_outcome_counts_the_verdicts() -> None:
    assert outcome("Table 7").startswith("in print: 17 exact, 3 rounding, 3 contradicted")
    assert outcome("Figure 3 against MonMLP").startswith("in print: 1 undetermined; our runs: ")
    assert "cells within two spreads" in outcome("Table 10")
    with pytest.raises(LookupError, match=re.escape("the audit says nothing of 'Table 1'")):
        outcome("Table 1")


# --- Sentences --------------------------------------------------------------------------------------------

SHORT = re.compile(r"\b(vs|i\.e|e\.g|Eq|Fig|At)\.$")


def sections_of(source: str) -> dict[str, str]:
    """The text of the abstract and of every section, by the name that the paper prints."""
    source = re.sub(r"(?<!\\)%.*", "", source)
    found = {}
    if abstract := re.search(r"\\begin\{abstract\}(.*?)\\end\{abstract\}", source, re.DOTALL):
        found["Abstract"] = abstract[1]
        source = source[abstract.end() :]
    section = subsection = 0
    pieces = re.split(r"\\(section|subsection)(\*?)\{((?:[^{}]|\{[^}]*\})*)\}", source)
    for kind, star, body in zip(pieces[1::4], pieces[2::4], pieces[4::4]):
        if star:
            continue
        if kind == "section":
            section, subsection = section + 1, 0
        else:
            subsection += 1
        found[f"Section {section}" + (f".{subsection}" if subsection else "")] = body
    return found


def sentences_in(body: str) -> list[str]:
    """The numbers of the sentences: paragraph and place. Tables, figures and algorithms are not text."""
    body = re.sub(r"\\begin\{(table|figure|algorithm)\}.*?\\end\{\1\}", "", body, flags=re.DOTALL)
    body = re.sub(r"\\(label\{[^}]*\}|newpage|bibliography.*)", "", body)
    numbers = []
    paragraphs = [" ".join(text.split()) for text in re.split(r"\n\s*\n", body) if text.strip()]
    for i, paragraph in enumerate(paragraphs, start=1):
        place, sentence = 0, ""
        for piece in re.split(r"(?<=[.:?])\s+(?=[A-Z\\(])", paragraph):
            sentence = f"{sentence} {piece}".strip()
            if not SHORT.search(sentence) and not sentence.endswith(":"):
                place, sentence = place + 1, ""
                numbers.append(f"{i}.{place}")
        if sentence:
            numbers.append(f"{i}.{place + 1}")
    return numbers


def audited(where: str) -> set[str]:
    return {finding.sentence for finding in FINDINGS if finding.where == where and finding.sentence}


SMALL_TEXT = r"""
\begin{abstract} One. Two, i.e. Three vs. Four: five. \end{abstract}
\section{First} Text. More \ref{x}.

\begin{table} No. Sentence. \end{table}
Again.
\subsection{Sub}\label{s} Last.
\section*{Thanks} None.
"""


def test_sentences_are_counted_by_paragraph() -> None:
    sections = sections_of(SMALL_TEXT)
    assert {name: sentences_in(body) for name, body in sections.items()} == {
        "Abstract": ["1.1", "1.2"],
        "Section 1": ["1.1", "1.2", "2.1"],
        "Section 1.1": ["1.1"],
    }


@needs_the_paper
@pytest.mark.parametrize("where", WITHOUT_RESULT)
def test_every_sentence_of_the_results_is_audited_or_states_none(where: str, source: str) -> None:
    numbers = sentences_in(sections_of(source)[where])
    silent = WITHOUT_RESULT[where].split()
    assert len(set(numbers)) == len(numbers)
    assert audited(where) | set(silent) == set(numbers)
    assert not audited(where) & set(silent)


@needs_the_paper
def test_no_sentence_is_invented_and_all_sections_with_results_are_there(source: str) -> None:
    sections = sections_of(source)
    assert {name for name in sections if name.startswith(("Section 5", "Section 6"))} < set(WITHOUT_RESULT)
    for where in {finding.where for finding in FINDINGS if finding.sentence}:
        assert audited(where) <= set(sentences_in(sections[where])), where


@needs_the_paper
def test_a_sentence_that_is_missing_is_noticed(source: str) -> None:
    numbers = sentences_in(sections_of(source)["Section 5.1"])
    assert set(numbers) - (audited("Section 5.1") - {"3.2"}) - set(WITHOUT_RESULT["Section 5.1"].split()) == {
        "3.2"
    }


@needs_the_paper
def test_the_words_are_ours(source: str) -> None:
    """No claim of the audit stands in the paper, nor six words of it in a row."""
    paper = " ".join(re.sub(r"\\\w+|[^\w\s]", "", source).lower().split())
    for finding in FINDINGS:
        if finding.sentence:
            words = re.sub(r"[^\w\s]", "", finding.claim).lower().split()
            for i in range(len(words) - 5):
                assert " ".join(words[i : i + 6]) not in paper, finding.claim


def test_the_map_and_the_page_have_every_sentence() -> None:
    page = sentences(FINDINGS)
    for finding in FINDINGS:
        if finding.sentence:
            assert f"(audit-sentences.md#{sentence_anchor(finding)}) | {finding.claim} | " in PAGE
            assert page.count(f'id="{sentence_anchor(finding)}"') == 1
