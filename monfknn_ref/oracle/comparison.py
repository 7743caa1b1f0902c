"""What the reference answers to a case, and how the answers of another implementation compare with it.

Answers are compared in the order in which the paper computes them, which is that of the table in
`monfknn_ref.oracle.stages`. If an implementation shows intermediate results, a departure is therefore
reported at the line where it first shows.

A trace among the answers (`monfknn_ref.oracle.trace_events`) locates the departure more precisely, for
example at the range of Alg 1.17.

An answer that another way of settling the paper's ties leads to is a tie, not an error, provided that a
single way of settling the training ties leads to all answers (`monfknn_ref.readings.ties.one_settling`).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from monfknn_ref.arithmetic import Membership, Row, exact_value
from monfknn_ref.model.accepted_answers import Accepted, accepted_answers, with_open_ties
from monfknn_ref.model.checks import GivenRow, Label
from monfknn_ref.model.door import positions
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.oracle.cases import MANY_ROWS, Case
from monfknn_ref.oracle.families import FAMILIES
from monfknn_ref.oracle.stages import FIELDS, LABELS, MEMBERSHIPS, OF_QUERIES, OF_ROWS, STAGES, Answers, Stage
from monfknn_ref.oracle.trace_events import Trace, first_difference
from monfknn_ref.oracle.trace_recorder import trace
from monfknn_ref.readings import Reading, Rules
from monfknn_ref.readings.ties.one_settling import OneSettling, ShownQuery, ShownRow
from monfknn_ref.readings.ties.open_algorithms import AllOutcomes
from monfknn_ref.readings.ties.open_neighborhoods import TooManyWays

VERDICTS = ("agree", "tie", "disagree", "error", "unsupported")


@dataclass(frozen=True)
class CaseResult:
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
    found: dict[str, Any] = {name: getattr(model, FIELDS[name].shown_by) for name in OF_ROWS}
    for name in OF_QUERIES:
        found[name] = [FIELDS[name].reference(query, case.classes) for query in queries]
    return Answers(**found)


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


def compare(case: Case, reading: Reading, shown: Answers, quickly: bool = False) -> CaseResult:
    """The verdict on the answers shown.

    If a case has many rows, only a few ways of settling its ties are tried. For a case of the caller's own
    all are tried, unless `quickly` is set.
    """
    shown.check(case)
    comparison = Comparison(case, reading, shown)
    if comparison.misfit is not None:
        return placed(comparison.misfit, reading, shown.trace)
    differing = [item for item in comparison.items() if not item.agrees()]
    if not differing:
        return CaseResult(case, "agree", shown=shown)
    if len(case.X) > MANY_ROWS and (quickly or case.family != "own"):
        wrong = comparison.beyond_a_few_settlings(differing)
    else:
        wrong = comparison.beyond_ties(differing)
    if wrong is not None:
        return placed(wrong, reading, shown.trace)
    if reading.median_gap == "coin" or reading.no_neighbor == "drawn":
        return CaseResult(case, "agree", shown=shown)  # everything that chance can lead to is right
    return replace(comparison.described(differing[0]), verdict="tie")


def reference_trace(case: Case, reading: Reading) -> Trace:
    """What the reference does with the case, line by line."""
    with trace() as recorded:
        case.fitted(reading, MonFkNN).predict(case.query_table)
    return recorded


def placed(result: CaseResult, reading: Reading, shown: Trace | None) -> CaseResult:
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
    """One thing to compare: what is shown of one row or query at one stage."""

    stage: Stage
    at: int
    """The position of the row in D', or of the query."""
    given: Any
    wanted: Any

    def agrees(self) -> bool:
        """Whether the answer is as good as equal to the right one."""
        return self.stage.kind.same(self.given, self.wanted)


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

    def _misfit(self) -> CaseResult | None:
        for name in OF_ROWS:
            given, wanted = self.shown.at(name), len(self.labels)
            if given is not None and len(given) != wanted:
                detail = f"answers about {len(given)} distinct rows, should be {wanted}"
                assertion = f"len(model.{FIELDS[name].shown_by}) == {wanted}"
                return CaseResult(self.case, "disagree", "Alg 1.11", detail, assertion, self.shown)
        rows = self.shown.training_rows
        if rows is not None and len(self._places_by_row()) != len(self.labels):
            detail = f"distinct rows {list(rows)}, should be {self.right.training_rows}"
            assertion = f"sorted(model.training_rows_) == sorted({self.right.training_rows})"
            return CaseResult(self.case, "disagree", "Alg 1.11", detail, assertion, self.shown)
        return None

    def _places_by_row(self) -> list[int]:
        """The place of each row of D' among the rows shown; empty if not all rows are found.

        The rows shown may be rounded to doubles, as long as doubles tell all rows apart.
        """
        rows = self.shown.training_rows or []
        for same in (exact_row, float_row):
            place = {same(row): p for p, row in enumerate(rows)}
            found = [place[same(row)] for row in self.labels if same(row) in place]
            if len(set(found)) == len(self.labels):
                return found
        return []

    def _order(self) -> list[int]:
        """The place of the answers about each row of D': by the rows shown, or in some order that fits."""
        if self.shown.training_rows is not None:
            return self._places_by_row()
        names = [name for name in OF_ROWS if self.shown.at(name) is not None]
        if not names:
            return self.place
        kinds = [FIELDS[name].kind for name in names]
        given = list(zip(*(self.shown.at(name) for name in names)))
        wanted = list(zip(*(self.right.at(name) for name in names)))

        def fits(values: tuple[Any, ...], right: tuple[Any, ...]) -> bool:
            return all(kind.same(*pair) for kind, *pair in zip(kinds, values, right))

        def may_be(i: int, p: int) -> bool:
            """Whether the answers at place p can be about row i for some way of settling ties."""
            found = accepted(self.case, self.reading)
            for name, kind, value in zip(names, kinds, given[p]):
                options = getattr(found, name, None)
                if options is not None and not any(kind.same(value, one) for one in options[i]):
                    return False
            return True

        few = len(self.case.X) <= MANY_ROWS
        return order_of_rows(list(self.labels), given, wanted, fits, may_be if few else None)

    def items(self) -> Iterator[Item]:
        """Each answer shown with the right answer, in the order of the paper."""
        rows, queries = range(len(self.labels)), range(len(self.case.queries))
        labels = [positions(given, self.case.classes) for given in self.labels.values()]
        several = [Rules(self.reading).duplicated(given) for given in labels]
        for stage in STAGES[1:]:  # the rows themselves are compared before
            given, wanted = self.shown.at(stage.name), self.right.at(stage.name)
            if given is not None:
                for i in queries if stage.of_queries else rows:
                    if stage.only is None or stage.only == several[i]:
                        yield Item(stage, i, given[self._place(stage, i)], wanted[i])

    def _place(self, stage: Stage, index: int) -> int:
        return index if stage.of_queries else self.place[index]

    # --- Where ties leave room

    def beyond_a_few_settlings(self, differing: Sequence[Item]) -> CaseResult | None:
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
            of_others = (other.at(item.stage.name)[item.at] for other in others)
            if all(item.stage.kind.same(one, item.wanted) for one in of_others):
                return self.described(item)
        return None

    def beyond_ties(self, differing: Sequence[Item]) -> CaseResult | None:
        """An answer that contradicts every way of settling the ties; None if one way may give all answers."""
        found = accepted(self.case, self.reading)
        try:
            for item in differing:
                name, kind = item.stage.name, item.stage.kind
                if name == "memberships":
                    if not self._may_have(item.at, item.given):
                        return self.described(item)
                elif hasattr(found, name):
                    options = getattr(found, name)
                    of_item = None if options is None else options[item.at]
                    if of_item is not None and not any(kind.same(item.given, one) for one in of_item):
                        return self.described(item, of_item)
                elif wrong := self.beyond_a_few_settlings([item]):  # a stage whose ties nobody enumerates
                    return wrong
            return self._beyond_one_settling(differing)
        except TooManyWays:
            return None

    def _may_have(self, n: int, u: Sequence[Any]) -> bool:
        """Whether query n may have these memberships."""
        training, points = left_open(self.case, self.reading)
        nothing = [ShownRow()] * len(self.labels)
        return OneSettling(training, nothing).exists([ShownQuery(points[n], None, alike(u))])

    def _beyond_one_settling(self, differing: Sequence[Item]) -> CaseResult | None:
        training, points = left_open(self.case, self.reading)
        nothing = [ShownRow()] * len(self.labels)
        for stages in (
            ("first_labels",),
            ("first_labels", "training_memberships"),
            ("first_labels", "training_memberships", "training_labels"),
        ):
            rows = self._shown_rows(stages)
            settling = OneSettling(training, rows)
            if rows != nothing and not settling.exists([]):
                if self.shown.training_rows is None:  # the rows may have been confused with each other
                    rows, settling = nothing, OneSettling(training, nothing)
                    break
                item = next(item for item in differing if item.stage.name in stages)
                return self.described(
                    item, why="and no single way of settling the ties gives all rows what is shown"
                )
        queries = self._shown_queries(points)
        for query, item in zip(queries, self._items_of_queries()):
            if not settling.exists([query]):
                if self.shown.training_rows is None and rows != nothing:
                    rows, settling = nothing, OneSettling(training, nothing)
                    if settling.exists([query]):
                        continue
                otherwise = any(not item.stage.of_queries for item in differing)
                why = "with the rows as shown" if rows != nothing and otherwise else ""
                return self.described(item, why=why)
        if settling.exists(queries):
            return None
        conflict = settling.conflict(queries)
        at = [n for n, query in enumerate(queries) if query in conflict]
        predictions = "; ".join(
            f"query {self.case.query_table[n]}: {self.shown.predictions[n]!r}" for n in at
        )
        detail = (
            f"each of these predictions can come from some way of settling the training ties, "
            f"but no single way gives them all: {predictions}"
        )
        together = [(self.case.query_table[n], self.shown.predictions[n]) for n in at]
        X = [x for x, _ in together]
        assertion = f"list(model.predict({X})) != {[label for _, label in together]}"
        return CaseResult(self.case, "disagree", "Alg 3.3", detail, assertion, self.shown)

    def _shown_rows(self, stages: Collection[str]) -> list[ShownRow]:
        """What is shown about each row of D' at some of its stages."""
        first, labels, memberships = (
            self.shown.at(name) if name in stages else None
            for name in ("first_labels", "training_labels", "training_memberships")
        )
        position = self.case.classes.index
        return [
            ShownRow(
                None if first is None else position(first[p]),
                None if labels is None else position(labels[p]),
                None if memberships is None else alike(memberships[p]),
            )
            for p in self.place
        ]

    def _shown_queries(self, points: Sequence[Row]) -> list[ShownQuery]:
        labels = map(self.case.classes.index, self.shown.predictions)
        memberships: Sequence[Any] = self.shown.memberships or [()] * len(points)
        return [
            ShownQuery(x, label, alike(u) if u else None) for x, label, u in zip(points, labels, memberships)
        ]

    def _items_of_queries(self) -> Iterator[Item]:
        """For each query, the first of its items that differs from the reference, or else its prediction."""
        by_query: dict[int, list[Item]] = {}
        for item in self.items():
            if item.stage.of_queries:
                by_query.setdefault(item.at, []).append(item)
        for items in by_query.values():
            yield next((item for item in items if not item.agrees()), items[-1])

    # --- In words

    def described(self, item: Item, options: Collection[Any] = (), why: str = "") -> CaseResult:
        """The difference in words, and as an assertion that fails."""
        stage, kind = item.stage, item.stage.kind
        if stage.of_queries:  # one query only, so that the example stays small
            x = self.case.query_table[item.at]
            where, expression = f"query {x}", f"model.{stage.shown_by}([{x}])[0]"
        else:
            where = f"row {(self.right.training_rows or ())[item.at]}"
            expression = f"model.{stage.shown_by}[{self._place(stage, item.at)}]"
        several = [label for label in self.case.classes if label in options] if kind is LABELS else []
        wanted = several or [item.wanted]
        should = " or ".join(map(kind.in_words, wanted))
        assertion = kind.assertion(expression, wanted[0])
        if len(wanted) > 1:
            assertion = f"{expression} in {wanted}"
        detail = f"{stage.noun} of {where}: {kind.in_words(item.given)}, should be {should}"
        if why:
            detail += f" {why}"
        return CaseResult(self.case, "disagree", stage.line, detail, assertion, self.shown)


def alike(shown: Sequence[Any]) -> Callable[[Sequence[Membership]], bool]:
    """A test whether memberships are as good as equal to those shown."""
    return lambda u: MEMBERSHIPS.same(shown, u)


def exact_row(row: Iterable[Any]) -> GivenRow:
    """A row in exact numbers, which can be compared with those of any other implementation."""
    return tuple(map(exact_value, row))


def float_row(row: Iterable[Any]) -> GivenRow:
    """A row in doubles."""
    return tuple(map(float, row))


# The order in which an implementation shows its training rows, when it does not show the rows themselves:
# any order is allowed, provided that what is shown fits the rows in that order

Shown = Sequence[tuple[Any, ...]]
"""For each row, or for each place in the output, one value for each stage that is shown."""


def order_of_rows(
    rows: Sequence[GivenRow],
    given: Shown,
    wanted: Shown,
    fits: Callable[[tuple[Any, ...], tuple[Any, ...]], bool],
    may_be: Callable[[int, int], bool] | None = None,
) -> list[int]:
    """For each row, the place at which it stands, such that what is given there fits the row.

    An order in which everything equals what is wanted is tried first, then one in which everything may be as
    it is. If nothing fits, the order of the rows themselves is taken.

    >>> rows, wanted = [(3,), (1,), (2,)], [("a",), ("b",), ("c",)]
    >>> same = lambda one, other: one == other
    >>> order_of_rows(rows, [("b",), ("c",), ("a",)], wanted, same)
    [2, 0, 1]
    >>> order_of_rows(rows, [("b",), ("x",), ("a",)], wanted, same)
    [0, 1, 2]
    """
    for order in likely_orders(rows, given, wanted):
        if all(fits(given[p], wanted[i]) for i, p in enumerate(order)):
            return order
    found = None if may_be is None else matched(len(rows), may_be)
    return list(range(len(rows))) if found is None else found


def likely_orders(rows: Sequence[GivenRow], given: Shown, wanted: Shown) -> Iterator[list[int]]:
    """Orders worth trying: by appearance, ascending, descending, reversed, and by what is shown."""
    n = len(rows)
    yield list(range(n))
    if not given:
        return
    ascending = sorted(range(n), key=rows.__getitem__)
    for order in (ascending, ascending[::-1], list(range(n))[::-1]):
        place = [0] * n
        for p, i in enumerate(order):
            place[i] = p
        yield place
    places: dict[Any, list[int]] = defaultdict(list)
    for p in reversed(range(n)):
        places[rounded(given[p])].append(p)
    try:
        yield [places[rounded(values)].pop() for values in wanted]
    except IndexError:
        return


def rounded(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Labels as they are, and memberships as bins; no simple fraction lies on the edge of a bin."""
    return tuple(
        tuple(math.floor(float(u_l) * 1e7 + 0.2718281828) for u_l in value)
        if isinstance(value, (list, tuple))
        else value
        for value in values
    )


def matched(n: int, may_be: Callable[[int, int], bool]) -> list[int] | None:
    """An order that puts each of n rows at a place of its own where it may be; None if there is none.

    >>> matched(3, lambda i, p: (i, p) in {(0, 0), (0, 1), (1, 0), (2, 2)})
    [1, 0, 2]
    """
    options = [[i, *range(i), *range(i + 1, n)] for i in range(n)]
    options = [[p for p in places if may_be(i, p)] for i, places in enumerate(options)]
    row_at: dict[int, int] = {}

    def seat(i: int, tried: set[int]) -> bool:
        for p in options[i]:
            if p not in tried:
                tried.add(p)
                if p not in row_at or seat(row_at[p], tried):
                    row_at[p] = i
                    return True
        return False

    if not all(options) or not all(seat(i, set()) for i in range(n)):
        return None
    place = {i: p for p, i in row_at.items()}
    return [place[i] for i in range(n)]
