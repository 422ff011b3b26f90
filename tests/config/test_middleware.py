"""Headers and cookies of all answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from csp.exceptions import CSPNonceError
from csp.middleware import CSPMiddleware
from django.contrib import messages
from django.contrib.messages.storage import default_storage
from django.contrib.messages.storage.base import BaseStorage
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.test import Client, RequestFactory
from django.utils import translation

from config.middleware import LanguageMiddleware, MessagesMiddleware, PolicyMiddleware
from tests.cards.workshops import guest

pytestmark = pytest.mark.django_db

ADDRESSES = (
    "/",
    "/fr/",
    "/cards/",
    "/decks/new/",
    "/cards/import/",
    "/me/",
    "/rulings/",
    "/accounts/login/",
    "/nowhere/",
)


@pytest.mark.parametrize("address", [*ADDRESSES, "/robots.txt", "/cards/template.csv", "/cards/schema.json"])
def test_head_has_the_headers_of_get_and_nothing_else(client: Client, address: str) -> None:
    got, head = client.get(address), client.head(address)
    assert head.status_code == got.status_code
    assert head.content == b""
    for name in ("Content-Type", "Content-Security-Policy", "Permissions-Policy", "X-Frame-Options"):
        assert head.get(name) == got.get(name)
    assert int(head["Content-Length"]) > 0


def test_head_sends_no_form() -> None:
    owner, client = guest()
    before = client.get("/decks/").content
    for address in ("/decks/new/?name=x", "/workshop/new/", "/me/delete/"):
        assert client.head(address).status_code == 200
    assert client.head("/editor/check/").status_code == 405
    assert client.get("/decks/").content == before
    owner.refresh_from_db()


@pytest.mark.parametrize("address", ["/", "/nowhere/", "/robots.txt", "/admin/login/"])
def test_browsers_are_told_what_no_page_uses(client: Client, address: str) -> None:
    policy = client.get(address)["Permissions-Policy"]
    assert {"camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()"} <= set(policy.split(", "))


def policies(change: Callable[[HttpRequest, HttpResponse], None]) -> list[str]:
    """The header of an answer on which a view has done something, as we give it and as django-csp does."""

    def view(request: HttpRequest) -> HttpResponse:
        response = HttpResponse()
        change(request, response)
        return response

    headers = []
    for middleware in (PolicyMiddleware(view), CSPMiddleware(view)):
        request = RequestFactory().get("/")
        if change is ask_nonce:
            request._csp_nonce = "fixed"  # type: ignore[attr-defined]
        headers.append(middleware(request).headers.get("Content-Security-Policy", ""))
    return headers


def nothing(_request: HttpRequest, _response: HttpResponse) -> None:
    pass


def ask_nonce(request: HttpRequest, _response: HttpResponse) -> None:
    str(request.csp_nonce)  # type: ignore[attr-defined]


def allow_more(_request: HttpRequest, response: HttpResponse) -> None:
    response._csp_update = {"img-src": ["https://example.org"]}  # type: ignore[attr-defined]


def exempt(_request: HttpRequest, response: HttpResponse) -> None:
    response._csp_exempt = True  # type: ignore[attr-defined]


def write_own(_request: HttpRequest, response: HttpResponse) -> None:
    response.headers["Content-Security-Policy"] = "default-src 'none'"


@pytest.mark.parametrize("change", [nothing, ask_nonce, allow_more, exempt, write_own])
def test_the_policy_is_what_views_make_of_it(change: Callable[[HttpRequest, HttpResponse], None]) -> None:
    ours, theirs = policies(change)
    assert ours == theirs
    assert ("default-src" in ours) == (change is not exempt)


def test_no_nonce_is_given_once_the_policy_is_written() -> None:
    request = RequestFactory().get("/")
    PolicyMiddleware(lambda _request: HttpResponse())(request)
    with pytest.raises(CSPNonceError):
        str(request.csp_nonce)  # type: ignore[attr-defined]


@pytest.mark.parametrize("status", [200, 404])
@pytest.mark.parametrize("address", [*ADDRESSES, "/fr", "/en/", "/french/", "/fr-CA/", "/de/", "/api/v1/games", "//"])
def test_language_is_that_of_djangos_own(address: str, status: int) -> None:
    """Whatever language the reader's browser asks for or has been asked about."""

    def told(middleware: type[LocaleMiddleware]) -> tuple[list[str], dict[str, str]]:
        request = RequestFactory(headers={"Accept-Language": "fr"}).get(address)
        request.COOKIES["django_language"] = "fr"
        seen: list[str] = []

        def answer(request: HttpRequest) -> HttpResponse:
            seen.extend((translation.get_language(), request.LANGUAGE_CODE))
            return HttpResponse(status=status)

        response = middleware(answer)(request)
        assert isinstance(response, HttpResponse)
        return seen, dict(response.headers)

    assert told(LanguageMiddleware) == told(LocaleMiddleware)


@pytest.mark.parametrize("asks", [True, False])
def test_messages_are_kept_where_somebody_asks_for_them(asks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[HttpRequest] = []

    def counted(request: HttpRequest) -> BaseStorage:
        made.append(request)
        return default_storage(request)

    def answer(request: HttpRequest) -> HttpResponse:
        if asks:
            messages.success(request, "Saved.")
        return HttpResponse()

    monkeypatch.setattr("config.middleware.default_storage", counted)
    request = RequestFactory().get("/")
    response = MessagesMiddleware(answer)(request)
    assert isinstance(response, HttpResponse)
    assert ("messages" in response.cookies) == asks
    assert made == ([request] if asks else [])
