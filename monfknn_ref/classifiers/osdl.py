"""OSDL, the Ordinal Stochastic Dominance Learner (Lievens, De Baets and Cao-Van 2008).

The class distribution of a row lies between those of the training rows below it and those of the rows above
it. F_z is the cumulative class distribution of the training rows with the values z. For a row x and a class l

    F_below(l) = the smallest F_z(l) of all z <= x, 1 if there is none;
    F_above(l) = the largest F_z(l) of all z >= x, 0 if there is none (1 for the highest class);
    F = s F_below + (1 - s) F_above,

where z = x counts on both sides. A higher x has more rows below and fewer above. So its F is nowhere larger,
and its class, the median of F, is not lower: predictions are monotone whatever the training set is. (If the
training set is not monotone, F_below and F_above may cross. The ordinary learner, this one, works all the
same.)

The choices are those of the paper's experiments and of Weka's program; `docs/classifiers/osdl.md` lists them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self, TypeAlias

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.classifiers.ordered import OrderedClassifier, check_flag, text_of
from monfknn_ref.model.arrays_and_frames import rows_like
from monfknn_ref.model.checks import GivenRow, Label, check_share
from monfknn_ref.model.door import positions, turned
from monfknn_ref.paper.medians import median_range
from monfknn_ref.paper.order import dominates
from monfknn_ref.readings.errors import check_choice

Number: TypeAlias = Any  # a float or a Fraction, as the arithmetic says


@dataclass(frozen=True)
class Interpolation:
    """Why OSDL gives a row its class. The tuples have one entry for each class."""

    x: GivenRow
    label: Label
    classes: tuple[Label, ...]
    from_below: tuple[Number, ...]  # F_below
    rows_below: tuple[GivenRow | None, ...]  # the first row with that F_z(l); None if no F_z(l) is under 1
    from_above: tuple[Number, ...]  # F_above
    rows_above: tuple[GivenRow | None, ...]  # the same; None if no F_z(l) is over 0
    between: tuple[Number, ...]  # F
    shares: tuple[Number, ...]  # the differences of F
    median_range: tuple[Label, Label]

    def __str__(self) -> str:
        lines = [f"{text_of(self.x)} is {self.label!r}:"]
        for l, label in enumerate(self.classes):
            lines.append(
                f"  up to {label!r}: {bound_text(self.from_below[l], self.rows_below[l])} from below, "
                f"{bound_text(self.from_above[l], self.rows_above[l])} from above: "
                f"{float(self.between[l]):.4f}, a share of {float(self.shares[l]):.4f}"
            )
        lowest, highest = self.median_range
        if lowest == highest:
            lines.append(f"  median {lowest!r}")
        else:
            lines.append(f"  median range {lowest!r} to {highest!r}; of two middles, the upper one")
        return "\n".join(lines)


def bound_text(bound: Number, row: GivenRow | None) -> str:
    """
    >>> bound_text(0.5, (1, 2)), bound_text(1, None)
    ('0.5000 by (1, 2)', '1.0000')
    """
    return f"{float(bound):.4f}" + ("" if row is None else f" by {text_of(row)}")


@dataclass(eq=False, repr=False)
class OSDL(OrderedClassifier):
    """The ordinary Ordinal Stochastic Dominance Learner, with the median as its class.

    s: the weight of the rows below, from 0 to 1; the rows above have the rest.
    truncate: cast every value to a whole number first, as the program behind the published numbers does.
    arithmetic: "doubles", as in the published numbers, or "exact".
    directions: a string such as "+-+" or a sequence of signs; attributes marked "-" lower the class.
    classes: all labels from lowest to highest; those given to `fit` win.

    The rows (1, 1) are half low, half mid, and (3, 3) is high. A row between them gets half of each:

    >>> X, y = [(1, 1), (1, 1), (3, 3)], ["low", "mid", "high"]
    >>> model = OSDL().fit(X, y, classes=["low", "mid", "high"])
    >>> model.predict_proba([(2, 2)])
    [[0.25, 0.25, 0.5]]
    >>> print(model.explain((2, 2)))
    (2, 2) is 'high':
      up to 'low': 0.5000 by (1, 1) from below, 0.0000 from above: 0.2500, a share of 0.2500
      up to 'mid': 1.0000 from below, 0.0000 from above: 0.5000, a share of 0.2500
      up to 'high': 1.0000 from below, 1.0000 from above: 1.0000, a share of 0.5000
      median range 'mid' to 'high'; of two middles, the upper one
    """

    _needs_monotonic_data = True

    s: Any = 0.5
    truncate: bool = False
    arithmetic: str = "doubles"
    directions: Any = None
    classes: Any = None

    def fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        check_share("s", self.s)
        check_flag("truncate", self.truncate)
        exact = check_choice("arithmetic", self.arithmetic, ["doubles", "exact"]) == "exact"
        training = self._training_set(X, y, classes)

        counts: dict[GivenRow, list[int]] = {}
        as_given: dict[GivenRow, GivenRow] = {}
        for row, l in zip(training.rows, training.positions):
            z = truncated(row) if self.truncate else row
            counts.setdefault(z, [0] * len(training.classes))[l] += 1
            as_given.setdefault(z, turned(row, training.directions))

        self._remember(training)
        self._distributions = {z: cumulative(counts[z], exact) for z in counts}
        self._as_given = as_given
        self._truncate = self.truncate
        self._s = exact_value(self.s) if exact else float(self.s)
        return self

    def _predicted(self, table: Sequence[GivenRow]) -> list[int]:
        return positions([self._interpolation(x).label for x in self._turned(table)], self.order_)

    def predict_proba(self, X: Any) -> Any:
        """The class distribution F of each row, one column for each class of `classes_`."""
        rows = [self._interpolation(x).shares for x in self._turned(self._rows(X))]
        return rows_like(X, rows, len(self.order_))

    def explain(self, x: Any) -> Interpolation:
        """The bounds on the distribution of one row, the rows that set them, and the median between them."""
        return self._interpolation(self._query(x))

    def _interpolation(self, row: GivenRow) -> Interpolation:
        x = truncated(row) if self._truncate else row
        m = len(self.order_)
        # --8<-- [start:bounds]
        from_below: list[Number] = [1] * m
        from_above: list[Number] = [0] * (m - 1) + [1]
        rows_below: list[GivenRow | None] = [None] * m
        rows_above: list[GivenRow | None] = [None] * m
        for z, F_z in self._distributions.items():
            if dominates(x, z):
                for l in range(m):
                    if F_z[l] < from_below[l]:
                        from_below[l], rows_below[l] = F_z[l], self._as_given[z]
            if dominates(z, x):
                for l in range(m):
                    if F_z[l] > from_above[l]:
                        from_above[l], rows_above[l] = F_z[l], self._as_given[z]

        between = []
        for low, high in zip(from_below, from_above):
            between.append(self._s * low + (1 - self._s) * high)
        shares = [between[0]]
        for l in range(1, m):
            shares.append(between[l] - between[l - 1])
        i, j = median_range(shares)
        # --8<-- [end:bounds]
        return Interpolation(
            turned(row, self.directions_),
            self.order_[(i + j + 1) // 2],
            tuple(self.order_),
            tuple(from_below),
            tuple(rows_below),
            tuple(from_above),
            tuple(rows_above),
            tuple(between),
            tuple(shares),
            (self.order_[i], self.order_[j]),
        )


def truncated(row: GivenRow) -> GivenRow:
    """
    >>> truncated((0.99, 1.0, -0.5))
    (0, 1, 0)
    """
    return tuple(int(value) for value in row)


# --8<-- [start:cumulative]
def cumulative(counts: Sequence[int], exact: bool) -> list[Number]:
    """F(l): the share of the rows that are in class l or a lower one.

    >>> cumulative([1, 0, 3], exact=True), cumulative([1, 0, 3], exact=False)
    ([Fraction(1, 4), Fraction(1, 4), Fraction(1, 1)], [0.25, 0.25, 1.0])
    """
    total = sum(counts)
    F: list[Number] = []
    reached: Number = 0
    for count in counts:
        reached += Fraction(count, total) if exact else count / total
        F.append(reached)
    return F


# --8<-- [end:cumulative]
