"""All examples of a game in words alone, without boards: light enough to be kept by a browser."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from contract.registry import faces_of
from rulings.games.pages import GameExampleView, example_view
from rulings.games.plain import GameExample, GameRuling
from rulings.games.registry import plain_games
from rulings.games.telling import FactTeller


@dataclass(frozen=True)
class GameExampleInWords:
    """An example: ``is_own`` says whether the ruling that it stands below is foremost in it, ``start`` what lies where
    at first, ``view`` the rest; its boards are not for showing."""

    is_own: bool
    start: tuple[str, ...]
    view: GameExampleView


@cache
def examples_in_words(name: str, language: str) -> tuple[tuple[GameRuling, tuple[GameExampleInWords, ...]], ...]:
    """The examples of each ruling of a game; ``language`` is the active one too."""
    game = plain_games()[name]
    return tuple(
        (ruling, tuple(_in_words(name, example, ruling, language) for example in game.examples_of(ruling.number)))
        for ruling in game.rulings(language)
    )


def _in_words(name: str, example: GameExample, ruling: GameRuling, language: str) -> GameExampleInWords:
    game = plain_games()[name]
    teller = FactTeller(game, faces_of(name), language)
    start = tuple(teller.state_words(example.request.get("state", {})))
    return GameExampleInWords(example.rulings[0] == ruling.number, start, example_view(game, example, language))
