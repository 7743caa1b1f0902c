"""The variants equal the reference over the whole range of doubles and beyond it: see `tests/helpers/differential.py`."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import differential
import pytest
from differential import VARIANTS, WideSet, differences
from thoroughness import rounds

from monfknn_ref import MonFkNN
from monfknn_ref.optimised import StdlibMonFkNN

CASES = rounds(300, 4000)


@pytest.mark.parametrize("start", range(0, CASES, 50))
def test_cases_over_all_doubles(start: int) -> None:
    for seed in range(start, min(start + 50, CASES)):
        assert differences(seed) == []


def test_the_cases_reach_both_ends_and_beyond() -> None:
    numbers = [value for seed in range(400) for row in WideSet(seed).X for value in row]
    floats = [abs(value) for value in numbers if isinstance(value, float)]
    wholes = [abs(value) for value in numbers if isinstance(value, int)]
    assert max(floats) > 1.79e308 and min(value for value in floats if value) == 5e-324
    assert any(2**53 < value < 2**63 for value in wholes) and any(2**64 < value < 10**30 for value in wholes)


class WrongByOne(StdlibMonFkNN):
    """Takes a float for the number it is nearest to: wrong where whole numbers share a double."""

    def fit(self, X: Any, y: Any, classes: Any = None) -> WrongByOne:
        def nearest(value: Any) -> Any:
            return float(value) if abs(value) < 10**300 else value

        super().fit([tuple(map(nearest, row)) for row in X], y, classes)
        return self


class WrongError(StdlibMonFkNN):
    """Ends with an error of Python's own where numbers are large."""

    def fit(self, X: Any, y: Any, classes: Any = None) -> WrongError:
        [math.sqrt(value * value) for row in X for value in row]
        super().fit(X, y, classes)
        return self


@pytest.mark.parametrize("wrong", [WrongByOne, WrongError])
def test_a_wrong_variant_is_found(wrong: type[MonFkNN], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differential, "StdlibMonFkNN", wrong)
    monkeypatch.setattr(differential, "VARIANTS", [wrong])
    assert any(differences(seed) for seed in range(60))


# --- What was wrong once ----------------------------------------------------------------------------------

ENDS: list[tuple[Any, Any, Any]] = [
    ([(1.4e308, 1.4e308)] * 2, [0, 1], [(0.0, 0.0)]),
    ([(1.7e308, 1.7e308)], [0], [(0.0, 0.0)]),
    ([(1.7e308,), (-1.7e308,), (0.0,)], [1, 0, 1], [(1e308,), (-1.0,), (5e-324,)]),
    ([(5e-324, 0.0), (1e-323, 0.0), (0.0, 5e-324)], [0, 1, 1], [(0.0, 0.0), (1.5e-323, 5e-324)]),
    ([(2**64 + 1, 0), (2**64, 1), (2**64 + 2, 0)], [0, 1, 1], [(2**64 + 1, 1), (0, 0), (10**400, 0)]),
    ([(Fraction(1, 3), 2**60 + 1), (0.5, 2**60)], [0, 1], [(Fraction(1, 3), 2**60), (10**30, 0.1)]),
    ([(1e-162,), (2e-162,), (-3e-161,), (0.0,)], [0, 1, 0, 0], [(1.4e308,), (-2e-162,)]),
]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("rows", "labels", "queries"), ENDS)
def test_the_ends_of_the_range(variant: type[MonFkNN], rows: Any, labels: Any, queries: Any) -> None:
    for parameters in ({}, {"K": 1, "k": 1}, {"typeRange": "outRange", "RCr": 1, "m": 3}):
        reference = MonFkNN(**parameters).fit(rows, labels)
        model = variant(**parameters).fit(rows, labels)
        assert model.predict(queries) == reference.predict(queries)
        assert model.training_memberships_ == reference.training_memberships_
