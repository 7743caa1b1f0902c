"""OSDL, compared with its definition in fractions and without differences."""

from fractions import Fraction

import pytest
from definitions import below
from hypothesis import given
from hypothesis import strategies as st
from small_training_sets import EVERY_ROW, fitted, rows, training_sets

from monfknn_ref.classifiers.osdl import OSDL

HALF = Fraction(1, 2)


def share_up_to(l, z, examples):
    """P(class <= l) among the examples with the values z."""
    labels = [label for x, label in examples if x == z]
    return Fraction(sum(label <= l for label in labels), len(labels))


def defined_distribution(x, examples, s):
    """F of the module's docstring, class by class."""
    F = []
    for l in range(4):
        lowest = min((share_up_to(l, z, examples) for z, _ in examples if below(z, x)), default=1)
        highest = max((share_up_to(l, z, examples) for z, _ in examples if below(x, z)), default=l == 3)
        F.append(s * lowest + (1 - s) * highest)
    return F


def defined_class(F):
    """The middle of the median range read off the cumulative distribution; of two middles the upper one."""
    i = min(l for l in range(4) if F[l] >= HALF)
    j = max(l for l in range(4) if 1 - (F[l - 1] if l else 0) >= HALF)
    return sorted(range(i, j + 1))[(j - i + 1) // 2]


@given(training_sets(4, most=20), st.sampled_from([Fraction(1, 2), 0, 1, Fraction(1, 3)]))
def test_exact_arithmetic_follows_the_definition(examples, s):
    model = fitted(OSDL(s=s, arithmetic="exact"), examples, 4)
    for x, predicted, shares in zip(EVERY_ROW, model.predict(EVERY_ROW), model.predict_proba(EVERY_ROW)):
        F = defined_distribution(x, examples, s)
        assert predicted == defined_class(F)
        assert sum(shares) == pytest.approx(1) and min(shares) >= 0
        assert [sum(shares[: l + 1]) for l in range(4)] == pytest.approx([float(F_l) for F_l in F])


@given(st.dictionaries(rows, st.integers(0, 3), min_size=1))
def test_doubles_agree_with_fractions_where_nothing_is_rounded(labels):
    examples = list(labels.items())  # all rows different: every F is 0 or 1
    doubles, exact = (fitted(model, examples, 4) for model in (OSDL(), OSDL(arithmetic="exact")))
    assert doubles.predict(EVERY_ROW) == exact.predict(EVERY_ROW)


def test_doubles_may_miss_a_half_that_fractions_reach():
    """12 equal rows, half of them in the highest class and none in the next: the median range is [2, 4]."""
    examples = [((0, 0), l) for l, n in enumerate([1, 4, 1, 0, 6]) for _ in range(n)]
    X, y = [x for x, _ in examples], [l for _, l in examples]
    exact = OSDL(arithmetic="exact").fit(X, y, classes=range(5))
    doubles = OSDL().fit(X, y, classes=range(5))
    assert exact.explain((0, 0)).median_range == (2, 4) and exact.predict([(0, 0)]) == [3]
    assert 1 / 12 + 4 / 12 + 1 / 12 < 0.5
    assert doubles.explain((0, 0)).median_range == (4, 4) and doubles.predict([(0, 0)]) == [4]


def test_of_two_middles_the_upper_one():
    assert OSDL().fit([(0,), (0,)], [0, 1]).predict([(0,)]) == [1]
    assert OSDL().fit([(0,), (0,)], [0, 2], classes=range(3)).predict([(0,)]) == [1]
    assert OSDL().fit([(0,), (0,)], [0, 3], classes=range(4)).predict([(0,)]) == [2]


def test_truncation_leaves_zero_and_one_of_the_unit_interval():
    X, y = [(0.1,), (0.9,), (1.0,)], [0, 1, 2]
    model = OSDL(truncate=True).fit(X, y)
    assert model.predict_proba([(0.0,), (0.99,)]) == [[0.5, 0.5, 0]] * 2  # 0.1 and 0.9 are one row
    assert OSDL().fit([(0,), (0,), (1,)], y).predict([(0,), (1,)]) == model.predict([(0.5,), (1.0,)])
    assert OSDL().fit(X, y).predict(X) == y


def test_truncation_is_toward_zero():
    model = OSDL(truncate=True).fit([(-0.9,), (0.9,), (2.5,)], [0, 0, 1])
    assert model.predict([(-0.2,), (0.2,), (2.1,)]) == [0, 0, 1]


@given(training_sets(4, most=20), rows)
def test_an_explanation_names_rows_that_set_the_bounds(examples, x):
    found = fitted(OSDL(arithmetic="exact"), examples, 4).explain(x)
    for l in range(4):
        if found.rows_below[l] is not None:
            assert below(found.rows_below[l], x)
            assert share_up_to(l, found.rows_below[l], examples) == found.from_below[l] < 1
        else:
            assert found.from_below[l] == 1
        if found.rows_above[l] is not None:
            assert below(x, found.rows_above[l])
            assert share_up_to(l, found.rows_above[l], examples) == found.from_above[l] > 0
        else:
            assert found.from_above[l] == (l == 3)
    assert str(found).startswith(f"({x[0]}, {x[1]}) is {found.label}:\n  up to 0: ")


def test_an_explanation_is_in_the_units_of_the_rows_as_given():
    model = OSDL(directions="-").fit([(9,), (2,)], ["low", "high"], classes=["low", "high"])
    assert str(model.explain((5,))) == (
        "(5) is 'high':\n"
        "  up to 'low': 1.0000 from below, 0.0000 from above: 0.5000, a share of 0.5000\n"
        "  up to 'high': 1.0000 from below, 1.0000 from above: 1.0000, a share of 0.5000\n"
        "  median range 'low' to 'high'; of two middles, the upper one"
    )
    assert model.explain((2,)).rows_below == ((2,), None)
    assert model.explain((9,)).rows_above == ((9,), None)


def test_a_fitted_model_does_not_follow_later_changes_of_its_parameters():
    model = OSDL().fit([(0.1,), (0.9,), (1.0,)], [0, 1, 2])
    model.set_params(truncate=True, s=1, arithmetic="exact")
    assert model.predict([(0.1,), (0.9,), (1.0,)]) == [0, 1, 2]
