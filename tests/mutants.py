"""Wrong implementations of MonFkNN, each with one mistake, and the right one they are made of.

`Independent` is written from the paper's text and shares no code with the reference: it sorts and counts
where the reference loops, and it decides Eq. 7 with sixty decimals. Its methods are the places at which a
mistake can be made; a mutant replaces one of them. The docstring of a mutant is its mistake.
"""

from __future__ import annotations

import decimal
import math
import random
from decimal import Decimal
from fractions import Fraction

ALMOST_HALF = Decimal("0.5") - Decimal("1e-40")  # what sixty decimals make of exactly one half is above
decimals = decimal.Context(prec=60, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)


class Independent:
    """MonFkNN without a mistake."""

    def __init__(self, k=5, K=9, RCr=0.5, typeRange="inRange", pOR=0.5, m=2, directions=None):
        self.k, self.K, self.typeRange = k, K, typeRange
        self.RCr, self.pOR, self.m = Fraction(str(RCr)), Fraction(str(pOR)), Fraction(str(m))
        self.directions = directions

    def fit(self, X, y, classes):
        self.classes_ = self.ordered(y, list(classes))
        rows = [self.turned(row) for row in X]
        copies = self.gathered(rows, [self.classes_.index(label) for label in y])
        self.rows = [row for row, _ in copies]
        self.copies = [labels for _, labels in copies]
        self.original = [labels[0] for labels in self.copies]
        self.memberships = [self.frequencies(labels) for labels in self.copies]
        self.first = [self.median(u) for u in self.memberships]
        self.second_pass()
        self.labels = self.medians_of_rows()
        self.training_rows_ = [X[rows.index(row)] for row in self.rows]
        self.training_memberships_ = self.memberships
        self.first_labels_ = [self.classes_[label] for label in self.first]
        self.training_labels_ = [self.classes_[label] for label in self.labels]
        return self

    def predict(self, queries):
        self.found = [self.aggregated(self.turned(x)) for x in queries]
        return [self.classes_[self.median(u)] for u in self.found]

    def predict_proba(self, queries):
        self.predict(queries)
        return [[float(u_l) for u_l in u] for u in self.found]

    # Order

    def ordered(self, y, classes):
        return classes

    def turned(self, row):
        signs = self.directions or "+" * len(row)
        return tuple(self.exact(value) * (1 if sign == "+" else -1) for value, sign in zip(row, signs))

    def exact(self, value):
        return value if isinstance(value, int) else Fraction(str(value))

    def dominates(self, x, z):
        return all(a >= b for a, b in zip(x, z))

    # Equal rows

    def gathered(self, rows, labels):
        return [(row, [l for r, l in zip(rows, labels) if r == row]) for row in dict.fromkeys(rows)]

    def is_duplicated(self, labels):
        return len(labels) > 1

    def frequencies(self, labels):
        return [Fraction(labels.count(l), len(labels)) for l in range(len(self.classes_))]

    # Medians

    def reaches_half(self, total):
        return total >= (Fraction(1, 2) if isinstance(total, Fraction) else ALMOST_HALF)

    def median_range(self, u):
        c = len(u)
        return (
            min(l for l in range(c) if self.reaches_half(sum(u[: l + 1]))),
            max(l for l in range(c) if self.reaches_half(sum(u[l:]))),
        )

    def middle(self, l_m, l_M):
        return (l_m + l_M) // 2

    def median(self, u):
        return self.middle(*self.median_range(u))

    def medians_of_rows(self):
        return [self.median(u) for u in self.memberships]

    # Ranges

    def valid_range(self, x, labels, leave_out=None):
        others = [j for j in range(len(self.rows)) if j != leave_out]
        return self.settled(
            [labels[j] for j in others if self.dominates(x, self.rows[j])],
            [labels[j] for j in others if self.dominates(self.rows[j], x)],
        )

    def settled(self, below, above):
        low, high = max(below, default=0), min(above, default=len(self.classes_) - 1)
        return (low, high) if low <= high else self.crossed(low, high)

    def crossed(self, low, high):
        return 0, len(self.classes_) - 1

    # Neighbors

    def distance(self, x, z):
        """The squared distance."""
        return sum((a - b) ** 2 for a, b in zip(x, z))

    def is_valid(self, label, r):
        return r[0] <= label <= r[1]

    def neighbors(self, x, r, k, typeRange, labels, leave_out=None):
        valid = [
            j
            for j in range(len(self.rows))
            if j != leave_out and (typeRange == "outRange" or self.is_valid(labels[j], r))
        ]
        return self.nearest(x, valid, k)

    def nearest(self, x, valid, k):
        return sorted(valid, key=lambda j: self.distance(x, self.rows[j]))[:k]

    # Algorithm 1, second pass

    def second_pass(self):
        self.memberships = [
            u if self.is_duplicated(self.copies[i]) else self.blended(i)
            for i, u in enumerate(self.memberships)
        ]

    def blended(self, i):
        r = self.range_of_row(i)
        found = self.neighbors_of_row(i, r)
        return self.with_relevance(self.original[i], [self.first[j] for j in found])

    def range_of_row(self, i):
        return self.valid_range(self.rows[i], self.first, leave_out=i)

    def neighbors_of_row(self, i, r):
        return self.neighbors(self.rows[i], r, self.k, "inRange", self.first, leave_out=i)

    def with_relevance(self, own, found):
        if not found:
            found = [own]
        return [
            Fraction(found.count(l), len(found)) * (1 - self.RCr) + (self.RCr if l == own else 0)
            for l in range(len(self.classes_))
        ]

    # Algorithm 3

    def labels_for_range(self):
        return self.labels

    def labels_for_penalty(self):
        return self.labels

    def neighbors_of_query(self, x, r):
        return self.neighbors(x, r, self.K, self.typeRange, self.labels)

    def penalty(self, label, r):
        return Fraction(1) if self.typeRange == "inRange" or self.is_valid(label, r) else self.pOR

    def exponent(self):
        return self.m - 1

    def inverse(self, squared):
        return decimals.power(decimals.sqrt(as_decimal(squared)), -as_decimal(self.exponent()))

    def factors(self, distances):
        if 0 in distances and self.exponent() > 0:
            return [Decimal(d == 0) for d in distances]
        return [Decimal(1) if d == 0 else self.inverse(d) for d in distances]

    def aggregated(self, x):
        r = self.valid_range(x, self.labels_for_range())
        found = self.neighbors_of_query(x, r)
        factors = self.factors([self.distance(x, self.rows[j]) for j in found])
        penalties = [self.penalty(self.labels_for_penalty()[j], r) for j in found]
        if not any(self.weighed(penalties, factors)):
            return self.without_neighbors(r)
        return self.averaged(found, penalties, factors)

    def weighed(self, penalties, factors):
        return [decimals.multiply(as_decimal(p), f) for p, f in zip(penalties, factors)]

    def without_neighbors(self, r):
        valid = [self.is_valid(l, r) for l in range(len(self.classes_))]
        return [Fraction(v, sum(valid)) for v in valid]

    def averaged(self, found, penalties, factors):
        weights = self.weighed(penalties, factors)
        with decimal.localcontext(decimals):
            return [
                sum(w * as_decimal(self.memberships[j][l]) for w, j in zip(weights, found)) / sum(weights)
                for l in range(len(self.classes_))
            ]


def as_decimal(value):
    value = Fraction(value)
    return decimals.divide(Decimal(value.numerator), Decimal(value.denominator))


# Medians (Eq. 4)


class Argmax(Independent):
    """The class with the largest membership is predicted."""

    family = "wide-gap"

    def predict(self, queries):
        super().predict(queries)
        return [self.classes_[u.index(max(u))] for u in self.found]


class ArgmaxOfRows(Independent):
    """Alg. 3 line 3 labels the training rows by their largest membership."""

    family = "relabelled"

    def medians_of_rows(self):
        return [u.index(max(u)) for u in self.memberships]


class Mean(Independent):
    """The mean class, rounded, stands for the median."""

    family = "conflicting-duplicates"

    def median(self, u):
        return math.floor(sum(l * Fraction(u_l) for l, u_l in enumerate(u)) + Fraction(1, 2))


class LowerEnd(Independent):
    """The median range is represented by l_m."""

    family = "wide-gap"

    def middle(self, l_m, l_M):
        return l_m


class UpperEnd(Independent):
    """The median range is represented by l_M."""

    family = "missing-classes"

    def middle(self, l_m, l_M):
        return l_M


# Doubles


class DoubleMedians(Independent):
    def reaches_half(self, total):
        return total >= 0.5 if isinstance(total, float) else super().reaches_half(total)


class DoubleFrequencies(DoubleMedians):
    """Eq. 5 in doubles."""

    family = "half-of-duplicates"

    def frequencies(self, labels):
        return [labels.count(l) / len(labels) for l in range(len(self.classes_))]


class DoubleMemberships(DoubleMedians):
    """Eq. 6 in doubles."""

    family = "half-of-neighbors"

    def with_relevance(self, own, found):
        found, RCr = found or [own], float(self.RCr)
        shares = [found.count(l) / len(found) * (1 - RCr) for l in range(len(self.classes_))]
        return [share + (RCr if l == own else 0) for l, share in enumerate(shares)]


class DoubleNormalisation(DoubleMedians):
    """The weights of Eq. 7 are normalised in doubles before the half is asked for."""

    family = "half-of-weights"

    def averaged(self, found, penalties, factors):
        weights = list(map(float, self.weighed(penalties, factors)))
        total = sum(weights)
        return [
            sum(w / total * float(self.memberships[j][l]) for w, j in zip(weights, found))
            for l in range(len(self.classes_))
        ]


class Doubles(DoubleFrequencies, DoubleMemberships, DoubleNormalisation):
    """Doubles throughout."""

    family = "rounded-distances"

    def exact(self, value):
        return float(value)

    def distance(self, x, z):
        return math.sqrt(sum((a - b) * (a - b) for a, b in zip(x, z)))

    def factors(self, distances):
        if 0 in distances and self.m > 1:
            return [float(d == 0) for d in distances]
        return [1 / d ** float(self.m - 1) if d else 1.0 for d in distances]

    def weighed(self, penalties, factors):
        return [float(p) * f for p, f in zip(penalties, factors)]


class ExpandedDistance(Independent):
    """Distances are computed in doubles as |x|^2 - 2 x z + |z|^2."""

    family = "magnitudes"

    def distance(self, x, z):
        dot = lambda a, b: sum(float(p) * float(q) for p, q in zip(a, b))  # noqa: E731
        return Fraction(max(dot(x, x) - 2 * dot(x, z) + dot(z, z), 0))


class MachineIntegers(Independent):
    """Squared distances are kept in 64 bits."""

    family = "magnitudes"

    def distance(self, x, z):
        return Fraction(math.floor(super().distance(x, z)) % 2**64)


# Equal rows (Eq. 5)


class DuplicatesKept(Independent):
    """Equal rows are not removed."""

    family = "conflicting-duplicates"

    def gathered(self, rows, labels):
        return [(row, [label]) for row, label in zip(rows, labels)]


class DuplicatesByMajority(Independent):
    """Equal rows are given their most frequent label."""

    family = "conflicting-duplicates"

    def frequencies(self, labels):
        return super().frequencies([max(sorted(set(labels)), key=labels.count)])


class DuplicatesByFirst(Independent):
    """The first of several equal rows is kept with its label, the others dropped."""

    family = "conflicting-duplicates"

    def gathered(self, rows, labels):
        return [(row, found[:1]) for row, found in super().gathered(rows, labels)]


class DuplicatesByLast(Independent):
    """The last of several equal rows is kept with its label, the others dropped."""

    family = "conflicting-duplicates"

    def gathered(self, rows, labels):
        return [(row, found[-1:]) for row, found in super().gathered(rows, labels)]


class AgreeingDuplicatesBlended(Independent):
    """Equal rows that agree go through Eq. 6."""

    family = "agreeing-duplicates"

    def is_duplicated(self, labels):
        return len(set(labels)) > 1


class AllRowsBlended(Independent):
    """Every row goes through Eq. 6, duplicated or not."""

    family = "conflicting-duplicates"

    def is_duplicated(self, labels):
        return False


class HashOrder(Independent):
    """The distinct rows come out of a set, their labels in the order of appearance."""

    family = "random"

    def gathered(self, rows, labels):
        found = super().gathered(rows, labels)
        return list(zip(set(rows), [copies for _, copies in found]))


# Ranges (Eq. 1)


class OwnRange(Independent):
    """A training row bounds its own range."""

    family = "own-range"

    def range_of_row(self, i):
        return self.valid_range(self.rows[i], self.first)


class StrictDominance(Independent):
    """A row lies below another only if every attribute is smaller."""

    family = "survey-grid"

    def dominates(self, x, z):
        return all(a > b for a, b in zip(x, z))


class SumDominance(Independent):
    """Rows are ordered by the sum of their attributes."""

    family = "many-attributes"

    def dominates(self, x, z):
        return sum(x) >= sum(z)


class AnyDominance(Independent):
    """A row lies below another if some attribute is."""

    family = "many-attributes"

    def dominates(self, x, z):
        return any(a >= b for a, b in zip(x, z))


class SwappedBounds(Independent):
    """y_min is taken from the rows above and y_max from those below."""

    family = "noise"

    def settled(self, below, above):
        return super().settled(above, below)


class LooseBounds(Independent):
    """y_min is the lowest class below and y_max the highest above."""

    family = "noise"

    def settled(self, below, above):
        return min(below, default=0), max(above, default=len(self.classes_) - 1)


class CrossedSwapped(Independent):
    """The bounds of a crossed range change places."""

    family = "crossed-range"

    def crossed(self, low, high):
        return high, low


class CrossedEmpty(Independent):
    """No class of a crossed range is valid, and the query's label is the lower bound."""

    family = "crossed-range"

    def crossed(self, low, high):
        return low, high

    def without_neighbors(self, r):
        return [Fraction(l == r[0]) for l in range(len(self.classes_))]


class OpenToPresent(Independent):
    """Without a row below or above, the lowest or highest label seen is the bound."""

    family = "open-bounds"

    def settled(self, below, above):
        labels = getattr(self, "labels", self.first)
        return super().settled(below or [min(labels)], above or [max(labels)])


class OpenToLowest(Independent):
    """Without a row above, the bound is the lowest class, as from a maximum that starts at 0."""

    family = "open-bounds"

    def settled(self, below, above):
        return super().settled(below, above or [0])


class StrictRange(Independent):
    """The bounds themselves are not valid unless they are equal."""

    family = "one-class"

    def is_valid(self, label, r):
        return r[0] < label < r[1] or r[0] == r[1] == label


class RangeOfOriginals(Independent):
    """The range of a query comes from the labels before Algorithm 1."""

    family = "relabelled"

    def labels_for_range(self):
        return self.original


class PenaltyOfOriginals(Independent):
    """Whether a neighbor is in range is asked of its label before Algorithm 1."""

    family = "relabelled"

    def labels_for_penalty(self):
        return self.original

    def neighbors_of_query(self, x, r):
        return self.neighbors(x, r, self.K, self.typeRange, self.original)


class FirstLabelsKept(Independent):
    """Alg. 3 line 3 is left out."""

    family = "relabelled"

    def medians_of_rows(self):
        return self.first


# Neighbors (Algorithm 2)


class OwnNeighbor(Independent):
    """A training row is its own neighbor."""

    family = "own-range"

    def neighbors_of_row(self, i, r):
        return self.neighbors(self.rows[i], r, self.k, "inRange", self.first)


class AllTied(Independent):
    """All rows as near as the k-th are taken."""

    family = "tie-order"

    def nearest(self, x, valid, k):
        found = super().nearest(x, valid, k)
        reach = max((self.distance(x, self.rows[j]) for j in found), default=0)
        return [j for j in valid if self.distance(x, self.rows[j]) <= reach]


class OneTooFew(Independent):
    """One neighbor too few is taken."""

    family = "noise"

    def nearest(self, x, valid, k):
        return super().nearest(x, valid, k)[: max(k - 1, 1)]


class OneTooMany(Independent):
    """One neighbor too many is taken."""

    family = "noise"

    def nearest(self, x, valid, k):
        return super().nearest(x, valid, k + 1)


class FilteredAfterwards(Independent):
    """The k nearest rows are taken first, and those out of range dropped."""

    family = "filtered-neighbors"

    def neighbors(self, x, r, k, typeRange, labels, leave_out=None):
        found = super().neighbors(x, r, k, "outRange", labels, leave_out)
        return [j for j in found if typeRange == "outRange" or self.is_valid(labels[j], r)]


class OutRangeInTraining(Independent):
    """Alg. 1 line 19 follows typeRange."""

    family = "pOR-between"

    def neighbors_of_row(self, i, r):
        return self.neighbors(self.rows[i], r, self.k, self.typeRange, self.first, leave_out=i)


class CityBlock(Independent):
    """Distances are sums of absolute differences."""

    family = "random"

    def distance(self, x, z):
        return sum(abs(a - b) for a, b in zip(x, z)) ** 2


class Scaled(Independent):
    """Attributes are scaled to [0, 1] first."""

    family = "random"

    def fit(self, X, y, classes):
        exact = [self.turned(row) for row in X]
        self.spans = [max(column) - min(column) or 1 for column in zip(*exact)]
        return super().fit(X, y, classes)

    def distance(self, x, z):
        return sum(((a - b) / span) ** 2 for a, b, span in zip(x, z, self.spans))


class Standardised(Independent):
    """Attributes are divided by their standard deviation over the training rows."""

    family = "one-row"

    def fit(self, X, y, classes):
        columns = list(zip(*(self.turned(row) for row in X)))
        means = [sum(column) / Fraction(len(column)) for column in columns]
        self.variances = [
            sum((value - mean) ** 2 for value in column) / (len(column) - 1)
            for column, mean in zip(columns, means)
        ]
        return super().fit(X, y, classes)

    def distance(self, x, z):
        return sum((a - b) ** 2 / variance for a, b, variance in zip(x, z, self.variances))


class SamekAndK(Independent):
    """K is used for both numbers of neighbors."""

    family = "random"

    def __init__(self, **parameters):
        super().__init__(**{**parameters, "k": parameters["K"]})


class HighestInTraining(Independent):
    """The highest class is the highest of the training labels."""

    family = "top-class-missing"

    def settled(self, below, above):
        highest = max(label for labels in self.copies for label in labels)
        low, high = max(below, default=0), min(above, default=highest)
        return (low, high) if low <= high else (0, highest)


class NearlyOne(Independent):
    """m = 1 is taken as a little more, so that a row equal to the query decides alone."""

    family = "m-one"

    def __init__(self, m, **parameters):
        super().__init__(m=1.000001 if m == 1 else m, **parameters)


class CoincidentSkipped(Independent):
    """Rows equal to the query are no neighbors."""

    family = "coincident-query"

    def neighbors_of_query(self, x, r):
        kept = [j for j in range(len(self.rows)) if self.rows[j] != x]
        valid = [j for j in kept if self.typeRange == "outRange" or self.is_valid(self.labels[j], r)]
        return self.nearest(x, valid, self.K)


# Memberships of the training rows (Eq. 6)


class DividedByk(Independent):
    """Eq. 6 divides by k although fewer neighbors were found."""

    family = "fewer-than-k"

    def with_relevance(self, own, found):
        u = super().with_relevance(own, found)
        rest = 1 - Fraction(len(found), self.k)
        return [u_l if l == own else u_l * (1 - rest) for l, u_l in enumerate(u)]

    def median_range(self, u):
        return super().median_range([u_l / sum(u) for u_l in u] if isinstance(u[0], Fraction) else u)


class FixedRelevance(Independent):
    """RCr is 0.51, as in Eq. 3."""

    family = "RCr-between"

    def __init__(self, **parameters):
        super().__init__(**{**parameters, "RCr": 0.51})


class RelevanceOfNeighbors(Independent):
    """RCr is the weight of the neighbors, 1 - RCr that of the row's own class."""

    family = "RCr-one"

    def __init__(self, **parameters):
        super().__init__(**parameters)
        self.RCr = 1 - self.RCr


class ZeroIsMissing(Independent):
    """RCr and pOR of 0 are taken for not given."""

    family = "RCr-zero"

    def __init__(self, RCr, pOR, **parameters):
        super().__init__(RCr=RCr or 0.5, pOR=pOR or 0.5, **parameters)


class UpdatedInPlace(Independent):
    """Lines 15 to 24 change the label of a row before the next row is looked at."""

    family = "relabelled"

    def second_pass(self):
        self.first = list(self.first)
        for i, labels in enumerate(self.copies):
            if not self.is_duplicated(labels):
                self.memberships[i] = self.blended(i)
                self.first[i] = self.median(self.memberships[i])


# Memberships of the query (Eq. 7)


class SquaredDistance(Independent):
    """The weights are 1 / d^2 for m = 2, as in Keller's 2 / (m - 1)."""

    family = "other-m"

    def exponent(self):
        return 2 / (self.m - 1) if self.m != 1 else Fraction(10**6)


class mIgnored(Independent):
    """The weights are 1 / d for every m."""

    family = "other-m"

    def exponent(self):
        return Fraction(1)


class ExponentIsm(Independent):
    """The exponent of the distance is m."""

    family = "other-m"

    def exponent(self):
        return self.m


class Unweighted(Independent):
    """All neighbors weigh the same."""

    family = "random"

    def factors(self, distances):
        return [Decimal(1)] * len(distances)


class Epsilon(Independent):
    """A small number is added to every distance."""

    family = "coincident-conflict"

    def factors(self, distances):
        return [self.inverse(d + Fraction(1, 10**12)) for d in distances]


class LabelsForMemberships(Independent):
    """The neighbors vote with their labels in place of their memberships."""

    family = "random"

    def averaged(self, found, penalties, factors):
        kept = self.memberships
        self.memberships = [
            [Fraction(l == label) for l in range(len(self.classes_))] for label in self.labels
        ]
        u = super().averaged(found, penalties, factors)
        self.memberships = kept
        return u


class PenaltyInRange(Independent):
    """The neighbors in range are penalised, those out of range are not."""

    family = "pOR-between"

    def penalty(self, label, r):
        return self.pOR if self.is_valid(label, r) else Fraction(1)


class PenaltyIgnored(Independent):
    """Neighbors out of range count in full."""

    family = "pOR-between"

    def penalty(self, label, r):
        return Fraction(1)


class OutOfRangeDropped(Independent):
    """Neighbors out of range do not count at all."""

    family = "pOR-between"

    def penalty(self, label, r):
        return Fraction(int(self.is_valid(label, r)))


class PenaltyNotNormalised(Independent):
    """The penalty is missing from the denominator of Eq. 7."""

    family = "pOR-between"

    def averaged(self, found, penalties, factors):
        u = super().averaged(found, penalties, factors)
        share = sum(self.weighed(penalties, factors)) / sum(factors)
        return [u_l * share for u_l in u]

    def median_range(self, u):
        c = len(u)
        below = [l for l in range(c) if self.reaches_half(sum(u[: l + 1]))]
        above = [l for l in range(c) if self.reaches_half(sum(u[l:]))]
        return min(below, default=c - 1), max(above, default=0)


class LowestWithoutNeighbors(Independent):
    """Without a neighbor that counts, the lowest class is predicted."""

    family = "pOR-zero"

    def without_neighbors(self, r):
        return [Fraction(l == 0) for l in range(len(self.classes_))]


# Labels and directions


class SortedClasses(Independent):
    """The classes are sorted by the alphabet."""

    family = "string-labels"

    def ordered(self, y, classes):
        return sorted(classes, key=str)


class PresentClasses(Independent):
    """Classes without a training row are left out."""

    family = "missing-classes"

    def ordered(self, y, classes):
        return [label for label in classes if label in set(y)]


class DirectionsIgnored(Independent):
    """Inverse attributes are taken as direct ones."""

    family = "inverse-directions"

    def __init__(self, **parameters):
        super().__init__(**{**parameters, "directions": None})


class DirectionsInFitOnly(Independent):
    """Inverse attributes are turned in fit and not in predict."""

    family = "inverse-directions"

    def predict(self, queries):
        kept, self.directions = self.directions, None
        found = super().predict(queries)
        self.directions = kept
        return found


MUTANTS = [found for found in list(globals().values()) if "family" in getattr(found, "__dict__", {})]
"""Every class above with one mistake; `family` is the one aimed at it."""


# Right ones, whose differences are ties


class ShuffledTies(Independent):
    """Right, but every tie is settled by a coin: the rows are shuffled and odd median gaps are tossed."""

    def fit(self, X, y, classes):
        self.coin = random.Random(repr((X, y)))
        order = self.coin.sample(range(len(y)), len(y))
        return super().fit([X[i] for i in order], [y[i] for i in order], classes)

    def middle(self, l_m, l_M):
        return (l_m + l_M + self.coin.getrandbits(1)) // 2


class LaterRowReplaces(Independent):
    """Right, but Alg. 2 line 9 has <= in place of <, and odd median gaps stand for the upper middle."""

    def nearest(self, x, valid, k):
        return super().nearest(x, valid[::-1], k)

    def middle(self, l_m, l_M):
        return (l_m + l_M + 1) // 2


TIED = [ShuffledTies, LaterRowReplaces]


def matrix(count=None):
    """For each mutant the families that catch it: x by an answer, E by an exception."""
    from monfknn_ref.oracle import FAMILIES, cases, check

    heads = [f"{n % 100:02}" for n in range(1, len(FAMILIES) + 1)]
    lines = [f"{n}  {name}" for n, name in zip(heads, FAMILIES)]
    lines += ["", *(f"{'':26}" + " ".join(head[row] for head in heads) for row in (0, 1))]
    for mutant in MUTANTS:
        marks = []
        for name in FAMILIES:
            verdicts = []
            for case in cases([name])[:count]:
                [result] = check(mutant, cases=[case], shrink=False).results
                verdicts.append(result.verdict)
                if result.verdict in ("disagree", "error"):
                    break
            marks.append({"disagree": "x", "error": "E"}.get(verdicts[-1], "."))
        lines.append(f"{mutant.__name__:26}" + " ".join(marks))
    return "\n".join(lines)


if __name__ == "__main__":
    print(matrix())
