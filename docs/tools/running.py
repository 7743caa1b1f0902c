"""The numbers that an equation takes in the running example, line by line of its code, as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from monfknn_ref import example
from monfknn_ref.classifiers import FkNN
from monfknn_ref.example import CLASSES, NAMES
from monfknn_ref.model.door import positions
from monfknn_ref.paper.fknn import average, fuzzy_membership
from monfknn_ref.paper.medians import cumulative, median, median_range
from monfknn_ref.paper.memberships import frequency_of_class, membership_with_relevance
from monfknn_ref.paper.neighbors import neighbors_as_mknn
from monfknn_ref.paper.order import dominates
from monfknn_ref.paper.prediction import aggregate
from monfknn_ref.paper.ranges import valid_range
from monfknn_ref.readings import Rules

HALF = Fraction(1, 2)


# --- The equations ----------------------------------------------------------------------------------------


def valid_ranges() -> str:
    """Eq. 1 for two queries, with the labels of Algorithm 1, line 13."""
    model = example.pure()
    D, y = model.training_rows_, positions(model.first_labels_, CLASSES)
    columns = []
    for x in ((4, 2), (4, 4)):
        below = [i for i in range(len(D)) if dominates(x, D[i])]
        above = [i for i in range(len(D)) if dominates(D[i], x)]
        y_min, y_max = max(y[i] for i in below), min(y[i] for i in above)
        says = " to ".join(CLASSES[l] for l in valid_range(x, D, y, Rules(c=3)))
        crossed = f"{CLASSES[y_min]} > {CLASSES[y_max]}, crossed: " if y_min > y_max else ""
        columns.append(
            {
                f"$x$ = {x}": "",
                "below $x$": of_classes(below, (y[i] for i in below)),
                "`y_min`": CLASSES[y_min],
                "above $x$": of_classes(above, (y[i] for i in above)),
                "`y_max`": CLASSES[y_max],
                "$r$": f"{crossed}**{says}**",
            }
        )
    return side_by_side("For the query", columns)


VECTORS = {"u_i": "0.2 0.2 0.4 0.2 0", "u_j": "0 0.4 0.3 0.2 0.1", "u_t": "0.2 0.3 0 0.3 0.2"}
"""The paper's vectors of Section 3.1."""


def median_ranges() -> str:
    """Eq. 4 for the paper's three vectors, with classes counted from 1."""
    columns = []
    for name, text in VECTORS.items():
        u = [Fraction(value) for value in text.split()]
        l_m, l_M = median_range(u)
        columns.append(
            {
                f"${name}$ = ({', '.join(text.split())})": "",
                "`below`, going up": decimals(cumulative(u)[: l_m + 1]),
                "`l_m`": f"class {l_m + 1}",
                "`above`, going down": decimals(cumulative(u[::-1])[: len(u) - l_M]),
                "`l_M`": f"class {l_M + 1}",
                "the middle": f"**class {median(u, Rules(c=5)) + 1}**",
            }
        )
    return side_by_side("For the memberships", columns)


def duplicated_rows() -> str:
    """Eq. 5 for row g."""
    labels = positions([l for x, l in zip(example.ROWS, example.LABELS) if x == (6, 3)], CLASSES)
    found = [frequency_of_class(l, labels, Rules(c=3)) for l in range(3)]
    return by_class(
        "g: " + ", ".join(CLASSES[l] for l in labels),
        {
            "`labels.count(l)`": [labels.count(l) for l in range(3)],
            "`len(labels)`": [len(labels)] * 3,
            "$u(x, l)$": bold(found),
        },
    )


def memberships_with_relevance() -> str:
    """Eq. 6 for row b, with k = 2 and RCr = 1/2."""
    nn, labels = neighbors_in_training("b")
    shares = [Fraction(labels.count(l), len(labels)) for l in range(3)]
    own = CLASSES.index("high")
    found = [membership_with_relevance(l, own, shares, HALF) for l in range(3)]
    return by_class(
        f"b: high, neighbors {of_classes(nn, labels)}",
        {
            "`shares[l]`": shares,
            "`shares[l] * (1 - RCr)`": [share * (1 - HALF) for share in shares],
            "`RCr` for its own class": ["", "", HALF],
            "$u(x_i, l)$": bold(found),
        },
    )


def fuzzy_memberships() -> str:
    """Eq. 3 for row b, with k = 2."""
    rules = Rules(c=3)
    y = positions(example.LABELS, CLASSES)
    nn = neighbors_as_mknn((1, 4), (0, 2), 2, "outRange", example.ROWS, y, rules, itself=1)
    labels = [y[j] for j in nn]
    shares = [Fraction(labels.count(l), 2) for l in range(3)]
    found = [fuzzy_membership(l, 2, shares, rules) for l in range(3)]
    neighbors = (f"{name_of(example.ROWS[j])} {CLASSES[l]}" for j, l in zip(nn, labels))
    return by_class(
        f"b: high, neighbors {', '.join(neighbors)}",
        {
            "`shares[l]`": shares,
            "0.49 of it": [Fraction(49, 100) * share for share in shares],
            "0.51 for its own class": ["", "", Fraction(51, 100)],
            "$u(x_i, l)$": bold(found),
        },
    )


def aggregation() -> str:
    """Eq. 7 for the query (2, 5) under AM, where two of three neighbors are out of range."""
    model = example.approximate()
    x, rules = (2, 5), Rules(c=3)
    D, u = model.training_rows_, model.training_memberships_
    y = positions(model.training_labels_, CLASSES)
    r = valid_range(x, D, y, rules)
    nn = neighbors_as_mknn(x, r, 3, "outRange", D, y, rules)
    pOR = {j: Fraction(1) if r[0] <= y[j] <= r[1] else HALF for j in nn}
    weights = rules.weights(x, D, nn, 2)
    aggregated = aggregate(u, pOR, weights, r, rules)
    rows = [[f"{NAMES[j]}, {CLASSES[y[j]]}", pOR[j], root(x, D[j]), *u[j]] for j in nn]
    head = ["neighbor $x_j$", "`pOR[j]`", "`weight`", *(f"`u[j]`: {l}" for l in CLASSES)]
    return markdown(head, [*rows, ["$u(x, l)$", "", "", *bold(aggregated)]])


def average_of_neighbors() -> str:
    """Eq. 2 for the query (2, 5) under FkNN with K = 3."""
    model = FkNN(k=2, K=3).fit(example.ROWS, example.LABELS, CLASSES)
    x, rules = (2, 5), Rules(c=3)
    y = positions(example.LABELS, CLASSES)
    nn = neighbors_as_mknn(x, (0, 2), 3, "outRange", example.ROWS, y, rules)
    u = [model.training_memberships_[j] for j in nn]
    averaged = average(u, rules.weights(x, example.ROWS, nn, 2), rules)
    rows = [
        [f"{name_of(example.ROWS[j])}, {CLASSES[y[j]]}", root(x, example.ROWS[j]), *u_j]
        for j, u_j in zip(nn, u)
    ]
    head = ["neighbor $x_j$", "`weight`", *(f"`u_j`: {l}" for l in CLASSES)]
    return markdown(head, [*rows, ["$u(x, l)$", "", *bold(averaged)]])


NUMBERS: dict[str, Callable[[], str]] = {
    "eq-1": valid_ranges,
    "eq-2": average_of_neighbors,
    "eq-3": fuzzy_memberships,
    "eq-4": median_ranges,
    "eq-5": duplicated_rows,
    "eq-6": memberships_with_relevance,
    "eq-7": aggregation,
}


def numbers(equation: str) -> str:
    """What the code of an equation computes, as a table in Markdown; the name is its anchor, such as eq-6."""
    if equation not in NUMBERS:
        raise LookupError(f"no equation is called {equation!r}; there are {', '.join(NUMBERS)}")
    return NUMBERS[equation]()


# --- Words and tables -------------------------------------------------------------------------------------


def neighbors_in_training(name: str) -> tuple[list[int], list[int]]:
    """The neighbors of a row in Algorithm 1, line 19, as positions, and their labels of line 13."""
    model = example.pure()
    rules, i = Rules(c=3), NAMES.index(name)
    D, y = model.training_rows_, positions(model.first_labels_, CLASSES)
    r = valid_range(D[i], D, y, rules, itself=i)
    nn = neighbors_as_mknn(D[i], r, 2, "inRange", D, y, rules, itself=i)
    return nn, [y[j] for j in nn]


def name_of(row: Any) -> str:
    return NAMES[list(dict.fromkeys(example.ROWS)).index(row)]


def of_classes(rows: Iterable[int], labels: Iterable[int]) -> str:
    return ", ".join(f"{NAMES[i]} {CLASSES[l]}" for i, l in zip(rows, labels))


def decimals(values: Iterable[Fraction]) -> str:
    return ", ".join(str(float(value)) if value else "0" for value in values)


def root(x: Sequence[int], z: Sequence[int]) -> str:
    """1 over the distance of two rows of whole numbers.

    >>> root((2, 5), (4, 3)), root((2, 5), (2, 9))
    ('1/√8', '1/4')
    """
    squared = sum((a - b) ** 2 for a, b in zip(x, z))
    whole = round(squared**0.5)
    return f"1/{whole}" if whole * whole == squared else f"1/√{squared}"


def bold(values: Iterable[Any]) -> list[str]:
    return [f"**{value}**" for value in values]


def side_by_side(corner: str, columns: Sequence[dict[str, str]]) -> str:
    """Columns that share their first cells; the first of these is the heading of the column."""
    heads = [next(iter(column)) for column in columns]
    names = list(columns[0])[1:]
    return markdown([corner, *heads], [[name, *(column[name] for column in columns)] for name in names])


def by_class(corner: str, rows: dict[str, Sequence[Any]]) -> str:
    return markdown([corner, *CLASSES], [[name, *values] for name, values in rows.items()])


def markdown(head: Sequence[Any], rows: Sequence[Sequence[Any]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
