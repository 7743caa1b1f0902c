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
import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypedDict, Unpack

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.model.checks import check_positive
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.oracle.cases import Case, Value
from monfknn_ref.oracle.comparison import CaseResult, compare, why_undefined
from monfknn_ref.oracle.families import cases as battery
from monfknn_ref.oracle.families import fuzzed, quick
from monfknn_ref.oracle.procedures import Changed, answers_by
from monfknn_ref.oracle.reports import Report
from monfknn_ref.oracle.stages import FIELDS, OF_QUERIES, OF_ROWS, Answers, Failed, Unsupported
from monfknn_ref.oracle.suspects import explanations
from monfknn_ref.readings import PAPER, Reading
from monfknn_ref.readings.errors import shown

Ask = Callable[[Case], Answers]
"""A function that gets an implementation's answers to a case."""

TIME_TO_SHRINK = 12.0
"""The time for finding smaller examples, in seconds for all of them together."""


class Unanswered(Exception):
    """Raised when no further case can be asked; the message is the reason."""


class Asked(TypedDict, total=False):
    """What a check asks, and how: the arguments that `check` and `check_program` take by name."""

    families: Iterable[str] | None
    """The families of the battery to ask; all of them by default."""
    cases: Iterable[Case] | None
    """The cases to ask instead of the battery."""
    seed: int
    """What the battery and the random cases are drawn from; 0 by default."""
    quick: bool
    """Whether only the first few cases of each family are asked."""
    seconds: float
    """For how long to go on with random cases, which `monfknn_ref.oracle.families.fuzzed` draws."""
    shrink: bool
    """Whether to look for an explanation of a disagreement, and for smaller examples of it."""
    progress: Callable[[str], None]
    """Called with a line of text before each case."""


USUALLY_ASKED: Asked = {
    "families": None,
    "cases": None,
    "seed": 0,
    "quick": False,
    "seconds": 0.0,
    "shrink": True,
    "progress": lambda text: None,
}


def complete(asked: Asked, function: str) -> Asked:
    """All of what a check asks, after a look at what was given.

    >>> complete({"famillies": ["one-row"]}, "check")
    Traceback (most recent call last):
    TypeError: check takes no 'famillies'; it takes families, cases, seed, quick, seconds, shrink, progress
    >>> complete({"families": "one-row"}, "check")
    Traceback (most recent call last):
    TypeError: families must be a list, got 'one-row'
    """
    for name, value in asked.items():
        if name not in USUALLY_ASKED:
            raise TypeError(f"{function} takes no {name!r}; it takes {', '.join(USUALLY_ASKED)}")
        if name in ("families", "cases") and value is not None and isinstance(value, (str, Case)):
            raise TypeError(f"{name} must be a list, got {shown(value)}")
        if name == "seed" and not (isinstance(value, int) and not isinstance(value, bool)):
            raise TypeError(f"seed must be a whole number, got {shown(value)}")
        if name == "seconds" and value != 0:
            check_positive("seconds", value)
        if name == "progress" and not callable(value):
            raise TypeError(f"progress must be a function that takes a line of text, got {shown(value)}")
    return {**USUALLY_ASKED, **asked}


def cases_asked(asked: Asked) -> list[Case]:
    """The cases that a check asks before it goes on with random ones."""
    given = asked["cases"]
    chosen = battery(asked["families"], seed=asked["seed"]) if given is None else list(given)
    return quick(chosen) if asked["quick"] else chosen


def check(candidate: Callable[..., Any], reading: Reading = PAPER, **asked: Unpack[Asked]) -> Report:
    """Ask the candidate all cases of the battery, and report where it departs from the reading.

    By name it also takes what `Asked` lists: `families` or `cases` to ask only these, `seed`, `quick`,
    `seconds` to go on with random cases, `shrink` and `progress`.

    >>> print(check(MonFkNN, families=["one-row", "one-class"], quick=True).summary())
    passed: 6 agree
    """

    def ask(case: Case) -> Answers:
        return answers_of(candidate, case, reading)

    everything = complete(asked, "check")
    name = getattr(candidate, "__name__", None) or repr(candidate)
    return examine(ask, name, reading, cases_asked(everything), everything)


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
    asked: Asked,
    askable: Callable[[Case], bool] = lambda case: True,
) -> Report:
    """Ask these cases, then the askable among random ones for as long as is asked, and report.

    If the check ends early, the report says why and gives the results up to then.
    """
    progress, shrink, seconds = asked["progress"], asked["shrink"], asked["seconds"]
    results: list[CaseResult] = []
    trouble = ""
    try:
        for n, case in enumerate(cases, start=1):
            progress(f"{n}/{len(cases)} {case}")
            results.append(judge(ask, case, reading))
        until = time.monotonic() + seconds
        for case in filter(askable, fuzzed(asked["seed"])) if seconds else ():
            if time.monotonic() >= until:
                break
            progress(f"{until - time.monotonic():.0f} s left, {case}, {len(case.X)} rows")
            results.append(judge(ask, case, reading))
    except Unanswered as reason:
        trouble = str(reason)
        if len(results) < len(cases):
            trouble += f"; {len(cases) - len(results)} of {len(cases)} cases were not answered"
    report = Report(name, reading, results, trouble=trouble)
    if shrink and report.disagreements:
        progress("looking for what explains it")
        report = replace(report, explanations=explanations(results, reading))
    examples = report.first_of_each_group()
    if shrink:
        share = TIME_TO_SHRINK / max(len(examples), 1)
        for n, result in enumerate(examples):
            progress(f"looking for a smaller {result.case}")
            examples[n] = smallest(result, ask, reading, max(share, 1.0))
    return replace(report, examples=examples)


def judge(ask: Ask, case: Case, reading: Reading, quickly: bool = False) -> CaseResult:
    """The verdict on one case; `quickly` as in `compare`."""
    undefined = why_undefined(case, reading)
    if undefined:
        return CaseResult(case, "unsupported", detail=f"no answer in this reading: {undefined}")
    try:
        answers = ask(case)
    except Unsupported as reason:
        return CaseResult(case, "unsupported", detail=str(reason))
    except Failed as how:
        return CaseResult(case, "error", detail=str(how))
    except Unanswered:
        raise
    except Changed as what:
        return CaseResult(case, "disagree", what.call, str(what))
    except (Exception, SystemExit) as error:  # not even sys.exit may end the check
        raised = f"{type(error).__name__}: {error}"
        if case.given_as != "floats":
            return CaseResult(case, "unsupported", detail=f"does not take {case.given_as}: {raised}")
        return CaseResult(case, "error", detail=raised)
    try:
        return compare(case, reading, answers, quickly)
    except Failed as how:
        return CaseResult(case, "error", detail=str(how), shown=answers)


def smallest(result: CaseResult, ask: Ask, reading: Reading, seconds: float) -> CaseResult:
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
    return answers_by(lambda case: PythonModel(candidate, case, reading), case)


class PythonModel:
    """An object with fit and predict, as a model that answers cases."""

    def __init__(self, candidate: Callable[..., Any], case: Case, reading: Reading) -> None:
        self.estimator = candidate(**parameters_taken(candidate, case, reading))

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
        given = {name: getattr(model, FIELDS[name].shown_by, None) for name in OF_ROWS}
        predictions, trace = model.predict(case.query_table), getattr(model, "trace_", None)
        for name in OF_QUERIES:
            method = getattr(model, FIELDS[name].shown_by, None)
            if method is not None and name != "predictions":
                given[name] = method(case.query_table)
        return Answers.from_python(predictions, trace, **given)


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


# From a case that fails to a small case that fails in the same way: one thing after another is left out or
# made simpler, as long as the case still fails; first queries, rows and attributes, then classes and
# parameters, then values

FEW = 12
"""With more rows or queries than this, whole blocks of them are left out first."""

USUAL: dict[str, Any] = {"RCr": "0.5", "typeRange": "inRange", "pOR": "0.5", "m": 2, "directions": None}


def shrunk(
    case: Case, still_fails: Callable[[Case], bool], attempts: int = 400, until: float = math.inf
) -> Case:
    """The simplest case found that still fails, after at most this many attempts.

    No attempt begins after `until`, a time of `time.monotonic`.

    >>> case = Case(((7, 2), (0, 3), (8, 9)), (1, 2, 2), (1, 2, 3), ((4, 4), (5, 5)), k=3, K=4)
    >>> small = shrunk(case, lambda case: 2 in case.y and case.K > 1)
    >>> small.X, small.y, small.classes, small.queries, small.k, small.K
    (((0,),), (2,), (2,), ((0,),), 1, 2)
    """
    simpler = simpler_cases(case)
    while attempts and time.monotonic() < until:
        attempts -= 1
        candidate = next(simpler, None)
        if candidate is None:
            break
        if still_fails(candidate):
            case, simpler = candidate, simpler_cases(candidate)
    return case


def simpler_cases(case: Case) -> Iterator[Case]:
    """Cases that are simpler than this one in one respect, the largest steps first."""
    if len(case.queries) > 1:
        if len(case.queries) > FEW:
            for start, end in blocks(len(case.queries)):
                yield replace(case, queries=case.queries[start:end])
        for query in case.queries:
            yield replace(case, queries=(query,))
    if len(case.X) > FEW:
        for start, end in blocks(len(case.X)):
            yield replace(case, X=case.X[:start] + case.X[end:], y=case.y[:start] + case.y[end:])
    yield from with_fewer_rows(case, 1)
    attributes = range(len(case.X[0]))
    for a in attributes if len(attributes) > 1 else ():
        kept = [other for other in attributes if other != a]
        signs = case.directions
        yield replace(
            case,
            X=tuple(tuple(row[other] for other in kept) for row in case.X),
            queries=tuple(tuple(row[other] for other in kept) for row in case.queries),
            directions=None if signs is None else "".join(signs[other] for other in kept),
        )
    for label in case.classes:
        if label not in case.y:
            yield replace(case, classes=tuple(other for other in case.classes if other != label))
    for name in ("k", "K"):
        number = getattr(case, name)
        for fewer in sorted({1, number - 1} - {0, number}):
            yield replace(case, **{name: fewer})
    for name, usual in USUAL.items():
        if getattr(case, name) != usual:
            yield replace(case, **{name: usual})
    yield from with_simpler_values(case)
    yield from with_fewer_rows(case, 2)  # for example two equal rows whose labels balance each other


def blocks(n: int) -> Iterator[tuple[int, int]]:
    """The first and the second half of n places, then the quarters, and so on, each as start and end.

    >>> list(blocks(5))
    [(0, 3), (3, 5)]
    """
    size = (n + 1) // 2
    while size > 1:
        yield from ((start, min(start + size, n)) for start in range(0, n, size))
        size //= 2


def with_fewer_rows(case: Case, fewer: int) -> Iterator[Case]:
    """The case without one training row, or without two."""
    n = len(case.X)
    for left_out in itertools.combinations(range(n), fewer) if n > fewer else ():
        kept = [i for i in range(n) if i not in left_out]
        yield replace(case, X=tuple(case.X[i] for i in kept), y=tuple(case.y[i] for i in kept))


def with_simpler_values(case: Case) -> Iterator[Case]:
    """Cases with values replaced by their ranks, divided by a common factor, or moved nearer to 0."""
    n, rows = len(case.X), case.X + case.queries

    def with_rows(changed: Sequence[tuple[Value, ...]]) -> Case:
        return replace(case, X=tuple(changed[:n]), queries=tuple(changed[n:]))

    for a in range(len(rows[0])):
        values = sorted({exact_value(row[a]) for row in rows})
        ranked = [(*row[:a], values.index(exact_value(row[a])), *row[a + 1 :]) for row in rows]
        if ranked != list(rows):
            yield with_rows(ranked)
    whole = [value for row in rows for value in row if isinstance(value, int)]
    factor = math.gcd(*whole)
    if factor > 1 and len(whole) == len(rows) * len(rows[0]):
        yield with_rows([tuple(int(value) // factor for value in row) for row in rows])
    for i, row in enumerate(rows):
        for a, value in enumerate(row):
            for simpler in simpler_values(value):
                yield with_rows([*rows[:i], (*row[:a], simpler, *row[a + 1 :]), *rows[i + 1 :]])


def simpler_values(value: Value) -> list[int]:
    """Whole numbers nearer to 0.

    >>> simpler_values(9), simpler_values(-1), simpler_values(0), simpler_values("0.3")
    ([0, 4, 8], [0], [], [0, 1])
    """
    if isinstance(value, str):
        return [0, 1]
    size, sign = abs(value), 1 if value > 0 else -1
    return [sign * smaller for smaller in sorted({0, size // 2, size - 1} - {size, -1})]
