"""The explorer: what a page needs around `<div data-explorer="...">`, made when the site is built.

This module adds the Python source of the three algorithms, line by line, the controls, the open points of
the register, examples to start from, and a figure for readers without JavaScript. It repeats nothing that
stands elsewhere: the source comes from `monfknn_ref/paper`, the running example from `monfknn_ref.example`,
the smallest examples of the open points from the page of readings, and the counterexamples from
`docs/data/counterexamples.json`: a list of objects with a "name", a "note" and a "case" as
`monfknn_ref.oracle.cases.Case` writes it.
"""

from __future__ import annotations

import ast
import html
import json
import random
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from string import Template
from typing import Any

from monfknn_ref import example
from monfknn_ref.data import artiset, noisy
from monfknn_ref.drawing.canvas import class_colors, ink_on
from monfknn_ref.readings import REGISTER, OpenPoint
from tools.algorithms import HOMES, TITLES
from tools.built import written_out
from tools.index import section_of
from tools.sources import ROOT, TAG, Module, highlighted, module

ELEMENT = re.compile(r'<div data-explorer="(?P<kind>\w+)"(?P<more>[^>]*)></div>')
PARTS = ROOT / "docs" / "tools" / "explorer.html"
COUNTEREXAMPLES = ROOT / "docs" / "data" / "counterexamples.json"
MOST_CLASSES = 30
TOSSES = 512

State = dict[str, Any]
"""What the explorer starts from: rows, labels, classes, a query and parameters, decimals as text."""


def with_explorers(page: str, up: str) -> str:
    """The HTML of a page with its explorers furnished; `up` leads from the page to the root of the site."""
    kinds = [match["kind"] for match in ELEMENT.finditer(page)]
    if not kinds:
        return page
    page = ELEMENT.sub(lambda match: furnished(match["kind"], match["more"], up), page)
    data = json.dumps(content(), ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    scripts = "".join(
        f'<script src="{up}javascripts/{name}.js"></script>' for name in ("monfknn", "explorer")
    )
    return f'{page}<script type="application/json" id="explorer-data">{data}</script>{scripts}'


def furnished(kind: str, more: str, up: str) -> str:
    """One explorer: what readers without JavaScript see, the controls, and the source."""
    if kind not in KINDS:
        raise LookupError(f"no explorer is called {kind!r}; there are {', '.join(KINDS)}")
    if kind in ("full", "neighbors", "parents"):  # the other pages have a figure anyway
        still = part("with a figure", figure=written_out("neighbors"))
    else:
        still = part("without a figure")
    return (
        f'<div class="explorer explorer--{kind}" data-explorer="{kind}" data-to="{up}explorer.html"{more} '
        f"data-search-exclude>{still}{frame(kind)}</div>"
    )


@cache
def parts() -> dict[str, Template]:
    """The parts of `explorer.html` by their names, without the line breaks."""
    names_and_texts = re.split(r"^<!-- (.+) -->$", PARTS.read_text(encoding="utf-8"), flags=re.MULTILINE)
    texts = (text.replace("\n", "") for text in names_and_texts[2::2])
    return {name: Template(text) for name, text in zip(names_and_texts[1::2], texts)}


def part(name: str, /, **gaps: str) -> str:
    return parts()[name].substitute(gaps)


# --- The controls -----------------------------------------------------------------------------------------

KINDS: dict[str, State] = {
    "full": {"lines": ".", "example": "pm"},
    "ranges": {
        "lines": r"^Alg 3\.4 ",
        "example": "pm",
        "set": {"RCr": "1", "query": ["4", "2"], "id": "", "note": ""},
    },
    "medians": {"lines": r"^Alg 1\.13 ", "example": "u", "set": {"at": "1.13-r5"}, "selected": 14},
    "memberships": {
        "lines": r"^Alg 1\.(17|19|21) ",
        "example": "pm",
        "set": {"at": "1.21-r3-c2"},
        "selected": 3,
    },
    "neighbors": {"lines": r"^Alg 2\..* query", "detail": True, "example": "pm"},
    "prediction": {"lines": r"^Alg 3\.(4|6|9|11|14|15) ", "example": "pm"},
    "parents": {"lines": r"^Alg 3\.[46] ", "example": "pm", "set": {"RCr": "1", "id": "", "note": ""}},
    "configurations": {"lines": r"^Alg (1\.21|3\.(3|4|6|14|15)) ", "example": "pm"},
}
"""The lines that each kind steps through, with the places they are about, and what it starts from."""
SLIDERS = {
    "k": ("neighbors of a training row", 'min="1" max="10" step="1"'),
    "K": ("neighbors of the query", 'min="1" max="10" step="1"'),
    "RCr": ("relevance of a row's own class", 'min="0" max="1" step="0.01"'),
    "pOR": ("what a neighbor out of range counts", 'min="0" max="1" step="0.01"'),
}
CHOICES = {"typeRange": ("inRange", "outRange"), "m": ("1", "1.5", "2", "3", "4")}
SHOWN_PARAMETERS = {
    "full": ("k", "RCr", "K", "pOR", "typeRange", "m"),
    "memberships": ("k", "RCr"),
    "neighbors": ("K", "typeRange"),
    "prediction": ("K", "pOR", "typeRange", "m"),
    "parents": ("K", "typeRange"),
    "configurations": ("RCr", "pOR", "typeRange"),
}


def control(name: str) -> str:
    """One parameter of the paper."""
    if name in SLIDERS:
        words, limits = SLIDERS[name]
        return part("slider", name=name, words=words, limits=limits)
    options = "".join(f"<option>{option}</option>" for option in CHOICES[name])
    return f'<label><span><b>{name}</b></span> <select data-parameter="{name}">{options}</select></label>'


def frame(kind: str) -> str:
    """What the script fills; it stays hidden until the script runs."""
    full = kind == "full"
    bars = {"full": bar(), "configurations": f'<div class="ex-bar">{part("presets")}</div>'}
    parameters = "".join(map(control, SHOWN_PARAMETERS.get(kind, ())))
    left = f'<div class="ex-plane">{part("plane")}'
    left += '<p class="ex-note" data-part="note"></p></div>' if full else "</div>"
    left += f'<div class="ex-parameters">{parameters}</div>' if parameters else ""
    stepper = "" if kind == "ranges" else part("stepper", every=part("every line") if full else "")
    right = f'<div class="ex-side">{stepper}{part("what is said")}</div>'
    right += (source() if full else "") + '<div class="ex-numbers" data-part="numbers"></div>'
    below = part("below the full explorer", points=open_points()) if full else part("below a small explorer")
    return (
        f'<div class="ex-frame">{bars.get(kind, "")}<div class="ex-left">{left}</div>'
        f'<div class="ex-right">{right}</div>{below}</div>'
    )


def source() -> str:
    code = "".join(map(source_of, sorted(HOMES)))
    return (
        '<div class="ex-source highlight" data-part="source" tabindex="0" role="region" '
        f'aria-label="Python source">{code}</div>'
    )


def bar() -> str:
    """What the reader can start from, and what the buttons do."""
    options = (f'<option value="{entry["id"]}">{html.escape(entry["name"])}</option>' for entry in examples())
    return part("bar", options="".join(options), presets=part("presets"))


def open_points() -> str:
    """A choice for each open point; the script writes below it what the chosen option means."""
    labels = []
    for point in REGISTER:
        options = "".join(f"<option>{option}</option>" for option in point.options)
        labels.append(
            f'<label title="{html.escape(point.text)}"><span>{point.id}</span>'
            f'<select data-point="{point.field}">{options}</select><small></small></label>'
        )
    return "".join(labels)


# --- The words --------------------------------------------------------------------------------------------

WORDS = {
    "Alg 1.1": "Algorithm 1 starts with {rows} rows, k = {k} and RCr = {RCr}.",
    "Alg 1.2": "Take {who}.",
    "Alg 1.3": "Take the class {class} for {who}.",
    "Alg 1.4": "Is {who} duplicated? {yes}.",
    "Alg 1.5": "{who} appears {copies} times. Eq. 5 divides its membership among its labels: {u}.",
    "Alg 1.7": "{who} has the label {given}, so its memberships are {u}.",
    "Alg 1.11": "Of {rows} rows, {distinct} distinct rows remain.",
    "Alg 1.12": "Take {who} to compute its first median.",
    "Alg 1.13": "Added up, the memberships of {who} reach {half}. Its label is {label}.",
    "Alg 1.15": "Take {who} to compute its memberships.",
    "Alg 1.16": "Is {who} not duplicated? {yes}.",
    "Alg 1.17": "{bounds}. So {who} may be {valid}.",
    "Alg 1.19": "The {k} nearest rows of a valid class are the neighbors of {who}: {nn}.",
    "Alg 1.20": "Take the class {class}.",
    "Alg 1.21": "Eq. 6 mixes the label {given} of {who} with the labels of its neighbors: {u}.",
    "Alg 1.25": "Algorithm 1 is done: every distinct row has its memberships.",
    "Alg 2.1": "Algorithm 2 looks for the {k} nearest rows of {who}.",
    "Alg 2.2": "There are no neighbors yet.",
    "Alg 2.3": "Take row {j}. Its squared distance is {distance}.",
    "Alg 2.4": "Row {j} is {of_j}. May it be a neighbor? {yes}.",
    "Alg 2.5": "Are there fewer than {k} neighbors? {yes}.",
    "Alg 2.6": "Row {j} joins the neighbors, which are now {nn}.",
    "Alg 2.8": "The farthest neighbor so far is {farthest}.",
    "Alg 2.9": "Row {j} is at the squared distance {distance}. Is it nearer than the farthest? {yes}.",
    "Alg 2.10": "Row {j} replaces the farthest neighbor. The neighbors are now {nn}.",
    "Alg 2.15": "The neighbors of {who}, nearest first: {nn}.",
    "Alg 3.1": "Algorithm 3 starts with the lines that are the same for every query.",
    "Alg 3.2": "Algorithm 1 has given every row its memberships.",
    "Alg 3.3": "Added up, the memberships of {who} reach {half}. Its label is {label}{lost}.",
    "Alg 3.4": "{bounds}. So {who} may be {valid}.",
    "Alg 3.6": "The {k} nearest rows {kind} are the neighbors of {who}: {nn}.",
    "Alg 3.7": "Take the neighbor {j}.",
    "Alg 3.8": "Row {j} is {of_j}. Does it count in full? {yes}.",
    "Alg 3.9": "Row {j} is in range and counts in full.",
    "Alg 3.11": "Row {j} is {of_j}, which is out of range. It counts only {pOR}.",
    "Alg 3.14": "Eq. 7 takes the weighted mean of the memberships of the neighbors.",
    "Alg 3.15": "Added up, the memberships of {who} reach {half}. {who} is {label}.",
}
"""What the explorer says when a line has been carried out; the script fills the gaps."""


# --- The source -------------------------------------------------------------------------------------------


def source_of(algorithm: int) -> str:
    """The functions of an algorithm without their docstrings, each line with its tag."""
    name, section = HOMES[algorithm]
    source = module(name)
    rows = "".join(
        line_of(source, number) for number in lines_of_code(source, source.section(section), algorithm)
    )
    title = f"Algorithm {algorithm}, {TITLES[algorithm]}"
    file = f"monfknn_ref/{name}.py"
    return (
        f'<section data-algorithm="{algorithm}" aria-label="{title}">'
        f'<p class="ex-file">{title} <code>{file}</code></p><pre><code>{rows}</code></pre></section>'
    )


def lines_of_code(source: Module, section: range, algorithm: int) -> Iterator[int]:
    """The lines of the functions that carry out the algorithm."""
    for function in source.functions:
        if function.first in section:
            for number in range(function.first, function.last + 1):
                if number not in function.docstring_lines:
                    yield number


def line_of(source: Module, number: int) -> str:
    """One line as HTML: its number in the paper, if it has one, and the code."""
    text = source.lines[number]
    match = TAG.search(text)
    tag = match["name"] if match else ""
    indent = len(text) - len(text.lstrip())
    line = tag.partition(".")[2]
    between = "" if match else " ex-code--between"
    return (
        f'<span class="ex-line" data-line="{tag}" data-number="{line}" style="--indent:{indent}">'
        f'<span class="ex-code{between}">{highlighted(TAG.sub("", text))}\n</span></span>'
    )


def content() -> State:
    """What the script reads: examples, open points, colors of classes, and the tosses of Python's coin."""
    coin = random.Random(0)
    return {
        "examples": examples(),
        "kinds": KINDS,
        "words": WORDS,
        "points": [described(point) for point in REGISTER],
        "colors": (colors := [class_colors(c) for c in range(1, MOST_CLASSES + 1)]),
        "inks": [[ink_on(color) for color in scale] for scale in colors],
        "tosses": "".join(str(coin.getrandbits(1)) for _ in range(TOSSES)),
    }


def described(point: OpenPoint) -> State:
    """An open point for the script."""
    return {
        "id": point.id,
        "field": point.field,
        "text": point.text,
        "options": dict(point.options),
        "paper": point.paper,
    }


def examples() -> list[State]:
    """What the reader can start from, in the order of the list."""
    return [
        running_example("pm", "Running example, MonFkNN-PM", RCr="0.5", typeRange="inRange"),
        running_example("am", "Running example, MonFkNN-AM", RCr="1", typeRange="outRange"),
        vectors_of_the_paper(),
        noisy_artiset(),
        *map(smallest, REGISTER),
        *counterexamples(),
    ]


def running_example(id: str, name: str, **parameters: str) -> State:
    note = "Ten rows, few enough to work through the three algorithms with a pencil."
    rows = {"X": example.ROWS, "y": example.LABELS, "classes": example.CLASSES}
    fields = {**rows, "queries": example.QUERIES[:1], "k": 2, "K": 3, **parameters}
    return started(id, name, note, fields)


VECTORS: Mapping[str, tuple[tuple[int, int], list[int]]] = {
    "u_i": ((2, 2), [1, 2, 3, 3, 4]),
    "u_j": ((4, 3), [2, 2, 2, 2, 3, 3, 3, 4, 4, 5]),
    "u_t": ((1, 4), [1, 1, 2, 2, 2, 4, 4, 4, 5, 5]),
}
"""Three rows that appear so often, with such labels, that Eq. 5 gives them the paper's vectors."""


def vectors_of_the_paper() -> State:
    """The paper's u_i, u_j and u_t, as frequencies of duplicated rows.

    >>> vectors_of_the_paper()["y"][:5]
    [1, 2, 3, 3, 4]
    """
    X = [row for row, labels in VECTORS.values() for _ in labels]
    y = [label for _, labels in VECTORS.values() for label in labels]
    note = (
        "The labels of these duplicated rows are chosen so that Eq. 5 gives the rows a, b and c the vectors "
        "u_i, u_j and u_t of Section 3.1. The query lies on b. Its largest membership is that of class 2, "
        "although row a lies below it and has class 3."
    )
    fields = {"X": X, "y": y, "classes": [1, 2, 3, 4, 5], "queries": [VECTORS["u_j"][0]], "k": 2, "K": 3}
    return started("u", "The paper's vectors u_i, u_j, u_t", note, fields)


def noisy_artiset() -> State:
    """A hundred points of the artificial set, a quarter of their labels moved by one class."""
    given = noisy(artiset(100, 5, seed=1), 0.25, seed=2)
    rows = [tuple(str(float(Fraction(round(value * 100), 100))) for value in row) for row in given.X]
    note = "A hundred points of the artificial set. A quarter of the labels are moved by one class."
    fields = {"X": rows, "y": given.y, "classes": given.classes, "queries": [("0.5", "0.5")], "k": 5, "K": 9}
    return started("artiset", "Artificial set with noise", note, fields)


def smallest(point: OpenPoint) -> State:
    """The smallest example on which an open point changes a prediction, from the page of readings."""
    page = (ROOT / "docs" / "readings.md").read_text(encoding="utf-8")
    text = section_of(page, point.id).split("```")[1]  # its first example
    rows = re.search(r"^>>> X, y, classes = (.+)$", text, re.MULTILINE)
    model = re.search(r"= MonFkNN\((.+), reading=reading\)", text)
    query = re.search(r"predict\(\[(\(.+?\))\]\)", text)
    if not (rows and model and query):
        raise ValueError(f"readings.md has no smallest example of {point.id}")
    X, y, classes = ast.literal_eval(rows[1])
    call = ast.parse(f"f({model[1]})", mode="eval").body
    assert isinstance(call, ast.Call)
    parameters = {word.arg or "": ast.literal_eval(word.value) for word in call.keywords}
    answers = re.findall(r"^([\w-]+) \[(\w+)\]$", text, re.MULTILINE)
    note = (
        f"The smallest example on which {point.id} matters: "
        f"{', '.join(f'{option} gives {label}' for option, label in answers)}. "
        + (
            "The explorer computes with exact numbers only."
            if point.id == "arithmetic"
            else "You can change the option under Open points."
        )
    )
    fields = {"X": X, "y": y, "classes": classes, "queries": [ast.literal_eval(query[1])], **parameters}
    reading = {"median_gap": "coin"} if 'median_gap="coin"' in text and point.id != "median-gap" else {}
    return started(point.id, f"Open point: {point.id}", note, fields, reading)


def counterexamples() -> list[State]:
    """The cases of `docs/data/counterexamples.json`."""
    listed = json.loads(COUNTEREXAMPLES.read_text(encoding="utf-8"))
    return [
        started(f"counterexample-{n}", f"Counterexample: {entry['name']}", entry["note"], entry["case"])
        for n, entry in enumerate(listed, 1)
    ]


def started(
    id: str, name: str, note: str, fields: Mapping[str, Any], reading: Mapping[str, str] | None = None
) -> State:
    """An example in the form that the script reads.

    >>> started("one", "One", "", {"X": [(0.5,)], "y": [1], "classes": [1], "queries": [(1,)]})["X"]
    [['0.5']]
    """

    def table(rows: Any) -> list[list[str]]:
        return [[str(value) for value in row] for row in rows]

    parameters = {name: fields[name] for name in ("k", "K", "RCr", "typeRange", "pOR", "m") if name in fields}
    return {
        "id": id,
        "name": name,
        "note": note,
        "X": table(fields["X"]),
        "y": list(fields["y"]),
        "classes": list(fields["classes"]),
        "query": table(fields["queries"])[0],
        **{name: str(value) for name, value in parameters.items()},
        **({"reading": dict(reading)} if reading else {}),
    }
