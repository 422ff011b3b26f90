"""The door for programs with a token: who asks, what they may do, how much of it, and how they are answered.

A browser never sends a token by itself, as it does cookies, which nobody looks at here: so there is nothing that
another site's page could forge, and pages of every site may ask, with a token that their reader has given them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Final

from django.db import OperationalError
from django.http.response import HttpResponseBase
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt

from accounts.api_requests import SPENT, View, allowed_of, bearer
from accounts.api_tokens import find_api_token
from accounts.budgets import PAGES, RateLimited, keys_of
from accounts.limits import Limit
from accounts.models import ApiToken, Owner
from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from accounts.visitors import visitor_of
from api.own.problems import problem, used_up
from web.cors import allow_all_origins, preflight_response
from web.rate_headers import say_limits
from web.refusals import RequestRefused, busy, too_many

CHANGES: Final = Limit("api-changes", times=600, seconds=3600)  # of one token
OF_AN_ACCOUNT: Final = 2  # times as many of all its tokens together
READING: Final = "get"
_REALM: Final = 'Bearer realm="Grimoire"'
_LANGUAGE: Final = "en"


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever a token speaks for."""

    token: ApiToken
    owner: Owner


OwnView = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class _Door:
    """The functions of a view by their methods, and the scope that changing anything there asks for."""

    scope: str
    views: dict[str, OwnView]


_doors: Final[dict[Callable[..., object], _Door]] = {}


def token_endpoint(scope: str, **views: OwnView) -> View:
    """A view with a function for each method, which gets the request and its ``Caller``.

    Changing anything asks for ``scope``; reading for it or for ``read:own``. An empty one is in every token.
    """
    methods = allowed_of((*views, "options"))

    @csrf_exempt
    @wraps(next(iter(views.values())))
    def answer(request: SiteRequest, **parts: str) -> HttpResponseBase:
        with override(_LANGUAGE):
            try:
                response = _answered(request, scope, views, methods, parts)
            except RequestRefused as refusal:
                response = problem(refusal)
            except RateLimited as spent:
                response = problem(too_many(SPENT, spent.seconds))
            except OperationalError as wrong:
                if "is locked" not in str(wrong):
                    raise
                response = problem(busy())
        return _opened(request, response)

    _doors[answer] = _Door(scope, views)
    return answer


def answer_part(
    request: SiteRequest, caller: Caller, view: Callable[..., object], parts: dict[str, str]
) -> HttpResponseBase:
    """The answer to a part of a request, for whoever was let in with the whole."""
    door, method = _doors[view], (request.method or "").lower()
    try:
        if method not in door.views:
            raise _not_allowed(allowed_of((*door.views, "options")))
        _check_scope(caller.token, door.scope, method)
        _count(request, caller)
        return door.views[method](request, caller, **parts)
    except RequestRefused as refusal:
        return problem(refusal)


@csrf_exempt
def unknown_endpoint(request: SiteRequest, **_parts: str) -> HttpResponseBase:
    """The answer at addresses below ``/own/`` that lead nowhere, whoever asks."""
    try:
        check_rate(request)
    except RequestRefused as refusal:
        return _opened(request, problem(refusal))
    return _opened(request, problem(RequestRefused(404, "not-found", "there is nothing here")))


def _opened(request: SiteRequest, response: HttpResponseBase) -> HttpResponseBase:
    say_limits(request, response)
    allow_all_origins(response)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    response.headers.setdefault("Vary", "Authorization")
    return response


def _answered(
    request: SiteRequest, scope: str, views: dict[str, OwnView], methods: str, parts: dict[str, str]
) -> HttpResponseBase:
    check_rate(request)
    method = (request.method or "").lower()
    if method == "options":
        return preflight_response(methods)
    if method not in views:
        raise _not_allowed(methods)
    caller = admitted(request, scope)
    if method != READING:
        _count(request, caller)
    keys = keys_of(request)
    try:
        with PAGES.charged(keys):  # as what the same account does on the pages
            return views[method](request, caller, **parts)
    finally:
        PAGES.note(request, keys)


def _not_allowed(methods: str) -> RequestRefused:
    message = f"only {methods} can be asked here"
    return RequestRefused(405, "method-not-allowed", message, headers={"Allow": methods})


def admitted(request: SiteRequest, scope: str) -> Caller:
    """Whoever the request's token speaks for, if it has the scope. Raises ``RequestRefused`` (401, 403)."""
    caller = caller_of(request)
    _check_scope(caller.token, scope, READING if request.method == "HEAD" else (request.method or "").lower())
    return caller


def caller_of(request: SiteRequest) -> Caller:
    """Whoever the request's token speaks for, and from here on the request. Raises ``RequestRefused`` (401)."""
    secret = bearer(request)
    if secret is None:
        headers = {"WWW-Authenticate": _REALM}
        raise RequestRefused(401, "no-token", "send a token: Authorization: Bearer cod_...", headers=headers)
    token = find_api_token(secret)
    if token is None or token.owner.user is None:
        headers = {"WWW-Authenticate": f'{_REALM}, error="invalid_token"'}
        raise RequestRefused(401, "bad-token", "unknown or expired token", headers=headers)
    request.user = token.owner.user  # whatever a cookie says: limits of the rooms count by it
    visitor = visitor_of(request)
    visitor.owner, visitor.is_looked_up = token.owner, True
    return Caller(token, token.owner)


def _check_scope(token: ApiToken, scope: str, method: str) -> None:
    enough = {scope, str(ApiToken.Scope.READ)} if method == READING else {scope}
    if scope and enough.isdisjoint(token.scopes):
        headers = {"WWW-Authenticate": f'{_REALM}, error="insufficient_scope", scope="{scope}"'}
        raise RequestRefused(403, "scope-missing", f"the token lacks the scope '{scope}'", headers=headers)


def _count(request: SiteRequest, caller: Caller) -> None:
    """What a token is refused for does not count for the account, whose other tokens go on."""
    of_token, of_account = f"token {caller.token.pk}", f"account {caller.owner.user_id}"
    least = CHANGES.times
    for key, limit in ((of_token, CHANGES.times), (of_account, OF_AN_ACCOUNT * CHANGES.times)):
        least = min(least, CHANGES.take({key: limit}))
        CHANGES.note(request, least)
        if least < 0:
            raise used_up(CHANGES, f"{CHANGES.times} changes an hour are allowed to a token, twice that to an account")
