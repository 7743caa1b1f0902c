"""The trace, compared with the example worked by hand, with the results themselves, and with other traces."""

from __future__ import annotations

import importlib
import inspect
import json
import random
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from monfknn_ref import AUTHORS, PAPER, MonFkNN, Reading, example, monfknn
from monfknn_ref.classifiers import FkNN
from monfknn_ref.oracle import Event, Trace, first_difference, trace
from monfknn_ref.oracle.trace_events import parse_number, same
from monfknn_ref.oracle.trace_recorder import tagged_lines, tags_of_module
from monfknn_ref.paper import memberships
from monfknn_ref.readings import REGISTER

PLACES = [0, 1, 2, 3, 4, 5, 6, 8, 9]
"""Where the distinct rows of the running example first appear in its data."""


def of_line(recorded: Trace, line: str) -> list[Event]:
    return [event for event in recorded if event.line == line]


def traced(reading: Reading = PAPER, detail: bool = False, **parameters: Any) -> Trace:
    """The running example with these parameters."""
    with trace(detail=detail) as recorded:
        model = MonFkNN(**{"k": 2, "K": 3, "reading": reading, **parameters})
        model.fit(example.ROWS, example.LABELS, example.CLASSES).predict(example.QUERIES)
    return recorded


def difference(here: Trace, there: Trace, **asked: Any) -> str:
    """The first difference in words, or nothing."""
    found = first_difference(here, there, **asked)
    return "" if found is None else str(found).removeprefix("first difference: ")


def a_problem(generator: random.Random) -> tuple[Any, Any, Any, Any]:
    reading = Reading(**{point.field: generator.choice(list(point.options)) for point in REGISTER})
    X = [(generator.randrange(4), generator.randrange(4)) for _ in range(12)]
    y = [generator.randrange(4) for _ in X]
    queries = [(generator.randrange(4), generator.randrange(8) / 2) for _ in range(4)]
    parameters = {
        "k": generator.choice([1, 3]),
        "K": generator.choice([1, 4]),
        "RCr": generator.choice([0, 0.5, 1]),
        "typeRange": generator.choice(["inRange", "outRange"]),
        "pOR": generator.choice([0, 0.3, 1]),
        "m": generator.choice([2, 3]),
        "reading": reading,
    }
    return X, y, queries, parameters


# --- what is recorded ---


def test_the_running_example_is_what_the_pencil_found() -> None:
    recorded, pencil = traced(), example.PENCIL
    place = dict(zip(example.NAMES, PLACES))
    [rows] = of_line(recorded, "Alg 1.11")
    assert rows == Event("Alg 1.11", {}, {"rows": PLACES})
    for line, stage in (("Alg 1.13", "first labels"), ("Alg 3.3", "labels")):
        labels = [example.CLASSES.index(label) for label in pencil[stage]]
        assert of_line(recorded, line) == [
            Event(line, {"row": row}, {"label": label}) for row, label in zip(PLACES, labels)
        ]
    not_duplicated = [n for n, r in enumerate(pencil["ranges"]) if r is not None]
    assert of_line(recorded, "Alg 1.17") == [
        Event("Alg 1.17", {"row": PLACES[n]}, {"range": list(pencil["ranges"][n])}) for n in not_duplicated
    ]
    assert of_line(recorded, "Alg 1.19") == [
        Event("Alg 1.19", {"row": PLACES[n]}, {"neighbors": [place[name] for name in pencil["neighbors"][n]]})
        for n in not_duplicated
    ]
    assert of_line(recorded, "Alg 1.21") == [
        Event("Alg 1.21", {"row": PLACES[n], "class": l}, {"membership": pencil["memberships"][n][l]})
        for n in not_duplicated
        for l in range(3)
    ]
    assert [event.values["memberships"] for event in of_line(recorded, "Alg 3.14")] == pencil["queries PM"]
    assert [event.values["label"] for event in of_line(recorded, "Alg 3.15")] == [1, 2, 1]
    assert of_line(recorded, "Alg 3.4")[0] == Event("Alg 3.4", {"query": 0}, {"range": [1, 2]})
    assert of_line(recorded, "Alg 3.6")[0].values["neighbors"] == [place["b"], place["d"], place["e"]]


def test_penalties_of_neighbors_out_of_range() -> None:
    recorded = traced(RCr=1, typeRange="outRange", pOR=Fraction(1, 3))
    first = [event for event in recorded if event.where.get("query") == 0]
    assert [str(event) for event in first if event.line in ("Alg 3.9", "Alg 3.11")] == [
        "Alg 3.9, query 0, neighbor 1: penalty 1",
        "Alg 3.11, query 0, neighbor 3: penalty 1/3",
        "Alg 3.11, query 0, neighbor 4: penalty 1/3",
    ]


def test_every_copy_of_a_duplicated_row_has_its_frequencies() -> None:
    assert [str(event) for event in of_line(traced(), "Alg 1.5")] == [
        f"Alg 1.5, row {row}, class {l}: membership {share}"
        for row in (6, 7)
        for l, share in enumerate(["1/2", "0", "1/2"])
    ]


def test_details_follow_algorithm_2_row_by_row() -> None:
    recorded = traced(detail=True)
    of_row_b = [event for event in recorded if event.where.get("row") == 1]
    assert [str(event) for event in of_row_b if event.line.startswith("Alg 2")] == [
        "Alg 2.6, row 1, neighbor 0: neighbors [0]",
        "Alg 2.6, row 1, neighbor 2: neighbors [0, 2]",
        "Alg 2.8, row 1, neighbor 3: farthest 2",
        "Alg 2.10, row 1, neighbor 3: neighbors [0, 3]",
        "Alg 2.8, row 1, neighbor 4: farthest 0",
        "Alg 2.8, row 1, neighbor 5: farthest 0",
        "Alg 2.8, row 1, neighbor 6: farthest 0",
    ]
    assert [event.where["query"] for event in of_line(recorded, "Alg 2.6") if "query" in event.where] == (
        [0] * 3 + [1] * 3 + [2] * 3
    )
    assert len(of_line(recorded, "Alg 1.7")) == 8 * 3
    assert recorded.only(traced().lines()).events == traced().events


def test_the_paper_s_function_can_be_traced_too() -> None:
    with trace() as recorded:
        label = monfknn((3, 3), [(1, 1), (4, 4)], [0, 1], k=1, RCr=1, K=1, typeRange="inRange", pOR=1)
    assert of_line(recorded, "Alg 3.15") == [Event("Alg 3.15", {"query": 0}, {"label": label})]


def test_queries_are_counted_since_the_last_training() -> None:
    model = example.pure()
    with trace() as recorded:
        model.predict(example.QUERIES[:2])
        model.predict(example.QUERIES[:1])
        example.pure().predict(example.QUERIES[:1])
    assert [event.where["query"] for event in of_line(recorded, "Alg 3.15")] == [0, 1, 2, 0]


def test_without_neighbors_line_14_has_what_the_reading_says() -> None:
    model = MonFkNN(K=1, RCr=1, typeRange="outRange", pOR=0).fit([(0, 0), (4, 6)], [1, 0], range(3))
    with trace() as recorded:
        model.predict([(5, 5)])
    half = Fraction(1, 2)
    assert of_line(recorded, "Alg 3.14")[0].values["memberships"] == [0, half, half]


def test_fknn_uses_algorithm_2_without_rows_of_its_own() -> None:
    with trace(detail=True) as recorded:
        FkNN(k=1, K=1).fit([(0,), (1,)], [0, 1]).predict([(0,)])
    assert set(recorded.lines()) <= {"Alg 2.6", "Alg 2.8", "Alg 2.10"}
    assert recorded.events[0] == Event("Alg 2.6", {"neighbor": 1}, {"neighbors": [1]})


# --- tracing changes nothing, and says the same as the results ---


def test_results_are_the_same_with_and_without_and_agree_with_the_events() -> None:
    generator = random.Random("traced")
    for _ in range(40):
        X, y, queries, parameters = a_problem(generator)
        plain = MonFkNN(tie=random.Random(7), **parameters).fit(X, y, range(4))
        answers = plain.predict(queries)
        proper = MonFkNN(tie=random.Random(7), **parameters)
        with trace(detail=generator.random() < 0.5) as recorded:
            watched = proper.fit(X, y, range(4))
            assert watched.predict(queries) == answers
        assert watched.training_memberships_ == plain.training_memberships_
        assert watched.training_labels_ == plain.training_labels_
        assert watched.tie.getstate() == plain.tie.getstate()
        assert watched.predict_memberships(queries) == plain.predict_memberships(queries)

        places = plain.learned_.appearances
        labels = {event.where["row"]: event.values["label"] for event in of_line(recorded, "Alg 3.3")}
        assert labels == dict(zip(places, plain.training_labels_))
        first = {event.where["row"]: event.values["label"] for event in of_line(recorded, "Alg 1.13")}
        assert first == dict(zip(places, plain.first_labels_))
        for event in of_line(recorded, "Alg 1.21"):
            u = plain.training_memberships_[places.index(event.where["row"])]
            assert event.values["membership"] == u[event.where["class"]]
        assert [event.values["label"] for event in of_line(recorded, "Alg 3.15")] == answers
        assert len(of_line(recorded, "Alg 3.14")) == len(queries)
        assert Trace.from_json_lines(recorded.to_json_lines()) == recorded


def test_a_tracer_that_was_there_is_put_back() -> None:
    seen: list[str] = []

    def other(frame: Any, event: str, arg: Any) -> Any:
        seen.append(frame.f_code.co_name)

    before = sys.gettrace()
    sys.settrace(other)
    try:
        with trace() as recorded:
            example.pure()
        restored = sys.gettrace()
        example.approximate()
    finally:
        sys.settrace(before)
    assert restored is other
    assert len(recorded) > 0
    assert "pure" not in seen
    assert "approximate" in seen


def test_an_error_ends_the_recording_and_the_failed_line_is_not_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(*arguments: Any, **named: Any) -> Any:
        raise ArithmeticError("no range today")

    before = sys.gettrace()
    monkeypatch.setattr(memberships, "valid_range", failing)
    with pytest.raises(ArithmeticError, match="no range today"), trace() as recorded:
        example.pure()
    assert sys.gettrace() is before
    assert recorded.lines() == ["Alg 1.5", "Alg 1.11", "Alg 1.13"]


def test_nothing_is_recorded_after_the_end() -> None:
    with trace() as recorded:
        model = example.pure()
    count = len(recorded)
    model.predict(example.QUERIES)
    assert len(recorded) == count


# --- the tags ---


@pytest.fixture
def fresh_tags() -> Any:
    tagged_lines.cache_clear()
    yield
    tagged_lines.cache_clear()


def unavailable(module: Any) -> str:
    raise OSError("could not get source code")


def without_a_tag(module: Any, source: Any = inspect.getsource) -> str:
    return source(module).replace("# Alg 1.17", "")  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("getsource", "message"),
    [
        (unavailable, "the source of monfknn_ref.paper.memberships, but it cannot be found"),
        (without_a_tag, r"the line tags in the source, but the tag Alg 1\.17 is missing"),
    ],
)
def test_without_source_or_tags_there_is_a_clear_error(
    getsource: Any, message: str, monkeypatch: pytest.MonkeyPatch, fresh_tags: Any
) -> None:
    monkeypatch.setattr(inspect, "getsource", getsource)
    with pytest.raises(OSError, match=f"trace needs {message}"), trace():
        pass
    assert sys.gettrace() is None or "Watcher" not in repr(sys.gettrace())


def test_a_tag_holds_for_all_lines_of_its_statement_and_for_the_head_of_a_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tagged_module.py"
    path.write_text(
        "def function(rows):\n"
        "    total = 0\n"
        "    for row in (  # Alg 1.2\n"
        "        rows\n"
        "    ):\n"
        "        total += sum(\n"
        "            [value for value in row],  # Alg 1.3\n"
        "        )\n"
        "    return total  # Alg 1.4\n"
        "def untagged():\n"
        "    return 1\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("tagged_module")
    by_tag = {**dict.fromkeys([3, 4, 5], "Alg 1.2"), **dict.fromkeys([6, 7, 8], "Alg 1.3"), 9: "Alg 1.4"}
    assert tags_of_module(module) == {module.function.__code__: by_tag}


# --- comparing ---


@pytest.mark.parametrize(
    ("change", "parameters", "shown"),
    [
        ({"leave_one_out": "no"}, {}, "Alg 1.19, row 0: neighbors [2] here, [0, 2] there"),
        ({"neighbor_ties": "later"}, {}, "Alg 1.19, row 3: neighbors [4, 1] here, [4, 5] there"),
        ({"median_gap": "upper"}, {}, "Alg 3.3, row 1: label 1 here, 2 there"),
        ({"duplicated": "conflicting"}, {}, ""),
        ({}, {"RCr": 1}, "Alg 1.21, row 1, class 0: membership 1/4 here, 0 there"),
        ({}, {"k": 1}, "Alg 1.19, row 1: neighbors [3, 0] here, [3] there"),
        ({}, {"K": 1}, "Alg 3.6, query 0: neighbors [1, 3, 4] here, [1] there"),
        ({}, {"m": 3}, "Alg 3.14, query 0: memberships [1/10, 3/5, 3/10] here, [1/9, 5/9, 1/3] there"),
        ({"arithmetic": "doubles"}, {}, ""),
    ],
)
def test_a_change_shows_at_its_line(change: Any, parameters: Any, shown: str) -> None:
    assert difference(traced(), traced(replace(PAPER, **change), **parameters)) == shown


def test_another_penalty_and_another_branch() -> None:
    am = {"RCr": 1, "typeRange": "outRange"}
    half, third = traced(**am), traced(**am, pOR=Fraction(1, 3))
    assert difference(half, third) == "Alg 3.11, query 0, neighbor 3: penalty 1/2 here, 1/3 there"
    wrong = Trace(
        [
            Event("Alg 3.9", event.where, {"penalty": 1}) if event.line == "Alg 3.11" else event
            for event in half
        ]
    )
    shown = "Alg 3.11, query 0, neighbor 3: penalty 1/2 here, Alg 3.9 with penalty 1 there"
    assert difference(half, wrong) == shown


def test_what_one_side_lacks_is_reported_where_it_is_missing() -> None:
    whole = traced()
    cut = Trace([event for event in whole if event.line != "Alg 1.17" or event.where["row"] != 4])
    assert difference(whole, cut) == "Alg 1.17, row 4: range [0, 1] here, nothing there"
    assert difference(cut, whole) == "Alg 1.17, row 4: nothing here, range [0, 1] there"
    short = Trace(whole.events[:-1])
    assert difference(whole, short) == "Alg 3.15, query 2: label 1 here, nothing there"
    assert difference(short, whole) == "Alg 3.15, query 2: nothing here, label 1 there"
    assert difference(Trace(), whole).startswith("Alg 1.5, row 6, class 0: nothing")
    here, there = (Trace([Event("Alg 1.17", {"row": 0}, values)]) for values in ({"range": [0, 1]}, {}))
    assert difference(here, there) == "Alg 1.17, row 0: range [0, 1] here, nothing there"


def test_the_first_of_several_differences_is_the_earliest_on_either_side() -> None:
    whole = traced()
    wrong_end = [*whole.events[:-1], Event("Alg 3.15", {"query": 2}, {"label": 0})]
    missing = [event for event in whole if event.line != "Alg 3.3"]
    assert difference(Trace(missing), Trace(wrong_end)).startswith("Alg 3.3, row 0: nothing here")
    assert difference(Trace(wrong_end), Trace(missing)).startswith("Alg 3.3, row 0: label 0 here, nothing")


def test_the_order_of_events_and_of_neighbors_does_not_count() -> None:
    whole = traced()
    shuffled = [
        Event(event.line, dict(reversed(event.where.items())), {name: shuffle(name, value)})
        for event in random.Random(3).sample(whole.events, len(whole))
        for name, value in event.values.items()
    ]
    assert not difference(whole, Trace(shuffled))


def shuffle(name: str, value: Any) -> Any:
    return value[::-1] if name in ("neighbors", "rows") else value


def test_a_repeated_training_is_compared_time_by_time() -> None:
    def after(*trainings: Any) -> Trace:
        with trace() as recorded:
            for training in trainings:
                training()
        return recorded

    pure, approximate = example.pure, example.approximate
    other, twice, reverse = after(pure, pure), after(pure, approximate), after(approximate, pure)
    assert not difference(twice, twice)
    for changed in (twice, reverse):
        assert difference(changed, other) == "Alg 1.21, row 1, class 0: membership 0 here, 1/4 there"


def test_only_some_lines_can_be_compared() -> None:
    theirs = Trace.from_json_lines('{"line": "Alg 3.15", "query": 0, "label": 1}\n\n')
    assert difference(traced(), theirs, lines=["Alg 3.4"])
    shown = "Alg 3.15, query 1: label 2 here, nothing there"
    assert difference(traced(), theirs, lines=theirs.lines()) == shown


def test_doubles_of_another_program_are_compared_closely() -> None:
    line = '{"line": "Alg 3.14", "query": 0, "memberships": [%s, 0.6, 0.3]}'
    ours = Trace([event for event in traced().only(["Alg 3.14"]) if event.where["query"] == 0])
    assert not difference(ours, Trace.from_json_lines(line % "0.1"))
    shown = "Alg 3.14, query 0: memberships [1/10, 3/5, 3/10] here, [0.1001, 0.6, 0.3] there"
    assert difference(ours, Trace.from_json_lines(line % "0.1001")) == shown


def test_irrational_memberships_are_exact_in_json_and_short_in_text() -> None:
    D, y = [(0,), (3,)], [0, 1]
    with trace() as recorded:
        MonFkNN(RCr=1).fit([(0, 0), (2, 3)], y).predict([(1, 1)])
    [event] = of_line(recorded, "Alg 3.14")
    low = event.values["memberships"][0]
    assert low > Fraction(61257, 100_000)  # sqrt(5) / (sqrt(2) + sqrt(5))
    assert low < Fraction(61258, 100_000)
    assert str(event) == "Alg 3.14, query 0: memberships [0.612574..., 0.387426...]"
    assert '"(2^(-1/2)) / (2^(-1/2) + 5^(-1/2))"' in event.to_json()
    assert Event.from_json(event.to_json()) == event
    with trace() as rational:
        MonFkNN(RCr=1).fit(D, y).predict([(1,)])
    assert of_line(rational, "Alg 3.14")[0].values["memberships"] == [Fraction(2, 3), Fraction(1, 3)]


def test_irrational_memberships_on_another_scale_are_the_same_and_others_are_shown_exactly() -> None:
    once = parse_number("(2^(-1/2)) / (2^(-1/2) + 5^(-1/2))")
    scaled = parse_number("(8^(-1/2)) / (8^(-1/2) + 20^(-1/2))")
    other = parse_number("(2^(-1/2)) / (2^(-1/2) + 5000001/5000000*5^(-1/2))")
    assert same(once, scaled)
    assert not same(once, other)
    here, there = (Trace([Event("Alg 3.14", {}, {"memberships": [u]})]) for u in (once, other))
    assert difference(here, there).endswith("5000001/5000000*5^(-1/2))] there")


@pytest.mark.parametrize(
    "text",
    [
        "one half",
        "1/0",
        "1e999999999",
        "(2^(-1/2)) / (x)",
        "(2^(-1/2) + 3^(-1/3)) / (2^(-1/2))",
        "(2^(-1/2)) / (0^(-1/2))",
        "(2^(-1/2)) / (0*2^(-1/2))",
        "(2^(-1/0)) / (2^(-1/0))",
    ],
)
def test_what_is_no_number_is_refused_and_stays_text_in_an_event(text: str) -> None:
    with pytest.raises(ValueError, match="a number must be written as 2, 0.5, 1/3 or"):
        parse_number(text)
    event = Event.from_json(json.dumps({"line": "Alg 1.21", "row": 0, "class": 0, "membership": text}))
    assert event.values["membership"] == text
    right = Event("Alg 1.21", {"row": 0, "class": 0}, {"membership": Fraction(1)})
    assert difference(Trace([right]), Trace([event])).endswith(f"membership 1 here, {text} there")


@pytest.mark.parametrize("value", ["[[1], 2]", "[1, null]", "NaN", "null", "1" + "0" * 400, "{}", "true"])
def test_values_of_the_wrong_kind_are_differences(value: str) -> None:
    right = Trace([Event("Alg 1.19", {"row": 0}, {"neighbors": [1, 2]})])
    wrong = Trace.from_json_lines(f'{{"line": "Alg 1.19", "row": 0, "neighbors": {value}}}')
    assert difference(right, wrong)
    assert difference(Trace([Event("Alg 1.19", {"row": 0}, {"neighbors": 0.5})]), wrong)


@pytest.mark.parametrize("place", ['"4"', "1.5", "-1", "true", "[4]", "null"])
def test_a_place_that_is_no_place_is_refused(place: str) -> None:
    with pytest.raises(ValueError, match="line 1: row of an event must be a whole number of at least 0, got"):
        Trace.from_json_lines(f'{{"line": "Alg 1.17", "row": {place}, "range": [0, 1]}}')


def test_a_line_that_is_no_event_is_named() -> None:
    good = '{"line": "Alg 3.15", "query": 0, "label": 1}'
    message = 'line 3: an event must be a JSON object with a line such as "Alg 1.17"'
    with pytest.raises(ValueError, match=message):
        Trace.from_json_lines(f"{good}\n\nnot json\n")
    with pytest.raises(ValueError, match="line 1: an event must be"):
        Trace.from_json_lines('{"row": 3}')


def test_the_two_named_readings_part_at_a_line_that_the_register_explains() -> None:
    found = difference(traced(PAPER), traced(AUTHORS, tie="lower"))
    assert found.startswith("Alg 3.14, query 0: memberships")
