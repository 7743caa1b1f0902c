"""No result depends on the version of Python: what differs between versions is not used where it would show.

From Python 3.12 on, `sum` corrects the rounding of floats. While the tests run, `sum` therefore refuses floats
of the package (`conftest.py` sees to that): `math.fsum` is correctly rounded everywhere, and
`monfknn_ref.arithmetic.added` rounds after each step everywhere. Functions whose results differ in the last place
from one version to the next may be used only where that cannot show, and `EXCEPTIONS` says why it cannot.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator

import pytest
from command_line import ROOT

from monfknn_ref.arithmetic import added

DIFFERING = {
    "math": {"dist", "hypot", "sumprod"},  # more accurate in newer versions
    # but not `fmean`, which is `math.fsum` divided
    "statistics": {"correlation", "covariance", "geometric_mean", "linear_regression", "mean"}
    | {"pstdev", "pvariance", "stdev", "variance"},
    "random": {"betavariate", "binomialvariate", "gammavariate", "gauss", "normalvariate", "vonmisesvariate"},
}
EXCEPTIONS = {
    "evaluation/bayesian_sign.py: gammavariate": "probabilities counted in samples, printed to four places",
    "evaluation/student_t.py: stdev": "limits of intervals, printed to a few places",
    "reproduction/benchmark.py: linear_regression": "how times grow, which no two runs measure alike",
    "evaluation/results.py: stdev": "printed to four places",
    "reproduction/sentences/noise.py: linear_regression": "printed to five places",
    "optimised/with_stdlib/ranges_and_neighbors.py: dist": "a bound; error_bounds.py allows for more than it errs",
    "optimised/with_stdlib/model.py: hypot": "a bound; error_bounds.py allows for more than it errs",
}


def differing(source: str) -> Iterator[str]:
    """The functions in a source that do not give the same doubles on all versions, by their names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            of = node.value.id if isinstance(node.value, ast.Name) else ""
            if node.attr in DIFFERING["random"] | DIFFERING.get(of, set()):  # any object may be a generator
                yield node.attr
        elif isinstance(node, ast.ImportFrom) and node.module in DIFFERING:
            yield from (alias.name for alias in node.names if alias.name in DIFFERING[node.module])


def test_functions_that_differ_between_versions_are_used_only_where_it_cannot_show() -> None:
    package = ROOT / "monfknn_ref"
    without_arrays = [path for path in package.rglob("*.py") if "with_numpy" not in path.parts]
    found = {
        f"{path.relative_to(package).as_posix()}: {name}"
        for path in without_arrays
        for name in differing(path.read_text(encoding="utf-8"))
    }
    assert found == set(EXCEPTIONS)


def test_a_function_that_differs_is_noticed() -> None:
    assert list(differing("import math\nmath.hypot(3, 4)")) == ["hypot"]
    assert list(differing("from statistics import mean, median\nmean([1])")) == ["mean"]
    assert list(differing("import random\nrandom.Random(1).gauss(0, 1)")) == ["gauss"]
    assert list(differing("from math import fsum\nfsum([1])")) == []
    assert list(differing("table.mean()")) == []  # of our own


def test_sums_of_floats_are_refused_in_the_package_alone() -> None:
    assert sum([0.5, 0.25]) == 0.75
    inside = {"__name__": "monfknn_ref.somewhere"}
    assert eval("sum([1, True]), sum([1], 2)", inside) == (2, 3)
    for expression in ("sum([0.5, 0.25])", "sum(x / 2 for x in range(3))", "sum([1], 0.5)"):
        with pytest.raises(AssertionError, match="^monfknn_ref.somewhere: sum.. of floats depends"):
            eval(expression, inside)


def test_what_is_used_instead_rounds_alike_everywhere() -> None:
    assert added([0.1] * 10) == 0.9999999999999999  # what sum() gives before 3.12
    assert math.fsum([0.1] * 10) == 1.0
    assert added([]) == 0
