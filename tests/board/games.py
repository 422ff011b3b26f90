"""Events to tell: random games from the contract's positions and from positions made at random."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.decks.formats.interchange import read_position
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, SEASON_1, SEASON_2, slugs_of
from engine.decks.rules.modes import MODES
from engine.decks.rules.position import Position
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.recorder import Trace

CASES = Path(__file__).resolve().parent.parent / "contract" / "cases.json"
NAMES = ("Moss Troll", "Ash Wyvern", "Écaille d\u2019Or", "Ogre", "Le Passeur", "Cutpurse", "b", "", "  Two   spaces ")


def random_card(rng: random.Random, edition: str, creature: bool = True) -> dict[str, Any]:
    """A card written out, with up to three abilities, of which some are in Auras."""
    known = slugs_of(ABILITIES_OF_EDITION[edition])
    slugs = rng.sample(known, rng.randrange(4))
    abilities = [slug if rng.random() < 0.8 else f"aura:{slug}" for slug in slugs]
    card = {"name": rng.choice(NAMES), "cost": rng.randrange(6), "av": rng.randrange(6), "abilities": abilities}
    return {**card, "type": "creature", "hp": rng.randint(1, 7)} if creature else {**card, "type": "incantation"}


def random_player(rng: random.Random, edition: str) -> dict[str, Any]:
    """A player in the middle of a game."""
    hand: list[Any] = [random_card(rng, edition, rng.random() < 0.75) for _ in range(rng.randint(2, 8))]
    hand.insert(rng.randrange(len(hand)), rng.choice(("bastion", "fort")))
    player: dict[str, Any] = {"turn": rng.choice((0, 1, 3, 9)), "hand": hand}
    for line in ("upper", "lower"):
        player[line] = [{"card": random_card(rng, edition)} for _ in range(rng.randrange(4))]
        if player[line] and rng.random() < 0.3:
            player[line][0]["enchained"] = random_card(rng, edition)
    if rng.random() < 0.4:
        state = rng.choice(("ready", "exhausted"))
        player["champion"] = {"card": random_card(rng, edition), "state": state}
    return player


def random_ai(rng: random.Random, edition: str) -> dict[str, Any]:
    """An AI in the middle of a game."""
    abilities = rng.sample(slugs_of(ABILITIES_OF_EDITION[edition]), rng.randrange(3))
    ai: dict[str, Any] = {
        "turn": rng.randrange(4),
        "ai": {"fixed_mana": rng.randint(4, 10), "resistance": rng.random() < 0.5, "abilities": abilities},
        "side": rng.choice(("bastion", "fort")),
    }
    for pile in ("pile", "discard"):
        size = rng.randrange(8) + (pile == "pile")
        ai[pile] = [random_card(rng, edition, rng.random() < 0.7) for _ in range(size)]
    for line in ("upper", "lower"):
        ai[line] = [{"card": random_card(rng, edition)} for _ in range(rng.randrange(4))]
    return ai


def random_position(rng: random.Random) -> Position:
    """A position of any mode and edition."""
    mode = MODES[rng.choice(list(MODES))]
    edition = rng.choice((SEASON_1, SEASON_2, SEASON_2))
    seats = {"ABCD"[seat]: seat in mode.ai_seats for seat in range(mode.seats)}
    active = rng.choice(list(seats))
    phase = "mana" if seats[active] else rng.choice(("mana", "summoning"))
    data = {
        "edition": edition,
        "mode": mode.name,
        "exhaustion": rng.random() < 0.5,
        "active": active,
        "phase": phase,
        "mana": 0 if seats[active] else rng.randrange(10),
        "players": {seat: (random_ai if ai else random_player)(rng, edition) for seat, ai in seats.items()},
    }
    return read_position(data)


def case_positions() -> list[Position]:
    """The positions of the contract's cases, as far as the engine reads them."""
    positions = []
    for case in json.loads(CASES.read_text(encoding="utf-8")):
        data = case["position"]
        if data.get("mode", "duel") in MODES and "error" not in case["expect"]:
            positions.append(read_position(data))
    return positions


@dataclass(frozen=True)
class Seen:
    """An event and the seats that an AI has in its game."""

    event: ev.Event
    ai_seats: tuple[int, ...]


def played(position: Position, rng: random.Random, actions: int) -> Iterator[Seen]:
    """The events of some random legal actions; plays are preferred to the Assault."""
    trace = Trace()
    for _ in range(actions):
        legal = position.legal_actions()
        if not legal:
            break
        position.apply(rng.choice(legal[:-1] if len(legal) > 1 and rng.random() < 0.6 else legal), trace)
    for event in trace.events:
        yield Seen(event, position.mode.ai_seats)


@cache
def seen() -> tuple[Seen, ...]:
    """The events of all the games: always the same."""
    rng = random.Random(2022)
    steps: list[Seen] = []
    for position in case_positions():
        steps += played(position, rng, 12)
    for _ in range(160):
        steps += played(random_position(rng), rng, 30)
    return tuple(steps)
