"""The searches: which training sets are looked at for each statement, how far, and what came of it.

A search ends with the first counterexample, which is then the smallest within its limits in the order of
`training_sets`, or with the number of training sets among which there is none. Beyond the limits it goes on
at random.

What was found is stored beside this module. For each statement that was searched, `searched.json` has the
counterexample, if there is one, how many training sets were looked at within which limits, how long that
took, and the same for the search at random.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any

from monfknn_ref.beyond.guarantees import hunts
from monfknn_ref.beyond.guarantees.counterexamples import (
    Counterexample,
    Draw,
    Kind,
    Limits,
    TrainingSet,
    is_monotonic,
    random_sets,
    training_sets,
)
from monfknn_ref.beyond.guarantees.hunts import AM, PM, Configuration, Hunt
from monfknn_ref.beyond.guarantees.statements import STATEMENTS, Statement
from monfknn_ref.data.files import read_text, write_text

USUAL = Draw()


@dataclass(frozen=True)
class Search:
    """What to look for, on which training sets, and how far."""

    hunt: Hunt
    kind: Kind
    limits: Limits
    draw: Draw = USUAL


@dataclass(frozen=True)
class SearchRun:
    """One search, exhaustive or random, and what came of it."""

    counterexample: Counterexample | None
    training_sets: int
    """How many were looked at."""
    seconds: float
    complete: bool
    """Whether it ended by itself: with a counterexample, or at its limits."""


def exhaustive(search: Search, seconds: float, progress: Callable[[int], None] = lambda n: None) -> SearchRun:
    """Every training set within the limits, until one gives a counterexample or the time is over."""
    return first(search.hunt, training_sets(search.kind, search.limits), seconds, progress)


def random_search(
    search: Search, seed: int, seconds: float, progress: Callable[[int], None] = lambda n: None
) -> SearchRun:
    """Training sets drawn at random, until one gives a counterexample or the time is over.

    What is found loses rows as long as it remains a counterexample.
    """
    start = time.monotonic()
    sets = random_sets(search.kind, search.draw, seed)
    run = first(search.hunt, sets, seconds, progress)
    if run.counterexample is None:
        return run
    smaller = with_fewer_rows(search, run.counterexample)
    return replace(run, counterexample=smaller, seconds=time.monotonic() - start)


def with_fewer_rows(search: Search, example: Counterexample) -> Counterexample:
    """A counterexample of which no row can be left out."""
    for i in range(len(example.X)) if len(example.X) > 1 else ():
        X, y = (*example.X[:i], *example.X[i + 1 :]), (*example.y[:i], *example.y[i + 1 :])
        if search.kind.monotonic and not is_monotonic(X, y):
            continue
        side = int(max(value for x in (*example.X, *example.queries) for value in x))
        for smaller in search.hunt(TrainingSet(X, y, len(example.classes), side)):
            return with_fewer_rows(search, smaller)
    return example


def first(
    hunt: Hunt, sets: Iterable[TrainingSet], seconds: float, progress: Callable[[int], None]
) -> SearchRun:
    """The first counterexample that some training sets give."""
    start, looked_at = time.monotonic(), 0
    for given in sets:
        spent = time.monotonic() - start
        if spent > seconds:
            return SearchRun(None, looked_at, spent, complete=False)
        looked_at += 1
        if looked_at % 100 == 0:
            progress(looked_at)
        for example in hunt(given):
            return SearchRun(example, looked_at, time.monotonic() - start, complete=True)
    return SearchRun(None, looked_at, time.monotonic() - start, complete=True)


def with_relevance(RCr: float) -> Configuration:
    """PM with another relevance of the own class."""
    return {**PM, "RCr": RCr}


def every_k(given: TrainingSet) -> Iterator[Configuration]:
    """The parameters of MkNN that make a difference."""
    yield from ({"k": k, "typeRange": "inRange"} for k in range(1, len(given.X) + 1))


def every_k_and_K(given: TrainingSet) -> Iterator[Configuration]:
    """The parameters of FkNN that make a difference."""
    for k in range(1, max(2, len(given.X))):
        yield from ({"k": k, "K": K} for K in range(1, len(given.X) + 1))


ALL = (0, 0.25, 0.5, 0.75, 1)
"""Values of RCr for statements about every value."""
ABOVE_HALF, BELOW_HALF = with_relevance(0.51), with_relevance(0.25)
FROM_HALF = tuple(with_relevance(RCr) for RCr in ALL if RCr >= 0.5)
FULL_PENALTY = tuple({**AM, "RCr": RCr, "pOR": 0} for RCr in ALL)
LINE, PLANE = Kind(1), Kind(2)
NOISY_LINE, NOISY_PLANE = Kind(1, monotonic=False), Kind(2, monotonic=False)
EQUAL_ROWS = Kind(1, monotonic=False, duplicates=True)
ANYTHING = Kind(2, monotonic=False, duplicates=True)
MONOTONIC_WITH_EQUAL = Kind(2, duplicates=True)
ONE_ORDER = Kind(2, every_order=False)
FEW = Draw(rows=6, classes=4, sides=(2, 3))
PAIR, TRIPLE, SHORT, SMALL = Limits(2, 2, 1), Limits(3, 2, 2), Limits(4, 3, 5), Limits(3, 3, 3)

SEARCHES: dict[str, Search] = {
    # Section 3.1
    "medians-coin": Search(hunts.with_coin(hunts.medians_disagree, 2), EQUAL_ROWS, PAIR),
    # Section 3.2
    "own-class-half": Search(hunts.own_class_is_lost(*FROM_HALF), NOISY_PLANE, TRIPLE),
    "own-class-below-half": Search(hunts.own_class_is_lost(BELOW_HALF), LINE, SHORT),
    "relevance-one": Search(hunts.crisp_memberships_blur, ANYTHING, TRIPLE),
    "labels-stay-above-half": Search(hunts.label_changes(ABOVE_HALF), NOISY_PLANE, TRIPLE),
    "labels-stay-half": Search(hunts.label_changes(PM), LINE, SHORT),
    "labels-stay-below-half": Search(hunts.label_changes(BELOW_HALF), LINE, SHORT),
    "labels-stay-zero": Search(hunts.label_changes(with_relevance(0)), LINE, SHORT),
    "memberships-ordered": Search(hunts.memberships_fall(*FROM_HALF), MONOTONIC_WITH_EQUAL, TRIPLE),
    "memberships-ordered-below-half": Search(hunts.memberships_fall(BELOW_HALF), LINE, SHORT),
    "set-stays-monotonic-half": Search(hunts.more_violations(*FROM_HALF), MONOTONIC_WITH_EQUAL, TRIPLE),
    "set-stays-monotonic-coin": Search(hunts.with_coin(hunts.labels_fall, 2), LINE, PAIR),
    "set-stays-monotonic-below-half": Search(hunts.more_violations(BELOW_HALF), LINE, SHORT),
    "set-stays-monotonic-zero": Search(hunts.more_violations(with_relevance(0)), LINE, SHORT),
    "training-removes-violations": Search(hunts.any_violation(PM), NOISY_LINE, SHORT),
    "violations-never-grow": Search(hunts.more_violations(PM), NOISY_LINE, Limits(6, 3, 5)),
    "violations-never-grow-above-half": Search(hunts.more_violations(ABOVE_HALF), ANYTHING, TRIPLE, FEW),
    # Section 3.3
    "in-range-inRange": Search(hunts.out_of_range(*map(with_relevance, ALL)), ANYTHING, TRIPLE, FEW),
    "in-range-coin": Search(hunts.with_coin(hunts.leaves_its_range, 1), LINE, PAIR),
    "in-range-full-penalty": Search(hunts.out_of_range(*FULL_PENALTY), ANYTHING, TRIPLE, FEW),
    "in-range-outRange": Search(hunts.out_of_range(AM), PLANE, SMALL),
    "in-range-outRange-line": Search(hunts.out_of_range(AM), LINE, Limits(4, 3, 7)),
    "in-range-outRange-half": Search(hunts.out_of_range({**AM, "RCr": 0.5}), PLANE, SMALL),
    "full-penalty-is-mknn": Search(hunts.differs_from_mknn, LINE, SHORT),
    "training-rows-labels": Search(hunts.loses_its_label(PM, AM), ANYTHING, TRIPLE),
    "training-rows-pm": Search(hunts.falls_on_training_rows(PM), MONOTONIC_WITH_EQUAL, TRIPLE),
    "training-rows-am": Search(hunts.falls_on_training_rows(AM), MONOTONIC_WITH_EQUAL, TRIPLE),
    "training-rows-pm-noisy": Search(hunts.falls_on_training_rows(PM), NOISY_LINE, SHORT),
    "training-rows-am-noisy": Search(hunts.falls_on_training_rows(AM), NOISY_LINE, SHORT),
    "monotonic-pm-line": Search(hunts.falls_everywhere(PM), Kind(1, duplicates=True), Limits(3, 3, 4)),
    "monotonic-pm-line-below-half": Search(hunts.falls_everywhere(BELOW_HALF), LINE, SHORT),
    "monotonic-pm-line-noisy": Search(hunts.falls_everywhere(PM), NOISY_LINE, SHORT),
    "monotonic-am-line-noisy": Search(hunts.falls_everywhere(AM), NOISY_LINE, SHORT),
    "monotonic-pm": Search(hunts.falls_everywhere(PM), PLANE, SMALL),
    "monotonic-am-line": Search(hunts.falls_everywhere(AM), LINE, Limits(4, 3, 7)),
    "monotonic-am": Search(hunts.falls_everywhere(AM), PLANE, SMALL),
    "monotonic-pm-noisy": Search(hunts.falls_everywhere(PM), NOISY_PLANE, SMALL),
    "monotonic-am-noisy": Search(hunts.falls_everywhere(AM), NOISY_PLANE, SMALL),
    # What a change does
    "raised-label": Search(hunts.after_a_change(hunts.one_label_raised, lambda p, q, *_: q < p), LINE, SHORT),
    "repeated-row": Search(
        hunts.after_a_change(hunts.one_row_repeated, hunts.farther_from_the_repeated), LINE, SHORT
    ),
    "more-neighbors": Search(hunts.one_more_neighbor, PLANE, SMALL),
    "common-scale": Search(
        hunts.after_a_change(hunts.shifted_and_tripled, lambda p, q, *_: p != q), PLANE, TRIPLE, FEW
    ),
    "rescaled-attribute": Search(
        hunts.after_a_change(hunts.first_attribute_doubled, lambda p, q, *_: p != q), PLANE, SMALL
    ),
    "upside-down": Search(
        hunts.after_a_change(hunts.upside_down, lambda p, q, given, _: q != given.c - 1 - p), LINE, SHORT
    ),
    # The other classifiers
    "fknn-monotonic": Search(hunts.classifier_falls("FkNN", every_k_and_K), LINE, SHORT),
    "mknn-monotonic-line": Search(
        hunts.classifier_falls("MkNN", every_k), Kind(1, duplicates=True), Limits(4, 3, 4)
    ),
    "mknn-monotonic": Search(hunts.classifier_falls("MkNN", every_k), PLANE, SMALL),
    "olm-monotonic": Search(hunts.classifier_falls("OLM"), ANYTHING, TRIPLE),
    "osdl-monotonic": Search(hunts.classifier_falls("OSDL", arithmetic="exact"), ANYTHING, TRIPLE),
    "osdl-doubles-monotonic": Search(
        hunts.classifier_falls("OSDL", arithmetic="doubles"),
        Kind(1, monotonic=False, duplicates=True, every_order=False),
        Limits(rows=6, classes=3, side=2),
        Draw(rows=30, classes=5, sides=(2, 3)),
    ),
    "rdmt-monotonic": Search(hunts.classifier_falls("RDMT"), ONE_ORDER, Limits(6, 3, 3)),
    "pmdt-monotonic": Search(hunts.classifier_falls("PMDT"), ONE_ORDER, Limits(6, 3, 3)),
    "mid-monotonic": Search(hunts.classifier_falls("MID"), ONE_ORDER, Limits(6, 3, 3)),
    "monmlp-monotonic": Search(hunts.classifier_falls("MonMLP", hidden=2, iterations=20), ONE_ORDER, PAIR),
}
"""What is searched for, by the id of the statement."""


# What the searches came to

NOT_SEARCHED = (
    "not among training sets, about which it says nothing; its proof's doctest has a scope of its own"
)
STORED = Path(__file__).with_name("searched.json")


@dataclass(frozen=True)
class SearchResult:
    """What the searches for a counterexample to one statement came to."""

    id: str
    scope: str
    """Which training sets were to be looked at, and how far."""
    exhaustive: SearchRun
    command: str
    """What was typed."""
    random_scope: str = ""
    random: SearchRun | None = None
    seed: int = 0

    @property
    def counterexample(self) -> Counterexample | None:
        """The smallest one, or else one that was found at random."""
        if self.exhaustive.counterexample is not None or self.random is None:
            return self.exhaustive.counterexample
        return self.random.counterexample

    @property
    def smallest(self) -> bool:
        """Whether the counterexample is the smallest within the scope."""
        return self.exhaustive.counterexample is not None

    def __str__(self) -> str:
        """How far the search went, in words."""
        sets = f"{self.exhaustive.training_sets:,} training sets"
        if self.smallest:
            words = f"the first among {sets} in order"
        elif self.exhaustive.complete:
            words = f"none among all {sets} ({self.scope})"
        else:
            words = f"none among the first {sets} ({self.scope})"
        if self.random is not None:
            found = "none" if self.random.counterexample is None else "one"
            words += f"; {found} among {self.random.training_sets:,} at random ({self.random_scope}, "
            words += f"seed {self.seed})"
        return words


def search_statement(id: str, seconds: float, seed: int, progress: Any = lambda text: None) -> SearchResult:
    """Search for a counterexample, in order for at most so many seconds and then, if there is none, at
    random."""
    search = SEARCHES[id]
    done = exhaustive(search, seconds, lambda n: progress(f"{id}: {n:,} training sets in order"))
    result = SearchResult(id, scope_of(search), done, command_for(id, seconds, seed))
    if done.counterexample is not None:
        return result
    drawn = random_search(search, seed, seconds, lambda n: progress(f"{id}: {n:,} at random"))
    return replace(result, random_scope=f"{search.kind}; {search.draw}", random=drawn, seed=seed)


def command_for(id: str, seconds: float, seed: int) -> str:
    """What is typed to search again.

    >>> command_for("monotonic-pm", 60, 0)
    'python -m monfknn_ref guarantees monotonic-pm --search 60 --seed 0'
    """
    return f"python -m monfknn_ref guarantees {id} --search {seconds:g} --seed {seed}"


def scope_of(search: Search) -> str:
    """
    >>> scope_of(SEARCHES["monotonic-pm"])
    '2 attributes, monotonic labels, no equal rows, rows in every order; up to 3 rows and 3 classes, \
coordinates 0 to 3'
    """
    return f"{search.kind}; {search.limits}"


# --- Reading and writing --------------------------------------------------------------------------------


def run_to_dict(run: SearchRun) -> dict[str, Any]:
    found: dict[str, Any] = {
        "training_sets": run.training_sets,
        "seconds": round(run.seconds, 1),
        "complete": run.complete,
    }
    if run.counterexample is not None:
        found["counterexample"] = run.counterexample.to_dict()
    return found


def run_from_dict(stored: Mapping[str, Any]) -> SearchRun:
    example = stored.get("counterexample")
    return SearchRun(
        None if example is None else Counterexample.from_dict(example),
        stored["training_sets"],
        stored["seconds"],
        stored["complete"],
    )


def write_results(results: Mapping[str, SearchResult], path: str | PathLike[str]) -> None:
    """Write results as JSON, one statement after the other in the order of the paper."""
    stored = []
    for id in (statement.id for statement in STATEMENTS if statement.id in results):
        result = results[id]
        entry: dict[str, Any] = {"id": id, "command": result.command, "scope": result.scope}
        entry["exhaustive"] = run_to_dict(result.exhaustive)
        if result.random is not None:
            entry["random"] = {
                "scope": result.random_scope,
                "seed": result.seed,
                **run_to_dict(result.random),
            }
        stored.append(json.dumps(entry))
    write_text(path, "[\n" + ",\n".join(stored) + "\n]\n")


def read_results(path: str | PathLike[str]) -> dict[str, SearchResult]:
    """The results in a file, by the ids of the statements."""
    try:
        entries = json.loads(read_text(path))
        return {entry["id"]: result_from_dict(entry) for entry in entries}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(f"{str(path)!r} must hold results of searches, got something else") from None


def result_from_dict(entry: Mapping[str, Any]) -> SearchResult:
    """One result of a file."""
    found = run_from_dict(entry["exhaustive"])
    result = SearchResult(entry["id"], entry["scope"], found, entry["command"])
    drawn = entry.get("random")
    if drawn is None:
        return result
    return replace(result, random_scope=drawn["scope"], random=run_from_dict(drawn), seed=drawn["seed"])


@cache
def stored_results() -> dict[str, SearchResult]:
    """The results that come with the package."""
    return read_results(STORED)


def as_json(statement: Statement, result: SearchResult | None) -> dict[str, Any]:
    """A statement with its verdict and what supports that, for `guarantees --json`."""
    found: dict[str, Any] = {
        "id": statement.id,
        "statement": statement.statement,
        "verdict": statement.verdict,
        "where": statement.where,
        "conditions": dict(vars(statement.conditions)),
    }
    if statement.remark:
        found["remark"] = statement.remark
    if statement.proof:
        found["proof"] = f"docs/guarantees.md#{statement.proof}"
    if result is None:
        found["searched"] = NOT_SEARCHED
    else:
        found["searched"] = str(result)
        found["command"] = result.command
        if result.counterexample is not None:
            found["counterexample"] = result.counterexample.to_dict()
            found["smallest"] = result.smallest
    return found
