"""Cases for tests that use Hypothesis. Nothing else in the package needs Hypothesis.

    from hypothesis import given
    from monfknn_ref.oracle import assert_agrees
    from monfknn_ref.oracle.hypothesis_strategy import problems

    @given(problems())
    def test_mine(case):
        assert_agrees(Mine, case, shrink=False)

Hypothesis then searches for cases that fail, and it makes them smaller itself.
"""

from __future__ import annotations

from typing import Any

from monfknn_ref.model.checks import check_whole, install_command
from monfknn_ref.oracle.cases import Case, Value

LABELS: tuple[Any, ...] = (0, 1, 2, 3, 4, -1, 7, 100, "low", "high", "", "10", "9")
SHARES: tuple[Value, ...] = ("0.5", 1, 0, "0.3", "0.51", "0.7", "0.25")


def problems(max_rows: int = 12, max_attributes: int = 3, max_classes: int = 5, max_queries: int = 4) -> Any:
    """A strategy that draws small problems: tables of few or many values, any labels and any parameters."""
    for name, value in (("max_rows", max_rows), ("max_attributes", max_attributes)):
        check_whole(name, value, 1)
    for name, value in (("max_classes", max_classes), ("max_queries", max_queries)):
        check_whole(name, value, 1)
    try:
        from hypothesis import strategies as draws
    except ImportError:
        raise ImportError(f"this needs Hypothesis: {install_command('test')} brings it") from None

    tenths = draws.integers(-30, 30).map(lambda n: f"{'-' if n < 0 else ''}{abs(n) // 10}.{abs(n) % 10}")
    values = draws.one_of(draws.integers(0, 3), draws.integers(-20, 20), tenths)

    @draws.composite
    def problem(draw: Any) -> Case:
        attributes = draw(draws.integers(1, max_attributes))
        classes = draw(
            draws.lists(draws.sampled_from(LABELS), min_size=1, max_size=max_classes, unique_by=repr)
        )
        row = draws.tuples(*[values] * attributes)
        X = draw(draws.lists(row, min_size=1, max_size=max_rows))
        y = draw(draws.lists(draws.sampled_from(classes), min_size=len(X), max_size=len(X)))
        asked = draws.one_of(row, draws.sampled_from(X))
        signs = draws.text("+-", min_size=attributes, max_size=attributes)
        return Case(
            X=tuple(X),
            y=tuple(y),
            classes=tuple(classes),
            queries=tuple(draw(draws.lists(asked, min_size=1, max_size=max_queries))),
            k=draw(draws.integers(1, 6)),
            K=draw(draws.integers(1, 10)),
            RCr=draw(draws.sampled_from(SHARES)),
            typeRange=draw(draws.sampled_from(["inRange", "outRange"])),
            pOR=draw(draws.sampled_from(SHARES)),
            m=draw(draws.sampled_from([2, 2, 3, 1, "1.5"])),
            directions=draw(draws.one_of(draws.none(), signs)),
        )

    return problem()
