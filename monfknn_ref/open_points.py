"""How each open point of the register is settled: one small function of the reading for each id.

The algorithms call these by name where the paper is silent, so that their own lines stay the paper's.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

from monfknn_ref.arithmetic import ARITHMETICS, Arithmetic, Number, Rows
from monfknn_ref.readings import Reading
from monfknn_ref.validation import Row

__all__ = [
    "Coin",
    "Tie",
    "arithmetic",
    "check_tie",
    "classes_of_neighbors",
    "exponent_of_distance",
    "inverse_distances",
    "is_duplicated",
    "keeps_first_labels",
    "left_out",
    "may_be_neighbor",
    "place",
    "settle_crossed_range",
    "settle_gap",
    "settle_no_neighbor",
    "settle_open_bounds",
]


class Coin(Protocol):
    """Anything with `random.Random`'s getrandbits; of that only getrandbits(1) is called."""

    def getrandbits(self, bits: int, /) -> int: ...


Tie = str | Coin


def check_tie(tie: Any, reading: Reading) -> Tie:
    """How odd median gaps are settled: as `tie` says, and as the reading says where it says nothing.

    >>> check_tie("middle", Reading())
    Traceback (most recent call last):
    ValueError: tie must be None, 'lower', 'upper' or an object with getrandbits, got 'middle'
    """
    if tie is None:
        return random.Random(0) if reading.median_gap == "coin" else reading.median_gap
    if tie in ("lower", "upper") or callable(getattr(tie, "getrandbits", None)):
        return tie  # type: ignore[no-any-return]
    error = ValueError if isinstance(tie, str) else TypeError
    raise error(f"tie must be None, 'lower', 'upper' or an object with getrandbits, got {tie!r}")


def exponent_of_distance(m: Number, reading: Reading) -> Number:
    """`weights`: the power of the distance that the weight of a neighbor is divided by.

    >>> from monfknn_ref.readings import AUTHORS, PAPER
    >>> exponent_of_distance(3, PAPER), exponent_of_distance(3, AUTHORS)
    (2, 1.0)
    """
    if reading.weights == "printed":
        return m - 1
    if m == 1:
        m = arithmetic(reading).number("1.000001")
    return 2 / (m - 1)


def inverse_distances(x: Row, D: Rows, nn: Sequence[int], m: Any, reading: Reading) -> list[Number]:
    """`weights` and `coincident`: the factor 1 / ||x - x_j||^(m-1) of each neighbor, or its limit at 0.

    >>> from monfknn_ref.readings import AUTHORS, PAPER
    >>> D = Rows([(0, 0), (3, 4)])
    >>> inverse_distances((0, 4), D, [0, 1], 3, PAPER)                # squared distances 16 and 9
    [Fraction(1, 16), Fraction(1, 9)]
    >>> inverse_distances((3, 4), D, [0, 1], 2, PAPER)                # the coincident row alone
    [0, 1]
    """
    numbers = arithmetic(reading)
    exponent = exponent_of_distance(numbers.number(m), reading)
    distances = [numbers.distance(x, D[j]) for j in nn]
    if exponent > 0 and 0 in distances:
        return [1 if distance == 0 else 0 for distance in distances]
    return [
        numbers.inverse_power(distance, exponent) if distance != 0 else int(exponent == 0)
        for distance in distances
    ]


def may_be_neighbor(distance: Number, reading: Reading) -> bool:
    """`coincident`: whether a row at this distance may be a neighbor at all."""
    return bool(distance != 0) or reading.coincident == "limit"


def left_out(i: int, reading: Reading) -> int | None:
    """`leave-one-out`: the row that does not count when row i itself is looked at."""
    return i if reading.leave_one_out == "yes" else None


def settle_open_bounds(y: Sequence[int], c: int, reading: Reading) -> tuple[int, int]:
    """`open-bound`: y_min when no row lies below, y_max when none lies above."""
    if reading.open_bound == "present-classes" and y:
        return min(y), max(y)
    return 0, c - 1


def settle_crossed_range(y_min: int, y_max: int, c: int, reading: Reading) -> tuple[int, int]:
    """`crossed-range`: the range that bounds with y_min > y_max stand for."""
    if y_min <= y_max:
        return y_min, y_max
    return (y_max, y_min) if reading.crossed_range == "swapped" else (0, c - 1)


def is_duplicated(labels: Sequence[int], reading: Reading) -> bool:
    """`duplicated`: whether rows with equal attributes and these labels count as duplicated."""
    if reading.duplicated == "conflicting":
        return len(set(labels)) > 1
    return len(labels) > 1


def classes_of_neighbors(found: Sequence[int], own: int, k: int, reading: Reading) -> list[int]:
    """`fewer-than-k` and, in Alg. 1, `no-neighbor`: the classes that Eq. 6 counts; k is their number.

    >>> from monfknn_ref.readings import PAPER
    >>> classes_of_neighbors([2, 2], 1, 5, PAPER), classes_of_neighbors([], 1, 5, PAPER)
    ([2, 2], [1])
    """
    if reading.fewer_than_k == "own-class":
        return [*found, *[own] * (k - len(found))]
    return list(found) or [own]


def settle_no_neighbor(r: tuple[int, int], c: int, tie: Tie, reading: Reading) -> list[Number]:
    """`no-neighbor`: the memberships of a query without neighbors, from its range alone.

    >>> from monfknn_ref.readings import PAPER
    >>> settle_no_neighbor((1, 2), 4, "lower", PAPER)
    [Fraction(0, 1), Fraction(1, 2), Fraction(1, 2), Fraction(0, 1)]
    """
    numbers = arithmetic(reading)
    valid = range(r[0], r[1] + 1)
    share = [numbers.ratio(1, 1)] * len(valid)
    if reading.no_neighbor == "drawn" and len(valid) > 1:
        tenth = numbers.number("0.1")
        drawn = int(_draw(tie) * len(valid))
        share = [1 + tenth if n == drawn else 1 - tenth / (len(valid) - 1) for n in range(len(valid))]
    share = numbers.normalised(share)
    return [share[l - r[0]] if l in valid else numbers.ratio(0, 1) for l in range(c)]


def _draw(tie: Tie) -> float:
    """A number from [0, 1): from the caller's generator, or from a fixed one if `tie` is none."""
    if isinstance(tie, str):
        return random.Random(0).random()
    if not callable(getattr(tie, "random", None)):
        raise TypeError(f"tie must have random() too where no_neighbor is 'drawn', got {tie!r}")
    return float(tie.random())  # type: ignore[attr-defined]


def settle_gap(l_m: int, l_M: int, tie: Tie) -> int:
    """`median-gap`: the class that the median range stands for.

    >>> settle_gap(1, 3, "lower"), settle_gap(1, 2, "lower"), settle_gap(1, 2, "upper")
    (2, 1, 2)
    """
    middle = (l_m + l_M) // 2
    if (l_M - l_m) % 2 == 0 or tie == "lower":
        return middle
    if tie == "upper":
        return middle + 1
    return middle + tie.getrandbits(1)  # type: ignore[union-attr]


def keeps_first_labels(RCr: Number, reading: Reading) -> bool:
    """`rcr-one`: whether lines 15 to 24 of Alg. 1 and line 3 of Alg. 3 are skipped."""
    return bool(RCr == 1) and reading.rcr_one == "skipped"


def place(i: int, reading: Reading) -> int:
    """`neighbor-ties`: what orders equally distant rows; the smaller place stays."""
    return i if reading.neighbor_ties == "earlier" else -i


def arithmetic(reading: Reading) -> Arithmetic:
    """`arithmetic`: the numbers everything is computed with."""
    return ARITHMETICS[reading.arithmetic]
