"""Mistakes of what is kept: between calls, between objects, and within one fit."""

from .independent import Independent

# Fitted again


class RowsAccumulate(Independent, family="fit-again"):
    """The rows of an earlier fit are still there."""

    def fit(self, X, y, classes):
        if getattr(self, "before", None) and len(self.before[0][0]) == len(X[0]):
            X, y = self.before[0] + list(X), self.before[1] + list(y)
        self.before = list(X), list(y)
        return super().fit(X, y, classes)


class FirstClassesKept(Independent, family="fit-again"):
    """The order of the classes is that of the first fit."""

    def ordered(self, y, classes):
        self.known = getattr(self, "known", classes)
        return self.known


class AnswersOutliveFit(Independent, family="fit-again"):
    """Answers are kept by query, and not forgotten when the model is fitted again."""

    def aggregated(self, x):
        self.kept = getattr(self, "kept", {})
        if x not in self.kept:
            self.kept[x] = super().aggregated(x)
        return self.kept[x]


class FirstLabelsOutliveFit(Independent, family="fit-again"):
    """The labels of line 13 are kept from the first fit where there are as many rows or fewer."""

    def second_pass(self):
        old = getattr(self, "old", [])
        self.first = [*old[: len(self.first)], *self.first[len(old) :]]
        self.old = list(self.first)
        super().second_pass()


# Asked again


class QueriesAreLearned(Independent, family="predict-again"):
    """Every query asked is added to the training rows."""

    def predict(self, queries):
        answers = super().predict(queries)
        for x, u in zip(queries, self.found):
            if self.turned(x) not in self.rows:
                self.rows.append(self.turned(x))
                self.memberships.append(list(u))
                self.labels.append(self.median(u))
        return answers


class AnswersByPlace(Independent, family="predict-again"):
    """The answers to a batch are kept by their places in it."""

    def predict(self, queries):
        self.batch = getattr(self, "batch", [])
        self.batch += super().predict(queries[len(self.batch) :])
        return self.batch[: len(queries)]


class NearestFirst(Independent, family="predict-again"):
    """The rows are moved to the front when they are near, and their labels are not."""

    def predict(self, queries):
        answers = super().predict(queries)
        last = self.turned(queries[-1]) if queries else self.rows[0]
        self.rows = sorted(self.rows, key=lambda row: self.distance(row, last))
        return answers


# One by one, in another order, several times


class BatchScaled(Independent, family="one-by-one"):
    """A query that is alone is scaled otherwise than one in company."""

    def predict(self, queries):
        if len(queries) > 1:
            return super().predict(queries)
        return super().predict([tuple(2 * value for value in x) for x in queries])


class WarmStart(Independent, family="other-order"):
    """The neighbors of a query are looked for among those near to the one before."""

    def predict(self, queries):
        self.previous = None
        return super().predict(queries)

    def neighbors_of_query(self, x, r):
        if self.previous is None:
            found = super().neighbors_of_query(x, r)
        else:
            near = sorted(range(len(self.rows)), key=lambda j: self.distance(self.previous, self.rows[j]))
            valid = [
                j
                for j in near[: 3 * self.K]
                if self.typeRange == "outRange" or self.is_valid(self.labels[j], r)
            ]
            found = self.nearest(x, sorted(valid), self.K) or super().neighbors_of_query(x, r)
        self.previous = x
        return found


class SortedQueries(Independent, family="other-order"):
    """The queries are sorted, and the answers stay in that order."""

    def predict(self, queries):
        return super().predict(sorted(queries))


class SortedBack(Independent, family="other-order"):
    """The queries are sorted, and the answers put back by the order in place of its inverse."""

    def predict(self, queries):
        order = sorted(range(len(queries)), key=queries.__getitem__)
        answers = super().predict([queries[n] for n in order])
        return [answers[n] for n in order]


class UniqueQueries(Independent, family="repeated-queries"):
    """Equal queries are answered once."""

    def predict(self, queries):
        return super().predict(list(dict.fromkeys(map(tuple, queries))))


class UniqueMisplaced(Independent, family="repeated-queries"):
    """Equal queries are answered once, and the last answers fill the places that are left."""

    def predict(self, queries):
        answers = super().predict(list(dict.fromkeys(map(tuple, queries))))
        return answers + answers[-1:] * (len(queries) - len(answers))


class RunsOfQueries(Independent, family="repeated-queries"):
    """A query equal to the one before it is given the answer of the one after it."""

    def predict(self, queries):
        answers = super().predict(queries)
        for n in range(1, len(queries) - 1):
            if queries[n] == queries[n - 1]:
                answers[n] = answers[n + 1]
        return answers


class EmptyBatchFails(Independent, family="no-queries"):
    """The first query is looked at before there is one."""

    def predict(self, queries):
        width = len(queries[0])
        return super().predict([x[:width] for x in queries])


class EmptyBatchAnswered(Independent, family="no-queries"):
    """A batch without queries has one answer."""

    def predict(self, queries):
        return super().predict(queries) or [self.classes_[0]]


# Several objects, and one object in several calls


class LearnedByTheClass(Independent, family="side-by-side"):
    """What is learned is kept by the class, so that all objects share it."""

    def fit(self, X, y, classes):
        super().fit(X, y, classes)
        type(self).shared = (self.rows, self.memberships, self.labels, self.classes_)
        return self

    def predict(self, queries):
        self.rows, self.memberships, self.labels, self.classes_ = type(self).shared
        return super().predict(queries)


class AnswersOfAll(AnswersOutliveFit, family="side-by-side"):
    """Answers are kept by query, for all objects together."""

    kept = {}  # noqa: RUF012

    def fit(self, X, y, classes):
        if not hasattr(self, "rows"):
            self.kept.clear()
        return super().fit(X, y, classes)


class ParametersOfAll(Independent, family="side-by-side"):
    """K is kept by the class."""

    def __init__(self, **parameters):
        super().__init__(**parameters)
        type(self).latest = self.K

    def neighbors_of_query(self, x, r):
        return self.neighbors(x, r, type(self).latest, self.typeRange, self.labels)


class PredictFromMemberships(Independent, family="memberships-first"):
    """predict answers from what predict_proba left behind, if it was called."""

    def predict(self, queries):
        if not getattr(self, "found", None):
            return super().predict(queries)
        kept, self.found = self.found, None
        return [self.classes_[self.median(u)] for u in kept]


class PickledWithoutLabels(Independent, family="pickled"):
    """The labels of Alg. 3 line 3 are not pickled, and those of line 13 stand in for them."""

    def __getstate__(self):
        return {**vars(self), "labels": self.first, "training_labels_": None}


class PickledInDoubles(Independent, family="pickled"):
    """Rows are pickled in hundreds of thousands."""

    def __getstate__(self):
        return {**vars(self), "rows": [tuple(round(value, -5) for value in row) for row in self.rows]}


class SortedInPlace(Independent, family="inputs-unchanged"):
    """fit sorts the rows and the labels that it is given."""

    def fit(self, X, y, classes):
        pairs = sorted(zip(X, y), key=lambda pair: pair[0])
        X[:], y[:] = [row for row, _ in pairs], [label for _, label in pairs]
        return super().fit(X, y, classes)


class LabelsReplaced(Independent, family="inputs-unchanged"):
    """fit puts positions of classes in place of the labels that it is given."""

    def fit(self, X, y, classes):
        kept = list(y)
        super().fit(X, kept, classes)
        y[:] = [classes.index(label) for label in kept]
        return self


class QueriesConsumed(Independent, family="inputs-unchanged"):
    """predict takes the queries out of the list."""

    def predict(self, queries):
        asked = []
        while queries:
            asked.append(queries.pop(0))
        return super().predict(asked)


class ValuesReplaced(Independent, family="inputs-unchanged"):
    """fit scales the rows in place, where they are lists."""

    def fit(self, X, y, classes):
        super().fit([tuple(row) for row in X], y, classes)
        for row in X:
            if isinstance(row, list):
                row[:] = [value / 1000 for value in row]
        return self


class NeighborsCut(Independent, family="parameters-unchanged"):
    """k and K are cut to the number of rows for good."""

    def fit(self, X, y, classes):
        self.k, self.K = min(self.k, len(X)), min(self.K, len(X))
        return super().fit(X, y, classes)


class RelevanceMoved(Independent, family="parameters-unchanged"):
    """fit turns RCr around, and forgets to turn it back."""

    def fit(self, X, y, classes):
        super().fit(X, y, classes)
        self.RCr = 1 - self.RCr if self.RCr != 1 else self.RCr / 2
        return self


class CutByPredict(Independent, family="parameters-unchanged"):
    """predict cuts K to the number of rows for good, and takes pOR for 1 where it did not matter."""

    def predict(self, queries):
        self.K = min(self.K, len(self.rows))
        self.pOR = self.pOR if self.typeRange == "outRange" and self.pOR != 1 else self.pOR + 1
        return super().predict(queries)


class TiesOfEachQuery(Independent, family="one-settling"):
    """The training ties are settled anew for each query, now one way, now the other."""

    def fit(self, X, y, classes):
        self.turn, self.given = 0, (X, y, classes)
        return super().fit(X, y, classes)

    def middle(self, l_m, l_M):
        return (l_m + l_M + self.turn) // 2

    def nearest(self, x, valid, k):
        return super().nearest(x, valid[::-1] if self.turn else valid, k)

    def predict(self, queries):
        answers = []
        for x in queries:
            super().fit(*self.given)
            answers += super().predict([x])
            self.turn = 1 - self.turn
        self.turn = 0
        super().fit(*self.given)
        return answers

    @property
    def predict_proba(self):
        raise AttributeError("not offered")
