"""Requests of the API as HTTP has them: who asks, what they send, how they are answered.

Whoever sends a seat's token speaks for that seat and for nobody else, whoever sends an account's API token for that
account; neither needs a CSRF token, since no browser sends them by itself. Without one a cookie's owner speaks; then
the request is checked as a form of the site's would be.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.views.decorators.csrf import csrf_exempt

from accounts.api_tokens import find_api_token, is_api_token
from accounts.budgets import TABLES, BudgetSpent, ProcessorBudget
from accounts.limits import address_of, whole_address_of
from accounts.models import ApiToken, Owner
from accounts.owners import COOKIE, get_or_create_owner, get_owner
from engine.kernel.errors import EngineError
from engine.kernel.numbers import whole_number
from engine.kernel.reading import Reader
from engine.kernel.requests import parse_json, writable
from tables.faults import RequestRefused, refuse_form
from tables.history import to_text
from tables.limits import check_rate, too_many
from tables.services.idempotency import KeptAnswer, KeyedRequest
from tables.tokens import hash_of
from tables.viewers import Viewer, find_viewer

MAX_BODY: Final = 64 * 1024  # bytes
SPENT: Final = "the seconds of the processor that are allowed are used up"
MAX_KEY: Final = 64  # characters of an Idempotency-Key
MIN_FIRST_KEY: Final = 16  # of one of *Create* and *Join*
_JSON: Final = "application/json"

View = Callable[..., HttpResponseBase]


class _Csrf(CsrfViewMiddleware):
    """Django's check, which says what is wrong instead of showing a page."""

    def _reject(self, request: HttpRequest, reason: str) -> Any:
        return reason


def endpoint(**views: View) -> View:
    """A view of the API with a function for each method. Whatever goes wrong is answered as the contract says."""

    @csrf_exempt
    @wraps(next(iter(views.values())))
    def answer(request: HttpRequest, **parts: str) -> HttpResponseBase:
        try:
            check_rate(request)
            view = views.get((request.method or "").lower())
            if view is None:
                allowed = allowed_of(views)
                message = f"only {allowed} can be asked here"
                raise RequestRefused(405, "method-not-allowed", message, headers={"Allow": allowed})
            response = view(request, **parts)
        except KeptAnswer as kept:
            response = json_response(kept.body, kept.status)
        except RequestRefused as refusal:
            response = refused(refusal)
        except BudgetSpent as spent:
            response = refused(too_many(SPENT, spent.seconds))
        except OperationalError as wrong:
            if "is locked" not in str(wrong):
                raise
            busy = RequestRefused(503, "busy", "others write at the same time", headers={"Retry-After": "1"})
            response = refused(busy)
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers["Vary"] = "Authorization, Cookie"
        return response

    return answer


def allowed_of(methods: Iterable[str]) -> str:
    """The methods of an address as ``Allow`` has them: whatever answers to GET answers to HEAD."""
    return ", ".join(name for method in methods for name in (["GET", "HEAD"] if method == "get" else [method.upper()]))


def charged(view: View, budget: Callable[[], ProcessorBudget] = lambda: TABLES) -> View:
    """A view of the API whose work is charged to the address that asks; to the budget of tables, unless it is said."""

    @wraps(view)
    def answer(request: HttpRequest, **parts: str) -> HttpResponseBase:
        with budget().charged({address_of(request): 1}):
            return view(request, **parts)

    return answer


def refused(refusal: RequestRefused) -> HttpResponse:
    response = json_response(writable(to_text(refusal.to_json())), refusal.status)
    for name, value in refusal.headers.items():
        response.headers[name] = value
    return response


def json_response(body: str, status: int = 200) -> HttpResponse:
    return HttpResponse(body, status=status, content_type=_JSON)


def tag_of(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:32]


def tagged(request: HttpRequest, body: str, kind: str = _JSON) -> HttpResponse:
    """JSON, or text of another kind, with an ETag; 304 for whoever has it."""
    tag = tag_of(body)
    given = {part.strip().removeprefix("W/").strip('"') for part in request.headers.get("If-None-Match", "").split(",")}
    response = HttpResponse(status=304) if tag in given or "*" in given else HttpResponse(body, content_type=kind)
    response.headers["ETag"] = f'"{tag}"'
    return response


def unchanged() -> HttpResponse:
    return HttpResponse(status=304)


# Who asks


def bearer(request: HttpRequest) -> str | None:
    """The token of the Authorization header; None without one."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def seat_secret(request: HttpRequest) -> str | None:
    """The secret of a seat that the request speaks for; None without one, and for an account's API token."""
    secret = bearer(request)
    return None if secret is not None and is_api_token(secret) else secret


def _owner_of_program(request: HttpRequest) -> Owner | None:
    """The owner of the API token that the request carries; None where it carries none. No cookie counts beside it.

    Raises ``RequestRefused`` for one that has ended, or may not play.
    """
    secret = bearer(request)
    if secret is None or not is_api_token(secret):
        return None
    token = find_api_token(secret)
    if token is None:
        raise RequestRefused(401, "bad-token", "there is no such API token, or it has ended")
    if ApiToken.Scope.GAMES not in token.scopes:
        raise RequestRefused(403, "scope-missing", "the API token has not the scope 'games'")
    return token.owner


def _has_cookie(request: HttpRequest) -> bool:
    names = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, COOKIE)
    return any(name in request.COOKIES for name in names)


def _check_csrf(request: HttpRequest) -> None:
    check = _Csrf(lambda _: HttpResponse())
    check.process_request(request)
    reason = check.process_view(request, _plain, (), {})
    if reason is not None:
        raise RequestRefused(
            403, "csrf-failed", f"a request with a cookie needs a CSRF token, or a seat's token: {reason}"
        )


def _plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def owner_asking(request: HttpRequest) -> Owner | None:
    """The owner of the request's API token, or of its cookie; None where a seat's token speaks, or nobody.

    Raises ``RequestRefused`` where something is to be changed and the request may be forged.
    """
    program = _owner_of_program(request)
    if program is not None:
        return program
    if bearer(request) is not None or not _has_cookie(request):
        return None
    if request.method == "POST":
        _check_csrf(request)
    return get_owner(request)


def owner_taking(request: HttpRequest) -> Owner | None:
    """The same for whoever is about to take a seat: a browser that is nobody yet becomes a guest."""
    program = _owner_of_program(request)
    if program is not None:
        return program
    if bearer(request) is not None or not _has_cookie(request):
        return None
    _check_csrf(request)
    return get_or_create_owner(request)


def viewer_of(request: HttpRequest, token: str) -> Viewer:
    """For whom the request speaks at a game. Raises ``RequestRefused``."""
    return find_viewer(token, seat_secret(request), owner_asking(request), request.GET.get("seat", ""))


# What they send


def body_of(request: HttpRequest) -> Any:
    """The JSON of the body; no body of no type counts as no keys at all. Raises ``RequestRefused``."""
    length = whole_number(request.META.get("CONTENT_LENGTH") or "0", 40)
    if length is None:
        raise RequestRefused(400, "bad-request", "Content-Length is a whole number", faults=[])
    if length > MAX_BODY:
        raise _too_large()
    content = request.read(MAX_BODY + 1)
    if len(content) > MAX_BODY:
        raise _too_large()
    if not content and not request.content_type:
        return {}
    if request.content_type != _JSON:
        raise RequestRefused(415, "not-json", "the body's Content-Type must be application/json")
    try:
        data = parse_json(content.decode("utf-8"))
        text = to_text(data)
        text.encode()  # JSON can hold half a surrogate pair
    except UnicodeError:
        raise RequestRefused(400, "bad-json", "this is not UTF-8") from None
    except EngineError as wrong:
        raise RequestRefused(400, "bad-json", wrong.message) from None
    if "\\u0000" in text:  # no database keeps that
        raise RequestRefused(400, "bad-json", "texts hold no NUL")
    return data


def _too_large() -> RequestRefused:
    return RequestRefused(413, "too-large", f"a request has at most {MAX_BODY} bytes")


def first_attempt_of(request: HttpRequest, owner: Owner | None, what: str, body: Any) -> KeyedRequest:
    """The same for whoever may have no secret of their own yet: then the key itself has to be one.

    Raises ``RequestRefused`` (422) for a key that others may have as well.
    """
    if 0 < len(request.headers.get("Idempotency-Key", "")) < MIN_FIRST_KEY:
        message = f"an Idempotency-Key has at least {MIN_FIRST_KEY} characters here: random ones"
        raise RequestRefused(422, "key-too-short", message)
    return attempt_of(request, f"{what} {_caller(request, owner)}", body)


def _caller(request: HttpRequest, owner: Owner | None) -> str:
    """Tells callers apart. A browser has its cookie against forgery before it is a guest, and afterwards too."""
    secret, cookie = bearer(request), request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    if secret is not None:
        # Without an owner nobody knows whether it is anybody's token: programs send "null" there.
        who = f"bearer {secret}" if owner else f"bearer {secret} at {whole_address_of(request)}"
    elif cookie:
        who = f"browser {cookie}"
    else:
        who = f"owner {owner.pk}" if owner else f"at {whole_address_of(request)}"
    return hash_of(who)[:40]


def attempt_of(request: HttpRequest, scope: str, body: Any) -> KeyedRequest:
    """The request as something that may be sent twice. Raises ``RequestRefused`` for a key that is none."""
    key = request.headers.get("Idempotency-Key", "")
    if len(key) > MAX_KEY or "\0" in key:
        raise RequestRefused(400, "bad-request", f"an Idempotency-Key has at most {MAX_KEY} characters", faults=[])
    return KeyedRequest(scope, key, request.path, body)


class Form(Reader):
    """The keys of a body, read one by one; ``check`` raises all faults at once."""

    def __init__(self, data: Any, required: tuple[str, ...] = (), optional: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.given = self.object(data, "", required, optional)

    def version(self) -> int:
        """The version that whoever asks has seen."""
        return self.number(self.given.get("version", 0), "/version", 0) if "version" in self.given else 0

    def texts(self, key: str, most: int, fewest: int = 0) -> list[str]:
        """A list of short texts."""
        if key not in self.given:
            return []
        found = self.list(self.given[key], f"/{key}")
        if not fewest <= len(found) <= most:
            self.fault("out-of-range", f"/{key}", f"a list of {fewest} to {most}")
        for number, part in enumerate(found[:most]):
            self.text(part, f"/{key}/{number}")
        return [part for part in found[:most] if isinstance(part, str)]

    def text(self, data: Any, at: str, most: int = 100) -> str:
        if not isinstance(data, str) or len(data) > most:
            self.fault("wrong-type", at, f"text of at most {most} characters")
            return ""
        return data

    def check(self) -> None:
        """Raises ``RequestRefused`` if there is anything wrong."""
        refuse_form(self.faults)


def since_of(request: HttpRequest, name: str = "since") -> int | None:
    """The version in the query; None without one. Raises ``RequestRefused`` for what is no version."""
    text = request.GET.get(name)
    if text is None:
        return None
    version = whole_number(text, 9)
    if version is None:
        raise RequestRefused(400, "bad-request", f"'{name}' is a version, a whole number", f"/{name}", faults=[])
    return version
