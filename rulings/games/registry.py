"""The games that have rulings, by name: as the contract has them."""

from __future__ import annotations

from contract.registry import GAMES
from contract.rulings import RuledGame
from rulings.games.plain import PlainRulings


def games_with_rulings() -> dict[str, RuledGame]:
    return {name: game.rulings for name, game in GAMES.items() if game.rulings is not None}


def plain_games() -> dict[str, PlainRulings]:
    """Those whose rulings are told by the pages of this room."""
    return {name: game for name, game in games_with_rulings().items() if isinstance(game, PlainRulings)}
