"""Mistakes that show on small sets: in a line, an equation or an open point of the paper."""

import math
from decimal import Decimal
from fractions import Fraction

from .independent import Independent

# Medians (Eq. 4)


class Argmax(Independent, family="wide-gap"):
    """The class with the largest membership is predicted."""

    def predict(self, queries):
        super().predict(queries)
        return [self.classes_[u.index(max(u))] for u in self.found]


class ArgmaxOfRows(Independent, family="relabelled"):
    """Alg. 3 line 3 labels the training rows by their largest membership."""

    def medians_of_rows(self):
        return [u.index(max(u)) for u in self.memberships]


class Mean(Independent, family="conflicting-duplicates"):
    """The mean class, rounded, stands for the median."""

    def median(self, u):
        return math.floor(sum(l * Fraction(u_l) for l, u_l in enumerate(u)) + Fraction(1, 2))


class LowerEnd(Independent, family="wide-gap"):
    """The median range is represented by l_m."""

    def middle(self, l_m, l_M):
        return l_m


class UpperEnd(Independent, family="missing-classes"):
    """The median range is represented by l_M."""

    def middle(self, l_m, l_M):
        return l_M


# Doubles


class DoubleMedians(Independent):
    def reaches_half(self, total):
        return total >= 0.5 if isinstance(total, float) else super().reaches_half(total)


class DoubleFrequencies(DoubleMedians, family="half-of-duplicates"):
    """Eq. 5 in doubles."""

    def frequencies(self, labels):
        return [labels.count(l) / len(labels) for l in range(len(self.classes_))]


class DoubleMemberships(DoubleMedians, family="half-of-neighbors"):
    """Eq. 6 in doubles."""

    def with_relevance(self, own, found):
        found, RCr = found or [own], float(self.RCr)
        shares = [found.count(l) / len(found) * (1 - RCr) for l in range(len(self.classes_))]
        return [share + (RCr if l == own else 0) for l, share in enumerate(shares)]


class DoubleNormalization(DoubleMedians, family="half-of-weights"):
    """The weights of Eq. 7 are normalized in doubles before they are compared with the half."""

    def averaged(self, found, penalties, factors):
        weights = list(map(float, self.weighed(penalties, factors)))
        total = sum(weights)
        return [
            sum(w / total * float(self.memberships[j][l]) for w, j in zip(weights, found))
            for l in range(len(self.classes_))
        ]


class Doubles(DoubleFrequencies, DoubleMemberships, DoubleNormalization, family="rounded-distances"):
    """Doubles throughout."""

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


class ExpandedDistance(Independent, family="magnitudes"):
    """Distances are computed in doubles as |x|^2 - 2 x z + |z|^2."""

    def distance(self, x, z):
        dot = lambda a, b: sum(float(p) * float(q) for p, q in zip(a, b))  # noqa: E731
        return Fraction(max(dot(x, x) - 2 * dot(x, z) + dot(z, z), 0))


class MachineIntegers(Independent, family="squares-that-wrap"):
    """Squared distances are kept in 64 bits."""

    def distance(self, x, z):
        return Fraction(math.floor(super().distance(x, z)) % 2**64)


# Equal rows (Eq. 5)


class DuplicatesKept(Independent, family="conflicting-duplicates"):
    """Equal rows are not removed."""

    def gathered(self, rows, labels):
        return [(row, [label]) for row, label in zip(rows, labels)]


class DuplicatesByMajority(Independent, family="conflicting-duplicates"):
    """Equal rows are given their most frequent label."""

    def frequencies(self, labels):
        return super().frequencies([max(sorted(set(labels)), key=labels.count)])


class DuplicatesByFirst(Independent, family="conflicting-duplicates", one=0):
    """The first of several equal rows is kept with its label, the others dropped."""

    def gathered(self, rows, labels):
        return [(row, [found[self.one]]) for row, found in super().gathered(rows, labels)]


class DuplicatesByLast(DuplicatesByFirst, one=-1):
    """The last of several equal rows is kept with its label, the others dropped."""


class AgreeingDuplicatesBlended(Independent, family="agreeing-duplicates"):
    """Equal rows that agree go through Eq. 6."""

    def is_duplicated(self, labels):
        return len(set(labels)) > 1


class AllRowsBlended(Independent, family="conflicting-duplicates"):
    """Every row goes through Eq. 6, duplicated or not."""

    def is_duplicated(self, labels):
        return False


class HashOrder(Independent, family="survey-grid"):
    """The distinct rows come out of a set, their labels in the order of appearance."""

    def gathered(self, rows, labels):
        found = super().gathered(rows, labels)
        return list(zip(set(rows), [copies for _, copies in found]))


# Ranges (Eq. 1)


class OwnRange(Independent, family="own-range"):
    """A training row bounds its own range."""

    def range_of_row(self, i):
        return self.valid_range(self.rows[i], self.first)


class StrictDominance(Independent, family="bounds-of-queries-in-blocks"):
    """A row lies below another only if every attribute is smaller."""

    def dominates(self, x, z):
        return all(a > b for a, b in zip(x, z))


class SumDominance(Independent, family="attributes-of-ranges"):
    """Rows are ordered by the sum of their attributes."""

    def dominates(self, x, z):
        return sum(x) >= sum(z)


class AnyDominance(Independent, family="many-attributes"):
    """A row lies below another if some attribute is."""

    def dominates(self, x, z):
        return any(a >= b for a, b in zip(x, z))


class SwappedBounds(Independent, family="noise"):
    """y_min is taken from the rows above and y_max from those below."""

    def settled(self, below, above):
        return super().settled(above, below)


class LooseBounds(Independent, family="noise"):
    """y_min is the lowest class below and y_max the highest above."""

    def settled(self, below, above):
        return min(below, default=0), max(above, default=len(self.classes_) - 1)


class CrossedSwapped(Independent, family="crossed-range"):
    """The bounds of a crossed range change places."""

    def crossed(self, low, high):
        return high, low


class CrossedEmpty(Independent, family="crossed-range"):
    """No class of a crossed range is valid, and the query's label is the lower bound."""

    def crossed(self, low, high):
        return low, high

    def without_neighbors(self, r):
        return [Fraction(l == r[0]) for l in range(len(self.classes_))]


class OpenToPresent(Independent, family="open-bounds"):
    """Without a row below or above, the lowest or highest label seen is the bound."""

    def settled(self, below, above):
        labels = getattr(self, "labels", self.first)
        return super().settled(below or [min(labels)], above or [max(labels)])


class OpenToLowest(Independent, family="open-bounds"):
    """Without a row above, the bound is the lowest class, as from a maximum that starts at 0."""

    def settled(self, below, above):
        return super().settled(below, above or [0])


class StrictRange(Independent, family="one-class"):
    """The bounds themselves are not valid unless they are equal."""

    def is_valid(self, label, r):
        return r[0] < label < r[1] or r[0] == r[1] == label


class RangeOfOriginals(Independent, family="relabelled"):
    """The range of a query comes from the labels before Algorithm 1."""

    def labels_for_range(self):
        return self.original


class PenaltyOfOriginals(Independent, family="relabelled"):
    """Whether a neighbor is in range is asked of its label before Algorithm 1."""

    def labels_for_penalty(self):
        return self.original

    def neighbors_of_query(self, x, r):
        return self.neighbors(x, r, self.K, self.typeRange, self.original)


class FirstLabelsKept(Independent, family="relabelled"):
    """Alg. 3 line 3 is left out."""

    def medians_of_rows(self):
        return self.first


# Neighbors (Algorithm 2)


class OwnNeighbor(Independent, family="own-range"):
    """A training row is its own neighbor."""

    def neighbors_of_row(self, i, r):
        return self.neighbors(self.rows[i], r, self.k, "inRange", self.first)


class AllTied(Independent, family="tie-order"):
    """All rows as near as the k-th are taken."""

    def nearest(self, x, valid, k):
        found = super().nearest(x, valid, k)
        reach = max((self.distance(x, self.rows[j]) for j in found), default=0)
        return [j for j in valid if self.distance(x, self.rows[j]) <= reach]


class OneTooFew(Independent, family="many-neighbors-of-queries"):
    """One neighbor too few is taken."""

    def nearest(self, x, valid, k):
        return super().nearest(x, valid, k)[: max(k - 1, 1)]


class OneTooMany(Independent, family="many-neighbors-of-queries"):
    """One neighbor too many is taken."""

    def nearest(self, x, valid, k):
        return super().nearest(x, valid, k + 1)


class FilteredAfterwards(Independent, family="filtered-neighbors"):
    """The k nearest rows are taken first, and those out of range dropped."""

    def neighbors(self, x, r, k, typeRange, labels, leave_out=None):
        found = super().neighbors(x, r, k, "outRange", labels, leave_out)
        return [j for j in found if typeRange == "outRange" or self.is_valid(labels[j], r)]


class OutRangeInTraining(Independent, family="pOR-between"):
    """Alg. 1 line 19 follows typeRange."""

    def neighbors_of_row(self, i, r):
        return self.neighbors(self.rows[i], r, self.k, self.typeRange, self.first, leave_out=i)


class CityBlock(Independent, family="random"):
    """Distances are sums of absolute differences."""

    def distance(self, x, z):
        return sum(abs(a - b) for a, b in zip(x, z)) ** 2


class Scaled(Independent, family="random"):
    """Attributes are scaled to [0, 1] first."""

    def fit(self, X, y, classes):
        exact = [self.turned(row) for row in X]
        self.spans = [max(column) - min(column) or 1 for column in zip(*exact)]
        return super().fit(X, y, classes)

    def distance(self, x, z):
        return sum(((a - b) / span) ** 2 for a, b, span in zip(x, z, self.spans))


class Standardized(Independent, family="one-row"):
    """Attributes are divided by their standard deviation over the training rows."""

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


class SamekAndK(Independent, family="random"):
    """K is used for both numbers of neighbors."""

    def __init__(self, **parameters):
        super().__init__(**{**parameters, "k": parameters["K"]})


class HighestInTraining(Independent, family="top-class-missing"):
    """The highest class is the highest of the training labels."""

    def settled(self, below, above):
        highest = max(label for labels in self.copies for label in labels)
        low, high = max(below, default=0), min(above, default=highest)
        return (low, high) if low <= high else (0, highest)


class NearlyOne(Independent, family="m-one"):
    """m = 1 is taken as a little more, so that a row equal to the query decides alone."""

    def __init__(self, m, **parameters):
        super().__init__(m=1.000001 if m == 1 else m, **parameters)


class CoincidentSkipped(Independent, family="coincident-query"):
    """Rows equal to the query are no neighbors."""

    def neighbors_of_query(self, x, r):
        kept = [j for j in range(len(self.rows)) if self.rows[j] != x]
        valid = [j for j in kept if self.typeRange == "outRange" or self.is_valid(self.labels[j], r)]
        return self.nearest(x, valid, self.K)


# Memberships of the training rows (Eq. 6)


class DividedByk(Independent, family="fewer-than-k"):
    """Eq. 6 divides by k although fewer neighbors were found."""

    def with_relevance(self, own, found):
        u = super().with_relevance(own, found)
        rest = 1 - Fraction(len(found), self.k)
        return [u_l if l == own else u_l * (1 - rest) for l, u_l in enumerate(u)]

    def median_range(self, u):
        return super().median_range([u_l / sum(u) for u_l in u] if isinstance(u[0], Fraction) else u)


class FixedRelevance(Independent, family="RCr-between"):
    """RCr is 0.51, as in Eq. 3."""

    def __init__(self, **parameters):
        super().__init__(**{**parameters, "RCr": 0.51})


class RelevanceOfNeighbors(Independent, family="RCr-one"):
    """RCr is the weight of the neighbors, 1 - RCr that of the row's own class."""

    def __init__(self, **parameters):
        super().__init__(**parameters)
        self.RCr = 1 - self.RCr


class ZeroIsMissing(Independent, family="RCr-zero"):
    """RCr and pOR of 0 are taken for not given."""

    def __init__(self, RCr, pOR, **parameters):
        super().__init__(RCr=RCr or 0.5, pOR=pOR or 0.5, **parameters)


class UpdatedInPlace(Independent, family="relabelled"):
    """Lines 15 to 24 change the label of a row before the next row is looked at."""

    def second_pass(self):
        self.first = list(self.first)
        for i, labels in enumerate(self.copies):
            if not self.is_duplicated(labels):
                self.memberships[i] = self.blended(i)
                self.first[i] = self.median(self.memberships[i])


# Memberships of the query (Eq. 7)


class SquaredDistance(Independent, family="other-m"):
    """The weights are 1 / d^2 for m = 2, as in Keller's 2 / (m - 1)."""

    def exponent(self):
        return 2 / (self.m - 1) if self.m != 1 else Fraction(10**6)


class mIgnored(Independent, family="other-m"):
    """The weights are 1 / d for every m."""

    def exponent(self):
        return Fraction(1)


class ExponentIsm(Independent, family="other-m"):
    """The exponent of the distance is m."""

    def exponent(self):
        return self.m


class Unweighted(Independent, family="random"):
    """All neighbors weigh the same."""

    def factors(self, distances):
        return [Decimal(1)] * len(distances)


class Epsilon(Independent, family="coincident-conflict"):
    """A small number is added to every distance."""

    def factors(self, distances):
        return [self.inverse(d + Fraction(1, 10**12)) for d in distances]


class LabelsForMemberships(Independent, family="random"):
    """The neighbors vote with their labels in place of their memberships."""

    def averaged(self, found, penalties, factors):
        kept = self.memberships
        self.memberships = [
            [Fraction(l == label) for l in range(len(self.classes_))] for label in self.labels
        ]
        u = super().averaged(found, penalties, factors)
        self.memberships = kept
        return u


class PenaltyInRange(Independent, family="pOR-between"):
    """The neighbors in range are penalized, and those out of range are not."""

    def penalty(self, label, r):
        return self.pOR if self.is_valid(label, r) else Fraction(1)


class PenaltyIgnored(Independent, family="pOR-between"):
    """Neighbors out of range count in full."""

    def penalty(self, label, r):
        return Fraction(1)


class OutOfRangeDropped(Independent, family="pOR-between"):
    """Neighbors out of range do not count at all."""

    def penalty(self, label, r):
        return Fraction(int(self.is_valid(label, r)))


class PenaltyNotNormalized(Independent, family="pOR-between"):
    """The penalty is missing from the denominator of Eq. 7."""

    def averaged(self, found, penalties, factors):
        u = super().averaged(found, penalties, factors)
        share = sum(self.weighed(penalties, factors)) / sum(factors)
        return [u_l * share for u_l in u]

    def median_range(self, u):
        c = len(u)
        below = [l for l in range(c) if self.reaches_half(sum(u[: l + 1]))]
        above = [l for l in range(c) if self.reaches_half(sum(u[l:]))]
        return min(below, default=c - 1), max(above, default=0)


class LowestWithoutNeighbors(Independent, family="pOR-zero"):
    """Without a neighbor that counts, the lowest class is predicted."""

    def without_neighbors(self, r):
        return [Fraction(l == 0) for l in range(len(self.classes_))]


# Labels and directions


class SortedClasses(Independent, family="string-labels"):
    """The classes are sorted by the alphabet."""

    def ordered(self, y, classes):
        return sorted(classes, key=str)


class PresentClasses(Independent, family="missing-classes"):
    """Classes without a training row are left out."""

    def ordered(self, y, classes):
        return [label for label in classes if label in set(y)]


class DirectionsIgnored(Independent, family="inverse-directions"):
    """Inverse attributes are taken as direct ones."""

    def __init__(self, **parameters):
        super().__init__(**{**parameters, "directions": None})


class DirectionsInFitOnly(Independent, family="inverse-directions"):
    """Inverse attributes are turned in fit and not in predict."""

    def predict(self, queries):
        kept, self.directions = self.directions, None
        found = super().predict(queries)
        self.directions = kept
        return found
