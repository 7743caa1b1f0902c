"""The report of a check: a table by family, and the smallest example of each family that fails."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.comparison import VERDICTS, Result, reference_trace
from monfknn_ref.oracle.families import FAMILIES
from monfknn_ref.readings import READINGS, Reading

__all__ = ["Report", "name_of_reading"]

FORMAT = "monfknn_ref crosscheck 1"


def name_of_reading(reading: Reading) -> str:
    """How commands and files call a reading.

    >>> from monfknn_ref.readings import PAPER
    >>> name_of_reading(PAPER), name_of_reading(Reading(weights="keller"))
    ('paper', "Reading(weights='keller')")
    """
    return next((name for name, known in READINGS.items() if known == reading), repr(reading))


@dataclass(frozen=True)
class Report:
    """What came of checking one implementation."""

    candidate: str
    reading: Reading
    results: list[Result]
    examples: list[Result] = field(default_factory=list)
    """The first disagreement of each family, on the smallest case found that shows it."""
    trouble: str = ""
    """Why the check ended before all cases were asked; empty if they were."""
    language: str = "Python"
    is_program: bool = False

    @property
    def ok(self) -> bool:
        """Whether every case was asked, and none came out as disagreement or error."""
        failed = {"disagree", "error"}
        return not self.trouble and not failed & {result.verdict for result in self.results}

    def counts(self) -> dict[str, dict[str, int]]:
        """For each family how many cases came to each verdict."""
        families: dict[str, Counter[str]] = {}
        for result in self.results:
            families.setdefault(result.case.family, Counter())[result.verdict] += 1
        return {name: {verdict: found[verdict] for verdict in VERDICTS} for name, found in families.items()}

    def __str__(self) -> str:
        lines = [f"{self.candidate} ({self.language}), reading {name_of_reading(self.reading)}", ""]
        counts = self.counts()
        total = {verdict: sum(found[verdict] for found in counts.values()) for verdict in VERDICTS}
        width = max(map(len, [*counts, "family"]))
        lines.append(f"{'family':{width}}  " + "  ".join(VERDICTS))
        for name, found in {**counts, "all": total}.items():
            cells = (f"{found[verdict] or '.':>{len(verdict)}}" for verdict in VERDICTS)
            lines.append(f"{name:{width}}  " + "  ".join(cells))
        for verdict in ("error", "unsupported"):
            reasons = Counter(result.detail for result in self.results if result.verdict == verdict)
            for reason, number in reasons.items():
                lines += ["", f"{verdict}, {number} case{'s' if number > 1 else ''}: {reason}"]
        shown: dict[Case, str] = {}
        for example in self.examples:
            name = example.case.family
            lines += ["", f"{name}, aimed at: {FAMILIES[name].cause}" if name in FAMILIES else name]
            bare = replace(example.case, id="", family="")
            text = f"  wrong at {example.stage} in {example.case}; the smallest case that shows it"
            if bare in shown:
                lines.append(f"{text} is that of {shown[bare]}")
            else:
                lines += [f"{text}:", f"  {example.detail}", "", self.as_code(example), ""]
                lines.append("  The reference there, with rows, queries and classes counted from 0:")
                lines += [f"  {event}" for event in self.events(example)]
                shown[bare] = name
        if self.trouble:
            lines += ["", self.trouble]
        return "\n".join(lines)

    def as_code(self, example: Result) -> str:
        """A failing case to paste: into a test in Python, or into the input of a program."""
        return json.dumps(example.case.question()) if self.is_program else as_test(self.candidate, example)

    def events(self, example: Result) -> list[str]:
        """What the reference does with the case, up to the line at which the answers differ."""
        events = reference_trace(example.case, self.reading).events
        last = max((n for n, event in enumerate(events) if event.line == example.stage), default=-1)
        return [
            str(event)
            for event in events[: last + 1]
            if event.line == example.stage or "class" not in event.where  # not all memberships on the way
        ]

    def to_json(self) -> dict[str, Any]:
        """The report as an object of JSON, described by schemas/crosscheck.schema.json."""
        return {
            "format": FORMAT,
            "candidate": self.candidate,
            "language": self.language,
            "reading": name_of_reading(self.reading),
            "ok": self.ok,
            "trouble": self.trouble,
            "families": self.counts(),
            "cases": [
                {"id": r.case.id, "verdict": r.verdict, "stage": r.stage, "detail": r.detail}
                for r in self.results
            ],
            "examples": [
                {
                    "id": r.case.id,
                    "stage": r.stage,
                    "detail": r.detail,
                    "case": r.case.question(),
                    "test": as_test(self.candidate, r),
                    "reference": self.events(r),
                }
                for r in self.examples
            ],
        }


def as_test(candidate: str, result: Result) -> str:
    """A failing case as a function to paste into a test.

    >>> case = Case(X=((0, 1),), y=("low",), classes=("low", "high"), queries=((1, 1),), k=1, K=1)
    >>> wrong = Result(case, "disagree", "Alg 3.15", "", "model.predict([(1, 1)])[0] == 'low'")
    >>> print(as_test("Mine", wrong))
    def test_own_1():
        model = Mine(k=1, K=1, RCr=0.5, typeRange='inRange', pOR=0.5, m=2)
        model.fit([(0, 1)], ['low'], classes=['low', 'high'])
        assert model.predict([(1, 1)])[0] == 'low'  # wrong at Alg 3.15
    """
    case = result.case
    given = case.parameters
    if given["directions"] is None:
        del given["directions"]
    parameters = ", ".join(f"{name}={value!r}" for name, value in given.items())
    name = case.id.replace("/", "_").replace("-", "_")
    return "\n".join(
        [
            f"def test_{name}():",
            f"    model = {candidate}({parameters})",
            f"    model.fit({case.training_table}, {list(case.y)}, classes={list(case.classes)})",
            f"    assert {result.assertion}  # wrong at {result.stage}",
        ]
    )
