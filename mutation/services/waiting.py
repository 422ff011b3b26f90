"""Whom a session waits for, and for what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.decks.sessions.ledger_state import DECKS, DISPUTED, DRAFT, GAMES, REPORTED, SessionState
from engine.decks.sessions.schedule import SCHEDULE, SEATS

PICK: Final = "pick"
CHOOSE: Final = "deck"
MUTATE: Final = "mutate"  # and say that one is ready
PLAY: Final = "play"
CONFIRM: Final = "confirm"
DECIDE: Final = "decide"  # of the organiser


@dataclass(frozen=True, slots=True)
class Waiting:
    """That somebody has something to do: a seat's letter, or "" for the organiser; ``game`` 0 before the games."""

    seat: str
    what: str
    game: int = 0


def waits_for(state: SessionState) -> list[Waiting]:
    """All that is to be done now, seats in order."""
    return list(_waits(state))


def _waits(state: SessionState) -> Iterator[Waiting]:
    if state.phase == DRAFT:
        for letter, sheet in zip(SEATS, state.seats, strict=True):
            if sheet.pick is None:
                yield Waiting(letter, PICK)
    elif state.phase == DECKS:
        for letter, sheet in zip(SEATS, state.seats, strict=True):
            if not sheet.deck:
                yield Waiting(letter, CHOOSE)
    elif state.phase == GAMES:
        yield from _of_games(state)


def _of_games(state: SessionState) -> Iterator[Waiting]:
    for seat, letter in enumerate(SEATS):
        for pairing in SCHEDULE:
            if seat not in pairing.seats:
                continue
            sheet, status = state.games[pairing.number - 1], state.status(pairing.number)
            if status == REPORTED and sheet.reported_by != seat:
                yield Waiting(letter, CONFIRM, pairing.number)
        game = state.open_game(seat)
        if game is not None:
            yield Waiting(letter, MUTATE, game)
        else:
            following = state.next_game(seat)
            if following is not None and len(state.games[following - 1].ready) == len(SCHEDULE[following - 1].seats):
                yield Waiting(letter, PLAY, following)
    for pairing in SCHEDULE:
        if state.status(pairing.number) == DISPUTED:
            yield Waiting("", DECIDE, pairing.number)
