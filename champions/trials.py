"""Trials: the same Duels with a Champion and without it, and what that does to the share of wins.

Game ``2n`` and game ``2n + 1`` of a trial are one pair: the same drafted decks, the same hands, the same first player,
the same bots; in the second the player of the first seat has the Champion. The other player has none (the module of
ruling 6.1 gives everybody one; here only what this one brings is asked for).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from engine.decks.bots import Bot, make_bot
from engine.decks.bots.bot_view import bot_view
from engine.decks.game.game import DecksGame
from engine.decks.game.knowledge import Knowledge
from engine.decks.game.setup import DRAFT, SetUp
from engine.decks.game.stages import AT_DRAFT, AT_PLAY
from engine.decks.game.terms import Terms
from engine.decks.rules.board import CHAMPION_IN_PLAY, CHAMPION_READY
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import DUEL, SEAT_NAMES
from engine.kernel.chance import Chance
from engine.kernel.shares import Z

LEVEL: Final = "greedy"  # the best bot that plays ten thousand games in minutes
MAX_ACTIONS: Final = 400  # a game that is still not over counts half, like a drawn one
POOL: Final = 16


@dataclass(slots=True)
class Arm:
    """Games of one kind: how many, won, left unfinished; the sum of turns; those in which the Champion came."""

    games: int = 0
    won: int = 0
    unfinished: int = 0
    turns: int = 0
    summoned: int = 0

    @property
    def share(self) -> float:
        """The share of wins, an unfinished game counting half."""
        return (self.won + self.unfinished / 2) / self.games if self.games else 0.0


@dataclass(slots=True)
class TrialTally:
    """Counts of a trial so far. ``squares`` is the sum of squares of the pairs' differences (with less without)."""

    bare: Arm
    crowned: Arm  # with the Champion
    squares: float = 0.0

    @classmethod
    def of_json(cls, data: dict[str, Any]) -> TrialTally:
        """Reads the data of ``to_json``; an empty object is a tally of nothing."""
        return cls(Arm(**data.get("bare", {})), Arm(**data.get("crowned", {})), data.get("squares", 0.0))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def pairs(self) -> int:
        return self.crowned.games

    @property
    def gain(self) -> float:
        """The Champion's gain in the share of wins: 0.05 for five points in a hundred."""
        return self.crowned.share - self.bare.share

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of ``gain``, from the differences within the pairs."""
        if self.pairs < 2:
            return 1.0
        variance = max(self.squares / self.pairs - self.gain**2, 0.0)
        return Z * math.sqrt(variance / (self.pairs - 1))


def play_pairs(
    champion: Card, pool: Sequence[Card], edition: str, seed: int, numbers: range, tally: TrialTally
) -> None:
    """Plays the pairs of these numbers and counts them in ``tally``. Needs at least 16 cards of the edition."""
    bot = make_bot(LEVEL)
    for number in numbers:
        bare = _play(None, pool, edition, seed + number, bot, tally.bare)
        crowned = _play(champion, pool, edition, seed + number, bot, tally.crowned)
        tally.squares += (crowned - bare) ** 2


def _play(champion: Card | None, pool: Sequence[Card], edition: str, seed: int, bot: Bot, arm: Arm) -> float:
    """One game; answers 1 for a win of the first seat, 0.5 for one unfinished or drawn, 0 for a loss."""
    chance = Chance(seed, "trial")
    dealt = list(pool)
    chance.shuffle(dealt)
    game = DecksGame(SetUp(DUEL, DRAFT, seed, pool=tuple(dealt[:POOL]), edition=edition), Terms())
    while game.stage == AT_DRAFT and game.draft is not None:
        seat = game.active
        game.apply(seat, bot.pick(game.draft, seat, _chance(seed, seat, f"draft {len(game.draft_actions)}")))
    position = game.position
    assert position is not None
    player = position.seats[0]
    if champion is not None:
        player.champion, player.champion_state = champion, CHAMPION_READY
        game.knowledge = Knowledge(position)  # everybody sees the Champion from the start
    summoned = False
    while game.stage == AT_PLAY and len(game.actions) < MAX_ACTIONS:
        seat = game.active
        game.apply(seat, bot.choose(bot_view(game, seat), _chance(seed, seat, str(len(game.actions)))))
        summoned = summoned or player.champion_state == CHAMPION_IN_PLAY
    result = position.result
    arm.games += 1
    arm.turns += player.turn
    arm.summoned += summoned
    if result is None or not result.winners:
        arm.unfinished += 1
        return 0.5
    arm.won += 0 in result.winners
    return float(0 in result.winners)


def _chance(seed: int, seat: int, purpose: str) -> Chance:
    return Chance(seed, f"bot {SEAT_NAMES[seat]} {purpose}")
