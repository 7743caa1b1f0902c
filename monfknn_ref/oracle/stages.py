"""The stages: the lines of the paper after which answers are compared, and all that is to know about each.

One table, `STAGES`, says for every stage at which line it stands, where the reference and an implementation
in Python show it, and which kind of answer it is: how such an answer is read, refused, compared, put into
words and written to a file. The comparison, the reports, the files of vectors and the line protocol for
programs go through the table. A new stage is a row of the table and a field of `Answers`. If files of vectors
are to hold it, `schemas/vectors.schema.json` describes it too; if ties leave it open, so does
`monfknn_ref.model.accepted_answers`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.model.checks import GivenRow, Label, is_number
from monfknn_ref.model.door import check_row
from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.trace_events import Trace
from monfknn_ref.paper.prediction import Query

TOLERANCE = 1e-9
"""How far memberships may be from the exact ones; an implementation in doubles can be this precise."""


class Unsupported(Exception):
    """Raised by an implementation to say that it does not support a case; the message is the reason."""


class Failed(Exception):
    """Raised when an implementation fails on a case; the message says how."""


# Kinds of answers


class Labels:
    """A label for each row or query."""

    def from_python(self, name: str, values: list[Any]) -> list[Any]:
        """The answers that a class in Python shows, in plain lists."""
        return values

    def from_json(self, values: list[Any]) -> list[Any]:
        """The answers that a program writes."""
        return values

    def counted(self, number: int, noun: str) -> str:
        """How many answers there are, in words."""
        return f"{number} {noun}{'' if number == 1 else 's'}"

    def refuse(self, stage: Stage, at: int, label: Any, case: Case) -> None:
        """Refuse what can be no answer to the case."""
        if not is_one_of(label, case.classes):
            about = f"{stage.name} hold"
            if stage.of_queries:
                about = f"the {stage.noun} of query {case.query_table[at]} is"
            raise Failed(f"{about} {label!r}, which is none of the classes")

    def same(self, given: Any, wanted: Any) -> bool:
        """Whether an answer is as good as equal to the right one."""
        return bool(given == wanted)

    def in_words(self, label: Any) -> str:
        """An answer as a report shows it."""
        return repr(label)

    def assertion(self, expression: str, wanted: Any) -> str:
        """What should hold, as a Python expression."""
        return f"{expression} == {wanted!r}"

    def in_file(self, label: Any) -> Any:
        """An answer as files of vectors have it: true and false become 1 and 0, as in the line protocol."""
        return int(label) if isinstance(label, bool) else label


class Memberships(Labels):
    """A row of memberships for each row or query."""

    def from_python(self, name: str, values: list[Any]) -> list[Any]:
        for row in values:
            for u_l in row:
                if not is_number(u_l) and not hasattr(u_l, "__float__"):
                    raise Failed(f"{name} must hold numbers, got {u_l!r}")
                float(u_l)  # refuses a number too large for a double, which no membership can be
        return [list(row) for row in values]

    def from_json(self, values: list[Any]) -> list[Any]:
        return [[membership(u_l) for u_l in row] for row in values]

    def counted(self, number: int, noun: str) -> str:
        return f"{number} row{'' if number == 1 else 's'} of {noun}"

    def refuse(self, stage: Stage, at: int, u: Any, case: Case) -> None:
        if len(u) != len(case.classes):
            raise Failed(f"{stage.name} have {len(u)} columns for {len(case.classes)} classes")
        for u_l in u:
            if not math.isfinite(u_l):
                raise Failed(f"{stage.name} must be finite, got {u_l!r}")

    def same(self, given: Any, wanted: Any) -> bool:
        """
        >>> Memberships().same([0.333333333333, 0.666666666667], [Fraction(1, 3), Fraction(2, 3)])
        True
        """
        return len(given) == len(wanted) and all(
            abs(float(u_l) - float(v_l)) <= TOLERANCE for u_l, v_l in zip(given, wanted)
        )

    def in_words(self, u: Any) -> str:
        """Fractions exactly, other numbers to twelve digits.

        >>> Memberships().in_words([Fraction(1, 3), 0.5])
        '[1/3, 0.5]'
        """
        shares = (str(u_l) if isinstance(u_l, (int, Fraction)) else f"{float(u_l):.12g}" for u_l in u)
        return f"[{', '.join(shares)}]"

    def assertion(self, expression: str, wanted: Any) -> str:
        doubles = list(map(float, wanted))
        return f"max(abs(a - b) for a, b in zip({expression}, {doubles})) < {TOLERANCE}"

    def in_file(self, u: Any) -> Any:
        """The memberships that are not 0, by the position of the class.

        JSON has them in the fewest digits from which every reader gets the same double back:

        >>> json.dumps(Memberships().in_file([Fraction(1, 3), Fraction(0), Fraction(2, 3)]))
        '{"0": 0.3333333333333333, "2": 0.6666666666666666}'
        """
        return {str(l): float(u_l) for l, u_l in enumerate(u) if u_l != 0}


class Rows(Labels):
    """The distinct rows, compared as a whole; they say which row other answers are about."""

    def from_python(self, name: str, values: list[Any]) -> list[Any]:
        return [check_row(row, f"row {i} of training_rows_") for i, row in enumerate(values)]

    def from_json(self, values: list[Any]) -> list[Any]:
        return [[value_of_row(value) for value in row] for row in values]

    def refuse(self, stage: Stage, at: int, row: Any, case: Case) -> None:
        pass


def is_one_of(label: Any, classes: Sequence[Label]) -> bool:
    """Whether the label is one of the classes; a value that cannot be compared is not."""
    try:
        return any(bool(label == known) for known in classes)
    except Exception:  # for example an array instead of a label
        return False


def membership(given: Any) -> Fraction:
    """A membership as a program wrote it; a number too large for a double is refused.

    >>> membership("1/3"), membership(0.25), membership("1e-3") == Fraction(0.001)
    (Fraction(1, 3), Fraction(1, 4), True)
    """
    in_powers_of_ten = isinstance(given, str) and "e" in given.lower()
    value = Fraction(float(given) if in_powers_of_ten else given)  # 1e999999999 would take hours to write out
    float(value)
    return value


def value_of_row(given: Any) -> Fraction:
    """A value of a training row as a program wrote it: a number, or a string with a decimal."""
    if isinstance(given, str):
        return exact_value(given) if abs(float(given)) < 1e308 else Fraction(float(given))
    if isinstance(given, bool) or given is None:
        raise TypeError(f"{given!r} is not a number")
    return exact_value(given)


# The table


@dataclass(frozen=True)
class Stage:
    """What is to know about one stage."""

    line: str
    """The line of the paper, as reports name it."""
    name: str
    """The field of `Answers`, of files of vectors and of the answers of programs."""
    noun: str
    kind: Labels
    method: str = ""
    """For what is about queries: the method of an implementation in Python that takes them and shows it."""
    reference: Callable[[Query, Sequence[Label]], Any] = lambda query, classes: None
    """For what is about queries: the answer in what the reference finds out about one of them."""
    only: bool | None = None
    """Whether the stage is only about rows that are duplicated (True) or not duplicated (False)."""
    in_files: bool = True
    """Whether files of vectors hold it."""

    @property
    def of_queries(self) -> bool:
        """Whether the answers are about the queries; all others are about the distinct training rows."""
        return bool(self.method)

    @property
    def shown_by(self) -> str:
        """Where an implementation in Python shows it: the method, or an attribute."""
        return self.method or f"{self.name}_"


LABELS, MEMBERSHIPS, ROWS = Labels(), Memberships(), Rows()


def memberships_of(query: Query, classes: Sequence[Label]) -> Any:
    return query.memberships


def label_of(query: Query, classes: Sequence[Label]) -> Any:
    return classes[query.label]


STAGES = (
    Stage("Alg 1.11", "training_rows", "rows", ROWS, in_files=False),
    Stage("Alg 1.5", "training_memberships", "memberships", MEMBERSHIPS, only=True),
    Stage("Alg 1.13", "first_labels", "first label", LABELS),
    Stage("Alg 1.21", "training_memberships", "memberships", MEMBERSHIPS, only=False),
    Stage("Alg 3.3", "training_labels", "label", LABELS),
    Stage("Alg 3.14", "memberships", "memberships", MEMBERSHIPS, "predict_proba", memberships_of),
    Stage("Alg 3.15", "predictions", "prediction", LABELS, "predict", label_of),
)
"""All stages, in the order in which the paper computes them."""

FIELDS = {stage.name: stage for stage in STAGES}
"""The fields of `Answers`, each with a stage that has it."""
OF_ROWS = [name for name, stage in FIELDS.items() if not stage.of_queries]
OF_QUERIES = [name for name, stage in FIELDS.items() if stage.of_queries]
IN_FILES = sorted(
    (stage for stage in FIELDS.values() if stage.in_files),
    key=lambda stage: (stage.of_queries, stage.kind is MEMBERSHIPS),
)
"""What files of vectors hold: rows before queries, and labels before memberships."""


@dataclass(frozen=True)
class Answers:
    """What an implementation answers to a case; stages that it does not show are None.

    Labels and memberships of training rows stand in the order of `training_rows`. If that is None, they may
    stand in any order.
    """

    predictions: Sequence[Label]
    memberships: Sequence[Sequence[Any]] | None = None
    training_rows: Sequence[GivenRow] | None = None
    first_labels: Sequence[Label] | None = None
    training_memberships: Sequence[Sequence[Any]] | None = None
    training_labels: Sequence[Label] | None = None
    trace: Trace | None = None

    def at(self, name: str) -> Any:
        """The answers of one field, or None."""
        return getattr(self, name)

    @classmethod
    def from_python(cls, predictions: Any, trace: Any = None, **given: Any) -> Answers:
        """Answers from what a class in Python returned, arrays included; anything else is refused.

        A trace may be given as the text of its JSON lines.

        >>> Answers.from_python(predictions=["low"], memberships=[[None, 1]])
        Traceback (most recent call last):
        monfknn_ref.oracle.stages.Failed: memberships must hold numbers, got None
        """
        kept: dict[str, Any] = {}
        for name, values in {"predictions": predictions, **given}.items():
            if values is not None:
                in_lists = values.tolist() if hasattr(values, "tolist") else list(values)
                kept[name] = FIELDS[name].kind.from_python(name, in_lists)
        if trace is not None:
            kept["trace"] = trace if isinstance(trace, Trace) else Trace.from_json_lines(trace)
        return cls(**kept)

    @classmethod
    def from_json(cls, answer: dict[str, Any]) -> Answers:
        """Answers from the object of JSON that a program wrote.

        >>> Answers.from_json({"predictions": [2], "memberships": [["1/3", "2/3"]]}).memberships
        [[Fraction(1, 3), Fraction(2, 3)]]
        >>> Answers.from_json({"prediction": [2]})
        Traceback (most recent call last):
        monfknn_ref.oracle.stages.Failed: the answer has no list 'predictions'
        """
        kept: dict[str, Any] = {}
        for name, stage in FIELDS.items():
            values = answer.get(name)
            if values is None and name != "predictions":
                continue
            if not isinstance(values, list):
                raise Failed(f"the answer has no list {name!r}")
            try:
                kept[name] = stage.kind.from_json(values)
            except (TypeError, ValueError, ArithmeticError) as error:
                raise Failed(f"{name!r} in the answer must hold rows of numbers: {error}") from None
        if "trace" in answer:
            try:
                kept["trace"] = Trace.from_json_lines("\n".join(map(json.dumps, answer["trace"])))
            except (TypeError, ValueError) as error:
                raise Failed(f"'trace' in the answer must be a list of events: {error}") from None
        return cls(**kept)

    def check(self, case: Case) -> None:
        """Refuse what cannot answer the case: a wrong number of answers, an unknown class, or no number.

        >>> case = Case(((1,),), (1,), (1, 2), ((1,), (2,)))
        >>> Answers(predictions=[1]).check(case)
        Traceback (most recent call last):
        monfknn_ref.oracle.stages.Failed: 1 prediction for 2 queries
        >>> Answers(predictions=[1, None]).check(case)
        Traceback (most recent call last):
        monfknn_ref.oracle.stages.Failed: the prediction of query (2,) is None, which is none of the classes
        """
        queries = len(case.queries)
        given = {name: self.at(name) for name in reversed(FIELDS) if self.at(name) is not None}
        for name, values in given.items():
            if name in OF_QUERIES and len(values) != queries:
                counted = FIELDS[name].kind.counted(len(values), FIELDS[name].noun)
                raise Failed(f"{counted} for {queries} {'query' if queries == 1 else 'queries'}")
        for name, values in given.items():
            for at, value in enumerate(values):
                FIELDS[name].kind.refuse(FIELDS[name], at, value, case)

    def about_queries(self, values: Callable[[str], Any]) -> Answers:
        """These answers with others about the queries, for each field that is shown; a trace is left out."""
        others: dict[str, Any] = {
            name: None if self.at(name) is None else values(name) for name in OF_QUERIES
        }
        return replace(self, trace=None, **others)
