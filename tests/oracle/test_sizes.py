"""The families of size, near misses and labels keep their promises and have no ties."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate
from typing import Any

import pytest
from differential import ATTRIBUTES
from thoroughness import THOROUGH

from monfknn_ref import AUTHORS, PAPER, MonFkNN, Reading
from monfknn_ref.optimised import StdlibMonFkNN
from monfknn_ref.oracle import FAMILIES, Case, cases
from monfknn_ref.oracle.cases import MANY_ROWS, Dice, as_number_type
from monfknn_ref.oracle.comparison import accepted, expected, why_undefined
from monfknn_ref.oracle.families import labels as labels_module
from monfknn_ref.oracle.families import near_misses, quick, search_structures, sizes
from monfknn_ref.oracle.families.building import BLOCKS, CLASS_NAMES, block_ends, read_with
from monfknn_ref.readings import REGISTER

SETTLED = [name for name, family in FAMILIES.items() if family.settled]
NEW = [
    name
    for name, family in FAMILIES.items()
    for module in (sizes, search_structures, near_misses, labels_module)
    if family.make.__module__ == module.__name__ and not family.endless
]


# One right answer


def readings_of(case: Case) -> Iterator[Reading]:
    """Those of the two named readings that have answers to the case."""
    return (reading for reading in (PAPER, AUTHORS) if not why_undefined(case, reading))


def one_answer(case: Case, reading: Reading) -> bool:
    """Whether every way of settling ties leads to the answers of the reference."""
    found, right = accepted(case, reading), expected(case, reading)
    for name in ("first_labels", "training_labels", "predictions"):
        options = getattr(found, name)
        if options is None or [set(one) for one in options] != [{label} for label in getattr(right, name)]:
            return False
    return not found.left_out


def tells_from_half(memberships: Sequence[Sequence[Any]]) -> bool:
    """Whether no cumulative sum is within rounding of one half without being exactly that."""
    sums = [total for u in memberships for way in (u, u[::-1]) for total in accumulate(map(float, way))]
    return all(total == 0.5 or abs(total - 0.5) > 1e-13 for total in sums)


def robust_in_doubles(case: Case) -> bool:
    """Whether the answers of AUTHORS are the same when nothing is rounded, and not by luck."""
    rounded, exact = expected(case, AUTHORS), expected(case, replace(AUTHORS, arithmetic="exact"))
    same = all(
        getattr(rounded, name) == getattr(exact, name)
        for name in ("first_labels", "training_labels", "predictions")
    )
    return same and all(
        tells_from_half(getattr(rounded, name)) for name in ("training_memberships", "memberships")
    )


def assert_settled(case: Case) -> None:
    for reading in readings_of(case):
        assert one_answer(case, reading), (case.id, reading)
        if reading == AUTHORS:
            assert robust_in_doubles(case), case.id


def test_settled_families_have_one_answer_in_both_readings() -> None:
    """The first cases of each, and not the largest."""
    for case in quick(cases(SETTLED)):
        if len(case.X) <= 30:
            assert_settled(case)


@pytest.mark.slow
@pytest.mark.parametrize("name", SETTLED)
def test_every_case_of_a_settled_family_has_one_answer_in_both_readings(name: str) -> None:
    """Every case there is time for; larger ones, whose ties take minutes to look at, if it is to be thorough."""
    for case in cases([name]):
        if THOROUGH or len(case.X) <= 500:
            assert_settled(case)


def test_a_case_with_a_tie_is_noticed() -> None:
    assert not one_answer(cases(["tie-order"])[0], PAPER)


def test_a_case_that_doubles_decide_by_luck_is_noticed() -> None:
    assert not tells_from_half([[0.1, 0.2, 0.2, 0.5 + 1e-16], [0.3, 0.2 + 1e-16, 0.5]])
    assert not all(robust_in_doubles(case) for case in cases(["half-of-weights"]))


def test_all_families_at_size_of_near_misses_and_of_labels_are_settled_but_for_one() -> None:
    assert [name for name in NEW if not FAMILIES[name].settled] == ["ends-never-seen"]


def test_families_beyond_doubles_are_not_asked_in_doubles() -> None:
    exact = [name for name, family in FAMILIES.items() if family.exact]
    assert len(exact) == 4
    for name in exact:
        told = {why_undefined(case, AUTHORS) for case in cases([name])}
        assert told == {"doubles cannot tell its numbers apart"}
        assert not any(why_undefined(case, PAPER) for case in cases([name]))


# Expected answers of large cases come from the variant in plain Python


def same_answers(case: Case, reading: Reading) -> bool:
    one, other = (case.fitted(reading, estimator) for estimator in (MonFkNN, StdlibMonFkNN))
    queries = case.query_table
    return (
        all(getattr(one, name) == getattr(other, name) for name in ATTRIBUTES)
        and one.predict(queries) == other.predict(queries)
        and one.predict_proba(queries) == other.predict_proba(queries)
    )


def large(names: Sequence[str]) -> list[Case]:
    """The cases with many rows, the quickest first."""
    found = [case for case in cases(names) if len(case.X) > MANY_ROWS]
    return sorted(found, key=lambda case: len(set(case.X)) * len(case.X[0]))


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_the_variant_equals_the_reference_on_exactly_the_large_cases(name: str) -> None:
    """As the authors read the paper; `test_check.py` asks the reference the whole battery as it is printed."""
    for case in large([name]):
        assert same_answers(case, AUTHORS), case.id


def test_the_variant_equals_the_reference_on_the_smallest_of_the_large_cases() -> None:
    for case in large(list(FAMILIES))[:40:4]:
        assert same_answers(case, PAPER), case.id


# What the families promise


def test_sizes_are_covered() -> None:
    rows = {len(case.X) for case in cases(NEW)}
    assert {n + d for n in (32, 64, 100, 128, 256) for d in (-1, 0, 1)} <= rows
    assert {20, 50, 200, 500, 512, 513, 1025, 1100, 2000} <= rows
    batches = {len(case.queries) for case in cases(["long-batches"])}
    assert {2, 3, 5, 7, 8, 9, *range(15, 18), *range(31, 34), *range(63, 66), *range(99, 102)} <= batches
    assert {*range(127, 130), *range(255, 258), 300} <= batches
    neighbors = {8, 9, 10, 11, 15, 16, 17, 20, 31, 32, 33, 40}
    assert neighbors <= {case.K for case in cases(["many-neighbors-of-queries"])}
    assert neighbors <= {case.k for case in cases(["many-neighbors-of-rows"])}
    differences = {case.K - len(set(case.X)) for case in cases(["more-neighbors-than-rows"]) if case.K > 1}
    assert {-1, 0, 1} <= differences and max(differences) > 900
    classes = {len(case.classes) for case in cases(["many-classes"])}
    assert {8, 9, 16, 17, 32, 33, 64, 65, 127, 128, 129, 255, 256, 257, 300} <= classes
    for name in ("attributes-of-distances", "attributes-of-ranges"):
        attributes = {len(case.X[0]) for case in cases([name])}
        assert {2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 70} <= attributes
    assert 1 in {len(case.X[0]) for case in cases(["long-chains"])}


def test_rows_at_the_ends_of_blocks_are_chosen_first() -> None:
    chosen = set(block_ends(Dice("1"), 1025, 90))
    assert {0, 1, 1023, 1024} <= chosen
    for size in BLOCKS:
        assert {size - 1, size} <= chosen


def without(case: Case, row: int) -> Case:
    """The case without one of its rows."""
    keep = [i for i in range(len(case.X)) if i != row]
    return replace(case, X=tuple(case.X[i] for i in keep), y=tuple(case.y[i] for i in keep), id="own/1")


@pytest.mark.parametrize(
    "name",
    ["rows-in-blocks", "neighbors-in-blocks", "bounds-of-queries-in-blocks", "bounds-of-rows-in-blocks"],
)
def test_every_row_at_the_end_of_a_block_decides_an_answer(name: str) -> None:
    for case in cases([name])[:4]:
        right = expected(case, PAPER).predictions
        for row in block_ends(Dice("1"), len(case.X), 5):
            assert expected(without(case, row), PAPER).predictions != right, (case.id, row)


def test_queries_of_a_batch_have_other_answers_than_those_before_them() -> None:
    for case in cases(["long-batches"]):
        found = expected(case, PAPER).predictions
        assert len(found) == len(case.queries)
        in_order = sorted(case.queries) in ([*case.queries], [*reversed(case.queries)])
        assert in_order or sum(a != b for a, b in zip(found, found[1:])) > len(found) // 2, case.id


def test_every_kind_of_names_is_used_and_none_too_often() -> None:
    all_new = cases(NEW)
    one_to_c = [case for case in all_new if case.classes == tuple(range(1, len(case.classes) + 1))]
    assert len(one_to_c) < len(all_new) / 5
    for kind, names in CLASS_NAMES.items():
        assert any(case.classes == tuple(names(len(case.classes))) for case in all_new), kind
    found = {label for case in all_new for label in case.classes}
    assert {0, "", -1, True, "8", "10"} <= found


def test_every_type_of_numbers_is_handed_over() -> None:
    found = {case.given_as for case in cases(["spellings"])}
    assert found == {"floats", "Decimals", "Fractions", "mixed", "numpy"}
    for case in cases(["spellings"]):
        rows = [tuple(map(Fraction, row)) for row in case.X]
        assert len(set(rows)) < len(set(case.X)), "equal rows in different spellings"
    mixed = {type(as_number_type("1.00", "mixed", place)) for place in range(4)}
    assert mixed == {int, float, Decimal, Fraction}


def test_classes_that_are_never_seen_are_at_the_bottom_in_the_middle_and_at_the_top() -> None:
    places = set()
    for case in cases(["classes-never-seen", "ends-never-seen"]):
        unseen = [l for l, label in enumerate(case.classes) if label not in case.y]
        places |= {"bottom" if l == 0 else "top" if l == len(case.classes) - 1 else "middle" for l in unseen}
    assert places == {"bottom", "middle", "top"}


# Every option of the readings that can show is aimed at

AIMED = {
    ("weights", "keller"): "squared-weights",
    ("coincident", "excluded"): "coincident-query",
    ("leave-one-out", "no"): "own-range",
    ("open-bound", "present-classes"): "open-bounds",
    ("open-bound", "highest-in-training"): "top-class-missing",
    ("crossed-range", "swapped"): "crossed-range",
    ("duplicated", "conflicting"): "agreeing-duplicates",
    ("fewer-than-k", "own-class"): "fewer-than-k",
    ("neighbor-ties", "later"): "tie-order",
    ("arithmetic", "doubles"): "half-of-weights",
}
"""The family aimed at each option; the others draw by chance, or change nothing that is wrong."""


@pytest.mark.parametrize(("point", "option"), AIMED)
def test_every_option_of_the_readings_shows_in_three_cases_aimed_at_it(point: str, option: str) -> None:
    solved = read_with(**{point.replace("-", "_"): option})
    chosen = cases([AIMED[point, option]])
    assert sum(solved(case) != expected(case, PAPER).predictions for case in chosen) >= 3


def test_no_other_option_can_show() -> None:
    others = {
        (point.id, option) for point in REGISTER for option in point.options if option != point.paper
    } - set(AIMED)
    assert others == {
        ("no-neighbor", "drawn"),  # by chance
        ("median-gap", "upper"),  # a tie
        ("median-gap", "coin"),
        ("rcr-one", "skipped"),  # the same answers
    }
