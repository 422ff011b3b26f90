"""A game whose seats, when several are asked something, answer at the same time: nobody hears an answer before all."""

from __future__ import annotations

from typing import Any, Final

from engine.armies.formats.views import view_of
from engine.armies.game.game import ArmiesGame, ArmiesResult
from engine.armies.game.setup import ArmiesSetUp
from engine.armies.pack.cards import SEAT_NAMES
from engine.armies.rules import state as at
from engine.armies.rules.actions import ArmiesAction, parse_action
from engine.armies.rules.legality import check, legal_actions
from engine.armies.trace.base import Trace
from engine.kernel.errors import IllegalAction

ASKED_TOGETHER: Final = (at.STAND, at.SPY_PHASE, at.GUARDIAN_PHASE)


class SealedArmiesGame:
    """A game of ``kernel.protocol`` over an ``ArmiesGame``, which carries answers out in the order of its queue.

    Where seats are asked (to stand or surrender, to join with a Spy, to save a champion), all that are asked may answer
    in any order; an answer is kept in ``sealed`` until the last one is there, and brings no events until then. Nothing
    that one of them answers changes what another may answer, so the outcome is the same. ``done`` and ``seen`` are in
    the order in which the answers came.
    """

    def __init__(self, setup: ArmiesSetUp) -> None:
        self.inner = ArmiesGame(setup)
        self.sealed: dict[int, ArmiesAction] = {}
        self.done: list[tuple[int, ArmiesAction]] = []
        self.seen: list[Trace] = []

    @classmethod
    def over(cls, game: ArmiesGame) -> SealedArmiesGame:
        """The same game so that answers are sealed; it goes on in the one that is given."""
        sealed = cls(game.setup)
        sealed.inner = game
        return sealed

    @property
    def stage(self) -> str:
        return self.inner.stage

    @property
    def is_over(self) -> bool:
        return self.inner.is_over

    @property
    def result(self) -> ArmiesResult | None:
        """How the game ended, None before."""
        return self.inner.result

    def to_act(self) -> tuple[int, ...]:
        """The seats that are to act: of several that are asked, those that have not answered."""
        if self.stage not in ASKED_TOGETHER:
            return self.inner.to_act()
        return tuple(seat for seat in self.inner.position.queue if seat not in self.sealed)

    def legal_actions(self, seat: int) -> list[ArmiesAction]:
        """Every legal action of a seat; none when it is not to act."""
        return legal_actions(self.inner.position, seat) if seat in self.to_act() else []

    def apply(self, seat: int, action: ArmiesAction | str) -> Trace:
        """Carries out a seat's action, or seals it; answers its events, with the last answer those of all.

        Raises ``IllegalAction`` with the contract's code, with ``not-your-turn`` for a seat that is not to act; the
        game is then as it was.
        """
        wanted = parse_action(action) if isinstance(action, str) else action
        if self.stage in ASKED_TOGETHER:
            self._check(seat, wanted)
            trace = self._seal(seat, wanted)
        else:
            trace = self.inner.apply(seat, wanted)
        self.done.append((seat, wanted))
        self.seen.append(trace)
        return trace

    def opens(self, seat: int, answer: ArmiesAction) -> bool:
        """Whether an answer would be the last, which opens the others. Raises ``IllegalAction`` like ``apply``."""
        if self.stage not in ASKED_TOGETHER:
            return False
        self._check(seat, answer)
        return self.to_act() == (seat,)

    def _check(self, seat: int, answer: ArmiesAction) -> None:
        if seat not in self.to_act():
            raise IllegalAction("not-your-turn", f"it is not for {SEAT_NAMES[seat]} to act")
        check(self.inner.position, seat, answer)

    def _seal(self, seat: int, answer: ArmiesAction) -> Trace:
        self.sealed[seat] = answer
        if self.to_act():
            return []
        answers, self.sealed = self.sealed, {}
        return [event for other in self.inner.position.queue[:] for event in self.inner.apply(other, answers[other])]

    def view(self, seat: int | None) -> dict[str, Any]:
        """The contract's view of a seat, or of an onlooker (None).

        Beside it ``stage``, who is ``to_act``, what this seat may do (``actions``) and has sealed (``answer``).
        """
        own = None if seat is None else self.sealed.get(seat)
        return {
            **view_of(self.inner.position, seat),
            "stage": self.stage,
            "to_act": [SEAT_NAMES[other] for other in self.to_act()],
            "actions": [] if seat is None else [str(action) for action in self.legal_actions(seat)],
            "answer": None if own is None else str(own),
        }

    def view_of_events(self, seat: int | None, number: int = -1) -> list[dict[str, Any]]:
        """The events of an action, by default of the last one, as a seat or an onlooker may see them."""
        return [event.seen_by(seat) for event in self.seen[number]]

    def copy(self) -> SealedArmiesGame:
        """An independent copy; events are shared."""
        copy = object.__new__(SealedArmiesGame)
        copy.inner = self.inner.copy()
        copy.sealed = dict(self.sealed)
        copy.done = self.done[:]
        copy.seen = self.seen[:]
        return copy

    def key(self) -> tuple[object, ...]:
        """Equal exactly for games equal in all that matters for the future. Hashable."""
        return (self.inner.key(), tuple(sorted(self.sealed.items())))
