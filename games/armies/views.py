"""Files of Clash of the Cards."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from accounts.requests import SiteRequest
from cards.portraits import portrait_file
from engine.armies.pack.cards import NUMBERS, STRENGTHS
from games.armies.portraits import portrait_markup, portraits_version


@require_safe
def portrait(request: SiteRequest, version: str, number: int, strength: int) -> HttpResponse:
    """A character's portrait."""
    if number not in NUMBERS or not 1 <= strength <= STRENGTHS:
        raise Http404("no such character")
    return portrait_file(portrait_markup(number, strength), is_current=version == portraits_version())
