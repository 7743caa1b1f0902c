"""What a caller hands in is unwrapped and checked once, whatever it is and whoever takes it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import monfknn_ref
from monfknn_ref import MonFkNN
from monfknn_ref.example import CLASSES, LABELS, QUERIES, ROWS
from monfknn_ref.model.door import check_table, training_set
from monfknn_ref.optimised import StdlibMonFkNN

PACKAGE = Path(monfknn_ref.__file__).parent


def calls_in_package(work: Callable[[], Any]) -> Counter[tuple[str, str]]:
    """How often each function of the package is called: its module and its name."""
    found: Counter[tuple[str, str]] = Counter()

    def look(frame: FrameType, event: str, _: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and PACKAGE in path.parents:
            found[path.relative_to(PACKAGE).as_posix(), frame.f_code.co_name] += 1

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found


def fit_and_predict(kind: type[MonFkNN] = MonFkNN, as_given: Callable[[Any], Any] = list) -> list[str]:
    """The running example: ten rows and three queries."""
    model = kind.pure_monotonic(k=2, K=3).fit(as_given(ROWS), LABELS, CLASSES)
    return list(model.predict(as_given(QUERIES)))


def test_the_walk_of_the_running_example_stays_short() -> None:
    """All calls of a fit and three predictions, those of comprehensions and generators aside."""
    found = calls_in_package(fit_and_predict)
    functions = {name: count for name, count in found.items() if not name[1].startswith("<")}
    assert sum(functions.values()) <= 1400
    assert len({module for module, _ in functions}) <= 16


@pytest.mark.parametrize("kind", [MonFkNN, StdlibMonFkNN])
@pytest.mark.parametrize("as_given", [list, tuple, lambda rows: [list(row) for row in rows]])
def test_each_thing_is_unwrapped_once(kind: type[MonFkNN], as_given: Callable[[Any], Any]) -> None:
    """X, y and classes in fit, the queries in predict; y is first looked at for a column."""
    found = calls_in_package(lambda: fit_and_predict(kind, as_given))
    assert found["model/arrays_and_frames.py", "as_sequence"] == 5
    assert found["model/arrays_and_frames.py", "as_table"] == 2
    assert found["model/door.py", "check_row"] == 0  # the types of these rows say all


def test_an_array_is_looked_at_once() -> None:
    np = pytest.importorskip("numpy")
    found = calls_in_package(lambda: fit_and_predict(as_given=np.array))
    assert found["model/arrays_and_frames.py", "as_table"] == 2
    assert found["model/door.py", "check_row"] == len(ROWS) + len(QUERIES)


@pytest.mark.parametrize(
    "rows",
    [
        [(1, 2.5), (3, 4.0)],
        ((1, 2.5), [3, 4.0]),
        [(1, 10**400), (2, 3)],
        [(True, 2.5), (3, 4.0)],
    ],
)
def test_rows_are_the_same_whether_their_types_say_all_or_each_value_is_looked_at(rows: Any) -> None:
    class Row(tuple):
        """Not one of the types that are taken without a look."""

    assert check_table(rows) == check_table([Row(row) for row in rows]) == [tuple(row) for row in rows]


def test_a_training_set_has_the_rows_as_given_and_turned() -> None:
    found = training_set([(1, 2), (3, 1)], ["low", "high"], ["low", "mid", "high"], "+-")
    assert found.given == [(1, 2), (3, 1)] and found.rows == [(1, -2), (3, -1)]
    assert (found.positions, found.classes, found.highest) == ([0, 2], ["low", "mid", "high"], 2)
    assert (found.labels, found.directions) == (["low", "high"], (1, -1))
    assert (found.names, found.in_array, found.dtype) == (None, False, None)
