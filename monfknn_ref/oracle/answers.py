"""What an implementation answers to a case, and what does not count as an answer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from monfknn_ref.model.checks import GivenRow, Label, is_number
from monfknn_ref.model.door import check_row
from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.trace_events import Trace


class Unsupported(Exception):
    """Raised by an implementation to say that it does not support a case; the message is the reason."""


class Failed(Exception):
    """Raised when an implementation fails on a case; the message says how."""


@dataclass(frozen=True)
class Answers:
    """What an implementation answers to a case; stages that it does not show are None.

    Labels and memberships of training rows stand in the order of `rows`. If `rows` is None, they may stand in
    any order.
    """

    predictions: Sequence[Label]
    memberships: Sequence[Sequence[Any]] | None = None
    rows: Sequence[GivenRow] | None = None
    first_labels: Sequence[Label] | None = None
    training_memberships: Sequence[Sequence[Any]] | None = None
    training_labels: Sequence[Label] | None = None
    trace: Trace | None = None

    @classmethod
    def of(cls, predictions: Any, **shown: Any) -> Answers:
        """Answers from what an implementation returned, arrays included; anything else is refused.

        >>> Answers.of(predictions=["low"], memberships=[[None, 1]])
        Traceback (most recent call last):
        monfknn_ref.oracle.answers.Failed: memberships must hold numbers, got None
        """
        kept: dict[str, Any] = {"predictions": listed("predictions", predictions)}
        for name, given in shown.items():
            kept[name] = None if given is None else listed(name, given)
        return cls(**kept)

    def check(self, case: Case) -> None:
        """Refuse what cannot answer the case: a wrong number of answers, an unknown class, or no number.

        >>> case = Case(((1,),), (1,), (1, 2), ((1,), (2,)))
        >>> Answers(predictions=[1]).check(case)
        Traceback (most recent call last):
        monfknn_ref.oracle.answers.Failed: 1 prediction for 2 queries
        >>> Answers(predictions=[1, None]).check(case)
        Traceback (most recent call last):
        monfknn_ref.oracle.answers.Failed: the prediction of query (2,) is None, which is none of the classes
        """
        queries = len(case.queries)
        for name in ("predictions", "memberships"):
            given = getattr(self, name)
            if given is not None and len(given) != queries:
                noun = "prediction" if name == "predictions" else "row of memberships"
                several = noun.replace("row", "rows") if noun.startswith("row") else noun + "s"
                asked = f"{queries} {'query' if queries == 1 else 'queries'}"
                raise Failed(f"{len(given)} {noun if len(given) == 1 else several} for {asked}")
        for x, label in zip(case.query_table, self.predictions):
            if not is_one_of(label, case.classes):
                raise Failed(f"the prediction of query {x} is {label!r}, which is none of the classes")
        for name in ("first_labels", "training_labels"):
            for label in getattr(self, name) or ():
                if not is_one_of(label, case.classes):
                    raise Failed(f"{name} hold {label!r}, which is none of the classes")
        for name in ("memberships", "training_memberships"):
            for row in getattr(self, name) or ():
                if len(row) != len(case.classes):
                    raise Failed(f"{name} have {len(row)} columns for {len(case.classes)} classes")
                for u_l in row:
                    if not math.isfinite(u_l):
                        raise Failed(f"{name} must be finite, got {u_l!r}")


def is_one_of(label: Any, classes: Sequence[Label]) -> bool:
    """Whether the label is one of the classes; a value that cannot be compared is not."""
    try:
        return any(bool(label == known) for known in classes)
    except Exception:  # for example an array instead of a label
        return False


def listed(name: str, given: Any) -> Any:
    """One field of `Answers` in plain lists; a trace may be given as the text of its JSON lines."""
    if name == "trace":
        return given if isinstance(given, Trace) else Trace.from_json_lines(given)
    values = given.tolist() if hasattr(given, "tolist") else list(given)
    if name == "rows":
        return [check_row(row, f"row {i} of training_rows_") for i, row in enumerate(values)]
    if not name.endswith("memberships"):
        return values
    for row in values:
        for u_l in row:
            if not is_number(u_l) and not hasattr(u_l, "__float__"):
                raise Failed(f"{name} must hold numbers, got {u_l!r}")
            float(u_l)  # refuses a number too large for a double, which no membership can be
    return [list(row) for row in values]
