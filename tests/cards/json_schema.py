"""As much of JSON Schema as the published one is written in, to hold it against what the reader takes."""

from __future__ import annotations

import re
from typing import Any, Final

_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "integer": (int,),
}
_SAID_ONLY: Final = {"$schema", "$defs", "title", "description", "default", "then", "else", "required", "properties"}


def takes(schema: dict[str, Any], value: Any, root: dict[str, Any] | None = None) -> bool:
    """Whether a value is as a schema says. Raises ``KeyError`` for a keyword that is not known here."""
    root = root or schema
    return all(_CHECKS[key](said, value, schema, root) for key, said in schema.items() if key not in _SAID_ONLY) and (
        not isinstance(value, dict) or _members(schema, value, root)
    )


def _members(schema: dict[str, Any], value: dict[str, Any], root: dict[str, Any]) -> bool:
    known = schema.get("properties", {})
    return all(key in value for key in schema.get("required", ())) and all(
        takes(known[key], one, root) for key, one in value.items() if key in known
    )


def _is(kind: str, value: Any) -> bool:
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _branch(said: Any, value: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    return takes(schema.get("then" if takes(said, value, root) else "else", {}), value, root)


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other


_CHECKS: Final[dict[str, Any]] = {
    "$ref": lambda said, value, _schema, root: takes(root["$defs"][said.rpartition("/")[2]], value, root),
    "type": lambda said, value, *_: _is(said, value),
    "const": lambda said, value, *_: _same(said, value),
    "enum": lambda said, value, *_: any(_same(one, value) for one in said),
    "pattern": lambda said, value, *_: not isinstance(value, str) or re.search(said, value) is not None,
    "minLength": lambda said, value, *_: not isinstance(value, str) or len(value) >= said,
    "maxLength": lambda said, value, *_: not isinstance(value, str) or len(value) <= said,
    "minimum": lambda said, value, *_: not _is("number", value) or value >= said,
    "maximum": lambda said, value, *_: not _is("number", value) or value <= said,
    "minItems": lambda said, value, *_: not isinstance(value, list) or len(value) >= said,
    "maxItems": lambda said, value, *_: not isinstance(value, list) or len(value) <= said,
    "uniqueItems": lambda _said, value, *_: not isinstance(value, list) or len(value) == len(set(map(repr, value))),
    "items": lambda said, value, _schema, root: (
        not isinstance(value, list) or all(takes(said, one, root) for one in value)
    ),
    "maxProperties": lambda said, value, *_: not isinstance(value, dict) or len(value) <= said,
    "additionalProperties": lambda _false, value, schema, _root: (
        not isinstance(value, dict) or set(value) <= set(schema["properties"])
    ),
    "anyOf": lambda said, value, _schema, root: any(takes(one, value, root) for one in said),
    "allOf": lambda said, value, _schema, root: all(takes(one, value, root) for one in said),
    "if": _branch,
}
