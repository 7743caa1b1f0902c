"""Exact comparisons of the scores by which the rank trees choose a cut.

Every such score is a rational number plus a sum of rational multiples of logarithms of rational numbers, all
made of counts of rows. Doubles tell two scores apart unless they are very close. Then it matters whether they
are equal, because the first of equal cuts wins. A sum of logarithms can be written in logarithms of primes,
which are linearly independent over the rational numbers. So it is zero only if every coefficient is zero, and
it never equals a rational number other than zero. Equality is therefore decided by the coefficients. Sums
that are not equal are compared by decimals of growing precision.
"""

from __future__ import annotations

import decimal
import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

from monfknn_ref.arithmetic.power_sums import context_of, decided_sign


class Term(NamedTuple):
    """The number p / q * ln(s / t) with whole p, q, s and t, where q, s and t are above 0."""

    p: int
    q: int
    s: int
    t: int


class LogarithmSum:
    """A rational number plus terms p / q * ln(s / t).

    >>> two_nines = LogarithmSum([Term(1, 2, 9, 1)])                        # ln(9) / 2
    >>> two_nines.compare(LogarithmSum([Term(1, 1, 3, 1)]))                 # = ln(3)
    0
    >>> two_nines.compare(LogarithmSum(constant=Fraction(11, 10)))          # < 1.1
    -1
    """

    __slots__ = ("constant", "slack", "terms", "value")

    def __init__(self, terms: Iterable[Term] = (), constant: Fraction = Fraction(0)) -> None:
        self.terms = tuple(term for term in terms if term.s != term.t and term.p != 0)
        self.constant = constant
        self.value = float(constant)
        size = abs(self.value)
        for p, q, s, t in self.terms:
            logarithm = math.log(s / t)
            self.value += p / q * logarithm
            size += abs(p / q) * (1 + abs(logarithm))
        self.slack = 1e-12 * size  # larger than all rounding errors above together

    def compare(self, other: LogarithmSum) -> int:
        """-1, 0 or 1: this number is smaller than, equal to or larger than the other one."""
        difference = self.value - other.value
        if abs(difference) > self.slack + other.slack:
            return 1 if difference > 0 else -1
        if self.terms == other.terms and self.constant == other.constant:
            return 0
        opposite = [Term(-p, q, s, t) for p, q, s, t in other.terms]
        return exact_sign(prime_coefficients([*self.terms, *opposite]), self.constant - other.constant)


@cache
def prime_factors(n: int) -> tuple[int, ...]:
    """
    >>> prime_factors(360), prime_factors(1)
    ((2, 2, 2, 3, 3, 5), ())
    """
    factors = []
    divisor = 2
    while divisor * divisor <= n:
        while n % divisor == 0:
            factors.append(divisor)
            n //= divisor
        divisor += 1
    return (*factors, n) if n > 1 else tuple(factors)


def prime_coefficients(terms: Iterable[Term]) -> dict[int, Fraction]:
    """The sum of the terms written as a sum of c * ln(prime), without the coefficients c that are 0.

    >>> prime_coefficients([Term(1, 2, 12, 1)])                             # ln(12) / 2 = ln(2) + ln(3) / 2
    {2: Fraction(1, 1), 3: Fraction(1, 2)}
    """
    coefficients: dict[int, Fraction] = {}
    for p, q, s, t in terms:
        for prime in prime_factors(s):
            coefficients[prime] = coefficients.get(prime, Fraction(0)) + Fraction(p, q)
        for prime in prime_factors(t):
            coefficients[prime] = coefficients.get(prime, Fraction(0)) - Fraction(p, q)
    return {prime: c for prime, c in coefficients.items() if c != 0}


def exact_sign(coefficients: Mapping[int, Fraction], constant: Fraction) -> int:
    """The sign of constant + sum of c * ln(prime), where no coefficient c is 0.

    >>> exact_sign({}, Fraction(0)), exact_sign({2: Fraction(1)}, Fraction(-693147180559945309417, 10**21))
    (0, 1)
    """
    if not coefficients:
        return (constant > 0) - (constant < 0)
    return decided_sign(partial(enclosed, coefficients, constant))


def enclosed(
    coefficients: Mapping[int, Fraction], constant: Fraction, digits: int
) -> tuple[decimal.Decimal, decimal.Decimal]:
    """A decimal approximation of constant + sum of c * ln(prime), and a bound on its error.

    Each term, with its addition to the sum, is rounded at most four times, by half a unit each time.
    """
    with decimal.localcontext(context_of(digits)):
        value = decimal.Decimal(constant.numerator) / constant.denominator
        size = abs(value)
        for prime, c in coefficients.items():
            term = decimal.Decimal(c.numerator) / c.denominator * decimal.Decimal(prime).ln()
            value += term
            size += abs(term)
        return value, size * decimal.Decimal(4 + len(coefficients)).scaleb(1 - digits)
