"""Who is to sit where, and what else the requests to create any game have in common."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from contract.adapter import KeptSeat
from contract.characters import NO_CHARACTERS, Characters
from engine.kernel.chance import SEED_BITS
from engine.kernel.numbers import whole_number
from engine.kernel.reading import Reader
from web.refusals import RequestRefused

ME: Final = "me"
OPEN: Final = "open"
BOT: Final = "bot"
ANYBODY: Final = "anybody"  # in forms: an open seat that the lobby offers too
MIDDLING: Final = "greedy"  # the bot that forms choose
LEVEL_NAMES: Final = {
    "random": _("Bot, easy: plays anything"),
    "greedy": _("Bot, medium: grabs what it can"),
    "search": _("Bot, strong: looks ahead"),
    "search-small": _("Bot, strong: looks ahead a little"),
    "search-large": _("Bot, very strong: looks ahead further"),
    "search-deep": _("Bot, expert: takes its time"),
}
_LEVEL_WORDS: Final = {
    "random": pgettext_lazy("level of a bot", "easy"),
    "greedy": pgettext_lazy("level of a bot", "medium"),
    "search": pgettext_lazy("level of a bot", "strong"),
    "search-small": pgettext_lazy("level of a bot", "strong"),
    "search-large": pgettext_lazy("level of a bot", "very strong"),
    "search-deep": pgettext_lazy("level of a bot", "expert"),
}
MAX_DEADLINE: Final = 60 * 24 * 3600  # seconds


def level_name(level: str) -> str:
    """A level in a word or two: "Bot, medium"."""
    return str(LEVEL_NAMES.get(level, level)).partition(":")[0].strip()


def level_word(level: str) -> str:
    """How strong a level is, in a word: "medium"."""
    return str(_LEVEL_WORDS.get(level, level))


def read_seats(
    reader: Reader,
    data: Any,
    seat_names: Sequence[str],
    levels: Sequence[str],
    characters: Characters = NO_CHARACTERS,
) -> dict[str, tuple[str, str]]:
    """Who is to sit where: kind and, of a bot, level (or the slug of its character) of each of the seats."""
    sent = reader.object(data, "/seats", seat_names, ())
    seats: dict[str, tuple[str, str]] = {}
    for seat_name in seat_names:
        if seat_name not in sent:
            continue
        at = f"/seats/{seat_name}"
        is_bot = isinstance(sent[seat_name], dict) and sent[seat_name].get("kind") == BOT
        is_named = is_bot and "character" in sent[seat_name]
        bot_key = "character" if is_named else "level"
        seat = reader.object(sent[seat_name], at, ("kind", bot_key) if is_bot else ("kind",), ())
        kind = reader.choice(seat.get("kind", ME), f"{at}/kind", (ME, OPEN, BOT))
        bots = tuple(characters) if is_named and characters else levels
        level = reader.choice(seat.get(bot_key, bots[0]), f"{at}/{bot_key}", bots) if is_bot else ""
        seats[seat_name] = (kind, level)
    return seats


def read_seed(reader: Reader, data: Any) -> int:
    """The seed that is asked for, else a random one."""
    if data is None:
        return secrets.randbits(SEED_BITS)
    seed = whole_number(data, 60) if isinstance(data, str) else None
    if seed is None:
        reader.fault("wrong-type", "/seed", "a whole number from 0, as text")
        return 0
    return seed


def read_deadline(reader: Reader, data: Any) -> int | None:
    """The seconds for a turn, or None."""
    return None if data is None else reader.number(data, "/deadline", 1, MAX_DEADLINE)


def refuse_seed(data: Mapping[str, Any], seats: Mapping[str, tuple[str, str]]) -> None:
    """Raises ``RequestRefused`` where a seed is named although others play."""
    if data.get("seed") is not None and any(kind == OPEN for kind, _ in seats.values()):
        message = "whoever knows the seed knows every hidden card: not where others play"
        raise RequestRefused(422, "seed-not-allowed", message, "/seed")


def seats_again(seats: Mapping[str, KeptSeat]) -> dict[str, tuple[str, str]]:
    """Who sits where in a rematch, people and bots as they sit now."""
    return {name: (ME, "") if seat.is_person else (BOT, seat.player) for name, seat in seats.items()}


def names_in(text: str, known: Iterable[str]) -> list[str]:
    """The names of seats in a column of text, where they stand with commas between them.

    The release before put them one after the other: such a text is taken apart by the names that are ``known``.
    """
    names = sorted(known, key=len, reverse=True)
    if "," in text or text in names or not text:
        return text.split(",") if text else []
    result = []
    while text:
        name = next((known_name for known_name in names if text.startswith(known_name)), text[0])
        result.append(name)
        text = text.removeprefix(name)
    return result


def rotated(seat_names: Iterable[str]) -> dict[str, str]:
    """Who sits where after the sides were swapped: the new name by the old one. Allies stay together."""
    order = list(seat_names)
    return {seat_name: order[(number + 1) % len(order)] for number, seat_name in enumerate(order)}
