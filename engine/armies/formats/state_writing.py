"""Writing a state: every key, all lists of cards in card order but the draw pile, whose top card comes first."""

from __future__ import annotations

from typing import Any

from engine.armies.formats.state_reading import FORMAT
from engine.armies.pack.cards import CARD_NAMES, SEAT_NAMES, WANTED_NAMES, names
from engine.armies.pack.options import Options
from engine.armies.rules import state as at
from engine.armies.rules.position import ArmiesPosition
from engine.armies.rules.state import Player

Json = dict[str, Any]


def write_state(position: ArmiesPosition) -> Json:
    return {
        "format": FORMAT,
        "options": write_options(position.options),
        "seed": position.seed,
        "shuffles": position.shuffles,
        **write_course(position),
        "deck": names(reversed(position.deck)),
        "players": {SEAT_NAMES[seat]: _player(player) for seat, player in enumerate(position.players)},
        "battle": write_battle(position),
    }


def write_course(position: ArmiesPosition) -> Json:
    """The part that a state and every view of it share."""
    theft = position.theft
    return {
        "hand_number": position.hand_number,
        "turn_number": position.turn_number,
        "idle": position.idle,
        "dealer": SEAT_NAMES[position.dealer],
        "active": _seat_or_none(position.active),
        "phase": position.phase,
        "queue": [SEAT_NAMES[seat] for seat in position.queue],
        "discard": names(position.discard),
        "theft": None if theft is None else {"victim": SEAT_NAMES[theft[0]], "name": WANTED_NAMES[theft[1]]},
        "last": position.last,
        "result": position.result,
    }


def write_options(options: Options) -> Json:
    return {"specials": names(options.specials), "god": options.god, "reverse": options.reverse}


def write_battle(position: ArmiesPosition) -> Json | None:
    battle = position.battle
    if battle is None:
        return None
    order = position.left_of_initiator()
    return {
        "number": battle.number,
        "by": battle.by,
        "pile": {SEAT_NAMES[seat]: names(sorted(cards)) for seat, cards in sorted(battle.pile.items())},
        "surrendered": [SEAT_NAMES[seat] for seat in order if seat in battle.surrendered],
        "joined": [SEAT_NAMES[seat] for seat in order if seat in battle.joined],
        "champions": {SEAT_NAMES[seat]: CARD_NAMES[card] for seat, card in sorted(battle.champions.items())},
        "winner": _seat_or_none(battle.winner),
    }


def _player(player: Player) -> Json:
    chest = None if player.chest is None else names(player.chest)
    return {"hand": names(player.hand), "bonus": player.bonus, "chest": chest, "score": player.score}


def _seat_or_none(seat: int) -> str | None:
    return None if seat == at.NOBODY else SEAT_NAMES[seat]
