"""The battery: it is exact and the same everywhere, and its families are what they claim to be."""

from __future__ import annotations

import hashlib
import inspect
import json
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from monfknn_ref import PAPER, MonFkNN
from monfknn_ref.oracle import FAMILIES, Case, cases, families, trace
from monfknn_ref.oracle.cases import Dice, number
from monfknn_ref.oracle.comparison import expected
from monfknn_ref.oracle.families import MODULES
from monfknn_ref.paper.order import dominates

DIGEST = "fa667cb337cc5c92bbca2a9ea5f88413960ef7c511566138e54ca8174607689b"


def test_the_battery_is_the_same_on_every_machine_and_for_every_hash_seed() -> None:
    """A change to any case is a change to what everybody is checked with: it must be meant."""
    text = json.dumps([case.to_json() for case in cases()])
    assert hashlib.sha256(text.encode()).hexdigest() == DIGEST


def test_dice_are_those_of_the_generator_that_python_promises_to_keep() -> None:
    dice = Dice("one-row 0")
    assert [dice.below(100) for _ in range(8)] == [30, 8, 7, 17, 56, 2, 41, 45]
    assert sorted(dice.shuffled("abc")) == ["a", "b", "c"]


def test_another_seed_draws_other_cases() -> None:
    assert cases(["own-range"], seed=1) != cases(["own-range"], seed=0)
    assert [case.id for case in cases(["own-range"], seed=1)] == [case.id for case in cases(["own-range"])]


def test_ids_are_distinct_and_named_after_their_family() -> None:
    battery = cases()
    assert len({case.id for case in battery}) == len(battery) > 300
    assert all(case.id.split("/")[0] == case.family for case in battery)
    assert {case.family for case in battery} == set(FAMILIES)


def test_every_number_is_exact_and_survives_doubles_and_json() -> None:
    for case in cases():
        assert Case.from_json(json.loads(json.dumps(case.to_json()))) == case
        for value in (*(v for row in case.X + case.queries for v in row), case.RCr, case.pOR, case.m):
            assert isinstance(value, str) or abs(value) < 2**53
            given = number(value)
            shortest = Fraction(Decimal(repr(given))) if isinstance(given, float) else Fraction(given)
            assert shortest == Fraction(Decimal(value)), f"{case}: {value} is not what {given!r} stands for"


def test_families_say_what_they_are_aimed_at() -> None:
    for family in FAMILIES.values():
        assert family.cause and family.effect and family.exercises
        assert all(place.startswith(("Eq ", "Alg ")) for place in family.exercises)


def test_unknown_families_are_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no family is called 'own'; the families are agreeing-duplicates, "):
        cases(["own"])


# Structure, asked of the cases themselves and not of any implementation


def equal_rows(case: Case) -> dict[tuple[object, ...], list[object]]:
    found: dict[tuple[object, ...], list[object]] = {}
    for row, label in zip(case.X, case.y):
        found.setdefault(row, []).append(label)
    return found


def test_duplicates_are_where_families_promise_them() -> None:
    for case in cases(["agreeing-duplicates"]):
        assert any(len(labels) > 1 and len(set(labels)) == 1 for labels in equal_rows(case).values())
    for case in cases(["conflicting-duplicates", "wide-gap", "coincident-conflict", "half-of-duplicates"]):
        assert any(len(set(labels)) > 1 for labels in equal_rows(case).values())


def test_queries_coincide_where_families_promise_it() -> None:
    for case in cases(["coincident-query", "coincident-conflict"]):
        assert set(case.queries) <= set(case.X)


def test_open_bounds_are_open() -> None:
    for case in cases(["open-bounds"]):
        for query in case.query_table:
            below = [row for row in case.training_table if dominates(query, row)]
            above = [row for row in case.training_table if dominates(row, query)]
            assert not below or not above


def test_the_half_of_the_paper_example_is_there() -> None:
    """c = 4, the row of class 4 with neighbors (4, 1, 2, 0), k = 7: doubles give (4, 4), exactly it is (3, 4)."""
    case = cases(only=["half-of-neighbors/1"])[0]
    assert (case.k, len(case.classes), case.y[0]) == (7, 4, 4)
    assert [case.y[1:].count(label) for label in case.classes] == [4, 1, 2, 0]
    assert expected(case, PAPER).training_labels[0] == 3


EVIDENCE = {
    "Eq 1": "Alg 3.4",
    "Eq 4": "Alg 3.15",
    "Eq 5": "Alg 1.5",
    "Eq 6": "Alg 1.21",
    "Eq 7": "Alg 3.14",
    "Alg 1.4": "Alg 1.5",
    "Alg 1.16": "Alg 1.17",
    "Alg 2.3": "Alg 2.6",
    "Alg 2.4": "Alg 2.6",
    "Alg 2.5": "Alg 2.6",
    "Alg 2.9": "Alg 2.8",
    "Alg 3.8": "Alg 3.9",
}
"""Lines that a trace records when it is carried out what it does not record itself."""


@pytest.mark.parametrize("name", FAMILIES)
def test_families_exercise_the_lines_they_name(name: str) -> None:
    wanted = {EVIDENCE.get(place, place) for place in FAMILIES[name].exercises}
    for case in cases([name]):
        with trace(detail=True) as recorded:
            case.fitted(PAPER, MonFkNN).predict(case.query_table)
        wanted -= set(recorded.lines())
        if not wanted:
            break
    assert not wanted


@pytest.mark.parametrize("name", FAMILIES)
def test_no_family_has_the_same_case_twice(name: str) -> None:
    found = [{**case.to_json(), "id": ""} for case in cases([name])]
    assert all(found.count(case) == 1 for case in found)


def imports_of_siblings(name: str, source: str) -> list[str]:
    """The modules of families that a module of families imports, apart from what all are built from."""
    siblings = {Path(module.__file__ or "").stem for module in MODULES} - {name}
    return [
        found for found in re.findall(r"oracle\.families(?:\.| import )(\w+)", source) if found in siblings
    ]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_families_import_nothing_from_each_other(module: ModuleType) -> None:
    """So the order of the battery is stated in one place, and no import changes it."""
    assert imports_of_siblings(module.__name__.rpartition(".")[2], inspect.getsource(module)) == []


def test_an_import_from_a_sibling_is_noticed() -> None:
    line = "from monfknn_ref.oracle.families.{} import voted"
    assert imports_of_siblings("labels", line.format("sizes")) == ["sizes"]
    assert imports_of_siblings("labels", line.format("building")) == []


def test_the_modules_of_families_are_all_in_the_battery() -> None:
    folder = Path(families.__file__).parent
    assert {path.stem for path in folder.glob("*.py")} == {
        "__init__",
        "building",
        *(module.__name__.rpartition(".")[2] for module in MODULES),
    }
