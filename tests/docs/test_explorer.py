"""The explorer without a browser: its states, addresses and doctests, and what its pages are made of."""

from __future__ import annotations

import doctest
import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from node_program import NodeProgram

from monfknn_ref import PAPER, MonFkNN, Reading
from monfknn_ref.oracle import trace
from monfknn_ref.readings import REGISTER

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))

from tools import explorer  # noqa: E402
from tools.algorithms import HOMES  # noqa: E402
from tools.sources import module  # noqa: E402

SCRIPTS = [ROOT / "docs" / "javascripts" / name for name in ("monfknn.js", "explorer.js")]
DETAILED = re.compile(r"Alg (1\.(5|7|11|13|17|19|21)|2\.(6|8|10)|3\.(3|4|6|9|11|14|15))$")
"""The lines at which the reference records something."""
LINES = [tag.name for n in sorted(HOMES) for tag in module(HOMES[n][0]).tags if tag.name.startswith("Alg")]
"""The lines of the algorithms that the source carries out, in its order."""


@pytest.fixture(scope="module")
def states() -> Iterator[NodeProgram]:
    """The explorer's own functions, asked one state after another."""
    asked = NodeProgram("states.mjs")
    yield asked
    asked.end()


def random_state(draw: random.Random) -> dict[str, Any]:
    """What a reader may have on the screen."""
    c, rows, attributes = draw.randint(1, 5), draw.randint(1, 14), draw.choice((1, 2, 2, 2))
    classes: list[Any] = draw.choice(
        (
            list(range(-1, 5)),
            ["low", "mid", "high", "a, b", 'it\'s "so" & = ;'],
            ["1", "true", "'x", "2", "é"],
            [False, True],
        )
    )[:c]
    values = draw.choice((["0", "1", "2", "3"], ["0.5", "1.25", "-3", "2", "0.1", "1e2"]))
    reading = {
        point.field: draw.choice(list(point.options))
        for point in draw.sample(REGISTER, draw.randint(0, 2))
        if point.id not in ("arithmetic", "median-gap")
    }
    if draw.random() < 0.3:
        reading["median_gap"] = draw.choice(("upper", "coin"))
    if reading.get("median_gap") == "coin":
        reading.pop("no_neighbor", None)
    changed = {field: option for field, option in reading.items() if option != getattr(PAPER, field)}
    return {
        "X": [[draw.choice(values) for _ in range(attributes)] for _ in range(rows)],
        "y": [draw.choice(classes) for _ in range(rows)],
        "classes": classes,
        "query": [draw.choice(values) for _ in range(attributes)],
        "k": str(draw.randint(1, 5)),
        "K": str(draw.randint(1, 9)),
        "RCr": draw.choice(("0.5", "1", "0", "0.51")),
        "typeRange": draw.choice(("inRange", "outRange")),
        "pOR": draw.choice(("0.5", "0", "0.3")),
        "m": draw.choice(("2", "2", "2", "3", "1.5")),
        "reading": changed,
        "at": draw.choice(("", "1.17-r0", "2.6-q0-n1!")),
    }


def fitted(state: dict[str, Any]) -> MonFkNN:
    parameters: dict[str, Any] = {name: float(state[name]) for name in ("RCr", "pOR", "m")}
    model = MonFkNN(
        k=int(state["k"]),
        K=int(state["K"]),
        typeRange=state["typeRange"],
        reading=Reading(**state["reading"]),
        **parameters,
    )
    return model.fit([[float(value) for value in row] for row in state["X"]], state["y"], state["classes"])


def test_hundreds_of_states_have_the_trace_of_the_reference(states: NodeProgram) -> None:
    draw = random.Random(21)
    tosses = explorer.content()["tosses"]
    for n in range(300):
        state = random_state(draw)
        answer = states.ask({"state": state, "tosses": tosses})
        assert "error" not in answer, (state, answer)
        with trace(detail=True) as recorded:
            fitted(state).predict([[float(value) for value in state["query"]]])
        found = [event for event in answer["trace"] if DETAILED.match(event["line"])]
        assert found == [json.loads(event.to_json()) for event in recorded], state
        assert {name: answer["again"][name] for name in state} == state  # the address has everything
        assert not re.search(r"[\s\"<>]", answer["address"])
        if n % 5 == 0:
            report: list[str] = []
            examples = doctest.DocTestParser().get_doctest(answer["doctest"], {}, "copied", None, 0)
            runner = doctest.DocTestRunner(verbose=False)
            runner.run(examples, out=report.append)
            assert runner.failures == 0 and runner.tries >= 8, "".join(report)


def test_a_doctest_keeps_long_decimals_exact(states: NodeProgram) -> None:
    long = "0.1234567890123456789"
    state = {"X": [[long], ["1"]], "y": [0, 1], "classes": [0, 1], "query": ["0.5"]}
    text = states.ask({"state": state})["doctest"]
    assert f'Decimal("{long}")' in text
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(doctest.DocTestParser().get_doctest(text, {}, "copied", None, 0))
    assert runner.failures == 0 and runner.tries == 12


def test_pasted_rows(states: NodeProgram) -> None:
    read = states.ask(
        {"table": ["a1, a2, class\n1, 2.5, low\n007;-3;mid\n\n4\t.5\thigh\n", "low < mid < high"]}
    )
    assert read["X"] == [["1", "2.5"], ["7", "-3"], ["4", ".5"]]
    assert (read["y"], read["classes"]) == (["low", "mid", "high"], ["low", "mid", "high"])
    assert states.ask({"table": ["1,3\n2,-1\n3,2", ""]})["classes"] == [-1, 2, 3]
    for text, order, why in (
        ("", "", "1 to 300 rows can be shown, and there are 0."),
        ("1,1\n" * 301, "", "1 to 300 rows can be shown, and there are 301."),
        ("1,2,a\n1,x,b", "", "Row 2 is not one or two numbers and a label: 1, x, b"),
        ("1,2,a\n1,b", "", "Row 2 is not one or two numbers and a label: 1, b"),
        ("1,2,3,a", "", "Row 1 is not one or two numbers and a label: 1, 2, 3, a"),
        ("1,2,a", "b < c", "The label a is not among the classes."),
    ):
        assert states.ask({"table": [text, order]}) == {"error": why}


def test_the_scripts_are_short() -> None:
    assert sum(script.stat().st_size for script in SCRIPTS) < 61_000


def test_the_page_has_the_real_source_with_every_tag_once() -> None:
    pytest.importorskip("pygments")
    page = explorer.with_explorers('<div data-explorer="full"></div>', "")
    assert re.findall(r'data-line="(Alg [\d.]+)"', page) == LINES
    plain = re.sub(r"<[^>]+>", "", page)
    assert "u[i][l] = membership_with_relevance(l, y[first[i]], shares, RCr)" in plain
    assert '"""' not in plain.split('{"examples"')[0]  # no docstrings
    with pytest.raises(LookupError, match="no explorer is called 'whole'"):
        explorer.with_explorers('<div data-explorer="whole"></div>', "")
    assert explorer.with_explorers("<p>no explorer</p>", "") == "<p>no explorer</p>"


def test_every_line_has_words_and_every_gap_is_filled() -> None:
    silent = {"Alg 1.6", "Alg 2.7", "Alg 3.10"}  # else: nothing is carried out
    assert set(explorer.WORDS) == set(LINES) - silent
    script = SCRIPTS[1].read_text(encoding="utf-8")
    for gap in {gap for words in explorer.WORDS.values() for gap in re.findall(r"\{(\w+)\}", words)}:
        assert re.search(rf"[ {{]{gap}: ", script), gap


def test_the_examples_say_what_the_reference_says() -> None:
    for example in explorer.examples():
        state: dict[str, Any] = {
            "RCr": "0.5",
            "typeRange": "inRange",
            "pOR": "0.5",
            "m": "2",
            "k": "5",
            "K": "9",
            "reading": {},
        }
        state |= example
        query = [[float(value) for value in state["query"]]]
        for point in [point for point in REGISTER if point.id == example["id"]]:
            said = dict(re.findall(r"([\w-]+) gives (\w+)", example["note"]))
            assert list(said) == list(point.options)
            for option, label in said.items():
                changed = {**state, "reading": {**state["reading"], point.field: option}}
                assert str(fitted(changed).predict(query)[0]) == label, (example["id"], option)
        if example["id"] == "u":
            vectors = [[float(u_l) for u_l in u] for u in fitted(state).training_memberships_]
            assert vectors == [[0.2, 0.2, 0.4, 0.2, 0], [0, 0.4, 0.3, 0.2, 0.1], [0.2, 0.3, 0, 0.3, 0.2]]
    ids = [example["id"] for example in explorer.examples()]
    assert len(ids) == len(set(ids)) and {point.id for point in REGISTER} <= set(ids)


def test_counterexamples_are_taken_from_their_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = {"X": [[0, 0], [2, 0]], "y": [0, 2], "classes": [0, 1, 2], "queries": [["1.5", 0]], "k": 1, "K": 1}
    path = tmp_path / "counterexamples.json"
    path.write_text(
        json.dumps([{"name": "PM is not monotonic", "note": "Why.", "case": case}]), encoding="utf-8"
    )
    monkeypatch.setattr(explorer, "COUNTEREXAMPLES", path)
    last = explorer.examples()[-1]
    assert (last["name"], last["query"], last["k"]) == (
        "Counterexample: PM is not monotonic",
        ["1.5", "0"],
        "1",
    )
