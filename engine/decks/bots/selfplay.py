"""Bots playing whole games, for the command line, benchmarks and tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.decks.bots.bot_view import bot_view
from engine.decks.bots.players import Bot
from engine.decks.formats.interchange import write_action, write_position
from engine.decks.game.game import DecksGame
from engine.decks.game.setup import SetUp
from engine.decks.game.stages import AT_DRAFT, AT_PLAY
from engine.decks.game.terms import Terms
from engine.decks.rules.actions import BEGIN_TURN, parse_action
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.turns import DRAWN
from engine.kernel.chance import Chance


class BotGame:
    """A game that bots have played: its ``start`` (phase ``mana`` of the first turn), the ``game`` as it then stood."""

    def __init__(self, start: Position, game: DecksGame) -> None:
        self.start = start
        self.game = game

    @property
    def end(self) -> Position:
        assert self.game.position is not None
        return self.game.position

    def request(self) -> dict[str, Any]:
        """The start and all actions, as a request of the command line: ``resolve`` comes to the same end.

        (Where an AI's pile was shuffled anew by a seed it does not: a bare position has none.) A drawn game carries its
        limit of turns, which a bare position has not either.
        """
        actions = [write_action(parse_action(text)) for text in self.game.actions]
        request: dict[str, Any] = {"position": write_position(self.start), "actions": actions}
        result = self.end.result
        if result is not None and result.reason == DRAWN:
            request["turn_limit"] = self.start.turn_limit
        return request


def play_game(
    setup: SetUp, terms: Terms, bots: Mapping[int, Bot], seed: int, limit: int, shuffles: bool = True
) -> BotGame:
    """Lets bots draft and play a game until it ends, or for ``most`` actions.

    ``bots`` maps the seats of people to their players. Every choice draws on chance of its own, made from ``seed``, the
    seat and the number of the action. Without ``shuffles`` an AI's new pile keeps the order of its discard pile, as in
    a bare position (ruling 7.1). Raises ``SetUpError`` for a set-up or terms that the rules do not allow.
    """
    game = DecksGame(setup, terms)
    while game.stage == AT_DRAFT and game.draft is not None:
        seat = game.active
        chance = Chance(seed, f"bot {SEAT_NAMES[seat]} draft {len(game.draft_actions)}")
        game.apply(seat, bots[seat].pick(game.draft, seat, chance))
    position = game.position
    assert position is not None
    if not shuffles:
        position.seed = None
    start = position.copy()
    while game.stage == AT_PLAY and len(game.actions) < limit:
        seat = game.active
        if seat in bots:
            chance = Chance(seed, f"bot {SEAT_NAMES[seat]} {len(game.actions)}")
            game.apply(seat, bots[seat].choose(bot_view(game, seat), chance))
        else:
            game.apply(seat, BEGIN_TURN)  # an AI that has the first turn
    return BotGame(start, game)
