"""The exam for the examiner: wrong implementations must be caught, right ones must not.

`python -m tests.mutants` prints the whole matrix of mutants by families.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from monfknn_ref import PAPER
from monfknn_ref.oracle import FAMILIES, cases, check
from monfknn_ref.oracle.answers import Answers
from monfknn_ref.oracle.checking import answers_of, judge

spec = importlib.util.spec_from_file_location("mutants", Path(__file__).with_name("mutants.py"))
mutants: Any = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
sys.modules["mutants"] = mutants  # so that what is pickled can be read back
spec.loader.exec_module(mutants)  # type: ignore[union-attr]

WRONG = ("disagree", "error")


def first_failure(mutant: Any, family: str, stages: bool) -> Any:
    """The first result of the family that is wrong, with all stages shown or the predictions alone."""

    def ask(case: Any) -> Answers:
        answers = answers_of(mutant, case, PAPER)
        return answers if stages else Answers(predictions=answers.predictions)

    results = (judge(ask, case, PAPER) for case in cases([family]))
    return next((result for result in results if result.verdict in WRONG), None)


@pytest.mark.parametrize("mutant", mutants.MUTANTS, ids=lambda mutant: mutant.__name__)
def test_every_mistake_is_caught_by_the_family_aimed_at_it(mutant: Any) -> None:
    assert mutant.__doc__, "a mutant says what its mistake is"
    assert first_failure(mutant, mutant.family, stages=True), mutant.__doc__


@pytest.mark.parametrize("mutant", mutants.MUTANTS, ids=lambda mutant: mutant.__name__)
def test_every_mistake_is_caught_by_predictions_alone(mutant: Any) -> None:
    assert first_failure(mutant, mutant.family, stages=False), mutant.__doc__


def test_there_are_many_mistakes_and_every_family_catches_one() -> None:
    assert len(mutants.MUTANTS) >= 60
    assert {mutant.family for mutant in mutants.MUTANTS} == set(FAMILIES)


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
    mutant = getattr(mutants, name)
    assert first_failure(mutant, mutant.family, stages=True).stage == STAGES[name]


def test_an_independent_implementation_agrees_on_the_whole_battery() -> None:
    report = check(mutants.Independent)
    assert {result.verdict for result in report.results} == {"agree"}, str(report)


@pytest.mark.parametrize("right", mutants.TIED, ids=lambda right: right.__name__)
def test_another_way_of_settling_ties_is_a_tie_and_never_a_disagreement(right: Any) -> None:
    report = check(right)
    assert {result.verdict for result in report.results} == {"agree", "tie"}, str(report)
    assert report.counts()["tie-order"]["tie"] > 0


def test_the_matrix_has_a_row_for_each_mutant_and_a_column_for_each_family(monkeypatch: Any) -> None:
    monkeypatch.setattr(mutants, "MUTANTS", [mutants.LowerEnd, mutants.Standardised])
    *_, lower_end, standardised = mutants.matrix(count=1).splitlines()
    marks = dict(zip(FAMILIES, lower_end.removeprefix("LowerEnd").split()))
    assert marks["wide-gap"] == "x" and marks["one-class"] == "."
    assert len(marks) == len(FAMILIES)
    assert dict(zip(FAMILIES, standardised.removeprefix("Standardised").split()))["one-row"] == "E"
