"""What Discord asks: whether we are there, a command, what may be chosen while somebody types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import override

from api.discord.answers import TypedCommand, ask_rules, invite, offer_cards, show_card, show_puzzle
from api.discord.commands import CARD, PLAY, PUZZLE, RULING
from api.discord.limits import PERSON_LIMIT
from api.discord.markup import Answer, choices, whisper

PING: Final = 1
COMMAND: Final = 2
TYPING: Final = 4
PONG: Final[Answer] = {"type": 1}
COMMANDS: Final[dict[str, Callable[[TypedCommand], Answer]]] = {
    CARD: show_card,
    RULING: ask_rules,
    PUZZLE: show_puzzle,
    PLAY: invite,
}


def answer(interaction: Mapping[str, Any], site: str, request: HttpRequest | None = None) -> Answer | None:
    """The answer to an interaction; None for what we do not understand. ``site`` is our address without a slash;
    the answer to ``request`` will say how many commands the person has left."""
    if interaction.get("type") == PING:
        return PONG
    data = interaction.get("data")
    if interaction.get("type") not in (COMMAND, TYPING) or not isinstance(data, dict):
        return None
    language = language_of(interaction.get("locale"))
    command = TypedCommand(_values(data.get("options")), language, site)
    with override(language):
        if interaction["type"] == TYPING:
            return offer_cards(command) if data.get("name") == CARD else choices([])
        work = COMMANDS.get(str(data.get("name")))
        if work is None:
            return whisper(_("This command no longer exists."))
        if settings.LIMITS:
            left = PERSON_LIMIT.take({f"person {_person(interaction)}": PERSON_LIMIT.times})
            if request is not None:
                PERSON_LIMIT.note(request, left)
            if left < 0:
                return whisper(_("Too many commands. Try again in a minute."))
        return work(command)


def language_of(locale: object) -> str:
    """Ours for a locale of Discord's: ``fr`` or ``en``."""
    return "fr" if isinstance(locale, str) and locale.lower().partition("-")[0] == "fr" else settings.LANGUAGE_CODE


def _values(options: object) -> dict[str, Any]:
    """What was typed, by the names of the options."""
    rows = options if isinstance(options, list) else []
    return {str(row["name"]): row.get("value") for row in rows if isinstance(row, dict) and "name" in row}


def _person(interaction: Mapping[str, Any]) -> str:
    """Who asks: a member where it is said on a server, else a user."""
    member = interaction.get("member")
    user = member.get("user") if isinstance(member, dict) else interaction.get("user")
    return str(user.get("id", ""))[:20] if isinstance(user, dict) else ""
