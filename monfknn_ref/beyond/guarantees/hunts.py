"""What refutes each statement: for one training set, every way in which it goes wrong.

A hunt takes a training set and yields counterexamples, those with the smallest k, K and queries first. All of
them are computed by the reference itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, pairwise, product
from typing import Any, TypeAlias

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.beyond.guarantees.counterexamples import (
    Counterexample,
    Point,
    ScriptedCoin,
    TrainingSet,
    grid,
    is_monotonic,
    steps,
)
from monfknn_ref.classifiers.mknn import MkNN
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.paper.medians import first_degree_dominates, median_range
from monfknn_ref.paper.memberships import Learned
from monfknn_ref.paper.order import dominates, in_range
from monfknn_ref.paper.prediction import classify, learn
from monfknn_ref.paper.ranges import valid_range
from monfknn_ref.readings import Rules

Configuration: TypeAlias = Mapping[str, Any]
Hunt: TypeAlias = Callable[[TrainingSet], Iterator[Counterexample]]
"""The counterexamples that a training set gives rise to, smallest k, K and queries first."""

PM: Configuration = {"RCr": 0.5, "typeRange": "inRange", "pOR": 0.5, "m": 2}
AM: Configuration = {"RCr": 1, "typeRange": "outRange", "pOR": 0.5, "m": 2}


# --- MonFkNN on a small training set ------------------------------------------------------------------------


@lru_cache(maxsize=64)
def learned(given: TrainingSet, k: int, RCr: Any) -> Learned:
    """Lines 2 and 3 of Algorithm 3; several K and several hunts ask for the same."""
    return learn(given.X, given.y, k, Fraction(str(RCr)), Rules(c=given.c))


def classes_of(
    points: Iterable[Point], what: Learned, given: TrainingSet, K: int, parameters: Configuration
) -> dict[Point, int]:
    """Lines 4 to 15 of Algorithm 3 for several queries."""
    rules, pOR = Rules(c=given.c), Fraction(str(parameters["pOR"]))
    typeRange, m = parameters["typeRange"], Fraction(parameters["m"])
    return {x: classify(x, what, K, typeRange, pOR, m, rules).label for x in points}


def trained(given: TrainingSet, parameters: Configuration) -> Iterator[tuple[int, Learned]]:
    """What is learned with every k that makes a difference; a larger one finds the same neighbors."""
    for k in range(1, max(len(set(given.X)), 2)):
        yield k, learned(given, k, parameters["RCr"])


def predicted(
    given: TrainingSet, parameters: Configuration, points: Iterable[Point] | None = None
) -> Iterator[tuple[Configuration, Learned, dict[Point, int]]]:
    """Every k and K that makes a difference, what is learned, and the classes of some points, or of D'."""
    for k, what in trained(given, parameters):
        if k > 1 and parameters["RCr"] == 1:
            return  # Eq. 6 does not look at the neighbors
        for K in range(1, len(what.D) + 1):
            asked = what.D if points is None else points
            yield {"k": k, "K": K, **parameters}, what, classes_of(asked, what, given, K, parameters)


def found(
    given: TrainingSet,
    parameters: Configuration,
    seen: Mapping[Point, int],
    shows: str,
    classifier: str = "MonFkNN",
) -> Counterexample:
    """A counterexample under PAPER: the classes of some points."""
    classes, points, labels = tuple(range(given.c)), tuple(seen), tuple(seen.values())
    return Counterexample(given.X, given.y, classes, parameters, points, labels, shows, classifier)


def falling(classes: Mapping[Point, int], pairs: Iterable[tuple[Point, Point]]) -> Iterator[dict[Point, int]]:
    """The pairs, the lower point first, in which the class falls."""
    for x, higher in pairs:
        if classes[x] > classes[higher]:
            yield {x: classes[x], higher: classes[higher]}


def in_words(x: Point) -> str:
    return f"({', '.join(map(str, x))})"


def fall_in_words(seen: Mapping[Point, int]) -> str:
    (x, low), (higher, high) = seen.items()
    return f"{in_words(higher)} dominates {in_words(x)} and gets class {high}, below class {low}"


def hunting(look: Callable[[TrainingSet, Configuration], Iterator[Counterexample]]) -> Callable[..., Hunt]:
    """Make of a search with parameters a function: given some parameters, the hunt with each in turn."""

    def with_parameters(*several: Configuration) -> Hunt:
        return lambda given: chain.from_iterable(look(given, parameters) for parameters in several)

    return with_parameters


# --- What to look for -----------------------------------------------------------------------------------


@hunting
def falls_everywhere(given: TrainingSet, parameters: Configuration) -> Iterator[Counterexample]:
    """Predictions that fall somewhere on the grid."""
    points = grid(given.side, len(given.X[0]))
    pairs = steps(points)
    for settings, _, classes in predicted(given, parameters, points):
        for seen in falling(classes, pairs):
            yield found(given, settings, seen, fall_in_words(seen))


def comparable(X: Iterable[Point]) -> list[tuple[Point, Point]]:
    """Pairs of distinct rows of which the second dominates the first."""
    return [(x, higher) for x, higher in combinations(sorted(set(X)), 2) if dominates(higher, x)]


@hunting
def falls_on_training_rows(given: TrainingSet, parameters: Configuration) -> Iterator[Counterexample]:
    """Predictions of training rows that fall."""
    pairs = comparable(given.X)
    for settings, what, classes in predicted(given, parameters) if pairs else ():
        for seen in falling(classes, pairs):
            yield labeled(found(given, settings, seen, fall_in_words(seen)), what)


def labeled(example: Counterexample, what: Learned) -> Counterexample:
    """The same with the labels of Alg. 3 line 3."""
    return replace(example, training_labels=tuple(what.y))


def on_all_rows(
    given: TrainingSet, k: int, parameters: Configuration, what: Learned, shows: str
) -> Counterexample:
    """A counterexample about the labels of the training rows, which are also what K = 1 predicts for them."""
    classes = classes_of(what.D, what, given, 1, parameters)
    return labeled(found(given, {"k": k, "K": 1, **parameters}, classes, shows), what)


@hunting
def loses_its_label(given: TrainingSet, parameters: Configuration) -> Iterator[Counterexample]:
    """A training row that is predicted another class than the label of Alg. 3 line 3."""
    for settings, what, classes in predicted(given, parameters):
        for (x, l), label in zip(classes.items(), what.y):
            if l != label:
                shows = f"{in_words(x)} is labelled {label} and gets class {l}"
                yield labeled(found(given, settings, {x: l}, shows), what)


@hunting
def memberships_fall(given: TrainingSet, parameters: Configuration) -> Iterator[Counterexample]:
    """Training rows whose memberships are not in the order of first-degree dominance."""
    pairs = comparable(given.X)
    for k, what in trained(given, parameters) if pairs else ():
        u = dict(zip(what.D, what.u))
        for x, higher in pairs:
            if not first_degree_dominates(u[higher], u[x]):
                shown = [", ".join(map(str, u[row])) for row in (x, higher)]
                shows = f"{in_words(x)} has the memberships ({shown[0]}), {in_words(higher)} ({shown[1]})"
                yield on_all_rows(given, k, parameters, what, shows)


@hunting
def label_changes(given: TrainingSet, parameters: Configuration) -> Iterator[Counterexample]:
    """A label that training changes."""
    for k, what in trained(given, parameters):
        for x, before, after in zip(what.D, given.y, what.y):
            if before != after:
                shows = f"training changes the label of {in_words(x)} from {before} to {after}"
                yield on_all_rows(given, k, parameters, what, shows)
                break


def crisp_memberships_blur(given: TrainingSet) -> Iterator[Counterexample]:
    """With RCr = 1, a row without an equal that is not wholly of its own class, or another that is not Eq.
    5."""
    parameters = {**PM, "RCr": 1}
    for k, what in trained(given, parameters):
        for x, u in zip(what.D, what.u):
            labels = [l for row, l in zip(given.X, given.y) if row == x]
            if list(u) != [Fraction(labels.count(l), len(labels)) for l in range(given.c)]:
                yield on_all_rows(given, k, parameters, what, f"{in_words(x)} has the memberships {u}")


@hunting
def own_class_is_lost(given: TrainingSet, parameters: Configuration) -> Iterator[Counterexample]:
    """A row whose own class is no longer within its median range."""
    for k, what in trained(given, parameters):
        for x, own, u in zip(what.D, given.y, what.u):
            if not in_range(own, median_range(u)):
                shows = f"{in_words(x)} of class {own} has the medians {list(median_range(u))}"
                yield on_all_rows(given, k, parameters, what, shows)
                break


def violating_pairs(X: Sequence[Point], y: Sequence[int]) -> int:
    """The number of pairs of rows whose labels contradict their order; equal rows with different labels do.

    >>> violating_pairs([(0,), (1,), (1,)], [1, 0, 2])
    2
    """
    labeled_rows = list(zip(X, y))
    return sum(
        (dominates(b, a) and l_a > l_b) or (dominates(a, b) and l_b > l_a)
        for (a, l_a), (b, l_b) in combinations(labeled_rows, 2)
    )


@hunting
def more_violations(given: TrainingSet, parameters: Configuration) -> Iterator[Counterexample]:
    """Labels of Alg. 3 line 3 that violate in more pairs than the given ones."""
    return violations_beyond(violating_pairs(given.X, given.y), given, parameters)


@hunting
def any_violation(given: TrainingSet, parameters: Configuration) -> Iterator[Counterexample]:
    """Labels of Alg. 3 line 3 that violate in any pair at all."""
    return violations_beyond(0, given, parameters)


def violations_beyond(number: int, given: TrainingSet, parameters: Configuration) -> Iterator[Counterexample]:
    """Labels of Alg. 3 line 3 that violate in more pairs than this."""
    for k, what in trained(given, parameters) if comparable(given.X) else ():
        after = violating_pairs(what.D, what.y)
        if after > number:
            pairs = "one pair" if after == 1 else f"{after} pairs"
            before = violating_pairs(given.X, given.y) or "none"
            shows = f"the labels learnt contradict the order in {pairs}, the given ones in {before}"
            yield on_all_rows(given, k, parameters, what, shows)


@hunting
def out_of_range(given: TrainingSet, parameters: Configuration) -> Iterator[Counterexample]:
    """A prediction outside the valid range of the query."""
    rules = Rules(c=given.c)
    points = grid(given.side, len(given.X[0]))
    for settings, what, classes in predicted(given, parameters, points):
        for x, l in classes.items():
            r = valid_range(x, what.D, what.y, rules)
            if not in_range(l, r):
                shows = f"{in_words(x)} has the valid range {list(r)} and gets class {l}"
                yield found(given, settings, {x: l}, shows)


def tosses_and_predictions(
    given: TrainingSet, queries: list[Point]
) -> Iterator[tuple[tuple[int, ...], MonFkNN, list[Any]]]:
    """PM with every way in which its coin can fall, fewest tosses first."""
    for length in range(2 * len(given.X) + len(queries) + 1):
        for tosses in product((0, 1), repeat=length):
            coin = ScriptedCoin(tosses)
            try:
                model = MonFkNN.pure_monotonic(k=1, K=1, tie=coin)
                model.fit(given.X, given.y, list(range(given.c)))
                predictions = model.predict(queries)
            except IndexError:  # one more toss was asked for
                continue
            if coin.tossed == length:
                yield tosses, model, predictions


Judge: TypeAlias = Callable[[MonFkNN, Sequence[Point], Sequence[int]], str]
"""Says in words what is wrong with some predictions, and nothing if nothing is."""


def with_coin(judge: Judge, queries: int) -> Hunt:
    """Predictions of PM with a coin that the judge complains about."""

    def hunt(given: TrainingSet) -> Iterator[Counterexample]:
        for asked in product(grid(given.side, len(given.X[0])), repeat=queries):
            for tosses, model, predictions in tosses_and_predictions(given, list(asked)):
                shows = judge(model, asked, predictions)
                if shows:
                    yield replace(
                        found(given, {"k": 1, "K": 1, **PM}, {}, shows),
                        queries=asked,
                        predictions=tuple(predictions),
                        tie="coin",
                        tosses=tosses,
                        training_labels=tuple(model.learned_.y),
                    )

    return hunt


def medians_disagree(model: MonFkNN, queries: Sequence[Point], predictions: Sequence[int]) -> str:
    """Two memberships in the order of first-degree dominance, their medians in the other."""
    u, v = model.predict_memberships(list(queries))
    if first_degree_dominates(v, u) and predictions[0] > predictions[1]:
        shown = ["(" + ", ".join(str(exact_value(u_l)) for u_l in w) + ")" for w in (u, v)]
        classes = f"{predictions[0]} and {predictions[1]}"
        return f"the memberships are {shown[0]} and {shown[1]}, the classes {classes}"
    return ""


def leaves_its_range(model: MonFkNN, queries: Sequence[Point], predictions: Sequence[int]) -> str:
    """A prediction out of the valid range."""
    [x], [l] = queries, predictions
    r = valid_range(x, model.learned_.D, model.learned_.y, Rules(c=len(model.classes_)))
    return "" if in_range(l, r) else f"{in_words(x)} has the valid range {list(r)} and gets class {l}"


def labels_fall(model: MonFkNN, queries: Sequence[Point], predictions: Sequence[int]) -> str:
    """Labels of Alg. 3 line 3 that contradict the order, and predictions that do so too."""
    x, higher = queries
    label = dict(zip(model.learned_.D, model.learned_.y))
    fall = dominates(higher, x) and predictions[0] > predictions[1]
    if fall and x in label and higher in label and label[x] > label[higher]:
        return f"{in_words(x)} is labelled {label[x]}, {in_words(higher)} above it {label[higher]}"
    return ""


# --- Two models compared --------------------------------------------------------------------------------

Changes: TypeAlias = Iterator[tuple[TrainingSet, Callable[[Point], Point], str]]
"""Other training sets made of one: each with where a query goes, and what was done in words."""
Wrong: TypeAlias = Callable[[int, int, TrainingSet, TrainingSet], bool]
"""Whether a prediction before and one after a change are not as they should be."""


def after_a_change(change: Callable[[TrainingSet], Changes], wrong: Wrong) -> Hunt:
    """A prediction of PM that a change of the training set moves the wrong way."""

    def hunt(given: TrainingSet) -> Iterator[Counterexample]:
        points = grid(given.side, len(given.X[0]))
        changed_sets = list(change(given))
        for settings, _, before in predicted(given, PM, points) if changed_sets else ():
            for changed, moved, what in changed_sets:
                model = learned(changed, settings["k"], PM["RCr"])
                after = classes_of(map(moved, points), model, changed, settings["K"], PM)
                for x in points:
                    p, q = before[x], after[moved(x)]
                    if wrong(p, q, given, changed):
                        shows = f"{what}, and the class of {in_words(moved(x))} goes from {p} to {q}"
                        first = found(given, settings, {x: p}, "before the change")
                        second = found(changed, settings, {moved(x): q}, shows)
                        yield replace(second, compared_with=first)

    return hunt


def stays(x: Point) -> Point:
    return x


def one_label_raised(given: TrainingSet) -> Changes:
    """One label one class higher, the set still monotonic."""
    for i, x in enumerate(given.X):
        y = (*given.y[:i], given.y[i] + 1, *given.y[i + 1 :])
        if y[i] < given.c and is_monotonic(given.X, y):
            what = f"the label of {in_words(x)} rises from {given.y[i]} to {y[i]}"
            yield given._replace(y=y), stays, what


def one_row_repeated(given: TrainingSet) -> Changes:
    """One row with its label once more, at the end."""
    for x, l in zip(given.X, given.y):
        what = f"{in_words(x)} of class {l} appears twice"
        yield given._replace(X=(*given.X, x), y=(*given.y, l)), stays, what


def farther_from_the_repeated(p: int, q: int, given: TrainingSet, changed: TrainingSet) -> bool:
    return abs(q - changed.y[-1]) > abs(p - changed.y[-1])


def first_attribute_doubled(given: TrainingSet) -> Changes:
    """The first attribute in a unit half as large."""

    def moved(x: Point) -> Point:
        return (2 * x[0], *x[1:])

    yield given._replace(X=tuple(map(moved, given.X))), moved, "the first attribute is doubled"


def shifted_and_tripled(given: TrainingSet) -> Changes:
    """All attributes in another unit, counted from another origin."""

    def moved(x: Point) -> Point:
        return tuple(3 * value + 5 for value in x)

    yield given._replace(X=tuple(map(moved, given.X))), moved, "all attributes are tripled and shifted by 5"


def upside_down(given: TrainingSet) -> Changes:
    """All attributes and classes in reverse."""

    def moved(x: Point) -> Point:
        return tuple(given.side - value for value in x)

    y = tuple(given.c - 1 - l for l in given.y)
    yield given._replace(X=tuple(map(moved, given.X)), y=y), moved, "attributes and classes are reversed"


def one_more_neighbor(given: TrainingSet) -> Iterator[Counterexample]:
    """A step on which the classes of PM rise or stay with K neighbors, and fall with K + 1."""
    points = grid(given.side, len(given.X[0]))
    for k, what in trained(given, PM):
        by_K = [classes_of(points, what, given, K, PM) for K in range(1, len(given.X) + 1)]
        for K, (fewer, more) in enumerate(pairwise(by_K), start=1):
            for seen in falling(more, steps(points)):
                x, higher = seen
                if fewer[x] <= fewer[higher]:
                    before = {x: fewer[x], higher: fewer[higher]}
                    first = found(given, {"k": k, "K": K, **PM}, before, "one neighbor fewer")
                    second = found(given, {"k": k, "K": K + 1, **PM}, seen, fall_in_words(seen))
                    yield replace(second, compared_with=first)


def differs_from_mknn(given: TrainingSet) -> Iterator[Counterexample]:
    """A query whose class differs from that of MkNN outRange, where some neighbor of MkNN is valid."""
    parameters = {"RCr": 1, "typeRange": "outRange", "pOR": 0, "m": 2}
    points, what = grid(given.side, len(given.X[0])), learned(given, 1, 1)
    for K in range(1, len(given.X) + 1):
        mknn = MkNN(k=K, typeRange="outRange").fit(given.X, given.y, list(range(given.c)))
        for x, l in classes_of(points, what, given, K, parameters).items():
            vote = mknn.explain(x)
            label: Any = vote.label
            if vote.neighbors and label != l:
                settings = {"k": K, "typeRange": "outRange"}
                other = found(given, settings, {x: label}, "for comparison", "MkNN")
                shows = f"{in_words(x)} gets class {l}, and class {label} from MkNN"
                example = found(given, {"k": 1, "K": K, **parameters}, {x: l}, shows)
                yield replace(example, compared_with=other)


# --- The other classifiers ------------------------------------------------------------------------------


def classifier_falls(
    name: str, settings: Callable[[TrainingSet], Iterable[Configuration]] | None = None, **usual: Any
) -> Hunt:
    """Predictions of another classifier that fall somewhere on the grid."""

    def hunt(given: TrainingSet) -> Iterator[Counterexample]:
        points = grid(given.side, len(given.X[0]))
        for parameters in [usual] if settings is None else settings(given):
            model = found(given, parameters, {}, "", name).model()
            labels: list[Any] = model.fit(given.X, given.y, list(range(given.c))).predict(points)
            for seen in falling(dict(zip(points, labels)), steps(points)):
                yield found(given, parameters, seen, fall_in_words(seen), name)

    return hunt
