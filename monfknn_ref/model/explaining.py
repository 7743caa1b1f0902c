"""Algorithm 3 for one x, with everything that affects the result."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, Protocol

from monfknn_ref.arithmetic import DOUBLES, HALF, Membership, Row, added, exact_value
from monfknn_ref.arithmetic.power_sums import Share, context_of
from monfknn_ref.model.accepted_answers import accepted_answers
from monfknn_ref.model.checks import GivenRow, Label, check_whole
from monfknn_ref.model.door import FittedTo, Parameters
from monfknn_ref.model.explanation import Bound, Explanation, Neighbor, TrainingRow
from monfknn_ref.paper.medians import cumulative, median_range
from monfknn_ref.paper.memberships import Learned
from monfknn_ref.paper.order import dominates, in_range
from monfknn_ref.paper.prediction import Query, classify
from monfknn_ref.readings import Rules


class FittedModel(Protocol):
    """What an explanation needs from a fitted model."""

    @property
    def order_(self) -> list[Label]: ...
    @property
    def directions_(self) -> tuple[int, ...]: ...
    @property
    def rules_(self) -> Rules: ...
    @property
    def fitted_to_(self) -> FittedTo: ...
    @property
    def training_rows_(self) -> list[GivenRow]: ...
    def get_params(self) -> dict[str, Any]: ...
    def checked_row(self, x: Any) -> GivenRow: ...
    def rules_of_prediction(self) -> Rules: ...
    def on_grid(self, table: Sequence[GivenRow]) -> tuple[Learned, list[Row]]: ...


def explain(model: FittedModel, x: Any, limit: int = 10_000) -> Explanation:
    """Algorithm 3 for x, step by step; a generator given as `tie` is not advanced.

    At most `limit` ways of settling ties are tried for any row and for x. With a limit of 0 none are tried,
    which is faster on large data.

    >>> from monfknn_ref.example import pure
    >>> print(explain(pure(), (2, 5)))
    (2, 5): class mid
    MonFkNN(k=2, K=3)
    <BLANKLINE>
    Range of valid classes (Eq. 1): mid to high
      at least mid, because of the rows below: row 1 (1, 4)
      at most high, because of the rows above: row 8 (6, 6), row 9 (6, 7)
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
      If ties are settled in another way, the class can be high.
    """
    query = model.checked_row(x)
    around = Surroundings(model, query)
    found, classes = around.found, model.order_
    U = cumulative(found.memberships)
    distances_from_half = [distance_from_half(U_l) for U_l in U]
    margin = min(distances_from_half)
    l_m, l_M = median_range(found.memberships)
    lower, upper = around.bound(below=True), around.bound(below=False)
    accepted, not_enumerated = all_accepted(model, query, limit)
    return Explanation(
        query=query,
        label=classes[found.label],
        model=repr(model),
        classes=tuple(classes),
        lower=lower,
        upper=upper,
        crossed=classes.index(lower.label) > classes.index(upper.label),
        range=(classes[found.range[0]], classes[found.range[1]]),
        neighbors=around.neighbors(),
        passed_over=around.passed_over(),
        without_neighbors=not any(around.weights.values()),
        memberships=tuple(found.memberships),
        cumulative=tuple(U),
        medians=(classes[l_m], classes[l_M]),
        margin=margin,
        nearest_to_half=classes[distances_from_half.index(margin)],
        accepted=accepted,
        not_enumerated=not_enumerated,
    )


def all_accepted(
    model: FittedModel, query: GivenRow, limit: int
) -> tuple[frozenset[Label] | None, str | None]:
    """The classes that some way of settling ties leads to, or the reason why they are not known."""
    if check_whole("limit", limit, 0) == 0:
        return None, "not looked at"
    data, then = model.fitted_to_, model.fitted_to_.parameters
    fitted = {"k": then.k, "RCr": then.RCr, "reading": then.reading, "directions": model.directions_}
    answers = accepted_answers(
        data.X, data.y, [query], model.order_, limit, **{**vars(Parameters.of(model)), **fitted}
    )
    [accepted] = answers.predictions
    return accepted, f"more than {limit} ways" if accepted is None else None


class Surroundings:
    """The training data as seen from a query: which rows lie below and above it, and how far away."""

    def __init__(self, model: FittedModel, query: GivenRow) -> None:
        self.model, self.query, self.rules = model, query, copied_rules(model)
        self.parameters = replace(Parameters.of(model), reading=self.rules.reading)
        self.learned, [self.x, *rows] = model.on_grid([query, *model.fitted_to_.X])
        labels: dict[Row, list[Label]] = {}
        for row, label in zip(rows, model.fitted_to_.y):
            labels.setdefault(row, []).append(label)
        self.given = [tuple(labels[row]) for row in self.learned.D]
        K, pOR, m = int(self.parameters.K), self.parameters.scalar("pOR"), self.parameters.scalar("m")
        self.found: Query = classify(self.x, self.learned, K, self.parameters.typeRange, pOR, m, self.rules)
        self.weights = self.rules.penalized_weights(self.x, self.learned.D, self.found.penalties, m)

    def fields_of_row(self, j: int) -> dict[str, Any]:
        """The fields of TrainingRow for row j of D'."""
        return {
            "row": self.learned.appearances[j],
            "values": self.model.training_rows_[j],
            "label": self.model.order_[self.learned.y[j]],
            "given": self.given[j],
        }

    def bound(self, below: bool) -> Bound:
        """The lower bound, which the rows below x set, or the upper bound, which the rows above x set."""
        D, y, r = self.learned.D, self.learned.y, self.found.range
        if below:
            rows = [j for j in range(len(y)) if dominates(self.x, D[j])]
            label = max((y[j] for j in rows), default=r[0])
        else:
            rows = [j for j in range(len(y)) if dominates(D[j], self.x)]
            label = min((y[j] for j in rows), default=r[1])
        setting = tuple(TrainingRow(**self.fields_of_row(j)) for j in rows if y[j] == label)
        return Bound(self.model.order_[label], setting)

    def neighbors(self) -> tuple[Neighbor, ...]:
        total = added(self.weights.values())
        return tuple(
            Neighbor(
                **self.fields_of_row(j),
                distance=self.distance(j),
                squared_distance=self.squared_distance(j),
                in_range=in_range(self.learned.y[j], self.found.range),
                penalty=penalty,
                share=self.share(self.weights[j], total),
                memberships=tuple(self.learned.u[j]),
            )
            for j, penalty in self.found.penalties.items()
        )

    def share(self, weight: Any, total: Any) -> Membership:
        """The weight as a share of the total; 0 when there is none."""
        if not weight:
            return self.rules.zero
        if isinstance(weight, int) and isinstance(total, int):
            return self.rules.share(weight, total)
        return weight / total  # type: ignore[no-any-return]

    def squared_distance(self, j: int) -> Fraction | None:
        """The squared distance in the units of the attributes, without rounding."""
        if self.rules.numbers is DOUBLES:
            return None
        values = self.model.training_rows_[j]
        return sum(((exact_value(a) - exact_value(b)) ** 2 for a, b in zip(self.query, values)), Fraction(0))

    def distance(self, j: int) -> float:
        """The distance in the units of the attributes."""
        squared = self.squared_distance(j)
        if squared is None:
            return self.rules.numbers.distance(self.x, self.learned.D[j])
        context = context_of(30)
        quotient = context.divide(Decimal(squared.numerator), Decimal(squared.denominator))
        return float(context.sqrt(quotient))

    def passed_over(self) -> tuple[TrainingRow, ...]:
        """The rows that tie with the last neighbor and were not taken."""
        nn = self.found.neighbors
        if len(nn) < self.parameters.K:
            return ()
        candidates = {one.row: one.distance for one in self.rules.candidates(self.x, self.learned.D)}
        rows = [
            j
            for j, distance in candidates.items()
            if j not in nn
            and distance == candidates[nn[-1]]
            and (self.parameters.typeRange == "outRange" or in_range(self.learned.y[j], self.found.range))
        ]
        return tuple(TrainingRow(**self.fields_of_row(j)) for j in rows)


def copied_rules(model: FittedModel) -> Rules:
    """The rules of the next prediction with a copy of the generator, so that the caller's is not advanced."""
    rules = model.rules_of_prediction()
    try:
        return rules.with_chance(copy.deepcopy(rules.tie))
    except Exception as error:
        raise TypeError(f"tie must be an object that can be copied for explain, got {rules.tie!r}") from error


def distance_from_half(U: Membership) -> float:
    """How far a cumulative membership is from one half; 0.0 only if it is exactly one half."""
    if not isinstance(U, Share):
        return abs(float(U - HALF))  # type: ignore[operator]
    difference, digits = U.part - U.total * HALF, 60
    value, error = difference.enclosed(digits)
    while abs(value) < error * 10**9:  # too few digits are left after cancellation
        digits *= 2
        value, error = difference.enclosed(digits)
    return float(context_of(digits).divide(abs(value), U.total.enclosed(digits)[0]))
