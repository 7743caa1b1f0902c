"""The battery as files: one for each family, with the answers of the reference.

A file is a JSON object; `vectors.schema.json`, which is written beside the files, describes it. The numbers
of a case are written as in the line protocol of `monfknn_ref.oracle.program`. `expected` has every stage of
the reference's answers, memberships twice: as exact strings and as the doubles nearest to them. An exact
string is a fraction such as "1/3", or a quotient of two sums of rational multiples of powers, such as
"(3^(-1/2)) / (2^(-1/2) + 3^(-1/2))". `accepted` has, for each training row and each query, every label that
some way of settling the paper's ties leads to: an answer in there is right too. `flags` name the mistake
that the family is aimed at, with what causes it and what it costs, and mark the cases that leave room for
several answers. A file holds nothing that changes from run to run or from machine to machine.

>>> text = vectors_of_family("one-row", count=1)
>>> problems_of_vectors(text)
[]
>>> problems_of_vectors(text.replace('"predictions": [2, 2, 2, 2]', '"predictions": [1, 2, 2, 2]'))
['one-row/1: expected predictions: [1, 2, 2, 2] in the file, [2, 2, 2, 2] by the reference']
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.comparison import accepted, expected, why_undefined
from monfknn_ref.oracle.families import FAMILIES, cases
from monfknn_ref.oracle.json_schema import load_schema, problems
from monfknn_ref.oracle.reports import name_of_reading
from monfknn_ref.readings import PAPER, READINGS, Reading
from monfknn_ref.validation import Label

__all__ = ["problems_of_vectors", "vectors_of_family"]

FORMAT = "monfknn_ref vectors 1"
SEVERAL_ANSWERS = "several-answers"


def vectors_of_family(name: str, reading: Reading = PAPER, seed: int = 0, count: int | None = None) -> str:
    """The file of one family, or of the first so many of its cases."""
    chosen = cases([name], seed=seed)
    document = {
        "format": FORMAT,
        "family": name,
        "reading": name_of_reading(reading),
        "seed": seed,
        **about_family(name),
        "cases": [vector(case, reading) for case in chosen if not why_undefined(case, reading)][:count],
    }
    return laid_out(document) + "\n"


def about_family(name: str) -> dict[str, Any]:
    """What the file of a family says of all its cases."""
    family = FAMILIES[name]
    return {
        "exercises": list(family.exercises),
        "flags": {
            name: {"cause": family.cause, "effect": family.effect},
            SEVERAL_ANSWERS: {
                "cause": "one way of settling ties is taken for the only one",
                "effect": "a right answer is called wrong",
            },
        },
    }


def vector(case: Case, reading: Reading) -> dict[str, Any]:
    """A case with its answers."""
    answers, options = expected(case, reading), accepted(case, reading)

    def in_order(sets: Iterable[Iterable[Label] | None] | None) -> list[list[Label] | None] | None:
        if sets is None:
            return None
        return [None if one is None else sorted(one, key=case.classes.index) for one in sets]

    def exact(memberships: Any) -> list[list[str]]:
        return [[str(u_l) for u_l in u] for u in memberships]

    def doubles(memberships: Any) -> list[list[float]]:
        return [[float(u_l) for u_l in u] for u in memberships]

    predictions = in_order(options.predictions) or []
    flags = [case.family, *[SEVERAL_ANSWERS] * any(found is None or len(found) > 1 for found in predictions)]
    return {
        **case.plain(),
        "flags": flags,
        "expected": {
            "training_rows": list(dict.fromkeys(case.X)),
            "first_labels": answers.first_labels,
            "training_memberships": exact(answers.training_memberships),
            "training_memberships_as_doubles": doubles(answers.training_memberships),
            "training_labels": answers.training_labels,
            "memberships": exact(answers.memberships),
            "memberships_as_doubles": doubles(answers.memberships),
            "predictions": answers.predictions,
        },
        "accepted": {
            "first_labels": in_order(options.first_labels),
            "training_labels": in_order(options.training_labels),
            "predictions": predictions,
        },
    }


def problems_of_vectors(text: str | bytes) -> list[str]:
    """What in a file of vectors is not as it should be: its form, and the answers by the reference."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        return [f"not JSON: {error}"]
    found = problems(document, load_schema("vectors"))
    if found:
        return found
    reading, family = READINGS[document["reading"]], document["family"]
    for name, wanted in about_family(family).items() if family in FAMILIES else ():
        if document[name] != wanted:
            found.append(f"{name}: {document[name]} in the file, {wanted} by the reference")
    for given in document["cases"]:
        fields = {key: given[key] for key in given if key not in ("flags", "expected", "accepted")}
        case = Case.from_json({**fields, "family": family})
        try:
            right = json.loads(json.dumps(vector(case, reading)))
        except (ValueError, TypeError) as error:
            found.append(f"{case}: {error}")
            continue
        if given["flags"] != right["flags"]:
            found.append(f"{case}: flags: {given['flags']} in the file, {right['flags']} by the reference")
        for part in ("expected", "accepted"):
            for name, answer in right[part].items():
                if given[part][name] != answer:
                    found.append(
                        f"{case}: {part} {name}: {given[part][name]} in the file, {answer} by the reference"
                    )
    return found


def laid_out(value: Any, indent: str = "") -> str:
    """JSON with a line for each key and each object of a list, and lists of plain values on one line.

    >>> print(laid_out({"b": [[1, 2], [3]], "a": [{"c": "d"}]}))
    {
     "a": [
      {
       "c": "d"
      }
     ],
     "b": [[1, 2], [3]]
    }
    """
    deeper = indent + " "
    if isinstance(value, dict) and value:
        lines = [f"{deeper}{json.dumps(key)}: {laid_out(value[key], deeper)}" for key in sorted(value)]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(deeper + laid_out(part, deeper) for part in value) + f"\n{indent}]"
    return json.dumps(value)
