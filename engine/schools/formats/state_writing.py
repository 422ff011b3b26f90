"""States as the contract's JSON, and as a seat or a spectator may see them: the one place where anything is hidden.

Hidden are the cards in the opponent's hand, the order of both decks and the seed, out of which they follow; known is
what Combustio put back on the Trial deck (rulings M10).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from engine.schools.rules.components import ELEMENTS, SEATS, START
from engine.schools.rules.state import SchoolSide, SchoolsResult, SchoolsState

FORMAT: Final = "magic-schools/1"
VIEW_FORMAT: Final = "magic-schools-view/1"
STARTING: Final = "start"
SPECTATOR: Final = "spectator"
VIEWERS: Final = (*SEATS, SPECTATOR)


def write_state(state: SchoolsState) -> dict[str, Any]:
    """A state as the contract's JSON: every key, all five Arenas, in counts only what is not 0."""
    return {
        "format": FORMAT,
        "seed": state.seed,
        "shuffles": state.shuffles,
        "turn": state.turn,
        "phase": state.phase,
        "overtime": state.overtime,
        "summoned": state.summoned,
        "deck": names(state.deck),
        "discard": counts(state.discard),
        "trials": state.trials[:],
        "known": state.known,
        "seats": {SEATS[seat]: _side(side) for seat, side in enumerate(state.sides)},
        "result": write_result(state.result),
    }


def write_view(state: SchoolsState, seat: int | None) -> dict[str, Any]:
    """A state as a seat may see it, or a spectator (None): the contract's ``magic-schools-view/1``."""
    data = {"format": VIEW_FORMAT, "for": SPECTATOR if seat is None else SEATS[seat], **write_state(state)}
    del data["seed"]
    data["format"] = VIEW_FORMAT
    data["deck"] = len(state.deck)
    data["trials"] = len(state.trials)
    data["known"] = state.trials[: state.known]
    for other, side in enumerate(state.sides):
        if other != seat:
            data["seats"][SEATS[other]]["hand"] = side.hand_size
    return data


def write_result(result: SchoolsResult | None) -> dict[str, Any] | None:
    if result is None:
        return None
    winner = None if result.winner is None else SEATS[result.winner]
    return {"winner": winner, "reason": result.reason, "totals": by_seat(result.totals)}


def by_seat(numbers: Iterable[Any]) -> dict[str, Any]:
    """One value for each seat, by the seats' names."""
    return dict(zip(SEATS, numbers, strict=True))


def names(elements: Iterable[int]) -> list[str]:
    return [ELEMENTS[element] for element in elements]


def counts(numbers: Iterable[int]) -> dict[str, int]:
    """How many of each Element, without those of which there are none."""
    return {name: number for name, number in zip(ELEMENTS, numbers, strict=True) if number}


def _side(side: SchoolSide) -> dict[str, Any]:
    return {
        "hand": counts(side.hand),
        "emblem": None if side.emblem is None else ELEMENTS[side.emblem],
        "column": [STARTING if card == START else card for card in side.column],
        "arenas": {
            name: {"students": names(side.students[arena]), "trials": side.trials[arena][:]}
            for arena, name in enumerate(ELEMENTS)
        },
    }
