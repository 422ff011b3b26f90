"""A game as live games need it: all that seats, log, consent, API and bots need to know of any game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from accounts.models import Owner
from contract.characters import Characters
from contract.clocks import ClockSetting
from contract.log import NewEntry
from contract.state import GameState


class KeptGame(Protocol):
    """A live game as it is kept, ``tables.models.LiveGame``."""

    mode: str
    format: str
    setup: Any
    deadline: int | None
    clock: Any
    spectators: bool
    created: datetime


class KeptSeat(Protocol):
    """A seat of it, ``tables.models.GameSeat``."""

    @property
    def player(self) -> str:
        """Of a bot: its level, or the slug of its character."""
        ...

    @property
    def owner_id(self) -> Any: ...

    @property
    def is_person(self) -> bool: ...


class TableConfig(Protocol):
    """A game that can be created: ``seats`` are kind and, of a bot, level by name, in seat order."""

    @property
    def game(self) -> str:
        """The game's name in the API."""
        ...

    @property
    def mode_name(self) -> str:
        """The mode, "" in games that have none."""
        ...

    @property
    def format_name(self) -> str:
        """How the cards come about, "" in games where there is no choice."""
        ...

    @property
    def seats(self) -> dict[str, tuple[str, str]]: ...

    @property
    def deadline(self) -> int | None:
        """Seconds for a turn."""
        ...

    @property
    def clock(self) -> ClockSetting | None: ...

    @property
    def spectators(self) -> bool: ...

    def written(self) -> dict[str, Any]:
        """The set-up as it is kept, the seed included."""
        ...


class Foresight(Protocol):
    """The effects of actions as far as their seat can know, see the contract's *Preview*."""

    @property
    def steps(self) -> list[tuple[str, list[dict[str, Any]]]]: ...

    @property
    def hidden_from(self) -> int | None: ...

    @property
    def view(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class GameSummary:
    """A game in words: its name or its mode, its format, and what is special about it."""

    mode: str
    format: str
    options: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(part for part in (self.mode, self.format, *self.options) if part)


class GameAdapter(Protocol):
    """A game as the tables know it.

    ``levels`` are its bots', from weak to strong, ``characters`` those of them that have a name; a request may wait for
    those of the ``quick_levels``. ``codes`` are those with which its rules refuse something. ``plays_on`` says that a
    bot plays on for who leaves, as long as another person is there.
    """

    name: str
    levels: Sequence[str]
    characters: Characters
    quick_levels: Collection[str]
    schema_name: str
    codes: Collection[str]

    def request_schema(self) -> dict[str, Any]:
        """The JSON schema of a request to create one, in the API's description as ``schema_name``."""
        ...

    def read(self, data: Mapping[str, Any], owner: Owner | None) -> TableConfig:
        """The set-up of a request to create a game. Raises ``RequestRefused``."""
        ...

    def call_request(self) -> dict[str, Any]:
        """The request to *Create* of a call that anybody may answer: one seat for who does, others open."""
        ...

    def initial(self, game: KeptGame, open_seats: Iterable[str]) -> GameState:
        """The state before the first entry of the log."""
        ...

    def foresee(self, state: GameState, seat: int, actions: Sequence[str]) -> Foresight:
        """Tries actions of a seat, in text form. Raises ``IllegalAction``, ``at`` being the number of the action."""
        ...

    def move(self, state: GameState, seat: str, level: str) -> NewEntry:
        """The move of a bot, computed from what its seat may know: of a level, or the slug of a character; "" where the
        rules play."""
        ...

    def played_by_rules(self, state: GameState, seat: str) -> bool: ...

    def holds_bots_back(self, state: GameState) -> bool:
        """Whether bots do not move here at all."""
        ...

    def is_barred(self, state: GameState, to: int, persons: Collection[int]) -> bool:
        """Whether nothing may be taken back to a version: chance was asked since, or something hidden shown."""
        ...

    def is_final(self, state: GameState, to: int) -> bool:
        """Whether nothing may be taken back to a version at all, by whoever plays against bots alone either."""
        ...

    def plays_on(self, state: GameState) -> bool:
        """Whether the game goes on without those who leave, bots in their places."""
        ...

    def winners_without(self, state: GameState, gone: Collection[str]) -> list[str]:
        """The seats that win because others have left."""
        ...

    def again(self, game: KeptGame, seats: Mapping[str, KeptSeat], back: Mapping[str, str]) -> TableConfig:
        """The same game once more with another seed: ``seats`` as they sit now, ``back`` where each of them sat."""
        ...

    def record(self, state: GameState) -> dict[str, Any]:
        """The record of a game. Raises ``RequestRefused`` where there is none."""
        ...

    def summary(self, data: Mapping[str, Any]) -> GameSummary:
        """A game in words, by its set-up as it is kept, with ``mode``, ``format``, ``deadline``, ``clock``."""
        ...
