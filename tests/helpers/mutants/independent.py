"""MonFkNN written from the paper's text, without a line of the reference.

It sorts and counts where the reference loops, and it decides Eq. 7 with sixty decimals. Its methods are the
places at which a mistake can be made.
"""

import decimal
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate

decimals = decimal.Context(prec=60, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)
ALMOST_HALF = decimals.subtract(Decimal("0.5"), Decimal("1e-40"))  # what 60 digits make of one half is above


class Independent:
    """MonFkNN without a mistake."""

    def __init_subclass__(cls, **values):
        """A mutant names the family of cases that is aimed at it, or has that of the mutant it varies.

        Other values are its attributes; functions among them stand for methods that do not ask the mutant.
        """
        super().__init_subclass__()
        for name, value in values.items():
            setattr(cls, name, staticmethod(value) if callable(value) else value)

    def __init__(self, k=5, K=9, RCr=0.5, typeRange="inRange", pOR=0.5, m=2, directions=None):
        self.k, self.K, self.typeRange = k, K, typeRange
        self.RCr, self.pOR, self.m = Fraction(str(RCr)), Fraction(str(pOR)), Fraction(str(m))
        self.directions = directions

    def fit(self, X, y, classes):
        self.classes_ = self.ordered(y, list(classes))
        rows = [self.turned(row) for row in X]
        copies = self.gathered(rows, self.places(y))
        self.rows = [row for row, _ in copies]
        self.copies = [labels for _, labels in copies]
        self.original = [labels[0] for labels in self.copies]
        self.memberships = [self.frequencies(labels) for labels in self.copies]
        self.first = [self.median(u) for u in self.memberships]
        self.second_pass()
        self.labels = self.medians_of_rows()
        given = dict(zip(reversed(rows), reversed(X)))
        self.training_rows_ = [given[row] for row in self.rows]
        self.training_memberships_ = self.memberships
        self.first_labels_ = [self.classes_[label] for label in self.first]
        self.training_labels_ = [self.classes_[label] for label in self.labels]
        return self

    def predict(self, queries):
        self.found = [self.aggregated(self.turned(x)) for x in queries]
        return [self.named(self.median(u)) for u in self.found]

    def named(self, label):
        return self.classes_[label]

    def predict_proba(self, queries):
        self.predict(queries)
        return [[float(u_l) for u_l in u] for u in self.found]

    # Order

    def ordered(self, y, classes):
        return classes

    def places(self, y):
        return [self.classes_.index(label) for label in y]

    def turned(self, row):
        signs = self.directions or "+" * len(row)
        return tuple(self.exact(value) * (1 if sign == "+" else -1) for value, sign in zip(row, signs))

    def exact(self, value):
        return value if isinstance(value, int) else Fraction(str(value))

    def dominates(self, x, z):
        return all(a >= b for a, b in zip(x, z))

    # Equal rows

    def gathered(self, rows, labels):
        copies = {}
        for row, label in zip(rows, labels):
            copies.setdefault(self.key(row), (row, []))[1].append(label)
        return list(copies.values())

    def key(self, row):
        return row

    def is_duplicated(self, labels):
        return len(labels) > 1

    def frequencies(self, labels):
        return [Fraction(labels.count(l), len(labels)) for l in range(len(self.classes_))]

    # Medians

    def reaches_half(self, total):
        return total >= (Fraction(1, 2) if isinstance(total, Fraction) else ALMOST_HALF)

    def median_range(self, u):
        with decimal.localcontext(decimals):
            return (
                next(l for l, total in enumerate(accumulate(u)) if self.reaches_half(total)),
                len(u)
                - 1
                - next(l for l, total in enumerate(accumulate(u[::-1])) if self.reaches_half(total)),
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
