"""Bots playing whole games, for the command line, benchmarks and tests."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from engine.kernel.chance import Chance
from engine.schools.bots.bot_view import SchoolsBotView
from engine.schools.bots.players import SchoolsBot
from engine.schools.game.game import SchoolsGame
from engine.schools.rules.components import SEATS


def play_schools_game(seed: str, bots: Sequence[SchoolsBot]) -> SchoolsGame:
    """Lets two bots, by seat, play a game to its end.

    Every choice draws on chance of its own, made from ``seed``, the seat and the number of the action; it has nothing
    to do with that of the decks.
    """
    game = SchoolsGame(seed)
    number = int.from_bytes(hashlib.sha256(f"bots/{seed}".encode()).digest()[:16], "big")
    while not game.is_over:
        (seat,) = game.to_act()
        chance = Chance(number, f"bot {SEATS[seat]} {len(game.actions)}")
        game.apply(seat, bots[seat].choose(SchoolsBotView(game.state, seat), chance))
    return game
