"""The commands as Discord is told of them, with their words in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override, pgettext_lazy

from contract.registry import GAMES
from grimoire.browsing.filter_names import LEVEL_NAMES

CARD: Final = "card"
RULING: Final = "ruling"
PUZZLE: Final = "puzzle"
PLAY: Final = "play"
NAME: Final = "name"
WORDS: Final = "words"
LEVEL: Final = "level"
GAME: Final = "game"
MAX_WORDS: Final = 100  # characters that may be typed
_COMMAND: Final = 1
_TEXT: Final = 3
_NUMBER: Final = 4
_ENGLISH: Final = "en"
_FRENCH: Final = "fr"  # Discord's code, too

Words = str | Promise


def commands() -> list[dict[str, Any]]:
    """All commands, as ``PUT /applications/ID/commands`` takes them."""
    levels = [_choice(name, level) for level, name in LEVEL_NAMES.items()]
    games = [_choice(game.title, game.name) for game in GAMES.values()]
    name = _option(_TEXT, NAME, pgettext_lazy("Discord option", "name"), _("The card's name"))
    words = _option(_TEXT, WORDS, pgettext_lazy("Discord option", "words"), _("What you want to know"))
    level = _option(
        _NUMBER, LEVEL, pgettext_lazy("Discord option", "level"), _("Difficulty (default: puzzle of the day)")
    )
    game = _option(_TEXT, GAME, pgettext_lazy("Discord option", "game"), _("Game (default: Clash of Decks)"))
    return [
        _command(
            CARD,
            pgettext_lazy("Discord command", "card"),
            _("Show a card"),
            {**name, "required": True, "autocomplete": True, "max_length": MAX_WORDS},
        ),
        _command(
            RULING,
            pgettext_lazy("Discord command", "ruling"),
            _("Search the rules of Clash of Decks"),
            {**words, "required": True, "max_length": MAX_WORDS},
        ),
        _command(
            PUZZLE,
            pgettext_lazy("Discord command", "puzzle"),
            _("A position to solve"),
            {**level, "choices": levels},
        ),
        _command(
            PLAY,
            pgettext_lazy("Discord command", "play"),
            _("Invite people here to a game"),
            {**game, "choices": games},
        ),
    ]


def _command(name: str, words: Words, about: Words, *options: Mapping[str, Any]) -> dict[str, Any]:
    everywhere = {"contexts": [0, 1, 2], "integration_types": [0, 1]}  # servers and private talk; for both to install
    return {
        "type": _COMMAND,
        **_named(name, words, about),
        "options": [dict(option) for option in options],
        **everywhere,
    }


def _option(kind: int, name: str, words: Words, about: Words) -> dict[str, Any]:
    return {"type": kind, **_named(name, words, about)}


def _named(name: str, words: Words, about: Words) -> dict[str, Any]:
    return {
        "name": name,
        "name_localizations": {_FRENCH: _in(_FRENCH, words)},
        "description": _in(_ENGLISH, about),
        "description_localizations": {_FRENCH: _in(_FRENCH, about)},
    }


def _choice(name: Words, value: str | int) -> dict[str, Any]:
    return {"name": _in(_ENGLISH, name), "name_localizations": {_FRENCH: _in(_FRENCH, name)}, "value": value}


def _in(language: str, words: Words) -> str:
    with override(language):
        return str(words)
