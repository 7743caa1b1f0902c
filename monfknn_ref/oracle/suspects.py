"""What would explain the wrong answers: one open point read differently, or one parameter used wrongly.

A suspect is tried on every case with a wrong answer. If the reference itself, with that one thing changed,
gives exactly the answers that were shown, the suspect explains the case.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.oracle.cases import MANY_ROWS, Case, number
from monfknn_ref.oracle.comparison import CaseResult, Comparison, compare
from monfknn_ref.oracle.stages import Answers, Failed
from monfknn_ref.readings import READINGS, REGISTER, Reading

MOST_CASES = 60
"""The suspects are tried on at most this many wrong cases."""
FEW = 8
"""The first of these cases decide whether a suspect is worth trying on the others."""
TIME = 15.0
"""The time for all suspects together, in seconds."""


@dataclass(frozen=True)
class Suspect:
    """One thing that the implementation may have done differently."""

    name: str
    line: str
    """The line or equation of the paper that it is about."""
    words: str
    reading: Reading
    changed: Callable[[Case], Case]
    """The case as such an implementation would understand it."""

    def explains(self, case: Case, shown: Answers) -> bool:
        """Whether the reference gives the answers shown when it makes the same mistake."""
        try:
            taken = self.changed(case)
            if self.changed is not unchanged and taken == case:
                return False
            if len(taken.X) > MANY_ROWS:
                comparison = Comparison(taken, self.reading, shown)
                items = () if comparison.misfit else comparison.items()
                return comparison.misfit is None and all(item.agrees() for item in items)
            return compare(taken, self.reading, replace(shown, trace=None)).verdict in ("agree", "tie")
        except (Failed, ValueError, ArithmeticError):  # the changed case has no answer
            return False


@dataclass(frozen=True)
class Diagnosis:
    """A suspect and the cases that it explains."""

    suspect: Suspect
    explained: tuple[str, ...]
    """Their ids."""
    tried: tuple[str, ...]
    """The ids of all cases on which it was tried."""

    def __str__(self) -> str:
        how_many = f"explains {len(self.explained)} of {len(self.tried)}"
        return f"{self.suspect.line}: {self.suspect.name} {how_many} ({self.suspect.words})"


def suspects(reading: Reading) -> Iterator[Suspect]:
    """All suspects, the open points first."""
    for point in REGISTER:
        for option, words in point.options.items():
            if option != getattr(reading, point.field):
                other = replace(reading, **{point.field: option})
                yield Suspect(f"{point.id}={option}", point.where, words, other, unchanged)
    for name, other in READINGS.items():
        if other != reading:
            words = f"all answers follow the reading {name}"
            yield Suspect(f"reading={name}", "all lines", words, other, unchanged)
    for what, line, words, changed in PARAMETERS:
        yield Suspect(what, line, words, reading, changed)


def unchanged(case: Case) -> Case:
    """The case as it is."""
    return case


def with_classes_sorted(case: Case) -> Case:
    """The case with its classes sorted, as numbers or as text."""
    try:
        return replace(case, classes=tuple(sorted(case.classes)))  # type: ignore[type-var]
    except TypeError:
        return replace(case, classes=tuple(sorted(case.classes, key=str)))


def with_first_of_equal_rows(case: Case) -> Case:
    """The case with only the first of any rows that are equal."""
    first: dict[Any, int] = {}
    for i, row in enumerate(case.training_table):
        first.setdefault(tuple(map(exact_value, row)), i)
    kept = sorted(first.values())
    return replace(case, X=tuple(case.X[i] for i in kept), y=tuple(case.y[i] for i in kept))


def one_more(name: str, by: int) -> Callable[[Case], Case]:
    """A change that makes a parameter larger or smaller by one."""
    return lambda case: replace(case, **{name: getattr(case, name) + by})


def always(**parameters: Any) -> Callable[[Case], Case]:
    """A change that gives parameters these values, whatever the case asks for."""
    return lambda case: replace(case, **parameters)


PARAMETERS: tuple[tuple[str, str, str, Callable[[Case], Case]], ...] = (
    (
        "k and K exchanged",
        "Alg. 1 line 19, Alg. 3 line 6",
        "k is for training, K for prediction",
        lambda case: replace(case, k=case.K, K=case.k),
    ),
    ("K taken for k", "Alg. 1 line 19", "k is for training", lambda case: replace(case, k=case.K)),
    ("k taken for K", "Alg. 3 line 6", "K is for prediction", lambda case: replace(case, K=case.k)),
    ("k + 1 neighbors", "Alg. 2 line 5", "in training, one neighbor too many", one_more("k", 1)),
    ("k - 1 neighbors", "Alg. 2 line 5", "in training, one neighbor too few", one_more("k", -1)),
    ("K + 1 neighbors", "Alg. 2 line 5", "in prediction, one neighbor too many", one_more("K", 1)),
    ("K - 1 neighbors", "Alg. 2 line 5", "in prediction, one neighbor too few", one_more("K", -1)),
    ("RCr = 0.5", "Eq. 6", "RCr is ignored", always(RCr="0.5")),
    ("RCr = 0.51", "Eq. 6", "the numbers of Eq. 3 stand in for RCr", always(RCr="0.51")),
    ("RCr = 1", "Eq. 6", "the neighbors of a training row do not count", always(RCr=1)),
    ("RCr = 0", "Eq. 6", "a training row's own class does not count", always(RCr=0)),
    ("pOR = 1", "Alg. 3 line 11", "neighbors out of range count in full", always(pOR=1)),
    ("pOR = 0", "Alg. 3 line 11", "neighbors out of range do not count", always(pOR=0)),
    ("typeRange = inRange", "Alg. 2 line 4", "outRange is ignored", always(typeRange="inRange")),
    ("typeRange = outRange", "Alg. 2 line 4", "inRange is ignored", always(typeRange="outRange")),
    ("m = 2", "Eq. 7", "m is ignored", always(m=2)),
    (
        "exponent m",
        "Eq. 7",
        "the distance has the exponent m in place of m - 1",
        lambda case: replace(case, m=str(float(number(case.m)) + 1)),
    ),
    (
        "squared distances",
        "Eq. 7",
        "the distance has the exponent 2 (m - 1) in place of m - 1",
        lambda case: replace(case, m=str(2 * float(number(case.m)) - 1)),
    ),
    ("m = 1", "Eq. 7", "distances do not count", always(m=1)),
    ("directions ignored", "Eq. 1", "inverse attributes are taken as direct ones", always(directions=None)),
    ("classes sorted", "Eq. 1, Eq. 4", "the order of the classes is not the one given", with_classes_sorted),
    (
        "first of equal rows",
        "Alg. 1 lines 4 and 11",
        "equal rows after the first are dropped with their labels",
        with_first_of_equal_rows,
    ),
)
"""Parameters and tables used wrongly: the name, the line, an explanation, and the change of the case."""


def explanations(results: Iterable[CaseResult], reading: Reading) -> list[Diagnosis]:
    """The suspects that explain something; those that explain most come first.

    All suspects are tried on a few cases. Only those that explain one of these are tried on the others.
    """
    wrong = spread([r for r in results if r.verdict == "disagree" and r.shown is not None])
    until = time.monotonic() + TIME
    found = []

    def explained(suspect: Suspect, some: Sequence[CaseResult]) -> list[str]:
        return [
            result.case.id
            for result in some
            if result.shown is not None
            and time.monotonic() < until
            and suspect.explains(result.case, result.shown)
        ]

    for suspect in suspects(reading):
        at_first = explained(suspect, wrong[:FEW])
        if at_first:
            ids = (*at_first, *explained(suspect, wrong[FEW:]))
            found.append(Diagnosis(suspect, ids, tuple(result.case.id for result in wrong)))
    return sorted(found, key=lambda explanation: -len(explanation.explained))


def spread(wrong: Sequence[CaseResult]) -> list[CaseResult]:
    """A limited number of results, small cases first, from as many families as possible."""
    by_family: dict[str, list[CaseResult]] = {}
    for result in sorted(wrong, key=lambda result: len(result.case.X) > MANY_ROWS):
        by_family.setdefault(result.case.family, []).append(result)
    chosen: list[CaseResult] = []
    while by_family and len(chosen) < MOST_CASES:
        for family in list(by_family):
            chosen.append(by_family[family].pop(0))
            if not by_family[family]:
                del by_family[family]
    return chosen[:MOST_CASES]
