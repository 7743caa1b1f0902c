"""JSON Schema in plain Python, as far as the schemas of this package use it.

A schema with any other keyword is refused, so that nothing passes unchecked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from importlib.resources import files
from typing import Any

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


def schema_text(name: str) -> str:
    """The text of one of the schemas that come with the package."""
    return (files("monfknn_ref.oracle") / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")


def load_schema(name: str) -> dict[str, Any]:
    """One of the schemas that come with the package.

    >>> load_schema("vectors")["title"]
    'Vectors'
    """
    return json.loads(schema_text(name))  # type: ignore[no-any-return]


def problems(value: Any, schema: dict[str, Any]) -> list[str]:
    """The points in which the value does not follow the schema.

    >>> schema = {"type": "object", "required": ["k"], "properties": {"k": {"type": "integer"}}}
    >>> problems({"k": 3}, schema), problems({"k": "3"}, schema), problems({}, schema)
    ([], ["$.k: must be integer, got '3'"], ["$: must have 'k'"])
    >>> problems(0, {"minimum": 1})
    ['$: must be at least 1, got 0']
    >>> problems(1, {"multipleOf": 3})
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
            yield f"{where}: must be {' or '.join(kinds)}, got {shown(value)}"
            return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: must be one of {schema['enum']}, got {shown(value)}"
    if isinstance(value, str):
        if "pattern" in schema and not re.search(END.sub(r"\\Z", schema["pattern"]), value):
            yield f"{where}: must match {schema['pattern']}, got {shown(value)}"
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
                yield f"{where}[{i}]: must not appear twice: {shown(part)}"
            seen.append(part)
    for i, part in enumerate(value) if "items" in schema else ():
        yield from _problems(part, schema["items"], f"{where}[{i}]", definitions)


def shown(value: Any) -> str:
    """A value as a message shows it: numbers as they were written, long values cut to fit a line.

    >>> shown("3"), shown(Decimal("0.10"))
    ("'3'", '0.10')
    """
    text = str(value) if isinstance(value, Decimal) else repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."


def _is_of_kind(value: Any, kind: str) -> bool:
    """Whether the value has this type in JSON; Python's bool is an int, but JSON's is not."""
    return isinstance(value, KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))
