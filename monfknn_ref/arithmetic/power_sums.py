"""The exact numbers behind Eq. 7: sums of rational multiples of fractional powers, and their quotients.

All data are scaled to whole numbers, so every squared distance q is whole, and the weight 1 / ||x -
x_j||^(m-1) of a neighbor is q^-s with s = (m - 1) / 2. For odd m this is a Fraction. For other m (for m = 2
it is one over a square root) a membership is the quotient of two sums of terms a * q^-s with rational a.
Whether it is at least one half is then decided by the sign of one more such sum.

The sign is found without rounding. Write s = p / b in lowest terms. Two terms are rational multiples of each
other if the ratio of their q is the b-th power of a rational; such terms are collected into one. The terms
that are left, if any, are linearly independent over the rationals, as positive real radicals with pairwise
irrational ratios always are. So their sum is not zero, and decimals of growing precision must find its sign.
Collecting terms is thus all it takes to recognize zero, and no number has to be factored.
"""

from __future__ import annotations

import decimal
import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from types import MappingProxyType
from typing import Any


def inverse_power(q: int, s: Fraction) -> Fraction | PowerSum:
    """The exact value of q^-s: a Fraction when s is whole, a sum of one term otherwise.

    >>> inverse_power(4, Fraction(1))
    Fraction(1, 4)
    >>> inverse_power(5, Fraction(1, 2))
    PowerSum(5^(-1/2))
    """
    if s.denominator == 1:
        return Fraction(q) ** -int(s)
    return PowerSum(s, [(q, Fraction(1))])


def whole_root(n: int, b: int) -> int:
    """The largest whole number whose b-th power is at most n.

    >>> whole_root(26, 2), whole_root(27, 3), whole_root(10**9, 50)
    (5, 3, 1)
    """
    if b == 2:
        return math.isqrt(n)
    if b >= n.bit_length():
        return min(n, 1)
    low, high = 1, 1 << (n.bit_length() // b + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if middle**b <= n:
            low = middle
        else:
            high = middle
    return low


@lru_cache(maxsize=4096)
def root_of_ratio(q: int, r: int, b: int) -> Fraction | None:
    """The b-th root of q / r if it is rational, None if it is not.

    >>> root_of_ratio(8, 2, 2), root_of_ratio(8, 3, 2)
    (Fraction(2, 1), None)
    """
    common = math.gcd(q, r)
    numerator, denominator = q // common, r // common
    root = Fraction(whole_root(numerator, b), whole_root(denominator, b))
    if root.numerator**b == numerator and root.denominator**b == denominator:
        return root
    return None


def context_of(digits: int) -> decimal.Context:
    """Decimal arithmetic with the given number of digits and the widest range of exponents."""
    return decimal.Context(
        prec=digits, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, rounding=decimal.ROUND_HALF_EVEN
    )


def decided_sign(enclosed: Callable[[int], tuple[decimal.Decimal, decimal.Decimal]]) -> int:
    """The sign of a number other than 0, from ever more precise approximations with bounds on their errors.

    >>> decided_sign(lambda digits: (decimal.Decimal(-1), decimal.Decimal(100) / digits))
    -1
    """
    digits = 30
    while True:
        value, error = enclosed(digits)
        if value.copy_abs() > error:  # abs() would round
            return 1 if value > 0 else -1
        digits *= 2


class PowerSum:
    """An exact sum of terms a * q^-s: s is the same for all, q > 0 is whole, and a is rational and not 0.

    >>> PowerSum(Fraction(1, 2), [(2, Fraction(1)), (8, Fraction(2))])      # 2/sqrt(8) is 1/sqrt(2)
    PowerSum(2*2^(-1/2))
    """

    __slots__ = ("exponent", "terms")

    def __init__(
        self,
        exponent: Fraction,
        terms: Iterable[tuple[int, Fraction]],
        collected: Mapping[int, Fraction] = MappingProxyType({}),
    ) -> None:
        """The sum of `terms` and of other terms that are already `collected`."""
        self.exponent = exponent
        self.terms = dict(collected)
        for q, a in terms:
            q, a = self._as_multiple_of_known(q, a)
            a += self.terms.pop(q, Fraction(0))
            if a != 0:
                self.terms[q] = a

    def _as_multiple_of_known(self, q: int, a: Fraction) -> tuple[int, Fraction]:
        """The term a * q^-s, written with the q of a known term if it is a rational multiple of that term."""
        if q in self.terms:
            return q, a
        for known in self.terms:
            root = root_of_ratio(q, known, self.exponent.denominator)
            if root is not None:  # q^-s = (root^b * known)^(-p/b) = root^-p * known^-s
                return known, a * root**-self.exponent.numerator
        return q, a

    def __add__(self, other: Any) -> PowerSum:
        if isinstance(other, PowerSum) and other.exponent == self.exponent:
            if not other.terms:
                return self
            return PowerSum(self.exponent, other.terms.items(), collected=self.terms)
        if isinstance(other, Rational) and other == 0:
            return self
        return NotImplemented

    __radd__ = __add__

    def __mul__(self, factor: Any) -> PowerSum:
        if not isinstance(factor, Rational):
            return NotImplemented
        if factor == 0 or factor == 1:
            return self if factor == 1 else PowerSum(self.exponent, [])
        return PowerSum(self.exponent, [], collected={q: a * Fraction(factor) for q, a in self.terms.items()})

    __rmul__ = __mul__

    def __sub__(self, other: PowerSum) -> PowerSum:
        return self + other * -1

    def __truediv__(self, total: PowerSum) -> Fraction | Share:
        """The quotient: a Fraction if one sum is a rational multiple of the other, a Share if not."""
        if not self.terms:
            return Fraction(0)
        for q, a in total.terms.items():
            known, factor = self._as_multiple_of_known(q, a)
            if known in self.terms:  # only this quotient can be rational
                quotient = self.terms[known] / factor
                return Share(self, total) if self - total * quotient else quotient
        return Share(self, total)

    def __bool__(self) -> bool:
        return bool(self.terms)

    def sign(self) -> int:
        """-1, 0 or 1, decided without rounding."""
        if all(a > 0 for a in self.terms.values()):
            return 1 if self.terms else 0
        if all(a < 0 for a in self.terms.values()):
            return -1
        return decided_sign(self.enclosed)

    def enclosed(self, digits: int) -> tuple[decimal.Decimal, decimal.Decimal]:
        """A decimal approximation and a bound on its error.

        Every operation of `decimal` used here is correctly rounded: its error is at most half a unit in the
        last of the given digits. With a square root, four such roundings go into a term and its addition to
        the sum. A general power is exp(-s ln q): the exponent is rounded three times, and exp makes these
        relative errors |s ln q| times as large.
        """
        with decimal.localcontext(context_of(digits)):  # applies to every operator, even to minus and abs
            unit = decimal.Decimal(10).scaleb(-digits)
            s = decimal.Decimal(self.exponent.numerator) / self.exponent.denominator
            value = size = decimal.Decimal(0)
            roundings = decimal.Decimal(len(self.terms) + 4)
            for q, a in self.terms.items():
                if self.exponent == Fraction(1, 2):
                    power = 1 / decimal.Decimal(q).sqrt()
                else:
                    logarithm = s * decimal.Decimal(q).ln()
                    power = (-logarithm).exp()
                    roundings = max(roundings, len(self.terms) + 5 + 3 * abs(logarithm))
                term = decimal.Decimal(a.numerator) / a.denominator * power
                value += term
                size += abs(term)
            return value, 2 * roundings * unit * size

    def __float__(self) -> float:
        return float(self.enclosed(60)[0])

    def __repr__(self) -> str:
        return f"PowerSum({self})"

    def __str__(self) -> str:
        s = self.exponent
        parts = [("" if a == 1 else f"{a}*") + f"{q}^({-s})" for q, a in sorted(self.terms.items())]
        return " + ".join(parts) or "0"


class Share:
    """An exact irrational share: one positive PowerSum divided by another.

    Shares of the same total can be added and compared. Any share can be compared with a rational number.

    >>> one, other = inverse_power(1, Fraction(1, 2)), inverse_power(2, Fraction(1, 2))
    >>> share = one / (one + other)                                  # 1 / (1 + 1/sqrt(2))
    >>> share > Fraction(58578643, 10**8), share < Fraction(58578644, 10**8), float(share)
    (True, True, 0.585786437626905)
    """

    __slots__ = ("part", "total")

    def __init__(self, part: PowerSum, total: PowerSum) -> None:
        self.part = part
        self.total = total

    def _same_total(self, other: Any) -> PowerSum | None:
        """The other number as a part of this share's total; None if it cannot be written so."""
        if isinstance(other, Share):
            alike = other.total is self.total or other.total.terms == self.total.terms
            return other.part if alike else None
        if isinstance(other, Rational):
            return self.total * Fraction(other)
        return None

    def __add__(self, other: Any) -> Fraction | Share:
        part = self._same_total(other)
        if part is None:
            return NotImplemented
        return (self.part + part) / self.total if part else self

    __radd__ = __add__

    def _sign_of_difference(self, other: Any) -> int:
        part = self._same_total(other)
        if part is None:
            raise TypeError(f"a Share compares with rationals and shares of the same total, got {other!r}")
        return (self.part - part).sign()

    def __eq__(self, other: object) -> bool:
        return self._same_total(other) is not None and self._sign_of_difference(other) == 0

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: Any) -> bool:
        return self._sign_of_difference(other) < 0

    def __le__(self, other: Any) -> bool:
        return self._sign_of_difference(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self._sign_of_difference(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self._sign_of_difference(other) >= 0

    def __float__(self) -> float:
        return float(context_of(60).divide(self.part.enclosed(60)[0], self.total.enclosed(60)[0]))

    def __repr__(self) -> str:
        return f"Share({self})"

    def __str__(self) -> str:
        return f"({self.part}) / ({self.total})"
