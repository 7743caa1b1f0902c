"""check(): verdicts, stages, ties, what is unsupported, and examples to paste."""

from __future__ import annotations

import functools
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from monfknn_ref import AUTHORS, PAPER, MonFkNN, Reading
from monfknn_ref.oracle import (
    FAMILIES,
    Case,
    Unsupported,
    assert_agrees,
    cases,
    check,
    check_program,
    checking,
    trace,
)
from monfknn_ref.oracle.checking import answers_of, judge, shrunk, simpler_cases
from monfknn_ref.oracle.comparison import CaseResult, compare, expected
from monfknn_ref.oracle.families import place_of_module, quick
from monfknn_ref.oracle.stages import Answers
from monfknn_ref.oracle.vector_checks import load_schema, schema_problems
from monfknn_ref.readings import REGISTER

ROOT = Path(__file__).resolve().parents[2]
SMALL = Case(((0, 0), (1, 1), (2, 2)), (1, 2, 3), (1, 2, 3), ((1, 1), (3, 3)), k=1, K=1, RCr=1)


SMALL_SETS = [name for name, family in FAMILIES.items() if place_of_module(family) == 0]
"""The families of small sets, each about one line or open point."""


def sample(count: int) -> list[Case]:
    """The first few cases of every family of small sets."""
    return [case for name in SMALL_SETS for case in cases([name])[:count]]


def changed(**methods: Any) -> type[MonFkNN]:
    """The reference with some methods replaced."""
    return type("Changed", (MonFkNN,), methods)


# The reference itself


def crosschecked(*options: str) -> dict[str, Any]:
    """The report of the command on the reference, from a Python without site-packages."""
    command = [sys.executable, "-S", "-m", "monfknn_ref", "crosscheck", "monfknn_ref:MonFkNN", "--json"]
    result = subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
    report: dict[str, Any] = json.loads(result.stdout)
    assert schema_problems(report, load_schema("crosscheck")) == []
    assert {case["verdict"] for case in report["cases"]} == {"agree"}
    assert report["ok"] and report["examples"] == []
    return report


def test_the_reference_agrees_with_itself() -> None:
    report = check(MonFkNN, cases=quick(cases()))
    assert report.ok and {result.verdict for result in report.results} == {"agree"}


@pytest.mark.system
def test_the_command_says_quickly_that_the_reference_agrees_with_itself() -> None:
    before = os.times().children_user
    report = crosschecked("--quick")
    assert os.times().children_user - before < 20
    assert [case["id"] for case in report["cases"]] == [case.id for case in quick(cases())]


@pytest.mark.slow
def test_the_reference_agrees_with_itself_on_the_whole_battery() -> None:
    report = crosschecked()
    assert [case["id"] for case in report["cases"]] == [case.id for case in cases()]


@pytest.mark.slow
def test_the_reference_agrees_with_itself_as_its_authors_read_it() -> None:
    report = check(MonFkNN, AUTHORS, cases=[case for case in cases() if len(case.X) <= 60])
    assert report.ok
    others = [result for result in report.results if result.verdict != "agree"]
    assert {result.verdict for result in others} == {"unsupported"}
    undefined = [str(result.case) for result in others if result.case.family == "magnitudes"]
    assert undefined == [
        "magnitudes/3",  # weights of 1e-320 are 0 in doubles
        "magnitudes/4",  # and squares of 1e-160 are too
        "magnitudes/8",
        "magnitudes/9",
    ]
    exact = [result.case for result in report.results if FAMILIES[result.case.family].exact]
    assert [result.case for result in others if result.case.family != "magnitudes"] == [
        result.case for result in report.results if result.case.m == 1 or result.case in exact
    ]


OTHER_READINGS = [
    replace(PAPER, **{point.field: option})
    for point in REGISTER
    for option in point.options
    if option != point.paper
]


@pytest.mark.parametrize("reading", OTHER_READINGS, ids=repr)
def test_the_reference_agrees_with_itself_in_every_other_reading(reading: Reading) -> None:
    """Not m = 1 with Keller's weights: the exponent 2 000 000 is for doubles."""
    chosen = [case for case in sample(1) if reading.weights == "printed" or case.m != 1]
    assert check(MonFkNN, reading, cases=chosen).ok


# Two readings, told apart


def exact_rows(table: Any) -> set[Any]:
    return {tuple(map(Fraction, row)) for row in table}


def repeats_a_row_with_one_label(case: Case) -> bool:
    labels: dict[Any, list[Any]] = {}
    for row, label in zip(case.X, case.y):
        labels.setdefault(tuple(map(Fraction, row)), []).append(label)
    return any(len(found) > 1 and len(set(found)) == 1 for found in labels.values())


POINTS = {
    "weights": ({"Alg 3.14"}, lambda case: case.K > 1 and len(set(case.X)) > 1),
    "open-bound": ({"Alg 3.14"}, lambda case: max(case.y) < max(case.classes)),
    "coincident": ({"Alg 3.14"}, lambda case: bool(exact_rows(case.queries) & exact_rows(case.X))),
    "duplicated": ({"Alg 1.21"}, repeats_a_row_with_one_label),
    "no-neighbor": (
        {"Alg 1.21", "Alg 3.14"},
        lambda case: (case.typeRange == "outRange" and case.pOR == 0) or len(set(case.X)) == 1,
    ),
    "median-gap": (set(), None),  # every toss of a coin is as right as any other
    "rcr-one": (set(), None),  # lines that change nothing are left out
    "arithmetic": (
        {"Alg 1.13", "Alg 3.3", "Alg 3.14", "Alg 3.15"},
        lambda case: case.family.startswith(("half-of", "rounded", "magnitudes")),
    ),
}
"""The points of the register on which the two readings differ: at which stage the difference shows first, and
what a case must have for it to show."""


def results_of_paper(reading: Reading, cases: list[Case]) -> list[CaseResult]:
    """What becomes of answers that follow PAPER under another reading."""
    return [judge(answers_of_paper, case, reading) for case in cases]


@functools.cache
def answers_of_paper(case: Case) -> Answers:
    return answers_of(MonFkNN, case, PAPER)


@pytest.fixture(scope="module")
def families_by_point() -> dict[str, set[str]]:
    """For each point the families in which answers that follow PAPER are found wrong when it is changed."""
    found = {}
    for point in REGISTER:
        if point.paper == point.authors:
            continue
        reading = replace(PAPER, **{point.field: point.authors})
        chosen = [case for case in sample(4) if point.id != "weights" or case.m != 1]
        stages, shows = POINTS[point.id]
        wrong = [result for result in results_of_paper(reading, chosen) if result.verdict == "disagree"]
        for result in wrong:
            assert shows is not None and shows(result.case), f"{point.id} cannot show in {result.case}"
        first = {result.case.family: result.stage for result in reversed(wrong)}
        assert set(first.values()) <= stages
        found[point.id] = set(first)
    return found


def test_each_point_shows_in_the_family_aimed_at_it(families_by_point: dict[str, set[str]]) -> None:
    assert set(families_by_point) == set(POINTS)
    assert "other-m" in families_by_point["weights"]
    assert {"coincident-query", "coincident-conflict"} <= families_by_point["coincident"]
    assert "agreeing-duplicates" in families_by_point["duplicated"]
    assert families_by_point["open-bound"] == {"open-bounds", "top-class-missing"}
    assert families_by_point["no-neighbor"] == {"pOR-zero", "open-bounds", "one-row", "top-class-missing"}
    assert families_by_point["median-gap"] == families_by_point["rcr-one"] == set()
    assert families_by_point["arithmetic"] == {
        "half-of-duplicates", "half-of-neighbors", "half-of-weights", "magnitudes", "rounded-distances"
    }  # fmt: skip


def test_paper_departs_from_authors_exactly_where_the_register_says(
    families_by_point: dict[str, set[str]],
) -> None:
    results = results_of_paper(AUTHORS, sample(4))
    differing = {result.case.family for result in results if result.verdict == "disagree"}
    assert differing == set().union(*families_by_point.values()) - {"m-one"}  # which AUTHORS refuses
    assert set(SMALL_SETS) - differing == {"one-class", "m-one", "tie-order"}


# Verdicts and stages


def wrong_first_labels(self: MonFkNN, X: Any, y: Any, classes: Any = None) -> MonFkNN:
    MonFkNN.fit(self, X, y, classes)
    self.first_labels_ = [classes[0]] * len(self.first_labels_)
    return self


def test_a_departure_is_placed_at_the_first_stage_that_shows_it() -> None:
    report = check(changed(fit=wrong_first_labels), cases=[SMALL])
    [result] = report.results
    assert (result.verdict, result.stage) == ("disagree", "Alg 1.13")
    assert result.detail == "first label of row (1, 1): 1, should be 2"


@pytest.mark.parametrize(
    ("field", "wrong", "stage"),
    [
        ("training_rows", [(0, 0), (1, 1)], "Alg 1.11"),
        ("training_rows", [(0, 0), (1, 1), (7, 7)], "Alg 1.11"),
        ("first_labels", [1, 2, 1], "Alg 1.13"),
        ("training_labels", [1, 2], "Alg 1.11"),
        ("training_memberships", [[1, 0, 0], [0, 1, 0], [0.1, 0, 0.9]], "Alg 1.21"),
        ("training_labels", [1, 2, 2], "Alg 3.3"),
        ("memberships", [[0, 1, 0], [0, 0.5, 0.5]], "Alg 3.14"),
        ("predictions", [2, 2], "Alg 3.15"),
    ],
)
def test_every_stage_can_be_found_wrong(field: str, wrong: list[Any], stage: str) -> None:
    right = expected(SMALL, PAPER)
    assert compare(SMALL, PAPER, right).verdict == "agree"
    result = compare(SMALL, PAPER, replace(right, **{field: wrong}))
    assert (result.verdict, result.stage) == ("disagree", stage)
    assert result.detail and result.assertion


@pytest.mark.parametrize(
    ("field", "wrong", "reason"),
    [
        (
            "training_memberships",
            [[1, 0], [0, 1], [0, 0]],
            "training_memberships have 2 columns for 3 classes",
        ),
        ("memberships", [[0, 1, 0]], "1 row of memberships for 2 queries"),
        ("memberships", [[0, 1, float("nan")]] * 2, "memberships must be finite, got nan"),
        ("predictions", [2], "1 prediction for 2 queries"),
        ("predictions", [2, 3, 3], "3 predictions for 2 queries"),
        ("predictions", [2, "3"], "the prediction of query (3, 3) is '3', which is none of the classes"),
        ("predictions", [2, None], "the prediction of query (3, 3) is None, which is none of the classes"),
        ("predictions", [2, -1], "the prediction of query (3, 3) is -1, which is none of the classes"),
        ("first_labels", [1, 2, 9], "first_labels hold 9, which is none of the classes"),
    ],
)
def test_what_is_no_answer_is_an_error_with_the_reason(field: str, wrong: list[Any], reason: str) -> None:
    answers = replace(expected(SMALL, PAPER), **{field: wrong})
    result = judge(lambda case: answers, SMALL, PAPER)
    assert (result.verdict, result.detail) == ("error", reason)


def test_equal_rows_are_placed_at_eq_5() -> None:
    case = Case(((0,), (0,), (5,)), (1, 2, 2), (1, 2), ((0,),), k=1, K=1)
    right = expected(case, PAPER)
    result = compare(case, PAPER, replace(right, training_memberships=[[1, 0], [0, 1]]))
    assert (result.verdict, result.stage) == ("disagree", "Alg 1.5")
    assert result.detail == "memberships of row (0,): [1, 0], should be [1/2, 1/2]"


def test_rows_may_stand_in_another_order() -> None:
    right = expected(SMALL, PAPER)
    turned = Answers(
        predictions=right.predictions,
        training_rows=right.training_rows[::-1],
        training_labels=right.training_labels[::-1],
        training_memberships=right.training_memberships[::-1],
    )
    assert compare(SMALL, PAPER, turned).verdict == "agree"
    assert compare(SMALL, PAPER, replace(turned, training_rows=right.training_rows)).verdict == "disagree"


def test_memberships_may_be_off_by_rounding_and_by_no_more() -> None:
    right = expected(SMALL, PAPER)
    assert compare(SMALL, PAPER, replace(right, memberships=[[1e-10, 1, 0], [0, 0, 1]])).verdict == "agree"
    assert compare(SMALL, PAPER, replace(right, memberships=[[1e-8, 1, 0], [0, 0, 1]])).verdict == "disagree"


def test_the_other_side_of_a_tie_is_a_tie_and_anything_else_is_not() -> None:
    case = Case(((1, -1), (-1, 1)), (1, 3), (1, 2, 3), ((0, 0),), k=1, K=1, RCr=1)
    assert compare(case, PAPER, Answers(predictions=[1])).verdict == "agree"
    assert compare(case, PAPER, Answers(predictions=[3])).verdict == "tie"
    assert compare(case, PAPER, Answers(predictions=[3], memberships=[[0, 0, 1]])).verdict == "tie"
    result = compare(case, PAPER, Answers(predictions=[2]))
    assert (result.verdict, result.detail) == ("disagree", "prediction of query (0, 0): 2, should be 1 or 3")
    assert result.assertion == "model.predict([(0, 0)])[0] in [1, 3]"


def test_any_toss_of_a_coin_agrees_with_a_reading_that_tosses_coins() -> None:
    case = Case(((0,), (0,)), (1, 2), (1, 2), ((0,),), k=1, K=1)
    for label in (1, 2):
        assert (
            compare(case, replace(PAPER, median_gap="coin"), Answers(predictions=[label])).verdict == "agree"
        )


def test_a_trace_places_a_departure_more_finely() -> None:
    class OwnRange(MonFkNN):
        def fit(self, X: Any, y: Any, classes: Any = None) -> MonFkNN:
            with trace() as recorded:
                MonFkNN.fit(self, X, y, classes)
            self.trace_ = recorded.only(["Alg 1.17", "Alg 1.19"]).to_json_lines()
            return self

    def own_range(**parameters: Any) -> MonFkNN:
        return OwnRange(**parameters, reading=replace(PAPER, leave_one_out="no"))

    report = check(own_range, families=["own-range"])
    [example] = report.examples
    assert example.stage == "Alg 1.17"
    assert example.detail.startswith("first difference: Alg 1.17, row ")
    assert (
        "The reference does this there (rows, queries and classes count from 0):\n  Alg 1.11: rows [0"
        in str(report)
    )
    assert not any("Alg 3" in line for line in report.to_json()["examples"][0]["reference"])


# What a candidate may be


def test_a_candidate_that_takes_fewer_parameters_is_unsupported_only_where_they_matter() -> None:
    class OnlyTheUsual:
        def __init__(self, k: int, K: int, RCr: Any, typeRange: str, pOR: Any, directions: Any) -> None:
            self.model = MonFkNN(k, K, RCr, typeRange, pOR, directions=directions)

        def fit(self, X: Any, y: Any, classes: Any) -> None:
            self.model.fit(X, y, classes)

        def predict(self, X: Any) -> list[Any]:
            return self.model.predict(X)

    report = check(OnlyTheUsual, families=["other-m", "one-row"])
    assert report.ok
    assert report.counts()["other-m"]["unsupported"] == len(cases(["other-m"]))
    assert report.counts()["one-row"]["agree"] == len(cases(["one-row"]))
    assert "unsupported, 10 cases: takes no m" in str(report)


def test_a_candidate_that_takes_no_classes_is_asked_only_where_they_are_the_labels_sorted() -> None:
    class NoClasses(MonFkNN):
        def fit(self, X: Any, y: Any) -> MonFkNN:  # type: ignore[override]
            return super().fit(X, y)

    report = check(NoClasses, families=["string-labels", "own-range"])
    assert report.ok
    assert report.counts()["string-labels"]["unsupported"] == len(cases(["string-labels"]))
    assert report.counts()["own-range"]["agree"] > 0


def test_a_candidate_may_declare_what_it_does_not_do() -> None:
    def factory(**parameters: Any) -> MonFkNN:
        if parameters["m"] != 2:
            raise Unsupported("only m = 2")
        return MonFkNN(**parameters)

    report = check(factory, families=["other-m"])
    assert {(result.verdict, result.detail) for result in report.results} == {("unsupported", "only m = 2")}
    assert not report.ok, "where nothing agrees, nothing was shown to be right"
    assert str(report).endswith("\nnot passed: 10 unsupported, nothing agreed")
    assert str(check(factory, families=["other-m", "one-row"])).endswith("\npassed: 8 agree, 10 unsupported")


def test_an_exception_is_an_error_of_that_case_only() -> None:
    def predict(self: MonFkNN, X: Any) -> list[Any]:
        if len(self.training_rows_) == 1:
            raise ZeroDivisionError("division by zero")
        return MonFkNN.predict(self, X)

    report = check(changed(predict=predict), families=["one-row", "one-class"])
    assert not report.ok
    assert report.counts()["one-row"]["error"] == len(cases(["one-row"]))
    assert report.counts()["one-class"]["agree"] == len(cases(["one-class"]))
    assert "error, 8 cases: ZeroDivisionError: division by zero" in str(report)


def test_answers_that_are_none_are_errors() -> None:
    report = check(changed(predict=lambda self, X: None), cases=[SMALL])
    assert [result.verdict for result in report.results] == ["error"]
    report = check(changed(predict_proba=lambda self, X: [["a", "b", "c"]] * 2), cases=[SMALL])
    assert [result.detail for result in report.results] == ["memberships must hold numbers, got 'a'"]
    report = check(changed(predict_proba=lambda self, X: [[10**400, 0, 0]] * 2), cases=[SMALL])
    assert [result.detail for result in report.results] == [
        "OverflowError: int too large to convert to float"
    ]


def test_rows_that_are_none_are_errors() -> None:
    class Wrong:
        training_rows_ = (("a", "b"),)

        def fit(self, X: Any, y: Any, classes: Any = None) -> Wrong:
            return self

        def predict(self, X: Any) -> list[Any]:
            return [1 for _ in X]

    report = check(lambda **parameters: Wrong(), cases=[SMALL])
    details = [result.detail for result in report.results]
    assert details == ["TypeError: row 0 of training_rows_ must hold numbers, got 'a' at attribute 0"]


def test_a_candidate_that_exits_does_not_end_the_check() -> None:
    def predict(self: MonFkNN, X: Any) -> list[Any]:
        raise SystemExit(0)

    report = check(changed(predict=predict), families=["one-row"])
    assert not report.ok
    assert "error, 8 cases: SystemExit: 0" in str(report)


def test_a_case_that_is_none_is_refused_and_not_held_against_the_candidate() -> None:
    with pytest.raises(ValueError, match="K must be a whole number of at least 1, got 0"):
        check(MonFkNN, cases=[replace(SMALL, K=0)])


def test_arrays_are_answers_like_lists() -> None:
    numpy = pytest.importorskip("numpy")

    class Arrays(MonFkNN):
        def fit(self, X: Any, y: Any, classes: Any = None) -> MonFkNN:
            super().fit(X, y, classes)
            self.training_rows_ = numpy.array(X)[sorted(self.learned_.appearances)]
            self.training_labels_ = numpy.array(self.training_labels_)
            self.training_memberships_ = numpy.array(self.training_memberships_, dtype=float)
            return self

        def predict(self, X: Any) -> Any:
            return numpy.array(super().predict([tuple(row) for row in X]))

        def predict_proba(self, X: Any) -> Any:
            return numpy.array(super().predict_proba(X))

    assert check(Arrays, families=["own-range", "string-labels"]).ok


# Reports and examples


def upper_end(**parameters: Any) -> Any:
    """Predicts the highest class that holds a membership."""

    class UpperEnd(MonFkNN):
        def predict(self, X: Any) -> list[Any]:
            return [
                max(label for label, u_l in zip(self.classes_, u) if u_l > 0) for u in self.predict_proba(X)
            ]

    return UpperEnd(**parameters)


def test_the_first_disagreement_of_a_family_is_shrunk_and_can_be_pasted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checking, "TIME_TO_SHRINK", 1000.0)  # attempts end it, also on a busy machine
    report = check(upper_end, families=["wide-gap", "noise"])
    assert [example.case.family for example in report.examples] == ["wide-gap", "noise"]
    for example, found in zip(report.to_json()["examples"], report.examples):
        first = next(
            r for r in report.results if r.verdict == "disagree" and r.case.family == found.case.family
        )
        assert found.stage == first.stage == "Alg 3.15"
        assert size(found.case) < size(first.case)
        assert not any(fails(upper_end, case, found.stage) for case in simpler_cases(found.case))
        code = example["test"]
        assert code in str(report) or found.case.family == "noise"
        name = code.split("(")[0].removeprefix("def ")
        names: dict[str, Any] = {"upper_end": upper_end}
        exec(code, names)
        with pytest.raises(AssertionError):
            names[name]()
        names["upper_end"] = MonFkNN
        names[name]()


def size(case: Case) -> int:
    return sum(map(len, case.X)) + sum(map(len, case.queries)) + len(case.classes) + case.k + case.K


def fails(candidate: Any, case: Case, stage: str) -> bool:
    [result] = check(candidate, cases=[case], shrink=False).results
    return (result.verdict, result.stage) == ("disagree", stage)


def test_shrinking_keeps_within_its_attempts_and_never_gives_a_case_that_passes() -> None:
    case = cases(["noise"])[0]
    asked = []

    def still_fails(smaller: Case) -> bool:
        asked.append(smaller)
        return len(smaller.X) >= 5

    small = shrunk(case, still_fails, attempts=50)
    assert len(asked) == 50
    assert len(small.X) >= 5
    assert shrunk(case, lambda smaller: False) == case


def test_the_report_is_described_by_its_schema() -> None:
    schema = load_schema("crosscheck")
    for candidate in (MonFkNN, upper_end):
        assert schema_problems(check(candidate, families=["wide-gap", "other-m"]).to_json(), schema) == []
    broken = check(MonFkNN, families=["one-row"]).to_json()
    broken["cases"][0]["verdict"] = "perhaps"
    del broken["ok"]
    assert len(schema_problems(broken, schema)) == 2


# In pytest


@pytest.mark.parametrize("case", cases(["one-row", "wide-gap"]), ids=str)
def test_one_line_makes_a_test_for_each_case(case: Case) -> None:
    assert_agrees(MonFkNN, case)


def test_assert_agrees_fails_with_the_stage_and_the_example() -> None:
    with pytest.raises(AssertionError, match=r"Alg 3.15(.|\n)*def test_wide_gap_1\(\)"):
        assert_agrees(upper_end, cases(["wide-gap"])[0])


# What is asked


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        (
            {"famillies": ["one-row"]},
            TypeError,
            "check takes no 'famillies'; it takes families, cases, seed, quick, seconds, shrink, progress",
        ),
        ({"families": "one-row"}, TypeError, "families must be a list, got 'one-row'"),
        ({"seed": "1"}, TypeError, "seed must be a whole number, got '1'"),
        ({"seconds": -1}, ValueError, "seconds must be a positive number, got -1"),
        ({"progress": True}, TypeError, "progress must be a function that takes a line of text, got True"),
    ],
)
def test_what_is_asked_is_looked_at_before_anything_is(
    asked: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as refusal:
        check(MonFkNN, **asked)
    assert str(refusal.value) == message
    with pytest.raises(error, match=re.escape(message.removeprefix("check"))):
        check_program("no-such-program", **asked)


def test_a_quick_check_asks_a_few_cases_of_each_family() -> None:
    report = check(MonFkNN, families=["one-row", "one-class"], quick=True)
    assert [result.case for result in report.results] == quick(cases(["one-row", "one-class"]))
