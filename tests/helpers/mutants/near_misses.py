"""Mistakes about what is almost equal, almost one half, equal but written differently, or equal in the part that is compared."""

import math
import struct
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from operator import itemgetter

from .independent import Independent, decimals

# Almost on a row


class CoincidentWithin(Independent, family="almost-on-a-row", reach=Fraction(1, 10**3)):
    """A row at less than a thousandth from the query is taken for equal to it."""

    def factors(self, distances):
        return super().factors([0 if d < self.reach**2 else d for d in distances])


class CoincidentWithin1e5(CoincidentWithin, reach=Fraction(5, 10**5)):
    """A row at less than 1e-5 from the query is taken for equal to it."""


class CoincidentWithin1e8(CoincidentWithin, family="a-unit-from-a-row", reach=Fraction(2, 10**8)):
    """A row at less than 1e-8 from the query is taken for equal to it."""


class CoincidentWithin1e12(CoincidentWithin, family="a-unit-from-a-row", reach=Fraction(2, 10**12)):
    """A row at less than 1e-12 from the query is taken for equal to it."""


class CoincidentInDoubles(CoincidentWithin, family="a-unit-from-a-row", reach=Fraction(3, 10**15)):
    """A row at less than the precision of doubles from the query is taken for equal to it."""


class LeastDistance(Independent, family="tiny-distances", least=Fraction(1, 10**12)):
    """No distance is less than a millionth."""

    def factors(self, distances):
        return super().factors([max(d, self.least) if d else d for d in distances])


class LeastDistance1e10(LeastDistance, least=Fraction(1, 10**20)):
    """No distance is less than 1e-10."""


class Added1e9(Independent, family="tiny-distances"):
    """1e-9 is added to every distance but 0."""

    def inverse(self, squared):
        distance = decimals.add(
            decimals.sqrt(decimals.divide(*map(Decimal, Fraction(squared).as_integer_ratio()))),
            Decimal("1e-9"),
        )
        return decimals.power(distance, -1)


class SmallSquaresVanish(Independent, family="tiny-distances"):
    """Squared distances below 1e-30 count as 0."""

    def distance(self, x, z):
        d = super().distance(x, z)
        return d if d > Fraction(1, 10**30) else 0


# Almost equal rows


class GatheredWithin(Independent, family="almost-equal-rows", reach=Fraction(1, 10**6)):
    """Rows whose attributes differ by less than 1e-6 are taken for equal."""

    def gathered(self, rows, labels):
        found = []
        for row, label in zip(rows, labels):
            for other, copies in found:
                if all(abs(a - b) < self.reach for a, b in zip(row, other)):
                    copies.append(label)
                    break
            else:
                found.append((row, [label]))
        return found


class GatheredWithin1e10(GatheredWithin, reach=Fraction(1, 10**10)):
    """Rows whose attributes differ by less than 1e-10 are taken for equal."""


class GatheredWithin1e13(GatheredWithin, reach=Fraction(1, 10**13)):
    """Rows whose attributes differ by less than 1e-13 are taken for equal."""


class TolerantOrder(Independent, family="almost-dominated", slack=Fraction(1, 10**9)):
    """A row lies below another also if it is larger by less than 1e-9."""

    def dominates(self, x, z):
        return all(a >= b - self.slack for a, b in zip(x, z))


class TolerantOrderInDoubles(TolerantOrder, slack=Fraction(1, 10**12)):
    """A row lies below another also if it is larger by less than the precision of doubles."""


class DemandingOrder(Independent, family="almost-dominated"):
    """A row that differs from another lies below it only if it is smaller by more than 1e-6."""

    def dominates(self, x, z):
        return all(a == b or a > b + Fraction(1, 10**6) for a, b in zip(x, z))


# Almost one half


class HalfWithin(Independent, family="almost-half", missing="1e-9"):
    """A cumulative sum of one half less 1e-9 is taken for one half."""

    def reaches_half(self, total):
        number = Fraction if isinstance(total, Fraction) else Decimal
        return total >= number("0.5") - number(self.missing)


class HalfWithin1e3(HalfWithin, missing="1e-3"):
    """A cumulative sum of one half less 1e-3 is taken for one half."""


class HalfWithin1e6(HalfWithin, missing="1e-6"):
    """A cumulative sum of one half less 1e-6 is taken for one half."""


class HalfWithin1e11(HalfWithin, missing="1e-11"):
    """A cumulative sum of one half less 1e-11 is taken for one half."""


class HalfAndMore(HalfWithin, missing="-1e-9"):
    """A cumulative sum must exceed one half by 1e-9."""


class HalfInDoubles(HalfWithin, family="a-unit-from-half", missing="1.2e-16"):
    """A cumulative sum that doubles cannot tell from one half is taken for one half."""


class HalfWithin1e14(HalfWithin, family="a-unit-from-half", missing="1e-14"):
    """A cumulative sum of one half less 1e-14 is taken for one half."""


class MembershipsRounded(Independent, family="almost-half"):
    """Memberships are rounded to six decimals."""

    def with_relevance(self, own, found):
        return [round(u_l, 6) for u_l in super().with_relevance(own, found)]

    def reaches_half(self, total):
        return super().reaches_half(total) or total > 1 - Fraction(1, 1000)


class WeightsInSinglePrecision(Independent, family="almost-half"):
    """The weights of Eq. 7 are kept in single precision."""

    def inverse(self, squared):
        weight = float(super().inverse(squared))
        return Decimal(in_single_precision(weight)) if 1e-30 < weight < 1e30 else super().inverse(squared)


# Almost balanced


class PenaltyRounded(Independent, family="almost-balanced"):
    """pOR is rounded to three decimals."""

    def __init__(self, pOR, **parameters):
        super().__init__(pOR=round(pOR, 3), **parameters)


class SmallPenaltyIsZero(Independent, family="almost-balanced"):
    """A pOR below a millionth is taken for 0."""

    def __init__(self, pOR, **parameters):
        super().__init__(pOR=pOR if pOR > 1e-6 else 0, **parameters)


class mRounded(Independent, family="almost-balanced"):
    """m is rounded to a whole number."""

    def __init__(self, m, **parameters):
        super().__init__(m=round(m), **parameters)


class LargestmIsTen(Independent, family="large-m"):
    """m is at most 10."""

    def __init__(self, m, **parameters):
        super().__init__(m=min(m, 10), **parameters)


# Spellings


class SpelledApart(Independent, family="spellings"):
    """Rows are equal if their text is."""

    def spelled(self, value):
        return str(value)

    def fit(self, X, y, classes):
        self.given = {}
        for row in X:
            self.given.setdefault(self.turned(row), []).append(row)
        return super().fit(X, y, classes)

    def gathered(self, rows, labels):
        texts = [tuple(map(self.spelled, self.given[row].pop(0))) for row in rows]
        found = {}
        for row, text, label in zip(rows, texts, labels):
            found.setdefault(text, (row, []))[1].append(label)
        return list(found.values())


class TypesApart(SpelledApart):
    """Rows are equal if their numbers are of the same types too."""

    def spelled(self, value):
        return type(value), value


class ZerosApart(SpelledApart):
    """Rows are equal if their numbers have the same signs too, also those of 0."""

    def spelled(self, value):
        return value, math.copysign(1, value)


# Collisions


def in_single_precision(value):
    return struct.unpack("f", struct.pack("f", float(value)))[0]


def wrapped(value, bits):
    """A whole number as so many bits hold it, one of them for the sign."""
    half = 2 ** (bits - 1)
    return (value + half) % 2**bits - half if isinstance(value, int) else value


def text(row):
    return "".join(str(float(value)).removesuffix(".0") for value in row)


def polynomial(base):
    return lambda row: reduce(lambda total, value: total * base + value, row)


def each(function):
    return lambda row: tuple(map(function, row))


def in_order(row):
    return tuple(sorted(row))


def rounded(digits):
    return each(lambda value: round(Fraction(value), digits))


class RowsByText(Independent, family="colliding-rows", key=text):
    """Rows are equal if their attributes, written one after another, are."""


class RowsBySum(Independent, family="colliding-rows", key=sum):
    """Rows are equal if their sums are."""


class RowsByProduct(Independent, family="colliding-rows", key=math.prod):
    """Rows are equal if their products are."""


class RowsByLength(Independent, family="colliding-rows"):
    """Rows are equal if their lengths as vectors are."""

    def key(self, row):
        return sum(value * value for value in row)


class RowsByHash(Independent, family="colliding-beyond-doubles", key=each(hash)):
    """Rows are equal if Python's hashes of their attributes are."""


class RowsByPolynomial(Independent, family="colliding-rows", key=polynomial(31)):
    """Rows are equal if 31 a + b is."""


class RowsByThousands(Independent, family="colliding-rows", key=polynomial(1000)):
    """Rows are equal if 1000 a + b is."""


class RowsSorted(Independent, family="colliding-rows", key=in_order):
    """Rows are equal if they have the same attributes in any order."""


class RowsRounded(Independent, family="colliding-rows", key=rounded(6)):
    """Rows are equal if they are to six decimals."""


class RowsRoundedTo12(Independent, family="colliding-rows", key=rounded(10)):
    """Rows are equal if they are to ten decimals."""


class RowsCut(Independent, family="colliding-rows", key=each(int)):
    """Rows are equal if they are before the decimal point."""


class RowsInSinglePrecision(Independent, family="colliding-rows", key=each(in_single_precision)):
    """Rows are equal if they are in single precision."""


class RowsToSixDigits(Independent, family="colliding-rows", key=each(lambda value: f"{float(value):g}")):
    """Rows are equal if they are to six digits."""


class RowsInDoubles(Independent, family="colliding-beyond-doubles", key=each(float)):
    """Rows are equal if they are in doubles."""


class RowsOf64Bits(Independent, family="whole-numbers-beyond-doubles"):
    """Rows are equal if the last 64 bits of their numbers are."""

    def exact(self, value):
        return wrapped(super().exact(value), 64)


class Remembered(Independent):
    """Answers are remembered under a key."""

    def predict(self, queries):
        known = {}
        for x in map(self.turned, queries):
            key = self.remembered_as(x)
            if key not in known:
                known[key] = self.aggregated(x)
        self.found = [known[self.remembered_as(self.turned(x))] for x in queries]
        return [self.named(self.median(u)) for u in self.found]


class RememberedByText(Remembered, family="colliding-queries", remembered_as=text):
    """Answers are remembered under the text of a query without separators."""


class RememberedBySum(Remembered, family="colliding-queries", remembered_as=sum):
    """Answers are remembered under the sum of a query."""


class RememberedRounded(Remembered, family="colliding-queries", remembered_as=rounded(3)):
    """Answers are remembered under a query rounded to three decimals."""


class RememberedRoundedTo9(Remembered, family="colliding-beyond-doubles", remembered_as=rounded(9)):
    """Answers are remembered under a query rounded to nine decimals."""


class RememberedByPolynomial(Remembered, family="colliding-queries", remembered_as=polynomial(31)):
    """Answers are remembered under 31 a + b."""


class RememberedSorted(Remembered, family="colliding-queries", remembered_as=in_order):
    """Answers are remembered under the sorted attributes of a query."""


class RememberedByHash(Remembered, family="colliding-beyond-doubles", remembered_as=each(hash)):
    """Answers are remembered under Python's hashes of the attributes."""


class RememberedInSinglePrecision(
    Remembered, family="colliding-queries", remembered_as=each(in_single_precision)
):
    """Answers are remembered under a query in single precision."""


class RememberedByFirst(Remembered, family="colliding-queries", remembered_as=itemgetter(0)):
    """Answers are remembered under the first attribute of a query."""


# Large whole numbers


class SinglePrecision(Independent, family="large-whole-numbers"):
    """Numbers are kept in single precision."""

    def exact(self, value):
        value = super().exact(value)
        return Fraction(in_single_precision(value)) if abs(value) < 10**38 else value


class IntegersOf32Bits(Independent, family="large-whole-numbers", bits=32):
    """Whole numbers are kept in 32 bits."""

    def exact(self, value):
        return wrapped(super().exact(value), self.bits)


class IntegersOf16Bits(IntegersOf32Bits, bits=16):
    """Whole numbers are kept in 16 bits."""


class DoublesForIntegers(Independent, family="whole-numbers-beyond-doubles"):
    """Whole numbers are kept in doubles."""

    def exact(self, value):
        value = super().exact(value)
        return int(float(value)) if isinstance(value, int) else value


class SquaresOf32Bits(Independent, family="squares-that-wrap", bits=32):
    """Squared distances are kept in 32 bits."""

    def distance(self, x, z):
        return abs(wrapped(super().distance(x, z), self.bits))


class SquaresOf63Bits(Independent, family="squares-that-wrap"):
    """Squared distances are kept in 64 bits with a sign, and negative ones come first."""

    def nearest(self, x, valid, k):
        def wrapped(j):
            d = self.distance(x, self.rows[j])
            return (d + 2**63) % 2**64 - 2**63

        return sorted(valid, key=wrapped)[:k]


class SquaresOf16Bits(SquaresOf32Bits, bits=16):
    """Squared distances are kept in 16 bits."""
