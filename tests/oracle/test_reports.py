"""What a report says: the verdict, the most likely cause, the groups of families, and how to go on."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from monfknn_ref import AUTHORS, PAPER, MonFkNN, Reading
from monfknn_ref.commands import main
from monfknn_ref.oracle import FAMILIES, Report, Unsupported, assert_agrees, cases, check
from monfknn_ref.oracle.families import case_called, fuzzed, quick
from monfknn_ref.oracle.suspects import explanations, suspects
from monfknn_ref.oracle.vector_checks import load_schema, schema_problems
from monfknn_ref.readings import REGISTER

SOME = ["other-m", "agreeing-duplicates", "noise", "random", "coincident-query", "half-of-weights"]


def read_otherwise(**points: str) -> Any:
    """The reference in another reading than the one it is checked under."""
    return lambda **parameters: MonFkNN(**parameters, reading=replace(PAPER, **points))


def without_m_one(names: list[str]) -> Any:
    return [case for case in cases(names) if case.m != 1]


def diagnosed(candidate: Any, reading: Reading = PAPER, **asked: Any) -> Report:
    """The report with what explains the disagreements, but without smaller examples, which take seconds."""
    report = check(candidate, reading, shrink=False, **asked)
    return replace(report, explanations=explanations(report.results, reading))


@pytest.mark.slow
def test_squared_weights_are_named_with_their_line() -> None:
    report = check(read_otherwise(weights="keller"), cases=without_m_one(SOME))
    best = report.explanations[0]
    assert (best.suspect.name, best.suspect.line) == ("weights=keller", "Eq. 2, Eq. 7")
    assert best.explained == best.tried
    line = f"most likely: Eq. 2, Eq. 7: weights=keller explains {len(best.tried)} of {len(best.tried)} "
    assert line in str(report)
    assert report.failing_families()[0] in {"other-m", "half-of-weights"}
    assert len(report.examples) == 1, "all families fail for one reason"


@pytest.mark.parametrize(
    ("point", "option", "family"),
    [
        ("leave_one_out", "no", "own-range"),
        ("crossed_range", "swapped", "crossed-range"),
        ("duplicated", "conflicting", "agreeing-duplicates"),
        ("fewer_than_k", "own-class", "fewer-than-k"),
        ("open_bound", "present-classes", "open-bounds"),
    ],
)
def test_an_open_point_read_otherwise_is_named(point: str, option: str, family: str) -> None:
    report = diagnosed(read_otherwise(**{point: option}), families=[family, "noise", "random"])
    best = report.explanations[0]
    assert best.suspect.name == f"{point.replace('_', '-')}={option}"
    assert best.explained == best.tried
    assert report.failing_families()[0] == family
    assert schema_problems(report.to_json(), load_schema("crosscheck")) == []


def test_exchanged_parameters_are_named() -> None:
    report = diagnosed(
        lambda k, K, **others: MonFkNN(k=K, K=k, **others), families=["noise", "random", "RCr-zero"]
    )
    assert report.explanations[0].suspect.name == "k and K exchanged"


def test_the_other_reading_is_recognized() -> None:
    families = ["noise", "other-m", "coincident-query"]
    report = diagnosed(lambda **given: MonFkNN(**given), AUTHORS, families=families)
    assert report.explanations[0].suspect.name == "reading=paper"


def test_a_mistake_without_a_name_is_placed_at_its_line() -> None:
    class Lowest(MonFkNN):
        def predict(self, X: Any) -> list[Any]:
            return [self.classes_[0] for _ in X]

    report = diagnosed(Lowest, families=["noise"])
    assert not report.explanations or len(report.explanations[0].explained) < len(report.results)
    assert "most likely: " in str(report)


def test_all_points_of_the_register_are_suspects() -> None:
    names = {suspect.name for suspect in suspects(PAPER)}
    for point in REGISTER:
        assert {f"{point.id}={option}" for option in point.options if option != point.paper} <= names


# --- The verdict


def test_nothing_agreed_means_not_passed(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def refuse(**parameters: Any) -> Any:
        raise Unsupported("not yet")

    monkeypatch.setattr("monfknn_ref.MonFkNN", refuse)
    assert main(["crosscheck", "monfknn_ref:MonFkNN", "--family", "one-row"]) == 1
    assert capsys.readouterr().out.endswith("\nnot passed: 8 unsupported, nothing agreed\n")


def test_the_quick_battery_has_cases_of_every_family() -> None:
    chosen = quick(cases())
    assert {case.family for case in chosen} == set(FAMILIES)
    assert len(chosen) < len(cases()) / 2


# --- Fuzzing


@pytest.mark.slow
def test_cases_of_a_fuzz_can_be_had_again_and_grow() -> None:
    import itertools

    drawn = list(itertools.islice(fuzzed(5), 2 * len(FAMILIES)))
    assert len({str(case) for case in drawn}) == len(drawn)
    assert {case.family for case in drawn} == set(FAMILIES)
    for case in drawn[::17]:
        assert case_called(str(case)) == case
    growing = [len(case.X) for case in drawn if case.family == "growing"]
    assert growing == sorted(growing) and growing[0] < growing[-1]
    assert [case.id for case in itertools.islice(fuzzed(5), 40)] == [case.id for case in drawn[:40]]


@pytest.mark.parametrize(
    "id", ["one-row", "one-row/x", "one-row/1@", "one-row/1@x", "none/1", "growing/0", "growing/1001"]
)
def test_ids_that_are_none_are_refused(id: str) -> None:
    with pytest.raises(ValueError, match=f"^no case is called '{re.escape(id)}'$"):
        case_called(id)


@pytest.mark.slow
def test_a_fuzz_finds_what_the_chosen_cases_do_not_and_says_how_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    class ManyRows(MonFkNN):
        def fit(self, X: Any, y: Any, classes: Any = None) -> MonFkNN:
            return super().fit(X[:7], y[:7], classes)

    monkeypatch.setattr("monfknn_ref.MonFkNN", ManyRows)
    options = ["--family", "one-row", "--seed", "7", "--seconds", "2"]
    assert main(["crosscheck", "monfknn_ref:MonFkNN", *options]) == 1
    text = capsys.readouterr().out
    again = re.search(r"To repeat this case: python -m monfknn_ref (crosscheck .*)", text)
    assert again is not None
    words = again[1].split()
    assert "@8" in words[-1] or "@9" in words[-1]
    assert main([*words, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [case["verdict"] for case in report["cases"]] == ["disagree"]


def test_the_strategy_for_hypothesis_draws_cases() -> None:
    hypothesis = pytest.importorskip("hypothesis")
    from monfknn_ref.oracle.hypothesis_strategy import problems as strategy

    @hypothesis.settings(max_examples=25, deadline=None, database=None, derandomize=True)
    @hypothesis.given(strategy())
    def agrees(case: Any) -> None:
        assert_agrees(MonFkNN, case, shrink=False)

    agrees()

    class Wrong(MonFkNN):
        def predict(self, X: Any) -> list[Any]:
            return super().predict(X)[::-1]

    only_draw = {"phases": [hypothesis.Phase.generate], "deadline": None, "database": None}

    @hypothesis.settings(max_examples=60, derandomize=True, **only_draw)
    @hypothesis.given(strategy())
    def is_found_wrong(case: Any) -> None:
        assert_agrees(Wrong, case, shrink=False)

    with pytest.raises(AssertionError):
        is_found_wrong()
    with pytest.raises(ValueError, match="max_rows must be a whole number of at least 1, got 0"):
        strategy(max_rows=0)


def test_rows_that_doubles_cannot_tell_apart_are_no_trouble_for_a_suspect() -> None:
    """In a reading with doubles two rows become one, and there is one row less to compare."""
    case = cases(only=["colliding-beyond-doubles/17"])[0]
    report = check(read_otherwise(arithmetic="doubles"), cases=[case])
    assert [result.verdict for result in report.results] == ["disagree"]
    assert report.explanations[0].suspect.name == "arithmetic=doubles"
