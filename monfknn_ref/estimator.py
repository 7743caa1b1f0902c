"""MonFkNN with the interface of an estimator: the three algorithms behind fit, predict and predict_proba."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from monfknn_ref.arithmetic import Number
from monfknn_ref.base import Classifier
from monfknn_ref.neighbors import TYPES_OF_RANGE
from monfknn_ref.open_points import Tie, arithmetic, check_tie
from monfknn_ref.order import positions, turned
from monfknn_ref.prediction import Aggregation, class_of_query, memberships_of_query, train
from monfknn_ref.readings import PAPER, Reading, check_reading
from monfknn_ref.validation import (
    Label,
    check_choice,
    check_directions,
    check_positive,
    check_share,
    check_table,
    check_training,
    check_whole,
)

if TYPE_CHECKING:
    from monfknn_ref.explanation import Explanation

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

    def _check_parameters(self) -> None:
        check_whole("k", self.k, 1)
        check_whole("K", self.K, 1)
        check_share("RCr", self.RCr)
        check_choice("typeRange", self.typeRange, TYPES_OF_RANGE)
        check_share("pOR", self.pOR)
        check_positive("m", self.m)
        check_tie(self.tie, check_reading(self.reading))

    def fit(self, X: Any, y: Any, classes: Any = None) -> MonFkNN:
        """Algorithm 1 and the medians of Alg. 3 line 3, once for all queries.

        `classes` are the labels in ascending order, those without a row included; by default the labels
        of y, sorted.
        """
        self._check_parameters()
        table, labels, ordered = check_training(X, y, classes)
        signs = check_directions(self.directions, len(table[0]))
        [rows] = arithmetic(self.reading).tables([turned(row, signs) for row in table])
        coin = check_tie(self.tie, self.reading)
        training = train(rows, positions(labels, ordered), self.k, self.RCr, len(ordered), self.reading, coin)

        self.classes_ = ordered
        self.n_features_in_ = len(table[0])
        self.directions_ = signs
        self.reading_ = self.reading
        self.training_ = training
        self.training_rows_ = [table[i] for i in training.appearances]
        self.training_memberships_ = training.memberships
        self.training_labels_ = [ordered[l] for l in training.labels]
        self.first_labels_ = [ordered[l] for l in training.first_labels]
        self._coin_after_fit = coin
        self._given = {"X": table, "y": labels, "k": self.k, "RCr": self.RCr}  # for explain
        return self

    def predict(self, X: Any) -> list[Label]:
        """The class of each row."""
        coin = self._coin()
        found = self._aggregations(X, coin)
        return [self.classes_[class_of_query(query.memberships, self.reading_, coin)] for query in found]

    def predict_proba(self, X: Any) -> list[list[float]]:
        """The memberships of each row (Eq. 7), one column a class of `classes_`."""
        return [[float(u_l) for u_l in u] for u in self.predict_memberships(X)]

    def predict_memberships(self, X: Any) -> list[list[Number]]:
        """The memberships of each row in the numbers of the reading: exact ones under PAPER."""
        return [query.memberships for query in self._aggregations(X, self._coin())]

    def explain(self, x: Any, limit: int = 10_000) -> Explanation:
        """Why x gets its class: who bounds its range, which neighbors count, where one half is reached, and
        how firm that is. At most `limit` ways of settling ties are looked at for any row and for x.

        >>> X, y = [(1, 1), (2, 3), (4, 4)], ["low", "mid", "high"]
        >>> explanation = MonFkNN(RCr=1, K=2).fit(X, y, ["low", "mid", "high"]).explain((3, 4))
        >>> explanation.label, explanation.range, [neighbor.row for neighbor in explanation.neighbors]
        ('high', ('mid', 'high'), [2, 1])
        """
        from monfknn_ref.explanation import explain  # which imports this module

        return explain(self, x, limit)

    def _aggregations(self, X: Any, coin: Tie) -> Iterator[Aggregation]:
        """Lines 4 to 14 of Algorithm 3, query by query."""
        self._check_parameters()
        table = check_table(X, attributes=self.n_features_in_)
        rows, queries = arithmetic(self.reading_).tables(
            [turned(row, self.directions_) for row in self.training_rows_],
            [turned(row, self.directions_) for row in table],
        )
        training = replace(self.training_, rows=rows)  # on one grid with the queries
        for x in queries:
            yield memberships_of_query(
                x, training, self.K, self.typeRange, self.pOR, self.m, self.reading_, coin
            )

    def _coin(self) -> Tie:
        """The caller's own generator as it stands, or a copy of ours, so that predicting repeats itself."""
        self._check_fitted()
        if self.tie is not None:
            return check_tie(self.tie, self.reading_)
        return copy.deepcopy(self._coin_after_fit)
