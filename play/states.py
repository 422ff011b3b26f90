"""The state of a game, computed from its log by the engine.

A state is never changed once others may see it: ``advanced`` makes the next one of a copy, which costs microseconds.
Each process keeps the latest states of some games, and comes to newer ones by the entries that it has not seen; another
process's entries are in the log. Replaying a whole game of 60 turns takes a few milliseconds, so nothing else is kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any, Final

from engine.decks.formats.card_reading import read_card
from engine.decks.formats.interchange import read_position
from engine.decks.game.game import DecksGame
from engine.decks.game.knowledge import Knowledge
from engine.decks.game.stages import AT_DRAFT, AT_END, AT_PLAY, AT_TERMS
from engine.decks.game.terms import Terms
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import MODES, SEAT_NAMES
from engine.kernel.reading import Reader
from play import setups
from play.models import GameSeat, LiveGame, LogEntry

Kind = LogEntry.Kind
Status = LiveGame.Status
CACHE_SIZE: Final = 500
_STATUS_OF_STAGE: Final = {AT_DRAFT: Status.DRAFT, AT_TERMS: Status.TERMS, AT_PLAY: Status.PLAY, AT_END: Status.OVER}


@dataclass(frozen=True, slots=True)
class DoneAction:
    """An action in force: its entry's version, its seat, its text form, and the turn that it was done in.

    The version is 0 where it was done before the game began, in another game that this one goes on from.
    """

    version: int
    seat: int
    action: str
    turn: tuple[str, int, int]


class GameState:
    """A game after some entry of its log.

    ``engine`` is the engine's game, None until all seats are taken. ``open`` are the letters of the seats that are not,
    ``left`` those whose players resigned or were late, ``done`` the actions in force. ``result`` is that of the log,
    with its ``reason``; ``since`` when the turn of now began.
    """

    def __init__(self, mode: str, format_: str, setup: dict[str, Any], open_seats: Iterable[str], at: datetime) -> None:
        self.mode = MODES[mode]
        self.format = format_
        self.setup = setup
        self.open = frozenset(open_seats)
        self.left: frozenset[str] = frozenset()
        self.version = 0
        self.engine: DecksGame | None = None
        self.champions: dict[int, Card] = {}
        self.done: tuple[DoneAction, ...] = ()
        self.result: dict[str, Any] | None = None
        self.since = at
        self._turn: tuple[str, int, int] | None = None
        if not self.open:
            self._start()

    # Reading

    @property
    def status(self) -> str:
        """See ``LiveGame.Status``."""
        if self.result is not None:
            return str(Status.OVER)
        return str(Status.WAITING if self.engine is None else _STATUS_OF_STAGE[self.engine.stage])

    def to_act(self) -> list[str]:
        """The letters of the seats that are to act: where seats are open, those."""
        if self.result is not None:
            return []
        if self.engine is None:
            return sorted(self.open)
        if self.engine.stage == AT_TERMS:
            return [SEAT_NAMES[seat] for seat in self.players() if seat not in self.champions]
        return [SEAT_NAMES[seat] for seat in self.engine.to_act()]

    def players(self) -> list[int]:
        """The seats of people and bots, in seat order."""
        return [seat for seat in range(self.mode.seats) if seat not in self.mode.ai_seats]

    def turn(self) -> tuple[str, int, int] | None:
        """Tells turns apart: the stage, the seat to act and the number of its turn (or choice)."""
        engine = self.engine
        if engine is None or self.result is not None:
            return None
        if engine.stage == AT_PLAY and engine.position is not None:
            return (AT_PLAY, engine.active, engine.position.seats[engine.active].turn)
        return (engine.stage, engine.active, len(engine.draft_actions))

    def view(self, seat: int | None) -> dict[str, Any]:
        """The engine's view; before all seats are taken it has neither row nor hands, and after an end no actions."""
        if self.engine is None:
            return {
                "format": "clash-view/1",
                "seat": None if seat is None else SEAT_NAMES[seat],
                "mode": self.mode.name,
                "game_format": self.format,
                "edition": self.setup["edition"],
                "stage": str(Status.WAITING),
                "to_act": [],
                "actions": [],
            }
        written: dict[str, Any] = self.engine.view(seat)
        if self.result is not None:
            written.update(stage=AT_END, to_act=[], actions=[])
        return written

    def events(self, seat: int | None) -> list[dict[str, Any]]:
        """The events of the last action as a seat may see them; none in a draft."""
        engine = self.engine
        return engine.view_of_events(seat) if engine is not None and engine.position is not None and engine.seen else []

    # Going on

    def advanced(self, entry: LogEntry) -> GameState:
        """The state after the next entry of the log."""
        if entry.version != self.version + 1:
            raise ValueError(f"entry {entry.version} does not follow version {self.version}")
        twin: GameState = object.__new__(GameState)
        twin.__dict__.update(self.__dict__)
        if self.engine is not None:
            twin.engine = self.engine.copy()
        twin.champions = dict(self.champions)
        twin._take(entry)
        twin.version = entry.version
        turn = twin.turn()
        if turn != self.turn() or entry.kind == Kind.TAKEN_BACK:
            twin.since = entry.at
        return twin

    def _take(self, entry: LogEntry) -> None:
        seat = SEAT_NAMES.index(entry.seat) if entry.seat else -1
        if entry.kind == Kind.JOINED:
            self.open -= {entry.seat}
            if not self.open:
                self._start()
        elif entry.kind == Kind.TERMS:
            self._name(seat, card_of(entry.data["card"], self.setup["edition"]))
        elif entry.kind == Kind.ACTION:
            self._act(seat, str(entry.action), entry.version)
        elif entry.kind == Kind.TAKEN_BACK:
            self._go_back(int(entry.data["to"]))
        elif entry.kind in (Kind.RESIGNED, Kind.DEADLINE):
            self.left |= {entry.seat}
        elif entry.kind == Kind.OVER:
            self.result = entry.data["result"]

    def _begun(self) -> DecksGame:
        """The engine's game before its first action: as dealt, or at the position that its guide begins with."""
        setup, terms = setups.read_setup(self.mode.name, self.format, self.setup)
        engine = DecksGame(setup, terms)
        guide = setups.guide_of(self.setup)
        if guide is not None and guide.start is not None and engine.position is not None:
            position = read_position(guide.start)
            position.seed, position.turn_limit = engine.position.seed, engine.position.turn_limit
            engine.position, engine.knowledge = position, Knowledge(position)
        return engine

    def _start(self) -> None:
        self.engine = self._begun()
        imported = self.setup.get("imported")
        if imported is not None:
            self._import(imported)

    def _import(self, imported: dict[str, Any]) -> None:
        """Does again what was done in the game that this one goes on from, see ``play.replaying.going_on``."""
        edition = self.setup["edition"]
        for letter, written in imported["champions"].items():
            self.champions[SEAT_NAMES.index(letter)] = card_of(written, edition)
        for letter, action in imported["actions"]:
            self._settle_again()
            self._act(SEAT_NAMES.index(letter), action, 0)
        self._settle_again()

    def _name(self, seat: int, champion: Card) -> None:
        assert self.engine is not None
        self.champions[seat] = champion
        if len(self.champions) == len(self.players()):
            self.engine.settle(self.named_terms())

    def named_terms(self) -> Terms:
        """The terms with the Champions that have been named."""
        named = tuple(self.champions[seat] for seat in self.players() if seat in self.champions)
        return Terms(named, setups.custom_of(self.setup))

    def _act(self, seat: int, action: str, version: int) -> None:
        assert self.engine is not None
        turn = self.turn()
        assert turn is not None
        self.engine.apply(seat, action)
        self.done = (*self.done, DoneAction(version, seat, action, turn))

    def _go_back(self, to: int) -> None:
        """Back to before all actions after a version. Who joined, named a Champion or left has done so still."""
        kept = [done for done in self.done if done.version <= to]
        self.done = ()
        self.engine = self._begun()
        for done in kept:
            self._act_again(done)
        self._settle_again()

    def _act_again(self, done: DoneAction) -> None:
        assert self.engine is not None
        if self.engine.stage == AT_TERMS:
            self._settle_again()
        self._act(done.seat, done.action, done.version)

    def _settle_again(self) -> None:
        if self.engine is not None and self.engine.stage == AT_TERMS and len(self.champions) == len(self.players()):
            self.engine.settle(self.named_terms())

    def before(self, version: int) -> Iterator[tuple[DoneAction, DecksGame, DecksGame]]:
        """Each action in force after a version with the game before and after it."""
        twin = object.__new__(GameState)
        twin.__dict__.update(self.__dict__)
        twin.result = None  # it came after all of them
        twin._go_back(version)
        for done in self.done:
            if done.version > version and twin.engine is not None:
                twin._settle_again()
                earlier = twin.engine
                twin.engine = earlier.copy()
                twin._act_again(done)
                yield done, earlier, twin.engine


def card_of(written: dict[str, Any], edition: str) -> Card:
    """A card that was written out in the log, with its reference where it has one."""
    reader = Reader()
    plain = {key: value for key, value in written.items() if key != "reference"}
    card = read_card(reader, plain, "", edition, written.get("reference"), optional=("abilities",))
    if card is None or reader.faults:
        raise ValueError(f"a kept card cannot be read: {reader.faults}")
    return card


# States of games that are kept

_states: OrderedDict[str, GameState] = OrderedDict()
_guard = Lock()


def initial(game: LiveGame, seats: Iterable[GameSeat] | None = None) -> GameState:
    """The state before the first entry."""
    taken = game.seats.all() if seats is None else seats
    return GameState(game.mode, game.format, game.setup, (s.letter for s in taken if s.was_open), game.created)


def state_of(game: LiveGame, version: int | None = None) -> GameState:
    """The state of a game at a version, by default the one that its row names."""
    wanted = game.version if version is None else version
    with _guard:
        state = _states.get(game.token)
    if state is not None and state.version == wanted:
        return state
    if state is None or state.version > wanted:
        state = initial(game)
    for entry in game.log.filter(version__gt=state.version, version__lte=wanted).order_by("version"):
        state = state.advanced(entry)
    if state.version != wanted:
        raise LiveGame.DoesNotExist(f"{game} has no version {wanted}")
    if version is None:
        keep(game, state)
    return state


def keep(game: LiveGame, state: GameState) -> None:
    """Keeps a state that the log has come to."""
    with _guard:
        latest = _states.get(game.token)
        if latest is None or latest.version <= state.version:
            _states[game.token] = state
            _states.move_to_end(game.token)
        while len(_states) > CACHE_SIZE:
            _states.popitem(last=False)


def forget_states() -> None:
    """Forgets all states: for tests, whose databases begin anew."""
    with _guard:
        _states.clear()
