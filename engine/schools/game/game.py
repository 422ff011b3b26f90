"""A game from its set-up to its end, with what everybody may see of it."""

from __future__ import annotations

from typing import Any, Final

from engine.kernel.errors import EngineError, IllegalAction
from engine.schools.formats.event_writing import write_seen_event
from engine.schools.formats.state_writing import by_seat, write_state, write_view
from engine.schools.rules.actions import SchoolsAction, parse_action
from engine.schools.rules.choices import legal_actions
from engine.schools.rules.components import SEATS
from engine.schools.rules.events import Events
from engine.schools.rules.legality import check
from engine.schools.rules.resolution import carry_out
from engine.schools.rules.shuffling import SEED
from engine.schools.rules.state import SchoolsResult, SchoolsState
from engine.schools.rules.turns import new_state

TABLE_FORMAT: Final = "magic-schools-table/1"


class SchoolsGame:
    """A game as it stands: its ``state``, and ``actions``, the text forms of all that was done.

    It begins set up by a ``seed`` (1 to 64 of ``A-Z a-z 0-9 . _ -``), or in a ``state``, which is copied. ``opening``
    are the events of the set-up, ``seen[n]`` those of action n. Raises ``EngineError`` (``bad-request``) for another
    seed.
    """

    def __init__(self, seed: str = "0", state: SchoolsState | None = None) -> None:
        self.opening: Events = []
        self.seen: list[Events] = []
        self.actions: list[str] = []
        self.start: dict[str, Any]
        if state is not None:
            self.start = {"state": write_state(state)}
            self.state = state.copy()
            return
        if not SEED.fullmatch(seed):
            raise EngineError("bad-request", "a seed is a text of 1 to 64 of A-Z a-z 0-9 . _ -", "/new/seed")
        self.start = {"new": {"seed": seed}}
        self.state = new_state(seed, self.opening)

    @property
    def stage(self) -> str:
        """The phase: ``actions``, ``discard`` (an answer to Maleficio is owed) or ``over``."""
        return self.state.phase

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def result(self) -> SchoolsResult | None:
        """How the game ended, None before."""
        return self.state.result

    def to_act(self) -> tuple[int, ...]:
        """The seat that is to act; none when the game is over."""
        seat = self.state.to_act
        return () if seat is None else (seat,)

    def legal_actions(self, seat: int | None = None) -> list[SchoolsAction]:
        """Every legal action of a seat, by default of the one that is to act."""
        return legal_actions(self.state) if seat in (None, self.state.to_act) else []

    def apply(self, seat: int, action: SchoolsAction | str) -> Events:
        """Carries out a seat's action, or the text form of one; answers its events.

        Raises ``IllegalAction`` with the contract's code, or ``not-your-turn`` for a seat that is not to act; the game
        is then as it was.
        """
        parsed = parse_action(str(action))
        if not self.is_over and seat != self.state.to_act:
            raise IllegalAction("not-your-turn", "it is not this seat's turn to act")
        check(self.state, parsed)
        events: Events = []
        carry_out(self.state, parsed, events)
        self.actions.append(str(parsed))
        self.seen.append(events)
        return events

    def view(self, seat: int | None) -> dict[str, Any]:
        """The view of a seat, or of a spectator (None), as JSON.

        ``position`` is the contract's ``magic-schools-view/1``; beside it ``stage``, who is ``to_act``, what this seat
        may do (``actions``, in text form) and the ``totals``.
        """
        return {
            "format": TABLE_FORMAT,
            "seat": None if seat is None else SEATS[seat],
            "stage": self.stage,
            "to_act": [SEATS[other] for other in self.to_act()],
            "actions": [] if seat is None else [str(action) for action in self.legal_actions(seat)],
            "totals": by_seat(self.state.totals),
            "position": write_view(self.state, seat),
        }

    def view_of_events(self, seat: int | None, number: int = -1) -> list[dict[str, Any]]:
        """The events of an action, by default of the last one, as a seat or a spectator may see them.

        Raises ``IndexError`` for an action that there is not.
        """
        return [write_seen_event(event, seat) for event in self.seen[number]]

    def record(self) -> dict[str, Any]:
        """The start and all actions: a request of the command line that comes to the same end. It hides nothing."""
        return {**self.start, "actions": self.actions[:]}

    def copy(self) -> SchoolsGame:
        """An independent copy; events are shared."""
        copy = object.__new__(SchoolsGame)
        copy.__dict__.update(self.__dict__)
        copy.state = self.state.copy()
        copy.seen = self.seen[:]
        copy.actions = self.actions[:]
        return copy

    def key(self) -> tuple[object, ...]:
        """Equal exactly for games equal in all that matters for the future. Hashable."""
        return self.state.key()
