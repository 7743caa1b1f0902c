"""Whether a file of vectors is one: it follows its schema, and its answers are those of the reference."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.families import FAMILIES
from monfknn_ref.oracle.vectors import about_family, schema_text, vector
from monfknn_ref.readings import READINGS, Reading

LONGEST_NUMBER = 400
LARGEST_POWER_OF_TEN = 999


def problems_of_vectors(text: str | bytes) -> list[str]:
    """What is wrong with a file of vectors: its form, or answers that differ from the reference's.

    >>> from monfknn_ref.oracle.vectors import document_of_family, file_text
    >>> text = file_text(document_of_family("one-row", count=1))
    >>> problems_of_vectors(text)
    []
    >>> problems_of_vectors(text.replace('"predictions": [2, 2, 2, 2]', '"predictions": [1, 2, 2, 2]'))
    ['one-row/1: expected.predictions[0]: 1 in the file, 2 by the reference']
    """
    try:
        document = parsed(text)
    except (ValueError, RecursionError) as error:
        return [f"not JSON: {error}"]
    found = schema_problems(document, load_schema("vectors"))
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
    fields = {name: decimals_as_text(part) for name, part in given.items()}
    answers = {name: fields.pop(name) for name in ("flags", "expected", "accepted")}
    attributes = len(fields["X"][0])
    for i, row in enumerate(fields["queries"]):
        if len(row) != attributes:
            yield f"queries[{i}]: must have {attributes} values, as the rows of X have, got {len(row)}"
            return
    try:
        right = vector(Case.from_json({**fields, "family": family}), reading)
    except (ValueError, TypeError, ArithmeticError) as error:
        yield str(error)
        return
    for name in ("training_memberships", "memberships"):
        answers["expected"][name] = [
            {l: float(u_l) for l, u_l in u.items()} for u in answers["expected"][name]
        ]
    for name, answer in answers.items():
        yield from differences(answer, right[name], name)


def decimals_as_text(part: Any) -> Any:
    """A part of a document with its decimals as text, as a case needs them."""
    if isinstance(part, list):
        return [decimals_as_text(one) for one in part]
    if isinstance(part, dict):
        return {name: decimals_as_text(one) for name, one in part.items()}
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
    return [f"{where}: {in_message(given)} in the file, {in_message(wanted)} by the reference"]


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
        raise ValueError(f"a number that is too long: {in_message(text)}")
    return Decimal(text)


def no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names: set[str] = set()
        twice = next(name for name, _ in pairs if name in names or names.add(name))  # type: ignore[func-returns-value]
        raise ValueError(f"an object has {in_message(twice)} twice")
    return made


# JSON Schema, as far as the schemas of this package use it; a schema with any other keyword is refused, so
# that nothing passes unchecked

KINDS: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float, Decimal),
    "boolean": bool,
    "null": type(None),
}
END = re.compile(r"\$(?=$|\))")
"""In JSON Schema `$` is the end of the text; in Python a line break may follow."""
LONGEST_SHOWN = 100
WORDS_ONLY = {"$schema", "$id", "$defs", "title", "description"}
KNOWN = {
    *("$ref", "type", "enum"),
    *("minimum", "maximum", "pattern"),
    *("minItems", "uniqueItems", "items"),
    *("minProperties", "required", "properties", "additionalProperties", "propertyNames"),
}


def load_schema(name: str) -> dict[str, Any]:
    """One of the schemas that come with the package.

    >>> load_schema("vectors")["title"]
    'Vectors'
    """
    return json.loads(schema_text(name))  # type: ignore[no-any-return]


def schema_problems(value: Any, schema: dict[str, Any]) -> list[str]:
    """The points in which the value does not follow the schema.

    >>> schema = {"type": "object", "required": ["k"], "properties": {"k": {"type": "integer"}}}
    >>> schema_problems({"k": 3}, schema), schema_problems({"k": "3"}, schema), schema_problems({}, schema)
    ([], ["$.k: must be integer, got '3'"], ["$: must have 'k'"])
    >>> schema_problems(0, {"minimum": 1})
    ['$: must be at least 1, got 0']
    >>> schema_problems(1, {"multipleOf": 3})
    Traceback (most recent call last):
    ValueError: keywords of JSON Schema that are not known here: multipleOf
    """
    return list(_problems(value, schema, "$", schema.get("$defs", {})))


def _problems(value: Any, schema: dict[str, Any], where: str, definitions: dict[str, Any]) -> Iterator[str]:
    unknown = set(schema) - WORDS_ONLY - KNOWN
    if unknown:
        raise ValueError(f"keywords of JSON Schema that are not known here: {', '.join(sorted(unknown))}")
    if "$ref" in schema:
        yield from _problems(value, definitions[schema["$ref"].removeprefix("#/$defs/")], where, definitions)
    if "type" in schema:
        kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
        if not any(_is_of_kind(value, kind) for kind in kinds):
            yield f"{where}: must be {' or '.join(kinds)}, got {in_message(value)}"
            return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: must be one of {schema['enum']}, got {in_message(value)}"
    if isinstance(value, str):
        if "pattern" in schema and not re.search(END.sub(r"\\Z", schema["pattern"]), value):
            yield f"{where}: must match {schema['pattern']}, got {in_message(value)}"
    elif isinstance(value, dict):
        yield from _problems_of_object(value, schema, where, definitions)
    elif isinstance(value, list):
        yield from _problems_of_array(value, schema, where, definitions)
    elif _is_of_kind(value, "number"):
        if "minimum" in schema and not value >= schema["minimum"]:
            yield f"{where}: must be at least {schema['minimum']}, got {value}"
        if "maximum" in schema and not value <= schema["maximum"]:
            yield f"{where}: must be at most {schema['maximum']}, got {value}"


def _problems_of_object(
    value: dict[str, Any], schema: dict[str, Any], where: str, definitions: dict[str, Any]
) -> Iterator[str]:
    if len(value) < schema.get("minProperties", 0):
        yield f"{where}: must have at least {schema['minProperties']} entries, got {len(value)}"
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{where}: must have {name!r}"
    others = schema.get("additionalProperties", {})
    for name, part in value.items():
        if "propertyNames" in schema:
            yield from _problems(name, schema["propertyNames"], f"{where}, the name {name!r}", definitions)
        expected = schema.get("properties", {}).get(name, others)
        if expected is False:
            yield f"{where}: must not have {name!r}"
        else:
            yield from _problems(part, expected, f"{where}.{name}", definitions)


def _problems_of_array(
    value: list[Any], schema: dict[str, Any], where: str, definitions: dict[str, Any]
) -> Iterator[str]:
    if len(value) < schema.get("minItems", 0):
        yield f"{where}: must have at least {schema['minItems']} items, got {len(value)}"
    if schema.get("uniqueItems"):
        seen: list[Any] = []
        for i, part in enumerate(value):
            if part in seen:
                yield f"{where}[{i}]: must not appear twice: {in_message(part)}"
            seen.append(part)
    for i, part in enumerate(value) if "items" in schema else ():
        yield from _problems(part, schema["items"], f"{where}[{i}]", definitions)


def in_message(value: Any) -> str:
    """A value as a message shows it: numbers as they were written, long values cut to fit a line.

    >>> in_message("3"), in_message(Decimal("0.10"))
    ("'3'", '0.10')
    """
    text = str(value) if isinstance(value, Decimal) else repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."


def _is_of_kind(value: Any, kind: str) -> bool:
    """Whether the value has this type in JSON; Python's bool is an int, but JSON's is not."""
    return isinstance(value, KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))
