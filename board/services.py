"""Services of the board's pages: resolve what a reader typed, find its address again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from board.links import board_href
from cards.sets import catalogue
from engine.decks.formats import compact
from engine.decks.formats.interchange import Catalogue, read_action
from engine.decks.rules.actions import Action, parse_action
from engine.decks.rules.board import AISeat, Board
from engine.decks.rules.position import Position
from engine.decks.rules.trace.events import Event
from engine.decks.rules.trace.recorder import Trace
from engine.decks.rules.trace.scenes import Scene, scenes
from engine.kernel.errors import BadPosition, EngineError, IllegalAction
from engine.kernel.requests import writable

MAX_INPUT: Final = 200_000  # characters that may be typed
MAX_ACTIONS: Final = 100
MAX_STEPS: Final = 500  # steps of a trace that are shown
MAX_DRAWN: Final = 12_000  # cards on the boards of all steps together: drawing them is what a page costs
MAX_ADDRESS: Final = 6000  # characters of a position and its actions in an address
NOTATION_START: Final = "cod1"
BAD_ACTION: Final = "bad-action"  # what is no action at all; the engine's codes say the rest
AskedAction = Action | str | dict[str, Any]  # read already, in text form, or as clash-position/1 writes it


@cache
def site_cards() -> Catalogue:
    """The site's own cards, which positions may name by ``set/card``."""
    return catalogue()


@dataclass(frozen=True, slots=True)
class Stop:
    """Why resolving stopped: the number of the action (from 1), how it was written, and the engine's code."""

    number: int
    written: str
    code: str


@dataclass(slots=True)
class Resolved:
    """A position, what was done in it and what happened; ``cut`` when the trace is too long to be shown whole: it has
    more than ``MAX_STEPS`` steps, or on a full board fewer (``MAX_DRAWN``). ``ends`` are how many events there were
    after each of the actions, those that are not shown too.
    """

    start: Position
    end: Position
    actions: list[str] = field(default_factory=list)
    events: Sequence[Event] = ()
    stop: Stop | None = None
    cut: bool = False
    ends: list[int] = field(default_factory=list)

    @property
    def weight(self) -> int:
        """How many cards have to be drawn to show it all."""
        return (len(self.events) + 1) * count_cards(self.start)

    def scenes(self) -> Iterator[Scene]:
        """The board at the start and after each event."""
        return scenes(self.start, self.events)


def split_actions(text: str) -> list[str]:
    """The actions of a text: one a line, or separated by semicolons."""
    return [part.strip() for part in text.replace("\n", ";").split(";") if part.strip()]


def resolve(start: Position, actions: Sequence[AskedAction]) -> Resolved:
    """Carries out actions one by one; what was resolved before a wrong one still stands."""
    resolved = Resolved(start, start.copy())
    trace = Trace()
    limit = min(MAX_STEPS, MAX_DRAWN // max(1, count_cards(start)))
    for number, asked_action in enumerate(actions, start=1):
        if number > MAX_ACTIONS or len(trace.notes) > limit:
            resolved.cut = True
            break
        try:
            action = read_asked(resolved.end, asked_action)
            resolved.end.apply(action, trace)
        except BadPosition:
            resolved.stop = Stop(number, _shown(asked_action), BAD_ACTION)
            break
        except EngineError as wrong:
            resolved.stop = Stop(number, _shown(asked_action), wrong.code)
            break
        resolved.actions.append(str(action))
        resolved.ends.append(len(trace.events))
    events = trace.events
    resolved.cut = resolved.cut or len(events) > limit
    resolved.events = events[:limit]
    return resolved


def count_cards(position: Board) -> int:
    """How many cards there are in hands, piles and play, all of which every step of a trace shows."""
    hidden = sum(len(seat.pile) + len(seat.discard) for seat in position.seats if isinstance(seat, AISeat))
    return hidden + sum(len(seat.hand) for seat in position.seats) + sum(map(len, position.rows))


def read_asked(board: Board, asked_action: AskedAction) -> Action:
    """An action as it was asked for. Raises ``BadPosition`` for what is none, ``IllegalAction``."""
    if isinstance(asked_action, Action):
        return asked_action
    if isinstance(asked_action, str):
        try:
            return parse_action(asked_action)
        except ValueError as wrong:
            raise IllegalAction(BAD_ACTION, str(wrong)) from wrong
    return read_action(board, asked_action)


def _shown(asked_action: AskedAction) -> str:
    return writable(str(asked_action)[:80])


@dataclass(frozen=True, slots=True)
class BoardAddress:
    """Where a view can be found again: a sample's slug or a packed position, and the actions in text form.

    ``actions`` is None where a sample's own actions are meant.
    """

    sample: str = ""
    packed: str = ""
    actions: tuple[str, ...] | None = None

    def href(self, step: int) -> str:
        return board_href({**self.query(), "step": str(step)})

    @property
    def fits(self) -> bool:
        """Whether the address is short enough for every browser and server."""
        return len(self.packed) + sum(len(action) + 3 for action in self.actions or ()) <= MAX_ADDRESS

    def query(self) -> dict[str, str]:
        """The parameters of the address, without the step."""
        params = {"sample": self.sample} if self.sample else {"p": self.packed}
        if self.actions is not None:
            params["a"] = ";".join(self.actions)
        return params


def address_of(resolved: Resolved) -> BoardAddress:
    """The address of a resolved position. Raises ``EngineError`` when the position is too long for one."""
    return BoardAddress(packed=compact.pack(resolved.start), actions=tuple(resolved.actions))
