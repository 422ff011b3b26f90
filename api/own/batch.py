"""Many changes of one's own things in one request: each as if it were sent by itself, in their order."""

from __future__ import annotations

import copy
from io import BytesIO
from typing import Any, Final

from django.http import HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve

from accounts.requests import SiteRequest
from api.own.creating import created
from api.own.doors import Caller, answer_part
from api.own.problems import problem
from api.own.reading import input_schema
from engine.kernel.errors import Fault
from web.json_bodies import JSON, Form, body_of, json_response, to_text
from web.openapi import OPEN_OBJECT, TEXT, Schema, list_of, object_schema, one_of
from web.refusals import RequestRefused, not_found, refuse_form

MOST: Final = 50  # changes of one request
METHODS: Final = ("POST", "PUT", "DELETE")
_KINDS: Final = ("cards", "champions", "sets", "decks", "puzzles")
_ENDINGS: Final = ("", "-one", "-remix", "-restore", "-publish", "-unpublish")
NAMES: Final = frozenset(f"own-{kind}{ending}" for kind in _KINDS for ending in _ENDINGS)  # of addresses
CHANGE: Final[Schema] = object_schema(
    {
        "method": one_of(METHODS),
        "path": {**TEXT, "maxLength": 200, "description": "As /own/cards, or as a Location has it."},
        "if_match": {**TEXT, "maxLength": 200, "description": "As the header If-Match."},
        "body": {**OPEN_OBJECT, "description": "As its operation describes it."},
    },
    ["method", "path"],
    closed=True,
)
INPUT: Final = input_schema({"changes": {**list_of(CHANGE), "minItems": 1, "maxItems": MOST}}, ["changes"])
_BASE: Final = "/api/v1"


def change(request: SiteRequest, caller: Caller) -> HttpResponse:
    """Carries all of them out, whatever becomes of the others, and tells the answer to each."""
    body = _read(request)

    def make() -> HttpResponse:
        answers = [_told(_answer(request, caller, item)) for item in body["changes"]]
        return json_response(f'{{"items":[{",".join(answers)}]}}')

    return created(request, caller, body, make)


def _read(request: SiteRequest) -> dict[str, Any]:
    """Raises ``RequestRefused`` where one of them has not the form of a change: then none is carried out."""
    form = Form(body_of(request), INPUT)
    form.check()
    faults = []
    for number, item in enumerate(form.given["changes"]):
        part = Form(item, CHANGE)
        faults += [Fault(fault.name, f"/changes/{number}{fault.at}", fault.detail) for fault in part.faults]
    refuse_form(faults)
    return form.given


def _answer(request: SiteRequest, caller: Caller, item: dict[str, Any]) -> HttpResponseBase:
    path = item["path"] if item["path"].startswith(f"{_BASE}/") else f"{_BASE}{item['path']}"
    try:
        match = resolve(path)
    except Resolver404:
        return problem(not_found("address"))
    if match.namespace != "api" or match.url_name not in NAMES:
        return problem(RequestRefused(400, "bad-request", f"{item['path'][:60]} can't be changed here", "/path"))
    return answer_part(_request_of(request, item, path), caller, match.func, match.kwargs)


def _request_of(request: SiteRequest, item: dict[str, Any], path: str) -> SiteRequest:
    """The request that a change stands for, by whoever sent them all."""
    body = to_text(item["body"]).encode() if "body" in item else b""
    kind = JSON if body else ""
    part = copy.copy(request)
    meta = {
        name: value for name, value in request.META.items() if name not in ("HTTP_IDEMPOTENCY_KEY", "HTTP_IF_MATCH")
    }
    meta |= {"REQUEST_METHOD": item["method"], "PATH_INFO": path, "QUERY_STRING": "", "CONTENT_TYPE": kind}
    meta |= {"CONTENT_LENGTH": str(len(body))} | ({"HTTP_IF_MATCH": item["if_match"]} if "if_match" in item else {})
    for read in ("headers", "_body", "_post", "_files", "POST", "FILES"):  # of the other body
        part.__dict__.pop(read, None)
    part.__dict__ |= {"META": meta, "method": item["method"], "path": path, "path_info": path, "GET": QueryDict()}
    part.__dict__ |= {"content_type": kind, "_stream": BytesIO(body), "_read_started": False}
    return part


def _told(answer: HttpResponseBase) -> str:
    """An answer as JSON, with what its headers say."""
    assert isinstance(answer, HttpResponse)
    data: dict[str, Any] = {"status": answer.status_code}
    data |= {name.lower(): answer.headers[name] for name in ("Location", "ETag") if name in answer.headers}
    body = answer.content.decode()
    return f'{to_text(data)[:-1]},"body":{body}}}' if body else to_text(data)
