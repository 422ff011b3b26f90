"""Looking through games between bots for turns in which the game can be won."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

from engine.kernel.budget import Budget
from engine.kernel.chance import Chance
from engine.schools.bots import SchoolsBotView, make_schools_bot
from engine.schools.bots.planning import plans
from engine.schools.composing.dealing import dealt_anew
from engine.schools.game.game import SchoolsGame
from engine.schools.rules.actions import END
from engine.schools.rules.components import SEATS
from engine.schools.rules.state import AT_ACTIONS, SchoolsState
from engine.schools.solving import SchoolsProof, prove
from engine.schools.solving.turn_graph import points_short

FIRST_TURN: Final = 8  # earlier there is too little on the board
WIDTH: Final = 6
DEPTH: Final = 11
DEALS: Final = 10  # of other cards to the board of a turn
STRAY: Final = 8  # of so many choices the bots make one at random, so that games differ


def near_turns(seed: str, farthest: int) -> Iterator[SchoolsState]:
    """The beginnings of a game's turns in which the end is near: at most ``farthest`` points are lacking."""
    for begun in begun_turns(seed):
        if begun.turn >= FIRST_TURN and points_short(begun) <= farthest:
            yield begun


def won_deals(begun: SchoolsState, nodes: int, chance: Chance) -> Iterator[tuple[SchoolsState, SchoolsProof]]:
    """A turn, and the same board with other cards, where it can be won at once, with the proofs.

    ``nodes`` is the most states that a turn may have.
    """
    for number in range(DEALS):
        state = dealt_anew(begun, chance) if number else begun
        if not _is_won_by_a_beam(state):
            continue
        proof = prove(state, Budget(nodes), with_tries=False)
        if proof.ways:
            yield state, proof


def _is_won_by_a_beam(state: SchoolsState) -> bool:
    """Whether a narrow search finds a win: most turns have none, and to prove that takes fifty times as long."""
    best = plans(state, state.active, WIDTH, DEPTH)
    result = best[0].state.result if best else None
    return result is not None and result.winner == state.active


def begun_turns(seed: str) -> Iterator[SchoolsState]:
    """The states at the beginning of each turn of a game between two greedy bots that stray now and then."""
    game = SchoolsGame(seed)
    bot = make_schools_bot("greedy")
    number = int.from_bytes(hashlib.sha256(f"compose/{seed}".encode()).digest()[:16], "big")
    is_new = True
    while not game.is_over:
        if is_new and game.state.phase == AT_ACTIONS:
            yield game.state.copy()
        (seat,) = game.to_act()
        chance = Chance(number, f"bot {SEATS[seat]} {len(game.actions)}")
        legal = game.legal_actions(seat)
        stray = chance.below(STRAY) == 0
        action = legal[chance.below(len(legal))] if stray else bot.choose(SchoolsBotView(game.state, seat), chance)
        is_new = action.verb == END
        game.apply(seat, action)
