"""Whether answers about rows and queries can all come from one way of settling the ties.

`accepted_answers` lists the possible results for each row and each query separately. That is not enough to
judge a whole fit: a training tie is settled only once, so two queries that depend on the same row must see it
settled in the same way. Ties of the queries themselves (equally distant neighbors and odd median gaps) may be
settled differently for each query.

`OneSettling` searches for one way of settling the training ties that explains everything shown by an
implementation:

1. What is shown about a row rules out some of its outcomes. The outcomes that are left are first treated as
   independent, which allows more combinations than really exist. If some query cannot get its answer even
   then, there is no such way.
2. If an open label of Alg. 1 line 13 matters, it is fixed one way, then the other.
3. When no such label is left, the rows are independent. A row on which several undecided queries depend is
   fixed to each of its outcomes in turn. When there is no such row, every query can be decided separately.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from monfknn_ref.arithmetic import Membership, Row
from monfknn_ref.readings.ties.open_algorithms import AggregationOfQuery, AllOutcomes, Outcomes
from monfknn_ref.readings.ties.open_neighborhoods import Labels, OpenSurroundings, WaysCounter


class ShownRow(NamedTuple):
    """What an implementation shows about one row of D'; None for what it does not show."""

    first_label: int | None = None
    label: int | None = None
    like: Callable[[Sequence[Membership]], bool] | None = None
    """Tells whether given memberships agree with those shown."""


class ShownQuery(NamedTuple):
    """What an implementation shows about one query."""

    x: Row
    label: int | None
    like: Callable[[Sequence[Membership]], bool] | None = None
    """Tells whether given memberships agree with those shown."""


class OneSettling:
    """The search for one way of settling the training ties."""

    def __init__(self, training: AllOutcomes, rows: Sequence[ShownRow]) -> None:
        """At most `training.limit` ways are tried; beyond that, `TooManyWays` is raised."""
        self.training, self.rows = training, rows
        self._around: dict[Row, OpenSurroundings] = {}

    def exists(self, queries: Sequence[ShownQuery]) -> bool:
        """Whether some way of settling the training ties gives everything that is shown."""
        first_labels: Labels = [
            found if row.first_label is None else found & {row.first_label}
            for found, row in zip(self.training.first_labels, self.rows)
        ]
        return self._fits(first_labels, {}, queries, WaysCounter(self.training.limit))

    def conflict(self, queries: Sequence[ShownQuery]) -> list[ShownQuery]:
        """A small part of the queries whose answers no single way of settling the ties gives together."""
        kept = list(queries)
        for query in queries:
            fewer = [other for other in kept if other is not query]
            if not self.exists(fewer):
                kept = fewer
        return kept

    def _fits(
        self,
        first_labels: Labels,
        fixed: dict[int, Outcomes],
        queries: Sequence[ShownQuery],
        ways: WaysCounter,
    ) -> bool:
        ways.count()
        if not all(first_labels):
            return False
        outcomes: list[Outcomes] = []
        said_by: list[set[int]] = []
        for i, shown in enumerate(self.rows):
            of_row, hangs_on = self.training.of_row(i, first_labels)
            outcomes.append(fixed.get(i) or left(of_row, shown))
            said_by.append(hangs_on)
            if not outcomes[i]:
                return False
        unsettled: list[tuple[ShownQuery, set[int]]] = []
        for query in queries:
            settled, looked_at = self._look(query, outcomes, ways)
            if settled is False:
                return False
            if settled is None:
                unsettled.append((query, looked_at))
        involved = {i for _, looked_at in unsettled for i in looked_at}
        involved |= {i for i, shown in enumerate(self.rows) if shown != ShownRow()}
        open_labels = {j for i in involved for j in said_by[i] if len(first_labels[j]) > 1}
        asked = [query for query, _ in unsettled]
        if open_labels:
            j = min(open_labels)
            return any(
                self._fits([*first_labels[:j], frozenset({l}), *first_labels[j + 1 :]], fixed, asked, ways)
                for l in sorted(first_labels[j])
            )
        several = [i for i, of_row in enumerate(outcomes) if len(one_by_one(of_row)) > 1]
        shared = [i for i in several if sum(i in looked_at for _, looked_at in unsettled) > 1]
        if not shared:
            return True
        return any(
            self._fits(first_labels, {**fixed, shared[0]: outcome}, asked, ways)
            for outcome in one_by_one(outcomes[shared[0]])
        )

    def _look(
        self, query: ShownQuery, outcomes: Sequence[Outcomes], ways: WaysCounter
    ) -> tuple[bool | None, set[int]]:
        """Whether the query gets what is shown: always (True), never (False) or possibly (None)."""
        if query.x not in self._around:
            self._around[query.x] = self.training.around_query(query.x)
        around = self._around[query.x]
        aggregation = AggregationOfQuery(query.x, around, outcomes, self.training, ways)
        looked_at = around.looked_at([frozenset(of_row) for of_row in outcomes])
        if query.like is not None:
            alike = any(
                query.like(u) and (query.label is None or query.label in classes)
                for u, classes in aggregation.memberships()
            )
            return (None if alike else False), looked_at
        classes = aggregation.classes()
        if query.label is None:
            return True, looked_at
        if query.label not in classes:
            return False, looked_at
        return (True if len(classes) == 1 else None), looked_at


def left(outcomes: Outcomes, shown: ShownRow) -> Outcomes:
    """The outcomes of a row that agree with what is shown."""
    return {
        label: kept
        for label, vectors in outcomes.items()
        if shown.label in (None, label)
        and (kept := tuple(u for u in vectors if shown.like is None or shown.like(u)))
    }


def one_by_one(outcomes: Outcomes) -> list[Outcomes]:
    """Each outcome separately.

    >>> one_by_one({0: ((1, 0),), 1: ((0, 1), (0.5, 0.5))})
    [{0: ((1, 0),)}, {1: ((0, 1),)}, {1: ((0.5, 0.5),)}]
    """
    return [{label: (u,)} for label, vectors in outcomes.items() for u in vectors]
