"""How a case is asked: once, or in a way that reveals what an implementation keeps between its calls.

A fast implementation caches, sorts in place, works in blocks and shares tables. What it keeps from one call
must not affect the next. Each procedure makes a model, calls it in some order, and returns its answers to the
case, which are judged like all others.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeAlias

from monfknn_ref.oracle.cases import Case, Dice
from monfknn_ref.oracle.families import FAMILIES
from monfknn_ref.oracle.stages import Answers, Unsupported


class Changed(Exception):
    """Raised when a call has an effect that it must not have; the message says which."""

    def __init__(self, call: str, what: str) -> None:
        super().__init__(what)
        self.call = call
        """fit or predict"""


class Model(Protocol):
    """Something that is fitted to a case and then answers queries any number of times."""

    def fit(self, case: Case) -> None:
        """Learn the training rows of the case."""

    def answer(self, case: Case) -> Answers:
        """The answers to the queries of the case."""


Implementation: TypeAlias = Callable[[Case], Model]
"""The implementation that is checked: it makes a new model with the parameters of a case."""


def procedure_of(case: Case) -> str:
    """The procedure by which the case is asked: that of its family."""
    return FAMILIES[case.family].asked if case.family in FAMILIES else "once"


def answers_by(implementation: Implementation, case: Case) -> Answers:
    """The answers of an implementation to a case."""
    return PROCEDURES[procedure_of(case)](implementation, case)


def other_training(case: Case) -> Case:
    """The case with other training rows and labels, and with its classes reversed."""
    kept = len(case.X) - len(case.X) // 3
    return replace(
        case,
        X=case.X[::-1][:kept],
        y=case.y[:kept],
        classes=case.classes[::-1],
        queries=(*case.queries, *mixed(case.queries)),
    )


def mixed(rows: Sequence[tuple[Any, ...]]) -> tuple[tuple[Any, ...], ...]:
    """Other rows with the same values: each takes its attributes from several of the given rows.

    >>> mixed([(1, 10), (2, 20), (3, 30)])
    ((1, 20), (2, 30), (3, 10))
    """
    n = len(rows)
    return tuple(tuple(rows[(i + a) % n][a] for a in range(len(rows[i]))) for i in range(n))


def fitted(implementation: Implementation, case: Case) -> Model:
    """A new model, fitted to the case."""
    model = implementation(case)
    model.fit(case)
    return model


def once(implementation: Implementation, case: Case) -> Answers:
    """A new model is fitted once and asked once."""
    return fitted(implementation, case).answer(case)


def fit_again(implementation: Implementation, case: Case) -> Answers:
    """The model is fitted to other rows and asked about them first; then it is fitted twice to the case."""
    other = other_training(case)
    model = fitted(implementation, other)
    model.answer(other)
    model.fit(case)
    model.fit(case)
    return model.answer(case)


def predict_again(implementation: Implementation, case: Case) -> Answers:
    """Other queries are asked first; then the queries of the case are asked twice."""
    model = fitted(implementation, case)
    model.answer(replace(case, queries=mixed(case.queries)))
    first = model.answer(case)
    again = model.answer(case)
    refuse_other_predictions("when asked again", case.query_table, first.predictions, again.predictions)
    return again


def one_by_one(implementation: Implementation, case: Case) -> Answers:
    """Each query is asked by itself."""
    model = fitted(implementation, case)
    alone = [model.answer(replace(case, queries=(x,))) for x in case.queries]
    for x, answers in zip(case.queries, alone):
        answers.check(replace(case, queries=(x,)))
    shown = model.answer(case)
    return shown.about_queries(lambda name: [(answers.at(name) or [()])[0] for answers in alone])


def at_places(answers: Answers, places: Sequence[int]) -> Answers:
    """The answers to some of the queries."""
    return answers.about_queries(lambda name: [answers.at(name)[p] for p in places])


def other_order(implementation: Implementation, case: Case) -> Answers:
    """The same queries in one order, then in another."""
    model = fitted(implementation, case)
    model.answer(case)
    order = Dice(case.id).shuffled(range(len(case.queries)))
    shuffled = replace(case, queries=tuple(case.queries[n] for n in order))
    answers = model.answer(shuffled)
    answers.check(shuffled)
    return at_places(answers, [order.index(n) for n in range(len(order))])


def repeated_queries(implementation: Implementation, case: Case) -> Answers:
    """Every query is asked three times in one batch, twice in a row and once far away."""
    n = len(case.queries)
    order = [*(place for place in range(n) for _ in range(2)), *reversed(range(n))]
    several = replace(case, queries=tuple(case.queries[place] for place in order))
    answers = fitted(implementation, several).answer(several)
    answers.check(several)
    first = at_places(answers, [order.index(place) for place in range(n)])
    for place, label in zip(order, answers.predictions):
        same = [first.predictions[place]]
        refuse_other_predictions("when repeated in the batch", [several.queries[place]], same, [label])
    return first


def no_queries(implementation: Implementation, case: Case) -> Answers:
    """An empty batch is asked first, then the queries."""
    model, nothing = fitted(implementation, case), replace(case, queries=())
    try:
        answers = model.answer(nothing)
    except ValueError as refusal:
        raise Unsupported(f"refuses a batch without queries: {refusal}") from None
    answers.check(nothing)
    return model.answer(case)


def side_by_side(implementation: Implementation, case: Case) -> Answers:
    """Another model is made, fitted and asked in between."""
    model, other = fitted(implementation, case), replace(other_training(case), k=case.k + 1, K=case.K + 1)
    fitted(implementation, other).answer(other)
    return model.answer(case)


# --- What can be asked only of a class in Python
#
# Here the model has an attribute `estimator`, the Python object, and its methods `fit_to` and `predict` hand
# tables over exactly as they are given


def memberships_first(implementation: Any, case: Case) -> Answers:
    """Memberships are asked for before any prediction."""
    model: Any = fitted(implementation, case)
    if hasattr(model.estimator, "predict_proba"):
        model.estimator.predict_proba(case.query_table[::-1])
    answers: Answers = model.answer(case)
    return answers


def pickled(implementation: Any, case: Case) -> Answers:
    """The model is pickled and read back between fit and predict, where it can be pickled."""
    model: Any = fitted(implementation, case)
    try:
        text = pickle.dumps(model.estimator)
    except Exception as reason:
        raise Unsupported(f"cannot be pickled: {reason}") from None
    model.estimator = pickle.loads(text)
    answers: Answers = model.answer(case)
    return answers


def inputs_unchanged(implementation: Any, case: Case) -> Answers:
    """The inputs must be unchanged after fit and predict. Rows are lists if the model takes lists."""
    tables: list[Any] = [case.training_table, case.training_labels, list(case.classes), case.query_table]
    with_lists = [[list(row) for row in tables[0]], *tables[1:3], [list(row) for row in tables[3]]]
    try:
        refuse_changed_inputs(implementation(case), with_lists)
    except Changed:
        raise
    except Exception:  # then the model takes only tuples
        refuse_changed_inputs(implementation(case), tables)
    return once(implementation, case)


def refuse_changed_inputs(model: Any, tables: Sequence[Any]) -> None:
    """Fit and predict, and compare the inputs afterward with copies made before."""
    X, y, classes, queries = tables
    before = copy.deepcopy(list(tables))
    model.fit_to(X, y, classes)
    for name, table, kept in zip(("X", "y", "classes"), tables, before):
        refuse_difference("fit", name, kept, table)
    model.predict(queries)
    for name, table, kept in zip(("X", "y", "classes", "the queries"), tables, before):
        refuse_difference("predict", name, kept, table)


def refuse_difference(call: str, name: str, before: Any, after: Any) -> None:
    """Raise an error that says how a call changed one of its inputs."""
    if before != after or list(map(type, before)) != list(map(type, after)):
        place = next(
            (n for n, (a, b) in enumerate(zip(before, after)) if a != b), min(len(before), len(after))
        )
        was, now = ([*table, None][min(place, len(table))] for table in (before, after))
        raise Changed(
            call, f"{call} changed {name}: at place {place} there was {was!r}, now there is {now!r}"
        )


def parameters_unchanged(implementation: Any, case: Case) -> Answers:
    """The parameters that the model shows must be the same after fit and predict."""
    model = implementation(case)
    before = parameters_of(model.estimator, case)
    model.fit(case)
    refuse_other_parameters("fit", before, parameters_of(model.estimator, case))
    answers: Answers = model.answer(case)
    refuse_other_parameters("predict", before, parameters_of(model.estimator, case))
    return answers


def parameters_of(estimator: Any, case: Case) -> dict[str, Any]:
    """The paper's parameters, from `get_params` if there is one, and from attributes of the same names."""
    offered = getattr(estimator, "get_params", None)
    attributes = getattr(estimator, "__dict__", {})
    found = {**attributes, **(offered() if callable(offered) else {})}
    return {name: found[name] for name in case.parameters if name in found}


def refuse_other_parameters(call: str, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Raise an error that says which parameter a call has changed."""
    for name, value in before.items():
        if name not in after or after[name] != value:
            now = repr(after[name]) if name in after else "nothing"
            raise Changed(call, f"{call} changed the parameter {name} from {value!r} to {now}")


def refuse_other_predictions(when: str, queries: Sequence[Any], first: Any, then: Any) -> None:
    """Raise an error that says which query got another answer than before."""
    for x, label, again in zip(queries, first, then):
        if label != again:
            raise Changed("predict", f"prediction of query {tuple(x)}: {label!r}, {when} {again!r}")


PROCEDURES: dict[str, Callable[[Any, Case], Answers]] = {
    function.__name__.replace("_", " "): function
    for function in (
        *(once, fit_again, predict_again, one_by_one, other_order),
        *(repeated_queries, no_queries, side_by_side),
        *(memberships_first, pickled, inputs_unchanged, parameters_unchanged),
    )
}
"""The procedures by their names."""

IN_PYTHON_ONLY = {"memberships first", "pickled", "inputs unchanged", "parameters unchanged"}
"""The procedures that cannot be used with a program."""
