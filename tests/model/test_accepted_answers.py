"""Accepted answers, compared with an enumeration without shortcuts: run the paper and branch at every tie."""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest

from monfknn_ref import AUTHORS, PAPER, MonFkNN, Reading
from monfknn_ref.model.accepted_answers import with_open_ties
from monfknn_ref.oracle import accepted_answers
from monfknn_ref.readings import REGISTER
from monfknn_ref.readings.ties.one_settling import OneSettling, ShownQuery, ShownRow
from monfknn_ref.reproduction.benchmark import Sample

Choose = Callable[[Sequence[Any]], Any]


# --- the paper once more, with a question at every tie ---


class Unsettled:
    """The three algorithms written from the paper, asking `choose` wherever a tie comes up."""

    def __init__(self, D: Any, y: Any, c: int, choose: Choose, reading: Reading, **parameters: Any) -> None:
        self.D, self.y, self.c, self.choose, self.reading = D, y, c, choose, reading
        self.doubles = reading.arithmetic == "doubles"
        self.p = parameters
        self.RCr = self.number(parameters["RCr"])
        self.pOR = self.number(parameters["pOR"])

    def number(self, value: Any) -> Any:
        return float(value) if self.doubles else Fraction(str(value))

    def share(self, part: int, whole: int) -> Any:
        return part / whole if self.doubles else Fraction(part, whole)

    def distance(self, x: Any, z: Any) -> Any:
        squared = sum((a - b) ** 2 for a, b in zip(x, z))
        return math.sqrt(squared) if self.doubles else squared

    def median(self, u: Sequence[Any]) -> int:
        slack = 0 if self.doubles else Decimal("1e-40")
        half = Fraction(1, 2) if self.doubles or not isinstance(u[0], Decimal) else Decimal("0.5")
        slack = slack if isinstance(half, Decimal) else 0
        below = [left_to_right(u[: l + 1]) for l in range(len(u))]
        above = [left_to_right(u[l:][::-1]) for l in range(len(u))]
        l_m = min(l for l in range(len(u)) if below[l] >= half - slack or l == len(u) - 1)
        l_M = max(l for l in range(len(u)) if above[l] >= half - slack or l == 0)
        return self.choose(sorted({math.floor((l_m + l_M) / 2), math.ceil((l_m + l_M) / 2)}))

    def range(self, x: Any, D: Any, y: Any, without: int | None) -> tuple[int, int]:
        rows = [j for j in range(len(D)) if j != without]
        below = [y[j] for j in rows if all(a >= b for a, b in zip(x, D[j]))]
        above = [y[j] for j in rows if all(a <= b for a, b in zip(x, D[j]))]
        present = self.reading.open_bound == "present-classes"
        top = max(self.y) if self.reading.open_bound == "highest-in-training" else self.c - 1
        low = max(below) if below else min(y) if present else 0
        high = min(above) if above else max(y) if present else top
        if low <= high:
            return low, high
        return (high, low) if self.reading.crossed_range == "swapped" else (0, top)

    def neighbors(self, x: Any, r: Any, k: int, kind: str, D: Any, y: Any, without: int | None) -> list[int]:
        near = [
            (self.distance(x, D[j]), j)
            for j in range(len(D))
            if j != without and (kind == "outRange" or r[0] <= y[j] <= r[1])
        ]
        if self.reading.coincident == "excluded":
            near = [(d, j) for d, j in near if d != 0]
        near.sort()
        if len(near) <= k:
            return [j for _, j in near]
        last = near[k - 1][0]
        certain = [j for d, j in near if d < last]
        tied = [j for d, j in near if d == last]
        return certain + list(self.choose(list(itertools.combinations(tied, k - len(certain)))))

    def train(self) -> None:
        D, y, reading = self.D, self.y, self.reading
        places: dict[Any, list[int]] = {}
        for i, row in enumerate(D):
            places.setdefault(row, []).append(i)
        self.rows = rows = list(places)
        labels = [[y[i] for i in places[row]] for row in rows]
        u = [[self.share(of_row.count(l), len(of_row)) for l in range(self.c)] for of_row in labels]
        self.first = [self.median(u_i) for u_i in u]
        if self.RCr == 1 and reading.rcr_one == "skipped":
            self.u, self.labels = u, self.first
            return
        for i, row in enumerate(rows):
            many = len(set(labels[i])) if reading.duplicated == "conflicting" else len(labels[i])
            if many > 1:
                continue
            own = labels[i][0]
            without = i if reading.leave_one_out == "yes" else None
            r = self.range(row, rows, self.first, without)
            nn = self.neighbors(row, r, self.p["k"], "inRange", rows, self.first, without)
            found = [self.first[j] for j in nn]
            if reading.fewer_than_k == "own-class":
                found += [own] * (self.p["k"] - len(found))
            if not found and reading.no_neighbor == "drawn":
                shares = self.by_the_range_alone(r)
            else:
                found = found or [own]
                shares = [self.share(found.count(l), len(found)) for l in range(self.c)]
            u[i] = [share * (1 - self.RCr) for share in shares]
            u[i][own] = self.RCr + u[i][own]
        self.u = u
        self.labels = [self.median(u_i) for u_i in u]

    def predict(self, x: Any) -> int:
        r = self.range(x, self.rows, self.labels, None)
        nn = self.neighbors(x, r, self.p["K"], self.p["typeRange"], self.rows, self.labels, None)
        out = self.p["typeRange"] == "outRange"
        weighted = []
        for j in nn:
            penalized = out and not r[0] <= self.labels[j] <= r[1]
            pOR = self.pOR if penalized else self.number(1)
            weighted.append((self.distance(x, self.rows[j]), self.u[j], pOR))
        power = self.p["m"] - 1 if self.reading.weights == "printed" else Fraction(2, self.p["m"] - 1)
        if power > 0 and any(d == 0 for d, _, _ in weighted):
            weighted = [(1, u, pOR) for d, u, pOR in weighted if d == 0]
        weighted = [entry for entry in weighted if entry[2] != 0]
        if not weighted:
            return self.median(self.by_the_range_alone(r))
        if self.doubles:
            groups = [list(g) for _, g in itertools.groupby(weighted, lambda entry: entry[0])]
            orders = [sorted(set(map(tuple, itertools.permutations(map(to_tuple, g))))) for g in groups]
            weighted = [entry for options in orders for entry in self.choose(options)]
            weights = [pOR * inverse(d, power) for d, _, pOR in weighted]
            total = left_to_right(weights)
            u = [
                left_to_right([u_j[l] * w for w, (_, u_j, _) in zip(weights, weighted)]) / total
                for l in range(self.c)
            ]
            return self.median([u_l / left_to_right(u) for u_l in u])
        with localcontext() as context:
            context.prec = 60
            roots = [decimal(q).sqrt() ** decimal(power) if power else 1 for q, _, _ in weighted]
            weights = [decimal(pOR) / root for root, (_, _, pOR) in zip(roots, weighted)]
            u = [sum(decimal(u_j[l]) * w for w, (_, u_j, _) in zip(weights, weighted)) for l in range(self.c)]
            return self.median([u_l / sum(u) for u_l in u])

    def by_the_range_alone(self, r: tuple[int, int]) -> list[Any]:
        valid = range(r[0], r[1] + 1)
        share = [self.number(1 if l in valid else 0) for l in range(self.c)]
        if self.reading.no_neighbor == "drawn" and len(valid) > 1:
            tenth = self.number(0.1)
            share = [s * (1 - tenth / (len(valid) - 1)) for s in share]
            share[self.choose(list(valid))] = 1 + tenth
        total = left_to_right(share)
        return [s / total for s in share]


def inverse(d: float, power: Any) -> float:
    if power == 0:
        return 1.0
    return 1 / (d * d) if power == 2 else 1 / d ** float(power)


def to_tuple(entry: Any) -> Any:
    return entry[0], tuple(entry[1]), entry[2]


def decimal(value: Any) -> Decimal:
    return Decimal(Fraction(value).numerator) / Decimal(Fraction(value).denominator)


def left_to_right(values: Sequence[Any]) -> Any:
    total = values[0] * 0
    for value in values:
        total = total + value
    return total


def all_runs(run: Callable[[Choose], Any], most: int) -> Iterator[Any]:
    """The results of `run` under every sequence of choices, at most so many of them."""
    script: list[int] = []
    for _ in range(most):
        asked: list[int] = []

        def choose(options: Sequence[Any], asked: list[int] = asked, script: list[int] = script) -> Any:
            chosen = script[len(asked)] if len(asked) < len(script) else 0
            asked.append(len(options))
            return options[chosen]

        yield run(choose)
        script += [0] * (len(asked) - len(script))
        while script and script[-1] + 1 == asked[len(script) - 1]:
            script.pop()
        if not script:
            return
        script[-1] += 1
    raise OverflowError


def only(options: Sequence[Any]) -> Any:
    """Where nothing ties there is nothing to choose."""
    [option] = options
    return option


def answers_alike(X: Any, y: Any, RCr: float) -> bool:
    """Whether the reference says of rows and of points between them what the paper once more says."""
    between = [tuple((2 * a + b) / 3 for a, b in zip(x, z)) for x, z in itertools.pairwise(X)]
    queries = [*X[::2], *between[::2]]
    once_more = Unsettled(X, y, 10, only, PAPER, k=5, K=9, RCr=0.49, typeRange="inRange", pOR=0.5, m=2)
    once_more.train()
    model = MonFkNN(RCr=RCr).fit(X, y, range(10))
    return [once_more.predict(x) for x in queries] == model.predict(queries)


@pytest.mark.parametrize("seed", range(6, 12))
@pytest.mark.parametrize("attributes", [2, 3])
def test_the_reference_answers_alike_where_nothing_ties(attributes: int, seed: int) -> None:
    """With RCr = 0.49 no membership is exactly one half."""
    assert answers_alike(*Sample.noisy_artiset(80, attributes, seed=seed).lists(), RCr=0.49)


def test_the_check_notices_another_parameter() -> None:
    assert not answers_alike(*Sample.noisy_artiset(80, 2, seed=6).lists(), RCr=0.6)


# --- problems small enough for that ---


def problem(generator: random.Random, reading: Reading | None = None) -> tuple[Any, Any, int, Any, Any]:
    attributes = generator.choice([1, 2, 2])
    side = generator.choice([2, 3, 4])
    c = generator.choice([2, 3, 4])
    row = lambda: tuple(generator.randrange(side) for _ in range(attributes))  # noqa: E731
    n = generator.randrange(1, 8)
    D, y = [row() for _ in range(n)], [generator.randrange(c) for _ in range(n)]
    if reading is None:
        reading = Reading(**{point.field: generator.choice(list(point.options)) for point in REGISTER})
    parameters = {
        "k": generator.choice([1, 2, 3]),
        "K": generator.choice([1, 2, 3, 4]),
        "RCr": generator.choice([0, 0.5, 0.5, 1, 0.3]),
        "typeRange": generator.choice(["inRange", "outRange"]),
        "pOR": generator.choice([0, 0.5, 1]),
        "m": generator.choice([1, 2, 3] if reading.weights == "printed" else [2, 3]),
        "reading": reading,
    }
    return D, y, c, row(), parameters


KNOTS = {
    "one label of line 13 bears on the query's range and on its neighbors": (
        [(0, 0, 3), (2, 0, 2), (2, 0, 2), (2, 3, 0), (3, 2, 3)],
        [2, 2, 3, 3, 1],
        4,
        (3, 1, 1),
        {"k": 3, "K": 3, "RCr": 0.5, "typeRange": "inRange", "pOR": 1, "m": 3, "reading": AUTHORS},
        {1, 2},
    ),
    "the label that counts is that of a row which only bounds the range": (
        [(1, 0), (2, 0), (1, 1), (1, 0), (0, 0), (0, 0), (0, 2), (1, 1), (2, 2), (0, 1)],
        [0, 2, 2, 0, 0, 1, 0, 2, 2, 0],
        3,
        (1, 2),
        {"k": 1, "K": 5, "RCr": 0.2, "typeRange": "inRange", "pOR": 0.3, "m": 2}
        | {
            "reading": Reading(
                weights="keller",
                coincident="excluded",
                open_bound="present-classes",
                duplicated="conflicting",
                no_neighbor="drawn",
            )
        },
        {0, 2},
    ),
    "a row equal to the query bounds its range from both sides": (
        [(1, 2), (0, 0), (0, 2), (2, 2), (0, 2), (2, 1)],
        [2, 2, 2, 1, 1, 3],
        4,
        (1, 2),
        {"k": 5, "K": 1, "RCr": 0, "typeRange": "inRange", "pOR": 0, "m": 2, "reading": AUTHORS},
        {1, 2, 3},
    ),
    "memberships that may vary to both sides of the half": (
        [(1, 0, 1), (1, 0, 1), (0, 1, 0)],
        [1, 2, 0],
        3,
        (1, 1, 1),
        {"k": 2, "K": 2, "RCr": 0.5, "typeRange": "outRange", "pOR": 0.3, "m": 3, "reading": PAPER},
        {1, 2},
    ),
    "doubles that are one rounding away from the half": (
        [(0, 2), (0, 2), (0, 1), (2, 1), (2, 0)],
        [0, 1, 3, 0, 4],
        5,
        (2, 1),
        {"k": 1, "K": 4, "RCr": 0.5, "typeRange": "outRange", "pOR": 0.5, "m": 2, "reading": AUTHORS},
        {0, 1},
    ),
    "doubles that reach the half in some orders of equally distant rows": (
        [(0, 1)] * 3 + [(2, 1)] * 3 + [(1, 0), (1, 2)],
        [0, 0, 1, 0, 1, 1, 0, 1],
        2,
        (1, 1),
        {"k": 5, "K": 4, "RCr": 1, "typeRange": "outRange", "pOR": 1, "m": 2, "reading": AUTHORS},
        {0, 1},
    ),
    "equally distant rows that may all be out of range": (
        [(0, 0), (1, 3), (1, 3), (3, 1), (3, 1), (1, 4)],
        [1, 0, 1, 0, 1, 2],
        3,
        (2, 2),
        {"k": 1, "K": 1, "RCr": 1, "typeRange": "inRange", "pOR": 1, "m": 2, "reading": PAPER},
        {0, 1, 2},
    ),
    "a neighbor whose memberships go with its label": (
        [(3, 1), (3, 1), (3, 0)],
        [0, 1, 1],
        3,
        (0, 3),
        {"k": 1, "K": 3, "RCr": 0, "typeRange": "inRange", "pOR": 0.5, "m": 2, "reading": PAPER},
        {0, 1},
    ),
    "a class drawn by chance from a range of two": (
        [(0, 0), (4, 6), (9, 0)],
        [1, 0, 2],
        3,
        (5, 5),
        {"k": 1, "K": 1, "RCr": 1, "typeRange": "outRange", "pOR": 0, "m": 2, "reading": AUTHORS},
        {1, 2},
    ),
    "nothing below, and the lowest class that is present": (
        [(3, 0), (2, 2)],
        [4, 2],
        5,
        (1, 0),
        {"k": 3, "K": 1, "RCr": 1, "typeRange": "outRange", "pOR": 0, "m": 2}
        | {"reading": Reading(open_bound="present-classes", crossed_range="swapped")},
        {2},
    ),
    "weights that do not grow toward the query": (
        [(0,), (1,), (2,)],
        [0, 1, 1],
        2,
        (0,),
        {"k": 1, "K": 3, "RCr": 1, "typeRange": "outRange", "pOR": 1, "m": 1, "reading": PAPER},
        {1},
    ),
}
"""Problems on which a short cut that is not exact goes wrong, with the classes of the query."""


def enumerated(D: Any, y: Any, c: int, x: Any, parameters: Any, most: int) -> Any:
    """First labels, labels and memberships row by row, and the classes, over all runs."""

    def run(choose: Choose) -> Any:
        one = Unsettled(D, y, c, choose, **parameters)
        one.train()
        return one.first, one.labels, one.u, one.predict(x)

    first, labels, memberships, classes = zip(*all_runs(run, most))
    return (
        [set(of_row) for of_row in zip(*first)],
        [set(of_row) for of_row in zip(*labels)],
        [{tuple(u) for u in of_row} for of_row in zip(*memberships)],
        set(classes),
    )


def compare(seed: str, problems: int, reading: Reading | None, most: int = 400) -> int:
    """How many problems were compared; the others have too many runs."""
    generator = random.Random(seed)
    compared = 0
    for _ in range(problems):
        D, y, c, x, parameters = problem(generator, reading)
        try:
            first, labels, memberships, classes = enumerated(D, y, c, x, parameters, most)
        except OverflowError:
            continue
        answers = accepted_answers(D, y, [x], classes=range(c), **parameters)
        shown = (D, y, c, x, parameters)
        assert answers.first_labels == first, shown
        assert answers.training_labels == labels, shown
        assert answers.training_memberships == memberships, shown
        assert answers.predictions == [classes], shown
        assert answers.left_out == ()
        compared += 1
    return compared


@pytest.mark.parametrize("reading", [PAPER, AUTHORS, None], ids=["paper", "authors", "any reading"])
def test_equal_to_the_enumeration_without_short_cuts(reading: Reading | None) -> None:
    assert compare("tiny problems", 120, reading) > 100


@pytest.mark.parametrize("name", KNOTS)
def test_problems_on_which_a_careless_short_cut_goes_wrong(name: str) -> None:
    D, y, c, x, parameters, expected = KNOTS[name]
    *_, classes = enumerated(D, y, c, x, parameters, 100_000)
    assert classes == expected
    assert accepted_answers(D, y, [x], classes=range(c), **parameters).predictions == [expected]


class Coin:
    """A generator whose every toss and draw is a choice."""

    def __init__(self, choose: Choose) -> None:
        self.choose = choose

    def getrandbits(self, bits: int, /) -> int:
        assert bits == 1
        return self.choose([0, 1])

    def random(self) -> float:
        return self.choose([(n + 0.5) / 12 for n in range(12)])  # each of 2, 3 or 4 classes is drawn


def predicted(D: Any, y: Any, c: int, x: Any, parameters: Any, choose: Choose) -> tuple[MonFkNN, Any]:
    model = MonFkNN(tie=Coin(choose), **parameters).fit(D, y, classes=range(c))
    return model, model.predict([x])[0]


@pytest.mark.parametrize("reading", [PAPER, AUTHORS], ids=["paper", "authors"])
def test_every_order_of_rows_and_every_coin_gives_an_accepted_answer(reading: Reading) -> None:
    """The estimator itself, with a coin and with the rows in every order.

    One order settles all ties alike, so it need not reach every accepted answer; all orders nearly do.
    """
    generator = random.Random("orders and coins")
    all_reached = compared = 0
    for _ in range(25):
        D, y, c, x, parameters = problem(generator, reading)
        D, y = D[:4], y[:4]
        answers = accepted_answers(D, y, [x], classes=range(c), **parameters)
        by_row = {row: n for n, row in enumerate(dict.fromkeys(D))}
        reached: set[Any] = set()
        for pairs in itertools.permutations(zip(D, y)):
            run = functools.partial(predicted, *zip(*pairs), c, x, parameters)
            for model, answer in all_runs(run, 500):
                for n, row in enumerate(model.training_rows_):
                    assert model.first_labels_[n] in answers.first_labels[by_row[row]]
                    assert model.training_labels_[n] in answers.training_labels[by_row[row]]
                    assert tuple(model.training_memberships_[n]) in answers.training_memberships[by_row[row]]
                reached.add(answer)
        assert reached <= answers.predictions[0]
        all_reached += reached == answers.predictions[0]
        compared += 1
    assert all_reached >= compared - 1


@pytest.mark.parametrize("reading", [PAPER, AUTHORS], ids=["paper", "authors"])
def test_shuffled_rows_and_coins_give_accepted_answers_on_larger_data(reading: Reading) -> None:
    generator = random.Random("larger")
    said = open_answers = 0
    for _ in range(4):
        X = [(generator.randrange(5), generator.randrange(5)) for _ in range(40)]
        y = [min(3, max(0, (a + b) // 2 + generator.choice([-1, 0, 0, 1]))) for a, b in X]
        queries = [(generator.randrange(5), generator.randrange(5)) for _ in range(6)]
        queries += [(a + 0.5, b) for a, b in queries]
        parameters = {"typeRange": generator.choice(["inRange", "outRange"]), "reading": reading}
        answers = accepted_answers(X, y, queries, classes=range(4), limit=3000, **parameters)
        assert answers.training_labels is not None
        for seed in range(4):
            order = random.Random(seed).sample(range(len(X)), len(X))
            model = MonFkNN(tie=random.Random(seed), **parameters)
            model.fit([X[i] for i in order], [y[i] for i in order], classes=range(4))
            for answer, accepted in zip(model.predict(queries), answers.predictions):
                assert accepted is None or answer in accepted
        said += sum(accepted is not None for accepted in answers.predictions)
        open_answers += sum(accepted is not None and len(accepted) > 1 for accepted in answers.predictions)
    assert said >= 40
    assert open_answers >= 3


def test_labels_classes_and_directions_are_those_of_the_caller() -> None:
    X, y = [(3, 1), (3, 2), (3, 2), (3, 4)], ["good", "good", "fair", "fair"]
    answers = accepted_answers(X, y, [(3, 2), (3, 3)], ["poor", "fair", "good"], k=1, K=1, directions="+-")
    assert answers.first_labels == [{"good"}, {"fair", "good"}, {"fair"}]
    assert answers.predictions == [{"fair", "good"}, {"fair", "good"}]


def test_without_queries_only_the_training_is_looked_at() -> None:
    answers = accepted_answers([(1,), (1,)], [0, 1])
    assert answers.first_labels == answers.training_labels == [{0, 1}]
    assert answers.training_memberships == [{(Fraction(1, 2), Fraction(1, 2))}]
    assert answers.predictions == []


def test_too_many_ways_are_reported_and_not_guessed() -> None:
    grid = [(a, b) for a in range(6) for b in range(6)]
    y = [(a * 7 + b * 5) % 3 for a, b in grid]
    few = accepted_answers(grid, y, [(2.5, 2.5)], limit=20)
    assert few.training_labels is None
    assert few.training_memberships is None
    assert few.predictions == [None]
    assert "row 0 of D': more than 20 ways" in few.left_out
    assert few.left_out[-1].endswith(": more than 20 ways")
    enough = accepted_answers(grid, y, [(2.5, 2.5)])
    assert enough.training_labels is not None
    assert enough.predictions[0] is not None
    assert enough.left_out == ()
    assert enough.ways > 20


@pytest.mark.parametrize(
    ("queries", "options", "message"),
    [
        ([], {"limit": 0}, "limit must be a whole number of at least 1, got 0"),
        ([], {"limit": 1.5}, "limit must be a whole number of at least 1, got 1.5"),
        ([], {"k": 0}, "k must be a whole number of at least 1, got 0"),
        ([(1, 2)], {}, "queries must have 1 attributes in each row"),
    ],
)
def test_what_is_asked_is_checked(queries: Any, options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        accepted_answers([(1,)], [0], queries, **options)


def test_the_same_call_gives_the_same_answer_and_counts_the_same_ways() -> None:
    D, y, c, x, parameters, _ = KNOTS["one label of line 13 bears on the query's range and on its neighbors"]
    first, second = (accepted_answers(D, y, [x], classes=range(c), **parameters) for _ in range(2))
    assert first == second


def test_any_reading_can_be_mixed() -> None:
    later = replace(PAPER, neighbor_ties="later", median_gap="upper")
    D, y, x = [(0,), (2,)], [0, 1], (1,)
    assert accepted_answers(D, y, [x], K=1, reading=later) == accepted_answers(D, y, [x], K=1)


# --- all queries of one fit ---


def all_answers(D: Any, y: Any, c: int, queries: Any, parameters: Any, most: int) -> set[Any]:
    """Labels of line 13, labels of Alg. 3 line 3 and predictions, together, under every settling of the ties."""
    reading = parameters["reading"]
    given = {name: value for name, value in parameters.items() if name != "reading"}

    def run(choose: Choose) -> Any:
        fit = Unsettled(D, y, c, choose, reading, **given)
        fit.train()
        shown = tuple(fit.first), tuple(fit.labels)
        return (*shown, tuple(fit.predict(x) for x in queries))

    return set(all_runs(run, most))


@pytest.mark.slow
def test_answers_to_several_queries_come_from_one_settling_of_the_training_ties() -> None:
    generator = random.Random(3)
    bound = checked = 0
    while checked < 120:
        D, y, c, _, parameters = problem(generator, generator.choice([PAPER, PAPER, AUTHORS, None]))
        queries = [tuple(generator.randrange(4) for _ in D[0]) for _ in range(3)]
        try:
            together = all_answers(D, y, c, queries, parameters, 3000)
        except (OverflowError, ZeroDivisionError):
            continue
        if len(together) == 1:
            continue
        checked += 1
        training, points, _ = with_open_ties(D, y, queries, range(c), **parameters)
        rows = len(training.rows)
        nothing, possible = [ShownRow()] * rows, {answers for *_, answers in together}
        alone = OneSettling(training, nothing)
        for answers in itertools.product(*({a[n] for a in possible} for n in range(len(queries)))):
            shown = [ShownQuery(x, label) for x, label in zip(points, answers)]
            assert alone.exists(shown) == (answers in possible), (D, y, queries, parameters, answers)
            bound += answers not in possible
        for first, labels, answers in generator.sample(sorted(together), min(5, len(together))):
            moved = list(labels)
            if generator.random() < 0.5:
                moved[generator.randrange(rows)] = generator.randrange(c)
            seen = [ShownRow(f, label) for f, label in zip(first, moved)]
            shown = [ShownQuery(x, label) for x, label in zip(points, answers)]
            fits = (first, tuple(moved), answers) in together
            assert OneSettling(training, seen).exists(shown) == fits
    assert bound > 25


def test_what_cannot_be_settled_alike_is_narrowed_down() -> None:
    """Row (0, 0) counts as 1 or as 2, and with it the nearest valid row of each query."""
    D, y = [(0, 0), (0, 0), (1, 9), (4, 9), (9, 1), (9, 4)], [1, 2, 1, 2, 1, 2]
    queries = [(2, 8), (20, 20), (8, 2)]
    training, points, _ = with_open_ties(D, y, queries, range(4), k=1, K=1, RCr=1)
    ties = OneSettling(training, [ShownRow()] * 5)

    def shown(*labels: int) -> list[ShownQuery]:
        return [ShownQuery(x, label) for x, label in zip(points, labels)]

    assert ties.exists(shown(1, 2, 1)) and ties.exists(shown(2, 2, 2))
    mixed = shown(1, 2, 2)
    assert not ties.exists(mixed)
    assert ties.conflict(mixed) == [mixed[0], mixed[2]]
