"""scikit-learn's own checks of every estimator, and the tools of scikit-learn that people use with one.

`expected` lists the checks that fail, each with its reason. A check that fails without being listed is an error,
and so is a listed one that passes.
"""

from __future__ import annotations

import inspect
import multiprocessing
import random
import warnings
from typing import Any

import pytest
from every_estimator import ESTIMATORS, WITH_PROBABILITIES, new

from monfknn_ref import AUTHORS, MonFkNN
from monfknn_ref.classifiers import OLM, OSDL

sklearn = pytest.importorskip("sklearn", minversion="1.6")

import numpy as np  # noqa: E402
from sklearn.base import clone, is_classifier  # noqa: E402
from sklearn.calibration import CalibratedClassifierCV  # noqa: E402
from sklearn.metrics import roc_auc_score  # noqa: E402
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import MinMaxScaler  # noqa: E402
from sklearn.utils.estimator_checks import check_estimator, parametrize_with_checks  # noqa: E402
from sklearn.utils.validation import check_is_fitted  # noqa: E402

EVERY = pytest.mark.parametrize("name", list(ESTIMATORS))
PROBABILITIES = pytest.mark.parametrize("name", WITH_PROBABILITIES)

TEXT = "its labels are text, and the order of text is never guessed: classes must be given"
MEDIAN = "the class is the median of the memberships, as the paper has it, and not the largest of them"
READING = "the parameter reading is a Reading, which scikit-learn does not count among the simple types"


def expected(estimator: Any) -> dict[str, str]:
    """The checks that fail for an estimator, with their reasons."""
    failing = {"check_classifiers_classes": TEXT}
    if isinstance(estimator, (MonFkNN, OSDL)):
        failing["check_classifiers_train"] = MEDIAN
    if hasattr(estimator, "reading"):
        failing["check_parameters_default_constructible"] = READING
    return failing


with warnings.catch_warnings():
    warnings.filterwarnings("ignore", ".*does not inherit from `sklearn.base.BaseEstimator`")
    strict = "xfail_strict" in inspect.signature(parametrize_with_checks).parameters
    every_check_of_every_estimator = parametrize_with_checks(
        [new(name) for name in ESTIMATORS if name != "MonFkNN-AM"],  # which is MonFkNN with other values
        expected_failed_checks=expected,
        **({"xfail_strict": True} if strict else {}),
    )


@every_check_of_every_estimator
def test_check_estimator(estimator: Any, check: Any) -> None:
    check(estimator)


def test_the_checks_can_fail() -> None:
    class ListsOnly(OLM):
        def predict(self, X: Any) -> Any:
            return list(super().predict(X))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(ListsOnly(), on_fail=None, on_skip=None)
    failed = {result["check_name"] for result in results if result["status"] == "failed"}
    assert failed > set(expected(ListsOnly()))


def problem(classes: int = 3, seed: int = 0) -> tuple[Any, Any]:
    """Rows of two attributes, and classes that rise with them."""
    generator = random.Random(seed)
    X = np.array([[generator.randrange(8), generator.randrange(8)] for _ in range(36)], dtype=float)
    total = X.sum(axis=1)
    return X, np.searchsorted(np.quantile(total, [i / classes for i in range(1, classes)]), total)


X, Y = problem()
ORDER = ["low", "mid", "high"]
WORDS = np.array(ORDER)[Y]


@EVERY
def test_clone_keeps_every_parameter_and_no_state(name: str) -> None:
    model = new(name, classes=ORDER).fit(X, WORDS)
    copy = clone(model)
    assert copy.get_params() == model.get_params() and copy.classes == ORDER
    assert is_classifier(copy)
    check_is_fitted(model)
    with pytest.raises(sklearn.exceptions.NotFittedError):
        check_is_fitted(copy)
    with pytest.raises(sklearn.exceptions.NotFittedError):
        copy.predict(X)


@EVERY
def test_cross_validation_with_text_labels(name: str) -> None:
    """The classes of the constructor survive the copies that scikit-learn makes for the folds."""
    with_words = cross_val_score(new(name, classes=ORDER), X, WORDS, cv=3, error_score="raise")
    assert with_words.tolist() == cross_val_score(new(name), X, Y, cv=3, error_score="raise").tolist()
    predicted = cross_val_predict(new(name, classes=ORDER), X, WORDS, cv=3)
    assert predicted.tolist() == [ORDER[l] for l in cross_val_predict(new(name), X, Y, cv=3)]
    errors = cross_val_score(new(name), X, Y, cv=3, scoring="neg_mean_absolute_error", error_score="raise")
    assert errors.shape == (3,) and errors.max() <= 0
    with pytest.raises(ValueError, match="classes must give the order of labels that are not numbers"):
        cross_val_score(new(name), X, WORDS, cv=3, error_score="raise")


def test_cross_validation_with_an_ordered_categorical() -> None:
    pandas = pytest.importorskip("pandas")
    y = pandas.Series(WORDS, dtype=pandas.CategoricalDtype(ORDER, ordered=True))
    scores = cross_val_score(MonFkNN(), pandas.DataFrame(X, columns=["a", "b"]), y, cv=3, error_score="raise")
    assert scores.tolist() == cross_val_score(MonFkNN(), X, Y, cv=3).tolist()


@EVERY
def test_a_fold_without_a_class(name: str) -> None:
    folds = [(np.flatnonzero(Y < 2), np.flatnonzero(Y == 2)), (np.flatnonzero(Y > 0), np.flatnonzero(Y == 0))]
    scores = cross_val_score(new(name, classes=ORDER), X, WORDS, cv=folds, error_score="raise")
    assert scores.shape == (2,)


@PROBABILITIES
def test_roc_auc(name: str) -> None:
    scores = cross_val_score(new(name), X, Y, cv=3, scoring="roc_auc_ovr", error_score="raise")
    assert np.isfinite(scores).all() and scores.mean() > 0.7
    binary = (Y > 0).astype(int)
    scores = cross_val_score(new(name), X, binary, cv=3, scoring="roc_auc", error_score="raise")
    assert np.isfinite(scores).all() and scores.mean() > 0.7
    model = new(name).fit(X, binary)
    scorer = sklearn.metrics.get_scorer("roc_auc")
    assert scorer(model, X, binary) == roc_auc_score(
        binary, [row[1] for row in model.predict_proba(X.tolist())]
    )


@PROBABILITIES
def test_cross_val_predict_of_probabilities(name: str) -> None:
    shares = cross_val_predict(new(name), X, Y, cv=3, method="predict_proba")
    assert shares.shape == (36, 3)
    assert shares.sum(axis=1) == pytest.approx(np.ones(36))


def test_labels_replaced_by_numbers_do_not_pass_for_the_classes() -> None:
    """scikit-learn replaces text labels by their places in the alphabet here; classes reveal it."""
    with pytest.raises(ValueError, match=r"y must hold labels of classes \['low', 'mid', 'high'\], got "):
        cross_val_predict(MonFkNN(classes=ORDER), X, WORDS, cv=3, method="predict_proba")


@PROBABILITIES
def test_calibration(name: str) -> None:
    calibrated = CalibratedClassifierCV(new(name), cv=3).fit(X, Y)
    assert calibrated.predict_proba(X).shape == (36, 3)
    assert calibrated.score(X, Y) > 0.5


def test_calibration_with_text_labels() -> None:
    calibrated = CalibratedClassifierCV(MonFkNN(classes=ORDER), cv=3).fit(X, WORDS)
    assert calibrated.classes_.tolist() == sorted(ORDER)
    assert calibrated.score(X, WORDS) > 0.5


@EVERY
def test_decision_boundaries(name: str) -> None:
    figures = pytest.importorskip("matplotlib.figure")
    from sklearn.inspection import DecisionBoundaryDisplay

    figure = figures.Figure()
    display = DecisionBoundaryDisplay.from_estimator(
        new(name).fit(X, Y), X, grid_resolution=5, response_method="predict", ax=figure.subplots()
    )
    assert display.response.shape == (5, 5) and set(display.response.ravel()) <= {0, 1, 2}


@EVERY
def test_pipelines_and_grids(name: str) -> None:
    pipeline = make_pipeline(MinMaxScaler(), new(name, classes=ORDER)).fit(X, WORDS)
    assert pipeline.predict(X).shape == (36,)
    assert type(pipeline[-1]).__name__ in pipeline._repr_html_()
    parameter, values = {"MID": ("R", [0, 1]), "OLM": ("directions", [None, "++"])}.get(name, (None, None))
    if parameter is None:
        parameter = next(
            key for key in ("k", "s", "items_per_leaf", "hidden") if key in pipeline[-1].get_params()
        )
        values = [0.3, 0.5] if parameter == "s" else [1, 3]
    step = pipeline.steps[-1][0]
    search = GridSearchCV(pipeline, {f"{step}__{parameter}": values}, cv=3, error_score="raise").fit(X, WORDS)
    assert search.best_params_ in [{f"{step}__{parameter}": value} for value in values]
    assert search.score(X, WORDS) > 0.3


def test_feature_names_of_transformers_reach_the_model() -> None:
    pandas = pytest.importorskip("pandas")
    scaler = MinMaxScaler().set_output(transform="pandas")
    pipeline = make_pipeline(scaler, MonFkNN()).fit(pandas.DataFrame(X, columns=["a", "b"]), Y)
    assert pipeline[-1].feature_names_in_.tolist() == ["a", "b"]


def test_tie_generators_are_cloned() -> None:
    model = clone(MonFkNN(k=3, reading=AUTHORS, tie=random.Random(3)))
    assert (model.k, model.reading) == (3, AUTHORS)
    assert model.fit(X, Y).predict(X).shape == (36,)


def test_pickles_reach_a_new_process() -> None:
    """A spawned process has nothing but what was pickled."""
    models = {name: new(name, classes=ORDER).fit(X, WORDS) for name in ESTIMATORS}
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        answers = {name: pool.apply_async(model.predict, (X,)) for name, model in models.items()}
        for name, model in models.items():
            answer = answers[name].get(timeout=120)
            assert isinstance(answer, np.ndarray) and answer.tolist() == model.predict(X).tolist()
        with pytest.raises(sklearn.exceptions.NotFittedError, match="this MonFkNN is not fitted yet"):
            pool.apply(MonFkNN().predict, (X,))
