"""Right implementations, whose differences from the reference are ties, or none at all."""

import random
from decimal import Decimal
from fractions import Fraction

from .independent import Independent, decimals


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


class MoreThanHalf(Independent):
    """Right, although one half is asked for with > in place of >= on both sides.

    Let the cumulative sum be exactly one half from class a up to the class before b, the next one with a
    membership. Then >= gives l_m = a and l_M = b, and > gives l_m = b and l_M = a, with the same middle.
    Where the sum is nowhere exactly one half, both give the same range.
    """

    def reaches_half(self, total):
        if isinstance(total, Fraction):
            return total > Fraction(1, 2)
        return total > decimals.add(Decimal("0.5"), Decimal("1e-40"))
