"""`certify`: is a classifier monotonic? A proof where that is possible, an honest search where it is not."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Any, Protocol

from monfknn_ref.certificate.certificate import (
    NONE_FOUND,
    PROVED,
    VIOLATED,
    Certificate,
    PairShare,
    Violation,
)
from monfknn_ref.certificate.points import Domain, Row, middle
from monfknn_ref.evaluation.measures import violations
from monfknn_ref.executors import Here, Workers
from monfknn_ref.validation import Label, check_directions, check_positive, check_table, check_whole

__all__ = ["Predictor", "certify"]

BATCH = 500
MOST_COMPARED = 20_000
"""So many rows at most are compared with one another."""
HALVINGS = 30
"""How often the step of a violation is halved where attributes are continuous."""


class Predictor(Protocol):
    """Anything that predicts labels for rows."""

    def predict(self, X: Any) -> Any: ...


def certify(
    model: Predictor,
    X: Any = None,
    *,
    values: Sequence[Sequence[Any]] | None = None,
    directions: Any = None,
    classes: Sequence[Label] | None = None,
    seconds: float = 60,
    seed: int = 0,
    pairs: int = 2000,
    lines: int = 200,
    limit: int = 200_000,
    name: str | None = None,
    convert: Callable[[list[list[Any]]], Any] = list,
    progress: Callable[[str], None] = lambda text: None,
    workers: Workers | None = None,
) -> Certificate:
    """Whether the predictions of a fitted model are monotonic.

    With `values`, the values that each attribute can take, every point of their product is asked, if there
    are at most `limit` of them; the certificate then proves monotonicity or has a violation with a single
    step. With rows X alone the attributes are taken to be continuous, and the certificate reports a search:
    the rows themselves, `pairs` random pairs and `lines` random lines along one attribute, on the values
    that occur in X and on their midpoints. What is found is reduced to one attribute and to a small step.
    The search ends after `seconds`.

    `classes` are the labels from lowest to highest; by default those that are predicted, sorted.
    `directions` has a sign for each attribute; the default is that all of them raise the class. `convert`
    makes of a list of rows what the model takes, such as `numpy.array`. `workers` ask a copy of the model.

    >>> class Sum:
    ...     def predict(self, X):
    ...         return [sum(row) for row in X]
    >>> certify(Sum(), values=[range(10), range(10)]).verdict
    'proved'
    >>> certify(Sum(), values=[range(10), range(10)], directions="+-").violation
    Violation(lower=(0, 9), upper=(0, 8), lower_label=9, upper_label=8, attribute=1)
    """
    check_positive("seconds", seconds)
    check_whole("pairs", pairs, 1)
    check_whole("lines", lines, 0)
    if values is None and X is None:
        raise ValueError(
            "certify needs values, what each attribute can take, or rows X to search around; got neither"
        )
    rows = [] if X is None else [tuple(row) for row in check_table(X)]
    if values is None and not rows:
        raise ValueError("X must have at least one row, got none")
    columns = [list(column) for column in (values if values is not None else zip(*rows))]
    if not columns or not all(columns):
        raise ValueError(f"values must have at least one value for each attribute, got {columns!r}")
    domain = Domain(columns, check_directions(directions, len(columns)), continuous=values is None)
    asking = Asking(model, classes, time.monotonic() + seconds, convert, progress, workers)
    start = time.monotonic()
    if values is not None and domain.size <= check_whole("limit", limit, 1):
        verdict, violation, share, complete = everywhere(domain, asking)
        where = f"all {domain.size:,} points of the product of its values"
    else:
        verdict, violation, share, complete = searched(domain, rows, asking, directions, pairs, lines, seed)
        where = searched_in_words(domain, rows, pairs, lines)
    return Certificate(
        verdict=verdict,
        model=name or type(model).__name__,
        domain=where,
        asked=asking.asked,
        points=None if domain.continuous else domain.size,
        pairs=share,
        violation=violation,
        seconds=time.monotonic() - start,
        seed=seed,
        complete=complete,
    )


def searched_in_words(domain: Domain, rows: Sequence[Row], pairs: int, lines: int) -> str:
    grid = (
        "the grid of the values that occur, with midpoints"
        if domain.continuous
        else "the product of its values"
    )
    training = f"{len(rows):,} rows; " if rows else ""
    return f"{training}on {grid}: {pairs:,} random pairs and {lines:,} random lines, each along one attribute"


class Asking:
    """A model that is asked in batches and remembers what it said, as positions of classes."""

    def __init__(
        self,
        model: Predictor,
        classes: Sequence[Label] | None,
        deadline: float,
        convert: Callable[[list[list[Any]]], Any],
        progress: Callable[[str], None],
        workers: Workers | None = None,
    ) -> None:
        self.deadline, self.progress = deadline, progress
        self.workers = Workers(Here(), 1) if workers is None else workers
        self.model = self.workers.share((model, convert))
        self.classes = None if classes is None else list(classes)
        self.known: dict[Row, Label] = {}

    @property
    def asked(self) -> int:
        return len(self.known)

    @property
    def time_is_over(self) -> bool:
        return time.monotonic() > self.deadline

    def labels(self, points: Iterable[Row]) -> list[Label]:
        """What the model says of some points."""
        wanted = list(points)
        new = [x for x in dict.fromkeys(wanted) if x not in self.known]
        in_batches = list(batches(new, BATCH))
        for batch, predicted in zip(in_batches, self.workers.in_order(predictions, in_batches, self.model)):
            self.known.update(zip(batch, predicted))
        return [self.known[x] for x in wanted]

    def rank(self, label: Label) -> Any:
        """What orders the labels."""
        if self.classes is None:
            if isinstance(label, str):
                raise ValueError(
                    f"classes must name the labels from lowest to highest, got none and the label {label!r}"
                )
            return label
        if label not in self.classes:
            raise ValueError(
                f"classes must name every label that is predicted, got {self.classes!r} and {label!r}"
            )
        return self.classes.index(label)

    def falls(self, lower: Row, upper: Row) -> bool:
        """Whether the point that should not be lower is."""
        first, second = self.labels([lower, upper])
        return bool(self.rank(first) > self.rank(second))


def predictions(batch: list[Row], asked: tuple[Predictor, Callable[[list[list[Any]]], Any]]) -> list[Label]:
    """What a model says of some points."""
    model, convert = asked
    predicted = [plain(label) for label in model.predict(convert([list(x) for x in batch]))]
    if len(predicted) != len(batch):
        raise ValueError(f"predict must give {len(batch)} labels for as many rows, got {len(predicted)}")
    return predicted


def plain(label: Any) -> Label:
    """A label as Python has it, also where an array had it."""
    python: Label = label.item() if hasattr(label, "item") else label
    return python


def batches(points: Iterable[Row], size: int) -> Iterator[list[Row]]:
    iterator = iter(points)
    while batch := list(islice(iterator, size)):
        yield batch


Found = tuple[str, "Violation | None", PairShare, bool]


def everywhere(domain: Domain, asking: Asking) -> Found:
    """Ask for every point, then look at every step."""
    for batch in batches(domain, BATCH * asking.workers.ahead):
        if asking.time_is_over:
            break
        asking.labels(batch)
        asking.progress(f"{asking.asked:,} of {domain.size:,} points")
    complete = asking.asked == domain.size
    rank = {x: asking.rank(label) for x, label in asking.known.items()}
    first = None
    for lower, upper, a in domain.steps():
        if lower in rank and upper in rank and rank[lower] > rank[upper]:
            first = Violation(lower, upper, asking.known[lower], asking.known[upper], a)
            break
    share = all_pairs(domain, rank)
    verdict = VIOLATED if first is not None else PROVED if complete else NONE_FOUND
    return verdict, first, share, complete


def all_pairs(domain: Domain, rank: dict[Row, Any]) -> PairShare:
    """The violating pairs among all comparable pairs of the points that were asked about.

    For each rank, the points of a higher rank at or below each point are counted for all points at once.
    """
    ranks = [rank.get(x) for x in domain]
    comparable = sum(
        below
        for below, own in zip(domain.counts_below([own is not None for own in ranks]), ranks)
        if own is not None
    ) - len(rank)  # every point is at or below itself
    violating = 0
    for level in sorted(set(rank.values()))[:-1]:
        higher = domain.counts_below([own is not None and own > level for own in ranks])
        violating += sum(below for below, own in zip(higher, ranks) if own == level)
    return PairShare(violating, comparable, exact=True)


def searched(
    domain: Domain,
    rows: Sequence[Row],
    asking: Asking,
    directions: Any,
    pairs: int,
    lines: int,
    seed: int,
) -> Found:
    """Look at the rows, at random pairs and along random lines, and reduce what is found."""
    generator = random.Random(seed)
    found = violation_among(rows[:MOST_COMPARED], asking, directions)
    violating, drawn = 0, 0
    planned = pairs if domain.varying else 0
    for batch in range(0, planned, BATCH):
        if asking.time_is_over:
            break
        chosen = [domain.pair(generator) for _ in range(min(BATCH, planned - batch))]
        asking.labels(x for pair in chosen for x in pair)
        falling = [pair for pair in chosen if asking.falls(*pair)]
        violating, drawn = violating + len(falling), drawn + len(chosen)
        found = found or next(iter(falling), None)
        asking.progress(f"{drawn:,} of {planned:,} random pairs")
    done = 0
    while done < lines and domain.varying and found is None and not asking.time_is_over:
        line = domain.line(generator)
        asking.labels(line)
        found = next(((a, b) for a, b in pairwise(line) if asking.falls(a, b)), None)
        done += 1
        asking.progress(f"{done:,} of {lines:,} random lines")
    complete = drawn == planned and (found is not None or done == lines or not domain.varying)
    violation = None if found is None else reduced(*found, domain, asking)
    verdict = NONE_FOUND if violation is None else VIOLATED
    return verdict, violation, PairShare(violating, drawn, exact=False), complete


def violation_among(rows: Sequence[Row], asking: Asking, directions: Any) -> tuple[Row, Row] | None:
    """Two of the rows whose predictions contradict their order."""
    if not rows:
        return None
    asking.progress(f"{len(rows):,} rows")
    ranks = [asking.rank(label) for label in asking.labels(rows)]
    for higher, lower in violations(rows, ranks, sorted(set(ranks)), directions):
        if rows[higher] != rows[lower]:
            return rows[lower], rows[higher]
    return None


def reduced(lower: Row, upper: Row, domain: Domain, asking: Asking) -> Violation:
    """A violation in one attribute with a small step, from one between any two comparable points.

    Going from the one point to the other attribute by attribute, the class must fall on the way; and of the
    two halves of a step on which it falls, it falls on one.
    """
    path = [lower]
    for a in range(len(lower)):
        path.append((*upper[: a + 1], *lower[a + 1 :]))
    for first, second in pairwise(path):
        if asking.falls(first, second):
            lower, upper = first, second
            break
    a = next(a for a in range(len(lower)) if lower[a] != upper[a])
    for _ in range(HALVINGS):
        value = halfway(lower[a], upper[a], domain, a)
        if value is None:
            break
        point = (*lower[:a], value, *lower[a + 1 :])
        lower, upper = (lower, point) if asking.falls(lower, point) else (point, upper)
    first_label, second_label = asking.labels([lower, upper])
    return Violation(lower, upper, first_label, second_label, a)


def halfway(low: Any, high: Any, domain: Domain, a: int) -> Any:
    """A value between two values of an attribute: one that occurs, or else their midpoint where there are
    others
    than those that occur; None if there is none."""
    column = domain.lines[a]
    if low in column and high in column:
        i, j = column.index(low), column.index(high)
        if j - i > 1:
            return column[(i + j) // 2]
    value = middle(low, high)
    return value if domain.continuous and value not in (low, high) else None
