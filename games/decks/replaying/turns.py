"""The turns of a game that is over, and its moments: a turn and a step of what happened in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from board.naming import in_language
from board.services import Resolved, resolve
from engine.decks.game.drafts import parse_pick
from engine.decks.game.game import DecksGame
from engine.decks.rules.actions import BEGIN_TURN, END_TURN, Action, parse_action
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position

MANA: Final = str(BEGIN_TURN)
TURN_END: Final = str(END_TURN)


@dataclass(frozen=True)
class PlayedTurn:
    """A turn as it was played.

    It begins in the Summoning phase, the first one with the Mana; an AI's turn belongs to the one before, unless it is
    the first. ``number`` counts the turns of all seats from 1, ``own`` those of its seat; ``first`` is the number of
    its first action among those of the play. ``start`` is the game before that: copy it before anything is done in it.
    What comes after a new deal in the midst of a turn is a turn here that ``continues`` the one before, of its ``own``.
    """

    number: int
    seat: int
    own: int
    first: int
    start: DecksGame
    actions: tuple[str, ...]
    continues: bool = False

    @property
    def letter(self) -> str:
        """The letter of its seat."""
        return SEAT_NAMES[self.seat]

    @property
    def position(self) -> Position:
        assert self.start.position is not None
        return self.start.position


def turns_of(engine: DecksGame) -> list[PlayedTurn]:
    """The turns of a game in order; none where it ended before the play."""
    table, turns = DecksGame(engine.setup, engine.terms), list[PlayedTurn]()
    for pick in engine.draft_actions:
        table.apply(parse_pick(pick).seat, pick)
    counts: dict[int, int] = {}
    begun: tuple[int, DecksGame, bool] | None = None
    dealt_anew = {redeal.after for redeal in engine.setup.redeals}

    def end_turn(until: int) -> None:
        if begun is not None:
            first, start, continues = begun
            counts[start.active] = own = counts.get(start.active, 0) + (not continues)
            actions = tuple(engine.actions[first:until])
            turns.append(PlayedTurn(len(turns) + 1, start.active, own, first, start, actions, continues))

    for number, action in enumerate(engine.actions):
        has_ended = number > 0 and engine.actions[number - 1] == TURN_END
        is_next = begun is None or has_ended or table.active != begun[1].active
        if is_next or number in dealt_anew:
            end_turn(number)
            begun = (number, table.copy(), not is_next)
        table.apply(table.active, action)
    end_turn(len(engine.actions))
    return turns


def draft_of(engine: DecksGame) -> Iterator[tuple[str, DecksGame, str]]:
    """The choices of the draft in order: the letter of the seat, the game before, the choice in text form."""
    table = DecksGame(engine.setup, engine.terms)
    for pick in engine.draft_actions:
        seat = parse_pick(pick).seat
        yield SEAT_NAMES[seat], table, pick
        table.apply(seat, pick)


def named(position: Position, language: str) -> Position:
    """A position of a game with its cards named in a language; it shuffles and ends as the game does."""
    copy = in_language(position, language)
    copy.seed, copy.turn_limit = position.seed, position.turn_limit
    return copy


def resolved(turn: PlayedTurn, language: str) -> Resolved:
    """A turn carried out: its boards, events and words."""
    return resolve(named(turn.position, language), turn.actions)


def actions_until(shown: Resolved, step: int) -> int:
    """How many actions of a turn are done by a step of its trace, those in the midst of which it lies not counted."""
    return sum(end <= step for end in shown.ends)


def action_of(written: str) -> Action:
    """An action of the play from its text form, which is known to be one."""
    return parse_action(written)


def win_in_one(seat: int) -> dict[str, Any]:
    """The objective of a seat to win in its turn, as a position carries it."""
    return {"player": SEAT_NAMES[seat], "goal": "win", "turns": 1}
