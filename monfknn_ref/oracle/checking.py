"""Check another implementation in Python against the reference.

>>> from monfknn_ref import MonFkNN
>>> from monfknn_ref.oracle import check
>>> report = check(MonFkNN, families=["one-row"])
>>> report.ok
True
>>> print(report)
MonFkNN (Python), reading paper
<BLANKLINE>
family   agree  tie  disagree  error  unsupported
one-row      8    .         .      .            .
all          8    .         .      .            .
<BLANKLINE>
passed: 8 agree

In pytest, this makes one test for each case:

    @pytest.mark.parametrize("case", cases(), ids=str)
    def test_mine(case):
        assert_agrees(Mine, case)

A candidate is a class or a factory. It is called with those of the parameters k, K, RCr, typeRange, pOR, m,
directions and reading that it names (with all but reading if it takes any keyword). The object that it
returns must have fit(X, y, classes=...) and predict(X). X is a list of tuples of int and float. In a few
cases X holds Decimals, Fractions or NumPy's scalars; an exception there counts as unsupported.

If the object has more to show, that is compared too: first_labels_, training_memberships_ and
training_labels_, in the order of training_rows_ or, without those, in any order; predict_proba(X), with one
column for each class; and after predict, trace_, a trace of fit and predict, which locates a departure more
precisely. A case counts as unsupported if it needs a parameter that the candidate does not take, or if the
candidate raises `Unsupported`.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.oracle.answers import Answers, Failed, Unsupported
from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.comparison import OF_ROWS, Result, compare, why_undefined
from monfknn_ref.oracle.families import FAMILIES, fuzzed
from monfknn_ref.oracle.families import cases as battery
from monfknn_ref.oracle.procedures import Changed, answers_by
from monfknn_ref.oracle.reports import Report
from monfknn_ref.oracle.shrinking import shrunk
from monfknn_ref.oracle.suspects import explanations
from monfknn_ref.readings import PAPER, Reading

Ask = Callable[[Case], Answers]
"""A function that gets an implementation's answers to a case."""

TIME_TO_SHRINK = 12.0
"""The time for finding smaller examples, in seconds for all of them together."""


class Unanswered(Exception):
    """Raised when no further case can be asked; the message is the reason."""


def check(
    candidate: Callable[..., Any],
    reading: Reading = PAPER,
    families: Iterable[str] | None = None,
    cases: Iterable[Case] | None = None,
    seed: int = 0,
    shrink: bool = True,
    progress: Callable[[str], None] = lambda text: None,
    seconds: float = 0.0,
) -> Report:
    """Ask the candidate all cases of the battery, or those of some families, or the given cases.

    `shrink` says whether to search for an explanation of a disagreement, and for smaller examples of it.
    `progress` is called with a line of text before each case. With `seconds`, the check goes on for that long
    with random cases, which `monfknn_ref.oracle.families.fuzzed` draws.
    """

    def ask(case: Case) -> Answers:
        return answers_of(candidate, case, reading)

    chosen = battery(families, seed=seed) if cases is None else list(cases)
    return examine(ask, name_of(candidate), reading, chosen, shrink, progress, fuzzed(seed), seconds)


def assert_agrees(
    candidate: Callable[..., Any], case: Case, reading: Reading = PAPER, shrink: bool = True
) -> None:
    """Fail with the stage and the smallest example when the candidate gets the case wrong.

    A case that the candidate does not support passes here; `check` counts how many there are.

    >>> assert_agrees(MonFkNN, battery()[0])
    """
    report = check(candidate, reading, cases=[case], shrink=shrink)
    unsupported = {result.verdict for result in report.results} == {"unsupported"}
    assert report.ok or unsupported, str(report)


def examine(
    ask: Ask,
    name: str,
    reading: Reading,
    cases: Sequence[Case],
    shrink: bool = True,
    progress: Callable[[str], None] = lambda text: None,
    further: Iterable[Case] = (),
    seconds: float = 0.0,
) -> Report:
    """Ask every case, then `further` cases for this many seconds, and report.

    If the check ends early, the report says why and gives the results up to then.
    """
    results: list[Result] = []
    trouble = ""
    try:
        for n, case in enumerate(cases, start=1):
            progress(f"{n}/{len(cases)} {case}")
            results.append(judge(ask, case, reading))
        until = time.monotonic() + seconds
        for case in further if seconds else ():
            if time.monotonic() >= until:
                break
            progress(f"{until - time.monotonic():.0f} s left, {case}, {len(case.X)} rows")
            results.append(judge(ask, case, reading))
    except Unanswered as reason:
        trouble = str(reason)
        if len(results) < len(cases):
            trouble += f"; {len(cases) - len(results)} of {len(cases)} cases were not answered"
    report = Report(name, reading, results, trouble=trouble)
    if shrink and any(result.verdict == "disagree" for result in results):
        progress("looking for what explains it")
        report = replace(report, explanations=explanations(results, reading))
    examples = report.first_of_each_group()
    if shrink:
        share = TIME_TO_SHRINK / max(len(examples), 1)
        for n, result in enumerate(examples):
            progress(f"looking for a smaller {result.case}")
            examples[n] = smallest(result, ask, reading, max(share, 1.0))
    return replace(report, examples=examples)


def judge(ask: Ask, case: Case, reading: Reading, quickly: bool = False) -> Result:
    """The verdict on one case; `quickly` as in `compare`."""
    undefined = why_undefined(case, reading)
    if undefined:
        return Result(case, "unsupported", detail=f"no answer in this reading: {undefined}")
    try:
        shown = ask(case)
    except Unsupported as reason:
        return Result(case, "unsupported", detail=str(reason))
    except Failed as how:
        return Result(case, "error", detail=str(how))
    except Unanswered:
        raise
    except Changed as what:
        return Result(case, "disagree", what.call, str(what))
    except (Exception, SystemExit) as error:  # not even sys.exit may end the check
        raised = f"{type(error).__name__}: {error}"
        if case.given_as != "floats":
            return Result(case, "unsupported", detail=f"does not take {case.given_as}: {raised}")
        return Result(case, "error", detail=raised)
    try:
        return compare(case, reading, shown, quickly)
    except Failed as how:
        return Result(case, "error", detail=str(how), shown=shown)


def smallest(result: Result, ask: Ask, reading: Reading, seconds: float) -> Result:
    """The same disagreement on the smallest case found within the time."""
    found = result

    def still_fails(case: Case) -> bool:
        nonlocal found
        try:
            again = judge(ask, case, reading, quickly=True)
        except Unanswered:
            return False
        if (again.verdict, again.stage) != (result.verdict, result.stage):
            return False
        found = again
        return True

    until = time.monotonic() + seconds
    shrunk(result.case, still_fails, until=until)
    return found


def answers_of(candidate: Callable[..., Any], case: Case, reading: Reading) -> Answers:
    """What a candidate in Python answers to a case, asked by the procedure of its family."""
    family = FAMILIES.get(case.family)
    return answers_by(family.asked if family else "once", InPython(candidate, reading), case)


class InPython:
    """A class or factory in Python, as an implementation that makes models."""

    def __init__(self, candidate: Callable[..., Any], reading: Reading) -> None:
        self.candidate, self.reading = candidate, reading

    def model(self, case: Case) -> PythonModel:
        """A new object with the parameters of the case."""
        return PythonModel(self.candidate(**parameters_taken(self.candidate, case, self.reading)))


class PythonModel:
    """An object with fit and predict, as a model that answers cases."""

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator

    def fit(self, case: Case) -> None:
        """Fit the object to the training rows of the case."""
        self.fit_to(case.training_table, case.training_labels, list(case.classes))

    def fit_to(self, X: Any, y: Any, classes: Any) -> None:
        """Fit the object to the tables exactly as they are given; classes are passed if fit takes them."""
        names, any_name = argument_names(self.estimator.fit)
        if any_name or "classes" in names:
            self.estimator.fit(X, y, classes=classes)
        elif set(y) == set(classes) and is_sorted(classes):
            self.estimator.fit(X, y)
        else:
            raise Unsupported("fit takes no classes")

    def predict(self, X: Any) -> Any:
        """What predict returns for the table exactly as it is given."""
        return self.estimator.predict(X)

    def answer(self, case: Case) -> Answers:
        """The predictions, and everything else that the object shows."""
        model = self.estimator
        shown = {name: getattr(model, attribute, None) for name, attribute in OF_ROWS.items()}
        predictions = model.predict(case.query_table)
        shown["trace"] = getattr(model, "trace_", None)
        if hasattr(model, "predict_proba"):
            shown["memberships"] = model.predict_proba(case.query_table)
        return Answers.of(predictions, **shown)


def is_sorted(classes: Sequence[Any]) -> bool:
    """Whether an implementation that sorts the labels finds the classes in this order."""
    try:
        return list(classes) == sorted(classes)
    except TypeError:  # for example numbers and text together
        return False


def parameters_taken(candidate: Callable[..., Any], case: Case, reading: Reading) -> dict[str, Any]:
    """The parameters that the candidate names; the others must have their usual values."""
    names, any_name = argument_names(candidate)
    usual = MonFkNN().get_params()
    given: dict[str, Any] = {"reading": reading} if "reading" in names else {}
    for name, value in case.parameters.items():
        if any_name or name in names:
            given[name] = value
        elif value != usual[name]:
            raise Unsupported(f"takes no {name}")
    return given


def argument_names(function: Callable[..., Any]) -> tuple[set[str], bool]:
    """The names of the arguments, and whether any other may be given too."""
    parameters = inspect.signature(function).parameters
    return set(parameters), any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters.values())


def name_of(candidate: Callable[..., Any]) -> str:
    """The name of a class or a factory."""
    return getattr(candidate, "__name__", None) or repr(candidate)
