"""The battery as files: one for each family, with the answers of the reference.

A file is a JSON object. `docs/vectors.md` explains it, and `vectors.schema.json`, which is written beside the
files, describes it. Besides the files of the families and the schema, a set has `manifest.json`, which lists
the files, and `SHA256SUMS`. The same options make the same bytes on every run.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from typing import Any

from monfknn_ref.arithmetic import Membership, exact_value
from monfknn_ref.arithmetic.power_sums import Share
from monfknn_ref.model.accepted_answers import Accepted
from monfknn_ref.model.checks import Label
from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.comparison import accepted, expected, why_undefined
from monfknn_ref.oracle.families import FAMILIES, cases
from monfknn_ref.oracle.reports import name_of_reading
from monfknn_ref.oracle.stages import IN_FILES, LABELS, MEMBERSHIPS, Answers
from monfknn_ref.readings import PAPER, Reading

FORMAT = "monfknn_ref vectors 2"
LONGEST_EXACT = 10_000
"""A case whose exact memberships take more characters than this has only doubles."""
MOST_STEPS = 500_000
"""Ties are enumerated in cases that take at most this many steps, which is about a second."""

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


def document_of_family(
    name: str, reading: Reading = PAPER, seed: int = 0, count: int | None = None, most_rows: int | None = None
) -> dict[str, Any]:
    """The file of one family: all its cases, the first `count`, or those with at most `most_rows` rows."""
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
    first_place: dict[tuple[Fraction, ...], int] = {}
    for i, row in enumerate(case.X):
        first_place.setdefault(exactly(row), i)
    options = accepted_by(case, reading)
    fields = case.in_protocol()
    return {
        "id": fields.pop("id"),
        "flags": [case.family, *flags_of_ties(case, reading, options)],
        **fields,
        "expected": {
            "distinct_rows": list(first_place.values()),
            **{stage.name: list(map(stage.kind.in_file, answers.at(stage.name))) for stage in IN_FILES},
            "exact": exact(answers) if reading.arithmetic == "exact" else None,
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
    single: dict[str, Any] = {
        stage.name: [
            frozenset({tuple(one) if stage.kind is MEMBERSHIPS else one}) for one in answers.at(stage.name)
        ]
        for stage in IN_FILES
        if stage.name in Accepted.__dataclass_fields__
    }
    return Accepted(**single, ways=1, left_out=())


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


def exact(answers: Answers) -> dict[str, Any] | None:
    """All memberships as text, or None if that is too long."""
    made = {
        stage.name: [quotients(u) if stage.of_queries else fractions(u) for u in answers.at(stage.name)]
        for stage in IN_FILES
        if stage.kind is MEMBERSHIPS
    }
    return made if len(json.dumps(made)) <= LONGEST_EXACT else None


def fractions(u: Sequence[Membership]) -> dict[str, str]:
    """The memberships that are not 0, by the position of the class."""
    return {str(l): str(u_l) for l, u_l in enumerate(u) if u_l != 0}


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
            str(i): None if found is None else list(map(LABELS.in_file, sorted(found, key=classes.index)))
            for i, found in enumerate(sets)
            if found is None or len(found) > 1
        }

    labels = (stage.name for stage in IN_FILES if stage.kind is LABELS)
    return {name: several(getattr(options, name)) for name in labels if hasattr(options, name)}


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


def file_text(document: Any) -> str:
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


# A set of files

SCHEMA, MANIFEST, SUMS = "vectors.schema.json", "manifest.json", "SHA256SUMS"
LARGEST_FILE = 100_000_000


def schema_text(name: str) -> str:
    """The text of one of the schemas that come with the package."""
    return (files("monfknn_ref.oracle") / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")


def vector_set(
    version: str,
    reading: Reading = PAPER,
    families: Iterable[str] | None = None,
    seed: int = 0,
    count: int | None = None,
    most_rows: int | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> dict[str, bytes]:
    """The files of a set by their names.

    `version` is the version of the package, for the manifest. `progress` is called with a line of text before
    each family.

    >>> files = vector_set("0.1.0", families=["one-row"])
    >>> list(files)
    ['one-row.json', 'vectors.schema.json', 'manifest.json', 'SHA256SUMS']
    >>> files["SHA256SUMS"].decode().splitlines()[0].split()[1]
    'one-row.json'
    """
    names = families_in_files() if families is None else list(families)
    files: dict[str, bytes] = {}
    entries: list[dict[str, Any]] = []
    for n, name in enumerate(names, start=1):
        progress(f"{n}/{len(names)} {name}")
        document = document_of_family(name, reading, seed, count, most_rows)
        files[f"{name}.json"] = file_text(document).encode("ascii")
        entries.append(
            {
                "family": name,
                "file": f"{name}.json",
                "cases": len(document["cases"]),
                "left_out": len(document["left_out"]),
                "bytes": len(files[f"{name}.json"]),
                "sha256": sha256(files[f"{name}.json"]),
            }
        )
    manifest = {
        "format": FORMAT,
        "reading": name_of_reading(reading),
        "seed": seed,
        "version": version,
        "schema": SCHEMA,
        "files": entries,
    }
    files[SCHEMA] = schema_text("vectors").encode("ascii")
    files[MANIFEST] = (json.dumps(manifest, indent=1) + "\n").encode("ascii")
    files[SUMS] = "".join(f"{sha256(content)}  {name}\n" for name, content in files.items()).encode("ascii")
    return files


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def archive(files: Mapping[str, bytes], folder: str) -> bytes:
    """The files in a folder of one ZIP archive, without times or owners: equal files make equal archives.

    Another version of zlib may compress equal files into a different archive.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archived:
        for name, content in files.items():
            entry = zipfile.ZipInfo(f"{folder}/{name}", date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = 0o644 << 16
            archived.writestr(entry, content)
    return packed.getvalue()
