"""The state of a game after some entry of its log, whatever the game is.

A state is never changed once others may see it: ``advanced`` makes the next one of a copy, which costs microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self

from contract.clocks import Clocks
from contract.log import CHARGED, LATE, Entry, Kind, Status
from engine.kernel.protocol import Game

Turn = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class PlayedAction:
    """An action in force: its entry's version, its seat, its text form, and the turn that it was done in.

    The version is 0 where it was done before the game began, in another game that this one goes on from.
    """

    version: int
    seat: int
    action: str
    turn: Turn


class GameState:
    """A game after some entry of its log.

    ``game`` is the game's name in ``contract.registry``; ``engine`` the engine's game, None until all seats are
    taken. ``seat_names`` are those of all seats in the engine's order, ``open`` those of the seats that are not taken,
    ``left`` those whose players resigned or were late, ``done`` the actions in force. ``result`` is that of the log,
    with its ``reason``; ``since`` when the turn of now began. ``clocks`` are those of a game that has some, set
    before its first entry.
    """

    game: str
    seat_names: Sequence[str]
    engine: Game[Any] | None

    def __init__(self, setup: dict[str, Any], open_seats: Iterable[str], at: datetime) -> None:
        self.setup = setup
        self.open = frozenset(open_seats)
        self.left: frozenset[str] = frozenset()
        self.version = 0
        self.engine = None
        self.done: tuple[PlayedAction, ...] = ()
        self.result: dict[str, Any] | None = None
        self.since = at
        self.clocks: Clocks | None = None
        if not self.open:
            self._start()

    # What each game has of its own

    def view(self, seat: int | None) -> dict[str, Any]:
        """The view of a seat, or of a spectator (None), before all seats are taken and after every end too."""
        raise NotImplementedError

    def turn(self) -> Turn | None:
        """Tells turns apart; None where there is none."""
        raise NotImplementedError

    def _begun(self) -> Game[Any]:
        """The engine's game before its first action."""
        raise NotImplementedError

    def only_choices(self) -> Mapping[str, str]:
        """The seats whose one legal action is done for them after a while, with that action: see ``GameAdapter``."""
        return {}

    @property
    def is_asked(self) -> bool:
        """Whether seats are asked something now, where a quick answer could tell what they hold."""
        return False

    def moment(self) -> Turn | None:
        """Tells apart the moments at which somebody's time begins anew."""
        return self.turn()

    # Reading

    @property
    def status(self) -> str:
        if self.result is not None:
            return str(Status.OVER)
        return str(Status.WAITING if self.engine is None else Status.PLAY)

    def to_act(self) -> list[str]:
        """The seats that are to act: where seats are open, those."""
        if self.result is not None:
            return []
        if self.engine is None:
            return sorted(self.open, key=self.seat_names.index)
        return [self.seat_names[seat] for seat in self.engine.to_act()]

    def running(self) -> list[str]:
        """The seats whose clocks run, if there are any: those that are to act and have not left."""
        return [] if self.engine is None else [name for name in self.to_act() if name not in self.left]

    def seat_number(self, name: str) -> int | None:
        """The engine's number of a seat; None for a spectator, who has no seat ("")."""
        return self.seat_names.index(name) if name else None

    def players(self) -> list[int]:
        """The seats of people and bots, in seat order."""
        return list(range(len(self.seat_names)))

    def events(self, seat: int | None) -> list[dict[str, Any]]:
        """The events of the last action as a seat may see them."""
        return [] if self.engine is None else self.engine.view_of_events(seat)

    def shown_action(self, action: str, doer: str, seat: int | None) -> str | None:
        """The text of an action as a seat may see it: without what only its doer knows, None where that is all."""
        return action

    # Going on

    def advanced(self, entry: Entry) -> Self:
        """The state after the next entry of the log."""
        if entry.version != self.version + 1:
            raise ValueError(f"entry {entry.version} does not follow version {self.version}")
        copy = self._twin()
        copy._take(entry)
        copy.version = entry.version
        is_new = copy.moment() != self.moment() or entry.kind == Kind.TAKEN_BACK
        if is_new:
            copy.since = entry.at
        if self.clocks is not None:
            copy.clocks = self._clocks_after(self.clocks, entry, copy.running(), is_new=is_new)
        return copy

    @staticmethod
    def _clocks_after(clocks: Clocks, entry: Entry, running: list[str], *, is_new: bool) -> Clocks:
        doer = entry.seat if entry.kind in (Kind.ACTION, Kind.TERMS) else ""
        charged = entry.data.get(CHARGED)
        after = clocks.after(entry.at, entry.version, running, is_new=is_new, doer=doer, charged=charged)
        late = entry.data.get(LATE, 0)
        return after.since(entry.at + timedelta(milliseconds=late)) if late else after

    def _twin(self) -> Self:
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        if self.engine is not None:
            copy.engine = self.engine.copy()
        return copy

    def _take(self, entry: Entry) -> None:
        if entry.kind == Kind.JOINED:
            self.open -= {entry.seat}
            if not self.open:
                self._start()
        elif entry.kind == Kind.ACTION:
            self._act(self.seat_names.index(entry.seat), str(entry.action), entry.version)
        elif entry.kind == Kind.TAKEN_BACK:
            self._go_back(int(entry.data["to"]))
        elif entry.kind in (Kind.RESIGNED, Kind.DEADLINE):
            self.left |= {entry.seat}
        elif entry.kind == Kind.OVER:
            self.result = entry.data["result"]

    def _start(self) -> None:
        self.engine = self._begun()

    def _act(self, seat: int, action: str, version: int) -> None:
        turn = self.turn()
        assert self.engine is not None and turn is not None
        self.engine.apply(seat, action)
        self.done = (*self.done, PlayedAction(version, seat, action, turn))

    def _go_back(self, to: int) -> None:
        """Back to before all actions after a version. Who joined, named a Champion or left has done so still."""
        remaining = [played for played in self.done if played.version <= to]
        self.done = ()
        self.engine = self._begun()
        for played in remaining:
            self._act_again(played)
        self._settle_again()

    def _act_again(self, played: PlayedAction) -> None:
        self._settle_again()
        self._act(played.seat, played.action, played.version)

    def _settle_again(self) -> None:
        """Settles between two actions what is no action itself."""

    def before(self, version: int) -> Iterator[tuple[PlayedAction, Any, Any]]:
        """Each action in force after a version with the engine's game before and after it."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.result = None  # it came after all of them
        copy._go_back(version)
        for played in self.done:
            if played.version > version and copy.engine is not None:
                copy._settle_again()
                earlier = copy.engine
                copy.engine = earlier.copy()
                copy._act_again(played)
                yield played, earlier, copy.engine
