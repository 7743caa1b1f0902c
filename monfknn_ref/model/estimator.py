"""MonFkNN with the interface of an estimator, and what all classifiers of the package share with it.

`Classifier` has the parameters, a repr to paste, and scikit-learn's conventions. `MonFkNN` puts the three
algorithms behind fit, predict and predict_proba. This module imports scikit-learn only when scikit-learn
itself asks for tags (`__sklearn_tags__`).
"""

from __future__ import annotations

import copy
import inspect
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from monfknn_ref.arithmetic import Membership, Row
from monfknn_ref.model import arrays_and_frames
from monfknn_ref.model.checks import GivenRow, Label, is_finite, is_number, is_sequence
from monfknn_ref.model.door import (
    FittedTo,
    Parameters,
    TrainingSet,
    check_row,
    check_targets,
    checked_rows,
    training_set,
    turned,
)
from monfknn_ref.paper.memberships import Learned
from monfknn_ref.paper.prediction import Query, classify, learn
from monfknn_ref.readings import PAPER, Reading, Rules, Tie, check_tie
from monfknn_ref.readings.errors import shown

if TYPE_CHECKING:
    from monfknn_ref.model.explanation import Explanation


class Classifier:
    """The interface of an estimator.

    A subclass is a dataclass whose fields are its parameters. One of them is `classes`, the labels from
    lowest to highest. It checks them in `fit`, which calls `_remember` when all else has succeeded, and it
    predicts in `_predicted`.
    """

    _estimator_type = "classifier"
    _needs_monotonic_data = False
    """Whether other data lead to poor predictions, which scikit-learn's checks then do not mind."""
    classes: Any
    classes_: Any
    """The labels from lowest to highest: an array if y was one, else a list."""
    order_: list[Label]
    """The same labels as plain Python values."""
    directions_: tuple[int, ...]
    """+1 for each attribute that raises the class, -1 for each that lowers it."""
    n_features_in_: int
    feature_names_in_: Any
    """The names of the columns, if X was a data frame whose columns have text as names."""

    def fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Learn from rows and their labels; `classes` are all labels from lowest to highest."""
        raise NotImplementedError

    def predict(self, X: Any) -> Any:
        """The class of each row: in an array for arrays and data frames, in a list for lists."""
        positions = self._predicted(self._rows(X))
        return arrays_and_frames.labels_like(X, self.order_, positions, self._dtype)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of rows that are predicted correctly, or of their weight."""
        table = self._rows(X)
        if not len(table):
            raise ValueError("X must have at least one row to score, got none")
        wanted = check_targets(arrays_and_frames.labels_and_order(y)[0], len(table))
        right = [self.order_[l] == label for l, label in zip(self._predicted(table), wanted)]
        if sample_weight is None:
            return sum(right) / len(right)
        weights = check_weights(sample_weight, len(right))
        return math.fsum(w for w, is_right in zip(weights, right) if is_right) / math.fsum(weights)

    # --- Parameters ---------------------------------------------------------------------------------------

    @classmethod
    def _parameters(cls) -> dict[str, Any]:
        """The constructor's arguments with their defaults, in its order."""
        signature = inspect.signature(cls.__init__)
        return {name: p.default for name, p in list(signature.parameters.items())[1:]}

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name, as scikit-learn asks for them."""
        return {name: getattr(self, name) for name in self._parameters()}

    def set_params(self, **params: Any) -> Self:
        """Change parameters by name; an unknown name is refused with the list of known ones."""
        known = list(self._parameters())
        for name in params:
            if name not in known:
                raise ValueError(
                    f"{type(self).__name__} has no parameter {name!r}; its parameters are {', '.join(known)}"
                )
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        changed = []
        for name, default in self._parameters().items():
            value = getattr(self, name)
            if value is not default and repr(value) != repr(default):
                changed.append(f"{name}={value!r}")
        return f"{type(self).__name__}({', '.join(changed)})"

    def _repr_html_(self) -> str:
        """The parameters as a table, which notebooks show."""
        if self.is_fitted():
            state = f"fitted, attributes: {self.n_features_in_}, classes: {len(self.order_)}"
        else:
            state = "not fitted"
        cells = [(name, shown(value)) for name, value in self.get_params().items()]
        return arrays_and_frames.html_table(type(self).__name__, state, cells)

    # --- What fit and predict begin and end with ----------------------------------------------------------

    def _training_set(self, X: Any, y: Any, classes: Any) -> TrainingSet:
        """What fit was handed, checked; its argument `classes` wins over the one of the constructor."""
        classes = self.classes if classes is None else classes
        return training_set(X, y, classes, getattr(self, "directions", None))

    def _remember(self, training: TrainingSet) -> None:
        """Store what all models have. This is the last step of fit, so that a failed fit changes nothing."""
        self.order_ = training.classes
        self._dtype = training.dtype
        self.classes_ = training.classes
        if training.in_array:
            self.classes_ = arrays_and_frames.array_of_labels(training.classes, training.dtype)
        self.directions_ = training.directions
        self.n_features_in_ = len(training.directions)
        self._names = training.names
        if training.names is None:
            vars(self).pop("feature_names_in_", None)
        else:
            self.feature_names_in_ = arrays_and_frames.array_of_names(training.names)

    def _predicted(self, table: Any) -> Sequence[int]:
        """The class of each checked row, by its position in `order_`."""
        raise NotImplementedError

    def _rows(self, X: Any) -> Any:
        """The rows of a table to predict, checked; their columns are those of fit."""
        self.check_fitted()
        name = type(self).__name__
        arrays_and_frames.check_columns(name, self._names, X)
        table = arrays_and_frames.as_table(X)
        arrays_and_frames.check_width(name, table, self.n_features_in_)
        return self._checked_rows(table)

    def _checked_rows(self, table: Any) -> Any:
        """The rows to predict, which are unwrapped already."""
        return checked_rows(table, attributes=self.n_features_in_)

    def checked_row(self, x: Any) -> GivenRow:
        """One row to explain, checked."""
        self.check_fitted()
        arrays_and_frames.check_row_columns(self._names, x)
        row = check_row(x)
        if len(row) != self.n_features_in_:
            raise ValueError(
                f"x must have {self.n_features_in_} attributes, as the training rows have, got {len(row)}"
            )
        return row

    def is_fitted(self) -> bool:
        """Whether `fit` has been called."""
        return "order_" in vars(self)

    def check_fitted(self) -> None:
        """Raise an error unless `fit` has been called."""
        if not self.is_fitted():
            raise arrays_and_frames.not_fitted(
                f"this {type(self).__name__} is not fitted yet; call fit(X, y) before asking for predictions"
            )

    def __sklearn_is_fitted__(self) -> bool:
        return self.is_fitted()

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
            ClassifierTags,
            Tags,
            TargetTags,
        )

        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(poor_score=self._needs_monotonic_data),
        )


def check_weights(sample_weight: Any, rows: int) -> list[float]:
    """A weight for each row.

    >>> check_weights([1, -1], 2)
    Traceback (most recent call last):
    ValueError: sample_weight must hold finite numbers of at least 0, got -1 at row 1
    """
    given = arrays_and_frames.as_sequence(sample_weight, "sample_weight")
    if not is_sequence(given):
        raise TypeError(f"sample_weight must be a sequence of numbers, got {shown(given)}")
    weights = list(given)
    if len(weights) != rows:
        raise ValueError(
            f"sample_weight must have one weight for each row of X, got {len(weights)} for {rows} rows"
        )
    for i, weight in enumerate(weights):
        if not is_number(weight):
            raise TypeError(f"sample_weight must hold numbers, got {shown(weight)} at row {i}")
        if not is_finite(weight) or weight < 0:
            raise ValueError(
                f"sample_weight must hold finite numbers of at least 0, got {shown(weight)} at row {i}"
            )
    if not any(weights):
        raise ValueError("sample_weight must hold at least one number above 0, got none")
    return [float(weight) for weight in weights]


@dataclass(eq=False, repr=False)
class MonFkNN(Classifier):
    """Monotonic Fuzzy k-NN.

    Parameters, named as in the paper:
        k: the number of neighbors that give a training row its memberships (Alg. 1).
        K: the number of neighbors that decide a prediction (Alg. 3).
        RCr: the relevance of a training row's own class, from 0 to 1 (Eq. 6).
        typeRange: "inRange" takes only neighbors of a valid class, "outRange" takes all (Alg. 2).
        pOR: the factor, from 0 to 1, that multiplies the weight of a neighbor out of range (Eq. 7).
        m: the influence of distance (Eq. 7).
    Parameters that say how the paper is read:
        reading: PAPER, AUTHORS or any other Reading.
        tie: how an odd median gap is settled: "lower", "upper" or an object with getrandbits. Of such an
            object, getrandbits(1) is called once for each odd gap: first over the rows for Alg. 1 line 13,
            then over the rows for Alg. 3 line 3, then for each query. With None the reading decides, and
            every fit and every predict repeats the same tosses.
        directions: a string such as "+-+" or a sequence of signs. The higher an attribute marked "-" is,
            the lower is the class.
        classes: all labels from lowest to highest. `fit` takes them too, and then those win.

    >>> X = [(1, 1), (2, 1), (2, 3), (4, 4), (5, 4), (5, 5)]
    >>> y = ["low", "low", "mid", "mid", "high", "high"]
    >>> model = MonFkNN(k=2, K=3).fit(X, y, classes=["low", "mid", "high"])
    >>> model.predict([(1, 2), (3, 3), (6, 6)])
    ['low', 'mid', 'high']
    >>> model
    MonFkNN(k=2, K=3)
    """

    k: int = 5
    K: int = 9
    RCr: Any = 0.5
    typeRange: str = "inRange"
    pOR: Any = 0.5
    m: Any = 2
    reading: Reading = PAPER
    tie: Tie | None = None
    directions: Any = None
    classes: Any = None

    @classmethod
    def pure_monotonic(cls, **overrides: Any) -> Self:
        """MonFkNN-PM, the pure monotonic configuration: monotonicity comes first.

        >>> MonFkNN.pure_monotonic(K=3)
        MonFkNN(K=3)
        """
        return cls(**{"RCr": 0.5, "typeRange": "inRange", **overrides})

    @classmethod
    def approximate_monotonic(cls, **overrides: Any) -> Self:
        """MonFkNN-AM, the approximate monotonic configuration: accuracy comes first.

        >>> MonFkNN.approximate_monotonic()
        MonFkNN(RCr=1, typeRange='outRange')
        """
        return cls(**{"RCr": 1, "typeRange": "outRange", "pOR": 0.5, **overrides})

    def fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Carry out Algorithm 1 and Alg. 3 line 3, once for all queries.

        `classes` lists all labels in ascending order, including those that no row has. Without it, the order
        is that of the constructor's `classes`, or of y if that is an ordered categorical (pandas) or an Enum
        (polars). Numbers and booleans are sorted. The order of text is never guessed: text without an order
        is refused.
        """
        parameters = self._checked_parameters()
        return self._fit_to(self._training_set(X, y, classes), parameters)

    def _checked_parameters(self) -> Parameters:
        return Parameters.of(self)

    def _fit_to(self, training: TrainingSet, parameters: Parameters) -> Self:
        """Algorithm 1 and Alg. 3 line 3 on what was checked."""
        ordered = training.classes
        rules = Rules(self.reading, len(ordered), self.tie, highest=training.highest)
        factor = rules.numbers.denominator(training.rows)
        D = rules.numbers.rows(training.rows, factor)
        learned = learn(D, training.positions, int(self.k), parameters.scalar("RCr"), rules)

        self._remember(training)
        self.rules_ = rules
        self.learned_ = learned
        self.training_rows_ = [training.given[i] for i in learned.appearances]
        self.training_memberships_ = learned.u
        self.training_labels_ = [ordered[l] for l in learned.y]
        self.first_labels_ = [ordered[l] for l in learned.first_labels]
        self.fitted_to_ = FittedTo(training.given, training.labels, parameters)
        self._factor = factor
        return self

    def predict_proba(self, X: Any) -> Any:
        """The memberships of each row (Eq. 7) as floats, one column for each class of `classes_`.

        They come in an array for arrays and data frames, in lists for lists.
        """
        return arrays_and_frames.rows_like(X, self.predict_memberships(X), len(self.order_))

    def predict_memberships(self, X: Any) -> list[list[Membership]]:
        """The memberships of each row in the numbers of the reading; under PAPER they are exact.

        They always come in lists, because arrays of floats would round them.
        """
        return [query.memberships for query in self.predict_in_detail(X, toss=False)]

    def predict_in_detail(self, X: Any, toss: bool = True) -> Iterator[Query]:
        """Lines 4 to 15 of Algorithm 3 for each row: its range, neighbors, penalties, memberships and class.

        If `toss` is False, no coin is tossed for the class: the lower middle is taken.
        """
        return self._queries(self._rows(X), toss)

    def _predicted(self, table: Any) -> Sequence[int]:
        return [query.label for query in self._queries(table)]

    def _queries(self, table: Any, toss: bool = True) -> Iterator[Query]:
        """What `predict_in_detail` gives for checked rows."""
        rules, parameters = self.rules_of_prediction(), self._checked_parameters()
        learned, queries = self.on_grid(table)
        if not toss:
            rules = rules.with_tie("lower")
        pOR, m = rules.numbers.number(parameters.pOR), rules.numbers.number(parameters.m)
        return (classify(x, learned, int(self.K), self.typeRange, pOR, m, rules) for x in queries)

    def explain(self, x: Any, limit: int = 10_000) -> Explanation:
        """Why x gets its class: which rows bound its range, which neighbors count, where one half is reached.

        The explanation also says whether ties settled in another way could change the class. At most `limit`
        ways of settling ties are tried for any row and for x.

        >>> X, y = [(1, 1), (2, 3), (4, 4)], ["low", "mid", "high"]
        >>> explanation = MonFkNN(RCr=1, K=2).fit(X, y, ["low", "mid", "high"]).explain((3, 4))
        >>> explanation.label, explanation.range, [neighbor.row for neighbor in explanation.neighbors]
        ('high', ('mid', 'high'), [2, 1])
        """
        from monfknn_ref.model.explanation import explain  # with all ways of settling ties: for those who ask

        return explain(self, x, limit)

    def on_grid(self, table: Sequence[GivenRow]) -> tuple[Learned, list[Row]]:
        """What was learned and the rows of a table, both scaled by the same factor.

        The training rows are scaled up only if the table needs it.
        """
        numbers, learned = self.rules_.numbers, self.learned_
        given = [turned(row, self.directions_) for row in table]
        factor = math.lcm(self._factor, numbers.denominator(given))
        if factor != self._factor:
            finer = factor // self._factor
            learned = replace(learned, D=[tuple(value * finer for value in row) for row in learned.D])
        return learned, numbers.rows(given, factor)

    def rules_of_prediction(self) -> Rules:
        """The rules with the caller's own generator, or else with a copy of the generator used in `fit`.

        With the copy, every call of predict repeats the same draws.
        """
        self.check_fitted()
        if self.tie is not None:
            return self.rules_.with_chance(check_tie(self.tie, self.rules_.reading))
        return self.rules_.with_chance(copy.deepcopy(self.rules_.tie))
