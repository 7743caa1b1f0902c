"""What all classifiers on ascending rows have in common, and the published numbers of four of them."""

import math
import random
import re
from decimal import Decimal
from fractions import Fraction
from itertools import product

import outside
import pytest
import small_training_sets
from definitions import below, violating
from hypothesis import given
from small_training_sets import EVERY_ROW, training_sets

from monfknn_ref.classifiers import MID, OLM, OSDL, PMDT, RDMT, MkNN, MonMLP
from monfknn_ref.model.arrays_and_frames import NotFittedError

EXACT = [OLM, OSDL, RDMT, PMDT, MkNN]
ALL = [*EXACT, MID, MonMLP]
X = [(1, 9), (1, 7), (2, 7), (3, 8), (4, 4), (4, 3), (5, 1), (5, 7)]
Y = ["low", "low", "low", "mid", "mid", "high", "high", "mid"]
CLASSES = ["low", "mid", "high"]


def refused(error, message):
    return pytest.raises(error, match=f"^{re.escape(message)}$")


def fitted(classifier, rows=X, **parameters):
    return classifier(directions="+-", **parameters).fit(rows, Y, classes=CLASSES)


def learned(model):
    return {name: value for name, value in vars(model).items() if name.endswith("_")}


# -------------------------------------------------------------------------------------------- manners


@pytest.mark.parametrize("classifier", ALL)
def test_fitting_again_forgets_and_predicting_repeats(classifier):
    model = classifier()
    model.fit([(1,), (2,), (3,)], ["c", "a", "b"], ["a", "b", "c"])
    assert model.set_params(directions="+-").fit(X, Y, classes=CLASSES) is model
    fresh = fitted(classifier)
    assert learned(model) == learned(fresh)
    assert model.classes_ == CLASSES
    assert model.predict(X) == fresh.predict(X) == fresh.predict(X)
    assert str(model.explain((3, 3))) == str(fresh.explain((3, 3)))


@pytest.mark.parametrize("classifier", ALL)
def test_a_fit_that_fails_leaves_the_model_as_it_was(classifier):
    model = fitted(classifier)
    before = model.predict(X)
    with refused(ValueError, "y must have one label for each row of X, got 1 labels for 2 rows"):
        model.fit([(1, 2), (3, 4)], ["low"])
    assert model.predict(X) == before


@pytest.mark.parametrize("classifier", ALL)
def test_what_was_given_is_not_changed(classifier):
    rows, labels, classes = [list(row) for row in X], list(Y), list(CLASSES)
    model = classifier(directions=["+", "-"]).fit(rows, labels, classes=classes)
    model.predict(rows)
    assert (rows, labels, classes) == ([list(row) for row in X], Y, CLASSES)
    assert model.get_params()["directions"] == ["+", "-"]


@pytest.mark.parametrize("classifier", ALL)
def test_classes_without_a_row_count(classifier):
    model = classifier().fit([(1,), (2,)], [1, 3], classes=[0, 1, 2, 3, 4])
    assert model.classes_ == [0, 1, 2, 3, 4]
    assert set(model.predict([(0,), (1,), (2,), (3,)])) <= {0, 1, 2, 3, 4}
    if hasattr(model, "predict_proba"):
        assert [len(shares) for shares in model.predict_proba([(1,)])] == [5]


@pytest.mark.parametrize("classifier", ALL)
def test_inverse_attributes_are_those_with_the_other_sign(classifier):
    generator = random.Random(1)
    table = [(generator.randrange(5), generator.randrange(5)) for _ in range(40)]
    labels = [generator.randrange(3) for _ in table]
    turned = [(a, -b) for a, b in table]
    model, other = classifier(directions="+-").fit(table, labels), classifier().fit(turned, labels)
    assert model.predict(table) == other.predict(turned)
    if hasattr(model, "predict_proba"):
        assert model.predict_proba(table) == other.predict_proba(turned)


@pytest.mark.parametrize("model", [OLM(), OSDL(arithmetic="exact")], ids=["OLM", "OSDL"])
@given(examples=training_sets(4, most=20))
def test_predictions_are_monotone_whatever_the_training_set(model, examples):
    predicted = dict(zip(EVERY_ROW, small_training_sets.fitted(model, examples, 4).predict(EVERY_ROW)))
    assert all(predicted[x] <= predicted[z] for x, z in product(EVERY_ROW, repeat=2) if below(x, z))


@pytest.mark.parametrize("classifier", ALL)
@pytest.mark.parametrize("number", [float, Fraction, Decimal, lambda value: Fraction(value, 3)])
def test_any_kind_of_number(classifier, number):
    rows = [tuple(map(number, row)) for row in X]
    assert fitted(classifier, rows).predict(rows) == fitted(classifier).predict(X)


@pytest.mark.parametrize("classifier", EXACT)
def test_values_are_compared_without_rounding(classifier):
    """Turned or not, two long decimals that differ in the fortieth digit are two values."""
    rows = [(Decimal(f"1.{k:040}"),) for k in range(4)]
    assert classifier().fit(rows, [0, 0, 1, 1]).predict(rows) == [0, 0, 1, 1]
    assert classifier(directions="-").fit(rows, [1, 1, 0, 0]).predict(rows) == [1, 1, 0, 0]


@pytest.mark.parametrize("classifier", ALL)
@pytest.mark.parametrize("kind", ["uint8", "int64", "float32"])
def test_arrays(classifier, kind):
    numpy = pytest.importorskip("numpy")
    from_zero = [(a - 1, b - 1) for a, b in X]  # as unsigned numbers minus 0 is below minus 1
    rows = numpy.array(from_zero, dtype=kind)
    model = fitted(classifier, rows)
    assert model.predict(rows).tolist() == fitted(classifier, from_zero).predict(from_zero)
    assert str(model.explain(rows[3])).startswith("(2, 7) is" if "int" in kind else "(2.0, 7.0) is")


@pytest.mark.parametrize("classifier", ALL)
def test_an_explanation_gives_the_prediction(classifier):
    model = fitted(classifier)
    for x in X:
        found = model.explain(x)
        assert found.x == x
        assert [found.label] == model.predict([x])
        assert str(found).startswith(f"({x[0]}, {x[1]}) is {found.label!r}:")


@pytest.mark.parametrize("classifier", ALL)
def test_errors(classifier):
    not_fitted = f"this {classifier.__name__} is not fitted yet; call fit(X, y) before asking for predictions"
    with refused(NotFittedError, not_fitted):
        classifier().predict(X)
    with refused(NotFittedError, not_fitted):
        classifier().explain(X[0])
    with refused(ValueError, "X must have at least one row, got none"):
        classifier().fit([], [])
    with refused(ValueError, "row 1 of X must hold finite numbers, got nan at attribute 0"):
        classifier().fit([(1, 2), (float("nan"), 3)], [0, 1])
    with refused(ValueError, "directions must have one sign for each of the 2 attributes, got 1: '-'"):
        classifier(directions="-").fit(X, Y, CLASSES)
    model = fitted(classifier)
    assert model.predict([]) == []
    with refused(ValueError, "x must have 2 attributes, as the training rows have, got 3"):
        model.explain((1, 2, 3))
    message = "X must have 2 attributes in each row, as the training rows have, got 1 in row 0"
    with refused(ValueError, message):
        model.predict([(1,)])


@pytest.mark.parametrize("classifier", ALL)
def test_a_single_class_and_a_single_row_can_be_learned(classifier):
    assert classifier().fit([(1, 2), (3, 1), (2, 2)], ["only"] * 3).predict([(0, 0), (9, 9)]) == ["only"] * 2
    assert classifier().fit([(1, 2)], ["only"]).predict([(0, 0), (1, 2)]) == ["only"] * 2
    assert str(classifier().fit([(1, 2)], ["only"]).explain((0, 0))).startswith("(0, 0) is 'only':")


def test_representations_show_what_was_changed():
    models = [OLM(), OSDL(truncate=True), RDMT(constant_ends_branch=True), PMDT(not_monotone=[1])]
    models += [MkNN(typeRange="outRange", seed=4), MID(R=2, branches="tree", directions="+-")]
    assert [repr(model) for model in models] == [
        "OLM()",
        "OSDL(truncate=True)",
        "RDMT(constant_ends_branch=True)",
        "PMDT(not_monotone=[1])",
        "MkNN(typeRange='outRange', seed=4)",
        "MID(R=2, branches='tree', directions='+-')",
    ]


@pytest.mark.parametrize(
    ("classifier", "parameter", "value", "error", "rule"),
    [
        (MkNN, "k", 0, ValueError, "a whole number of at least 1"),
        (MkNN, "typeRange", "both", ValueError, "'inRange' or 'outRange'"),
        (MkNN, "reading", "PAPER", TypeError, "PAPER, AUTHORS or another Reading"),
        (MkNN, "seed", -1, ValueError, "a whole number of at least 0"),
        (OSDL, "s", 1.5, ValueError, "a number from 0 to 1"),
        (OSDL, "arithmetic", "decimal", ValueError, "'doubles' or 'exact'"),
        (OSDL, "truncate", "no", TypeError, "True or False"),
        (RDMT, "items_per_leaf", 0, ValueError, "a whole number of at least 1"),
        (RDMT, "threshold", 2**1024, ValueError, "at most 1.8e+308, the largest double"),
        (RDMT, "constant_ends_branch", 1, TypeError, "True or False"),
        (PMDT, "threshold", None, TypeError, "a finite number of at least 0"),
        (PMDT, "threshold", 2**1024, ValueError, "at most 1.8e+308, the largest double"),
        (PMDT, "not_monotone", 1, TypeError, "a sequence of attribute numbers"),
        (MID, "R", -1, ValueError, "a number of at least 0"),
        (MID, "R", "1", TypeError, "a number of at least 0"),
        (MID, "R", math.inf, ValueError, "a number of at least 0"),
        (MID, "R", 2**1024, ValueError, "at most 1.8e+308, the largest double"),
        (MID, "confidence", 0, ValueError, "above 0 and at most 0.5"),
        (MID, "confidence", 0.6, ValueError, "above 0 and at most 0.5"),
        (MID, "confidence", 2, ValueError, "a number from 0 to 1"),
        (MID, "items_per_leaf", 0, ValueError, "a whole number of at least 1"),
        (MID, "branches", "leaf", ValueError, "'path' or 'tree'"),
        (MonMLP, "hidden", 0, ValueError, "a whole number of at least 1"),
        (MonMLP, "iterations", -1, ValueError, "a whole number of at least 0"),
        (MonMLP, "engine", "cuda", ValueError, "'python' or 'numpy'"),
        (MonMLP, "seed", 1.5, ValueError, "a whole number of at least 0"),
        (MonMLP, "monotone", "++", TypeError, "a sequence of attribute positions"),
    ],
)
def test_wrong_parameters_are_refused(classifier, parameter, value, error, rule):
    with refused(error, f"{parameter} must be {rule}, got {value!r}"):
        classifier(**{parameter: value}).fit([[1, 2], [3, 4]], [0, 1])


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (PMDT(not_monotone=[2]), "not_monotone must name attributes from 0 to 1, got 2 in [2]"),
        (MonMLP(monotone=[2]), "monotone must hold attribute positions from 0 to 1, got 2"),
        (
            MonMLP(monotone=[0.5]),
            "each position in monotone must be a whole number of at least 0, got 0.5",
        ),
        (
            MonMLP(hidden=2, initial_weights=[1, 2]),
            "initial_weights must hold 9 numbers for 2 attributes and 2 hidden units, got 2",
        ),
        (
            MonMLP(hidden=1, initial_weights=[999, 0, 0, 0, 0]),
            "initial_weights must give a finite error, got weights too large for that",
        ),
    ],
)
def test_what_a_parameter_holds_is_refused_in_words(model, message):
    with refused(ValueError, message):
        model.fit([[1, 2], [3, 4]], [0, 1])


# ---------------------------------------------------------------------------------- published numbers

PUBLISHED = {
    "OLM": OLM(),
    "OSDL": OSDL(),
    "RDMT": RDMT(constant_ends_branch=True),
    "PMDT": PMDT(),
}


@pytest.mark.needs_data("authors", "rivals")
@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("dataset", ["LEV", "artiset", "balance", "machineCPU"])
def test_recorded_predictions_of_independent_programs(name, dataset):
    split, recorded = outside.recorded("authors", dataset), outside.recorded("rivals", dataset)
    model = PUBLISHED[name].fit(split["train"]["X"], split["train"]["y"], classes=range(split["classes"]))
    assert model.predict(split["test"]["X"]) == recorded[name]


def predicted_over_folds(model, folds):
    """Rows, classes and predictions of all test folds together."""
    rows, wanted, predicted = [], [], []
    for (train_rows, train_labels), (test_rows, test_labels) in folds:
        model.fit(train_rows, train_labels)
        rows += test_rows
        wanted += test_labels
        predicted += model.predict(test_rows)
    return rows, wanted, predicted


def non_monotonic_index(rows, predicted):
    """The share of ordered pairs of rows whose order the predictions break, either way round."""
    return 2 * violating(rows, predicted) / (len(rows) * (len(rows) - 1))


@pytest.mark.needs_data("data/wisconsin")
@pytest.mark.parametrize(
    ("name", "right", "accuracy", "error", "index"),
    [
        ("OSDL", 655, 0.9590, 0.0410, 0.0000),
        ("RDMT", 649, 0.9502, 0.0498, 0.0001),
        ("PMDT", 653, 0.9561, 0.0439, 0.0000),
    ],
)
def test_the_papers_numbers_on_the_ten_folds_of_wisconsin(name, right, accuracy, error, index):
    rows, wanted, predicted = predicted_over_folds(PUBLISHED[name], outside.wisconsin_folds())
    assert len(rows) == 683
    assert sum(p == w for p, w in zip(predicted, wanted)) == right
    assert round(right / 683, 4) == accuracy
    assert round(sum(abs(p - w) for p, w in zip(predicted, wanted)) / 683, 4) == error
    assert round(non_monotonic_index(rows, predicted), 4) == index


@pytest.mark.needs_data("data/wisconsin")
def test_the_papers_numbers_of_olm_on_wisconsin_need_another_order_of_the_rows():
    """OLM depends on the order of the training rows: as they stand in the files 590 are right."""
    folds = [((X[::-1], y[::-1]), test) for (X, y), test in outside.wisconsin_folds()]
    rows, wanted, predicted = predicted_over_folds(OLM(), folds)
    right = sum(p == w for p, w in zip(predicted, wanted))
    assert right == 606
    assert (round(right / 683, 4), round(1 - right / 683, 4)) == (0.8873, 0.1127)  # accuracy and MAE
    assert non_monotonic_index(rows, predicted) == 0


@pytest.mark.needs_data("data/artiset.dat")
def test_truncation_makes_the_papers_numbers_of_osdl_on_artiset():
    rows, labels, _ = outside.keel_rows(outside.DATA / "artiset.dat")
    assert len(rows) == 999
    fold_of = {}
    for position, i in enumerate(sorted(range(999), key=lambda i: labels[i])):  # stratified
        fold_of[i] = position % 10
    wrong = ranks = 0
    for fold in range(10):
        inside = [i for i in range(999) if fold_of[i] == fold]
        others = [i for i in range(999) if fold_of[i] != fold]
        model = OSDL(truncate=True).fit([rows[i] for i in others], [labels[i] for i in others])
        for i, predicted in zip(inside, model.predict([rows[i] for i in inside])):
            wrong += predicted != labels[i]
            ranks += abs(predicted - labels[i])
    assert 999 - wrong == 195
    assert (round(195 / 999, 4), round(ranks / 999, 4)) == (0.1952, 1.6897)
