"""The report of a check: a table by family, what is most likely wrong, and the smallest examples of it.

The families that fail are listed with the most telling ones first. A mistake that shows in a small set aimed
at one line is not a mistake of size or state. So such families come first, and among them those that fail
most often. Families that the same suspect explains are listed together.
"""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from monfknn_ref.oracle.cases import MANY_ROWS, Case
from monfknn_ref.oracle.comparison import VERDICTS, CaseResult, reference_trace
from monfknn_ref.oracle.families import FAMILIES, place_of_module
from monfknn_ref.oracle.procedures import procedure_of
from monfknn_ref.oracle.suspects import Diagnosis
from monfknn_ref.readings import PAPER, READINGS, Reading

FORMAT = "monfknn_ref crosscheck 2"
MOST_EXAMPLES = 8
"""At most this many kinds of disagreement are shown with an example; the others are only named."""


def name_of_reading(reading: Reading) -> str:
    """The name that commands and files use for a reading.

    >>> from monfknn_ref.readings import PAPER
    >>> name_of_reading(PAPER), name_of_reading(Reading(weights="keller"))
    ('paper', "Reading(weights='keller')")
    """
    return next((name for name, known in READINGS.items() if known == reading), repr(reading))


@dataclass(frozen=True)
class Report:
    """The result of checking one implementation."""

    candidate: str
    reading: Reading
    results: list[CaseResult]
    examples: list[CaseResult] = field(default_factory=list)
    """The first disagreement of each group of families, on the smallest case found that shows it."""
    trouble: str = ""
    """Why the check ended before all cases were asked; empty if they were."""
    explanations: list[Diagnosis] = field(default_factory=list)
    """What would explain the disagreements; the suspects that explain most come first."""
    language: str = "Python"
    is_program: bool = False
    command: str = ""
    """How the implementation was named on the command line, for a command that repeats a case."""

    @property
    def ok(self) -> bool:
        """Whether every case was asked, at least one agrees, and none is a disagreement or an error."""
        found = {result.verdict for result in self.results}
        return not self.trouble and bool(found & {"agree", "tie"}) and not found & {"disagree", "error"}

    @property
    def disagreements(self) -> list[CaseResult]:
        """The results of the cases that the implementation gets wrong."""
        return [result for result in self.results if result.verdict == "disagree"]

    def failing_families(self) -> list[str]:
        """The families with a disagreement, the most telling first."""
        counts, lines = self.counts(), self._suspected_lines()

        def rank(name: str) -> tuple[bool, int, bool, float, int]:
            family, found = FAMILIES.get(name), counts[name]
            share = found["disagree"] / (sum(found.values()) - found["unsupported"])
            if family is None:
                return False, 0, False, -share, 0
            elsewhere = lines.isdisjoint(family.exercises)
            return family.general, place_of_module(family), elsewhere, -share, len(family.exercises)

        return sorted((name for name, found in counts.items() if found["disagree"]), key=rank)

    def _suspected_lines(self) -> set[str]:
        """The lines and equations that the best explanation is about, or where most disagreements show."""
        if self.explanations and 2 * len(self.explanations[0].explained) > len(self.explanations[0].tried):
            return lines_named(self.explanations[0].suspect.line)
        stages = Counter(result.stage for result in self.disagreements)
        return {stage for stage, _ in stages.most_common(1)}

    def groups(self) -> list[list[str]]:
        """The families that fail; those that the same suspect explains form one group."""
        wrong: dict[str, set[str]] = {}
        for result in self.disagreements:
            wrong.setdefault(result.case.family, set()).add(result.case.id)
        groups: dict[Any, list[str]] = {}
        for name in self.failing_families():
            explaining = (
                explanation.suspect.name
                for explanation in self.explanations
                if wrong[name] & set(explanation.tried) <= set(explanation.explained)
                and not wrong[name].isdisjoint(explanation.explained)
            )
            groups.setdefault(next(explaining, (name,)), []).append(name)
        return list(groups.values())

    def first_of_each_group(self) -> list[CaseResult]:
        """The first disagreement of the most telling family of each group."""
        first: dict[str, CaseResult] = {}
        for result in self.disagreements:
            first.setdefault(result.case.family, result)
        return [first[names[0]] for names in self.groups()[:MOST_EXAMPLES]]

    def counts(self) -> dict[str, dict[str, int]]:
        """For each family, the number of cases with each verdict."""
        families: dict[str, dict[str, int]] = {}
        for result in self.results:
            families.setdefault(result.case.family, dict.fromkeys(VERDICTS, 0))[result.verdict] += 1
        return families

    def __str__(self) -> str:
        heading = f"{self.candidate} ({self.language}), reading {name_of_reading(self.reading)}"
        parts = [heading, self._table(), *self._reasons()]
        if self.disagreements:
            parts += [self._most_likely(), *self._examples()]
        parts += [self.trouble] * bool(self.trouble)
        return "\n\n".join([*parts, self.summary()])

    def _table(self) -> str:
        counts = self.counts()
        width = max(map(len, [*counts, "family"]))
        lines = [f"{'family':{width}}  " + "  ".join(VERDICTS)]
        for name, found in {**counts, "all": self.totals()}.items():
            cells = (f"{found[verdict] or '.':>{len(verdict)}}" for verdict in VERDICTS)
            lines.append(f"{name:{width}}  " + "  ".join(cells))
        return "\n".join(lines)

    def totals(self) -> dict[str, int]:
        """The number of cases with each verdict."""
        found = Counter(result.verdict for result in self.results)
        return {verdict: found[verdict] for verdict in VERDICTS}

    def summary(self) -> str:
        """The last line: whether the check passed, and the number of cases with each verdict."""
        found = self.totals()
        words = [f"{found[verdict]} {verdict}" for verdict in VERDICTS if found[verdict]]
        if not found["agree"] + found["tie"]:
            words.append("nothing agreed")
        return f"{'passed' if self.ok else 'not passed'}: {', '.join(words)}"

    def _reasons(self) -> Iterator[str]:
        for verdict in ("error", "unsupported"):
            reasons = Counter(result.detail for result in self.results if result.verdict == verdict)
            for reason, number in reasons.items():
                yield f"{verdict}, {number} case{'s' if number > 1 else ''}: {reason}"

    def _most_likely(self) -> str:
        """The line that is most likely wrong, and what would explain it."""
        if self.explanations:
            best, *others = self.explanations
            text = f"most likely: {best}"
            equally = [other.suspect.name for other in others if other.explained == best.explained]
            if not equally:
                return text
            return f"{text}; so {'does' if len(equally) == 1 else 'do'} {', '.join(equally[:3])}"
        stages = Counter(result.stage for result in self.disagreements)
        [(stage, number)] = stages.most_common(1)
        return f"most likely: {stage}, where {number} of {stages.total()} disagreements first show"

    def _examples(self) -> Iterator[str]:
        shown: dict[Case, str] = {}
        for example, [_, *others] in zip(self.examples, self.groups()):
            name = example.case.family
            lines = [f"{name}, aimed at: {FAMILIES[name].cause}" if name in FAMILIES else name]
            if others:
                lines.append(f"  other families that fail for the same reason: {', '.join(others)}")
            bare = replace(example.case, id="", family="")
            text = f"  wrong at {example.stage} in {example.case}; the smallest case that shows it"
            if bare in shown:
                yield "\n".join([*lines, f"{text} is that of {shown[bare]}"])
                continue
            shown[bare] = name
            lines += [f"{text}:", f"  {example.detail}", "", self.as_code(example)]
            events = self.events(example)
            if events:
                lines += ["", "  The reference does this there (rows, queries and classes count from 0):"]
                lines += [f"  {event}" for event in events]
            if self.command:
                lines += ["", f"  To repeat this case: {self.repeated(example)}"]
            yield "\n".join(lines)
        unshown = [name for names in self.groups()[len(self.examples) :] for name in names]
        if unshown:
            yield f"other families that fail, without an example here: {', '.join(unshown)}"

    def repeated(self, example: CaseResult) -> str:
        """A command that repeats the case."""
        words = ["python -m monfknn_ref crosscheck"]
        words.append(f"--program {shlex.quote(self.command)}" if self.is_program else self.command)
        if name_of_reading(self.reading) in READINGS and self.reading != PAPER:
            words.append(f"--reading {name_of_reading(self.reading)}")
        return " ".join([*words, f"--case {example.case.id}"])

    def as_code(self, example: CaseResult) -> str:
        """A failing case to paste: into a test in Python, or into the input of a program."""
        return json.dumps(example.case.question()) if self.is_program else as_test(self.candidate, example)

    def events(self, example: CaseResult) -> list[str]:
        """What the reference does with the case, up to the line at which the answers differ."""
        if len(example.case.X) > MANY_ROWS or not example.stage.startswith("Alg"):
            return []
        events = reference_trace(example.case, self.reading).events
        last = max((n for n, event in enumerate(events) if event.line == example.stage), default=-1)
        return [
            str(event)
            for event in events[: last + 1]
            if event.line == example.stage or "class" not in event.where  # not every single membership
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
            "most_likely": [
                {
                    "line": found.suspect.line,
                    "what": found.suspect.name,
                    "words": found.suspect.words,
                    "explains": len(found.explained),
                    "of": len(found.tried),
                }
                for found in self.explanations
            ],
            "groups": self.groups(),
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


def lines_named(text: str) -> set[str]:
    """The tags of the lines and equations that a text names.

    >>> sorted(lines_named("Eq. 2, Alg. 1 lines 17 and 19"))
    ['Alg 1.17', 'Alg 1.19', 'Eq 2']
    """
    found = {f"Eq {number}" for number in re.findall(r"Eq\. (\d)", text)}
    for algorithm, numbers in re.findall(r"Alg\. (\d) lines? ([\d ,and]+)", text):
        found |= {f"Alg {algorithm}.{number}" for number in re.findall(r"\d+", numbers)}
    return found


def as_test(candidate: str, result: CaseResult) -> str:
    """A failing case as a function to paste into a test.

    >>> case = Case(X=((0, 1),), y=("low",), classes=("low", "high"), queries=((1, 1),), k=1, K=1)
    >>> wrong = CaseResult(case, "disagree", "Alg 3.15", "", "model.predict([(1, 1)])[0] == 'low'")
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
    name = case.id.replace("/", "_").replace("-", "_").replace("@", "_of_seed_")
    lines = [
        f"def test_{name}():",
        f"    model = {candidate}({parameters})",
        f"    model.fit({case.training_table}, {list(case.y)}, classes={list(case.classes)})",
    ]
    if result.assertion:
        lines.append(f"    assert {result.assertion}  # wrong at {result.stage}")
    asked = procedure_of(case)
    if asked != "once":
        lines[0] += f"  # shows only when asked in this way: {asked}"
    return "\n".join(lines)
