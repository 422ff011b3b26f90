"""A game from its set-up to its end, as a table sees it (``kernel.protocol.Game``)."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.armies.formats.views import view_of
from engine.armies.game.setup import ArmiesSetUp
from engine.armies.pack.cards import SEAT_NAMES
from engine.armies.rules.actions import ArmiesAction, parse_action
from engine.armies.rules.position import ArmiesPosition
from engine.armies.trace.base import ArmiesEvent, Trace
from engine.kernel.errors import IllegalAction


class ArmiesResult(NamedTuple):
    """How a game ended: the ``winners`` in seat order, why it is over ("target", "hand-limit"), all ``scores``."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...]


class ArmiesGame:
    """A game as it stands, from the first deal (an action of the dealer) on.

    ``done`` are the actions with their seats, in the order in which they came; ``seen[n]`` the events of action n.
    Where several seats choose at the same time (champions), any of them may act; what they choose is sealed until all
    have.

    Raises ``EngineError`` (``bad-setup``) for a set-up that cannot be.
    """

    def __init__(self, setup: ArmiesSetUp) -> None:
        setup.check()
        self.setup = setup
        self.position = setup.start()
        self.done: list[tuple[int, ArmiesAction]] = []
        self.seen: list[Trace] = []

    @classmethod
    def at(cls, position: ArmiesPosition) -> ArmiesGame:
        """A game that begins in a position: an example, or a moment of a lesson. It has no record."""
        game = cls(ArmiesSetUp(len(position.players), position.seed or "0", position.options, position.dealer))
        game.position = position.copy()
        return game

    @property
    def stage(self) -> str:
        """The phase of the contract: ``deal``, ``turn``, ``stand``, ... ``over``."""
        return self.position.phase

    @property
    def is_over(self) -> bool:
        return self.position.is_over

    @property
    def result(self) -> ArmiesResult | None:
        """How the game ended, None before."""
        result = self.position.result
        if result is None:
            return None
        winners = tuple(SEAT_NAMES.index(seat) for seat in result["winners"])
        return ArmiesResult(winners, result["reason"], tuple(result["scores"].values()))

    def to_act(self) -> tuple[int, ...]:
        """The seats that are to act: several while champions are set."""
        return self.position.to_act()

    def legal_actions(self, seat: int) -> list[ArmiesAction]:
        """Every legal action of a seat; none when it is not to act."""
        return self.position.legal_actions(seat)

    def apply(self, seat: int, action: ArmiesAction | str) -> list[ArmiesEvent]:
        """Carries out a seat's action, or the text form of one; answers its events.

        Raises ``IllegalAction`` with the contract's code, with ``not-your-turn`` for a seat that is not to act; the
        game is then as it was.
        """
        wanted = parse_action(action) if isinstance(action, str) else action
        if not self.is_over and seat not in self.to_act():
            name = SEAT_NAMES[seat] if 0 <= seat < len(SEAT_NAMES) else str(seat)
            raise IllegalAction("not-your-turn", f"it is not for {name} to act")
        trace: Trace = []
        self.position.apply(wanted, trace, seat)
        self.done.append((seat, wanted))
        self.seen.append(trace)
        return trace

    def view(self, seat: int | None) -> dict[str, Any]:
        """The contract's view of a seat, or of an onlooker (None)."""
        return view_of(self.position, seat)

    def view_of_events(self, seat: int | None, number: int = -1) -> list[dict[str, Any]]:
        """The events of an action, by default of the last one, as a seat or an onlooker may see them."""
        return [event.seen_by(seat) for event in self.seen[number]]

    def copy(self) -> ArmiesGame:
        """An independent copy; events are shared."""
        copy = object.__new__(ArmiesGame)
        copy.setup = self.setup
        copy.position = self.position.copy()
        copy.done = self.done[:]
        copy.seen = self.seen[:]
        return copy

    def key(self) -> tuple[object, ...]:
        """Equal exactly for games equal in all that matters for the future. Hashable."""
        return self.position.key()
