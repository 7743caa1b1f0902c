"""What the reference answers to a case, and how the answers of another implementation compare with it.

Answers are compared in the order in which the paper computes them. If an implementation shows intermediate
results, a departure is therefore reported at the line where it first shows:

    Alg 1.11  which rows are distinct           Alg 3.3   the labels of the rows
    Alg 1.5   the memberships of equal rows     Alg 3.14  the memberships of the queries
    Alg 1.13  the first labels of the rows      Alg 3.15  the predictions
    Alg 1.21  the memberships of other rows

A trace among the answers (`monfknn_ref.oracle.trace_events`) locates the departure more precisely, for
example at the range of Alg 1.17.

An answer that another way of settling the paper's ties leads to is a tie, not an error, provided that a
single way of settling the training ties leads to all answers (`monfknn_ref.readings.ties.one_settling`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from monfknn_ref.arithmetic import Membership, Row, exact_value
from monfknn_ref.model.accepted_answers import Accepted, accepted_answers, with_open_ties
from monfknn_ref.model.checks import GivenRow, Label
from monfknn_ref.model.door import positions
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.oracle.answers import Answers
from monfknn_ref.oracle.cases import MANY_ROWS, Case
from monfknn_ref.oracle.families import FAMILIES
from monfknn_ref.oracle.row_order import order_of_rows
from monfknn_ref.oracle.trace_events import Trace, first_difference
from monfknn_ref.oracle.trace_recorder import trace
from monfknn_ref.readings import Reading, Rules
from monfknn_ref.readings.ties.one_settling import OneSettling, ShownQuery, ShownRow
from monfknn_ref.readings.ties.open_algorithms import AllOutcomes
from monfknn_ref.readings.ties.open_neighborhoods import TooManyWays

VERDICTS = ("agree", "tie", "disagree", "error", "unsupported")

TOLERANCE = 1e-9
"""How far memberships may be from the exact ones; an implementation in doubles can be this precise."""


@dataclass(frozen=True)
class Result:
    """The outcome of one case."""

    case: Case
    verdict: str
    stage: str = ""
    """The line of the paper at which the answers differ."""
    detail: str = ""
    """How they differ, or what went wrong."""
    assertion: str = ""
    """What should hold, as a Python expression about a fitted `model`."""
    shown: Answers | None = None
    """The answers of the implementation."""


@lru_cache(maxsize=4096)
def expected(case: Case, reading: Reading) -> Answers:
    """The answers of the reference."""
    model = case.fitted(reading)
    queries = list(model.predict_in_detail(case.query_table)) if case.queries else []
    return Answers(
        rows=model.training_rows_,
        first_labels=model.first_labels_,
        training_memberships=model.training_memberships_,
        training_labels=model.training_labels_,
        memberships=[query.memberships for query in queries],
        predictions=[case.classes[query.label] for query in queries],
    )


def why_undefined(case: Case, reading: Reading) -> str:
    """Why the reading has no answers to the case; empty if it has answers.

    Doubles cannot hold the numbers of every case, and Keller's weights are not defined for m = 1.
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
    """All answers that some way of settling the ties leads to, for each row and each query separately."""
    return accepted_answers(
        case.training_table, case.y, case.query_table, case.classes, reading=reading, **case.parameters
    )


@lru_cache(maxsize=64)
def left_open(case: Case, reading: Reading) -> tuple[AllOutcomes, list[Row]]:
    """The case with its ties left open, and its queries."""
    training, queries, _ = with_open_ties(
        case.training_table, case.y, case.query_table, case.classes, reading=reading, **case.parameters
    )
    return training, queries


def compare(case: Case, reading: Reading, shown: Answers, quickly: bool = False) -> Result:
    """The verdict on the answers shown.

    If a case has many rows, only a few ways of settling its ties are tried. For a case of the caller's own
    all are tried, unless `quickly` is set.
    """
    shown.check(case)
    comparison = Comparison(case, reading, shown)
    if comparison.misfit is not None:
        return placed(comparison.misfit, reading, shown.trace)
    differing = [item for item in comparison.items() if not as_good_as_equal(item.given, item.wanted)]
    if not differing:
        return Result(case, "agree", shown=shown)
    if len(case.X) > MANY_ROWS and (quickly or case.family != "own"):
        wrong = comparison.beyond_a_few_settlings(differing)
    else:
        wrong = comparison.beyond_ties(differing)
    if wrong is not None:
        return placed(wrong, reading, shown.trace)
    if reading.median_gap == "coin" or reading.no_neighbor == "drawn":
        return Result(case, "agree", shown=shown)  # everything that chance can lead to is right
    return replace(comparison.described(differing[0]), verdict="tie")


def reference_trace(case: Case, reading: Reading) -> Trace:
    """What the reference does with the case, line by line."""
    with trace() as recorded:
        case.fitted(reading, MonFkNN).predict(case.query_table)
    return recorded


def placed(result: Result, reading: Reading, shown: Trace | None) -> Result:
    """The disagreement, moved to the line at which the trace shown first departs from the reference's."""
    if shown is None:
        return result
    found = first_difference(reference_trace(result.case, reading), shown, shown.lines())
    event = None if found is None else found.here or found.there
    if event is None:
        return result
    detail = f"{found} (here: the reference, there: the candidate); {result.detail}"
    return replace(result, stage=event.line, detail=detail)


class Item(NamedTuple):
    """One thing to compare: a label or the memberships of one row or query."""

    stage: str
    name: str
    """The field of `Answers` that holds it."""
    at: int
    """The position of the row in D', or of the query."""
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
"""The answers about queries, and the methods of an estimator that give them."""

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
        """For each row of D', the labels that it has in D."""
        same = float_row if reading.arithmetic == "doubles" else exact_row
        for row, label in zip(case.training_table, case.y):
            self.labels.setdefault(same(row), []).append(label)
        self.misfit = self._misfit()
        """The verdict, if the answers are not about the rows of the case."""
        self.place = list(range(len(self.labels)))
        """For each row of D', the place of the answers about it."""
        if self.misfit is None:
            self.place = self._order()

    def _misfit(self) -> Result | None:
        for name in OF_ROWS:
            given, wanted = getattr(self.shown, name), len(self.labels)
            if given is not None and len(given) != wanted:
                detail = f"answers about {len(given)} distinct rows, should be {wanted}"
                assertion = f"len({self._expression(name)}) == {wanted}"
                return Result(self.case, "disagree", "Alg 1.11", detail, assertion, self.shown)
        rows = self.shown.rows
        if rows is not None and len(self._places_by_row()) != len(self.labels):
            detail = f"distinct rows {list(rows)}, should be {self.right.rows}"
            assertion = f"sorted(model.training_rows_) == sorted({self.right.rows})"
            return Result(self.case, "disagree", "Alg 1.11", detail, assertion, self.shown)
        return None

    def _places_by_row(self) -> list[int]:
        """The place of each row of D' among the rows shown; empty if not all rows are found.

        The rows shown may be rounded to doubles, as long as doubles tell all rows apart.
        """
        rows = self.shown.rows or []
        for same in (exact_row, float_row):
            place = {same(row): p for p, row in enumerate(rows)}
            found = [place[same(row)] for row in self.labels if same(row) in place]
            if len(set(found)) == len(self.labels):
                return found
        return []

    def _order(self) -> list[int]:
        """The place of the answers about each row of D': by the rows shown, or in some order that fits."""
        if self.shown.rows is not None:
            return self._places_by_row()
        names = [name for name in list(OF_ROWS)[1:] if getattr(self.shown, name) is not None]
        if not names:
            return self.place
        given = list(zip(*(getattr(self.shown, name) for name in names)))
        wanted = list(zip(*(getattr(self.right, name) for name in names)))

        def may_be(i: int, p: int) -> bool:
            """Whether the answers at place p can be about row i for some way of settling ties."""
            found = accepted(self.case, self.reading)
            for name, value in zip(names, given[p]):
                options = getattr(found, name)
                if options is not None and not any(as_good_as_equal(value, one) for one in options[i]):
                    return False
            return True

        few = len(self.case.X) <= MANY_ROWS
        return order_of_rows(list(self.labels), given, wanted, as_good_as_equal, may_be if few else None)

    def items(self) -> Iterator[Item]:
        """Each answer shown with the right answer, in the order of the paper."""
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
        """A Python expression for the answers that a fitted `model` shows."""
        if name in OF_QUERIES:
            return f"model.{OF_QUERIES[name]}({self.case.query_table})"
        return f"model.{OF_ROWS[name]}"

    # --- Where ties leave room

    def beyond_a_few_settlings(self, differing: Sequence[Item]) -> Result | None:
        """An answer that is wrong however all ties are settled; None if ties may be the reason.

        Four ways are tried: all ties for the earlier or the later row, and all gaps for the lower or the
        upper middle.
        """
        others = [
            expected(self.case, replace(self.reading, neighbor_ties=of_neighbors, median_gap=of_medians))
            for of_neighbors in ("earlier", "later")
            for of_medians in ("lower", "upper")
        ]
        for item in differing:
            if all(as_good_as_equal(getattr(other, item.name)[item.at], item.wanted) for other in others):
                return self.described(item)
        return None

    def beyond_ties(self, differing: Sequence[Item]) -> Result | None:
        """An answer that contradicts every way of settling the ties; None if one way may give all answers."""
        found = accepted(self.case, self.reading)
        try:
            for item in differing:
                if item.name == "memberships":
                    if not self._may_have(item.at, item.given):
                        return self.described(item)
                    continue
                options = getattr(found, item.name)
                of_item = None if options is None else options[item.at]
                if of_item is not None and not any(as_good_as_equal(item.given, one) for one in of_item):
                    return self.described(item, of_item)
            return self._beyond_one_settling(differing)
        except TooManyWays:
            return None

    def _may_have(self, n: int, u: Sequence[Any]) -> bool:
        """Whether query n may have these memberships."""
        training, points = left_open(self.case, self.reading)
        nothing = [ShownRow()] * len(self.labels)
        return OneSettling(training, nothing).exists([ShownQuery(points[n], None, alike(u))])

    def _beyond_one_settling(self, differing: Sequence[Item]) -> Result | None:
        training, points = left_open(self.case, self.reading)
        nothing = [ShownRow()] * len(self.labels)
        rows, settling = nothing, OneSettling(training, nothing)
        for stages in (
            ("first_labels",),
            ("first_labels", "training_memberships"),
            ("first_labels", "training_memberships", "training_labels"),
        ):
            rows = self._shown_rows(stages)
            settling = OneSettling(training, rows)
            if rows != nothing and not settling.exists([]):
                if self.shown.rows is None:  # the rows may have been confused with each other
                    rows, settling = nothing, OneSettling(training, nothing)
                    break
                item = next(item for item in differing if item.name in stages)
                return self.described(
                    item, why="and no single way of settling the ties gives all rows what is shown"
                )
        queries = self._shown_queries(points)
        for query, item in zip(queries, self._items_of_queries()):
            if not settling.exists([query]):
                if self.shown.rows is None and rows != nothing:
                    rows, settling = nothing, OneSettling(training, nothing)
                    if settling.exists([query]):
                        continue
                otherwise = any(item.name in OF_ROWS for item in differing)
                why = "with the rows as shown" if rows != nothing and otherwise else ""
                return self.described(item, why=why)
        if settling.exists(queries):
            return None
        conflict = settling.conflict(queries)
        at = [n for n, query in enumerate(queries) if query in conflict]
        listed = "; ".join(f"query {self.case.query_table[n]}: {self.shown.predictions[n]!r}" for n in at)
        detail = (
            f"each of these predictions can come from some way of settling the training ties, "
            f"but no single way gives them all: {listed}"
        )
        together = [(self.case.query_table[n], self.shown.predictions[n]) for n in at]
        X = [x for x, _ in together]
        assertion = f"list(model.predict({X})) != {[label for _, label in together]}"
        return Result(self.case, "disagree", "Alg 3.3", detail, assertion, self.shown)

    def _shown_rows(self, stages: Collection[str]) -> list[ShownRow]:
        """What is shown about each row of D' at some of its stages."""

        def at(name: str, i: int) -> Any:
            given = getattr(self.shown, name)
            return None if given is None or name not in stages else given[self.place[i]]

        found = []
        for i in range(len(self.labels)):
            first, label = (
                None if (given := at(name, i)) is None else self.case.classes.index(given)
                for name in ("first_labels", "training_labels")
            )
            u = at("training_memberships", i)
            found.append(ShownRow(first, label, None if u is None else alike(u)))
        return found

    def _shown_queries(self, points: Sequence[Row]) -> list[ShownQuery]:
        shown = []
        for n, x in enumerate(points):
            label = self.case.classes.index(self.shown.predictions[n])
            u = None if self.shown.memberships is None else self.shown.memberships[n]
            shown.append(ShownQuery(x, label, None if u is None else alike(u)))
        return shown

    def _items_of_queries(self) -> Iterator[Item]:
        """For each query, the first of its items that differs from the reference, or else its prediction."""
        by_query: dict[int, list[Item]] = {}
        for item in self.items():
            if item.name in OF_QUERIES:
                by_query.setdefault(item.at, []).append(item)
        for items in by_query.values():
            differing = (item for item in items if not as_good_as_equal(item.given, item.wanted))
            yield next(differing, items[-1])

    # --- In words

    def described(self, item: Item, options: Collection[Any] = (), why: str = "") -> Result:
        """The difference in words, and as an assertion that fails."""
        expression = f"{self._expression(item.name)}[{self._place(item.name, item.at)}]"
        if item.name in OF_QUERIES:  # one query only, so that the example stays small
            x = self.case.query_table[item.at]
            where, expression = f"query {x}", f"model.{OF_QUERIES[item.name]}([{x}])[0]"
        else:
            where = f"row {(self.right.rows or ())[item.at]}"
        if isinstance(item.wanted, list):
            should = written(item.wanted)
            wanted = list(map(float, item.wanted))
            assertion = f"max(abs(a - b) for a, b in zip({expression}, {wanted})) < {TOLERANCE}"
        else:
            labels = [label for label in self.case.classes if label in (options or [item.wanted])]
            should = " or ".join(map(repr, labels))
            assertion = f"{expression} in {labels}" if len(labels) > 1 else f"{expression} == {labels[0]!r}"
        detail = f"{NOUNS[item.name]} of {where}: {written(item.given)}, should be {should}"
        if why:
            detail += f" {why}"
        return Result(self.case, "disagree", item.stage, detail, assertion, self.shown)


def alike(shown: Sequence[Any]) -> Callable[[Sequence[Membership]], bool]:
    """A test whether memberships are as good as equal to those shown."""
    return lambda u: as_good_as_equal(shown, list(u))


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
    """A row in exact numbers, which can be compared with those of any other implementation."""
    return tuple(map(exact_value, row))


def float_row(row: Iterable[Any]) -> GivenRow:
    """A row in doubles."""
    return tuple(map(float, row))


def written(value: Any) -> str:
    """A label as Python writes it, or memberships: fractions exactly, other numbers to twelve digits.

    >>> written("low"), written([Fraction(1, 3), 0.5])
    ("'low'", '[1/3, 0.5]')
    """
    if not isinstance(value, (list, tuple)):
        return repr(value)
    shares = (str(u_l) if isinstance(u_l, (int, Fraction)) else f"{float(u_l):.12g}" for u_l in value)
    return f"[{', '.join(shares)}]"
