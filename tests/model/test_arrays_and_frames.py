"""Arrays and data frames: what comes back, which columns are accepted, and the words for what is wrong."""

from __future__ import annotations

import pickle
import re
import sys
import warnings
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from every_estimator import ESTIMATORS, WITH_PROBABILITIES, new
from refusals import refused

from monfknn_ref import MonFkNN, valid_range
from monfknn_ref.classifiers import relabel
from monfknn_ref.model import arrays_and_frames
from monfknn_ref.model.arrays_and_frames import DataConversionWarning, NotFittedError

EVERY = pytest.mark.parametrize("name", list(ESTIMATORS))
X = [(1.5, 1.0), (2.0, 1.0), (2.0, 3.0), (4.0, 4.0), (5.0, 4.0), (5.0, 5.0), (6.0, 7.0), (7.0, 7.0)]
Y = [0, 0, 1, 1, 1, 2, 2, 2]
ORDER = ["low", "mid", "high"]
WORDS = [ORDER[l] for l in Y]
QUERIES = [(1.0, 2.0), (3.0, 3.0), (6.0, 6.0)]


# --- What comes back --------------------------------------------------------------------------------------


@EVERY
def test_lists_get_lists_of_plain_values_and_arrays_get_arrays(name: str, np: Any) -> None:
    model = new(name).fit(X, Y)
    assert model.classes_ == [0, 1, 2]
    of_lists = [list(row) for row in QUERIES]
    for rows in (QUERIES, tuple(QUERIES), of_lists, iter(QUERIES), list(np.array(QUERIES))):
        assert [type(label) for label in model.predict(rows)] == [int] * 3
    answer = model.predict(np.array(QUERIES))
    assert isinstance(answer, np.ndarray) and answer.dtype.kind == "i"
    assert answer.tolist() == model.predict(QUERIES)
    of_arrays = new(name).fit(np.array(X), np.array(Y, dtype="int16"))
    assert of_arrays.classes_.dtype == "int16" and of_arrays.classes_.tolist() == [0, 1, 2]
    assert of_arrays.predict(np.array(QUERIES)).dtype == "int16"
    assert type(of_arrays.predict(QUERIES)) is list


@pytest.mark.parametrize("name", WITH_PROBABILITIES)
def test_probabilities_have_the_form_of_the_rows(name: str, np: Any) -> None:
    model = new(name).fit(X, Y, classes=[0, 1, 2, 3])
    rows, array = model.predict_proba(QUERIES), model.predict_proba(np.array(QUERIES))
    assert type(rows) is list and type(rows[0]) is list and type(rows[0][0]) is float
    assert array.shape == (3, 4) and array.dtype == float
    assert array.tolist() == rows
    assert model.predict_proba(np.empty((0, 2))).shape == (0, 4)
    assert model.predict_proba([]) == []


@EVERY
def test_no_rows_get_no_answers(name: str, np: Any) -> None:
    model = new(name).fit(np.array(X), np.array(WORDS), ORDER)
    assert model.predict([]) == []
    answer = model.predict(np.empty((0, 2)))
    assert answer.shape == (0,) and answer.dtype.kind == "U"


def test_exact_memberships_stay_exact_for_arrays(np: Any) -> None:
    rows = np.array([[Fraction(1, 3), Decimal("0.1")], [Fraction(2, 3), 2], [1, 3]], dtype=object)
    model = MonFkNN(k=1, K=2, m=3).fit(rows, np.array([0, 1, 1]))
    assert model.training_rows_[0] == (Fraction(1, 3), Decimal("0.1"))
    for u in model.predict_memberships(rows):
        assert type(u) is list and all(isinstance(u_l, Fraction) for u_l in u)
    assert isinstance(model.predict(rows), np.ndarray)


@EVERY
@pytest.mark.parametrize(
    ("kind", "labels"),
    [
        ("bool", [False, True]),
        ("uint8", [3, 7]),
        ("float64", [1.0, 2.0]),
        ("<U3", ["low", "mid"]),
        ("object", ["low", "mid"]),
    ],
)
def test_labels_keep_their_type(name: str, kind: str, labels: list[Any], np: Any) -> None:
    y = np.array([labels[l > 0] for l in Y], dtype=kind)
    classes = labels if kind in ("<U3", "object") else None
    model = new(name, classes=classes).fit(np.array(X), y)
    assert model.classes_.dtype == kind and model.classes_.tolist() == labels
    assert model.predict(np.array(QUERIES)).dtype == kind
    assert model.score(np.array(X), y) == np.mean(model.predict(np.array(X)) == y)


@pytest.mark.parametrize(
    "classes",
    [
        ["low", "mid", "a label longer than those of y"],
        ["low", 1, (2, 3)],
        [("a",), ("b",), ("c",)],
        [0, 1, 2**70],
        [2**63, -1, 0],
        [None, 0, "x"],
    ],
)
def test_labels_that_no_plain_array_holds_come_back_unchanged(classes: list[Any], np: Any) -> None:
    y = np.empty(3, dtype=object)
    y[:] = [classes[0], classes[1], classes[1]]
    if classes[0] == "low" and classes[1] == "mid":
        y = y.astype(str)  # three letters wide
    model = MonFkNN(K=1, RCr=1, classes=classes).fit(np.array([[1], [2], [3]]), y)
    assert list(model.classes_) == classes
    assert [type(label) for label in model.classes_.tolist()] == [type(label) for label in classes]
    assert list(model.predict(np.array([[1], [2]]))) == classes[:2]


@EVERY
def test_labels_taken_out_of_arrays_are_plain_values_in_lists(name: str, np: Any) -> None:
    for kind, labels in ((np.bool_, [False, True]), (np.int8, [3, 7]), (np.str_, ["low", "mid"])):
        classes = [kind(label) for label in labels] if kind is np.str_ else None
        model = new(name, classes=classes).fit(X, [kind(labels[l > 0]) for l in Y])
        assert model.classes_ == labels
        assert {type(label) for label in (*model.classes_, *model.predict(X))} == {type(labels[0])}


def test_relabeled_labels_have_the_form_of_the_labels(np: Any, pandas: Any) -> None:
    assert relabel([[1], [2]], [1, 0]) == [0, 0]
    assert relabel(np.array([[1], [2]]), np.array([1, 0], dtype="int8")).dtype == "int8"
    assert isinstance(relabel([[1], [2]], pandas.Series([1, 0])), np.ndarray)


# --- Data frames ------------------------------------------------------------------------------------------


@EVERY
def test_frames_get_arrays_and_their_columns_are_remembered(name: str, np: Any, pandas: Any) -> None:
    frame = pandas.DataFrame(X, columns=["a", "b"])
    model = new(name).fit(frame, pandas.Series(Y, index=range(8, 16)))  # as in scikit-learn, by position
    assert model.feature_names_in_.dtype == object and model.feature_names_in_.tolist() == ["a", "b"]
    assert model.n_features_in_ == 2
    answer = model.predict(pandas.DataFrame(QUERIES, columns=["a", "b"]))
    assert isinstance(answer, np.ndarray)
    assert answer.tolist() == new(name).fit(X, Y).predict(QUERIES)
    model.fit(np.array(X), Y)
    assert not hasattr(model, "feature_names_in_")  # a new fit forgets them


@EVERY
def test_polars(name: str, polars: Any) -> None:
    frame = polars.DataFrame(X, schema=["a", "b"], orient="row")
    model = new(name).fit(frame, polars.Series(Y))
    assert list(model.feature_names_in_) == ["a", "b"]
    assert model.predict(frame).tolist() == new(name).fit(X, Y).predict(X)
    with pytest.raises(ValueError, match="Feature names must be in the same order as they were in fit."):
        model.predict(frame[["b", "a"]])


@EVERY
def test_other_columns_are_refused(name: str, np: Any, pandas: Any) -> None:
    frame = pandas.DataFrame(X, columns=["a", "b"])
    model = new(name).fit(frame, Y)
    first = "The feature names should match those that were passed during fit.\n"
    unseen = "Feature names unseen at fit time:\n- c\n"
    missing = "Feature names seen at fit time, yet now missing:\n- b\n"
    for columns, words in (
        ("ba", "Feature names must be in the same order as they were in fit.\n"),
        ("a", missing),
        ("ac", unseen + missing),
        ("abc", unseen),
    ):
        other = pandas.DataFrame(1.0, index=range(3), columns=list(columns))
        with refused(ValueError, first + words):
            model.predict(other)
        with refused(ValueError, first + words):
            model.score(other, [0] * 3)
    with pytest.raises(ValueError, match="in the same order as they were in fit"):
        model.explain(frame[["b", "a"]].iloc[0])
    assert model.explain(frame.iloc[0]).label == model.predict(frame[:1])[0]


def test_names_on_one_side_only_are_worth_a_warning(np: Any, pandas: Any) -> None:
    frame = pandas.DataFrame(X, columns=["a", "b"])
    with pytest.warns(UserWarning, match="X does not have valid feature names, but MonFkNN was fitted with"):
        MonFkNN().fit(frame, Y).predict(np.array(QUERIES))
    model = MonFkNN().fit(X, Y)
    for ask in (model.predict, model.predict_proba):
        with pytest.warns(UserWarning, match="X has feature names, but MonFkNN was fitted without") as seen:
            ask(frame)
        assert [one.filename for one in seen] == [__file__]


def test_names_that_are_no_text(np: Any, pandas: Any) -> None:
    frame = pandas.DataFrame(X)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = MonFkNN().fit(frame, Y)
        model.predict(frame)
        model.predict(np.array(QUERIES))
    assert not hasattr(model, "feature_names_in_")
    frame.columns = ["a", 1]
    words = r"^Feature names are only supported if all input features have string names.*\['int', 'str'\]"
    with pytest.raises(TypeError, match=words):
        MonFkNN().fit(frame, Y)


def test_columns_of_several_types_keep_their_numbers(np: Any, pandas: Any, polars: Any) -> None:
    large = 2**60 + 1
    frame = pandas.DataFrame({"a": [large, large + 1], "b": [0.5, 1.5]})
    assert MonFkNN().fit(frame, [0, 1]).training_rows_ == [(large, 0.5), (large + 1, 1.5)]
    single = pandas.DataFrame({"a": np.array([0.1, 0.2], dtype="float32"), "b": [1, 2]})
    assert MonFkNN().fit(single, [0, 1]).learned_.D == [(1, 10), (2, 20)]  # 0.1, not 0.100000001490116
    decimals = polars.DataFrame({"a": [Decimal("0.1"), Decimal("0.2")], "b": [large, 0]})
    assert MonFkNN().fit(decimals, [0, 1]).training_rows_[0] == (Decimal("0.1"), large)
    plain = pandas.DataFrame({"a": [1, 2], "b": [0.5, 1.5], "c": [True, False]})
    assert MonFkNN().fit(plain, [0, 1]).training_rows_ == [(1, 0.5, True), (2, 1.5, False)]
    assert MonFkNN().fit(np.array([[True], [False]]), [0, 1]).training_rows_ == [(1,), (0,)]


def test_fitting_again_with_other_columns(np: Any, pandas: Any) -> None:
    model = MonFkNN().fit(pandas.DataFrame(X, columns=["a", "b"]), Y)
    wider = pandas.DataFrame([(1, 2, 3), (4, 5, 6)], columns=["x", "y", "z"])
    assert model.fit(wider, [0, 1]).feature_names_in_.tolist() == ["x", "y", "z"]
    assert model.predict(wider).tolist() == model.predict(wider).tolist()
    with pytest.raises(ValueError, match="Feature names unseen at fit time"):
        model.predict(pandas.DataFrame(X, columns=["a", "b"]))


# --- What is wrong with an array as a whole -----------------------------------------------------------------


FINITE = "X must hold finite numbers"


@EVERY
def test_arrays_that_are_no_tables_of_numbers(name: str, np: Any) -> None:
    rows, labels = np.array(X), np.array(Y)
    model = new(name).fit(rows, labels)
    nan, inf = rows.copy(), rows.copy()
    nan[1, 0], inf[2, 1] = np.nan, -np.inf
    objects = rows.astype(object)
    objects[3, 1] = {"not": "a number"}
    for bad, kind, words in (
        (
            rows[0],
            ValueError,
            "Expected 2D array, got 1D array instead: X has the shape (2,). Reshape your",
        ),
        (rows[None], ValueError, "X must have rows and columns, got an array of shape (1, 8, 2)"),
        (rows + 1j, ValueError, "Complex data not supported: X must hold real numbers, got complex128"),
        (
            rows[:, :0],
            ValueError,
            "Found array with 0 feature(s) (shape=(8, 0)) while a minimum of 1",
        ),
        (nan, ValueError, f"Input X contains NaN: row 1 of {FINITE}, got nan at attribute 0"),
        (inf, ValueError, f"Input X contains infinity: row 2 of {FINITE}, got -inf at attribute 1"),
        (
            objects,
            TypeError,
            "row 3 of X must hold numbers, got dict at attribute 1: float() argument must",
        ),
        (rows.astype(str), TypeError, f"row 0 of X must hold numbers, got {np.str_('1.5')!r} at attribute 0"),
        (rows.astype("M8[s]"), TypeError, "row 0 of X must hold numbers, got "),
    ):
        for call in (lambda bad=bad: new(name).fit(bad, labels), lambda bad=bad: model.predict(bad)):
            with pytest.raises(kind, match=f"^{re.escape(words)}"):
                call()
    wide = np.ones((2, 3))
    words = f"X has 3 features, but {type(model).__name__} is expecting 2 features as input"
    with refused(ValueError, words):
        model.predict(wide)
    with refused(ValueError, words):
        model.score(wide, [0, 1])


def test_a_series_as_a_table_gets_the_hint_to_reshape(pandas: Any) -> None:
    with pytest.raises(ValueError, match=r"Reshape your data either using array.reshape\(-1, 1\)"):
        MonFkNN().fit(pandas.Series([1, 2]), [0, 1])


@EVERY
def test_sparse_tables_are_refused_by_name(name: str) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    table = sparse.csr_matrix([[1.0, 0.0], [0.0, 2.0]])
    words = "X must be dense, got a sparse csr_matrix of shape (2, 2); give X.toarray()"
    with refused(TypeError, words):
        new(name).fit(table, [0, 1])
    with refused(TypeError, words):
        new(name).fit(X, Y).predict(table)
    with refused(TypeError, words.replace("csr_matrix", "coo_array").replace("X", "D")):
        valid_range((1, 2), sparse.coo_array(table), [0, 1])
    with pytest.raises(TypeError, match="y must be dense, got a sparse csc_matrix"):
        new(name).fit(X[:2], sparse.csc_matrix([[0], [1]]))


@EVERY
def test_labels_that_are_no_labels(name: str, np: Any, pandas: Any) -> None:
    rows, labels = np.array(X), np.array(Y)
    two_columns = "y should be a 1d array of labels, got an array of shape (8, 2) instead"
    for y, words in (
        (np.column_stack([labels, labels]), two_columns),
        (pandas.DataFrame({"a": Y, "b": Y}), two_columns),
        (labels[:7], "y must have one label for each row of X, got 7 labels for 8 rows"),
        (None, "fit requires y to be passed, but the target y is None"),
    ):
        with refused(ValueError, words):
            new(name).fit(rows, y)
    with pytest.raises(ValueError, match="Unknown label type: continuous"):
        new(name).fit(rows, rows[:, 0] / 3)


@EVERY
def test_a_column_of_labels_is_taken_with_a_warning(name: str, np: Any, pandas: Any) -> None:
    model = new(name)
    for y in (np.array(Y)[:, None], pandas.DataFrame({"class": Y})):
        with pytest.warns(UserWarning, match="A column-vector y was passed when a 1d array") as seen:
            model.fit(np.array(X), y)
        assert seen[0].filename == __file__  # where the caller can see it
        exceptions = sys.modules.get("sklearn.exceptions", arrays_and_frames)
        assert seen[0].category is exceptions.DataConversionWarning
        assert model.predict(np.array(X)).tolist() == new(name).fit(X, Y).predict(X)


def test_warning_without_scikit_learn(np: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sklearn.exceptions", raising=False)
    with pytest.warns(DataConversionWarning):
        MonFkNN().fit(np.array(X), np.array(Y)[:, None])


# --- Scores, errors, notebooks ----------------------------------------------------------------------------


@EVERY
def test_scores_can_be_weighted(name: str, np: Any) -> None:
    model = new(name).fit(X, Y)
    right = [p == w for p, w in zip(model.predict(X), Y)]
    weights = [1, 2, 0, 0.5, 3, 1, 1, 4]
    share = sum(w for w, is_right in zip(weights, right) if is_right) / sum(weights)
    assert model.score(X, Y, sample_weight=weights) == pytest.approx(share)
    assert model.score(np.array(X), np.array(Y), np.array(weights)) == pytest.approx(share)
    assert model.score(X, Y, sample_weight=[2] * 8) == model.score(X, Y) == sum(right) / 8
    with refused(ValueError, "X must have at least one row to score, got none"):
        model.score([], [])


@pytest.mark.parametrize(
    ("weights", "kind", "words"),
    [
        ([1] * 7, ValueError, "sample_weight must have one weight for each row of X, got 7 for 8 rows"),
        (3, TypeError, "sample_weight must be a sequence of numbers, got 3"),
        ([*[1] * 7, -1], ValueError, "sample_weight must hold finite numbers of at least 0, got -1 at row 7"),
        ([*[1] * 7, "a"], TypeError, "sample_weight must hold numbers, got 'a' at row 7"),
        ([0] * 8, ValueError, "sample_weight must hold at least one number above 0, got none"),
    ],
)
def test_weights_that_are_none(weights: Any, kind: type, words: str) -> None:
    model = MonFkNN().fit(X, Y)
    with refused(kind, words):
        model.score(X, Y, sample_weight=weights)


def test_the_error_of_an_unfitted_model_is_that_of_scikit_learn_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def error_of_an_unfitted_model() -> NotFittedError:
        with pytest.raises(NotFittedError) as error:
            MonFkNN().predict(X)
        return error.value

    monkeypatch.delitem(sys.modules, "sklearn.exceptions", raising=False)
    assert type(error_of_an_unfitted_model()) is NotFittedError
    monkeypatch.undo()
    exceptions = pytest.importorskip("sklearn.exceptions")
    error = error_of_an_unfitted_model()
    assert isinstance(error, exceptions.NotFittedError) and isinstance(error, (ValueError, AttributeError))
    again = pickle.loads(pickle.dumps(error))  # the way from a worker process
    assert isinstance(again, exceptions.NotFittedError) and str(again) == str(error)


@EVERY
def test_notebooks_show_a_table(name: str) -> None:
    model = new(name, classes=["<b>", "b & c"])
    html = model._repr_html_()
    assert html.startswith("<table>") and "not fitted" in html
    assert "&lt;b&gt;" in html and "<b>'" not in html and "src=" not in html and "href=" not in html
    assert all(f"<th>{parameter}</th>" in html for parameter in model.get_params())
    assert "fitted, attributes: 1, classes: 2" in model.fit([(1,), (2,)], ["<b>", "b & c"])._repr_html_()


def test_objects_that_are_read_as_arrays(np: Any) -> None:
    class Tensor:
        def __init__(self, values: Any) -> None:
            self.values = np.array(values)

        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            return self.values

    model = MonFkNN().fit(Tensor(X), Tensor(Y))
    assert isinstance(model.predict(Tensor(QUERIES)), np.ndarray)
    assert isinstance(model.classes_, np.ndarray)
