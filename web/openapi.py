"""OpenAPI documents: parts of JSON Schemas, operations, and what the page that shows a document lists."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings

from web.json_bodies import JSON

Schema = dict[str, Any]
TEXT: Final[Schema] = {"type": "string"}
TEXTS: Final[Schema] = {"type": "array", "items": TEXT}
NUMBER: Final[Schema] = {"type": "integer"}
COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
FLAG: Final[Schema] = {"type": "boolean"}
MOMENT: Final[Schema] = {"type": "string", "format": "date-time"}
DAY: Final[Schema] = {"type": "string", "format": "date"}
ADDRESS: Final[Schema] = {"type": "string", "format": "uri"}
NULL: Final[Schema] = {"type": "null"}
OPEN_OBJECT: Final[Schema] = {"type": "object"}


# The headers of answers that an operation may name.
HEADERS: Final[Schema] = {
    "ETag": "The state of what was answered.",
    "Idempotent-Replayed": "'true': the answer that this Idempotency-Key was given before.",
    "Link": "The next page, with rel=next.",
    "Location": "The address of what was made, or where to ask for it.",
    "Next-Since": "On the first page: send it as 'since' the next time to miss nothing.",
    "Retry-After": "Seconds to wait.",
}


def object_schema(
    properties: Schema, required: Iterable[str] | None = None, *, closed: bool = False, about: str = ""
) -> Schema:
    """An object with these members: all of them, or those that are ``required``; ``closed``: and no others."""
    schema: Schema = {"type": "object", "properties": properties}
    schema["required"] = list(properties if required is None else required)
    return schema | ({"additionalProperties": False} if closed else {}) | ({"description": about} if about else {})


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, NULL]}


def one_of(values: Iterable[str], about: str = "") -> Schema:
    return {"type": "string", "enum": [str(value) for value in values]} | ({"description": about} if about else {})


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def list_of(items: Schema | str, about: str = "") -> Schema:
    schema: Schema = {"type": "array", "items": ref(items) if isinstance(items, str) else items}
    return schema | ({"description": about} if about else {})


def page_of(name: str) -> Schema:
    return object_schema({"items": list_of(name), "next": or_null(ADDRESS)})


def error_schema(codes: Iterable[str], **beside: Schema) -> Schema:
    """What a refused request is answered with (``web.refusals``)."""
    code = one_of(dict.fromkeys(codes))
    at = {"anyOf": [TEXT, NUMBER, NULL], "description": "A JSON pointer into the body, or the number of an action."}
    faults = list_of(object_schema({"name": TEXT, "at": TEXT, "message": TEXT}), "Everything wrong with the body.")
    error = {"code": code, "message": TEXT, "at": at, "faults": faults}
    return object_schema({"error": object_schema(error, ["code", "message", "at"]), **beside}, ["error"])


@dataclass(frozen=True, slots=True)
class Refusals:
    """What an API answers when it refuses: the schema, its media type, and what each status means."""

    schema: str
    media_type: str
    reasons: Mapping[int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """``answer``, ``also`` (by status) and ``body`` name schemas, or are schemas by media type."""

    name: str
    method: str
    path: str
    summary: str
    description: str
    tag: str
    answer: str | Schema = ""
    status: int = 200
    also: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    refusals: Iterable[int] = ()
    body: str | Schema = ""
    example: Any = None
    in_path: Schema = field(default_factory=dict)
    query: Schema = field(default_factory=dict)
    headers: Schema = field(default_factory=dict)
    required_headers: Iterable[str] = ()
    told: Iterable[str] = ()  # headers of its answers
    security: list[dict[str, list[str]]] | None = None

    def parameters(self) -> list[Schema]:
        names = [part[1:-1] for part in self.path.split("/") if part.startswith("{")]
        return [
            *(_parameter(name, "path", self.in_path.get(name, {**TEXT, "minLength": 1}), True) for name in names),
            *(_parameter(name, "query", schema) for name, schema in self.query.items()),
            *(_parameter(name, "header", part, name in self.required_headers) for name, part in self.headers.items()),
        ]

    def to_json(self, refusals: Refusals) -> Schema:
        answers = {self.status: (HTTPStatus(self.status).phrase, self.answer), **self.also}
        responses = {str(status): _content(about, answer) for status, (about, answer) in sorted(answers.items())}
        for status in answers:
            _tell(responses[str(status)], self.told)
        for status in sorted(set(self.refusals)):
            error = {refusals.media_type: {"schema": ref(refusals.schema)}}
            responses[str(status)] = {"description": refusals.reasons[status], "content": error}
            _tell(responses[str(status)], [name for name, of in _OF_REFUSALS.items() if status == of])
        operation: Schema = {
            "operationId": self.name,
            "summary": self.summary,
            "description": self.description,
            "tags": [self.tag],
            "parameters": self.parameters(),
            "responses": responses,
        }
        if self.security is not None:
            operation["security"] = self.security
        if self.body:
            content = _content("", self.body)["content"]
            if self.example is not None:
                content[JSON]["example"] = self.example
            operation["requestBody"] = {"required": True, "content": content}
        return operation

    def for_page(self, refusals: Refusals) -> dict[str, Any]:
        """The operation as ``play/_operations.html`` shows it."""
        return {
            "name": self.name,
            "method": self.method.upper(),
            "path": f"/api/v1{self.path}",
            "about": self.summary,
            "description": self.description,
            "body": self.body if isinstance(self.body, str) else "",
            "parameters": self.parameters(),
            "answers": [
                (code, answer["description"])
                for code, answer in self.to_json(refusals)["responses"].items()
                if int(code) not in self.refusals
            ],
            "refused": sorted(set(self.refusals)),
            "refusal": refusals.schema,
            "answered": self.answer if isinstance(self.answer, str) else "",
        }


def _parameter(name: str, place: str, schema: Schema, is_required: bool = False) -> Schema:
    schema = dict(schema)
    about = schema.pop("description", "")
    parameter = {"name": name, "in": place, "schema": schema} | ({"description": about} if about else {})
    return parameter | ({"required": True} if is_required else {})


_OF_REFUSALS: Final = {"ETag": 412, "Retry-After": 429}


def _tell(response: Schema, names: Iterable[str]) -> None:
    if names:
        response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in sorted(names)}


def _content(about: str, answer: str | Schema) -> Schema:
    if not answer:
        return {"description": about}
    by_type = {JSON: ref(answer)} if isinstance(answer, str) else answer
    return {"description": about, "content": {kind: {"schema": schema} for kind, schema in by_type.items()}}


def document(
    title: str,
    about: str,
    tags: Mapping[str, str],
    operations: Iterable[tuple[Operation, Refusals]],
    schemas: Schema,
    security: Schema,
    default_security: list[dict[str, list[str]]],
) -> Schema:
    """An OpenAPI document."""
    paths: Schema = {}
    for operation, refusals in operations:
        paths.setdefault(operation.path, {})[operation.method] = operation.to_json(refusals)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "version": settings.VERSION,
            "description": about,
            "contact": {"name": "The Grimoire contributors"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "tags": [{"name": name, "description": text} for name, text in tags.items()],
        "security": default_security,
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": security, "headers": _headers(paths)},
    }


def _headers(paths: Schema) -> Schema:
    """The headers that its operations name."""
    answers = [
        answer for path in paths.values() for operation in path.values() for answer in operation["responses"].values()
    ]
    named = {name for answer in answers for name in answer.get("headers", ())}
    return {name: {"description": HEADERS[name], "schema": TEXT} for name in sorted(named)}


def schemas_for_page(schemas: Schema) -> list[tuple[str, str]]:
    return [(name, json.dumps(schema, indent=2, ensure_ascii=False)) for name, schema in schemas.items()]
