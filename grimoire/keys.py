"""When two positions are the same puzzle, and when a proof can be used again.

Three keys, each a hash in hexadecimal digits: ``exact_key`` of a position as it is written, ``proof_key`` of what a
proof is about, ``position_key`` of what a solution depends on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from board.naming import CARD_TYPES, written_out
from engine.decks.formats.interchange import write_position
from engine.decks.rules.board import MANA
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.turns import EXHAUSTED_FROM
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving.objective import SURVIVE, written_goals

_OTHER: Final = {"A": "B", "B": "A"}


def exact_key(position: Position) -> str:
    """Equal for equal positions with the same objective, whatever their cards are called."""
    return _hashed(_written(position))


def proof_key(position: Position) -> str:
    """As ``exact_key``, but another one under other rules: a proof tells of turn numbers and of seats by their name."""
    return _hashed(_written(position), RULES_VERSION)


def position_key(position: Position) -> str:
    """Equal for positions with the same objective in which the same can happen until it is reached or missed.

    Beside names and the order of abilities, it leaves out numbers of turns, who began and the Exhaustion module where
    no rule asks for them any more, and the seats' names of a Duel. What cannot be told from the position alone to be
    of no account (Mana that nobody can spend, a card that nobody plays) counts: see ``grimoire.nearness``.
    """
    plain = seated(written_out(write_position(position)))
    begins = _begins_again(position)
    if not begins:
        plain["exhaustion"] = False
    plain.pop("first", None)
    turns = [_what_turn_says(position, seat) if begins else None for seat in range(len(position.seats))]
    if plain["active"] != SEAT_NAMES[position.active]:  # turned round
        turns.reverse()
    for name, turn in zip(SEAT_NAMES, turns, strict=False):
        plain["players"][name]["turn"] = turn
    return _hashed(_anonymous(plain))


def seated(position: Mapping[str, Any]) -> dict[str, Any]:
    """A Duel turned round if need be, so that whoever's turn it is is player A, on the left; others as they are."""
    if position["mode"] != "duel" or position["active"] == "A":
        return dict(position)
    players = position["players"]
    turned = {
        **position,
        "active": "A",
        "first": _OTHER[position.get("first", "A")],
        "players": {"A": players["B"], "B": players["A"]},
    }
    objective = position.get("objective")
    if objective is not None:
        turned["objective"] = {**objective, "player": _OTHER[objective["player"]], "goal": _turned(objective["goal"])}
        if "and" in objective:
            turned["objective"]["and"] = [_turned(goal) for goal in objective["and"]]
        if "hidden" in objective:
            turned["objective"]["hidden"] = {**objective["hidden"], "player": _OTHER[objective["hidden"]["player"]]}
    return turned


def _turned(goal: Any) -> Any:
    if isinstance(goal, Mapping) and "destroy" in goal:
        return {"destroy": {**goal["destroy"], "player": _OTHER[goal["destroy"]["player"]]}}
    return goal


def _begins_again(position: Position) -> bool:
    """Whether some turn may begin before the objective is reached or missed."""
    objective = position.objective
    return (
        position.phase == MANA
        or objective is None
        or objective["turns"] > 1
        or SURVIVE in written_goals(objective)
        or objective["player"] != SEAT_NAMES[position.active]
    )


def _what_turn_says(position: Position, seat: int) -> list[int | None] | None:
    """The part of a key from the number of a seat's next turn: the Mana of a first turn, how near Exhaustion is."""
    player = position.seats[seat]
    if player.is_ai:
        return None
    turn = player.turn + (0 if seat == position.active and position.phase == MANA else 1)
    mana = position.mode.first_turn_mana(seat, position.first) if turn == 1 else None
    return [mana, min(turn, EXHAUSTED_FROM) if position.exhaustion else None]


def _hashed(*parts: object) -> str:
    return hashlib.sha256(json.dumps(list(parts), sort_keys=True).encode()).hexdigest()


def _written(position: Position) -> Any:
    return _without_names(written_out(write_position(position)), {})


def _without_names(data: Any, numbers: dict[str, int]) -> Any:
    """Cards of one name get one number: which of them are equal counts when solutions are told apart."""
    if isinstance(data, list):
        return [_without_names(part, numbers) for part in data]
    if not isinstance(data, dict):
        return data
    plain = {key: _without_names(value, numbers) for key, value in sorted(data.items())}
    if data.get("type") in CARD_TYPES:
        plain["name"] = numbers.setdefault(data["name"], len(numbers))
        plain["abilities"] = sorted(data.get("abilities", []))
    return plain


def _anonymous(data: Any) -> Any:
    """Cards without names; abilities, an AI's too, in one order."""
    if isinstance(data, list):
        return [_anonymous(part) for part in data]
    if not isinstance(data, dict):
        return data
    plain = {key: _anonymous(value) for key, value in data.items()}
    if data.get("type") in CARD_TYPES:
        del plain["name"]
    if data.get("type") in CARD_TYPES or "abilities" in data:
        plain["abilities"] = sorted(data.get("abilities", []))
    return plain
