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
REFERENCE: Final[Schema] = {"type": "string", "description": "set/card, or own/TOKEN of a card that somebody made."}
ANY: Final[Schema] = {"type": "object"}
NULL: Final[Schema] = {"type": "null"}


def or_null(schema: Schema) -> Schema:
    """What the schema says, or null."""
    return {"anyOf": [schema, NULL]}


def an_object(properties: Schema, required: list[str] | None = None) -> Schema:
    """An object with these members, all of them or those that are ``required``."""
    return {"type": "object", "properties": properties, "required": list(properties) if required is None else required}


def ref(name: str) -> Schema:
    """A schema by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def list_of(name: str) -> Schema:
    """A page of a list."""
    return an_object({"items": {"type": "array", "items": ref(name)}, "next": or_null(ADDRESS)})


def response(about: str, schema: str, kind: str = "application/json") -> Schema:
    """An answer with a body."""
    return {"description": about, "content": {kind: {"schema": ref(schema)}}}


def parameters(path: str, query: Schema) -> list[Schema]:
    """The parameters of an address: those that stand in it, and those of its query."""
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    token = {"in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
    found: list[Schema] = [{"name": name, **token} for name in names]
    return found + [{"name": name, "in": "query", "schema": schema} for name, schema in query.items()]
