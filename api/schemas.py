"""Parts of JSON Schemas, of which both halves of the API's description are made."""

from __future__ import annotations

from typing import Any, Final

Schema = dict[str, Any]
TEXT: Final[Schema] = {"type": "string"}
TEXTS: Final[Schema] = {"type": "array", "items": TEXT}
NUMBER: Final[Schema] = {"type": "integer"}
FLAG: Final[Schema] = {"type": "boolean"}
MOMENT: Final[Schema] = {"type": "string", "format": "date-time"}
DAY: Final[Schema] = {"type": "string", "format": "date"}
ADDRESS: Final[Schema] = {"type": "string", "format": "uri"}
REFERENCE: Final[Schema] = {
    "type": "string",
    "pattern": "^[^/]+/[^/]+$",
    "description": "set/card, or own/TOKEN of a card that somebody made.",
}
CURSOR: Final[Schema] = {
    "type": "string",
    "pattern": "^[A-Za-z0-9_-]{4,60}$",
    "description": "From the 'next' of the page before.",
}
ANY: Final[Schema] = {"type": "object"}
NULL: Final[Schema] = {"type": "null"}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, NULL]}


def an_object(properties: Schema, required: list[str] | None = None) -> Schema:
    """An object with these members, all of them or those that are ``required``."""
    return {"type": "object", "properties": properties, "required": list(properties) if required is None else required}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def list_of(name: str) -> Schema:
    return an_object({"items": {"type": "array", "items": ref(name)}, "next": or_null(ADDRESS)})


def response(about: str, schema: str, kind: str = "application/json") -> Schema:
    return {"description": about, "content": {kind: {"schema": ref(schema)}}}


_NAMED: Final[Schema] = {"type": "string", "minLength": 1}
_NUMBERED: Final[Schema] = {"type": "integer", "minimum": 0}


def parameters(path: str, query: Schema) -> list[Schema]:
    """The parameters of an address: those that stand in it, and those of its query."""
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    in_path: list[Schema] = [
        {"name": name, "in": "path", "required": True, "schema": _NUMBERED if name == "number" else _NAMED}
        for name in names
    ]
    return in_path + [{"name": name, "in": "query", "schema": schema} for name, schema in query.items()]
