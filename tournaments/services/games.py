"""The live games of matches, which open by themselves, by the same services as all tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from accounts.models import Owner
from contract.adapter import TableConfig
from contract.registry import GAMES
from contract.seating import ME
from contract.simple_form import seat_asked
from tables.creation import read_request
from tables.models import LiveGame
from tables.services import bots
from tables.services.tables import new_game
from tournaments.models import Entrant, Match, Tournament
from tournaments.rules.matches import DRAW, FIRST, NEITHER, SECOND

DECKS: Final = "clash-of-decks"


def asked_for(game: str, **more: Any) -> dict[str, Any]:
    """What *Create* is asked for by the games of a tournament."""
    return {**GAMES[game].adapter.call_request(), **more}


def seats_of(asked: Mapping[str, Any]) -> list[str]:
    """The names of the two seats of a tournament's games."""
    return list(GAMES[asked["game"]].adapter.call_request()["seats"])


def config_of(
    asked: Mapping[str, Any], owner: Owner | None, bot_names: Mapping[str, str], decks: Mapping[str, Any]
) -> TableConfig:
    """A game of a tournament: ``bot_names`` are the bots that sit in it, ``decks`` those that are brought, by seat.

    Raises ``RequestRefused`` where it cannot be played.
    """
    characters = GAMES[asked["game"]].adapter.characters
    seats = {name: seat_asked(bot_names.get(name) or ME, characters) for name in seats_of(asked)}
    return read_request({**asked, "seats": seats, **({"decks": dict(decks)} if decks else {})}, owner)


def open_game(tournament: Tournament, match: Match, first: Entrant, second: Entrant) -> LiveGame:
    """The game of a match, in the transaction that pairs it; a worker has its bots move."""
    sides = dict(zip(seats_of(tournament.asked), (first, second), strict=True))
    bot_names = {name: entrant.bot for name, entrant in sides.items() if entrant.bot}
    decks = {name: entrant.deck for name, entrant in sides.items() if entrant.deck}
    config = config_of(tournament.asked, tournament.owner, bot_names, decks)
    people = {name: entrant.owner for name, entrant in sides.items() if not entrant.bot}
    has_accounts = all(owner is not None and owner.user_id is not None for owner in people.values())
    game = new_game(
        config,
        next((owner for owner in people.values() if owner is not None), None),
        people,
        apart=list(people),
        names={name: entrant.name for name, entrant in sides.items()},
        rated=tournament.rated and len(people) == len(sides) and has_accounts,
    )
    if bot_names:
        bots.queue(game)
    match.game, match.game_token = game, game.token
    return game


def outcome_of(game: LiveGame) -> str:
    """What a game that has ended is worth. One that ended without a winner because time was up, both have lost."""
    result = game.result or {}
    winners = result.get("winners", [])
    if len(winners) != 1:
        return NEITHER if result.get("reason") == "deadline" else DRAW
    return FIRST if winners[0] == seats_of({"game": game.game})[0] else SECOND
