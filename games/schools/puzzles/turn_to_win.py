"""A turn that somebody plays on a page: the position, what was done, what happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.kernel.errors import IllegalAction
from engine.schools.formats.state_reading import read_state
from engine.schools.formats.state_writing import write_view
from engine.schools.game.game import SchoolsGame
from engine.schools.rules.actions import DISCARD, END, END_TURN
from engine.schools.rules.components import SEATS
from engine.schools.rules.state import AT_DISCARD, SchoolsState
from engine.schools.solving.turn_graph import any_discard, ends_the_game, points_short

MAX_ACTIONS: Final = 60


class TurnToWin:
    """A turn from a position on. ``line`` are the actions of the seat whose turn it is, in text form.

    ``end`` stands last, if it is there: a turn that ends with the game undecided is over here, and nothing is drawn.
    The answer to Maleficio is given at once; which cards it takes makes no difference in this turn.
    """

    def __init__(self, position: Mapping[str, Any], line: Iterable[str] = ()) -> None:
        """Raises ``IllegalAction`` for a line that cannot be played, ``EngineError`` for no position."""
        self.game = SchoolsGame(state=read_state(position))
        self.seat = self.state.active
        self.line: list[str] = []
        self.has_ended = False
        self._first_of: list[int] = []  # the first of the game's actions that belongs to each of the line
        for action in line:
            self.act(action)

    @property
    def state(self) -> SchoolsState:
        return self.game.state

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be done: the game or the turn is over."""
        return self.has_ended or self.game.is_over

    @property
    def is_won(self) -> bool:
        """Whether the seat whose turn it is has won."""
        return self.state.result is not None and self.state.result.winner == self.seat

    @property
    def short(self) -> int:
        """How many points are lacking to win at once; 0 once the game is over."""
        return 0 if self.game.is_over else points_short(self.state)

    @property
    def actions(self) -> list[str]:
        return [] if self.is_over else [str(action) for action in self.game.legal_actions()]

    def act(self, action: str) -> None:
        """Carries out an action. Raises ``IllegalAction``; all is then as it was."""
        if self.is_over or len(self.line) >= MAX_ACTIONS:
            raise IllegalAction("game-over", "the turn is over")
        if action.partition(" ")[0] == DISCARD:
            raise IllegalAction("wrong-phase", "nobody discards here")
        first = len(self.game.seen)
        if action == END and END_TURN in self.game.legal_actions() and not ends_the_game(self.state):
            self.has_ended = True
        else:
            self.game.apply(self.seat, action)
            if self.state.phase == AT_DISCARD:
                self.game.apply(1 - self.seat, any_discard(self.state))
        self.line.append(action)
        self._first_of.append(first)

    def events(self, step: int) -> list[dict[str, Any]]:
        """What an action of the line, counted from 0, brought about. All is open."""
        last = self._first_of[step + 1] if step + 1 < len(self._first_of) else len(self.game.seen)
        return [event for at in range(self._first_of[step], last) for event in self.game.view_of_events(self.seat, at)]

    def view(self, actions: Iterable[str] = ()) -> dict[str, Any]:
        """The table with both hands open, as tables have it, with the actions that are to be offered on it."""
        view: dict[str, Any] = {**self.game.view(None), "actions": list(actions)}
        for number, seat in enumerate(SEATS):
            view["position"]["seats"][seat]["hand"] = write_view(self.state, number)["seats"][seat]["hand"]
        return view
