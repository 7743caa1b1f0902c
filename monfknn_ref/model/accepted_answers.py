"""Accepted answers: every result that some way of settling the paper's open ties leads to.

The paper leaves open which of several equally distant rows get the last places among the neighbors (Algorithm
2), and which of the two middles a median range with an odd gap stands for (Eq. 4). An answer is accepted when
some way of settling these ties leads to it. Every tie may be settled independently: two rows may choose
differently among the same equally distant neighbors, and the medians of one row in Alg. 1 line 13 and in Alg.
3 line 3 are two separate tosses of a coin. Everything else is as the reading says. If the reading draws a
class at random (no-neighbor: drawn), every class that can be drawn is accepted. If it computes in doubles,
equally distant neighbors may be added in any order.

The enumeration itself is in `monfknn_ref.readings.ties.open_algorithms`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from monfknn_ref.arithmetic import Row
from monfknn_ref.model.checks import Label, check_whole
from monfknn_ref.model.door import Parameters, check_table, on_one_grid, training_set, turned
from monfknn_ref.readings import Rules
from monfknn_ref.readings.ties.open_algorithms import AllOutcomes, Outcomes, Vector
from monfknn_ref.readings.ties.open_neighborhoods import TooManyWays


@dataclass(frozen=True)
class Accepted:
    """The accepted results: for each row of D' its labels and memberships, for each query its classes.

    The rows are those of D', in the order of first appearance. None stands where there were more ways of
    settling ties than the limit. Nothing is known there, and `left_out` names these places.
    """

    first_labels: list[frozenset[Label]]
    """Alg. 1 line 13."""
    training_labels: list[frozenset[Label]] | None
    """Alg. 3 line 3."""
    training_memberships: list[frozenset[Vector]] | None
    """What Alg. 1 returns, in the numbers of the reading."""
    predictions: list[frozenset[Label] | None]
    """Alg. 3 line 15, for each query."""
    ways: int
    """How many ways of settling ties were tried."""
    left_out: tuple[str, ...]
    """The rows and queries that were not enumerated, with the reason."""


def accepted_answers(
    X: Any, y: Any, queries: Any = (), classes: Any = None, limit: int = 100_000, **parameters: Any
) -> Accepted:
    """The answers that some way of settling the ties leads to; `parameters` are those of MonFkNN.

    At most `limit` ways are tried for any row and for any query.

    >>> from monfknn_ref.readings import AUTHORS

    Row (2,) has the labels 0 and 1, so its median may be either of them. The choice decides the range of (3,)
    and the class of (2,) itself:

    >>> answers = accepted_answers([(1,), (2,), (2,), (4,)], [0, 0, 1, 1], [(2,), (3,)], k=1, K=1)
    >>> [sorted(labels) for labels in answers.first_labels]
    [[0], [0, 1], [1]]
    >>> [sorted(labels) for labels in answers.predictions]
    [[0, 1], [0, 1]]

    If nothing is tied, there is one answer:

    >>> answers = accepted_answers([(1,), (2,)], [0, 1], [(0,), (3,)], RCr=1)
    >>> [sorted(labels) for labels in answers.predictions]
    [[0], [1]]

    If there are too many ways to try, None stands in for the answer:

    >>> X, y = [(0, 2), (2, 0), (0, 0), (2, 2)], [0, 1, 0, 1]
    >>> answers = accepted_answers(X, y, [(1, 1)], limit=3, RCr=1, K=1, reading=AUTHORS)
    >>> answers.predictions, answers.left_out
    ([None], ('query 0: more than 3 ways',))
    """
    outcomes, points, ordered = with_open_ties(X, y, queries, classes, limit, **parameters)
    left: list[str] = []

    def labels_at(found: Iterable[int]) -> frozenset[Label]:
        return frozenset(ordered[l] for l in found)

    of_rows: list[Outcomes] = []
    for i in range(len(outcomes.rows)):
        try:
            of_rows.append(outcomes.of_row(i, outcomes.first_labels)[0])
        except TooManyWays as reason:
            left.append(f"row {i} of D': {reason}")
    complete = not left
    predictions: list[frozenset[Label] | None] = []
    for n, x in enumerate(points):
        try:
            predictions.append(labels_at(outcomes.of_query(x)))
        except TooManyWays as reason:
            left.append(f"query {n}: {reason}")
            predictions.append(None)
    memberships = [frozenset(u for vectors in row.values() for u in vectors) for row in of_rows]
    return Accepted(
        first_labels=[labels_at(found) for found in outcomes.first_labels],
        training_labels=[labels_at(row) for row in of_rows] if complete else None,
        training_memberships=memberships if complete else None,
        predictions=predictions,
        ways=outcomes.ways(),
        left_out=tuple(left),
    )


def with_open_ties(
    X: Any, y: Any, queries: Any = (), classes: Any = None, limit: int = 100_000, **parameters: Any
) -> tuple[AllOutcomes, list[Row], list[Label]]:
    """A training set with its ties left open, the queries scaled like its rows, and the ordered classes."""
    check_whole("limit", limit, 1)
    given = Parameters(**parameters)
    training = training_set(X, y, classes, given.directions)
    asked = check_table(queries, "queries", len(training.directions))
    rules = Rules(given.reading, len(training.classes), given.tie, highest=training.highest)
    turned_queries = [turned(row, training.directions) for row in asked]
    D, points = on_one_grid(rules.numbers, training.rows, turned_queries)
    return AllOutcomes(D, training.positions, rules, given, limit), points, training.classes
