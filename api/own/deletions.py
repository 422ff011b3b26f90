"""Which of one's own things are gone, for programs that keep a copy and ask with ``since`` what has changed."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from django.utils import timezone

from accounts.deletions import KEPT_FOR
from accounts.models import ApiToken, Deletion
from accounts.requests import SiteRequest
from api.own.doors import Caller
from web.lists import paginated_response, slice_of
from web.refusals import RequestRefused

_CARDS: Final = str(ApiToken.Scope.CARDS)
# The things that are told of, by the scope that reads them.
SCOPES: Final[dict[str, str]] = {
    "cards": _CARDS,
    "sets": _CARDS,
    "pictures": _CARDS,
    "champions": str(ApiToken.Scope.CHAMPIONS),
    "decks": str(ApiToken.Scope.DECKS),
    "puzzles": str(ApiToken.Scope.PUZZLES),
}


def index(request: SiteRequest, caller: Caller) -> HttpResponse:
    """Those of the kinds that the token may read."""
    page = slice_of(request)
    if page.since is not None and page.since < timezone.now() - KEPT_FOR:
        message = f"deletions are told for {KEPT_FOR.days} days: read your lists whole"
        raise RequestRefused(410, "too-long-ago", message, "/since", faults=[])
    scopes = set(caller.token.scopes)
    kinds = [kind for kind, scope in SCOPES.items() if not scopes.isdisjoint({scope, str(ApiToken.Scope.READ)})]
    return paginated_response(request, Deletion.objects.filter(owner=caller.owner, kind__in=kinds), page, _written)


def _written(deletion: Deletion) -> dict[str, Any]:
    return {"kind": deletion.kind, "token": deletion.token, "at": deletion.updated.isoformat()}
