"""The stored results of the searches: `searched.json`, read, checked and written.

For each statement that was searched it has the counterexample, if there is one, how many training sets were
looked at within which limits, how long that took, and the same for the search at random.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any

from monfknn_ref.beyond.guarantees.counterexample import Counterexample
from monfknn_ref.beyond.guarantees.searches import SEARCHES, Outcome, Search, exhaustive, random_search
from monfknn_ref.beyond.guarantees.statements import STATEMENTS, Statement
from monfknn_ref.data.files import read_text, write_text

NOT_SEARCHED = (
    "not among training sets, about which it says nothing; its proof's doctest has a scope of its own"
)
STORED = Path(__file__).with_name("searched.json")


@dataclass(frozen=True)
class Result:
    """What the searches for a counterexample to one statement came to."""

    id: str
    scope: str
    """Which training sets were to be looked at, and how far."""
    exhaustive: Outcome
    random_scope: str
    random: Outcome | None
    seed: int
    command: str
    """What was typed."""

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


def search_statement(id: str, seconds: float, seed: int, progress: Any = lambda text: None) -> Result:
    """Search for a counterexample, in order for at most so many seconds and then, if there is none, at
    random."""
    search = SEARCHES[id]
    done = exhaustive(search, seconds, lambda n: progress(f"{id}: {n:,} training sets in order"))
    drawn = None
    if done.counterexample is None:
        drawn = random_search(search, seed, seconds, lambda n: progress(f"{id}: {n:,} at random"))
    drawn_from = f"{search.kind}; {search.draw}"
    return Result(id, scope_of(search), done, drawn_from, drawn, seed, command_for(id, seconds, seed))


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


def outcome_to_dict(outcome: Outcome) -> dict[str, Any]:
    found: dict[str, Any] = {
        "training_sets": outcome.training_sets,
        "seconds": round(outcome.seconds, 1),
        "complete": outcome.complete,
    }
    if outcome.counterexample is not None:
        found["counterexample"] = outcome.counterexample.to_dict()
    return found


def outcome_from_dict(stored: Mapping[str, Any]) -> Outcome:
    example = stored.get("counterexample")
    return Outcome(
        None if example is None else Counterexample.from_dict(example),
        stored["training_sets"],
        stored["seconds"],
        stored["complete"],
    )


def write_results(results: Mapping[str, Result], path: str | PathLike[str]) -> None:
    """Write results as JSON, one statement after the other in the order of the paper."""
    stored = []
    for id in (statement.id for statement in STATEMENTS if statement.id in results):
        result = results[id]
        entry: dict[str, Any] = {"id": id, "command": result.command, "scope": result.scope}
        entry["exhaustive"] = outcome_to_dict(result.exhaustive)
        if result.random is not None:
            entry["random"] = {
                "scope": result.random_scope,
                "seed": result.seed,
                **outcome_to_dict(result.random),
            }
        stored.append(json.dumps(entry))
    write_text(path, "[\n" + ",\n".join(stored) + "\n]\n")


def read_results(path: str | PathLike[str]) -> dict[str, Result]:
    """The results in a file, by the ids of the statements."""
    try:
        entries = json.loads(read_text(path))
        return {entry["id"]: result_from_dict(entry) for entry in entries}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(f"{str(path)!r} must hold results of searches, got something else") from None


def result_from_dict(entry: Mapping[str, Any]) -> Result:
    """One result of a file."""
    drawn = entry.get("random")
    return Result(
        entry["id"],
        entry["scope"],
        outcome_from_dict(entry["exhaustive"]),
        "" if drawn is None else drawn["scope"],
        None if drawn is None else outcome_from_dict(drawn),
        0 if drawn is None else drawn["seed"],
        entry["command"],
    )


@cache
def stored_results() -> dict[str, Result]:
    """The results that come with the package."""
    return read_results(STORED)


def as_json(statement: Statement, result: Result | None) -> dict[str, Any]:
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
