"""Mistakes that show only at size: many rows, copies, queries, neighbors, classes, attributes."""

from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from .independent import Independent


class InBlocks(Independent):
    """Rows are looked at in blocks."""

    size = 16

    def kept(self, j):
        """Whether row j is in a full block, so that it is not forgotten; a single block is never cut."""
        n = len(self.rows)
        return n < self.size or j < n // self.size * self.size


# Neighbors of queries


class TailOfRowsDropped(InBlocks, family="rows-in-blocks"):
    """Rows after the last full block of 16 are no neighbors of a query."""

    def neighbors_of_query(self, x, r):
        found = self.neighbors(x, r, len(self.rows), self.typeRange, self.labels)
        return [j for j in found if self.kept(j)][: self.K]


class TailOf64Dropped(TailOfRowsDropped, size=64):
    """Rows after the last full block of 64 are no neighbors of a query."""


class TailOf100Dropped(TailOfRowsDropped, size=100):
    """Rows after the last full block of 100 are no neighbors of a query."""


class TailOf256Dropped(TailOfRowsDropped, size=256):
    """Rows after the last full block of 256 are no neighbors of a query."""


class FullBlockDropped(TailOfRowsDropped, size=32):
    """When the last block of 32 rows is full, its rows are no neighbors of a query."""

    def kept(self, j):
        n = len(self.rows)
        return n == self.size or n % self.size or j < n - self.size


class FirstOfBlockSkipped(TailOfRowsDropped, size=30):
    """The first row of every block of 30 but the first is no neighbor of a query."""

    def kept(self, j):
        return not j or j % self.size


class LastOfBlockSkipped(TailOfRowsDropped, size=40):
    """The last row of every block of 40 is no neighbor of a query."""

    def kept(self, j):
        return (j + 1) % self.size


class RowNumbersInAByte(Independent, family="rows-in-blocks"):
    """The number of a neighbor is kept in 8 bits."""

    def neighbors_of_query(self, x, r):
        return [j % 256 for j in super().neighbors_of_query(x, r)]


class FirstRowsOnly(TailOfRowsDropped):
    """Only the first 100 rows can be neighbors of a query."""

    def kept(self, j):
        return j < 100


class BestOfLastBlock(Independent, family="rows-in-blocks"):
    """The neighbors of a query are those of the last block of 50 rows that has any."""

    def nearest(self, x, valid, k):
        blocks = [list(block) for _, block in groupby(valid, key=lambda j: j // 50)]
        return super().nearest(x, blocks[-1] if blocks else valid, k)


# Neighbors of training rows


class TailDroppedInFit(InBlocks, family="neighbors-in-blocks"):
    """Rows after the last full block of 16 are no neighbors of a training row."""

    def neighbors_of_row(self, i, r):
        found = self.neighbors(self.rows[i], r, len(self.rows), "inRange", self.first, leave_out=i)
        return [j for j in found if self.kept(j)][: self.k]


class TailOf50DroppedInFit(TailDroppedInFit, size=50):
    """Rows after the last full block of 50 are no neighbors of a training row."""


class TailOf128DroppedInFit(TailDroppedInFit, size=128):
    """Rows after the last full block of 128 are no neighbors of a training row."""


class OwnBlockOnly(InBlocks, family="neighbors-in-blocks", size=64):
    """The neighbors of a training row come from its own block of 64 rows."""

    def neighbors_of_row(self, i, r):
        found = self.neighbors(self.rows[i], r, len(self.rows), "inRange", self.first, leave_out=i)
        own = [j for j in found if j // self.size == i // self.size]
        return (own or found)[: self.k]


class SecondPassOfFirstBlock(InBlocks, family="neighbors-in-blocks"):
    """Lines 15 to 24 are carried out for the first 64 rows only."""

    def second_pass(self):
        self.memberships = [
            u if i >= 64 or self.is_duplicated(self.copies[i]) else self.blended(i)
            for i, u in enumerate(self.memberships)
        ]


class SecondPassInBlocks(InBlocks, family="neighbors-in-blocks"):
    """Within lines 15 to 24, later blocks of 32 rows see the new labels of earlier ones."""

    def second_pass(self):
        self.first = list(self.first)
        for start in range(0, len(self.rows), 32):
            block = range(start, min(start + 32, len(self.rows)))
            new = {i: self.blended(i) for i in block if not self.is_duplicated(self.copies[i])}
            for i, u in new.items():
                self.memberships[i], self.first[i] = u, self.median(u)


# Ranges


class RangeWithoutTail(InBlocks, family="bounds-of-queries-in-blocks", of_queries=True):
    """Rows after the last full block of 16 do not bound the range of a query."""

    def bounding(self, x, leave_out):
        return [j for j in range(len(self.rows)) if j != leave_out and self.kept(j)]

    def valid_range(self, x, labels, leave_out=None):
        if (leave_out is None) != self.of_queries:
            return super().valid_range(x, labels, leave_out)
        others = self.bounding(x, leave_out)
        return self.settled(
            [labels[j] for j in others if self.dominates(x, self.rows[j])],
            [labels[j] for j in others if self.dominates(self.rows[j], x)],
        )


class RangeWithoutTailOf64(RangeWithoutTail, size=64):
    """Rows after the last full block of 64 do not bound the range of a query."""


class RangeOfNearRows(RangeWithoutTail):
    """Only the 50 rows nearest to a query bound its range."""

    def many(self):
        return 50

    def bounding(self, x, leave_out):
        others = [j for j in range(len(self.rows)) if j != leave_out]
        return self.nearest(x, others, self.many())


class RangeOfNeighbors(RangeOfNearRows):
    """Only the nearest rows, ten times K of them, bound the range of a query."""

    def many(self):
        return 10 * self.K


class RangeWithoutTailInFit(RangeWithoutTail, family="bounds-of-rows-in-blocks", of_queries=False, size=32):
    """Rows after the last full block of 32 do not bound the range of a training row."""


class RangeOfNearRowsInFit(RangeOfNearRows, family="bounds-of-rows-in-blocks", of_queries=False):
    """Only the 50 rows nearest to a training row bound its range."""


# Copies


class DuplicatesInBlocks(Independent, family="copies-far-apart"):
    """Equal rows are found only within a block of 32 rows."""

    def gathered(self, rows, labels):
        found = []
        for start in range(0, len(rows), 32):
            found += super().gathered(rows[start : start + 32], labels[start : start + 32])
        return found


class DuplicatesSideBySide(Independent, family="copies-far-apart"):
    """Only equal rows that follow one another are duplicates."""

    def gathered(self, rows, labels):
        pairs = groupby(zip(rows, labels), key=lambda pair: pair[0])
        return [(row, [label for _, label in group]) for row, group in pairs]


class DuplicatesSortedBySum(DuplicatesSideBySide, order=sum):
    """Rows are sorted by their sums, and equal ones that follow one another are duplicates."""

    def gathered(self, rows, labels):
        order = sorted(range(len(rows)), key=lambda i: self.order(rows[i]))
        return super().gathered([rows[i] for i in order], [labels[i] for i in order])


class DuplicatesSortedByFirst(DuplicatesSortedBySum, order=itemgetter(0)):
    """Rows are sorted by their first attribute, and equal ones that follow one another are duplicates."""


class CountedOtherwise(Independent):
    def counted(self, count):
        return count

    def frequencies(self, labels):
        counts = [self.counted(labels.count(l)) for l in range(len(self.classes_))]
        total = sum(counts)
        return [Fraction(count, total) for count in counts] if total else super().frequencies(labels)


class CountsInAByte(CountedOtherwise, family="copies-in-hundreds"):
    """The copies of a row with a label are counted in 8 bits."""

    def counted(self, count):
        return count % 256


class CountsUpTo100(CountedOtherwise, family="copies-in-hundreds"):
    """No more than 100 copies of a row with a label are counted."""

    def counted(self, count):
        return min(count, 100)


class FirstCopiesOnly(Independent, family="copies-in-hundreds"):
    """Only the first 32 copies of a row have a say."""

    def frequencies(self, labels):
        return super().frequencies(labels[:32])


# Batches


class BatchesReordered(Independent):
    """Answers to a batch are put in another order."""

    def predict(self, queries):
        found = super().predict(queries)
        order = self.order(queries)
        self.found = [self.found[i] for i in order]
        return [found[i] for i in order]

    def order(self, queries):
        return list(range(len(queries)))


class LastOfBlockRepeats(BatchesReordered, family="long-batches"):
    """The last query of every block of 8 is given the answer of the one before."""

    def order(self, queries):
        return [i - (i % 8 == 7) for i in range(len(queries))]


class TailOfBatchStale(BatchesReordered, family="long-batches"):
    """Queries after the last full block of 64 are given the answers of the block before."""

    def order(self, queries):
        full = len(queries) // 64 * 64
        return [i if i < full or not full else i - 64 for i in range(len(queries))]


class OneTooManyForTheBuffer(BatchesReordered, family="long-batches"):
    """Answers go round in a buffer for 100 queries."""

    def order(self, queries):
        n = len(queries)
        return [max(j for j in range(i, n, 100)) for i in range(n)]


class SortedBatch(BatchesReordered, family="long-batches"):
    """Answers come in the order of the sorted queries."""

    def order(self, queries):
        return sorted(range(len(queries)), key=lambda i: self.turned(queries[i]))


class SortedLongBatch(SortedBatch):
    """Batches of more than 50 queries are answered in the order of the sorted queries."""

    def order(self, queries):
        return super().order(queries) if len(queries) > 50 else list(range(len(queries)))


class RangeOfTheQueryBefore(Independent, family="long-batches"):
    """Every fourth query is answered with the range of the one before."""

    def predict(self, queries):
        self.asked = 0
        return super().predict(queries)

    def valid_range(self, x, labels, leave_out=None):
        r = super().valid_range(x, labels, leave_out)
        if leave_out is None:
            self.asked += 1
            if self.asked % 4 == 0:
                return self.before
            self.before = r
        return r


class FilterOfShortBatches(Independent, family="long-batches"):
    """In batches of more than 30 queries, rows of an invalid class are neighbors."""

    def predict(self, queries):
        self.long = len(queries) > 30
        return super().predict(queries)

    def neighbors_of_query(self, x, r):
        typeRange = "outRange" if self.long else self.typeRange
        return self.neighbors(x, r, self.K, typeRange, self.labels)


# Neighbors


class ManyWeighTheSame(Independent, family="many-weights"):
    """Ten neighbors and more weigh the same."""

    def factors(self, distances):
        return super().factors(distances) if len(distances) < 10 else super().factors([1] * len(distances))


class KUpTo8(Independent, family="many-neighbors-of-queries", most=8):
    """No more than 8 neighbors of a query are kept."""

    def neighbors_of_query(self, x, r):
        return super().neighbors_of_query(x, r)[: self.most]


class KUpTo10(KUpTo8, most=10):
    """No more than 10 neighbors of a query are kept."""


class KUpTo16(KUpTo8, most=16):
    """No more than 16 neighbors of a query are kept."""


class KUpTo30(KUpTo8, most=30):
    """No more than 30 neighbors of a query are kept."""


class LastPlaceOffByOne(Independent, family="many-neighbors-of-queries"):
    """From 16 neighbors on, the last place goes to the next row but one."""

    def neighbors_of_query(self, x, r):
        found = self.neighbors(x, r, self.K + 1, self.typeRange, self.labels)
        return found[: self.K] if self.K < 16 or len(found) <= self.K else found[: self.K - 1] + found[-1:]


class OddNeighborsOnly(Independent, family="many-neighbors-of-queries"):
    """An even number of neighbors of a query is made odd."""

    def neighbors_of_query(self, x, r):
        return self.neighbors(x, r, self.K - (self.K % 2 == 0), self.typeRange, self.labels)


class kUpTo9(Independent, family="many-neighbors-of-rows", most=9):
    """No more than 9 neighbors of a training row are kept."""

    def neighbors_of_row(self, i, r):
        return super().neighbors_of_row(i, r)[: self.most]


class kUpTo20(kUpTo9, most=20):
    """No more than 20 neighbors of a training row are kept."""


class CountsOfNeighborsInFourBits(Independent, family="many-neighbors-of-rows"):
    """The neighbors of a class are counted in four bits."""

    def with_relevance(self, own, found):
        counts = [found.count(l) % 16 for l in range(len(self.classes_))]
        few = [l for l, count in enumerate(counts) for _ in range(count)]
        return super().with_relevance(own, few)


class FewerThanAllRows(Independent, family="more-neighbors-than-rows"):
    """There are never more neighbors of a query than all rows but one."""

    def neighbors_of_query(self, x, r):
        return super().neighbors_of_query(x, r)[: max(1, len(self.rows) - 1)]


class TooManyNeighborsRefused(Independent, family="more-neighbors-than-rows"):
    """More neighbors than rows are an index out of range."""

    def nearest(self, x, valid, k):
        found = super().nearest(x, valid, k)
        return [found[j] for j in range(k)] if len(valid) > 1 and k > len(self.rows) else found


class NearestNeighborPadded(Independent, family="more-neighbors-than-rows"):
    """Missing neighbors of a training row are made up by the nearest one."""

    def neighbors_of_row(self, i, r):
        found = super().neighbors_of_row(i, r)
        return found + found[:1] * (min(self.k, 100) - len(found))


# Classes


class ValidByMask(Independent, family="many-classes", bits=64):
    """Which classes are valid is kept in a mask of 64 bits, where class 64 has the bit of class 0."""

    def is_valid(self, label, r):
        return any(l % self.bits == label % self.bits for l in range(r[0], r[1] + 1))


class ValidByMaskOf32(ValidByMask, bits=32):
    """Which classes are valid is kept in a mask of 32 bits, where class 32 has the bit of class 0."""


class ClassesInAByte(Independent, family="many-classes", labels_held=256):
    """Labels are kept in 8 bits."""

    def places(self, y):
        return [label % self.labels_held for label in super().places(y)]


class ClassesInASignedByte(Independent, family="many-classes"):
    """Labels are kept in 8 bits with a sign, and negative ones are counted from the end."""

    def places(self, y):
        wrapped = [(label + 128) % 256 - 128 for label in super().places(y)]
        return [label % len(self.classes_) for label in wrapped]


class MiddleInAByte(Independent, family="many-classes"):
    """The ends of a median range are added in 8 bits."""

    def middle(self, l_m, l_M):
        return (l_m + l_M) % 256 // 2


class TenClasses(ClassesInAByte, labels_held=10):
    """Labels are kept as single digits."""


# Attributes


def full_groups(size):
    """How many of n attributes are in full groups of this size."""
    return lambda n: n // size * size or n


def first(count):
    """No more than the first few of n attributes."""
    return lambda n: min(n, count)


class FirstAttributesOfDistance(Independent, family="attributes-of-distances", seen=full_groups(4)):
    """Attributes after the last full group of 4 have no part in a distance."""

    def distance(self, x, z):
        n = self.seen(len(x))
        return super().distance(x[:n], z[:n])


class TailOf8OfDistance(FirstAttributesOfDistance, seen=full_groups(8)):
    """Attributes after the last full group of 8 have no part in a distance."""


class First16OfDistance(FirstAttributesOfDistance, seen=first(16)):
    """Only the first 16 attributes have a part in a distance."""


class First32OfDistance(FirstAttributesOfDistance, seen=first(32)):
    """Only the first 32 attributes have a part in a distance."""


class LastOfDistance(FirstAttributesOfDistance):
    """Of more than three attributes, the last has no part in a distance."""

    def seen(self, n):
        return n - 1 if n > 3 else n


class FirstAttributesOfOrder(Independent, family="attributes-of-ranges", seen=full_groups(4)):
    """Attributes after the last full group of 4 have no part in the order of rows."""

    def dominates(self, x, z):
        n = self.seen(len(x))
        return super().dominates(x[:n], z[:n])


class First8OfOrder(FirstAttributesOfOrder, seen=first(8)):
    """Only the first 8 attributes have a part in the order of rows."""


class First31OfOrder(FirstAttributesOfOrder, seen=first(31)):
    """Only the first 31 attributes have a part in the order of rows."""


class LastTwoOfOrder(FirstAttributesOfOrder):
    """Of more than four attributes, the last two have no part in the order of rows."""

    def seen(self, n):
        return n - 2 if n > 4 else n


class DirectionsOfFirst8(Independent, family="attributes-of-ranges"):
    """Attributes after the eighth are never turned round."""

    def __init__(self, directions=None, **parameters):
        cut = None if directions is None else directions[:8] + "+" * (len(directions) - 8)
        super().__init__(directions=cut, **parameters)


class NearlyAllOfOrder(Independent, family="attributes-of-ranges"):
    """A row lies below another when nine of ten attributes are."""

    def dominates(self, x, z):
        return sum(a >= b for a, b in zip(x, z)) >= len(x) - len(x) // 10
