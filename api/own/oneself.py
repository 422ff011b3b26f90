"""Whoever a token speaks for, and what it may do."""

from __future__ import annotations

from django.http import HttpResponse

from accounts.models import ApiToken
from accounts.requests import SiteRequest
from api.own.doors import Caller
from api.own.states import json_with_etag


def look(request: SiteRequest, caller: Caller) -> HttpResponse:
    """The account and the token."""
    token = caller.token
    data = {
        "account": caller.owner.name,
        "token": token.name,
        "scopes": [str(scope) for scope in ApiToken.Scope if scope in token.scopes],
        "expires": token.expires.isoformat() if token.expires else None,
    }
    return json_with_etag(request, data)
