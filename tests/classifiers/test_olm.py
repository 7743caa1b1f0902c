"""OLM, compared with what its rules must be, whatever the order in which they were learned."""

import pytest
from definitions import below
from hypothesis import given
from hypothesis import strategies as st
from small_training_sets import EVERY_ROW, fitted, rows, training_sets

from monfknn_ref.classifiers.olm import OLM, Rule

CLASSES = ["low", "mid", "high"]


@given(training_sets(3))
def test_rules_are_training_rows_and_a_rule_below_another_has_a_lower_class(examples):
    rules = fitted(OLM(), examples, 3).rules_
    for rule in rules:
        assert (rule.values, rule.label) == examples[rule.row]
        for other in rules:
            if rule is not other and below(rule.values, other.values):
                assert rule.label < other.label
    labels = [rule.label for rule in rules]
    assert labels == sorted(labels, reverse=True)


@given(st.lists(rows, min_size=1, max_size=14), st.randoms(use_true_random=False))
def test_on_a_monotone_training_set_the_highest_class_below_decides_in_any_order(rows, generator):
    """Without contradictions OLM is the smallest monotone function that is right on all training rows."""
    examples = [(x, (x[0] + x[1]) // 3) for x in rows]  # monotone, classes 0 to 2
    generator.shuffle(examples)
    for x, predicted in zip(EVERY_ROW, fitted(OLM(), examples, 3).predict(EVERY_ROW)):
        reached = [l for z, l in examples if below(z, x)]
        assert predicted == max(reached, default=min(l for _, l in examples))


@pytest.mark.parametrize(
    ("first", "second", "rules"),
    [
        (((1, 1), 1), ((2, 2), 1), [((1, 1), 1)]),  # implied
        (((2, 2), 1), ((1, 1), 1), [((1, 1), 1)]),  # the second says more
        (((1, 1), 1), ((2, 2), 0), [((2, 2), 0)]),  # contradiction: the lower class stays
        (((2, 2), 0), ((1, 1), 1), [((2, 2), 0)]),
        (((1, 1), 0), ((1, 1), 2), [((1, 1), 0)]),  # equal values: the lower class stays
        (((1, 1), 2), ((1, 1), 0), [((1, 1), 0)]),
        (((1, 1), 0), ((2, 2), 1), [((2, 2), 1), ((1, 1), 0)]),  # in order: both stay
        (((2, 2), 1), ((1, 1), 0), [((2, 2), 1), ((1, 1), 0)]),
        (((1, 2), 1), ((2, 1), 1), [((2, 1), 1), ((1, 2), 1)]),  # incomparable: newest first
    ],
)
def test_two_examples(first, second, rules):
    assert [(rule.values, rule.label) for rule in fitted(OLM(), [first, second], 3).rules_] == rules


def test_an_example_that_is_refused_still_drops_rules():
    implied = [((0, 1), 0), ((1, 0), 1), ((1, 1), 0)]  # implied by the first, yet drops the second
    assert [rule.row for rule in fitted(OLM(), implied, 3).rules_] == [0]
    contradicting = [((1, 2), 0), ((2, 1), 1), ((1, 1), 1)]  # refused by the first, and drops the second
    assert [rule.row for rule in fitted(OLM(), contradicting, 3).rules_] == [0]
    assert fitted(OLM(), contradicting, 3).predict([(2, 1)]) == [0]


def test_the_order_of_the_training_rows_matters():
    """The example (0, 1) is refused in both orders; where it comes last it takes the rule (1, 1) along."""
    X, y = [(0,), (0,), (1,)], [0, 1, 1]
    assert OLM().fit(X, y).predict([(0,), (1,)]) == [0, 1]
    assert OLM().fit([X[0], X[2], X[1]], [y[0], y[2], y[1]]).predict([(0,), (1,)]) == [0, 0]


def test_without_a_rule_reached_the_last_rule_decides_not_the_lowest_class():
    model = OLM().fit([(2, 2), (3, 3)], ["mid", "high"], classes=CLASSES)
    assert model.predict([(0, 0)]) == ["mid"]
    assert not model.explain((0, 0)).reached


def test_an_explanation_names_the_rule_in_the_units_of_the_row():
    model = OLM(directions="+-").fit([(1, 9), (3, 5)], ["low", "high"], classes=["low", "high"])
    fired = model.explain((4, 2))
    assert fired.rule == Rule((3, 5), "high", 1, (1, -1)) == model.rules_[fired.position]
    assert fired.label == "high" == model.predict([(4, 2)])[0]
    assert str(fired) == (
        "(4, 2) is 'high': rule 0 is the first one reached:\n"
        "  if x[0] >= 3 and x[1] <= 5 then 'high' (training row 1)"
    )
