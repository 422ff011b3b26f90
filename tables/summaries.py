"""Games in words: for lists, invitations and notifications."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from contract.adapter import GameSummary
from contract.registry import GAMES, character_of, default_game
from contract.seating import level_name
from tables.models import GameSeat, GatheringSeat, LiveGame, StrangerWait

__all__ = ["GameSummary", "bot_name", "holder_name", "summary_of", "summary_of_request", "summary_of_wait"]


def summary_of(game: LiveGame) -> GameSummary:
    data = {**game.setup, "mode": game.mode, "format": game.format, "deadline": game.deadline, "clock": game.clock}
    summary = GAMES[game.game].adapter.summary(data)
    return _as_rated(summary) if game.rated else summary


def _as_rated(summary: GameSummary) -> GameSummary:
    return replace(summary, options=(_("rated"), *summary.options))


def summary_of_wait(wait: StrangerWait) -> GameSummary:
    """The summary of a game that somebody looks for."""
    summary = summary_of_request(wait.asked)
    return _as_rated(summary) if wait.rated else summary


def summary_of_request(data: dict[str, Any]) -> GameSummary:
    """The summary of a game that *Create* is asked for."""
    return GAMES[data.get("game", default_game().name)].adapter.summary(data)


def bot_name(level: str) -> str:
    """A bot with a name by that, another by its level."""
    character = character_of(level)
    return level_name(level) if character is None else character.name


def holder_name(seat: GameSeat | GatheringSeat) -> str:
    """Who holds a seat, in words; "" while nobody does."""
    if seat.player:
        return bot_name(seat.player)
    if seat.is_free:
        return ""
    return seat.name_of_person or _("Guest")
