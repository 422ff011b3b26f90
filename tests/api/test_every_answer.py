"""Every answer below ``/api/`` that refuses anything is JSON of the contract, whatever is wrong with the request."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.tables.clients import body_of, create
from tests.world import patterns

pytestmark = pytest.mark.django_db

ADDRESSES: Final = sorted({pattern for pattern in patterns(get_resolver()) if pattern.startswith("api/v1/")})
# One of each kind: what looks at tokens and cookies, what changes something, what anybody may read.
DOORS: Final = (
    *(f"api/v1/games{part}" for part in ("", "/<token>", "/<token>/join", "/<token>/actions", "/<token>/stream")),
    *("api/v1/own", "api/v1/own/cards", "api/v1/own/cards/<str:token>", "api/v1/own/pictures", "api/v1/docs"),
    *("api/v1/cards", "api/v1/positions/legal", "api/v1/library"),
)
BODIES: Final = (b"", b"\xff", b"{", b"[]", b"null", b'"x"', b'{"a":1}', b"[" * 3000, b'{"version":1e999}')
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get", "")
QUERIES: Final = ("", "since=%00", "since=%ff%fe", "q=%ed%a0%80&seat=%00", "cursor=%&page=-1", "&".join(["a=1"] * 1200))
HEADERS: Final[tuple[dict[str, str], ...]] = (
    {"HTTP_AUTHORIZATION": "Bearer \xff\xfe\x80"},
    {"HTTP_AUTHORIZATION": "Bearer cod_\xe9\x00"},
    *({"HTTP_AUTHORIZATION": text} for text in ("Bearer", "Bearer  ", "Basic !!", "\x00", "bearer " + "x" * 5000)),
    *({"HTTP_HOST": host} for host in ("no such host.example", "a b", "[::1", "testserver:port", "\xff")),
    *({"CONTENT_LENGTH": length} for length in ("abc", "-1", "", "99999999999999999999", "\u0663")),
    *({"HTTP_IF_NONE_MATCH": tag} for tag in ("\xff", '"', "W/", "*,", "x" * 5000)),
    *({"HTTP_IF_MODIFIED_SINCE": when} for when in ("\xff", "yesterday")),
    *({"HTTP_ACCEPT": kind} for kind in ("text/html", "\xff", "*/*;q=x", "")),
    *({"HTTP_ACCEPT_LANGUAGE": names} for names in ("fr", "\xff", ",,;q=")),
    *(
        {"CONTENT_TYPE": kind}
        for kind in ("", "\xff", "application/json; charset=no-such", "text/html; charset=utf-16")
    ),
    *(
        {"CONTENT_TYPE": kind}
        for kind in ("multipart/form-data", "application/x-www-form-urlencoded", "application/json")
    ),
    *(
        {"HTTP_COOKIE": cookie}
        for cookie in ("\xff=\xfe", "sessionid=x; guest=x; csrftoken=x", "=;=", "guest=" + "é" * 9)
    ),
    *({"HTTP_LAST_EVENT_ID": last} for last in ("\xff", "x", "-1", "9" * 400)),
    *({"HTTP_IDEMPOTENCY_KEY": key} for key in ("\xff", "x" * 500, "\x00", "short")),
    *({"HTTP_X_FORWARDED_FOR": address} for address in ("\xff", "x" * 500, "1.2.3.4, ::")),
)
IDS: Final = (
    "%00",
    "a%00b",
    "%ff",
    "%ed%a0%80",
    "%",
    "%zz",
    "..",
    "%2e%2e",
    "%2f",
    "a%2fb",
    "x" * 3000,
    "a b",
    "\u202e",
    "é",
)


def check(answer: Any, what: Any) -> None:
    """Fails for an answer that refuses and is no JSON of the contract, and for whatever is a bug of the site's."""
    assert answer.status_code < 500, what
    if answer.status_code < 400:
        return
    if answer.wsgi_request.META["REQUEST_METHOD"] == "HEAD":
        return
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    assert kind in ("application/json", "application/problem+json"), (what, answer.status_code, kind)
    body = json.loads(answer.content)
    error = body if kind == "application/problem+json" else body["error"]
    assert error["code"] and (error.get("message") or error.get("detail")), what


@pytest.fixture
def token(settings: Any) -> str:
    settings.STREAMS_IN_WSGI, settings.LIMITS = False, False
    settings.ALLOWED_HOSTS = ["testserver"]
    return str(create(body_of("duel", "preconstructed"))["id"])


def path_of(address: str, part: str) -> str:
    filled = "/".join(part if "<" in step or "(" in step else step for step in address.split("/"))
    return f"/{filled}"


def ask(path: str, method: str = "GET", query: str = "", body: bytes = b"", **more: Any) -> Any:
    client = Client(raise_request_exception=False)
    sent = {"PATH_INFO": path, "QUERY_STRING": query, "REQUEST_METHOD": method, "wsgi.input": BytesIO(body), **more}
    return client.request(**{"CONTENT_LENGTH": str(len(body)), **sent})


@pytest.mark.parametrize("address", ADDRESSES)
def test_odd_methods_and_queries_are_told_as_json(address: str, token: str) -> None:
    path = path_of(address, token)
    for method in METHODS:
        check(ask(path, method), (path, method))
    for query in QUERIES:
        check(ask(path, query=query), (path, query))


@pytest.mark.parametrize("address", DOORS)
def test_odd_headers_and_bodies_are_told_as_json(address: str, token: str) -> None:
    assert address in ADDRESSES
    path = path_of(address, token)
    for header in HEADERS:
        check(ask(path, **header), (path, header))
        check(ask(path, "POST", body=b"{}", **{"CONTENT_TYPE": "application/json", **header}), (path, header))
    for body in BODIES:
        check(ask(path, "POST", body=body, CONTENT_TYPE="application/json"), (path, body))


@pytest.mark.parametrize("part", IDS)
def test_odd_parts_of_addresses_are_told_as_json(part: str, token: str) -> None:
    for address in ADDRESSES:
        path = path_of(address, part)
        check(Client(raise_request_exception=False).get(path), path)
    for path in ("/api/v1", "/api/v1/", "/api/v2/games", "/api/nothing", f"/api/{part}", f"/api/v1/{part}/x"):
        check(Client(raise_request_exception=False).get(path), path)
