"""What the reference answers to a case, and how the answers of another implementation compare with it.

Answers are compared in the order in which the paper computes them, as far as the implementation shows how
it came to its predictions, so that a departure is placed at the line where it first shows:

    Alg 1.11  which rows are distinct           Alg 3.3   the labels of the rows
    Alg 1.5   the memberships of equal rows     Alg 3.14  the memberships of the queries
    Alg 1.13  the first labels of the rows      Alg 3.15  the predictions
    Alg 1.21  the memberships of other rows

A trace (`monfknn_ref.oracle.traces`) among the answers places it more finely, at the range of Alg 1.17 say.

An answer that some other way of settling the paper's ties leads to is a tie and no error.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from monfknn_ref.conversion import positions
from monfknn_ref.estimator import MonFkNN
from monfknn_ref.numbers import Membership, exact_value
from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.families.family import FAMILIES
from monfknn_ref.oracle.trace_events import Trace, first_difference
from monfknn_ref.oracle.trace_recorder import trace
from monfknn_ref.readings import Reading, Rules
from monfknn_ref.ties import Accepted, accepted_answers
from monfknn_ref.ties.open_algorithms import every_draw
from monfknn_ref.validation import GivenRow, Label, check_row, is_number

__all__ = [
    "TOLERANCE",
    "VERDICTS",
    "Answers",
    "Result",
    "accepted",
    "compare",
    "expected",
    "reference_trace",
    "why_undefined",
]

VERDICTS = ("agree", "tie", "disagree", "error", "unsupported")

TOLERANCE = 1e-9
"""How far memberships may be from the exact ones: doubles can be expected to keep that much."""


@dataclass(frozen=True)
class Answers:
    """What an implementation answers to a case; stages that it does not show are None.

    Labels and memberships of training rows stand in the order of `rows`; without those, in the order in
    which the distinct rows first appear.
    """

    predictions: Sequence[Label]
    memberships: Sequence[Sequence[Any]] | None = None
    rows: Sequence[GivenRow] | None = None
    first_labels: Sequence[Label] | None = None
    training_memberships: Sequence[Sequence[Any]] | None = None
    training_labels: Sequence[Label] | None = None
    trace: Trace | None = None

    @classmethod
    def of(cls, predictions: Any, **shown: Any) -> Answers:
        """Answers as some implementation gave them, arrays included; what is no answer is refused.

        >>> Answers.of(predictions=["low"], memberships=[[None, 1]])
        Traceback (most recent call last):
        TypeError: memberships must hold numbers, got None
        """
        kept: dict[str, Any] = {"predictions": checked("predictions", predictions)}
        for name, given in shown.items():
            kept[name] = None if given is None else checked(name, given)
        return cls(**kept)


@dataclass(frozen=True)
class Result:
    """What came of one case."""

    case: Case
    verdict: str
    stage: str = ""
    """The line of the paper at which the answers differ."""
    detail: str = ""
    """How they differ, or what went wrong."""
    assertion: str = ""
    """What fails, as an expression of Python about a fitted `model`."""


@lru_cache(maxsize=4096)
def expected(case: Case, reading: Reading) -> Answers:
    """The answers of the reference."""
    model = case.fitted(reading)
    queries = list(model.predict_in_detail(case.query_table))
    return Answers(
        rows=model.training_rows_,
        first_labels=model.first_labels_,
        training_memberships=model.training_memberships_,
        training_labels=model.training_labels_,
        memberships=[query.memberships for query in queries],
        predictions=[case.classes[query.label] for query in queries],
    )


def why_undefined(case: Case, reading: Reading) -> str:
    """Why the reading has no answers to the case, or nothing if it has.

    Doubles do not hold the numbers of every case, and weights as in Keller's method have no value for m = 1.
    """
    family = FAMILIES.get(case.family)
    if family is not None and family.exact and reading.arithmetic == "doubles":
        return "doubles cannot tell its numbers apart"
    try:
        expected(case, reading)
    except ValueError as reason:
        if reading.arithmetic == "doubles" or reading.weights == "keller":
            return str(reason)
        raise
    return ""


@lru_cache(maxsize=4096)
def accepted(case: Case, reading: Reading) -> Accepted:
    """All answers that some way of settling the ties leads to."""
    return accepted_answers(
        case.training_table, case.y, case.query_table, case.classes, reading=reading, **case.parameters
    )


def compare(case: Case, reading: Reading, shown: Answers) -> Result:
    """The verdict on the answers shown."""
    comparison = Comparison(case, reading, shown)
    if comparison.misfit is not None:
        return placed(comparison.misfit, reading, shown.trace)
    first_tie = None
    for item in comparison.items():
        if not as_good_as_equal(item.given, item.wanted):
            options = comparison.options(item)
            result = comparison.described(item, options)
            if options is not None and not any(as_good_as_equal(item.given, option) for option in options):
                return placed(result, reading, shown.trace)
            first_tie = first_tie or replace(result, verdict="tie")
    left_to_chance = reading.median_gap == "coin" or reading.no_neighbor == "drawn"
    if first_tie is None or left_to_chance:  # all that chance can lead to is right
        return Result(case, "agree")
    return first_tie


def reference_trace(case: Case, reading: Reading) -> Trace:
    """What the reference does with the case, line by line."""
    with trace() as recorded:
        case.fitted(reading, MonFkNN).predict(case.query_table)
    return recorded


def placed(result: Result, reading: Reading, shown: Trace | None) -> Result:
    """A disagreement at the line where the trace shown first departs from the reference's, if it does."""
    if shown is None:
        return result
    found = first_difference(reference_trace(result.case, reading), shown, shown.lines())
    event = None if found is None else found.here or found.there
    if event is None:
        return result
    detail = f"{found} (here the reference, there the other); {result.detail}"
    return replace(result, stage=event.line, detail=detail)


class Item(NamedTuple):
    """One thing to compare: a label or the memberships of one row or query."""

    stage: str
    name: str
    """The field of `Answers` it stands in."""
    at: int
    """Which row of D', or which query."""
    given: Any
    wanted: Any


OF_ROWS = {
    "rows": "training_rows_",
    "first_labels": "first_labels_",
    "training_memberships": "training_memberships_",
    "training_labels": "training_labels_",
}
"""The answers about training rows, and where an estimator shows them."""

OF_QUERIES = {"memberships": "predict_proba", "predictions": "predict"}
"""The answers about queries, and what an estimator is asked for them."""

NOUNS = {
    "first_labels": "first label",
    "training_memberships": "memberships",
    "training_labels": "label",
    "memberships": "memberships",
    "predictions": "prediction",
}


class Comparison:
    """The answers shown to a case beside those of the reference."""

    def __init__(self, case: Case, reading: Reading, shown: Answers) -> None:
        self.case, self.reading, self.shown = case, reading, shown
        self.right = expected(case, reading)
        self.labels: dict[GivenRow, list[Label]] = {}
        """For each row of D' the labels it has in D."""
        for row, label in zip(case.training_table, case.y):
            self.labels.setdefault(exact_row(row), []).append(label)
        self.misfit = self._misfit()
        """The verdict, if the answers are not about the rows and queries of the case."""
        self.place = list(range(len(self.labels)))
        """For each row of D' where the answers about it stand."""
        if shown.rows is not None and self.misfit is None:
            rows = [exact_row(row) for row in shown.rows]
            self.place = [rows.index(row) for row in self.labels]

    def _misfit(self) -> Result | None:
        for name in (*OF_ROWS, *OF_QUERIES):
            given = getattr(self.shown, name)
            wanted = len(self.case.queries if name in OF_QUERIES else self.labels)
            if given is not None and len(given) != wanted:
                stage = "Alg 3.1" if name in OF_QUERIES else "Alg 1.11"
                things = "queries" if name in OF_QUERIES else "distinct rows"
                detail = f"answers about {len(given)} {things}, should be {wanted}"
                assertion = f"len({self._expression(name)}) == {wanted}"
                return Result(self.case, "disagree", stage, detail, assertion)
        rows = self.shown.rows
        if rows is not None and {exact_row(row) for row in rows} != set(self.labels):
            detail = f"distinct rows {list(rows)}, should be {self.right.rows}"
            assertion = f"sorted(model.training_rows_) == sorted({self.right.rows})"
            return Result(self.case, "disagree", "Alg 1.11", detail, assertion)
        return None

    def items(self) -> Iterator[Item]:
        """What is shown beside what is right, in the order of the paper."""
        rows, queries = range(len(self.labels)), range(len(self.case.queries))
        labels = [positions(given, self.case.classes) for given in self.labels.values()]
        several = [Rules(self.reading).duplicated(given) for given in labels]
        for stage, name, chosen in (
            ("Alg 1.5", "training_memberships", [i for i in rows if several[i]]),
            ("Alg 1.13", "first_labels", rows),
            ("Alg 1.21", "training_memberships", [i for i in rows if not several[i]]),
            ("Alg 3.3", "training_labels", rows),
            ("Alg 3.14", "memberships", queries),
            ("Alg 3.15", "predictions", queries),
        ):
            given, wanted = getattr(self.shown, name), getattr(self.right, name)
            if given is not None:
                for i in chosen:
                    yield Item(stage, name, i, given[self._place(name, i)], wanted[i])

    def _place(self, name: str, index: int) -> int:
        return index if name in OF_QUERIES else self.place[index]

    def _expression(self, name: str) -> str:
        """Where a fitted `model` shows answers, as an expression of Python."""
        if name in OF_QUERIES:
            return f"model.{OF_QUERIES[name]}({self.case.query_table})"
        return f"model.{OF_ROWS[name]}"

    def options(self, item: Item) -> Collection[Any] | None:
        """All that some way of settling the ties leads to; None where that is not known."""
        if item.name == "memberships":
            return self._options_of_query(item.at) if self._training_is_settled() else None
        options = getattr(accepted(self.case, self.reading), item.name)
        return None if options is None else options[item.at]

    def _training_is_settled(self) -> bool:
        """Whether the memberships and labels of the rows must be, or are shown to be, the reference's."""
        names = ("training_memberships", "training_labels")
        if all(getattr(self.shown, name) is not None for name in names):
            return all(
                as_good_as_equal(item.given, item.wanted) for item in self.items() if item.name in names
            )
        found = accepted(self.case, self.reading)
        options = [getattr(found, name) for name in names]
        return all(sets is not None and all(len(one) == 1 for one in sets) for sets in options)

    def _options_of_query(self, n: int) -> list[list[Membership]] | None:
        """The memberships that query n may have with the labels and memberships of the rows as they are."""
        model = self.case.fitted(self.reading)
        rules, query = model.rules_of_prediction(), self.case.query_table[n]
        turned_around = copy.copy(model)
        other = "later" if self.reading.neighbor_ties == "earlier" else "earlier"
        turned_around.rules_ = rules.with_reading(replace(self.reading, neighbor_ties=other))
        [found], [otherwise] = (each.predict_in_detail([query]) for each in (model, turned_around))
        if set(found.neighbors) != set(otherwise.neighbors):
            return None  # equally distant rows at the K-th place
        learnt, [x] = model.on_grid([query])
        m = rules.numbers.number(model.m)
        if any(rules.penalized_weights(x, learnt.D, found.penalties, m).values()):
            return [found.memberships]
        return [drawn.without_neighbors(found.range) for drawn in every_draw(found.range, rules)]

    def described(self, item: Item, options: Collection[Any] | None) -> Result:
        """The difference in words, and as an assertion that fails."""
        expression = f"{self._expression(item.name)}[{self._place(item.name, item.at)}]"
        if isinstance(item.wanted, list):
            should = written(item.wanted)
            wanted = list(map(float, item.wanted))
            assertion = f"max(abs(a - b) for a, b in zip({expression}, {wanted})) < {TOLERANCE}"
        else:
            labels = [label for label in self.case.classes if label in (options or [item.wanted])]
            should = " or ".join(map(repr, labels))
            assertion = f"{expression} in {labels}" if len(labels) > 1 else f"{expression} == {labels[0]!r}"
        if item.name in OF_QUERIES:
            where = f"query {self.case.query_table[item.at]}"
        else:
            where = f"row {(self.right.rows or ())[item.at]}"
        detail = f"{NOUNS[item.name]} of {where}: {written(item.given)}, should be {should}"
        return Result(self.case, "disagree", item.stage, detail, assertion)


def as_good_as_equal(given: Any, wanted: Any) -> bool:
    """Whether two labels are equal, or two rows of memberships as good as equal.

    >>> thirds = [Fraction(1, 3), Fraction(2, 3)]
    >>> as_good_as_equal("low", "low"), as_good_as_equal([0.333333333333, 0.666666666667], thirds)
    (True, True)
    """
    if not isinstance(wanted, (list, tuple)):
        return bool(given == wanted)
    return len(given) == len(wanted) and all(
        abs(float(u_l) - float(v_l)) <= TOLERANCE for u_l, v_l in zip(given, wanted)
    )


def exact_row(row: Iterable[Any]) -> GivenRow:
    """A row in numbers that can be compared with those of any other implementation."""
    return tuple(map(exact_value, row))


def written(value: Any) -> str:
    """A label as Python writes it, or memberships: fractions exactly, all else to twelve digits.

    >>> written("low"), written([Fraction(1, 3), 0.5])
    ("'low'", '[1/3, 0.5]')
    """
    if not isinstance(value, (list, tuple)):
        return repr(value)
    shares = (str(u_l) if isinstance(u_l, (int, Fraction)) else f"{float(u_l):.12g}" for u_l in value)
    return f"[{', '.join(shares)}]"


def checked(name: str, given: Any) -> Any:
    """One field of `Answers` in plain lists; a trace may be given as the text of its JSON lines."""
    if name == "trace":
        return given if isinstance(given, Trace) else Trace.from_json_lines(given)
    listed = given.tolist() if hasattr(given, "tolist") else list(given)
    if name == "rows":
        return [check_row(row, f"row {i} of training_rows_") for i, row in enumerate(listed)]
    if not name.endswith("memberships"):
        return listed
    for row in listed:
        for u_l in row:
            if not is_number(u_l) and not hasattr(u_l, "__float__"):
                raise TypeError(f"{name} must hold numbers, got {u_l!r}")
            float(u_l)  # refuses what is beyond all doubles, and cannot be compared with memberships
    return [list(row) for row in listed]
