"""What a game is to the site: a record of its parts, None where it has none of a kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from contract.adapter import GameAdapter
from contract.pages import GameFaces, GamePages
from contract.rulings import RuledGame


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game of the site. ``name`` is that of the API and of addresses, "magic-pebbles".

    ``faces`` draw any position of it and say what happens in it; ``refusal_text`` says in a language why an action is
    refused, by the engine's code, and raises ``board.texts.MissingText`` for a code that is not the game's.
    """

    name: str
    adapter: GameAdapter
    pages: GamePages
    refusal_text: Callable[[str, str], str]
    faces: GameFaces | None = None
    rulings: RuledGame | None = None
