"""Template tags: the games that wait for whoever reads the page."""

from __future__ import annotations

from typing import Final

from django import template
from django.conf import settings
from django.template import Context

from tables.models import LiveGame
from tables.own_games.queries import waiting_games
from tables.summaries import GameSummary, summary_of

register = template.Library()
MAX_GAMES: Final = 20


@register.simple_tag(takes_context=True)
def games_that_wait(context: Context) -> list[tuple[LiveGame, GameSummary]]:
    """The games in which it is the reader's turn, with what they are."""
    request = context.get("request")
    games = waiting_games(request.owner) if request is not None else LiveGame.objects.none()
    return [(game, summary_of(game)) for game in games[:MAX_GAMES]]


@register.simple_tag
def push_key() -> str:
    """The key with which browsers ask their push service for messages of this site; "" where it sends none."""
    return str(settings.VAPID_PUBLIC_KEY)
