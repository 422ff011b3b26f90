"""The turns of Clash of Decks for a review: how they are judged, and what is shown of them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from django.utils.safestring import SafeString

from board.links import board_address
from board.plays import tell_line
from board.thumbnails import mini_of
from contract.reviews import JudgedTurn, Shares, ShownTurn
from contract.state import GameState, PlayedAction
from engine.decks.formats.interchange import write_position
from engine.decks.game.stages import AT_PLAY
from engine.decks.rules.board import MANA
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from games.decks.replaying.pages import analysis_href, moment_href, turn_title
from games.decks.replaying.turns import MANA as BEGIN
from games.decks.replaying.turns import PlayedTurn, action_of, named, turns_of, win_in_one
from games.decks.reviewing.judging import judge, outlook_for
from games.decks.state import DecksState
from tables.viewers import Viewer


class DecksReviewer:
    """See ``contract.reviews.GameReviewer``."""

    def has_turns(self, state: GameState) -> bool:
        engine = _of_decks(state).engine
        return engine is not None and engine.terms is not None and bool(engine.actions)

    def is_judged(self, done: PlayedAction) -> bool:
        """See ``GameReviewer``: a draft is not."""
        return bool(done.turn[0] == AT_PLAY)

    def turns(self, state: GameState) -> Sequence[PlayedTurn]:
        engine = _of_decks(state).engine
        assert engine is not None
        return turns_of(engine)

    def version(self, state: GameState, turn: PlayedTurn) -> int:
        engine = _of_decks(state).engine
        assert engine is not None
        return state.done[len(engine.draft_actions) + turn.first].version

    def judge(self, turn: PlayedTurn) -> JudgedTurn:
        return judge(turn)

    def outlooks(self, turn: PlayedTurn) -> Shares | None:
        if turn.continues:
            return None
        seats = range(turn.position.mode.seats)
        values = {SEAT_NAMES[seat]: outlook_for(turn.position, seat) for seat in seats}
        return {letter: value for letter, value in values.items() if value is not None}

    def label(self, turn: PlayedTurn) -> str:
        return f"{turn.letter}{turn.own}"

    def href(self, viewer: Viewer, turn: PlayedTurn) -> str:
        return moment_href(viewer.game, turn.number, 0)

    def shown(
        self, viewer: Viewer, turn: PlayedTurn, count: int, line: Sequence[str], language: str, *, wins: bool
    ) -> ShownTurn:
        start = begun(turn, language)
        actions = [action for action in turn.actions if action != BEGIN]
        return {
            "title": turn_title(turn, count),
            "mini": _mini(start),
            "played": line_words(start, actions),
            "instead": line_words(start, line),
            "played_href": self.href(viewer, turn),
            "analysis": analysis_href(viewer.game, turn.number),
            "instead_href": _address(start, line),
            "puzzle": puzzle_of(start, turn.seat) if wins else "",
            "as_puzzle": moment_href(viewer.game, turn.number, 0, "replay_puzzle"),
        }


def _of_decks(state: GameState) -> DecksState:
    assert isinstance(state, DecksState)
    return state


def begun(turn: PlayedTurn, language: str) -> Position:
    """The position of a turn in which its player begins to choose, with cards named in a language."""
    position = named(turn.position, language)
    if position.phase == MANA:
        position.apply(action_of(BEGIN))
    return position


def puzzle_of(position: Position, seat: int) -> str:
    """A position with the objective to win in this turn, as the authors' pages take it."""
    copy = position.copy()
    copy.objective = win_in_one(seat)
    return json.dumps(write_position(copy), ensure_ascii=False)


def line_words(position: Position, actions: Sequence[str]) -> list[str]:
    """A line in words, action by action; the end of the turn goes without saying."""
    sentences = [sentence.text for sentence in tell_line(position, actions)]
    return sentences[:-1] if actions and actions[-1] == "end-turn" else sentences


def _mini(position: Position) -> SafeString:
    return mini_of(write_position(position))


def _address(position: Position, line: Sequence[str]) -> str:
    """Where the board shows a line; empty where that is too long for an address."""
    try:
        return board_address(position, line) if line else ""
    except EngineError:
        return ""
