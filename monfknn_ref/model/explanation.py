"""Why x gets its class: Algorithm 3 for one x, with everything that affects the result.

An explanation has fields for a program, text for a terminal, and JSON for everything else. Rows are named by
their position in the given training data, counted from 0. A row that appears several times is named by its
first position. Values, distances and labels are those of the caller.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar

from monfknn_ref.arithmetic import DOUBLES, HALF, Membership, Row, Scalar, added, exact_value
from monfknn_ref.arithmetic.power_sums import Share, context_of
from monfknn_ref.model.accepted_answers import accepted_answers
from monfknn_ref.model.checks import GivenRow, Label, check_whole
from monfknn_ref.model.door import Parameters
from monfknn_ref.paper.medians import cumulative, median_range
from monfknn_ref.paper.order import dominates, in_range
from monfknn_ref.paper.prediction import Query, classify
from monfknn_ref.readings import Rules

SHOWN = 5
"""The text names at most this many rows of a list."""


@dataclass(frozen=True)
class TrainingRow:
    """A distinct row of the training data."""

    row: int
    values: GivenRow
    label: Label
    """Its median, from Alg. 3 line 3."""
    given: tuple[Label, ...]
    """The labels it has in the training data."""


KindOfRow = TypeVar("KindOfRow", bound=TrainingRow)


@dataclass(frozen=True)
class Bound:
    """One bound of the range (Eq. 1) and the rows that set it."""

    label: Label
    rows: tuple[TrainingRow, ...]
    """The rows below x with the highest label, or those above x with the lowest; empty if there are none."""


@dataclass(frozen=True)
class Neighbor(TrainingRow):
    """A neighbor of x, and what it adds to Eq. 7."""

    distance: float
    squared_distance: Fraction | None
    """The exact value; None when the reading computes in doubles."""
    in_range: bool
    penalty: Scalar
    share: Membership
    """Its weight as a share of all weights."""
    memberships: tuple[Membership, ...]


@dataclass(frozen=True)
class Explanation:
    """How one query came to its class."""

    query: GivenRow
    label: Label
    """The class that the next call of predict gives."""
    model: str
    classes: tuple[Label, ...]
    lower: Bound
    upper: Bound
    crossed: bool
    """Whether the bounds contradict each other, so that the reading puts another range in their place."""
    range: tuple[Label, Label]
    neighbors: tuple[Neighbor, ...]
    passed_over: tuple[TrainingRow, ...]
    """The rows that are as near as the last neighbor but were not taken."""
    without_neighbors: bool
    """Whether no neighbor has a weight, so that the reading puts memberships in the place of Eq. 7."""
    memberships: tuple[Membership, ...]
    cumulative: tuple[Membership, ...]
    medians: tuple[Label, Label]
    """The median range [l_m, l_M] (Eq. 4)."""
    margin: float
    """How far the cumulative membership nearest to one half is from it; 0.0 only if it equals one half."""
    nearest_to_half: Label
    """The class of that cumulative membership."""
    accepted: frozenset[Label] | None
    """All classes that some way of settling ties leads to; None if there are too many ways to try."""
    not_enumerated: str | None
    """Why `accepted` is None."""

    @property
    def firm(self) -> bool | None:
        """Whether every way of settling ties leads to this class; None if there are too many to try."""
        return None if self.accepted is None else len(self.accepted) == 1

    def with_values(self, query: GivenRow, rows: Sequence[GivenRow]) -> Explanation:
        """The explanation with other values of the query and of the training rows, such as text."""

        def revalued(known: tuple[KindOfRow, ...]) -> tuple[KindOfRow, ...]:
            return tuple(replace(row, values=rows[row.row]) for row in known)

        return replace(
            self,
            query=query,
            lower=replace(self.lower, rows=revalued(self.lower.rows)),
            upper=replace(self.upper, rows=revalued(self.upper.rows)),
            neighbors=revalued(self.neighbors),
            passed_over=revalued(self.passed_over),
        )

    def to_dict(self) -> dict[str, Any]:
        """All fields in values that JSON can hold: exact numbers are strings next to their doubles."""
        accepted = self.accepted
        reachable = None if accepted is None else [l for l in self.classes if l in accepted]
        return {
            "query": as_json(self.query),
            "class": as_json(self.label),
            "model": self.model,
            "classes": as_json(self.classes),
            "range": {
                "classes": as_json(self.range),
                "lower": bound_as_dict(self.lower),
                "upper": bound_as_dict(self.upper),
                "crossed": self.crossed,
            },
            "neighbors": [
                {
                    **row_as_dict(neighbor),
                    "distance": neighbor.distance,
                    "squared_distance": as_json(neighbor.squared_distance),
                    "in_range": neighbor.in_range,
                    "penalty": both(neighbor.penalty),
                    "share": both(neighbor.share),
                    "memberships": [both(u_l) for u_l in neighbor.memberships],
                }
                for neighbor in self.neighbors
            ],
            "passed_over": [row_as_dict(row) for row in self.passed_over],
            "without_neighbors": self.without_neighbors,
            "memberships": [both(u_l) for u_l in self.memberships],
            "cumulative": [both(U_l) for U_l in self.cumulative],
            "medians": as_json(self.medians),
            "margin": self.margin,
            "nearest_to_half": as_json(self.nearest_to_half),
            "accepted": as_json(reachable),
            "not_enumerated": self.not_enumerated,
        }

    def to_json(self) -> str:
        """All fields as JSON."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False)

    def __str__(self) -> str:
        paragraphs = [
            [f"{vector(self.query)}: class {self.label}", self.model],
            range_in_words(self),
            neighbors_in_words(self),
            memberships_in_words(self),
            firmness_in_words(self),
        ]
        return "\n\n".join("\n".join(lines) for lines in paragraphs)


# --- In words and as JSON ----------------------------------------------------------------------------------


def range_in_words(explanation: Explanation) -> list[str]:
    """Eq. 1, and the rows that set its bounds."""
    low, high = explanation.range
    lines = [f"Range of valid classes (Eq. 1): {low if low == high else f'{low} to {high}'}"]
    for bound, side, word in ((explanation.lower, "below", "least"), (explanation.upper, "above", "most")):
        if bound.rows:
            lines.append(f"  at {word} {bound.label}, because of the rows {side}: {shown_rows(bound.rows)}")
        else:
            lines.append(f"  at {word} {bound.label}: no row lies {side}")
    if explanation.crossed:
        lines.append("  The two bounds contradict each other; the reading says which range to take instead.")
    return lines


def neighbors_in_words(explanation: Explanation) -> list[str]:
    """Algorithm 2 and the weights of Eq. 7."""
    if not explanation.neighbors:
        return ["Neighbors (Alg. 2): none"]
    cells = [["row", "values", "distance", "given", "label", "range", "penalty", "share", "memberships"]]
    for neighbor in explanation.neighbors:
        cells.append(
            [
                str(neighbor.row),
                vector(neighbor.values),
                f"{neighbor.distance:.6g}",
                first_few(map(str, neighbor.given)),
                str(neighbor.label),
                "in" if neighbor.in_range else "out",
                brief(neighbor.penalty),
                brief(neighbor.share),
                vector(neighbor.memberships),
            ]
        )
    lines = [f"Neighbors (Alg. 2): {len(explanation.neighbors)}", *columns(cells)]
    if explanation.passed_over:
        lines.append(f"  As near as the last of them, but not taken: {shown_rows(explanation.passed_over)}")
    return lines


def memberships_in_words(explanation: Explanation) -> list[str]:
    """Eq. 7 and Eq. 4."""
    source = "no neighbor has a weight: from the range alone" if explanation.without_neighbors else "Eq. 7"
    l_m, l_M = explanation.medians
    cells = [["class", "membership", "cumulative", ""]]
    for label, u_l, U_l in zip(explanation.classes, explanation.memberships, explanation.cumulative):
        notes = ["l_m: half at or below"] if label == l_m else []
        notes += ["l_M: half at or above"] if label == l_M else []
        cells.append([str(label), brief(u_l), brief(U_l), ", ".join(notes)])
    medians = f"{l_m}" if l_m == l_M else f"{l_m} to {l_M}"
    return [
        f"Memberships ({source})",
        *columns(cells),
        f"Median (Eq. 4): {medians}; class {explanation.label}",
    ]


def firmness_in_words(explanation: Explanation) -> list[str]:
    """How far the memberships are from one half, and whether ties matter."""
    if explanation.margin == 0:
        distance = "is exactly one half"
    else:
        distance = f"is nearest to one half: {explanation.margin:.6g} away"
    accepted, label = explanation.accepted, explanation.label
    if accepted is None:
        ties = f"Where other ways of settling ties lead is not known: {explanation.not_enumerated}."
    elif len(accepted) == 1:
        ties = "However ties are settled, the class is the same."
    else:
        others = [str(other) for other in explanation.classes if other in accepted and other != label]
        ties = f"If ties are settled in another way, the class can be {' or '.join(others)}."
    return [
        "How firm this is",
        f"  The cumulative membership at {explanation.nearest_to_half} {distance}.",
        f"  {ties}",
    ]


def bound_as_dict(bound: Bound) -> dict[str, Any]:
    return {"class": as_json(bound.label), "rows": [row_as_dict(row) for row in bound.rows]}


def row_as_dict(row: TrainingRow) -> dict[str, Any]:
    return {
        "row": row.row,
        "values": as_json(row.values),
        "label": as_json(row.label),
        "given": as_json(row.given),
    }


def shown_rows(rows: Iterable[TrainingRow]) -> str:
    """Rows by their positions and values."""
    return first_few(f"row {row.row} {vector(row.values)}" for row in rows)


def brief(number: Any) -> str:
    """A number for the reader: short fractions as they are, other numbers in a few digits.

    >>> brief(Fraction(2, 3)), brief(Fraction(1, 1009)), brief(0.5), brief(1)
    ('2/3', '0.000991', '0.5', '1')
    """
    if isinstance(number, int) or (isinstance(number, Fraction) and number.denominator < 1000):
        return str(number)
    if isinstance(number, (Fraction, Share)):
        return f"{float(number):.6f}"
    return f"{number:.6g}" if isinstance(number, float) else str(number)


def vector(values: Iterable[Any]) -> str:
    """Numbers in parentheses."""
    return f"({', '.join(map(brief, values))})"


def first_few(names: Iterable[str]) -> str:
    """Names with commas between them; of a long list only the first, and how many more there are.

    >>> first_few("abc"), first_few("abcdefghi")
    ('a, b, c', 'a, b, c, d, e and 4 more')
    """
    all_names = list(names)
    if len(all_names) <= SHOWN:
        return ", ".join(all_names)
    return f"{', '.join(all_names[:SHOWN])} and {len(all_names) - SHOWN} more"


def columns(cells: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table, its columns as wide as they need to be.

    >>> columns([["row", "label"], ["10", "low"]])
    ['  row  label', '  10   low']
    """
    widths = [max(map(len, column)) for column in zip(*cells)]
    return ["  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in cells]


def as_json(value: Any) -> Any:
    """A value that JSON can hold: exact numbers become strings, and so do labels of other types.

    >>> as_json((1, 2.5, Fraction(1, 3), "low"))
    [1, 2.5, '1/3', 'low']
    """
    if isinstance(value, (tuple, list)):
        return [as_json(entry) for entry in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return value.item() if hasattr(value, "item") else str(value)


def both(number: Any) -> dict[str, Any]:
    """A number in two forms: exactly, as text, and as a double.

    >>> both(Fraction(1, 4))
    {'exact': '1/4', 'double': 0.25}
    """
    return {"exact": str(number), "double": float(number)}


# --- Finding out -------------------------------------------------------------------------------------------


def explain(model: Any, x: Any, limit: int = 10_000) -> Explanation:
    """Algorithm 3 of a fitted MonFkNN for x, step by step; a generator given as `tie` is not advanced.

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


def all_accepted(model: Any, query: GivenRow, limit: int) -> tuple[frozenset[Label] | None, str | None]:
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

    def __init__(self, model: Any, query: GivenRow) -> None:
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


def copied_rules(model: Any) -> Rules:
    """The rules of the next prediction with a copy of the generator, so that the caller's is not advanced."""
    rules: Rules = model.rules_of_prediction()
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
