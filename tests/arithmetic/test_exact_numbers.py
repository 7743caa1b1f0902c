"""The exact numbers, compared with independent high-precision arithmetic on thousands of random sums."""

from __future__ import annotations

import decimal
import math
import random
from fractions import Fraction

import pytest

from monfknn_ref.arithmetic import DOUBLES, EXACT
from monfknn_ref.arithmetic.power_sums import PowerSum, Share, inverse_power, root_of_ratio, whole_root
from monfknn_ref.model.door import on_one_grid

HALF = Fraction(1, 2)


def by_integers(terms: list[tuple[int, Fraction]], digits: int = 80) -> Fraction:
    """sum a / sqrt(q) by integer square roots alone: each root cut after so many digits."""
    scale = 10**digits
    return sum((a * Fraction(scale, math.isqrt(q * scale * scale)) for q, a in terms), Fraction(0))


def random_terms(rng: random.Random) -> list[tuple[int, Fraction]]:
    count = rng.randrange(1, 8)
    return [
        (rng.randrange(1, 200), Fraction(rng.randrange(-9, 10), rng.randrange(1, 10))) for _ in range(count)
    ]


def test_signs_of_random_sums_of_roots() -> None:
    rng = random.Random(1)
    for _ in range(3000):
        terms = random_terms(rng)
        value = by_integers(terms)
        wanted = 0 if abs(value) < Fraction(1, 10**60) else (1 if value > 0 else -1)
        assert PowerSum(HALF, terms).sign() == wanted, terms


def test_sums_made_to_cancel_are_exactly_zero() -> None:
    """a/sqrt(q r^2) = (a/r)/sqrt(q): the same number in other words is taken away again."""
    rng = random.Random(2)
    for _ in range(2000):
        terms = random_terms(rng)
        disguised = []
        for q, a in terms:
            r, split = rng.randrange(1, 50), Fraction(rng.randrange(-5, 6), 3)
            disguised += [(q * r * r, -split * r), (q, split - a)]
        rng.shuffle(disguised)
        total = PowerSum(HALF, terms) + PowerSum(HALF, disguised)
        assert total.sign() == 0
        assert not total


def test_sums_close_to_zero_are_told_apart_from_it() -> None:
    """The best rational approximations of sqrt(2) leave differences far below double precision."""
    p, q = 1, 1
    for _ in range(120):
        p, q = p + 2 * q, p + q  # p/q -> sqrt(2), alternating above and below
        difference = PowerSum(HALF, [(1, Fraction(p, q)), (2, Fraction(-2))])  # p/q - sqrt(2)
        assert difference.sign() == (1 if p * p > 2 * q * q else -1)


@pytest.mark.parametrize("m", ["1.5", "2.5", "1.25", "1.000001", "4/3", "0.5", "4", "6"])
def test_other_exponents_against_decimals(m: str) -> None:
    rng = random.Random(m)
    s = (Fraction(m) - 1) / 2
    with decimal.localcontext() as context:
        context.prec = 120
        power = -decimal.Decimal(s.numerator) / s.denominator
        for _ in range(60):
            terms = random_terms(rng)
            value = sum(
                (
                    decimal.Decimal(a.numerator) / a.denominator * decimal.Decimal(q) ** power
                    for q, a in terms
                ),
                decimal.Decimal(0),
            )
            wanted = 0 if abs(value) < decimal.Decimal("1e-80") else (1 if value > 0 else -1)
            assert PowerSum(s, terms).sign() == wanted


def test_fractional_powers_cancel_exactly() -> None:
    """16^(-3/4) = 1/8: collected by fourth powers, not only by squares."""
    s = Fraction(3, 4)
    assert PowerSum(s, [(16, Fraction(8)), (1, Fraction(-1))]).sign() == 0
    assert PowerSum(s, [(16 * 5, Fraction(8)), (5, Fraction(-1))]).sign() == 0
    assert PowerSum(s, [(4, Fraction(8)), (1, Fraction(-1))]).sign() != 0


def test_whole_powers_are_fractions() -> None:
    assert inverse_power(9, Fraction(1)) == Fraction(1, 9)
    assert inverse_power(9, Fraction(0)) == 1
    assert inverse_power(9, Fraction(-2)) == 81


def test_shares_of_random_weights() -> None:
    rng = random.Random(3)
    for _ in range(500):
        weights = [inverse_power(rng.randrange(1, 40), HALF) for _ in range(rng.randrange(2, 7))]
        total = weights[0]
        for weight in weights[1:]:
            total = total + weight
        shares = [weight / total for weight in weights]
        assert sum(shares) == 1
        for weight, share in zip(weights, shares):
            assert float(share) == pytest.approx(float(weight) / float(total), rel=1e-15)
            assert 0 < share <= 1
        for one, other in zip(shares, shares[1:]):
            assert (one < other) == (float(one) < float(other) - 1e-12)


def test_shares_that_are_rational_become_fractions() -> None:
    one, two, eight = (inverse_power(q, HALF) for q in (2, 2, 8))
    assert (one + eight) / (one + two + eight) == Fraction(3, 5)
    assert isinstance(one / (one + inverse_power(3, HALF)), Share)
    assert PowerSum(HALF, []) / one == 0


def test_shares_refuse_what_they_cannot_answer() -> None:
    two, three, five = (inverse_power(q, HALF) for q in (2, 3, 5))
    share, other = two / (two + three), two / (two + five)
    assert (share == other) is False
    with pytest.raises(TypeError, match="a Share compares with rationals and shares of the same total"):
        _ = share < other
    with pytest.raises(TypeError):
        hash(share)
    assert str(share) == "(2^(-1/2)) / (2^(-1/2) + 3^(-1/2))"
    assert repr(share) == "Share((2^(-1/2)) / (2^(-1/2) + 3^(-1/2)))"


def test_whole_roots_by_definition() -> None:
    rng = random.Random(4)
    for _ in range(500):
        n, b = rng.randrange(1, 10**18), rng.randrange(2, 70)
        root = whole_root(n, b)
        assert root**b <= n < (root + 1) ** b
    assert root_of_ratio(18, 8, 2) == Fraction(3, 2)
    assert root_of_ratio(18, 9, 2) is None


def test_floats_are_taken_at_their_shortest_decimal() -> None:
    [rows] = on_one_grid(EXACT, [(0.1, 0.2), (0.3, 1e-3)])
    assert rows == [(100, 200), (300, 1)]
    assert EXACT.number(0.51) == Fraction(51, 100)


def test_doubles_that_do_not_fit_are_refused() -> None:
    with pytest.raises(
        ValueError, match="double arithmetic can hold numbers of size up to 1.8e\\+308, got 1000"
    ):
        DOUBLES.number(10**400)
    with pytest.raises(ValueError, match="the distance 1e-200 to the power 2.0 is too small for doubles"):
        DOUBLES.inverse_power(1e-200, 2.0)
    with pytest.raises(ValueError, match="the distance 1e-160 to the power 2.0 is too small for doubles"):
        DOUBLES.inverse_power(1e-160, 2.0)
    with pytest.raises(ValueError, match="the distance to the power 2000000 is too long a number"):
        EXACT.inverse_power(5, Fraction(2_000_000))
    assert DOUBLES.inverse_power(1e200, 3.0) == 0


@pytest.mark.parametrize("exponent", [Fraction(1, 2), Fraction(3, 2), Fraction(1, 4), Fraction(1, 3)])
@pytest.mark.parametrize("zeros", [20, 30, 60, 100])
def test_terms_closer_than_the_digits_of_the_callers_decimals(exponent: Fraction, zeros: int) -> None:
    """(q + 1)^-s is below q^-s however large q is, whatever precision decimals have outside."""
    q = 7 * 10**zeros + 3
    with decimal.localcontext() as context:
        for context.prec in (3, 28):
            assert PowerSum(exponent, [(q + 1, Fraction(1)), (q, Fraction(-1))]).sign() == -1
            assert PowerSum(exponent, [(q, Fraction(1)), (q + 1, Fraction(-1))]).sign() == 1
