"""Games that are nothing but seats, a seed, options and actions: what their tables and states share."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from django.utils.translation import ngettext

from accounts.models import Owner
from contract.adapter import GameSummary, KeptGame, KeptSeat
from contract.characters import NO_CHARACTERS, Characters, level_in, temper_in
from contract.clocks import ClockSetting, clock_again, read_clock
from contract.deadlines import time_words
from contract.guide import Guide, guide_of, is_moment
from contract.log import Kind, NewEntry, Status
from contract.schemas import CLOCK, DEADLINE, SEED, new_seat
from contract.seating import ME, OPEN, read_deadline, read_seats, read_seed, refuse_seed, seats_again
from contract.state import GameState, Turn
from engine.kernel.chance import SEED_BITS
from engine.kernel.errors import IllegalAction
from engine.kernel.protocol import Game
from engine.kernel.reading import Reader
from web.openapi import object_schema, or_null
from web.refusals import not_found, refuse_form

OVER: Final = "over"
MILD: Final = 3  # in a first game one action of a bot in so many is any that is legal
_KEYS: Final = ("game", "seed", "deadline", "clock", "spectators", "options")


@dataclass(frozen=True)
class SimpleTableConfig:
    game: str
    seats: dict[str, tuple[str, str]]
    seed: int
    options: dict[str, Any]
    deadline: int | None = None
    clock: ClockSetting | None = None
    spectators: bool = True
    mode_name: str = ""
    format_name: str = ""
    explains: bool = False  # a first game, which says what each moment is about
    guide: Guide | None = None  # a moment of a first game, which begins at a state

    def written(self) -> dict[str, Any]:
        data: dict[str, Any] = {"seed": str(self.seed), "seats": list(self.seats), "options": self.options}
        if self.guide is not None:
            data["guide"] = self.guide.written()
        return {**data, "explains": True} if self.explains else data


@dataclass(frozen=True)
class SimpleForesight:
    steps: list[tuple[str, list[dict[str, Any]]]]
    hidden_from: int | None
    seat: int
    moment: Any  # the table before the step that is hidden, else after the last one

    @property
    def view(self) -> dict[str, Any]:
        """What the seat sees then, written when it is asked for."""
        view: dict[str, Any] = self.moment.view(self.seat)
        return view


class SimpleGameState(GameState):
    """Such a game after some entry of its log; ``table`` knows which game it is."""

    def __init__(
        self, table: SimpleGameAdapter, setup: dict[str, Any], open_seats: Iterable[str], at: datetime
    ) -> None:
        self.table = table
        self.game = table.name
        self.seat_names = tuple(setup["seats"])
        super().__init__(setup, open_seats, at)

    def _begun(self) -> Game[Any]:
        guide = guide_of(self.setup)
        if guide is not None and guide.start is not None:
            return self.table.begun_at(guide.start)
        return self.table.begun(self.setup)

    def view(self, seat: int | None) -> dict[str, Any]:
        if self.engine is None:
            name = None if seat is None else self.seat_names[seat]
            waiting: dict[str, Any] = {"seat": name, "stage": str(Status.WAITING), "to_act": [], "actions": []}
            return {"format": self.table.view_format, **waiting}
        view = self.engine.view(seat)
        return view if self.result is None else {**view, "stage": OVER, "to_act": [], "actions": []}

    def turn(self) -> Turn | None:
        return None if self.engine is None or self.result is not None else self.table.turn_of(self.engine)

    def moment(self) -> Turn | None:
        """See ``GameState``: an answer that is asked for has its own time."""
        turn = self.turn()
        return None if turn is None or self.engine is None else (*turn, self.engine.stage)

    @property
    def is_asked(self) -> bool:
        return self.engine is not None and self.result is None and self.engine.stage in self.table.asking_stages

    def only_choices(self) -> Mapping[str, str]:
        if self.engine is None or not self.is_asked:
            return {}
        actions = {seat: self.engine.legal_actions(seat) for seat in self.engine.to_act()}
        return {self.seat_names[seat]: str(legal[0]) for seat, legal in actions.items() if len(legal) == 1}

    def shown_action(self, action: str, doer: str, seat: int | None) -> str | None:
        if seat is not None and self.seat_names[seat] == doer:
            return action
        verb = action.partition(" ")[0]
        if verb in self.table.sealed_verbs:
            return None
        return verb if verb in self.table.covered_verbs else action


class SimpleGameAdapter(ABC):
    """A ``GameAdapter`` of this kind.

    In the ``asking_stages`` seats are asked something, and a quick answer could tell what they hold: one with a single
    answer gives it after a while. What follows the ``covered_verbs`` in an action only its doer knows; of one with a
    ``sealed_verbs`` others learn nothing but that it was done, and from events what came of it.
    """

    name: str
    view_format: str
    schema_name: str  # of a request to create one, in the API's description
    all_seats: Sequence[str]  # the first ``min_seats`` of them at least
    min_seats: int = 2
    options_schema: Mapping[str, Any] = MappingProxyType({})
    levels: Sequence[str] = ("random", "greedy", "search")
    characters: Characters = NO_CHARACTERS
    quick_levels: Collection[str] = ("random", "greedy")
    codes: Collection[str] = ("bad-action",)
    asking_stages: Collection[str] = ()
    covered_verbs: Collection[str] = ()
    sealed_verbs: Collection[str] = ()
    showing_kinds: Collection[str] = ()  # of events over which nothing is taken back

    # What each game has of its own

    def seats_of(self, data: Any) -> Sequence[str]:
        """The names of the seats of a game whose seats are asked for so, in the engine's order."""
        return self.all_seats

    @abstractmethod
    def read_options(self, reader: Reader, data: Any) -> dict[str, Any]:
        """The options of a request, as they are kept."""

    @abstractmethod
    def begun(self, setup: Mapping[str, Any]) -> Game[Any]:
        """The engine's game of a set-up that is kept."""

    @abstractmethod
    def begun_at(self, state: Mapping[str, Any]) -> Game[Any]:
        """A game that begins in a state of the interchange format."""

    @abstractmethod
    def turn_of(self, engine: Any) -> Turn:
        """Tells turns apart."""

    @abstractmethod
    def try_out(self, engine: Any, seat: int, action: str) -> int | None:
        """Does an action of a seat on a copy that knows no more than the seat.

        Answers the number of its events that come before the first that depends on something hidden, None if none
        does. Raises ``IllegalAction``.
        """

    @abstractmethod
    def choose(self, engine: Any, seat: int, level: str, seed: int, temper: Any) -> object:
        """The action of a bot of a level, with the temper of its character, or None."""

    @abstractmethod
    def record_of(self, engine: Any) -> dict[str, Any]:
        pass

    @abstractmethod
    def words(self) -> str:
        """The game's name for people."""

    def usual_options(self) -> dict[str, Any]:
        """The options of a game for which nothing is chosen."""
        return self.read_options(Reader(), {})

    def option_words(self, options: Mapping[str, Any]) -> Iterable[str]:
        """What is special about a game with these options."""
        return ()

    def known(self, engine: Any, seat: int) -> Any:
        """A copy of the game with all that a seat does not know in an order that says nothing of it."""
        return engine.copy()

    def next_turn(self, engine: Any, seat: int) -> Any | None:
        """The game as a seat knows it, as if its turn began now, for what it lays down while the others play.

        None where it is its turn already, or where nothing can be laid down.
        """
        return None

    # See ``GameAdapter``

    def request_schema(self) -> dict[str, Any]:
        """See ``GameAdapter``: there is nothing to choose but seats and options."""
        seat = new_seat(self.levels, self.characters)
        required = list(self.all_seats[: self.min_seats])
        described = {
            "game": {"enum": [self.name]},
            "seats": object_schema(dict.fromkeys(self.all_seats, seat), required, closed=True),
            "seed": SEED,
            "deadline": DEADLINE,
            "clock": CLOCK,
            "spectators": {"type": "boolean"},
            "options": or_null(object_schema(dict(self.options_schema), [], closed=True)),
        }
        return object_schema(described, ["game", "seats"], closed=True)

    def read(self, data: Mapping[str, Any], owner: Owner | None) -> SimpleTableConfig:
        reader = Reader()
        fields = reader.object(data, "", ("seats",), _KEYS)
        names = self.seats_of(fields.get("seats"))
        setup = SimpleTableConfig(
            game=self.name,
            seats=read_seats(reader, fields.get("seats", {}), names, self.levels, self.characters),
            seed=read_seed(reader, fields.get("seed")),
            options=self.read_options(reader, fields.get("options") or {}),
            deadline=read_deadline(reader, fields.get("deadline")),
            clock=read_clock(reader, fields.get("clock"), fields.get("deadline")),
            spectators=reader.flag(fields.get("spectators", True), "/spectators"),
        )
        refuse_form(reader.faults)
        refuse_seed(fields, setup.seats)
        return setup

    def call_request(self) -> dict[str, Any]:
        first, *others = self.all_seats[: self.min_seats]
        return {"game": self.name, "seats": {first: {"kind": ME}} | {seat: {"kind": OPEN} for seat in others}}

    def initial(self, game: KeptGame, open_seats: Iterable[str]) -> SimpleGameState:
        return SimpleGameState(self, game.setup, open_seats, game.created)

    def foresee(self, state: GameState, seat: int, actions: Sequence[str]) -> SimpleForesight:
        assert state.engine is not None
        table = self.known(state.engine, seat)
        steps: list[tuple[str, list[dict[str, Any]]]] = []
        for number, action in enumerate(actions):
            before = table.copy()
            try:
                sure = self.try_out(table, seat, action)
            except IllegalAction as wrong:
                raise IllegalAction(wrong.code, wrong.message, number) from None
            if sure is not None:
                events = table.view_of_events(seat)[:sure] if sure else []
                return SimpleForesight([*steps, (action, events)], number, seat, before)
            steps.append((action, table.view_of_events(seat)))
        return SimpleForesight(steps, None, seat, table)

    def move(self, state: GameState, seat: str, level: str) -> NewEntry:
        number, seed = state.seat_names.index(seat), int(state.setup["seed"])
        temper = temper_in(self.characters, level)
        level = level_in(self.characters, level)
        if state.setup.get("explains") and len(state.done) % MILD == 0:
            level = self.levels[0]
        return NewEntry(Kind.ACTION, seat, str(self.choose(state.engine, number, level, seed, temper)))

    def played_by_rules(self, state: GameState, seat: str) -> bool:
        return False

    def holds_bots_back(self, state: GameState) -> bool:
        """See ``GameAdapter``: at a moment of a first game they only answer what they are asked."""
        return is_moment(state.setup) and not state.is_asked

    def is_barred(self, state: GameState, to: int, persons: Collection[int]) -> bool:
        for _done, before, after in state.before(to):
            if before.stage in self.asking_stages:
                return True  # an answer is given once
            if any(event["kind"] in self.showing_kinds for event in after.view_of_events(None)):
                return True
        return False

    def is_final(self, state: GameState, to: int) -> bool:
        return False

    def plays_on(self, state: GameState) -> bool:
        """See ``GameAdapter``: where more than two play."""
        return len(state.seat_names) > 2

    def winners_without(self, state: GameState, gone: Collection[str]) -> list[str]:
        return [name for name in state.seat_names if name not in gone]

    def again(self, game: KeptGame, seats: Mapping[str, KeptSeat], back: Mapping[str, str]) -> SimpleTableConfig:
        order = sorted(seats, key=game.setup["seats"].index)
        return SimpleTableConfig(
            game=self.name,
            seats=seats_again({name: seats[name] for name in order}),
            seed=secrets.randbits(SEED_BITS),
            options=game.setup["options"],
            deadline=game.deadline,
            clock=clock_again(game.clock),
            spectators=game.spectators,
        )

    def record(self, state: GameState) -> dict[str, Any]:
        """See ``GameAdapter``. A moment of a first game began at no deal, so it has none."""
        if is_moment(state.setup):
            raise not_found()
        return self.record_of(state.engine)

    def summary(self, data: Mapping[str, Any]) -> GameSummary:
        options = list(self.option_words(data.get("options") or {}))
        options += time_words(data)
        count = len(data["seats"])
        players = ngettext("%(n)d player", "%(n)d players", count) % {"n": count}
        return GameSummary(self.words(), players, tuple(options))
