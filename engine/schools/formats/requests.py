"""Requests of the contract (part 3 there): a state or a new game with actions, and the state that they lead to."""

from __future__ import annotations

from typing import Any, Final

from engine.kernel.errors import EngineError, IllegalAction
from engine.kernel.reading import pointer
from engine.schools.formats.event_writing import write_seen_event
from engine.schools.formats.state_reading import FirstFault, read_state
from engine.schools.formats.state_writing import SPECTATOR, VIEWERS, by_seat, write_result, write_state, write_view
from engine.schools.rules.actions import parse_action
from engine.schools.rules.components import SEATS
from engine.schools.rules.events import Events
from engine.schools.rules.legality import check
from engine.schools.rules.resolution import carry_out
from engine.schools.rules.state import SchoolsState
from engine.schools.rules.turns import new_state

STATE: Final = "state"
NEW: Final = "new"
CURRICULUM: Final = "curriculum"
CHAMPIONSHIP: Final = "championship"
KINDS: Final = (STATE, NEW, CURRICULUM, CHAMPIONSHIP)
GAMES_KINDS: Final = (STATE, NEW)


def kind_of(request: Any) -> str:
    """Which of the four kinds a request is, its other keys looked at too. Raises ``EngineError`` (``bad-request``)."""
    if not isinstance(request, dict):
        raise EngineError("bad-request", f"a request is an object with one of {', '.join(KINDS)}", "")
    kinds = [kind for kind in KINDS if kind in request]
    if len(kinds) != 1:
        raise EngineError("bad-request", f"a request has exactly one of {', '.join(KINDS)}")
    (kind,) = kinds
    reader = FirstFault("bad-request")
    reader.object(request, "", (kind,), ("actions", "view") if kind in GAMES_KINDS else ())
    if kind in GAMES_KINDS:
        reader.list(request.get("actions", []), "/actions")
        if "view" in request:
            reader.choice(request["view"], "/view", VIEWERS)
    if kind == NEW:
        new = reader.object(request[NEW], f"/{NEW}", ("seed",), ())
        reader.seed(new["seed"], f"/{NEW}/seed")
    return kind


class RequestedGame:
    """The outcome of a request of a game: the ``state``, the ``events``, the ``error`` that stopped it."""

    def __init__(self, request: dict[str, Any]) -> None:
        """Raises ``EngineError`` (``bad-state``)."""
        self.events: Events = []
        self.error: EngineError | None = None
        self.viewer: str | None = request.get("view")
        if NEW in request:
            self.state: SchoolsState = new_state(request[NEW]["seed"], self.events)
        else:
            self.state = read_state(request[STATE], pointer("", STATE))
        for number, text in enumerate(request.get("actions", [])):
            try:
                action = parse_action(text)
                check(self.state, action)
            except IllegalAction as wrong:
                wrong.at = number
                self.error = wrong
                break
            carry_out(self.state, action, self.events)

    def to_json(self) -> dict[str, Any]:
        """The answer of ``resolve``, as the viewer may see it."""
        state, seat = self.state, self.seat
        answer: dict[str, Any] = {} if self.error is None else {"error": self.error.to_json()}
        if self.viewer is None:
            answer["state"] = write_state(state)
        else:
            answer["view"] = write_view(state, seat)
        answer["to_act"] = self.to_act
        answer["totals"] = by_seat(state.totals)
        sees_all = self.viewer is None
        answer["trace"] = [write_seen_event(event, event.seat if sees_all else seat) for event in self.events]
        answer["result"] = write_result(state.result)
        return answer

    @property
    def seat(self) -> int | None:
        """The viewer's seat; None for a spectator and where everything is shown."""
        return None if self.viewer in (None, SPECTATOR) else SEATS.index(str(self.viewer))

    @property
    def to_act(self) -> str | None:
        """The name of the seat that is to act."""
        return None if self.state.to_act is None else SEATS[self.state.to_act]
