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

In pytest, one test for each case:

    @pytest.mark.parametrize("case", cases(), ids=str)
    def test_mine(case):
        assert_agrees(Mine, case)

What a candidate is given: its class or factory is called with those of the parameters k, K, RCr, typeRange,
pOR, m, directions and reading that it names (with all but reading if it takes any keyword). What it makes
must have fit(X, y, classes=...) and predict(X). Compared where they exist: training_rows_, first_labels_,
training_memberships_, training_labels_ and predict_proba(X), with a column for each of the classes; and
after predict, trace_, a trace of fit and predict, to place a departure more finely. A case that needs a
parameter which is not taken, or on which `Unsupported` is raised, counts as unsupported.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from monfknn_ref.estimator import MonFkNN
from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.comparison import OF_ROWS, Answers, Result, compare, why_undefined
from monfknn_ref.oracle.families import cases as battery
from monfknn_ref.oracle.reports import Report
from monfknn_ref.oracle.shrinking import shrunk
from monfknn_ref.readings import PAPER, Reading

__all__ = ["Unsupported", "assert_agrees", "check", "examine", "judge"]

Ask = Callable[[Case], Answers]
"""What gets an implementation's answers to a case."""


class Unsupported(Exception):
    """Raised by an implementation to say what it does not do; the message is the reason."""


class Failed(Exception):
    """Raised when an implementation fails on a case; the message says how."""


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
) -> Report:
    """Ask the candidate every case of the battery, of some families, or the cases given.

    `shrink` says whether to look for smaller examples of what is wrong; `progress` is called with a line
    of text before each case.
    """

    def ask(case: Case) -> Answers:
        return answers_of(candidate, case, reading)

    chosen = battery(families, seed=seed) if cases is None else list(cases)
    return examine(ask, name_of(candidate), reading, chosen, shrink, progress)


def assert_agrees(candidate: Callable[..., Any], case: Case, reading: Reading = PAPER) -> None:
    """Fail with the stage and the smallest example when the candidate gets the case wrong.

    >>> assert_agrees(MonFkNN, battery()[0])
    """
    report = check(candidate, reading, cases=[case])
    assert report.ok, str(report)


def examine(
    ask: Ask,
    name: str,
    reading: Reading,
    cases: Sequence[Case],
    shrink: bool = True,
    progress: Callable[[str], None] = lambda text: None,
) -> Report:
    """Ask every case and report; what ends the asking early is reported with what was learnt before."""
    results: list[Result] = []
    trouble = ""
    for n, case in enumerate(cases, start=1):
        progress(f"{n}/{len(cases)} {case}")
        try:
            results.append(judge(ask, case, reading))
        except Unanswered as reason:
            trouble = f"{reason}; {len(cases) - n + 1} of {len(cases)} cases were not answered"
            break
    first: dict[str, Result] = {}
    for result in results:
        if result.verdict == "disagree":
            first.setdefault(result.case.family, result)
    examples = list(first.values())
    if shrink:
        for n, result in enumerate(examples):
            progress(f"looking for a smaller {result.case}")
            examples[n] = smallest(result, ask, reading)
    return Report(name, reading, results, examples, trouble)


def judge(ask: Ask, case: Case, reading: Reading) -> Result:
    """The verdict on one case."""
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
    except (Exception, SystemExit) as error:  # not even sys.exit ends the check
        return Result(case, "error", detail=f"{type(error).__name__}: {error}")
    return compare(case, reading, shown)


def smallest(result: Result, ask: Ask, reading: Reading) -> Result:
    """The same disagreement on the smallest case found."""
    found = result

    def still_fails(case: Case) -> bool:
        nonlocal found
        try:
            again = judge(ask, case, reading)
        except Unanswered:
            return False
        if (again.verdict, again.stage) != (result.verdict, result.stage):
            return False
        found = again
        return True

    shrunk(result.case, still_fails)
    return found


def answers_of(candidate: Callable[..., Any], case: Case, reading: Reading) -> Answers:
    """What a candidate in Python answers to a case."""
    model = candidate(**parameters_taken(candidate, case, reading))
    X, y, classes = case.training_table, list(case.y), list(case.classes)
    names, any_name = argument_names(model.fit)
    if any_name or "classes" in names:
        model.fit(X, y, classes=classes)
    elif set(y) == set(classes) and classes == sorted(classes):  # type: ignore[type-var]
        model.fit(X, y)
    else:
        raise Unsupported("fit takes no classes")
    shown = {name: getattr(model, attribute, None) for name, attribute in OF_ROWS.items()}
    predictions = model.predict(case.query_table)
    shown["trace"] = getattr(model, "trace_", None)
    if hasattr(model, "predict_proba"):
        shown["memberships"] = model.predict_proba(case.query_table)
    return Answers.of(predictions, **shown)


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
    """What to call a class or a factory."""
    return getattr(candidate, "__name__", None) or repr(candidate)
