"""Requests of the API as HTTP has them: who asks, and how they are answered.

Whoever sends a seat's token speaks for that seat and for nobody else, whoever sends an account's API token for that
account; neither needs a CSRF token, since no browser sends them by itself. Without one a cookie's owner speaks; then
the request is checked as a form of the site's would be.
"""

from __future__ import annotations

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
from accounts.budgets import TABLES, ProcessorBudget, RateLimited
from accounts.limits import address_of
from accounts.models import ApiToken, Owner
from accounts.owners import COOKIE, get_or_create_owner, get_owner
from accounts.request_rate import check_rate
from web.cors import allow_all_origins, preflight_response
from web.idempotency import ReplayedResponse
from web.json_bodies import json_response, refused
from web.rate_headers import say_limits
from web.refusals import RequestRefused, busy, too_many

SPENT: Final = "the seconds of the processor that are allowed are used up"

View = Callable[..., HttpResponseBase]


class _Csrf(CsrfViewMiddleware):
    """Django's check, which says what is wrong instead of showing a page."""

    def _reject(self, request: HttpRequest, reason: str) -> Any:
        return reason


def endpoint(**views: View) -> View:
    """A view of the API with a function for each method, which scripts of every site may ask.

    Whatever goes wrong is answered as the contract says.
    """
    methods = allowed_of((*views, "options"))

    @csrf_exempt
    @wraps(next(iter(views.values())))
    def answer(request: HttpRequest, **parts: str) -> HttpResponseBase:
        try:
            check_rate(request)
            method = (request.method or "").lower()
            if method in views:
                response = views[method](request, **parts)
            elif method == "options":
                response = preflight_response(methods)
            else:
                message = f"only {methods} can be asked here"
                raise RequestRefused(405, "method-not-allowed", message, headers={"Allow": methods})
        except ReplayedResponse as kept:
            response = json_response(kept.body, kept.status, {**kept.headers, "Idempotent-Replayed": "true"})
        except RequestRefused as refusal:
            response = refused(refusal)
        except RateLimited as spent:
            response = refused(too_many(SPENT, spent.seconds))
        except OperationalError as wrong:
            if "is locked" not in str(wrong):
                raise
            response = refused(busy())
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers["Vary"] = "Authorization, Cookie"
        say_limits(request, response)
        allow_all_origins(response)
        return response

    return answer


def allowed_of(methods: Iterable[str]) -> str:
    """The methods of an address as ``Allow`` has them: whatever answers to GET answers to HEAD."""
    return ", ".join(name for method in methods for name in (["GET", "HEAD"] if method == "get" else [method.upper()]))


def metered(view: View, budget: Callable[[], ProcessorBudget] = lambda: TABLES) -> View:
    """A view of the API whose work is charged to the address that asks; to the budget of tables, unless it is said."""

    @wraps(view)
    def answer(request: HttpRequest, **parts: str) -> HttpResponseBase:
        keys = {address_of(request): 1.0}
        try:
            with budget().charged(keys):
                return view(request, **parts)
        finally:
            budget().note(request, keys)

    return answer


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
        raise RequestRefused(403, "scope-missing", "the API token lacks the scope 'games'")
    return token.owner


def _has_owner_cookie(request: HttpRequest) -> bool:
    return settings.SESSION_COOKIE_NAME in request.COOKIES or COOKIE in request.COOKIES


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
    if bearer(request) is not None or not _has_owner_cookie(request):
        return None
    if request.method == "POST":
        _check_csrf(request)
    return get_owner(request)


def owner_taking(request: HttpRequest) -> Owner | None:
    """The same for whoever is about to take a seat: a page of this site whose reader is nobody yet makes them a guest.

    A CSRF cookie alone speaks for nobody: programs that keep cookies have it from any page.
    """
    program = _owner_of_program(request)
    if program is not None:
        return program
    is_page = settings.CSRF_COOKIE_NAME in request.COOKIES and "X-CSRFToken" in request.headers
    if bearer(request) is not None or not (is_page or _has_owner_cookie(request)):
        return None
    _check_csrf(request)
    return get_or_create_owner(request)
