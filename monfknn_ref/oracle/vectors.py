"""The battery as files: one for each family, with the answers of the reference.

A file is a JSON object; `vectors.schema.json`, which is written beside the files, describes it, and
`docs/vectors.md` explains it to readers who do not use Python.

The numbers of a case are written as in the line protocol of `monfknn_ref.oracle.program`. A case has these
parts besides its inputs:

- `expected` has every stage of the reference's answers. Memberships are doubles, written so that every reader
  gets the same double back. Each stands under the position of its class; memberships of 0 are left out.
- `exact`, a part of `expected`, has the same memberships as text: fractions such as "1/3" for training rows,
  and for a query one total and a part of it for each class. Totals and parts are fractions, or sums of
  rational multiples of powers such as "1/2*3^(-1/2) + 5^(-1/2)".
- `accepted` has every label that some way of settling the paper's ties leads to, where there are several.
- `flags` name the mistake that the family is aimed at, with its cause and its effect, and mark the cases that
  leave room for several answers.

`left_out` names the cases that the file does not have, with the reason. A file holds nothing that changes
from run to run or from machine to machine.

Format 2 differs from format 1 in five points. Memberships are objects without zeros instead of lists. `exact`
gathers the exact memberships, those of a query over one total. Rows are named by their position in X.
`accepted` has only what is open. `left_out` is new.

>>> text = vectors_of_family("one-row", count=1)
>>> problems_of_vectors(text)
[]
>>> problems_of_vectors(text.replace('"predictions": [2, 2, 2, 2]', '"predictions": [1, 2, 2, 2]'))
['one-row/1: expected.predictions[0]: 1 in the file, 2 by the reference']
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from monfknn_ref.arithmetic import Membership, exact_value
from monfknn_ref.arithmetic.power_sums import Share
from monfknn_ref.model.accepted_answers import Accepted
from monfknn_ref.model.checks import Label
from monfknn_ref.oracle.cases import Case, number
from monfknn_ref.oracle.comparison import accepted, expected, why_undefined
from monfknn_ref.oracle.families import FAMILIES, cases
from monfknn_ref.oracle.json_schema import load_schema, problems, shown
from monfknn_ref.oracle.reports import name_of_reading
from monfknn_ref.readings import PAPER, READINGS, Reading

FORMAT = "monfknn_ref vectors 2"
LONGEST_EXACT = 10_000
"""A case whose exact memberships take more characters than this has only doubles."""
MOST_STEPS = 500_000
"""Ties are enumerated in cases that take at most this many steps, which is about a second."""
LONGEST_NUMBER = 400
LARGEST_POWER_OF_TEN = 999

SEVERAL_ANSWERS = "several-answers"
SEVERAL_MEMBERSHIPS = "several-memberships"
TIES_NOT_ENUMERATED = "ties-not-enumerated"
FLAGS_OF_TIES = {
    SEVERAL_ANSWERS: {
        "cause": "one way of settling ties is thought to be the only one",
        "effect": "a right answer is called wrong",
    },
    SEVERAL_MEMBERSHIPS: {
        "cause": "ties decide which rows count, so other memberships than the expected ones may be right",
        "effect": "right memberships are called wrong",
    },
    TIES_NOT_ENUMERATED: {
        "cause": "the case is too large for trying all ways of settling its ties",
        "effect": "an answer that only settles a tie in another way is called wrong",
    },
}


# Writing


def families_in_files() -> list[str]:
    """The families that have files: those whose cases are asked once.

    The others test what an implementation keeps from one call to the next, and a file cannot ask for that.
    """
    return [name for name, family in FAMILIES.items() if family.asked == "once"]


def vectors_of_family(
    name: str,
    reading: Reading = PAPER,
    seed: int = 0,
    count: int | None = None,
    most_rows: int | None = None,
) -> str:
    """The file of one family: all its cases, the first `count`, or those with at most `most_rows` rows."""
    return written(document_of_family(name, reading, seed, count, most_rows))


def document_of_family(
    name: str,
    reading: Reading = PAPER,
    seed: int = 0,
    count: int | None = None,
    most_rows: int | None = None,
) -> dict[str, Any]:
    """The contents of the file of one family."""
    if name in FAMILIES and name not in families_in_files():
        raise ValueError(f"the family {name!r} tests several calls in a row, and a file cannot ask for that")
    kept: list[dict[str, Any]] = []
    left_out: list[dict[str, str]] = []
    for case in cases([name], seed=seed):
        if len(kept) == count:
            break
        too_large = most_rows is not None and len(case.X) > most_rows
        reason = f"more than {most_rows} rows" if too_large else why_undefined(case, reading)
        if reason:
            left_out.append({"id": case.id, "reason": reason})
        else:
            kept.append(vector(case, reading))
    return {
        "format": FORMAT,
        "family": name,
        "reading": name_of_reading(reading),
        "seed": seed,
        **about_family(name),
        "cases": kept,
        "left_out": left_out,
    }


def about_family(name: str) -> dict[str, Any]:
    """What the file of a family says about all its cases."""
    family = FAMILIES[name]
    return {
        "exercises": list(family.exercises),
        "flags": {name: {"cause": family.cause, "effect": family.effect}, **FLAGS_OF_TIES},
    }


def vector(case: Case, reading: Reading) -> dict[str, Any]:
    """A case with its answers."""
    answers = expected(case, reading)
    rows = list(dict.fromkeys(map(exactly, case.X)))
    first_place = {row: i for i, row in reversed(list(enumerate(map(exactly, case.X))))}
    training_memberships, memberships = answers.training_memberships or (), answers.memberships or ()
    options = accepted_by(case, reading)
    fields = case.plain()
    return {
        "id": fields.pop("id"),
        "flags": [case.family, *flags_of_ties(case, reading, options)],
        **fields,
        "expected": {
            "distinct_rows": [first_place[row] for row in rows],
            "first_labels": labels(answers.first_labels or ()),
            "training_labels": labels(answers.training_labels or ()),
            "training_memberships": [doubles(u) for u in training_memberships],
            "predictions": labels(answers.predictions),
            "memberships": [doubles(u) for u in memberships],
            "exact": exact(training_memberships, memberships) if reading.arithmetic == "exact" else None,
        },
        "accepted": None if options is None else open_answers(options, case.classes),
    }


def accepted_by(case: Case, reading: Reading) -> Accepted | None:
    """What ties leave open, or None if the case is too large to find out.

    >>> [case] = cases(only=["one-row/1"])
    >>> accepted_by(case, PAPER).predictions[0]
    frozenset({2})
    """
    if steps_to_settle(case) <= MOST_STEPS:
        return accepted(case, reading)
    if case.family not in FAMILIES or not FAMILIES[case.family].settled:
        return None
    answers = expected(case, reading)  # the cases of this family have no ties
    return Accepted(
        first_labels=[frozenset({label}) for label in answers.first_labels or ()],
        training_labels=[frozenset({label}) for label in answers.training_labels or ()],
        training_memberships=[frozenset({tuple(u)}) for u in answers.training_memberships or ()],
        predictions=[frozenset({label}) for label in answers.predictions],
        ways=1,
        left_out=(),
    )


def exactly(row: Iterable[Any]) -> tuple[Fraction, ...]:
    """The numbers of a row as fractions, which are equal however the numbers were written."""
    return tuple(map(Fraction, row))


def steps_to_settle(case: Case) -> int:
    """An estimate of the steps that it takes to try all ways of settling the ties of a case.

    Distinct rows and queries are compared with every distinct row. For each query the memberships of all rows
    are compared too, which takes a tenth of a step for each class.
    """
    rows, queries, classes = len(set(map(exactly, case.X))), len(case.queries), len(case.classes)
    return rows * (rows + queries) + rows * queries * classes // 10


def labels(given: Iterable[Label]) -> list[Label]:
    """Labels as the JSON files have them: true and false become 1 and 0, as in the line protocol."""
    return [int(label) if isinstance(label, bool) else label for label in given]


def doubles(u: Sequence[Membership]) -> dict[str, float]:
    """The memberships that are not 0, by the position of the class.

    JSON has them in the fewest digits from which every reader gets the same double back:

    >>> json.dumps(doubles([Fraction(1, 3), Fraction(0), Fraction(2, 3)]))
    '{"0": 0.3333333333333333, "2": 0.6666666666666666}'
    """
    return {str(l): float(u_l) for l, u_l in enumerate(u) if u_l != 0}


def exact(
    training_memberships: Sequence[Sequence[Membership]], memberships: Sequence[Sequence[Membership]]
) -> dict[str, Any] | None:
    """All memberships as text, or None if that is too long."""
    made = {
        "training_memberships": [
            {str(l): str(u_l) for l, u_l in enumerate(u) if u_l != 0} for u in training_memberships
        ],
        "memberships": [quotients(u) for u in memberships],
    }
    return made if len(json.dumps(made)) <= LONGEST_EXACT else None


def quotients(u: Sequence[Membership]) -> dict[str, Any]:
    """Memberships as parts of one total.

    >>> quotients([Fraction(1, 3), Fraction(0), Fraction(2, 3)])
    {'total': '1', 'parts': {'0': '1/3', '2': '2/3'}}
    """
    total = next((u_l.total for u_l in u if isinstance(u_l, Share)), Fraction(1))
    parts = {
        str(l): str(u_l.part if isinstance(u_l, Share) else total * exact_value(u_l))
        for l, u_l in enumerate(u)
        if u_l != 0
    }
    return {"total": str(total), "parts": parts}


def open_answers(options: Accepted, classes: Sequence[Label]) -> dict[str, Any]:
    """The accepted labels where there is more than one; None where there are too many ways to try."""

    def several(sets: Sequence[frozenset[Label] | None] | None) -> dict[str, list[Label] | None] | None:
        if sets is None:
            return None
        return {
            str(i): None if found is None else labels(sorted(found, key=classes.index))
            for i, found in enumerate(sets)
            if found is None or len(found) > 1
        }

    return {
        "first_labels": several(options.first_labels),
        "training_labels": several(options.training_labels),
        "predictions": several(options.predictions),
    }


def flags_of_ties(case: Case, reading: Reading, options: Accepted | None) -> list[str]:
    """What ties leave open in the case."""
    if options is None:
        return [TIES_NOT_ENUMERATED]
    found = []
    if any(answers is None or answers for answers in open_answers(options, case.classes).values()):
        found.append(SEVERAL_ANSWERS)
    if not memberships_are_settled(case, reading, options):
        found.append(SEVERAL_MEMBERSHIPS)
    return found


def memberships_are_settled(case: Case, reading: Reading, options: Accepted) -> bool:
    """Whether the memberships of rows and queries are the same however ties are settled."""
    for sets in (options.training_labels, options.training_memberships):
        if sets is None or any(len(one) > 1 for one in sets):
            return False
    if reading.no_neighbor == "drawn" and any(one is None or len(one) > 1 for one in options.predictions):
        return False
    # neighbors do not depend on m, and weights of m = 1 are the quickest to add up
    weightless = case if reading.weights == "keller" else replace(case, m=1)
    earlier, later = (
        [set(query.neighbors) for query in model.predict_in_detail(case.query_table)]
        for model in (
            weightless.fitted(replace(reading, neighbor_ties=which)) for which in ("earlier", "later")
        )
    )
    return earlier == later  # no two rows tie for the last place among the neighbors of a query


def written(document: Any) -> str:
    """The text of a file."""
    return laid_out(document) + "\n"


def laid_out(value: Any, indent: str = "", width: int = 100) -> str:
    """JSON with a line for each entry of an object or of a list of objects that does not fit one line.

    >>> print(laid_out({"b": [[1, 2], [3]], "a": [{"c": "d"}, {"e": "f"}]}, width=20))
    {
     "b": [[1, 2], [3]],
     "a": [
      {"c": "d"},
      {"e": "f"}
     ]
    }
    """
    on_one_line = json.dumps(value)
    deeper = indent + " "
    if len(on_one_line) <= width:
        return on_one_line
    if isinstance(value, dict):
        lines = [f"{deeper}{json.dumps(key)}: {laid_out(part, deeper, width)}" for key, part in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(value, list) and isinstance(value[0], dict):
        return "[\n" + ",\n".join(deeper + laid_out(part, deeper, width) for part in value) + f"\n{indent}]"
    return on_one_line


# Checking


class CaseOfFile(Case):
    """A case whose numbers are the exact decimals of a file, even if no double is written that way."""

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments of an implementation's constructor."""
        exact_ones = {name: exact_number(getattr(self, name)) for name in ("RCr", "pOR", "m")}
        return {**super().parameters, **exact_ones}

    @property
    def training_table(self) -> list[tuple[Any, ...]]:
        """The rows that fit is given."""
        return [tuple(map(exact_number, row)) for row in self.X]

    @property
    def query_table(self) -> list[tuple[Any, ...]]:
        """The rows that predict is given."""
        return [tuple(map(exact_number, row)) for row in self.queries]


def exact_number(value: int | str) -> Any:
    """A value of a file as a Python number; a Decimal if a double would mean another number.

    >>> exact_number("0.1"), exact_number("0.1000000000000000055")
    (0.1, Decimal('0.1000000000000000055'))
    """
    as_given, near = Decimal(value), number(value)
    return near if isinstance(near, int) or Decimal(repr(near)) == as_given else as_given


def problems_of_vectors(text: str | bytes) -> list[str]:
    """What is wrong with a file of vectors: its form, or answers that differ from the reference's."""
    try:
        document = parsed(text)
    except (ValueError, RecursionError) as error:
        return [f"not JSON: {error}"]
    found = problems(document, load_schema("vectors"))
    if found:
        return found
    reading, family = READINGS[document["reading"]], document["family"]
    for name, wanted in about_family(family).items() if family in FAMILIES else ():
        found += differences(document[name], wanted, name)
    seen: set[str] = set()
    for given in [*document["left_out"], *document["cases"]]:
        id = given["id"]
        if id in seen or id.partition("/")[0] != family:
            found.append(f"{id}: {'appears twice' if id in seen else f'is not of the family {family}'}")
        seen.add(id)
    for given in document["cases"]:
        found += [f"{given['id']}: {problem}" for problem in problems_of_case(given, family, reading)]
    return found


def problems_of_case(given: Mapping[str, Any], family: str, reading: Reading) -> Iterator[str]:
    """How the answers of a case in a file differ from the reference's."""
    fields = {name: plain(part) for name, part in given.items()}
    answers = {name: fields.pop(name) for name in ("flags", "expected", "accepted")}
    attributes = len(fields["X"][0])
    for i, row in enumerate(fields["queries"]):
        if len(row) != attributes:
            yield f"queries[{i}]: must have {attributes} values, as the rows of X have, got {len(row)}"
            return
    try:
        right = vector(CaseOfFile.from_json({**fields, "family": family}), reading)
    except (ValueError, TypeError, ArithmeticError) as error:
        yield str(error)
        return
    for name in ("training_memberships", "memberships"):
        answers["expected"][name] = [
            {l: float(u_l) for l, u_l in u.items()} for u in answers["expected"][name]
        ]
    for name, answer in answers.items():
        yield from differences(answer, right[name], name)


def plain(part: Any) -> Any:
    """A part of a document with its decimals as text, as a case needs them."""
    if isinstance(part, list):
        return [plain(one) for one in part]
    if isinstance(part, dict):
        return {name: plain(one) for name, one in part.items()}
    return str(part).lower().replace("e+", "e") if isinstance(part, Decimal) else part


def differences(given: Any, wanted: Any, where: str) -> list[str]:
    """The first place at which a part of a document differs from what the reference says.

    >>> differences({"a": [1, 2]}, {"a": [1, 3]}, "b")
    ['b.a[1]: 2 in the file, 3 by the reference']
    """
    if given == wanted:
        return []
    if isinstance(given, dict) and isinstance(wanted, dict) and set(given) == set(wanted):
        inner = [differences(given[name], wanted[name], f"{where}.{name}") for name in wanted]
        return next(found for found in inner if found)
    if isinstance(given, list) and isinstance(wanted, list) and len(given) == len(wanted):
        several = enumerate(zip(given, wanted))
        return next(found for i, pair in several if (found := differences(*pair, f"{where}[{i}]")))
    return [f"{where}: {shown(given)} in the file, {shown(wanted)} by the reference"]


def parsed(text: str | bytes) -> Any:
    """The contents of a JSON text; decimals are read exactly, not as doubles.

    >>> parsed("[0.1000000000000000055, 1]")
    [Decimal('0.1000000000000000055'), 1]
    >>> parsed('{"k": 1, "k": 2}')
    Traceback (most recent call last):
    ValueError: an object has 'k' twice
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8")
    return json.loads(
        text,
        parse_int=whole_number,
        parse_float=decimal_number,
        parse_constant=no_number,
        object_pairs_hook=without_repeats,
    )


def whole_number(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(text)} digits, which is more than {LONGEST_NUMBER}")
    return int(text)


def decimal_number(text: str) -> Decimal:
    power = re.search(r"[eE][+-]?0*([0-9]+)$", text)
    if len(text) > LONGEST_NUMBER or (power and len(power[1]) > len(str(LARGEST_POWER_OF_TEN))):
        raise ValueError(f"a number that is too long: {shown(text)}")
    return Decimal(text)


def no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names: set[str] = set()
        twice = next(name for name, _ in pairs if name in names or names.add(name))  # type: ignore[func-returns-value]
        raise ValueError(f"an object has {shown(twice)} twice")
    return made
