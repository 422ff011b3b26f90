"""The state of a game of Clash of Decks: with its draft, its Champions, and games that go on from others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final, Self

from contract.guide import guide_of
from contract.log import Entry, Kind, Status
from contract.state import GameState, PlayedAction
from engine.decks.formats.card_reading import read_card
from engine.decks.formats.interchange import read_position
from engine.decks.game.game import DecksGame
from engine.decks.game.knowledge import Knowledge
from engine.decks.game.stages import AT_DRAFT, AT_END, AT_PLAY, AT_TERMS
from engine.decks.game.terms import Terms
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import MODES, SEAT_NAMES
from engine.kernel.reading import Reader
from games.decks import setups
from tables.models import LiveGame
from tables.states import state_of

_STATUS_OF_STAGE: Final = {AT_DRAFT: Status.DRAFT, AT_TERMS: Status.TERMS, AT_PLAY: Status.PLAY, AT_END: Status.OVER}


class DecksState(GameState):
    """A game of Clash of Decks after some entry of its log. ``champions`` are those that have been named, by seat."""

    game = setups.DECKS
    seat_names = SEAT_NAMES
    engine: DecksGame | None

    def __init__(self, mode: str, format_: str, setup: dict[str, Any], open_seats: Iterable[str], at: datetime) -> None:
        self.mode = MODES[mode]
        self.format = format_
        self.champions: dict[int, Card] = {}
        super().__init__(setup, open_seats, at)

    # Reading

    @property
    def status(self) -> str:
        if self.result is not None or self.engine is None:
            return super().status
        return str(_STATUS_OF_STAGE[self.engine.stage])

    def to_act(self) -> list[str]:
        """The letters of the seats that are to act: where seats are open, those."""
        if self.result is None and self.engine is not None and self.engine.stage == AT_TERMS:
            return [SEAT_NAMES[seat] for seat in self.players() if seat not in self.champions]
        return super().to_act()

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

    def _twin(self) -> Self:
        copy = super()._twin()
        copy.champions = dict(self.champions)
        return copy

    def _take(self, entry: Entry) -> None:
        if entry.kind == Kind.TERMS:
            self._name(SEAT_NAMES.index(entry.seat), card_of(entry.data["card"], self.setup["edition"]))
        else:
            super()._take(entry)

    def _begun(self) -> DecksGame:
        """The engine's game before its first action: as dealt, or at the position that its guide begins with."""
        setup, terms = setups.read_setup(self.mode.name, self.format, self.setup)
        engine = DecksGame(setup, terms)
        guide = guide_of(self.setup)
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
        """Does again what was done in the game that this one goes on from, see ``games.decks.replaying.going_on``."""
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

    def _settle_again(self) -> None:
        if self.engine is not None and self.engine.stage == AT_TERMS and len(self.champions) == len(self.players()):
            self.engine.settle(self.named_terms())

    def before(self, version: int) -> Iterator[tuple[PlayedAction, DecksGame, DecksGame]]:
        """Each action in force after a version with the game before and after it."""
        return super().before(version)


def card_of(written: dict[str, Any], edition: str) -> Card:
    """A card that was written out in the log, with its reference where it has one."""
    reader = Reader()
    plain = {key: value for key, value in written.items() if key != "reference"}
    card = read_card(reader, plain, "", edition, written.get("reference"), optional=("abilities",))
    if card is None or reader.faults:
        raise ValueError(f"a kept card cannot be read: {reader.faults}")
    return card


def decks_state_of(game: LiveGame, version: int | None = None) -> DecksState:
    """The state of a game of Clash of Decks. Raises ``LiveGame.DoesNotExist`` for one of another game."""
    state = state_of(game, version)
    if not isinstance(state, DecksState):
        raise LiveGame.DoesNotExist(f"{game} is no game of Clash of Decks")
    return state
