"""MonFkNN with the interface of an estimator: the three algorithms behind fit, predict and predict_proba."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from monfknn_ref.base import Classifier
from monfknn_ref.conversion import positions, turned
from monfknn_ref.explanation import Explanation, FittedTo, explain
from monfknn_ref.numbers import Membership, Row
from monfknn_ref.paper.memberships import Learnt
from monfknn_ref.paper.prediction import Query, classify, learn
from monfknn_ref.parameters import Parameters
from monfknn_ref.readings import PAPER, Reading, Rules, Tie, check_tie
from monfknn_ref.validation import GivenRow, Label, check_directions, check_table, check_training

__all__ = ["MonFkNN"]


class MonFkNN(Classifier):
    """Monotonic Fuzzy k-NN.

    Parameters, named as in the paper:
        k: neighbors looked at for the memberships of a training row (Alg. 1).
        K: neighbors looked at for a prediction (Alg. 3).
        RCr: the relevance of a training row's own class, from 0 to 1 (Eq. 6).
        typeRange: "inRange" takes only neighbors of a valid class, "outRange" takes all (Alg. 2).
        pOR: what a neighbor out of range still counts, from 0 to 1 (Eq. 7).
        m: the influence of distance (Eq. 7).
    And about the reading of it:
        reading: PAPER, AUTHORS or any other Reading.
        tie: how an odd median gap is settled: "lower", "upper" or an object with getrandbits, of which
            getrandbits(1) is called once per odd gap: over the rows for Alg. 1 line 13, over the rows for
            Alg. 3 line 3, then for each query. None leaves it to the reading, and then every fit and every
            predict repeats the same tosses.
        directions: a string such as "+-+" or a sequence of signs; attributes marked "-" lower the class.

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

    @classmethod
    def pure_monotonic(cls, **overrides: Any) -> MonFkNN:
        """MonFkNN-PM: monotonicity first.

        >>> MonFkNN.pure_monotonic(K=3)
        MonFkNN(K=3)
        """
        return cls(**{"RCr": 0.5, "typeRange": "inRange", **overrides})

    @classmethod
    def approximate_monotonic(cls, **overrides: Any) -> MonFkNN:
        """MonFkNN-AM: accuracy first.

        >>> MonFkNN.approximate_monotonic()
        MonFkNN(RCr=1, typeRange='outRange')
        """
        return cls(**{"RCr": 1, "typeRange": "outRange", "pOR": 0.5, **overrides})

    def fit(self, X: Any, y: Any, classes: Any = None) -> MonFkNN:
        """Algorithm 1 and the medians of Alg. 3 line 3, once for all queries.

        `classes` are the labels in ascending order, those without a row included; by default the labels
        of y, sorted.
        """
        parameters = Parameters.of(self)
        table, labels, ordered = check_training(X, y, classes)
        signs, given = check_directions(self.directions, len(table[0])), positions(labels, ordered)
        rules = Rules(self.reading, len(ordered), self.tie, highest=max(given))
        rows = [turned(row, signs) for row in table]
        factor = rules.numbers.denominator(rows)
        D = rules.numbers.rows(rows, factor)
        learnt = learn(D, given, int(self.k), parameters.scalar("RCr"), rules)

        self.classes_ = ordered
        self.n_features_in_ = len(table[0])
        self.directions_ = signs
        self.rules_ = rules
        self.learnt_ = learnt
        self.training_rows_ = [table[i] for i in learnt.appearances]
        self.training_memberships_ = learnt.u
        self.training_labels_ = [ordered[l] for l in learnt.y]
        self.first_labels_ = [ordered[l] for l in learnt.first_labels]
        self.fitted_to_ = FittedTo(table, labels, parameters)
        self._factor = factor
        return self

    def predict(self, X: Any) -> list[Label]:
        """The class of each row."""
        return [self.classes_[query.label] for query in self.predict_in_detail(X)]

    def predict_proba(self, X: Any) -> list[list[float]]:
        """The memberships of each row (Eq. 7), one column a class of `classes_`."""
        return [[float(u_l) for u_l in u] for u in self.predict_memberships(X)]

    def predict_memberships(self, X: Any) -> list[list[Membership]]:
        """The memberships of each row in the numbers of the reading: exact ones under PAPER."""
        return [query.memberships for query in self.predict_in_detail(X, toss=False)]

    def predict_in_detail(self, X: Any, toss: bool = True) -> Iterator[Query]:
        """Lines 4 to 15 of Algorithm 3 for each row: its range, neighbors, penalties, memberships and class.

        Without `toss` no coin is tossed for the class.
        """
        rules = self.rules_of_prediction()
        parameters = Parameters.of(self)
        learnt, queries = self.on_grid(check_table(X, attributes=self.n_features_in_))
        if not toss:
            rules = rules.with_tie("lower")
        pOR, m = rules.numbers.number(parameters.pOR), rules.numbers.number(parameters.m)
        return (classify(x, learnt, int(self.K), self.typeRange, pOR, m, rules) for x in queries)

    def explain(self, x: Any, limit: int = 10_000) -> Explanation:
        """Why x gets its class: who bounds its range, which neighbors count, where one half is reached, and
        how firm that is. At most `limit` ways of settling ties are looked at for any row and for x.

        >>> X, y = [(1, 1), (2, 3), (4, 4)], ["low", "mid", "high"]
        >>> explanation = MonFkNN(RCr=1, K=2).fit(X, y, ["low", "mid", "high"]).explain((3, 4))
        >>> explanation.label, explanation.range, [neighbor.row for neighbor in explanation.neighbors]
        ('high', ('mid', 'high'), [2, 1])
        """
        self.check_fitted()
        return explain(self, x, limit)

    def on_grid(self, table: Sequence[GivenRow]) -> tuple[Learnt, list[Row]]:
        """What was learnt and the rows of a table in numbers that can be subtracted from one another.

        The training rows are brought to a finer grid only if the table needs one.
        """
        numbers, learnt = self.rules_.numbers, self.learnt_
        given = [turned(row, self.directions_) for row in table]
        factor = math.lcm(self._factor, numbers.denominator(given))
        if factor != self._factor:
            finer = factor // self._factor
            learnt = replace(learnt, D=[tuple(value * finer for value in row) for row in learnt.D])
        return learnt, numbers.rows(given, factor)

    def rules_of_prediction(self) -> Rules:
        """The rules with the caller's own generator as it stands, or with a copy of the one that was used
        in `fit`, so that predicting repeats itself."""
        self.check_fitted()
        if self.tie is not None:
            return self.rules_.with_chance(check_tie(self.tie, self.rules_.reading))
        return self.rules_.with_chance(copy.deepcopy(self.rules_.tie))
