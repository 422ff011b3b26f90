"""Whole tournaments of bots, played in this process through the site's own services."""

from __future__ import annotations

from typing import Any

from accounts.models import Owner, Visibility
from tables.services import bots
from tournaments.models import Tournament
from tournaments.services import entering, following, rounds
from tournaments.services.games import asked_for

GAME, EXHAUSTION = "clash-of-decks", {"exhaustion": True}


def make(owner: Owner, kind: str, players: int, level: str = "random", **values: Any) -> Tournament:
    """A tournament of bots that has begun."""
    asked = values.pop("asked", None) or asked_for(GAME, **EXHAUSTION)
    tournament = Tournament.objects.create(
        owner=owner, name=f"{players} bots", kind=kind, asked=asked, visibility=Visibility.UNLISTED, **values
    )
    entering.add_bots(tournament, players, level)
    rounds.begin(tournament)
    return tournament


def play_whole(tournament: Tournament, matches: int = 0) -> Tournament:
    """Plays a tournament of bots to its end; an arena until so many ``matches`` were begun, when its time is up."""
    tournament.refresh_from_db()
    while tournament.phase == Tournament.Phase.RUNNING:
        if matches and tournament.is_arena and tournament.matches.count() >= matches:
            Tournament.objects.filter(pk=tournament.pk).update(ends=tournament.began)
        match = tournament.matches.filter(outcome="").select_related("game").order_by("pk").first()
        if match is not None and match.game is not None:
            bots.finish(match.game)
        tournament.refresh_from_db()
        following.look(tournament)
    return tournament
