"""What the tests of Clash of the Cards share: short ways to write states, and games played by chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.armies.cli.requests import answer
from engine.armies.formats.state_reading import read_state
from engine.armies.game.setup import ArmiesSetUp
from engine.armies.pack.cards import BONUS, CHEST, KINDS
from engine.armies.pack.options import ALL, KIDS, Options, options_of
from engine.armies.rules import state as at
from engine.armies.rules.actions import parse_action
from engine.armies.rules.position import ArmiesPosition
from engine.armies.trace.base import Trace

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
CONTRACT = ROOT / "tests" / "contract"

Json = dict[str, Any]

# Every variant, and each kind of special cards by itself (C19).
VARIANTS: dict[str, Options] = {
    "all": ALL,
    "kids": KIDS,
    "god": options_of(god=True),
    "reverse": options_of(reverse=True),
    "kids god reverse": options_of((), god=True, reverse=True),
    "without castles": options_of(kind for kind in KINDS if kind != 62),
    **{f"only {kind}": options_of([kind], god=kind % 2 == 0) for kind in KINDS},
}


def state(*hands: str, **parts: Any) -> Json:
    """A state in the phase ``turn``, A being active; ``hands`` are cards with spaces between, one text a seat."""
    players = {seat: {"hand": hand.split()} for seat, hand in zip("ABCDEF", hands, strict=False)}
    for seat in [key for key in parts if key in tuple("ABCDEF")]:
        players[seat] |= parts.pop(seat)
    written = {"format": "clash-of-the-cards/1", "phase": "turn", "active": "A", "players": players}
    for pile in ("deck", "discard"):
        if isinstance(parts.get(pile), str):
            parts[pile] = parts[pile].split()
    return written | parts


def resolve(start: Json, *actions: str) -> Json:
    """The answer of ``resolve``."""
    return answer("resolve", {"state": start, "actions": list(actions)})


def played(start: Json, *actions: str) -> ArmiesPosition:
    """The position after actions, each of which has to be legal."""
    position = read_state(start)
    for action in actions:
        position.apply(parse_action(action))
    return position


def events(start: Json, *actions: str) -> Trace:
    """All events of these actions."""
    position = read_state(start)
    trace: Trace = []
    for action in actions:
        position.apply(parse_action(action), trace)
    return trace


def walk(setup: ArmiesSetUp, limit: int, seed: object = 0) -> Iterator[ArmiesPosition]:
    """The positions of a game played by chance, each before its next action: always the same object."""
    rng = random.Random(f"{setup} {seed}")
    position = setup.start()
    for _ in range(limit):
        yield position
        if position.is_over:
            return
        position.push(rng.choice(position.legal_actions()))


def at_random(seats: int, variant: str, seed: int, steps: int) -> ArmiesPosition:
    """A position that chance has led to after so many actions."""
    for position in walk(ArmiesSetUp(seats, str(seed), VARIANTS[variant]), steps + 1):
        last = position
    return last


def all_cards(position: ArmiesPosition) -> Counter[int]:
    """Every card of a position."""
    cards = Counter(position.deck) + Counter(position.discard)
    for player in position.players:
        cards.update(player.hand)
        cards[BONUS] += player.bonus
        if player.chest is not None:
            cards.update([CHEST, *player.chest])
    if position.battle is not None:
        cards.update(card for pile in position.battle.pile.values() for card in pile)
        cards.update(position.battle.champions.values())
    return +cards


def is_between_hands(position: ArmiesPosition) -> bool:
    """Whether a hand has ended and the next one is not dealt."""
    return position.phase in (at.DEAL, at.OVER)
