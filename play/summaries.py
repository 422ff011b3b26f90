"""Games in words: for lists, invitations and notifications."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from board.mode_names import MODE_NAMES
from engine.decks.rules.abilities import SEASON_1
from play.forms import BOT_NAMES, DEADLINES, FORMAT_NAMES
from play.models import GameSeat, GatheringSeat, LiveGame
from play.setups import custom_of


@dataclass(frozen=True)
class GameSummary:
    """Names of mode and format, and what is special: season 1, Exhaustion, Champions, the AI's level, a deadline."""

    mode: str
    format: str
    options: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join((self.mode, self.format, *self.options))


def summary_of(game: LiveGame) -> GameSummary:
    """The summary of a game."""
    custom = custom_of(game.setup)
    asked = {
        **game.setup,
        "mode": game.mode,
        "format": game.format,
        "deadline": game.deadline,
        "custom": None if custom is None else {"level": custom.level},
    }
    return summary_of_request(asked)


def summary_of_request(asked: dict[str, Any]) -> GameSummary:
    """The summary of a game that *Create* is asked for."""
    options = []
    if asked["edition"] == SEASON_1:
        options.append(_("Season 1"))
    if asked["exhaustion"]:
        options.append(_("with Exhaustion"))
    if asked["champions"]:
        options.append(_("with Champions"))
    if asked.get("custom"):
        options.append(_("Custom Play, level %(level)s") % {"level": asked["custom"]["level"]})
    if asked["deadline"]:
        options.append(_deadline(asked["deadline"]))
    format_ = dict(FORMAT_NAMES).get(asked["format"], asked["format"])
    return GameSummary(str(MODE_NAMES.get(asked["mode"], asked["mode"])), str(format_), tuple(options))


def _deadline(seconds: int) -> str:
    known = dict(DEADLINES).get(str(seconds))
    minutes = max(1, seconds // 60)
    words = ngettext("%(n)d minute for a turn", "%(n)d minutes for a turn", minutes) % {"n": minutes}
    return words if known is None else str(known)


def bot_name(level: str) -> str:
    """A bot's name, by its level."""
    return str(dict(BOT_NAMES).get(level, level)).partition(":")[0].strip()


def seat_name(seat: GameSeat | GatheringSeat) -> str:
    """Who holds a seat, in words; "" while nobody does."""
    if seat.level:
        return bot_name(seat.level)
    if seat.is_free:
        return ""
    return seat.owner.name if seat.owner and seat.owner.name else _("Guest")
