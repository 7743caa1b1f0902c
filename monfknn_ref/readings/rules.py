"""Rules: a reading with its numbers, the classes Y and a way of settling ties.

Wherever the paper is silent, the algorithms call a method of a `Rules` object, so that their own lines stay
the paper's. Each point of the register has one method here, and its docstring opens with the id of the point.
Three more methods combine several points: `candidates` for Algorithm 2, `shares_of_neighbors` for Eq. 6, and
`weights` for Eq. 2 and Eq. 7.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from monfknn_ref.arithmetic import ARITHMETICS, Membership, Row, Scalar, Weight
from monfknn_ref.readings.errors import shown
from monfknn_ref.readings.register import PAPER, Reading


class Coin(Protocol):
    """Anything that has the method getrandbits of `random.Random`; only getrandbits(1) is called."""

    def getrandbits(self, bits: int, /) -> int: ...


Tie: TypeAlias = str | Coin
"""How odd median gaps are settled: "lower", "upper", or a coin to toss."""


def check_tie(tie: Any, reading: Reading) -> Tie:
    """How odd median gaps are settled: as `tie` says, or as the reading says if `tie` is None.

    >>> check_tie("middle", PAPER)
    Traceback (most recent call last):
    ValueError: tie must be None, 'lower', 'upper' or an object with getrandbits, got 'middle'
    """
    if tie is None:
        return random.Random(0) if reading.median_gap == "coin" else reading.median_gap
    if tie in ("lower", "upper") or callable(getattr(tie, "getrandbits", None)):
        return tie  # type: ignore[no-any-return]
    error = ValueError if isinstance(tie, str) else TypeError
    raise error(f"tie must be None, 'lower', 'upper' or an object with getrandbits, got {shown(tie)}")


class Candidate(NamedTuple):
    """A row that may be a neighbor. Candidates are compared by distance, then by place."""

    distance: float
    place: int
    row: int
    """Its position in D."""


class Rules:
    """One answer to every open point, for c classes known by their positions.

    `highest` is the highest class among the training labels, if that is known. `tie` settles odd median gaps.
    Random draws come from `tie` too if it is a generator, and from a generator with a fixed seed otherwise.

    >>> rules = Rules(PAPER, 3)
    >>> rules.Y, rules.middle(0, 1), rules.crossed(2, 1)
    (range(0, 3), 0, (0, 2))
    """

    def __init__(
        self, reading: Reading = PAPER, c: int = 1, tie: Tie | None = None, highest: int | None = None
    ) -> None:
        self.reading = reading
        self.numbers = ARITHMETICS[reading.arithmetic]
        self.Y = range(c)
        self.tie = check_tie(tie, reading)
        self.chance = self.tie
        self.highest = c - 1 if highest is None or reading.open_bound != "highest-in-training" else highest
        self.one, self.zero = self.numbers.number(1), self.numbers.number(0)

    def with_tie(self, tie: Tie) -> Rules:
        """The same rules, but odd median gaps are settled by `tie`; random draws come from where they did."""
        changed = copy.copy(self)
        changed.tie = tie
        return changed

    def with_chance(self, tie: Tie) -> Rules:
        """The same rules, but both odd median gaps and random draws are settled by `tie`."""
        changed = self.with_tie(tie)
        changed.chance = tie
        return changed

    # --- Algorithm 2: which rows may be neighbors ---------------------------------------------------------

    def candidates(self, x: Row, D: Sequence[Row], itself: int | None = None) -> Iterator[Candidate]:
        """The rows of D that may be neighbors of x; `itself` is the position of x in D, if it is there."""
        for i in self.others(D, itself):
            distance = self.numbers.distance(x, D[i])
            if self.may_be_neighbor(distance):
                yield Candidate(distance, self.place(i), i)

    def others(self, D: Sequence[Row], itself: int | None) -> Sequence[int]:
        """`leave-one-out`: the rows that count for the range and the neighbors of the row `itself`.

        >>> Rules().others([(1,), (2,), (3,)], itself=1)
        [0, 2]
        """
        if itself is None or self.reading.leave_one_out == "no":
            return range(len(D))
        return [i for i in range(len(D)) if i != itself]

    def may_be_neighbor(self, distance: float) -> bool:
        """`coincident`: whether a row at this distance may be a neighbor at all."""
        return distance != 0 or self.reading.coincident == "limit"

    def place(self, i: int) -> int:
        """`neighbor-ties`: the place by which equally distant rows are ordered; the smaller place wins."""
        return i if self.reading.neighbor_ties == "earlier" else -i

    # --- Eq. 1: ranges ------------------------------------------------------------------------------------

    def open_bounds(self, y: Sequence[int]) -> tuple[int, int]:
        """`open-bound`: y_min when no row lies below, y_max when none lies above."""
        if self.reading.open_bound == "present-classes" and y:
            return min(y), max(y)
        return 0, self.highest

    def crossed(self, y_min: int, y_max: int) -> tuple[int, int]:
        """`crossed-range`: the range that the two bounds stand for, also when y_min > y_max."""
        if y_min <= y_max:
            return y_min, y_max
        return (y_max, y_min) if self.reading.crossed_range == "swapped" else (0, self.highest)

    # --- Eq. 4: medians -----------------------------------------------------------------------------------

    def middle(self, l_m: int, l_M: int) -> int:
        """`median-gap`: the class that the median range stands for.

        >>> Rules().middle(1, 3), Rules().middle(1, 2), Rules(tie="upper").middle(1, 2)
        (2, 1, 2)
        """
        middle = (l_m + l_M) // 2
        if (l_M - l_m) % 2 == 0 or self.tie == "lower":
            return middle
        if self.tie == "upper":
            return middle + 1
        return middle + self.tie.getrandbits(1)  # type: ignore[union-attr]

    # --- Eq. 5 and Eq. 6: memberships of training rows ----------------------------------------------------

    def share(self, part: int, whole: int) -> Scalar:
        """`arithmetic`: the quotient of two counts, in the numbers of the reading.

        >>> Rules(PAPER).share(1, 3)
        Fraction(1, 3)
        """
        return self.numbers.share(part, whole)

    def normalized(self, u: Sequence[Membership]) -> list[Membership]:
        """`arithmetic`: memberships divided by their sum, which differs from 1 only through rounding."""
        return self.numbers.normalized(u)

    def duplicated(self, labels: Sequence[int]) -> bool:
        """`duplicated`: whether rows with equal attributes and these labels count as duplicated."""
        if self.reading.duplicated == "conflicting":
            return len(set(labels)) > 1
        return len(labels) > 1

    def second_look(self, D: Sequence[Row], RCr: Scalar) -> range:
        """`rcr-one`: the rows that get memberships by Eq. 6 and then a new median.

        >>> from monfknn_ref.readings import AUTHORS
        >>> D = [(1,), (2,)]
        >>> list(Rules(PAPER).second_look(D, 1)), list(Rules(AUTHORS).second_look(D, 1))
        ([0, 1], [])
        """
        return range(0 if RCr == 1 and self.reading.rcr_one == "skipped" else len(D))

    def shares_of_neighbors(
        self, classes: Sequence[int], y_i: int, k: int, r: tuple[int, int]
    ) -> list[Scalar]:
        """nn_l / k, the share of each class among the neighbors of a row of class y_i with range r.

        >>> [str(share) for share in Rules(PAPER, 3).shares_of_neighbors([2, 2, 0], 1, 5, (0, 2))]
        ['1/3', '0', '2/3']
        """
        counted = self.counted(classes, y_i, k)
        if not counted:
            return self.drawn(r)
        return [self.share(counted.count(l), len(counted)) for l in self.Y]

    def counted(self, classes: Sequence[int], y_i: int, k: int) -> list[int]:
        """`fewer-than-k`: the classes that Eq. 6 counts; none if the shares are to be drawn (`no-neighbor`).

        >>> Rules(PAPER).counted([2, 2], 1, 5), Rules(PAPER).counted([], 1, 5)
        ([2, 2], [1])
        """
        if self.reading.fewer_than_k == "own-class":
            return [*classes, *[y_i] * (k - len(classes))]
        if not classes and self.reading.no_neighbor == "uniform":
            return [y_i]
        return list(classes)

    # --- Eq. 7: memberships of a query --------------------------------------------------------------------

    def weights(self, x: Row, D: Sequence[Row], nn: Sequence[int], m: Scalar) -> list[Weight]:
        """The factor 1 / ||x - x_j||^(m-1) of each neighbor, or its limit if a neighbor equals x.

        >>> from fractions import Fraction
        >>> D = [(0, 0), (3, 4)]
        >>> Rules().weights((0, 4), D, [0, 1], Fraction(3))                     # squared distances 16 and 9
        [Fraction(1, 16), Fraction(1, 9)]
        >>> Rules().weights((3, 4), D, [0, 1], Fraction(2))                     # the equal row alone
        [0, 1]
        """
        exponent = self.exponent(m)
        distances = [self.numbers.distance(x, D[j]) for j in nn]
        if exponent > 0 and 0 in distances:
            return [1 if distance == 0 else 0 for distance in distances]
        return [
            self.numbers.inverse_power(distance, exponent) if distance != 0 else int(exponent == 0)
            for distance in distances
        ]

    def penalized_weights(
        self, x: Row, D: Sequence[Row], pOR: Mapping[int, Scalar], m: Scalar
    ) -> dict[int, Any]:
        """The weight pOR_j / ||x - x_j||^(m-1) of each neighbor in Eq. 7, up to a common factor."""
        return {j: pOR[j] * weight for j, weight in zip(pOR, self.weights(x, D, list(pOR), m))}

    def exponent(self, m: Scalar) -> Scalar:
        """`weights`: the exponent of the distance in the weight of a neighbor.

        >>> from monfknn_ref.readings import AUTHORS
        >>> Rules(PAPER).exponent(3), Rules(AUTHORS).exponent(3)
        (2, 1.0)
        """
        return m - 1 if self.reading.weights == "printed" else 2 / (m - 1)

    def without_neighbors(
        self, r: tuple[int, int], pOR: Iterable[Scalar] = (), weights: Iterable[Weight] = ()
    ) -> list[Any]:
        """`no-neighbor`: the memberships of a query of which only the range is known.

        >>> [str(u_l) for u_l in Rules(PAPER, 4).without_neighbors((1, 2))]
        ['0', '1/2', '1/2', '0']
        """
        if any(penalty and isinstance(weight, float) for penalty, weight in zip(pOR, weights)):
            raise ValueError(
                "the weights of all neighbors are too small for doubles, so no class can be found; "
                "scale the attributes down, choose another m, or use a reading with arithmetic='exact'"
            )
        if self.reading.no_neighbor == "drawn":
            return self.drawn(r)
        return self.spread([self.one for _ in range(r[0], r[1] + 1)], r)

    def drawn(self, r: tuple[int, int]) -> list[Scalar]:
        """Memberships in which one class of the range, drawn at random, is slightly ahead of the others."""
        size = r[1] - r[0] + 1
        if size == 1:
            return self.spread([self.one], r)
        tenth = self.numbers.number("0.1")
        chosen = int(self.draw() * size)
        return self.spread([1 + tenth if n == chosen else 1 - tenth / (size - 1) for n in range(size)], r)

    def draw(self) -> float:
        """A random number from [0, 1)."""
        if isinstance(self.chance, str):
            return random.Random(0).random()
        if not callable(getattr(self.chance, "random", None)):
            raise TypeError(
                f"tie must also have random() when no_neighbor is 'drawn', got {shown(self.chance)}"
            )
        return float(self.chance.random())  # type: ignore[attr-defined]

    def spread(self, shares: Sequence[Scalar], r: tuple[int, int]) -> list[Scalar]:
        """Memberships of all classes, from the shares of the classes in a range."""
        normalized = self.numbers.normalized(shares)
        return [normalized[l - r[0]] if r[0] <= l <= r[1] else self.zero for l in self.Y]
