"""Tests on ranks: Wilcoxon's signed ranks, Friedman's mean ranks and Holm's correction.

They follow the statistical module of KEEL, with which the paper's tables were made. If another convention is
common, the docstring says so. A value stands for its shortest decimal, so that 0.3 - 0.2 and 0.2 - 0.1 are
equal differences. Every rank and rank sum is exact; rounding begins with the normal distribution.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.model.arrays_and_frames import as_sequence
from monfknn_ref.model.checks import check_share, is_finite, is_number, is_sequence
from monfknn_ref.model.door import check_table
from monfknn_ref.readings.errors import check_choice

BEST = ("highest", "lowest")


def average_ranks(values: Sequence[Any]) -> list[Fraction]:
    """The rank of each value, 1 for the smallest; equal values share the mean of their ranks.

    >>> [str(rank) for rank in average_ranks([0.4, 0.1, 0.4, 0.9])]
    ['5/2', '1', '5/2', '4']
    """
    exact = [exact_value(value) for value in values]
    ranks = [Fraction(0)] * len(exact)
    taken = 0
    for _, group in groupby(sorted(range(len(exact)), key=exact.__getitem__), key=exact.__getitem__):
        tied = list(group)
        for i in tied:
            ranks[i] = Fraction(2 * taken + len(tied) + 1, 2)
        taken += len(tied)
    return ranks


# --- Wilcoxon ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wilcoxon:
    """Wilcoxon's signed-rank test of a against b.

    `r_plus` is the sum of the ranks where a is better, `r_minus` the sum where b is better, `n` the number of
    ranks, and `p_value` is two-sided. `zeros` counts the equal pairs, of which `dropped` (0 or 1) get no
    rank.
    """

    r_plus: float
    r_minus: float
    p_value: float
    n: int
    zeros: int
    dropped: int

    def __str__(self) -> str:
        return (
            f"Wilcoxon signed ranks: R+ = {self.r_plus:g}, R- = {self.r_minus:g}, n = {self.n} "
            f"({self.zeros} zero differences, {self.dropped} dropped), two-sided p = {self.p_value:.4f}"
        )


def wilcoxon(a: Any, b: Any, best: str = "highest") -> Wilcoxon:
    """Test whether a and b, paired value by value, are equally large.

    `best` says whether the highest or the lowest value wins. The differences are ranked by their size, and
    tied ranks are averaged. Zeros are treated as in KEEL: if their number is odd, one is dropped; the others
    take the lowest ranks, and half of their sum goes to each side.

    The p-value is exact: it is the share of the 2^n ways to sign the ranks 1..n whose smaller sum is at most
    the one found. (A sum of averaged ranks may end in one half. Then the p-value is the mean of those at the
    two nearest whole numbers.) It is counted rank by rank, in a time proportional to n times the smaller sum:
    n = 500 takes a few seconds. No approximation is ever used.

    >>> print(wilcoxon([0.93, 0.91, 0.66, 0.97, 0.24, 0.70], [0.93, 0.89, 0.72, 0.93, 0.17, 0.68]))
    Wilcoxon signed ranks: R+ = 11, R- = 4, n = 5 (1 zero differences, 1 dropped), two-sided p = 0.4375
    """
    differences = advantages(a, b, best)
    zeros = differences.count(Fraction(0))
    dropped = zeros % 2
    if dropped:
        differences.remove(Fraction(0))
    ranks = average_ranks([abs(difference) for difference in differences])
    plus = minus = Fraction(0)
    for difference, rank in zip(differences, ranks):
        if difference > 0:
            plus += rank
        elif difference < 0:
            minus += rank
        else:
            plus += rank / 2
            minus += rank / 2
    n = len(ranks)
    assert plus + minus == Fraction(n * (n + 1), 2)
    p_value = exact_two_sided_p(min(plus, minus), n)
    return Wilcoxon(float(plus), float(minus), float(p_value), n, zeros, dropped)


def exact_two_sided_p(smaller: Fraction, n: int) -> Fraction:
    """The probability that the smaller of the two rank sums of n signed ranks is at most this one.

    >>> exact_two_sided_p(Fraction(9), 11)
    Fraction(33, 1024)
    """
    ceiling = math.ceil(smaller)
    ways = [1] + [0] * ceiling  # ways[s]: subsets of the ranks so far with sum s
    for rank in range(1, n + 1):
        ways[rank:] = [without + with_rank for without, with_rank in zip(ways[rank:], ways)]
    beside = [Fraction(2 * sum(ways[: whole + 1]), 2**n) for whole in (math.floor(smaller), ceiling)]
    return sum((min(p, Fraction(1)) for p in beside), Fraction(0)) / 2


# --- Friedman ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Friedman:
    """Friedman's test of methods (columns) over data sets (rows), and each method against a control.

    `chi_square` and its `p_value` have no correction for ties; `chi_square_ties` and `p_value_ties` have one.
    `z` and `p_values` compare each method with the control by the normal distribution; the control's own
    entries are 0 and 1.
    """

    names: tuple[Hashable, ...]
    mean_ranks: tuple[Fraction, ...]
    rows: int
    chi_square: float
    p_value: float
    chi_square_ties: float
    p_value_ties: float
    control: int
    z: tuple[float, ...]
    p_values: tuple[float, ...]

    @property
    def ranks(self) -> dict[Hashable, Fraction]:
        """The mean rank of each method."""
        return dict(zip(self.names, self.mean_ranks))

    def holm(self, alpha: float = 0.05) -> Holm:
        """Holm's procedure on the comparisons with the control."""
        others = {name: p for name, p in zip(self.names, self.p_values) if name != self.names[self.control]}
        return holm(list(others.values()), alpha, list(others))

    def __str__(self) -> str:
        lines = [
            f"Friedman mean ranks over {self.rows} rows: chi-square = {self.chi_square:.3f} with "
            f"{len(self.names) - 1} degrees of freedom, p = {self.p_value:.6f}"
        ]
        width = max(len(str(name)) for name in self.names)
        for i in sorted(range(len(self.names)), key=lambda i: self.mean_ranks[i]):
            against = "control" if i == self.control else f"z = {self.z[i]:.3f}, p = {self.p_values[i]:.6f}"
            lines.append(f"{self.names[i]!s:<{width}}  {float(self.mean_ranks[i]):.4f}  {against}")
        return "\n".join(lines)


def friedman(table: Any, names: Any = None, control: Any = None, best: str = "highest") -> Friedman:
    """Rank the methods in each row, 1 for the best, and compare the mean ranks.

    `table` has a row for each data set and a column for each method. `best` says whether the highest or the
    lowest value wins. `control` is the name (or, without names, the column) of the method with which the
    others are compared; by default it is the one with the best mean rank.

    >>> accuracies = [[0.93, 0.91, 0.79], [0.93, 0.86, 0.83], [0.65, 0.61, 0.61]]
    >>> print(friedman(accuracies, names=["PM", "MkNN", "OLM"]))
    Friedman mean ranks over 3 rows: chi-square = 5.167 with 2 degrees of freedom, p = 0.075522
    PM    1.0000  control
    MkNN  2.1667  z = 1.429, p = 0.153042
    OLM   2.8333  z = 2.245, p = 0.024745
    """
    rows = check_table(table, "table")
    check_choice("best", best, BEST)
    if not rows or len(rows[0]) < 2:
        raise ValueError(f"table must have at least one row and two columns, got {table!r}")
    n, k = len(rows), len(rows[0])
    sign = -1 if best == "highest" else 1
    labels = _check_names(names, k, "table", "column")
    ranked = [average_ranks([sign * exact_value(value) for value in row]) for row in rows]
    means = [sum(column, Fraction(0)) / n for column in zip(*ranked)]

    spread = sum((mean - Fraction(k + 1, 2)) ** 2 for mean in means)
    chi_square = 12 * n * spread / (k * (k + 1))
    tied = sum(ranks.count(rank) ** 2 - 1 for ranks in ranked for rank in ranks)  # t³ - t over groups of ties
    untied = 1 - Fraction(tied, n * (k**3 - k))
    chi_square_ties = chi_square / untied if untied else Fraction(0)

    if control is None:
        reference = means.index(min(means))
    elif control in labels:
        reference = labels.index(control)
    else:
        raise ValueError(f"control must be one of {list(labels)!r}, got {control!r}")
    standard_error = math.sqrt(Fraction(k * (k + 1), 6 * n))
    z = tuple(float(mean - means[reference]) / standard_error for mean in means)
    return Friedman(
        names=labels,
        mean_ranks=tuple(means),
        rows=n,
        chi_square=float(chi_square),
        p_value=_chi_square_tail(float(chi_square), k - 1),
        chi_square_ties=float(chi_square_ties),
        p_value_ties=_chi_square_tail(float(chi_square_ties), k - 1),
        control=reference,
        z=z,
        p_values=tuple(two_sided_normal_p(value) for value in z),
    )


def two_sided_normal_p(z: float) -> float:
    """The probability that a standard normal variable lies at least |z| away from 0, 2(1 - Φ(|z|)).

    >>> round(two_sided_normal_p(1.959964), 6)
    0.05
    """
    return math.erfc(abs(z) / math.sqrt(2))


def _chi_square_tail(x: float, degrees: int) -> float:
    """The probability that a chi-square variable is at least x.

    This is Q(degrees/2, x/2). It is computed from Q(1/2, x/2) or Q(1, x/2) upward by the recursion
    Q(a + 1, h) = Q(a, h) + h^a e^-h / Γ(a + 1).
    """
    h = x / 2
    if h == 0:
        return 1.0
    a, tail = (0.5, math.erfc(math.sqrt(h))) if degrees % 2 else (1.0, math.exp(-h))
    while a < degrees / 2:
        tail += math.exp(a * math.log(h) - h - math.lgamma(a + 1))
        a += 1
    return tail


# --- Holm -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Holm:
    """Holm's verdicts on a family of hypotheses; each tuple has the order in which the p-values were given.

    `thresholds` are alpha / i, where i counts down to 1 from the smallest p-value. `adjusted` are the
    p-values to compare with alpha itself.
    """

    names: tuple[Hashable, ...]
    alpha: float
    p_values: tuple[float, ...]
    thresholds: tuple[float, ...]
    adjusted: tuple[float, ...]
    rejected: tuple[bool, ...]

    @property
    def rejected_names(self) -> list[Hashable]:
        """The hypotheses that are rejected."""
        return [name for name, rejected in zip(self.names, self.rejected) if rejected]

    def __str__(self) -> str:
        lines = [f"Holm at alpha = {self.alpha:g}"]
        width = max(len(str(name)) for name in self.names)
        for i in sorted(range(len(self.names)), key=lambda i: self.p_values[i]):
            lines.append(
                f"{self.names[i]!s:<{width}}  p = {self.p_values[i]:.6f}, "
                f"threshold {self.thresholds[i]:.6f}, "
                f"adjusted {self.adjusted[i]:.6f}: {word_of(self.rejected[i])}"
            )
        return "\n".join(lines)


def holm(p_values: Any, alpha: float = 0.05, names: Any = None) -> Holm:
    """Holm's procedure: reject hypotheses so that the probability of rejecting any true one is at most alpha.

    The p-values are taken from the smallest on. The i-th from the end must be at most alpha / i to be
    rejected. The first that is larger, and all after it, are not rejected.

    >>> print(holm([0.01, 0.04, 0.03], names="abc"))
    Holm at alpha = 0.05
    a  p = 0.010000, threshold 0.016667, adjusted 0.030000: rejected
    c  p = 0.030000, threshold 0.025000, adjusted 0.060000: not rejected
    b  p = 0.040000, threshold 0.050000, adjusted 0.060000: not rejected
    """
    given = check_numbers("p_values", p_values)
    for value in given:
        if not 0 <= value <= 1:
            raise ValueError(f"p_values must hold numbers from 0 to 1, got {float(value)!r}")
    check_share("alpha", alpha)
    labels = _check_names(names, len(given), "p_values", "value")
    limit = exact_value(alpha)
    thresholds, adjusted = [Fraction(0)] * len(given), [Fraction(0)] * len(given)
    largest = Fraction(0)
    for place, j in enumerate(sorted(range(len(given)), key=given.__getitem__)):
        i = len(given) - place
        largest = max(largest, min(Fraction(1), i * given[j]))
        thresholds[j] = limit / i
        adjusted[j] = largest
    return Holm(
        names=labels,
        alpha=float(limit),
        p_values=tuple(float(value) for value in given),
        thresholds=tuple(float(value) for value in thresholds),
        adjusted=tuple(float(value) for value in adjusted),
        rejected=tuple(value <= limit for value in adjusted),
    )


def word_of(rejected: bool) -> str:
    return "rejected" if rejected else "not rejected"


# --- What is accepted -------------------------------------------------------------------------------------


def check_numbers(name: str, values: Any) -> list[Fraction]:
    """The numbers as fractions; there must be at least one, and all must be finite."""
    values = as_sequence(values)
    if not is_sequence(values):
        raise TypeError(f"{name} must be a sequence of numbers, got {values!r}")
    numbers = list(values)
    if not numbers:
        raise ValueError(f"{name} must have at least one value, got none")
    for i, value in enumerate(numbers):
        if not is_number(value):
            raise TypeError(f"{name} must hold numbers, got {value!r} at position {i}")
        if not is_finite(value):
            raise ValueError(f"{name} must hold finite numbers, got {value!r} at position {i}")
    return [exact_value(value) for value in numbers]


def advantages(a: Any, b: Any, best: str = "highest") -> list[Fraction]:
    """By how much a is better than b, pair by pair."""
    check_choice("best", best, BEST)
    first, second = check_numbers("a", a), check_numbers("b", b)
    if len(first) != len(second):
        raise ValueError(f"b must have as many values as a, got {len(second)} against {len(first)}")
    return [u - v if best == "highest" else v - u for u, v in zip(first, second)]


def _check_names(names: Any, count: int, argument: str, part: str) -> tuple[Hashable, ...]:
    """One name for each column or value; by default the name is its number."""
    labels = tuple(range(count)) if names is None else tuple(names)
    if len(labels) != count:
        raise ValueError(
            f"names must have one name for each {part} of {argument}, got {len(labels)} for {count}"
        )
    return labels
