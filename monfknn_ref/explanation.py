"""Why a query gets its class: Algorithm 3 for one x with everything that had a say in it.

    model.explain(x)            an Explanation: its fields for a program, str() of it for a terminal
    model.explain(x).to_json()  the same as JSON, exact numbers as strings next to their doubles

Rows are named by their place in the training data as given, from 0; a row that appears several times by its
first place. Values, distances and labels are in the caller's own terms.
"""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from monfknn_ref.arithmetic import HALF, Number, Rows
from monfknn_ref.estimator import MonFkNN
from monfknn_ref.exact import Share, context_of
from monfknn_ref.explanation_text import as_dict, as_text
from monfknn_ref.medians import cumulative, median_range
from monfknn_ref.open_points import arithmetic, may_be_neighbor
from monfknn_ref.oracle.accepted import accepted_answers
from monfknn_ref.order import dominates, in_range, turned
from monfknn_ref.prediction import Aggregation, class_of_query
from monfknn_ref.validation import Label, Row, check_row, check_whole, exact_value

__all__ = ["Bound", "Explanation", "Neighbor", "TrainingRow", "explain"]


@dataclass(frozen=True)
class TrainingRow:
    """A distinct row of the training data."""

    row: int
    values: Row
    label: Label
    """Its median, Alg. 3 line 3."""
    given: tuple[Label, ...]
    """The labels it has in the training data."""


@dataclass(frozen=True)
class Bound:
    """One bound of the range (Eq. 1) and the rows that set it."""

    label: Label
    rows: tuple[TrainingRow, ...]
    """The rows below x with the highest label, or those above x with the lowest; none: the bound is open."""


@dataclass(frozen=True)
class Neighbor(TrainingRow):
    """A neighbor of x, and what it adds to Eq. 7."""

    distance: float
    squared_distance: Fraction | None
    """Exact; None when the reading computes in doubles."""
    in_range: bool
    penalty: Number
    share: Number
    """Its weight as a share of all weights."""
    memberships: tuple[Number, ...]


@dataclass(frozen=True)
class Explanation:
    """How one query came to its class."""

    query: Row
    label: Label
    """The class, as predict gives it next."""
    model: str
    classes: tuple[Label, ...]
    lower: Bound
    upper: Bound
    crossed: bool
    """Whether the bounds contradict each other, so that the reading puts another range in their place."""
    range: tuple[Label, Label]
    neighbors: tuple[Neighbor, ...]
    passed_over: tuple[TrainingRow, ...]
    """The rows that are as near as the last neighbor and found no place."""
    without_neighbors: bool
    """Whether no neighbor counts, so that the reading puts memberships in the place of Eq. 7."""
    memberships: tuple[Number, ...]
    cumulative: tuple[Number, ...]
    medians: tuple[Label, Label]
    """The median range [l_m, l_M] (Eq. 4)."""
    margin: float
    """How far the cumulative membership nearest to one half is from it; 0.0 only if it is exactly there."""
    nearest_to_half: Label
    """The class at which that is."""
    accepted: frozenset[Label] | None
    """All classes that some way of settling ties leads to; None if there are too many ways to look at."""
    not_enumerated: str | None
    """The reason for None."""

    @property
    def firm(self) -> bool | None:
        """Whether every way of settling ties leads to this class; None if there are too many to look at."""
        return None if self.accepted is None else len(self.accepted) == 1

    def to_dict(self) -> dict[str, Any]:
        """Everything, in values that JSON knows: exact numbers as strings next to their doubles."""
        return as_dict(self)

    def to_json(self) -> str:
        """Everything, as JSON."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False)

    def __str__(self) -> str:
        return as_text(self)


def explain(model: MonFkNN, x: Any, limit: int = 10_000) -> Explanation:
    """Algorithm 3 for x, step by step; a generator given as `tie` is left as it is.

    At most `limit` ways of settling ties are looked at for any row and for x; with 0 none are, which is
    faster on much data.

    >>> from monfknn_ref.example import pure
    >>> print(explain(pure(), (2, 5)))
    (2, 5): class mid
    MonFkNN(k=2, K=3)
    <BLANKLINE>
    Range of valid classes (Eq. 1): mid to high
      at least mid, the class of what lies below: row 1 (1, 4)
      at most high, the class of what lies above: row 8 (6, 6), row 9 (6, 7)
    <BLANKLINE>
    Neighbors (Alg. 2): 3
      row  values  distance  given  label  range  penalty  share  memberships
      1    (1, 4)  1.41421   high   mid    in     1        2/5    (1/4, 1/4, 1/2)
      3    (3, 4)  1.41421   mid    mid    in     1        2/5    (0, 3/4, 1/4)
      4    (4, 3)  2.82843   mid    mid    in     1        1/5    (0, 1, 0)
    <BLANKLINE>
    Memberships (Eq. 7)
      class  membership  cumulative
      low    1/10        1/10
      mid    3/5         7/10        l_m: half at or below, l_M: half at or above
      high   3/10        1
    Median (Eq. 4): mid; class mid
    <BLANKLINE>
    How firm this is
      The cumulative membership at mid is nearest to one half: 0.2 away.
      Ties settled in another way can lead to high.
    """
    model._check_fitted()
    query = check_row(x, "x")
    if len(query) != model.n_features_in_:
        raise ValueError(
            f"x must have {model.n_features_in_} attributes, as the training rows have, got {len(query)}"
        )
    coin = _copied(model._coin())
    [found] = model._aggregations([query], coin)
    label = model.classes_[class_of_query(found.memberships, model.reading_, coin)]

    classes, reading = model.classes_, model.reading_
    U = cumulative(found.memberships, reading)
    distances_from_half = [distance_from_half(U_l) for U_l in U]
    margin = min(distances_from_half)
    l_m, l_M = median_range(found.memberships, reading)
    around = _Surroundings(model, query)
    lower, upper = around.bound(found, below=True), around.bound(found, below=False)
    accepted, not_enumerated = _accepted(model, query, limit)
    return Explanation(
        query=query,
        label=label,
        model=repr(model),
        classes=tuple(classes),
        lower=lower,
        upper=upper,
        crossed=classes.index(lower.label) > classes.index(upper.label),
        range=(classes[found.range[0]], classes[found.range[1]]),
        neighbors=around.neighbors(found),
        passed_over=around.passed_over(found),
        without_neighbors=not any(found.weights),
        memberships=tuple(found.memberships),
        cumulative=tuple(U),
        medians=(classes[l_m], classes[l_M]),
        margin=margin,
        nearest_to_half=classes[distances_from_half.index(margin)],
        accepted=accepted,
        not_enumerated=not_enumerated,
    )


def _accepted(model: MonFkNN, query: Row, limit: int) -> tuple[frozenset[Label] | None, str | None]:
    """The classes that some way of settling ties leads to, or the reason why that is not known."""
    if check_whole("limit", limit, 0) == 0:
        return None, "not looked at"
    fitted = {"reading": model.reading_, "directions": model.directions_, **model._given}
    answers = accepted_answers(
        queries=[query], classes=model.classes_, limit=limit, **{**model.get_params(), **fitted}
    )
    [accepted] = answers.predictions
    return accepted, f"more than {limit} ways" if accepted is None else None


class _Surroundings:
    """The training data as seen from a query: which rows lie below, above and how far away."""

    def __init__(self, model: MonFkNN, query: Row) -> None:
        self.model, self.query = model, query
        self.numbers = arithmetic(model.reading_)
        signs, given = model.directions_, model._given
        D, [self.x] = self.numbers.tables([turned(row, signs) for row in given["X"]], [turned(query, signs)])
        self.rows = Rows(D[i] for i in model.training_.appearances)
        labels: dict[Row, list[Label]] = {}
        for row, label in zip(D, given["y"]):
            labels.setdefault(row, []).append(label)
        self.given = [tuple(labels[row]) for row in self.rows]

    def fields_of_row(self, j: int) -> dict[str, Any]:
        """What TrainingRow says of row j of D'."""
        return {
            "row": self.model.training_.appearances[j],
            "values": self.model.training_rows_[j],
            "label": self.model.training_labels_[j],
            "given": self.given[j],
        }

    def bound(self, found: Aggregation, below: bool) -> Bound:
        """The lower bound, by the rows below x, or the upper one, by the rows above."""
        y_ = self.model.training_.labels
        if below:
            rows = [j for j in range(len(y_)) if dominates(self.x, self.rows[j])]
            label = max((y_[j] for j in rows), default=found.range[0])
        else:
            rows = [j for j in range(len(y_)) if dominates(self.rows[j], self.x)]
            label = min((y_[j] for j in rows), default=found.range[1])
        setting = tuple(TrainingRow(**self.fields_of_row(j)) for j in rows if y_[j] == label)
        return Bound(self.model.classes_[label], setting)

    def neighbors(self, found: Aggregation) -> tuple[Neighbor, ...]:
        total = sum(found.weights)
        return tuple(
            Neighbor(
                **self.fields_of_row(j),
                distance=self.distance(j),
                squared_distance=self.squared_distance(j),
                in_range=in_range(self.model.training_.labels[j], found.range),
                penalty=penalty,
                share=self.share(weight, total),
                memberships=tuple(self.model.training_memberships_[j]),
            )
            for j, penalty, weight in zip(found.neighbors, found.penalties, found.weights)
        )

    def share(self, weight: Number, total: Number) -> Number:
        """The weight as a share of the total; 0 when there is none."""
        if not weight:
            return self.numbers.ratio(0, 1)
        if isinstance(weight, int) and isinstance(total, int):
            return self.numbers.ratio(weight, total)
        return weight / total

    def squared_distance(self, j: int) -> Fraction | None:
        """In the units of the attributes, without rounding."""
        if self.model.reading_.arithmetic == "doubles":
            return None
        values = self.model.training_rows_[j]
        return sum(((exact_value(a) - exact_value(b)) ** 2 for a, b in zip(self.query, values)), Fraction(0))

    def distance(self, j: int) -> float:
        """In the units of the attributes."""
        squared = self.squared_distance(j)
        if squared is None:
            return float(self.numbers.distance(self.x, self.rows[j]))
        context = context_of(30)
        quotient = context.divide(Decimal(squared.numerator), Decimal(squared.denominator))
        return float(context.sqrt(quotient))

    def passed_over(self, found: Aggregation) -> tuple[TrainingRow, ...]:
        """The rows that tie with the last neighbor and were not taken."""
        if len(found.neighbors) < self.model.K:
            return ()
        distance = self.numbers.distance
        last = distance(self.x, self.rows[found.neighbors[-1]])
        rows = [
            j
            for j, label in enumerate(self.model.training_.labels)
            if j not in found.neighbors
            and (self.model.typeRange == "outRange" or in_range(label, found.range))
            and distance(self.x, self.rows[j]) == last
            and may_be_neighbor(last, self.model.reading_)
        ]
        return tuple(TrainingRow(**self.fields_of_row(j)) for j in rows)


def _copied(tie: Any) -> Any:
    """A copy of the generator, so that the caller's own is not used."""
    try:
        return copy.deepcopy(tie)
    except Exception as error:
        raise TypeError(f"tie must be an object that can be copied for explain, got {tie!r}") from error


def distance_from_half(U: Number) -> float:
    """How far a cumulative membership is from one half, not 0.0 unless it is exactly there."""
    if not isinstance(U, Share):
        return abs(float(U - HALF))
    difference, digits = U.part - U.total * HALF, 60
    value, error = difference.enclosed(digits)
    while abs(value) < error * 10**9:  # too few digits are left of what cancelled
        digits *= 2
        value, error = difference.enclosed(digits)
    return float(context_of(digits).divide(abs(value), U.total.enclosed(digits)[0]))
