"""The exam for the examiner: wrong implementations must be caught, right ones must not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mutants
import pytest
from mutants.matrix import caught_by, main, matrix, predictions_of, shortened

from monfknn_ref import PAPER
from monfknn_ref.oracle import FAMILIES, Case, cases, check
from monfknn_ref.oracle.checking import answers_of, judge
from monfknn_ref.oracle.families import quick
from monfknn_ref.oracle.stages import Answers

WRONG = ("disagree", "error")


def failures(mutant: Any, family: str, stages: bool) -> Iterator[Any]:
    """The results of the family that are wrong, with all stages shown or the predictions alone."""

    def ask(case: Case) -> Answers:
        return answers_of(mutant, case, PAPER) if stages else predictions_of(mutant, case)

    by_size = sorted(cases([family]), key=lambda case: len(case.X) * len(case.X[0]))
    results = (judge(ask, case, PAPER) for case in by_size)
    return (result for result in results if result.verdict in WRONG)


def mutant_called(name: str) -> Any:
    """The mutant of this name."""
    return next(mutant for mutant in mutants.MUTANTS if mutant.__name__ == name)


def first_of_each_family() -> list[Any]:
    """The mutants, those that are not the first of their family among what takes minutes."""
    seen: set[str] = set()
    marked = []
    for mutant in mutants.MUTANTS:
        marks = [pytest.mark.slow] if mutant.family in seen else []
        marked.append(pytest.param(mutant, id=mutant.__name__, marks=marks))
        seen.add(mutant.family)
    return marked


@pytest.mark.parametrize("mutant", first_of_each_family())
def test_every_mistake_is_caught_by_the_predictions_of_three_cases_aimed_at_it(mutant: Any) -> None:
    """Those of `memberships-first` and the like show in more than the predictions."""
    assert mutant.__doc__, "a mutant says what its mistake is"
    caught = failures(mutant, mutant.family, stages=FAMILIES[mutant.family].asked != "once")
    assert len([result for result, _ in zip(caught, range(3))]) == 3, mutant.__doc__


def test_there_are_many_mistakes_and_every_family_catches_one() -> None:
    assert len(mutants.MUTANTS) >= 200
    assert len({mutant.__doc__ for mutant in mutants.MUTANTS}) == len(mutants.MUTANTS)
    endless = {name for name, family in FAMILIES.items() if family.endless}
    assert {mutant.family for mutant in mutants.MUTANTS} == set(FAMILIES) - endless


STAGES = {
    "DuplicatesKept": "Alg 1.11",
    "DuplicatesByMajority": "Alg 1.5",
    "LowerEnd": "Alg 1.13",
    "OwnRange": "Alg 1.21",
    "OwnNeighbor": "Alg 1.21",
    "DividedByk": "Alg 1.21",
    "FirstLabelsKept": "Alg 3.3",
    "SquaredDistance": "Alg 3.14",
    "PenaltyInRange": "Alg 3.14",
    "Argmax": "Alg 3.15",
}


@pytest.mark.parametrize("name", STAGES)
def test_mistakes_are_placed_where_they_are_made(name: str) -> None:
    mutant = mutant_called(name)
    assert next(failures(mutant, mutant.family, stages=True)).stage == STAGES[name]


def small() -> list[Case]:
    return [case for case in cases() if len(case.X) <= 70]


def with_ties() -> list[Case]:
    return [case for case in small() if not FAMILIES[case.family].settled]


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_an_independent_implementation_agrees(whole: bool) -> None:
    report = check(mutants.Independent, cases=cases() if whole else quick(small()))
    assert {result.verdict for result in report.results} == {"agree"}, str(report)


@pytest.mark.parametrize("right", mutants.EQUIVALENT, ids=lambda right: right.__name__)
def test_what_only_looks_like_a_mistake_agrees(right: Any) -> None:
    report = check(right, cases=[*with_ties(), *cases(["almost-half", "a-unit-from-half"])])
    assert {result.verdict for result in report.results} == {"agree"}, str(report)


@pytest.mark.slow
@pytest.mark.parametrize("right", mutants.TIED, ids=lambda right: right.__name__)
def test_another_way_of_settling_ties_is_a_tie_and_never_a_disagreement(right: Any) -> None:
    report = check(right, cases=with_ties())
    assert {result.verdict for result in report.results} == {"agree", "tie"}, str(report)
    assert report.counts()["tie-order"]["tie"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("right", mutants.TIED, ids=lambda right: right.__name__)
def test_other_cases_have_no_ties_to_settle(right: Any) -> None:
    settled = [case for case in cases() if FAMILIES[case.family].settled and len(case.X) <= 100]
    report = check(right, cases=settled)
    assert {result.verdict for result in report.results} == {"agree"}, str(report)


# The matrix of mistakes by families


def test_the_matrix_counts_for_each_mutant_the_cases_of_each_family_that_catch_it() -> None:
    chosen = [mutant_called("LowerEnd"), mutant_called("Standardized")]
    found = matrix(chosen, ["wide-gap", "one-class", "one-row"], count=2)
    assert [mistake["name"] for mistake in found["mistakes"]] == ["LowerEnd", "Standardized"]
    assert found["families"] == {"wide-gap": 2, "one-class": 2, "one-row": 2}
    lower_end, standardized = (mistake["caught"] for mistake in found["mistakes"])
    assert lower_end["wide-gap"] > 0 and "one-class" not in lower_end
    assert standardized["one-row"] == 8  # by exceptions; fewer than three: all of its own family are asked


def test_a_case_is_caught_by_an_answer_or_by_an_exception() -> None:
    [case] = cases(only=["one-row/1"])
    assert caught_by(mutant_called("Standardized"), case)
    assert not caught_by(mutants.Independent, case)


def test_the_matrix_leaves_out_the_largest_cases_where_that_is_said() -> None:
    assert max(len(case.X) for case in shortened("neighbors-in-blocks", None)) <= 70


def test_the_matrix_is_written_where_it_is_asked_for(tmp_path: Any, capsys: Any) -> None:
    out = tmp_path / "mistakes.json"
    main(["--out", str(out), "--families", "one-row", "--mutants", "Standardized", "--count", "1"])
    assert '"Standardized"' in out.read_text(encoding="utf-8")
    assert "Standardized" in capsys.readouterr().out
