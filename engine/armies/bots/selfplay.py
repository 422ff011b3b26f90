"""Bots play a whole game against each other."""

from __future__ import annotations

from collections.abc import Sequence

from engine.armies.bots.knowledge import Seen
from engine.armies.bots.players import ArmiesBot
from engine.armies.game.game import ArmiesGame
from engine.armies.game.setup import ArmiesSetUp
from engine.armies.rules.actions import DEAL, ArmiesAction
from engine.kernel.chance import Chance


def play_game(setup: ArmiesSetUp, bots: Sequence[ArmiesBot], seed: int) -> ArmiesGame:
    """The finished game; ``bots`` by seat. The same seed gives the same game."""
    game = ArmiesGame(setup)
    while not game.is_over:
        seat = game.to_act()[0]
        game.apply(seat, choice_of(game, bots[seat], seat, seed))
    return game


def choice_of(game: ArmiesGame, bot: ArmiesBot, seat: int, seed: int) -> ArmiesAction:
    """A bot's action in a seat: from what that seat sees, and chance of its own, so that it can be made again."""
    return bot.choose(game.view(seat), Chance(seed, f"bot {seat} {len(game.done)}"), seen_in_hand(game, seat))


def seen_in_hand(game: ArmiesGame, seat: int) -> list[Seen]:
    """The events of the present hand as a seat has seen them."""
    first = max((number for number, (_, action) in enumerate(game.done) if action.verb == DEAL), default=0)
    return [event for number in range(first, len(game.done)) for event in game.view_of_events(seat, number)]
