"""MonFkNN with the interface of an estimator: the three algorithms behind fit, predict and predict_proba."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from monfknn_ref.arithmetic import Membership, Row
from monfknn_ref.model.base import Classifier
from monfknn_ref.model.checks import GivenRow
from monfknn_ref.model.containers import rows_like
from monfknn_ref.model.door import check_directions, check_training, positions, turned
from monfknn_ref.model.explaining import explain
from monfknn_ref.model.explanation import Explanation
from monfknn_ref.model.parameters import FittedTo, Parameters
from monfknn_ref.paper.memberships import Learned
from monfknn_ref.paper.prediction import Query, classify, learn
from monfknn_ref.readings import PAPER, Reading, Rules, Tie, check_tie


class MonFkNN(Classifier):
    """Monotonic Fuzzy k-NN.

    Parameters, named as in the paper:
        k: the number of neighbors that give a training row its memberships (Alg. 1).
        K: the number of neighbors that decide a prediction (Alg. 3).
        RCr: the relevance of a training row's own class, from 0 to 1 (Eq. 6).
        typeRange: "inRange" takes only neighbors of a valid class, "outRange" takes all (Alg. 2).
        pOR: the factor, from 0 to 1, that multiplies the weight of a neighbor out of range (Eq. 7).
        m: the influence of distance (Eq. 7).
    Parameters that say how the paper is read:
        reading: PAPER, AUTHORS or any other Reading.
        tie: how an odd median gap is settled: "lower", "upper" or an object with getrandbits. Of such an
            object, getrandbits(1) is called once for each odd gap: first over the rows for Alg. 1 line 13,
            then over the rows for Alg. 3 line 3, then for each query. With None the reading decides, and
            every fit and every predict repeats the same tosses.
        directions: a string such as "+-+" or a sequence of signs. The higher an attribute marked "-" is,
            the lower is the class.
        classes: all labels from lowest to highest. `fit` takes them too, and then those win.

    >>> X = [(1, 1), (2, 1), (2, 3), (4, 4), (5, 4), (5, 5)]
    >>> y = ["low", "low", "mid", "mid", "high", "high"]
    >>> model = MonFkNN(k=2, K=3).fit(X, y, classes=["low", "mid", "high"])
    >>> model.predict([(1, 2), (3, 3), (6, 6)])
    ['low', 'mid', 'high']
    >>> model
    MonFkNN(k=2, K=3)
    """

    def __init__(
        self,
        k: int = 5,
        K: int = 9,
        RCr: Any = 0.5,
        typeRange: str = "inRange",
        pOR: Any = 0.5,
        m: Any = 2,
        reading: Reading = PAPER,
        tie: Tie | None = None,
        directions: Any = None,
        classes: Any = None,
    ) -> None:
        self.k = k
        self.K = K
        self.RCr = RCr
        self.typeRange = typeRange
        self.pOR = pOR
        self.m = m
        self.reading = reading
        self.tie = tie
        self.directions = directions
        self.classes = classes

    @classmethod
    def pure_monotonic(cls, **overrides: Any) -> MonFkNN:
        """MonFkNN-PM, the pure monotonic configuration: monotonicity comes first.

        >>> MonFkNN.pure_monotonic(K=3)
        MonFkNN(K=3)
        """
        return cls(**{"RCr": 0.5, "typeRange": "inRange", **overrides})

    @classmethod
    def approximate_monotonic(cls, **overrides: Any) -> MonFkNN:
        """MonFkNN-AM, the approximate monotonic configuration: accuracy comes first.

        >>> MonFkNN.approximate_monotonic()
        MonFkNN(RCr=1, typeRange='outRange')
        """
        return cls(**{"RCr": 1, "typeRange": "outRange", "pOR": 0.5, **overrides})

    def fit(self, X: Any, y: Any, classes: Any = None) -> MonFkNN:
        """Carry out Algorithm 1 and Alg. 3 line 3, once for all queries.

        `classes` lists all labels in ascending order, including those that no row has. Without it, the order
        is that of the constructor's `classes`, or of y if that is an ordered categorical (pandas) or an Enum
        (polars). Numbers and booleans are sorted. The order of text is never guessed: text without an order
        is refused.
        """
        parameters, given = Parameters.of(self), self._handed_in(X, y, classes)
        table, labels, ordered = check_training(given.X, given.y, given.classes)
        signs, places = check_directions(self.directions, len(table[0])), positions(labels, ordered)
        rules = Rules(self.reading, len(ordered), self.tie, highest=max(places))
        rows = [turned(row, signs) for row in table]
        factor = rules.numbers.denominator(rows)
        D = rules.numbers.rows(rows, factor)
        learned = learn(D, places, int(self.k), parameters.scalar("RCr"), rules)

        self._remember_input(given, ordered, len(table[0]))
        self.directions_ = signs
        self.rules_ = rules
        self.learned_ = learned
        self.training_rows_ = [table[i] for i in learned.appearances]
        self.training_memberships_ = learned.u
        self.training_labels_ = [ordered[l] for l in learned.y]
        self.first_labels_ = [ordered[l] for l in learned.first_labels]
        self.fitted_to_ = FittedTo(table, labels, parameters)
        self._factor = factor
        return self

    def predict_proba(self, X: Any) -> Any:
        """The memberships of each row (Eq. 7) as floats, one column for each class of `classes_`.

        They come in an array for arrays and data frames, in lists for lists.
        """
        rows = [[float(u_l) for u_l in u] for u in self.predict_memberships(X)]
        return rows_like(X, rows, len(self.order_))

    def predict_memberships(self, X: Any) -> list[list[Membership]]:
        """The memberships of each row in the numbers of the reading; under PAPER they are exact.

        They always come in lists, because arrays of floats would round them.
        """
        return [query.memberships for query in self.predict_in_detail(X, toss=False)]

    def predict_in_detail(self, X: Any, toss: bool = True) -> Iterator[Query]:
        """Lines 4 to 15 of Algorithm 3 for each row: its range, neighbors, penalties, memberships and class.

        If `toss` is False, no coin is tossed for the class: the lower middle is taken.
        """
        return self._queries(self._rows(X), toss)

    def _predicted(self, table: Any) -> Sequence[int]:
        return [query.label for query in self._queries(table)]

    def _queries(self, table: Any, toss: bool = True) -> Iterator[Query]:
        """What `predict_in_detail` gives for checked rows."""
        rules, parameters = self.rules_of_prediction(), Parameters.of(self)
        learned, queries = self.on_grid(table)
        if not toss:
            rules = rules.with_tie("lower")
        pOR, m = rules.numbers.number(parameters.pOR), rules.numbers.number(parameters.m)
        return (classify(x, learned, int(self.K), self.typeRange, pOR, m, rules) for x in queries)

    def explain(self, x: Any, limit: int = 10_000) -> Explanation:
        """Why x gets its class: which rows bound its range, which neighbors count, where one half is reached.

        The explanation also says whether ties settled in another way could change the class. At most `limit`
        ways of settling ties are tried for any row and for x.

        >>> X, y = [(1, 1), (2, 3), (4, 4)], ["low", "mid", "high"]
        >>> explanation = MonFkNN(RCr=1, K=2).fit(X, y, ["low", "mid", "high"]).explain((3, 4))
        >>> explanation.label, explanation.range, [neighbor.row for neighbor in explanation.neighbors]
        ('high', ('mid', 'high'), [2, 1])
        """
        return explain(self, x, limit)

    def on_grid(self, table: Sequence[GivenRow]) -> tuple[Learned, list[Row]]:
        """What was learned and the rows of a table, both scaled by the same factor.

        The training rows are scaled up only if the table needs it.
        """
        numbers, learned = self.rules_.numbers, self.learned_
        given = [turned(row, self.directions_) for row in table]
        factor = math.lcm(self._factor, numbers.denominator(given))
        if factor != self._factor:
            finer = factor // self._factor
            learned = replace(learned, D=[tuple(value * finer for value in row) for row in learned.D])
        return learned, numbers.rows(given, factor)

    def rules_of_prediction(self) -> Rules:
        """The rules with the caller's own generator, or else with a copy of the generator used in `fit`.

        With the copy, every call of predict repeats the same draws.
        """
        self.check_fitted()
        if self.tie is not None:
            return self.rules_.with_chance(check_tie(self.tie, self.rules_.reading))
        return self.rules_.with_chance(copy.deepcopy(self.rules_.tie))
