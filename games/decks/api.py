"""What the API of live games answers for Clash of Decks alone."""

from __future__ import annotations

from django.http import HttpResponse

from accounts.api_requests import seat_secret
from accounts.requests import SiteRequest
from engine.decks.rules.abilities import SEASON_2
from games.decks.cardpool import card_named
from games.decks.terms import name_champion
from tables.api.schemas import SCHEMAS
from tables.requests import seat_request
from web.json_bodies import json_response


def terms(request: SiteRequest, token: str) -> HttpResponse:
    """Names a Champion."""
    viewer, form, attempt = seat_request(request, token, SCHEMAS["Champion"])
    card = None
    if "champion" in form.given:
        owner = None if viewer.seat is None or seat_secret(request) else viewer.seat.owner
        edition = viewer.game.setup.get("edition", SEASON_2)
        card = card_named(form, form.given["champion"], "/champion", edition, owner)
    form.check()
    assert card is not None  # else there was a fault
    return json_response(name_champion(viewer, form.given["version"], card, attempt))
