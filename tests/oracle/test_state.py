"""Cases that are asked more than once, of classes and of programs, and ties that one whole fit must settle alike."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from monfknn_ref import AUTHORS, PAPER, MonFkNN, Reading
from monfknn_ref.oracle import FAMILIES, Case, cases, check, check_program
from monfknn_ref.oracle.checking import answers_of, judge
from monfknn_ref.oracle.comparison import accepted, compare, expected, order_of_rows
from monfknn_ref.oracle.procedures import IN_PYTHON_ONLY, PROCEDURES
from monfknn_ref.oracle.stages import Answers

OF_STATE = [name for name, family in FAMILIES.items() if family.asked != "once"]


def test_every_way_of_asking_has_a_family() -> None:
    assert {FAMILIES[name].asked for name in OF_STATE} == set(PROCEDURES) - {"once"}


@pytest.mark.parametrize("reading", [PAPER, AUTHORS], ids=["paper", "authors"])
@pytest.mark.parametrize("name", OF_STATE)
def test_families_of_state_have_no_ties(name: str, reading: Reading) -> None:
    assert FAMILIES[name].settled
    for case in cases([name]):
        found = accepted(case, reading)
        for options in (found.first_labels, found.training_labels, found.training_memberships):
            assert options is not None and all(len(of_row) == 1 for of_row in options), case
        assert all(labels is not None and len(labels) == 1 for labels in found.predictions), case


@pytest.mark.slow
def test_the_reference_keeps_nothing_that_shows() -> None:
    report = check(MonFkNN, families=OF_STATE)
    assert {result.verdict for result in report.results} == {"agree"}, str(report)


def test_what_was_changed_is_said() -> None:
    class Sorts(MonFkNN):
        def fit(self, X: Any, y: Any, classes: Any = None) -> MonFkNN:
            y[:2] = y[1::-1]
            return super().fit(X, y, classes)

    [result, *_] = check(Sorts, families=["inputs-unchanged"], shrink=False).results
    case = result.case
    assert (result.verdict, result.stage) == ("disagree", "fit")
    first, second = case.y[:2] if case.y[0] != case.y[1] else (None, None)
    if first is not None:
        assert result.detail == f"fit changed y: at place 0 there was {first!r}, now there is {second!r}"

    class Cuts(MonFkNN):
        def predict(self, X: Any) -> list[Any]:
            answers = super().predict(X)
            self.K = 1
            return answers

    [result, *_] = check(Cuts, families=["parameters-unchanged"], shrink=False).results
    assert (result.verdict, result.stage) == ("disagree", "predict")
    assert result.detail == "predict changed the parameter K from 500 to 1"


def test_an_empty_batch_may_be_refused_but_not_crash() -> None:
    def refusing(error: Exception) -> type[MonFkNN]:
        class Refuses(MonFkNN):
            def predict(self, X: Any) -> list[Any]:
                if not len(X):
                    raise error
                return super().predict(X)

        return Refuses

    report = check(refusing(ValueError("no rows")), families=["no-queries"])
    assert {(r.verdict, r.detail) for r in report.results} == {
        ("unsupported", "refuses a batch without queries: no rows")
    }
    report = check(refusing(IndexError("0")), families=["no-queries"], shrink=False)
    assert {(r.verdict, r.detail) for r in report.results} == {("error", "IndexError: 0")}


def test_what_cannot_be_pickled_is_unsupported() -> None:
    class Local(MonFkNN):
        pass

    assert {result.verdict for result in check(Local, families=["pickled"]).results} == {"unsupported"}


# --- Programs

MODELS = """
import json, sys
from monfknn_ref import MonFkNN
from monfknn_ref.oracle.cases import number

def fitted(message):
    table = [[number(value) for value in row] for row in message["X"]]
    given = {name: number(message[name]) for name in ("RCr", "pOR", "m")}
    given |= {name: message[name] for name in ("k", "K", "typeRange", "directions")}
    return MonFkNN(**given).fit(table, message["y"], message["classes"])

def predicted(model, message):
    queries = [[number(value) for value in row] for row in message["queries"]]
    return {"predictions": model.predict(queries) if queries else []}

models = {}
for line in sys.stdin:
    message = json.loads(line)
    if message["ask"] == "start":
        answer = {"name": "child", "language": "Python", "readings": ["paper"], "models": KEEPS}
    elif message["ask"] == "fit":
        models[NAME] = fitted(message)
        answer = {"id": message["id"]}
    elif message["ask"] == "predict":
        answer = {"id": message["id"], **predicted(models[NAME], message)}
    elif message["ask"] == "case":
        answer = {"id": message["id"], **predicted(fitted(message), message)}
    else:
        break
    print(json.dumps(answer), flush=True)
"""


def program(tmp_path: Path, keeps: bool, name: str = "message['model']") -> list[str]:
    path = tmp_path / "models.py"
    path.write_text(MODELS.replace("KEEPS", str(keeps)).replace("NAME", name), encoding="utf-8")
    return [sys.executable, str(path)]


@pytest.mark.system
@pytest.mark.parametrize("keeps", [True, False])
def test_programs_with_and_without_models_are_asked_the_same(tmp_path: Path, keeps: bool) -> None:
    report = check_program(
        program(tmp_path, keeps), cases=[case for name in OF_STATE for case in cases([name])[:2]]
    )
    assert {result.verdict for result in report.results} == {"agree"}, str(report)
    asked = {name for name in OF_STATE if FAMILIES[name].asked not in IN_PYTHON_ONLY}
    assert set(report.counts()) == asked


@pytest.mark.system
def test_a_program_with_one_model_for_all_names_is_found_out(tmp_path: Path) -> None:
    some = [case for name in OF_STATE for case in cases([name])[:1]]
    report = check_program(program(tmp_path, True, "'the one'"), cases=some)
    assert [name for name, found in report.counts().items() if found["disagree"]] == ["side-by-side"]


def test_what_only_a_class_can_be_asked_is_refused_for_a_program(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match="^pickled can be asked of a class in Python only, not of a program$"
    ):
        check_program(program(tmp_path, True), families=["pickled"])


@pytest.mark.system
def test_a_model_may_be_unsupported_or_fail_when_fitted(tmp_path: Path) -> None:
    for word, verdict in (("unsupported", "unsupported"), ("error", "error")):
        text = MODELS.replace("KEEPS", "True").replace("NAME", "0")
        text = text.replace(
            'answer = {"id": message["id"]}', f'answer = {{"id": message["id"], "{word}": "no"}}'
        )
        path = tmp_path / "models.py"
        path.write_text(text, encoding="utf-8")
        report = check_program([sys.executable, str(path)], families=["fit-again"])
        assert {result.verdict for result in report.results} == {verdict}


# --- One settling of the training ties


def test_one_training_tie_is_settled_in_one_way() -> None:
    """Row (0, 0) has two labels; either way both queries see it alike."""
    X = ((0, 0), (0, 0), (1, 9), (4, 9), (9, 1), (9, 4))
    case = Case(X, (2, 3, 2, 3, 2, 3), (1, 2, 3, 4), ((2, 8), (8, 2)), k=1, K=1, RCr=1)
    assert compare(case, PAPER, Answers(predictions=[2, 2])).verdict == "agree"
    assert compare(case, PAPER, Answers(predictions=[3, 3])).verdict == "tie"
    result = compare(case, PAPER, Answers(predictions=[2, 3]))
    assert (result.verdict, result.stage) == ("disagree", "Alg 3.3")
    assert result.detail == (
        "each of these predictions can come from some way of settling the training ties, but no single way "
        "gives them all: query (2, 8): 2; query (8, 2): 3"
    )
    coin = replace(PAPER, median_gap="coin")
    assert compare(case, coin, Answers(predictions=[3, 3])).verdict == "agree"
    assert compare(case, coin, Answers(predictions=[2, 3])).verdict == "disagree"


def test_predictions_follow_from_the_rows_as_shown() -> None:
    X = ((0, 0), (0, 0), (1, 9), (4, 9))
    case = Case(X, (2, 3, 2, 3), (1, 2, 3, 4), ((2, 8),), k=1, K=1, RCr=1)
    shown = {"training_rows": [(1, 9), (4, 9), (0, 0)]}
    assert compare(case, PAPER, Answers([2], training_labels=[2, 3, 2], **shown)).verdict == "agree"
    assert compare(case, PAPER, Answers([3], training_labels=[2, 3, 3], **shown)).verdict == "tie"
    result = compare(case, PAPER, Answers([2], training_labels=[2, 3, 3], **shown))
    assert (result.verdict, result.stage) == ("disagree", "Alg 3.15")
    assert result.detail.endswith("with the rows as shown")


# --- Rows in any order


@pytest.mark.parametrize("stages", [("training_labels",), ("first_labels", "training_memberships")])
@pytest.mark.parametrize("with_rows", [True, False])
def test_rows_may_be_shown_in_sorted_order(stages: tuple[str, ...], with_rows: bool) -> None:
    names = (*stages, "training_rows") if with_rows else stages
    for case in cases(["noise", "survey-grid", "conflicting-duplicates", "fit-again"]):
        right = expected(case, PAPER)
        assert right.training_rows is not None
        for order in (
            sorted(range(len(right.training_rows)), key=right.training_rows.__getitem__),
            range(len(right.training_rows))[::-1],
        ):
            shown = {name: [getattr(right, name)[i] for i in order] for name in names}
            result = compare(case, PAPER, Answers(right.predictions, **shown))
            assert result.verdict == "agree", result


def test_sorted_rows_with_other_ties_are_a_tie() -> None:
    """Whatever order the rows are shown in, equally distant neighbors and odd gaps may be settled otherwise."""

    class Upper(MonFkNN):
        def fit(self, X: Any, y: Any, classes: Any = None) -> MonFkNN:
            order = sorted(range(len(X)), key=X.__getitem__, reverse=True)
            return super().fit([X[i] for i in order], [y[i] for i in order], classes)

    def upper(**parameters: Any) -> Upper:
        return Upper(**parameters, reading=PAPER, tie="upper")

    chosen = cases(["tie-order", "survey-grid", "noise", "half-of-neighbors", "random"])
    shown = {case: answers_of(upper, case, PAPER) for case in chosen}
    for hidden in ({}, {"training_rows": None}):
        found = [compare(case, PAPER, replace(answers, **hidden)) for case, answers in shown.items()]
        wrong = [result for result in found if result.verdict not in ("agree", "tie")]
        assert not wrong and "tie" in {result.verdict for result in found}, wrong


def test_a_row_that_fits_nowhere_is_found_wrong_in_any_order() -> None:
    case = cases(["noise"])[0]
    right = expected(case, PAPER)
    assert right.training_rows is not None and right.training_memberships is not None
    memberships = [list(u) for u in right.training_memberships[::-1]]
    memberships[0] = [1 - sum(memberships[0][1:]) - 0.001, *memberships[0][1:-1], memberships[0][-1] + 0.001]
    result = compare(case, PAPER, Answers(right.predictions, training_memberships=memberships))
    assert result.verdict == "disagree"


def test_orders_are_found_for_many_rows() -> None:
    rows = [(n * 7919 % 2003, n) for n in range(2000)]
    wanted = [(n % 5, [n / 4000, 1 - n / 4000]) for n in range(2000)]
    order = [n * 3 % 2000 for n in range(2000)] if 2000 % 3 else []
    given: list[Any] = [None] * 2000
    for i, p in enumerate(order):
        given[p] = wanted[i]
    assert order_of_rows(rows, given, wanted, lambda a, b: a == b) == order


# --- Other types of numbers


def test_a_type_that_is_not_taken_is_unsupported_and_a_wrong_answer_is_not() -> None:
    case = replace(cases(["noise"])[0], given_as="Decimals")

    class FloatsOnly(MonFkNN):
        def fit(self, X: Any, y: Any, classes: Any = None) -> MonFkNN:
            return super().fit([[value + 0.5 for value in row] for row in X], y, classes)

    [result] = check(FloatsOnly, cases=[case]).results
    assert result.verdict == "unsupported" and result.detail.startswith("does not take Decimals: TypeError: ")
    wrong = judge(lambda case: Answers([case.classes[0]] * len(case.queries)), case, PAPER)
    assert wrong.verdict == "disagree"
