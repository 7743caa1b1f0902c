"""Exact numbers, compared with independent high-precision arithmetic on thousands of random sums, and doubles."""

from __future__ import annotations

import decimal
import math
import random
from decimal import Decimal
from fractions import Fraction

import pytest

from monfknn_ref.arithmetic import DOUBLES, EXACT, HALF
from monfknn_ref.arithmetic.power_sums import (
    PowerSum,
    Share,
    context_of,
    decided_sign,
    inverse_power,
    root_of_ratio,
    whole_root,
)
from monfknn_ref.model.door import on_one_grid


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
        power = -Decimal(s.numerator) / s.denominator
        for _ in range(60):
            terms = random_terms(rng)
            value = sum(
                (Decimal(a.numerator) / a.denominator * Decimal(q) ** power for q, a in terms),
                Decimal(0),
            )
            wanted = 0 if abs(value) < Decimal("1e-80") else (1 if value > 0 else -1)
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
    assert PowerSum(HALF, []) / one == 0


def test_shares_refuse_what_they_cannot_answer() -> None:
    two, three, five = (inverse_power(q, HALF) for q in (2, 3, 5))
    share, other = two / (two + three), two / (two + five)
    assert (share == other) is False and share != other
    with pytest.raises(TypeError, match="a Share compares with rationals and shares of the same total"):
        _ = share < other
    with pytest.raises(TypeError):
        hash(share)
    assert str(share) == "(2^(-1/2)) / (2^(-1/2) + 3^(-1/2))"
    assert repr(share) == "Share((2^(-1/2)) / (2^(-1/2) + 3^(-1/2)))"


def test_whole_roots_by_definition() -> None:
    rng = random.Random(4)
    drawn = [(rng.randrange(1, 10**18), rng.randrange(2, 70)) for _ in range(500)]
    powers = [(root**b - less, b) for root in range(1, 101) for b in (2, 3, 4, 5, 7) for less in (0, 1)]
    for n, b in drawn + powers:
        root = whole_root(n, b)
        assert root**b <= n < (root + 1) ** b
    assert root_of_ratio(18, 8, 2) == Fraction(3, 2)
    assert root_of_ratio(18, 9, 2) is None


def test_floats_are_taken_at_their_shortest_decimal() -> None:
    [rows] = on_one_grid(EXACT, [(0.1, 0.2), (0.3, 1e-3)])
    assert rows == [(100, 200), (300, 1)]
    assert EXACT.number(0.51) == Fraction(51, 100)


@pytest.mark.parametrize("exponent", [Fraction(1, 2), Fraction(3, 2), Fraction(1, 4), Fraction(1, 3)])
@pytest.mark.parametrize("zeros", [20, 30, 60, 100])
def test_terms_closer_than_the_digits_of_the_callers_decimals(exponent: Fraction, zeros: int) -> None:
    """(q + 1)^-s is below q^-s however large q is, whatever precision decimals have outside."""
    q = 7 * 10**zeros + 3
    with decimal.localcontext() as context:
        for context.prec in (3, 28):
            assert PowerSum(exponent, [(q + 1, Fraction(1)), (q, Fraction(-1))]).sign() == -1
            assert PowerSum(exponent, [(q, Fraction(1)), (q + 1, Fraction(-1))]).sign() == 1


# --- Doubles ---


def test_doubles_are_taken_as_they_are_or_refused() -> None:
    assert DOUBLES.rows([(1, Fraction(1, 4))], 7) == [(1.0, 0.25)]
    assert DOUBLES.denominator([(Fraction(1, 3),)]) == 1
    assert DOUBLES.number(Decimal("0.1")) == 0.1
    for huge in (10**400, -(10**400), Decimal("1e999")):
        with pytest.raises(ValueError, match=r"^double arithmetic can hold numbers of size up to 1.8e\+308"):
            DOUBLES.number(huge)


def test_powers_in_doubles() -> None:
    assert DOUBLES.inverse_power(3.0, 2.0) == 1 / 9.0
    assert DOUBLES.inverse_power(0.1, 2.0) == 1 / (0.1 * 0.1) != 1 / 0.1**2.5
    assert DOUBLES.inverse_power(4.0, 0.5) == 0.5
    assert DOUBLES.inverse_power(1e200, 2.0) == DOUBLES.inverse_power(1e200, 3.0) == 0.0
    for distance, exponent in ((1e-200, 2.0), (1e-160, 2.0), (1e-200, 3.0), (1e-103, 3.0)):
        words = f"the distance {distance} to the power {exponent} is too small for doubles; scale the attr"
        with pytest.raises(ValueError, match=words):
            DOUBLES.inverse_power(distance, exponent)


def test_memberships_in_doubles() -> None:
    assert DOUBLES.memberships([0.3, 0.7 + 1e-10]) == [0.3, 0.7 + 1e-10]  # rounding is kept
    assert DOUBLES.memberships([0.25, 0.25]) == [0.5, 0.5]
    assert DOUBLES.memberships([0.75, 0.75]) == [0.5, 0.5]
    assert DOUBLES.memberships([0.3, 0.7 + 1e-8])[0] < 0.3
    for u in ([0.0, 0.0], [math.inf, 1.0], [math.nan]):
        with pytest.raises(ValueError, match="cannot be normalized in doubles"):
            DOUBLES.normalized(u)
    assert DOUBLES.normalized([1.0, 3.0]) == [0.25, 0.75]


def test_distances() -> None:
    assert EXACT.distance((0, 0), (3, 4)) == EXACT.distance((3, 4), (0, 0)) == 25
    assert EXACT.distance((-1,), (2,)) == 9
    assert DOUBLES.distance((0.0, 0.0), (3.0, 4.0)) == 5.0
    assert EXACT.denominator([]) == 1 == EXACT.denominator([(3,)])
    assert EXACT.rows([(Fraction(1, 3), 0.5)], 6) == [(2, 3)]
    assert EXACT.rows([(4, 5)]) == [(4, 5)]


def test_the_longest_power() -> None:
    assert EXACT.inverse_power(1, Fraction(10_000)) == 1
    for exponent in (Fraction(10_001), Fraction(-10_001), Fraction(2_000_000)):
        with pytest.raises(ValueError, match=f"^the distance to the power {exponent} is too long a number"):
            EXACT.inverse_power(1, exponent)


def test_normalized_in_exact_numbers() -> None:
    already = [Fraction(1, 3), Fraction(2, 3)]
    assert EXACT.normalized(already) == already
    assert EXACT.normalized([2, 1]) == [Fraction(2, 3), Fraction(1, 3)]
    assert EXACT.memberships([0.5, 1]) == [Fraction(1, 3), Fraction(2, 3)]
    shares = [inverse_power(2, HALF) / (inverse_power(2, HALF) + inverse_power(3, HALF)), Fraction(0)]
    assert EXACT.memberships(shares) == shares


# --- Sums of powers ---


def test_sums_of_powers() -> None:
    two, three, eight = (inverse_power(q, HALF) for q in (2, 3, 8))
    assert str(two + eight) == "3/2*2^(-1/2)"
    assert str(two - two) == "0" and not two - two
    assert str(two * 0) == "0"
    assert (two - eight).sign() == 1 and (eight - two).sign() == -1 and (two - two).sign() == 0
    assert (two - three).sign() == 1 and (three - two).sign() == -1
    assert (two * -1).sign() == -1
    assert two + 0 == 0 + two or str(two + 0) == str(0 + two) == "2^(-1/2)"
    assert isinstance((two + three) / (two + three), Fraction)
    assert (two * 3 + three * 3) / (two + three) == 3
    assert isinstance(two / (two + three), Share)
    assert (two - two) / two == 0
    assert two / eight == 2


def test_what_sums_of_powers_do_not_add_or_multiply() -> None:
    two = inverse_power(2, HALF)
    assert isinstance(two, PowerSum)
    other = inverse_power(2, Fraction(1, 3))
    for wrong in (lambda: two + other, lambda: two + 1, lambda: two * two, lambda: two * 0.5):
        with pytest.raises(TypeError):
            wrong()


@pytest.mark.parametrize("s", [HALF, Fraction(1, 3), Fraction(3, 2), Fraction(-1, 2), Fraction(5, 7)])
def test_enclosures_hold_the_number(s: Fraction) -> None:
    """Against many more digits: the value is never farther away than the bound, and the bound is not idle."""
    terms = [(q, Fraction(a, q + 1)) for q, a in ((2, 3), (3, -7), (10**20 + 7, 11), (97, 5))]
    total = PowerSum(s, terms)
    precise, _ = total.enclosed(400)
    for digits in (30, 60, 120):
        value, error = total.enclosed(digits)
        assert abs(context_of(400).subtract(value, precise)) <= error
        assert error < abs(precise) * Decimal(10) ** (8 - digits) * 10**4


def test_enclosures_of_large_numbers_hold_them_too() -> None:
    """The error of exp(-s ln q) grows with its exponent, and so must the bound."""
    farthest = Decimal(0)
    for q in range(10**3000 + 1, 10**3000 + 400, 20):
        total = PowerSum(Fraction(1, 3), [(q, Fraction(1))])
        precise, (value, error) = total.enclosed(200)[0], total.enclosed(30)
        distance = abs(context_of(200).subtract(value, precise))
        assert distance <= error
        farthest = max(farthest, distance / error)
    assert farthest > Decimal("0.01")  # the bound is not idle


def test_a_sign_is_decided_when_the_error_allows_it() -> None:
    asked: list[int] = []

    def enclosed(digits: int) -> tuple[Decimal, Decimal]:
        asked.append(digits)
        return Decimal("1e-50"), Decimal(10) ** (-digits + 9)

    assert decided_sign(enclosed) == 1
    assert asked == [30, 60]
    assert decided_sign(lambda digits: (Decimal(-3), Decimal(2))) == -1


def test_shares_compare_with_rationals_and_with_each_other() -> None:
    two, three = inverse_power(2, HALF), inverse_power(3, HALF)
    total = two + three
    small, large = three / total, two / total
    assert small < large and large > small and small <= large and large >= small
    assert not large < small and not large <= small and not small > large and not small >= large
    assert small + large == 1 and large + small == 1
    assert small <= small and small >= small and not small < small and not small > small
    assert small == three / total and small != large
    assert small < HALF < large
    assert small + 0 == small and (small + HALF) > HALF
    assert small.__add__("half") is NotImplemented
    assert abs(float(small) - 1 / (1 + math.sqrt(1.5))) < 1e-15
    assert abs(float(two) - 1 / math.sqrt(2)) < 1e-15
