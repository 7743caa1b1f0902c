"""The data sets that are rules: artiset by the paper's formula, balance by torque, car by its hierarchy."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

from monfknn_ref.data.dataset import Dataset
from monfknn_ref.model.checks import check_whole

DECIMALS = 10**6


def artiset(n: int = 1000, classes: int = 10, seed: int = 0) -> Dataset:
    """Random points of the unit square, labeled by truncating (x1 + (x2^2 - x1^2)/2) * classes.

    The coordinates have six decimals, so every number is short and the label is decided exactly. The
    corner (1, 1) would be a class of its own and belongs to the highest one.

    >>> points = artiset(n=3, seed=1)
    >>> points.scaled(doubles=True)
    [(0.134364, 0.847433), (0.763774, 0.255069), (0.495435, 0.449491)]
    >>> points.y
    (4, 5, 4)
    """
    n = check_whole("n", n, 1)
    classes = check_whole("classes", classes, 1)
    generator = random.Random(check_whole("seed", seed, 0))
    X = []
    y = []
    for _ in range(n):
        x1 = random_decimal(generator)
        x2 = random_decimal(generator)
        X.append((x1, x2))
        y.append(artiset_class(x1, x2, classes))
    return Dataset(
        "artiset", X, y, range(classes), ("atr1", "atr2"), directions="++", bounds=((0, 1), (0, 1))
    )


def random_decimal(generator: random.Random) -> Fraction:
    """A number of [0, 1) with six decimals; random() is the method whose values Python guarantees."""
    return Fraction(int(generator.random() * DECIMALS), DECIMALS)


def artiset_class(x1: Fraction, x2: Fraction, classes: int) -> int:
    """The class of a point of the unit square.

    >>> artiset_class(Fraction(1, 2), Fraction(1, 2), 10), artiset_class(Fraction(1), Fraction(1), 10)
    (5, 9)
    """
    value = (x1 + (x2**2 - x1**2) / 2) * classes
    return min(int(value), classes - 1)


# KEEL's file of balance counts through the rows but for these, which stand at its end. The order is part of
# a data set: equal distances are settled by it.
BALANCE_AT_END = """
    1132 1333 1344 1421 1451 1453 1523 1543 1552 1555 2113 2133 2142 2242 2321 2323
    2422 2443 2452 2534 2535 2544 3131 3135 3144 3231 3234 3241 3245 3312 3313 3315
    3323 3324 3342 3354 3432 3553 4121 4123 4134 4135 4151 4243 4321 4322 4331 4432
    4444 4455 4533 4545 4552 5221 5332 5334 5341 5351 5424 5431 5434 5534 5553
"""


def balance() -> Dataset:
    """A scale with weights 1 to 5 at distances 1 to 5 on both sides: which side goes down.

    >>> balance()
    Dataset(balance: 625 rows, 4 attributes, 3 classes)
    >>> balance().X[1], balance().y[1]                   # 1 at distance 1 against 1 at distance 2
    ((1, 1, 1, 2), 'R')
    """
    at_end = [tuple(int(digit) for digit in row) for row in BALANCE_AT_END.split()]
    counted = [row for row in product(range(1, 6), repeat=4) if row not in at_end]
    X = [*counted, *at_end]
    y = []
    for left_weight, left_distance, right_weight, right_distance in X:
        left_torque = left_weight * left_distance
        right_torque = right_weight * right_distance
        if left_torque > right_torque:
            y.append("L")
        elif left_torque == right_torque:
            y.append("B")
        else:
            y.append("R")
    attributes = ("Left-weight", "Left-distance", "Right-weight", "Right-distance")
    return Dataset("balance", X, y, ("L", "B", "R"), attributes, directions="--++")


# The levels of car's attributes, from worst to best; a row of X holds their positions.
LEVELS = {
    "Buying": ("vhigh", "high", "med", "low"),
    "Maint": ("vhigh", "high", "med", "low"),
    "Doors": ("2", "3", "4", "5more"),
    "Persons": ("2", "4", "more"),
    "Lug_boot": ("small", "med", "big"),
    "Safety": ("low", "med", "high"),
}
ACCEPTABILITY = ("unacc", "acc", "good", "vgood")

PRICE = (  # PRICE[buying][maint], 0 to 3
    (0, 0, 1, 1),
    (0, 1, 1, 1),
    (1, 1, 2, 3),
    (1, 2, 3, 3),
)
COMFORT = (  # COMFORT[persons][doors][lug_boot], 0 to 2
    ((0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)),
    ((1, 1, 2), (1, 1, 2), (1, 2, 2), (1, 2, 2)),
    ((0, 1, 2), (1, 2, 2), (1, 2, 2), (1, 2, 2)),
)
TECH = (  # TECH[comfort][safety], 0 to 3
    (0, 0, 0),
    (0, 1, 2),
    (0, 2, 3),
)
CAR = (              # CAR[price][tech]
    ("unacc", "unacc", "unacc", "unacc"),
    ("unacc", "unacc", "acc", "acc"),
    ("unacc", "acc", "acc", "vgood"),
    ("unacc", "acc", "good", "vgood"),
)  # fmt: skip


def car() -> Dataset:
    """Every car there can be, judged by price (buying, maintenance) and technique (comfort, safety).

    >>> car()
    Dataset(car: 1728 rows, 6 attributes, 4 classes)
    >>> car().classes
    ('unacc', 'acc', 'good', 'vgood')
    >>> car().X[-1], car().y[-1]                         # the best level of everything
    ((3, 3, 3, 2, 2, 2), 'vgood')
    """
    X = list(product(*(range(len(values)) for values in LEVELS.values())))
    y = []
    for buying, maint, doors, persons, lug_boot, safety in X:
        price = PRICE[buying][maint]
        comfort = COMFORT[persons][doors][lug_boot]
        tech = TECH[comfort][safety]
        y.append(CAR[price][tech])
    return Dataset(
        "car", X, y, ACCEPTABILITY, tuple(LEVELS), directions="++++++", order=tuple(LEVELS.values())
    )
