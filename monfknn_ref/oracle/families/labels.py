"""Families of labels: the classes are an ordered list of any names, not always the numbers from 1 to c."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from monfknn_ref.model.checks import Label
from monfknn_ref.oracle.cases import Case, Dice, Value
from monfknn_ref.oracle.families.building import (
    CLASS_NAMES,
    Rows,
    aside,
    class_names,
    family,
    jumbled,
    labeled,
    moved,
    out_or_in,
    settled_family,
    stairs,
)


def every_class(dice: Dice, number: int, classes: Sequence[Label], given_as: str = "floats") -> Case:
    """Rows of six classes, one row with two labels, and a query next to each row."""
    table = dice.shuffled(stairs(dice, 12, 2))
    rows: Rows = list(table)
    [twice] = dice.shuffled(place.row for place in table if place.label in (0, 3))[:1]
    rows += [(twice, label + 2) for row, label in rows if row == twice]
    queries = [moved(place.row, 1, -1) for place in table]
    return jumbled(
        dice,
        rows,
        classes,
        queries,
        RCr=(1, "0.7", "0.3")[number % 3],
        given_as=given_as,
        **out_or_in(number),
    )


def with_names(dice: Dice, kinds: Sequence[str]) -> Iterator[Case]:
    """Three cases for each kind of names."""
    for kind in kinds:
        for number in range(3):
            yield every_class(dice, number, CLASS_NAMES[kind](6))


@settled_family(
    "labels are used as positions: from 0, from 1, or up to the largest",
    "another class is predicted, or a position that does not exist is used",
    "Eq 1, Eq 4, Eq 5, Alg 3.15",
)
def labels_not_from_one(dice: Dice) -> Iterator[Case]:
    yield from with_names(dice, ["from zero", "negative", "with gaps", "around zero", "large", "tens"])


@settled_family(
    "labels are sorted by size, alphabetically or by first appearance, although their order is given",
    "the classes have another order, so another problem is solved",
    "Eq 1, Eq 4, Alg 3.4, Alg 3.15",
)
def labels_out_of_order(dice: Dice) -> Iterator[Case]:
    kinds = [
        "numbers and their text",
        "falling",
        "other order",
        "numbers as text",
        "words",
        "numbers and text",
    ]
    yield from with_names(dice, kinds)


@settled_family(
    "0, False, the empty text or -1 is treated as a missing label",
    "a class is never predicted, or its rows are left out",
    "Eq 1, Eq 5, Alg 3.15",
)
def falsy_labels(dice: Dice) -> Iterator[Case]:
    for special in (0, "", -1):
        others: list[Label] = ["a", "e", "b", "d", "c"] if special == "" else [3, 7, 4, 9, 5]
        for number, place in enumerate((0, 2, 3, 5)):
            yield every_class(dice, number, [*others[:place], special, *others[place:]])


@settled_family(
    "False and True are not accepted as labels, or are sorted as numbers although their order is given",
    "a class is never predicted, or the classes have another order",
    "Eq 1, Eq 4, Alg 3.15",
)
def boolean_labels(dice: Dice) -> Iterator[Case]:
    for number in range(12):
        classes = [False, True] if number % 3 == 0 else [True, False]
        table = dice.shuffled(stairs(dice, 14, 3))
        labels = [place.label // 5 if dice.below(5) else place.label % 2 for place in table]
        queries = [moved(place.row, 1, -1) for place in table]
        rows = [place.row for place in table]
        RCr: Value = (1, "0.3", "0.7")[number % 3]
        yield labeled(zip(rows, labels), classes, queries, RCr=RCr)


@settled_family(
    "labels or numbers are recognized by their Python type, and NumPy's scalars have other types",
    "rows are misread or not read at all (if NumPy is not imported, the cases have plain numbers)",
    "Eq 1, Eq 5, Alg 3.15",
)
def labels_of_numpy(dice: Dice) -> Iterator[Case]:
    for number, kind in enumerate(
        ["from zero", "negative", "words", "falling", "numbers as text", "with gaps"]
    ):
        yield every_class(dice, number, CLASS_NAMES[kind](6), given_as="numpy")


@settled_family(
    "classes without a training row are left out, in the middle or in several places",
    "the middle of a median range is counted among the wrong classes",
    "Eq 4, Eq 5, Alg 1.13, Alg 3.15",
)
def classes_never_seen(dice: Dice) -> Iterator[Case]:
    for number, present in enumerate(
        ([0, 2], [1, 5], [0, 4, 6], [2, 4, 8], [1, 3, 7], [0, 8], [3, 5], [0, 1, 3, 7], [4, 6, 8], [2, 8])
    ):
        rows = []
        for group, low in enumerate(present):  # at each place, two classes an even number apart
            for high in [label for label in present if label > low and (label - low) % 2 == 0]:
                t = 100 * group + 10 * high
                rows += [(aside(t), low), (aside(t), high)]
        if len(rows) == 2:
            rows += [(aside(900), present[0]), (aside(930), present[-1])]
        queries = [(int(a) + 1, int(b) - 1) for a, b in dict.fromkeys(row for row, _ in rows)]
        names = class_names(number, 9)
        yield jumbled(dice, rows, names, queries, RCr=1, **out_or_in(number))


@family(
    "the lowest or the highest class is taken from the labels, not from the classes given",
    "a range that nothing bounds ends too early",
    "Eq 1, Alg 3.4, Alg 3.14",
)
def ends_never_seen(dice: Dice) -> Iterator[Case]:
    """The query has no valid neighbor, so that every class of its range counts the same."""
    for number in range(12):
        above = number % 2 == 1  # the row that bounds the query, of the middle class of nine
        corner = 90 if above else -90
        near = 5 if above else 3  # invalid for the query
        rows: Rows = [((corner, corner), 4)]
        rows += [(aside(t), near) for t in dice.shuffled([-5, -4, -3, 3, 4, 5])[:3]]
        names = class_names(number, 9)
        queries = [(0, 0), (1, 0), (0, -1)]
        yield jumbled(dice, rows, names, queries, K=1 + number % 3, RCr=1, typeRange="outRange", pOR=0)
