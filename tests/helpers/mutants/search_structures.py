"""Mistakes of searches that do not look at every row."""

import math
from operator import itemgetter

from .independent import Independent

# Cut off in the wrong unit


class CutOff(Independent):
    """Rows that are too far away along one attribute are not looked at."""

    def may_be_nearer(self, gap, reach):
        """Whether a row that is so far away along the attribute can be nearer than the squared reach."""
        return gap * gap <= reach


def gap_against_square(gap, reach):
    return gap <= reach


def square_against_distance(gap, reach):
    return gap * gap <= math.sqrt(reach)


class SortedScan(CutOff):
    """Rows are looked at in both directions from x along the first attribute."""

    def reach(self, found):
        """The squared distance that a row must beat, from the distances found, nearest first."""
        return found[-1]

    def nearest(self, x, valid, k):
        found = []
        for j in sorted(valid, key=lambda j: abs(self.rows[j][0] - x[0])):
            gap = abs(self.rows[j][0] - x[0])
            if len(found) == k and not self.may_be_nearer(gap, self.reach([d for d, _ in found])):
                break
            found = sorted([*found, (self.distance(x, self.rows[j]), j)])[:k]
        return [j for _, j in found]


class GapAgainstSquare(SortedScan, family="distances-below-one", may_be_nearer=gap_against_square):
    """A scan along the first attribute ends when a difference exceeds the squared distance."""


class SquareAgainstDistance(SortedScan, family="distances-above-one", may_be_nearer=square_against_distance):
    """A scan along the first attribute ends when a squared difference exceeds the distance."""


class ReachOfTheNearest(SortedScan, family="large-sets"):
    """A scan along the first attribute ends when no row can be nearer than the nearest."""

    def reach(self, found):
        return found[0]


class Tree(CutOff):
    """Rows are kept in a tree that is split at the middle of each attribute in turn."""

    leaf = 8

    def parts(self, rows, a):
        """The rows below and above the split, and the value in between."""
        ordered = sorted(rows, key=lambda j: self.rows[j][a])
        middle = len(ordered) // 2
        return ordered[:middle], ordered[middle:], self.rows[ordered[middle]][a]

    def nearest(self, x, valid, k):
        found = []

        def visit(rows, depth):
            nonlocal found
            if len(rows) <= self.leaf:
                found = sorted([*found, *((self.distance(x, self.rows[j]), j) for j in rows)])[:k]
                return
            a = depth % len(x)
            below, above, value = self.parts(rows, a)
            near, far = (below, above) if x[a] < value else (above, below)
            visit(near, depth + 1)
            if len(found) < k or self.may_be_nearer(abs(x[a] - value), found[-1][0]):
                visit(far, depth + 1)

        visit(list(valid), 0)
        return [j for _, j in found]


class TreeGapAgainstSquare(Tree, family="distances-below-one", may_be_nearer=gap_against_square):
    """A tree is cut off where the difference to a split exceeds the squared distance."""


class TreeSquareAgainstDistance(
    Tree, family="distances-above-one", leaf=16, may_be_nearer=square_against_distance
):
    """A tree is cut off where the squared difference to a split exceeds the distance."""


class TreeNeverGoesBack(Tree, family="large-sets", leaf=30):
    """A tree is searched only on the side where the query is."""

    def may_be_nearer(self, gap, reach):
        return False


class TreeLosesEqualRows(Tree, family="shared-coordinates"):
    """A tree keeps the rows below a split and those above it, and of those on it only one."""

    def parts(self, rows, a):
        below, above, value = super().parts(rows, a)
        left = [j for j in below if self.rows[j][a] < value]
        return left, [above[0], *(j for j in above if self.rows[j][a] > value)], value


class TreeOfLimitedDepth(Independent, family="long-chains"):
    """Rows are put into a tree one by one, and those deeper than 20 are lost."""

    def second_pass(self):
        self.reached, root = set(), None
        for j, row in enumerate(self.rows):
            depth, node, above = 0, root, None
            while node is not None:
                above, depth = node, depth + 1
                node = above[1] if row[0] < self.rows[above[0]][0] else above[2]
            new = [j, None, None]
            if above is None:
                root = new
            else:
                above[1 if row[0] < self.rows[above[0]][0] else 2] = new
            if depth <= 20:
                self.reached.add(j)
        super().second_pass()

    def nearest(self, x, valid, k):
        return super().nearest(x, [j for j in valid if j in self.reached] or valid, k)


class FirstRingOfTheGrid(Independent, family="distances-above-one"):
    """Rows lie in the cells of a grid, and the search ends with the first ring of cells that has enough."""

    def nearest(self, x, valid, k):
        columns = list(zip(*self.rows))
        size = [(max(column) - min(column)) / max(1, len(self.rows)) ** 0.5 or 1 for column in columns]
        cell = lambda row: [math.floor(value / s) for value, s in zip(row, size)]  # noqa: E731
        here = cell(x)
        rings = {j: max(abs(a - b) for a, b in zip(here, cell(self.rows[j]))) for j in valid}
        enough = sorted(rings.values())[: max(k, 1)]
        return super().nearest(x, [j for j in valid if rings[j] <= enough[-1]] if enough else valid, k)


# Candidates


class TwiceAsMany(Independent, family="candidates-out-of-range", times=2, more=0):
    """Of the nearest rows, twice as many as asked for, those of an invalid class are dropped."""

    def neighbors(self, x, r, k, typeRange, labels, leave_out=None):
        many = self.times * k + self.more
        found = super().neighbors(x, r, many, "outRange", labels, leave_out)
        return [j for j in found if typeRange == "outRange" or self.is_valid(labels[j], r)][:k]


class TenTimesAsMany(TwiceAsMany, times=10):
    """Of the nearest rows, ten times as many as asked for, those of an invalid class are dropped."""


class HundredCandidates(TwiceAsMany, times=0, more=100):
    """Of the nearest hundred rows those of an invalid class are dropped."""


class CandidatesInFit(TwiceAsMany, times=1, more=30):
    """Of the nearest rows, those 30 more than asked for, the ones that are invalid for a training row are dropped."""

    def neighbors_of_query(self, x, r):
        return Independent.neighbors(self, x, r, self.K, self.typeRange, self.labels)


class WindowAlongFirst(Independent, family="windows-of-candidates", order=itemgetter(0)):
    """Only the 40 rows next to x in the order of the first attribute are looked at."""

    def nearest(self, x, valid, k):
        close = sorted(valid, key=lambda j: abs(self.order(self.rows[j]) - self.order(x)))
        return super().nearest(x, close[: max(k, 40)], k)


class WindowAlongLast(WindowAlongFirst, order=itemgetter(-1)):
    """Only the 40 rows next to x in the order of the last attribute are looked at."""


class WindowAlongSum(WindowAlongFirst, order=sum):
    """Only the 40 rows next to x in the order of the sum of attributes are looked at."""


class LocalMedians(Independent, family="large-pure-sets"):
    """With more than 100 rows, medians of rows are taken as the class of the largest membership."""

    def medians_of_rows(self):
        if len(self.rows) < 100:
            return super().medians_of_rows()
        return [u.index(max(u)) for u in self.memberships]
