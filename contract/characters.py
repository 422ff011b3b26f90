"""Bots with a name: a line about them, and what they do otherwise than others of their level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final


@dataclass(frozen=True)
class BotCharacter:
    """A bot with a name, the same in every language. ``slug`` names it among the bots of all games: at its seat and in
    the API. ``line`` says in a few words how it plays; ``temper`` is for the game's engine, None for its level's own;
    ``deck`` is the slug of the ready-made deck that it takes where it can, in a game that has some.
    """

    slug: str
    name: str
    line: Any
    level: str
    temper: Any = None
    deck: str = ""


Characters = Mapping[str, BotCharacter]  # by slug
NO_CHARACTERS: Final[Characters] = MappingProxyType({})


def by_slug(characters: Iterable[BotCharacter]) -> Characters:
    return MappingProxyType({character.slug: character for character in characters})


def level_in(characters: Characters, player: str) -> str:
    """The level of a bot as its seat names it: that of a character, or itself."""
    return characters[player].level if player in characters else player


def temper_in(characters: Characters, player: str) -> Any:
    return characters[player].temper if player in characters else None
