"""How many games one client may begin."""

from __future__ import annotations

from typing import Final

from django.conf import settings

from accounts.limits import Limit
from accounts.request_rate import is_signed_in
from accounts.requests import SiteRequest
from web.refusals import too_many

NEW_GAMES: Final = Limit("play-games", 60, 3600)


def check_new_game(request: SiteRequest) -> None:
    """Counts a new game. Raises ``RequestRefused`` (429) when that is too many."""
    if settings.LIMITS and not is_signed_in(request) and not NEW_GAMES.allows(request):
        raise too_many(f"{NEW_GAMES.times} new games an hour are allowed", NEW_GAMES.seconds)
