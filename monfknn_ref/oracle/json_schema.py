"""JSON Schema, as much of it as the schemas of this package use, in plain Python.

A schema with any other keyword is refused, so that nothing passes unchecked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

__all__ = ["load_schema", "problems", "schema_text"]

KINDS: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
WORDS_ONLY = {"$schema", "$id", "$defs", "title", "description"}
KNOWN = {"$ref", "type", "enum", "pattern", "required", "properties", "additionalProperties", "items"}


def schema_text(name: str) -> str:
    """One of the schemas that come with the package, as it is written."""
    return (files("monfknn_ref.oracle") / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")


def load_schema(name: str) -> dict[str, Any]:
    """One of the schemas that come with the package.

    >>> load_schema("vectors")["title"]
    'Vectors'
    """
    return json.loads(schema_text(name))  # type: ignore[no-any-return]


def problems(value: Any, schema: dict[str, Any]) -> list[str]:
    """What in the value is not as the schema says.

    >>> schema = {"type": "object", "required": ["k"], "properties": {"k": {"type": "integer"}}}
    >>> problems({"k": 3}, schema), problems({"k": "3"}, schema), problems({}, schema)
    ([], ["$.k: must be integer, got '3'"], ["$: must have 'k'"])
    >>> problems(1, {"maximum": 3})
    Traceback (most recent call last):
    ValueError: keywords of JSON Schema that are not known here: maximum
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
            yield f"{where}: must be {' or '.join(kinds)}, got {value!r}"
            return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: must be one of {schema['enum']}, got {value!r}"
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        yield f"{where}: must match {schema['pattern']}, got {value!r}"
    if isinstance(value, dict):
        for name in schema.get("required", ()):
            if name not in value:
                yield f"{where}: must have {name!r}"
        others = schema.get("additionalProperties", {})
        for name, part in value.items():
            expected = schema.get("properties", {}).get(name, others)
            if expected is False:
                yield f"{where}: must not have {name!r}"
            else:
                yield from _problems(part, expected, f"{where}.{name}", definitions)
    if isinstance(value, list) and "items" in schema:
        for i, part in enumerate(value):
            yield from _problems(part, schema["items"], f"{where}[{i}]", definitions)


def _is_of_kind(value: Any, kind: str) -> bool:
    """Whether JSON calls the value so; Python's bool is an int, JSON's is not."""
    return isinstance(value, KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))
