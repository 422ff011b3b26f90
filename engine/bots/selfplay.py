"""Bots playing whole games, for the command line, benchmarks and tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.actions import BEGIN_TURN, parse_action
from engine.bots.players import Bot
from engine.bots.sight import sight_of
from engine.chance import Chance
from engine.interchange import write_action, write_position
from engine.modes import SEAT_NAMES
from engine.position import Position
from engine.setup.formats import SetUp
from engine.setup.games import AT_DRAFT, AT_PLAY, Game
from engine.setup.terms import Terms


class Played:
    """A game that bots have played: its ``start`` (phase ``mana`` of the first turn), the ``game`` as it then stood."""

    def __init__(self, start: Position, game: Game) -> None:
        self.start = start
        self.game = game

    @property
    def end(self) -> Position:
        """The position in which it stands."""
        assert self.game.position is not None
        return self.game.position

    def request(self) -> dict[str, Any]:
        """The start and all actions, as a request of the command line: ``resolve`` comes to the same end.

        (Where an AI's pile was shuffled anew by a seed it does not: a bare position has none.)
        """
        actions = [write_action(parse_action(text)) for text in self.game.actions]
        return {"position": write_position(self.start), "actions": actions}


def play_game(
    setup: SetUp, terms: Terms, bots: Mapping[int, Bot], seed: int, most: int, shuffles: bool = True
) -> Played:
    """Lets bots draft and play a game until it ends, or for ``most`` actions.

    ``bots`` maps the seats of people to their players. Every choice draws on chance of its own, made from ``seed``, the
    seat and the number of the action. Without ``shuffles`` an AI's new pile keeps the order of its discard pile, as in
    a bare position (ruling 7.1). Raises ``SetUpError`` for a set-up or terms that the rules do not allow.
    """
    game = Game(setup, terms)
    while game.stage == AT_DRAFT and game.draft is not None:
        seat = game.active
        chance = Chance(seed, f"bot {SEAT_NAMES[seat]} draft {len(game.draft_actions)}")
        game.apply(bots[seat].pick(game.draft, seat, chance))
    position = game.position
    assert position is not None
    if not shuffles:
        position.seed = None
    start = position.copy()
    while game.stage == AT_PLAY and len(game.actions) < most:
        seat = game.active
        if seat in bots:
            chance = Chance(seed, f"bot {SEAT_NAMES[seat]} {len(game.actions)}")
            game.apply(bots[seat].choose(sight_of(game, seat), chance))
        else:
            game.apply(BEGIN_TURN)  # an AI that has the first turn
    return Played(start, game)
