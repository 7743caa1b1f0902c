"""What the two variants share: the estimator around them, and everything that is rarely asked for.

A variant learns and predicts in its own way. The attributes of the reference are made from what it learned
when somebody asks for them. The details of a query are worked out by the reference's own Algorithm 3, on the
neighbors and the range that the variant found.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, Self

from monfknn_ref.arithmetic import Membership, Scalar
from monfknn_ref.model.checks import GivenRow, Label
from monfknn_ref.model.door import FittedTo, Parameters, TrainingSet, checked_rows, turned
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.optimised.error_bounds import CLOSEST, Tally
from monfknn_ref.paper.medians import cumulative, median_range
from monfknn_ref.paper.memberships import Learned, frequency_of_class, membership_with_relevance
from monfknn_ref.paper.prediction import Query, classify
from monfknn_ref.readings import Rules

# --- Which way a variant took at each step, and why -----------------------------------------------------


class Path(NamedTuple):
    """One step of the work, how it is done, and why so."""

    step: str
    way: str
    reason: str


class Paths(tuple[Path, ...]):
    """The paths of a fitted model, to be looked at or printed.

    >>> print(Paths([Path("ranges", "staircases", "2 attributes")]))
    ranges: staircases (2 attributes)
    """

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(f"{path.step}: {path.way} ({path.reason})" for path in self)


# --- Class memberships, computed once for each ballot ---------------------------------------------------


class Ballot(NamedTuple):
    """What the memberships of a row are counted from."""

    own: int
    """The row's own class, -1 where Eq. 5 or Alg. 1 line 7 applies and there is no such thing."""
    classes: tuple[int, ...]
    """The classes of its neighbors (Eq. 6) or the labels of the rows equal to it (Eq. 5), ascending."""


class MembershipsOfRow:
    """Memberships and what prediction asks of them."""

    def __init__(self, memberships: list[Scalar]) -> None:
        self.memberships = memberships

    @cached_property
    def median_range(self) -> tuple[int, int]:
        return median_range(self.memberships)

    @cached_property
    def centered(self) -> list[Fraction]:
        """2 U(l) - 1 for each class l: below 0 where less than half is at or below l."""
        U: list[Any] = list(cumulative(self.memberships))
        return [2 * U_l - 1 for U_l in U]

    @cached_property
    def centered_floats(self) -> list[float]:
        return [float(value) for value in self.centered]


class KnownMemberships(dict[Ballot, MembershipsOfRow]):
    """The memberships of the ballots met so far, for one relevance RCr.

    >>> known = KnownMemberships(Fraction(1, 2), Rules(c=3))
    >>> [str(u_l) for u_l in known[Ballot(0, (0, 1, 1, 2))].memberships]                       # Eq. 6
    ['5/8', '1/4', '1/8']
    >>> [str(u_l) for u_l in known[Ballot(-1, (0, 1, 1, 2))].memberships]                      # Eq. 5
    ['1/4', '1/2', '1/4']
    """

    def __init__(self, RCr: Scalar, rules: Rules) -> None:
        super().__init__()
        self.RCr = RCr
        self.rules = rules

    def __missing__(self, ballot: Ballot) -> MembershipsOfRow:
        u = [frequency_of_class(l, ballot.classes, self.rules) for l in self.rules.Y]
        if ballot.own >= 0:
            u = [membership_with_relevance(l, ballot.own, u, self.RCr) for l in self.rules.Y]
        self[ballot] = MembershipsOfRow(u)
        return self[ballot]


# --- The estimator --------------------------------------------------------------------------------------

RangeAndNeighbors = tuple[tuple[int, int], list[int]]
"""The range of a query and the positions of its neighbors in D', in any order."""


class made_when_asked:
    """An attribute that is made when it is first asked for, and then kept in `_made`.

    So a question does not change the attributes of the model itself, which scikit-learn's checks ask for.
    """

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self.make = make

    def __get__(self, model: Any, kind: type | None = None) -> Any:
        if model is None:
            return self
        model.check_fitted()
        name = self.make.__name__
        if name not in model._made:
            model._made[name] = self.make(model)
        return model._made[name]


class RangeIsKnown(Rules):
    """The rules for queries whose range was found in another way than by a look at every row."""

    def __init__(self, rules: Rules) -> None:
        vars(self).update(vars(rules))
        self.range = (0, 0)

    def crossed(self, y_min: int, y_max: int) -> tuple[int, int]:
        return self.range


class OptimisedMonFkNN(MonFkNN, ABC):
    """The estimator of a variant: parameters, attributes and errors are those of `MonFkNN`."""

    _training: Any
    """What the variant keeps of the training rows, by their place in D'; None if the reference works."""
    _made: dict[str, Any]
    _table: Any
    _labels: Any
    _parameters_of_fit: Parameters
    _reason: str
    """Why the reference does the work, if it does."""

    def fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """The same as `MonFkNN.fit`, in less time."""
        parameters, given = self._checked_parameters(), self._training_set(X, y, classes)
        rules = Rules(self.reading, len(given.classes), self.tie, highest=given.highest)
        rows = self._in_floats(given)
        reason = "no doubles stand for these numbers" if rows is None else self._reason_for_reference(rows)
        training = None if reason else self._learned(rows, given.positions, parameters, rules)
        for name, attribute in vars(OptimisedMonFkNN).items():
            if isinstance(attribute, made_when_asked):
                vars(self).pop(name, None)  # the reference may have set it
        self._made = {}
        self._training, self._reason = training, reason
        if training is None:
            table, places = checked_rows(given.given), list(map(int, given.positions))
            labels = [given.classes[l] for l in places]
            return self._fit_to(replace(given, given=table, positions=places, labels=labels), parameters)
        self._remember(given)
        self.rules_ = rules
        self._table, self._labels, self._parameters_of_fit = given.given, given.positions, parameters
        return self

    def _predicted(self, table: Any) -> Sequence[int]:
        rules, parameters = self.rules_of_prediction(), self._checked_parameters()
        queries = self._queries_in_floats(table)
        if queries is None:
            return super()._predicted(table)
        return self._classify(table, queries, parameters, rules)

    def _queries(self, table: Any, toss: bool = True) -> Iterator[Query]:
        rules, parameters = self.rules_of_prediction(), self._checked_parameters()
        queries = self._queries_in_floats(table)
        if queries is None:
            return super()._queries(table, toss)
        return self._detailed(table, queries, parameters, rules if toss else rules.with_tie("lower"))

    @property
    def decisions_(self) -> Tally:
        """How many decisions were made since `fit`, and how many of them needed exact arithmetic."""
        self.check_fitted()
        return Tally() if self._training is None else self._training.tally

    @property
    def paths_(self) -> Paths:
        """How numbers, ranges and neighbors are dealt with, and why so."""
        self.check_fitted()
        if self._training is None:
            return Paths([Path("everything", "the reference", self._reason)])
        paths: Paths = self._training.paths()
        return paths

    # --- What a variant fills in --------------------------------------------------------------------------

    @abstractmethod
    def _in_floats(self, given: TrainingSet) -> Any:
        """The training rows turned and as floats; None if no floats stand for their values."""

    @abstractmethod
    def _learned(self, rows: Any, y: Any, parameters: Parameters, rules: Rules) -> Any:
        """Lines 2 and 3 of Algorithm 3, and what the queries need of them."""

    @abstractmethod
    def _classify(self, table: Any, queries: Any, parameters: Parameters, rules: Rules) -> Sequence[int]:
        """The class of each query, in a list or an array."""

    def _given_rows(self, positions: Sequence[int]) -> list[GivenRow]:
        """Rows of the training table as they were given."""
        return [self._table[i] for i in positions]

    # --- The reference's attributes -----------------------------------------------------------------------

    def _fitted(self) -> Any:
        assert self._training is not None  # else the reference has set the attributes itself
        return self._training

    @made_when_asked
    def training_rows_(self) -> list[GivenRow]:
        return self._given_rows(self._fitted().appearances)

    @made_when_asked
    def training_memberships_(self) -> list[list[Membership]]:
        training = self._fitted()
        return [list(training.known[training.ballot(i)].memberships) for i in range(len(training.labels))]

    @made_when_asked
    def training_labels_(self) -> list[Label]:
        return [self.order_[l] for l in self._fitted().labels]

    @made_when_asked
    def first_labels_(self) -> list[Label]:
        return [self.order_[l] for l in self._fitted().first_labels]

    @made_when_asked
    def learned_(self) -> Learned:
        training, numbers = self._fitted(), self.rules_.numbers
        return Learned(
            numbers.rows([turned(row, self.directions_) for row in self.training_rows_], self._factor),
            self.training_memberships_,
            training.labels,
            training.first_labels,
            training.appearances,
        )

    @made_when_asked
    def fitted_to_(self) -> FittedTo:
        self._fitted()
        rows = self._given_rows(range(len(self._table)))
        return FittedTo(rows, [self.order_[l] for l in self._labels], self._parameters_of_fit)

    @made_when_asked
    def _factor(self) -> int:
        return self.rules_.numbers.denominator(self.training_rows_)

    # --- Queries ------------------------------------------------------------------------------------------

    def _reason_for_reference(self, rows: Any) -> str:
        """Why a set is left to the reference; empty if there is no reason.

        A row without neighbors gets memberships in `fit` that are drawn by chance, in the reference's order.

        There is no neighbor if there is no other row, if all others are so near that their distance is 0 in
        doubles, or if a row bounds its own range but is no neighbor of itself.
        """
        reading = self.reading
        if reading.no_neighbor != "drawn":
            return ""
        itself = reading.leave_one_out == "no" and reading.coincident == "excluded"
        gap = rows.least_gap()
        if itself or gap == 0 or (gap < CLOSEST and reading.arithmetic == "doubles"):
            return "a row may have no neighbor, and memberships that are drawn"
        return ""

    def _queries_in_floats(self, table: Any) -> Any:
        """The queries as floats like the training rows; None if either have to be left to the reference."""
        return None if self._training is None else self._training.queries(table)

    def _detailed(self, table: Any, queries: Any, parameters: Parameters, rules: Rules) -> Iterator[Query]:
        """Lines 4 to 15 of Algorithm 3 by the reference's function, on the neighbors alone."""
        training, known, numbers = self._fitted(), RangeIsKnown(rules), rules.numbers
        appearances, labels = training.appearances, training.labels
        K, pOR, m = int(parameters.K), numbers.number(parameters.pOR), numbers.number(parameters.m)
        found = training.neighborhoods(queries, K, parameters.typeRange)
        used = sorted({j for _, nn in found for j in nn})
        given = [turned(row, self.directions_) for row in self._given_rows([appearances[j] for j in used])]
        points = [turned(row, self.directions_) for row in table]
        factor = math.lcm(self._factor, numbers.denominator(points))
        row = dict(zip(used, numbers.rows(given, factor)))
        for x, (known.range, nn) in zip(numbers.rows(points, factor), found):
            nn = sorted(nn)  # in the order of D', on which ties depend
            u: list[Any] = [training.known[training.ballot(j)].memberships for j in nn]
            learned = Learned([row[j] for j in nn], u, [labels[j] for j in nn], [], [])
            query = classify(x, learned, K, parameters.typeRange, pOR, m, known)
            yield replace(
                query,
                neighbors=[nn[i] for i in query.neighbors],
                penalties={nn[i]: penalty for i, penalty in query.penalties.items()},
            )
